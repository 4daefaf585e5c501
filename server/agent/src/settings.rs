//! Settings of the loop, and the limits that a run gets from them.

use std::time::Duration;

use chrono::NaiveDate;
use model::run::{Limits, Strategy};
use model::session::Ask;
use model::support::{CallSettings, Caller, Fact};

use llm::Sampling;
use store::sent::Keep;

/// Settings of the loop.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Default iterations per run.
    pub max_iterations: u32,
    /// Passes of the planning reasoner (D-015, X-38).
    pub max_passes: u32,
    pub max_tool_calls: u32,
    /// The same for the planning reasoner.
    pub plan_tool_calls: u32,
    /// Maximum number of concurrent calls.
    pub tools_at_once: usize,
    pub run_timeout: Duration,
    pub tool_timeout: Duration,
    /// How long a run stays with a silent process.
    pub lease: Duration,
    /// The minimum time between announcing calls and making them: zero, or enough for people to follow.
    pub pace: Duration,
    /// How long a proposal is open.
    pub approval: Duration,
    /// The day that "today" means; the last day of the data, or now, when `None`.
    pub as_of: Option<NaiveDate>,
    /// The default strategy.
    pub strategy: Strategy,
    /// Maximum tokens per run, input and output together; 0 for no limit.
    pub max_tokens: u64,
    /// Maximum US dollars per run; 0 for no limit.
    pub max_cost_usd: f64,
    /// 0 to 2.
    pub temperature: f32,
    /// Further sampling of the reply; what a provider does not support is not sent.
    pub sampling: Sampling,
    /// Model calls per minute, as enforced by the model's own layer; 0 for no limit. Shown to those who wait.
    pub calls_per_minute: u32,
    /// Maximum tokens of a model's reply.
    pub reply_tokens: u32,
    /// Tokens of the conversation above which older turns are summarised (E-018).
    pub context_tokens: u64,
    /// Messages that are never summarised (E-018).
    pub context_keep: usize,
    /// Whether personal data is sent to a model as pseudonyms.
    pub pseudonyms: bool,
    /// Whether an answer says that there are records that its asker may not see.
    pub say_hidden: bool,
    /// What is logged of the data leaving this machine.
    pub keep_sent: Keep,
    /// Maximum characters of a result that a model sees at once.
    pub observation_chars: usize,
    /// The model's context in tokens, including the reply.
    pub model_context: u64,
    /// How support calls are answered.
    pub support: Support,
    /// Runs that this process drives at once, at least 1; and how many more may wait.
    pub runs_at_once: usize,
    pub runs_queued: usize,
}

/// How support calls are answered.
#[derive(Clone, Debug, Default)]
pub struct Support {
    /// The firm whose agent it introduces itself as; empty for none.
    pub company: String,
    /// Default settings of a call, until changed while the server runs.
    pub calls: CallSettings,
    /// Whether a ticket is made at once on the customer's own channel, without a colleague's approval.
    pub tickets_at_once: bool,
    /// What verifies a caller from another number; account number and name if empty.
    pub verify_by: Vec<Fact>,
    /// Within which time a colleague calls back, as shown to the desk and said to callers who are handed over.
    pub call_back: Duration,
}

impl Default for Settings {
    /// The merged defaults of the requirements.
    fn default() -> Self {
        Self {
            max_iterations: 10,
            max_passes: 3,
            max_tool_calls: 20,
            plan_tool_calls: 40,
            tools_at_once: 4,
            run_timeout: Duration::from_secs(120),
            tool_timeout: Duration::from_secs(15),
            lease: Duration::from_secs(10),
            pace: Duration::ZERO,
            approval: Duration::from_secs(24 * 3600),
            as_of: None,
            strategy: Strategy::Auto,
            max_tokens: 0,
            max_cost_usd: 0.0,
            temperature: 0.3,
            sampling: Sampling::default(),
            calls_per_minute: 100,
            reply_tokens: 2000,
            context_tokens: 6000,
            context_keep: 4,
            pseudonyms: false,
            say_hidden: false,
            keep_sent: Keep::Text,
            observation_chars: 6000,
            model_context: 32_768,
            support: Support::default(),
            runs_at_once: 64,
            runs_queued: 1000,
        }
    }
}

/// Steps before a limit at which the reasoner is warned.
pub const AHEAD: u32 = 2;

/// Tokens of a prompt besides results: instructions, tools, the question.
const PROMPT_TOKENS: u64 = 4_000;

impl Settings {
    /// Maximum characters of one result, and of all results together, in a prompt: what the model's context has room for.
    /// Rows of figures take one token per two to three characters.
    pub fn results_chars(&self) -> (usize, usize) {
        let all = ((self.left() - self.left() / 3) * 5 / 2).max(2_500) as usize;
        (self.observation_chars.min(all), all)
    }

    /// Tokens of the conversation above which older turns are summarised: as configured, or as a small context allows.
    pub fn history_tokens(&self) -> u64 {
        self.context_tokens.min((self.left() / 3).max(300))
    }

    /// The same in a call.
    pub(super) fn of_call(&self, call: &CallSettings) -> Self {
        let sampling = Sampling {
            top_p: Some(call.top_p).filter(|p| *p < 1.0),
            frequency_penalty: Some(call.frequency_penalty).filter(|p| *p != 0.0),
            presence_penalty: Some(call.presence_penalty).filter(|p| *p != 0.0),
        };
        Self { temperature: call.temperature, reply_tokens: call.max_tokens, sampling, ..self.clone() }
    }

    /// Tokens of the context that results and earlier turns share.
    fn left(&self) -> u64 {
        self.model_context.saturating_sub(PROMPT_TOKENS + u64::from(self.reply_tokens))
    }

    /// A run's limits: as requested, within the settings of its strategy.
    pub fn limits(&self, ask: &Ask, call: Option<&Caller>, strategy: Strategy) -> Limits {
        let calls = if strategy == Strategy::Plan { self.plan_tool_calls } else { self.max_tool_calls };
        Limits {
            max_iterations: ask.max_iterations.unwrap_or(self.max_iterations),
            max_passes: self.max_passes,
            max_tool_calls: call.map_or(calls, |call| call.settings.max_tool_calls),
            run_timeout_ms: millis(self.run_timeout),
            tool_timeout_ms: millis(self.tool_timeout),
            max_tokens: self.max_tokens,
            max_cost_usd: self.max_cost_usd,
        }
    }
}

pub(super) fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
