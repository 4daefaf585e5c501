//! The next step of a plan: which calls, with which arguments, and what to do when one came back empty or failed.

use app::model::run::{Call, Outcome, PlannedCall};
use serde_json::{Map, Value, json};

use super::acts;
use super::heed;
use super::intents::{Arg, CallTemplate, Goal};
use super::paths;
use super::understand::{Understood, nothing_called};
use crate::agent::view::View;
use crate::query::values::{Mention, Slot};

/// A step: what is said, and the calls.
pub struct Step {
    pub thought: String,
    pub calls: Vec<PlannedCall>,
}

/// The next step, or `None` when the plan is done. It is read off the calls that were made, so it does not matter which
/// process made them.
pub fn next(u: &Understood, view: &View<'_>) -> Option<Step> {
    if let Some(step) = recovered(view) {
        return Some(step);
    }
    if let Some(step) = widened(u, view) {
        return Some(step);
    }
    u.intent.plan.iter().find_map(|group| {
        let calls: Vec<PlannedCall> = group
            .calls
            .iter()
            .filter(|p| last(view, p.tool).is_none())
            .filter_map(|p| arguments(p, u, view).map(|args| PlannedCall { tool: p.tool.into(), args }))
            .collect();
        (!calls.is_empty()).then(|| Step { thought: group.thought.into(), calls })
    })
}

/// The last call of a tool.
pub fn last<'a>(view: &View<'a>, tool: &str) -> Option<&'a Call> {
    view.run.calls().filter(|c| c.tool == tool).last()
}

/// What the last successful call of a tool returned.
pub fn data<'a>(view: &View<'a>, tool: &str) -> Option<&'a Value> {
    let calls: Vec<&Call> = view.run.calls().filter(|c| c.tool == tool).collect();
    calls.into_iter().rev().find_map(|c| Some(&c.outcome.as_ref()?.output()?.data))
}

/// A call that failed on a value that has a close one is made again with that one, once.
fn recovered(view: &View<'_>) -> Option<Step> {
    let tools: std::collections::BTreeSet<&str> = view.run.calls().map(|c| c.tool.as_str()).collect();
    for tool in tools {
        let tries = view.run.calls().filter(|c| c.tool == tool).count();
        let call = last(view, tool)?;
        let Some(Outcome::Error { error, suggestion: Some(close) }) = &call.outcome else { continue };
        if tries > 2 {
            continue;
        }
        let mut args = call.args.clone();
        let wrong = args.as_object_mut().and_then(|args| {
            args.iter_mut().find(|(_, v)| v.as_str().is_some_and(|v| error.contains(&format!("\"{v}\""))))
        });
        let Some((_, value)) = wrong else { continue };
        *value = json!(close);
        return Some(Step {
            thought: format!("{error} Try again with that."),
            calls: vec![PlannedCall { tool: tool.into(), args }],
        });
    }
    None
}

/// Tools that look for words: what they cannot filter by, they find by its words.
pub const SEARCHES: [&str; 2] = ["search_knowledge_base", "ask_question"];

/// Records below which a range that the question did not name is widened.
const FEW: i64 = 10;

/// Next to nothing in the recent days, and the question named none: the same over all dates, once.
fn widened(u: &Understood, view: &View<'_>) -> Option<Step> {
    if u.range.is_some() || view.run.scope.time_window.is_some() || u.intent.range == "all" {
        return None;
    }
    let empty: Vec<&Call> = view
        .run
        .calls()
        .filter(|c| c.args.get("timeRange").and_then(Value::as_str) == Some(u.intent.range))
        .filter(|c| {
            c.outcome
                .as_ref()
                .and_then(Outcome::output)
                .is_some_and(|o| o.coverage.as_ref().is_some_and(|c| c.read < FEW))
        })
        .filter(|c| view.run.calls().filter(|other| other.tool == c.tool).count() == 1)
        .collect();
    // A search that finds little is no reason to widen the counts, so it is not asked again on its own.
    if empty.iter().all(|c| c.tool == "search_knowledge_base") {
        return None;
    }
    let calls = empty.iter().map(|c| {
        let mut args = c.args.clone();
        args["timeRange"] = json!("all");
        PlannedCall { tool: c.tool.clone(), args }
    });
    let label = crate::query::range::parse(u.intent.range, view.as_of).map(|r| r.label).unwrap_or_default();
    Some(Step { thought: format!("Nothing from {label}. Look at all dates."), calls: calls.collect() })
}

/// The arguments of a call: what the plan fixes, then the slots that the tool can filter by. `None` when the plan needs
/// a value that is not there (a customer, a topic).
fn arguments(plan: &CallTemplate, u: &Understood, view: &View<'_>) -> Option<Value> {
    let tool = view.tools.get(plan.tool).ok()?;
    let properties = tool.accepts["properties"].as_object()?;
    let mut args = Map::new();
    for (name, arg) in plan.fixed {
        if let Some(value) = fixed(*arg, u, view)? {
            args.insert((*name).into(), value);
        }
    }
    // What customers of a tier say is not found by a search that knows no tiers.
    if u.intent.goal == Goal::Drivers
        && SEARCHES.contains(&plan.tool)
        && u.slots.iter().any(|m| !properties.contains_key(parameter(m.slot)) && !by_its_words(m.slot))
    {
        return None;
    }
    // A figure that ignores a part of the question would stand beside those that do not.
    let ignored = |m: &Mention| {
        !properties.contains_key(parameter(m.slot))
            && !args.contains_key(parameter(m.slot))
            && !paths::told(plan.tool, m.slot)
    };
    if properties.contains_key("timeRange") && !SEARCHES.contains(&plan.tool) && u.slots.iter().any(ignored) {
        return None;
    }
    for mention in &u.slots {
        let name = parameter(mention.slot);
        // Searching is for background too: what the firm itself wrote is of no kind.
        let background = SEARCHES.contains(&plan.tool) && mention.slot == Slot::Kind;
        if properties.contains_key(name)
            && !args.contains_key(name)
            && !background
            && !u.by_words.contains(&mention.slot)
            && !paths::told(plan.tool, mention.slot)
        {
            args.insert(name.into(), json!(mention.value));
        }
    }
    // The window of the scope holds where the question itself names no days.
    let named = u.range.as_ref().filter(|(days, _)| !u.carried.contains(&days.label)).map(|(_, words)| words.as_str());
    let days = match view.run.scope.time_window {
        Some(_) => named,
        None => Some(u.range.as_ref().map_or(u.intent.range, |(_, words)| words)),
    };
    if let Some(words) = days.filter(|_| properties.contains_key("timeRange")) {
        args.insert("timeRange".into(), json!(words));
    }
    Some(Value::Object(args))
}

/// The value of a fixed argument: `Some(None)` leaves it out, `None` gives the call up.
fn fixed(arg: Arg, u: &Understood, view: &View<'_>) -> Option<Option<Value>> {
    Some(match arg {
        Arg::Text(text) => Some(json!(text)),
        Arg::Number(n) => Some(json!(n)),
        Arg::Data => Some(json!(u.data)),
        Arg::Subject(more) => Some(json!(format!("{} {more}", u.subject).trim())),
        Arg::Words => Some(json!(if u.subject.is_empty() { &view.run.question } else { &u.subject })),
        Arg::GroupBy => u.group_by.map(|g| json!(g)),
        Arg::Customer => Some(json!(u.slots.iter().find(|m| m.slot == Slot::Customer)?.value)),
        Arg::About => Some(json!(acts::about(&view.run.question)?)),
        Arg::Question => Some(json!(view.run.question)),
        Arg::Found => Some(json!(acts::found(view)?)),
        Arg::Yes => Some(json!(true)),
        Arg::RecordId => Some(json!(u.record.as_ref()?)),
        Arg::FromChannel => u.way.0.map(|from| json!(from)),
        Arg::ToChannel => u.way.1.map(|to| json!(to)),
        Arg::CaseId => Some(json!(acts::case_id(&view.run.question)?)),
        Arg::Assignee => Some(json!(acts::assignee(&view.run.question)?)),
        Arg::Note => Some(json!(acts::note(&view.run.question)?)),
        Arg::TopTopic => Some(json!(data(view, "analyze_topics")?.pointer("/topTopics/0/topic")?.as_str()?)),
    })
}

/// Why a figure for this question would be wrong: a filter that no tool applies, or words that name nothing.
pub fn unanswerable(u: &Understood, view: &View<'_>) -> Option<String> {
    if let Some(why) = &u.passed_over {
        return Some(why.clone());
    }
    let reads_record = u.intent.goal == Goal::Record;
    let reads = reads_record || u.intent.goal.is_searched();
    if !reads && !u.numbers.is_empty() {
        return Some(heed::nothing_numbered(&u.numbers));
    }
    let missing = not_applicable(u, view);
    if !missing.is_empty() {
        return Some(format!("I cannot narrow this down to {} yet.", missing.join(" and ")));
    }
    let searched = u.intent.plan.first().is_some_and(|g| g.calls.iter().any(|c| SEARCHES.contains(&c.tool)));
    let named = !u.slots.is_empty();
    (!u.rest.is_empty() && !reads_record && !(searched && (named || u.intent.goal.is_searched())))
        .then(|| nothing_called(&u.rest))
}

/// Filters that the question names and the plan's first tool cannot apply: with them ignored the figure would be wrong.
fn not_applicable(u: &Understood, view: &View<'_>) -> Vec<String> {
    // Why customers complain is told by what is counted; the search beside it is for quotations.
    let counting = u.intent.plan.get(usize::from(u.intent.goal == Goal::Drivers));
    let Some(plan) = counting.and_then(|g| g.calls.first()) else { return Vec::new() };
    let Ok(tool) = view.tools.get(plan.tool) else { return Vec::new() };
    let Some(properties) = tool.accepts["properties"].as_object() else { return Vec::new() };
    let searched = SEARCHES.contains(&plan.tool);
    u.slots
        .iter()
        .filter(|m| !properties.contains_key(parameter(m.slot)) && !paths::told(plan.tool, m.slot))
        // Search finds these by their words.
        .filter(|m| !(searched && by_its_words(m.slot)))
        .map(|m| m.label.clone())
        .collect()
}

/// Slots whose values stand in the texts themselves.
fn by_its_words(slot: Slot) -> bool {
    matches!(slot, Slot::Category | Slot::Subcategory | Slot::Kind)
}

/// The parameter by which tools filter on a slot.
fn parameter(slot: Slot) -> &'static str {
    match slot.column() {
        "customer" => "customerId",
        "sub_product" => "subProduct",
        "company_response" => "companyResponse",
        own => own,
    }
}
