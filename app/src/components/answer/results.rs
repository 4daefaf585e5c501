//! The results of a run as tables, and the positions of values in them. Pure.

use serde_json::Value;

use super::value;
use crate::components::words;
use crate::i18n;
use crate::model::answer::Source;
use crate::model::rows::{self, Cell, Table};
use crate::model::run::{Call, Outcome, Run, ToolOutput};
use crate::model::text::capital;

/// The results that an answer's figures and citations refer to.
pub struct Results<'r> {
    all: Vec<Walked<'r>>,
}

/// A call with its result as tables.
pub struct Walked<'r> {
    pub call: &'r Call,
    pub tables: Vec<Table<'r>>,
}

/// A cell, by its index in [`Walked::tables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    pub table: usize,
    pub row: usize,
    pub column: usize,
}

/// The target of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leads {
    Cell(At),
    /// Table and row: to the row itself, or to its label.
    Row(usize, usize),
    /// To the list that this table shows.
    List(usize),
    Nowhere,
}

impl<'r> Results<'r> {
    pub fn from_run(run: &'r Run) -> Self {
        let claimed = run.grounding.iter().flat_map(|g| &g.claims).filter_map(|c| c.found.as_ref()).map(|f| &f.call);
        let cited = run.answer.iter().flat_map(|a| a.rows()).map(|(_, row)| &row.call);
        let mut needed: Vec<&String> = claimed.chain(cited).collect();
        needed.sort_unstable();
        needed.dedup();
        Self { all: run.calls().filter(|c| needed.binary_search(&&c.id).is_ok()).map(Walked::from_call).collect() }
    }

    pub fn call(&self, id: &str) -> Option<&Walked<'r>> {
        self.all.iter().find(|w| w.call.id == id)
    }
}

impl<'r> Walked<'r> {
    pub fn from_call(call: &'r Call) -> Self {
        let output = call.outcome.as_ref().and_then(Outcome::output);
        Self { call, tables: output.map_or_else(Vec::new, |o| rows::tables(&o.data)) }
    }

    pub fn output(&self) -> Option<&'r ToolOutput> {
        self.call.outcome.as_ref().and_then(Outcome::output)
    }

    /// What the call is about, in words: "Topics" of `analyze_topics`.
    pub fn about(&self) -> String {
        const VERBS: [&str; 10] =
            ["analyze", "get", "list", "query", "detect", "assess", "search", "find", "calculate", "compare"];
        let name = &self.call.tool;
        let noun =
            name.split_once('_').filter(|(verb, _)| VERBS.contains(verb)).map_or(name.as_str(), |(_, noun)| noun);
        capital(&words::plain_name(noun))
    }

    /// The period of the call.
    pub fn days(&self) -> Option<String> {
        let range = self.output()?.coverage.as_ref()?.range;
        (range.from.is_some() || range.to.is_some()).then(|| i18n::range(&range))
    }

    /// The record for a path beginning with `/sources`.
    pub fn source(&self, path: &str) -> Option<&'r Source> {
        let n = path.strip_prefix("/sources/")?.split('/').next()?;
        self.output()?.sources.get(n.parse::<usize>().ok()?)
    }

    /// The argument for a path beginning with `/args`, with its name.
    pub fn argument<'p>(&self, path: &'p str) -> Option<(&'p str, &'r Value)> {
        let inner = path.strip_prefix("/args")?;
        Some((inner.rsplit('/').next()?, self.call.args.pointer(inner)?))
    }

    /// The row with this path.
    pub fn row(&self, path: &str) -> Option<(usize, usize)> {
        let rows = |(t, table): (usize, &Table<'_>)| Some((t, table.rows.iter().position(|r| r.path == path)?));
        self.tables.iter().enumerate().find_map(rows)
    }

    /// The target of a path: of the rows that contain it, the one with the longest path decides.
    pub fn leads(&self, path: &str) -> Leads {
        let holding = self.tables.iter().enumerate().flat_map(|(t, table)| {
            let rows = table.rows.iter().enumerate().filter(|(_, row)| within(path, &row.path));
            rows.map(move |(r, row)| (t, r, row))
        });
        if let Some((table, row, found)) = holding.max_by_key(|(.., row)| row.path.len()) {
            let rest = &path[found.path.len()..];
            let holds = |(column, cell): (&rows::Column, &Cell<'_>)| match cell {
                Cell::Key(_) => false,
                // A short list is one cell, so its items are within it.
                Cell::Value(Value::Array(_)) => within(rest, &column.path),
                _ => column.path == rest,
            };
            let cells = self.tables[table].columns.iter().zip(&found.cells);
            match cells.into_iter().position(holds) {
                Some(column) => return Leads::Cell(At { table, row, column }),
                None if rest.is_empty() => return Leads::Row(table, row),
                None => {}
            }
        }
        self.tables.iter().position(|t| t.list && t.path == path).map_or(Leads::Nowhere, Leads::List)
    }

    /// A cell as displayed.
    pub fn text(&self, at: At) -> String {
        let table = &self.tables[at.table];
        cell_text(&table.columns[at.column].name, table.rows[at.row].cells[at.column])
    }

    /// The name of a row: its label, or else its first day.
    pub fn row_name(&self, table: usize, row: usize) -> String {
        let found = &self.tables[table];
        match lead(found, &[row]) {
            Some(column) if found.list => self.text(At { table, row, column }),
            _ => String::new(),
        }
    }

    /// A cell with the name of its column: "count 140".
    pub fn cell_text(&self, at: At) -> String {
        let table = &self.tables[at.table];
        let name = value::field_name(&table.columns[at.column].name);
        let name = if name.is_empty() { value::list_name(&table.name) } else { name };
        let text = self.text(at);
        if name.is_empty() { text } else { format!("{name} {text}") }
    }
}

/// A cell as displayed in the column with this name.
pub fn cell_text(column: &str, cell: Cell<'_>) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Key(key) => key.to_owned(),
        Cell::Value(value) => value::cell_text(column, value),
    }
}

/// The column that identifies rows: the label, or else the first with dates.
pub fn lead(table: &Table<'_>, rows: &[usize]) -> Option<usize> {
    if rows.iter().any(|row| !table.label(*row).is_empty()) {
        return Some(0);
    }
    let is_day = |cell: &Cell<'_>| matches!(cell, Cell::Value(Value::String(text)) if value::day(text).is_some());
    let filled = |row: &usize| table.rows.get(*row);
    (0..table.columns.len()).find(|column| rows.iter().filter_map(filled).all(|row| is_day(&row.cells[*column])))
}

/// Whether a JSON pointer is this one or points inside it.
pub fn within(path: &str, outer: &str) -> bool {
    path.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
#[path = "results_tests.rs"]
mod tests;
