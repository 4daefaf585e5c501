//! The desk's own read-only tools, as another agent calls them: the same as `POST /api/analysis/…`.

use std::sync::Arc;

use model::run::Outcome;
use rmcp::model::{CallToolResult, ContentBlock, ErrorData, Tool, ToolAnnotations};
use serde_json::Value;

use super::super::{Api, audit};
use super::{ask, failed, object, titled, told};
use crate::skills::SUPPORT;
use crate::tools::{self, Effect, ToolError};

/// Tools of support calls are for one caller only, and external tools belong to their own servers.
pub(in crate::api) fn is_ours(tool: &tools::Tool) -> bool {
    tool.effect == Effect::Reads && tool.skill.name != SUPPORT && tool.teller.is_none()
}

pub fn list(api: &Api) -> Vec<Tool> {
    let one = |tool: &Arc<tools::Tool>| {
        let told = Tool::new(tool.name.to_string(), tool.description.to_string(), object(&tool.schema));
        let title = model::text::capital(&tool.name.replace('_', " "));
        titled(told, &title).with_annotations(ToolAnnotations::new().read_only(true).open_world(false))
    };
    let all = api.services.agent.tools();
    std::iter::once(ask::tool()).chain(all.all().iter().filter(|tool| is_ours(tool)).map(one)).collect()
}

/// A tool's result; the inner error is for the agent that called it.
///
/// # Errors
/// For an unknown tool.
pub async fn call(api: &Api, name: &str, args: Value) -> Result<Result<CallToolResult, ToolError>, ErrorData> {
    let all = api.services.agent.tools();
    let known = all.get(name).map_err(|error| ErrorData::invalid_params(error.message, None))?;
    if !is_ours(known) {
        return Err(ErrorData::invalid_params(format!("{name} cannot be called from outside."), None));
    }
    let of = args.as_object().and_then(|args| audit::opened(name, args));
    match api.services.agent.call_tool_for_model(name, args).await {
        Ok(output) => {
            api.read(name, of, output.shown()).await.map_err(failed)?;
            let data = output.with_summary();
            Ok(Ok(told(data.to_string(), data)))
        }
        Err(error) => Ok(Err(error)),
    }
}

/// The error as a result; of an unknown source, with those that there are.
pub fn failure(error: ToolError) -> CallToolResult {
    let message = error.to_string();
    let structured = Outcome::from(error).unknown_source();
    let text = structured.as_ref().map_or(message, ToString::to_string);
    let mut result = CallToolResult::error(vec![ContentBlock::text(text)]);
    result.structured_content = structured;
    result
}
