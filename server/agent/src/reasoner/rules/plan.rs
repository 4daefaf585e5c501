//! The next step of a plan: which calls, with which arguments, and what to do when one came back empty or failed.

use model::answer::SourceKind;
use model::run::{Call, Outcome, PlannedCall};
use model::text::capital;
use reader::Role;
use serde_json::{Map, Value, json};

use super::intent::{IntentMatch, SEARCHES, WHERE, is_channel, parameter};
use super::plans::{Arg, CallTemplate};
use crate::view::View;
use query::frame::{self, FilterSlot};

/// A step: what is said, and the calls.
pub struct Step {
    pub thought: String,
    pub calls: Vec<PlannedCall>,
}

/// The next step, or `None` when the plan is done. It is read off the calls that were made, so it does not matter which
/// process made them.
pub fn next(u: &IntentMatch, view: &View<'_>) -> Option<Step> {
    if let Some(step) = recovered(view) {
        return Some(step);
    }
    if let Some(step) = widened(u, view) {
        return Some(step);
    }
    u.plan.groups.iter().find_map(|group| {
        let calls: Vec<PlannedCall> = group
            .calls
            .iter()
            .filter(|p| last(view, &p.tool).is_none())
            .filter_map(|p| arguments(p, u, view).map(|args| PlannedCall { tool: p.tool.clone(), args }))
            .collect();
        (!calls.is_empty()).then(|| Step { thought: group.thought.clone(), calls })
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

/// Records below which a range that the question did not name is widened.
const FEW: i64 = 10;

/// Next to nothing in the recent days, and the question named none: the same over all dates, once.
fn widened(u: &IntentMatch, view: &View<'_>) -> Option<Step> {
    if u.time().is_some() || view.run.scope.time_window.is_some() || u.plan.range == "all" {
        return None;
    }
    let empty: Vec<&Call> = view
        .run
        .calls()
        .filter(|c| c.args.get("timeRange").and_then(Value::as_str) == Some(&u.plan.range))
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
    let label = u.usual(view).label();
    Some(Step { thought: format!("Nothing from {label}. Look at all dates."), calls: calls.collect() })
}

/// The arguments of a call: what the plan fixes, then what the question is narrowed to, as far as the tool can filter by
/// it. `None` when the plan needs a value that is not there (a customer, a topic).
fn arguments(plan: &CallTemplate, u: &IntentMatch, view: &View<'_>) -> Option<Value> {
    let tool = view.tools.get(&plan.tool).ok()?;
    let properties = tool.accepts["properties"].as_object()?;
    let mut args = Map::new();
    for (name, arg) in &plan.fixed {
        if let Some(value) = fixed(arg, u, view)? {
            args.insert(name.clone(), value);
        }
    }
    let searches = SEARCHES.contains(&plan.tool.as_str());
    let mut further: Vec<FilterSlot> = Vec::new();
    for slot in &u.frame.filters {
        let name = parameter(slot);
        // Searching is for background too: what the firm itself wrote is of no kind, and a topic is found by its words.
        let background = searches && matches!(slot.column.as_str(), "kind" | "subcategory");
        // The way of an escalation is told by two arguments of its own.
        let way = plan.tool == "analyze_channel_escalation" && slot.column == "channel";
        if background || way || args.contains_key(name) {
            continue;
        }
        // Of a call sheet, a draft or open cases the customer is all that narrows them.
        if properties.contains_key(name) && u.slots.contains(slot) {
            args.insert(name.into(), json!(slot.values[0]));
        } else if properties.contains_key(WHERE) && !u.says(slot) {
            let customer = slot.column == "customer";
            let column = if customer { "@customer".into() } else { slot.column.clone() };
            further.push(FilterSlot { column, ..slot.clone() });
        }
    }
    if let Some(condition) = frame::together(further.iter()) {
        args.insert(WHERE.into(), json!(condition));
    }
    // The window of the scope holds where the question itself names no days.
    let named = u.frame.time.as_ref().filter(|time| !time.carried).map(|time| time.time.label.as_str());
    let days = match view.run.scope.time_window {
        Some(_) => named,
        None => Some(u.time().map_or(u.plan.range.as_str(), |time| time.label.as_str())),
    };
    if let Some(words) = days.filter(|_| properties.contains_key("timeRange") && !args.contains_key("timeRange")) {
        args.insert("timeRange".into(), json!(words));
    }
    Some(Value::Object(args))
}

/// The value of a fixed argument: `Some(None)` leaves it out, `None` gives the call up.
fn fixed(arg: &Arg, u: &IntentMatch, view: &View<'_>) -> Option<Option<Value>> {
    let channel = |at: usize| {
        let all: Vec<&String> = u.frame.filters.iter().filter(|f| is_channel(f)).flat_map(|f| &f.values).collect();
        // Two that are named are from where and to where; one alone is where they ended.
        match (all.as_slice(), at) {
            // What moves begins in writing; only a phone call or a person is where it ends.
            ([to, from, ..], 0) if matches!(to.as_str(), "phone" | "human-agent") => Some(json!(from)),
            ([to, _, ..], 1) if matches!(to.as_str(), "phone" | "human-agent") => Some(json!(to)),
            ([from, _, ..], 0) => Some(json!(from)),
            ([_, to, ..], 1) => Some(json!(to)),
            ([one], 1) => Some(json!(one)),
            _ => None,
        }
    };
    Some(match arg {
        Arg::Value(value) => Some(value.clone()),
        Arg::Data => Some(json!(u.data)),
        Arg::Subject(more) => Some(json!(format!("{} {more}", u.subject).trim())),
        Arg::Words => Some(json!(if u.subject.is_empty() { &u.frame.text } else { &u.subject })),
        Arg::Customer => Some(json!(u.frame.customer()?.0)),
        Arg::About => Some(json!(capital(&about(u)?))),
        Arg::Note => Some(json!(about(u)?)),
        Arg::Question => Some(json!(u.frame.text)),
        Arg::Maybe(arg) => fixed(arg, u, view).flatten(),
        Arg::Filled(pointer) => Some(json!(data(view, "fill_template")?.pointer(pointer)?.as_str()?)),
        Arg::Found => Some(json!(found(view)?)),
        Arg::RecordId => Some(json!(u.frame.id.as_ref()?)),
        Arg::FromChannel => channel(0),
        Arg::ToChannel => channel(1),
        Arg::To => Some(json!(u.frame.to.clone().or_else(|| assignee(u))?)),
        Arg::TopTopic => Some(json!(data(view, "analyze_topics")?.pointer("/topTopics/0/topic")?.as_str()?)),
    })
}

/// What a case or a note is about: in the person's own words, else what narrows it.
fn about(u: &IntentMatch) -> Option<String> {
    let narrowed = || u.slots.iter().find(|s| matches!(s.column.as_str(), "category" | "subcategory" | "product"));
    u.frame.about.clone().or_else(|| narrowed().map(|slot| slot.words.clone())).filter(|about| !about.is_empty())
}

/// The person that a value names, where nobody was said by another word.
fn assignee(u: &IntentMatch) -> Option<String> {
    let person = |f: &&FilterSlot| matches!(f.column.as_str(), "assigned_to" | "relationship_manager");
    let known = u.frame.filters.iter().find(person).and_then(|f| f.values.first().cloned());
    known.or_else(|| u.frame.reading.first(Role::Value).map(str::to_owned))
}

/// Communications that a case is opened on at most.
const FOUND: usize = 3;
/// The part of the best one's relevance below which a communication is not about the same thing.
const ALIKE: f64 = 0.6;

/// The communications that were found for it, best first; the customer's latest where the search found none.
fn found(view: &View<'_>) -> Option<Vec<String>> {
    let of = |tool: &str| -> Vec<String> {
        let outputs = view.run.calls().filter(|c| c.tool == tool).filter_map(|c| c.outcome.as_ref());
        let sources = outputs.filter_map(Outcome::output).flat_map(|o| &o.sources);
        let found: Vec<_> = sources.filter(|s| s.kind == SourceKind::Communication).collect();
        let best = found.iter().filter_map(|s| s.relevance).fold(0.0, f64::max);
        let ids = found.iter().filter(|s| s.relevance.is_none_or(|r| r >= ALIKE * best)).map(|s| s.id.clone());
        ids.take(FOUND).collect()
    };
    let ids = of("search_knowledge_base");
    let ids = if ids.is_empty() { of("get_customer_info") } else { ids };
    (!ids.is_empty()).then_some(ids)
}
