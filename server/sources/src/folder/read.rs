//! Reads a file's rows as texts.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::Value;

use super::{Each, sheet};
use base::tabular::{self, COLUMNS, Table};
use base::unpacked::{Unpacked, most_rows};

/// A file format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// CSV with any delimiter.
    Separated,
    /// One JSON object per line.
    Json,
    Parquet,
    /// A workbook, whose sheets are tables.
    Workbook,
    /// A sheet of a workbook.
    Sheet(String),
}

/// The longest JSON line, in bytes.
const MAX_LINE_BYTES: u64 = 16 << 20;

/// Calls `call` for each row with the column names so far and the row's values; returns the delimiter, and notes for
/// the user on how the file was read.
pub fn each(path: &Path, kind: &Kind, packed: bool, call: &mut Each<'_>) -> Result<(u8, Vec<String>), String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let file = || File::open(path).map_err(|e| format!("{name}: {e}"));
    let bytes = path.metadata().map_err(|e| format!("{name}: {e}"))?.len();
    let plain = |file: File| -> Box<dyn Read + Send> {
        match packed {
            true => Box::new(Unpacked::new(MultiGzDecoder::new(BufReader::new(file)), bytes)),
            false => Box::new(file),
        }
    };
    let done = |()| (b',', Vec::new());
    match kind {
        Kind::Separated => {
            let table = tabular::open(|| File::open(path).map(plain)).map_err(|e| format!("{name}: {e}."))?;
            separated(&name, table, call)
        }
        Kind::Json => json(&name, BufReader::new(plain(file()?)), call).map(done),
        Kind::Parquet => packed_columns(&name, file()?, call).map(done),
        Kind::Sheet(sheet) => sheet::each(path, sheet, call).map(|notes| (b',', notes)),
        Kind::Workbook => Err(format!("{name} is a workbook: its sheets are read one by one.")),
    }
}

fn separated(name: &str, mut table: Table, call: &mut Each<'_>) -> Result<(u8, Vec<String>), String> {
    let wrong = |error: csv::Error| match error.position() {
        Some(at) => format!("{name}, line {}: {error}.", at.line()),
        None => format!("{name}: {error}."),
    };
    if table.names.len() > COLUMNS {
        return Err(format!("{name} has more than {COLUMNS} columns."));
    }
    call(&table.names, &[])?;
    let (mut record, mut shorter, mut longer) = (csv::StringRecord::new(), 0, 0);
    while table.read(&mut record).map_err(wrong)? {
        // Trailing delimiters are not values.
        let filled = (0..record.len()).rev().find(|at| !record[*at].trim().is_empty()).map_or(0, |at| at + 1);
        let many = filled.max(record.len().min(table.names.len()));
        if many == 0 || record.len() == 1 && filled == 0 {
            continue;
        }
        shorter += usize::from(record.len() < table.names.len());
        longer += usize::from(many > table.names.len());
        let values: Vec<Option<String>> = record.iter().take(many).map(|value| Some(value.to_owned())).collect();
        call(&table.names, &values)?;
    }
    let mut notes = table.notes;
    if shorter > 0 {
        notes.push(format!("{shorter} rows have fewer values than the header; the missing ones are empty."));
    }
    if longer > 0 {
        notes.push(format!("{longer} rows have more values than the header; those are in columns of their own."));
    }
    Ok((table.dialect.delimiter, notes))
}

/// Columns are added with the first object that has them.
struct Columns {
    names: Vec<String>,
    places: HashMap<String, usize>,
}

impl Columns {
    fn put(&mut self, values: &mut Vec<Option<String>>, column: &str, value: Option<String>) -> Result<(), String> {
        let place = match self.places.get(column) {
            Some(place) => *place,
            None if self.names.len() == COLUMNS => return Err(format!("there are more than {COLUMNS} columns")),
            None => {
                self.places.insert(column.to_owned(), self.names.len());
                self.names.push(column.to_owned());
                self.names.len() - 1
            }
        };
        if values.len() <= place {
            values.resize(place + 1, None);
        }
        values[place] = value;
        Ok(())
    }
}

fn json(name: &str, mut from: BufReader<Box<dyn Read + Send>>, call: &mut Each<'_>) -> Result<(), String> {
    let mut columns = Columns { names: Vec::new(), places: HashMap::new() };
    let mut line = String::new();
    for number in 1.. {
        line.clear();
        let read = (&mut from)
            .take(MAX_LINE_BYTES)
            .read_line(&mut line)
            .map_err(|e| format!("{name}, line {number}: {e}."))?;
        if read == 0 {
            break;
        }
        if line.trim().is_empty() {
            continue;
        }
        let at = |why: String| format!("{name}, line {number}: {why}.");
        let object: serde_json::Map<String, Value> =
            serde_json::from_str(&line).map_err(|e| at(format!("no JSON object: {e}")))?;
        let mut values = Vec::new();
        for (column, value) in object {
            let text = match value {
                Value::Null => None,
                Value::String(text) => Some(text),
                other => Some(other.to_string()),
            };
            columns.put(&mut values, &column, text).map_err(at)?;
        }
        call(&columns.names, &values)?;
    }
    Ok(())
}

fn packed_columns(name: &str, file: File, call: &mut Each<'_>) -> Result<(), String> {
    let wrong = |e: parquet::errors::ParquetError| format!("{name}: {e}.");
    let bytes = file.metadata().map_or(0, |meta| meta.len());
    let reader = SerializedFileReader::new(file).map_err(wrong)?;
    // A column of one value costs nothing, however many rows it has.
    let (rows, most) = (reader.metadata().file_metadata().num_rows(), most_rows(bytes));
    if u64::try_from(rows).map_or(true, |rows| rows > most) {
        return Err(format!("{name} says that it has {rows} rows; a file of {bytes} bytes may have {most}."));
    }
    let mut columns = Columns { names: Vec::new(), places: HashMap::new() };
    for row in reader.get_row_iter(None).map_err(wrong)? {
        let row = row.map_err(wrong)?;
        let mut values = Vec::new();
        for (column, field) in row.get_column_iter() {
            let text =
                match field {
                    Field::Null => None,
                    Field::Str(text) => Some(text.clone()),
                    Field::Date(days) => {
                        let days = chrono::Duration::days(i64::from(*days));
                        chrono::NaiveDate::default().checked_add_signed(days).map(|day| day.to_string())
                    }
                    Field::TimestampMillis(at) => chrono::DateTime::from_timestamp_millis(*at)
                        .map(|at| at.format("%Y-%m-%d %H:%M:%S").to_string()),
                    Field::TimestampMicros(at) => chrono::DateTime::from_timestamp_micros(*at)
                        .map(|at| at.format("%Y-%m-%d %H:%M:%S").to_string()),
                    other => Some(other.to_string()),
                };
            columns.put(&mut values, column, text).map_err(|why| format!("{name}: {why}."))?;
        }
        call(&columns.names, &values)?;
    }
    Ok(())
}
