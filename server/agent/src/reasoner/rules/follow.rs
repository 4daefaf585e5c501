//! Follow-up questions, from a run's findings and the data. Each is read as if it were asked, so
//! that none is offered that the rules could not answer.
//!
//! Deliberately not here: suggestions by an answer's writer, and by the model.

use std::sync::Arc;

use chrono::NaiveDate;
use model::run::Outcome;
use model::session::Role;
use model::text::{capital, inner};
use model::time::full_date;
use serde_json::Value;

use super::reading::Interpretation;
use super::{EXAMPLES, aside, understand};
use crate::view::View;
use query::catalog::ColumnType;
use query::declared::Opened;
use query::frame::{Certainty, FilterSlot, Frame, Linker, Parse};
use reader::Act;

const MAX_FOLLOW_UPS: usize = 3;

/// At most three: first those of the answer's writer, then of the results, then of the data, then examples.
pub fn questions(view: &View<'_>, first: Vec<String>) -> Vec<String> {
    aside(|| chosen(view, first))
}

fn chosen(view: &View<'_>, first: Vec<String>) -> Vec<String> {
    let mut known: Vec<String> = view.earlier.iter().chain([view.run]).map(|r| key(&r.question)).collect();
    known.extend(view.history.iter().filter(|t| t.role == Role::User).map(|t| key(&t.content)));
    let candidates = first
        .into_iter()
        .chain(of_sources(view, view.vocabulary.days.is_empty()))
        .chain(of_results(view))
        .chain(of_data(view));
    let mut list = Vec::new();
    for question in candidates.chain(of_any_desk(view)) {
        let key = key(&question);
        if !known.contains(&key) && answerable(&question, view) {
            known.push(key);
            list.push(question);
        }
        if list.len() == MAX_FOLLOW_UPS {
            break;
        }
    }
    list
}

/// A question in its plainest form, to detect duplicates.
fn key(question: &str) -> String {
    query::values::pick::phrase(question)
}

/// Examples that this data can answer, for people asking what is possible.
pub fn examples(view: &View<'_>, most: usize) -> Vec<String> {
    let mut own = of_data(view).into_iter();
    let first = own.next();
    let all = first.into_iter().chain(of_any_desk(view)).chain(of_sources(view, true)).chain(own);
    aside(|| all.filter(|q| answerable(q, view)).take(most).collect())
}

/// Examples that this data can answer, for people who have not asked yet.
pub fn to_begin_with(view: &View<'_>) -> Vec<String> {
    const LEADING_EXAMPLES: usize = 5;
    let sources = of_sources(view, true).into_iter().take(3);
    let later = of_any_desk(view).skip(LEADING_EXAMPLES);
    let all = of_any_desk(view).take(LEADING_EXAMPLES).chain(sources).chain(of_data(view)).chain(later);
    // Search terms may be in no text; "the mobile app" may be a channel that nobody ever used.
    let named = |frame: &Frame| {
        let of_data = |f: &FilterSlot| matches!(&*f.column, "product" | "category" | "subcategory");
        frame.about.is_none() && (frame.act != Act::Why || frame.filters.iter().any(of_data))
    };
    all.filter(|q| readable(q, view).is_some_and(|parse| named(parse.first()))).take(EXAMPLES.len()).collect()
}

/// Whether the rules have a plan for the question, and the data has everything it names. A follow-up ("And by month?")
/// is read as a new question; the conversation is applied when it is asked.
fn answerable(question: &str, view: &View<'_>) -> bool {
    question.starts_with("And ") || readable(question, view).is_some()
}

fn readable(question: &str, view: &View<'_>) -> Option<Arc<Parse>> {
    let parse = Parse::alone(question, view.vocabulary, view.as_of);
    let frame = parse.first();
    let held = frame.unused.is_empty() && (frame.about.is_none() || !matches!(frame.act, Act::Why | Act::When));
    let rows = frame.dataset.is_none_or(|dataset| Linker::new(view.vocabulary, view.as_of).has_rows(dataset));
    let sure = frame.sureness() != Certainty::Unsure;
    (held && rows && sure && !matches!(understand::of_act(frame, view), Interpretation::Unclear(_))).then_some(parse)
}

/// Questions for any desk with messages and cases; none without them.
fn of_any_desk(view: &View<'_>) -> impl Iterator<Item = String> {
    let few = if view.vocabulary.days.is_empty() { 0 } else { EXAMPLES.len() };
    EXAMPLES.iter().take(few).map(ToString::to_string)
}

/// A measure grouped by its source's key, for the run's sources, or for all.
fn of_sources(view: &View<'_>, all: bool) -> Vec<String> {
    const MAX_PER_SOURCE: usize = 3;
    let outputs = view.run.calls().filter_map(|c| c.outcome.as_ref().and_then(Outcome::output));
    let asked: Vec<&str> = outputs.flat_map(|o| o.counted.iter()).map(|counted| counted.dataset.as_str()).collect();
    let held = &view.vocabulary.sources;
    let sources = held.iter().filter(|opened| all || asked.contains(&opened.source.name.as_str()));
    let of = |opened: &std::sync::Arc<Opened>| -> Vec<String> {
        let source = &opened.source;
        let Some(measure) = source.measures.first() else { return Vec::new() };
        // Order numbers mean nothing to readers.
        let id = |name: &str| name == "id" || name.ends_with("_id") || name.ends_with("_key");
        let names = source.dimensions.iter().filter(|d| d.kind == ColumnType::Category && !id(&d.name));
        names.take(MAX_PER_SOURCE).map(|d| capital(&format!("{} by {}", measure.says, d.says))).collect()
    };
    sources.take(2).flat_map(of).collect()
}

/// From the run's results: its largest topic, its customer, its busiest day, its product.
fn of_results(view: &View<'_>) -> Vec<String> {
    let outputs = || view.run.calls().filter_map(|c| Some((c, c.outcome.as_ref().and_then(Outcome::output)?)));
    let text = |pointer: &str| outputs().find_map(|(_, o)| o.data.pointer(pointer)?.as_str().map(str::to_owned));
    let mut list = Vec::new();
    let topic = ["/topTopics/0/topic", "/byCategory/0/category"].iter().find_map(|at| text(at));
    if let Some(topic) = topic {
        let topic = inner(&topic);
        list.push(format!("When did {topic} start to increase?"));
        list.push(format!("Show me examples of {topic}"));
    }
    let customer = ["/customerName", "/atRisk/0/customer"].iter().find_map(|at| text(at));
    if let Some(name) = customer {
        list.push(format!("Tell me about {name}"));
        list.push(format!("How healthy is {name}?"));
        list.push(format!("Complaints of {name} per day"));
    }
    let product = outputs().find_map(|(c, _)| view.vocabulary.product(c.args.get("product")?.as_str()?));
    if let Some(product) = product {
        list.push(format!("Why are customers complaining about {}?", product.name));
        list.push(format!("Complaints about {} by month this year", product.name));
    }
    if let Some(day) = outputs().find_map(|(_, o)| busiest(&o.data)) {
        list.push(format!("Complaints on {} by category", full_date(day)));
    }
    if outputs().any(|(c, _)| c.tool == "analyze_sla_compliance") {
        list.push("Cases by category this year".into());
    }
    list
}

/// The day with the most, if one stands out.
fn busiest(data: &Value) -> Option<NaiveDate> {
    let days = data.get("daily")?.as_array()?;
    let most = days.iter().max_by_key(|d| d.get("count").and_then(Value::as_i64))?;
    (days.len() > 2).then(|| most.get("date")?.as_str()?.parse().ok())?
}

/// From the data, whatever was asked.
fn of_data(view: &View<'_>) -> Vec<String> {
    let held = view.vocabulary;
    let mut list = Vec::new();
    list.extend(held.products.first().map(|p| format!("Why are customers complaining about {}?", p.name)));
    list.extend(held.categories.first().map(|c| format!("How many complaints are about {c}?")));
    list.extend(held.customers.first().map(|(_, name)| format!("Tell me about {name}")));
    list
}
