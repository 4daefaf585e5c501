//! A question read in another way: a part of it taken away, or another one put in its place, by the person who asked. The
//! words stay as they are; what they are read as changes.

use app::model::record::Kind;
use app::model::run::{Origin, Part, Role};
use chrono::NaiveDate;

use super::asked::Asked;
use super::build;
use super::declared;
use super::parse::{Earlier, Parse};
use super::said::{Cond, Group, Said};
use crate::query::ast::{Bucket, Dataset, Op};
use crate::query::catalog::{Catalog, Column};
use crate::query::range::{self, Resolved};
use crate::query::values::{How, Mention, Slot, Vocabulary};

/// Values that a menu offers.
const OFFERED: usize = 24;

/// Which records: their name, the dataset and the kind that they are.
pub const RECORDS: [(&str, Dataset, Option<Kind>); 6] = [
    ("messages", Dataset::Communications, None),
    ("complaints", Dataset::Communications, Some(Kind::Complaint)),
    ("enquiries", Dataset::Communications, Some(Kind::Enquiry)),
    ("requests", Dataset::Communications, Some(Kind::Request)),
    ("feedback", Dataset::Communications, Some(Kind::Feedback)),
    ("cases", Dataset::Cases, None),
];

/// What comes into the place of a part.
enum New {
    Nothing,
    Value { value: String, label: String },
    Time(Resolved),
    Group(Group),
    Records(Dataset, Option<Kind>),
}

impl Parse {
    /// The same question with one part of how it was understood taken away, or read as `to`.
    ///
    /// # Errors
    /// For people: when `to` names nothing that the data holds, or nothing is left that could be asked.
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
            None => return Err("This part can be changed, but not taken away.".into()),
            Some(_) if !part.changeable() => return Err("This part cannot be changed. Ask in other words.".into()),
            Some(to) => meant((dataset, part), to, v, &catalog, as_of)?,
        };
        let mut changed = self.clone();
        changed.settle(understood);
        changed.values.retain_mut(|mention| mention_changed(mention, part, &new));
        if part.role == Role::Records
            && let New::Records(_, Some(kind)) = &new
        {
            let label = kind.to_string();
            changed.values.push(Mention { slot: Slot::Kind, value: label.clone(), label, span: 0..0, how: How::Name });
        }
        if part.role == Role::Period {
            changed.times.retain(|(time, _)| Some(time.range) != part.range && part.range.is_some());
        }
        said_changed(&mut changed.said, part, &new);
        let rebuilt = |all: &Vec<Asked>| {
            all.iter()
                .map(|asked| {
                    let mut said = asked.said.clone();
                    said_changed(&mut said, part, &new);
                    if matches!(said.dataset, Some(Dataset::Source(_))) {
                        return declared::rebuilt(said, v);
                    }
                    said.again |= !said.asks();
                    build::build(said, &catalog, as_of)
                })
                .collect::<Result<Vec<_>, _>>()
        };
        if let Ok(all) = &self.queries {
            changed.queries = rebuilt(all);
        }
        if let Some(Ok(all)) = &self.counted {
            changed.counted = Some(rebuilt(all));
        }
        changed.earlier = Earlier::default();
        Ok(changed)
    }

    /// What may stand in the place of a part, the likeliest first; with words that were typed, what holds them.
    pub fn alternatives(part: &Part, typed: &str, v: &Vocabulary, as_of: NaiveDate) -> Vec<String> {
        let typed = typed.trim().to_lowercase();
        let mut list: Vec<String> = match part.role {
            Role::Measure => Vec::new(),
            Role::Records => RECORDS.iter().map(|(name, ..)| (*name).to_owned()).collect(),
            Role::Filter => {
                let catalog = Catalog::of(v);
                let (dataset, part) = of_dataset(part);
                let column = column(&catalog, dataset, &part.column);
                column.map_or_else(Vec::new, |column| {
                    let readable = |value: String| v.readable(&column.name, &value);
                    v.values(column).0.into_iter().map(readable).collect()
                })
            }
            Role::Period => periods(v, as_of),
            Role::Grouping => {
                let catalog = Catalog::of(v);
                let named = |c: &&Column| c.kind == crate::query::catalog::Kind::Name;
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
        list.truncate(OFFERED);
        list
    }

    /// Makes what was taken over from the conversation the question's own.
    fn settle(&mut self, understood: &[Part]) {
        let topic = std::mem::take(&mut self.earlier.topic);
        for part in understood.iter().filter(|part| part.origin == Origin::Carried) {
            match part.role {
                Role::Filter => {
                    let of_topic = topic.values.iter().find(|m| part.values.contains(&m.value));
                    if let Some(mention) = of_topic.filter(|m| !self.values.iter().any(|own| own.slot == m.slot)) {
                        self.values.push(Mention { span: 0..0, ..mention.clone() });
                    }
                }
                Role::Period => {
                    if let Some((time, _)) = topic.time.as_ref().filter(|_| self.said.times.is_empty()) {
                        self.said.times.push((time.clone(), time.label.clone()));
                    }
                }
                Role::Measure | Role::Records | Role::Grouping => {}
            }
        }
    }
}

/// The dataset of a declared source that a part is of, and the part with its column alone.
fn of_dataset(part: &Part) -> (Option<Dataset>, Part) {
    let found = part.column.split_once('.').and_then(|(source, column)| Some((Dataset::find(source)?, column)));
    match found {
        Some((dataset, column)) => (Some(dataset), Part { column: column.to_owned(), ..part.clone() }),
        None => (None, part.clone()),
    }
}

/// The column of a part, as it is written with the part.
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

/// What a text means in the place of a part.
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
            let bucket = Bucket::ALL.into_iter().find(|bucket| bucket.as_str().eq_ignore_ascii_case(to));
            let named = || match dataset {
                Some(dataset) => catalog.column(dataset, to),
                None => Dataset::ALL.iter().find_map(|dataset| catalog.column(*dataset, to)),
            };
            match bucket {
                Some(bucket) => Ok(New::Group(Group::Time(bucket))),
                None => match named() {
                    Some(column) => Ok(New::Group(Group::Column(column.name.to_string()))),
                    None => Err(format!("There is nothing called \"{to}\" to count by.")),
                },
            }
        }
    }
}

/// Whether a mention stays, changed where it is the part.
fn mention_changed(mention: &mut Mention, part: &Part, new: &New) -> bool {
    let of_part = match part.role {
        Role::Records => mention.slot.column() == "kind",
        Role::Filter => mention.slot.column() == part.column && part.values.contains(&mention.value),
        _ => false,
    };
    match new {
        _ if !of_part => true,
        New::Value { value, label } => {
            // What stands in the question is the name of another value.
            (mention.value, mention.label, mention.span) = (value.clone(), label.clone(), 0..0);
            true
        }
        _ => false,
    }
}

fn said_changed(said: &mut Said, part: &Part, new: &New) {
    match part.role {
        Role::Measure => {}
        Role::Records => {
            let New::Records(dataset, kind) = new else { return };
            said.conds.retain(|c| c.column != "kind" || c.part);
            said.dataset = Some(*dataset);
            said.noun_at = said.noun_at.or(Some(0));
            if let Some(kind) = kind {
                let value = kind.to_string();
                let labels = vec![value.clone()];
                let cond = Cond { column: "kind".into(), values: vec![value], labels, plain: true, ..Cond::default() };
                said.conds.insert(0, cond);
            }
        }
        Role::Filter => {
            let of_part = |c: &Cond| c.column == part.column && c.values == part.values;
            match new {
                New::Value { value, label } => said.conds.iter_mut().filter(|c| of_part(c)).for_each(|c| {
                    (c.values, c.labels, c.negated) = (vec![value.clone()], vec![label.clone()], false);
                    c.op = Op::Is;
                }),
                _ => said.conds.retain(|c| !of_part(c)),
            }
        }
        Role::Period => {
            let of_part = |time: &Resolved| Some(time.range) == part.range;
            match new {
                New::Time(time) if said.times.iter().any(|(t, _)| of_part(t)) => {
                    let own = said.times.iter_mut().filter(|(t, _)| of_part(t));
                    own.for_each(|own| *own = (time.clone(), time.label.clone()));
                }
                New::Time(time) => said.times.push((time.clone(), time.label.clone())),
                _ => said.times.retain(|(t, _)| !of_part(t)),
            }
        }
        Role::Grouping => {
            let of_part = |group: &Group| name_of(group) == part.column;
            said.spare.retain(|group| !of_part(group));
            match new {
                New::Group(group) => said.groups.iter_mut().filter(|g| of_part(g)).for_each(|g| *g = group.clone()),
                _ => said.groups.retain(|group| !of_part(group)),
            }
        }
    }
}

/// The column or the stretch of time of a group.
pub fn name_of(group: &Group) -> &str {
    match group {
        Group::Column(name) => name,
        Group::Time(bucket) => bucket.as_str(),
    }
}

/// Times that a menu offers: those that end today, then the months and years of the data, latest first.
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
