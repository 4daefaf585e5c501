//! The linker: what a copied span means in one dataset of the catalogue. By its very form, by its plain words, by a part
//! of a name that no other has, by a small typo, in this order; what fits two things equally well is told with both.

mod declared;
mod meaning;
pub mod nouns;

use std::ops::Range;

use chrono::NaiveDate;
use reader::{Role, Span};

use self::nouns::{COLUMNS, DATASETS, FINISHED, OVERDUE, STATES, UNFINISHED, bucket, holds};
use super::grammar::{common, is_function};
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
}

/// What a noun says is meant.
#[derive(Clone, Debug, Default)]
pub struct Noun {
    pub filters: Vec<FilterSlot>,
    /// It names a column, and so the groups by it.
    pub column: Option<Group>,
    /// How surely: 3 for a name of the records, 2 for a column or value, 1 with a typo.
    pub weight: f64,
}

impl<'a> Linker<'a> {
    pub fn new(v: &'a Vocabulary, as_of: NaiveDate) -> Self {
        Self { v, catalog: Catalog::of(v), as_of }
    }

    /// The datasets that there are records of.
    pub fn datasets(&self) -> Vec<Dataset> {
        let own = !(self.v.days.is_empty() && self.v.customers.is_empty() && self.v.products.is_empty());
        let fits = |d: &Dataset| own || matches!(d, Dataset::Source(_)) || self.v.sources.is_empty();
        self.catalog.datasets().filter(fits).collect()
    }

    /// Whether a dataset has a record, as far as is known.
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

    /// The day that "today" means over a dataset.
    pub fn today(&self, dataset: Option<Dataset>) -> NaiveDate {
        dataset.and_then(|d| self.opened(d)).map_or(self.as_of, Opened::today)
    }

    /// The times and values that a text names exactly, none overlapping, in order, and columns by their whole names: names
    /// of the data alone, whatever was read.
    pub fn names_in(&self, text: &str) -> (Vec<Span>, Vec<Span>) {
        let mut found: Vec<(Role, Range<usize>)> =
            range::find_all(text, self.as_of).into_iter().map(|(_, at)| (Role::Time, at)).collect();
        let named =
            self.v.find_in(text).into_iter().filter(|m| matches!(m.how, How::Name | How::Alias)).map(|m| m.span);
        let further = self.v.further().find(text).into_iter().map(|(_, at)| at);
        let own = named.chain(further).filter(|at| !is_stop(&text[at.clone()].to_lowercase()));
        found.extend(own.map(|at| (Role::Value, at)));
        for opened in self.v.sources.iter() {
            let words = pick::words(text);
            let most = opened.phrases().longest.min(6).min(words.len());
            for (length, start) in
                (1..=most).flat_map(|length| (0..=words.len() - length).map(move |start| (length, start)))
            {
                let run = &words[start..start + length];
                let phrase = run.iter().map(|(word, _)| word.as_str()).collect::<Vec<_>>().join(" ");
                let value = opened.phrases().get(&phrase).iter().any(|m| matches!(m, Meaning::Value(..)));
                if value && phrase.len() > 2 && !is_stop(&phrase) {
                    found.push((Role::Value, run[0].1.start..run[length - 1].1.end));
                }
            }
        }
        // The longest first; what says a kind of record is a noun, no value.
        found.sort_by_key(|(_, at)| std::cmp::Reverse(at.len()));
        let mut all: Vec<(Role, Range<usize>)> = Vec::new();
        for (role, at) in found {
            let noun = role == Role::Value
                && Dataset::ALL.iter().any(|d| own_noun(*d, &pick::phrase(&text[at.clone()])).is_some());
            if !noun && all.iter().all(|(_, other)| other.end <= at.start || at.end <= other.start) {
                all.push((role, at));
            }
        }
        all.sort_by_key(|(_, at)| at.start);
        let span = |(role, at): (Role, Range<usize>)| Span {
            role,
            start: at.start,
            text: text[at].to_owned(),
            probability: 1.0,
        };
        let columns = self
            .columns_in(text)
            .into_iter()
            .filter(|(_, at)| all.iter().all(|(_, other)| other.end <= at.start || at.end <= other.start));
        let columns = columns.map(span).collect();
        (all.into_iter().map(span).collect(), columns)
    }

    /// The columns of any dataset that a text names by their whole names.
    fn columns_in(&self, text: &str) -> Vec<(Role, Range<usize>)> {
        let words = pick::words(text);
        let mut found: Vec<(Role, Range<usize>)> = Vec::new();
        for length in (1..=3.min(words.len())).rev() {
            for run in words.windows(length) {
                let phrase = run.iter().map(|(word, _)| word.as_str()).collect::<Vec<_>>().join(" ");
                let at = run[0].1.start..run[length - 1].1.end;
                let free = found.iter().all(|(_, other)| other.end <= at.start || at.end <= other.start);
                let named =
                    |c: &&Column| pick::phrase(&c.says) == phrase || pick::phrase(&c.name.replace('_', " ")) == phrase;
                let column = self.catalog.datasets().find_map(|d| self.catalog.columns(d).iter().find(named));
                if let Some(column) =
                    column.filter(|c| free && c.kind != ColumnType::Text && c.kind != ColumnType::Flag)
                {
                    let number = matches!(column.kind, ColumnType::Number(_));
                    found.push((if number { Role::Measure } else { Role::Group }, at));
                }
            }
        }
        found
    }

    /// Plain words that name the records of a dataset, as a frame counts them.
    pub fn nouns_of(&self, frame: &super::types::Frame, dataset: Dataset) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        let kind = frame.filter("kind").map(|f| f.values.concat());
        for (names, of, of_kind) in DATASETS {
            let fits = *of == dataset && (of_kind.is_none() || kind.as_deref() == *of_kind);
            let customers = *of == Dataset::Customers && !matches!(dataset, Dataset::Source(_));
            if fits || customers {
                all.extend(names.split(['|', ' ']).map(str::to_owned));
            }
        }
        if let Some(opened) = self.opened(dataset) {
            let source = &opened.source;
            let names = source
                .synonyms
                .iter()
                .cloned()
                .chain([source.name.as_str().replace('_', " "), source.connection.clone()]);
            all.extend(names.flat_map(|name| pick::words(&name)).map(|(word, _)| word));
        }
        for group in &frame.groups {
            if let Group::Time(bucket) = group {
                let of_bucket = super::link::nouns::BUCKETS.iter().filter(|(_, own)| own == bucket);
                all.extend(of_bucket.flat_map(|(names, _)| names.split(['|', ' '])).map(str::to_owned));
                all.extend(["trend", "time", "course", "develop", "development", "change"].map(str::to_owned));
            }
        }
        all
    }

    /// What a noun means where it says which records are meant.
    pub fn noun(&self, dataset: Dataset, text: &str) -> Option<Noun> {
        let phrase = pick::phrase(text);
        let head = phrase.rsplit(' ').next().unwrap_or_default();
        if let Some(opened) = self.opened(dataset) {
            let rows = |phrase: &str| opened.phrases().get(phrase).contains(&Meaning::Rows);
            let name = pick::phrase(&opened.source.name.as_str().replace('_', " "));
            let whole = rows(&phrase) || name == phrase;
            let part = rows(head) || name.split(' ').any(|word| word == head) && !head.is_empty();
            if whole || part {
                return Some(Noun { weight: if whole { 3.0 } else { 2.0 }, ..Noun::default() });
            }
        } else if let Some(noun) = own_noun(dataset, &phrase) {
            // "CDD Remediation complaints": what stands before the noun narrows it.
            let before = text.trim().rsplit_once(' ').map(|(before, _)| before).filter(|_| phrase != head);
            let narrowed =
                before.filter(|_| own_noun(dataset, head).is_some()).and_then(|before| self.value(dataset, before));
            let state = STATES.iter().find(|(names, ..)| dataset == Dataset::Cases && holds(names, &phrase));
            let state = state.and_then(|(_, column, value)| Some(slot(column, Op::Is, (*value)?, (*value)?, text)));
            let filters = noun.into_iter().chain(state).chain(narrowed.into_iter().flatten()).collect();
            return Some(Noun { filters, weight: 3.0, column: None });
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

    /// What a noun groups by: a stretch of time or a column of names.
    pub fn group(&self, dataset: Dataset, text: &str) -> Option<Group> {
        let phrase = pick::phrase(text);
        if let Some(bucket) = bucket(&phrase).filter(|_| self.has_time(dataset)) {
            return Some(Group::Time(bucket));
        }
        let name = |c: &&Column| !matches!(c.kind, ColumnType::Number(_) | ColumnType::Text);
        self.column(dataset, &phrase, name).map(Group::Column)
    }

    fn has_time(&self, dataset: Dataset) -> bool {
        self.opened(dataset).is_none_or(|opened| opened.source.time.is_some())
    }

    /// The column of numbers that words mean.
    pub fn measure(&self, dataset: Dataset, text: &str) -> Option<String> {
        self.column(dataset, &pick::phrase(text), |c| matches!(c.kind, ColumnType::Number(_)))
    }

    /// The column that a phrase of plain words means, of those that fit.
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
        // "customer's region": the last word says it; "order value in euros": all words of the name are there.
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
        // All words stand in one name only: "price" of "unit price". Then a slip of the finger.
        let holding = |name: &String| !words.is_empty() && words.iter().all(|word| name.split(' ').any(|w| w == *word));
        let only = |fits: &dyn Fn(&String) -> bool| {
            let mut found = all.iter().filter(|c| names(c).iter().any(fits));
            found.next().filter(|_| found.next().is_none()).as_ref().map(name)
        };
        only(&holding).or_else(|| only(&|name: &String| pick::alike(name, phrase)))
    }

    /// The conditions that words mean; `None` where nothing in the dataset is called so.
    pub fn value(&self, dataset: Dataset, text: &str) -> Option<Vec<FilterSlot>> {
        let found = match self.opened(dataset) {
            Some(opened) => self.declared_value(dataset, opened, text),
            None => self.own_value(dataset, text),
        };
        found.map(|slots| slots.into_iter().map(|slot| FilterSlot { words: text.to_owned(), ..slot }).collect())
    }

    fn own_value(&self, dataset: Dataset, text: &str) -> Option<Vec<FilterSlot>> {
        let phrase = pick::phrase(text);
        let has = |column: &str| self.catalog.columns(dataset).iter().any(|c| c.name == column);
        let fit = |slots: Vec<FilterSlot>| {
            let all =
                !slots.is_empty() && slots.iter().all(|s| has(&s.column) || s.column == "customer" && has("name"));
            all.then_some(slots)
        };
        // Another dataset's own name is no value of this one: "customers" is no part of "Customer Interaction".
        if ["customer", "client", "case", "ticket", "document"].contains(&phrase.as_str())
            && own_noun(dataset, &phrase).is_none()
        {
            return None;
        }
        let overdue = holds(OVERDUE, &phrase);
        if dataset == Dataset::Cases && (overdue || holds(UNFINISHED, &phrase)) {
            let late = overdue.then(|| slot("sla_breached", Op::Is, "yes", "yes", ""));
            return Some(self.unfinished().into_iter().chain(late).collect())
                .filter(|slots: &Vec<_>| !slots.is_empty());
        }
        if let Some((_, column, value)) = STATES.iter().find(|(names, column, _)| holds(names, &phrase) && has(column))
        {
            return Some(vec![match value {
                Some(value) => slot(column, Op::Is, value, value, ""),
                None => FilterSlot { column: (*column).into(), op: Op::Missing, ..FilterSlot::default() },
            }]);
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
            let further = || self.v.further().get(&phrase).map(of_further);
            [named, further()].into_iter().flatten().find_map(|slot| fit(vec![slot]))
        };
        let customer = || {
            let (id, name) = self.v.customer(text).filter(|_| {
                distinctive(text) || self.v.called(&phrase, 1, |_| true).is_some_and(|all| !all.is_empty())
            })?;
            fit(vec![nearly(slot("customer", Op::Is, id, name, ""), text)])
        };
        let family = || fit(vec![self.family(&phrase, text)?]);
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
        // A code of two letters is one where it is written as such: "in" and "or" are words.
        if text.trim().len() == 2 && is_stop(&phrase) && text.chars().any(char::is_lowercase) {
            return None;
        }
        family()
            .or_else(|| fit(vec![self.products(&phrase, text)?]))
            .or_else(|| fit(vec![self.flag(dataset, &phrase)?]))
            .or_else(|| whole(text))
            .or_else(|| self.bare(text).and_then(|bare| whole(&bare)))
            .or_else(customer)
            .or_else(|| self.v.misspelt(&phrase).and_then(|m| fit(vec![of_mention(&m, text)])))
            .or_else(plain)
            .or_else(|| self.beside_its_column(dataset, text))
            .or_else(|| fit(self.inside(text)))
    }

    /// The customers who share a short name: all whose names are these words, or begin with them and go on with others. The
    /// answer says which; `None` where at most one is called so.
    fn family(&self, phrase: &str, text: &str) -> Option<FilterSlot> {
        const MOST: usize = 40;
        const SHOWN: usize = 4;
        let other = |slot: Slot| slot != Slot::Customer;
        if phrase.len() < 3
            || !distinctive(text)
            || phrase.split(' ').all(is_stop)
            || self.v.named(phrase).is_some_and(|m| other(m.slot))
            || Dataset::ALL.iter().any(|dataset| own_noun(*dataset, phrase).is_some())
        {
            return None;
        }
        let all = self.v.called(phrase, MOST, |_| true).filter(|all| all.len() > 1)?;
        let names: Vec<&str> = all.iter().map(|(_, name)| name.as_str()).collect();
        let more = names.len().saturating_sub(SHOWN);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let shown = names.iter().take(SHOWN).copied().collect::<Vec<_>>().join("; ");
        Some(FilterSlot {
            column: "customer".into(),
            values: all.iter().map(|(id, _)| id.clone()).collect(),
            labels: vec![text.trim().to_owned()],
            link: Link::Family,
            near: Some(format!("“{}” stands for {} customers: {shown}{more}.", text.trim(), names.len())),
            ..FilterSlot::default()
        })
    }

    /// The products that share a name: "credit reporting" is also "Credit reporting, credit repair services …".
    fn products(&self, phrase: &str, text: &str) -> Option<FilterSlot> {
        let begins = |name: &str| {
            let name = pick::phrase(name);
            name == phrase || name.strip_prefix(phrase).is_some_and(|rest| rest.starts_with(' '))
        };
        let all: Vec<_> = self.v.products.iter().filter(|p| begins(&p.name)).collect();
        if all.len() < 2 || phrase.len() < 3 {
            return None;
        }
        let names: Vec<&str> = all.iter().map(|p| p.name.as_str()).collect();
        Some(FilterSlot {
            column: "product".into(),
            values: all.iter().map(|p| p.slug.clone()).collect(),
            labels: vec![text.trim().to_owned()],
            link: Link::Family,
            near: Some(format!("“{}” stands for {} products: {}.", text.trim(), all.len(), names.join("; "))),
            ..FilterSlot::default()
        })
    }

    /// A field that says yes or no, by its own name: "disputed".
    fn flag(&self, dataset: Dataset, phrase: &str) -> Option<FilterSlot> {
        let yes = |value: &&String| value.eq_ignore_ascii_case("yes");
        let says = |value: &String| ["yes", "no", "n/a", "unknown"].contains(&value.to_lowercase().as_str());
        let stem = |word: &str| search::words::stems(word).into_iter().map(|(stem, _)| stem).collect::<Vec<_>>();
        let wanted = stem(phrase);
        let columns = self.catalog.columns(dataset).iter().filter(|c| c.kind == ColumnType::Category);
        columns.filter(|c| !wanted.is_empty() && stem(&c.name.replace('_', " ")) == wanted).find_map(|c| {
            let (values, _) = self.v.values(c);
            let value = values.iter().find(yes).filter(|_| values.iter().all(says))?;
            Some(FilterSlot { link: Link::Synonym, ..slot(&c.name, Op::Is, value, &c.says, "") })
        })
    }

    /// Work that is not finished, by the statuses that the data has.
    fn unfinished(&self) -> Option<FilterSlot> {
        let open = self.v.case_statuses.iter().filter(|status| !FINISHED.contains(&status.as_str()));
        let values: Vec<String> = open.cloned().collect();
        let labels = vec!["not finished".to_owned()];
        (!values.is_empty()).then(|| FilterSlot { column: "status".into(), values, labels, ..FilterSlot::default() })
    }

    /// "high prio", "tier gold": a value beside the name of its column, or the beginning of that.
    fn beside_its_column(&self, dataset: Dataset, text: &str) -> Option<Vec<FilterSlot>> {
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.len() < 2 {
            return None;
        }
        self.catalog.columns(dataset).iter().filter(|c| c.kind == ColumnType::Category).find_map(|c| {
            let names =
                |word: &str| word.len() >= 4 && c.says.split(' ').any(|name| name.starts_with(&word.to_lowercase()));
            let at = words.iter().position(|word| names(word))?;
            let rest = [&words[..at], &words[at + 1..]].concat().join(" ");
            let (values, _) = self.v.values(c);
            let found = &values[pick::pick(&rest, values.iter().map(String::as_str))?];
            let stored = self.v.stored(c, found).ok()?;
            Some(vec![slot(&c.name, Op::Is, &stored, found, "")])
        })
    }

    /// The records of customers that a noun with its adjectives means: "open case", "complaints about fees".
    pub fn records_of(&self, text: &str) -> Option<(Dataset, Vec<FilterSlot>)> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let phrase = pick::phrase(text);
        let both = [Dataset::Communications, Dataset::Cases];
        let named = both.into_iter().find_map(|of| own_noun(of, &phrase).map(|kind| (of, Vec::from_iter(kind))));
        let (of, mut filters) = named.or_else(|| {
            both.into_iter().find_map(|of| {
                let noun = self.noun(of, text).filter(|noun| noun.column.is_none() && noun.weight > 1.0)?;
                Some((of, noun.filters))
            })
        })?;
        let late = STATES.iter().find(|(names, ..)| of == Dataset::Cases && holds(names, &phrase));
        filters.extend(late.and_then(|(_, column, value)| Some(slot(column, Op::Is, (*value)?, (*value)?, text))));
        for word in &words[..words.len().saturating_sub(1)] {
            let found = self.value(of, word).filter(|_| !is_function(word) && !words.is_empty()).unwrap_or_default();
            let exact = |f: &FilterSlot| f.op == Op::Is && f.column != "customer" && f.link <= Link::Synonym;
            filters.extend(found.into_iter().filter(exact));
        }
        Some((of, filters))
    }

    /// The words without articles and the like.
    fn bare(&self, text: &str) -> Option<String> {
        let words = pick::words(text);
        let bare: Vec<&str> = words.iter().filter(|(w, _)| !is_stop(w)).map(|(w, _)| w.as_str()).collect();
        (!bare.is_empty() && bare.len() < words.len()).then(|| bare.join(" "))
    }

    /// The values that stand within a longer span, where together they account for all of its words that say anything.
    fn inside(&self, text: &str) -> Vec<FilterSlot> {
        let mut found: Vec<(FilterSlot, Range<usize>)> = self
            .v
            .find_in(text)
            .into_iter()
            .map(|m| (slot(m.slot.column(), Op::Is, &m.value, &m.label, ""), m.span))
            .collect();
        for (value, span) in self.v.further().find(text) {
            if found.iter().all(|(_, other)| other.end <= span.start || span.end <= other.start) {
                found.push((of_further(&value), span));
            }
        }
        // "in" is no state of that code, unless it is written as one.
        found.retain(|(_, span)| !is_stop(&text[span.clone()]));
        let covered = |at: &Range<usize>| found.iter().any(|(_, span)| span.start <= at.start && at.end <= span.end);
        let said = |word: &str| !is_stop(word) && !DATASETS.iter().any(|(names, ..)| holds(names, word));
        if pick::words(text).iter().any(|(word, at)| said(word) && !covered(at)) {
            return Vec::new();
        }
        found.into_iter().map(|(slot, _)| slot).collect()
    }

    /// The days that words mean over a dataset; `None` where they name none.
    ///
    /// # Errors
    /// For people, where they name days that there are not, or an end before its beginning.
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

impl Linker<'_> {
    /// The value of one column that words name exactly, or by what it is called.
    pub fn value_of(&self, dataset: Dataset, column: &str, text: &str) -> Option<Vec<FilterSlot>> {
        if self.opened(dataset).is_some() || column == "customer" {
            return None;
        }
        let column =
            self.catalog.columns(dataset).iter().find(|c| c.name == column && c.kind == ColumnType::Category)?;
        let phrase = pick::phrase(text);
        let further = self.v.further().get(&phrase).filter(|value| value.column == column.name).map(of_further);
        let named = || {
            let stored = self.v.stored(column, text).ok()?;
            let exact = pick::phrase(&self.v.readable(&column.name, &stored)) == phrase
                || matches!(column.name.as_ref(), "channel" | "kind" | "sentiment" | "status");
            exact.then(|| slot(&column.name, Op::Is, &stored, text.trim(), ""))
        };
        let found = further.or_else(named)?;
        Some(vec![FilterSlot { words: text.to_owned(), ..found }])
    }

    /// The times that a list in words names, where it names two or more and is no range of its own.
    pub fn listed_times(&self, dataset: Option<Dataset>, text: &str) -> Option<Vec<Resolved>> {
        let today = self.today(dataset);
        if range::parse(text, today).is_ok() {
            return None;
        }
        let all = range::find_all(text, today);
        (all.len() > 1).then(|| all.into_iter().map(|(time, _)| time).collect())
    }
}

/// The kind of message that a name of a dataset of the firm's own says, where it is one: the whole phrase, or its last word.
fn own_noun(dataset: Dataset, phrase: &str) -> Option<Option<FilterSlot>> {
    let head = phrase.rsplit(' ').next().unwrap_or_default();
    let (_, _, kind) =
        DATASETS.iter().find(|(names, of, _)| *of == dataset && (holds(names, phrase) || holds(names, head)))?;
    Some(kind.map(|kind| slot("kind", Op::Is, kind, kind, "")))
}

/// What words were taken for.
pub fn taken(words: &str, name: &str) -> String {
    format!("“{words}” was taken for {name}.")
}

/// A condition by words that are not what its value is called, where they are not.
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

/// Whether words may stand for a longer name that holds them: as a proper name, or by two words that say something. One
/// common word in small letters stands in too many names.
fn distinctive(text: &str) -> bool {
    let words = pick::words(text);
    let say = words.iter().filter(|(word, _)| !is_stop(word)).count();
    let rare = || {
        words.iter().any(|(word, _)| word.len() >= 5 && common(word).is_none() && common(&format!("{word}s")).is_none())
    };
    say > 1 || text.chars().any(|c| c.is_uppercase() || c.is_ascii_digit()) || rare()
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

/// A condition of one value.
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
