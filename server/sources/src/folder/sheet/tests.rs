//! Layouts of sheets as people make them.

use super::layout::Layout;
use super::{Grid, Merged, Row, Value};

/// A sheet of lines with cells divided by `|`: numbers, days and texts by their looks.
fn grid(text: &str, merged: &[(u32, u32, u32, u32)]) -> Grid {
    let value = |text: &str| match text.parse() {
        Ok(number) => Value::Number(number),
        Err(_) if text.parse::<chrono::NaiveDate>().is_ok() => Value::Moment(text.to_owned()),
        Err(_) => Value::Text(text.to_owned()),
    };
    let row = |(number, line): (usize, &str)| {
        let cells: Vec<(u32, Value)> = (0..)
            .zip(line.split('|').map(str::trim))
            .filter(|(_, cell)| !cell.is_empty())
            .map(|(column, cell)| (column, value(cell)))
            .collect();
        (!cells.is_empty()).then_some(Row { number: number as u32, cells })
    };
    let merged = merged
        .iter()
        .map(|(top, bottom, left, right)| Merged { rows: (*top, *bottom), columns: (*left, *right) })
        .collect();
    Grid { rows: text.lines().enumerate().filter_map(row).collect(), merged }
}

/// The names of columns and the numbers of rows in the sheet, from 1.
fn found(text: &str, merged: &[(u32, u32, u32, u32)]) -> (Vec<String>, Vec<u32>) {
    let grid = grid(text, merged);
    let layout = Layout::find(&grid).unwrap();
    let rows = grid.rows[layout.rows].iter().map(|row| row.number + 1).collect();
    (layout.columns.into_iter().map(|(_, name)| name).collect(), rows)
}

fn refused(text: &str) -> String {
    Layout::find(&grid(text, &[])).err().unwrap()
}

#[test]
fn titles_and_totals_are_no_part_of_the_table() {
    let (names, rows) = found(
        "Sales of 2025\nmade by Ann\n\nCity|Day|Amount\nRiga|2025-01-31|3\nOslo|2025-02-01|4\nTotal||7\n\nAll in euros",
        &[(0, 0, 0, 2)],
    );
    assert_eq!((names, rows), (vec!["City".into(), "Day".into(), "Amount".into()], vec![5, 6]));
    // A row with the word but nothing to add up is a row.
    let (_, rows) = found("Word|Meaning\nsum|a total\ntotal|all", &[]);
    assert_eq!(rows, [2, 3]);
}

#[test]
fn columns_are_named_by_all_rows_of_a_header() {
    let want = ["City", "2024 Plan", "2024 Actual", "2025 Plan", "2025 Actual"];
    let (names, rows) = found(
        "City|2024||2025|\n|Plan|Actual|Plan|Actual\nRiga|1|2|3|4\nOslo|5|6|7|8",
        &[(0, 1, 0, 0), (0, 0, 1, 2), (0, 0, 3, 4)],
    );
    assert_eq!((names, rows), (want.map(str::to_owned).to_vec(), vec![3, 4]));
    // Without merged cells, as OpenDocument sheets are read.
    let (names, _) = found("|2024||2025|\nCity|Plan|Actual|Plan|Actual\nRiga|1|2|3|4", &[]);
    assert_eq!(names, want);
    let (names, rows) = found(
        "Report\n|North||South\n|Q1|Q2|Q1\nCity|EUR|EUR|EUR\nRiga|1|2|3\nOslo|4|5|6",
        &[(0, 0, 0, 3), (1, 1, 1, 2)],
    );
    assert_eq!((names.join(", "), rows), ("City, North Q1 EUR, North Q2 EUR, South Q1 EUR".into(), vec![5, 6]));
    let (names, rows) = found("City|Amount|Weight\n|EUR|kg\nRiga|1|2", &[]);
    assert_eq!((names.join(", "), rows), ("City, Amount EUR, Weight kg".into(), vec![3]));
    // Years name columns unless the columns hold years.
    let (names, _) = found("City|2024|2025\nRiga|1|2\nOslo|3|4", &[]);
    assert_eq!(names, ["City", "2024", "2025"]);
}

#[test]
fn rows_of_texts_are_rows() {
    let (names, rows) = found("Name|City|Note\nAnn|Riga|new\nBob|Oslo|old", &[]);
    assert_eq!((names.len(), rows), (3, vec![2, 3]));
    // A name over two columns makes no second row of names.
    let (names, rows) = found("Name||City\nAnn|Lee|Riga\nBob|Ray|Oslo", &[(0, 0, 0, 1)]);
    assert_eq!((names.join(", "), rows), ("Name, Name, City".into(), vec![2, 3]));
    let (_, rows) = found("Name|Amount|Weight\nAnn|unknown|unknown\nBob|1|2\nCid|3|4", &[]);
    assert_eq!(rows, [2, 3, 4]);
}

#[test]
fn what_can_be_read_in_two_ways_is_refused_with_what_to_do() {
    for (text, want) in [
        ("Riga|1|2\nOslo|3|4", "row 1 holds values, and no row above it names the columns. Insert"),
        ("City|Amount\nRiga|1|2\nOslo|3|4", "column C has values and no name"),
        ("City|Amount|Weight\nTown|euros|kilos\nRiga|1|2\nOslo|3|4", "rows 1 and 2 both look like names"),
        ("City|Amount\nRiga|1\n\nCity|Weight\nOslo|4", "a second table seems to begin in row 4"),
    ] {
        let why = refused(text);
        assert!(why.contains(want), "{text}: {why}");
    }
}
