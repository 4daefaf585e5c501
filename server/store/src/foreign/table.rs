//! Facts about a foreign table: columns, keys, and statistics of its values.

use std::time::Duration;

/// What a column holds, judging by its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    Text,
    Whole,
    Number,
    Date,
    Flag,
    /// Anything else: JSON, bytes, money, a list.
    Other,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookedColumn {
    pub name: String,
    /// The database's name for the type.
    pub type_name: String,
    pub nature: Nature,
}

/// A foreign key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookedKey {
    pub table: String,
    /// Pairs of a column here and one there.
    pub columns: Vec<(String, String)>,
}

/// A table or a view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Looked {
    /// Postgres only.
    pub schema: Option<String>,
    pub name: String,
    /// Whether every value has its column's type. Not guaranteed in SQLite, where dates are text.
    pub typed: bool,
    pub columns: Vec<LookedColumn>,
    /// The declared primary key.
    pub primary: Vec<String>,
    pub foreign: Vec<LookedKey>,
}

impl Looked {
    pub fn column(&self, name: &str) -> Option<&LookedColumn> {
        self.columns.iter().find(|column| column.name == name)
    }
}

/// Statistics of a table's first rows, for drafting a declaration.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// Rows inspected.
    pub rows: f64,
    /// Per column, in the table's order.
    pub columns: Vec<Seen>,
    /// Per column, values of some rows as text.
    pub sample: Vec<Vec<String>>,
}

/// Statistics of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seen {
    /// Rows with a value.
    pub filled: f64,
    pub different: f64,
    /// Length of the longest value in characters.
    pub longest: f64,
}

/// Rows whose values are sampled: enough to recognise formats of days and codes.
pub(super) const SAMPLE: usize = 400;

/// Rows inspected for a draft.
pub const LOOKED_AT: usize = 100_000;

/// Time limit for inspecting one table.
pub(super) const LOOK: Duration = Duration::from_secs(10);
