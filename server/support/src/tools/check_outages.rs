//! `check_outages`: the outages at a customer's address, or in a place (B-040).

use model::run::ToolOutput;
use model::support::local;
use model::support::records::{Address, Outage, PlanKind};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::answer::{Code, Failed, customer, output};
use super::guard;
use store::Db;
use store::support::{customers, holds, now, outages, streets, tables};
use tools::{ToolContext, ToolError, given};

#[derive(Deserialize, JsonSchema)]
pub struct Args {
    /// From find_customer.
    customer_id: Option<String>,
    /// Instead: a street, a part of the town or a town.
    area: Option<String>,
}

pub async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    // Outages in a street are public; where a customer lives is not.
    if let Some(id) = args.customer_id.as_deref().filter(|id| !id.trim().is_empty()) {
        guard::allows(&ctx, Some(id))?;
    }
    Ok(look(&ctx.db, &args).await.unwrap_or_else(Failed::output))
}

async fn look(db: &Db, args: &Args) -> Result<ToolOutput, Failed> {
    let (id, area) = (given(&args.customer_id), given(&args.area));
    if id.is_none() && area.is_none() {
        let message = "Neither a customer id nor an area was given. Find the customer first, or name a street.";
        return Err(Failed::new(Code::MissingCustomerId, message));
    }
    // An unknown id is reported, whether anything is out or not.
    let found = match id {
        Some(id) => Some(customer(db, id).await?),
        None => None,
    };
    if !holds(db, &tables::AREA_OUTAGES).await? {
        return Err(Failed::missing("outages"));
    }
    let Some(now) = now(db).await? else { return Err(Failed::missing("outages")) };
    let all = outages::active(db, now).await?;
    let known = outages::streets(db).await?;
    let (active, place): (Vec<Outage>, String) = match (&found, area) {
        (Some(customer), _) => {
            let addresses = customers::addresses(db, &customer.id).await?;
            let plans = customers::plans(db, &customer.id).await?;
            let services: Vec<PlanKind> = plans.iter().flat_map(|p| p.kind.services()).copied().collect();
            let here = |o: &Outage| addresses.iter().any(|a| reaches(o, a, &known)) && concerns(o, &services);
            (all.into_iter().filter(here).collect(), format!("where {} lives", customer.id))
        }
        (None, area) => {
            let area = area.unwrap_or_default();
            let here = |o: &Outage| is_in(o, area, &known);
            (all.into_iter().filter(here).collect(), format!("in \"{}\"", area.chars().take(60).collect::<String>()))
        }
    };
    Ok(answer(&active, &place))
}

/// Whether an outage affects an address: its street, its part of the town, or the whole town.
fn reaches(outage: &Outage, address: &Address, known: &[outages::Street]) -> bool {
    let out = streets::fold(&outage.area);
    let same = |place: &str| streets::fold(place) == out;
    let in_part = |s: &outages::Street| same_street(s, address) && s.area.as_deref().is_some_and(same);
    same(&address.street) || same(&address.city) || known.iter().any(in_part)
}

/// Whether an outage is in a named place: a street (also if its part of the town is out), or a town or a part of one
/// (also if one of its streets is).
fn is_in(outage: &Outage, named: &str, known: &[outages::Street]) -> bool {
    let same = |place: &str| streets::fold(place) == streets::fold(&outage.area);
    let mut street = false;
    for s in known.iter().filter(|s| !streets::find(named, &[&s.name]).is_empty()) {
        street = true;
        if same(&s.name) || same(&s.city) || s.area.as_deref().is_some_and(same) {
            return true;
        }
    }
    let within = |s: &outages::Street| {
        same(&s.name)
            && [Some(&s.city), s.area.as_ref()].into_iter().flatten().any(|place| streets::names(named, place))
    };
    !street && (streets::names(named, &outage.area) || known.iter().any(within))
}

fn same_street(street: &outages::Street, address: &Address) -> bool {
    streets::fold(&street.name) == streets::fold(&address.street)
        && streets::fold(&street.city) == streets::fold(&address.city)
}

/// Whether it affects any of the customer's services; without records, it does.
fn concerns(outage: &Outage, services: &[PlanKind]) -> bool {
    let affected = |kind: &PlanKind| outage.affected_services.iter().any(|s| s == kind.as_str() || s == "all");
    outage.affected_services.is_empty() || services.is_empty() || services.iter().any(affected)
}

fn answer(active: &[Outage], place: &str) -> ToolOutput {
    let told = |o: &Outage| match o.estimated_fix {
        Some(at) => format!("{} ({}, until about {})", o.description, o.area, local::full(at)),
        None => format!("{} ({}, nobody knows yet until when)", o.description, o.area),
    };
    let message = match active {
        [] => format!("No outage is active {place}."),
        [one] => format!("An outage is active {place}: {}.", told(one)),
        all => {
            let list: Vec<String> = all.iter().map(told).collect();
            format!("{} outages are active {place}: {}.", all.len(), list.join("; "))
        }
    };
    let listed: Vec<_> = active
        .iter()
        .map(|o| {
            json!({
                "outage_id": o.id, "type": o.kind, "severity": o.severity, "area": o.area,
                "description": o.description, "start_time": local::iso(o.started_at),
                "estimated_fix": o.estimated_fix.map(local::iso), "affected_services": o.affected_services,
            })
        })
        .collect();
    let data = json!({
        "success": true, "affected": !active.is_empty(), "active_outages": listed, "outage_count": active.len(),
        "message": message,
    });
    output(data, message)
}
