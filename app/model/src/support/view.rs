//! Calls as colleagues see them: a call with its runs, and the monitor of recent calls (B-048).

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
    /// Lines since a person took over, oldest first.
    pub lines: Vec<Line>,
    /// Promises made in it.
    pub tasks: Vec<Task>,
    /// Whether a speech server is configured, so that it can be spoken.
    #[serde(default)]
    pub voice: bool,
}

/// The page of calls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SupportDesk {
    /// Newest first, at most ten.
    pub calls: Vec<Call>,
    pub monitor: Monitor,
    /// Open promises to callers, most urgent first.
    pub tasks: Vec<Task>,
    /// The current time, to show waiting times; UTC milliseconds.
    pub now: i64,
    /// Numbers to try, with the problem of their line.
    pub callers: Vec<KnownCaller>,
    /// The default settings of a call.
    pub settings: CallSettings,
    /// Whether the reader may change them.
    pub may_change: bool,
    /// "rules", or the model's name.
    pub model: String,
    /// Whether tickets are created without approval.
    pub tickets_at_once: bool,
}

/// A demo number to call from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KnownCaller {
    pub phone: String,
    pub about: String,
}

/// Usage of the listed calls.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Monitor {
    pub messages: u32,
    pub model_calls: u32,
    /// Prompt tokens from the provider's cache.
    pub tokens_cached: u64,
    pub tokens_prompt: u64,
    pub tokens_completion: u64,
    /// US dollars, as far as prices are known.
    pub cost_usd: f64,
    /// Mean time from a message to its reply, in milliseconds, without waiting for people.
    pub latency_ms: i64,
    /// Number of calls per tool, highest first.
    pub tools: Vec<(String, u32)>,
    /// The last eight tool calls, newest first.
    pub recent: Vec<ToolUse>,
}

/// A tool call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolUse {
    pub tool: String,
    pub duration_ms: i64,
    pub failed: bool,
}

impl Monitor {
    /// From these runs, newest call first, and in each the oldest run first.
    pub fn from_calls<'a>(calls: impl IntoIterator<Item = &'a [Run]>) -> Self {
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
                    let failed = call.error().is_some();
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
