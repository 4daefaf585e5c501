//! Asking, watching, stopping.

use app::api::research::Research;
use app::error::AppError;
use app::model::approval::Choice;
use app::model::run::Run;
use app::model::session::{Ask, Asked, Conversation, ConversationItem, DeskInfo};
use async_trait::async_trait;

use super::Api;
use crate::agent::reasoner::rules::EXAMPLES;
use crate::store::{changes, records, runs, sessions};

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
            search: self.services.search.in_words(),
            communications: totals.communications,
            cases: totals.cases,
            customers: totals.customers,
            examples: EXAMPLES.iter().map(ToString::to_string).collect(),
        })
    }

    async fn conversations(&self) -> Result<Vec<ConversationItem>, AppError> {
        Ok(sessions::conversations(&self.services.db, 100).await?)
    }

    async fn conversation(&self, id: &str) -> Result<Conversation, AppError> {
        let started_at = sessions::started_at(&self.services.db, id).await?;
        let runs = runs::of_session(&self.services.db, id).await?;
        Ok(Conversation { id: id.into(), started_at, runs, show_scores: self.services.config.show_scores.value })
    }

    async fn delete_conversation(&self, id: &str) -> Result<(), AppError> {
        for run in runs::of_session(&self.services.db, id).await? {
            if let Some(live) = self.services.agent.live().get(&run.id) {
                live.cancel.cancel();
            }
        }
        Ok(sessions::delete(&self.services.db, id).await?)
    }

    async fn ask(&self, mut ask: Ask) -> Result<Asked, AppError> {
        self.fill(&mut ask).await?;
        self.services.agent.ask(ask, &self.caller.name, self.channel).await
    }

    async fn run(&self, id: &str) -> Result<Run, AppError> {
        self.services.agent.run(id).await
    }

    async fn cancel(&self, run_id: &str) -> Result<(), AppError> {
        self.services.agent.cancel(run_id).await
    }

    async fn decide(&self, run_id: &str, approval: &str, choice: Choice) -> Result<(), AppError> {
        self.services.agent.decide(run_id, approval, choice, &self.caller.name).await
    }
}

impl Api {
    /// What a question is limited to by the name of something else: an event, a quadrant.
    async fn fill(&self, ask: &mut Ask) -> Result<(), AppError> {
        if let Some(scope) = &mut ask.context {
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

    /// The caller's last run that answered the same question, limited in the same way, within so many milliseconds.
    pub async fn answered_lately(&self, ask: &Ask, within: i64) -> Result<Option<Run>, AppError> {
        let mut ask = ask.clone();
        self.fill(&mut ask).await?;
        self.services.agent.limit(&mut ask).await?;
        let since = self.services.world.now() - within;
        let db = &self.services.db;
        for (id, asked) in runs::answered(db, &ask.query, &self.caller.name, since).await? {
            if asked == ask {
                return Ok(Some(runs::get(db, &id).await?));
            }
        }
        Ok(None)
    }
}
