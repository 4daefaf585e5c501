//! Questions that tools declare they answer, by patterns, see [`tools::Form`]. One that needs two tools, or a tool and
//! the firm's documents, is split at its "and".

pub mod documents;
pub mod office;

use model::run::{PlannedCall, Route};
use serde_json::{Value, json};

use crate::talk::router;
use crate::view::View;
use query::frame::grammar::DOCUMENTS;
use query::values::pick;
use tools::{Asks, Question, Tool};

/// The tool that searches the firm's documents.
pub const SEARCH: &str = "search_knowledge_base";

/// The calls that answer a question; `None` if it matches no pattern.
pub fn direct_calls(question: &str, view: &View<'_>) -> Option<Vec<PlannedCall>> {
    let tools: Vec<(&Tool, &Asks)> = view.offered().filter_map(|t| Some((t, t.asks.as_deref()?))).collect();
    if tools.is_empty() {
        return None;
    }
    if let Some(calls) = one(question, &tools, view) {
        return Some(calls);
    }
    let lower = question.to_lowercase();
    // Offsets match only if lower-casing moves no letter.
    let ands = lower.match_indices(" and ").filter(|_| lower.len() == question.len());
    ands.map(|(at, _)| (&question[..at], &question[at + " and ".len()..])).find_map(|(left, right)| {
        let side = |text: &str| one(text, &tools, view);
        Some(match (side(left), side(right)) {
            (Some(first), Some(second)) => [first, second].concat(),
            (Some(own), None) => [own, vec![in_documents(right)?]].concat(),
            (None, Some(own)) => [own, vec![in_documents(left)?]].concat(),
            (None, None) => return None,
        })
    })
}

/// The calls of a question that matches one pattern.
fn one(text: &str, tools: &[(&Tool, &Asks)], view: &View<'_>) -> Option<Vec<PlannedCall>> {
    let question = Question::new(text);
    tools.iter().find_map(|(tool, asks)| {
        let value = |name: &str, text: &str| (asks.value)(name, text, view.vocabulary, view.as_of);
        let args = asks.forms.iter().find_map(|form| form.fits(&question, &value))?;
        // A pattern without a required argument matches nothing.
        let required = tool.accepts["required"].as_array();
        let has_all = required.into_iter().flatten().filter_map(Value::as_str).all(|name| args.contains_key(name));
        let call = PlannedCall { tool: tool.name.to_string(), args: Value::Object(args) };
        let beside = asks.explains.as_ref().map(|text| searched(text));
        has_all.then(|| [Some(call), beside].into_iter().flatten().collect())
    })
}

/// A document search, if a kind of document is named.
fn in_documents(text: &str) -> Option<PlannedCall> {
    let names = pick::words(text).iter().any(|(word, _)| DOCUMENTS.contains(&word.as_str()));
    names.then(|| searched(text.trim_end_matches(['?', '.', '!', ' '])))
}

fn searched(text: &str) -> PlannedCall {
    PlannedCall { tool: SEARCH.into(), args: json!({ "query": text, "domain": "documents" }) }
}

/// The names of the tools for people.
pub fn parts(all: &[PlannedCall]) -> impl Iterator<Item = String> {
    all.iter().filter(|call| call.tool != SEARCH).map(|call| {
        let args = call.args.as_object().into_iter().flatten();
        let said: Vec<String> =
            args.map(|(_, value)| value.as_str().map_or_else(|| value.to_string(), str::to_owned)).collect();
        // The text of a draft is no part of how the question was read.
        let said = if office::DRAFTS.contains(&call.tool.as_str()) { Vec::new() } else { said };
        let name = call.tool.trim_start_matches("get_").replace('_', " ");
        if said.is_empty() { name } else { format!("{name}: {}", said.join(", ")) }
    })
}

/// The domain of such a question: the first tool's skill.
pub fn route(all: &[PlannedCall], view: &View<'_>) -> Route {
    let mut domains: Vec<String> = Vec::new();
    for call in all {
        let domain = view.tools.get(&call.tool).map(|tool| tool.skill.domain.to_string()).unwrap_or_default();
        if !domain.is_empty() && !domains.contains(&domain) {
            domains.push(domain);
        }
    }
    let names: Vec<&str> = all.iter().map(|call| call.tool.as_str()).collect();
    let reasoning = format!("Answered directly by {}.", names.join(" with "));
    let table = router::by_table(view, None);
    let domain = if domains.is_empty() { table.domain } else { domains.remove(0) };
    let recommended = names.iter().map(|name| (*name).to_owned()).collect();
    Route { intent: "AGGREGATION".into(), domain, secondary: domains, recommended, reasoning, confidence: 1.0, ..table }
}

/// The thought before the calls.
pub fn thought(all: &[PlannedCall]) -> String {
    if all.iter().any(|call| office::DRAFTS.contains(&call.tool.as_str())) {
        return "The draft is filled in. You may edit it before it is kept; nothing is sent.".to_owned();
    }
    match all.len() {
        1 => "A tool answers this question directly.".to_owned(),
        n => format!("{n} tools answer the parts of this question."),
    }
}
