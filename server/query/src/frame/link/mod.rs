//! The linker: what a copied span means in one dataset of the catalogue. By its form, by its plain words, by a unique
//! part of a name, by a small typo, in this order; ambiguous spans are reported with both meanings.

pub mod dated;
mod declared;
mod families;
mod meaning;
mod names;
pub mod nouns;
mod records;
mod settled;
pub mod states;

use std::cell::RefCell;
use std::collections::HashMap;

use chrono::NaiveDate;

use self::families::distinctive;
use self::nouns::{COLUMNS, DATASETS, PEOPLE, STATES, bucket, holds};
pub use self::records::RecordsNoun;
use super::grammar::ahead::ahead;
use super::types::{FilterSlot, Group, Link};
use crate::ast::{Dataset, Op};
use crate::catalog::{Catalog, Column, ColumnType};
use crate::declared::{Meaning, Opened};
use crate::range::{self, RangeError, Resolved};
use crate::values::{How, Mention, Slot, Vocabulary, pick};
use search::words::is_stop;
use store::analytics::Data;

/// The catalogue of all datasets with the names of their values.
pub struct Linker<'a> {
    pub v: &'a Vocabulary,
    pub catalog: Catalog,
    pub as_of: NaiveDate,
    /// What [`value`](Self::value) found: the readings of a question share most of their words.
    values: RefCell<HashMap<(Dataset, String), ValueMeaning>>,
}

/// The conditions that words mean in a dataset; `None` if nothing in it matches.
type ValueMeaning = Option<Vec<FilterSlot>>;

#[derive(Clone, Debug, Default)]
pub struct Noun {
    pub filters: Vec<FilterSlot>,
    /// It names a column, and so the groups.
    pub column: Option<Group>,
    /// How surely: 3 for a name of the records, 2 for a column or value, 1 with a typo.
    pub weight: f64,
}

impl<'a> Linker<'a> {
    pub fn new(v: &'a Vocabulary, as_of: NaiveDate) -> Self {
        Self { v, catalog: Catalog::of(v), as_of, values: RefCell::default() }
    }

    /// The datasets with records.
    pub fn datasets(&self) -> Vec<Dataset> {
        let own = !(self.v.days.is_empty() && self.v.customers.is_empty() && self.v.products.is_empty());
        let fits = |d: &Dataset| own || matches!(d, Dataset::Source(_)) || self.v.sources.is_empty();
        self.catalog.datasets().filter(fits).collect()
    }

    /// Whether a dataset has a record, as far as known.
    pub fn has_rows(&self, dataset: Dataset) -> bool {
        let dated = |data| self.v.days.iter().any(|(of, _)| *of == data);
        match dataset {
            Dataset::Communications => dated(Data::Communications),
            Dataset::Cases => dated(Data::Cases),
            Dataset::Customers => !self.v.customers.is_empty(),
            Dataset::Documents => self.v.documents,
            Dataset::Source(_) => self.opened(dataset).is_some_and(|opened| {
                opened.days.is_some() || opened.values.is_empty() || opened.values.iter().any(|(_, v, _)| !v.is_empty())
            }),
        }
    }

    pub fn opened(&self, dataset: Dataset) -> Option<&'a Opened> {
        match dataset {
            Dataset::Source(name) => self.v.source(name.as_str()).map(|opened| &**opened),
            _ => None,
        }
    }

    /// The day that "today" means for a dataset.
    pub fn today(&self, dataset: Option<Dataset>) -> NaiveDate {
        dataset.and_then(|d| self.opened(d)).map_or(self.as_of, Opened::today)
    }

    /// "This quarter" as the whole quarter, for a source with rows after today: planned days lie ahead.
    pub fn whole(&self, dataset: Option<Dataset>, text: &str) -> Option<Resolved> {
        let last = self.opened(dataset?)?.days?.to?;
        let today = self.today(dataset);
        let named = || ahead(text, today).filter(|(_, end)| *end == text.len()).map(|(range, _)| Resolved::new(range));
        range::whole_of(text, today).or_else(named).filter(|_| last > today)
    }

    /// Whether the customers are the companies that people complain about.
    fn is_about_companies(&self) -> bool {
        let segments = self.v.people.iter().filter(|(column, _)| *column == "segment");
        let mut segments = segments.flat_map(|(_, names)| names).peekable();
        segments.peek().is_some() && segments.all(|name| name == "company")
    }

    /// What a noun means where it says which records are meant.
    pub fn noun(&self, dataset: Dataset, text: &str) -> Option<Noun> {
        let phrase = pick::phrase(text);
        let head = phrase.rsplit(' ').next().unwrap_or_default();
        // Who writes to an archive about companies is no customer of its own: each message is of one person.
        if Dataset::ALL.contains(&dataset) && holds(PEOPLE, head) && self.is_about_companies() {
            let messages = dataset == Dataset::Communications;
            return messages.then(|| Noun { weight: 3.0, ..Noun::default() });
        }
        if let Some(opened) = self.opened(dataset) {
            let rows = |phrase: &str| opened.phrases().get(phrase).contains(&Meaning::Rows);
            let name = pick::phrase(&opened.source.name.as_str().replace('_', " "));
            let whole = rows(&phrase) || name == phrase;
            let part = rows(head) || name.split(' ').any(|word| word == head) && !head.is_empty();
            if whole || part {
                return Some(Noun { weight: if whole { 3.0 } else { 2.0 }, ..Noun::default() });
            }
        } else if let Some(noun) = own_noun(dataset, &phrase) {
            // "CDD Remediation complaints": the words before the noun are a condition.
            let before = text.trim().rsplit_once(' ').map(|(before, _)| before).filter(|_| phrase != head);
            let narrowed =
                before.filter(|_| own_noun(dataset, head).is_some()).and_then(|before| self.value(dataset, before));
            let state = STATES.iter().find(|(names, ..)| dataset == Dataset::Cases && holds(names, &phrase));
            let state = state.and_then(|(_, column, value)| Some(slot(column, Op::Is, (*value)?, (*value)?, text)));
            // "Account tickets" are the rows of a source of that name, rather than a kind of these.
            let of_source = state.is_none() && narrowed.is_none() && self.names_rows(dataset, &phrase);
            let filters = noun.into_iter().chain(state).chain(narrowed.into_iter().flatten()).collect();
            return Some(Noun { filters, weight: if of_source { 2.0 } else { 3.0 }, column: None });
        }
        let own = !matches!(dataset, Dataset::Source(_));
        let value =
            || self.value(dataset, text).filter(|_| !matches!(dataset, Dataset::Customers | Dataset::Documents));
        let whole = |filters: &Vec<FilterSlot>| filters.iter().any(|f| matches!(f.column.as_str(), "kind" | "channel"));
        if let Some(filters) = value().filter(|filters| own && whole(filters)) {
            return Some(Noun { filters, weight: 2.0, column: None });
        }
        if let Some(group) = self.group(dataset, text) {
            return Some(Noun { column: Some(group), weight: 1.5, ..Noun::default() });
        }
        value().map(|filters| Noun { filters, weight: 1.0, column: None })
    }

    /// What a noun groups by: a time bucket or a column of names.
    pub fn group(&self, dataset: Dataset, text: &str) -> Option<Group> {
        let phrase = pick::phrase(text);
        if let Some(bucket) = bucket(&phrase).filter(|_| self.has_time(dataset)) {
            return Some(Group::Time(bucket));
        }
        let name = |c: &&Column| !matches!(c.kind, ColumnType::Number(_) | ColumnType::Text);
        self.column(dataset, &phrase, name).map(Group::Column)
    }

    /// Whether a dataset has a column of this name.
    pub fn has_column(&self, dataset: Dataset, column: &str) -> bool {
        self.catalog.columns(dataset).iter().any(|c| c.name == column)
    }

    /// Whether a column of a declared source holds yes or no.
    pub fn is_declared_flag(&self, dataset: Dataset, column: &str) -> bool {
        let flag = self.catalog.column(dataset, column).is_some_and(|c| c.kind == ColumnType::Flag);
        flag && matches!(dataset, Dataset::Source(_))
    }

    fn has_time(&self, dataset: Dataset) -> bool {
        self.opened(dataset).is_none_or(|opened| opened.source.time.is_some())
    }

    /// The numeric column that words mean.
    pub fn measure(&self, dataset: Dataset, text: &str) -> Option<String> {
        self.column(dataset, &pick::phrase(text), |c| matches!(c.kind, ColumnType::Number(_)))
    }

    /// The column that a phrase of plain words means, among those that fit.
    fn column(&self, dataset: Dataset, phrase: &str, fits: impl Fn(&&Column) -> bool) -> Option<String> {
        let all: Vec<&Column> = self.catalog.columns(dataset).iter().filter(|c| fits(c)).collect();
        let source = matches!(dataset, Dataset::Source(_));
        let names = |c: &Column| -> Vec<String> {
            let own = [c.name.replace('_', " "), c.says.to_string()].into_iter();
            let also = own.chain(c.also.iter().map(|a| (*a).to_owned())).map(|name| pick::phrase(&name));
            also.filter(|name| !name.is_empty()).collect()
        };
        let further = |c: &Column, phrase: &str| {
            !source && COLUMNS.iter().any(|(of, names)| *of == c.name && holds(names, phrase))
        };
        let name = |c: &&&Column| c.name.to_string();
        let same = |phrase: &str| {
            let exact = all.iter().find(|c| names(c).iter().any(|name| name == phrase));
            exact.or_else(|| all.iter().find(|c| further(c, phrase))).as_ref().map(name)
        };
        if let Some(found) = same(phrase) {
            return Some(found);
        }
        // "customer's region": the last word decides; "order value in euros": all words of the name are present.
        let words: Vec<&str> = phrase.split(' ').filter(|word| !is_stop(word)).collect();
        let within = |name: &String| name.split(' ').all(|word| words.contains(&word));
        let longest = |c: &&Column| names(c).iter().filter(|n| within(n)).map(String::len).max().unwrap_or(0);
        if let Some(best) = all.iter().filter(|c| longest(c) > 0).max_by_key(|c| longest(c)) {
            return Some(best.name.to_string());
        }
        let head = words.last().copied().unwrap_or_default();
        if words.len() > 1
            && let Some(found) = same(head)
        {
            return Some(found);
        }
        // All words occur in one name only: "price" of "unit price". Then typos.
        let holding = |name: &String| !words.is_empty() && words.iter().all(|word| name.split(' ').any(|w| w == *word));
        let only = |fits: &dyn Fn(&String) -> bool| {
            let mut found = all.iter().filter(|c| names(c).iter().any(fits));
            found.next().filter(|_| found.next().is_none()).as_ref().map(name)
        };
        only(&holding).or_else(|| only(&|name: &String| pick::alike(name, phrase)))
    }

    /// The conditions that words mean; `None` if nothing in the dataset matches.
    pub fn value(&self, dataset: Dataset, text: &str) -> Option<Vec<FilterSlot>> {
        let key = (dataset, text.to_owned());
        if let Some(known) = self.values.borrow().get(&key) {
            return known.clone();
        }
        let found = match self.opened(dataset) {
            Some(opened) => self.declared_value(dataset, opened, text),
            None => self.own_value(dataset, text),
        };
        let found = found.or_else(|| self.opposite(dataset, text));
        let found: ValueMeaning =
            found.map(|slots| slots.into_iter().map(|slot| FilterSlot { words: text.to_owned(), ..slot }).collect());
        self.values.borrow_mut().insert(key, found.clone());
        found
    }

    fn own_value(&self, dataset: Dataset, text: &str) -> Option<Vec<FilterSlot>> {
        let phrase = pick::phrase(text);
        let has = |column: &str| self.has_column(dataset, column);
        let fit = |slots: Vec<FilterSlot>| {
            let all =
                !slots.is_empty() && slots.iter().all(|s| has(&s.column) || s.column == "customer" && has("name"));
            all.then_some(slots)
        };
        // Another dataset's own name is no value of this one: "customers" is not "Customer Interaction".
        if ["customer", "client", "case", "ticket", "document"].contains(&phrase.as_str())
            && own_noun(dataset, &phrase).is_none()
        {
            return None;
        }
        if let Some(found) = self.state(dataset, &phrase) {
            return Some(found).filter(|slots| !slots.is_empty());
        }
        let whole = |text: &str| -> Option<Vec<FilterSlot>> {
            let phrase = pick::phrase(text);
            let exact = |c: &&Column| {
                c.kind == ColumnType::Category && self.v.values(c).0.iter().any(|value| pick::phrase(value) == phrase)
            };
            let closed = |slot: Slot| matches!(slot, Slot::Channel | Slot::Kind | Slot::Sentiment | Slot::Status);
            let alias = self.v.named(&phrase).filter(|m| m.how == How::Alias && closed(m.slot));
            let stored = alias.and_then(|_| self.catalog.columns(dataset).iter().find(exact)).and_then(|c| {
                let value = self.v.stored(c, text).ok()?;
                Some(slot(&c.name, Op::Is, &value, text.trim(), ""))
            });
            let named = stored.or_else(|| self.v.named(&phrase).map(|m| of_mention(&m, text)));
            // A value's synonym precedes parts of longer names: "online" is a channel, whatever customer has that name.
            let further = self.v.further().get(&phrase).map(of_further);
            let mut all: Vec<FilterSlot> = [named, further].into_iter().flatten().collect();
            all.sort_by_key(|slot| slot.link >= Link::Part);
            all.into_iter().find_map(|slot| fit(vec![slot]))
        };
        let customer = || {
            let (id, name) = self.v.customer(text).filter(|_| {
                distinctive(text) || self.v.called(&phrase, 1, |_| true).is_some_and(|all| !all.is_empty())
            })?;
            fit(vec![
                self.misspelt_family(id, name, text)
                    .unwrap_or_else(|| nearly(slot("customer", Op::Is, id, name, ""), text)),
            ])
        };
        let plain = || {
            self.catalog
                .columns(dataset)
                .iter()
                .filter(|c| c.kind == ColumnType::Category && c.name != "customer")
                .find_map(|c| {
                    let (values, all) = self.v.values(c);
                    let at =
                        pick::pick(text, values.iter().map(String::as_str)).filter(|_| all || !values.is_empty())?;
                    let stored = self.v.stored(c, &values[at]).ok()?;
                    let found = nearly(slot(&c.name, Op::Is, &stored, &values[at], ""), text);
                    (found.link != Link::Part || distinctive(text)).then(|| vec![found])
                })
        };
        // A two-letter code must be written as one: "in" and "or" are words.
        if text.trim().len() == 2 && is_stop(&phrase) && text.chars().any(char::is_lowercase) {
            return None;
        }
        self.all_called(text)
            .and_then(|found| fit(vec![found]))
            .or_else(|| fit(vec![self.flag(dataset, &phrase)?]))
            .or_else(|| whole(text))
            .or_else(|| self.bare(text).and_then(|bare| whole(&bare)))
            .or_else(customer)
            .or_else(|| self.v.misspelt(&phrase).and_then(|m| fit(vec![of_mention(&m, text)])))
            .or_else(plain)
            .or_else(|| self.beside_its_column(dataset, text))
            .or_else(|| fit(self.inside(text)))
    }

    /// The words without articles and the like.
    fn bare(&self, text: &str) -> Option<String> {
        let words = pick::words(text);
        let bare: Vec<&str> = words.iter().filter(|(w, _)| !is_stop(w)).map(|(w, _)| w.as_str()).collect();
        (!bare.is_empty() && bare.len() < words.len()).then(|| bare.join(" "))
    }

    /// The days that words mean in a dataset; `None` if they name none.
    ///
    /// # Errors
    /// For people, if they name nonexistent days, or an end before its beginning.
    pub fn time(&self, dataset: Option<Dataset>, text: &str) -> Result<Option<Resolved>, String> {
        let today = self.today(dataset);
        let text = text.trim();
        match range::parse(text, today) {
            Ok(time) => return Ok(Some(time)),
            Err(RangeError::Unknown(_)) => {}
            Err(other) => return Err(other.to_string()),
        }
        if let Some(problem) = range::problem_in(text, today) {
            return Err(problem.to_string());
        }
        // Words before the time itself: "all of 2024", "back in March".
        let words: Vec<&str> = text.split_whitespace().collect();
        let later = (1..words.len().min(3)).find_map(|skip| range::parse(&words[skip..].join(" "), today).ok());
        Ok(later.or_else(|| range::find_all(text, today).into_iter().next().map(|(time, _)| time)))
    }
}

/// The kind of message in a name of one of the firm's own datasets: the whole phrase, or its last word.
fn own_noun(dataset: Dataset, phrase: &str) -> Option<Option<FilterSlot>> {
    let head = phrase.rsplit(' ').next().unwrap_or_default();
    let (_, _, kind) =
        DATASETS.iter().find(|(names, of, _)| *of == dataset && (holds(names, phrase) || holds(names, head)))?;
    Some(kind.map(|kind| slot("kind", Op::Is, kind, kind, "")))
}

/// The note on how words were read.
pub fn taken(words: &str, name: &str) -> String {
    format!("“{words}” was taken for {name}.")
}

/// A condition by words other than its value's name, with a note if so.
fn nearly(slot: FilterSlot, words: &str) -> FilterSlot {
    let label = slot.labels.join(", ");
    let (name, said) = (pick::phrase(&label), pick::phrase(words));
    if name == said {
        return slot;
    }
    let link = if pick::alike(&name, &said) { Link::Typo } else { Link::Part };
    FilterSlot { near: Some(taken(words, &label)), link, ..slot }
}

fn of_mention(mention: &Mention, words: &str) -> FilterSlot {
    let own = slot(mention.slot.column(), Op::Is, &mention.value, &mention.label, "");
    match mention.how {
        How::Name => own,
        How::Alias => FilterSlot { link: Link::Synonym, ..own },
        How::Part | How::Typo => {
            let link = if mention.how == How::Part { Link::Part } else { Link::Typo };
            FilterSlot { link, ..nearly(own, words) }
        }
    }
}

fn of_further(value: &crate::values::Value) -> FilterSlot {
    FilterSlot {
        near: value.note.clone(),
        link: Link::Synonym,
        column: value.column.clone(),
        values: value.values.clone(),
        labels: vec![value.label.clone()],
        ..FilterSlot::default()
    }
}

pub fn slot(column: &str, op: Op, value: &str, label: &str, words: &str) -> FilterSlot {
    FilterSlot {
        column: column.to_owned(),
        op,
        values: vec![value.to_owned()],
        labels: vec![label.to_owned()],
        words: words.to_owned(),
        ..FilterSlot::default()
    }
}
