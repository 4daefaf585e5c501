//! A run and its events. A run *is* the list of its events: [`Run::apply`] is the one fold that turns them into the
//! state used by the server, the pages, the tests and the export.

mod draft;
pub mod drill_through;
pub mod figure;
mod fold;
mod outcome;
mod quality;
mod reading;
mod run_view;
mod stands;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::answer::{Answer, Grounding, Receipt, Score};
use super::approval::Proposal;
use super::support::Caller;

pub use super::scope::{Bubble, FIELDS, Happening, Records, Scope, SourceValue};
pub use draft::{Draft, Piece};
pub use outcome::{Outcome, Suggestion, ToolOutput, WrittenDraft};
pub use quality::reasoning_quality;
pub use reading::{Change, Origin, Part, Role, Stretch};
pub use run_view::{Call, InjectionFinding, ModelCall, NoteKind, NoteTone, Route, Run, Step, StepKind, Usage};
pub use stands::{StandIn, StandKind, counted};

text_enum! {
    /// Derived only from a run's events.
    RunStatus {
        Queued = "queued", Running = "running", Waiting = "waiting", Completed = "completed", Failed = "failed",
        Cancelled = "cancelled", Interrupted = "interrupted",
    }
}

impl RunStatus {
    /// Whether no further event will come.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Cancelled | Self::Interrupted)
    }
}

text_enum! {
    /// Who decides the next step of a run.
    Strategy { Auto = "auto", Rules = "rules", React = "react", Tools = "tools", Plan = "plan" }
}

/// An event as stored and sent. `seq` starts at 1 in each run without gaps; `at` is UTC milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoredEvent {
    pub run_id: String,
    pub seq: i64,
    pub at: i64,
    #[cfg_attr(not(target_family = "wasm"), serde(flatten))]
    #[cfg_attr(target_family = "wasm", serde(rename = "*"))]
    pub event: RunEvent,
}

/// Everything that can happen in a run. Closed on purpose: readers handle all events.
#[expect(clippy::large_enum_variant, reason = "events go by one at a time; few are held")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(not(target_family = "wasm"), serde(tag = "type"))]
#[serde(rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum RunEvent {
    /// Always the first.
    Started {
        session_id: String,
        question: String,
        strategy: Strategy,
        /// "rules", or the model's name.
        model: String,
        limits: Limits,
        /// The day that "today" means in this run.
        as_of: chrono::NaiveDate,
        scope: Scope,
        /// For an earlier question in another reading.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        change: Option<Change>,
        /// The caller, for a support call.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        call: Option<Caller>,
    },
    /// The kind of question and the tools for it.
    Routed {
        #[cfg_attr(not(target_family = "wasm"), serde(flatten))]
        #[cfg_attr(target_family = "wasm", serde(rename = "*"))]
        route: Route,
    },
    /// The reasoner is working; a model may take a while.
    Thinking {
        iteration: u32,
        max_iterations: u32,
    },
    /// What the reasoner says before acting.
    Thought {
        iteration: u32,
        text: String,
    },
    /// A plan made before the first call.
    Planned {
        reasoning: String,
        calls: Vec<PlannedCall>,
    },
    ToolStarted {
        call: String,
        iteration: u32,
        tool: String,
        args: Value,
    },
    ToolFinished {
        call: String,
        tool: String,
        duration_ms: i64,
        outcome: Outcome,
    },
    /// Parts of a result look like instructions to a model. They are treated as text only.
    Suspected {
        call: String,
        passages: Vec<InjectionFinding>,
    },
    /// Whether the findings suffice.
    Reflected {
        iteration: u32,
        sufficient: bool,
        text: String,
    },
    Answered {
        answer: Answer,
    },
    Grounded {
        grounding: Grounding,
        run_score: Score,
        evidence_score: Score,
    },
    FollowUps {
        questions: Vec<String>,
    },
    /// A tool that acts waits for a person. The call itself starts (`ToolStarted`) after the decision.
    ApprovalRequested {
        approval: String,
        /// The call in question: [`Call::id`].
        #[serde(default)]
        call: String,
        tool: String,
        args: Value,
        reason: String,
        /// UTC milliseconds; no approval is possible afterwards.
        expires_at: i64,
        #[serde(default)]
        proposal: Proposal,
        /// In a call, what the caller hears meanwhile.
        #[serde(default)]
        said: Option<String>,
    },
    ApprovalDecided {
        approval: String,
        /// "approved", "edited", "rejected" or "expired": [`Decided`](super::approval::Decided).
        decision: String,
        by: String,
        /// The arguments as edited by a person.
        args: Option<Value>,
        #[serde(default)]
        note: Option<String>,
    },
    /// A model was called and answered. Their sums are the run's [`Usage`].
    ModelCalled {
        /// The purpose: "route", "step", "plan", "reflect", "synthesize", "repair", "summarize", "follow-ups".
        purpose: String,
        /// As `provider/model`.
        model: String,
        prompt_tokens: u64,
        completion_tokens: u64,
        /// The part of `prompt_tokens` from the provider's cache.
        cached_tokens: u64,
        /// US dollars; `None` if the model's price is unknown.
        cost_usd: Option<f64>,
        /// Failed attempts before this answer.
        retries: u32,
        duration_ms: i64,
        /// Why the model stopped: "stop", "tool_calls", "length", "content_filter", or the provider's own word; empty
        /// if not recorded.
        #[serde(default)]
        finish_reason: String,
    },
    /// Older turns were summarised to fit the model's context.
    Compressed {
        messages: u32,
        tokens_before: u32,
        tokens_after: u32,
        /// The summary that replaces them.
        #[serde(default)]
        summary: String,
    },
    /// A fallback took over: the reason in one sentence, and details, e.g. what to do.
    Fallback {
        from: String,
        to: String,
        reason: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        advice: String,
    },
    /// A model call failed and was retried.
    Retried {
        /// As `provider/model`.
        model: String,
        /// Counts from 1.
        attempt: u32,
        of: u32,
        wait_ms: u64,
        reason: String,
    },
    /// Personal data was replaced by pseudonyms for the model: the number of values so far, and the new ones in
    /// order. A process that resumes the run uses the same pseudonyms.
    Pseudonyms {
        names: u32,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        stands: Vec<StandIn>,
    },
    /// Near or at a limit.
    Limit {
        limit: Bound,
        text: String,
    },
    Failed {
        error: String,
        advice: String,
    },
    Cancelled {
        by: String,
    },
    /// The process died or was stopped during the run; `resumed` says whether the run continues.
    Interrupted {
        resumed: bool,
        text: String,
    },
    /// Always the last.
    Finished {
        status: RunStatus,
        receipt: Receipt,
    },
}

impl RunEvent {
    /// The `type` tag, for logs and SSE event names.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Started { .. } => "started",
            Self::Routed { .. } => "routed",
            Self::Thinking { .. } => "thinking",
            Self::Thought { .. } => "thought",
            Self::Planned { .. } => "planned",
            Self::ToolStarted { .. } => "tool_started",
            Self::ToolFinished { .. } => "tool_finished",
            Self::Suspected { .. } => "suspected",
            Self::Reflected { .. } => "reflected",
            Self::Answered { .. } => "answered",
            Self::Grounded { .. } => "grounded",
            Self::FollowUps { .. } => "follow_ups",
            Self::ApprovalRequested { .. } => "approval_requested",
            Self::ApprovalDecided { .. } => "approval_decided",
            Self::ModelCalled { .. } => "model_called",
            Self::Compressed { .. } => "compressed",
            Self::Fallback { .. } => "fallback",
            Self::Retried { .. } => "retried",
            Self::Pseudonyms { .. } => "pseudonyms",
            Self::Limit { .. } => "limit",
            Self::Failed { .. } => "failed",
            Self::Cancelled { .. } => "cancelled",
            Self::Interrupted { .. } => "interrupted",
            Self::Finished { .. } => "finished",
        }
    }
}

text_enum! {
    /// A limit that a run reached or is near.
    Bound {
        Near = "near", Iterations = "iterations", Passes = "passes", ToolCalls = "tool calls", Tokens = "tokens",
        Cost = "cost", CostUnknown = "cost unknown", Time = "time", NoProgress = "no progress",
    }
}

/// A planned call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlannedCall {
    pub tool: String,
    pub args: Value,
}

/// Limits of a run. Zero tokens or dollars mean "no limit".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    /// 1 to 20.
    pub max_iterations: u32,
    /// Planning passes, for the planning reasoner (D-015).
    #[serde(default = "three")]
    pub max_passes: u32,
    pub max_tool_calls: u32,
    pub run_timeout_ms: i64,
    pub tool_timeout_ms: i64,
    pub max_tokens: u64,
    pub max_cost_usd: f64,
}

/// The default for runs whose events do not say.
const fn three() -> u32 {
    3
}

/// How the error of a timed-out call begins.
pub const TIMED_OUT: &str = "No result within";
