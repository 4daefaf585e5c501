//! Makes tools from an MCP server's list. A tool acts, and needs approval, unless the settings list it as reading; the
//! server's own hint (`readOnlyHint`) is ignored. Only accepted versions are used: new or changed tools wait for an
//! admin.

use std::collections::BTreeSet;
use std::sync::Arc;

use rmcp::model;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::super::{Listed, MOST_TOOLS, act, schema, text};
use super::Link;
use super::asks::accept_answers;
use store::pins::Pin;
use tools::{Plan, RemoteEffect, SideEffect, Tool, Work};

/// Characters of a tool's description kept for review.
const MAX_DESCRIPTION_CHARS: usize = 20_000;

/// The configured tools.
pub fn wanted(link: &Link, listed: Vec<model::Tool>) -> Vec<model::Tool> {
    listed.into_iter().filter(|tool| link.settings.uses(&tool.name)).collect()
}

/// The names and descriptions of tools.
pub fn listed(tools: &[model::Tool]) -> Vec<Listed> {
    let words =
        |tool: &model::Tool| tool.description.as_deref().or(tool.title.as_deref()).unwrap_or_default().to_owned();
    tools.iter().take(MOST_TOOLS).map(|tool| Listed::new(&tool.name, &words(tool))).collect()
}

/// A tool's description with its hash.
pub fn pin(tool: &model::Tool) -> Pin {
    let description = json!({"title": tool.title, "description": tool.description, "schema": *tool.input_schema});
    let description = description.to_string();
    let hash = Sha256::digest(format!("{}\n{description}", tool.name));
    let hash = hash[..16].iter().map(|b| format!("{b:02x}")).collect();
    Pin { tool: tool.name.to_string(), hash, description: text::lines(&description, MAX_DESCRIPTION_CHARS) }
}

/// The usable tools, and why the others are not.
pub fn usable(link: &Arc<Link>, listed: Vec<model::Tool>, accepted: &BTreeSet<String>) -> (Vec<Tool>, Vec<String>) {
    let (mut tools, mut left_out) = (Vec::new(), Vec::new());
    for tool in listed {
        if !accepted.contains(&*tool.name) {
            let name = text::line(&tool.name, 64);
            let advice = format!("look at it with `plumbline mcp accept {}`", link.name);
            left_out.push(format!(
                "The tool {name} is left out: it is new or has changed, and waits to be accepted; {advice}."
            ));
            continue;
        }
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
    let reads = link.settings.reads.iter().any(|name| *name == tool.name);
    let (link, name) = (link.clone(), tool.name.to_string());
    let ours = text::tool_name(&link.name, &tool.name);
    let teller = format!("The MCP server {}", link.name);
    let skill = format!("mcp:{}", link.name);
    let acting = acting(link.clone(), name.clone());
    let work = if reads { reading(link, name).or_proposed(acting) } else { acting };
    Ok(Tool::declared(ours, text::line(words, text::DESCRIPTION), accepts, work).told_by(&teller, &skill))
}

fn reading(link: Arc<Link>, name: String) -> Work {
    Work::reads(move |context, args| {
        let (link, name) = (link.clone(), name.clone());
        async move {
            act::at_the_desk(&context)?;
            Ok(link.call(&name, args, None, &context).await?)
        }
    })
}

fn acting(link: Arc<Link>, name: String) -> Work {
    Work::acts(move |context, args| {
        let (link, name) = (link.clone(), name.clone());
        async move {
            act::at_the_desk(&context.tool)?;
            let proposal = act::proposal(format!("Call {name} on the MCP server {}", link.name), &args)?;
            let (tool, key) = (context.tool, context.key);
            let errand = RemoteEffect::new(move || {
                let (link, name, args, tool, key) =
                    (link.clone(), name.clone(), args.clone(), tool.clone(), key.clone());
                async move { link.call(&name, args, Some(&key), &tool).await }
            });
            Ok(Plan { proposal, deed: SideEffect::Outside(errand), output: Default::default() })
        }
    })
}
