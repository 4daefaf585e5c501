//! Looks words up in the texts that were read: quotations word for word, and dates, numbers and identifiers that stand
//! in a text rather than in a field.
//!
//! Deliberately not here: any tolerance for other words. A quotation with one word changed is not a quotation.

use chrono::{Datelike, NaiveDate};

use crate::agent::ground::index::{Index, Place, Text};
use crate::agent::ground::read::{self, date::DateValue};

/// The texts of an index, brought to one spelling on first use.
#[derive(Default)]
pub struct Texts {
    plain: Option<Vec<String>>,
}

/// What looking for a quotation came to.
#[derive(Debug)]
pub enum Quoted {
    /// Position of the text in the index.
    In(u32),
    /// The words stand in a text, but not in the one that is cited; its position.
    Elsewhere(u32),
    /// A text begins the same way: its position, for the hint.
    Near(u32),
    Nowhere,
}

impl Texts {
    fn of(&mut self, index: &Index<'_>) -> &[String] {
        self.plain.get_or_insert_with(|| index.texts.iter().map(|t| spelling(t.text)).collect())
    }

    /// Looks for a quotation. `cited` are the ids of the sources cited right after it; empty when none is.
    pub fn quotation(&mut self, index: &Index<'_>, words: &str, cited: &[&str]) -> Quoted {
        let parts: Vec<String> = spelling(words)
            .replace("(...)", "...")
            .split("...")
            .map(|p| p.trim_matches(|c: char| !c.is_alphanumeric()).to_owned())
            .filter(|p| !p.is_empty())
            .collect();
        let texts = self.of(index);
        let holds = |text: &String| {
            let mut from = 0;
            parts.iter().all(|p| match find_words(&text[from..], p) {
                Some(at) => {
                    from += at + p.len();
                    true
                }
                None => false,
            })
        };
        let hits: Vec<usize> = (0..texts.len()).filter(|i| holds(&texts[*i])).collect();
        let from_cited = |i: &&usize| {
            cited.is_empty() || cited.contains(&index.texts[**i].owner) || index.texts[**i].owner.is_empty()
        };
        if let Some(hit) = hits.iter().find(from_cited) {
            return Quoted::In(*hit as u32);
        }
        if let Some(hit) = hits.first() {
            return Quoted::Elsewhere(*hit as u32);
        }
        let opening: Vec<&str> = parts.first().map_or(vec![], |p| p.split(' ').take(3).collect());
        let opening = opening.join(" ");
        let near = texts.iter().position(|t| opening.len() > 6 && t.contains(&opening));
        near.map_or(Quoted::Nowhere, |i| Quoted::Near(i as u32))
    }
}

/// One spelling for comparison: lower case, plain quotes and dashes, single spaces, three dots for an ellipsis.
fn spelling(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '’' | '‘' | '`' | '´' => out.push('\''),
            '“' | '”' | '„' | '«' | '»' => out.push('"'),
            '–' | '—' | '−' | '\u{2011}' => out.push('-'),
            // An answer's own square brackets are citations, so a quotation prints round ones.
            '[' => out.push('('),
            ']' => out.push(')'),
            '…' => out.push_str("..."),
            c if c.is_whitespace() => {
                if !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            c if c.is_ascii() => out.push(c.to_ascii_lowercase()),
            c => out.extend(c.to_lowercase()),
        }
    }
    out
}

/// Finds words that do not begin or end inside another word.
fn find_words(text: &str, words: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text.get(from..)?.find(words) {
        let (start, end) = (from + at, from + at + words.len());
        let before = text[..start].chars().next_back().is_some_and(char::is_alphanumeric);
        let after = text[end..].chars().next().is_some_and(char::is_alphanumeric);
        if !before && !after {
            return Some(start);
        }
        from = start + text[start..].chars().next().map_or(1, char::len_utf8);
    }
    None
}

/// A text that prints this time of day.
pub fn clocked<'i, 'a>(index: &'i Index<'a>, minutes: u32) -> Option<&'i Text<'a>> {
    let clock = |t: &&Text<'_>| {
        t.text.contains(':') && {
            let tokens = read::tokens(t.text, &[]);
            (0..tokens.len()).any(|i| read::clock(&tokens, i) == Some(minutes))
        }
    };
    index.texts.iter().find(clock)
}

/// The first text that holds these characters as whole words and that may be restated.
pub fn stated<'i, 'a>(index: &'i Index<'a>, words: &str, may: impl Fn(&Text<'_>) -> bool) -> Option<&'i Text<'a>> {
    index.texts.iter().filter(|t| may(t)).find(|t| holds(t, words))
}

/// The first text that holds these characters as whole words. For numbers, neighbours may not go on with digits.
pub fn literal<'i, 'a>(index: &'i Index<'a>, words: &str, only_documents: bool) -> Option<&'i Text<'a>> {
    stated(index, words, |t| t.document || !only_documents)
}

fn holds(text: &Text<'_>, words: &str) -> bool {
    text.text.match_indices(words).any(|(at, _)| {
        let (before, after) = (&text.text[..at], &text.text[at + words.len()..]);
        let mut next = after.chars();
        let runs_on = match (next.next(), next.next()) {
            (Some('.' | ','), Some(d)) => d.is_ascii_digit(),
            (Some(c), _) => c.is_alphanumeric() || c == '%',
            (None, _) => false,
        };
        !before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | ',' | '-')) && !runs_on
    })
}

/// A text that prints this date in one of the usual ways.
pub fn dated<'i, 'a>(index: &'i Index<'a>, value: DateValue) -> Option<&'i Text<'a>> {
    let forms: Vec<String> = match value {
        DateValue::Day(day) => {
            // A text that prints another year after the same day is about another day.
            return forms_of(day).iter().find_map(|f| {
                let text = literal(index, f, false)?;
                let rest = text.text.split(f.as_str()).nth(1)?.trim_start_matches([',', ' ']);
                let year = rest.get(..4).and_then(|y| y.parse::<i32>().ok());
                year.is_none_or(|y| !(1900..2100).contains(&y) || y == day.year()).then_some(text)
            });
        }
        DateValue::DayMonth(m, d) => forms_of(NaiveDate::from_ymd_opt(2024, m, d)?),
        DateValue::Month(y, m) => {
            let day = NaiveDate::from_ymd_opt(y, m, 1)?;
            vec![day.format("%B %Y").to_string(), day.format("%b %Y").to_string(), day.format("%Y-%m").to_string()]
        }
        DateValue::MonthOnly(m) => vec![NaiveDate::from_ymd_opt(2024, m, 1)?.format("%B").to_string()],
        DateValue::Half(y, h) => vec![y.map_or(format!("H{h}"), |y| format!("H{h} {y}"))],
        DateValue::Quarter(y, q) => vec![y.map_or(format!("Q{q}"), |y| format!("Q{q} {y}"))],
        DateValue::Year(y) => vec![y.to_string()],
    };
    forms.iter().find_map(|f| literal(index, f, false))
}

fn forms_of(day: NaiveDate) -> Vec<String> {
    ["%-d %B", "%B %-d", "%-d %b", "%b %-d", "%Y-%m-%d"].iter().map(|f| day.format(f).to_string()).collect()
}

/// What people would call a text.
pub fn title(text: &Text<'_>) -> String {
    match (text.owner, text.place) {
        ("", Place::Node(_)) => "a result".into(),
        ("", Place::Source(..)) => "a source".into(),
        (id, _) => id.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index() -> Index<'static> {
        let text = |text, owner| Text { text, owner, place: Place::Source(0, 0), document: false };
        Index {
            texts: vec![
                text("I can’t get past the sign-in screen since the update of 15 January. The code arrives.", "comm-1"),
                text("It closes when I open\n a statement", "comm-2"),
            ],
            ..Index::default()
        }
    }

    #[test]
    fn word_for_word_and_nothing_less() {
        let index = index();
        for (quote, cited, found) in [
            ("I can't get past the sign-in screen", &[][..], true),
            ("get past the sign-in screen ... The code arrives.", &[], true),
            ("The code arrives … get past the sign-in", &[], false),
            ("i can’t get past the sign–in", &[], true),
            ("It closes when I open a statement", &["comm-2"], true),
            ("It closes when I open a statement", &["comm-1"], false),
            ("It crashes when I open a statement", &[], false),
            ("closes when I open a state", &[], false),
        ] {
            let hit = matches!(Texts::default().quotation(&index, quote, cited), Quoted::In(_));
            assert_eq!(hit, found, "{quote}");
        }
    }

    #[test]
    fn dates_in_texts() {
        let index = index();
        let day = |d: &str| DateValue::Day(d.parse().unwrap());
        assert!(dated(&index, day("2026-01-15")).is_some());
        assert!(dated(&index, day("2026-01-05")).is_none());
        assert!(dated(&index, DateValue::DayMonth(1, 16)).is_none());
    }
}
