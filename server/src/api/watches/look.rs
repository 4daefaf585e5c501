//! Looking at watched figures, one at a time: with the access that the owner has now, and only when the data has
//! changed or the time has come. Queries run where questions run theirs, and a pause follows that is longer than the
//! look took: however many figures are watched, most of the machine is left to people.

use std::collections::HashMap;
use std::time::Duration;

use model::account::Role;
use model::error::AppError;
use model::session::watch::{Rule, WatchState};
use tokio_util::sync::CancellationToken;

use super::super::Api;
use super::super::home::pins::largest;
use super::figure::{CurrentFigure, WatchedFigure};
use super::message::{FigureEvent, delivery};
use crate::auth::Caller;
use crate::services::Services;
use crate::store::outbox::Delivery;
use crate::store::watches::{self, Watch};
use crate::store::{StoreError, accounts, changes, sessions};

/// How long a watch is claimed: longer than a look takes.
const CLAIM_MS: i64 = 120_000;
/// The shortest time between two looks at a figure of the firm's own records, and of a declared source, which does not
/// say when it changes.
pub const GAP_MS: i64 = 5 * 60_000;
const SOURCE_GAP_MS: i64 = 15 * 60_000;
/// How long nothing is looked for when nothing was due.
const IDLE_DELAY: Duration = Duration::from_secs(1);
/// The pause after a look: as many times as long as the look, and at least this long.
const PAUSE_FACTOR: u32 = 4;
const MIN_PAUSE: Duration = Duration::from_millis(200);

impl Services {
    /// Looks at watched figures until `stop` fires.
    pub async fn keep_watches(&self, stop: CancellationToken) {
        loop {
            let began = tokio::time::Instant::now();
            let looked = match self.is_ready() {
                true => self.look_at_next().await,
                false => Ok(false),
            };
            let pause = match looked {
                Ok(true) => (began.elapsed() * PAUSE_FACTOR).max(MIN_PAUSE),
                Ok(false) => IDLE_DELAY,
                Err(error) => {
                    tracing::warn!(%error, "a watched figure was not looked at");
                    IDLE_DELAY * PAUSE_FACTOR
                }
            };
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Looks at the watched figure that is due first; false if none is.
    ///
    /// # Errors
    /// If the store fails. The watch is then due again once its claim has ended.
    pub async fn look_at_next(&self) -> Result<bool, AppError> {
        let (now, claim) = (self.world.now(), self.world.id());
        // Read first: what changes during the look is looked at again.
        let change = changes::latest(&self.db).await?;
        let Some(mut watch) = watches::claim(&self.db, &claim, (now, now + CLAIM_MS), change).await? else {
            return Ok(false);
        };
        let message = self.look(&mut watch, now, change).await?;
        if !watches::looked(&self.db, &watch, &claim, message.as_ref()).await? {
            tracing::debug!(watch = watch.id, "a look was discarded");
        }
        Ok(true)
    }

    /// Updates a watch, and returns the message that follows.
    async fn look(&self, watch: &mut Watch, now: i64, change: i64) -> Result<Option<Delivery>, AppError> {
        watch.looked_at = Some(now);
        let api = match self.as_owner(watch).await? {
            Ok(api) => api,
            Err(state) => {
                watch.stopped = Some(state.to_string());
                return Ok(None);
            }
        };
        let Some((figure, rule)) = read(watch) else {
            watch.error = Some("This watch was stored by another version. Delete it, and begin it again.".into());
            watch.next_at = now + SOURCE_GAP_MS;
            return Ok(None);
        };
        let gap = if figure.by_clock { SOURCE_GAP_MS } else { GAP_MS };
        let current = match current(&api, &figure, &rule, watch).await {
            Ok(current) => current,
            Err(error) => {
                watch.error = Some(error.to_string());
                watch.next_at = now + gap;
                return Ok(None);
            }
        };
        (watch.error, watch.change_no) = (None, change);
        watch.next_at = rule.next_after(now).unwrap_or(now + gap);
        let holds = rule.holds(current.value, watch.base, watch.past);
        watch.past = rule.is_past(current.value);
        (watch.figure, watch.shown) = (current.value, current.shown.clone());
        if !holds {
            return Ok(None);
        }
        watch.sent += 1;
        let id = format!("watch-{}-{}", watch.id, watch.sent);
        let topics = current.topics.as_ref();
        let message = self.message(watch, (&figure, &rule), topics, (id, false, now), &api).await?;
        (watch.base, watch.base_shown, watch.base_at) = (current.value, current.shown, now);
        watch.parts = current.topics.map(|topics| serde_json::to_string(&topics).unwrap_or_default());
        (watch.sent_at, watch.delivery) = (Some(now), Some(message.id.clone()));
        Ok(Some(message))
    }

    /// The message about a watch's current figure, compared with its base. `topics` explain the difference.
    pub(super) async fn message(
        &self,
        watch: &Watch,
        (figure, rule): (&WatchedFigure, &Rule),
        topics: Option<&HashMap<String, i64>>,
        (id, trial, at): (String, bool, i64),
        api: &Api,
    ) -> Result<Delivery, AppError> {
        let channels = self.outbox.channels();
        let question = match channels.watch_texts {
            true => Some(watches::get(&self.db, &watch.id).await?.question),
            false => None,
        };
        let before: Option<HashMap<String, i64>> = watch.parts.as_deref().and_then(|p| serde_json::from_str(p).ok());
        let why = match (topics, before) {
            (Some(topics), Some(before)) => {
                let mut changes = topics.clone();
                before.into_iter().for_each(|(topic, count)| *changes.entry(topic).or_default() -= count);
                largest(changes)
            }
            _ => Vec::new(),
        };
        let event = FigureEvent {
            rule,
            now: (watch.figure, &watch.shown),
            before: (watch.base, &watch.base_shown),
            before_at: watch.base_at,
            why: &why,
            texts: question.as_deref().map(|question| (question, figure.name.as_str())),
            trial,
            at,
            url: format!("{}/c/{}", channels.origin, watch.session_id),
        };
        Ok(delivery(watch, id, &event, api.caller.language.unwrap_or_default()))
    }

    /// The desk as a watch's owner may use it now, or why they may not see its conversation any more.
    pub(super) async fn as_owner(&self, watch: &Watch) -> Result<Result<Api, WatchState>, AppError> {
        // Whoever asks for this, it is the owner's access that counts.
        let db = &self.db;
        let caller = match &watch.account {
            Some(id) => match accounts::get(db, id).await {
                Ok(account) if !account.disabled => Caller::from_account(account),
                Ok(_) | Err(StoreError::NotFound(_)) => return Ok(Err(WatchState::OwnerGone)),
                Err(error) => return Err(error.into()),
            },
            None if accounts::any(db).await? => return Ok(Err(WatchState::OwnerGone)),
            None => Caller::local(Role::Manager),
        };
        match sessions::started_at(db, &watch.session_id).await {
            Ok(_) => {}
            Err(StoreError::NotFound(_)) => return Ok(Err(WatchState::Deleted)),
            Err(error) => return Err(error.into()),
        }
        let only = sessions::owner(db, &watch.session_id).await?.and_then(|owner| owner.only());
        let sees = only.into_iter().fold(caller.sees.clone(), |sees, customer| sees.narrowed(&customer));
        let agent = self.agent.seen_by(&sees).await?;
        let services = Self { db: agent.db().clone(), search: agent.search().clone(), agent, ..self.clone() };
        let api = Api { services, caller, channel: "watch" };
        match api.own(&watch.session_id).await {
            Ok(()) => Ok(Ok(api)),
            Err(AppError::NotFound { .. } | AppError::Forbidden { .. }) => Ok(Err(WatchState::NoAccess)),
            Err(error) => Err(error),
        }
    }
}

/// The figure now; with its topics if it is to be sent, since they are counted by another query.
async fn current(api: &Api, figure: &WatchedFigure, rule: &Rule, watch: &Watch) -> Result<CurrentFigure, AppError> {
    let current = figure.compute(api, false).await?;
    if watch.parts.is_some() && rule.holds(current.value, watch.base, watch.past) {
        return figure.compute(api, true).await;
    }
    Ok(current)
}

/// A watch's figure and rule.
pub(super) fn read(watch: &Watch) -> Option<(WatchedFigure, Rule)> {
    Some((serde_json::from_str(&watch.query).ok()?, serde_json::from_str(&watch.rule).ok()?))
}

/// When a new watch is looked at next.
pub(super) fn first_look(rule: &Rule, figure: &WatchedFigure, now: i64) -> i64 {
    rule.next_after(now).unwrap_or(now + if figure.by_clock { SOURCE_GAP_MS } else { GAP_MS })
}
