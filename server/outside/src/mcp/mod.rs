//! A connection to one MCP server, kept open and re-established with increasing waits.
//!
//! `connect` opens it, `confine` hides the desk's files and port from a program, `oauth` signs in, `tools` makes tools
//! from the server's list, `call` calls one and reads the result, `asks` passes a server's questions to a person.

mod asks;
mod call;
mod confine;
mod connect;
pub mod oauth;
mod tools;

use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rmcp::model::{ServerNotification, SubscriptionFilter};
use rmcp::service::{Peer, RoleClient, Subscription};
use tokio::sync::{Notify, watch};
use tokio_util::sync::CancellationToken;

use self::asks::Questions;
use self::connect::Ears;
use self::oauth::Grant;
use super::settings::{McpSettings, timeout};
use super::{Listed, MOST_TOOLS, ServerStatus, put, text};
use ::tools::{LiveRegistry, Origin};
use base::secret::Secret;
use store::Db;
use store::pins::{self, Pin};

/// The first and the longest wait before reconnecting.
const MIN_RECONNECT_DELAY: Duration = Duration::from_millis(250);
const MAX_RECONNECT_DELAY: Duration = Duration::from_secs(60);
/// A connection that lasted this long was stable: the waits start over.
const STABLE_CONNECTION_TIME: Duration = Duration::from_secs(30);
/// Time limit for connecting. An older server may ignore the first request for ten seconds.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);
/// How often the list of tools is requested, with or without a change notification.
const LIST_INTERVAL: Duration = Duration::from_secs(60);
/// Consecutive failures before the tools are removed: a call may come while a server restarts.
const MAX_FAILURES: u32 = 4;
/// How long the connection of a retired server stays at most, and how often it is checked whether a run uses it.
const MAX_RETIRED_TIME: Duration = Duration::from_secs(600);
const RELEASE_POLL_INTERVAL: Duration = Duration::from_secs(1);

/// A server and its status.
pub struct Link {
    name: String,
    settings: McpSettings,
    /// The desk's own port.
    port: AtomicU16,
    shelf: LiveRegistry,
    /// Stores which tools were accepted.
    db: Db,
    now: Mutex<Now>,
    questions: Questions,
    /// The server's notifications: its list of tools changed, a call made progress.
    ears: Ears,
    /// A call found the connection broken.
    broken: Notify,
    tried: watch::Sender<bool>,
    /// Fires when the settings no longer say this.
    retired: CancellationToken,
    /// Held while tools are registered: none are once it is retired.
    registering: Mutex<()>,
}

#[derive(Default)]
struct Now {
    peer: Option<Peer<RoleClient>>,
    tried: bool,
    tools: usize,
    trouble: String,
    left_out: Vec<String>,
    /// All tools that it lists, used or not.
    listed: Vec<Listed>,
}

impl Link {
    pub fn new(name: &str, settings: McpSettings, shelf: LiveRegistry, db: Db) -> Self {
        let (ears, broken, tried) = (Ears::default(), Notify::new(), watch::Sender::new(false));
        Self {
            name: name.to_owned(),
            port: settings.port.into(),
            settings,
            shelf,
            db,
            now: Mutex::default(),
            questions: Questions::default(),
            ears,
            broken,
            tried,
            retired: CancellationToken::new(),
            registering: Mutex::default(),
        }
    }

    /// Registers no tools from now on, and closes the connection once no run uses it.
    pub fn retire(&self) {
        let _none_at_once = self.registering.lock().unwrap_or_else(PoisonError::into_inner);
        self.retired.cancel();
    }

    pub fn is_paused(&self) -> bool {
        self.settings.paused
    }

    pub fn listed(&self) -> Vec<Listed> {
        self.now().listed.clone()
    }

    pub fn standing(&self) -> ServerStatus {
        let now = self.now();
        let state = match (&now.peer, now.tried) {
            _ if self.settings.paused => "paused",
            (_, false) => "connecting",
            (Some(_), true) => "connected",
            (None, true) => "unreachable",
        };
        let (trouble, left_out) = (now.trouble.clone(), now.left_out.clone());
        let runs_here = self.settings.command.is_some() && now.peer.is_some();
        let confined = runs_here.then(|| self.ears.confined.load(Ordering::Relaxed));
        let apart = runs_here.then(|| self.ears.apart.load(Ordering::Relaxed));
        ServerStatus {
            name: self.name.clone(),
            kind: "mcp",
            state,
            tools: now.tools,
            trouble,
            left_out,
            confined,
            apart,
        }
    }

    /// Keeps the started program from the desk's own port.
    pub fn keep_from(&self, port: u16) {
        self.port.store(port, Ordering::Relaxed);
    }

    /// Requests the list of tools again, since others may be accepted now.
    pub fn look_again(&self) {
        self.ears.changed.notify_one();
    }

    /// Waits for the first attempt, whatever its outcome.
    pub async fn tried(&self) {
        let _ = self.tried.subscribe().wait_for(|tried| *tried).await;
    }

    /// Connects, and reconnects whenever the connection is lost, until `stop` fires, or until it is retired and no run
    /// uses it.
    pub async fn keep(self: Arc<Self>, stop: CancellationToken) {
        let (mut wait, mut failed) = (MIN_RECONNECT_DELAY, 0);
        let mut released = std::pin::pin!(self.released());
        loop {
            let begun = Instant::now();
            let (reached, trouble) = tokio::select! {
                () = stop.cancelled() => return,
                () = &mut released => return,
                ended = self.once() => ended,
            };
            (wait, failed) = match reached {
                true if begun.elapsed() >= STABLE_CONNECTION_TIME => (MIN_RECONNECT_DELAY, 0),
                true => (wait, 0),
                false => (wait, failed + 1),
            };
            self.lost(&trouble, failed);
            tokio::select! {
                () = stop.cancelled() => return,
                () = &mut released => return,
                () = tokio::time::sleep(wait) => {}
            }
            wait = (wait * 2).min(MAX_RECONNECT_DELAY);
        }
    }

    /// Waits until it is retired and only [`Link::keep`] holds it: the tools of a run hold it, too.
    async fn released(self: &Arc<Self>) {
        self.retired.cancelled().await;
        let since = Instant::now();
        while Arc::strong_count(self) > 1 && since.elapsed() < MAX_RETIRED_TIME {
            tokio::time::sleep(RELEASE_POLL_INTERVAL).await;
        }
    }

    /// Maintains one connection until it ends; returns whether it was established, and what ended it.
    async fn once(self: &Arc<Self>) -> (bool, String) {
        let opening = connect::open(&self.name, &self.settings, self.port.load(Ordering::Relaxed), self.ears.clone());
        let (service, mut grant) = match tokio::time::timeout(CONNECT_TIMEOUT, opening).await {
            Ok(Ok(opened)) => opened,
            Ok(Err(trouble)) => return (false, trouble),
            Err(_) => return (false, format!("It did not answer within {} s.", CONNECT_TIMEOUT.as_secs())),
        };
        let peer = service.peer().clone();
        if let Err(trouble) = self.learn(&peer).await {
            return (false, trouble);
        }
        let mut news = self.listen(&peer).await;
        let mut ended = std::pin::pin!(service.waiting());
        let mut look = tokio::time::interval(LIST_INTERVAL);
        look.reset();
        loop {
            tokio::select! {
                _ = &mut ended => return (true, "It closed the connection.".into()),
                () = self.broken.notified() => return (true, "A call found the connection broken.".into()),
                () = self.ears.changed.notified() => {}
                () = heard(&mut news) => {}
                renewed = renewed(&mut grant) => match renewed {
                    Ok(()) => continue,
                    Err(trouble) => return (true, trouble),
                },
                _ = look.tick() => {}
            }
            if let Err(trouble) = self.learn(&peer).await {
                return (true, trouble);
            }
        }
    }

    /// Newer servers send notifications only to subscribers.
    async fn listen(&self, peer: &Peer<RoleClient>) -> Option<Subscription> {
        let info = peer.peer_info()?;
        if info.protocol_version.has_initialize() {
            return None;
        }
        let filter = SubscriptionFilter::builder().tools_list_changed().build();
        let news = tokio::time::timeout(timeout(self.settings.timeout_s), peer.listen(filter)).await;
        news.ok().and_then(|opened| opened.inspect_err(|error| tracing::debug!(%error, "no news of tools")).ok())
    }

    /// Requests the list of tools and registers them.
    async fn learn(self: &Arc<Self>, peer: &Peer<RoleClient>) -> Result<(), String> {
        let limit = timeout(self.settings.timeout_s);
        let listed = tokio::time::timeout(limit, peer.list_all_tools()).await;
        let listed = listed.map_err(|_| format!("It did not list its tools within {} s.", limit.as_secs()))?;
        let listed = listed.map_err(|error| format!("It did not list its tools: {}", self.said(&error.to_string())))?;
        let all = tools::listed(&listed);
        let mut listed = tools::wanted(self, listed);
        listed.truncate(MOST_TOOLS);
        let pins: Vec<Pin> = listed.iter().map(tools::pin).collect();
        let accepted = pins::seen(&self.db, &self.name, &pins).await;
        let accepted = accepted.map_err(|error| format!("Which of its tools were accepted is not known: {error}"))?;
        // Before registering, so that no call comes too early.
        let new = self.now().peer.replace(peer.clone()).is_none();
        let (tools, left_out) = tools::usable(self, listed, &accepted);
        let (tools, left_out) = {
            let _registering = self.registering.lock().unwrap_or_else(PoisonError::into_inner);
            if self.retired.is_cancelled() {
                return Ok(());
            }
            put(&self.shelf, Origin::Mcp(self.name.clone()), tools, left_out)
        };
        {
            let mut now = self.now();
            if new || now.tools != tools {
                tracing::info!(server = self.name, tools, "MCP server connected");
            }
            (now.tools, now.left_out, now.listed, now.tried) = (tools, left_out, all, true);
            now.trouble.clear();
        }
        self.tried.send_replace(true);
        Ok(())
    }

    fn lost(&self, trouble: &str, failed: u32) {
        {
            let mut now = self.now();
            // Once, not with every attempt.
            if now.trouble != trouble {
                tracing::warn!(server = self.name, trouble, "an MCP server is not reachable; it is tried again");
            }
            (now.peer, now.tried) = (None, true);
            trouble.clone_into(&mut now.trouble);
            if failed >= MAX_FAILURES {
                now.tools = 0;
            }
        }
        let _registering = self.registering.lock().unwrap_or_else(PoisonError::into_inner);
        if failed == MAX_FAILURES && !self.retired.is_cancelled() {
            self.shelf.put(Origin::Mcp(self.name.clone()), Vec::new());
        }
        self.tried.send_replace(true);
    }

    /// A server's error for people, without keys and addresses.
    fn said(&self, error: &str) -> String {
        let key = self.settings.token.clone().unwrap_or_else(|| Secret::new(""));
        let mut error = key.clean(error);
        for value in self.settings.env.values().filter(|value| !value.is_empty()) {
            error = value.mask(&error);
        }
        text::line(&error, text::ERROR)
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits until the token was renewed; for ever if it does not expire.
async fn renewed(grant: &mut Option<Grant>) -> Result<(), String> {
    match grant {
        Some(grant) => grant.renewed().await,
        None => std::future::pending().await,
    }
}

/// Waits for a change of the server's tools; for ever without notifications.
async fn heard(news: &mut Option<Subscription>) {
    while let Some(open) = news {
        match open.next().await {
            Ok(Some(ServerNotification::ToolListChangedNotification(_))) => return,
            Ok(Some(_)) => {}
            Ok(None) | Err(_) => *news = None,
        }
    }
    std::future::pending().await
}
