//! Topics of texts whose source names none: those of a bank's customers, recognised by phrases (`topics.txt`). A topic
//! needs one phrase of two words or two of one word; most texts of other industries get none.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use model::record::{Channel, Communication};
use model::text::head;
use search::words::Stems;

use super::mood;

/// The attribute for who assigned the topic; absent if the source did.
pub const LABELLED_BY: &str = "labelled_by";
/// Its value for topics assigned here.
pub const WORDS: &str = "words";

/// Stop words, without "not", "no", "up" and "again", which matter.
const SMALL: &str = "a about all am an and any are as at be because been but by can could did do does doing for from get \
    got had has have having he her here him his i if in into is it its just m me my now of on or our out please re s she \
    so some such that the their them then there these they this those through to us ve very was we were what when where \
    which while who will with would you your ca ll d";
/// Points needed for a topic.
const MIN_TOPIC_POINTS: usize = 2;
/// Words allowed between those of a phrase.
const MAX_WORD_GAP: usize = 3;
/// Bytes of a text that are read: people state their request first.
const MAX_READ_BYTES: usize = 4_000;

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("topics.txt")));

/// A topic and its area: subcategory and category of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topic {
    pub area: &'static str,
    pub name: &'static str,
}

/// Sets the topic of a communication that has neither category nor topic, if its text reveals it.
pub fn name(communication: &mut Communication) {
    let unnamed = |label: &Option<String>| label.as_ref().is_none_or(|text| text.trim().is_empty());
    if !unnamed(&communication.category) || !unnamed(&communication.subcategory) {
        return;
    }
    let body = mood::of_customer(communication.channel == Channel::Chat, &communication.body);
    let subject = communication.subject.as_deref().unwrap_or_default();
    if let Some(topic) = topic(&format!("{subject}\n{body}")) {
        communication.category = Some(topic.area.to_owned());
        communication.subcategory = Some(topic.name.to_owned());
        communication.attributes.insert(LABELLED_BY.to_owned(), WORDS.to_owned());
    }
}

/// The best-supported topic of a text; of equals, the first mentioned.
pub fn topic(text: &str) -> Option<Topic> {
    let stems = stems(head(text, MAX_READ_BYTES));
    let mut found = HashSet::new();
    let mut points: HashMap<usize, (usize, usize)> = HashMap::new();
    for (at, stem) in stems.iter().enumerate() {
        for &phrase in TABLE.by_stem.get(stem.as_str()).map_or(&[][..], Vec::as_slice) {
            let (topic, words) = &TABLE.phrases[phrase];
            if follows(&stems[at..], words) && found.insert(phrase) {
                points.entry(*topic).or_insert((0, at)).0 += words.len();
            }
        }
    }
    let best = points.into_iter().max_by_key(|(topic, (points, at))| (*points, usize::MAX - at, *topic))?;
    (best.1.0 >= MIN_TOPIC_POINTS).then(|| TABLE.topics[best.0])
}

/// Whether the words follow in this order, close together, starting with the first.
fn follows(stems: &[String], words: &[String]) -> bool {
    let mut at = 0;
    words.iter().all(|word| {
        let next = stems.iter().skip(at).take(if at == 0 { 1 } else { MAX_WORD_GAP + 1 }).position(|stem| stem == word);
        next.map(|steps| at += steps + 1).is_some()
    })
}

fn stems(text: &str) -> Vec<String> {
    static STEMS: LazyLock<Stems> = LazyLock::new(|| Stems::without(SMALL));
    let text = text.replace('’', "'").replace("n't", " not").replace("cannot", "not");
    STEMS.cut(&text).into_iter().map(|(stem, _)| stem).collect()
}

#[derive(Debug, Default)]
struct Table {
    topics: Vec<Topic>,
    /// Each with the index of its topic.
    phrases: Vec<(usize, Vec<String>)>,
    /// By their first word.
    by_stem: HashMap<String, Vec<usize>>,
}

impl Table {
    fn read(text: &'static str) -> Self {
        let mut table = Self::default();
        let mut area = "";
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("= ") {
                area = name.trim();
            } else if let Some((name, phrases)) = line.strip_prefix("- ").and_then(|line| line.split_once(": ")) {
                table.topics.push(Topic { area, name: name.trim() });
                phrases.split(';').for_each(|phrase| table.add(stems(phrase)));
            }
        }
        table
    }

    fn add(&mut self, words: Vec<String>) {
        let Some(first) = words.first() else { return };
        self.by_stem.entry(first.clone()).or_default().push(self.phrases.len());
        self.phrases.push((self.topics.len() - 1, words));
    }
}

#[cfg(test)]
#[path = "topics_tests.rs"]
mod tests;
