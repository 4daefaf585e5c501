//! Uploading a file in the browser: how its columns are mapped, and the import's progress.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

text_enum! {
    /// The status of an uploaded file.
    Stage { Mapping = "mapping", Running = "running", Done = "done", Stopped = "stopped", Failed = "failed" }
}

/// The possible kinds of a row, as in forms.
pub const ROWS: [(&str, &str); 4] = [
    ("communication", "Messages from customers"),
    ("case", "Cases or tickets"),
    ("customer", "Customers"),
    ("document", "Documents"),
];

/// Facts for the page before a file is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Entrance {
    /// Maximum file size.
    pub max_bytes: u64,
    /// Uploaded files whose import is not finished, newest first: id and name.
    pub open: Vec<(String, String)>,
}

/// An uploaded file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Upload {
    pub id: String,
    /// The file's original name.
    pub file: String,
    pub bytes: u64,
    /// "csv" or "jsonl".
    pub form: String,
    pub stage: Stage,
    /// What one row is: the first part of an entry of [`ROWS`].
    pub row: String,
    /// The name of the data set.
    pub source: String,
    /// Whether 03/11/2014 is 3 November (true) or 11 March (false); `None` if the values settle it.
    pub day_first: Option<bool>,
    /// In strftime syntax: `%d.%m.%Y`; empty if the format is known.
    pub date_format: String,
    /// The file's columns.
    pub columns: Vec<String>,
    /// Sample values per column.
    pub samples: Vec<Vec<String>>,
    pub fields: Vec<FieldChoice>,
    pub preview: Preview,
    /// The demo bank is in the database.
    pub demo: bool,
    pub progress: Progress,
    /// The import can be undone: it created the data set.
    pub undo: bool,
}

/// A field of a record with its columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FieldChoice {
    pub name: String,
    /// Required but not mapped, nor is any alternative.
    pub missing: bool,
    pub needed: bool,
    /// Several if the mapping joins them.
    pub columns: Vec<String>,
}

/// The first rows as they would be stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Preview {
    /// The fields that occur in these rows.
    pub head: Vec<String>,
    /// Texts in the order of `head`; empty if missing.
    pub rows: Vec<Vec<String>>,
    /// The first rows that would be refused.
    pub refused: Vec<Refused>,
    /// How many of the checked rows would be refused, and how many were checked.
    pub left_out: u64,
    pub looked_at: u64,
    /// Every row of the file was checked.
    pub whole: bool,
    /// The first and last day among them.
    pub days: Option<(NaiveDate, NaiveDate)>,
    /// Why there is no preview.
    pub problem: Option<String>,
}

/// A refused row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Refused {
    /// The line of the file where the row begins, from 1.
    pub line: u64,
    /// The problem.
    pub fault: String,
}

/// Progress of an import. Counts are of rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Progress {
    /// Rows already read before it was interrupted.
    pub resumed_at: u64,
    /// Rows read and stored or refused.
    pub rows: u64,
    /// Bytes of the file read.
    pub bytes: u64,
    /// Known at the end, like `changed` and `unchanged`.
    pub new: u64,
    pub changed: u64,
    pub unchanged: u64,
    pub refused: u64,
    /// The first refused rows.
    pub first_refused: Vec<Refused>,
    /// Refused rows by kind of problem.
    pub kinds: Vec<(String, u64)>,
    /// The last day in the file.
    pub last_day: Option<NaiveDate>,
    /// Why it ended early.
    pub problem: Option<String>,
}
