//! Every claim of an answer and its evidence, in three grades: in a cited row or worked out from cited rows; elsewhere
//! in the results, or worked out from the sentence's other figures; nowhere.

use std::ops::Range;
use std::sync::LazyLock;

use model::answer::{Claim, ClaimKind, Found, How};
use regex::Regex;

use super::facts::{Facts, has_words};
use super::units::{Unit, marker, units};
use super::{Context, Observation, date, number, quote};
use crate::cite::settle;
use base::pattern;

/// The note for a figure without evidence.
pub(super) const NOWHERE: &str = "It is in no cited row and in no other result.";

static QUOTES: LazyLock<Regex> = LazyLock::new(|| pattern("“[^”\n]+”|„[^“”\n]+[“”]|«[^»\n]+»|\"[^\"\n]+\""));

static IDS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[A-Za-z]+(?:[-_#][A-Za-z]+)*[-_#]?\d[\w#-]*\w|\b[A-Za-z]+[-_#]?\d\b",
    )
});

/// "14:05", "6.2.1": checked as words, not as values.
static LITERALS: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b\d{1,2}:\d{2}(?::\d{2})?\b|\b\d+(?:\.\d+){2,}\b"));

/// The claims of an answer, in order of position.
pub fn claims(text: &str, observations: &[Observation<'_>], context: &Context<'_>) -> Vec<Claim> {
    let cites = settle::find(text);
    let quotes: Vec<Range<usize>> = QUOTES.find_iter(text).map(|m| m.range()).collect();
    let facts = Facts::from_observations(observations);
    let mut check = Check { text, observations, context, facts: &facts, out: Vec::new(), texts: Vec::new() };
    check.citations(&cites);
    let mut masked: Vec<Range<usize>> = cites.iter().map(|c| c.at.clone()).chain(quotes.iter().cloned()).collect();
    masked.extend(markers(text));
    for unit in units(text, &cites, &quotes) {
        check.sentence(&unit, &masked, &quotes);
    }
    check.out.sort_by_key(|c| (c.start, c.end));
    check.out
}

/// The sentence around a position in a text, citations included.
pub fn sentence(text: &str, at: usize) -> Range<usize> {
    let quotes: Vec<Range<usize>> = QUOTES.find_iter(text).map(|m| m.range()).collect();
    let all = units(text, &settle::find(text), &quotes);
    all.into_iter().find(|u| u.at.contains(&at)).map_or(0..text.len(), |u| u.at)
}

/// Numbers of list items.
fn markers(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let mut out = Vec::new();
    for line in text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        let length = marker(line.trim_start());
        out.extend((length > 0).then(|| start + indent..start + indent + length));
        start += line.len();
    }
    out
}

/// Where a value was found: its row and pointer, and how it became the printed figure.
pub(super) struct Place {
    pub(super) row: usize,
    pub(super) path: String,
    pub(super) how: How,
    pub(super) operands: Vec<String>,
}

pub(super) struct Check<'a> {
    text: &'a str,
    observations: &'a [Observation<'a>],
    pub(super) context: &'a Context<'a>,
    pub(super) facts: &'a Facts<'a>,
    out: Vec<Claim>,
    /// The texts of the results in normalised spelling, once a quotation needs them.
    texts: Vec<String>,
}

impl Check<'_> {
    pub(super) fn push(&mut self, kind: ClaimKind, at: Range<usize>, found: Option<Found>, problem: Option<String>) {
        let text = self.text[at.clone()].to_owned();
        self.out.push(Claim { kind, start: at.start, end: at.end, text, found, problem });
    }

    pub(super) fn found(&self, place: Place, cited: bool) -> Found {
        let Place { row, path, how, operands } = place;
        let call = self.facts.rows.get(row).and_then(|r| self.observations.get(r.of)).map_or("", |o| o.call);
        Found { call: call.to_owned(), path, how, cited, operands }
    }

    /// Citations of missing rows; the others are no claims, but what claims rest on.
    fn citations(&mut self, cites: &[settle::Cited]) {
        let Some(known) = self.context.citations.map(<[_]>::len) else { return };
        for cite in cites {
            if let Some(n) = cite.numbers.iter().find(|n| **n == 0 || **n > known) {
                let problem = format!("There is no source {n}; the answer has {known}.");
                self.push(ClaimKind::Citation, cite.at.clone(), None, Some(problem));
            }
        }
    }

    fn sentence(&mut self, unit: &Unit, masked: &[Range<usize>], quotes: &[Range<usize>]) {
        let (from, part) = (unit.at.start, &self.text[unit.at.clone()]);
        let here = |r: &Range<usize>| r.start < unit.at.end && from < r.end;
        let shift = |r: &Range<usize>| r.start.saturating_sub(from)..r.end.min(unit.at.end) - from;
        let mut taken: Vec<Range<usize>> = masked.iter().filter(|r| here(r)).map(shift).collect();
        let cited = self.cited(unit);
        for quote in quotes.iter().filter(|q| unit.at.contains(&q.start)) {
            self.quotation(quote.clone(), &cited);
        }
        let mut dates = date::find(part, &taken);
        dates.iter_mut().for_each(|d| self.counted(part, d));
        taken.extend(dates.iter().map(|d| d.at.clone()));
        for found in dates {
            self.date(from, &found, &cited);
        }
        for at in LITERALS.find_iter(part).map(|m| m.range()) {
            if !overlaps(&taken, &at) {
                self.literal(ClaimKind::Number, from + at.start..from + at.end, &cited);
                taken.push(at);
            }
        }
        for at in IDS.find_iter(part).map(|m| m.range()) {
            if !overlaps(&taken, &at) {
                self.id(from + at.start..from + at.end, &cited);
                taken.push(at);
            }
        }
        for (at, row) in self.names(part) {
            if !overlaps(&taken, &at) {
                let text = &part[at.clone()];
                let holder = cited.iter().copied().find(|r| self.holds(*r, text)).map(|r| (r, true));
                let (row, is_cited) = holder.unwrap_or((row, false));
                let place = Place { row, path: self.facts.rows[row].path.clone(), how: How::Equal, operands: vec![] };
                let found = self.found(place, is_cited);
                self.push(ClaimKind::Name, from + at.start..from + at.end, Some(found), None);
                taken.push(at);
            }
        }
        let numbers = number::find(part, &taken);
        self.numbers(from, part, &numbers, &cited);
    }

    /// The rows that a sentence cites, without those of a whole call.
    fn cited(&self, unit: &Unit) -> Vec<usize> {
        let Some(citations) = self.context.citations else { return Vec::new() };
        let known = unit.cites.iter().filter_map(|n| citations.get(n.checked_sub(1)?));
        let mut rows: Vec<usize> = known.flat_map(|c| self.facts.cited(c, self.observations)).collect();
        rows.sort_unstable();
        rows.dedup();
        rows
    }

    /// The heads of the cited rows, and what applies to all of the calls whose rows are cited.
    pub(super) fn around(&self, cited: &[usize]) -> Vec<usize> {
        let mut calls: Vec<usize> = cited.iter().map(|r| self.facts.rows[*r].of).collect();
        calls.dedup();
        let mut around: Vec<usize> = cited.iter().flat_map(|row| self.facts.heads(*row)).collect();
        around.extend(calls.into_iter().flat_map(|of| self.facts.context(of)));
        around.sort_unstable();
        around.dedup();
        around
    }

    /// "April 6, May 7": if no result has the day, it is a month with a number.
    fn counted(&self, part: &str, found: &mut date::Found) {
        let text = &part[found.at.clone()];
        let alone = found.date.year.is_none() && found.date.day.is_some() && !found.end;
        let Some(digits) = text.find(|c: char| c.is_ascii_digit()).filter(|at| alone && *at > 0) else { return };
        if !self.facts.dates.iter().any(|d| found.date.covers(d.date)) {
            found.date.day = None;
            found.at.end = found.at.start + text[..digits].trim_end().len();
        }
    }

    fn date(&mut self, from: usize, found: &date::Found, cited: &[usize]) {
        let at = from + found.at.start..from + found.at.end;
        let all = &self.facts.dates;
        let near = cited.iter().copied().chain(self.around(cited)).flat_map(|r| &all[self.facts.rows[r].dates.clone()]);
        let is_same = |d: &&super::facts::Dated| found.date.covers(d.date);
        let cited_one = near.into_iter().find(is_same);
        if let Some(dated) = cited_one.or_else(|| all.iter().find(is_same)) {
            let place = Place { row: dated.row, path: dated.path.clone(), how: How::Equal, operands: Vec::new() };
            let found = self.found(place, cited_one.is_some());
            return self.push(ClaimKind::Date, at, Some(found), None);
        }
        let asked = date::find(self.context.question, &[]);
        if asked.iter().any(|d| found.date.covers(d.date)) || self.context.as_of.is_some_and(|d| found.date.holds(d)) {
            return self.push(ClaimKind::Date, at, Some(in_question()), None);
        }
        // The ends of a range may be the writer's own.
        if !found.end {
            self.push(ClaimKind::Date, at, None, Some("No result names this date.".into()));
        }
    }

    /// Words that must appear verbatim.
    fn literal(&mut self, kind: ClaimKind, at: Range<usize>, cited: &[usize]) -> bool {
        let words = &self.text[at.clone()];
        let place = |row: usize| {
            let texts = &self.facts.texts[self.facts.rows[row].texts.clone()];
            let path = texts.iter().find(|t| stands(t.text, words))?.path.clone();
            Some(Place { row, path, how: How::Equal, operands: Vec::new() })
        };
        let in_cited = cited.iter().copied().find_map(place);
        let is_cited = in_cited.is_some();
        let found = in_cited.or_else(|| (0..self.facts.rows.len()).find_map(place)).map(|p| self.found(p, is_cited));
        let found = found.or_else(|| stands(self.context.question, words).then(in_question));
        let problem = found.is_none().then(|| NOWHERE.to_owned());
        let ok = found.is_some();
        self.push(kind, at, found, problem);
        ok
    }

    /// An identifier: one that appears somewhere, or of a kind that the results have. Others ("PSD2") are names.
    fn id(&mut self, at: Range<usize>, cited: &[usize]) {
        let words = self.text[at.clone()].to_owned();
        let before = self.out.len();
        if self.literal(ClaimKind::Id, at, cited) {
            return;
        }
        let lower = words.to_lowercase();
        let prefix = |id: &str| id.to_lowercase().trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        let kind = prefix(&words);
        let of_a_kind = kind.len() > 1
            && self.facts.texts.iter().any(|t| {
                let alone = !t.text.contains(' ') && t.text.ends_with(|c: char| c.is_ascii_digit());
                alone && prefix(t.text) == kind
            });
        // A tool reported that no such record exists: the answer may say so, too.
        let refused = self.context.refusals.iter().any(|r| stands(&r.to_lowercase(), &lower));
        if !of_a_kind || refused {
            self.out.truncate(before);
        } else if let Some(claim) = self.out.last_mut() {
            claim.problem = Some("No record with this identifier was read.".into());
        }
    }

    fn quotation(&mut self, at: Range<usize>, cited: &[usize]) {
        let parts = quote::parts(&self.text[at.clone()]);
        if self.texts.is_empty() {
            self.texts = self.facts.texts.iter().map(|t| quote::spelling(t.text)).collect();
        }
        let of_row = |row: &usize| self.facts.rows[*row].texts.clone();
        let holds = |i: &usize| quote::holds(&self.texts[*i], &parts);
        let here = cited.iter().flat_map(of_row).find(holds);
        let hit = here.or_else(|| (0..self.texts.len()).find(holds));
        let asked = quote::holds(&quote::spelling(self.context.question), &parts);
        if let Some(i) = hit {
            let text = &self.facts.texts[i];
            let place = Place { row: text.row, path: text.path.clone(), how: How::Equal, operands: Vec::new() };
            let found = self.found(place, here.is_some());
            let label = &self.facts.rows[text.row].label;
            let elsewhere = here.is_none() && !asked && !cited.is_empty() && !label.is_empty();
            let problem = elsewhere.then(|| format!("These words appear in “{label}”, which is not cited here."));
            return self.push(ClaimKind::Quotation, at, Some(found), problem);
        }
        if !quote::is_long(&parts) || asked {
            return;
        }
        let run = self.texts.iter().map(|t| quote::run(t, &parts)).max().unwrap_or(0);
        let problem = if run >= 3 {
            let words: Vec<&str> = parts[0].split(' ').take(run).collect();
            format!("Only “{}” appears in the sources.", words.join(" "))
        } else {
            "These words appear in no source.".to_owned()
        };
        self.push(ClaimKind::Quotation, at, None, Some(problem));
    }

    /// Names of customers that the results hold, each with a row.
    fn names(&self, part: &str) -> Vec<(Range<usize>, usize)> {
        let mut names: Vec<(&str, usize)> = Vec::new();
        for (i, row) in self.facts.rows.iter().enumerate() {
            for text in &self.facts.texts[row.texts.clone()] {
                let field = text.path.rsplit('/').next().unwrap_or_default();
                let of_customer = matches!(field, "customer" | "customerName") && text.text.chars().count() > 3;
                if of_customer && part.contains(text.text) && !names.iter().any(|(n, _)| *n == text.text) {
                    names.push((text.text, i));
                }
            }
        }
        names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        let at = |(name, row): (&str, usize)| {
            part.match_indices(name).map(|(at, _)| (at..at + name.len(), row)).collect::<Vec<_>>()
        };
        names.into_iter().flat_map(at).collect()
    }

    fn holds(&self, row: usize, words: &str) -> bool {
        self.facts.texts[self.facts.rows[row].texts.clone()].iter().any(|t| t.text.contains(words))
    }
}

pub(super) fn in_question() -> Found {
    Found { call: "question".into(), path: String::new(), how: How::Equal, cited: false, operands: Vec::new() }
}

fn overlaps(taken: &[Range<usize>], at: &Range<usize>) -> bool {
    taken.iter().any(|t| t.start < at.end && at.start < t.end)
}

/// Whether a text has these characters as whole words, in any case.
fn stands(text: &str, words: &str) -> bool {
    has_words(&text.to_lowercase(), &words.to_lowercase())
}
