//! Cases: questions with assertions about their answers. One made from a reviewed turn includes its recording, so that
//! it can be asked again without the data. One line of JSON each, in the form of `server/eval/questions.jsonl`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::Citation;
use crate::run::{Run, StoredEvent};
use crate::session::Ask;

/// A question, with assertions about its answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Case {
    pub id: String,
    /// The data set to ask: "demo", "cfpb".
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub database: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub kind: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub split: String,
    pub question: String,
    /// Earlier questions in the same conversation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<String>,
    /// SQL statements that compute the expected values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sql: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expected: Vec<Expected>,
    /// Whether the question must be declined.
    #[serde(default, skip_serializing_if = "is_false")]
    pub declined: bool,
    /// The right answer in a reviewer's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correct: Option<String>,
    /// The conversation up to the turn, with tool results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded: Option<Recording>,
}

const fn is_false(value: &bool) -> bool {
    !*value
}

/// An assertion about an answer: every field that is set must hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Expected {
    /// A figure that the answer must state, rounded or within the tolerance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<f64>,
    /// With `value`: the label of the row that the answer must cite for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<String>,
    /// Words that the answer must contain, ignoring case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Words that the answer must not contain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absent: Option<String>,
    /// The id of a record that the answer must cite.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// A part of the expected reading: "filter: Mobile banking".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<String>,
}

impl std::fmt::Display for Expected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let row = |value: f64| match &self.row {
            Some(row) => format!("states {value}, citing “{row}”"),
            None => format!("states {value}"),
        };
        let parts = [
            self.reading.as_ref().map(|part| format!("reads {part}")),
            self.value.map(row),
            self.text.as_ref().map(|text| format!("says “{text}”")),
            self.absent.as_ref().map(|text| format!("does not say “{text}”")),
            self.record.as_ref().map(|id| format!("cites {id}")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

/// The parts of an answer that a case can assert: how the question was read, figures with their rows, cited records.
pub fn parts_of(run: &Run) -> Vec<Expected> {
    let mut all: Vec<Expected> = Vec::new();
    for part in run.route.iter().flat_map(|route| &route.understood) {
        all.push(Expected { reading: Some(format!("{}: {}", part.role, part.label)), ..Expected::default() });
    }
    let Some(answer) = &run.answer else { return all };
    for claim in run.grounding.iter().flat_map(|g| &g.claims) {
        let (Some(found), Some(value)) = (claim.found.as_ref().filter(|f| f.cited), number(&claim.text)) else {
            continue;
        };
        let row = answer.rows().find(|(_, row)| row.call == found.call && found.path.starts_with(&row.path));
        let row = row.map(|(_, row)| label(&row.text).to_owned());
        let figure = Expected { value: Some(value), row, ..Expected::default() };
        if !all.contains(&figure) {
            all.push(figure);
        }
    }
    for citation in &answer.citations {
        if let Citation::Record(source) = citation {
            all.push(Expected { record: Some(source.id.clone()), ..Expected::default() });
        }
    }
    all
}

/// The label of a row: its text before the first column of figures.
pub fn label(row: &str) -> &str {
    row.split('|').next().unwrap_or(row).trim()
}

/// The number that a claim states: "1,234", "34%".
pub fn number(text: &str) -> Option<f64> {
    let digits: String = text.chars().filter(|c| c.is_ascii_digit() || matches!(c, '.' | '-')).collect();
    digits.trim_end_matches('.').parse().ok()
}

/// A recorded conversation. In a file, the events follow it, one per line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Recording {
    pub session: String,
    /// UTC milliseconds.
    pub started_at: i64,
    /// Oldest first.
    pub runs: Vec<AskedRun>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<StoredEvent>,
}

/// The id of a run, and the request that began it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AskedRun {
    pub id: String,
    pub ask: Ask,
}

impl Recording {
    /// The events of one of its runs.
    pub fn of_run<'a>(&'a self, id: &'a str) -> impl Iterator<Item = &'a StoredEvent> {
        self.events.iter().filter(move |event| event.run_id == id)
    }

    /// The last of its runs, folded.
    pub fn last(&self) -> Option<Run> {
        let mut run = Run::new(&self.runs.last()?.id);
        run.session_id.clone_from(&self.session);
        self.of_run(&run.id.clone()).for_each(|event| run.apply(event));
        Some(run)
    }
}

/// A request to make a case from a turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct NewCase {
    pub run_id: String,
    /// Indexes into [`parts_of`] the run, from 0.
    pub parts: Vec<usize>,
    /// Words that the answer must contain, one entry per line; `not` has those that it must not contain.
    pub says: String,
    pub not: String,
    pub correct: Option<String>,
}

impl NewCase {
    /// The assertions: the parts of the run's answer that were chosen, and the words.
    pub fn expected(&self, run: &Run) -> Vec<Expected> {
        let mut parts = parts_of(run).into_iter().map(Some).collect::<Vec<_>>();
        let chosen = self.parts.iter().filter_map(|at| parts.get_mut(*at).and_then(Option::take)).collect::<Vec<_>>();
        let lines =
            |text: &str| text.lines().map(str::trim).filter(|l| !l.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        let says = lines(&self.says).into_iter().map(|text| Expected { text: Some(text), ..Expected::default() });
        let not = lines(&self.not).into_iter().map(|text| Expected { absent: Some(text), ..Expected::default() });
        chosen.into_iter().chain(says).chain(not).collect()
    }
}

text_enum! {
    /// The result of running a case.
    CaseResult {
        /// All assertions hold, and the answer is the recorded one.
        Passed = "passed",
        /// All assertions hold, but the answer differs.
        Changed = "changed",
        Failed = "failed",
    }
}

/// The outcome of the latest run of a case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CaseOutcome {
    pub result: CaseResult,
    /// The assertions that failed, in words.
    pub failures: Vec<String>,
    /// The answer of this run.
    pub answer: String,
    /// "rules", or the model's name; and whether the tools answered from the record.
    pub model: String,
    pub recorded: bool,
    /// UTC milliseconds.
    pub at: i64,
}

/// A case in the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CaseItem {
    pub id: String,
    pub question: String,
    /// The run that it was made from.
    pub run_id: Option<String>,
    /// The assertions, in words.
    pub expected: Vec<String>,
    /// The answer that was recorded.
    pub answer: String,
    pub correct: Option<String>,
    pub made_by: String,
    pub made_at: i64,
    pub outcome: Option<CaseOutcome>,
}

/// Unanswered questions of the same meaning, each with its session, newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Refused {
    /// Session and question.
    pub questions: Vec<(String, String)>,
}

/// How many cases had each result.
pub fn counts(outcomes: impl Iterator<Item = CaseResult>) -> BTreeMap<&'static str, usize> {
    let mut all: BTreeMap<_, _> = CaseResult::ALL.iter().map(|result| (result.as_str(), 0)).collect();
    outcomes.for_each(|result| *all.entry(result.as_str()).or_default() += 1);
    all
}
