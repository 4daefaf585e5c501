//! Answers, written only from the tools' results: figures first, then what is behind them, then quoted evidence with
//! citations, then what is not covered. Every number comes from a result.

mod acts;
mod asked;
mod cases;
mod deals;
mod drivers;
mod figures;
mod judgements;
mod people;
mod records;
mod rows;
mod sheet;
mod starts;
mod text;
mod without;

use std::collections::HashMap;

use model::answer::{Source, SourceKind};
use model::run::{Call, Outcome, ToolOutput};
use serde_json::Value;

use super::super::draft::unrepeated;
use super::conversation::narrowed_before;
use super::intent::IntentMatch;
use super::reading::Interpretation;
use super::{follow, offer, parse, plan};
use crate::cite::settle::{settle, written};
use crate::cite::{Numbering, address};
use crate::view::{Draft, TAKEN_FOR, View};
use query::frame::{Certainty, Frame, Parse};
use without::{abilities, method, thanks, unclear};

/// An answer being written. Until finished, its text cites by the run's numbers.
pub struct AnswerWriter<'a> {
    pub view: &'a View<'a>,
    pub draft: Draft,
    pub cites: CitationIndex<'a>,
    /// The conditions that apply, in words: " about Mobile banking in Texas by phone".
    pub about: String,
    /// The question, of a planned answer.
    frame: Option<&'a Frame>,
}

/// The numbers of a run's rows and records, for writers that hold a part of a result.
pub struct CitationIndex<'a> {
    numbering: Numbering<'a>,
    by_value: HashMap<usize, usize>,
}

impl<'a> CitationIndex<'a> {
    pub fn for_view(view: &View<'a>) -> Self {
        let numbering = Numbering::from_run(view.run);
        Self { by_value: numbering.by_value(), numbering }
    }

    /// " [41][42]": the rows with these parts of results, each once; empty if none belongs to a row.
    pub fn rows<'v>(&self, pieces: impl IntoIterator<Item = &'v Value>) -> String {
        let mut numbers: Vec<usize> =
            pieces.into_iter().filter_map(|piece| self.by_value.get(&address(piece)).copied()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.is_empty() { String::new() } else { format!(" {}", written(&numbers)) }
    }

    /// "- Crashes: 12 [7]": a line for each row, without those that have none.
    pub fn lines<'v>(
        &self,
        rows: impl IntoIterator<Item = &'v Value>,
        mut line: impl FnMut(&'v Value) -> Option<String>,
    ) -> String {
        let cited = |row| Some(format!("- {}{}", line(row)?, self.rows([row])));
        rows.into_iter().filter_map(cited).collect::<Vec<_>>().join("\n")
    }

    /// " [7]": a record; empty if it was not read.
    pub fn record(&self, source: &Source) -> String {
        self.numbering.record(source).map(|n| format!(" [{n}]")).unwrap_or_default()
    }
}

impl<'a> AnswerWriter<'a> {
    fn new(view: &'a View<'a>) -> Self {
        Self { view, draft: Draft::default(), cites: CitationIndex::for_view(view), about: String::new(), frame: None }
    }

    /// The rows with these fields of a tool's last result, by JSON pointer: " [41][42]". The empty pointer is the
    /// result's own values.
    pub fn rows_at(&self, tool: &str, pointers: &[&str]) -> String {
        self.cites.rows(pointers.iter().filter_map(|pointer| self.at(tool, pointer)))
    }

    /// The rows for a sentence about a tool's whole last result: its own values, and the name of the customer it is
    /// filtered by, which such a sentence includes.
    pub fn whole(&self, tool: &str) -> Vec<&'a Value> {
        ["", "/filters/customerName"].into_iter().filter_map(|pointer| self.at(tool, pointer)).collect()
    }

    /// A field of the last result of a tool, by JSON pointer.
    pub fn at(&self, tool: &str, pointer: &str) -> Option<&'a Value> {
        plan::output(self.view, tool)?.data.pointer(pointer)
    }

    /// The figure that an answer needs. If its result is missing, the answer says so: what was not counted is not zero.
    pub fn needs(&mut self, tool: &str, pointer: &str) -> Option<f64> {
        let found = self.number(tool, pointer);
        if found.is_none() {
            self.missing(tool);
        }
        found
    }

    /// The number of records that an answer is about. If there are none, the answer is the sentence that says so.
    pub fn total(&mut self, tool: &str, pointer: &str, none: &str) -> Option<f64> {
        let total = self.needs(tool, pointer)?;
        if total == 0.0 {
            self.none(tool, none);
        }
        (total != 0.0).then_some(total)
    }

    /// Says that a result is empty.
    pub fn none(&mut self, tool: &str, sentence: &str) {
        self.paragraph(&format!("{sentence}{}", self.cites.rows(self.whole(tool))));
    }

    /// Says why a tool's result is missing.
    pub fn missing(&mut self, tool: &str) {
        self.paragraph(&not_counted(plan::last(self.view, tool)));
    }

    pub fn number(&self, tool: &str, pointer: &str) -> Option<f64> {
        self.at(tool, pointer)?.as_f64()
    }

    pub fn text(&self, tool: &str, pointer: &str) -> Option<&'a str> {
        self.at(tool, pointer)?.as_str()
    }

    pub fn list(&self, tool: &str, pointer: &str) -> &'a [Value] {
        self.at(tool, pointer).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
    }

    pub fn sources(&self, tool: &str) -> &'a [Source] {
        plan::output(self.view, tool).map(|o| o.sources.as_slice()).unwrap_or_default()
    }

    /// The tool's own sentence.
    pub fn summary(&self, tool: &str) -> Option<&'a str> {
        plan::output(self.view, tool).map(|o| o.summary.as_str()).filter(|summary| !summary.is_empty())
    }

    pub fn paragraph(&mut self, text: &str) {
        if text.trim().is_empty() {
            return;
        }
        if !self.draft.text.is_empty() {
            self.draft.text.push_str("\n\n");
        }
        self.draft.text.push_str(text.trim());
    }

    /// Lines below a heading, if there are any.
    pub fn listed(&mut self, heading: &str, lines: &str) {
        if !lines.is_empty() {
            self.paragraph(&format!("{heading}\n{lines}"));
        }
    }

    /// Notes the method of a tool, as its result describes it.
    pub fn method(&mut self, tool: &str, what: &str) {
        let method = self.text(tool, "/method").map(|method| format!("{what}: {method}"));
        self.draft.notes.extend(method);
    }

    /// The period of a tool's result.
    pub fn days(&self, tool: &str) -> String {
        self.text(tool, "/timeRange/label").unwrap_or("all dates").to_owned()
    }

    /// Up to `most` quotations from a tool's sources, as one paragraph. A customer's own record has no text.
    pub fn quotations(&mut self, tool: &str, most: usize) {
        let mut said = std::collections::BTreeSet::new();
        let says = |s: &&Source| s.kind != SourceKind::Customer && s.excerpt.chars().count() > 20;
        let sources: Vec<&Source> =
            self.sources(tool).iter().filter(says).filter(|s| said.insert(s.excerpt.as_str())).take(most).collect();
        let lines: Vec<String> = sources.into_iter().map(|source| self.quotation(source)).collect();
        self.paragraph(&lines.join("\n"));
    }

    /// The answer.
    fn finished(mut self) -> Draft {
        finish(self.view, &self.cites, &mut self.draft);
        self.draft
    }

    /// Author and date, verbatim, with the citation: a list item.
    pub fn quotation(&self, source: &Source) -> String {
        let who = match source.day {
            Some(day) => format!("{}{}, {}", source.title, source.mark(), model::time::full_date(day)),
            None => format!("{}{}", source.title, source.mark()),
        };
        format!("- {who}: “{}”{}", text::excerpt(&source.excerpt), self.cites.record(source))
    }
}

/// The answer to all parts of a question, in order, with how it was read if that is unsure.
pub fn all(readings: &[Interpretation], view: &View<'_>) -> Draft {
    let mut drafts = readings.iter().map(|reading| one(reading, view));
    let mut draft = drafts.next().unwrap_or_default();
    for more in drafts {
        draft = joined(draft, more);
    }
    lead(draft, readings, view)
}

/// The answer to one part.
pub fn one(reading: &Interpretation, view: &View<'_>) -> Draft {
    match reading {
        Interpretation::Planned(u) => answer(u, view),
        Interpretation::Figures(list) => figures::answer(list, view),
        Interpretation::Tools(calls) => asked::answer(calls, view),
        Interpretation::Deals(deals) => deals::answer(deals, view),
        Interpretation::Abilities => abilities(view),
        Interpretation::Thanks => thanks(view),
        Interpretation::Method(told) => method(*told, view),
        Interpretation::Unclear(why) => unclear(why, view),
    }
}

/// Two answers, one below the other: the second's citations continue from the first's.
fn joined(mut first: Draft, second: Draft) -> Draft {
    let more = first.citations.len();
    first.text = format!("{}\n\n{}", first.text, crate::cite::settle::shifted(&second.text, more));
    first.citations.extend(second.citations);
    first.charts.extend(second.charts);
    first.charts.truncate(3);
    first.gaps.extend(second.gaps);
    first.notes.extend(second.notes);
    first.unknown.extend(second.unknown);
    first.range = first.range.or(second.range);
    first.follow_ups = second.follow_ups;
    first
}

/// The beginning of an answer whose reading is incomplete: how it was read, what was ignored; and the second reading as
/// the first follow-up.
fn lead(mut draft: Draft, readings: &[Interpretation], view: &View<'_>) -> Draft {
    let Parse { frames, asides, .. } = parse(view);
    let ignored = |words: &[String]| {
        let quoted: Vec<String> = words.iter().map(|words| format!("“{words}”")).collect();
        (!words.is_empty()).then(|| format!("Not taken into account: {}.", quoted.join(", ")))
    };
    let said = ignored(asides).filter(|_| readings.iter().any(Interpretation::is_linked));
    let mut lines: Vec<String> = said.into_iter().collect();
    for (reading, frame) in readings.iter().zip(frames).filter(|(reading, _)| reading.is_linked()) {
        let mut unused = frame.unused.clone();
        if let Interpretation::Planned(u) = reading {
            unused.extend(u.not_applied());
            draft.notes.extend(frame.notes.iter().cloned());
        }
        if let Interpretation::Figures(list) = reading {
            // The two sources that are compared are used, though no value of the data.
            unused.retain(|_| list.iter().all(|intent| intent.against.is_none()));
            unused.extend(list.iter().flat_map(|intent| intent.frame.unused.iter().cloned()));
            lines.extend(list.iter().filter_map(|intent| intent.frame.not_compared.clone()));
        }
        unused.retain(|words| !(matches!(reading, Interpretation::Deals(_)) && super::deals::is_known(&[words])));
        let mut seen = std::collections::BTreeSet::new();
        unused.retain(|words| seen.insert(words.to_lowercase()));
        lines.extend(ignored(&unused));
        if !frame.goes_on && narrowed_before(view) {
            lines.push("A new question: nothing of the one before narrows it.".to_owned());
        }
        if frame.sureness() == Certainty::Likely && view.run.change.is_none() {
            lines.extend(reading.taken_for(frame, view.vocabulary).map(|read| format!("{TAKEN_FOR}{read}")));
            let second = || Frame { act: frame.reading.second.0, ..frame.clone() };
            let other = frame.rival.as_deref().cloned().unwrap_or_else(second);
            if let Some(offer) = offer::offer(&other, frame.rival.is_some(), view) {
                draft.follow_ups.insert(0, offer.question.clone());
                draft.offers.push(offer);
            }
        }
    }
    draft.follow_ups.truncate(3);
    if !lines.is_empty() {
        draft.text = format!("{}\n\n{}", lines.join(" "), draft.text);
    }
    draft
}

/// The answer to a question whose plan is done.
fn answer(u: &IntentMatch, view: &View<'_>) -> Draft {
    use reader::Act;
    let mut story = AnswerWriter { about: drivers::subject(u), frame: Some(&u.frame), ..AnswerWriter::new(view) };
    match u.plan.act {
        Act::Why => drivers::drivers(&mut story),
        Act::Topics => drivers::topics(&mut story, u),
        Act::When => drivers::when(&mut story),
        Act::Said => drivers::find(&mut story),
        Act::Promises => people::promises(&mut story),
        Act::Sla => cases::sla(&mut story),
        Act::Sentiment => people::sentiment(&mut story),
        Act::CallSheet => sheet::sheet(&mut story),
        Act::LastContact => people::last_contact(&mut story),
        Act::Who => people::who(&mut story),
        Act::Draft => people::letter(&mut story),
        Act::OpenCase => acts::opened(&mut story),
        Act::AssignCase => acts::outcome(&mut story, "assign_case", "Assign case-0123 to A. Okafor"),
        Act::NoteCase => {
            acts::outcome(&mut story, "add_case_note", "Add a note to case-0123: the customer called back")
        }
        Act::Escalation => cases::escalation(&mut story),
        Act::Resolution => cases::resolution(&mut story),
        Act::Cdd => cases::cdd(&mut story),
        Act::Risk => judgements::risk(&mut story),
        Act::Health => judgements::health(&mut story),
        Act::Urgent => judgements::urgent(&mut story, u.time().is_some()),
        Act::Anomaly => judgements::anomalies(&mut story),
        Act::Trend => judgements::trends(&mut story),
        Act::Similar => judgements::similar(&mut story),
        Act::Record => records::record(&mut story),
        Act::Nps => people::nps(&mut story),
        _ => judgements::ask(&mut story),
    }
    let mut draft = story.finished();
    if u.plan.act == Act::Why {
        starts::mark(view, &mut draft);
    }
    draft
}

/// The text in place of a figure whose call failed, or was not made before the run ended.
fn not_counted(call: Option<&Call>) -> String {
    match call.and_then(|c| c.outcome.as_ref()) {
        Some(Outcome::Error { error, .. }) => error.clone(),
        _ => "Not counted: the run ended before the result was there.".into(),
    }
}

/// Completes an answer: its own citation numbers, charts, days, and what went wrong.
fn finish(view: &View<'_>, cites: &CitationIndex<'_>, draft: &mut Draft) {
    let told = told(view);
    beyond_the_data(&told, cites, draft);
    (draft.text, draft.citations) = settle(&unrepeated(&draft.text), &cites.numbering);
    draft.charts = told.iter().flat_map(|o| o.charts.iter().cloned()).take(3).collect();
    // Of counts rather than of searches beside them.
    let covered = || told.iter().filter_map(|o| o.coverage.as_ref());
    draft.range = covered().find(|c| c.unit != "records").or_else(|| covered().next()).map(|c| c.range);
    for call in view.run.calls() {
        let recovered = plan::last(view, &call.tool).is_some_and(|c| c.id != call.id);
        if let Some(Outcome::Error { error, .. }) = &call.outcome
            && !recovered
            && !draft.text.contains(error.as_str())
        {
            draft.gaps.push(format!("{} gave no result: {error}", call.tool));
        }
    }
    if draft.text.is_empty() {
        draft.text = "None of the tools gave a result, so there is nothing to answer from.".into();
    }
    draft.follow_ups = follow::questions(view, std::mem::take(&mut draft.follow_ups));
}

/// The results used by the answer: each tool's last one, because a repeated call, wider or with a corrected name,
/// replaces the first. Queries count separately.
fn told<'a>(view: &View<'a>) -> Vec<&'a ToolOutput> {
    let mut used: Vec<(&str, &ToolOutput)> = Vec::new();
    for call in view.run.calls() {
        let Some(output) = call.outcome.as_ref().and_then(Outcome::output) else { continue };
        match used.iter().rposition(|(tool, _)| *tool == call.tool) {
            Some(at) if call.tool != super::figures::TOOL => used[at].1 = output,
            Some(at) => used.insert(at + 1, (&call.tool, output)),
            None => used.push((&call.tool, output)),
        }
    }
    used.into_iter().map(|(_, output)| output).collect()
}

/// States the data's first and last day, if a period extends beyond them.
fn beyond_the_data(told: &[&ToolOutput], cites: &CitationIndex<'_>, draft: &mut Draft) {
    let known = |o: &&ToolOutput| {
        let data = o.data.pointer("/timeRange/data").or_else(|| o.data.pointer("/previousTimeRange/data"))?;
        Some((data.get("label")?.as_str()?.to_owned(), data.get("outside")?.as_bool()?, cites.rows([data])))
    };
    let Some((label, outside, cited)) = told.iter().find_map(known) else { return };
    let text = format!("The records are from {label}.");
    // Nothing is known about it: no figure is right, not even zero.
    let asked = || told.iter().filter(|o| o.data.get("timeRange").is_some());
    let beyond = |o: &&ToolOutput| o.data.pointer("/timeRange/data/outside").and_then(Value::as_bool) == Some(true);
    if asked().count() > 0 && asked().all(beyond) {
        draft.text = format!("I cannot answer that: the time lies outside of the data. {text}{cited}");
    } else if outside && !draft.text.is_empty() {
        draft.text.push_str(&format!("\n\nThat time lies outside of the data. {text}{cited}"));
    } else {
        draft.gaps.push(format!("The time reaches beyond the data. {text}"));
    }
}
