//! Chats that messages may go to: admins add and remove them, and nobody sees their addresses again.

use model::error::AppError;
use model::session::watch::{Chats, NewChat, WatchWay, WayKind};

use super::super::Api;
use crate::services::Parts;
use crate::settings::{self, Change, chats};

impl Api {
    pub(super) fn listed_chats(&self) -> Result<Chats, AppError> {
        self.must_be_admin()?;
        let channels = self.services.outbox.channels();
        let way = |(name, kind): (&str, WayKind)| WatchWay { name: name.to_owned(), kind };
        let locked = chats::are_locked(&self.services.config);
        Ok(Chats { chats: channels.chats.names().map(way).collect(), locked })
    }

    pub(super) async fn add_chat(&self, new: NewChat) -> Result<(), AppError> {
        self.must_be_admin()?;
        let NewChat { name, kind, url } = new;
        if !matches!(kind, WayKind::Slack | WayKind::Teams) {
            return Err(AppError::invalid("kind", "The kind of a chat is slack or teams."));
        }
        self.change_chat(chats::change(&name, Some(format!("{kind}:{}", url.trim())))?).await
    }

    pub(super) async fn remove_chat(&self, name: &str) -> Result<(), AppError> {
        self.must_be_admin()?;
        let change = chats::change(name, None)?;
        let known = |row: &crate::store::settings::StoredSetting| row.name == change.name && row.value.is_some();
        if !self.services.applied.rows.iter().any(known) {
            return Err(AppError::not_found(format!("There is no chat \"{name}\" that was made on the page.")));
        }
        self.change_chat(change).await
    }

    async fn change_chat(&self, change: Change) -> Result<(), AppError> {
        let services = &self.services;
        let changes = [change];
        let config = settings::tried(&services.config, &services.applied.rows, &changes)?;
        Parts::open(&config, &services.world).map_err(|error| AppError::invalid("url", format!("{error:#}")))?;
        self.store_settings(&changes, "settings:watching".to_owned()).await
    }
}
