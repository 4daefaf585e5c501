//! The public complaint export of the US Consumer Financial Protection Bureau (CFPB), in both of its forms: the full one,
//! which names the company of each complaint, and the short one about a single company.
//!
//! One thread reads and enriches, the caller's task stores; how far the import has come is stored with the rows, so that
//! one that was stopped goes on where it was. Deliberately not here: the search index (it follows the store) and what a
//! person sees of it (`cmd::import`).

mod columns;
mod fault;
mod reader;
mod row;
mod seen;

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use app::model::record::{Communication, slug};
use app::model::time::day_of;
use chrono::{Duration, NaiveDate};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

pub use fault::{BadRow, Fault};
pub use row::{SOURCE, communication_id, customer_id};

use super::error::ImportError;
use super::mood::Judge;
use super::source;
use crate::store::write::{self, Batch, Progress, Written};
use crate::store::{Db, imports, records};
use reader::{End, Piece, Reader};

/// Who complaints are about when neither the file nor the person says.
pub const UNNAMED: &str = "Unnamed company";

/// Rows stored in one transaction: enough that the transaction costs little, few enough that a stop loses little.
const PIECE_ROWS: u64 = 2_000;

/// What a person may choose.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Who the complaints are about, for files that do not say; [`UNNAMED`] without.
    pub company: Option<String>,
    /// Read at most so many rows of the file, then stop as if interrupted.
    pub limit: Option<u64>,
    /// Begin with the first row even where an earlier import was stopped.
    pub from_start: bool,
    /// Who tells the sentiment of a narrative; the word list without.
    pub judge: Arc<Judge>,
}

/// What happens during an import, for whoever watches.
#[derive(Debug)]
pub enum News<'a> {
    /// The file is what it should be; `bytes` is its size on the disk.
    Opened {
        bytes: u64,
    },
    /// An earlier import was stopped after so many rows; they are passed over.
    Resumed {
        rows: u64,
    },
    Bad(&'a BadRow),
    /// So many rows are stored in this import, and so many bytes of the file were read.
    Stored {
        rows: u64,
        bytes: u64,
    },
}

/// What an import has done.
#[derive(Debug, Default)]
pub struct Summary {
    /// Rows that an earlier import of the same file had stored.
    pub resumed_at: u64,
    /// Rows read this time. Every one of them is new, changed, unchanged, kept or bad.
    pub rows: u64,
    pub new: u64,
    pub changed: u64,
    pub unchanged: u64,
    /// Complaints left as they were because a fuller export had given them with their company.
    pub kept: u64,
    /// Companies that are new or spelled differently than before.
    pub companies: u64,
    /// Rows left out, by [`Fault::kind`].
    pub bad: BTreeMap<&'static str, u64>,
    /// The last day among the rows.
    pub last_day: Option<NaiveDate>,
    /// The file does not say which company it is about, and nobody else did.
    pub unnamed: bool,
    pub ending: Ending,
}

/// How an import ended.
#[derive(Debug, Default)]
pub enum Ending {
    /// The whole file is stored.
    #[default]
    Complete,
    /// Asked to stop, or at the limit: the same command goes on from here.
    Stopped,
    /// The file cannot be read on. What was read before is stored.
    Broken(ImportError),
}

impl Summary {
    /// Rows left out.
    pub fn bad_rows(&self) -> u64 {
        self.bad.values().sum()
    }

    fn add(&mut self, piece: &Piece, kept: u64, written: &Written) {
        let good = piece.rows - piece.bad.len() as u64;
        self.rows += piece.rows;
        self.kept += kept;
        self.new += written.communications_new;
        self.changed += written.communications.saturating_sub(written.communications_new);
        self.unchanged += good.saturating_sub(kept + written.communications);
        self.companies += written.customers;
        for bad in &piece.bad {
            *self.bad.entry(bad.fault.kind()).or_default() += 1;
        }
        self.last_day = self.last_day.max(piece.batch.last_day.as_ref().map(|(_, day)| *day));
    }
}

/// Imports one file. `now` is UTC milliseconds: no complaint can have been received later than the day after it.
///
/// Fails when the file cannot be read at all or the store fails; what was stored before stays. A file that breaks in the
/// middle is an [`Ending`].
pub async fn import(
    db: &Db,
    path: &Path,
    options: &Options,
    now: i64,
    stop: &CancellationToken,
    mut tell: impl FnMut(News<'_>),
) -> Result<Summary, ImportError> {
    let source = source::open(path)?;
    let (taken, size, file) = (source.taken.clone(), source.size, source.name.clone());
    let company = options.company.clone().unwrap_or_else(|| UNNAMED.to_owned());
    // Other words about the company make other records, so they make another import.
    let id = format!("{SOURCE}-{}-{}", source.identity, slug(&company));
    let mut reader = Reader::new(source, company, day_of(now) + Duration::days(1))?;
    reader.judge = options.judge.clone();
    tell(News::Opened { bytes: size });

    let before = imports::progress(db, &id).await?.filter(|p| !p.done && !options.from_start);
    let resumed_at = before.map_or(0, |p| u64::try_from(p.rows_read).unwrap_or(0));
    if resumed_at > 0 {
        tell(News::Resumed { rows: resumed_at });
    }
    imports::judged_by(db, SOURCE, options.judge.method()).await?;
    let names_companies = reader.names_companies();
    let unnamed = !names_companies && options.company.is_none();
    let mut summary = Summary { resumed_at, unnamed, ending: Ending::Stopped, ..Summary::default() };
    let mut pieces = read_aside(reader, resumed_at, options.limit.unwrap_or(u64::MAX));
    while let Some(mut piece) = pieces.recv().await {
        let kept = if names_companies { 0 } else { leave_fuller(db, &mut piece.batch).await? };
        let rows_read = i64::try_from(resumed_at + summary.rows + piece.rows).unwrap_or(i64::MAX);
        let done = matches!(piece.end, End::Done);
        let (format, file) = (SOURCE.to_owned(), file.clone());
        piece.batch.progress = Some(Progress { id: id.clone(), format, file, rows_read, done });
        let written = write::store(db, &piece.batch, now).await?;
        piece.bad.iter().for_each(|bad| tell(News::Bad(bad)));
        summary.add(&piece, kept, &written);
        tell(News::Stored { rows: summary.rows, bytes: taken.load(Ordering::Relaxed) });
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

/// Reads on a thread of its own, at most two pieces ahead. It ends by itself when nobody listens any more.
fn read_aside(mut reader: Reader, skip: u64, limit: u64) -> mpsc::Receiver<Piece> {
    let (send, receive) = mpsc::channel(2);
    tokio::task::spawn_blocking(move || {
        if let Err(error) = reader.skip(skip) {
            let _ = send.blocking_send(Piece {
                batch: Batch::default(),
                rows: 0,
                bad: Vec::new(),
                end: End::Broken(error),
            });
            return;
        }
        let mut rows = 0;
        while rows < limit {
            let piece = reader.piece(PIECE_ROWS.min(limit - rows));
            rows += piece.rows;
            let last = !matches!(piece.end, End::More);
            if send.blocking_send(piece).is_err() || last {
                return;
            }
        }
    });
    receive
}

/// Takes complaints out of a batch that a fuller export has given already: a file that does not name the company must
/// not take it away, nor the narrative. Returns how many.
async fn leave_fuller(db: &Db, batch: &mut Batch) -> Result<u64, ImportError> {
    let ids: Vec<String> = batch.communications.iter().map(|c| c.id.clone()).collect();
    let stored = records::communications(db, &ids).await?;
    let fuller: HashSet<String> = stored.into_iter().filter(from_full_form).map(|c| c.id).collect();
    batch.communications.retain(|c| !fuller.contains(&c.id));
    batch.cases.retain(|c| !c.id.strip_prefix("case-").is_some_and(|id| fuller.contains(id)));
    Ok(fuller.len() as u64)
}

/// Whether a stored complaint has something that only the full form gives.
fn from_full_form(stored: &Communication) -> bool {
    !stored.body.is_empty() || [columns::DATE_SENT, "zip_code"].iter().any(|name| stored.attributes.contains_key(*name))
}
