//! The limits of a run, whether one is reached, and whether one is near.

use std::time::Duration;

use model::run::{Bound, Limits, PlannedCall, RunEvent};

use super::RunLoop;
use crate::millis;
use crate::reasoner::{Reasoner, plan};
use crate::settings::AHEAD;

impl RunLoop<'_> {
    /// The run's limits: from its first event, or those it will get.
    pub(super) fn limits(&self) -> Limits {
        let set = || self.inner.settings.limits(&self.claimed.ask, self.run.call.as_ref(), self.run.strategy);
        self.run.limits.clone().unwrap_or_else(set)
    }

    /// The limit that is reached, with the sentence that says so.
    pub(super) fn limit_reached(&self) -> Option<(Bound, String)> {
        let limits = self.limits();
        let usage = &self.run.usage;
        let tokens = usage.tokens_prompt + usage.tokens_completion;
        // Planning is limited by its passes.
        let counted = self.reasoner() != Reasoner::Plan;
        if counted && self.this_iteration() > limits.max_iterations {
            return Some((Bound::Iterations, format!("Max iterations reached: {}.", limits.max_iterations)));
        }
        if let Some(left) = plan::beyond(&self.run, &limits).filter(|_| !counted) {
            let text = format!("Max iterations reached: {}.{}", passes(&limits), not_looked_up(left));
            return Some((Bound::Passes, text));
        }
        if self.run.calls().count() >= limits.max_tool_calls as usize {
            return Some((
                Bound::ToolCalls,
                format!("{} tool calls were made, the most allowed.", limits.max_tool_calls),
            ));
        }
        if limits.max_tokens > 0 && tokens >= limits.max_tokens {
            let text = format!("{tokens} tokens were used; {} are allowed.", limits.max_tokens);
            return Some((Bound::Tokens, text));
        }
        if limits.max_cost_usd > 0.0 && usage.cost_usd >= limits.max_cost_usd {
            let text = format!("{:.4} US dollars were spent; {:.4} are allowed.", usage.cost_usd, limits.max_cost_usd);
            return Some((Bound::Cost, text));
        }
        self.time_left()
            .is_zero()
            .then(|| (Bound::Time, format!("The time for a run, {} s, is over.", limits.run_timeout_ms / 1000)))
    }

    /// The warning in a prompt. A model that calls tools natively sees after each step how many steps and calls are left.
    pub(super) fn warning(&self) -> String {
        let native = self.reasoner() == Reasoner::Tools && self.run.call.is_none();
        if native { self.spending_near() } else { self.limit_near() }.unwrap_or_default()
    }

    /// The warning when a limit is two steps away: iterations and calls are counted, the others estimated.
    pub(super) fn limit_near(&self) -> Option<String> {
        let limits = self.limits();
        let done = self.this_iteration().saturating_sub(1);
        let left = limits.max_iterations.saturating_sub(done);
        if self.reasoner() != Reasoner::Plan && left <= AHEAD {
            return Some(format!("{left} of {} steps are left. Begin to conclude.", limits.max_iterations));
        }
        let calls = limits.max_tool_calls.saturating_sub(u32::try_from(self.run.calls().count()).unwrap_or(u32::MAX));
        if calls <= AHEAD {
            return Some(format!("{calls} of {} tool calls are left. Begin to conclude.", limits.max_tool_calls));
        }
        self.spending_near()
    }

    /// The warning when tokens, money or time will be used up in two steps like those before.
    fn spending_near(&self) -> Option<String> {
        let limits = self.limits();
        let done = self.this_iteration().saturating_sub(1);
        let usage = &self.run.usage;
        let near =
            |used: f64, most: f64| most > 0.0 && done > 0 && used + f64::from(AHEAD) * used / f64::from(done) > most;
        if near((usage.tokens_prompt + usage.tokens_completion) as f64, limits.max_tokens as f64) {
            return Some("The tokens of this run are nearly used up. Begin to conclude.".into());
        }
        if near(usage.cost_usd, limits.max_cost_usd) {
            return Some("The money for this run is nearly spent. Begin to conclude.".into());
        }
        let elapsed = limits.run_timeout_ms - millis(self.time_left());
        near(elapsed as f64, limits.run_timeout_ms as f64)
            .then(|| "The time for this run is nearly over. Begin to conclude.".into())
    }

    /// These events, and once that the money limit cannot hold, if a model without a known price has answered.
    pub(super) fn with_unpriced(&self, mut said: Vec<RunEvent>) -> Vec<RunEvent> {
        let most = self.limits().max_cost_usd;
        let unknown = said.iter().find_map(|event| match event {
            RunEvent::ModelCalled { model, cost_usd: None, .. } => Some(model.clone()),
            _ => None,
        });
        if let Some(model) = unknown.filter(|_| most > 0.0 && self.run.usage.unpriced == 0) {
            let text = format!(
                "The price of {model} is not known, so that the limit of {most:.4} US dollars cannot be kept: its calls \
                 are left out of the sum. Name its price in a file and set PLUMBLINE_LLM_PRICES to it."
            );
            said.push(RunEvent::Limit { limit: Bound::CostUnknown, text });
        }
        said
    }

    /// Time until the run's deadline.
    pub(super) fn time_left(&self) -> Duration {
        Duration::from_millis(u64::try_from(self.deadline() - self.inner.world.now()).unwrap_or(0))
    }

    /// When the run's time ends, in UTC milliseconds.
    pub(super) fn deadline(&self) -> i64 {
        let now = self.inner.world.now();
        now + self.limits().run_timeout_ms - self.run.worked_ms(now)
    }
}

/// "3 passes of planning".
fn passes(limits: &Limits) -> String {
    let n = plan::passes(limits);
    format!("{n} {} of planning", if n == 1 { "pass" } else { "passes" })
}

/// What was planned but will not be done.
fn not_looked_up(left: &[PlannedCall]) -> String {
    let mut tools: Vec<&str> = left.iter().map(|c| c.tool.as_str()).collect();
    tools.dedup();
    if tools.is_empty() { String::new() } else { format!(" The next step would have been {}.", tools.join(", ")) }
}
