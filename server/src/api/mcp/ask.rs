//! The tool `ask`: runs a question in words like any other and returns its answer with sources. Actions are only
//! proposed: a person decides in the desk, never the agent that asked.

use app::api::research::Research;
use futures::StreamExt;
use model::answer::Citation;
use model::run::{Run, RunEvent, StoredEvent};
use model::session::Ask;
use rmcp::model::{CallToolResult, ProgressNotificationParam, Tool, ToolAnnotations};
use rmcp::service::{RequestContext, RoleServer};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::Api;
use super::{object, resources, titled, told};
use crate::agent::trace;

pub const NAME: &str = "ask";

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    /// The question, in words.
    question: String,
    /// The conversation to continue: the sessionId of an earlier answer.
    session_id: Option<String>,
}

pub fn tool() -> Tool {
    let schema = crate::schema::shown(&schemars::schema_for!(Args).to_value());
    let says = "Answers a question about customers, their messages, cases and documents. The answer is in words; numbers \
        in square brackets cite its sources: the row or record behind each figure.";
    // It stores a conversation and changes nothing else.
    let hints = ToolAnnotations::new().read_only(false).destructive(false).open_world(false);
    titled(Tool::new(NAME, says, object(&schema)), "Ask the desk").with_annotations(hints)
}

/// Runs the question to its end, reporting each step to the client if it asked for progress.
pub async fn answer(api: &Api, args: Value, context: &RequestContext<RoleServer>) -> Result<CallToolResult, String> {
    let args: Args = serde_json::from_value(args).map_err(|e| format!("Invalid arguments for ask: {e}."))?;
    let ask = Ask { query: args.question, session_id: args.session_id, ..Ask::default() };
    let asked = api.ask(ask).await.map_err(|error| error.to_string())?;
    let ended = tokio::select! {
        ended = follow(api, &asked.run_id, context) => ended,
        () = context.ct.cancelled() => Err("The client cancelled the question.".to_owned()),
    };
    if ended.is_err() {
        // The run may have just ended.
        let _ = api.cancel(&asked.run_id).await;
    }
    ended?;
    let run = api.run(&asked.run_id).await.map_err(|error| error.to_string())?;
    let body = body(&run);
    match run.failed_because() {
        Some(why) => Err(why),
        None => Ok(told(text(&run), body)),
    }
}

/// Until the run ends or waits for a person.
async fn follow(api: &Api, run_id: &str, context: &RequestContext<RoleServer>) -> Result<(), String> {
    let agent = &api.services.agent;
    if let Some(token) = context.meta.get_progress_token() {
        let mut steps = 0.0;
        let mut rows = std::pin::pin!(agent.watch(run_id, 0).await.map_err(|error| error.to_string())?);
        while let Some(row) = rows.next().await {
            let message = match serde_json::from_str::<StoredEvent>(&row.json).map(|stored| stored.event) {
                Ok(RunEvent::ToolStarted { tool, .. }) => format!("Calls {tool}"),
                Ok(RunEvent::Answered { .. }) => "Checks the answer".into(),
                Ok(RunEvent::ApprovalRequested { .. }) => break,
                _ => continue,
            };
            steps += 1.0;
            let progress = ProgressNotificationParam::new(token.clone(), steps).with_message(message);
            // A client that misses a step still gets the answer.
            let _ = context.peer.notify_progress(progress).await;
        }
    }
    agent.finish(run_id).await.map(drop).map_err(|error| error.to_string())
}

/// The answer in words with its sources, formatted for a model.
fn text(run: &Run) -> String {
    let mut text = trace::whole_text(run);
    if !run.citations().is_empty() {
        text.push_str("\n\nSources:");
    }
    for (number, citation) in run.numbered_citations() {
        let said = match citation {
            Citation::Row(row) => row.text.clone(),
            Citation::Record(source) => {
                format!("{} ({} {}{}): {}", source.title, source.kind, source.id, source.mark(), source.quoted())
            }
        };
        text.push_str(&format!("\n[{number}] {said}"));
    }
    text
}

fn body(run: &Run) -> Value {
    let sources = run.numbered_citations().map(|(number, citation)| {
        let mut source = match citation {
            Citation::Row(row) => {
                json!({"type": "row", "tool": run.tool_of(row), "text": row.text, "call": row.call, "path": row.path})
            }
            Citation::Record(source) => json!(source),
        };
        source["number"] = json!(number);
        source
    });
    let [cited, matched, not_verified] = run.graded();
    json!({
        "answer": run.answer.as_ref().map(|answer| answer.text.as_str()).unwrap_or_default(),
        "sources": sources.collect::<Vec<_>>(),
        "notCovered": run.caveats().collect::<Vec<_>>(),
        "figures": {"cited": cited, "matched": matched, "notVerified": not_verified},
        "status": run.status,
        "followUpQuestions": run.follow_ups,
        "runId": run.id,
        "sessionId": run.session_id,
        "resource": resources::uri(&run.id),
    })
}
