//! Following the store: reading what changed since the number that the index holds, and writing it. The number, and how
//! far an unfinished pass has come, are committed with the records themselves, so a process that dies loses nothing.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use model::record::{Communication, Document};
use serde::{Deserialize, Serialize};
use tantivy::collector::Count;
use tantivy::index::SegmentId;
use tantivy::query::TermQuery;
use tantivy::schema::IndexRecordOption;
use tantivy::{Index, IndexReader, IndexWriter, TantivyDocument, TantivyError, Term};
use tokio_util::sync::CancellationToken;

use super::schema::{Fields, record};
use super::{Search, SearchError, blocking};
use store::{Db, analytics, changes, records};

/// Change it when the schema stays the same but what is written into it does not.
const VERSION: u32 = 1;
/// Communications read at once, and written between two commits.
const PAGE: i64 = 1_000;
const COMMIT_EVERY: usize = 20_000;
/// How long to wait for more while somebody writes.
const BETWEEN: Duration = Duration::from_millis(500);
/// Memory of the writer, in bytes.
const MEMORY: usize = 50_000_000;

/// What an index holds: the payload of its last commit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Watermark {
    version: u32,
    /// Everything up to this change number.
    pub change: i64,
    /// Empty, or the id of the last communication of that number that was taken in: the pass was not finished.
    pub last: String,
}

impl Watermark {
    fn up_to(change: i64) -> Self {
        Self { version: VERSION, change, last: String::new() }
    }

    /// Read from the last commit; nothing for a new index.
    pub fn of(index: &Index) -> Result<Self, SearchError> {
        let payload = index.load_metas()?.payload.unwrap_or_default();
        if payload.is_empty() {
            return Ok(Self::up_to(0));
        }
        Ok(serde_json::from_str(&payload).unwrap_or(Self { version: 0, change: 0, last: String::new() }))
    }

    pub fn is_current(&self) -> bool {
        self.version == VERSION
    }

    /// The first change number of which something may be missing.
    fn next(&self) -> i64 {
        if self.last.is_empty() { self.change + 1 } else { self.change }
    }
}

impl Search {
    /// Takes in what changed in the store since the last commit, and returns how many records that were. `progress` is
    /// told how many of how many are done. When another process is writing to the same folder, this one only shows what
    /// is committed there and returns 0.
    pub async fn catch_up(&self, db: &Db, progress: impl Fn(u64, u64) + Send + Sync) -> Result<u64, SearchError> {
        let written = CancellationToken::new();
        written.cancel();
        self.catch_up_beside(db, &written, progress).await
    }

    /// The same beside somebody who writes much: one pass that goes on until `written` says that they have ended, and
    /// everything is taken in. An import and its index then take hardly longer than the import.
    pub async fn catch_up_beside(
        &self,
        db: &Db,
        written: &CancellationToken,
        progress: impl Fn(u64, u64) + Send + Sync,
    ) -> Result<u64, SearchError> {
        // The cluster is fed by itself.
        if self.is_in_cluster() {
            return Ok(0);
        }
        let _one_at_a_time = self.catching.lock().await;
        let mut ended = written.is_cancelled();
        let target = changes::latest(db).await?;
        self.show()?;
        let held = Watermark::of(&self.index)?;
        // Most starts find everything in place; a writer, with some megabytes of queues, is for those that do not.
        if ended && held == Watermark::up_to(target) && self.is_complete(db, target).await? {
            self.checked.store(true, Ordering::Release);
            return Ok(0);
        }
        let writer = match self.index.writer_with_num_threads(1, MEMORY) {
            Ok(writer) => writer,
            Err(TantivyError::LockFailure(..)) => return Ok(0),
            Err(error) => return Err(error.into()),
        };
        // Now that the lock is held, nobody else moves on.
        let held = Watermark::of(&self.index)?;
        let mut pass = Pass {
            writer: Some(writer),
            db,
            fields: self.fields,
            target,
            taken: HashSet::new(),
            begun: held.clone(),
            held,
            uncommitted: 0,
            done: 0,
            total: 0,
            progress: &progress,
            emptied: false,
        };
        if pass.held.change > target || !pass.held.is_current() {
            pass.begin_anew().await?;
        }
        while !ended {
            pass.run(false).await?;
            tokio::select! {
                () = written.cancelled() => {}
                () = tokio::time::sleep(BETWEEN) => {}
            }
            ended = written.is_cancelled();
            pass.target = changes::latest(db).await?;
        }
        pass.run(true).await?;
        self.show()?;
        let target = pass.target;
        if !self.is_complete(db, target).await? {
            tracing::warn!("the search index does not hold what the store holds, and is built anew");
            pass.begin_anew().await?;
            pass.run(true).await?;
        }
        if pass.emptied {
            pass.squeeze(&self.index, &self.reader).await?;
        }
        let done = pass.done;
        pass.close().await?;
        self.reader.reload()?;
        self.shown.store(target, Ordering::Release);
        self.checked.store(true, Ordering::Release);
        Ok(done)
    }

    /// Follows the store until told to stop: looks for a new change number every second. A failure is logged once and
    /// tried again.
    pub async fn follow(self: Arc<Self>, db: Db, cancel: CancellationToken) {
        let mut last_error = String::new();
        loop {
            tokio::select! {
                () = cancel.cancelled() => return,
                () = tokio::time::sleep(Duration::from_secs(1)) => {}
            }
            match self.catch_up(&db, |_, _| {}).await {
                Ok(_) => last_error.clear(),
                Err(error) => {
                    let error = error.to_string();
                    if error != last_error {
                        tracing::warn!(%error, "search cannot follow the store; it is tried again every second");
                    }
                    last_error = error;
                }
            }
        }
    }

    /// Once after opening: whether the index has as many communications as the store. It may not when the database was
    /// replaced by another that happens to have as many changes.
    async fn is_complete(&self, db: &Db, target: i64) -> Result<bool, SearchError> {
        if self.checked.load(Ordering::Acquire) {
            return Ok(true);
        }
        let stored = records::totals(db).await?.communications;
        let what = Term::from_field_text(self.fields.what, "communication");
        self.reader.reload()?;
        let found = self.reader.searcher().search(&TermQuery::new(what, IndexRecordOption::Basic), &Count)?;
        // A write that came in meanwhile explains a difference, too.
        Ok(i64::try_from(found) == Ok(stored) || changes::latest(db).await? != target)
    }
}

/// One pass from a change number to another.
struct Pass<'a, P> {
    /// Lent to a blocking thread while it works; gone only when such a thread panicked.
    writer: Option<IndexWriter>,
    db: &'a Db,
    fields: Fields,
    target: i64,
    /// What the index held when the pass began.
    begun: Watermark,
    /// What is written, committed or not.
    held: Watermark,
    /// Where the index was empty: hashes of the communications that were put in, as only those can be there already.
    taken: HashSet<u64>,
    uncommitted: usize,
    done: u64,
    total: u64,
    progress: &'a P,
    /// Something was taken out that was deleted in the store.
    emptied: bool,
}

impl<P: Fn(u64, u64) + Send + Sync> Pass<'_, P> {
    async fn begin_anew(&mut self) -> Result<(), SearchError> {
        self.with_writer(|writer| writer.delete_all_documents().map(drop)).await?;
        (self.held, self.begun) = (Watermark::up_to(0), Watermark::up_to(0));
        self.taken.clear();
        Ok(())
    }

    fn was_empty(&self) -> bool {
        self.begun == Watermark::up_to(0)
    }

    /// Takes in everything up to the target. Deletions first, then documents, renamed customers and communications: a
    /// record that was deleted and came back is there again. Customers are looked at at the `end` only, as each look
    /// goes through all of them.
    async fn run(&mut self, end: bool) -> Result<(), SearchError> {
        self.total = self.done + changes::pending(self.db, self.held.change).await?;
        let gone = changes::deleted(self.db, self.held.change).await?;
        self.emptied |= !gone.is_empty() && !self.was_empty();
        self.write(gone.iter().map(|(kind, id)| record(kind, id)).collect(), Vec::new()).await?;
        let (mut change, mut last) = (self.held.next(), String::new());
        while let Some((number, id)) = changes::next_document(self.db, change, &last).await? {
            let document = records::document(self.db, &id).await?;
            self.put_document(&document).await?;
            (change, last) = (number, id);
        }
        if end && self.held != Watermark::up_to(0) {
            self.renamed().await?;
        }
        self.communications().await?;
        self.held = Watermark::up_to(self.target);
        if end || self.uncommitted >= COMMIT_EVERY { self.commit().await } else { Ok(()) }
    }

    /// Communications of customers that changed after them: their name can be searched.
    async fn renamed(&mut self) -> Result<(), SearchError> {
        let mut last = String::new();
        loop {
            let ids = changes::of_changed_customers(self.db, self.begun.change, &last, PAGE).await?;
            let Some(end) = ids.last() else { return Ok(()) };
            last = end.clone();
            let page = records::communications(self.db, &ids).await?;
            self.put(&page).await?;
        }
    }

    async fn communications(&mut self) -> Result<(), SearchError> {
        let (mut number, mut last) = (self.held.next(), self.held.last.clone());
        loop {
            let mut page = records::communications_after(self.db, number, &last, PAGE).await?;
            page.retain(|(number, _)| *number <= self.target);
            let Some(end) = page.last() else { return Ok(()) };
            (number, last) = (end.0, end.1.id.clone());
            let page: Vec<Communication> = page.into_iter().map(|(_, c)| c).collect();
            self.put(&page).await?;
            self.done += page.len() as u64;
            (self.progress)(self.done, self.total.max(self.done));
            if self.uncommitted >= COMMIT_EVERY {
                self.held = Watermark { version: VERSION, change: number, last: last.clone() };
                self.commit().await?;
            }
        }
    }

    async fn put(&mut self, page: &[Communication]) -> Result<(), SearchError> {
        let ids: Vec<String> = page.iter().map(|c| c.customer_id.clone()).collect();
        let names = analytics::customer_names_of(self.db, &ids).await?;
        let name = |c: &Communication| names.get(&c.customer_id).map_or("", String::as_str);
        let was_empty = self.was_empty();
        let there = page.iter().filter(|c| !was_empty || !self.taken.insert(hash(&c.id)));
        let old = there.map(|c| record("communication", &c.id)).collect();
        let new = page.iter().map(|c| self.fields.communication(c, name(c))).collect();
        self.uncommitted += page.len();
        self.write(old, new).await
    }

    async fn put_document(&mut self, document: &Document) -> Result<(), SearchError> {
        let old = vec![record("document", &document.id)];
        let new = document.chunks.iter().map(|chunk| self.fields.chunk(document, chunk)).collect();
        self.write(old, new).await?;
        self.done += 1;
        (self.progress)(self.done, self.total.max(self.done));
        Ok(())
    }

    /// Takes out what has these record names, then puts documents in.
    async fn write(&mut self, old: Vec<String>, new: Vec<TantivyDocument>) -> Result<(), SearchError> {
        let field = self.fields.record;
        self.with_writer(move |writer| {
            for record in old {
                writer.delete_term(Term::from_field_text(field, &record));
            }
            new.into_iter().try_for_each(|document| writer.add_document(document).map(drop))
        })
        .await
    }

    async fn commit(&mut self) -> Result<(), SearchError> {
        self.uncommitted = 0;
        let held = self.held.clone();
        self.with_writer(move |writer| {
            let mut commit = writer.prepare_commit()?;
            commit.set_payload(&serde_json::to_string(&held).unwrap_or_default());
            commit.commit().map(drop)
        })
        .await
    }

    /// Writes anew what holds deleted texts and removes the old files: an index only marks what is deleted, and a text that
    /// is to be gone must be gone from the disk.
    async fn squeeze(&mut self, index: &Index, reader: &IndexReader) -> Result<(), SearchError> {
        let metas = index.searchable_segment_metas()?;
        let segments: Vec<SegmentId> = metas.iter().filter(|s| s.has_deletes()).map(|s| s.id()).collect();
        // Whoever counts these holds on to their files.
        drop(metas);
        for segment in segments {
            self.with_writer(move |writer| {
                // One that is being merged already is written anew by that.
                if let Err(error) = writer.merge(&[segment]).wait() {
                    tracing::debug!(%error, "a segment is written anew by another merge");
                }
                Ok(())
            })
            .await?;
        }
        reader.reload()?;
        self.with_writer(|writer| writer.garbage_collect_files().wait().map(drop)).await
    }

    /// Lets merges finish and gives the lock back.
    async fn close(mut self) -> Result<(), SearchError> {
        let Some(writer) = self.writer.take() else { return Ok(()) };
        blocking(move || writer.wait_merging_threads()).await??;
        Ok(())
    }

    async fn with_writer<F>(&mut self, work: F) -> Result<(), SearchError>
    where
        F: FnOnce(&mut IndexWriter) -> Result<(), TantivyError> + Send + 'static,
    {
        let Some(mut writer) = self.writer.take() else {
            return Err(TantivyError::ErrorInThread("the index writer is gone".into()).into());
        };
        let (writer, result) = blocking(move || {
            let result = work(&mut writer);
            (writer, result)
        })
        .await?;
        self.writer = Some(writer);
        Ok(result?)
    }
}

fn hash(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}
