//! `create_ticket`: opens a ticket for a person to work on (B-042). It acts: its plan is written in the transaction of
//! its approval, the ticket and the entry in the customer's history together. One call makes one ticket, however often
//! it is planned: its id is derived from the call's key.
//!
//! An unknown customer is an error of the call here (`customer_not_found`), as there is nothing to approve.

use model::approval::{FieldChange, Proposal};
use model::record::Priority;
use model::support::TicketKind;
use model::support::records::{HistoryEntry, Ticket, TicketStatus};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::answer::{Code, Failed, customer, output};
use super::guard;
use store::acts::Act;
use tools::{ActContext, Plan, Tool, ToolError, given};

/// The argument with a model's words to the caller.
pub const TELL: &str = "tell";

/// Maximum length of the description and of the notes, in characters.
const LONGEST: usize = 2_000;

#[derive(Deserialize, JsonSchema)]
#[schemars(transform = aliases)]
struct Args {
    /// From find_customer.
    customer_id: String,
    #[serde(alias = "ticket_type")]
    #[schemars(with = "String", transform = kinds)]
    problem_type: TicketKind,
    /// What is wrong and what was found.
    #[serde(alias = "summary")]
    problem_description: String,
    /// "medium" if not given.
    #[serde(default)]
    #[schemars(with = "String", transform = priorities)]
    priority: Option<Priority>,
    /// For whoever works on it.
    notes: Option<String>,
    /// In a call, what the caller hears before they are told that the fault is reported: what was found, their wishes.
    #[allow(dead_code, reason = "said by the run that asks for approval")]
    tell: Option<String>,
}

/// A closed set of names as a schema.
fn names(schema: &mut schemars::Schema, all: impl Iterator<Item = &'static str>) {
    schema.insert("enum".into(), all.collect::<Vec<_>>().into());
}

fn kinds(schema: &mut schemars::Schema) {
    names(schema, TicketKind::ALL.iter().map(|kind| kind.as_str()));
}

fn priorities(schema: &mut schemars::Schema) {
    names(schema, Priority::ALL.iter().map(|priority| priority.as_str()));
}

/// the source document's other names for two fields.
const ALIASES: [(&str, &str); 2] = [("ticket_type", "problem_type"), ("summary", "problem_description")];

fn aliases(schema: &mut schemars::Schema) {
    base::schema::also(schema, &ALIASES);
}

pub fn tool() -> Tool {
    Tool::acts(
        "create_ticket",
        "Opens a ticket for an internet customer: a network issue, a technician's visit or new equipment. It acts: a \
         person may have to agree before it is opened.",
        plan,
    )
}

async fn plan(ctx: ActContext, args: Args) -> Result<Plan, ToolError> {
    guard::allows(&ctx.tool, Some(&args.customer_id))?;
    let db = &ctx.tool.db;
    let customer = customer(db, &args.customer_id).await.map_err(refused)?;
    let description = text("problem_description", &args.problem_description)?;
    let notes = given(&args.notes).map(|notes| text("notes", notes)).transpose()?;
    let kind = args.problem_type.as_str();
    let priority = args.priority.unwrap_or(Priority::Medium);
    let number = number(&ctx.key);
    let ticket = Ticket {
        id: format!("TKT-{number}"),
        customer_id: customer.id.clone(),
        kind: kind.to_owned(),
        status: TicketStatus::Open,
        priority,
        description: description.clone(),
        notes: notes.clone(),
        troubleshooting_steps: tried(&ctx),
        session_id: None,
        created_at: ctx.now,
        updated_at: ctx.now,
    };
    let entry = HistoryEntry {
        id: format!("H-{number}"),
        customer_id: customer.id.clone(),
        at: ctx.now,
        kind: "ticket_opened".to_owned(),
        detail: format!("Ticket {} ({kind}, {priority}): {description}", ticket.id),
        ticket_id: Some(ticket.id.clone()),
    };
    let mut changes = vec![
        FieldChange::new("Customer", &customer.id),
        FieldChange::new("Kind", kind.replace('_', " ")),
        FieldChange::new("Priority", priority.as_str()),
        FieldChange::new("Description", description),
    ];
    changes.extend(notes.map(|n| FieldChange::new("Notes", n)));
    let proposal = Proposal { title: format!("Open a ticket for {}", customer.id), changes };
    let message = format!("Ticket {} was opened for {}: {}.", ticket.id, customer.id, kind.replace('_', " "));
    let data = json!({"success": true, "ticket_id": ticket.id, "message": message});
    // A call's key is the run's id, a colon and the call's own name.
    let run_id = ctx.key.split(':').next().unwrap_or_default().to_owned();
    let act = Act::OpenTicket { ticket: Box::new(ticket), entry, run_id };
    Ok(Plan { proposal, deed: act.into(), output: output(data, message) })
}

/// The steps that the caller has tried, one per line.
fn tried(ctx: &ActContext) -> Option<String> {
    let guide = ctx.tool.call.as_ref()?.guide.as_ref()?;
    let given = guide.steps.get(..guide.given.min(guide.steps.len()))?;
    (!given.is_empty()).then(|| given.join("\n"))
}

fn refused(failed: Failed) -> ToolError {
    let code = if failed.code == Code::NotFound { Code::CustomerNotFound } else { failed.code };
    ToolError::new(format!("{}: {}", code.as_str(), failed.message))
}

/// Eight digits and letters unique to one call.
fn number(key: &str) -> String {
    Sha256::digest(key).iter().take(4).map(|b| format!("{b:02X}")).collect()
}

/// A required text, trimmed.
fn text(name: &str, value: &str) -> Result<String, ToolError> {
    let value = value.trim();
    match value.chars().count() {
        0 => Err(ToolError::new(format!("{name} is empty."))),
        n if n > LONGEST => Err(ToolError::new(format!("{name} has {n} characters; at most {LONGEST} are taken."))),
        _ => Ok(value.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tools::Registry;

    #[test]
    fn other_names_are_taken_and_not_shown() {
        let registry = Registry::new(vec![tool()]);
        let tool = registry.get("create_ticket").unwrap();
        for args in [
            json!({"customer_id": "C1", "problem_type": "network_issue", "problem_description": "x"}),
            json!({"customer_id": "C1", "ticket_type": "technician_visit", "summary": "x", "priority": "high"}),
        ] {
            assert_eq!(registry.check(tool, &args), Ok(()));
            assert!(serde_json::from_value::<Args>(args).is_ok());
        }
        let error = registry.check(tool, &json!({"customer_id": "C1", "ticket_type": "other"})).unwrap_err();
        assert!(error.message.contains("problem_description is missing"), "{error}");
        assert!(
            error.message.contains("equipment_replacement") && !error.message.contains("problem_type is"),
            "{error}"
        );
        assert!(!tool.schema.text().contains("ticket_type"), "{}", tool.schema.text());
    }

    #[test]
    fn one_call_makes_one_number() {
        assert_eq!(number("run:c1"), number("run:c1"));
        assert_ne!(number("run:c1"), number("run:c2"));
        assert_eq!(number("run:c1").len(), 8);
    }
}
