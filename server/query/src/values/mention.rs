//! Finds the values named in a sentence. All names are prepared once as phrases of plain words; a sentence is then
//! matched from the longest phrase to the shortest, exact names before parts of names before typos.

use std::collections::HashMap;
use std::ops::Range;

use super::index::Index;
use super::synonyms::{Synonyms, TABLES, each};
use super::{Vocabulary, pick};
use model::record::{Channel, Kind, Sentiment, Tier};
use store::analytics::Attribute;

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum Slot {
    Product,
    Customer,
    Category,
    Subcategory,
    Channel,
    Kind,
    Tier,
    Sentiment,
    Status,
    State,
    /// Another further field; never [`Attribute::State`].
    Attribute(Attribute),
}

/// The certainty of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum How {
    /// The name itself, ignoring case and number.
    Name,
    /// A synonym.
    Alias,
    /// A unique part of the name: "fees" of "Fees, Charges and Interest".
    Part,
    /// The name with a small typo.
    Typo,
}

/// A value that a sentence names.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Mention {
    pub slot: Slot,
    /// The value for a tool: a slug, an id, a name, a postal code.
    pub value: String,
    /// For display.
    pub label: String,
    /// Bytes of the sentence.
    pub span: Range<usize>,
    pub how: How,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    how: How,
    slot: Slot,
    value: String,
    label: String,
}

impl Entry {
    /// Surest first. A product's synonym counts like a name: "mobile app" is the product even if a category has that
    /// name, because messages, cases and documents all have a product.
    fn rank(&self) -> (How, Slot, &str, &str) {
        let how = if self.slot == Slot::Product && self.how == How::Alias { How::Name } else { self.how };
        (how, self.slot, &self.value, &self.label)
    }
}

/// All names as phrases.
#[derive(Default)]
pub(super) struct Phrases {
    by_phrase: HashMap<String, Entry>,
    /// Phrases that may be misspelt, each with its index.
    fuzzy: Index,
    longest: usize,
}

/// Endings of firms' names that people omit.
const LEGAL: &[&str] = &[
    "inc", "llc", "ltd", "limited", "plc", "corp", "corporation", "company", "co", "holding", "group", "na", "n", "a",
    "gmbh", "ag", "sa", "lp", "fsb",
];
/// Words in names that mean nothing on their own.
const EMPTY: &[&str] = &[
    "other", "general", "service", "issue", "problem", "account", "customer", "information", "loan", "payment",
    "company", "bank", "change", "trend", "report", "data", "type", "none", "complaint", "case", "received",
    "provided", "other reason",
];

/// Names to be added to [`Phrases`].
#[derive(Default)]
struct Gathered {
    by_phrase: HashMap<String, Entry>,
    fuzzy: Vec<String>,
    longest: usize,
}

impl Gathered {
    fn customers(&mut self, v: &Vocabulary) {
        let customers = &v.customers;
        let is_sender = |id: &String| v.senders.contains_key(id);
        let mut called: HashMap<&str, Vec<&(String, String)>> = HashMap::new();
        for customer in customers {
            let (id, name) = customer;
            self.add(name, How::Name, Slot::Customer, id, name);
            self.add(id, How::Name, Slot::Customer, id, name);
            called.entry(v.plain_name(customer)).or_default().push(customer);
        }
        // A unique name is used without its distinguishing suffix.
        for (plain, mut who) in called {
            if who.iter().any(|(id, _)| !is_sender(id)) {
                who.retain(|(id, _)| !is_sender(id));
            }
            if let [(id, name)] = who.as_slice()
                && plain != name
            {
                self.add(plain, How::Name, Slot::Customer, id, name);
            }
        }
        let mut short: HashMap<String, Vec<&(String, String)>> = HashMap::new();
        for customer in customers {
            let phrase = pick::phrase(v.plain_name(customer));
            let mut words: Vec<&str> = phrase.split(' ').collect();
            while words.len() > 1 && words.last().is_some_and(|w| LEGAL.contains(w)) {
                words.pop();
            }
            for n in 1..=words.len() {
                short.entry(words[..n].join(" ")).or_default().push(customer);
            }
        }
        for (phrase, who) in short {
            if let [(id, name)] = who.as_slice()
                && phrase.len() >= 4
            {
                self.add(&phrase, How::Part, Slot::Customer, id, name);
            }
        }
    }

    /// Labels, and the unique parts of their names.
    fn labels(&mut self, labels: &[String], slot: Slot) {
        let mut parts: HashMap<String, Vec<&String>> = HashMap::new();
        for label in labels {
            self.add(label, How::Name, slot, label, label);
            let pieces =
                label.split([',', '/', '&', '(', ')']).flat_map(|p| p.split(" and ")).flat_map(|p| p.split(" or "));
            let acronyms = label.split(' ').filter(|w| (3..=5).contains(&w.len()) && w.chars().all(char::is_uppercase));
            for part in pieces.chain(acronyms) {
                parts.entry(pick::phrase(part)).or_default().push(label);
            }
        }
        for (part, of) in parts {
            if let [label] = of.as_slice()
                && part.len() >= 3
                && !EMPTY.contains(&part.as_str())
            {
                self.add(&part, How::Part, slot, label, label);
            }
        }
    }

    fn closed(&mut self, slot: Slot, names: impl Iterator<Item = &'static str>, also: &'static [Synonyms]) {
        for name in names {
            self.add(name, How::Name, slot, name, &name.replace('_', " "));
        }
        for (alias, name) in each(also) {
            self.add(alias, How::Alias, slot, name, &name.replace('_', " "));
        }
    }

    fn states(&mut self) {
        for (name, code) in each(&TABLES.states) {
            let label = super::state(code).map_or(name, |(_, label)| label);
            self.add(name, How::Name, Slot::State, code, label);
            self.add(code, How::Alias, Slot::State, code, label);
        }
    }

    /// If two values have one name, keeps the surer match, or the earlier slot.
    fn add(&mut self, name: &str, how: How, slot: Slot, value: &str, label: &str) {
        let phrase = pick::phrase(name);
        if phrase.is_empty() {
            return;
        }
        let words = phrase.split(' ').count();
        if words > 12 {
            return;
        }
        self.longest = self.longest.max(words);
        let entry = Entry { how, slot, value: value.into(), label: label.into() };
        let open = matches!(slot, Slot::Product | Slot::Customer | Slot::Category | Slot::Subcategory | Slot::State);
        match self.by_phrase.get_mut(&phrase) {
            Some(have) if have.rank() <= entry.rank() => {}
            Some(have) => *have = entry,
            None => {
                if open && phrase.len() >= 6 {
                    self.fuzzy.push(phrase.clone());
                }
                self.by_phrase.insert(phrase, entry);
            }
        }
    }
}

impl Phrases {
    pub fn new(v: &Vocabulary) -> Self {
        let mut all = Gathered::default();
        for p in &v.products {
            all.add(&p.name, How::Name, Slot::Product, &p.slug, &p.name);
            all.add(&p.slug, How::Name, Slot::Product, &p.slug, &p.name);
        }
        for (alias, targets) in each(&TABLES.products) {
            if let Some(p) = targets.split('|').find_map(|slug| v.products.iter().find(|p| p.slug == slug)) {
                all.add(alias, How::Alias, Slot::Product, &p.slug, &p.name);
            }
        }
        all.customers(v);
        all.labels(&v.categories, Slot::Category);
        all.labels(&v.subcategories, Slot::Subcategory);
        all.closed(Slot::Channel, Channel::ALL.iter().map(|c| c.as_str()), &TABLES.channels);
        all.closed(Slot::Kind, Kind::ALL.iter().map(|k| k.as_str()), &TABLES.kinds);
        all.closed(Slot::Tier, Tier::ALL.iter().map(|t| t.as_str()), &[]);
        all.closed(Slot::Sentiment, Sentiment::ALL.iter().map(|s| s.as_str()), &TABLES.sentiments);
        all.closed(Slot::Status, super::STATUSES.iter().copied(), &TABLES.statuses);
        for (attribute, values) in &v.attributes {
            if *attribute == Attribute::State {
                all.states();
            } else {
                for value in values.iter().filter(|v| v.len() >= 4) {
                    all.add(value, How::Name, Slot::Attribute(*attribute), value, value);
                }
            }
        }
        Self { by_phrase: all.by_phrase, fuzzy: Index::new(all.fuzzy.into_iter().zip(0..)), longest: all.longest }
    }

    pub fn find_in(&self, question: &str) -> Vec<Mention> {
        let words = pick::words(question);
        let mut found = Vec::new();
        self.find(question, &words, &mut found, &[false, true]);
        // "trouble during the payment process": people add articles that the names lack.
        let article = |w: &str| matches!(w, "the" | "a" | "an" | "my" | "their" | "your");
        if words.iter().any(|(w, _)| article(w)) {
            let bare: Vec<_> = words.into_iter().filter(|(w, _)| !article(w)).collect();
            self.find(question, &bare, &mut found, &[false]);
        }
        found.sort_by_key(|m: &Mention| m.span.start);
        found
    }

    /// Adds what a run of words names, besides earlier matches.
    fn find(&self, question: &str, words: &[(String, Range<usize>)], found: &mut Vec<Mention>, passes: &[bool]) {
        let free = |span: &Range<usize>, found: &[Mention]| {
            found.iter().all(|m| m.span.end <= span.start || span.end <= m.span.start)
        };
        let mut taken: Vec<bool> = words.iter().map(|(_, span)| !free(span, found)).collect();
        for typos in passes {
            for length in (1..=self.longest.min(words.len())).rev() {
                for start in 0..=words.len() - length {
                    let window = &words[start..start + length];
                    if taken[start..start + length].contains(&true) {
                        continue;
                    }
                    let phrase = window.iter().map(|(w, _)| w.as_str()).collect::<Vec<_>>().join(" ");
                    let span = window[0].1.start..window[length - 1].1.end;
                    let mention = if *typos { self.misspelt(&phrase, span) } else { self.named(&phrase, span) };
                    if let Some(mention) = mention.filter(|m| believable(question, m)) {
                        taken[start..start + length].fill(true);
                        found.push(mention);
                    }
                }
            }
        }
    }

    pub fn named(&self, phrase: &str, span: Range<usize>) -> Option<Mention> {
        self.by_phrase.get(phrase).map(|entry| mention(entry, entry.how, span))
    }

    pub fn misspelt(&self, phrase: &str, span: Range<usize>) -> Option<Mention> {
        if phrase.len() < 5 || search::words::is_stop(phrase) || COMMON.contains(&phrase) {
            return None;
        }
        let near = self.fuzzy.alike(phrase).filter_map(|(name, number)| Some((number, self.by_phrase.get(name)?)));
        let near: Vec<_> = near.collect();
        let (_, first) = near.iter().min_by_key(|(number, _)| *number)?;
        near.iter().all(|(_, other)| other.value == first.value).then(|| mention(first, How::Typo, span))
    }
}

/// Words of questions that are one letter from some name.
const COMMON: &[&str] =
    &["customer", "complaint", "change", "changed", "charge", "report", "reporting", "average", "volume"];

fn mention(entry: &Entry, how: How, span: Range<usize>) -> Mention {
    Mention { slot: entry.slot, value: entry.value.clone(), label: entry.label.clone(), span, how }
}

/// Whether the words as written can mean the value: "OR" is a state but "or" is not, "Chase" a firm but "chase" not,
/// "open" a status but not in "open a case".
fn believable(question: &str, m: &Mention) -> bool {
    let text = &question[m.span.clone()];
    let after = question[m.span.end..].trim_start();
    let before = question[..m.span.start].trim_end();
    let one_word = !text.contains(' ');
    match m.slot {
        Slot::State if text.len() == 2 => {
            let lower = before.to_lowercase();
            let led =
                ["in", "from", "of", "state", "for"].iter().any(|w| lower == *w || lower.ends_with(&format!(" {w}")));
            let english =
                ["IN", "OR", "ME", "OK", "HI", "OH", "AL", "PA", "MA", "ID", "LA", "DE", "CO"].contains(&text);
            let small = ["mo", "vi", "as", "ne"].contains(&text) || english_in_small(text);
            text.chars().all(char::is_uppercase) && (led || !english)
                || text.chars().all(char::is_lowercase) && led && !small
        }
        Slot::Customer if one_word && !text.chars().any(|c| c.is_ascii_digit()) => {
            let slip = m.how == How::Typo && text.len() >= 6 && near_whole(text, &m.label);
            let capital = text.chars().next().is_some_and(char::is_uppercase) || unmistakable(text, &m.label) || slip;
            capital && !(before.is_empty() && OPENERS.contains(&text.to_lowercase().as_str()))
        }
        // "did we open" is an action.
        Slot::Status if text.eq_ignore_ascii_case("open") && done(before) => false,
        Slot::Status => !["a ", "an ", "the ", "my "].iter().any(|w| after.to_lowercase().starts_with(w)),
        // "a call" is a channel, "call it" is not; "post" and "mail" likewise are only without an object.
        Slot::Channel if m.how == How::Alias && one_word => {
            !["it ", "me ", "them ", "us ", "the ", "off"].iter().any(|w| after.to_lowercase().starts_with(w))
        }
        _ => true,
    }
}

/// Whether a lower-case postal code is a word, or begins one.
fn english_in_small(code: &str) -> bool {
    ["in", "or", "me", "ok", "hi", "oh", "al", "pa", "ma", "id", "la", "de", "co"].contains(&code)
}

/// Whether a lower-case word is the whole name of a firm, and not an English word: "ocwen", "navient".
fn unmistakable(text: &str, name: &str) -> bool {
    let phrase = pick::phrase(name);
    let mut words: Vec<&str> = phrase.split(' ').collect();
    while words.len() > 1 && words.last().is_some_and(|w| LEGAL.contains(w)) {
        words.pop();
    }
    text.len() >= 5 && words == [pick::phrase(text)] && !ORDINARY.split(' ').any(|w| w == text)
}

/// Whether the words before make it somebody's action: "did we open".
fn done(before: &str) -> bool {
    let last = before.rsplit(' ').next().unwrap_or_default().to_lowercase();
    matches!(last.as_str(), "we" | "they" | "you" | "i" | "did" | "to" | "customers" | "he" | "she")
}

/// Whether a lower-case word is the whole name of a firm with one typo: "equifx".
fn near_whole(text: &str, name: &str) -> bool {
    let phrase = pick::phrase(name);
    let whole = phrase.split(' ').next().unwrap_or_default();
    unmistakable(whole, name) && strsim::osa_distance(whole, &text.to_lowercase()) == 1
}

/// English words that are also names of firms.
const ORDINARY: &str = "affirm albert alliance apple avant banner block bridge choice clear conserve cornerstone credit delta \
    discover earnest express first focus freedom global harvest heritage liberty oracle orange pioneer platinum \
    premier prime progress recheck regions remit shell sierra simple solid square summit target trust union \
    united unity upgrade uplift upstart victory vision voyage";

/// Words that begin a request, and are also names of firms.
const OPENERS: &[&str] =
    &["show", "discover", "find", "compare", "list", "chase", "target", "ally", "affirm", "square", "what", "which"];
