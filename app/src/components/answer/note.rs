//! The note of a figure: the row that contains it, or how it was computed, and how strong that evidence is. Pure.

use super::results::{Leads, Results, Walked, within};
use super::value;
use crate::components::words;
use crate::model::answer::{Answer, Citation, Claim, Found, Grade, How, SourceKind};
use crate::model::run::Run;
use crate::model::run::figure::FigureAt;
use crate::{i18n, id, t};

/// How many of a figure's operands are named.
const MAX_OPERANDS: usize = 6;

/// Maximum length of a value in a note, in characters.
const MAX_VALUE_CHARS: usize = 80;

/// The note of a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    pub head: String,
    pub lines: Vec<String>,
    /// The target of its link; `None` if it is in no result.
    pub place: Option<Place>,
}

/// The place of a figure on the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The anchor of the figure's link: its row or record among the evidence, or else its call.
    pub goes_to: String,
    /// The call's anchor and the field in its result, highlighted with the figure.
    pub call: String,
    pub path: String,
    pub opens: Opens,
}

/// What opens beside the answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Opens {
    /// The records counted by the figure.
    Figure(FigureAt),
    Record(SourceKind, String),
    /// The call's subject has no records.
    Nothing,
}

pub fn note(run: &Run, results: &Results<'_>, claim: &Claim) -> Note {
    let problem = claim.problem.clone();
    let Some(found) = &claim.found else {
        let head = problem.unwrap_or_else(|| t!("answer-nothing-says-so"));
        return Note { head, lines: Vec::new(), place: None };
    };
    let (head, mut lines) = match found.call.as_str() {
        "question" => (t!("answer-from-question"), Vec::new()),
        "answer" => {
            (t!("answer-follows"), worked_out(found).into_iter().filter(|_| !found.operands.is_empty()).collect())
        }
        _ => standing(results, found, claim.grade()),
    };
    lines.extend(problem);
    Note { head, lines, place: place(run, results, found) }
}

/// Heading and lines for a value that is in a result, or was computed from one.
fn standing(results: &Results<'_>, found: &Found, grade: Grade) -> (String, Vec<String>) {
    let walked = results.call(&found.call);
    let (mut what, from) = walked.map_or_else(Default::default, |w| held(w, &found.path));
    let place = (!what.is_empty()).then(|| std::mem::take(&mut what));
    let recorded = walked.map_or_else(|| t!("answer-recorded-trace"), |w| t!("answer-recorded", about = w.about()));
    let record = found.path.starts_with("/sources/");
    let worked = worked_out(found).map(|how| t!("answer-worked-out", how = how));
    let (head, first) = match (grade, worked) {
        // The operands already name their rows.
        (Grade::Cited, Some(worked)) => (worked, place.filter(|_| found.operands.is_empty())),
        (_, Some(worked)) => (worked, Some(if record { t!("answer-from-record") } else { t!("answer-from-row") })),
        (Grade::Cited, None) => (place.unwrap_or_else(|| recorded.clone()), None),
        _ if record => (t!("answer-in-record"), place),
        _ => (t!("answer-in-row"), place),
    };
    let said = head.ends_with(&from) || head == recorded && head.contains(&from);
    let lines = [first, (!said).then_some(from), walked.and_then(Walked::days)];
    (head, lines.into_iter().flatten().collect())
}

/// The row or list that contains the value ("Login failures: count 140"), and what that belongs to ("Analyze topics,
/// top topics").
pub fn held(walked: &Walked<'_>, path: &str) -> (String, String) {
    let about = walked.about();
    if let Some(source) = walked.source(path) {
        let day = source.day.map(|day| format!(", {}", i18n::short_date(day))).unwrap_or_default();
        let name = if source.title.is_empty() { &source.id } else { &source.title };
        return (format!("{name}{day}"), t!("answer-kind-id", kind = source.kind.as_str(), id = source.id.as_str()));
    }
    if let Some((name, argument)) = walked.argument(path) {
        let told = if argument.is_object() { String::new() } else { value::cell_text(name, argument) };
        let told = format!("{} {}", value::field_name(name), short(&told));
        return (told.trim().to_owned(), t!("answer-asked-for", about = about));
    }
    let (what, table) = match walked.leads(path) {
        Leads::Cell(at) => {
            let row = walked.row_name(at.table, at.row);
            // The label itself needs no column name.
            let cell = if walked.text(at) == row { String::new() } else { walked.cell_text(at) };
            let parts = [row, cell].into_iter().filter(|part| !part.is_empty()).map(|part| short(&part));
            (parts.collect::<Vec<_>>().join(": "), Some(at.table))
        }
        Leads::Row(table, row) => (short(&walked.row_name(table, row)), Some(table)),
        Leads::List(table) => (String::new(), Some(table)),
        Leads::Nowhere => (String::new(), None),
    };
    (what, from(&about, table.map_or("", |table| &walked.tables[table].name)))
}

fn from(about: &str, list: &str) -> String {
    let list = value::list_name(list);
    if list.is_empty() { about.to_owned() } else { format!("{about}, {list}") }
}

fn short(text: &str) -> String {
    match words::cut(text, MAX_VALUE_CHARS) {
        Some((head, _)) => format!("{head}…"),
        None => text.to_owned(),
    }
}

/// The operation in words, with its operands; `None` if the value is used directly.
fn worked_out(found: &Found) -> Option<String> {
    // Operations on two values have both in their words.
    let (name, with, joined) = match found.how {
        How::Equal | How::Rounded => return None,
        How::Sum => (id!("answer-how-sum"), None, " + "),
        How::Difference => (id!("answer-how-difference"), Some(id!("answer-how-difference-of")), ", "),
        How::Share => (id!("answer-how-share"), Some(id!("answer-how-share-of")), ", "),
        // Which of the two came first is unknown.
        How::Change => (id!("answer-how-change"), Some(id!("answer-how-change-of")), ", "),
        How::Ratio => (id!("answer-how-ratio"), Some(id!("answer-how-ratio-of")), ", "),
        How::Mean => (id!("answer-how-mean"), None, ", "),
        How::PerDay => (id!("answer-how-per-day"), Some(id!("answer-how-per-day-of")), ", "),
        How::Count => (id!("answer-how-count"), None, ", "),
    };
    if let (Some(with), [a, b]) = (with, found.operands.as_slice()) {
        return Some(t!(with, a = a.as_str(), b = b.as_str()));
    }
    let more = found.operands.len().saturating_sub(MAX_OPERANDS);
    let mut said: Vec<String> = found.operands.iter().take(MAX_OPERANDS).cloned().collect();
    said.extend((more > 0).then(|| t!("answer-how-more", count = more)));
    let said = said.join(joined);
    Some(match found.how {
        _ if said.is_empty() => t!(name),
        How::Mean => t!("answer-how-mean-of", values = said),
        How::Count => t!("answer-how-count-in", lists = said),
        _ => said,
    })
}

/// The place of a figure: among the evidence if cited, else in the trace.
fn place(run: &Run, results: &Results<'_>, found: &Found) -> Option<Place> {
    let walked = results.call(&found.call)?;
    let call = words::call_anchor(&run.id, &found.call);
    let cited = run.answer.as_ref().and_then(|answer| citation(answer, walked, found));
    let goes_to = cited.map_or_else(|| call.clone(), |n| words::evidence_anchor(&run.id, n));
    let opens = match walked.source(&found.path) {
        Some(source) => Opens::Record(source.kind, source.id.clone()),
        None if found.path.starts_with("/args") => Opens::Nothing,
        None => Opens::Figure(FigureAt::new(&run.id, &found.call, &found.path)),
    };
    Some(Place { goes_to, call, path: found.path.clone(), opens })
}

/// The citation number of what contains a value.
fn citation(answer: &Answer, walked: &Walked<'_>, found: &Found) -> Option<usize> {
    if let Some(source) = walked.source(&found.path) {
        return answer.records().find(|(_, s)| s.kind == source.kind && s.id == source.id).map(|(n, _)| n);
    }
    let row = match walked.leads(&found.path) {
        Leads::Cell(at) => &walked.tables[at.table].rows.get(at.row)?.path,
        // For a whole list, any of its rows is suitable.
        _ => &found.path,
    };
    let fits = |citation: &Citation| match citation {
        Citation::Row(cited) => cited.call == found.call && (cited.path == *row || item_of(&cited.path, &found.path)),
        Citation::Record(_) => false,
    };
    answer.citations.iter().position(fits).map(|i| i + 1)
}

/// Whether a path is that of a list item.
fn item_of(path: &str, list: &str) -> bool {
    !list.is_empty() && path != list && within(path, list) && !path[list.len() + 1..].contains('/')
}

#[cfg(test)]
#[path = "note_tests.rs"]
mod tests;
