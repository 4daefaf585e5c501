//! A question cut into what the translator looks at: values that the data holds, times, numbers, quotations, and the
//! words between them. Small typos in the words of asking are corrected first.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use chrono::NaiveDate;

use super::lexicon;
use crate::query::range::{self, Resolved};
use crate::query::values::{Mention, Slot, Vocabulary, pick};

/// A piece of a question.
#[derive(Clone, Debug)]
pub struct Token {
    /// In lower case.
    pub text: String,
    pub what: What,
    pub span: Range<usize>,
}

#[derive(Clone, Debug)]
pub enum What {
    Word,
    Number(f64),
    Value(Value),
    Time(Resolved),
    Quote(String),
    /// "," and ";".
    Comma,
}

/// Values of a column that the question names.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    pub column: String,
    /// As stored; several where one name stands for several.
    pub values: Vec<String>,
    pub label: String,
    /// Whether the tools that filter by one value of a slot know it.
    pub plain: bool,
    /// What a reader must know of how it was understood.
    pub note: Option<String>,
}

/// The pieces of a question.
pub fn tokens(question: &str, v: &Vocabulary, as_of: NaiveDate) -> Vec<Token> {
    let names = Names::of(v);
    let question = corrected(&question.replace(['’', '‘'], "'"), v, &names);
    let mut out: Vec<Token> = Vec::new();
    let free = |out: &[Token], span: &Range<usize>| out.iter().all(|t| t.span.end <= span.start || span.end <= t.span.start);
    for (span, text) in quotes(&question) {
        out.push(Token { text: text.to_lowercase(), what: What::Quote(text), span });
    }
    let add = |out: &mut Vec<Token>, span: Range<usize>, what: What| {
        if free(out, &span) {
            out.push(Token { text: question[span.clone()].to_lowercase(), what, span });
        }
    };
    for (value, span) in names.find(&question, v) {
        add(&mut out, span, What::Value(value));
    }
    for (resolved, span) in range::find_all(&question, as_of) {
        // "April" and "May" may be names of people: a value that covers a time is the value.
        add(&mut out, span, What::Time(resolved));
    }
    for mention in v.find_in(&question) {
        let span = mention.span.clone();
        add(&mut out, span, What::Value(value(mention, &question, v)));
    }
    for (span, word) in words(&question) {
        let what = match word.replace(',', "").trim_end_matches('%').parse::<f64>() {
            Ok(n) if word.starts_with(|c: char| c.is_ascii_digit() || c == '-') => What::Number(n),
            _ if word == "," || word == ";" => What::Comma,
            _ => spelt(&word).map_or(What::Word, What::Number),
        };
        add(&mut out, span, what);
    }
    out.sort_by_key(|t| t.span.start);
    out
}

fn spelt(word: &str) -> Option<f64> {
    const NUMBERS: [&str; 11] = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    NUMBERS.iter().position(|n| *n == word).map(|i| i as f64 + 2.0)
}

/// A mention of the vocabulary, as a value of a column.
fn value(m: Mention, question: &str, v: &Vocabulary) -> Value {
    let said = question[m.span.clone()].to_lowercase();
    let column = match m.slot {
        Slot::Product => "product",
        Slot::Customer => "customer",
        Slot::Category => "category",
        Slot::Subcategory => "subcategory",
        Slot::Channel => "channel",
        Slot::Kind => "kind",
        Slot::Tier => "tier",
        Slot::Sentiment => "sentiment",
        Slot::Status => "status",
        Slot::State => "state",
        Slot::Attribute(a) => a.as_str(),
    };
    let mut value = Value { column: column.into(), values: vec![m.value.clone()], label: m.label.clone(), plain: true, note: None };
    match m.slot {
        Slot::Channel if said.contains("chatbot") => {
            value = Value { column: "chat_mode".into(), values: vec!["chatbot".into()], label: "chatbot".into(), plain: false, note: None };
        }
        Slot::Customer => {
            let short = pick::phrase(&m.label);
            let family: Vec<&(String, String)> =
                v.customers.iter().filter(|(id, name)| *id != m.value && pick::phrase(name).starts_with(&format!("{short} "))).collect();
            if !family.is_empty() && family.len() <= 8 && pick::phrase(&said) == short {
                value.plain = false;
                value.values.extend(family.iter().map(|(id, _)| id.clone()));
                let list: Vec<&str> = family.iter().map(|(_, name)| name.as_str()).collect();
                value.note = Some(format!("\"{}\" is taken together with {}.", m.label, list.join(" and ")));
            }
        }
        Slot::Product => {
            let short = pick::phrase(&m.label);
            let more: Vec<&str> = v
                .products
                .iter()
                .filter(|p| p.slug != m.value && pick::phrase(&p.name).starts_with(&format!("{short} ")))
                .map(|p| p.name.as_str())
                .collect();
            if !more.is_empty() {
                value.note = Some(format!("Only the product \"{}\" is counted, not {}.", m.label, more.join(" nor ")));
            }
        }
        _ => {}
    }
    value
}

/// Names that the vocabulary's own reader does not know: of fields, of people, of parts of firms' names.
struct Names {
    by_phrase: HashMap<String, Value>,
    words: HashSet<String>,
    longest: usize,
}

impl Names {
    fn of(v: &Vocabulary) -> Self {
        let mut all = Self { by_phrase: HashMap::new(), words: HashSet::new(), longest: 0 };
        let one = |column: &str, value: &str| Value {
            column: column.into(),
            values: vec![value.into()],
            label: value.into(),
            plain: false,
            note: None,
        };
        for (column, values) in &v.people {
            values.iter().for_each(|value| all.add(value, one(column, value)));
        }
        for word in ["low", "medium", "high", "critical"] {
            all.add(&format!("{word} priority"), one("priority", word));
            all.add(&format!("priority {word}"), one("priority", word));
            all.add(&format!("priority is {word}"), one("priority", word));
        }
        all.add("urgent", one("priority", "critical"));
        all.add("critical", one("priority", "critical"));
        all.add("human agent", one("chat_mode", "human-agent"));
        all.add("handled by a human", one("chat_mode", "human-agent"));
        all.add("dissatisfied", one("sentiment", "negative"));
        for field in v.fields.iter().filter(|f| f.complete && f.values.len() <= 400) {
            if field.key.starts_with("date_") || matches!(field.key.as_str(), "zip_code" | "sample" | "submitted_via" | "disputed") {
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

    fn add(&mut self, name: &str, value: Value) {
        let phrase = pick::phrase(name);
        if phrase.is_empty() {
            return;
        }
        self.longest = self.longest.max(phrase.split(' ').count()).min(12);
        self.words.extend(phrase.split(' ').map(str::to_owned));
        self.by_phrase.entry(phrase).or_insert(value);
    }

    fn find(&self, question: &str, v: &Vocabulary) -> Vec<(Value, Range<usize>)> {
        let words = pick::words(question);
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
        out.extend(families(question, &words, &taken, v));
        out
    }
}

/// Firms by the beginning of their names, where several begin so and none is called so: "Encore".
fn families(question: &str, words: &[(String, Range<usize>)], taken: &[bool], v: &Vocabulary) -> Vec<(Value, Range<usize>)> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let capital = question[words[at].1.start..].chars().next().is_some_and(char::is_uppercase);
        let word = words[at].0.as_str();
        let open = at > 0 && capital && !taken[at] && word.len() >= 4 && !lexicon::known().contains(word) && !crate::search::words::is_stop(word);
        let found = open.then(|| {
            (1..=4.min(words.len() - at)).rev().find_map(|length| {
                let phrase = words[at..at + length].iter().map(|(w, _)| w.as_str()).collect::<Vec<_>>().join(" ");
                let all: Vec<&(String, String)> = v
                    .customers
                    .iter()
                    .filter(|(_, name)| {
                        let name = pick::phrase(name);
                        name == phrase || name.starts_with(&format!("{phrase} "))
                    })
                    .collect();
                let exact = all.iter().any(|(_, name)| pick::phrase(name) == phrase);
                (all.len() >= 2 && all.len() <= 8 && !exact).then_some((length, all))
            })
        });
        if let Some(Some((length, all))) = found {
            let names: Vec<&str> = all.iter().map(|(_, n)| n.as_str()).collect();
            let span = words[at].1.start..words[at + length - 1].1.end;
            let said = &question[span.clone()];
            let value = Value {
                column: "customer".into(),
                values: all.iter().map(|(id, _)| id.clone()).collect(),
                label: said.to_owned(),
                plain: false,
                note: Some(format!("\"{said}\" is taken as {}.", names.join(" and "))),
            };
            out.push((value, span));
            at += length;
        } else {
            at += 1;
        }
    }
    out
}

/// What is left of a value without the words with which others begin, too: "monetary relief" of "Closed with monetary
/// relief".
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

fn quotes(question: &str) -> Vec<(Range<usize>, String)> {
    let mut out = Vec::new();
    for (open, close) in [('"', '"'), ('“', '”')] {
        let mut from = 0;
        while let Some(start) = question[from..].find(open).map(|i| i + from) {
            let inside = start + open.len_utf8();
            let Some(end) = question[inside..].find(close).map(|i| i + inside) else { break };
            if end > inside {
                out.push((start..end + close.len_utf8(), question[inside..end].to_owned()));
            }
            from = end + close.len_utf8();
        }
    }
    out
}

/// Words, numbers and commas, with their places. A possessive "'s" goes.
fn words(text: &str) -> Vec<(Range<usize>, String)> {
    let mut out: Vec<(Range<usize>, String)> = Vec::new();
    let mut start: Option<usize> = None;
    let chars: Vec<(usize, char)> = text.char_indices().chain([(text.len(), ' ')]).collect();
    for (i, (at, c)) in chars.iter().enumerate() {
        let next = chars.get(i + 1).map_or(' ', |n| n.1);
        let before = if i == 0 { ' ' } else { chars[i - 1].1 };
        let digit_inside = matches!(c, '.' | ',') && before.is_ascii_digit() && next.is_ascii_digit();
        let inside = c.is_alphanumeric() || (*c == '\'' && before.is_alphanumeric() && next.is_alphanumeric()) || digit_inside
            || (*c == '%' && before.is_ascii_digit()) || (*c == '-' && !before.is_alphanumeric() && next.is_ascii_digit());
        match (inside, start) {
            (true, None) => start = Some(*at),
            (false, Some(from)) => {
                let word = text[from..*at].to_lowercase();
                let word = word.strip_suffix("'s").map_or(word.clone(), str::to_owned);
                out.push((from..*at, word));
                start = None;
            }
            _ => {}
        }
        if !inside && matches!(c, ',' | ';' | '&' | '%' | '>') {
            out.push((*at..*at + c.len_utf8(), c.to_string()));
        }
    }
    out
}

/// The question with small typos in the words of asking put right; words that the data holds stay.
fn corrected(question: &str, v: &Vocabulary, names: &Names) -> String {
    let held: HashSet<String> = v
        .products
        .iter()
        .map(|p| &p.name)
        .chain(v.customers.iter().map(|(_, n)| n))
        .chain(&v.categories)
        .chain(&v.subcategories)
        .chain(v.attributes.iter().flat_map(|(_, values)| values))
        .flat_map(|name| pick::words(name).into_iter().map(|(w, _)| w))
        .collect();
    let known = lexicon::known();
    let mut out = String::with_capacity(question.len());
    let mut last = 0;
    for (span, word) in words(question) {
        let plain = pick::plain(&word);
        let long = word.chars().count() >= 4 && word.chars().all(char::is_alphabetic) && word.is_ascii();
        let capital = question[span.clone()].chars().next().is_some_and(char::is_uppercase) && span.start > 0;
        let is_known = known.contains(word.as_str())
            || known.contains(plain.as_str())
            || held.contains(&plain)
            || names.words.contains(&plain)
            || crate::search::words::is_stop(&word)
            || crate::query::values::state(&word).is_some();
        if !long || capital || is_known || !v.find_in(&word).is_empty() {
            continue;
        }
        let allowed = if word.len() >= 8 { 2 } else { 1 };
        let near = |w: &&&str| w.len() >= 4 && w.chars().next() == word.chars().next() && w.len().abs_diff(word.len()) <= allowed;
        let mut close: Vec<(usize, &str)> = known
            .iter()
            .filter(near)
            .map(|w| (strsim::osa_distance(w, &word), *w))
            .filter(|(d, _)| *d <= allowed)
            .collect();
        close.sort_unstable();
        let best = match close.as_slice() {
            [(_, word)] => Some(*word),
            // Singular and plural of one word.
            [(a, first), (b, second), ..] if a < b || pick::plain(first) == pick::plain(second) => Some(*first),
            _ => None,
        };
        if let Some(best) = best {
            out.push_str(&question[last..span.start]);
            out.push_str(best);
            last = span.end;
        }
    }
    out.push_str(&question[last..]);
    out
}
