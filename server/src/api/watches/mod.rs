//! Watched figures: beginning, listing, pausing, trying and deleting them. Admins may see all and pause or delete
//! them; a watch always runs with its owner's access.

mod chats;
mod figure;
mod look;
mod message;

use app::api::watches::Watches;
use async_trait::async_trait;
use model::account::{Action, Role};
use model::error::AppError;
use model::run::Run;
use model::run::figure::FigureAt;
use model::session::watch::{
    Chats, NewChat, NewWatch, Rule, WatchChoices, WatchFigure, WatchItem, WatchState, WatchTrial, WatchWay, WayKind,
    figures,
};

use super::Api;
use super::audit::conversation;
use crate::outbox::mail::is_address;
use crate::outbox::webhook::WATCHED;
use crate::store::watches::{self, Change, Listed, Watch};
use crate::store::{changes, sessions};
use figure::WatchedFigure;
use look::{first_look, read};
use message::channel;

/// Most watches of one person.
const MAX_WATCHES: i64 = 100;

impl Api {
    /// The ways that are configured here.
    fn watch_ways(&self) -> Vec<WatchWay> {
        let channels = self.services.outbox.channels();
        let way = |name: &str, kind| WatchWay { name: name.to_owned(), kind };
        let mail = channels.mail.as_ref().map(|_| way("mail", WayKind::Mail));
        let webhook = channels.webhook.as_ref().filter(|hook| hook.wants(WATCHED));
        let webhook = webhook.map(|_| way("webhook", WayKind::Webhook));
        mail.into_iter().chain(webhook).chain(channels.chats.names().map(|(name, kind)| way(name, kind))).collect()
    }

    fn own_mail(&self) -> Option<&str> {
        Some(self.caller.name.as_str()).filter(|name| is_address(name))
    }

    /// Checks where mail goes: to one's own address, to those that an admin allows, and for admins to any.
    fn mail_to(&self, to: Option<&str>) -> Result<String, AppError> {
        let wrong = |detail: String| AppError::invalid("to", detail);
        let to = to.map(str::trim).filter(|to| !to.is_empty()).or(self.own_mail());
        let to = to.ok_or_else(|| wrong("Enter the mail address for the messages.".into()))?;
        if !is_address(to) {
            return Err(wrong(format!("\"{to}\" is not a mail address.")));
        }
        let is_own = self.own_mail().is_some_and(|own| own.eq_ignore_ascii_case(to));
        let lower = to.to_lowercase();
        let allows = |allowed: &String| match allowed.strip_prefix('@') {
            Some(domain) => lower.rsplit_once('@').is_some_and(|(_, of)| of == domain),
            None => lower == *allowed,
        };
        let allowed = self.services.outbox.channels().watch_mail.iter().any(allows);
        if is_own || allowed || self.caller.role == Role::Admin {
            return Ok(to.to_owned());
        }
        let detail = format!("Messages may not go to {to}. Ask an admin to list it in PLUMBLINE_WATCH_MAIL.");
        Err(AppError::Forbidden { detail })
    }

    /// The way and the address of a new watch.
    fn way_of(&self, new: &NewWatch) -> Result<(String, String), AppError> {
        let all = self.watch_ways();
        let Some(way) = all.iter().find(|way| way.name == new.way) else {
            let known: Vec<&str> = all.iter().map(|way| way.name.as_str()).collect();
            let detail = match known.is_empty() {
                true => "Nothing can be sent from here: an admin must set up mail, a webhook or a chat first.".into(),
                false => format!("There is no way \"{}\" to send it. There is: {}.", new.way, known.join(", ")),
            };
            return Err(AppError::invalid("way", detail));
        };
        let address = match way.kind {
            WayKind::Mail => self.mail_to(new.to.as_deref())?,
            WayKind::Webhook => String::new(),
            WayKind::Slack | WayKind::Teams => way.name.clone(),
        };
        Ok((channel(&way.name).to_owned(), address))
    }

    /// A run whose figures the caller may watch, with those that can be computed again.
    async fn watched_run(&self, id: &str) -> Result<(Run, Vec<(String, FigureAt, WatchedFigure)>), AppError> {
        self.own_run(id).await?;
        let run = self.services.agent.run(id).await?;
        let usable = |(text, at): (String, FigureAt)| {
            let figure = WatchedFigure::of_answer(self, &run, &at).ok()?;
            Some((text, at, figure))
        };
        let all = figures(&run).into_iter().filter_map(usable).collect();
        Ok((run, all))
    }

    /// A watch that the caller may change: their own, and for admins all.
    async fn changed_watch(&self, id: &str) -> Result<Listed, AppError> {
        let found = watches::get(&self.services.db, id).await?;
        if self.is_own_watch(&found.watch) || self.caller.role == Role::Admin {
            return Ok(found);
        }
        Err(AppError::not_found(format!("There is no watch {id}.")))
    }

    fn is_own_watch(&self, watch: &Watch) -> bool {
        self.caller.is_machine() || (watch.account.is_some() && watch.account == self.caller.account)
    }

    async fn watch_item(&self, listed: Listed) -> Result<Option<WatchItem>, AppError> {
        let Listed { watch, question, deleted, undelivered } = listed;
        let own = self.is_own_watch(&watch);
        // An admin with access to some customers sees no figure that was computed with more.
        if !own {
            let owner = sessions::owner(&self.services.db, &watch.session_id).await?;
            if !owner.is_some_and(|owner| owner.was_had_with(&self.caller.sees)) {
                return Ok(None);
            }
        }
        let state = match self.services.as_owner(&watch).await? {
            _ if deleted => WatchState::Deleted,
            Err(state) => state,
            Ok(_) => match watch.stopped.as_deref().and_then(|why| why.parse().ok()) {
                Some(stopped) => stopped,
                None if watch.paused => WatchState::Paused,
                None => WatchState::Active,
            },
        };
        let Some((figure, rule)) = read(&watch) else { return Ok(None) };
        let shows = !own || matches!(state, WatchState::Active | WatchState::Paused);
        Ok(Some(WatchItem {
            next_at: matches!(rule, Rule::At { .. }).then_some(watch.next_at).filter(|_| state == WatchState::Active),
            figure_name: figure.name,
            period: figure.period,
            moves: figure.moves,
            rule,
            question,
            own,
            state,
            figure: if shows { watch.shown } else { String::new() },
            problem: watch.error.or(undelivered),
            id: watch.id,
            session: watch.session_id,
            run: watch.run_id,
            way: watch.way,
            address: watch.address,
            owner: watch.owner,
            looked_at: watch.looked_at,
            sent_at: watch.sent_at,
        }))
    }
}

#[async_trait]
impl Watches for Api {
    async fn watches(&self) -> Result<Vec<WatchItem>, AppError> {
        let all = self.caller.role == Role::Admin || self.caller.is_machine();
        let owner = (!all).then_some(self.caller.name.as_str());
        let mut items = Vec::new();
        for listed in watches::list(&self.services.db, owner).await? {
            if all || self.is_own_watch(&listed.watch) {
                items.extend(self.watch_item(listed).await?);
            }
        }
        Ok(items)
    }

    async fn watch_choices(&self, run: &str) -> Result<WatchChoices, AppError> {
        let (run, all) = self.watched_run(run).await?;
        let figure = |(text, at, figure): (String, FigureAt, WatchedFigure)| WatchFigure {
            at: at.to_string(),
            text,
            name: figure.name,
            period: figure.period,
            moves: figure.moves,
        };
        Ok(WatchChoices {
            figures: all.into_iter().map(figure).collect(),
            ways: self.watch_ways(),
            mail: self.own_mail().map(str::to_owned),
            texts: self.services.outbox.channels().watch_texts,
            run: run.id,
            session: run.session_id,
            question: run.question,
        })
    }

    async fn begin_watch(&self, new: NewWatch) -> Result<WatchItem, AppError> {
        if !self.caller.is_machine() && self.caller.account.is_none() {
            let detail = "A watch belongs to an account. Sign in with one, or use its token.";
            return Err(AppError::Forbidden { detail: detail.into() });
        }
        let (run, all) = self.watched_run(&new.run).await?;
        new.rule.check().map_err(|detail| AppError::invalid("rule", detail))?;
        let (way, address) = self.way_of(&new)?;
        let (wanted, mut all) = (new.figure.as_deref().filter(|at| !at.is_empty()), all.into_iter());
        let chosen = match wanted {
            Some(wanted) => all.find(|(_, at, _)| at.to_string() == wanted),
            None => all.next(),
        };
        let (_, _, figure) = chosen
            .ok_or_else(|| AppError::invalid("figure", "This answer has no such figure that can be computed again."))?;
        let (now, change_no) = (self.services.world.now(), changes::latest(&self.services.db).await?);
        let current = figure.compute(self, true).await?;
        let watch = Watch {
            id: self.services.world.id(),
            session_id: run.session_id.clone(),
            run_id: run.id.clone(),
            owner: self.caller.name.clone(),
            account: self.caller.account.clone(),
            query: serde_json::to_string(&figure).map_err(|_| AppError::internal())?,
            rule: serde_json::to_string(&new.rule).map_err(|_| AppError::internal())?,
            next_at: first_look(&new.rule, &figure, now),
            by_clock: figure.by_clock || matches!(new.rule, Rule::At { .. }),
            past: new.rule.is_past(current.value),
            parts: current.topics.map(|topics| serde_json::to_string(&topics).unwrap_or_default()),
            way,
            address,
            created_at: now,
            paused: false,
            stopped: None,
            change_no,
            looked_at: Some(now),
            figure: current.value,
            shown: current.shown.clone(),
            base: current.value,
            base_shown: current.shown,
            base_at: now,
            sent: 0,
            sent_at: None,
            delivery: None,
            error: None,
        };
        let detail = format!("Watched: messages go by {} {}", watch.way, watch.address);
        self.audit(Action::Shared, conversation(&watch.session_id), detail.trim_end()).await?;
        watches::put(&self.services.db, &watch, MAX_WATCHES).await?;
        let listed = watches::get(&self.services.db, &watch.id).await?;
        self.watch_item(listed).await?.ok_or_else(AppError::internal)
    }

    async fn pause_watch(&self, id: &str) -> Result<(), AppError> {
        self.changed_watch(id).await?;
        Ok(watches::change(&self.services.db, id, Change::Paused).await?)
    }

    async fn resume_watch(&self, id: &str) -> Result<(), AppError> {
        let watch = self.changed_watch(id).await?.watch;
        if let Err(state) = self.services.as_owner(&watch).await? {
            let detail = match state {
                WatchState::OwnerGone => "Its owner has no account any more, so it cannot run. Delete it.",
                WatchState::Deleted => "Its conversation was deleted, so it cannot run. Restore that, or delete this.",
                _ => "Its owner may no longer see the conversation, so it cannot run.",
            };
            return Err(AppError::Conflict { detail: detail.into() });
        }
        let now = self.services.world.now();
        let next_at = read(&watch).and_then(|(_, rule)| rule.next_after(now)).unwrap_or(now);
        Ok(watches::change(&self.services.db, id, Change::Resumed(next_at)).await?)
    }

    async fn delete_watch(&self, id: &str) -> Result<(), AppError> {
        let watch = self.changed_watch(id).await?.watch;
        let whose = if self.is_own_watch(&watch) { String::new() } else { format!("; it is {}'s", watch.owner) };
        self.audit(Action::Shared, conversation(&watch.session_id), format!("No longer watched{whose}")).await?;
        Ok(watches::delete(&self.services.db, id).await?)
    }

    async fn try_watch(&self, id: &str) -> Result<WatchTrial, AppError> {
        let mut watch = self.changed_watch(id).await?.watch;
        let api = self.services.as_owner(&watch).await?.map_err(|_| AppError::Conflict {
            detail: "Its owner may no longer see the conversation, so there is nothing to send.".into(),
        })?;
        let (figure, rule) = read(&watch).ok_or_else(AppError::internal)?;
        let current = figure.compute(&api, watch.parts.is_some()).await?;
        (watch.figure, watch.shown) = (current.value, current.shown.clone());
        let now = self.services.world.now();
        let id = format!("watch-{}-try-{}", watch.id, self.services.world.id());
        let made = (id, true, now);
        let message = self.services.message(&watch, (&figure, &rule), current.topics.as_ref(), made, &api).await?;
        watches::tried(&self.services.db, &watch.id, &message).await?;
        Ok(WatchTrial { figure: current.shown, delivery: message.id })
    }
    async fn chats(&self) -> Result<Chats, AppError> {
        self.listed_chats()
    }

    async fn put_chat(&self, new: NewChat) -> Result<(), AppError> {
        self.add_chat(new).await
    }

    async fn delete_chat(&self, name: &str) -> Result<(), AppError> {
        self.remove_chat(name).await
    }
}
