//! Lists of a result, as the rows that they stand for: objects one after the other, cells under a header, lists side by
//! side.
//!
//! Deliberately not here: what a part of a result is by its form (`table`).

use serde_json::{Map as Object, Value};

use super::Step;
use super::table::{self, Pair, is_record, pairs};
use super::walk::{At, Walk};
use crate::agent::ground::read::date::DateValue;

/// One of the lists that stand side by side in an object.
pub struct Column<'a> {
    pub name: &'a str,
    pub items: &'a [Value],
    /// Where it stands in the object.
    pub path: Vec<Step<'a>>,
}

/// Lists of equally many single values that stand side by side, one of them of names or of times. The others may stand an
/// object deeper (`{"labels": […], "series": {"email": […], …}}`) or beside their names (`"datasets": [{"label": "email",
/// "data": […]}]`).
pub fn parallel(map: &Object<String, Value>) -> Vec<Column<'_>> {
    let single = |v: &Value| matches!(v, Value::String(_) | Value::Number(_) | Value::Null | Value::Bool(_));
    let list = |v: &'_ Value| v.as_array().is_some_and(|items| items.len() > 1 && items.iter().all(single));
    let numbers = |items: &[Value]| items.iter().any(Value::is_number);
    let names = |column: &Column<'_>| {
        let year = |v: &Value| v.as_i64().is_some_and(|y| (1900..2100).contains(&y));
        column.items.iter().all(Value::is_string) || column.name.starts_with("year") && column.items.iter().all(year)
    };
    let mut columns: Vec<Column<'_>> = Vec::new();
    for (key, value) in map.iter().filter(|(_, v)| list(v)) {
        columns.extend(column(key, value, vec![Step::Key(key)]));
    }
    let lead = columns.iter().find(|column| names(column)).map(|column| column.items.len());
    let Some(length) = lead else { return Vec::new() };
    for (key, value) in map {
        match value {
            Value::Object(inner) if inner.values().all(list) => {
                let path = |name| vec![Step::Key(key), Step::Key(name)];
                columns.extend(inner.iter().filter_map(|(name, v)| column(name, v, path(name))));
            }
            Value::Array(series) => columns.extend(series.iter().enumerate().filter_map(|(i, one)| {
                let one = one.as_object()?;
                let name = ["name", "label", "key", "id"].iter().find_map(|k| one.get(*k)?.as_str())?;
                let mut lists = one.iter().filter(|(_, v)| list(v));
                let (inner, v) = lists.next().filter(|_| one.len() < 4)?;
                column(name, v, vec![Step::Key(key), Step::At(i), Step::Key(inner)]).filter(|_| lists.next().is_none())
            })),
            _ => {}
        }
    }
    columns.retain(|column| column.items.len() == length);
    let fits = columns.iter().any(|column| !names(column) && numbers(column.items));
    if fits { columns } else { Vec::new() }
}

impl Column<'_> {
    /// Whether a field of the object holds it.
    pub fn stands_under(&self, key: &str) -> bool {
        matches!(self.path.first(), Some(Step::Key(first)) if *first == key)
    }
}

fn column<'a>(name: &'a str, value: &'a Value, path: Vec<Step<'a>>) -> Option<Column<'a>> {
    Some(Column { name, items: value.as_array()?, path })
}

impl<'a> Walk<'a> {
    /// Lists side by side, `{"years": [2019, 2020], "counts": [12, 40]}`: what stands at one place of each is one row.
    pub(super) fn parallel(&mut self, columns: &[Column<'a>], at: At<'a>) {
        let Some(first) = columns.first().map(|column| column.items) else { return };
        let field = self.field(at.key);
        let set = self.set(at.node, field, true);
        let nodes: Vec<u32> = columns
            .iter()
            .map(|column| column.path.iter().fold(at.node, |node, step| self.node(node, *step)))
            .collect();
        for i in 0..first.len() {
            let holder = self.node(at.node, Step::At(i));
            let row = self.row(set, at.row, "");
            // "years" holds one year each.
            let pairs: Vec<Pair<'a>> =
                columns.iter().map(|c| (c.name.strip_suffix('s').unwrap_or(c.name), &c.items[i])).collect();
            self.labels(row, &pairs, holder);
            for ((key, value), column) in pairs.into_iter().zip(&nodes) {
                let node = self.node(*column, Step::At(i));
                self.value(value, At { node, holder, row, key, record: false, ..at });
            }
        }
        self.mark_series(set);
    }

    /// Rows of cells, under a header: each row is read as the object that it stands for.
    pub(super) fn table(&mut self, header: &[&'a str], rows: &'a [Value], at: At<'a>) {
        if table::is_measures(header) {
            return self.measures(rows, at);
        }
        let field = self.field(at.key);
        let set = self.set(at.node, field, true);
        for (i, item) in rows.iter().enumerate() {
            let Value::Array(cells) = item else { continue };
            let node = self.node(at.node, Step::At(i));
            let row = self.row(set, at.row, "");
            let pairs: Vec<Pair<'a>> = header.iter().copied().zip(cells).collect();
            self.index.sets[set as usize].records |= is_record(&pairs);
            self.labels(row, &pairs, node);
            for (j, (key, value)) in pairs.into_iter().enumerate() {
                let cell = self.node(node, Step::At(j));
                self.value(value, At { node: cell, holder: node, row, key, record: false, ..at });
            }
        }
        self.mark_series(set);
    }

    /// A row of totals, read as the object that it stands for: `"totals": {"cases": 255, "breached": 56}`.
    pub(super) fn sums(&mut self, names: &[&'a str], sums: &'a [Value], at: At<'a>) {
        let name = self.field(at.key);
        self.index.inner.entry(at.holder).or_default().push((at.node, name));
        let set = self.set(at.holder, name, false);
        let row = self.row(set, at.row, at.key);
        self.label(row, "(key)", at.key, at.node);
        for (i, (key, value)) in names.iter().copied().zip(sums).enumerate() {
            let node = self.node(at.node, Step::At(i));
            self.value(value, At { node, holder: at.node, row, key, record: false, ..at });
        }
    }

    /// `["metric", "value"]` over `["messages", 52]` and `["channel:chat", 20]`: fields, and rows under their kind.
    fn measures(&mut self, rows: &'a [Value], at: At<'a>) {
        let mut sets: Vec<(&'a str, u32)> = Vec::new();
        for (i, item) in rows.iter().enumerate() {
            let Some([Value::String(name), value]) = item.as_array().map(Vec::as_slice) else { continue };
            let line = self.node(at.node, Step::At(i));
            let node = self.node(line, Step::At(1));
            let Some((kind, name)) = name.split_once(':') else {
                self.value(value, At { node, holder: at.node, key: name, ..at });
                continue;
            };
            let set = match sets.iter().find(|s| s.0 == kind) {
                Some((_, set)) => *set,
                None => {
                    let field = self.field(kind);
                    sets.push((kind, self.set(at.node, field, true)));
                    sets[sets.len() - 1].1
                }
            };
            let row = self.row(set, at.row, name.trim());
            self.label(row, kind, name.trim(), line);
            self.value(value, At { node, holder: line, row, key: "count", ..at });
        }
    }

    /// `[["TX", 62], ["CA", 55]]`, or one such pair alone: each name with its number.
    fn counts(&mut self, counts: &[(&'a str, f64, Option<usize>)], at: At<'a>) {
        let field = self.field(at.key);
        let set = self.set(at.node, field, true);
        for (name, value, place) in counts {
            let node = place.map_or(at.node, |i| self.node(at.node, Step::At(i)));
            let row = self.row(set, at.row, name);
            // `[["2025-08-01", 19], …]`.
            match DateValue::from_field(name) {
                Some(date) => self.date_row(row, date, node),
                None => self.label(row, at.key, name, node),
            }
            let cell = self.node(node, Step::At(1));
            self.number(*value, At { node: cell, holder: node, row, key: "count", ..at });
        }
        self.mark_series(set);
    }

    /// `[{"from": "2019-05-01", "to": …, "complaints": 99}, {"from": "2019-06-01", …}]`: read as `{"previous": …, "current": …}`.
    fn sides(&mut self, items: &'a [Value], names: [&'a str; 2], at: At<'a>) {
        let field = self.field(at.key);
        let set = self.set(at.node, field, false);
        for (i, (item, key)) in items.iter().zip(names).enumerate() {
            let node = self.node(at.node, Step::At(i));
            let name = self.field(key);
            self.index.inner.entry(at.node).or_default().push((node, name));
            let row = self.row(set, at.row, key);
            self.label(row, "(key)", key, node);
            self.value(item, At { node, holder: node, row, key, record: false, ..at });
        }
    }

    pub(super) fn array(&mut self, items: &'a [Value], at: At<'a>) {
        if let Some((header, rows)) = table::headed(items) {
            return self.table(&header, rows, at);
        }
        if let Some(measures) = table::measures(items) {
            // `[{"metric": "complaints", "value": 168}, …]` is an object of these fields.
            for (i, (key, value, percent)) in measures.into_iter().enumerate() {
                let item = self.node(at.node, Step::At(i));
                let node = self.node(item, Step::Key("value"));
                self.value(value, At { node, holder: at.node, key, percent: at.percent || percent, ..at });
            }
            return;
        }
        if let Some(counts) = table::counts(items) {
            return self.counts(&counts, at);
        }
        if let Some(names) = table::periods(items) {
            return self.sides(items, names, at);
        }
        if items.iter().any(Value::is_object) {
            let field = self.field(at.key);
            let set = self.set(at.node, field, true);
            for (i, item) in items.iter().enumerate() {
                let node = self.node(at.node, Step::At(i));
                let row = self.row(set, at.row, "");
                if let Value::Object(map) = item {
                    self.index.sets[set as usize].records |= is_record(&pairs(map));
                    self.labels(row, &pairs(map), node);
                }
                self.value(item, At { node, holder: node, row, key: at.key, record: false, ..at });
            }
            return self.mark_series(set);
        }
        for (i, item) in items.iter().enumerate() {
            let node = self.node(at.node, Step::At(i));
            self.value(item, At { node, holder: at.node, ..at });
        }
    }
}
