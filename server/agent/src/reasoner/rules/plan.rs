//! The next step of a plan: which calls, with which arguments, and what to do if one returned nothing or failed.

use model::answer::{Source, SourceKind};
use model::record::Sentiment;
use model::run::{Call, Outcome, PlannedCall, ToolOutput};
use model::text::capital;
use reader::Role;
use serde_json::{Map, Value, json};

use super::intent::{IntentMatch, SEARCHES, WHERE, is_channel, parameter};
use super::plans::{Arg, CallTemplate, Slot};
use super::reading::Interpretation;
use super::{asked, conversation, figures};
use crate::view::{Decision, View};
use query::ast::{Dataset, Filter};
use query::catalog::Catalog;
use query::frame::{self, FilterSlot};
use skills::signals::{LEAVING, SIGNAL};

/// The next step, or `None` when all is done. Derived from the calls made, so any process can continue.
pub fn next(reading: &Interpretation, view: &View<'_>) -> Option<Decision> {
    let (thought, calls) = match reading {
        Interpretation::Planned(u) => return by_act(u, view),
        Interpretation::Figures(list) => (figures::thought(list), list.iter().map(figures::planned).collect()),
        Interpretation::Tools(list) => (asked::thought(list), list.clone()),
        Interpretation::Deals(deals) => (deals.plan.thought.clone(), deals.calls.clone()),
        _ => return None,
    };
    let calls: Vec<PlannedCall> = calls.into_iter().filter(|call| made(view, call).is_none()).collect();
    (!calls.is_empty()).then_some(Decision::Act { thought, calls })
}

/// The call that was planned like this, if it was made: repeated calls have the same result. A draft is made once, as its
/// person edited it.
pub fn made<'a>(view: &View<'a>, planned: &PlannedCall) -> Option<&'a Call> {
    if asked::office::DRAFTS.contains(&planned.tool.as_str()) {
        return last(view, &planned.tool);
    }
    view.run.calls().filter(|call| call.tool == planned.tool && call.args == planned.args).last()
}

/// The next step of an act's plan.
fn by_act(u: &IntentMatch, view: &View<'_>) -> Option<Decision> {
    let planned = || {
        u.plan.groups.iter().find_map(|group| {
            let calls: Vec<PlannedCall> = group
                .calls
                .iter()
                .filter(|p| last(view, &p.tool).is_none())
                .filter_map(|p| arguments(p, u, view).map(|args| PlannedCall { tool: p.tool.clone(), args }))
                .collect();
            (!calls.is_empty()).then(|| Decision::Act { thought: group.thought.clone(), calls })
        })
    };
    recovered(view).or_else(|| widened(u, view)).or_else(planned)
}

/// The last call of a tool.
pub fn last<'a>(view: &View<'a>, tool: &str) -> Option<&'a Call> {
    view.run.calls().filter(|c| c.tool == tool).last()
}

/// The result of the last successful call of a tool.
pub fn output<'a>(view: &View<'a>, tool: &str) -> Option<&'a ToolOutput> {
    view.run.calls().filter(|c| c.tool == tool).filter_map(|c| c.outcome.as_ref()?.output()).last()
}

/// A call that was refused for a value with a near match is repeated with that, once.
fn recovered(view: &View<'_>) -> Option<Decision> {
    let tools: std::collections::BTreeSet<&str> = view.run.calls().map(|c| c.tool.as_str()).collect();
    for tool in tools {
        let tries = view.run.calls().filter(|c| c.tool == tool).count();
        let call = last(view, tool)?;
        let Some(Outcome::Error { error, suggestion: Some(close), .. }) = &call.outcome else { continue };
        if tries > 2 {
            continue;
        }
        let mut args = call.args.clone();
        let rejected = |value: &&mut Value| value.as_str() == Some(&close.rejected);
        let Some(value) = args.as_object_mut().and_then(|args| args.values_mut().find(rejected)) else { continue };
        *value = json!(close.instead);
        return Some(Decision::Act {
            thought: format!("{error} Try again with that."),
            calls: vec![PlannedCall { tool: tool.into(), args }],
        });
    }
    None
}

/// With fewer records, a default range is widened.
const FEW: i64 = 10;

/// Almost nothing in recent days, and the question named no time: the same over all dates, once.
fn widened(u: &IntentMatch, view: &View<'_>) -> Option<Decision> {
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
    // A search or list with few hits is no reason to widen the counts, so it is not repeated alone.
    if empty.iter().all(|c| matches!(c.tool.as_str(), "search_knowledge_base" | "list_communications")) {
        return None;
    }
    let calls = empty.iter().map(|c| {
        let mut args = c.args.clone();
        args["timeRange"] = json!("all");
        PlannedCall { tool: c.tool.clone(), args }
    });
    let label = u.usual.label();
    Some(Decision::Act {
        thought: format!("Fewer than {FEW} from {label}. Look at all dates."),
        calls: calls.collect(),
    })
}

/// The arguments of a call: the plan's own, then the question's conditions that the tool can filter by. `None` if the
/// plan needs a missing value (a customer, a topic).
fn arguments(plan: &CallTemplate, u: &IntentMatch, view: &View<'_>) -> Option<Value> {
    let tool = view.tools.find(&plan.tool)?;
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
        // Searches also find background: the firm's own documents have no kind, and a topic is found by its words.
        let background = searches && matches!(slot.column.as_str(), "kind" | "subcategory");
        // An escalation's channels have two arguments of their own.
        let way = plan.tool == "analyze_channel_escalation" && slot.column == "channel";
        // "Open a case": the words of an action are no condition on the messages it rests on.
        let imperative = super::plans::acts(u.plan.act) && slot.column != "customer";
        if background || way || imperative || args.contains_key(name) {
            continue;
        }
        // A call sheet, a draft or open cases are filtered by customer only.
        if properties.contains_key(name) && u.slots.contains(slot) {
            args.insert(name.into(), json!(slot.values[0]));
        } else if properties.contains_key(WHERE) && !u.says(slot) && !u.unread.contains(slot) {
            let customer = slot.column == "customer";
            let column = if customer { "@customer".into() } else { slot.column.clone() };
            further.push(FilterSlot { column, ..slot.clone() });
        }
    }
    let own = args.get(WHERE).and_then(|own| serde_json::from_value(own.clone()).ok());
    if let Some(condition) = Filter::all(own.into_iter().chain(frame::together(further.iter())).collect()) {
        args.insert(WHERE.into(), json!(condition));
    }
    // The scope's period applies if the question names none.
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

/// The value of a fixed argument: `Some(None)` omits it, `None` drops the call.
fn fixed(arg: &Arg, u: &IntentMatch, view: &View<'_>) -> Option<Option<Value>> {
    let channel = |at: usize| {
        let all: Vec<&String> = u.frame.filters.iter().filter(|f| is_channel(f)).flat_map(|f| &f.values).collect();
        // Two named channels are from and to; one alone is where they ended.
        match (all.as_slice(), at) {
            // Escalations begin in writing; only phone or a person is where they end.
            ([to, from, ..], 0) if matches!(to.as_str(), "phone" | "human-agent") => Some(json!(from)),
            ([to, _, ..], 1) if matches!(to.as_str(), "phone" | "human-agent") => Some(json!(to)),
            ([from, _, ..], 0) => Some(json!(from)),
            ([_, to, ..], 1) => Some(json!(to)),
            ([one], 1) => Some(json!(one)),
            _ => None,
        }
    };
    let (slot, more) = match arg {
        Arg::Value(value) => return Some(Some(value.clone())),
        Arg::Maybe(arg) => return Some(fixed(arg, u, view).flatten()),
        Arg::Slot(slot, more) => (slot, more),
    };
    Some(match slot {
        Slot::Data => Some(json!(u.data)),
        Slot::Subject => Some(json!(format!("{} {more}", u.subject).trim())),
        Slot::Words => Some(json!(if u.subject.is_empty() { &u.frame.text } else { &u.subject })),
        Slot::Customer => Some(json!(u.frame.customer()?.0)),
        Slot::About => Some(json!(capital(&about(u)?))),
        Slot::Note => Some(json!(about(u)?)),
        Slot::Question => Some(json!(u.frame.text)),
        Slot::Before => Some(json!(conversation::quoted_before(view)?.0)),
        Slot::Quoted => Some(json!(conversation::quoted_before(view)?.1)),
        Slot::Filled => Some(json!(output(view, "fill_template")?.data.pointer(more)?.as_str()?)),
        Slot::Found => Some(json!(found(view))),
        Slot::Record => Some(json!(u.frame.id.as_ref()?)),
        Slot::FromChannel => channel(0),
        Slot::ToChannel => channel(1),
        Slot::To => Some(json!(u.frame.to.clone().or_else(|| assignee(u))?)),
        Slot::Leaving => {
            Catalog::of(view.vocabulary).column(Dataset::Communications, SIGNAL)?;
            let other = |slot: &FilterSlot| slot.column == SIGNAL && !u.says(slot);
            Some((!u.frame.filters.iter().any(other)).then(|| json!(Filter::is(SIGNAL, [LEAVING])))?)
        }
        Slot::TopTopic => Some(json!(output(view, "analyze_topics")?.data.pointer("/topTopics/0/topic")?.as_str()?)),
    })
}

/// The subject of a case or a note: in the person's own words, else its conditions.
fn about(u: &IntentMatch) -> Option<String> {
    let narrowed = || u.slots.iter().find(|s| matches!(s.column.as_str(), "category" | "subcategory" | "product"));
    u.frame.about.clone().or_else(|| narrowed().map(|slot| slot.words.clone())).filter(|about| !about.is_empty())
}

/// The person that a value names, if no other word named one.
fn assignee(u: &IntentMatch) -> Option<String> {
    let person = |f: &&FilterSlot| matches!(f.column.as_str(), "assigned_to" | "relationship_manager");
    let known = u.frame.filters.iter().find(person).and_then(|f| f.values.first().cloned());
    known.or_else(|| u.frame.reading.first(Role::Value).map(str::to_owned))
}

/// Maximum number of communications for a new case.
const MAX_CASE_EVIDENCE: usize = 3;
/// The share of the subject's words that a message must have to be evidence, or its similarity.
const MIN_WORD_SHARE: f64 = 0.5;
const MIN_SIMILARITY: f64 = 0.4;

/// The communications found that are on the subject, best first; praise is no reason for a case. Without any, the case
/// rests on what the person said.
fn found(view: &View<'_>) -> Vec<String> {
    let Some(output) = output(view, "search_knowledge_base") else { return Vec::new() };
    let results = output.data["results"].as_array().map(Vec::as_slice).unwrap_or_default();
    let about = |source: &&Source| {
        let row = results.iter().find(|row| row["id"] == source.id.as_str());
        source.kind == SourceKind::Communication
            && source.sentiment != Some(Sentiment::Positive)
            && row.is_some_and(|row| {
                let reaches = |name: &str, least: f64| row[name].as_f64().is_some_and(|value| value >= least);
                reaches("share", MIN_WORD_SHARE) || reaches("similarity", MIN_SIMILARITY)
            })
    };
    output.sources.iter().filter(about).take(MAX_CASE_EVIDENCE).map(|source| source.id.clone()).collect()
}
