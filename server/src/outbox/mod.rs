//! Outgoing notifications of finished runs, waiting proposals, opened tickets and bad ratings, by webhook and e-mail. The store records
//! events with their payload; the first available server delivers them, at least once and always under the same id.

pub mod chat;
pub mod mail;
pub mod webhook;

use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use model::error::AppError;
use model::time::full_time;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::config::{OutwardSettings, names};
use crate::store::outbox::{self, Delivery, Event};
use crate::store::sessions::keep;
use crate::store::{self, Db};
use crate::world::World;
use chat::{Chats, Message};
use mail::Mail;
use webhook::Webhook;

/// How often due deliveries are looked for.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Events, and deliveries, processed at once.
const AT_ONCE: i64 = 16;
/// How long a delivery is claimed: longer than any attempt takes.
const CLAIM_MS: i64 = 60_000;
/// Retention of deliveries, and the maximum age of events to send.
const KEEP_MS: i64 = 7 * 86_400_000;
/// How often old entries are deleted.
const SWEEP_INTERVAL: Duration = Duration::from_secs(3600);

/// Seconds until the next attempt: the schedule of Standard Webhooks, two and a half days in total.
const AGAIN_S: [i64; 9] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

/// This server's outgoing notifications.
pub struct Outbox {
    channels: ArcSwap<Channels>,
}

/// The ways by which notifications leave; replaced when an admin changes them.
pub struct Channels {
    pub webhook: Option<Webhook>,
    pub mail: Option<Mail>,
    pub chats: Chats,
    /// Messages about watched figures quote the question.
    pub watch_texts: bool,
    /// Where people may have watched figures mailed, besides their own address: addresses, and domains after "@".
    pub watch_mail: Vec<String>,
    /// The public origin of the desk.
    pub origin: String,
}

impl Channels {
    /// # Errors
    /// For an invalid setting, naming it.
    pub fn open(settings: &OutwardSettings, origin: String) -> anyhow::Result<Self> {
        Ok(Self {
            webhook: Webhook::open(settings)?,
            mail: Mail::open(settings)?,
            chats: Chats::open(settings)?,
            watch_texts: settings.watch_texts.value,
            watch_mail: names(&settings.watch_mail.value).map(str::to_lowercase).collect(),
            origin,
        })
    }

    /// An event's deliveries to all recipients. They contain ids and links, but no questions or answers.
    async fn deliveries(&self, db: &Db, event: &Event) -> store::Result<Vec<Delivery>> {
        let (session, user) = match (&event.run_id, &event.session_id) {
            (Some(run), _) => match keep::of_run(db, run).await? {
                Some(of) => of,
                // Deleted since.
                None => return Ok(Vec::new()),
            },
            (None, Some(session)) => (session.clone(), String::new()),
            (None, None) => return Ok(Vec::new()),
        };
        let url = match event.kind.as_str() {
            "rating.bad" => format!("{}/review/{session}", self.origin),
            _ => format!("{}/c/{session}", self.origin),
        };
        let delivery = |way: &str, address: &str, body: String| Delivery {
            id: format!("{}-{way}", event.id),
            way: way.into(),
            address: address.into(),
            kind: event.kind.clone(),
            body,
            created_at: event.at,
            tries: 0,
        };
        let mut all = Vec::new();
        if self.webhook.as_ref().is_some_and(|webhook| webhook.wants(&event.kind)) {
            let status = match &event.run_id {
                Some(run) => Some(crate::store::runs::status(db, run).await?.as_str()),
                None => None,
            };
            let mut data = json!({"runId": event.run_id, "sessionId": session, "status": status, "url": url});
            if let Some(ticket) = event.ticket_id() {
                data["ticketId"] = ticket.into();
            }
            let body = json!({"type": event.kind, "timestamp": iso(event.at), "data": data});
            // The address comes from the settings when it is sent.
            all.push(delivery(webhook::WAY, "", body.to_string()));
        }
        if let Some(mail) = self.mail.as_ref().filter(|_| event.kind == "approval.wanted") {
            let text = format!(
                "A question on the desk of {} led to something that only a person may decide:\n\n{url}\n\n\
                 It was proposed on {}. Nothing happens until you agree.\n",
                self.origin,
                full_time(event.at)
            );
            for to in mail.whom(&user) {
                let mut one = delivery(mail::WAY, &to, text.clone());
                one.id = format!("{}-{to}", one.id);
                all.push(one);
            }
        }
        Ok(all)
    }

    async fn send(&self, delivery: &Delivery, now: i64) -> Result<(), Failed> {
        let unset = || Failed { why: "No setting says how to send it any more.".into(), for_good: true };
        match delivery.way.as_str() {
            webhook::WAY => self.webhook.as_ref().ok_or_else(unset)?.send(delivery, now).await,
            chat::WAY => self.chats.send(delivery).await,
            _ => {
                let mail = self.mail.as_ref().ok_or_else(unset)?;
                let (subject, text) = match Message::of_delivery(delivery) {
                    Some(message) => (message.subject.clone(), message.text()),
                    None => ("Something waits for your decision".to_owned(), delivery.body.clone()),
                };
                mail.send(&delivery.address, &subject, &text, &delivery.id).await
            }
        }
    }
}

fn iso(at_ms: i64) -> Option<String> {
    let at = chrono::DateTime::from_timestamp_millis(at_ms)?;
    Some(at.to_rfc3339_opts(chrono::SecondsFormat::Millis, true))
}

/// Why a delivery failed.
pub struct Failed {
    pub why: String,
    /// Retrying is pointless.
    pub for_good: bool,
}

impl Outbox {
    pub fn new(channels: Channels) -> Self {
        Self { channels: ArcSwap::from_pointee(channels) }
    }

    /// The channels of the moment.
    pub fn channels(&self) -> Arc<Channels> {
        self.channels.load_full()
    }

    /// What is sent from now on leaves by these.
    pub fn replace(&self, channels: Channels) {
        self.channels.store(Arc::new(channels));
    }

    /// Delivers until `stop` fires.
    pub async fn keep(&self, db: Db, world: World, stop: CancellationToken) {
        let mut swept = None::<tokio::time::Instant>;
        loop {
            if swept.is_none_or(|at| at.elapsed() > SWEEP_INTERVAL) {
                swept = Some(tokio::time::Instant::now());
                if let Err(error) = outbox::sweep(&db, world.now() - KEEP_MS).await {
                    tracing::warn!(%error, "what went out long ago could not be deleted");
                }
            }
            // Interrupted deliveries are still claimed, and are sent again under the same id.
            let looked = tokio::select! {
                () = stop.cancelled() => return,
                looked = self.once(&db, &world) => looked,
            };
            if let Err(error) = looked {
                tracing::warn!(%error, "what is to go out was not looked for");
            }
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(POLL_INTERVAL) => {}
            }
        }
    }

    /// Creates deliveries for new events, and attempts those that are due.
    ///
    /// # Errors
    /// If the store fails; what was not recorded is repeated.
    pub async fn once(&self, db: &Db, world: &World) -> store::Result<()> {
        for event in outbox::untold(db, AT_ONCE).await? {
            let now = world.now();
            let deliveries =
                if event.at < now - KEEP_MS { Vec::new() } else { self.channels().deliveries(db, &event).await? };
            outbox::tell(db, &event.id, &deliveries, now).await?;
        }
        // A server without channels leaves deliveries to one that has them.
        let channels = self.channels();
        if channels.webhook.is_none() && channels.mail.is_none() && channels.chats.is_empty() {
            return Ok(());
        }
        let now = world.now();
        let due = outbox::claim(db, now, now + CLAIM_MS, AT_ONCE).await?;
        let channels = &channels;
        let tries = due.iter().map(|delivery| async move { (delivery, channels.send(delivery, now).await) });
        for (delivery, sent) in futures::future::join_all(tries).await {
            match sent {
                Ok(()) => outbox::arrived(db, &delivery.id, world.now()).await?,
                Err(Failed { why, for_good }) => {
                    let wait = usize::try_from(delivery.tries - 1).ok().and_then(|n| AGAIN_S.get(n));
                    let next = wait.filter(|_| !for_good).map(|seconds| world.now() + seconds * 1000);
                    let (id, tries, ends) = (&delivery.id, delivery.tries, next.is_none());
                    tracing::warn!(id, tries, ends, why, "a delivery failed");
                    outbox::failed(db, &delivery.id, &why, next).await?;
                }
            }
        }
        Ok(())
    }

    /// Mails an invitation link to its invitee, if the name is an e-mail address. The link is secret, so it is not
    /// stored for retries. Returns whether it was sent.
    ///
    /// # Errors
    /// `Unavailable` if it could not be sent; the link is valid nevertheless.
    pub async fn invite(&self, name: &str, path: &str, world: &World) -> Result<bool, AppError> {
        let channels = self.channels();
        let Some(mail) = channels.mail.as_ref().filter(|_| mail::is_address(name)) else { return Ok(false) };
        let text = format!(
            "You are invited to the desk of {origin}. This link lets you in, once and within a day:\n\n{origin}{path}\n",
            origin = channels.origin
        );
        let id = world.id();
        mail.send(name, "You are invited to Plumbline", &text, &id).await.map(|()| true).map_err(|failed| {
            tracing::warn!(why = failed.why, "an invitation was not sent");
            AppError::Unavailable { detail: format!("The invitation was not sent: {}", failed.why) }
        })
    }
}
