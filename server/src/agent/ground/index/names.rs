//! What rows are called, and the phrases by which an answer may name them.
//!
//! Deliberately not here: which fields hold names (`leaf`, `table`).

use super::walk::Walk;
use super::{Phrase, field};
use crate::agent::ground::read;
use crate::agent::ground::read::stem::{is_small, stem, stems};

impl<'a> Walk<'a> {
    /// A name of a row; that of a state is its code as well as what people call it: "Texas" for "TX".
    pub(super) fn label(&mut self, row: u32, key: &'a str, text: &str, node: u32) {
        self.named(row, key, text, node);
        if is_code(text)
            && let Some((code, name)) = crate::query::values::state(text)
            && code == text
        {
            self.alias(row, key, name, node);
        }
        // "TransUnion" for "TRANSUNION INTERMEDIATE HOLDINGS, INC.".
        for name in without_form(text) {
            self.alias(row, key, name, node);
        }
        // "Moderate" for "3 - Moderate".
        if let Some(name) = numbered(text) {
            self.alias(row, key, name, node);
        }
        // "Week 11" for "2025-W11".
        if let Some(week) = week(text) {
            self.alias(row, key, &format!("week {week}"), node);
            self.alias(row, key, &format!("W{week:02}"), node);
        }
        // "43 were disputed" for `{"consumer_disputed": "Yes", "count": 43}` and `{"consumer_disputed": {"yes": 43, …}}`.
        if text.eq_ignore_ascii_case("yes") || text == "true" {
            let above = || self.index.nodes.get(node as usize).and_then(|n| self.index.around(n.parent));
            let words = field::words(if key == "(key)" { above().unwrap_or(key) } else { key });
            if let Some(word) = words.last().filter(|w| w.len() > 3) {
                self.named(row, key, word, node);
            }
        }
    }

    /// Another form of a name that the row has.
    fn alias(&mut self, row: u32, key: &'a str, text: &str, node: u32) {
        let before = self.index.rows[row as usize].labels.len();
        self.named(row, key, text, node);
        let new: Vec<u32> = self.index.rows[row as usize].labels[before..].iter().map(|l| l.1).collect();
        self.index.aliases.extend(new);
    }

    fn named(&mut self, row: u32, key: &'a str, text: &str, node: u32) {
        let firm = key == "(key)" && !without_form(text).is_empty();
        let name = firm || ["customer", "customerName", "name", "product", "company"].contains(&key);
        // Field names run words together; names that people gave do not.
        let words = key == "(key)" && !is_code(text) && !text.contains(' ');
        let spaced = if words { field::words(text).join(" ") } else { text.to_owned() };
        let Some(phrase) = self.phrase(&spaced, node, name) else { return };
        let dim = self.field(key);
        let set = self.index.rows[row as usize].set;
        let labels = &mut self.index.rows[row as usize].labels;
        if !labels.contains(&(dim, phrase)) {
            labels.push((dim, phrase));
        }
        if self.index.groups.insert((set, dim, phrase)) {
            for s in self.index.phrases[phrase as usize].stems.clone() {
                *self.index.group_stems.entry((set, dim, s)).or_default() += 1;
            }
        }
    }

    fn phrase(&mut self, text: &str, node: u32, name: bool) -> Option<u32> {
        let code = !text.contains(' ') && text.bytes().any(|b| b.is_ascii_digit());
        let capitals = is_code(text);
        let stems = match () {
            () if code || capitals => vec![stem(text)],
            // "Mountain-100 Black, 44", "Unknown charge of EUR 15.31": as the answer's own words are read.
            () if text.bytes().any(|b| b.is_ascii_digit())
                && text.contains(['-', '_', '#', '.', ',', '€', '$', '£']) =>
            {
                read::tokens(text, &[]).iter().filter(|t| t.stem != 0 && !is_small(t.text)).map(|t| t.stem).collect()
            }
            () => stems(text),
        };
        let first = *stems.first()?;
        if let Some(id) = self.phrases.get(&stems) {
            let known = &mut self.index.phrases[*id as usize];
            known.name |= name && !code;
            known.capitals &= capitals;
            return Some(*id);
        }
        let id = self.index.phrases.len() as u32;
        self.index.phrases.push(Phrase { stems: stems.clone(), name: name && !code, capitals, node });
        self.index.by_first.entry(first).or_default().push(id);
        self.phrases.insert(stems, id);
        Some(id)
    }
}

/// What is left of a firm's name without the words for its form, from the end on: "Ocwen Financial" and "Ocwen" for "OCWEN
/// FINANCIAL CORPORATION".
pub(super) fn without_form(text: &str) -> Vec<&str> {
    const FORMS: [&str; 28] = [
        "inc",
        "llc",
        "ltd",
        "corp",
        "corporation",
        "company",
        "co",
        "n.a",
        "na",
        "plc",
        "lp",
        "llp",
        "gmbh",
        "ag",
        "sa",
        "se",
        "nv",
        "bv",
        "oy",
        "ab",
        "limited",
        "incorporated",
        "holdings",
        "holding",
        "intermediate",
        "financial",
        "national association",
        "group",
    ];
    const LEGAL: usize = 22;
    let trim = |name: &'_ str| name.trim_end_matches([' ', ',', '.', '&', '-']).len();
    let mut out = Vec::new();
    let mut rest = &text[..trim(text)];
    loop {
        let form = |f: &&&str| {
            let at = rest.len().checked_sub(f.len()).filter(|at| rest.is_char_boundary(*at))?;
            (rest[at..].eq_ignore_ascii_case(f) && rest[..at].ends_with([' ', ','])).then_some(at)
        };
        // Only what bears a legal form is a firm: "Personal financial" is none.
        let known = if out.is_empty() { &FORMS[..LEGAL] } else { &FORMS[..] };
        let bank = text.len().checked_sub(20).and_then(|at| text.get(at..));
        let bank = bank.is_some_and(|end| end.eq_ignore_ascii_case("national association"));
        let known = if bank { &FORMS[..] } else { known };
        let Some(at) = known.iter().filter_map(|f| form(&f)).min() else { return out };
        rest = &rest[..trim(&rest[..at])];
        if rest.len() < 3 || !rest.starts_with(|c: char| c.is_uppercase()) {
            return out;
        }
        out.push(rest);
    }
}

/// A name behind its number in a list: "3 - Moderate", "P2: High".
pub(super) fn numbered(text: &str) -> Option<&str> {
    let (number, name) = [" - ", " – ", ": ", ". ", ") "].iter().find_map(|mark| text.split_once(mark))?;
    let digits = number.strip_prefix(['P', 'S', 'L']).unwrap_or(number);
    let short = (1..=2).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    (short && name.starts_with(char::is_alphabetic)).then_some(name)
}

/// The number of a week in its year: "2025-W11", "W11".
fn week(text: &str) -> Option<u32> {
    let (year, week) = text.split_once('W')?;
    let year = year.trim_end_matches('-');
    let dated = year.is_empty() || year.len() == 4 && year.bytes().all(|b| b.is_ascii_digit());
    week.parse().ok().filter(|week| dated && (1..=53).contains(week))
}

/// Two capitals, as codes of states and countries are.
fn is_code(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|b| b.is_ascii_uppercase())
}
