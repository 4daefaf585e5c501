//! Follows the store: reads what changed since the index's change number and writes it. The number, and the position of
//! an unfinished pass, are committed together with the records, so a crash loses nothing.

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
use store::changes::{self, Cursor, Progress};
use store::{Db, analytics, records};

/// Increment it if indexed content changes but the schema does not.
const VERSION: u32 = 1;
/// Communications per read and per commit.
const PAGE_RECORDS: i64 = 1_000;
const COMMIT_EVERY: usize = 20_000;
/// How long to wait for more during a bulk write.
const BULK_WRITE_DELAY: Duration = Duration::from_millis(500);
/// Memory of the index writer, in bytes.
const WRITER_MEMORY_BYTES: usize = 50_000_000;

/// What an index contains: the payload of its last commit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Watermark {
    version: u32,
    /// Everything up to this change number is included.
    pub change: i64,
    /// If a pass was unfinished, the last included communication of that number; else empty.
    pub last: String,
}

impl Watermark {
    fn up_to(change: i64) -> Self {
        Self { version: VERSION, change, last: String::new() }
    }

    /// Read from the last commit; default for a new index.
    pub fn read(index: &Index) -> Result<Self, SearchError> {
        let payload = index.load_metas()?.payload.unwrap_or_default();
        if payload.is_empty() {
            return Ok(Self::up_to(0));
        }
        Ok(serde_json::from_str(&payload).unwrap_or(Self { version: 0, change: 0, last: String::new() }))
    }

    pub fn is_current(&self) -> bool {
        self.version == VERSION
    }

    /// Where to resume.
    fn next(&self) -> Cursor {
        Cursor::resume(self.change, &self.last)
    }
}

impl Search {
    /// Indexes what changed since the last commit and returns how many records that were. `progress` gets the numbers
    /// done and total. If another process is writing to the folder, only shows what it committed and returns 0.
    pub async fn catch_up(&self, db: &Db, progress: impl Fn(u64, u64) + Send + Sync) -> Result<u64, SearchError> {
        let written = CancellationToken::new();
        written.cancel();
        self.catch_up_beside(db, &written, progress).await
    }

    /// Likewise beside a bulk writer: one pass that continues until `written` says that it has ended, and everything is
    /// indexed. Import and index together then take little longer than the import.
    pub async fn catch_up_beside(
        &self,
        db: &Db,
        written: &CancellationToken,
        progress: impl Fn(u64, u64) + Send + Sync,
    ) -> Result<u64, SearchError> {
        // The cluster is fed separately.
        if self.is_in_cluster() {
            return Ok(0);
        }
        let _one_at_a_time = self.catching.lock().await;
        let mut ended = written.is_cancelled();
        let target = changes::latest(db).await?;
        self.show()?;
        let held = Watermark::read(&self.index)?;
        // Usually everything is up to date; a writer, with some megabytes of queues, is needed only if not.
        if ended && held == Watermark::up_to(target) && self.is_complete(db, target).await? {
            self.checked.store(true, Ordering::Release);
            return Ok(0);
        }
        let writer = match self.index.writer_with_num_threads(1, WRITER_MEMORY_BYTES) {
            Ok(writer) => writer,
            Err(TantivyError::LockFailure(..)) => return Ok(0),
            Err(error) => return Err(error.into()),
        };
        // Under the lock, nobody else advances it.
        let held = Watermark::read(&self.index)?;
        let mut pass = Pass {
            writer: Some(writer),
            db,
            fields: self.fields,
            target,
            taken: HashSet::new(),
            begun: held.clone(),
            held,
            uncommitted: 0,
            progress: Progress::new(&progress),
            emptied: false,
        };
        if pass.held.change > target || !pass.held.is_current() {
            pass.begin_anew().await?;
        }
        while !ended {
            pass.run(false).await?;
            tokio::select! {
                () = written.cancelled() => {}
                () = tokio::time::sleep(BULK_WRITE_DELAY) => {}
            }
            ended = written.is_cancelled();
            pass.target = changes::latest(db).await?;
        }
        pass.run(true).await?;
        self.show()?;
        let target = pass.target;
        if !self.is_complete(db, target).await? {
            tracing::warn!("the search index differs from the store and is rebuilt");
            pass.begin_anew().await?;
            pass.run(true).await?;
        }
        if pass.emptied {
            pass.squeeze(&self.index, &self.reader).await?;
        }
        let done = pass.progress.done;
        pass.close().await?;
        self.reader.reload()?;
        self.shown.store(target, Ordering::Release);
        self.checked.store(true, Ordering::Release);
        Ok(done)
    }

    /// Follows the store until cancelled.
    pub async fn follow(self: Arc<Self>, db: Db, cancel: CancellationToken) {
        changes::follow(&cancel, "search cannot follow the store", || self.catch_up(&db, |_, _| {})).await;
    }

    /// Checked once after opening: whether the index has as many communications as the store. It may not if the
    /// database was replaced by another with an equal change number.
    async fn is_complete(&self, db: &Db, target: i64) -> Result<bool, SearchError> {
        if self.checked.load(Ordering::Acquire) {
            return Ok(true);
        }
        let stored = records::totals(db).await?.communications;
        let what = Term::from_field_text(self.fields.what, "communication");
        self.reader.reload()?;
        let found = self.reader.searcher().search(&TermQuery::new(what, IndexRecordOption::Basic), &Count)?;
        // A concurrent write also explains a difference.
        Ok(i64::try_from(found) == Ok(stored) || changes::latest(db).await? != target)
    }
}

/// One pass between two change numbers.
struct Pass<'a> {
    /// Moved to a blocking thread while it works; gone only after such a thread panicked.
    writer: Option<IndexWriter>,
    db: &'a Db,
    fields: Fields,
    target: i64,
    /// The state at the start of the pass.
    begun: Watermark,
    /// The state written so far, committed or not.
    held: Watermark,
    /// For an initially empty index: hashes of the communications added, since only those can exist already.
    taken: HashSet<u64>,
    uncommitted: usize,
    progress: Progress<'a>,
    /// Something deleted in the store was removed.
    emptied: bool,
}

impl Pass<'_> {
    async fn begin_anew(&mut self) -> Result<(), SearchError> {
        self.with_writer(|writer| writer.delete_all_documents().map(drop)).await?;
        (self.held, self.begun) = (Watermark::up_to(0), Watermark::up_to(0));
        self.taken.clear();
        Ok(())
    }

    fn was_empty(&self) -> bool {
        self.begun == Watermark::up_to(0)
    }

    /// Indexes everything up to the target. Deletions first, then documents, renamed customers and communications, so
    /// that a deleted record that came back is kept. Customers are checked only at the `end`, as each check scans all
    /// of them.
    async fn run(&mut self, end: bool) -> Result<(), SearchError> {
        self.progress.expect(changes::pending(self.db, self.held.change).await?);
        let gone = changes::deleted(self.db, self.held.change).await?;
        self.emptied |= !gone.is_empty() && !self.was_empty();
        self.write(gone.iter().map(|(kind, id)| record(kind, id)).collect(), Vec::new()).await?;
        let mut cursor = Cursor(self.held.next().0, String::new());
        while let Some(document) = changes::next_document(self.db, &mut cursor).await? {
            self.put_document(&document).await?;
        }
        if end && self.held != Watermark::up_to(0) {
            self.renamed().await?;
        }
        self.communications().await?;
        self.held = Watermark::up_to(self.target);
        if end || self.uncommitted >= COMMIT_EVERY { self.commit().await } else { Ok(()) }
    }

    /// Communications whose customer changed after them, since customer names are searchable.
    async fn renamed(&mut self) -> Result<(), SearchError> {
        let (db, after, mut last) = (self.db, self.begun.change, String::new());
        while let Some(page) = changes::of_changed_customers(db, after, &mut last, PAGE_RECORDS).await? {
            self.put(&page).await?;
        }
        Ok(())
    }

    async fn communications(&mut self) -> Result<(), SearchError> {
        let mut cursor = self.held.next();
        while let Some(page) = changes::communications(self.db, &mut cursor, self.target, PAGE_RECORDS).await? {
            self.put(&page).await?;
            self.progress.advance(page.len());
            if self.uncommitted >= COMMIT_EVERY {
                self.held = Watermark { version: VERSION, change: cursor.0, last: cursor.1.clone() };
                self.commit().await?;
            }
        }
        Ok(())
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
        self.progress.advance(1);
        Ok(())
    }

    /// Removes the records with these names, then adds documents.
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

    /// Rewrites segments with deleted texts and removes the old files: an index only marks deletions, but a deleted
    /// text must leave the disk.
    async fn squeeze(&mut self, index: &Index, reader: &IndexReader) -> Result<(), SearchError> {
        let metas = index.searchable_segment_metas()?;
        let segments: Vec<SegmentId> = metas.iter().filter(|s| s.has_deletes()).map(|s| s.id()).collect();
        // Live references keep the old files.
        drop(metas);
        for segment in segments {
            self.with_writer(move |writer| {
                // A segment already being merged is rewritten by that merge.
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

    /// Waits for merges and releases the lock.
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
