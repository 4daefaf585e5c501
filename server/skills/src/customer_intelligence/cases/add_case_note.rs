//! `add_case_note`: writes a note on a case, in the approver's name.

use model::approval::{FieldChange, Proposal};
use model::record::CaseNote;
use model::run::ToolOutput;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{case, id_of, text};
use crate::evidence;
use store::acts::Act;
use tools::{ActContext, Plan, Tool, ToolError};

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Args {
    /// The case's id, e.g. "case-0123".
    case_id: String,
    /// The note; at most 5,000 characters.
    note: String,
}

pub fn tool() -> Tool {
    Tool::acts(
        "add_case_note",
        "Writes a note on a case. It acts: a person sees the proposal and must agree before anything happens. Use it \
         only when the person asked for it.",
        plan,
    )
}

async fn plan(ctx: ActContext, args: Args) -> Result<Plan, ToolError> {
    let case = case(&ctx.tool, &args.case_id).await?;
    let body = text("note", &args.note, 5_000)?;
    let title = FieldChange { field: "Case".into(), before: Some(case.title.clone()), after: Some(case.title.clone()) };
    let proposal =
        Proposal { title: format!("Add a note to {}", case.id), changes: vec![title, FieldChange::new("Note", &body)] };
    let note = CaseNote { id: id_of("note", &ctx.key), case_id: case.id.clone(), author: ctx.by, body, at: ctx.now };
    let summary = format!("The note was added to {} (“{}”).", case.id, case.title);
    let sources = evidence::of_cases(&ctx.tool.db, std::slice::from_ref(&case)).await?;
    let data = json!({
        "caseId": case.id, "title": case.title, "noteId": note.id, "author": note.author,
        "note": note.body,
    });
    let output = ToolOutput { data, summary, sources, ..ToolOutput::default() };
    Ok(Plan { proposal, deed: Act::AddNote(note).into(), output })
}
