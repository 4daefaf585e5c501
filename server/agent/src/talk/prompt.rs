//! Prompts: template files, and the texts that fill them (A-009, A-041 to A-044, E-008).
//!
//! Deliberately not here: the wording, which is in `prompts/*.md`.

use std::sync::LazyLock;

use model::run::{Route, Strategy};
use regex::Regex;
use serde_json::Value;

use super::catalog;
use super::fit::{finds_tools, instructions, of_loop, tools};
use crate::view::View;
use base::pattern;
use llm::{ToolList, ToolSpec};
use tools::{Effect, Tool};

pub const RESEARCHER: &str = include_str!("../prompts/researcher.md");
pub const REACT: &str = include_str!("../prompts/react.md");
/// The method of deep research: for the planning strategy.
pub const RESEARCH: &str = include_str!("../prompts/research.md");
pub const TOOLS: &str = include_str!("../prompts/tools.md");
pub const PLAN: &str = include_str!("../prompts/plan.md");
pub const REFLECT: &str = include_str!("../prompts/reflect.md");
pub const SYNTHESIZE: &str = include_str!("../prompts/synthesize.md");
pub const REPAIR: &str = include_str!("../prompts/repair.md");
pub const ROUTE: &str = include_str!("../prompts/route.md");
pub const SUMMARIZE: &str = include_str!("../prompts/summarize.md");
/// For a support call, and how a model without native tool calls writes its steps there (B-003, B-009).
pub const CALL: &str = include_str!("../prompts/call.md");
/// For the reply to a caller when no further tool may be called.
pub const SPEAK: &str = include_str!("../prompts/speak.md");
pub const CALL_REACT: &str = include_str!("../prompts/call_react.md");
pub const FOLLOW_UPS: &str = include_str!("../prompts/follow_ups.md");

/// Fills the placeholders `{{name}}`. Placeholders within values are not filled.
pub fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(at) = rest.find("{{") {
        out.push_str(&rest[..at]);
        rest = &rest[at + 2..];
        let Some(end) = rest.find("}}") else {
            out.push_str("{{");
            continue;
        };
        if let Some((_, value)) = values.iter().find(|(name, _)| *name == rest[..end].trim()) {
            out.push_str(value);
        }
        rest = &rest[end + 2..];
    }
    out.push_str(rest);
    out
}

/// How to take steps, within the run's limits.
pub fn protocol(template: &str, view: &View<'_>, tools: &str) -> String {
    let limits = view.run.limits.as_ref();
    let most = limits.map_or(0, |l| l.max_iterations).to_string();
    let calls = limits.map_or(0, |l| l.max_tool_calls).to_string();
    fill(template, &[("tools", tools), ("maxIterations", &most), ("maxCalls", &calls)])
}

/// The persona, what data there is, the skills' instructions, the day, and the question's limits.
pub fn researcher(view: &View<'_>) -> String {
    let day = view.as_of.format("%A, %Y-%m-%d").to_string();
    let offered = tools(view);
    let names: Vec<&str> = offered.iter().map(|tool| &*tool.name).collect();
    let mut skills = instructions(view, &offered, &names);
    let finds = finds_tools(view);
    let more = if finds { catalog::skills(view) } else { String::new() };
    if !more.is_empty() {
        skills.push_str(&format!("\n\n## Further skills\n\nTheir tools are offered by `find_tools`.\n\n{more}"));
    }
    if view.run.strategy == Strategy::Plan {
        skills.push_str(&format!("\n\n{RESEARCH}"));
    }
    // A router's choice is of use only to a model that was asked for it.
    let route = if finds { String::new() } else { route(view.run.route.as_ref()) };
    let sources = catalog::sources(view);
    let text = fill(
        RESEARCHER,
        &[("skills", &skills), ("asOf", &day), ("scope", &scope(view)), ("route", &route), ("sources", &sources)],
    );
    // Where a value is empty, its lines are.
    static GAP: LazyLock<Regex> = LazyLock::new(|| pattern("\n{3,}"));
    GAP.replace_all(&text, "\n\n").into_owned()
}

/// The route (E-010).
fn route(route: Option<&Route>) -> String {
    let Some(Route { domain, secondary, reasoning, .. }) = route else { return String::new() };
    let others = if secondary.is_empty() { String::new() } else { format!(" Secondary: {}.", secondary.join(", ")) };
    format!("Primary domain: {domain}.{others} {reasoning}")
}

fn scope(view: &View<'_>) -> String {
    let scope = &view.run.scope;
    let mut parts = Vec::new();
    let mut add = |what: &str, value: Option<String>| parts.extend(value.map(|v| format!("{what} {v}")));
    for (field, value) in scope.values() {
        add(if field == "customerId" { "customer" } else { field }, Some(value.to_owned()));
    }
    add("topics", (!scope.selected_items.is_empty()).then(|| scope.selected_items.join("; ")));
    add("the days", scope.time_window.map(|w| w.label()));
    let bounds = if parts.is_empty() {
        String::new()
    } else {
        format!("The person has narrowed the question to {}. Tools apply this by themselves.", parts.join(", "))
    };
    let (_, taught) = view.vocabulary.taught_in(view.question());
    let (_, own) = view.vocabulary.read_as(view.question(), view.own);
    let words: String =
        taught.iter().chain(&own).map(|word| format!(" “{}” means {}.", word.word, word.meaning)).collect();
    let bounds = bounds + &words;
    match &scope.selected_bubble {
        Some(bubble) => {
            let feeling = bubble.sentiment.map(|s| format!(", {s} messages")).unwrap_or_default();
            format!("{bounds} They looked at {}{feeling}; the answer may go beyond that.", bubble.label())
        }
        None => bounds,
    }
}

/// The tools of a prompt: at most ten, including those of the loop.
pub fn specs(view: &View<'_>) -> ToolList {
    let one = |tool: &Tool| ToolSpec {
        name: tool.name.to_string(),
        description: tool.prompt_description().into_owned(),
        schema: tool.schema.clone(),
    };
    let offered = tools(view);
    // Those found on the way come last, so that the list before them stays as it was.
    let found = if finds_tools(view) { catalog::found(view) } else { Vec::new() };
    let more: Vec<&Tool> = found.into_iter().filter(|tool| !offered.iter().any(|o| o.name == tool.name)).collect();
    let own = of_loop(view);
    let names = offered.iter().chain(&more).map(|t| t.name.clone()).chain(own.iter().map(|o| o.name.clone().into()));
    let names = names.collect();
    let make =
        || offered.iter().map(|t| one(t)).chain(own).chain(more.iter().map(|t| one(t))).collect::<Vec<_>>().into();
    view.offers.get((view.tools.generation(), names), make)
}

/// The same as text (E-008): the best matches by name, then the tools of the question's domain, then the others.
pub fn tools_text(view: &View<'_>) -> String {
    let route = view.run.route.as_ref();
    let wanted = route.map(|route| route.recommended.as_slice()).unwrap_or_default();
    let offered = tools(view);
    let mut text = String::new();
    let fit: Vec<&str> = offered.iter().map(|t| &*t.name).filter(|n| wanted.iter().any(|w| w == n)).collect();
    if !fit.is_empty() {
        text.push_str(&format!("Recommended: {}.\n", fit.join(", ")));
    }
    let describe = |tool: &&Tool| tool_text(&tool.name, &tool.prompt_description(), &tool.schema, tool.effect);
    let of_domain = |tool: &&Tool| route.is_some_and(|route| *tool.skill.domain == *route.domain);
    let (primary, others): (Vec<&Tool>, Vec<&Tool>) = offered.into_iter().partition(of_domain);
    let own = of_loop(view);
    let own = own.iter().map(|own| tool_text(&own.name, &own.description, &own.schema, Effect::Reads));
    let others: String = others.iter().map(describe).chain(own).collect();
    if primary.is_empty() || others.is_empty() {
        return text + &primary.iter().map(describe).collect::<String>() + &others;
    }
    text.push_str("\n### Primary domain tools (recommended)\n");
    text.extend(primary.iter().map(describe));
    text + "\n### Other tools (available if needed)\n" + &others
}

/// A tool's name, its description, and each parameter as `- name (type): description (default: x)`.
fn tool_text(name: &str, description: &str, schema: &Value, effect: Effect) -> String {
    let acts = if effect == Effect::Acts { " (runs only after a person has approved it)" } else { "" };
    let mut text = format!("\n{name}{acts}: {description}\n");
    let required = schema["required"].as_array().map(Vec::as_slice).unwrap_or_default();
    for (parameter, property) in schema["properties"].as_object().into_iter().flatten() {
        let kind = kind(schema, property).unwrap_or_else(|| "any".into());
        let must = if required.iter().any(|r| r == parameter) { ", required" } else { "" };
        let says = property["description"].as_str().map(|says| format!(": {says}")).unwrap_or_default();
        let default =
            property.get("default").filter(|d| !d.is_null()).map(|d| format!(" (default: {d})")).unwrap_or_default();
        text.push_str(&format!("- {parameter} ({kind}{must}){says}{default}\n"));
    }
    text
}

/// The type of a parameter in words: "string", or its allowed values.
fn kind(root: &Value, schema: &Value) -> Option<String> {
    if let Some(reference) = schema["$ref"].as_str() {
        return kind(root, root.pointer(reference.trim_start_matches('#'))?);
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(choices) = schema[key].as_array() {
            let kinds: Vec<String> = choices.iter().filter_map(|c| kind(root, c)).filter(|k| k != "null").collect();
            return Some(kinds.join(" | "));
        }
    }
    if let Some(fixed) = schema.get("const") {
        return Some(fixed.to_string());
    }
    if let Some(list) = schema["enum"].as_array() {
        return Some(list.iter().filter(|v| !v.is_null()).map(Value::to_string).collect::<Vec<_>>().join(" | "));
    }
    match (&schema["type"], &schema["properties"], &schema["items"]) {
        (Value::String(one), Value::Object(fields), _) if one == "object" => {
            let field = |(name, of)| format!("{name}: {}", kind(root, of).unwrap_or_else(|| "any".into()));
            Some(format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(", ")))
        }
        (Value::String(one), _, Value::Object(_)) if one == "array" => {
            Some(format!("list of {}", kind(root, &schema["items"])?))
        }
        (Value::String(one), ..) => Some(one.clone()),
        (Value::Array(list), ..) => {
            let names: Vec<&str> = list.iter().filter_map(Value::as_str).filter(|t| *t != "null").collect();
            Some(names.join(" | "))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_filled_once() {
        let text = fill("{{a}} and {{ b }}, not {{c}}: {{", &[("a", "{{b}}"), ("b", "two")]);
        assert_eq!(text, "{{b}} and two, not : {{");
    }

    #[test]
    fn every_place_of_every_prompt_has_a_value() {
        let known = [
            "skills", "sources", "asOf", "scope", "route", "tools", "conversationHistory", "query", "maxIterations",
            "results", "warning", "why", "draft", "problems", "domains", "messages", "answer", "plan", "question",
            "cited", "maxCalls",
        ];
        for (name, text) in [
            ("researcher", RESEARCHER),
            ("research", RESEARCH),
            ("react", REACT),
            ("tools", TOOLS),
            ("plan", PLAN),
            ("reflect", REFLECT),
            ("synthesize", SYNTHESIZE),
            ("repair", REPAIR),
            ("route", ROUTE),
            ("summarize", SUMMARIZE),
            ("follow_ups", FOLLOW_UPS),
        ] {
            for place in text.split("{{").skip(1).filter_map(|p| p.split_once("}}")) {
                assert!(known.contains(&place.0), "{name}.md has a place {}", place.0);
            }
        }
    }

    #[test]
    fn tools_are_told_with_their_parameters() {
        let skills = skills::all();
        let tool = skills.get("get_daily_volumes").unwrap();
        let text = tool_text(&tool.name, &tool.prompt_description(), &tool.schema, tool.effect);
        assert!(text.contains("- dataType (") && text.contains("communications"), "{text}");
        assert!(text.contains("required") && text.contains("- timeRange (string)\n"), "{text}");
        let tool = skills.get("search_knowledge_base").unwrap();
        let text = tool_text(&tool.name, &tool.prompt_description(), &tool.schema, tool.effect);
        assert!(text.contains("- topK (integer): 1 to 50 (default: 5)\n"), "{text}");
        let tool = skills.get("query_data").unwrap();
        let text = tool_text(&tool.name, &tool.prompt_description(), &tool.schema, tool.effect);
        assert!(
            text.contains(
                "- conditions (list of {column: string, not: boolean, of: string, op: \"is\" | \"contains\" | "
            ),
            "{text}"
        );
    }
}
