//! How far a run may go, and whether it has gone that far.

use app::model::run::Limits;

use super::Driven;

impl Driven<'_> {
    /// The run's limits: as its first event says, or as they will be.
    pub(super) fn limits(&self) -> Limits {
        self.run.limits.clone().unwrap_or_else(|| crate::agent::limits(&self.claimed.ask, &self.inner.settings))
    }

    /// The limit that is reached, with the sentence that says so.
    pub(super) fn limit_reached(&self) -> Option<(String, String)> {
        let limits = self.limits();
        let elapsed = self.run.worked_ms(self.inner.world.now());
        if self.run.iteration >= limits.max_iterations {
            return Some(("iterations".into(), format!("Max iterations reached: {}.", limits.max_iterations)));
        }
        if self.run.calls().count() >= limits.max_tool_calls as usize {
            return Some((
                "tool calls".into(),
                format!("{} tool calls were made, the most allowed.", limits.max_tool_calls),
            ));
        }
        (elapsed >= limits.run_timeout_ms)
            .then(|| ("time".into(), format!("The time for a run, {} s, is over.", limits.run_timeout_ms / 1000)))
    }
}
