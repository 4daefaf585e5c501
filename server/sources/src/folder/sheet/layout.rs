//! Finds the table of a sheet: where its header and its rows are, and what only surrounds it. Where a sheet can be read
//! in two ways, it is refused with what to change, since a wrong guess gives wrong figures.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{Grid, Merged, Row, Value, letters};

/// How many rows may name the columns, and how many rows are looked at to tell names from values.
const LINES: usize = 3;
const SNIFF_ROWS: usize = 50;

/// Maximum number of merged regions near a header.
const MAX_MERGED_REGIONS: usize = 10_000;

/// First words of a row of totals, in the languages of the pages.
const TOTALS: [&str; 14] = [
    "total", "totals", "grand total", "overall total", "sum", "sums", "summe", "summen", "gesamt", "gesamtsumme",
    "insgesamt", "iš viso", "viso", "suma",
];

/// A table in a sheet.
pub(super) struct Layout {
    /// Columns with their names, which are empty where the header has none.
    pub columns: Vec<(u32, String)>,
    /// Its rows, as places in [`Grid::rows`].
    pub rows: Range<usize>,
    /// What was left out.
    pub notes: Vec<String>,
}

impl Layout {
    pub fn find(grid: &Grid) -> Result<Self, String> {
        let near = grid.rows.get(2 * SNIFF_ROWS).map_or(u32::MAX, |row| row.number);
        let merged = grid.merged.iter().filter(|of| of.rows.0 <= near).take(MAX_MERGED_REGIONS).copied().collect();
        let looker = Looker { rows: &grid.rows, merged };
        let header = looker.header()?;
        let mut notes = Vec::new();
        if header.start > 0 {
            notes.push(format!("{} above the table were left out.", lines(&grid.rows[..header.start])));
        }
        let rows = looker.end(header.end, &mut notes)?;
        let columns = looker.columns(&header, &rows)?;
        let below = grid.rows.get(header.end).map_or(u32::MAX, |row| row.number);
        let tall = grid.merged.iter().filter(|of| of.rows.0 >= below && of.rows.1 > of.rows.0).count();
        if tall > 0 {
            notes.push(format!(
                "{tall} merged cells reach over several rows; their values count in the first of these only."
            ));
        }
        Ok(Self { columns, rows, notes })
    }
}

/// Rows by their numbers in the sheet.
fn lines(rows: &[Row]) -> String {
    match rows {
        [] => String::new(),
        [one] => format!("The values of row {}", one.number + 1),
        [first, .., last] => format!("The values of rows {} to {}", first.number + 1, last.number + 1),
    }
}

struct Looker<'a> {
    rows: &'a [Row],
    /// The regions near the header.
    merged: Vec<Merged>,
}

impl Looker<'_> {
    fn row(&self, at: usize) -> Option<&Row> {
        self.rows.get(at)
    }

    fn merged(&self, row: u32, column: u32) -> Option<&Merged> {
        let within = |of: (u32, u32), at: u32| (of.0..=of.1).contains(&at);
        self.merged.iter().find(|of| within(of.rows, row) && within(of.columns, column))
    }

    /// The value of a cell, or of the region that it is merged into.
    fn value<'r>(&'r self, row: &'r Row, column: u32) -> Option<&'r Value> {
        let Some(merged) = self.merged(row.number, column) else { return row.get(column) };
        let first = self.rows.binary_search_by_key(&merged.rows.0, |row| row.number).ok()?;
        self.rows[first].get(merged.columns.0)
    }

    /// The rows that name the columns.
    fn header(&self) -> Result<Range<usize>, String> {
        let head = &self.rows[..self.rows.len().min(SNIFF_ROWS)];
        let widest = head.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        let first = head.iter().position(|row| row.cells.len() * 2 >= widest).unwrap_or(0);
        let Some(row) = self.row(first) else { return Err("it has no cells.".into()) };
        if !self.names(first) {
            return Err(format!(
                "row {} holds values, and no row above it names the columns. Insert a row with a name for each column above it.",
                row.number + 1
            ));
        }
        let mut header = self.above(first)..first + 1;
        while self.goes_on(&header)? {
            header.end += 1;
        }
        if header.len() > LINES {
            return Err(format!(
                "its columns are named by {} rows, and at most {LINES} are read. Put the names into fewer rows.",
                header.len()
            ));
        }
        Ok(header)
    }

    /// Whether a row consists of names: texts, or years and days that are not those of the column below.
    fn names(&self, at: usize) -> bool {
        let row = &self.rows[at];
        let below = &self.rows[at + 1..self.rows.len().min(at + 1 + SNIFF_ROWS)];
        let name = |(column, value): &(u32, Value)| match value {
            Value::Text(_) => true,
            Value::Moment(_) => !below.iter().any(|row| matches!(row.get(*column), Some(Value::Moment(_)))),
            Value::Number(number) => {
                let year = |number: f64| number.fract() == 0.0 && (1_900.0..=2_100.0).contains(&number);
                let same = |row: &Row| matches!(row.get(*column), Some(Value::Number(own)) if year(*own));
                year(*number) && !below.iter().any(same)
            }
            Value::Flag(_) | Value::Error => false,
        };
        row.cells.iter().all(name)
    }

    /// The first row of the header, if there are groups of columns above their names.
    fn above(&self, first: usize) -> usize {
        let table = &self.rows[first..self.rows.len().min(first + SNIFF_ROWS)];
        let columns = || table.iter().flat_map(|row| row.cells.iter().map(|(column, _)| *column));
        let (Some(from), Some(to)) = (columns().min(), columns().max()) else { return first };
        let mut top = first;
        while top > 0 && first + 1 - top < LINES {
            let (row, next) = (&self.rows[top - 1], &self.rows[top]);
            let adjacent = row.number + 1 == next.number;
            if !(adjacent && self.names(top - 1) && self.is_group(row, next, (from, to))) {
                break;
            }
            top -= 1;
        }
        top
    }

    /// Whether a row holds groups for the names of the next one: regions that span some of the table's columns, or texts
    /// without which those names repeat. A region over the whole table is a title.
    fn is_group(&self, row: &Row, next: &Row, (from, to): (u32, u32)) -> bool {
        let some = |of: &Merged| of.columns.1 > of.columns.0 && !(of.columns.0 <= from && of.columns.1 >= to);
        if row.cells.iter().filter_map(|(column, _)| self.merged(row.number, *column)).any(some) {
            return true;
        }
        let names: Vec<Option<String>> = next.cells.iter().map(|(_, value)| value.text()).collect();
        let repeats = names.iter().enumerate().any(|(at, name)| names[..at].contains(name));
        row.cells.len() > 1 && repeats
    }

    /// Whether the row after the header so far names columns as well.
    fn goes_on(&self, header: &Range<usize>) -> Result<bool, String> {
        let (last, Some(row)) = (&self.rows[header.end - 1], self.row(header.end)) else { return Ok(false) };
        if row.number != last.number + 1 || !self.names(header.end) {
            return Ok(false);
        }
        if self.merged.iter().any(|of| of.rows.0 <= last.number && of.rows.1 > last.number) {
            return Ok(true);
        }
        // Names only below a region that spans several columns, and of columns that have none yet.
        let named = |column: u32| header.clone().any(|at| self.value(&self.rows[at], column).is_some());
        let spans = |column: u32| self.merged(last.number, column).is_some_and(|of| of.columns.1 > of.columns.0);
        let mut columns = row.cells.iter().map(|(column, _)| *column);
        if columns.clone().any(spans) && columns.all(|column| spans(column) || !named(column)) {
            return Ok(true);
        }
        // Texts over numbers, as units are.
        let numbers = self.numbers(header.end + 1);
        let over: Vec<&Value> = numbers.iter().filter_map(|column| row.get(*column)).collect();
        let all =
            !numbers.is_empty() && over.len() == numbers.len() && over.iter().all(|v| matches!(v, Value::Text(_)));
        if !all {
            return Ok(false);
        }
        // They also name a column that the rows above, of groups, leave without a name.
        let names = |(column, _): &(u32, Value)| header.len() > 1 && !named(*column);
        if row.cells.iter().all(|(column, _)| numbers.contains(column)) || row.cells.iter().any(names) {
            return Ok(true);
        }
        // The same text everywhere is a row whose numbers are missing.
        let differ = over.iter().any(|value| *value != over[0]);
        if !differ {
            return Ok(false);
        }
        Err(format!(
            "rows {} and {} both look like names of columns. Put the names into one row, or merge the cells of those that \
             belong together.",
            last.number + 1,
            row.number + 1
        ))
    }

    /// Columns in which most values from a row on are numbers or days.
    fn numbers(&self, from: usize) -> BTreeSet<u32> {
        let rows = &self.rows[from.min(self.rows.len())..self.rows.len().min(from + SNIFF_ROWS)];
        let columns: BTreeSet<u32> = rows.iter().flat_map(|row| row.cells.iter().map(|(column, _)| *column)).collect();
        let most = |column: &u32| {
            let values: Vec<&Value> = rows.iter().filter_map(|row| row.get(*column)).collect();
            values.iter().filter(|value| !matches!(value, Value::Text(_))).count() * 2 > values.len()
        };
        columns.into_iter().filter(most).collect()
    }

    /// The rows of the table, without totals and remarks at their end.
    fn end(&self, from: usize, notes: &mut Vec<String>) -> Result<Range<usize>, String> {
        let rows = self.rows;
        let numbers = self.numbers(from);
        for at in from + 1..rows.len() {
            let over = rows[at].cells.iter().filter(|(column, _)| numbers.contains(column)).count();
            let gap = rows[at].number > rows[at - 1].number + 1;
            let texts = rows[at].cells.iter().all(|(_, value)| matches!(value, Value::Text(_)));
            if gap && texts && over > 0 && over * 2 >= numbers.len() && at + 1 < rows.len() {
                return Err(format!(
                    "a second table seems to begin in row {}. Put each table on a sheet of its own.",
                    rows[at].number + 1
                ));
            }
        }
        let width = rows.get(from).map_or(0, |row| row.cells.len());
        let mut end = rows.len();
        while end > from + 1 {
            let row = &rows[end - 1];
            let remark = width > 2 && row.cells.len() == 1 && matches!(row.cells[0].1, Value::Text(_));
            let gap = row.number > rows[end - 2].number + 1 || end < rows.len();
            if !(is_total(row) || remark && gap) {
                break;
            }
            end -= 1;
        }
        if end < rows.len() {
            notes.push(format!("{} were left out: totals and remarks below the table.", lines(&rows[end..])));
        }
        let within: Vec<String> = rows[from.min(end)..end]
            .iter()
            .filter(|row| is_total(row))
            .map(|row| (row.number + 1).to_string())
            .take(5)
            .collect();
        if !within.is_empty() {
            notes.push(format!(
                "Row {} looks like a total within the table, and counts as a row. Delete such rows if they add up others.",
                within.join(", ")
            ));
        }
        Ok(from.min(end)..end)
    }

    /// The columns of the table, named by all rows of the header.
    fn columns(&self, header: &Range<usize>, rows: &Range<usize>) -> Result<Vec<(u32, String)>, String> {
        let used = |rows: &[Row]| -> BTreeSet<u32> {
            rows.iter().flat_map(|row| row.cells.iter().map(|(column, _)| *column)).collect()
        };
        let (head, values) = (used(&self.rows[header.clone()]), used(&self.rows[rows.clone()]));
        let columns: Vec<(u32, String)> =
            head.union(&values).map(|column| (*column, self.name(header, *column))).collect();
        // The first column often has no name, for example where it only names the rows.
        if let Some((column, _)) = columns.iter().skip(1).find(|(_, name)| name.is_empty()) {
            let row = self.rows[header.end - 1].number + 1;
            return Err(format!(
                "row {row} was taken for the names of columns, but column {} has values and no name. Name every column \
                 there, or delete what does not belong to the table.",
                letters(*column)
            ));
        }
        Ok(columns)
    }

    /// The name of a column, from the widest group to the column itself.
    fn name(&self, header: &Range<usize>, column: u32) -> String {
        let mut parts: Vec<String> = Vec::new();
        for at in header.clone() {
            let row = &self.rows[at];
            let own = self.value(row, column).or_else(|| self.group(at, header, column));
            let text = own.and_then(Value::text).unwrap_or_default();
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            if !text.is_empty() && parts.last() != Some(&text) {
                parts.push(text);
            }
        }
        parts.join(" ")
    }

    /// The group of a column that is written only over the first of its columns, without merged cells. A column that has
    /// no name of its own below it belongs to no group.
    fn group(&self, at: usize, header: &Range<usize>, column: u32) -> Option<&Value> {
        let row = &self.rows[at];
        let below = (at + 1 < header.end).then(|| &self.rows[at + 1])?;
        let spans = self.merged.iter().any(|of| of.rows.0 == row.number && of.columns.1 > of.columns.0);
        if spans || below.get(column).is_none() {
            return None;
        }
        let (from, value) = row.cells.iter().rev().find(|(own, _)| *own < column)?;
        (*from..column).all(|own| below.get(own).is_some()).then_some(value)
    }
}

/// Whether a row is one of totals: its first text says so, and it has a number, or nothing else, as where its formulas
/// were never calculated.
fn is_total(row: &Row) -> bool {
    let first = row.cells.iter().find_map(|(_, value)| match value {
        Value::Text(text) => Some(text.trim_end_matches([':', ' ']).to_lowercase()),
        _ => None,
    });
    let numbers = row.cells.iter().any(|(_, value)| matches!(value, Value::Number(_)));
    let alone = row.cells.len() == 1;
    (numbers || alone) && first.is_some_and(|text| TOTALS.contains(&text.as_str()))
}
