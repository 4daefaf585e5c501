//! Aggregations over the columns with any filter and up to a few group keys: the part of typed queries that concerns
//! communications, in one pass, for which a database takes hundreds of milliseconds.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use chrono::NaiveDate;
use rustc_hash::FxHashMap;

use super::loaded::LoadedColumns;
use super::rows::{Condition, Field, NAMES, Rows, Test, Wanted};
use super::table::{Column, NONE, Table, day_of};
use super::tally::{Aggregate, Group};
use crate::analytics::DAY;

/// A group key.
#[derive(Clone, Copy, Debug)]
pub enum Key {
    Field(Field),
    /// The name of the period that contains a day.
    Time(fn(NaiveDate) -> String),
    /// Cases: the day of resolution.
    Resolved,
}

/// An aggregation.
#[derive(Clone, Debug)]
pub struct Figure {
    pub of: Aggregate,
    pub only: Option<Condition>,
}

/// A query.
#[derive(Clone, Debug)]
pub struct ColumnQuery {
    pub wanted: Wanted,
    pub keys: Vec<Key>,
    pub figures: Vec<Figure>,
}

/// A group's names, its figures, its record count.
pub type Line = (Vec<Option<String>>, Vec<Option<f64>>, f64);

/// The groups, unordered; without keys, one line over all records.
pub(super) fn lines(held: &LoadedColumns, asked: &ColumnQuery) -> Vec<Line> {
    let rows = &Rows::new(held, &asked.wanted);
    let only: Vec<Option<Test>> =
        asked.figures.iter().map(|f| f.only.as_ref().map(|only| Test::compile(only, rows.table))).collect();
    let of: Vec<Aggregate> = asked.figures.iter().map(|f| f.of).collect();
    let mut keys: Vec<Grouping> = asked.keys.iter().map(|key| Grouping::of(*key, rows.table)).collect();
    let mut groups: Vec<Group> = Vec::new();
    let mut places: FxHashMap<u128, usize> = FxHashMap::default();
    // Without keys there is one group, even if empty; with one key, groups are numbered by its codes.
    if keys.is_empty() {
        groups.push(Group::new(&of));
    }
    rows.each(|at| {
        let place = match keys.as_mut_slice() {
            [] => 0,
            [key] => key.number(rows, at) as usize,
            several => {
                let code = several.iter_mut().fold(0, |code, key| code << 32 | u128::from(key.number(rows, at)));
                let next = places.len();
                *places.entry(code).or_insert(next)
            }
        };
        while groups.len() <= place {
            groups.push(Group::new(&of));
        }
        let group = &mut groups[place];
        group.count += 1;
        for (tally, only) in group.tallies.iter_mut().zip(&only) {
            if only.as_ref().is_none_or(|only| only.holds(rows, at)) {
                tally.take(rows, at);
            }
        }
    });
    let mut named: Vec<Vec<Option<String>>> = vec![Vec::new(); groups.len()];
    match keys.as_slice() {
        [] => {}
        [key] => named.iter_mut().zip(&key.names).for_each(|(names, name)| names.push(name.clone())),
        several => places.iter().for_each(|(code, place)| {
            let shifts = (0..several.len()).rev().map(|n| (code >> (32 * n)) as u32 as usize);
            named[*place] = several.iter().zip(shifts).map(|(key, number)| key.names[number].clone()).collect();
        }),
    }
    let line = |(names, group): (Vec<_>, Group)| {
        let count = group.count as f64;
        (names, group.tallies.into_iter().map(|tally| tally.value(count)).collect(), count)
    };
    named.into_iter().zip(groups).map(line).collect()
}

/// The day a case was resolved, in days since 1970.
fn resolved(rows: &Rows, at: usize) -> Option<i32> {
    i32::try_from(rows.life(at)?.resolved?.div_euclid(DAY)).ok()
}

/// Numbers the values of a key in order of appearance.
struct Grouping {
    key: Key,
    /// By code, with no value last; or by day from the first one.
    numbers: Vec<u32>,
    first_day: i32,
    names: Vec<Option<String>>,
    known: HashMap<Option<String>, u32>,
}

impl Grouping {
    fn of(key: Key, table: &Table) -> Self {
        let days = table.day.iter().copied();
        let first_day = days.clone().min().unwrap_or(0);
        let many = match key {
            Key::Field(_) => table.words.len().max(NAMES) + 1,
            Key::Resolved => 0,
            Key::Time(_) => (days.max().unwrap_or(0) - first_day) as usize + 1,
        };
        Self { key, numbers: vec![NONE; many], first_day, names: Vec::new(), known: HashMap::new() }
    }

    fn number(&mut self, rows: &Rows, at: usize) -> u32 {
        let table = rows.table;
        let raw = match self.key {
            // All communications of a customer share a group.
            Key::Field(Field::Customer(_)) => table.column(Column::Customer)[at] as usize,
            Key::Field(Field::Derived(what)) => what.index(rows, at).unwrap_or(usize::MAX),
            // Any day at all, so sparser than the days of records.
            Key::Resolved => return self.named(rows, at),
            Key::Field(field) => field.code(rows, at) as usize,
            Key::Time(_) => (table.day[at] - self.first_day) as usize,
        };
        let raw = raw.min(self.numbers.len() - 1);
        if self.numbers[raw] == NONE {
            self.numbers[raw] = self.named(rows, at);
        }
        self.numbers[raw]
    }

    /// The number of a name.
    fn named(&mut self, rows: &Rows, at: usize) -> u32 {
        match self.known.entry(self.name(rows, at)) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.names.push(new.key().clone());
                *new.insert(self.names.len() as u32 - 1)
            }
        }
    }

    fn name(&self, rows: &Rows, at: usize) -> Option<String> {
        let table = rows.table;
        match self.key {
            Key::Field(Field::Derived(what)) => what.name(what.index(rows, at)?).map(str::to_owned),
            Key::Resolved => day_of(i64::from(resolved(rows, at)?)).map(|day| day.to_string()),
            Key::Field(field) => table.text(field.code(rows, at)).filter(|name| !name.is_empty()),
            Key::Time(name) => day_of(i64::from(table.day[at])).map(name),
        }
    }
}
