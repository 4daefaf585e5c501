//! The tool calls of the tree's rows, with what is known.

use model::run::PlannedCall;
use model::support::{CallState, Facts, TicketKind};
use serde_json::{Value, json};

use super::when;
use crate::tools::say;
use tools::without_empty;

/// A tool to call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Check {
    CustomerByPhone,
    CustomerByAddress,
    /// With the facts from the caller.
    Verify,
    /// Outages in a street that the caller names.
    Street,
    Outages,
    Line,
    Ping,
    Knowledge,
    Ticket(TicketKind, Urgency),
}

/// How urgent a ticket is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Urgency {
    Medium,
    High,
}

use Check::*;

impl Check {
    /// The call, with what is known.
    pub fn planned(self, facts: &when::Facts<'_>) -> PlannedCall {
        let state = &facts.state;
        let id = state.customer_id.clone().unwrap_or_default();
        let message = &facts.run.question;
        let (tool, args): (&str, Value) = match self {
            CustomerByPhone => ("find_customer", json!({ "phone": state.caller_phone })),
            CustomerByAddress => {
                let address = state.heard.as_ref().and_then(|heard| heard.address.clone());
                ("find_customer", json!({ "address": address.unwrap_or_default() }))
            }
            Verify => {
                let Facts { account, name, email, code } = &state.facts;
                ("verify_caller", json!({ "account": account, "name": name, "email": email, "code": code }))
            }
            Street => {
                let address = state.heard.as_ref().and_then(|heard| heard.address.clone());
                ("check_outages", json!({ "area": address.unwrap_or_default() }))
            }
            Outages => ("check_outages", json!({ "customer_id": id })),
            Line => ("check_network_status", json!({ "customer_id": id })),
            Ping => ("run_ping_test", json!({ "customer_id": id })),
            Knowledge => ("search_knowledge", json!({ "query": question(state), "problem": state.problem_type })),
            Ticket(kind, urgency) => {
                let description = state.problem_description.clone().unwrap_or_else(|| message.clone());
                let priority = if urgency == Urgency::High { "high" } else { "medium" };
                let args = json!({ "customer_id": id, "problem_type": kind.as_str(),
                    "problem_description": description, "priority": priority, "notes": notes(state) });
                ("create_ticket", args)
            }
        };
        PlannedCall { tool: tool.into(), args: without_empty(args) }
    }
}

/// The query for the knowledge base: the caller's words about the problem, which also selects the articles.
fn question(state: &CallState) -> String {
    let said = state.problem_description.clone().filter(|said| !said.trim().is_empty());
    let named = || state.problem_type.map(|problem| say::problem(problem, state.language));
    said.or_else(named).unwrap_or_default()
}

/// What a technician should know.
fn notes(state: &CallState) -> String {
    let mut parts = Vec::new();
    parts.extend(state.caller_name.as_ref().map(|name| format!("The caller: {name}.")));
    let issues: Vec<&str> = state.finding.issues.iter().flatten().map(String::as_str).collect();
    if !issues.is_empty() {
        parts.push(format!("Found: {}.", issues.join(", ").replace('_', " ")));
    }
    parts.extend(state.finding.loss.filter(|loss| *loss > 0.0).map(|loss| format!("Packet loss {loss:.1}%.")));
    if let Some(guide) = &state.guide
        && guide.given > 0
    {
        let steps = guide.steps.iter().take(guide.given).map(|step| format!("- {step}"));
        parts.push(format!("Tried without success:\n{}", steps.collect::<Vec<_>>().join("\n")));
    }
    if state.unable > 0 {
        parts.push("Some steps could not be done.".into());
    }
    parts.join(" ")
}
