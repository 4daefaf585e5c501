//! Questions to ask next, from what a run has found and what the data holds. Each is read the way
//! it would be if it were asked, so that none is offered that the rules could not answer.
//!
//! Deliberately not here: what an answer's writer suggests by itself, and the model's suggestions.

use std::sync::Arc;

use chrono::NaiveDate;
use model::run::Outcome;
use model::session::Role;
use model::text::{capital, inner};
use model::time::full_date;
use serde_json::Value;

use super::understand::Interpretation;
use super::{EXAMPLES, aside, understand};
use crate::view::View;
use query::catalog::ColumnType;
use query::declared::Opened;
use query::frame::{Certainty, FilterSlot, Frame, Linker, Parse};
use reader::Act;

/// How many are offered.
const COUNT: usize = 3;

/// Three at most: those that the answer's writer wants first, then those that the results suggest, then those that the
/// data does, then examples.
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
        if list.len() == COUNT {
            break;
        }
    }
    list
}

/// A question in its plainest form, to see whether two are the same.
fn key(question: &str) -> String {
    query::values::pick::phrase(question)
}

/// Examples that this data can answer, for who asks what there is.
pub fn examples(view: &View<'_>, most: usize) -> Vec<String> {
    let mut own = of_data(view).into_iter();
    let first = own.next();
    let all = first.into_iter().chain(of_any_desk(view)).chain(of_sources(view, true)).chain(own);
    aside(|| all.filter(|q| answerable(q, view)).take(most).collect())
}

/// Examples that this data can answer, for who has not asked anything yet.
pub fn to_begin_with(view: &View<'_>) -> Vec<String> {
    const FIRST: usize = 5;
    let sources = of_sources(view, true).into_iter().take(3);
    let later = of_any_desk(view).skip(FIRST);
    let all = of_any_desk(view).take(FIRST).chain(sources).chain(of_data(view)).chain(later);
    // What texts are searched for may be in none of them; "the mobile app" may be a channel by which nobody ever wrote.
    let named = |frame: &Frame| {
        let of_data = |f: &FilterSlot| matches!(&*f.column, "product" | "category" | "subcategory");
        frame.about.is_none() && (frame.act != Act::Why || frame.filters.iter().any(of_data))
    };
    all.filter(|q| readable(q, view).is_some_and(|parse| named(parse.first()))).take(EXAMPLES.len()).collect()
}

/// Whether the rules have a plan for the question, and the data holds all that it names. One that goes on from the answer
/// ("And by month?") is read by itself: that it goes on is what the next turn sees.
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

/// What is asked of a desk that holds messages and cases; nothing where it holds none.
fn of_any_desk(view: &View<'_>) -> impl Iterator<Item = String> {
    let few = if view.vocabulary.days.is_empty() { 0 } else { EXAMPLES.len() };
    EXAMPLES.iter().take(few).map(ToString::to_string)
}

/// Of the sources that the run has asked, or of all, a measure by what rows are told apart by.
fn of_sources(view: &View<'_>, all: bool) -> Vec<String> {
    const EACH: usize = 3;
    let outputs = view.run.calls().filter_map(|c| c.outcome.as_ref().and_then(Outcome::output));
    let asked: Vec<&str> = outputs.flat_map(|o| o.counted.iter()).map(|counted| counted.dataset.as_str()).collect();
    let held = &view.vocabulary.sources;
    let sources = held.iter().filter(|opened| all || asked.contains(&opened.source.name.as_str()));
    let of = |opened: &std::sync::Arc<Opened>| -> Vec<String> {
        let source = &opened.source;
        let Some(measure) = source.measures.first() else { return Vec::new() };
        // Numbers of orders tell nobody anything.
        let id = |name: &str| name == "id" || name.ends_with("_id") || name.ends_with("_key");
        let names = source.dimensions.iter().filter(|d| d.kind == ColumnType::Category && !id(&d.name));
        names.take(EACH).map(|d| capital(&format!("{} by {}", measure.says, d.says))).collect()
    };
    sources.take(2).flat_map(of).collect()
}

/// By what the run has looked up: its largest topic, its customer, its busiest day, the product that it is about.
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

/// The day with the most, where one stands out.
fn busiest(data: &Value) -> Option<NaiveDate> {
    let days = data.get("daily")?.as_array()?;
    let most = days.iter().max_by_key(|d| d.get("count").and_then(Value::as_i64))?;
    (days.len() > 2).then(|| most.get("date")?.as_str()?.parse().ok())?
}

/// By what the data holds, whatever was asked.
fn of_data(view: &View<'_>) -> Vec<String> {
    let held = view.vocabulary;
    let mut list = Vec::new();
    list.extend(held.products.first().map(|p| format!("Why are customers complaining about {}?", p.name)));
    list.extend(held.categories.first().map(|c| format!("How many complaints are about {c}?")));
    list.extend(held.customers.first().map(|(_, name)| format!("Tell me about {name}")));
    list
}
