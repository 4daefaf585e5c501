//! Support calls: beginning one, receiving the caller's messages, ending it. Each message is a run of one conversation,
//! driven by the loop like any other.

use std::sync::Arc;

use model::approval::{ApprovalStatus, Choice, Decision};
use model::error::AppError;
use model::run::{Run, RunStatus};
use model::session::{Ask, SubmittedRun};
use model::support::{BeginCall, CallChange, CallSettings, CallState, Caller, Ending, Line, Outcome, Task};

use super::approval::By;
use super::{Agent, Inner, check};
use store::support::{calls, tasks};
use store::{Db, approvals, runs};

/// The channel of calls' conversations.
const CHANNEL: &str = "support";
/// Maximum characters of a person's message in a call, or of a task's outcome.
const LONGEST: usize = 2_000;
/// The approver if the settings approve.
const POLICY: &str = "the setting PLUMBLINE_SUPPORT_TICKETS";

/// A question to the desk cannot continue a call: a caller would read the answer.
pub(super) async fn calls_apart(db: &Db, session_id: &str) -> Result<(), AppError> {
    if calls::exists(db, session_id).await? {
        let detail = "This conversation is a support call. Send messages to /api/support/calls/{id}/messages.";
        return Err(AppError::Conflict { detail: detail.into() });
    }
    Ok(())
}

/// The model named by a call's settings.
fn wanted(settings: &CallSettings) -> Option<String> {
    Some(settings.model.clone()).filter(|name| !name.is_empty())
}

impl Inner {
    /// With the settings of the call that a run belongs to, if it belongs to one.
    pub(super) fn for_call(self: Arc<Self>, caller: Option<&Caller>) -> Arc<Self> {
        let Some(call) = caller else { return self };
        Arc::new(Self { settings: self.settings.of_call(&call.settings), ..(*self).clone() })
    }
}

impl Agent {
    /// Begins a call; its first run is the greeting (B-008).
    ///
    /// # Errors
    /// `Invalid` for an invalid phone number (an optional plus and 6 to 15 digits, separated by spaces, dashes and
    /// brackets), and for a setting out of range.
    pub async fn begin_call(&self, begin: BeginCall, user: &str) -> Result<SubmittedRun, AppError> {
        let phone: String = begin.phone.chars().filter(|c| !matches!(c, ' ' | '-' | '(' | ')')).collect();
        let digits = phone.strip_prefix('+').unwrap_or(&phone);
        if !(6..=15).contains(&digits.len()) || !digits.chars().all(|c| c.is_ascii_digit()) {
            let detail = "This is not a phone number. Write it with its country code, e.g. +37060012345.";
            return Err(AppError::invalid("phone", detail));
        }
        let settings = self.checked(begin.change().onto(self.call_settings().await?))?;
        let ask = Ask { model: wanted(&settings), ..Ask::default() };
        let masked = Caller::masked(&phone);
        let asked = self.begin(ask, user, CHANNEL, Some(Caller { phone, settings, ended: false })).await?;
        tracing::info!(call = asked.session_id, phone = masked, "a call begins");
        Ok(asked)
    }

    /// The settings for new calls: from startup, with later changes (B-015).
    pub async fn call_settings(&self) -> Result<CallSettings, AppError> {
        let change = calls::settings(&self.inner.db).await?;
        Ok(change.onto(self.inner.settings.support.calls.clone()))
    }

    /// Changes them for calls that begin from now on, on every server of this database.
    pub async fn change_call_settings(&self, change: &CallChange) -> Result<(), AppError> {
        let all = calls::settings(&self.inner.db).await?.then(change);
        Ok(calls::put_settings(&self.inner.db, &all).await?)
    }

    /// The settings, if valid for calls.
    ///
    /// # Errors
    /// `Invalid` with the name of a setting out of range.
    pub fn checked(&self, settings: CallSettings) -> Result<CallSettings, AppError> {
        settings.check().map_err(|(name, wants)| AppError::invalid(name, wants))?;
        if !settings.model.is_empty() && self.inner.model.is_none() {
            let detail = format!(
                "The model \"{}\" cannot be asked: no provider is set up (PLUMBLINE_LLM_PROVIDER).",
                settings.model
            );
            return Err(AppError::invalid("model", detail));
        }
        Ok(settings)
    }

    /// The caller's message; starts the run that answers it. `None` if a person has the call: they read it. A finished
    /// call answers too: that it is over, or what to do in a danger.
    ///
    /// # Errors
    /// `NotFound` for an unknown call, `Conflict` if the previous message is not answered yet, `Invalid` for an empty
    /// or too long message.
    pub async fn say(&self, session_id: &str, message: &str, user: &str) -> Result<Option<SubmittedRun>, AppError> {
        let call = calls::get(&self.inner.db, session_id).await?;
        let mut ask =
            Ask { query: message.trim().to_owned(), session_id: Some(session_id.to_owned()), ..Ask::default() };
        check(&ask, self.inner.model.is_some(), &self.inner.tools.now())?;
        if call.taken_by.is_some() && call.ended_at.is_none() {
            self.line(session_id, None, &ask.query).await?;
            return Ok(None);
        }
        match runs::last_status(&self.inner.db, session_id).await? {
            // A pending ticket does not block the conversation.
            Some(status) if !status.is_over() && status != RunStatus::Waiting => {
                let detail = "The message before is being answered. Wait for the reply.";
                return Err(AppError::Conflict { detail: detail.into() });
            }
            _ => {}
        }
        let settings = CallSettings { language: call.language, formal: call.formal, ..call.settings };
        ask.model = wanted(&settings).filter(|_| self.inner.model.is_some());
        let caller = Caller { phone: call.phone, settings, ended: call.ended_at.is_some() };
        let asked = self.begin(ask, user, CHANNEL, Some(caller)).await?;
        // Taking over a call stops its running runs; this one may have begun after that.
        let now = calls::get(&self.inner.db, session_id).await?;
        if now.taken_by.is_some() && now.ended_at.is_none() {
            self.stop(&asked.run_id).await?;
            return Ok(None);
        }
        Ok(Some(asked))
    }

    /// A person takes a call over, with its promises: the agent is silent from then on, and the caller is told. A
    /// finished call continues with them.
    ///
    /// # Errors
    /// `NotFound` for an unknown call, `Conflict` when somebody else has it.
    pub async fn take_call(&self, session_id: &str, by: &str) -> Result<(), AppError> {
        let db = &self.inner.db;
        let call = calls::get(db, session_id).await?;
        if call.taken_by.as_deref() == Some(by) && call.ended_at.is_none() {
            return Ok(());
        }
        if !tasks::take(db, session_id, by, self.inner.world.now()).await? {
            let who = calls::get(db, session_id).await?.taken_by.unwrap_or_else(|| "Somebody".into());
            return Err(AppError::Conflict { detail: format!("{who} has this call already.") });
        }
        for run in runs::of_session(db, session_id).await?.iter().filter(|r| !r.status.is_over()) {
            if run.status != RunStatus::Waiting {
                self.stop(&run.id).await?;
            }
        }
        let state = self.call_state(session_id).await?.unwrap_or_default();
        self.line(session_id, Some(by), &support::taken_over(&state, by)).await
    }

    /// A person's message in a call that they have taken over.
    ///
    /// # Errors
    /// `NotFound` for an unknown call, `Conflict` for one of somebody else, `Invalid` for an empty or too long text.
    pub async fn write(&self, session_id: &str, text: &str, by: &str) -> Result<(), AppError> {
        let call = calls::get(&self.inner.db, session_id).await?;
        if call.taken_by.as_deref() != Some(by) || call.ended_at.is_some() {
            return Err(AppError::Conflict { detail: "Take the call over first: then you can write in it.".into() });
        }
        let text = text.trim();
        if text.is_empty() || text.chars().count() > LONGEST {
            return Err(AppError::invalid("text", format!("Write 1 to {LONGEST} characters.")));
        }
        self.line(session_id, Some(by), text).await
    }

    async fn line(&self, session_id: &str, by: Option<&str>, text: &str) -> Result<(), AppError> {
        let line = Line { at: self.inner.world.now(), by: by.map(str::to_owned), text: text.to_owned() };
        Ok(tasks::say(&self.inner.db, &self.inner.world.id(), session_id, &line).await?)
    }

    /// Closes a task of the desk with its outcome.
    ///
    /// # Errors
    /// `NotFound` for an unknown task, `Conflict` for a closed one, `Invalid` without an outcome.
    pub async fn close_task(&self, id: &str, outcome: &str, by: &str) -> Result<Task, AppError> {
        let db = &self.inner.db;
        tasks::get(db, id).await?;
        let outcome = outcome.trim();
        if outcome.is_empty() || outcome.chars().count() > LONGEST {
            return Err(AppError::invalid("outcome", format!("Give the outcome in 1 to {LONGEST} characters.")));
        }
        if !tasks::close(db, id, by, outcome, self.inner.world.now()).await? {
            return Err(AppError::Conflict { detail: "This task is closed already.".into() });
        }
        Ok(tasks::get(db, id).await?)
    }

    async fn stop(&self, run_id: &str) -> Result<(), AppError> {
        match self.cancel(run_id).await {
            Ok(()) | Err(AppError::Conflict { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Ends a call from outside: the line was cut, or a colleague has taken over. The reply in progress is stopped. A
    /// finished call keeps its outcome; if a colleague's call was promised, it is handed over.
    ///
    /// # Errors
    /// `NotFound` for an unknown call.
    pub async fn end_call(&self, session_id: &str) -> Result<(), AppError> {
        let db = &self.inner.db;
        let call = calls::get(db, session_id).await?;
        for run in runs::of_session(db, session_id).await?.iter().filter(|run| !run.status.is_over()) {
            self.stop(&run.id).await?;
        }
        let state = self.call_state(session_id).await?;
        let ending = match call.taken_by {
            Some(by) => {
                Ending { outcome: Outcome::HandedOver, summary: format!("{by} took the call over and ended it.") }
            }
            None => {
                let outcome = match &state {
                    Some(state) if state.ticket_id.is_some() => Outcome::Ticket,
                    Some(state) if !state.promises.is_empty() => Outcome::HandedOver,
                    _ => Outcome::HungUp,
                };
                let summary = state.as_ref().map(|state| support::summary(state, outcome));
                Ending { outcome, summary: summary.unwrap_or_else(|| "The call was ended.".into()) }
            }
        };
        Ok(calls::end(db, session_id, &ending, self.inner.world.now()).await?)
    }

    /// The state of a call; `None` if the conversation is not a call.
    pub async fn call_state(&self, session_id: &str) -> Result<Option<CallState>, AppError> {
        let runs: Vec<Run> = runs::of_session(&self.inner.db, session_id).await?;
        Ok(CallState::from_runs(&runs))
    }

    /// Whether the settings approve what a run waits for.
    pub(super) fn decides_itself(&self, run: &Run) -> bool {
        self.inner.settings.support.tickets_at_once && run.call.is_some()
    }

    /// Approves a ticket that a call proposes, if the settings say so: the same decision as a person's, by the same
    /// path, so that it is done once.
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
