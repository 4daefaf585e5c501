//! Skills and their tools, as clients see them.

use axum::extract::Path;
use axum::http::StatusCode;
use model::session::Page;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::body::{Json, JsonReply};
use super::error::Problem;
use crate::api::Api;
use crate::api::outside::{AcceptedTool, WaitingTool};
use crate::tools::{Effect, Tool};

/// A group of tools for one domain.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Skill {
    name: String,
    description: String,
    version: String,
    domain: String,
    tags: Vec<String>,
    /// By name; `GET /api/research/tools` describes them.
    tools: Vec<SkillTool>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct SkillTool {
    name: String,
    description: String,
}

/// `GET /skills`.
pub async fn list(api: Api) -> axum::Json<Page<Skill>> {
    let tools = api.services.agent.tools();
    let skill = |(about, tools): (std::sync::Arc<crate::tools::Skill>, Vec<&Tool>)| Skill {
        name: about.name.to_string(),
        description: about.description.to_string(),
        version: about.version.to_string(),
        domain: about.domain.to_string(),
        tags: about.tags.iter().map(ToString::to_string).collect(),
        tools: tools.into_iter().map(SkillTool::of).collect(),
    };
    axum::Json(Page::of(tools.skills().into_iter().map(skill).collect()))
}

impl SkillTool {
    fn of(tool: &Tool) -> Self {
        Self { name: tool.name.to_string(), description: tool.description.to_string() }
    }
}

/// A typed function over the data.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ToolItem {
    name: String,
    description: String,
    /// It changes something: a person must approve each call.
    acts: bool,
    /// JSON Schema of its arguments.
    parameters: Value,
    /// The server or API it comes from, for outside tools.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
}

/// `GET /api/research/tools`.
pub async fn tools(api: Api) -> axum::Json<Page<ToolItem>> {
    let item = |t: &Tool| ToolItem {
        name: t.name.to_string(),
        description: t.description.to_string(),
        acts: t.effect == Effect::Acts,
        parameters: (*t.schema).clone(),
        from: t.teller.as_ref().map(|_| t.skill.name.to_string()),
    };
    axum::Json(Page::of(api.services.agent.tools().all().iter().map(|t| item(t)).collect()))
}

/// `GET /api/outside`.
pub async fn waiting(api: Api) -> JsonReply<Page<WaitingTool>> {
    Ok(axum::Json(Page::of(api.waiting_tools().await?)))
}

/// `POST /api/outside/{server}`.
pub async fn accept(
    api: Api,
    Path(server): Path<String>,
    Json(tool): Json<AcceptedTool>,
) -> Result<StatusCode, Problem> {
    api.accept_tool(&server, &tool).await?;
    Ok(StatusCode::NO_CONTENT)
}
