//! Support calls: beginning one, taking in what a caller says, ending it. Each message is a run of one conversation, and
//! the loop drives it like any other.

use model::approval::{ApprovalStatus, Choice, Decision};
use model::error::AppError;
use model::run::{Run, RunStatus};
use model::session::{Ask, Asked};
use model::support::{CallState, Caller, Ending, Outcome};

use super::approval::By;
use super::{Agent, check};
use store::support::calls;
use store::{Db, approvals, runs};

/// The channel of the conversations that are calls.
const CHANNEL: &str = "support";
/// Who agrees where the settings do.
const POLICY: &str = "the setting PLUMBLINE_SUPPORT_TICKETS";

/// A question to the desk does not go on with a call: a caller would read the answer.
pub(super) async fn calls_apart(db: &Db, session_id: &str) -> Result<(), AppError> {
    if calls::exists(db, session_id).await? {
        let detail = "This conversation is a support call. Send messages to /api/support/calls/{id}/messages.";
        return Err(AppError::Conflict { detail: detail.into() });
    }
    Ok(())
}

impl Agent {
    /// Begins a call; its first run is the greeting (B-008).
    ///
    /// # Errors
    /// `Invalid` for what is no phone number: an optional plus and 6 to 15 digits, which spaces, dashes and brackets may
    /// part.
    pub async fn begin_call(&self, mut caller: Caller, user: &str) -> Result<Asked, AppError> {
        let plain: String = caller.phone.chars().filter(|c| !matches!(c, ' ' | '-' | '(' | ')')).collect();
        let digits = plain.strip_prefix('+').unwrap_or(&plain);
        if !(6..=15).contains(&digits.len()) || !digits.chars().all(|c| c.is_ascii_digit()) {
            let detail = "This is no phone number. Write it with its country code, e.g. +37060012345.";
            return Err(AppError::invalid("phone", detail));
        }
        caller.phone = plain;
        let phone = Caller::masked(&caller.phone);
        let asked = self.begin(Ask::default(), user, CHANNEL, Some(caller)).await?;
        tracing::info!(call = asked.session_id, phone, "a call begins");
        Ok(asked)
    }

    /// What the caller says; the run that answers it begins.
    ///
    /// # Errors
    /// `NotFound` for an unknown call, `Conflict` when it is over or the message before is not answered yet, `Invalid` for
    /// an empty or too long message.
    pub async fn say(&self, session_id: &str, message: &str, user: &str) -> Result<Asked, AppError> {
        let call = calls::get(&self.inner.db, session_id).await?;
        if call.ended_at.is_some() {
            return Err(AppError::Conflict { detail: "The call is over. Begin a new one.".into() });
        }
        let ask = Ask { query: message.trim().to_owned(), session_id: Some(session_id.to_owned()), ..Ask::default() };
        check(&ask, self.inner.model.is_some(), &self.inner.tools.now())?;
        match runs::last_status(&self.inner.db, session_id).await? {
            Some(RunStatus::Waiting) => {
                let detail = "A colleague still has to confirm the ticket. Then the caller gets its number.";
                return Err(AppError::Conflict { detail: detail.into() });
            }
            Some(status) if !status.is_over() => {
                let detail = "The message before is being answered. Wait for the reply.";
                return Err(AppError::Conflict { detail: detail.into() });
            }
            _ => {}
        }
        let caller = Caller { phone: call.phone, language: call.language, formal: call.formal };
        self.begin(ask, user, CHANNEL, Some(caller)).await
    }

    /// Ends a call from outside: the line was cut, or a colleague has taken over. What is being answered is stopped. A
    /// call that is over stays as it ended.
    ///
    /// # Errors
    /// `NotFound` for an unknown call.
    pub async fn end_call(&self, session_id: &str) -> Result<(), AppError> {
        let db = &self.inner.db;
        calls::get(db, session_id).await?;
        for run in runs::of_session(db, session_id).await?.iter().filter(|run| !run.status.is_over()) {
            match self.cancel(&run.id).await {
                Ok(()) | Err(AppError::Conflict { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        let state = self.call_state(session_id).await?;
        let outcome = if state.is_some_and(|s| s.ticket_id.is_some()) { Outcome::Ticket } else { Outcome::HungUp };
        let ending = Ending { outcome, summary: "The call was ended.".into() };
        Ok(calls::end(db, session_id, &ending, self.inner.world.now()).await?)
    }

    /// What is known of a call; `None` where the conversation is none.
    pub async fn call_state(&self, session_id: &str) -> Result<Option<CallState>, AppError> {
        let runs: Vec<Run> = runs::of_session(&self.inner.db, session_id).await?;
        Ok(CallState::of(&runs))
    }

    /// Whether what a run waits for is agreed to by the settings.
    pub(super) fn decides_itself(&self, run: &Run) -> bool {
        self.inner.settings.support.tickets_at_once && run.call.is_some()
    }

    /// Agrees to a ticket that a call proposes, where the settings say so: the same decision as a person's, in the same
    /// way, so that it is done once.
    pub(super) async fn approve_by_policy(&self, run_id: &str) {
        if !self.inner.settings.support.tickets_at_once {
            return;
        }
        if let Err(error) = self.agree(run_id).await {
            tracing::warn!(run_id, ?error, "a ticket could not be agreed to by the settings");
        }
    }

    async fn agree(&self, run_id: &str) -> Result<(), AppError> {
        let db = &self.inner.db;
        let run = runs::get(db, run_id).await?;
        if !self.decides_itself(&run) || run.status != RunStatus::Waiting {
            return Ok(());
        }
        for approval in approvals::of_run(db, run_id).await? {
            if approval.status == ApprovalStatus::Waiting && approval.tool == "create_ticket" {
                let choice = Choice { decision: Decision::Approve, args: None, note: None };
                self.decide_as(run_id, &approval.id, choice, By::itself(POLICY)).await?;
            }
        }
        Ok(())
    }
}
