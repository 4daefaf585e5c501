//! A run as folded from its events: the state used by the server, the pages, the tests and the export.
//!
//! Deliberately not here: the fold itself (`fold`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Bound, Change, Limits, Outcome, Part, PlannedCall, RunStatus, Scope, StandIn, Strategy, Stretch, ToolOutput,
};
use crate::answer::{Answer, Citation, CitedRow, Grade, Grounding, Receipt, Score};
use crate::approval::Proposal;
use crate::support::{Caller, Heard};

/// A run as folded from its events.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    pub id: String,
    pub session_id: String,
    pub question: String,
    pub status: RunStatus,
    pub strategy: Strategy,
    pub model: String,
    pub limits: Option<Limits>,
    pub as_of: Option<chrono::NaiveDate>,
    pub scope: Scope,
    /// For an earlier question in another reading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    /// The caller, for a support call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<Caller>,
    /// `seq` of the last event applied.
    pub seq: i64,
    /// UTC milliseconds of the first and of the last event.
    pub started_at: i64,
    pub updated_at: i64,
    /// The timeline, in order.
    pub steps: Vec<Step>,
    pub answer: Option<Answer>,
    pub grounding: Option<Grounding>,
    pub run_score: Option<Score>,
    pub evidence_score: Option<Score>,
    pub follow_ups: Vec<String>,
    pub receipt: Option<Receipt>,
    /// What went wrong, and what a person can do.
    pub failure: Option<(String, String)>,
    /// Who answered instead of the model and why, in one sentence; `None` while the intended model answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallback: Option<String>,
    pub iteration: u32,
    /// Milliseconds of waiting for a person or for a process to resume it.
    #[serde(default)]
    pub idle_ms: i64,
    /// How the question was understood, once known.
    pub route: Option<Route>,
    /// Cost of model calls so far.
    pub usage: Usage,
    /// The summary of the conversation's oldest messages: how many, and the text.
    pub summary: Option<(u32, String)>,
    /// Passages of results that look like instructions to a model.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suspected: Vec<InjectionFinding>,
    /// Model calls that have not led to a step yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<ModelCall>,
    /// Pseudonyms sent to a model, in order of number. Derived from events, never sent to clients.
    #[serde(skip)]
    pub stands: Vec<StandIn>,
}

/// Words of a result that look like instructions to a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InjectionFinding {
    /// The id of the record with them, or else a JSON pointer into the result.
    pub place: String,
    /// The words, truncated to one line.
    pub text: String,
    /// The reason for the suspicion: "sets other instructions aside" …
    pub why: String,
}

impl InjectionFinding {
    /// "Looks like instructions to the assistant: “Ignore all …”. Treated as text. It stands in comm-00012 and …".
    pub fn describe(&self) -> String {
        let Self { place, text, why } = self;
        let place = if place.is_empty() { "the result" } else { place };
        format!("Looks like instructions to the assistant: “{text}”. Treated as text. It stands in {place} and {why}.")
    }
}

/// An answered model call: its purpose and cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelCall {
    /// "step", "plan", "reflect" …: see [`RunEvent::ModelCalled`](super::RunEvent::ModelCalled).
    pub purpose: String,
    /// As `provider/model`.
    pub model: String,
    pub prompt_tokens: u64,
    pub completion_tokens: u64,
    /// US dollars; `None` if the model's price is unknown.
    pub cost_usd: Option<f64>,
    /// Failed attempts before this answer.
    pub retries: u32,
    pub duration_ms: i64,
}

/// The domain of a question, and the tools for it (E-012).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Route {
    pub intent: String,
    pub domain: String,
    pub secondary: Vec<String>,
    /// Tool names, best first; empty for a question that needs no data.
    pub recommended: Vec<String>,
    pub reasoning: String,
    /// Confidence in the domain, 0 to 1.
    #[serde(default)]
    pub confidence: f64,
    /// The reading in its reasoner's own form: the basis for follow-up questions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parse: Option<Value>,
    /// The reading for people, shown above the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub understood: Vec<Part>,
    /// Words that were not understood, if it was answered without them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// The question in segments by what became of the words; empty if unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stretches: Vec<Stretch>,
    /// The recognised intent of a message in a call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heard: Option<Heard>,
}

/// Cost of model calls (B-030).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Usage {
    pub model_calls: u32,
    pub retries: u32,
    pub tokens_prompt: u64,
    pub tokens_completion: u64,
    pub tokens_cached: u64,
    /// US dollars, as far as prices are known.
    pub cost_usd: f64,
    /// Calls of unknown price, not included in `cost_usd`.
    pub unpriced: u32,
    /// Time spent waiting for models, in milliseconds.
    pub waited_ms: i64,
}

impl Usage {
    /// Adds the cost of another run: the sums of a conversation (B-030).
    pub fn add(&mut self, other: &Self) {
        self.model_calls += other.model_calls;
        self.retries += other.retries;
        self.tokens_prompt += other.tokens_prompt;
        self.tokens_completion += other.tokens_completion;
        self.tokens_cached += other.tokens_cached;
        self.cost_usd += other.cost_usd;
        self.unpriced += other.unpriced;
        self.waited_ms += other.waited_ms;
    }
}

/// A step of the timeline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// `seq` of its first event.
    pub seq: i64,
    /// Milliseconds since the run began.
    pub offset_ms: i64,
    pub kind: StepKind,
    /// The model calls that led to it, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<ModelCall>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(not(target_family = "wasm"), serde(tag = "type"))]
#[serde(rename_all = "snake_case", rename_all_fields = "camelCase")]
// A run has a few dozen steps; boxing one variant would save nothing.
#[allow(clippy::large_enum_variant)]
pub enum StepKind {
    /// A sentence by the program about itself.
    Note {
        about: NoteKind,
        text: String,
    },
    Thought {
        iteration: u32,
        text: String,
    },
    Plan {
        text: String,
        calls: Vec<PlannedCall>,
    },
    /// One call, or several in parallel.
    Calls {
        calls: Vec<Call>,
    },
    Reflection {
        text: String,
        sufficient: bool,
    },
    Approval {
        approval: String,
        #[serde(default)]
        call: String,
        tool: String,
        /// As edited by a person, if they were.
        args: Value,
        reason: String,
        /// In a call, what the caller hears meanwhile.
        #[serde(default)]
        said: Option<String>,
        expires_at: i64,
        #[serde(default)]
        proposal: Proposal,
        decision: Option<String>,
        /// Who decided, when (UTC milliseconds), and their note.
        #[serde(default)]
        by: Option<String>,
        #[serde(default)]
        decided_at: Option<i64>,
        #[serde(default)]
        note: Option<String>,
    },
    /// The answer was written.
    Answer {
        citations: usize,
    },
    /// Its figures were checked: how many, how many occur in a result, and how many of those are cited.
    Grounding {
        checked: usize,
        grounded: usize,
        #[serde(default)]
        cited: usize,
    },
}

/// The subject of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoteKind {
    Routed,
    Compressed,
    Fallback,
    Retry,
    Pseudonyms,
    /// Passages that look like instructions.
    Suspected,
    Limit(Bound),
    Failed,
    Stopped,
    Interrupted,
}

impl NoteKind {
    pub const fn tone(self) -> NoteTone {
        match self {
            Self::Routed | Self::Compressed | Self::Pseudonyms => NoteTone::Plain,
            Self::Fallback | Self::Retry | Self::Suspected | Self::Limit(_) | Self::Stopped | Self::Interrupted => {
                NoteTone::Warning
            }
            Self::Failed => NoteTone::Failure,
        }
    }
}

impl std::fmt::Display for NoteKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Limit(bound) => write!(f, "Limit: {bound}"),
            Self::Suspected => f.write_str("Text that gives orders"),
            other => write!(f, "{other:?}"),
        }
    }
}

text_enum! {
    /// Whether a note is part of the normal course.
    NoteTone { Plain = "plain", Warning = "warning", Failure = "failure" }
}

/// A tool call with its result, once it has one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Call {
    /// Unique in the run: `"c1"`, `"c2"` …
    pub id: String,
    pub iteration: u32,
    pub tool: String,
    pub args: Value,
    /// Milliseconds since the run began.
    pub offset_ms: i64,
    pub duration_ms: Option<i64>,
    pub outcome: Option<Outcome>,
}

impl Call {
    /// Its result, if it has one.
    pub fn output(&self) -> Option<&ToolOutput> {
        self.outcome.as_ref()?.output()
    }

    /// The error, if it failed.
    pub fn error(&self) -> Option<&str> {
        self.outcome.as_ref()?.error()
    }

    /// The outcome in words; `None` while there is none.
    pub fn observation(&self) -> Option<String> {
        self.outcome.as_ref().map(Outcome::in_words)
    }
}

impl Run {
    /// All calls in order of start.
    pub fn calls(&self) -> impl Iterator<Item = &Call> {
        self.steps.iter().flat_map(|s| match &s.kind {
            StepKind::Calls { calls } => calls.as_slice(),
            _ => &[],
        })
    }

    /// The results of its calls, in order.
    pub fn outputs(&self) -> impl Iterator<Item = &ToolOutput> {
        self.calls().filter_map(Call::output)
    }

    /// How many calls failed.
    pub fn failed_calls(&self) -> usize {
        self.calls().filter(|call| call.error().is_some()).count()
    }

    /// The call with this id.
    pub fn call(&self, id: &str) -> Option<&Call> {
        self.calls().find(|call| call.id == id)
    }

    /// The tool whose result a cited row is part of.
    pub fn tool_of(&self, row: &CitedRow) -> Option<&str> {
        self.call(&row.call).map(|call| call.tool.as_str())
    }

    /// What its answer cites: `[1]` is the first.
    pub fn citations(&self) -> &[Citation] {
        self.answer.as_ref().map(|answer| answer.citations.as_slice()).unwrap_or_default()
    }

    /// Likewise with their numbers.
    pub fn numbered_citations(&self) -> impl Iterator<Item = (usize, &Citation)> {
        (1..).zip(self.citations())
    }

    /// Everything that its answer says about its limits.
    pub fn caveats(&self) -> impl Iterator<Item = &String> {
        self.answer.iter().flat_map(Answer::caveats)
    }

    /// How many figures of its answer are cited, matched and not verified.
    pub fn graded(&self) -> [usize; 3] {
        let graded = |grade| self.grounding.as_ref().map_or(0, |grounding| grounding.graded(grade));
        [Grade::Cited, Grade::Matched, Grade::Unverified].map(graded)
    }

    /// Why it has no answer: what went wrong, and what a person can do.
    pub fn failed_because(&self) -> Option<String> {
        let (error, advice) = self.failure.as_ref().filter(|_| self.answer.is_none())?;
        Some(format!("{error} {advice}"))
    }
}
