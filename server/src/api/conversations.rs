//! What people keep: conversations, links for reading them, feedback on answers, and what waits for a decision.

use app::api::conversations::Conversations;
use async_trait::async_trait;
use model::account::Action;
use model::approval::Waiting;
use model::error::AppError;
use model::review::NewRating;
use model::run::RunStatus;
use model::session::{Conversation, ConversationItem, Keep, Kept, SharedLink};
use model::time::day_of;

use super::Api;
use super::audit::{conversation, rated};
use super::review::check_note;
use crate::auth::{Caller, token};
use crate::export::Format;
use crate::store::sessions::keep::{self, Change};
use crate::store::sessions::{self, NewSession, feedback};
use crate::store::{approvals, changes, runs};

/// Maximum length of the list, in hundreds of conversations.
const MAX_LIST_HUNDREDS: u32 = 100;
/// Conversations listed initially.
const DEFAULT_LISTED: i64 = 100;
/// Milliseconds per day.
const DAY_MS: i64 = 86_400_000;
/// The longest name of a conversation, in characters.
const MAX_TITLE: usize = 200;

impl Api {
    /// Creates an empty conversation; returns its id and when it began (UTC milliseconds).
    pub async fn begin_conversation(&self, channel: &str) -> Result<(String, i64), AppError> {
        let (id, now) = (self.services.world.id(), self.services.world.now());
        let Caller { name, sees, .. } = self.caller.clone();
        let session = NewSession { id: id.clone(), user_id: name, channel: channel.into(), sees, now };
        sessions::create(&self.services.db, &session).await?;
        Ok((id, now))
    }

    async fn kept(&self, id: &str) -> Result<Kept, AppError> {
        Ok(keep::kept(&self.services.db, id, self.services.world.now()).await?)
    }

    /// A conversation, whoever owns it.
    async fn whole(&self, id: &str) -> Result<Conversation, AppError> {
        let db = &self.services.db;
        let of = sessions::owner(db, id).await?;
        Ok(Conversation {
            own: of.as_ref().is_some_and(|of| self.owns(of)),
            may_decide: of.is_some_and(|of| self.decides(&of)),
            id: id.into(),
            started_at: sessions::started_at(db, id).await?,
            runs: runs::of_session(db, id).await?,
            recorded: sessions::recorded(db, id).await?.unwrap_or_default(),
            origin: self.services.config.origin(),
            show_scores: self.services.config.show_scores.value,
            taught: self.services.agent.heard_words().await?,
            may_teach: self.must_review().is_ok(),
            kept: self.kept(id).await?,
            feedback: feedback::of_session(db, id).await?,
        })
    }

    /// The newest conversations, including empty ones.
    pub async fn sessions(&self) -> Result<Vec<ConversationItem>, AppError> {
        Ok(sessions::conversations(&self.services.db, "", DEFAULT_LISTED, true, self.whose()).await?)
    }

    /// A conversation to be exported as a file.
    ///
    /// # Errors
    /// `NotFound` for an unknown conversation.
    pub async fn exported_conversation(&self, id: &str, format: Format) -> Result<Conversation, AppError> {
        self.reads(id).await?;
        let whole = self.whole(id).await?;
        let detail = match format {
            Format::Markdown => "As Markdown",
            Format::Html => "As an evidence pack",
        };
        self.audit(Action::Exported, conversation(id), detail).await?;
        Ok(whole)
    }
}

#[async_trait]
impl Conversations for Api {
    async fn conversations(&self, words: &str, hundreds: u32) -> Result<Vec<ConversationItem>, AppError> {
        let most = DEFAULT_LISTED * i64::from(hundreds.clamp(1, MAX_LIST_HUNDREDS));
        Ok(sessions::conversations(&self.services.db, words, most, false, self.whose()).await?)
    }

    async fn conversation(&self, id: &str) -> Result<Conversation, AppError> {
        self.reads(id).await?;
        let whole = self.whole(id).await?;
        self.opens(id).await?;
        if whole.kept.pinned && self.keeps(id).await.is_ok() {
            self.pin_seen(id, &whole.runs).await?;
        }
        Ok(whole)
    }

    async fn keep(&self, id: &str, keep: Keep) -> Result<(), AppError> {
        self.keeps(id).await?;
        let db = &self.services.db;
        self.kept(id).await?;
        if let Some(title) = keep.title.as_deref().map(str::trim) {
            let length = title.chars().count();
            if length > MAX_TITLE {
                let detail = format!("The name has {length} characters; use at most {MAX_TITLE}.");
                return Err(AppError::invalid("title", detail));
            }
            keep::change(db, id, Change::Title(Some(title).filter(|t| !t.is_empty()))).await?;
        }
        if let Some(pinned) = keep.pinned {
            keep::change(db, id, Change::Pinned(pinned)).await?;
            keep::change(db, id, Change::PinKnows(changes::latest(db).await?)).await?;
            self.pin_seen(id, &runs::of_session(db, id).await?).await?;
        }
        Ok(())
    }

    async fn delete_conversation(&self, id: &str) -> Result<(), AppError> {
        let whose = self.disposes(id).await?;
        let db = &self.services.db;
        self.kept(id).await?;
        let all = runs::of_session(db, id).await?;
        if all.iter().any(|run| run.status == RunStatus::Waiting) {
            self.caller.must_be_person("A conversation that waits for a decision is deleted")?;
        }
        self.audit(Action::Deleted, conversation(id), format!("Can be restored for an hour{whose}")).await?;
        keep::change(db, id, Change::Deleted(self.services.world.now())).await?;
        for run in all {
            if let Some(live) = self.services.agent.live().get(&run.id) {
                live.cancel.cancel();
            }
        }
        Ok(())
    }

    async fn restore(&self, id: &str) -> Result<(), AppError> {
        let whose = self.disposes(id).await?;
        let db = &self.services.db;
        self.audit(Action::Deleted, conversation(id), format!("Restored{whose}")).await?;
        Ok(keep::restore(db, id).await?)
    }

    async fn share(&self, id: &str) -> Result<SharedLink, AppError> {
        self.keeps(id).await?;
        self.kept(id).await?;
        let (token, days) = (self.services.world.secret(), self.services.config.privacy.share_days.value);
        let until = self.services.world.now() + i64::from(days) * DAY_MS;
        let detail = format!("Link created, valid until {}", day_of(until));
        self.audit(Action::Shared, conversation(id), detail).await?;
        let link = Some((&*token::hash(&token), until));
        keep::change(&self.services.db, id, Change::Share(link)).await?;
        Ok(SharedLink { path: format!("/s/{token}"), token, until })
    }

    async fn unshare(&self, id: &str) -> Result<(), AppError> {
        let whose = self.disposes(id).await?;
        if self.kept(id).await?.shared_until.is_none() {
            return Ok(());
        }
        self.audit(Action::Shared, conversation(id), format!("Link revoked{whose}")).await?;
        Ok(keep::change(&self.services.db, id, Change::Share(None)).await?)
    }

    async fn shared(&self, token: &str) -> Result<Conversation, AppError> {
        let id = keep::shared(&self.services.db, &token::hash(token), self.services.world.now()).await?;
        self.sees_as_much(&id).await?;
        let mut whole = self.whole(&id).await?;
        self.audit(Action::Opened, conversation(&id), "Through its link").await?;
        whole.kept = Kept { title: whole.kept.title, ..Kept::default() };
        whole.feedback.clear();
        Ok(whole)
    }

    async fn feedback(&self, run_id: &str, rating: NewRating) -> Result<(), AppError> {
        check_note(rating.note.as_deref())?;
        self.own_run(run_id).await?;
        runs::get(&self.services.db, run_id).await?;
        self.audit(
            Action::Rated,
            format!("run:{run_id}"),
            format!("Feedback: {}", rated(rating.rating, &rating.reasons)),
        )
        .await?;
        let now = self.services.world.now();
        feedback::give(&self.services.db, run_id, &rating, &self.caller.name, now).await?;
        self.services.agent.observer().metrics().feedback(rating.rating.as_str());
        Ok(())
    }

    async fn waiting(&self) -> Result<Vec<Waiting>, AppError> {
        Ok(approvals::waiting(&self.services.db, self.whose()).await?)
    }
}
