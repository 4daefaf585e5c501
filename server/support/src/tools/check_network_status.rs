//! `check_network_status`: five checks of a customer's line, in order: port, IP address, signal if there is television,
//! packet loss, bandwidth (B-038); and what a technician looks at besides: the switch, recent events, the last traced
//! route and the devices at the customer's home.

use model::run::ToolOutput;
use model::support::local;
use model::support::records::{Equipment, LinkStatus, NetworkEvent, PlanKind, Port};
use model::time::day_of;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::answer::{Code, Failed, customer, output};
use super::diagnose::Line;
use super::guard;
use store::support::{customers, holds, network, now, tables};
use store::{Db, Result as Stored};
use tools::{ToolContext, ToolError, given};

/// The period for packet loss and bandwidth, in milliseconds (B-039: "in last 24 h").
const DAY_MS: i64 = 24 * 3_600_000;
/// The period for events of the line and its switch.
const WEEK_MS: i64 = 7 * DAY_MS;

#[derive(Deserialize, JsonSchema)]
pub struct Args {
    /// From find_customer.
    customer_id: String,
    /// Of several addresses.
    address_id: Option<String>,
}

pub async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    guard::allows(&ctx, Some(&args.customer_id))?;
    Ok(look(&ctx.db, &args).await.unwrap_or_else(Failed::output))
}

async fn look(db: &Db, args: &Args) -> Result<ToolOutput, Failed> {
    let customer = customer(db, &args.customer_id).await?;
    let addresses = customers::addresses(db, &customer.id).await?;
    let asked = given(&args.address_id);
    if let Some(id) = asked
        && !addresses.iter().any(|a| a.id == id)
    {
        return Err(Failed::new(Code::NotFound, format!("{} has no address of this id.", customer.id)));
    }
    let address = asked.or(addresses.first().map(|a| a.id.as_str()));
    let now = now(db).await?.unwrap_or_default();
    let line = line(db, &customer.id, address, now.saturating_sub(DAY_MS)).await?;
    if line.port.is_none() && line.ip.is_none() && line.pings.is_none() && line.bandwidth.is_none() {
        return Err(Failed::missing("ports and measurements"));
    }
    let issues = line.issues();
    let mut interpretation = line.interpretation(&issues);
    let port = line.port.iter().flatten().next();
    let switch = match port {
        Some(port) => network::switch(db, &port.switch_id).await?,
        None => None,
    };
    if let Some(switch) = switch.as_ref().filter(|switch| switch.status == LinkStatus::Down) {
        interpretation.push_str(&format!(" The switch {} is down, and with it every line on it.", switch.name));
    }
    let ip = line.ip.clone().flatten();
    let mut data = json!({
        "success": true,
        "customer_id": customer.id,
        "overall_status": if issues.is_empty() { "healthy" } else { "issues_detected" },
        "port_status": line.port_status(),
        "ip_assigned": ip.is_some(),
        "ip_address": ip,
        "packet_loss": line.loss(),
        "issues": (!issues.is_empty()).then_some(&issues),
        "interpretation": interpretation,
    });
    data["switch"] = switch.map(|s| json!({"name": s.name, "area": s.area, "status": s.status})).into();
    let week = now.saturating_sub(WEEK_MS);
    behind(db, &customer.id, port.map(|port| port.switch_id.as_str()), week, &mut data).await?;
    Ok(output(data, interpretation))
}

/// Adds what happened to the line and its switch lately, the route traced last, and the devices at the customer's home.
async fn behind(db: &Db, id: &str, switch: Option<&str>, since: i64, data: &mut Value) -> Stored<()> {
    let events = network::events(db, id, switch, since).await?;
    let event = |e: &NetworkEvent| json!({"at": local::iso(e.at), "kind": e.kind, "severity": e.severity, "description": e.description});
    let route = network::route(db, id).await?;
    let route =
        route.map(|r| json!({"at": local::iso(r.at), "target": r.target, "hops": r.hops, "reached": r.reached}));
    let equipment = network::equipment(db, id).await?;
    let device = |e: &Equipment| json!({"kind": e.kind, "model": e.model, "installed": e.installed_at.map(|at| day_of(at).to_string())});
    data["recent_events"] = events.iter().map(event).collect();
    data["last_route"] = route.into();
    data["equipment"] = equipment.iter().map(device).collect();
    Ok(())
}

/// The state of a customer's line at one address. Measurements belong to the customer.
async fn line(db: &Db, id: &str, address: Option<&str>, since: i64) -> Stored<Line> {
    let television = customers::plans(db, id).await?.iter().any(|p| p.kind.services().contains(&PlanKind::Tv));
    Ok(Line {
        port: recorded(db, &tables::PORTS, of_address(network::ports(db, id).await?, address)).await?,
        ip: match network::ip(db, id).await? {
            None if !holds(db, &tables::IP_ASSIGNMENTS).await? => None,
            found => Some(found),
        },
        signal: match network::signal(db, id).await?.filter(|_| television) {
            None if television && !holds(db, &tables::SIGNAL_QUALITY).await? => None,
            found => Some(found),
        },
        pings: recorded(db, &tables::PING_TESTS, network::pings(db, id, since).await?).await?,
        bandwidth: recorded(db, &tables::BANDWIDTH_LOGS, network::bandwidth(db, id, since).await?).await?,
    })
}

/// The ports at an address; all of them if none is recorded for it.
fn of_address(ports: Vec<Port>, address: Option<&str>) -> Vec<Port> {
    let (there, elsewhere): (Vec<Port>, Vec<Port>) =
        ports.into_iter().partition(|p| p.address_id.as_deref() == address);
    if there.is_empty() { elsewhere } else { there }
}

/// What was found, or `None` if no customer has records of that kind.
async fn recorded<T>(db: &Db, table: &tables::Table, found: Vec<T>) -> Stored<Option<Vec<T>>> {
    let some = !found.is_empty() || holds(db, table).await?;
    Ok(some.then_some(found))
}
