//! Reads delimited text of any program: encoding, delimiter, quote, lines before the header and a missing header are
//! detected. Used for imports, folders of files and a provider's tables.

mod numbers;
mod values;

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use csv::StringRecord;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use encoding_rs_io::DecodeReaderBytesBuilder;

pub use self::values::{DayOrder, Orders, Seen, Type};

/// How much of a text is used for detection, in bytes and rows.
const SNIFF_BYTES: usize = 64 << 10;
const SNIFF_ROWS: usize = 60;

/// The format of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    pub delimiter: u8,
    pub quote: u8,
    /// Rows before the header, such as a title or an empty line.
    pub before: usize,
    /// Whether the first row is a header.
    pub header: bool,
    /// The usual number of columns.
    pub columns: usize,
}

impl Dialect {
    /// Detects the format from the start of a text; `cut` if more follows.
    pub fn detect(head: &str, cut: bool) -> Self {
        let quote = quote(head);
        let fits = |delimiter: u8| {
            let mut rows = rows(head, delimiter, quote);
            if cut {
                rows.pop();
            }
            let columns = usual(&rows);
            let share = rows.iter().filter(|row| row.len() == columns).count() as f64 / rows.len().max(1) as f64;
            (if columns > 1 { share } else { 0.0 }, columns, delimiter, rows)
        };
        // The comma wins ties; a text of one column has no delimiter.
        let best = [b';', b'\t', b'|', b','].map(fits).into_iter();
        let best = best.max_by(|a, b| (a.0 * a.0 * a.1 as f64).total_cmp(&(b.0 * b.0 * b.1 as f64)));
        let (_, columns, delimiter, rows) = best.unwrap_or_else(|| fits(b','));
        let before = rows.iter().position(|row| row.len() == columns && row.iter().any(|c| !c.trim().is_empty()));
        let before = before.filter(|_| columns > 1).unwrap_or(0);
        let header = rows.get(before).is_none_or(is_header);
        Self { delimiter, quote, before, header, columns }
    }
}

fn rows(head: &str, delimiter: u8, quote: u8) -> Vec<StringRecord> {
    let reader = builder(delimiter, quote).from_reader(head.as_bytes());
    reader.into_records().take(SNIFF_ROWS).map_while(Result::ok).collect()
}

fn builder(delimiter: u8, quote: u8) -> csv::ReaderBuilder {
    let mut builder = csv::ReaderBuilder::new();
    builder.flexible(true).has_headers(false).delimiter(delimiter).quote(quote);
    builder
}

/// The most common number of columns; of equals, that of the earliest row.
fn usual(rows: &[StringRecord]) -> usize {
    let count = |columns: usize| rows.iter().filter(|row| row.len() == columns).count();
    // `max_by_key` takes the last of several maxima.
    rows.iter().rev().map(StringRecord::len).max_by_key(|columns| count(*columns)).unwrap_or(0)
}

/// The single quote, if values are quoted with it and none with the double one.
fn quote(head: &str) -> u8 {
    let around = |quote: char| {
        let starts = |mark: char| head.matches(&format!("{mark}{quote}")[..]).count();
        [',', ';', '\t', '|', '\n'].into_iter().map(starts).sum::<usize>()
    };
    if !head.contains('"') && around('\'') >= 3 { b'\'' } else { b'"' }
}

/// Whether a row is a header: neither numbers nor days, at most one empty cell, few duplicates.
fn is_header(row: &StringRecord) -> bool {
    let cells: Vec<&str> = row.iter().map(|c| c.trim().trim_start_matches('\u{feff}')).collect();
    let value = |cell: &&&str| {
        let mut seen = Seen::default();
        seen.look(cell);
        !cell.is_empty() && seen.column_type() != Type::Text
    };
    // A year or month may name a column, but not half of the columns.
    let values = cells.iter().filter(value).count();
    let named = cells.iter().filter(|cell| !cell.is_empty()).count();
    values * 2 <= named && (values == 0 || named > 2 * values) && named > 0
}

/// The encoding of a text: by its byte order mark, by the zeros of UTF-16, else UTF-8 if valid, else Windows-1252.
/// Reads all of it.
pub fn encoding(mut text: impl Read) -> io::Result<&'static Encoding> {
    let mut buffer = vec![0; SNIFF_BYTES];
    let (mut kept, mut first) = (0, true);
    loop {
        let read = text.read(&mut buffer[kept..])?;
        let filled = kept + read;
        if first {
            if let Some((encoding, _)) = Encoding::for_bom(&buffer[..filled]) {
                return Ok(encoding);
            }
            if let Some(wide) = wide(&buffer[..filled]) {
                return Ok(wide);
            }
            first = false;
        }
        if read == 0 {
            return Ok(if kept == 0 { UTF_8 } else { WINDOWS_1252 });
        }
        match std::str::from_utf8(&buffer[..filled]) {
            Ok(_) => kept = 0,
            // A character cut off at the end of the buffer.
            Err(error) if error.error_len().is_none() => {
                let from = error.valid_up_to();
                buffer.copy_within(from..filled, 0);
                kept = filled - from;
            }
            Err(_) => return Ok(WINDOWS_1252),
        }
    }
}

/// UTF-16 without a mark: in Latin text every other byte is zero.
fn wide(head: &[u8]) -> Option<&'static Encoding> {
    let (pairs, _) = head.get(..head.len().min(2_000))?.as_chunks::<2>();
    let zero = |at: usize| pairs.iter().filter(|pair| pair[at] == 0).count() * 10;
    let many = pairs.len() * 7;
    match (pairs.len() >= 4, zero(0) >= many, zero(1) >= many) {
        (true, true, false) => Some(UTF_16BE),
        (true, false, true) => Some(UTF_16LE),
        _ => None,
    }
}

/// Maximum number of columns.
pub const COLUMNS: usize = 1_000;
/// Maximum size of a row in memory, in bytes.
const ROW: usize = 16 << 20;

/// Text whose reading fails once a row exceeds [`ROW`]; the reader resets the limit at each row.
struct Bounded {
    text: Box<dyn Read + Send>,
    left: Arc<AtomicUsize>,
}

impl Read for Bounded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.left.load(Ordering::Relaxed);
        if left == 0 {
            let why = format!("a row is longer than {} MiB; a quotation mark may be missing", ROW >> 20);
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
        let most = buffer.len().min(left);
        let read = self.text.read(&mut buffer[..most])?;
        self.left.store(left - read, Ordering::Relaxed);
        Ok(read)
    }
}

/// The rest of an unreadable text.
struct Broken(Option<io::Error>);

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// An opened delimited text: its columns, and an iterator over its rows.
pub struct Table {
    /// Distinct names of the columns.
    pub names: Vec<String>,
    pub dialect: Dialect,
    /// Notes for the user: what was omitted or renamed.
    pub notes: Vec<String>,
    rows: csv::Reader<Bounded>,
    /// Bytes left for the current row.
    left: Arc<AtomicUsize>,
    /// The first row, if it is not a header.
    first: Option<StringRecord>,
}

impl Table {
    /// Opens a text with this encoding.
    pub fn open(text: Box<dyn Read + Send>, encoding: &'static Encoding) -> csv::Result<Self> {
        let mut text: Box<dyn Read + Send> = if encoding == UTF_8 {
            text
        } else {
            Box::new(DecodeReaderBytesBuilder::new().encoding(Some(encoding)).build(text))
        };
        let mut head = Vec::new();
        if let Err(error) = (&mut text).take(SNIFF_BYTES as u64).read_to_end(&mut head) {
            // Reported after the rows before it.
            text = Box::new(Broken(Some(error)));
        }
        let cut = head.len() == SNIFF_BYTES;
        let seen = String::from_utf8_lossy(&head).trim_start_matches('\u{feff}').to_owned();
        let dialect = Dialect::detect(&seen, cut);
        let left = Arc::new(AtomicUsize::new(ROW));
        let whole = Bounded { text: Box::new(io::Cursor::new(head).chain(text)), left: left.clone() };
        let mut rows = builder(dialect.delimiter, dialect.quote).from_reader(whole);
        let (mut record, mut notes) = (StringRecord::new(), Vec::new());
        let mut before = Vec::new();
        for _ in 0..dialect.before {
            if rows.read_record(&mut record)? {
                before.push(record.iter().filter(|c| !c.trim().is_empty()).collect::<Vec<_>>().join(" "));
            }
        }
        if !before.is_empty() {
            notes.push(format!("The lines before the header are left out: {}.", before.join(" / ")));
        }
        rows.read_record(&mut record)?;
        let said = if dialect.header { record.len() } else { dialect.columns };
        if said > COLUMNS {
            let why = format!("it has {said} columns, and at most {COLUMNS} are read");
            return Err(io::Error::new(io::ErrorKind::InvalidData, why).into());
        }
        let mut names = Vec::new();
        for place in 0..said {
            let name = if dialect.header { record.get(place).unwrap_or_default() } else { "" };
            names.push(free(&names, name));
        }
        let first = (!dialect.header).then(|| record.clone());
        if !dialect.header {
            notes.push(format!(
                "The file has no header: its columns are called {} and so on.",
                names[..names.len().min(2)].join(", ")
            ));
        }
        Ok(Self { names, dialect, notes, rows, left, first })
    }

    /// Reads the next row; false at the end. It may be shorter or longer than the header.
    pub fn read(&mut self, record: &mut StringRecord) -> csv::Result<bool> {
        if let Some(first) = self.first.take() {
            *record = first;
            return Ok(true);
        }
        self.left.store(ROW, Ordering::Relaxed);
        self.rows.read_record(record)
    }
}

/// A new name, case-insensitively distinct; a column without a name gets its number.
pub fn free(names: &[String], name: &str) -> String {
    let name = name.trim().trim_start_matches('\u{feff}').trim();
    let plain = if name.is_empty() { format!("column_{}", names.len() + 1) } else { name.to_owned() };
    let taken = |name: &str| names.iter().any(|own| own.to_lowercase() == name.to_lowercase());
    let numbered = (2..).map(|n| format!("{plain}_{n}"));
    std::iter::once(plain.clone()).chain(numbered).find(|name| !taken(name)).unwrap_or(plain)
}

/// The table of a text that can be opened twice, once to detect its encoding.
pub fn open<R: Read + Send + 'static>(again: impl Fn() -> io::Result<R>) -> csv::Result<Table> {
    let encoding = encoding(again()?)?;
    Table::open(Box::new(again()?), encoding)
}

/// Escapes a cell that a spreadsheet would take for a formula. The same after a delimiter of other spreadsheets (a
/// semicolon where the comma is for decimals, a tab, a line break), even within quotes.
pub fn cell(text: String) -> String {
    if text.trim().parse::<f64>().is_ok() {
        return text;
    }
    let is_formula = |part: &str| {
        let begins = part.trim_start_matches(['"', ' ', '\u{a0}']);
        begins.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])
    };
    let marked = |part: &str| if is_formula(part) { format!("'{part}") } else { part.to_owned() };
    text.split_inclusive([';', '\t', '\n', '\r']).map(marked).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &'static [u8]) -> (Vec<String>, Vec<Vec<String>>) {
        let mut table = open(|| Ok(bytes)).unwrap();
        let (mut rows, mut record) = (Vec::new(), StringRecord::new());
        while table.read(&mut record).unwrap() {
            rows.push(record.iter().map(str::to_owned).collect());
        }
        (table.names, rows)
    }

    #[test]
    fn what_would_fill_the_memory_is_refused() {
        let wide: Vec<u8> = std::iter::repeat_n(*b"a,", 1_001).flatten().collect();
        let wide: &'static [u8] = wide.leak();
        let told = open(move || Ok(wide)).err().unwrap().to_string();
        assert!(told.contains("1002 columns, and at most 1000"), "{told}");
        // A quote that is never closed puts everything after it into one row.
        let endless = || Ok(io::Cursor::new(b"a,b\n1,\"").chain(io::repeat(b'x').take(ROW as u64 * 2)));
        let mut table = open(endless).unwrap();
        let told = table.read(&mut StringRecord::new()).unwrap_err().to_string();
        assert!(told.contains("longer than 16 MiB"), "{told}");
    }

    #[test]
    fn dialects_of_the_world() {
        for (bytes, names, last) in [
            (&b"a,b\n1,2\n"[..], vec!["a", "b"], vec!["1", "2"]),
            (b"a;b\n1,5;2,5\n3,5;4,5\n", vec!["a", "b"], vec!["3,5", "4,5"]),
            (b"a\tb\nx, y\tz\n", vec!["a", "b"], vec!["x, y", "z"]),
            (b"a|b|c\n1|2|3\n", vec!["a", "b", "c"], vec!["1", "2", "3"]),
            ("\u{feff}a,b\n1,2\n".as_bytes(), vec!["a", "b"], vec!["1", "2"]),
            (b"Report of May\n\na,b\n1,2\n3,4\n", vec!["a", "b"], vec!["3", "4"]),
            (b"1,2026-01-01\n2,2026-01-02\n", vec!["column_1", "column_2"], vec!["2", "2026-01-02"]),
            (b"name,,name,Name\na,b,c,d\n", vec!["name", "column_2", "name_2", "Name_3"], vec!["a", "b", "c", "d"]),
            (b"a,b\n'x, y','z'\n'q','r, s'\n", vec!["a", "b"], vec!["q", "r, s"]),
            (b"name\nAnn\nBob\n", vec!["name"], vec!["Bob"]),
            (b"M\xfcller,Stra\xdfe\nK\xf6ln,1\n", vec!["Müller", "Straße"], vec!["Köln", "1"]),
            (b"a\0,\0b\0\n\x001\0,\x002\0\n\0", vec!["a", "b"], vec!["1", "2"]),
            (b"a,b\n1,2,3\n4\n", vec!["a", "b"], vec!["4"]),
        ] {
            let (got, rows) = read(bytes);
            assert_eq!(got, names, "{:?}", String::from_utf8_lossy(bytes));
            assert_eq!(*rows.last().unwrap(), last, "{:?}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn an_encoding_is_that_of_the_whole_text() {
        let mut late = "x,y\n".repeat(40_000).into_bytes();
        assert_eq!(encoding(&late[..]).unwrap(), UTF_8);
        late.extend_from_slice("ä,ö\n".as_bytes());
        assert_eq!(encoding(&late[..]).unwrap(), UTF_8);
        late.extend_from_slice(b"\xe4,\xf6\n");
        assert_eq!(encoding(&late[..]).unwrap(), WINDOWS_1252);
        assert_eq!(encoding(&b""[..]).unwrap(), UTF_8);
    }
}
