//! `assign_case`: gives a case to someone.

use model::approval::{FieldChange, Proposal};
use model::record::CaseStatus;
use model::run::ToolOutput;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{case, text};
use crate::evidence;
use query::values::pick;
use store::accounts;
use store::acts::Act;
use tools::{ActContext, Plan, Tool, ToolContext, ToolError};

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Args {
    /// The case's id, e.g. "case-0123".
    case_id: String,
    /// Who it goes to, by name; at most 100 characters.
    assignee: String,
}

pub fn tool() -> Tool {
    Tool::acts(
        "assign_case",
        "Gives a case to a person by name. It acts: a person sees the proposal and must agree before anything happens. \
         Use it only when the person asked for it.",
        plan,
    )
}

async fn plan(ctx: ActContext, args: Args) -> Result<Plan, ToolError> {
    let case = case(&ctx.tool, &args.case_id).await?;
    let assignee = person(&ctx.tool, &text("assignee", &args.assignee, 100)?).await?;
    if case.status == CaseStatus::Closed {
        return Err(ToolError::new(format!("{} is closed. Open a new case instead.", case.id)));
    }
    if case.assigned_to.as_deref() == Some(assignee.as_str()) {
        return Err(ToolError::new(format!("{} is assigned to {assignee} already.", case.id)));
    }
    let change =
        FieldChange { field: "Assigned to".into(), before: case.assigned_to.clone(), after: Some(assignee.clone()) };
    let proposal =
        Proposal { title: format!("Assign {} to {assignee}", case.id), changes: vec![about(&case.title), change] };
    let before = case.assigned_to.clone();
    let from = before.as_ref().map(|b| format!(", before {b}")).unwrap_or_default();
    let summary = format!("{} (“{}”) is now assigned to {assignee}{from}.", case.id, case.title);
    let sources = evidence::of_cases(&ctx.tool.db, std::slice::from_ref(&case)).await?;
    let data = json!({
        "caseId": case.id, "title": case.title, "assignedTo": assignee, "before": before,
    });
    let output = ToolOutput { data, summary, sources, ..ToolOutput::default() };
    Ok(Plan { proposal, deed: Act::AssignCase { case_id: case.id, before, assignee, now: ctx.now }.into(), output })
}

/// Somebody who works on cases, looks after customers or has an account, by their stored name.
async fn person(ctx: &ToolContext, name: &str) -> Result<String, ToolError> {
    let vocabulary = ctx.vocabulary.get(&ctx.db).await?;
    let columns =
        vocabulary.people.iter().filter(|(column, _)| matches!(*column, "assigned_to" | "relationship_manager"));
    let mut known: Vec<String> = columns.flat_map(|(_, names)| names.iter().cloned()).collect();
    known.extend(accounts::all(&ctx.db).await?.into_iter().filter(|a| !a.disabled).map(|a| a.name));
    known.sort_unstable();
    known.dedup();
    let wanted = pick::phrase(name);
    match known.iter().find(|known| pick::phrase(known) == wanted) {
        Some(known) => Ok(known.clone()),
        // If no people are known, no name can be mistaken.
        None if known.is_empty() => Ok(name.to_owned()),
        None => Err(ToolError::unknown("person", name, &known)),
    }
}

/// The case's title, unchanged.
fn about(title: &str) -> FieldChange {
    FieldChange { field: "Case".into(), before: Some(title.to_owned()), after: Some(title.to_owned()) }
}
