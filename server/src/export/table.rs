//! Tables to download: their columns with types, and their lines as CSV (RFC 4180), in chunks. [`super::workbook`]
//! writes the same tables as sheets.

use crate::tabular::cell;
use chrono::{DateTime, SecondsFormat};
use model::account::AuditEntry;

/// Rows with a text for each cell, as files for programs have them.
pub type Rows = Vec<Vec<String>>;

/// The type of a column's cells, for files that have types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    Text,
    Number,
    /// Days, with or without a time.
    Moment,
}

/// A table to download, without its rows.
#[derive(Clone, Debug)]
pub struct Table {
    /// The name of its file, without an ending.
    pub name: String,
    pub columns: Vec<(String, CellKind)>,
    /// How its rows were filtered and sorted, by name.
    pub notes: Vec<(String, String)>,
}

/// The form of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    Csv,
    Xlsx,
}

impl TableFormat {
    /// The file extension, without the dot.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
        }
    }

    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8; header=present",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }

    /// For people: "Exported as CSV".
    pub const fn label(self) -> &'static str {
        match self {
            Self::Csv => "CSV",
            Self::Xlsx => "Excel",
        }
    }
}

/// The columns of the audit log.
pub const AUDIT: [(&str, CellKind); 9] = [
    ("time", CellKind::Moment),
    ("who", CellKind::Text),
    ("action", CellKind::Text),
    ("what", CellKind::Text),
    ("detail", CellKind::Text),
    ("address", CellKind::Text),
    ("channel", CellKind::Text),
    ("token", CellKind::Text),
    ("records", CellKind::Number),
];

/// An audit entry as these columns; its time in UTC, in ISO 8601.
pub fn audit(entry: &AuditEntry) -> Vec<String> {
    let at = DateTime::from_timestamp_millis(entry.at).unwrap_or_default();
    vec![
        at.to_rfc3339_opts(SecondsFormat::Millis, true),
        entry.who.clone(),
        entry.action.to_string(),
        entry.what.clone(),
        entry.detail.clone(),
        entry.address.clone().unwrap_or_default(),
        entry.channel.clone().unwrap_or_default(),
        entry.token.clone().unwrap_or_default(),
        entry.records.map(|n| n.to_string()).unwrap_or_default(),
    ]
}

/// Rows as lines, with cells escaped by [`cell`].
pub fn lines(rows: impl IntoIterator<Item = Vec<String>>) -> Vec<u8> {
    let mut out = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for row in rows {
        // Writing to memory cannot fail.
        let _ = out.write_record(row.into_iter().map(cell));
    }
    out.into_inner().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn cells_are_quoted_and_never_formulas() {
        let row = ["a", "b, \"c\"", "=HYPERLINK(1)", "-0.5", "+0.30", "two\nlines"].map(str::to_owned);
        let text = String::from_utf8(lines([row.to_vec()])).unwrap();
        assert_eq!(text, "a,\"b, \"\"c\"\"\",'=HYPERLINK(1),-0.5,+0.30,\"two\nlines\"\n");
    }

    /// The same lines as split by spreadsheets with other delimiters.
    #[test]
    fn no_cell_is_a_formula_whatever_parts_the_cells() {
        let texts =
            ["hi;=cmd|' /C calc'!A0", "hi;\"=1+1\"", "one\n@SUM(1)", "one\r\n+1+1", "a\t-2+3", " =1", "＝1", "x; -5"];
        let rows = texts.map(|text| vec!["a".to_owned(), text.to_owned(), "b".to_owned()]);
        let text = lines(rows.to_vec());
        for delimiter in [b',', b';', b'\t'] {
            for quoting in [true, false] {
                let mut reader = csv::ReaderBuilder::new();
                reader.has_headers(false).flexible(true).delimiter(delimiter).quoting(quoting);
                for record in reader.from_reader(text.as_slice()).records().map(Result::unwrap) {
                    for cell in record.iter().map(|cell| cell.trim_matches(['"', ' '])) {
                        let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r', '＝']);
                        assert!(!is_formula || cell.parse::<f64>().is_ok(), "{cell:?} by {}", char::from(delimiter));
                    }
                }
            }
        }
        assert_eq!(lines([vec!["Fee: 3; rate: -0.5".to_owned()]]), b"Fee: 3; rate: -0.5\n");
    }
}
