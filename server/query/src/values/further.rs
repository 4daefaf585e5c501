//! Names unknown to the vocabulary's own search: of fields, of people, of parts of firms' names.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::synonyms::{TABLES, each};
use super::{Vocabulary, pick};
use crate::week::{PARTS_OF_WEEK, WEEKDAYS};

/// Values of a column named in a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    pub column: String,
    /// As stored; several if one name means several.
    pub values: Vec<String>,
    pub label: String,
    /// Whether tools with a single-value filter know it.
    pub plain: bool,
    /// A note for readers on how it was understood.
    pub note: Option<String>,
}

pub struct Further {
    by_phrase: HashMap<String, Value>,
    pub words: HashSet<String>,
    longest: usize,
}

impl Further {
    pub fn new(v: &Vocabulary) -> Self {
        let mut all = Self { by_phrase: HashMap::new(), words: HashSet::new(), longest: 0 };
        for (column, values) in v.people.iter().filter(|(_, values)| values.len() > 1) {
            values.iter().for_each(|value| all.add(value, one(column, value)));
        }
        // Categories and tiers take precedence.
        let whole = |tag: &str| v.find_in(tag).iter().any(|m| m.span.len() == tag.len());
        v.case_tags.iter().filter(|tag| tag.len() >= 3 && !whole(tag)).for_each(|tag| all.add(tag, one("tags", tag)));
        for (column, labels) in [("category", &v.categories), ("subcategory", &v.subcategories)] {
            for label in labels {
                // "account opening" for "Account Opening Process".
                let phrase = pick::phrase(label);
                if let [first, second, "process" | "handling" | "service" | "issue" | "problem" | "request"] =
                    phrase.split(' ').collect::<Vec<_>>().as_slice()
                    && let start = format!("{first} {second}")
                    && start.len() >= 10
                    && !labels.iter().any(|other| other != label && pick::phrase(other).starts_with(&start))
                    && !v.find_in(&start).iter().any(|m| m.span.len() == start.len())
                {
                    all.add(&start, one(column, label));
                }
                // "delayed payments" for "Payment delayed".
                if let [first, second] = pick::phrase(label).split(' ').collect::<Vec<_>>().as_slice() {
                    all.add(&format!("{second} {first}"), one(column, label));
                }
            }
        }
        all.synonyms(v);
        for field in v.fields.iter().filter(|f| f.complete && f.values.len() <= 400) {
            if field.key.starts_with("date_")
                || matches!(field.key.as_str(), "zip_code" | "sample" | "submitted_via" | "disputed")
            {
                continue;
            }
            for value in field.values.iter().filter(|v| v.len() >= 3) {
                if field.key == "tags" {
                    value.split(',').for_each(|part| all.add(part, one("tags", part.trim())));
                } else if !matches!(field.key.as_str(), "state" | "sub_product") {
                    all.add(value, one(&field.key, value));
                    if let Some(rest) = remainder(value, &field.values) {
                        all.add(&rest, one(&field.key, value));
                    }
                }
            }
        }
        all
    }

    /// Adds synonyms of values in the data.
    fn synonyms(&mut self, v: &Vocabulary) {
        let field = |key: &str| v.fields.iter().find(|f| f.key == key).map_or(&[][..], |f| f.values.as_slice());
        let nearest = TABLES.nearest.iter().map(|row| (row, true));
        for ((column, stored, says), near) in TABLES.others.iter().map(|row| (row, false)).chain(nearest) {
            let of_people = v.people.iter().find(|(c, _)| c == column).map_or(&[][..], |(_, values)| values.as_slice());
            let held = of_people.iter().any(|have| have == stored)
                || field(column).iter().any(|have| have.split(',').any(|part| part.trim() == *stored));
            for name in says.split('|').filter(|_| held) {
                let note = near.then(|| format!("The records have no closer {column} than {stored} for \"{name}\"."));
                self.add(name, Value { note, ..one(column, stored) });
            }
        }
        for (code, name) in
            TABLES.languages.iter().filter(|(code, _)| field("language").iter().any(|have| have == code))
        {
            for says in ["in", "written in"] {
                self.add(&format!("{says} {name}"), one("language", code));
            }
            for says in ["language", "speaking", "speaker"] {
                self.add(&format!("{name} {says}"), one("language", code));
            }
        }
        for code in field("state") {
            if LOWER_CODES.split(' ').any(|lower| code.eq_ignore_ascii_case(lower)) {
                let label = crate::values::state(code).map_or(code.as_str(), |(_, name)| name).to_owned();
                self.add(code, Value { label, ..one("state", code) });
            }
            let Some((_, name)) = crate::values::state(code).filter(|(code, _)| code.len() == 2) else {
                continue;
            };
            demonyms(name)
                .iter()
                .for_each(|people| self.add(people, Value { label: name.into(), ..one("state", code) }));
        }
        for (name, channel) in each(&TABLES.channel_verbs) {
            self.add(name, one("channel", channel));
        }
        for (name, part) in [("weekend", 0), ("working day", 1), ("weekday", 1), ("business day", 1)] {
            let several = ["at", "on", "over", "during", "at the", "on the", "over the", "during the"];
            let several = several.map(|says| format!("{says} {name}s"));
            // "over the weekend" means the last one.
            let one_of_them = ["at the", "on a", "on any"].map(|says| format!("{says} {name}"));
            for says in several.iter().chain(&one_of_them) {
                self.add(says, one("part_of_week", PARTS_OF_WEEK[part]));
            }
        }
        for days in ["monday to friday", "mondays to fridays", "monday through friday"] {
            self.add(days, one("part_of_week", PARTS_OF_WEEK[1]));
        }
        let answers = field("company_response").iter().filter(|a| a.ends_with("relief") && !a.contains("without"));
        let relief =
            Value { label: "relief".into(), values: answers.cloned().collect(), ..one("company_response", "") };
        if relief.values.len() > 1 {
            ["relief", "with relief", "some relief", "any relief"]
                .iter()
                .for_each(|name| self.add(name, relief.clone()));
            for name in ["monetary", "non-monetary"] {
                self.add(name, one("company_response", &format!("Closed with {name} relief")));
            }
        }
        self.add("weekends", one("part_of_week", PARTS_OF_WEEK[0]));
        for day in WEEKDAYS {
            for says in [format!("{day}s"), format!("on a {day}"), format!("on {day}s"), format!("a {day}")] {
                self.add(&says, one("weekday", day));
            }
        }
        for (sent, channel, says) in &TABLES.sent_via {
            if field("submitted_via").iter().any(|have| have == sent) {
                says.split('|').for_each(|name| self.add(name, one("channel", channel)));
            }
        }
        for (column, value, says) in &TABLES.fixed {
            says.split('|').for_each(|name| self.add(name, one(column, value)));
        }
    }

    fn add(&mut self, name: &str, value: Value) {
        let phrase = pick::phrase(name);
        // "the other one" is no name.
        if phrase.is_empty() || phrase == "other" {
            return;
        }
        self.longest = self.longest.max(phrase.split(' ').count()).min(12);
        self.words.extend(phrase.split(' ').map(str::to_owned));
        self.by_phrase.entry(phrase).or_insert(value);
    }

    /// What a phrase of plain words means.
    pub fn get(&self, phrase: &str) -> Option<&Value> {
        self.by_phrase.get(phrase)
    }

    pub fn find(&self, question: &str) -> Vec<(Value, Range<usize>)> {
        // "closed with an explanation": people add articles that the names lack.
        let article = |word: &str| matches!(word, "the" | "a" | "an");
        let words: Vec<_> = pick::words(question).into_iter().filter(|(word, _)| !article(word)).collect();
        let mut taken = vec![false; words.len()];
        let mut out = Vec::new();
        for length in (1..=self.longest.min(words.len())).rev() {
            for start in 0..=words.len() - length {
                if taken[start..start + length].contains(&true) {
                    continue;
                }
                let phrase = words[start..start + length].iter().map(|(w, _)| w.as_str()).collect::<Vec<_>>().join(" ");
                if let Some(value) = self.by_phrase.get(&phrase) {
                    taken[start..start + length].fill(true);
                    out.push((value.clone(), words[start].1.start..words[start + length - 1].1.end));
                }
            }
        }
        out
    }
}

/// State codes that are not words, also in lower case.
const LOWER_CODES: &str =
    "tx fl ny nj nc nv ca va wa wi tn sc az il ct ky ks ga mn mi md mo nm ut wv ri dc nh vt sd nd ar wy";

/// One stored value of a column.
fn one(column: &str, value: &str) -> Value {
    Value { column: column.into(), values: vec![value.into()], label: value.into(), plain: false, note: None }
}

/// The rest of a value without a beginning shared with others: "monetary relief" of "Closed with monetary relief".
fn remainder(value: &str, all: &[String]) -> Option<String> {
    let words: Vec<&str> = value.split(' ').collect();
    let shared = |n: usize| {
        let prefix = format!("{} ", words[..n].join(" "));
        all.iter().filter(|other| *other != value && other.starts_with(&prefix)).count() > 0
    };
    let n = (1..words.len().min(4)).rev().find(|n| shared(*n))?;
    let rest = words[n..].join(" ");
    (rest.len() >= 5).then_some(rest)
}

/// Names of a state's people: "Texan", "Floridian", "New Yorker".
fn demonyms(state: &str) -> Vec<String> {
    let stems = (0..3).filter_map(|cut| state.get(..state.len().checked_sub(cut)?)).filter(|stem| stem.len() >= 4);
    stems.flat_map(|stem| ["n", "an", "ian", "er", "ite"].map(|end| format!("{stem}{end}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_of_states() {
        for (state, people) in
            [("Texas", "Texan"), ("Florida", "Floridian"), ("California", "Californian"), ("New York", "New Yorker")]
        {
            assert!(demonyms(state).contains(&people.to_owned()), "{state}: {:?}", demonyms(state));
        }
    }
}
