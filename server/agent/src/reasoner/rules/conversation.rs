//! What a follow-up builds on: the last turn that was understood, as stored with its run. Turns that were not
//! understood change nothing.

use chrono::NaiveDate;
use model::answer::SourceKind;
use model::record::Kind;
use model::run::{self, Change, Origin, Part, Records, Run};
use model::session::{Role, Turn};
use reader::Act;
use serde_json::Value;

use super::words::documents::{POSSIBLE, probability};
use crate::view::{View, as_read};
use query::frame::{self, Certainty, DialogueState, Frame, Listed, Parse};
use query::values::Vocabulary;

const ASK: &str = "ask_question";

/// Maximum number of turns read of those sent along, the last ones.
const MAX_TURNS: usize = 10;

/// The last understood turn, of this conversation or of the turns sent along.
pub fn before(view: &View<'_>) -> Option<DialogueState> {
    let read =
        |question: &str, before: Option<&DialogueState>| Parse::new(question, view.vocabulary, view.as_of, before);
    // What was clicked is the question's topic.
    if let Some(question) = clicked(view) {
        let parse = read(question, None);
        return Some(DialogueState { frame: parse.first().clone(), listed: Vec::new() });
    }
    let last = view.earlier.iter().rev().find_map(|run| Some((run, going(&stored(run)?)?)));
    let mut before = match unanswered(view) {
        None => last.map(|(run, frame)| DialogueState { frame, listed: listed(run) }),
        // Of a question that was not understood only its customer goes on.
        Some(_) => last.and_then(|(_, frame)| of_customer(&frame)),
    };
    let asked: Vec<&Turn> = view.history.iter().filter(|turn| turn.role == Role::User).collect();
    for turn in &asked[asked.len().saturating_sub(MAX_TURNS)..] {
        let parse = read(as_read(&turn.content), before.as_ref());
        before = going(&parse).map(|frame| DialogueState { frame, listed: Vec::new() }).or(before);
    }
    before
}

/// What a follow-up to this run builds on.
pub fn after(view: &View<'_>) -> Option<DialogueState> {
    let own = going(super::parse(view)).map(|frame| DialogueState { frame, listed: listed(view.run) });
    own.or_else(|| before(view))
}

/// What a follow-up may build on; `None` if the question was not understood or asks for nothing.
fn going(parse: &Parse) -> Option<Frame> {
    let last = parse.frames.last()?;
    let empty = matches!(last.act, Act::Help | Act::Thanks | Act::Outside | Act::Unclear | Act::Method);
    (!empty && last.sureness() != Certainty::Unsure).then(|| last.clone())
}

/// The customer of a turn, and nothing else of it.
fn of_customer(frame: &Frame) -> Option<DialogueState> {
    frame.customer()?;
    let filters = frame.filters.iter().filter(|f| f.column == "customer").cloned().collect();
    let frame = Frame { filters, act: frame.act, certainty: frame.certainty, ..Frame::default() };
    Some(DialogueState { frame, listed: Vec::new() })
}

/// The words for which the question before was not answered: what follows on it would be about something else. `None`
/// if it was answered, asked back with one customer, or named nothing that could be built on.
pub fn unanswered(view: &View<'_>) -> Option<Vec<String>> {
    let last = view.earlier.last().filter(|run| run.answer.as_ref().is_some_and(|answer| answer.declines()))?;
    let parse = stored(last)?;
    let words: Vec<String> = parse.frames.iter().flat_map(Frame::not_understood).map(str::to_owned).collect();
    // "Which of those": there are none, whatever was not understood.
    (!words.is_empty() || frame::points_at_rows(view.question())).then_some(words)
}

/// The question before and the document quoted for it, if this question goes on in it: it refers back, begins in the
/// middle, or asks for a rule too; and it asks for no figure.
pub fn quoted_before<'a>(view: &View<'a>) -> Option<(&'a str, &'a str)> {
    use frame::grammar::{Operator, is_function, marks, words};
    /// A longer question names what it is about.
    const MAX_ELLIPTIC_WORDS: usize = 14;
    let text = view.question();
    let words = words(text);
    let last = view.earlier.last().filter(|_| view.run.change.is_none() && words.len() <= MAX_ELLIPTIC_WORDS)?;
    let figure = marks(text).iter().any(|mark| {
        matches!(mark.operator, Operator::Count | Operator::Aggregate(_) | Operator::Each | Operator::Rank(..))
    });
    let bare = words.iter().all(|word| is_function(&word.text));
    if figure || !(bare || frame::points_back(text) || probability(text, view).is_some_and(|p| p >= POSSIBLE)) {
        return None;
    }
    let asked = last.calls().filter(|call| call.tool == ASK).last()?;
    let first = asked.outcome.as_ref()?.output()?.sources.first()?;
    (first.kind == SourceKind::Document).then_some((last.question.as_str(), first.id.as_str()))
}

/// A question about the records of the clicked chart: what the conversation was about before no longer matters. `None`
/// if no chart was clicked.
fn clicked(view: &View<'_>) -> Option<&'static str> {
    let scope = &view.run.scope;
    Some(match (scope.records?, scope.kind) {
        (Records::Cases, _) => "How many cases were there?",
        (Records::Communications, Some(Kind::Complaint)) => "How many complaints were there?",
        (Records::Communications, _) => "How many messages were there?",
    })
}

/// How the question was read: as stored with the run, or, if the run is for it, an earlier question read differently.
pub fn known(view: &View<'_>) -> Option<Parse> {
    if let Some(stored) = stored(view.run) {
        return Some(stored);
    }
    let change = view.run.change.as_ref()?;
    let before = view.earlier.iter().find(|run| run.id == change.run)?;
    change_of(before, change, view.vocabulary, view.as_of).ok()
}

/// How a run's question reads with a change.
pub fn change_of(before: &Run, change: &Change, v: &Vocabulary, as_of: NaiveDate) -> Result<Parse, String> {
    let parse = stored(before).ok_or("That question was read by another version. Ask it again.")?;
    let understood = before.route.as_ref().map(|route| route.understood.as_slice()).unwrap_or_default();
    parse.changed(understood, change.part, change.to.as_deref(), v, as_of)
}

/// How a run's question was read, if stored with it.
pub fn stored(run: &Run) -> Option<Parse> {
    Parse::stored(run.route.as_ref()?.parse.as_ref()?)
}

/// What a run's answer listed, in order: customers, record ids, or the groups of a query.
pub fn listed(run: &Run) -> Vec<Listed> {
    let outputs = run.calls().filter_map(|c| c.outcome.as_ref()?.output());
    outputs.map(|output| rows(&output.data)).find(|rows| !rows.is_empty()).unwrap_or_default()
}

fn rows(data: &Value) -> Vec<Listed> {
    let text = |row: &Value, names: &[&str]| names.iter().find_map(|name| row[*name].as_str().map(str::to_owned));
    let by = data["groupBy"].get(0).and_then(Value::as_str);
    let column = data.pointer("/query/groupBy/0").and_then(Value::as_str).or(by);
    let row = |row: &Value| {
        if let Some(id) = text(row, &["caseId", "id"]).filter(|id| id.contains('-')) {
            let label = text(row, &["title", "customer", "name"]).unwrap_or_else(|| id.clone());
            return Some(Listed { column: "id".into(), value: id, label });
        }
        if let Some(id) = text(row, &["customerId"]) {
            let label = text(row, &["customer", "customerName", "name"]).unwrap_or_else(|| id.clone());
            return Some(Listed { column: "customer".into(), value: id, label });
        }
        // A name is enough: it is looked up like any other.
        if let Some(name) = text(row, &["customer", "customerName"]) {
            return Some(Listed { column: "customer".into(), value: name.clone(), label: name });
        }
        let (label, value) = skills::figures::group(data, row);
        let value = value.as_str()?.to_owned();
        let column = match column? {
            "name" | "customer" => "customer",
            other => other,
        };
        Some(Listed { column: column.to_owned(), value, label })
    };
    let lists = data.as_object().into_iter().flatten().filter_map(|(_, part)| part.as_array());
    lists.map(|list| list.iter().filter_map(row).collect::<Vec<_>>()).find(|rows| !rows.is_empty()).unwrap_or_default()
}

/// Whether the previous turn had any condition that this one could have carried over.
pub fn narrowed_before(view: &View<'_>) -> bool {
    let before = view.earlier.last().and_then(|run| run.route.as_ref());
    let narrows =
        |part: &Part| matches!(part.role, run::Role::Filter | run::Role::Period) && part.origin != Origin::Assumed;
    view.run.change.is_none() && before.is_some_and(|route| route.understood.iter().any(narrows))
}
