//! Follows the store: reads what changed since the cluster's change number and writes it there. The number advances
//! when everything up to it is searchable. An interrupted pass resumes; repeated writes are idempotent.
//!
//! If the cluster has no data, another shape, or more than the store, everything is rebuilt beside the existing
//! indices, and replaces them once complete.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use model::record::{Case, Communication, Customer};
use search::embed::{Embedder, Tier};
use store::changes::{self, Cursor, Progress};
use store::engine::IndexedTable;
use store::{Db, records};
use tokio_util::sync::CancellationToken;

use super::bulk::Bulk;
use super::shape::{self, Kept1};
use super::state::{Lease, State};
use super::{Cluster, ClusterError};

/// Records read at once.
const PAGE_RECORDS: i64 = 2_000;
/// Documents whose parts are looked up at once; each has some ten.
const DOCUMENTS_PER_LOOKUP: usize = 200;
/// How often an unfinished pass records its progress and renews its lease.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(5);

impl Cluster {
    /// Follows the store until cancelled; a pass may be cancelled anywhere.
    pub async fn follow(self: Arc<Self>, db: Db, cancel: CancellationToken) {
        let catch_up = || self.catch_up(&db, |_, _| {});
        cancel
            .run_until_cancelled(changes::follow(&cancel, "the search cluster cannot follow the store", catch_up))
            .await;
    }

    /// Indexes what changed in the store and returns how many records that were; 0 if another process does it.
    /// `progress` gets the numbers done and total.
    ///
    /// # Errors
    /// If the store or the cluster fails. What was written stays, and the next call resumes from there.
    pub async fn catch_up(&self, db: &Db, progress: impl Fn(u64, u64) + Send + Sync) -> Result<u64, ClusterError> {
        let _one_at_a_time = self.feeding.lock().await;
        let target = changes::latest(db).await?;
        let held = self.held().await?;
        let model = self.tier().await?;
        if held.as_ref().is_some_and(|held| held.is_current(model) && held.change == target) {
            return Ok(0);
        }
        // Another process has the model, which is still being fetched here.
        let awaits = self.models.as_ref().is_some_and(|models| models.is_awaited());
        if awaits && held.is_some_and(|held| held.is_askable() && held.model.is_some()) {
            return Ok(0);
        }
        let embedder = match (self.models.clone(), model) {
            (Some(models), Some(tier)) => {
                let loaded = blocking(move || models.get(tier)).await?;
                Some(loaded.map_err(|error| ClusterError::Setting(error.to_string()))?)
            }
            _ => None,
        };
        let Some(lease) = self.lease(None).await? else { return Ok(0) };
        let mut pass = Pass {
            cluster: self,
            db,
            target,
            lease,
            noted: Instant::now(),
            progress: Progress::new(&progress),
            emptied: false,
            model,
            embedder,
        };
        let done = pass.run().await;
        let lease = pass.lease;
        // Without this, other processes would wait a minute for the lease to expire.
        let released = self.release(lease).await;
        let done = done?;
        released?;
        Ok(done)
    }
}

/// One pass up to a change number.
struct Pass<'a> {
    cluster: &'a Cluster,
    db: &'a Db,
    target: i64,
    lease: Lease,
    noted: Instant,
    progress: Progress<'a>,
    /// Something was deleted in the store.
    emptied: bool,
    model: Option<Tier>,
    embedder: Option<Arc<dyn Embedder>>,
}

impl Pass<'_> {
    async fn run(&mut self) -> Result<u64, ClusterError> {
        let held = self.cluster.held().await?;
        // An emptied or restored store counts from a lower number.
        let follows = held.clone().filter(|held| held.is_current(self.model) && held.change <= self.target);
        if let Some(mut state) = follows {
            self.take(&mut state, "held").await?;
            let sure = self.cluster.checked.load(Ordering::Acquire) && !self.emptied;
            if sure || self.is_complete(&state).await? {
                self.cluster.checked.store(true, Ordering::Release);
                return Ok(self.progress.done);
            }
            tracing::warn!("the search cluster differs from the store and is rebuilt");
        }
        let begun = self.cluster.building().await?;
        let begun = begun.filter(|state| state.is_current(self.model) && state.change <= self.target);
        let mut state = match begun {
            Some(state) => state,
            None => {
                let last = held.map_or(0, |held| held.generation);
                let left = self.cluster.building().await?.map_or(0, |state| state.generation);
                let model = self.model.zip(self.embedder.as_ref().map(|embedder| embedder.dim()));
                self.cluster.begin(last.max(left) + 1, model).await?
            }
        };
        self.take(&mut state, "building").await?;
        if !self.is_complete(&state).await? {
            // The next pass begins with empty indices.
            self.cluster.put_state("building", &State { generation: state.generation, ..State::default() }).await?;
            let what = "it has other records than the store after indexing all of them";
            return Err(ClusterError::Unreachable(what.into()));
        }
        self.renew().await?;
        self.cluster.swap(&state).await?;
        Ok(self.progress.done)
    }

    /// Indexes everything up to the target.
    async fn take(&mut self, state: &mut State, name: &str) -> Result<(), ClusterError> {
        self.progress.expect(changes::pending(self.db, state.change).await?);
        let mut bulk = Bulk::new(state.generation, self.target);
        let mut documents = Vec::new();
        for (kind, id) in changes::deleted(self.db, state.change).await? {
            self.emptied = true;
            match kind.as_str() {
                "communication" => bulk.delete(self.cluster, IndexedTable::Communications, &id),
                "case" => bulk.delete(self.cluster, IndexedTable::Cases, &id),
                _ => documents.push(id),
            }
        }
        self.cluster.send(bulk).await?;
        self.documents(state, documents).await?;
        if state.change > 0 {
            self.of_changed_customers(state).await?;
        }
        self.cases(state, name).await?;
        self.communications(state, name).await?;
        self.cluster.refresh(state.generation).await?;
        if self.emptied && name == "held" {
            self.cluster.squeeze(state.generation).await?;
        }
        // Another process may have taken over, with another generation.
        self.renew().await?;
        *state = State { change: self.target, cases: None, communications: None, ..state.clone() };
        self.cluster.put_state(name, state).await
    }

    /// Changed documents with all their parts, and deleted ones.
    async fn documents(&mut self, state: &State, mut touched: Vec<String>) -> Result<(), ClusterError> {
        let mut cursor = Cursor::after(state.change);
        let mut there = HashSet::new();
        let mut bulk = Bulk::new(state.generation, self.target);
        while let Some(document) = changes::next_document(self.db, &mut cursor).await? {
            there.extend(document.chunks.iter().map(|part| part.id.clone()));
            touched.push(document.id.clone());
            let embedder = self.embedder.clone();
            let docs = blocking(move || shape::chunks(&document, embedder.as_deref())).await?;
            docs.iter().for_each(|doc| bulk.put(self.cluster, doc));
        }
        if touched.is_empty() || state.change == 0 {
            return self.cluster.send(bulk).await;
        }
        self.cluster.send(bulk).await?;
        // Parts that a document no longer has.
        self.cluster.refresh(state.generation).await?;
        let mut bulk = Bulk::new(state.generation, self.target);
        for some in touched.chunks(DOCUMENTS_PER_LOOKUP) {
            for id in self.cluster.parts_of(state.generation, some).await? {
                if !there.contains(&id) {
                    bulk.delete(self.cluster, IndexedTable::Chunks, &id);
                }
            }
        }
        self.cluster.send(bulk).await
    }

    /// Records whose customer changed after them, as they contain the customer's fields.
    async fn of_changed_customers(&mut self, state: &State) -> Result<(), ClusterError> {
        let (db, after) = (self.db, state.change);
        let mut last = String::new();
        while let Some(page) = changes::cases_of_changed_customers(db, after, &mut last, PAGE_RECORDS).await? {
            self.put(state, page, Vec::new()).await?;
            self.stay().await?;
        }
        let mut last = String::new();
        while let Some(page) = changes::of_changed_customers(db, after, &mut last, PAGE_RECORDS).await? {
            self.put(state, Vec::new(), page).await?;
            self.stay().await?;
        }
        Ok(())
    }

    async fn cases(&mut self, state: &mut State, name: &str) -> Result<(), ClusterError> {
        let mut cursor = state.cases.clone().unwrap_or(Cursor::after(state.change));
        while let Some(page) = changes::cases(self.db, &mut cursor, self.target, PAGE_RECORDS).await? {
            self.put(state, page, Vec::new()).await?;
            state.cases = Some(cursor.clone());
            self.note(state, name).await?;
        }
        Ok(())
    }

    /// The next page is read while one is written.
    async fn communications(&mut self, state: &mut State, name: &str) -> Result<(), ClusterError> {
        let (db, target) = (self.db, self.target);
        let mut cursor = state.communications.clone().unwrap_or(Cursor::after(state.change));
        let mut next = changes::communications(db, &mut cursor, target, PAGE_RECORDS).await?;
        while let Some(page) = next {
            let (records, end) = (page.len(), cursor.clone());
            let read = changes::communications(db, &mut cursor, target, PAGE_RECORDS);
            let (put, read) = tokio::join!(self.put(state, Vec::new(), page), read);
            put?;
            next = read?;
            self.progress.advance(records);
            state.communications = Some(end);
            self.note(state, name).await?;
        }
        Ok(())
    }

    /// Records the progress of an unfinished pass from time to time.
    async fn note(&mut self, state: &State, name: &str) -> Result<(), ClusterError> {
        if self.noted.elapsed() < PROGRESS_INTERVAL {
            return Ok(());
        }
        self.renew().await?;
        self.cluster.put_state(name, state).await
    }

    /// Renews the lease if it is getting old.
    async fn stay(&mut self) -> Result<(), ClusterError> {
        if self.noted.elapsed() < PROGRESS_INTERVAL { Ok(()) } else { self.renew().await }
    }

    /// Renews the lease.
    ///
    /// # Errors
    /// If another process has it.
    async fn renew(&mut self) -> Result<(), ClusterError> {
        let lease = self.cluster.lease(Some(self.lease)).await?;
        self.lease = lease.ok_or_else(|| ClusterError::Unreachable("another process feeds it now".into()))?;
        self.noted = Instant::now();
        Ok(())
    }

    async fn put(&self, state: &State, cases: Vec<Case>, messages: Vec<Communication>) -> Result<(), ClusterError> {
        let mut ids: Vec<String> =
            cases.iter().map(|c| &c.customer_id).chain(messages.iter().map(|c| &c.customer_id)).cloned().collect();
        ids.sort_unstable();
        ids.dedup();
        let mut customers = HashMap::new();
        for part in ids.chunks(1_000) {
            let found = records::customers(self.db, part).await?;
            customers.extend(found.into_iter().map(|customer| (customer.id.clone(), customer)));
        }
        // Stemming and embedding a page take too long for an async thread.
        let embedder = self.embedder.clone();
        let docs = blocking(move || documents(&cases, &messages, &customers, embedder.as_deref())).await?;
        let mut bulk = Bulk::new(state.generation, self.target);
        docs.iter().for_each(|doc| bulk.put(self.cluster, doc));
        self.cluster.send(bulk).await
    }

    /// Whether it has as many records as the store, while nobody writes there.
    async fn is_complete(&self, state: &State) -> Result<bool, ClusterError> {
        let stored = records::totals(self.db).await?;
        for (kept, stored) in
            [(IndexedTable::Communications, stored.communications), (IndexedTable::Cases, stored.cases)]
        {
            if self.cluster.count(kept, state.generation).await? != stored {
                return Ok(changes::latest(self.db).await? != self.target);
            }
        }
        Ok(true)
    }
}

fn documents(
    cases: &[Case],
    messages: &[Communication],
    customers: &HashMap<String, Customer>,
    embedder: Option<&dyn Embedder>,
) -> Vec<Kept1> {
    let cases = cases.iter().map(|case| shape::case(case, customers.get(&case.customer_id)));
    cases.chain(shape::communications(messages, customers, embedder)).collect()
}

/// Runs long work on a blocking thread.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, ClusterError> {
    tokio::task::spawn_blocking(work).await.map_err(|error| ClusterError::Unreachable(error.to_string()))
}
