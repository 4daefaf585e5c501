//! Tools of what an MCP server lists. A tool that the server does not mark as reading acts: a person is asked.

use std::collections::BTreeSet;
use std::sync::Arc;

use rmcp::model;
use serde_json::Value;

use super::super::{act, schema, text};
use super::Link;
use super::asks::accept_answers;
use tools::{Plan, RemoteEffect, SideEffect, Tool, Work};

/// The tools that can be used, and of the others why not.
pub fn of(link: &Arc<Link>, listed: Vec<model::Tool>) -> (Vec<Tool>, Vec<String>) {
    let only: BTreeSet<&str> = link.settings.only.iter().map(String::as_str).collect();
    let wanted = |tool: &model::Tool| only.is_empty() || only.contains(&*tool.name);
    let (mut tools, mut left_out) = (Vec::new(), Vec::new());
    for tool in listed.into_iter().filter(wanted) {
        match one(link, &tool) {
            Ok(tool) => tools.push(tool),
            Err(why) => left_out.push(format!("The tool {} is left out: {why}.", text::line(&tool.name, 64))),
        }
    }
    (tools, left_out)
}

fn one(link: &Arc<Link>, tool: &model::Tool) -> Result<Tool, String> {
    let mut accepts = schema::clean(&Value::Object((*tool.input_schema).clone()))?;
    accept_answers(&mut accepts);
    let words = tool.description.as_deref().or(tool.title.as_deref()).unwrap_or_default();
    let hinted = tool.annotations.as_ref().and_then(|a| a.read_only_hint) == Some(true);
    let is_in = |names: &[String]| names.iter().any(|name| *name == tool.name);
    let reads = is_in(&link.settings.reads) || (hinted && !is_in(&link.settings.acts));
    let (link, name) = (link.clone(), tool.name.to_string());
    let ours = text::tool_name(&link.name, &tool.name);
    let teller = format!("The MCP server {}", link.name);
    let skill = format!("mcp:{}", link.name);
    let work = if reads { reading(link, name) } else { acting(link, name) };
    Ok(Tool::declared(ours, text::line(words, text::DESCRIPTION), accepts, work).told_by(&teller, &skill))
}

fn reading(link: Arc<Link>, name: String) -> Work {
    Work::reads(move |context, args| {
        let (link, name) = (link.clone(), name.clone());
        async move {
            act::at_the_desk(&context)?;
            Ok(link.call(&name, args, None, &context.scope).await?)
        }
    })
}

fn acting(link: Arc<Link>, name: String) -> Work {
    Work::acts(move |context, args| {
        let (link, name) = (link.clone(), name.clone());
        async move {
            act::at_the_desk(&context.tool)?;
            let proposal = act::proposal(format!("Call {name} on the MCP server {}", link.name), &args)?;
            let (scope, key) = (context.tool.scope, context.key);
            let errand = RemoteEffect::new(move || {
                let (link, name, args, scope, key) =
                    (link.clone(), name.clone(), args.clone(), scope.clone(), key.clone());
                async move { link.call(&name, args, Some(&key), &scope).await }
            });
            Ok(Plan { proposal, deed: SideEffect::Outside(errand), output: Default::default() })
        }
    })
}
