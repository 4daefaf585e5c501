//! `run_ping_test`: the newest ping test of a customer's line (B-036). Probes in the network test every line
//! automatically; this reads the newest result and says when it was taken.

use model::run::ToolOutput;
use model::support::local;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::answer::{Code, Failed, customer, output, rounded};
use super::diagnose::ping_status;
use super::guard;
use store::Db;
use store::support::{holds, network, tables};
use tools::{ToolContext, ToolError};

#[derive(Deserialize, JsonSchema)]
pub struct Args {
    /// From find_customer.
    customer_id: String,
}

pub async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    guard::allows(&ctx, Some(&args.customer_id))?;
    Ok(look(&ctx.db, &args.customer_id).await.unwrap_or_else(Failed::output))
}

async fn look(db: &Db, id: &str) -> Result<ToolOutput, Failed> {
    let customer = customer(db, id).await?;
    let Some(ping) = network::ping(db, &customer.id).await? else {
        if !holds(db, &tables::PING_TESTS).await? {
            return Err(Failed::missing("ping tests"));
        }
        return Err(Failed::new(Code::NotFound, format!("No ping test of {} is recorded.", customer.id)));
    };
    let loss = rounded(ping.loss_percent());
    let status = ping_status(loss, ping.avg_latency_ms);
    let latency = match ping.avg_latency_ms {
        Some(ms) => format!("the average latency is {} ms", rounded(ms)),
        None => "nothing came back".to_owned(),
    };
    let summary = format!(
        "The line is {status}: {loss}% of {} packets were lost, {latency} ({}).",
        ping.packets_sent,
        local::full(ping.at)
    );
    let data = json!({
        "success": true,
        "customer_id": customer.id,
        "status": status,
        "measured_at": local::iso(ping.at),
        "statistics": {
            "packets_sent": ping.packets_sent,
            "packets_received": ping.packets_received,
            "packet_loss_percent": loss,
            "min_latency_ms": ping.min_latency_ms.map(rounded),
            "max_latency_ms": ping.max_latency_ms.map(rounded),
            "avg_latency_ms": ping.avg_latency_ms.map(rounded),
        },
        "summary": summary,
    });
    Ok(output(data, summary))
}
