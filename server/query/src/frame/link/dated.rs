//! Declared names of columns that contain words for a period: "2025 second half output", "Q3 2025 target". Such a name,
//! written out, is the column and no period.

use std::ops::Range;

use reader::{Reading, Role, Span};

use super::Linker;
use super::names::span;
use crate::declared::Meaning;
use crate::range;
use crate::values::pick;
use search::words::is_stop;

/// Maximum number of words of a name on either side of its period.
const MOST_WORDS: usize = 8;

impl Linker<'_> {
    /// The names of measures and dimensions of declared sources in a text that contain a period and are longer than it;
    /// the longest of those that overlap, in order.
    pub fn dated_names(&self, text: &str) -> Vec<Span> {
        if self.v.sources.is_empty() {
            return Vec::new();
        }
        let words = pick::words(text);
        let mut found: Vec<(Role, Range<usize>)> = Vec::new();
        // A year or a quarter before a noun is no period of the grammar, but a reader may take it for one.
        let alone = words.iter().filter(|(_, at)| range::parse(&text[at.clone()], self.as_of).is_ok());
        let alone: Vec<Range<usize>> = alone.map(|(_, at)| at.clone()).collect();
        for at in range::find_all(text, self.as_of).into_iter().map(|(_, at)| at).chain(alone) {
            // Without the words that introduce it: "in", "the".
            let inside = |word: &(String, Range<usize>)| word.1.start < at.end && at.start < word.1.end;
            let mut own = (0..words.len()).filter(|place| inside(&words[*place]) && !is_stop(&words[*place].0));
            let Some(first) = own.next() else { continue };
            let last = own.next_back().unwrap_or(first);
            let places = |from| (last..words.len().min(last + MOST_WORDS)).map(move |to| (from, to));
            for (from, to) in (first.saturating_sub(MOST_WORDS)..=first).flat_map(places) {
                // A column called "2025" only is asked for by that year as ever.
                if to - from > last - first
                    && let Some(role) = self.column_role(&words[from..=to])
                {
                    found.push((role, words[from].1.start..words[to].1.end));
                }
            }
        }
        found.sort_by_key(|(_, at)| std::cmp::Reverse(at.len()));
        let mut all: Vec<(Role, Range<usize>)> = Vec::new();
        for (role, at) in found {
            if all.iter().all(|(_, other)| other.end <= at.start || at.end <= other.start) {
                all.push((role, at));
            }
        }
        all.sort_by_key(|(_, at)| at.start);
        all.into_iter().map(|(role, at)| span(text, role, at)).collect()
    }

    /// What words name in a declared source: a measure, or a dimension to group by.
    fn column_role(&self, words: &[(String, Range<usize>)]) -> Option<Role> {
        let longest = self.v.sources.iter().map(|opened| opened.phrases().longest).max().unwrap_or_default();
        if words.len() > longest {
            return None;
        }
        let phrase = words.iter().map(|(word, _)| word.as_str()).collect::<Vec<_>>().join(" ");
        let mut meanings = self.v.sources.iter().flat_map(|opened| opened.phrases().get(&phrase));
        meanings.find_map(|meaning| match meaning {
            Meaning::Measure(_) => Some(Role::Measure),
            Meaning::Dimension(_) => Some(Role::Group),
            Meaning::Rows | Meaning::Value(..) => None,
        })
    }
}

/// A reading with these names as spans of their own: whatever was read within them is dropped, and longer spans keep
/// what they have beside them.
pub fn with_names(text: &str, reading: Reading, names: &[Span]) -> Reading {
    if names.is_empty() {
        return reading;
    }
    let mut spans: Vec<Span> = reading.spans.clone();
    for name in names {
        let (start, end) = (name.start, name.start + name.text.len());
        let beside = |own: Span| -> Vec<Span> {
            let (from, to) = (own.start, own.start + own.text.len());
            if to <= start || end <= from {
                return vec![own];
            }
            let parts = [from..start.max(from), end.min(to)..to].into_iter().filter(|part| part.start < part.end);
            let says = |part: &Range<usize>| {
                let words = text.get(part.clone()).map(pick::words).unwrap_or_default();
                words.iter().any(|(word, _)| !is_stop(word))
            };
            let cut = |part: Range<usize>| {
                let start = part.end - text[part.clone()].trim_start().len();
                Span { start, text: text[start..part.end].trim_end().to_owned(), ..own.clone() }
            };
            parts.filter(says).map(cut).collect()
        };
        spans = spans.into_iter().flat_map(beside).chain([name.clone()]).collect();
    }
    spans.sort_by_key(|span| span.start);
    Reading { spans, ..reading }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(text: &str, all: &[(Role, &str)]) -> Vec<Span> {
        let one = |(role, own): &(Role, &str)| {
            let start = text.find(own).unwrap_or_default();
            span(text, *role, start..start + own.len())
        };
        all.iter().map(one).collect()
    }

    #[test]
    fn a_declared_name_replaces_what_was_read_within_it() {
        for (text, name, read, want) in [
            (
                "2025 second half output by plant",
                "2025 second half output",
                vec![(Role::Time, "2025 second half"), (Role::Measure, "output"), (Role::Group, "plant")],
                vec![(Role::Measure, "2025 second half output"), (Role::Group, "plant")],
            ),
            (
                "plants where the 2024 budget is over 100",
                "2024 budget",
                vec![(Role::Subject, "plants"), (Role::Time, "the 2024"), (Role::Over, "budget is over 100")],
                vec![(Role::Subject, "plants"), (Role::Measure, "2024 budget"), (Role::Over, "is over 100")],
            ),
            (
                "2024 budget in 2025",
                "2024 budget",
                vec![(Role::Measure, "2024 budget"), (Role::Time, "in 2025")],
                vec![(Role::Measure, "2024 budget"), (Role::Time, "in 2025")],
            ),
        ] {
            let reading = Reading { spans: spans(text, &read), ..Reading::default() };
            let names = spans(text, &[(Role::Measure, name)]);
            assert_eq!(with_names(text, reading, &names).spans, spans(text, &want), "{text}");
        }
    }
}
