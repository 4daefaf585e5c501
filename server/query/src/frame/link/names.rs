//! Names of the data in a text, whatever was read: times, values, columns; and the nouns for a frame's records.

use std::ops::Range;

use reader::{Role, Span};

use super::super::types::{FilterSlot, Frame, Group};
use super::nouns::{BUCKETS, DATASETS, further_names, holds};
use super::{Linker, of_further, of_mention, own_noun, slot};
use crate::ast::{Dataset, Op};
use crate::catalog::{Column, ColumnType};
use crate::declared::Meaning;
use crate::describe::noun;
use crate::range::{self, Resolved};
use crate::values::{How, pick};
use search::words::is_stop;

impl Linker<'_> {
    /// Among `rivals`, which explain a question as well as `dataset`: the note on declared sources whose rows have the
    /// same name, and how to ask for them.
    pub fn namesakes(&self, dataset: Dataset, rivals: impl Iterator<Item = Dataset>, subject: &str) -> Option<String> {
        let phrase = pick::phrase(subject);
        let rows = |dataset: Dataset| {
            let opened = self.opened(dataset)?;
            let named = self.has_rows(dataset) && opened.phrases().get(&phrase).contains(&Meaning::Rows);
            named.then(|| format!("“{}”", opened.source.name.as_str().replace('_', " ")))
        };
        let own = rows(dataset)?;
        let others: Vec<String> = rivals.filter_map(rows).collect();
        let (source, have) = if others.len() == 1 { ("the source", "has") } else { ("the sources", "have") };
        (!others.is_empty()).then(|| {
            format!(
                "“{subject}” was taken for the rows of the source {own}; {source} {} {have} rows of that name too. Name \
                 the source to ask about one of them.",
                others.join(", ")
            )
        })
    }

    /// The kinds of records that a word names alike, `dataset` first: "ticket" is another name of the firm's own cases,
    /// and of the rows of declared sources among the `rivals`. None if one of them is called so in the first place.
    pub fn kinds(&self, dataset: Dataset, rivals: impl Iterator<Item = Dataset>, subject: &str) -> Vec<Dataset> {
        let phrase = pick::phrase(subject);
        let by_synonym = |dataset: Dataset| pick::phrase(noun(dataset).1) != phrase;
        let rows = |other: &Dataset| {
            let named =
                self.opened(*other).is_some_and(|opened| opened.phrases().get(&phrase).contains(&Meaning::Rows));
            named && self.has_rows(*other) && by_synonym(*other)
        };
        if own_noun(dataset, &phrase) != Some(None) || !by_synonym(dataset) {
            return Vec::new();
        }
        let others: Vec<Dataset> = rivals.filter(rows).collect();
        if others.is_empty() { others } else { [vec![dataset], others].concat() }
    }

    /// Whether a phrase of several words is what the rows of a source are called, and no own name of a dataset.
    pub(super) fn names_rows(&self, dataset: Dataset, phrase: &str) -> bool {
        let own = |(names, of, _): &(&str, Dataset, Option<&str>)| *of == dataset && holds(names, phrase);
        phrase.contains(' ')
            && !DATASETS.iter().any(own)
            && self.v.sources.iter().any(|opened| opened.phrases().get(phrase).contains(&Meaning::Rows))
    }

    /// The times, values and [dated names](Self::dated_names) that a text names exactly, without overlaps, in order, independent of any reading.
    pub fn names_in(&self, text: &str) -> Vec<Span> {
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
                // A word that is also a column's name is not certainly a value.
                let meanings = opened.phrases().get(&phrase);
                let value = !meanings.is_empty() && meanings.iter().all(|m| matches!(m, Meaning::Value(..)));
                if value && phrase.len() > 2 && !is_stop(&phrase) {
                    found.push((Role::Value, run[0].1.start..run[length - 1].1.end));
                }
            }
        }
        found.extend(
            self.dated_names(text).into_iter().map(|name| (name.role, name.start..name.start + name.text.len())),
        );
        // Longest first; a kind of record is a noun, not a value.
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
        all.into_iter().map(|(role, at)| span(text, role, at)).collect()
    }

    /// The columns of any dataset that a text names in full, besides the `named` values.
    pub fn columns_in(&self, text: &str, named: &[Span]) -> Vec<Span> {
        let kept = |c: &&Column| c.kind != ColumnType::Text && c.kind != ColumnType::Flag;
        let columns = self.catalog.datasets().flat_map(|d| self.catalog.columns(d).iter().filter(kept));
        let mut names: Vec<(String, Role)> = Vec::new();
        for column in columns {
            let role = if matches!(column.kind, ColumnType::Number(_)) { Role::Measure } else { Role::Group };
            for name in [pick::phrase(&column.says), pick::phrase(&column.name.replace('_', " "))] {
                if !names.iter().any(|(own, _)| *own == name) {
                    names.push((name, role));
                }
            }
        }
        let words = pick::words(text);
        let mut found: Vec<(Role, Range<usize>)> = Vec::new();
        for length in (1..=3.min(words.len())).rev() {
            for run in words.windows(length) {
                let at = run[0].1.start..run[length - 1].1.end;
                let is_free = found.iter().all(|(_, other)| other.end <= at.start || at.end <= other.start)
                    && named.iter().all(|name| name.start + name.text.len() <= at.start || at.end <= name.start);
                let same = |name: &str| name.split(' ').eq(run.iter().map(|(word, _)| word.as_str()));
                if let Some((_, role)) = names.iter().find(|(name, _)| is_free && same(name)) {
                    found.push((*role, at));
                }
            }
        }
        found.into_iter().map(|(role, at)| span(text, role, at)).collect()
    }

    /// Plain words for a dataset's records, as a frame counts them.
    pub fn nouns_of(&self, frame: &Frame, dataset: Dataset) -> Vec<String> {
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
                let of_bucket = BUCKETS.iter().filter(|(_, own)| own == bucket);
                all.extend(of_bucket.flat_map(|(names, _)| names.split(['|', ' '])).map(str::to_owned));
                all.extend(["trend", "time", "course", "develop", "development", "change"].map(str::to_owned));
            }
        }
        all
    }

    /// The value of one column that words name exactly or by a synonym.
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

    /// The plain words of the names of a column.
    pub fn name_words(&self, dataset: Dataset, column: &str) -> Vec<String> {
        let own = self.catalog.column(dataset, column);
        let names = own.iter().flat_map(|c| c.also.iter().map(|also| (*also).to_owned()).chain([c.says.to_string()]));
        let names = names.chain([column.replace('_', " ")]).chain(further_names(column));
        names.flat_map(|name| pick::words(&name)).map(|(word, _)| word).collect()
    }

    /// Whether all words of a text that say something are of the names of a column: "an untimely response" is more than one.
    pub fn is_name_of(&self, dataset: Dataset, column: &str, text: &str) -> bool {
        let known = self.name_words(dataset, column);
        pick::words(text).iter().all(|(word, _)| is_stop(word) || known.contains(word))
    }

    /// "high prio", "tier gold": a value beside the name of its column, or the beginning of that.
    pub(super) fn beside_its_column(&self, dataset: Dataset, text: &str) -> Option<Vec<FilterSlot>> {
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

    /// The times in a list, if it names two or more and is not a range itself.
    pub fn listed_times(&self, dataset: Option<Dataset>, text: &str) -> Option<Vec<Resolved>> {
        let today = self.today(dataset);
        if range::parse(text, today).is_ok() {
            return None;
        }
        let all = range::find_all(text, today);
        (all.len() > 1).then(|| all.into_iter().map(|(time, _)| time).collect())
    }

    /// The values within a longer span, if together they account for all of its content words.
    pub(super) fn inside(&self, text: &str) -> Vec<FilterSlot> {
        let mut found: Vec<(FilterSlot, Range<usize>)> = self
            .v
            .find_in(text)
            .into_iter()
            .map(|m| {
                (
                    self.all_called(&text[m.span.clone()]).unwrap_or_else(|| of_mention(&m, &text[m.span.clone()])),
                    m.span,
                )
            })
            .collect();
        for (value, span) in self.v.further().find(text) {
            if found.iter().all(|(_, other)| other.end <= span.start || span.end <= other.start) {
                found.push((of_further(&value), span));
            }
        }
        // "in" is no state code, unless written as one.
        found.retain(|(_, span)| !is_stop(&text[span.clone()]));
        let covered = |at: &Range<usize>| found.iter().any(|(_, span)| span.start <= at.start && at.end <= span.end);
        let said = |word: &str| !is_stop(word) && !DATASETS.iter().any(|(names, ..)| holds(names, word));
        if pick::words(text).iter().any(|(word, at)| said(word) && !covered(at)) {
            return Vec::new();
        }
        found.into_iter().map(|(slot, _)| slot).collect()
    }
}

/// A span without any alternative reading.
pub(super) fn span(text: &str, role: Role, at: Range<usize>) -> Span {
    Span { role, start: at.start, text: text[at].to_owned(), probability: 1.0 }
}
