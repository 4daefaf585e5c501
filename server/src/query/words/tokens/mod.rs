//! A question cut into what the translator looks at: values that the data holds, times, numbers, quotations, and the
//! words between them. Small typos in the words of asking are corrected first.

mod asides;
mod lead_up;
mod names;
mod spelling;
mod token;
mod years;

use std::ops::Range;

use chrono::NaiveDate;

use self::lead_up::lead_up;
pub use self::lead_up::leads_up;
use self::names::{families, whole_name};
use self::spelling::corrected;
use self::token::words;
pub use self::token::{Token, What};
use self::years::{of_year, years};
use super::lexicon;
use crate::query::range::{self, Resolved};
use crate::query::values::{How, Mention, Slot, Value, Vocabulary, pick};

/// Words before what texts hold.
const HOLDS: [&str; 9] = ["mention", "contain", "say", "said", "word", "phrase", "text", "hold", "quote"];

/// A text with what is sought in it once: typos put right, values, times, quotations, words. What is read of it, whole or
/// in parts, is cut out of this.
pub struct Text<'v> {
    pub text: String,
    /// Values of the vocabulary's own reader.
    pub values: Vec<Mention>,
    pub times: Vec<(Resolved, Range<usize>)>,
    /// Values by names that the vocabulary's own reader does not know, and firms by the beginning of their names.
    names: Vec<(Value, Range<usize>)>,
    families: Vec<(Value, Range<usize>)>,
    quotes: Vec<(String, Range<usize>)>,
    words: Vec<(String, Range<usize>)>,
    vocabulary: &'v Vocabulary,
    as_of: NaiveDate,
}

impl<'v> Text<'v> {
    /// Another text over the same data.
    pub fn again(&self, text: &str) -> Self {
        Self::of(text, self.vocabulary, self.as_of)
    }

    pub fn of(text: &str, vocabulary: &'v Vocabulary, as_of: NaiveDate) -> Self {
        let further = vocabulary.further();
        let text = corrected(&text.replace(['’', '‘'], "'"), vocabulary, further);
        // A value in quotation marks is that value, unless texts are to hold it.
        let quoted = |(span, inside): &(Range<usize>, String)| {
            let before = text[..span.start].to_lowercase();
            let held = before.split_whitespace().rev().take(3).any(|w| HOLDS.iter().any(|h| w.starts_with(h)));
            let whole = |t: &Token| matches!(t.what, What::Value(_)) && t.span.len() >= inside.trim().len();
            held || !matches!(Text::of(inside, vocabulary, as_of).tokens(0..usize::MAX).as_slice(), [one] if whole(one))
        };
        Self {
            values: vocabulary.find_in(&text),
            times: range::find_all(&text, as_of),
            names: further.find(&text),
            families: families(&text, vocabulary),
            quotes: quotes(&text).into_iter().filter(quoted).map(|(span, inside)| (inside, span)).collect(),
            words: words(&text).into_iter().map(|(span, word)| (word, span)).collect(),
            vocabulary,
            as_of,
            text,
        }
    }

    /// The pieces of a part of it; their places are counted from where the part begins.
    pub fn tokens(&self, part: Range<usize>) -> Vec<Token> {
        let part = part.start..part.end.min(self.text.len());
        let question = &self.text[part.clone()];
        let v = self.vocabulary;
        let mut out: Vec<Token> = Vec::new();
        let named = |out: &mut Vec<Token>, span: Range<usize>, what: What, text: String| {
            if out.iter().all(|t| t.span.end <= span.start || span.end <= t.span.start) {
                out.push(Token { text, what, span });
            }
        };
        let add = |out: &mut Vec<Token>, span: Range<usize>, what: What| {
            let text = question[span.clone()].to_lowercase();
            named(out, span, what, text);
        };
        for (text, span) in within(&self.quotes, &part) {
            out.push(Token { text: text.to_lowercase(), what: What::Quote(text), span });
        }
        for (value, span) in within(&self.names, &part) {
            add(&mut out, span, What::Value(value));
        }
        let times = within(&self.times, &part);
        let several = times.len() > 1;
        let mentions: Vec<Mention> = within_mentions(&self.values, &part);
        for (resolved, mut span) in of_year(times, question, self.as_of) {
            // "Jan Peeters" is a person, though January may be called so.
            let inside =
                |m: &Mention| m.span.start <= span.start && span.end <= m.span.end && m.span.len() > span.len();
            if mentions.iter().any(|m| m.how != How::Typo && inside(m)) {
                continue;
            }
            // "in 2018 compared to the previous year": of that time, not of today.
            let said = question[span.clone()].to_lowercase();
            // "still open as of today": as things stand, not what came today.
            let before = question[..span.start].to_lowercase();
            if matches!(said.as_str(), "today" | "of today")
                && ["as", "as of", "as at"].iter().any(|w| before.trim_end().ends_with(w))
            {
                continue;
            }
            if several && ["previous ", "prior "].iter().any(|w| said.contains(w)) {
                continue;
            }
            // "per month in 2025": the month is what it is counted by.
            for word in ["month ", "year "] {
                if question[span.clone()].to_lowercase().starts_with(word) {
                    span.start += word.len();
                }
            }
            // "April" and "May" may be names of people: a value that covers a time is the value.
            add(&mut out, span, What::Time(resolved));
        }
        for mention in mentions {
            let span = mention.span.clone();
            let said = question[span.clone()].to_lowercase();
            let after = question[span.end..].trim_start().to_lowercase();
            // "to resolve" is what is done with a case, not its status; "escalated from chat" is a way it took.
            let verb = matches!(said.as_str(), "resolve" | "solve" | "close" | "escalate")
                || said == "escalated" && after.starts_with("from");
            // "unresolved" is more than one status: a word of asking.
            let before = question[..span.start].trim_end().to_lowercase();
            let still = said == "open" && before.ends_with("still") || done_by(&mention, &said, &before, &after);
            let several = mention.slot == Slot::Status && (said == "unresolved" || still);
            // "same question for April" is none from a customer.
            let ours = ["same", "quick", "my", "another", "next", "this", "one"].iter().any(|w| before.ends_with(w));
            if mention.slot == Slot::Kind && said == "question" && ours {
                continue;
            }
            if mention.slot == Slot::Status && verb || several || asked(&mention, &said) || another(&mention, question)
            {
                continue;
            }
            let span = if mention.slot == Slot::Customer { whole_name(&mention, question) } else { span };
            let value = waiting(&mention, question, v).unwrap_or_else(|| value(mention, question, v));
            add(&mut out, span, What::Value(value));
        }
        for (value, span) in within(&self.families, &part) {
            add(&mut out, span, What::Value(value));
        }
        for (word, span) in within(&self.words, &part) {
            let what = match word.replace(',', "").trim_end_matches('%').parse::<f64>() {
                Ok(n) if word.starts_with(|c: char| c.is_ascii_digit() || c == '-') => What::Number(n),
                _ if matches!(word.as_str(), "," | ";" | "/") => What::Comma,
                _ => spelt(&word).map_or(What::Word, What::Number),
            };
            named(&mut out, span, what, word);
        }
        out.sort_by_key(|t| t.span.start);
        let mut out = lead_up(asides::without(out, question), question);
        years(&mut out, self.as_of);
        priorities(&mut out);
        out
    }
}

/// What lies in a part, counted from where it begins.
fn within<T: Clone>(all: &[(T, Range<usize>)], part: &Range<usize>) -> Vec<(T, Range<usize>)> {
    let inside = all.iter().filter(|(_, span)| part.start <= span.start && span.end <= part.end);
    inside.map(|(what, span)| (what.clone(), span.start - part.start..span.end - part.start)).collect()
}

fn within_mentions(all: &[Mention], part: &Range<usize>) -> Vec<Mention> {
    let inside = all.iter().filter(|m| part.start <= m.span.start && m.span.end <= part.end);
    let moved = |m: &Mention| Mention { span: m.span.start - part.start..m.span.end - part.start, ..m.clone() };
    inside.map(moved).collect()
}

/// Whether "resolved" says what somebody did, not how a case stands: "has been solved by", "resolved by".
fn done_by(m: &Mention, said: &str, before: &str, after: &str) -> bool {
    let been = ["has been", "have been", "had been", "got", "were", "was"].iter().any(|w| before.ends_with(w));
    m.slot == Slot::Status && matches!(said, "solved" | "resolved" | "settled") && been && after.starts_with("by ")
}

/// "Open cases" where no case has that status: those that are neither resolved nor closed.
fn waiting(m: &Mention, question: &str, v: &Vocabulary) -> Option<Value> {
    let open = m.slot == Slot::Status && m.value == "open" && question[m.span.clone()].eq_ignore_ascii_case("open");
    let of_cases = words(question).iter().any(|(_, w)| {
        matches!(
            lexicon::at(&[w.as_str()]),
            Some((1, lexicon::Act::Cases | lexicon::Act::Late | lexicon::Act::Overdue))
        )
    });
    let held = |status: &&String| !matches!(status.as_str(), "resolved" | "closed");
    let values: Vec<String> = v.case_statuses.iter().filter(held).cloned().collect();
    if !open || !of_cases || values.is_empty() || values.iter().any(|status| status == "open") {
        return None;
    }
    let named: Vec<String> = values.iter().map(|status| status.replace('_', " ")).collect();
    let note = format!("No case has the status open: those that are {} are taken as open.", named.join(" or "));
    Some(Value { column: "status".into(), values, label: "open".into(), plain: false, note: Some(note) })
}

/// Whether "other" is no name of a category: "in some other way than", "other states".
fn another(m: &Mention, question: &str) -> bool {
    let before = question[..m.span.start].trim_end().to_lowercase();
    let led = ["category", "issue", "reason", "about", "is", "="].iter().any(|w| before.ends_with(w));
    question[m.span.clone()].eq_ignore_ascii_case("other") && !led
}

/// Whether words that resemble a part of a name, or a name with a typo, are words of asking: "most frequent", "top state".
fn asked(m: &Mention, said: &str) -> bool {
    let words: Vec<&str> = said.split_whitespace().collect();
    // "the bureaus": no firm whose name holds the word.
    if m.slot == Slot::Customer
        && m.how == How::Part
        && matches!(words.last(), Some(&("bureaus" | "agencies" | "collectors")))
    {
        return true;
    }
    let of_asking = |w: &&str| lexicon::known().contains(*w) || crate::search::words::is_stop(w);
    matches!(m.how, How::Part | How::Typo) && words.iter().all(of_asking)
        || m.slot == Slot::Customer
            && m.how == How::Part
            && words.iter().all(|w| w.chars().all(char::is_lowercase) && w.len() < 5)
}

/// "high vs low priority", "high or critical cases".
fn priorities(tokens: &mut [Token]) {
    let rank = |t: &Token| matches!(t.text.as_str(), "low" | "medium" | "high" | "critical" | "urgent");
    // "And for medium?" asks for nothing else.
    let goes_on =
        |t: &Token| matches!(t.text.as_str(), "and" | "for" | "the" | "ones" | "what" | "how" | "about" | "same");
    let bare = tokens.iter().filter(|t| rank(t)).count() == 1 && tokens.iter().all(|t| rank(t) || goes_on(t));
    let named = bare || tokens.iter().any(|t| t.text.contains("priorit"));
    for at in 0..tokens.len() {
        let mut after = tokens[at + 1..].iter().skip_while(|t| {
            rank(t)
                || matches!(t.what, What::Comma)
                || matches!(t.text.as_str(), "or" | "and" | "vs" | "versus" | "v" | "to")
        });
        let of_cases =
            after.next().is_some_and(|t| matches!(t.text.as_str(), "case" | "cases" | "ticket" | "tickets" | "ones"));
        let token = &mut tokens[at];
        if matches!(token.what, What::Word) && rank(token) && (named || of_cases) {
            token.what = What::Value(Value {
                column: "priority".into(),
                values: vec![token.text.clone()],
                label: token.text.clone(),
                plain: false,
                note: None,
            });
        }
    }
}

fn spelt(word: &str) -> Option<f64> {
    const NUMBERS: [&str; 11] =
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    NUMBERS.iter().position(|n| *n == word).map(|i| i as f64 + 2.0)
}

/// A mention of the vocabulary, as a value of a column.
fn value(m: Mention, question: &str, v: &Vocabulary) -> Value {
    let said = question[m.span.clone()].to_lowercase();
    let column = m.slot.column();
    let mut value =
        Value { column: column.into(), values: vec![m.value.clone()], label: m.label.clone(), plain: true, note: None };
    // "the payments category": what column is meant is said beside it.
    let named = after_joined(&question[m.span.end..]).starts_with("categor");
    if let Some(category) = v.category(&said).filter(|_| named && m.slot == Slot::Product) {
        return Value { column: "category".into(), values: vec![category.into()], label: category.into(), ..value };
    }
    // "the title loan sub-product".
    let beside = question[m.span.end..].trim_start().to_lowercase();
    let fields = v.fields.iter().find(|f| f.key == "sub_product").map_or(&[][..], |f| f.values.as_slice());
    if ["sub-product", "subproduct", "sub product"].iter().any(|w| beside.starts_with(w))
        && let Some(sub) = fields.iter().find(|sub| pick::phrase(sub) == pick::phrase(&said))
    {
        return Value {
            column: "sub_product".into(),
            values: vec![sub.clone()],
            label: sub.clone(),
            plain: false,
            note: None,
        };
    }
    match m.slot {
        Slot::Channel if said.contains("chatbot") => {
            value = Value {
                column: "chat_mode".into(),
                values: vec!["chatbot".into()],
                label: "chatbot".into(),
                plain: false,
                note: None,
            };
        }
        Slot::Customer if m.how == How::Typo || pick::phrase(&said) == pick::phrase(&m.label) => {
            let name = pick::phrase(&m.label);
            let family = v.called(&name, FAMILY, |other| pick::phrase(other) != name).unwrap_or_default();
            together(&mut value, &m, family.into_iter().map(|(id, name)| (id.as_str(), name.as_str())));
        }
        Slot::Product => {
            let named = v.products.iter().map(|p| (p.slug.as_str(), p.name.as_str()));
            together(&mut value, &m, named);
        }
        _ => {}
    }
    value
}

/// More than these are no family.
const FAMILY: usize = 8;

/// A name stands for all whose names go on from it: "Credit card" for "Credit card or prepaid card", too, as a firm or a
/// product that was renamed is one to those who ask.
fn together<'a>(value: &mut Value, m: &Mention, all: impl Iterator<Item = (&'a str, &'a str)>) {
    let longer = format!("{} ", pick::phrase(&m.label));
    let family: Vec<_> = all.filter(|(id, name)| *id != m.value && pick::phrase(name).starts_with(&longer)).collect();
    if family.is_empty() || family.len() > FAMILY {
        return;
    }
    value.plain = false;
    value.values.extend(family.iter().map(|(id, _)| (*id).to_owned()));
    let names: Vec<&str> = family.iter().map(|(_, name)| *name).collect();
    value.note = Some(format!("\"{}\" is taken together with {}.", m.label, names.join(" and ")));
}

/// What follows a value and one that is joined to it: " or fees categories" is "categories".
fn after_joined(rest: &str) -> &str {
    let rest = rest.trim_start();
    let joined = ["or ", "and ", "nor ", ", "].iter().find_map(|joint| rest.strip_prefix(joint));
    joined.and_then(|other| other.split_once(' ')).map_or(rest, |(_, after)| after)
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
