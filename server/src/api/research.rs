//! Asking, watching, stopping.

use app::api::research::Research;
use async_trait::async_trait;
use model::account::Action;
use model::approval::Choice;
use model::error::AppError;
use model::run::{Run, RunStatus, StoredEvent, Strategy};
use model::session::home::Home;
use model::session::{Ask, DeskInfo, Role, SetupStep, SetupTask, SubmittedRun, Turn};

use super::Api;
use crate::agent::By;
use crate::config::names;
use crate::demo;
use crate::llm::config::RULES;
use crate::services::Services;
use crate::store::{accounts, changes, history, records, runs};

#[async_trait]
impl Research for Api {
    async fn desk(&self) -> Result<DeskInfo, AppError> {
        let totals = records::totals(&self.services.db).await?;
        let as_of = match self.services.config.as_of.value {
            Some(day) => Some(day),
            None => changes::last_day(&self.services.db).await?,
        };
        Ok(DeskInfo {
            as_of,
            model: self.services.agent.model().into(),
            search: self.services.search.mode().await,
            search_changes: self.services.search.is_changing(),
            communications: totals.communications,
            cases: totals.cases,
            customers: totals.customers,
            examples: self.services.agent.examples().await?,
            pages: self.usable_pages(),
            plain_hosts: match self.must_be_admin() {
                Ok(()) => names(&self.services.config.server.plain_hosts.value).map(str::to_owned).collect(),
                Err(_) => Vec::new(),
            },
            setup: self.setup(totals.communications > 0).await?,
        })
    }

    async fn load_demo(&self) -> Result<(), AppError> {
        self.must_be_admin()?;
        let services = self.services.clone();
        if records::totals(&services.db).await?.communications > 0 {
            let detail = "There is data already. The demo is loaded into an empty desk only.";
            return Err(AppError::Conflict { detail: detail.into() });
        }
        self.audit(Action::Imported, format!("source:{}", demo::SOURCE), "Started").await?;
        // Goes on if the browser leaves.
        let loaded = tokio::spawn(async move {
            demo::load::load(&services, &mut |line| tracing::info!("{line}")).await?;
            services.index(|_, _| {}).await
        });
        match loaded.await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(AppError::Unavailable { detail: format!("The demo is not loaded: {error:#}.") }),
            Err(error) => Err(AppError::Unavailable { detail: format!("The demo is not loaded: {error}.") }),
        }
    }

    async fn home(&self) -> Result<Home, AppError> {
        self.at_home().await
    }

    async fn ask(&self, mut ask: Ask) -> Result<SubmittedRun, AppError> {
        if let Some(id) = &ask.session_id {
            self.own(id).await?;
        }
        if let Some(change) = &ask.change {
            self.own_run(&change.run).await?;
        }
        if ask.model.is_some() {
            self.must_review()?;
        }
        self.may_ask(ask.strategy).await?;
        self.fill(&mut ask).await?;
        let characters = ask.query.chars().count();
        let asked = self.services.agent.ask(ask, &self.caller.name, self.channel).await?;
        self.asked(asked, characters).await
    }

    async fn run(&self, id: &str) -> Result<Run, AppError> {
        self.reads_run(id).await?;
        let run = self.services.agent.run(id).await?;
        self.opens_run(id).await?;
        Ok(run)
    }

    async fn events(&self, run_id: &str) -> Result<Vec<StoredEvent>, AppError> {
        self.reads_run(run_id).await?;
        self.opens_run(run_id).await?;
        Ok(history::after(&self.services.db, run_id, 0).await?)
    }

    async fn alternatives(&self, run_id: &str, part: usize, typed: &str) -> Result<Vec<String>, AppError> {
        self.reads_run(run_id).await?;
        self.services.agent.alternatives(run_id, part, typed).await
    }

    async fn cancel(&self, run_id: &str) -> Result<(), AppError> {
        let whose = match self.own_run(run_id).await {
            Err(AppError::Forbidden { .. }) if self.must_be_admin().is_ok() => "Somebody else's",
            own => own.map(|()| "Their own")?,
        };
        let (status, what) = (runs::status(&self.services.db, run_id).await?, format!("run:{run_id}"));
        if status == RunStatus::Waiting
            && let Err(refused) = self.caller.must_be_person("A run that waits for a decision is stopped")
        {
            self.audit(Action::Stopped, what, "Refused: sent with a token; the proposal still waits").await?;
            return Err(refused);
        }
        if !status.is_over() {
            self.audit(Action::Stopped, what, whose).await?;
        }
        self.services.agent.cancel_as(run_id, By::person(self.caller.actor(self.channel))).await
    }

    async fn decide(&self, run_id: &str, approval: &str, choice: Choice) -> Result<(), AppError> {
        self.decides_run(run_id).await?;
        self.caller.must_be_person("Proposals are decided")?;
        let by = By::person(self.caller.actor(self.channel));
        self.services.agent.decide_as(run_id, approval, choice, by).await
    }
}

impl Api {
    /// What setting the desk up takes, in order; empty for those who cannot do it.
    async fn setup(&self, has_records: bool) -> Result<Vec<SetupStep>, AppError> {
        if self.must_be_admin().is_err() {
            return Ok(Vec::new());
        }
        let Services { db, agent, .. } = &self.services;
        let people = accounts::count(db).await?;
        let has_data = has_records || !agent.names().sources().is_empty();
        let done = |what| match what {
            SetupTask::Admin => people > 0,
            SetupTask::Data => has_data,
            SetupTask::Model => agent.model() != RULES,
            SetupTask::Colleague => people > 1,
        };
        Ok(SetupTask::ALL.iter().map(|what| SetupStep { what: *what, done: done(*what) }).collect())
    }

    /// Whether the caller may ask now: the only place for the rate of questions and the daily budgets.
    ///
    /// # Errors
    /// `TooMany` if one of them is used up. Questions answered by rules cost nothing, so they are still answered.
    pub(super) async fn may_ask(&self, strategy: Option<Strategy>) -> Result<(), AppError> {
        let Services { limits, agent, db, world, .. } = &self.services;
        limits.ask(&self.caller)?;
        let by_rules = match strategy.unwrap_or(Strategy::Auto) {
            Strategy::Auto => agent.model() == Strategy::Rules.as_str(),
            chosen => chosen == Strategy::Rules,
        };
        if by_rules { Ok(()) } else { limits.budget(db, &self.caller.name, world.now()).await }
    }

    /// Fills in the scope of a question that names something else: an event, a quadrant.
    async fn fill(&self, ask: &mut Ask) -> Result<(), AppError> {
        if let Some(scope) = &mut ask.context {
            if let Some(content) = scope.text.take() {
                ask.conversation_history.push(Turn { role: Role::User, content });
            }
            if let Some(event) = &mut scope.event
                && let Some(id) = event.id.take()
                && let Ok(known) = records::document(&self.services.db, &id).await
            {
                event.date = event.date.or(Some(known.day));
                event.label.get_or_insert(known.title);
                event.product = event.product.take().or(known.product);
            }
            if let Some(quadrant) = scope.quadrant.take() {
                scope.selected_items = self.topics_in(quadrant, scope).await?;
            }
        }
        Ok(())
    }

    /// The caller's latest run that answered the same question with the same scope within this many milliseconds.
    pub async fn answered_lately(&self, ask: &Ask, within: i64) -> Result<Option<Run>, AppError> {
        let mut ask = ask.clone();
        self.fill(&mut ask).await?;
        self.services.agent.limit(&mut ask).await?;
        let since = self.services.world.now() - within;
        let db = &self.services.db;
        for (id, asked) in runs::answered(db, &ask.query, &self.caller.name, &self.caller.sees, since).await? {
            if asked == ask {
                return Ok(Some(runs::get(db, &id).await?));
            }
        }
        Ok(None)
    }
}
