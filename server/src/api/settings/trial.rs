//! Trying the settings of a page as they would be with a change, without storing it.

use futures::channel::{mpsc, oneshot};
use futures::{Stream, StreamExt, future, stream};
use model::account::Action;
use model::error::AppError;
use model::review::{ModelCheck, TrialEvent};
use model::settings::SettingsChange;

use super::super::Api;
use super::{Findings, check_with, tell, tries, whole};
use crate::config::Config;
use crate::services::Services;

/// Settings that are about to be tried.
pub struct Trial {
    services: Services,
    config: Config,
    group: String,
    /// Whoever tries them.
    caller: String,
}

impl Api {
    /// Prepares a trial, which then takes up to a minute; a model is sent a few hundred tokens, a mail server or webhook
    /// one test message.
    ///
    /// # Errors
    /// As for a change.
    pub async fn trial(&self, group: &str, change: SettingsChange) -> Result<Trial, AppError> {
        self.must_be_admin()?;
        let config = self.with_change(group, change)?;
        let what = format!("settings:{group}");
        self.audit(Action::SettingsChanged, what, "Tried the settings; nothing was changed").await?;
        let (services, caller) = (self.services.clone(), self.caller.name.clone());
        Ok(Trial { services, config, group: group.to_owned(), caller })
    }
}

impl Trial {
    /// What it finds, as a whole.
    ///
    /// # Errors
    /// For a model that cannot be set up.
    pub async fn whole(self) -> Result<ModelCheck, AppError> {
        whole(|found| self.run(found)).await
    }

    /// What it finds, each finding as soon as it is known; then the end. It stops when the stream is dropped.
    pub fn events(self) -> impl Stream<Item = TrialEvent> + Send {
        let (found, lines) = mpsc::unbounded();
        let (ended, end) = oneshot::channel();
        let run = async move {
            let _ = ended.send(self.run(found).await);
        };
        let last = stream::once(end).map(|end| match end.unwrap_or_else(|_| Err(AppError::internal())) {
            Ok(works) => TrialEvent::Finished { works },
            Err(error) => TrialEvent::Failed { detail: error.to_string() },
        });
        let events = lines.map(TrialEvent::Found).chain(last);
        stream::select(events, stream::once(run).filter_map(|()| future::ready(None)))
    }

    /// True if nothing is wrong.
    async fn run(self, found: Findings) -> Result<bool, AppError> {
        let Self { services, config, group, caller } = self;
        let check = match group.as_str() {
            "model" | "limits" => return check_with(&services, &config, found).await,
            "mail" => tries::mail(&config, &services.world, &caller).await,
            "webhook" => tries::webhook(&config, &services.world).await,
            "watching" => tries::chats(&config, &services.world).await,
            _ => tries::sign_in(&config, &services.world).await,
        };
        check.lines.into_iter().for_each(|line| tell(&found, line));
        Ok(check.works)
    }
}
