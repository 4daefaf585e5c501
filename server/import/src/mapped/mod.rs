//! Files of rows in any form, CSV or JSON lines: a mapping says which column becomes which field. Columns that no field
//! takes are kept as attributes, under which tools filter and group.
//!
//! Deliberately not here: how an import goes on, stores and stops (`import::engine`).

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
pub use fields::{Field, of as fields_of};
pub use mapping::{Columns, Dates, Mapping, noun};
pub use reader::Form;
pub use survey::Survey;

use super::engine::{Job, Opened, Piece, Rows, What};
use super::error::ImportError;
use super::source;
use reader::Reader;

/// How the rows are to be read.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Without, it is guessed from the header.
    pub mapping: Option<Mapping>,
    /// What one row is, where it is guessed.
    pub row: Option<What>,
    /// The ids of the customers that the store has, by [`name_key`] and by their address: a file that knows only names means them.
    pub customers: HashMap<String, String>,
    /// Their tiers, by id: a case of a platinum customer has four hours, whether the file says so or not.
    pub tiers: HashMap<String, Tier>,
    /// What a look at every row has shown, where somebody has looked already.
    pub survey: Option<Survey>,
}

/// A file of rows whose columns are understood.
pub struct Table {
    reader: Reader,
    job: Job,
}

/// Opens a file of rows. `now` is UTC milliseconds: nothing can have happened later than the day after it.
///
/// Fails when the file cannot be read, or when a field that every record needs has no column.
pub fn open(path: &Path, form: Form, choice: Choice, now: i64) -> Result<Table, ImportError> {
    let source = source::open_as(path, form.kind())?;
    let (taken, bytes, file, identity) =
        (source.taken.clone(), source.size, source.name.clone(), source.identity.clone());
    let mut reader = Reader::new(path, source, form, choice, now)?;
    if reader.mapping().source.is_none() {
        reader.name_source(&data_set(path));
    }
    // Another mapping makes other records, so it makes another import.
    let id = format!("{}-{identity}-{}", form.name(), cells::hash(&reader.mapping().to_toml()));
    let prioritise = !reader.mapping().gives("priority");
    Ok(Table { reader, job: Job { id, format: form.name(), file, bytes, taken, keep: None, settle: None, prioritise } })
}

/// How a file is written: JSON lines begin with a brace.
///
/// Fails when the file cannot be read, or when it is evidently neither.
pub fn form_of(path: &Path) -> Result<Form, ImportError> {
    let mut source = source::open_as(path, source::Kind::Mail)?;
    let head = source.text.fill_buf().map_err(|e| source::broken(&source.name, 0, &e))?;
    let first = head.iter().find(|b| !b.is_ascii_whitespace() && !b"\xef\xbb\xbf".contains(b));
    Ok(if matches!(first, Some(b'{' | b'[')) { Form::JsonLines } else { Form::Csv })
}

/// A look at every row of a file, before any mapping.
///
/// Fails when the file cannot be read.
pub fn survey(path: &Path, form: Form) -> Result<Survey, ImportError> {
    Reader::survey(path, form)
}

/// The name of the data set that a file without a named one is: `tickets.csv.gz` is `tickets`.
pub fn data_set(path: &Path) -> String {
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let slug = model::record::slug(name.split('.').next().unwrap_or_default());
    if slug.is_empty() { "import".to_owned() } else { slug }
}

impl Table {
    /// How the file is read, guessed or given.
    pub fn mapping(&self) -> &Mapping {
        self.reader.mapping()
    }

    /// The columns that are kept as attributes.
    pub fn attributes(&self) -> Vec<String> {
        self.reader.attributes()
    }

    /// The first rows as they would be stored, without storing anything.
    pub fn first(mut self, rows: u64) -> Piece {
        self.reader.piece(rows)
    }

    /// The same, to be imported.
    pub fn opened(self) -> Opened {
        Opened { rows: Box::new(self.reader), job: self.job }
    }
}
