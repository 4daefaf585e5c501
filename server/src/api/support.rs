//! Support calls for the pages, REST and the terminal.

use app::api::support::Support;
use async_trait::async_trait;
use model::account::Action;
use model::error::AppError;
use model::run::Run;
use model::session::SubmittedRun;
use model::support::{BeginCall, CallChange, CallSettings, CallState, CallView, Monitor, SupportDesk, Task};

use super::Api;
use crate::demo;
use crate::store::runs;
use crate::store::support::{calls, tasks};

/// Calls listed on the page (B-048).
const MAX_CALLS: i64 = 10;
/// Tasks listed there.
const MAX_TASKS: i64 = 500;

impl Api {
    /// The settings with which calls begin now.
    pub async fn call_settings(&self) -> Result<CallSettings, AppError> {
        self.may_support()?;
        self.services.agent.call_settings().await
    }

    /// Open promises to callers: urgent ones first, then by due time.
    pub async fn support_tasks(&self) -> Result<Vec<Task>, AppError> {
        self.may_support()?;
        Ok(tasks::open(&self.services.db, MAX_TASKS).await?)
    }
}

#[async_trait]
impl Support for Api {
    async fn support_desk(&self) -> Result<SupportDesk, AppError> {
        self.may_support()?;
        let db = &self.services.db;
        let calls = calls::list(db, MAX_CALLS).await?;
        let mut told: Vec<Vec<Run>> = Vec::with_capacity(calls.len());
        for call in &calls {
            told.push(runs::of_session(db, &call.session_id).await?);
        }
        Ok(SupportDesk {
            monitor: Monitor::from_calls(told.iter().map(Vec::as_slice)),
            tasks: self.support_tasks().await?,
            now: self.services.agent.now(),
            calls,
            callers: demo::callers(db).await?,
            settings: self.services.agent.call_settings().await?,
            may_change: self.must_be_admin().is_ok(),
            model: self.services.agent.model().into(),
            tickets_at_once: self.services.config.support.tickets_at_once.value,
        })
    }

    async fn begin_call(&self, begin: BeginCall) -> Result<SubmittedRun, AppError> {
        self.may_support()?;
        self.may_ask(None).await?;
        let agent = &self.services.agent;
        let (before, own) = (agent.call_settings().await?, begin.change());
        let asked = agent.begin_call(begin, &self.caller.name).await?;
        let changed = own.onto(before.clone()).changed_from(&before);
        if !changed.is_empty() {
            let what = format!("conversation:{}", asked.session_id);
            self.audit(Action::SettingsChanged, what, format!("Only for this call: {changed}")).await?;
        }
        self.asked(asked, 0).await
    }

    async fn change_calls(&self, change: CallChange) -> Result<CallSettings, AppError> {
        self.must_be_admin()?;
        let agent = &self.services.agent;
        let before = agent.call_settings().await?;
        let after = agent.checked(change.onto(before.clone()))?;
        if after != before {
            self.audit(Action::SettingsChanged, "settings:calls".into(), after.changed_from(&before)).await?;
            agent.change_call_settings(&change).await?;
        }
        Ok(after)
    }

    async fn say(&self, call: &str, message: &str) -> Result<Option<SubmittedRun>, AppError> {
        self.may_support()?;
        self.may_ask(None).await?;
        match self.services.agent.say(call, message, &self.caller.name).await? {
            Some(asked) => self.asked(asked, message.trim().chars().count()).await.map(Some),
            None => Ok(None),
        }
    }

    async fn take_call(&self, call: &str) -> Result<(), AppError> {
        self.may_support()?;
        self.services.agent.take_call(call, &self.caller.name).await
    }

    async fn write(&self, call: &str, text: &str) -> Result<(), AppError> {
        self.may_support()?;
        self.services.agent.write(call, text, &self.caller.name).await
    }

    async fn close_task(&self, id: &str, outcome: &str) -> Result<Task, AppError> {
        self.may_support()?;
        self.services.agent.close_task(id, outcome, &self.caller.name).await
    }

    async fn end_call(&self, call: &str) -> Result<(), AppError> {
        self.may_support()?;
        self.services.agent.end_call(call).await
    }

    async fn call(&self, id: &str) -> Result<CallView, AppError> {
        self.may_support()?;
        let call = calls::get(&self.services.db, id).await?;
        self.opens(id).await?;
        let db = &self.services.db;
        let runs = runs::of_session(db, id).await?;
        let (lines, tasks) = (tasks::lines(db, id).await?, tasks::of_call(db, id).await?);
        Ok(CallView {
            call,
            state: CallState::from_runs(&runs),
            runs,
            lines,
            tasks,
            voice: self.services.speech.is_some(),
        })
    }
}
