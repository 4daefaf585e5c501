//! A file on its way into the desk through the browser: how its columns are read, and how far it has come.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

text_enum! {
    /// Where an uploaded file is.
    Stage { Mapping = "mapping", Running = "running", Done = "done", Stopped = "stopped", Failed = "failed" }
}

/// What a row can be, as forms name it.
pub const ROWS: [(&str, &str); 4] = [
    ("communication", "Messages from customers"),
    ("case", "Cases or tickets"),
    ("customer", "Customers"),
    ("document", "Documents"),
];

/// What the page tells before a file is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Entrance {
    /// The largest file that is taken.
    pub max_bytes: u64,
    /// Files that were uploaded and not yet imported to their end, newest first: id and name.
    pub open: Vec<(String, String)>,
}

/// An uploaded file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Upload {
    pub id: String,
    /// The file's own name.
    pub file: String,
    pub bytes: u64,
    /// "csv" or "jsonl".
    pub form: String,
    pub stage: Stage,
    /// What one row is: the first part of a line of [`ROWS`].
    pub row: String,
    /// The name of the data set.
    pub source: String,
    /// 03/11/2014 is the third of November (true) or the eleventh of March (false); none where the file's values say it.
    pub day_first: Option<bool>,
    /// As strftime: `%d.%m.%Y`; empty where dates are in a known form.
    pub date_format: String,
    /// The columns of the file.
    pub columns: Vec<String>,
    /// Some values of each column.
    pub samples: Vec<Vec<String>>,
    pub fields: Vec<FieldChoice>,
    pub preview: Preview,
    /// The made-up bank is in the database.
    pub demo: bool,
    pub progress: Progress,
    /// The import can be taken back: the data set came with it.
    pub undo: bool,
}

/// A field of a record and the column that it is read from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FieldChoice {
    pub name: String,
    /// A row without it cannot be stored, and neither it nor what does as well is mapped.
    pub missing: bool,
    pub needed: bool,
    /// More than one where a mapping joins them.
    pub columns: Vec<String>,
}

/// The first rows as they would be stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Preview {
    /// The fields that any of the rows has.
    pub head: Vec<String>,
    /// Texts in the order of `head`, empty where a row has none.
    pub rows: Vec<Vec<String>>,
    /// The first rows that would be left out.
    pub refused: Vec<Refused>,
    /// How many would be, of so many rows that were looked at.
    pub left_out: u64,
    pub looked_at: u64,
    /// Every row of the file was looked at.
    pub whole: bool,
    /// The first and the last day among them.
    pub days: Option<(NaiveDate, NaiveDate)>,
    /// Why there is no preview.
    pub problem: Option<String>,
}

/// A row that was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Refused {
    /// The line of the file, from 1, on which the row begins.
    pub line: u64,
    /// What is wrong with it.
    pub fault: String,
}

/// How far an import has come. Counts are of rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Progress {
    /// Rows that an import which was stopped before had read.
    pub resumed_at: u64,
    /// Rows read and stored or refused.
    pub rows: u64,
    /// Bytes read of the file.
    pub bytes: u64,
    /// Known at the end, as are `changed` and `unchanged`.
    pub new: u64,
    pub changed: u64,
    pub unchanged: u64,
    pub refused: u64,
    /// The first of them.
    pub first_refused: Vec<Refused>,
    /// Refused rows by kind of fault.
    pub kinds: Vec<(String, u64)>,
    /// The last day in the file.
    pub last_day: Option<NaiveDate>,
    /// Why it ended before its time.
    pub problem: Option<String>,
}
