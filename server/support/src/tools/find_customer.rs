//! `find_customer`: the caller, by telephone number or address (B-037).

use model::run::ToolOutput;
use model::support::records::{Address, Subscriber, TicketStatus};
use model::support::{local, phone};
use model::time::day_of;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::answer::{Code, Failed, output};
use super::guard;
use store::support::{calls, customers, holds, streets, tables, tickets};
use tools::{ToolContext, ToolError, given};

/// How many entries of a caller's history are told, the last ones.
const MAX_EVENTS: i64 = 3;

#[derive(Deserialize, JsonSchema)]
pub struct Args {
    /// As it was dialled or said, e.g. "+37060012345".
    phone: Option<String>,
    /// Street, house and flat, e.g. "Vilniaus g. 15-3".
    address: Option<String>,
    /// Tells several at one address apart.
    name: Option<String>,
}

pub async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    let (phone, address) = (given(&args.phone), given(&args.address));
    if phone.is_none() && address.is_none() {
        return Err(ToolError::new("Give a phone number or an address."));
    }
    let mut number = phone.and_then(phone::normal);
    guard::may_look_up(&ctx, number.as_deref())?;
    // An address distinguishes the caller's own accounts, and gives access to nobody else's.
    if let Some(call) = &ctx.call {
        number = phone::normal(&call.caller_phone);
    }
    let found = look(&ctx, number.as_deref(), address, given(&args.name)).await;
    Ok(found.unwrap_or_else(Failed::output))
}

async fn look(
    ctx: &ToolContext,
    number: Option<&str>,
    address: Option<&str>,
    name: Option<&str>,
) -> Result<ToolOutput, Failed> {
    let db = &ctx.db;
    let places = match address {
        Some(text) => customers::at(db, text).await?,
        None => Vec::new(),
    };
    let mut found = match number {
        Some(number) => customers::by_phone(db, number).await?,
        None => Vec::new(),
    };
    // A caller verified by facts calls from another number.
    if let Some(id) = ctx.call.as_ref().filter(|call| call.verified).and_then(|call| call.customer_id.as_deref())
        && found.is_empty()
    {
        found.extend(customers::get(db, id).await?);
    }
    // An address distinguishes two with one number; if the number is unknown, it counts alone.
    if address.is_some() {
        let lives = |id: &str| places.iter().any(|a| a.customer_id == id);
        found.retain(|c| lives(&c.id));
        if found.is_empty() && ctx.call.is_none() {
            let mut ids: Vec<&str> = places.iter().map(|a| a.customer_id.as_str()).collect();
            ids.sort_unstable();
            ids.dedup();
            for id in ids {
                found.extend(customers::get(db, id).await?);
            }
        }
    }
    found.retain(|c| guard::may_tell(ctx, &c.id));
    if let (Some(name), true) = (name, found.len() > 1) {
        let called: Vec<Subscriber> = found.iter().filter(|c| is_called(c, name)).cloned().collect();
        if !called.is_empty() {
            found = called;
        }
    }
    match found.as_slice() {
        [one] => customer_output(ctx, one, address.is_some().then_some(places.as_slice())).await,
        [] if !holds(db, &tables::CUSTOMERS).await? => Err(Failed::missing("customers")),
        [] => {
            let by = if address.is_some() { "address" } else { "phone number" };
            Err(Failed::new(Code::NotFound, format!("No customer has this {by}.")))
        }
        // The names are not revealed: the caller may be none of them.
        several => {
            let by = if address.is_some() { "at this address" } else { "with this number" };
            let message = format!("{} customers are {by}: the flat or the customer's name tells which.", several.len());
            Ok(Failed::new(Code::NotFound, message).output_with("several", true.into()))
        }
    }
}

/// Whether a customer has one of the given names.
pub fn is_called(customer: &Subscriber, said: &str) -> bool {
    let said = streets::fold(said);
    let own = streets::fold(&customer.name);
    let long = |text: &str| text.split_whitespace().filter(|w| w.len() > 2).map(str::to_owned).collect::<Vec<_>>();
    let own = long(&own);
    long(&said).iter().any(|word| own.contains(word))
}

/// A customer who may be shown: at the desk, or to a verified caller.
pub async fn customer_output(
    ctx: &ToolContext,
    customer: &Subscriber,
    matched: Option<&[Address]>,
) -> Result<ToolOutput, Failed> {
    let addresses = customers::addresses(&ctx.db, &customer.id).await?;
    let plans = customers::plans(&ctx.db, &customer.id).await?;
    let listed: Vec<_> = addresses
        .iter()
        .map(|a| {
            let mut one = json!({"address_id": a.id, "full_address": a.full(), "is_primary": a.is_primary});
            if let Some(matched) = matched {
                one["matched"] = matched.iter().any(|m| m.id == a.id).into();
            }
            one
        })
        .collect();
    let mut services: Vec<_> = plans.iter().map(|p| json!({"type": p.kind, "plan": p.name})).collect();
    let summary = format!(
        "Customer {} was found, the account is {}; {} address{}, {} active plan{}.",
        customer.id,
        customer.status,
        addresses.len(),
        if addresses.len() == 1 { "" } else { "es" },
        plans.len(),
        if plans.len() == 1 { "" } else { "s" },
    );
    let mut data = json!({
        "success": true, "customer_id": customer.id, "name": customer.name, "phone": customer.phone,
        "email": customer.email, "status": customer.status, "addresses": listed, "active_services": &services,
    });
    if let Some(call) = &ctx.call {
        data["verified"] = true.into();
        services
            .iter_mut()
            .zip(&plans)
            .for_each(|(service, plan)| service["price_eur_a_month"] = plan.price_eur.into());
        data["active_services"] = services.into();
        let tickets = tickets::of_customer(&ctx.db, &customer.id).await?;
        let open = tickets.into_iter().filter(|t| t.status != TicketStatus::Closed);
        let open: Vec<_> = open
            .map(|t| json!({"ticket_id": t.id, "kind": t.kind, "status": t.status, "opened": day_of(t.created_at).to_string(),
                "description": t.description, "tried": t.troubleshooting_steps}))
            .collect();
        if !open.is_empty() {
            data["open_tickets"] = open.into();
        }
        let history = tickets::history(&ctx.db, &customer.id, MAX_EVENTS).await?;
        let told = history.iter().map(|e| json!({"at": local::iso(e.at), "kind": e.kind, "detail": e.detail}));
        data["history"] = told.collect();
        // From another number it would be the last call of that number's owner.
        let own = customer.phone.as_deref().map(phone::normal) == Some(phone::normal(&call.caller_phone));
        if own && let Some(last) = calls::before(&ctx.db, &call.caller_phone).await? {
            data["last_call"] =
                json!({"at": local::iso(last.started_at), "outcome": last.outcome, "summary": last.summary});
        }
    }
    Ok(output(data, summary))
}
