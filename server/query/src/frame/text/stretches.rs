//! Which words of a question became which part of its reading, and which became none: the original question, in
//! stretches.

use std::ops::Range;

use model::run::{Origin, Part, Role, Stretch};
use model::session::taught::TaughtWord;

use super::super::changed::part_column;
use super::super::grammar::{self, Operator, words};
use super::super::parse::Parse;
use super::super::types::{Derived, Frame, TimeSlot};
use crate::ast::Op;
use crate::describe;
use crate::values::pick;

/// Words of the text, with the index of their part; `None` for words without one.
type Words = (Range<usize>, Option<usize>);

impl Parse {
    /// The question in stretches, by the parts above its answer. `unused` are words without a part, besides those in
    /// the frames. Empty if no words are marked.
    pub fn stretches(&self, question: &str, parts: &[Part], unused: &[String]) -> Vec<Stretch> {
        let (mut all, mut from): (Vec<Words>, usize) = (Vec::new(), 0);
        for frame in &self.frames {
            let Some(at) = self.text[from..].find(&frame.text).map(|at| from + at) else { continue };
            from = at + frame.text.len();
            let own = frame.told_apart(parts, unused, self.frames.len() == 1);
            all.extend(own.into_iter().map(|(words, part)| (at + words.start..at + words.end, part)));
        }
        let Some(places) = places(question, &self.text, &self.taught) else { return Vec::new() };
        let moved = |at: usize| places.iter().rev().find(|(text, _)| text.start <= at);
        let asked = |words: &Range<usize>| {
            let (first, from) = moved(words.start)?;
            let (last, to) = moved(words.end.checked_sub(1)?)?;
            // What replaces a taught word corresponds to all of it.
            let start = if first.len() == from.len() { from.start + words.start - first.start } else { from.start };
            let end = if last.len() == to.len() { to.start + words.end - last.start } else { to.end };
            (start < end).then_some(start..end)
        };
        let all: Vec<Words> = all.iter().filter_map(|(words, part)| Some((asked(words)?, *part))).collect();
        if all.is_empty() { Vec::new() } else { parted(question, &all) }
    }
}

/// The question, split wherever any of the words begin or end.
fn parted(question: &str, all: &[Words]) -> Vec<Stretch> {
    let mut cuts: Vec<usize> = all.iter().flat_map(|(words, _)| [words.start, words.end]).collect();
    cuts.extend([0, question.len()]);
    cuts.sort_unstable();
    cuts.dedup();
    let mut out: Vec<Stretch> = Vec::new();
    for pair in cuts.windows(2) {
        let Some(text) = question.get(pair[0]..pair[1]) else { return Vec::new() };
        let over = || all.iter().filter(|(words, _)| words.start <= pair[0] && pair[1] <= words.end);
        let mut parts: Vec<usize> = over().filter_map(|(_, part)| *part).collect();
        parts.sort_unstable();
        parts.dedup();
        let unused = parts.is_empty() && over().next().is_some();
        match out.last_mut() {
            Some(last) if last.parts == parts && last.unused == unused => last.text.push_str(text),
            _ => out.push(Stretch { text: text.to_owned(), parts, unused }),
        }
    }
    out
}

/// Which ranges of a text are which of its original question, in order: identical, except for taught words, which were
/// replaced by their meaning.
fn places(question: &str, text: &str, taught: &[TaughtWord]) -> Option<Vec<(Range<usize>, Range<usize>)>> {
    let asked = pick::words(question);
    let taught: Vec<(Vec<String>, &str)> = taught
        .iter()
        .map(|word| (pick::words(&word.word).into_iter().map(|(plain, _)| plain).collect(), word.meaning.as_str()))
        .collect();
    let (mut out, mut at, mut of) = (vec![(0..0, 0..0)], 0, 0);
    while at < text.len() {
        let first = asked.iter().position(|(_, place)| place.start == of);
        let replaced = first.and_then(|first| {
            taught.iter().find_map(|(phrase, meaning)| {
                let window = asked.get(first..first + phrase.len()).filter(|_| !phrase.is_empty())?;
                let same = window.iter().zip(phrase).all(|((have, _), want)| have == want);
                let end = window.last()?.1.end;
                // A taught word may begin its own meaning: then the question may have the full meaning.
                let whole = question[of..].starts_with(meaning);
                (same && !whole && text[at..].starts_with(meaning)).then_some((at + meaning.len(), end))
            })
        });
        if let Some((end, asked_end)) = replaced {
            out.push((at..end, of..asked_end));
            out.push((end..end, asked_end..asked_end));
            (at, of) = (end, asked_end);
            continue;
        }
        let (read, own) = (text[at..].chars().next()?, question[of..].chars().next()?);
        if read != own {
            return None;
        }
        (at, of) = (at + read.len_utf8(), of + own.len_utf8());
        let (last, whole) = out.last_mut()?;
        (last.end, whole.end) = (at, of);
    }
    Some(out)
}

impl Frame {
    /// The words with a part, and those without. With `alone`, it is the whole question: otherwise unused words then
    /// express the act.
    fn told_apart(&self, parts: &[Part], unused: &[String], alone: bool) -> Vec<Words> {
        let mut all: Vec<Words> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for (at, part) in parts.iter().enumerate().filter(|(_, part)| part.origin == Origin::Asked) {
            let own = self.words_of(part);
            if own.is_empty() && part.role == Role::Measure {
                open.push(at);
            }
            all.extend(own.into_iter().map(|words| (words, Some(at))));
        }
        let free = |all: &[Words], words: &Range<usize>| {
            !all.iter().any(|(other, _)| other.start < words.end && words.start < other.end)
        };
        for left in self.unused.iter().chain(&self.unknown).chain(&self.dropped).chain(unused) {
            let found: Vec<Range<usize>> = occurrences(&self.text, left).filter(|words| free(&all, words)).collect();
            all.extend(found.into_iter().map(|words| (words, None)));
        }
        if let ([part], true) = (open.as_slice(), alone) {
            let mut rest: Vec<Range<usize>> = Vec::new();
            for word in words(&self.text).into_iter().filter(|word| free(&all, &word.at)) {
                match rest.last_mut() {
                    Some(last) if free(&all, &(last.end..word.at.start)) => last.end = word.at.end,
                    _ => rest.push(word.at),
                }
            }
            all.extend(rest.into_iter().map(|words| (words, Some(*part))));
        }
        all
    }

    /// The words of its text for a part.
    fn words_of(&self, part: &Part) -> Vec<Range<usize>> {
        use reader::Role as Said;
        let dataset = self.dataset.unwrap_or_default();
        let of = |column: &String| part_column(dataset, column) == part.column;
        let said = |d: &Derived| self.text.get(d.start..d.end).unwrap_or_default().trim().to_owned();
        let noun = part.role == Role::Records || part.label == describe::noun(dataset).1;
        let number = self.measure.as_ref().filter(|name| part.label.ends_with(&name.replace('_', " ")));
        let records = self.records.iter().find(|records| records.words == part.label);
        let time = |slot: &Option<TimeSlot>, d: &Derived| {
            let own = slot.as_ref().filter(|slot| !slot.carried && Some(slot.time.range) == part.range);
            own.is_some_and(|slot| slot.words.contains(&said(d)))
        };
        let filters = || self.filters.iter().filter(|f| !f.carried && of(&f.column) && f.values == part.values);
        let one = |column: &str| self.filters.iter().filter(|f| f.column == column).count() == 1;
        let became = |d: &&Derived| match part.role {
            Role::Filter => filters().any(|f| {
                let own = d.role != Said::Group && d.columns.contains(&f.column);
                let own = own && (one(&f.column) || f.start == d.start);
                own || d.role == Said::About && f.op == Op::Contains && f.start == d.start
            }),
            Role::Period => {
                matches!(d.role, Said::Time | Said::Versus) && (time(&self.time, d) || time(&self.against, d))
            }
            // A column may also have a filter: "by channel, not by phone".
            Role::Grouping => {
                let named = self.derivation.iter().any(|d| d.role == Said::Group && d.columns.iter().any(of));
                d.columns.iter().any(of) && (d.role == Said::Group || !named)
            }
            Role::Records => d.role == Said::Subject || d.columns.iter().any(|column| column == "kind"),
            Role::Measure => {
                noun && d.role == Said::Subject
                    || number.is_some_and(|name| d.columns.contains(name))
                    || records.is_some_and(|records| !said(d).is_empty() && records.words.contains(&said(d)))
                    || d.role == Said::Id && self.id.as_deref() == Some(&part.label)
            }
        };
        let mut own: Vec<Range<usize>> = self.derivation.iter().filter(became).map(|d| d.start..d.end).collect();
        let plain = part.role == Role::Measure && !noun && records.is_none();
        let marks = grammar::marks(&self.text);
        own.extend(
            marks
                .iter()
                .filter(|mark| match mark.operator {
                    Operator::Count => noun,
                    Operator::Aggregate(_) => plain && self.aggregation.is_some(),
                    _ => false,
                })
                .map(|mark| mark.at.clone()),
        );
        // "not by phone": the negation belongs to what it excludes.
        if filters().any(|f| f.negated) {
            let not = |words: &Range<usize>| {
                let before = |mark: &&grammar::Mark| mark.operator == Operator::Not && mark.at.end <= words.start;
                marks.iter().rfind(before).map(|mark| mark.at.clone())
            };
            let reached: Vec<Range<usize>> = own.iter().filter_map(not).collect();
            own.extend(reached);
        }
        // Adjacent ones are merged.
        own.sort_by_key(|words| words.start);
        own.into_iter().fold(Vec::new(), |mut all: Vec<Range<usize>>, words| {
            let blank = |from: usize| self.text.get(from..words.start).is_none_or(|gap| gap.trim().is_empty());
            match all.last_mut() {
                Some(last) if blank(last.end) => last.end = last.end.max(words.end),
                _ => all.push(words),
            }
            all
        })
    }
}

/// Where a text has these words, as whole words.
fn occurrences<'t>(text: &'t str, words: &'t str) -> impl Iterator<Item = Range<usize>> + 't {
    let words = words.trim();
    let edge = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
    let found = text.match_indices(words).filter(move |_| !words.is_empty());
    found
        .filter(move |(at, _)| edge(text[..*at].chars().next_back()) && edge(text[at + words.len()..].chars().next()))
        .map(move |(at, _)| at..at + words.len())
}
