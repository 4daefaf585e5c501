//! What is known of a table of somebody else: its columns, keys, and what was seen of their values.

use std::time::Duration;

/// What a column holds, as far as its type says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    Text,
    Whole,
    Number,
    Date,
    Flag,
    /// Something else: JSON, bytes, money, a list.
    Other,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookedColumn {
    pub name: String,
    /// As the database calls it.
    pub type_name: String,
    pub nature: Nature,
}

/// Columns that name a row of another table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookedKey {
    pub table: String,
    /// Columns here, each with the column there.
    pub columns: Vec<(String, String)>,
}

/// A table or a view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Looked {
    /// Postgres only.
    pub schema: Option<String>,
    pub name: String,
    /// Whether each value is of the type of its column. In SQLite it need not be, and a date is a text.
    pub typed: bool,
    pub columns: Vec<LookedColumn>,
    /// The columns that name a row, where that is said.
    pub primary: Vec<String>,
    pub foreign: Vec<LookedKey>,
}

impl Looked {
    pub fn column(&self, name: &str) -> Option<&LookedColumn> {
        self.columns.iter().find(|column| column.name == name)
    }
}

/// What the first rows of a table hold, for its draft.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// Rows that were looked at.
    pub rows: f64,
    /// Of each column, in the table's order.
    pub columns: Vec<Seen>,
    /// Of each column, the values of some rows as text.
    pub sample: Vec<Vec<String>>,
}

/// What was seen of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seen {
    /// Rows with a value.
    pub filled: f64,
    pub different: f64,
    /// The characters of the longest value.
    pub longest: f64,
}

/// Rows of which the values themselves are looked at: enough to tell the form of days and codes.
pub(super) const SAMPLE: usize = 400;

/// Rows that are looked at for a draft.
pub const LOOKED_AT: usize = 100_000;

/// How long a look for a draft may take.
pub(super) const LOOK: Duration = Duration::from_secs(10);
