//! What colleagues see of calls: a call with its runs, and the monitor over the last ones (B-048).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Call, CallSettings, CallState, Line, Task};
use crate::run::Run;

/// A call with its runs, oldest first, and its state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CallView {
    pub call: Call,
    pub state: Option<CallState>,
    pub runs: Vec<Run>,
    /// What was said since a person has taken over, oldest first.
    pub lines: Vec<Line>,
    /// What was promised in it.
    pub tasks: Vec<Task>,
    /// Whether it can be spoken: a speech server is set up.
    #[serde(default)]
    pub voice: bool,
}

/// The page of calls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SupportDesk {
    /// The newest first, at most ten.
    pub calls: Vec<Call>,
    pub monitor: Monitor,
    /// What callers were promised and nobody has done yet, the most urgent first.
    pub tasks: Vec<Task>,
    /// Now, by which it is told how long they wait; UTC milliseconds.
    pub now: i64,
    /// Numbers to try, with what is the matter with their line.
    pub callers: Vec<KnownCaller>,
    /// With which a call begins that does not say otherwise.
    pub settings: CallSettings,
    /// Whether the reader may change them.
    pub may_change: bool,
    /// "rules", or the model that reasons.
    pub model: String,
    /// Whether a ticket is made without a colleague's word.
    pub tickets_at_once: bool,
}

/// A number of the demo to call from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KnownCaller {
    pub phone: String,
    pub about: String,
}

/// What the listed calls have taken.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Monitor {
    pub messages: u32,
    pub model_calls: u32,
    /// Prompt tokens that the provider had in its cache.
    pub tokens_cached: u64,
    pub tokens_prompt: u64,
    pub tokens_completion: u64,
    /// US dollars, as far as prices are known.
    pub cost_usd: f64,
    /// Mean time from a message to its reply, in milliseconds, waiting for people left out.
    pub latency_ms: i64,
    /// How often each tool was called, the most first.
    pub tools: Vec<(String, u32)>,
    /// The last eight calls of tools, the newest first.
    pub recent: Vec<ToolUse>,
}

/// A call of a tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolUse {
    pub tool: String,
    pub duration_ms: i64,
    pub failed: bool,
}

impl Monitor {
    /// Over these runs, the newest call first and in each the oldest run first.
    pub fn of<'a>(calls: impl IntoIterator<Item = &'a [Run]>) -> Self {
        let mut all = Self::default();
        let mut worked = 0;
        for runs in calls {
            for run in runs.iter().filter(|run| !run.question.is_empty()) {
                all.messages += 1;
                all.model_calls += run.usage.model_calls;
                all.tokens_cached += run.usage.tokens_cached;
                all.tokens_prompt += run.usage.tokens_prompt;
                all.tokens_completion += run.usage.tokens_completion;
                all.cost_usd += run.usage.cost_usd;
                worked += run.receipt.as_ref().map_or(0, |receipt| receipt.duration_ms);
            }
            for call in runs.iter().rev().flat_map(|run| run.calls().collect::<Vec<_>>().into_iter().rev()) {
                match all.tools.iter_mut().find(|(tool, _)| *tool == call.tool) {
                    Some((_, count)) => *count += 1,
                    None => all.tools.push((call.tool.clone(), 1)),
                }
                if all.recent.len() < 8 {
                    let failed = call.outcome.as_ref().is_some_and(|outcome| outcome.output().is_none());
                    let duration_ms = call.duration_ms.unwrap_or_default();
                    all.recent.push(ToolUse { tool: call.tool.clone(), duration_ms, failed });
                }
            }
        }
        all.tools.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        all.latency_ms = worked / i64::from(all.messages.max(1));
        all
    }
}
