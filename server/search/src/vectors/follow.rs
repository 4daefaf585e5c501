//! Follows the store: embeds what changed since the folder's change number. This takes time (some thirty texts a second
//! on one core with the full model), so it commits every few hundred records and resumes from there.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use chrono::Datelike;
use embed::EmbedError;
use model::record::{Communication, Document};
use sha2::{Digest, Sha256};
use tokio_util::sync::CancellationToken;

use super::segment::{Entry, Held, Part, Segment, to_fine};
use super::set::Set;
use super::{State, Vectors};
use crate::embed::{Models, Tier};
use crate::passages::{chunk_title, texts};
use crate::schema::record;
use crate::{SearchError, blocking};
use store::changes::{self, Cursor, Progress};
use store::{Db, records};

/// Number of segments to merge at once.
const MAX_SEGMENTS: usize = 64;

impl Tier {
    /// Records read and embedded at once: stopping the server waits for these.
    const fn page(self) -> i64 {
        match self {
            Self::Full => 32,
            Self::Static => 1_000,
        }
    }

    /// Records per commit.
    const fn commit_every(self) -> usize {
        match self {
            Self::Full => 512,
            Self::Static => 50_000,
        }
    }
}

impl Vectors {
    /// Follows the store until cancelled, like keyword search.
    pub async fn follow(&self, db: Db, cancel: CancellationToken) {
        let catch_up = || self.catch_up(&db, &cancel, |_, _| {});
        changes::follow(&cancel, "texts cannot be embedded", catch_up).await;
    }

    /// Embeds what changed in the store since the last commit and returns how many records that were; 0 without a
    /// model, or while another process does it. `progress` gets the numbers done and total.
    ///
    /// # Errors
    /// An unreadable store, model or folder. Earlier commits stay.
    pub async fn catch_up(
        &self,
        db: &Db,
        cancel: &CancellationToken,
        progress: impl Fn(u64, u64) + Send + Sync,
    ) -> Result<u64, SearchError> {
        let _one_at_a_time = self.catching.lock().await;
        if self.models.missing().is_some() {
            return Ok(0);
        }
        let target = changes::latest(db).await?;
        let state = self.state();
        let checked = self.checked.load(Ordering::Acquire);
        if checked && state.tier.is_some() && state.read().held.is_up_to(target) {
            return Ok(0);
        }
        let communications = u64::try_from(records::totals(db).await?.communications).unwrap_or(0);
        let Some(tier) = self.models.tier(communications) else { return Ok(0) };
        // Waits while another task loads or distils a model.
        let models = self.models.clone();
        let dim = blocking(move || models.dim(tier)).await?;
        let folder = self.folder.as_ref().map(|f| f.join(tier.id()));
        let lock = match &folder {
            None => None,
            Some(folder) => match lock(folder)? {
                Some(lock) => Some(lock),
                None => {
                    self.reload(folder, tier, dim).await?;
                    return Ok(0);
                }
            },
        };
        let mut state = state;
        if state.tier != Some(tier) || folder.is_some() && !checked {
            let path = folder.clone();
            state = self.put(blocking(move || State::open(path.as_deref(), tier, dim)).await?);
        }
        let stale = {
            let set = state.read();
            let other = set.held.is_up_to(target) && set.communications() as u64 != communications;
            set.held.change > target || !checked && other
        };
        if stale {
            state = self.put(State::open(None, tier, dim));
        }
        let held = state.read().held.clone();
        let mut progress = Progress::new(&progress);
        progress.expect(changes::pending(db, held.change).await?);
        let pending = Segment::default();
        let models = self.models.clone();
        let mut pass = Pass { state, models, tier, db, folder, cancel, pending, progress, emptied: false };
        let finished = pass.run(&held, target).await?;
        let done = pass.progress.done;
        if finished {
            self.checked.store(true, Ordering::Release);
            self.tidy_up(&pass).await?;
        }
        drop(lock);
        Ok(done)
    }

    /// Shows what is already embedded, without embedding more: for short-lived commands.
    pub async fn show(&self, db: &Db) -> Result<(), SearchError> {
        let communications = u64::try_from(records::totals(db).await?.communications).unwrap_or(0);
        let (Some(folder), Some(tier)) = (&self.folder, self.models.tier(communications)) else { return Ok(()) };
        self.reload(&folder.join(tier.id()), tier, tier.dim()).await
    }

    /// Shows another process's commits.
    async fn reload(&self, folder: &Path, tier: Tier, dim: usize) -> Result<(), SearchError> {
        let state = self.state();
        let there = Held::read(folder, tier.id(), dim);
        if there.is_none() || state.tier == Some(tier) && Some(&state.read().held) == there.as_ref() {
            return Ok(());
        }
        let folder = folder.to_owned();
        self.put(blocking(move || State::open(Some(&folder), tier, dim)).await?);
        Ok(())
    }

    /// Rewrites everything as one segment if much is dead or fragmented, or texts were deleted; deletes unused files.
    async fn tidy_up(&self, pass: &Pass<'_>) -> Result<(), SearchError> {
        let (wasteful, pieces) = {
            let set = pass.state.read();
            (set.is_wasteful(), set.held.segments.len() > MAX_SEGMENTS)
        };
        // A vector reveals something of its text.
        let joins = (pieces || pass.emptied) && pass.folder.is_some();
        if !wasteful && !joins {
            return Ok(());
        }
        let (state, folder, tier) = (pass.state.clone(), pass.folder.clone(), pass.tier);
        let fresh = blocking(move || -> std::io::Result<State> {
            let (segment, mut held) = {
                let set = state.read();
                (set.living(), set.held.clone())
            };
            let old = std::mem::take(&mut held.segments);
            let Some(folder) = folder else {
                let mut set = Set::new(held.clone());
                set.add(&segment, None)?;
                return Ok(State { tier: Some(tier), set: set.into() });
            };
            held.segments = vec![next_name(&old)];
            segment.write(&folder.join(&held.segments[0]))?;
            held.write(&folder)?;
            for name in old {
                let _ = std::fs::remove_file(folder.join(name));
            }
            Ok(State::open(Some(&folder), tier, held.dim))
        });
        self.put(fresh.await??);
        Ok(())
    }
}

/// Lock for writing to the folder, released when the file is dropped.
fn lock(folder: &Path) -> Result<Option<std::fs::File>, SearchError> {
    std::fs::create_dir_all(folder)?;
    let file = std::fs::File::create(folder.join("lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(std::fs::TryLockError::WouldBlock) => Ok(None),
        Err(std::fs::TryLockError::Error(error)) => Err(error.into()),
    }
}

fn next_name(segments: &[String]) -> String {
    let numbers = segments.iter().filter_map(|name| name.strip_suffix(".seg")?.parse::<u64>().ok());
    format!("{:06}.seg", numbers.max().unwrap_or(0) + 1)
}

/// One pass between two change numbers.
struct Pass<'a> {
    state: Arc<State>,
    models: Arc<Models>,
    tier: Tier,
    db: &'a Db,
    folder: Option<PathBuf>,
    cancel: &'a CancellationToken,
    pending: Segment,
    progress: Progress<'a>,
    /// Something deleted in the store was removed.
    emptied: bool,
}

impl Pass<'_> {
    /// Deletions first, then documents, then communications. False if stopped early.
    async fn run(&mut self, held: &Held, target: i64) -> Result<bool, SearchError> {
        let mut cursor = held.next();
        if cursor != Cursor::after(0) {
            let gone = changes::deleted(self.db, held.change).await?;
            self.emptied = !gone.is_empty();
            let gone = gone.iter().map(|(kind, id)| Entry { record: record(kind, id), ..Entry::default() });
            self.pending.entries.extend(gone);
        }
        if !self.documents(held).await? {
            return Ok(false);
        }
        while let Some(page) = changes::communications(self.db, &mut cursor, target, self.tier.page()).await? {
            self.take_in(page.iter().map(of_communication).collect()).await?;
            if self.commit_if_due(&cursor).await? {
                return Ok(false);
            }
        }
        self.commit(&Cursor(target, String::new())).await?;
        Ok(true)
    }

    /// An unfinished pass checks its documents again, which have vectors already: they are few.
    async fn documents(&mut self, held: &Held) -> Result<bool, SearchError> {
        let mut cursor = Cursor(held.next().0, String::new());
        loop {
            let mut page = Vec::new();
            while page.len() < self.tier.page() as usize
                && let Some(document) = changes::next_document(self.db, &mut cursor).await?
            {
                page.push(of_document(&document));
            }
            if page.is_empty() {
                return Ok(true);
            }
            self.take_in(page).await?;
            if self.commit_if_due(&Cursor(held.change, held.last.clone())).await? {
                return Ok(false);
            }
        }
    }

    /// Commits if much is pending or the pass is to stop; says whether it is.
    async fn commit_if_due(&mut self, done: &Cursor) -> Result<bool, SearchError> {
        let stop = self.cancel.is_cancelled();
        if stop || self.pending.entries.len() >= self.tier.commit_every() {
            self.commit(done).await?;
        }
        Ok(stop)
    }

    async fn take_in(&mut self, mut texts: Vec<Texts>) -> Result<(), SearchError> {
        let records = texts.len();
        let (state, models, tier) = (self.state.clone(), self.models.clone(), self.tier);
        let embedded = blocking(move || {
            let vectors = vectors(&state, &models, tier, &mut texts)?;
            let fine: Vec<i16> = vectors.iter().flat_map(|v| to_fine(v)).collect();
            Ok::<_, EmbedError>((texts.into_iter().map(|t| t.entry).collect::<Vec<_>>(), fine))
        });
        let (entries, fine) = embedded.await??;
        self.pending.entries.extend(entries);
        self.pending.fine.extend(fine);
        self.progress.advance(records);
        Ok(())
    }

    async fn commit(&mut self, done: &Cursor) -> Result<(), SearchError> {
        let (state, folder, segment) = (self.state.clone(), self.folder.clone(), std::mem::take(&mut self.pending));
        let Cursor(change, last) = done.clone();
        let written = blocking(move || -> std::io::Result<()> {
            let mut held = state.read().held.clone();
            (held.change, held.last) = (change, last);
            let mut on_disk = None;
            if let Some(folder) = &folder {
                if !segment.entries.is_empty() {
                    let name = next_name(&held.segments);
                    let file = folder.join(&name);
                    segment.write(&file)?;
                    held.segments.push(name);
                    on_disk = Some((std::fs::File::open(&file)?, Segment::read(&file)?.1));
                }
                held.write(folder)?;
            }
            let mut set = state.set.write().unwrap_or_else(PoisonError::into_inner);
            set.add(&segment, on_disk)?;
            set.held = held;
            Ok(())
        });
        Ok(written.await??)
    }
}

/// A record with the texts of its passages, in order of its parts.
struct Texts {
    entry: Entry,
    passages: Vec<String>,
}

/// One vector per passage, over all records, reusing existing ones. Sets the hashes of the texts. The model is loaded
/// only if there is something to embed.
fn vectors(state: &State, models: &Models, tier: Tier, texts: &mut [Texts]) -> Result<Vec<Vec<f32>>, EmbedError> {
    let mut out = Vec::new();
    let mut missing = Vec::new();
    {
        let set = state.read();
        let model = models.id(tier);
        for Texts { entry, passages } in texts.iter_mut() {
            let hashes = entry.parts.iter_mut().flat_map(|p| &mut p.texts);
            for (hash, passage) in hashes.zip(passages.iter()) {
                *hash = text_hash(&model, passage);
                let known = set.known(&entry.record, *hash);
                if known.is_none() {
                    missing.push((out.len(), passage.as_str()));
                }
                out.push(known.unwrap_or_default());
            }
        }
    }
    if !missing.is_empty() {
        let new: Vec<&str> = missing.iter().map(|(_, text)| *text).collect();
        for ((at, _), vector) in missing.iter().zip(models.get(tier)?.embed(&new)) {
            out[*at] = vector;
        }
    }
    Ok(out)
}

/// The first eight bytes of the SHA-256 of model and text.
pub(super) fn text_hash(model: &str, text: &str) -> u64 {
    let hash = Sha256::new().chain_update(model).chain_update([0]).chain_update(text).finalize();
    hash.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

fn part(id: &str, title: &str, text: &str) -> (Part, Vec<String>) {
    let all = texts(title, text);
    (Part { id: id.to_owned(), texts: vec![0; all.len()] }, all)
}

fn of_communication(c: &Communication) -> Texts {
    let (part, passages) = part(&c.id, c.subject.as_deref().unwrap_or_default(), &c.body);
    let entry = Entry {
        record: record("communication", &c.id),
        customer: Some(c.customer_id.clone()),
        product: c.product.clone(),
        category: c.category.clone(),
        subcategory: c.subcategory.clone(),
        channel: Some(c.channel.to_string()),
        kind: Some(c.kind.to_string()),
        day: c.day.num_days_from_ce(),
        parts: vec![part],
    };
    Texts { entry, passages }
}

fn of_document(d: &Document) -> Texts {
    let parts = d.chunks.iter().map(|chunk| part(&chunk.id, &chunk_title(d, chunk), &chunk.text));
    let (parts, passages): (Vec<Part>, Vec<Vec<String>>) = parts.unzip();
    let entry = Entry {
        record: record("document", &d.id),
        product: d.product.clone(),
        kind: Some(d.kind.to_string()),
        day: d.day.num_days_from_ce(),
        parts,
        ..Entry::default()
    };
    Texts { entry, passages: passages.concat() }
}
