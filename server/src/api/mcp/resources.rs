//! Runs as resources: `plumbline://runs` lists the latest ones, `plumbline://runs/{id}` is one, folded from its events.

use app::api::research::Research;
use model::error::AppError;
use model::time::full_time;
use rmcp::model::{ReadResourceResult, Resource, ResourceContents, ResourceTemplate};
use serde_json::{Value, json};

use super::super::Api;
use crate::store::runs;

/// The list of the latest runs.
pub const RUNS: &str = "plumbline://runs";
const JSON: &str = "application/json";
/// Number of runs listed.
const MAX_RUNS: i64 = 50;

pub fn uri(run_id: &str) -> String {
    format!("{RUNS}/{run_id}")
}

/// The run that a resource's URI names.
pub fn run_of(uri: &str) -> Option<&str> {
    uri.strip_prefix(RUNS)?.strip_prefix('/').filter(|id| !id.is_empty())
}

pub fn template() -> ResourceTemplate {
    ResourceTemplate::new(format!("{RUNS}/{{id}}"), "run")
        .with_description("A question with its steps, results, answer and sources")
        .with_mime_type(JSON)
}

pub async fn list(api: &Api) -> Result<Vec<Resource>, AppError> {
    let all = Resource::new(RUNS, "runs").with_description("The last questions, the newest first").with_mime_type(JSON);
    let one = |run: &runs::RunSummary| {
        let about = format!("{}, {}", run.status, full_time(run.created_at));
        Resource::new(uri(&run.id), run.question.clone()).with_description(about).with_mime_type(JSON)
    };
    let last = runs::latest(&api.services.db, api.whose(), MAX_RUNS).await?;
    Ok(std::iter::once(all).chain(last.iter().map(one)).collect())
}

pub async fn read(api: &Api, uri_: &str) -> Result<ReadResourceResult, AppError> {
    let value = match uri_.strip_prefix(RUNS).map(|rest| rest.strip_prefix('/').unwrap_or(rest)) {
        Some("") => {
            let one = |run: runs::RunSummary| -> Value {
                json!({"uri": uri(&run.id), "id": run.id, "sessionId": run.session_id, "question": run.question,
                    "status": run.status, "askedAt": run.created_at})
            };
            let last = runs::latest(&api.services.db, api.whose(), MAX_RUNS).await?;
            json!({"runs": last.into_iter().map(one).collect::<Vec<_>>()})
        }
        Some(id) => json!(api.run(id).await?),
        None => return Err(AppError::not_found(format!("There is no {uri_}. Resources begin with {RUNS}."))),
    };
    Ok(ReadResourceResult::new(vec![ResourceContents::text(value.to_string(), uri_).with_mime_type(JSON)]))
}
