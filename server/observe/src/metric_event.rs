//! The countable part of an event: small, to be kept until the event is committed.

use model::review::metrics::RETRIEVAL;
use model::run::{Outcome, RunEvent, RunStatus, TIMED_OUT};

use llm::LlmError;

/// The label for calls of a nonexistent tool.
const UNKNOWN: &str = "unknown";

/// The countable part of an event.
#[derive(Clone, Debug, PartialEq)]
pub enum Seen {
    Routed {
        /// 0 to 1.
        confidence: f64,
    },
    Tool {
        /// "unknown" for a nonexistent tool.
        tool: String,
        result: ToolResult,
        ms: i64,
        /// For a text search: the relevance of each result, 0 to 1.
        relevance: Option<Vec<f64>>,
    },
    Model {
        /// As `provider/model`.
        model: String,
        tokens_in: u64,
        tokens_out: u64,
    },
    ModelFailed {
        model: String,
        kind: &'static str,
    },
    Compressed,
    Finished {
        status: RunStatus,
        ms: i64,
    },
}

model::named! {
    /// The outcome of a call.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ToolResult {
        Success = "success",
        Error = "error",
        Timeout = "timeout",
    }
}

impl ToolResult {
    pub fn from_outcome(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Ok { .. } => Self::Success,
            Outcome::Error { error, .. } if error.starts_with(TIMED_OUT) => Self::Timeout,
            Outcome::Error { .. } => Self::Error,
        }
    }
}

impl Seen {
    /// `known` says whether a tool exists: models make up names.
    pub fn from_event(event: &RunEvent, known: impl FnOnce(&str) -> bool) -> Option<Self> {
        Some(match event {
            RunEvent::Routed { route } => Self::Routed { confidence: route.confidence },
            RunEvent::ToolFinished { tool, duration_ms, outcome, .. } => Self::Tool {
                tool: if known(tool) { tool.clone() } else { UNKNOWN.to_owned() },
                result: ToolResult::from_outcome(outcome),
                ms: *duration_ms,
                relevance: searches(tool).then(|| relevances(outcome)),
            },
            RunEvent::ModelCalled { model, prompt_tokens, completion_tokens, .. } => {
                Self::Model { model: model.clone(), tokens_in: *prompt_tokens, tokens_out: *completion_tokens }
            }
            RunEvent::Retried { model, reason, .. } => {
                Self::ModelFailed { model: model.clone(), kind: LlmError::kind_of(reason) }
            }
            RunEvent::Fallback { from, reason, .. } if is_model(from) => {
                Self::ModelFailed { model: from.clone(), kind: LlmError::kind_of(reason) }
            }
            RunEvent::Compressed { .. } => Self::Compressed,
            RunEvent::Finished { status, receipt } => Self::Finished { status: *status, ms: receipt.duration_ms },
            _ => return None,
        })
    }
}

/// Whether a tool searches texts.
pub fn searches(tool: &str) -> bool {
    RETRIEVAL.contains(&tool)
}

/// The relevance of a search's results.
pub fn relevances(outcome: &Outcome) -> Vec<f64> {
    let sources = outcome.output().map(|output| output.sources.as_slice()).unwrap_or_default();
    sources.iter().filter_map(|source| source.relevance).collect()
}

/// Whether what failed is a model, rather than a reply or the rules.
pub fn is_model(name: &str) -> bool {
    name.contains('/')
}

#[cfg(test)]
mod tests {
    use model::answer::Receipt;
    use model::run::ToolOutput;

    use super::*;

    fn finished(tool: &str, outcome: Outcome) -> RunEvent {
        RunEvent::ToolFinished { call: "c1".into(), tool: tool.into(), duration_ms: 7, outcome }
    }

    fn failed(error: &str) -> Outcome {
        Outcome::failed(error)
    }

    #[test]
    fn a_call_is_told_by_how_it_ended_and_no_name_is_made_up() {
        let of = |tool: &str, outcome| Seen::from_event(&finished(tool, outcome), |name| name != "drop_tables");
        let result = |seen: Option<Seen>| match seen {
            Some(Seen::Tool { tool, result, .. }) => (tool, result.as_str()),
            other => panic!("{other:?}"),
        };
        let ok = || Outcome::Ok { output: ToolOutput::default() };
        assert_eq!(result(of("calculate", ok())), ("calculate".into(), "success"));
        assert_eq!(result(of("calculate", failed("Divided by zero."))), ("calculate".into(), "error"));
        assert_eq!(result(of("calculate", failed("No result within 15 s."))), ("calculate".into(), "timeout"));
        assert_eq!(result(of("drop_tables", failed("There is no such tool."))), ("unknown".into(), "error"));
    }

    #[test]
    fn a_model_that_fails_is_told_by_kind_and_a_reply_that_gives_way_is_none() {
        let fallback = |from: &str, reason: &str| {
            let event = RunEvent::Fallback {
                from: from.into(),
                to: "rules".into(),
                reason: reason.into(),
                advice: String::new(),
            };
            Seen::from_event(&event, |_| true)
        };
        let failed = fallback("openai/gpt", "The model's answer broke off.");
        assert_eq!(failed, Some(Seen::ModelFailed { model: "openai/gpt".into(), kind: "cut" }));
        assert_eq!(fallback("The answer", "The model's reply held both an action and an answer."), None);
    }

    #[test]
    fn the_end_is_told_with_the_time_that_was_worked() {
        let receipt = Receipt { duration_ms: 40, ..Receipt::default() };
        let event = RunEvent::Finished { status: RunStatus::Completed, receipt };
        assert_eq!(Seen::from_event(&event, |_| true), Some(Seen::Finished { status: RunStatus::Completed, ms: 40 }));
    }
}
