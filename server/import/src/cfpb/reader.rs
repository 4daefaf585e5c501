//! From the text of an export to batches of records, one piece at a time: a file of any size needs the memory of a few
//! thousand rows. Runs on a thread of its own; the store is not known here.

use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chrono::NaiveDate;
use csv::ByteRecord;
use model::record::{Product, slug};

use super::columns::Columns;
use super::fault::Fault;
use super::row::{self, Row};
use super::seen::Seen;
use crate::engine::{BadRow, End, PIECE_BYTES, Piece, Rows, What};
use crate::error::ImportError;
use crate::source::{Source, broken};
use store::write::Batch;

/// Most bytes of text in one row. The longest narrative that the CFPB takes is far below it; what is longer is a
/// quotation mark that is never closed, and would fill the memory with the rest of the file.
const ROW_BYTES: u64 = 8 << 20;

/// Reads one file.
pub struct Reader {
    csv: csv::Reader<Guard>,
    columns: Columns,
    record: ByteRecord,
    lines: Lines,
    guard: Arc<AtomicU64>,
    file: String,
    known: Known,
}

impl Reader {
    /// Reads the header. `latest` is the last day that a complaint can have been received.
    pub fn new(mut source: Source, company: String, latest: NaiveDate) -> Result<Self, ImportError> {
        let head = source.text.fill_buf().map_err(|e| broken(&source.name, 0, &e))?;
        let crlf = head.iter().position(|b| *b == b'\n').is_some_and(|i| i > 0 && head[i - 1] == b'\r');
        let guard = Arc::new(AtomicU64::new(0));
        let text = Guard { inner: source.text, since_row: guard.clone() };
        let mut csv = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text);
        let mut record = ByteRecord::new();
        csv.read_byte_record(&mut record).map_err(|e| broken(&source.name, 0, &cause(e)))?;
        let columns = Columns::find(&record).map_err(|e| ImportError::Header {
            file: source.name.clone(),
            missing: e.missing,
            found: e.found,
        })?;
        let lines = Lines { crlf, before: csv.position().line() };
        Ok(Self { csv, columns, record, lines, guard, file: source.name, known: Known::new(company, latest) })
    }

    /// Whether the file names the company of each complaint.
    pub fn names_companies(&self) -> bool {
        self.columns.company.is_some()
    }

    /// Reads the next row into `record`; false at the end of the file.
    fn advance(&mut self) -> Result<bool, ImportError> {
        self.guard.store(0, Ordering::Relaxed);
        let at = self.lines.before.saturating_sub(1);
        self.csv.read_byte_record(&mut self.record).map_err(|e| broken(&self.file, at, &cause(e)))
    }

    /// Puts the current row into the batch; gives its day and the bytes of its narrative.
    fn take(&mut self, batch: &mut Batch) -> Result<(NaiveDate, usize), Fault> {
        let (before, after) = (self.lines.before, self.csv.position().line());
        let lines = || after.saturating_sub(before).max(1);
        let row = Row::new(&self.record, &self.columns, lines)?;
        let (id, day) = self.known.identify(&row)?;
        let customer_id = self.known.customer(row.company(), batch);
        self.known.product(row.product(), batch);
        let (communication, case) = row.records(id, day, &customer_id);
        let bytes = communication.body.len();
        batch.communications.push(communication);
        batch.cases.push(case);
        Ok((day, bytes))
    }
}

impl Rows for Reader {
    fn skip(&mut self, rows: u64) -> Result<(), ImportError> {
        for _ in 0..rows {
            if !self.advance()? {
                break;
            }
            if let Ok(row) = Row::new(&self.record, &self.columns, || 1)
                && self.known.identify(&row).is_ok()
            {
                let mut stored = Batch::default();
                self.known.customer(row.company(), &mut stored);
                self.known.product(row.product(), &mut stored);
            }
            self.lines.before = self.csv.position().line();
        }
        Ok(())
    }

    fn piece(&mut self, most: u64) -> Piece {
        let mut piece = Piece::empty(What::Communication);
        let mut last_day = None;
        let mut bytes = 0;
        while piece.rows < most && bytes < PIECE_BYTES {
            match self.advance() {
                Ok(true) => piece.rows += 1,
                Ok(false) => {
                    piece.end = End::Done;
                    break;
                }
                Err(e) => {
                    piece.end = End::Broken(e);
                    break;
                }
            }
            let after = self.csv.position().line();
            match self.take(&mut piece.batch) {
                Ok((day, body)) => {
                    bytes += body;
                    last_day = last_day.max(Some(day));
                }
                Err(fault) => {
                    let line = self.lines.start(&self.record, after);
                    piece.bad.push(BadRow { line, kind: fault.kind(), fault: fault.to_string() });
                }
            }
            self.lines.before = after;
        }
        piece.batch.last_day = last_day.map(|day| (row::SOURCE.to_owned(), day));
        piece
    }
}

/// What the rows so far have shown, and what is the same for all of them.
struct Known {
    /// Who the complaints are about when the file does not say.
    company: String,
    /// The last day that can be true.
    latest: NaiveDate,
    seen: Seen,
    /// Customer ids by the company's name as written.
    customers: HashMap<String, String>,
    customer_ids: HashSet<String>,
    products: HashSet<String>,
}

impl Known {
    fn new(company: String, latest: NaiveDate) -> Self {
        Self {
            company,
            latest,
            seen: Seen::default(),
            customers: HashMap::new(),
            customer_ids: HashSet::new(),
            products: HashSet::new(),
        }
    }

    /// The id and the day of a row, the id noted as seen.
    fn identify(&mut self, row: &Row) -> Result<(u32, NaiveDate), Fault> {
        let (id, day) = (row.id()?, row.day(self.latest)?);
        if self.seen.insert(id) { Ok((id, day)) } else { Err(Fault::Repeated(id)) }
    }

    /// The customer that a company is. Its record goes into the batch the first time; the first spelling stays.
    fn customer(&mut self, company: &str, batch: &mut Batch) -> String {
        let name = if company.is_empty() { &self.company } else { company };
        if let Some(id) = self.customers.get(name) {
            return id.clone();
        }
        let customer = row::customer(name);
        let id = customer.id.clone();
        self.customers.insert(name.to_owned(), id.clone());
        if self.customer_ids.insert(id.clone()) {
            batch.customers.push(customer);
        }
        id
    }

    fn product(&mut self, name: &str, batch: &mut Batch) {
        if !name.is_empty() && self.products.insert(name.to_owned()) {
            batch.products.push(Product { slug: slug(name), name: name.to_owned() });
        }
    }
}

/// What stopped the reading. Rows of other lengths and bytes that are not UTF-8 stop nothing here.
fn cause(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// Finds the line on which a row begins. The reader tells how many line ends it has passed *after* a row; what it tells
/// before one is too small when empty lines follow, or when `\r` ended the last row and its `\n` is still to come.
struct Lines {
    crlf: bool,
    /// The reader's line when the row before was read.
    before: u64,
}

impl Lines {
    fn start(&self, record: &ByteRecord, after: u64) -> u64 {
        let inside = record.as_slice().iter().filter(|b| **b == b'\n').count() as u64;
        let own_end = u64::from(!self.crlf);
        // The last row may have no line end: then the row begins where the one before ended.
        after.saturating_sub(inside + own_end).max(self.before + u64::from(self.crlf))
    }
}

/// Ends the reading when one row takes more than [`ROW_BYTES`].
struct Guard {
    inner: Box<dyn BufRead + Send>,
    since_row: Arc<AtomicU64>,
}

impl Read for Guard {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if self.since_row.load(Ordering::Relaxed) > ROW_BYTES {
            return Err(io::Error::other("the next row has no end; a quotation mark in it is never closed"));
        }
        let n = self.inner.read(buf)?;
        self.since_row.fetch_add(n as u64, Ordering::Relaxed);
        Ok(n)
    }
}

#[cfg(test)]
#[path = "reader_tests.rs"]
mod tests;
