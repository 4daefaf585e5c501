//! Reads workbooks of Excel and OpenDocument: each sheet with rows is a table. Everything that a hostile file could make
//! large is bounded before it is held in memory.

mod layout;
mod open;
#[cfg(test)]
mod tests;

use std::path::Path;

use self::layout::Layout;
pub use self::open::sheets;
use super::Each;
use base::tabular::{COLUMNS, free};

/// A value of a cell; empty cells are not stored.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Text(String),
    Number(f64),
    /// A day, a timestamp or a time of day, in ISO form.
    Moment(String),
    Flag(bool),
    /// `#N/A`, `#DIV/0!` and the like.
    Error,
}

impl Value {
    /// As other files write it; `None` for an error, which is no value.
    fn text(&self) -> Option<String> {
        match self {
            Self::Text(text) | Self::Moment(text) => Some(text.clone()),
            Self::Number(number) => Some(number.to_string()),
            Self::Flag(flag) => Some(flag.to_string()),
            Self::Error => None,
        }
    }
}

/// A row that has values, by column.
#[derive(Clone, Debug, Default, PartialEq)]
struct Row {
    /// From 0.
    number: u32,
    cells: Vec<(u32, Value)>,
}

impl Row {
    fn get(&self, column: u32) -> Option<&Value> {
        self.cells.binary_search_by_key(&column, |(at, _)| *at).ok().map(|at| &self.cells[at].1)
    }
}

/// A merged region: first and last row and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Merged {
    rows: (u32, u32),
    columns: (u32, u32),
}

/// The values of a sheet; of a merged region, its first cell has the value.
#[derive(Clone, Debug, Default)]
struct Grid {
    rows: Vec<Row>,
    merged: Vec<Merged>,
}

/// Calls `call` for the names of a sheet's columns and then for each row; returns notes for the user.
pub fn each(path: &Path, sheet: &str, call: &mut Each<'_>) -> Result<Vec<String>, String> {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let grid = open::grid(path, sheet)?;
    let at = |why: String| format!("{file}, sheet {sheet}: {why}");
    let Layout { columns, rows, notes } = Layout::find(&grid).map_err(at)?;
    if columns.len() > COLUMNS {
        return Err(at(format!("there are more than {COLUMNS} columns.")));
    }
    if rows.len().saturating_mul(columns.len()) > 10 * open::CELLS {
        return Err(at(
            "most of its cells are empty, in too many rows and columns. Delete the cells far from the table.".into(),
        ));
    }
    let mut names: Vec<String> = Vec::with_capacity(columns.len());
    for (_, name) in &columns {
        names.push(free(&names, name));
    }
    call(&names, &[])?;
    let mut errors = 0;
    for row in &grid.rows[rows] {
        errors += row.cells.iter().filter(|(_, value)| *value == Value::Error).count();
        let values: Vec<Option<String>> =
            columns.iter().map(|(column, _)| row.get(*column).and_then(Value::text)).collect();
        call(&names, &values)?;
    }
    let mut notes: Vec<String> = notes.into_iter().map(|note| format!("sheet {sheet}: {note}")).collect();
    if errors > 0 {
        notes.push(format!("sheet {sheet}: {errors} cells hold an error such as #N/A; they count as empty."));
    }
    Ok(notes)
}

/// Writes the only sheet of a workbook as CSV.
pub fn to_csv(path: &Path, to: &Path) -> Result<(), String> {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let sheets = sheets(path)?;
    let [sheet] = sheets.as_slice() else {
        let many = sheets.len();
        return Err(format!("{file} has {many} sheets with values. Save the one to import as a file of its own."));
    };
    let wrong = |error: csv::Error| format!("{file}: {error}");
    let mut out = csv::Writer::from_path(to).map_err(wrong)?;
    each(path, sheet, &mut |names, values| match values {
        [] => out.write_record(names).map_err(wrong),
        values => out.write_record(values.iter().map(|value| value.as_deref().unwrap_or_default())).map_err(wrong),
    })?;
    out.flush().map_err(|error| format!("{file}: {error}"))
}

/// The letters of a column: `A`, `AB`.
fn letters(mut column: u32) -> String {
    let mut out = String::new();
    loop {
        out.insert(0, char::from(b'A' + u8::try_from(column % 26).unwrap_or_default()));
        if column < 26 {
            return out;
        }
        column = column / 26 - 1;
    }
}
