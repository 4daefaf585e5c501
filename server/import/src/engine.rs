//! Imports one file of any format: one thread reads, others enrich, the caller's task stores. Progress is stored with
//! the rows, so that an interrupted import resumes.
//!
//! Deliberately not here: the formats, the search index (it follows the store), and the display (`cmd::import`).

mod of_others;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chrono::NaiveDate;
use futures::future::BoxFuture;
use futures::{Stream, StreamExt};
use model::record::Communication;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::enrich::Enricher;
use super::error::ImportError;
use super::priority::{self, Moods};
use super::topics;
use store::write::{self, Batch, Progress, Written};
use store::{Db, imports, records};

/// Rows per transaction: enough to amortise it, few enough that an interruption loses little.
const PIECE_ROWS: u64 = 2_000;

/// Most bytes of text in one piece.
pub const PIECE_BYTES: usize = 4 << 20;

/// A format's reader: turns a file into records in pieces, so that a file of any size needs the memory of a few
/// thousand rows. It runs on its own thread and does not access the store.
pub trait Rows: Send + 'static {
    /// Skips rows that are already stored, but remembers what later rows depend on, so that a resumed import stores the
    /// same as an uninterrupted one.
    fn skip(&mut self, rows: u64) -> Result<(), ImportError>;

    /// The next rows: at most `most`, and about [`PIECE_BYTES`] of text.
    fn piece(&mut self, most: u64) -> Piece;
}

/// The kind of a file's rows. Records derived from them, such as the case of a complaint, are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum RecordKind {
    #[default]
    Communication,
    Case,
    Customer,
    Document,
}

/// Rows stored together.
pub struct Piece {
    pub what: RecordKind,
    pub batch: Batch,
    /// Rows of the file in this piece, including refused ones.
    pub rows: u64,
    /// The file line where each record of the rows' own kind begins, in order.
    pub lines: Vec<u64>,
    pub bad: Vec<BadRow>,
    pub end: End,
}

/// Whether more follows.
pub enum End {
    More,
    Done,
    Broken(ImportError),
}

/// A refused row, which does not stop the import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadRow {
    /// The line where the row begins, from 1. A text may span many lines.
    pub line: u64,
    /// The kind of fault, as counted in the summary.
    pub kind: &'static str,
    /// The problem, for a person looking at that line.
    pub fault: String,
}

/// See [`Job::settle`].
pub type Settle = for<'a> fn(&'a Db, &'a mut Vec<Communication>) -> BoxFuture<'a, store::Result<()>>;

/// What to import, and how.
#[derive(Debug)]
pub struct Job {
    /// Identifies this version of the file and this way of reading it.
    pub id: String,
    pub format: &'static str,
    /// As given by the user.
    pub file: String,
    /// Bytes on the disk.
    pub bytes: u64,
    /// How many of them have been read.
    pub taken: Arc<AtomicU64>,
    /// Whether a stored record must not be replaced by a row of this file.
    pub keep: Option<fn(&Communication) -> bool>,
    /// Reconciles rows with the store before they are stored.
    pub settle: Option<Settle>,
    /// The file has no priorities: they follow from tier and sentiment (requirement A-114).
    pub prioritise: bool,
}

/// An opened file, ready to import.
pub struct Opened {
    pub rows: Box<dyn Rows>,
    pub job: Job,
}

/// The user's options for any format.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Read at most this many rows, then stop as if interrupted.
    pub limit: Option<u64>,
    /// Start at the first row even after an interrupted import.
    pub from_start: bool,
}

/// Progress of an import.
#[derive(Debug)]
pub enum News<'a> {
    /// The file is valid; `bytes` is its size on disk.
    Opened {
        bytes: u64,
    },
    /// An earlier import stopped after this many rows; they are skipped.
    Resumed {
        rows: u64,
    },
    Bad(&'a BadRow),
    /// Rows stored in this import, and bytes of the file read.
    Stored {
        rows: u64,
        bytes: u64,
    },
}

/// The result of an import.
#[derive(Debug, Default)]
pub struct Summary {
    /// Rows stored by an earlier import of the same file.
    pub resumed_at: u64,
    /// Rows read this time. Each is new, changed, unchanged, kept or bad.
    pub rows: u64,
    pub new: u64,
    pub changed: u64,
    pub unchanged: u64,
    /// Records left unchanged because they came from a fuller file; see [`Job::keep`].
    pub kept: u64,
    /// New or changed customers.
    pub customers: u64,
    /// Rows that disagree on tier, segment or region with the row that first named a customer, which wins.
    pub varying: u64,
    /// Texts whose topic was derived from their words, because their source names none.
    pub topics_named: u64,
    /// Refused rows, by [`BadRow::kind`].
    pub bad: BTreeMap<&'static str, u64>,
    /// The last day among the rows.
    pub last_day: Option<NaiveDate>,
    pub ending: Ending,
}

/// How an import ended.
#[derive(Debug, Default)]
pub enum Ending {
    /// The whole file is stored.
    #[default]
    Complete,
    /// Cancelled, or at the limit: the same command resumes from here.
    Stopped,
    /// The rest of the file cannot be read. Earlier rows are stored.
    Broken(ImportError),
}

impl Summary {
    /// Number of refused rows.
    pub fn bad_rows(&self) -> u64 {
        self.bad.values().sum()
    }

    fn add(&mut self, piece: &Piece, known: &Known, written: &Written) {
        let good = piece.rows - piece.bad.len() as u64;
        let kept = known.kept;
        let (stored, new) = match piece.what {
            RecordKind::Communication => (written.communications, written.communications_new),
            RecordKind::Case => (written.cases, written.cases.min(known.new)),
            RecordKind::Customer => (written.customers, written.customers.min(known.new)),
            RecordKind::Document => (written.documents, written.documents.min(known.new)),
        };
        self.rows += piece.rows;
        self.kept += kept;
        self.new += new;
        self.changed += stored.saturating_sub(new);
        self.unchanged += good.saturating_sub(kept + stored);
        self.customers += written.customers;
        self.varying += piece.batch.varying;
        let named = |c: &&Communication| c.attributes.contains_key(topics::LABELLED_BY);
        self.topics_named += piece.batch.communications.iter().filter(named).count() as u64;
        for bad in &piece.bad {
            *self.bad.entry(bad.kind).or_default() += 1;
        }
        self.last_day = self.last_day.max(piece.batch.last_day.as_ref().map(|(_, day)| *day));
    }
}

/// Which records of a piece the store already had.
#[derive(Default)]
struct Known {
    /// Communications removed from the piece; see [`Job::keep`].
    kept: u64,
    /// New records of the rows' own kind, unless that is the communication: the store counts those itself.
    new: u64,
}

/// Common to all files of one import.
pub struct Import<'a> {
    pub db: &'a Db,
    pub options: Options,
    pub enricher: Arc<Enricher>,
    /// UTC milliseconds.
    pub now: i64,
    pub stop: &'a CancellationToken,
}

impl Import<'_> {
    /// Imports one file.
    ///
    /// Fails if the store fails; earlier rows stay. A file that breaks in the middle is an [`Ending`].
    pub async fn file(
        &self,
        Opened { rows, job }: Opened,
        mut tell: impl FnMut(News<'_>),
    ) -> Result<Summary, ImportError> {
        let Self { db, options, enricher, now, stop } = self;
        tell(News::Opened { bytes: job.bytes });
        db.expect_many().await?;
        let before = imports::progress(db, &job.id).await?.filter(|p| !p.done && !options.from_start);
        let resumed_at = before.map_or(0, |p| u64::try_from(p.rows_read).unwrap_or(0));
        if resumed_at > 0 {
            tell(News::Resumed { rows: resumed_at });
        }
        let mut summary = Summary { resumed_at, ending: Ending::Stopped, ..Summary::default() };
        let (method, mut noted) = (enricher.method(), false);
        let read = read_aside(rows, resumed_at, options.limit.unwrap_or(u64::MAX));
        let mut pieces = enriched(read, enricher.clone(), job.prioritise);
        while let Some(piece) = pieces.next().await {
            let (mut piece, moods) = piece?;
            of_others::leave(db, &mut piece).await?;
            if let Some(moods) = moods {
                priority::settle(db, &mut piece.batch, moods).await?;
            }
            if let Some(settle) = job.settle {
                settle(db, &mut piece.batch.communications).await?;
            }
            let known = look_up(db, &mut piece, job.keep).await?;
            let rows_read = i64::try_from(resumed_at + summary.rows + piece.rows).unwrap_or(i64::MAX);
            let done = matches!(piece.end, End::Done);
            let (format, file) = (job.format.to_owned(), job.file.clone());
            piece.batch.progress = Some(Progress { id: job.id.clone(), format, file, rows_read, done });
            let written = write::store(db, &piece.batch, *now).await?;
            if let Some(first) = piece.batch.communications.first().filter(|_| !noted) {
                imports::judged_by(db, &first.source, method).await?;
                noted = true;
            }
            piece.bad.iter().for_each(|bad| tell(News::Bad(bad)));
            summary.add(&piece, &known, &written);
            tell(News::Stored { rows: summary.rows, bytes: job.taken.load(Ordering::Relaxed) });
            match piece.end {
                End::More => {}
                End::Done => summary.ending = Ending::Complete,
                End::Broken(error) => summary.ending = Ending::Broken(error),
            }
            if stop.is_cancelled() {
                break;
            }
        }
        Ok(summary)
    }
}

/// Reads on its own thread, at most two pieces ahead. It ends once the receiver is dropped.
fn read_aside(mut from: Box<dyn Rows>, skip: u64, limit: u64) -> mpsc::Receiver<Piece> {
    let (send, receive) = mpsc::channel(2);
    tokio::task::spawn_blocking(move || {
        if let Err(error) = from.skip(skip) {
            let piece = Piece { end: End::Broken(error), ..Piece::empty(RecordKind::default()) };
            let _ = send.blocking_send(piece);
            return;
        }
        let mut rows = 0;
        while rows < limit {
            let piece = from.piece(PIECE_ROWS.min(limit - rows));
            rows += piece.rows;
            let last = !matches!(piece.end, End::More);
            if send.blocking_send(piece).is_err() || last {
                return;
            }
        }
    });
    receive
}

/// Enriches one piece per core in parallel, and yields them in file order.
fn enriched(
    pieces: mpsc::Receiver<Piece>,
    enricher: Arc<Enricher>,
    prioritise: bool,
) -> impl Stream<Item = Result<(Piece, Option<Moods>), ImportError>> + Unpin {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let stream = futures::stream::unfold(pieces, |mut pieces| async { Some((pieces.recv().await?, pieces)) });
    let work = stream.map(move |mut piece: Piece| {
        let enricher = enricher.clone();
        tokio::task::spawn_blocking(move || {
            enricher.enrich(&mut piece.batch);
            let moods = prioritise.then(|| enricher.moods(&piece.batch));
            (piece, moods)
        })
    });
    Box::pin(work.buffered(cores).map(|done| done.map_err(|e| ImportError::Enriching(e.to_string()))))
}

/// Removes from a piece what must not be replaced, and counts what is new.
async fn look_up(db: &Db, piece: &mut Piece, keep: Option<fn(&Communication) -> bool>) -> Result<Known, ImportError> {
    let batch = &mut piece.batch;
    let new = match piece.what {
        RecordKind::Communication => 0,
        RecordKind::Case => imports::new_cases(db, &batch.cases).await?,
        RecordKind::Customer => imports::new_customers(db, &batch.customers).await?,
        RecordKind::Document => imports::new_documents(db, &batch.documents).await?,
    };
    let Some(keep) = keep else { return Ok(Known { kept: 0, new }) };
    let ids: Vec<String> = batch.communications.iter().map(|c| c.id.clone()).collect();
    let stored = records::communications(db, &ids).await?;
    let kept: HashSet<String> = stored.into_iter().filter(keep).map(|c| c.id).collect();
    let (stay, go): (Vec<_>, Vec<_>) =
        std::mem::take(&mut batch.communications).into_iter().partition(|c| !kept.contains(&c.id));
    let cases: HashSet<String> = go.into_iter().filter_map(|c| c.case_id).collect();
    batch.communications = stay;
    batch.cases.retain(|case| !cases.contains(&case.id));
    Ok(Known { kept: kept.len() as u64, new })
}

impl Piece {
    /// An empty piece.
    pub fn empty(what: RecordKind) -> Self {
        Self { what, batch: Batch::default(), rows: 0, lines: Vec::new(), bad: Vec::new(), end: End::More }
    }
}
