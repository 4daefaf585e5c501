//! The one series of numbers of a run: its rows and records in the order of its calls. Derived from the stored results
//! alone, so it is the same after a restart, and stable as the run continues.

use std::collections::HashMap;

use model::answer::{Citation, CitedRow, Source};
use model::rows::{Cell, Table, tables};
use model::run::{Call, Run, ToolOutput};
use serde_json::Value;

use super::UNNUMBERED;
use crate::calls::same_args;

/// The numbers of a run.
pub struct Numbering<'a> {
    calls: Vec<Shown<'a>>,
    /// What each number refers to, from 1.
    entries: Vec<Entry<'a>>,
    records: HashMap<(&'static str, &'a str), usize>,
}

/// A call with its result as numbered rows.
pub struct Shown<'a> {
    pub call: &'a Call,
    pub output: &'a ToolOutput,
    pub tables: Vec<Table<'a>>,
    /// A number for each row of each table. A row that is a record has the record's number.
    pub numbers: Vec<Vec<usize>>,
    /// The first call with the same arguments and result, which has these numbers.
    pub same_as: Option<&'a str>,
}

/// What a number refers to: a row first seen here, a record, or a row that is a record.
struct Entry<'a> {
    record: Option<&'a Source>,
    /// Call, table, row.
    row: Option<(usize, usize, usize)>,
}

impl<'a> Numbering<'a> {
    pub fn from_run(run: &'a Run) -> Self {
        let mut all = Self { calls: Vec::new(), entries: Vec::new(), records: HashMap::new() };
        for call in run.calls().filter(|c| !UNNUMBERED.contains(&c.tool.as_str())) {
            if let Some(output) = call.output() {
                all.add(call, output);
            }
        }
        all
    }

    fn add(&mut self, call: &'a Call, output: &'a ToolOutput) {
        let tables = tables(&output.data);
        let same = |c: &&Shown<'_>| {
            c.call.tool == call.tool && same_args(&c.call.args, &call.args) && c.output.data == output.data
        };
        if let Some(first) = self.calls.iter().find(same) {
            let (numbers, same_as) = (first.numbers.clone(), Some(first.call.id.as_str()));
            self.calls.push(Shown { call, output, tables, numbers, same_as });
            return;
        }
        let here = self.calls.len();
        let mut numbers = Vec::with_capacity(tables.len());
        for (t, table) in tables.iter().enumerate() {
            let id = table.columns.iter().position(|c| c.name == "id");
            let rows = table.rows.iter().enumerate().map(|(r, row)| {
                let record = id.and_then(|at| record_of(&row.cells[at], output));
                match record.and_then(|s| self.records.get(&key(s))) {
                    Some(number) => *number,
                    None => self.enter(record, Some((here, t, r))),
                }
            });
            numbers.push(rows.collect());
        }
        for source in &output.sources {
            if !self.records.contains_key(&key(source)) {
                self.enter(Some(source), None);
            }
        }
        self.calls.push(Shown { call, output, tables, numbers, same_as: None });
    }

    fn enter(&mut self, record: Option<&'a Source>, row: Option<(usize, usize, usize)>) -> usize {
        self.entries.push(Entry { record, row });
        let number = self.entries.len();
        if let Some(source) = record {
            self.records.insert(key(source), number);
        }
        number
    }

    /// The calls that have a result, in order.
    pub fn calls(&self) -> &[Shown<'a>] {
        &self.calls
    }

    pub fn call(&self, id: &str) -> Option<&Shown<'a>> {
        self.calls.iter().find(|c| c.call.id == id)
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of a record; `None` if it was not read.
    pub fn record(&self, source: &Source) -> Option<usize> {
        self.records.get(&key(source)).copied()
    }

    /// The number of the row at this place of a call's result.
    pub fn row(&self, call: &str, path: &str) -> Option<usize> {
        let shown = self.call(call)?;
        let mut rows = shown.tables.iter().zip(&shown.numbers).flat_map(|(t, n)| t.rows.iter().zip(n));
        rows.find(|(row, _)| row.path == path).map(|(_, number)| *number)
    }

    /// What a number refers to, as an answer stores it; `None` beyond the last.
    pub fn citation(&self, number: usize) -> Option<Citation> {
        let entry = self.entries.get(number.checked_sub(1)?)?;
        if let Some(record) = entry.record {
            return Some(Citation::Record(record.clone()));
        }
        let (call, table, row) = entry.row?;
        let shown = &self.calls[call];
        let table = &shown.tables[table];
        let (call, path) = (shown.call.id.clone(), table.rows[row].path.clone());
        Some(Citation::Row(CitedRow { call, path, text: table.row_text(row) }))
    }

    /// Whether an earlier call has shown the same text of a record.
    pub fn told_before(&self, source: &Source, call: &str) -> bool {
        let before = self.calls.iter().take_while(|c| c.call.id != call).flat_map(|c| &c.output.sources);
        before.filter(|s| key(s) == key(source)).any(|s| s.excerpt == source.excerpt)
    }

    /// The numbers by [`address`] of the JSON values they came from, for writers that hold a row or one of its fields.
    pub fn by_value(&self) -> HashMap<usize, usize> {
        let mut map = HashMap::new();
        for shown in &self.calls {
            for (table, numbers) in shown.tables.iter().zip(&shown.numbers) {
                for (row, number) in table.rows.iter().zip(numbers) {
                    for cell in &row.cells {
                        if let Cell::Value(value) = cell {
                            map.insert(address(value), *number);
                        }
                    }
                    map.insert(address(row.of), *number);
                }
            }
        }
        map
    }
}

/// The memory address of a part of a result, which distinguishes equal values of different rows.
pub fn address(value: &Value) -> usize {
    std::ptr::from_ref(value).addr()
}

fn key(source: &Source) -> (&'static str, &str) {
    (source.kind.as_str(), source.id.as_str())
}

fn record_of<'a>(cell: &Cell<'_>, output: &'a ToolOutput) -> Option<&'a Source> {
    let Cell::Value(Value::String(id)) = cell else { return None };
    output.sources.iter().find(|s| s.id == *id)
}
