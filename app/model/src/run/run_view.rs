//! A run as its events tell it: what the server, the pages, the tests and the export look at.
//!
//! Deliberately not here: how events become this (`fold`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Bound, Change, Limits, Outcome, Part, PlannedCall, RunStatus, Scope, StandIn, Strategy, Stretch};
use crate::answer::{Answer, Grounding, Receipt, Score};
use crate::approval::Proposal;
use crate::support::{Caller, Heard};

/// A run as its events tell it.
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
    /// Where the question is an earlier one, read in another way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    /// Whose call it belongs to, where it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<Caller>,
    /// `seq` of the last event applied.
    pub seq: i64,
    /// UTC milliseconds of the first and of the last event.
    pub started_at: i64,
    pub updated_at: i64,
    /// The line on which everything hangs, in order.
    pub steps: Vec<Step>,
    pub answer: Option<Answer>,
    pub grounding: Option<Grounding>,
    pub run_score: Option<Score>,
    pub evidence_score: Option<Score>,
    pub follow_ups: Vec<String>,
    pub receipt: Option<Receipt>,
    /// What went wrong, and what a person can do about it.
    pub failure: Option<(String, String)>,
    /// Who answered in place of the model, and why, in one sentence; none while the model that was to answer does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallback: Option<String>,
    pub iteration: u32,
    /// Milliseconds in which nobody worked on it: it waited for a person, or for a process to go on with it.
    #[serde(default)]
    pub idle_ms: i64,
    /// How the question was understood, once it was.
    pub route: Option<Route>,
    /// What models have cost so far.
    pub usage: Usage,
    /// What stands for the oldest messages of the conversation: how many, and in which words.
    pub summary: Option<(u32, String)>,
    /// What of the results looks like instructions to a model.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suspected: Vec<InjectionFinding>,
    /// Calls of models that have led to no step yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<ModelCall>,
    /// What went to a model as stand-ins, in the order of their numbers. Known where the events are, and told to nobody.
    #[serde(skip)]
    pub stands: Vec<StandIn>,
}

/// Words of a result that look like instructions to a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InjectionFinding {
    /// The id of the record that holds them; where there is none, where they stand in the result, as a JSON pointer.
    pub place: String,
    /// The words, on one line and cut.
    pub text: String,
    /// By what they were found: "sets other instructions aside" …
    pub why: String,
}

impl InjectionFinding {
    /// "Looks like instructions to the assistant: “Ignore all …”. Treated as text. It stands in comm-00012 and …".
    pub fn told(&self) -> String {
        let Self { place, text, why } = self;
        let place = if place.is_empty() { "the result" } else { place };
        format!("Looks like instructions to the assistant: “{text}”. Treated as text. It stands in {place} and {why}.")
    }
}

/// A model was asked and has answered: what for, and what it cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelCall {
    /// "step", "plan", "reflect" …: see [`RunEvent::ModelCalled`](super::RunEvent::ModelCalled).
    pub purpose: String,
    /// As `provider/model`.
    pub model: String,
    pub prompt_tokens: u64,
    pub completion_tokens: u64,
    /// US dollars; `None` when the model's price is not known.
    pub cost_usd: Option<f64>,
    /// Tries that failed before this answer.
    pub retries: u32,
    pub duration_ms: i64,
}

/// Where a question belongs, and which tools fit it (E-012).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Route {
    pub intent: String,
    pub domain: String,
    pub secondary: Vec<String>,
    /// Tools by name, the best first; none for a question that needs no data.
    pub recommended: Vec<String>,
    pub reasoning: String,
    /// 0 to 1: how sure the domain is.
    #[serde(default)]
    pub confidence: f64,
    /// How the question was read, in the form of whoever read it: what a question after it goes on from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parse: Option<Value>,
    /// How the question was read, for people: what stands above the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub understood: Vec<Part>,
    /// Words of the question that were not understood, where it was answered without them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// The question, parted by what became of its words; empty where nothing is known of that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stretches: Vec<Stretch>,
    /// What a message of a call was heard as.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heard: Option<Heard>,
}

/// What models have cost (B-030).
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
    /// Calls whose price is not known; `cost_usd` leaves them out.
    pub unpriced: u32,
    /// Time spent waiting for models, in milliseconds.
    pub waited_ms: i64,
}

impl Usage {
    /// Takes in what another run has cost: the sums of a conversation (B-030).
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

/// A mark on the line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// `seq` of the event that began it.
    pub seq: i64,
    /// Milliseconds since the run began.
    pub offset_ms: i64,
    pub kind: StepKind,
    /// The calls of models that led to it, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<ModelCall>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(not(target_family = "wasm"), serde(tag = "type"))]
#[serde(rename_all = "snake_case", rename_all_fields = "camelCase")]
// A run has a few dozen steps; a box around one kind of them would save nothing.
#[allow(clippy::large_enum_variant)]
pub enum StepKind {
    /// A sentence of the machine's about itself.
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
    /// One call, or several at once.
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
        /// As a person changed them, where one did.
        args: Value,
        reason: String,
        /// In a call, what the caller hears meanwhile.
        #[serde(default)]
        said: Option<String>,
        expires_at: i64,
        #[serde(default)]
        proposal: Proposal,
        decision: Option<String>,
        /// Who decided, when (UTC milliseconds), and what they wrote beside it.
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
    /// Its figures were checked: how many, how many of them stand in a result, and how many of those are cited.
    Grounding {
        checked: usize,
        grounded: usize,
        #[serde(default)]
        cited: usize,
    },
}

/// What a note is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoteKind {
    Routed,
    Compressed,
    Fallback,
    Retry,
    Pseudonyms,
    /// Texts that look like instructions.
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
    /// Whether a note is the normal course of things.
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
