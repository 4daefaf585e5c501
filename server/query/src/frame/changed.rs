//! A question read differently: a part removed or replaced by the person who asked.

use chrono::NaiveDate;
use model::record::Kind;
use model::run::{Part, Role};

use super::link::slot;
use super::parse::Parse;
use super::types::{Derived, FilterSlot, Frame, Group, TimeSlot};
use crate::ast::{Bucket, Dataset, Op};
use crate::catalog::{Catalog, Column};
use crate::range::{self, Resolved};
use crate::values::Vocabulary;

/// Maximum values in a menu.
const MAX_MENU_VALUES: usize = 24;

/// Kinds of records: name, dataset and kind of message.
pub const RECORDS: [(&str, Dataset, Option<Kind>); 6] = [
    ("messages", Dataset::Communications, None),
    ("complaints", Dataset::Communications, Some(Kind::Complaint)),
    ("enquiries", Dataset::Communications, Some(Kind::Enquiry)),
    ("requests", Dataset::Communications, Some(Kind::Request)),
    ("feedback", Dataset::Communications, Some(Kind::Feedback)),
    ("cases", Dataset::Cases, None),
];

/// The replacement of a part.
enum New {
    Nothing,
    Value { value: String, label: String },
    Time(Resolved),
    Group(Group),
    Records(Dataset, Option<Kind>),
}

impl Parse {
    /// The same question with one part of its reading removed, or replaced by `to`.
    ///
    /// # Errors
    /// For people: if `to` names nothing in the data.
    pub fn changed(
        &self,
        understood: &[Part],
        at: usize,
        to: Option<&str>,
        v: &Vocabulary,
        as_of: NaiveDate,
    ) -> Result<Self, String> {
        let part = understood.get(at).ok_or("The question has no such part. Reload the page.")?;
        let (dataset, part) = of_dataset(part);
        let (part, catalog) = (&part, Catalog::of(v));
        let new = match to.map(str::trim).filter(|to| !to.is_empty()) {
            None if part.removable() => New::Nothing,
            None => return Err("This part can be changed, but not removed.".into()),
            Some(_) if !part.changeable() => return Err("This part cannot be changed. Ask in other words.".into()),
            Some(to) => meant((dataset, part), to, v, &catalog, as_of)?,
        };
        let mut changed = self.clone();
        for frame in &mut changed.frames {
            frame.change(part, &new);
        }
        Ok(changed)
    }

    /// Possible replacements of a part, likeliest first; given typed words, those that contain them.
    pub fn alternatives(part: &Part, typed: &str, v: &Vocabulary, as_of: NaiveDate) -> Vec<String> {
        let typed = typed.trim().to_lowercase();
        let catalog = Catalog::of(v);
        let mut list: Vec<String> = match part.role {
            Role::Measure => Vec::new(),
            Role::Records => RECORDS.iter().map(|(name, ..)| (*name).to_owned()).collect(),
            Role::Filter => {
                let (dataset, part) = of_dataset(part);
                column(&catalog, dataset, &part.column).map_or_else(Vec::new, |column| {
                    let readable = |value: String| v.readable(&column.name, &value);
                    v.values(column).0.into_iter().map(readable).collect()
                })
            }
            Role::Period => periods(v, as_of),
            Role::Grouping => {
                let named = |c: &&Column| c.kind == crate::catalog::ColumnType::Category;
                let columns = match of_dataset(part).0 {
                    Some(dataset) => catalog.columns(dataset).iter().chain(&[]),
                    None => catalog.columns(Dataset::Communications).iter().chain(catalog.columns(Dataset::Cases)),
                };
                let buckets = Bucket::ALL.iter().map(|bucket| bucket.as_str().to_owned());
                let mut names: Vec<String> = columns.filter(named).map(|c| c.says.to_string()).chain(buckets).collect();
                let mut seen = std::collections::HashSet::new();
                names.retain(|name| seen.insert(name.clone()));
                names
            }
        };
        list.retain(|label| *label != part.label && label.to_lowercase().contains(&typed));
        if part.role == Role::Period && !typed.is_empty() && range::parse(&typed, as_of).is_ok() {
            list.insert(0, typed);
            list.dedup();
        }
        list.truncate(MAX_MENU_VALUES);
        list
    }
}

impl Frame {
    fn change(&mut self, part: &Part, new: &New) {
        // What was carried over is now the question's own.
        self.goes_on = false;
        // The words of the replaced part have no meaning now.
        let times = [&self.time, &self.against].into_iter().flatten();
        let time = times.filter(|time| Some(time.time.range) == part.range).map(|time| time.words.clone()).next();
        let text = self.text.clone();
        let said = |d: &Derived| text.get(d.start..d.end).unwrap_or_default().trim().to_owned();
        let gone = |d: &Derived| match part.role {
            Role::Filter | Role::Grouping => d.columns.contains(&part.column),
            Role::Records => d.role == reader::Role::Subject,
            Role::Period => time.as_ref().is_some_and(|words| words.contains(&said(d))),
            Role::Measure => false,
        };
        self.dropped.extend(self.derivation.iter().filter(|d| gone(d)).map(said));
        self.derivation.retain(|d| !gone(d));
        match (part.role, new) {
            (Role::Records, New::Records(dataset, kind)) => {
                self.filters.retain(|f| f.column != "kind" || f.part);
                self.dataset = Some(*dataset);
                self.named = true;
                if let Some(kind) = kind {
                    let kind = kind.to_string();
                    self.filters.insert(0, slot("kind", Op::Is, &kind, &kind, ""));
                }
            }
            (Role::Filter, _) => {
                let of_part = |f: &FilterSlot| f.column == part.column && f.values == part.values;
                match new {
                    New::Value { value, label } => self.filters.iter_mut().filter(|f| of_part(f)).for_each(|f| {
                        (f.values, f.labels, f.words) = (vec![value.clone()], vec![label.clone()], label.clone());
                        (f.negated, f.op, f.other) = (false, Op::Is, None);
                    }),
                    _ => self.filters.retain(|f| !of_part(f)),
                }
            }
            (Role::Period, New::Time(time)) => {
                let new = TimeSlot { time: time.clone(), words: time.label.clone(), carried: false };
                match &mut self.against {
                    Some(against) if Some(against.time.range) == part.range => *against = new,
                    _ => self.time = Some(new),
                }
            }
            (Role::Period, _) => {
                let of_part = |time: &Option<TimeSlot>| time.as_ref().is_some_and(|t| Some(t.time.range) == part.range);
                if of_part(&self.against) {
                    self.against = None;
                } else {
                    self.time = self.against.take();
                }
            }
            (Role::Grouping, New::Group(group)) => {
                self.groups.iter_mut().filter(|g| g.name() == part.column).for_each(|g| *g = group.clone());
            }
            (Role::Grouping, _) => self.groups.retain(|g| g.name() != part.column),
            _ => {}
        }
        self.filters.iter_mut().for_each(|f| f.carried = false);
    }
}

/// The dataset of a declared source's part, and the part with its bare column.
fn of_dataset(part: &Part) -> (Option<Dataset>, Part) {
    let found = part.column.split_once('.').and_then(|(source, column)| Some((Dataset::find(source)?, column)));
    match found {
        Some((dataset, column)) => (Some(dataset), Part { column: column.to_owned(), ..part.clone() }),
        None => (None, part.clone()),
    }
}

/// A part's column, as written in the part.
pub fn part_column(dataset: Dataset, column: &str) -> String {
    match dataset {
        Dataset::Source(name) => format!("{}.{column}", name.as_str()),
        _ => column.to_owned(),
    }
}

fn column<'a>(catalog: &'a Catalog, dataset: Option<Dataset>, name: &str) -> Option<&'a Column> {
    let own = |dataset: &Dataset| catalog.columns(*dataset).iter().find(|c| c.name == name);
    match dataset {
        Some(dataset) => own(&dataset),
        None => Dataset::ALL.iter().find_map(own),
    }
}

/// The meaning of a text that replaces a part.
fn meant(
    (dataset, part): (Option<Dataset>, &Part),
    to: &str,
    v: &Vocabulary,
    catalog: &Catalog,
    as_of: NaiveDate,
) -> Result<New, String> {
    match part.role {
        Role::Measure => Err("This part cannot be changed. Ask in other words.".into()),
        Role::Records => {
            let found = RECORDS.iter().find(|(name, ..)| name.eq_ignore_ascii_case(to));
            let names: Vec<&str> = RECORDS.iter().map(|(name, ..)| *name).collect();
            let (_, dataset, kind) = found.ok_or_else(|| format!("Choose one of: {}.", names.join(", ")))?;
            Ok(New::Records(*dataset, *kind))
        }
        Role::Filter => {
            let column = column(catalog, dataset, &part.column).ok_or("The data has no such field any more.")?;
            let value = v.stored(column, to).map_err(|e| e.message)?;
            let label = v.readable(&column.name, &value);
            Ok(New::Value { value, label })
        }
        Role::Period => range::parse(to, as_of).map(New::Time).map_err(|e| e.to_string()),
        Role::Grouping => {
            let bucket = Bucket::ALL.iter().copied().find(|bucket| bucket.as_str().eq_ignore_ascii_case(to));
            let named = || match dataset {
                Some(dataset) => catalog.column(dataset, to),
                None => Dataset::ALL.iter().find_map(|dataset| catalog.column(*dataset, to)),
            };
            match (bucket, named()) {
                (Some(bucket), _) => Ok(New::Group(Group::Time(bucket))),
                (None, Some(column)) => Ok(New::Group(Group::Column(column.name.to_string()))),
                (None, None) => Err(format!("There is nothing called \"{to}\" to group by.")),
            }
        }
    }
}

/// Times in a menu: those that end today, then the months and years of the data, latest first.
fn periods(v: &Vocabulary, as_of: NaiveDate) -> Vec<String> {
    let mut list: Vec<String> =
        ["last 7 days", "last 30 days", "last 90 days", "this month", "last month", "this year"]
            .map(str::to_owned)
            .to_vec();
    let first = v.days.iter().filter_map(|(_, days)| days.from).min();
    let mut day = Some(as_of);
    for _ in 0..12 {
        let Some(month) = day.filter(|day| first.is_some_and(|first| *day >= first)) else { break };
        list.push(month.format("%B %Y").to_string());
        day = month.checked_sub_months(chrono::Months::new(1));
    }
    let years = first.map(|first| chrono::Datelike::year(&first)..=chrono::Datelike::year(&as_of));
    list.extend(years.into_iter().flatten().rev().take(5).map(|year| year.to_string()));
    list.push("all dates".into());
    list
}
