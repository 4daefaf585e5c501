//! The analysis screens over REST, with the same figures as the page; and single analyses, each by the
//! tool that a run uses for it: the body contains its arguments, as described by `GET /api/research/tools`.

use axum::extract::Path;
use model::analysis::{AnalysisQuery, Journey, Quadrants, Timeline};
use model::answer::Source;
use model::error::AppError;
use model::session::Page;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::body::{Json, JsonReply, Query};
use super::results;
use crate::api::{Api, audit};

/// `GET /api/analysis/timeline`: bubbles and events of a range.
pub async fn timeline(api: Api, Query(query): Query<AnalysisQuery>) -> JsonReply<Timeline> {
    Ok(axum::Json(api.timeline(query).await?))
}

/// `GET /api/analysis/journey`: sentiment by stage, for the largest products.
pub async fn journey(api: Api, Query(query): Query<AnalysisQuery>) -> JsonReply<Page<Journey>> {
    Ok(axum::Json(Page::of(api.journeys(query).await?)))
}

/// `GET /api/analysis/quadrant`: topics by volume and sentiment, for the largest products.
pub async fn quadrant(api: Api, Query(query): Query<AnalysisQuery>) -> JsonReply<Quadrants> {
    Ok(axum::Json(api.quadrants(query).await?))
}

/// Analyses by the names that clients use, with their tools.
const ANALYSES: [(&str, &str); 8] = [
    ("sentiment", "analyze_sentiment"),
    ("topics", "analyze_topics"),
    ("trends", "analyze_trends"),
    ("patterns", "detect_anomalies"),
    ("risk", "assess_risk"),
    ("issues", "detect_issues"),
    ("customer-health", "analyze_customer_health"),
    ("relationship", "get_relationship_summary"),
];

/// Analyses of communications.
const COMMUNICATIONS: [(&str, &str); 5] = [
    ("search", "search_knowledge_base"),
    ("similar", "find_similar"),
    ("aggregations", "query_data"),
    ("stats", "get_category_breakdown"),
    ("get", "get_record"),
];

/// Queries in the query language.
const RRG: [(&str, &str); 1] = [("execute", "query_data")];

/// `POST /api/analysis/{what}`.
pub async fn analyze(api: Api, Path(what): Path<String>, Json(args): Json<Args>) -> JsonReply<Found> {
    by_tool(&api, &ANALYSES, &what, args).await
}

/// `POST /api/communications/{what}`.
pub async fn communications(api: Api, Path(what): Path<String>, Json(args): Json<Args>) -> JsonReply<Found> {
    by_tool(&api, &COMMUNICATIONS, &what, args).await
}

/// `POST /api/rrg/{what}`.
pub async fn rrg(api: Api, Path(what): Path<String>, Json(args): Json<Args>) -> JsonReply<Found> {
    by_tool(&api, &RRG, &what, args).await
}

/// The arguments of the tool, as `GET /api/research/tools` describes them.
#[derive(serde::Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Args(Map<String, Value>);

/// The tool's result, with the records that it read.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ToolResult")]
pub struct Found {
    /// One or two sentences for people.
    summary: String,
    sources: Vec<Source>,
    #[serde(flatten)]
    data: Map<String, Value>,
}

async fn by_tool(api: &Api, known: &[(&str, &str)], what: &str, args: Args) -> JsonReply<Found> {
    let Some((_, tool)) = known.iter().find(|(name, _)| *name == what) else {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let detail = format!("There is no analysis \"{what}\"; there are {}.", names.join(", "));
        return Err(AppError::NotFound { detail }.into());
    };
    let opened = audit::opened(tool, &args.0);
    let output = api.services.agent.call_tool(tool, args.0.into()).await?;
    api.read(tool, opened, output.shown()).await?;
    let Value::Object(mut data) = results::known(tool, &output, &|_| None) else {
        return Err(AppError::internal().into());
    };
    // The sources are in a separate field.
    data.retain(|name, _| !["summary", "sources"].contains(&name.as_str()));
    Ok(axum::Json(Found { summary: output.summary, sources: output.sources, data }))
}
