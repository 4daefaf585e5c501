//! The MCP servers and APIs in use, as the settings say. Settings may change at any time: what is new is connected, what
//! is gone gives no more tools, and runs under way go on with what they began with.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures::StreamExt;
use futures::stream::FuturesUnordered;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::mcp::Link;
use super::mcp::oauth::{PATIENCE, SignIn};
use super::settings::{ApiSettings, McpSettings, OutsideSettings};
use super::{Listed, ServerStatus, openapi, put};
use store::Db;
use tools::{LiveRegistry, Origin};

/// All origins and their registry.
pub struct Outside {
    now: Mutex<Now>,
    shelf: LiveRegistry,
    db: Db,
    /// The desk's own port; 0 if it has none.
    port: AtomicU16,
    /// There are links to maintain.
    changed: Notify,
    /// Persons at providers, by server: since when, and what they are waited for with.
    signing_in: Mutex<BTreeMap<String, (Instant, SignIn)>>,
}

#[derive(Default)]
struct Now {
    settings: OutsideSettings,
    links: BTreeMap<String, Arc<Link>>,
    /// Links that nobody maintains yet.
    new: Vec<Arc<Link>>,
    apis: BTreeMap<String, Api>,
}

/// An API as it was read.
struct Api {
    status: ServerStatus,
    listed: Vec<Listed>,
}

impl Outside {
    /// Reads API descriptions; connections start with [`Outside::follow`].
    pub fn open(settings: &OutsideSettings, shelf: &LiveRegistry, db: &Db) -> Self {
        let (now, port, changed) = (Mutex::default(), AtomicU16::new(0), Notify::new());
        let outside = Self { now, shelf: shelf.clone(), db: db.clone(), port, changed, signing_in: Mutex::default() };
        outside.reconfigure(settings);
        outside
    }

    /// Uses these settings from now on.
    pub fn reconfigure(&self, settings: &OutsideSettings) {
        let mut now = self.now();
        let before = std::mem::replace(&mut now.settings, settings.clone());
        for (name, server) in &before.mcp {
            if settings.mcp.get(name) != Some(server) {
                now.links.remove(name).iter().for_each(|link| link.retire());
                self.shelf.put(Origin::Mcp(name.clone()), Vec::new());
            }
        }
        for (name, server) in settings.mcp.iter().filter(|(name, server)| before.mcp.get(*name) != Some(server)) {
            let link = Arc::new(self.link(name, server));
            now.links.insert(name.clone(), link.clone());
            if !server.paused {
                now.new.push(link);
            }
        }
        for name in before.api.keys().filter(|name| !settings.api.contains_key(*name)) {
            now.apis.remove(name);
            self.shelf.put(Origin::Api(name.clone()), Vec::new());
        }
        for (name, api) in settings.api.iter().filter(|(name, api)| before.api.get(*name) != Some(api)) {
            let read = read(name, api, &self.shelf);
            now.apis.insert(name.clone(), read);
        }
        drop(now);
        self.changed.notify_one();
    }

    fn link(&self, name: &str, server: &McpSettings) -> Link {
        let link = Link::new(name, server.clone(), self.shelf.clone(), self.db.clone());
        match self.port.load(Ordering::Relaxed) {
            0 => {}
            port => link.keep_from(port),
        }
        link
    }

    /// Keeps programs started from now on from the desk's own port.
    pub fn keep_from(&self, port: u16) {
        self.port.store(port, Ordering::Relaxed);
        self.now().links.values().for_each(|link| link.keep_from(port));
    }

    /// Maintains the connections until `stop` fires.
    pub async fn follow(&self, stop: CancellationToken) {
        let mut kept = FuturesUnordered::new();
        loop {
            let new = std::mem::take(&mut self.now().new);
            kept.extend(new.into_iter().map(|link| link.keep(stop.clone())));
            tokio::select! {
                () = self.changed.notified() => {}
                Some(()) = kept.next() => {}
                () = stop.cancelled() => break,
            }
        }
        while kept.next().await.is_some() {}
    }

    /// Waits until each server was tried once, or until the time limit.
    pub async fn tried(&self, within: Duration) {
        let links: Vec<Arc<Link>> = self.now().links.values().filter(|link| !link.is_paused()).cloned().collect();
        let all = futures::future::join_all(links.iter().map(|link| link.tried()));
        if tokio::time::timeout(within, all).await.is_err() {
            tracing::warn!("not every MCP server has answered yet; starting without them");
        }
    }

    /// Connects to a server again, or reads an API's description again, and waits for the outcome, or until the time
    /// limit. An unknown name does nothing.
    pub async fn retry(&self, kind: &str, name: &str, within: Duration) {
        let link = {
            let mut now = self.now();
            let Now { settings, links, new, apis } = &mut *now;
            match (kind, settings.mcp.get(name), settings.api.get(name)) {
                ("mcp", Some(server), _) if !server.paused => {
                    links.remove(name).iter().for_each(|link| link.retire());
                    let link = Arc::new(self.link(name, server));
                    links.insert(name.to_owned(), link.clone());
                    new.push(link.clone());
                    Some(link)
                }
                ("api", _, Some(api)) => {
                    apis.insert(name.to_owned(), read(name, api, &self.shelf));
                    None
                }
                _ => None,
            }
        };
        if let Some(link) = link {
            self.changed.notify_one();
            let _unanswered = tokio::time::timeout(within, link.tried()).await;
        }
    }

    /// Begins the sign-in of a person to a server; returns the URL to open in the browser, which comes back to `back`.
    ///
    /// # Errors
    /// In words.
    pub async fn begin_sign_in(&self, server: &str, back: &str) -> Result<String, String> {
        let settings = self.now().settings.mcp.get(server).cloned();
        let settings = settings.ok_or_else(|| format!("There is no MCP server {server} here."))?;
        let begun = SignIn::begin(&settings, back).await?;
        let address = begun.address().to_owned();
        let mut all = lock(&self.signing_in);
        all.retain(|_, (since, _)| since.elapsed() < PATIENCE);
        all.insert(server.to_owned(), (Instant::now(), begun));
        Ok(address)
    }

    /// Ends the sign-in of a person to a server. `came` is the URL with which the browser came back.
    ///
    /// # Errors
    /// In words.
    pub async fn finish_sign_in(&self, server: &str, came: &str) -> Result<(), String> {
        let begun = lock(&self.signing_in).remove(server).filter(|(since, _)| since.elapsed() < PATIENCE);
        let (_, begun) = begun.ok_or("Nobody is signing in to it, or it took longer than ten minutes. Begin again.")?;
        begun.finish(came).await
    }

    /// Tools of a server were accepted and are now usable.
    pub fn accepted(&self, server: &str) {
        if let Some(link) = self.now().links.get(server) {
            link.look_again();
        }
    }

    /// The tools that an origin lists, whether they are used or not. Empty while it was never reached.
    pub fn listed(&self, kind: &str, name: &str) -> Vec<Listed> {
        let now = self.now();
        match kind {
            "mcp" => now.links.get(name).map(|link| link.listed()).unwrap_or_default(),
            _ => now.apis.get(name).map(|api| api.listed.clone()).unwrap_or_default(),
        }
    }

    pub fn standing(&self) -> Vec<ServerStatus> {
        // Only the registry knows which names are taken: a later origin may take one from another.
        let refused = self.shelf.refused();
        let with_refused = |mut place: ServerStatus| {
            let own = match place.kind {
                "mcp" => Origin::Mcp(place.name.clone()),
                _ => Origin::Api(place.name.clone()),
            };
            let left_out: Vec<String> = refused.iter().filter(|r| r.origin == own).map(ToString::to_string).collect();
            place.tools = place.tools.saturating_sub(left_out.len());
            place.left_out.extend(left_out);
            place
        };
        let now = self.now();
        let links = now.links.values().map(|link| link.standing());
        links.chain(now.apis.values().map(|api| api.status.clone())).map(with_refused).collect()
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        lock(&self.now)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads a description and registers its tools.
fn read(name: &str, settings: &ApiSettings, shelf: &LiveRegistry) -> Api {
    let origin = Origin::Api(name.to_owned());
    let document = match &settings.description {
        Some(description) => Ok(description.clone()),
        None => std::fs::read_to_string(&settings.file).map_err(|e| format!("{} cannot be read: {e}.", settings.file)),
    };
    let read = document.and_then(|document| openapi::tools(&document, name, settings));
    let (state, (tools, left_out), listed, trouble) = match read {
        Ok(openapi::Described { listed, .. }) if settings.paused => {
            ("paused", put(shelf, origin, Vec::new(), Vec::new()), listed, String::new())
        }
        Ok(openapi::Described { tools, left_out, listed }) => {
            ("read", put(shelf, origin, tools, left_out), listed, String::new())
        }
        Err(trouble) => {
            tracing::error!(api = name, trouble, "an API gives no tools");
            ("unreadable", put(shelf, origin, Vec::new(), Vec::new()), Vec::new(), trouble)
        }
    };
    let (confined, apart) = (None, None);
    Api {
        status: ServerStatus { name: name.into(), kind: "api", state, tools, trouble, left_out, confined, apart },
        listed,
    }
}
