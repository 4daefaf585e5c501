//! Tables as workbooks (.xlsx), written row by row so that their size does not matter: typed cells, and a second sheet
//! with how the rows were filtered. Texts are written as texts, never as formulas.

use std::fs::File;
use std::io::{self, Seek as _};

use chrono::{Datelike as _, NaiveDate, NaiveDateTime, NaiveTime, Timelike as _};
use futures::{Stream, StreamExt as _};
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, Worksheet, XlsxError};
use tokio::sync::mpsc;

use super::table::{CellKind, Rows, Table};

/// Limits of the format: rows of a sheet and characters of a cell.
const MAX_SHEET_ROWS: u32 = 1_048_576;
const MAX_CELL_CHARS: usize = 32_767;

/// Parts that may wait to be written.
const MAX_QUEUED_PARTS: usize = 2;

/// Writes a table to a temporary file, ready to be read.
pub async fn write<E>(table: Table, rows: impl Stream<Item = Result<Rows, E>>) -> io::Result<File>
where
    E: std::error::Error + Send + Sync + 'static,
{
    let (sender, receiver) = mpsc::channel(MAX_QUEUED_PARTS);
    let writing = tokio::task::spawn_blocking(move || written(&table, receiver));
    let mut rows = std::pin::pin!(rows);
    while let Some(part) = rows.next().await {
        let part = part.map_err(io::Error::other)?;
        if sender.send(part).await.is_err() {
            break;
        }
    }
    drop(sender);
    writing.await.map_err(io::Error::other)?
}

fn written(table: &Table, rows: mpsc::Receiver<Rows>) -> io::Result<File> {
    let mut workbook = Workbook::new();
    let left_out = data(workbook.add_worksheet_with_constant_memory().map_err(wrong)?, table, rows).map_err(wrong)?;
    let more = (left_out > 0).then(|| {
        let text = format!("{left_out} further rows do not fit into a sheet. The CSV file has all of them.");
        ("Left out".to_owned(), text)
    });
    notes(workbook.add_worksheet(), table.notes.iter().chain(&more)).map_err(wrong)?;
    let mut file = tempfile::tempfile()?;
    workbook.save_to_writer(&mut file).map_err(wrong)?;
    file.rewind()?;
    Ok(file)
}

fn wrong(error: XlsxError) -> io::Error {
    io::Error::other(error)
}

/// Writes the rows; returns how many of them did not fit.
fn data(sheet: &mut Worksheet, table: &Table, mut rows: mpsc::Receiver<Rows>) -> Result<u64, XlsxError> {
    let bold = Format::new().set_bold();
    let (day, time) = (Format::new().set_num_format("yyyy-mm-dd"), Format::new().set_num_format("yyyy-mm-dd hh:mm:ss"));
    sheet.set_name("Data")?.set_freeze_panes(1, 0)?;
    for (column, (name, kind)) in (0..).zip(&table.columns) {
        let width = if *kind == CellKind::Text { 24 } else { 18 };
        sheet.set_column_width(column, width)?.write_string_with_format(0, column, cut(name), &bold)?;
    }
    let (mut at, mut left_out) = (1, 0);
    while let Some(part) = rows.blocking_recv() {
        for row in part {
            if at == MAX_SHEET_ROWS {
                left_out += 1;
                continue;
            }
            for (column, (text, (_, kind))) in (0..).zip(row.iter().zip(&table.columns)) {
                match Cell::read(*kind, text) {
                    Cell::Empty => continue,
                    Cell::Number(number) => sheet.write_number(at, column, number)?,
                    Cell::Day(date) => sheet.write_datetime_with_format(at, column, serial(date)?, &day)?,
                    Cell::Moment(moment) => {
                        let serial = with_time(moment)?;
                        sheet.write_datetime_with_format(at, column, serial, &time)?
                    }
                    Cell::Text(text) => sheet.write_string(at, column, cut(text))?,
                };
            }
            at += 1;
        }
    }
    Ok(left_out)
}

fn notes<'a>(sheet: &mut Worksheet, all: impl Iterator<Item = &'a (String, String)>) -> Result<(), XlsxError> {
    let bold = Format::new().set_bold();
    sheet.set_name("Filters")?.set_column_width(0, 24)?.set_column_width(1, 80)?;
    for (row, (name, text)) in (0..).zip(all) {
        sheet.write_string_with_format(row, 0, cut(name), &bold)?.write_string(row, 1, cut(text))?;
    }
    Ok(())
}

/// The value of a cell.
#[derive(Debug, PartialEq)]
enum Cell<'a> {
    Empty,
    Text(&'a str),
    Number(f64),
    Day(NaiveDate),
    Moment(NaiveDateTime),
}

impl<'a> Cell<'a> {
    /// A value that does not fit its column stays a text.
    fn read(kind: CellKind, text: &'a str) -> Self {
        let plain = text.trim();
        if plain.is_empty() {
            return Self::Empty;
        }
        let typed = match kind {
            CellKind::Text => None,
            CellKind::Number => plain.parse().ok().filter(|number: &f64| number.is_finite()).map(Self::Number),
            CellKind::Moment => plain.parse().ok().map(Self::Day).or_else(|| moment(plain).map(Self::Moment)),
        };
        typed.unwrap_or(Self::Text(text))
    }
}

/// `2026-01-31T10:00:00Z`, `2026-01-31 10:00`, `31 January 2026, 10:00 UTC`.
fn moment(text: &str) -> Option<NaiveDateTime> {
    let text = text.trim_end_matches("UTC").trim_end().trim_end_matches('Z').replacen('T', " ", 1);
    let forms = ["%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%d %H:%M", "%d %B %Y, %H:%M"];
    forms.iter().find_map(|form| NaiveDateTime::parse_from_str(&text, form).ok())
}

fn serial(date: NaiveDate) -> Result<ExcelDateTime, XlsxError> {
    let part = |number: u32| u8::try_from(number).unwrap_or_default();
    ExcelDateTime::from_ymd(u16::try_from(date.year()).unwrap_or_default(), part(date.month()), part(date.day()))
}

fn with_time(moment: NaiveDateTime) -> Result<ExcelDateTime, XlsxError> {
    let time: NaiveTime = moment.time();
    let part = |number: u32| u16::try_from(number).unwrap_or_default();
    let seconds = f64::from(time.second()) + f64::from(time.nanosecond() / 1_000_000) / 1_000.0;
    serial(moment.date())?.and_hms(part(time.hour()), u8::try_from(time.minute()).unwrap_or_default(), seconds)
}

/// As much of a text as a cell holds.
fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_CELL_CHARS - 1) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_the_type_of_their_column() {
        for (kind, text, want) in [
            (CellKind::Number, "2.50", Cell::Number(2.5)),
            (CellKind::Number, "n/a", Cell::Text("n/a")),
            (CellKind::Text, "0012", Cell::Text("0012")),
            (CellKind::Text, " ", Cell::Empty),
            (CellKind::Moment, "2026-01-31", Cell::Day(NaiveDate::from_ymd_opt(2026, 1, 31).unwrap())),
        ] {
            assert_eq!(Cell::read(kind, text), want, "{text}");
        }
        let at = NaiveDate::from_ymd_opt(2026, 1, 31).unwrap().and_hms_opt(9, 14, 0).unwrap();
        for text in ["2026-01-31T09:14:00Z", "2026-01-31 09:14", "31 January 2026, 09:14 UTC"] {
            assert_eq!(Cell::read(CellKind::Moment, text), Cell::Moment(at), "{text}");
        }
    }

    #[test]
    fn a_long_text_is_cut_to_what_a_cell_holds() {
        assert_eq!(cut(&"ž".repeat(MAX_CELL_CHARS)).chars().count(), MAX_CELL_CHARS);
        assert_eq!(cut("ž"), "ž");
    }
}
