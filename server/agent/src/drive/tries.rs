//! Attempts at verification count across calls: after three wrong ones within an hour, however many calls that took, a
//! person takes over; the same for an account guessed at so often.

use model::run::{Call, Outcome, ToolOutput};
use model::support::{CallState, phone};
use serde_json::json;

use super::RunLoop;
use store::support::{tasks, tries};
use support::{TRIES, VERIFY, account_of};

/// How long a wrong attempt counts, in milliseconds.
const HOUR_MS: i64 = 3_600_000;

impl RunLoop<'_> {
    /// Why an attempt at verification is refused; `None` if allowed. It is counted before it is checked. `others` are
    /// calls that run at the same time.
    pub(super) async fn refused_try(&self, call: &Call, others: &[Call]) -> Option<Outcome> {
        if others.iter().any(|other| other.tool == VERIFY) {
            return Some(Outcome::failed("Make one attempt at a time."));
        }
        let state = self.state().filter(|state| !state.verified && state.wrong_facts < TRIES)?;
        let account = account_of(&call.args)?;
        let (id, now) = (self.try_id(call), self.inner.world.now());
        let phone = phone::normal(&state.caller_phone).unwrap_or_else(|| state.caller_phone.clone());
        let one = tries::Try { id: &id, session_id: &self.claimed.session_id, phone: &phone, account: &account, now };
        let (code, message) = match tries::add(&self.inner.db, one, now - HOUR_MS).await {
            Ok(made) if made <= i64::from(TRIES) => return None,
            Ok(_) => {
                self.forget_try(&id).await;
                ("too_many_tries", "There were too many wrong tries within an hour. Hand over to a person.")
            }
            Err(error) => {
                tracing::error!(run_id = &*self.id, ?error, "a try could not be counted, so it was not made");
                ("database_error", "The records could not be read just now. Try once more, or hand over to a person.")
            }
        };
        let data = json!({ "success": false, "error": code, "message": message, "tries": TRIES });
        Some(Outcome::Ok { output: ToolOutput { data, summary: message.into(), ..ToolOutput::default() } })
    }

    /// With a reply in a call: a correct attempt does not count, and a task created before the caller was known is
    /// assigned to them.
    pub(super) async fn known_later(&self) {
        let Some(state) = self.state() else { return };
        for call in self.run.calls().filter(|call| call.tool == VERIFY) {
            let output = call.outcome.as_ref().and_then(Outcome::output);
            if output.is_some_and(|output| output.data["success"] == true) {
                self.forget_try(&self.try_id(call)).await;
            }
        }
        let (customer, name) = (state.customer_id.as_deref(), state.caller_name.as_deref());
        if !state.promises.is_empty() && (customer.is_some() || name.is_some()) {
            let told = tasks::known(&self.inner.db, &self.claimed.session_id, customer, name).await;
            told.unwrap_or_else(|error| tracing::error!(run_id = &*self.id, ?error, "a task knows no caller"));
        }
    }

    /// The state of the call that the run belongs to.
    pub(super) fn state(&self) -> Option<CallState> {
        CallState::from_runs(self.earlier.iter().chain([&self.run]))
    }

    fn try_id(&self, call: &Call) -> String {
        format!("{}:{}", self.id, call.id)
    }

    async fn forget_try(&self, id: &str) {
        let gone = tries::take_back(&self.inner.db, id).await;
        gone.unwrap_or_else(|error| tracing::error!(run_id = &*self.id, ?error, "a right try still counts"));
    }
}
