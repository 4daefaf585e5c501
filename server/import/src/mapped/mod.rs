//! CSV or JSON-lines files of any layout: a mapping assigns columns to fields. Unassigned columns become attributes, by
//! which tools filter and group.
//!
//! Deliberately not here: running the import (`import::engine`).

mod build;
mod cells;
mod dates;
mod fields;
mod mapping;
mod reader;
mod survey;
mod words;

use std::collections::HashMap;
use std::io::BufRead;
use std::path::Path;

use model::record::Tier;

pub(super) use cells::hash;
pub use cells::name_key;
pub(super) use dates::read as read_date;
pub(super) use fields::plain;
pub use fields::{Field, for_kind as fields_of};
pub use mapping::{Columns, Dates, Mapping, noun};
pub use reader::{Form, csv_fault};
pub use survey::Survey;
pub use words::yes_or_no;

use super::engine::{Job, Opened, Piece, RecordKind, Rows};
use super::error::ImportError;
use super::source;
use reader::Reader;

/// Options for reading rows.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Default: guessed from the header.
    pub mapping: Option<Mapping>,
    /// The kind of rows, for guessing.
    pub row: Option<RecordKind>,
    /// Stored customers' ids by [`name_key`] and by address, for files that only have names.
    pub customers: HashMap<String, String>,
    /// Their tiers by id: cases of platinum customers get four hours even if the file has no tier.
    pub tiers: HashMap<String, Tier>,
    /// A scan of every row, if already made.
    pub survey: Option<Survey>,
}

/// A file of rows with a known mapping.
pub struct Table {
    reader: Reader,
    job: Job,
}

/// Opens a file of rows. `now` is UTC milliseconds: nothing may be more than a day later.
///
/// Fails if the file cannot be read, or if a required field has no column.
pub fn open(path: &Path, form: Form, choice: Choice, now: i64) -> Result<Table, ImportError> {
    let source = source::open_as(path, form.kind())?;
    let (taken, bytes, file, identity) =
        (source.taken.clone(), source.size, source.name.clone(), source.identity.clone());
    let mut reader = Reader::new(path, source, form, choice, now)?;
    if reader.mapping().source.is_none() {
        reader.name_source(&data_set(path));
    }
    // Another mapping makes different records, so it is a different import.
    let id = format!("{}-{identity}-{}", form.name(), cells::hash(&reader.mapping().to_toml()));
    let prioritise = !reader.mapping().gives("priority");
    Ok(Table { reader, job: Job { id, format: form.name(), file, bytes, taken, keep: None, settle: None, prioritise } })
}

/// The form of a file: JSON lines begin with a brace.
///
/// Fails if the file cannot be read or is clearly neither.
pub fn form_of(path: &Path) -> Result<Form, ImportError> {
    let mut source = source::open_as(path, source::Kind::Mail)?;
    let head = source.text.fill_buf().map_err(|e| source::broken(&source.name, 0, &e))?;
    let first = head.iter().find(|b| !b.is_ascii_whitespace() && !b"\xef\xbb\xbf".contains(b));
    Ok(if matches!(first, Some(b'{' | b'[')) { Form::JsonLines } else { Form::Csv })
}

/// Scans every row of a file, before mapping.
///
/// Fails if the file cannot be read.
pub fn survey(path: &Path, form: Form) -> Result<Survey, ImportError> {
    Reader::survey(path, form)
}

/// The default data set name: `tickets.csv.gz` is `tickets`.
pub fn data_set(path: &Path) -> String {
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let slug = model::record::slug(name.split('.').next().unwrap_or_default());
    if slug.is_empty() { "import".to_owned() } else { slug }
}

impl Table {
    /// The mapping, guessed or given.
    pub fn mapping(&self) -> &Mapping {
        self.reader.mapping()
    }

    /// The columns that are kept as attributes.
    pub fn attributes(&self) -> Vec<String> {
        self.reader.attributes()
    }

    /// The first rows as they would be stored; stores nothing.
    pub fn first(mut self, rows: u64) -> Piece {
        self.reader.piece(rows)
    }

    /// The opened file, ready to import.
    pub fn opened(self) -> Opened {
        Opened { rows: Box::new(self.reader), job: self.job }
    }
}
