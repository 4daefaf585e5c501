//! A question, read and linked once per run, and stored with it.

use std::sync::Arc;

use chrono::NaiveDate;
use model::run::Bubble;
use model::session::taught::TaughtWord;
use model::time::month_of;
use reader::{Keep, MOST_CHARS, Reader, Reading, Role};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::build;
use super::choose::{self, Candidate};
use super::grammar;
use super::link::Linker;
use super::types::{Certainty, DialogueState, Frame, TimeSlot};
use crate::ast::{Dataset, Query};
use crate::check::QueryError;
use crate::range::Resolved;
use crate::values::Vocabulary;

/// Maximum questions in one text.
const MAX_QUESTIONS: usize = 3;

/// A question, read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Parse {
    /// As read: with taught words replaced by their meanings.
    pub text: String,
    /// What it asks, in order; at least one.
    pub frames: Vec<Frame>,
    /// Taught words in it.
    #[serde(default)]
    pub taught: Vec<TaughtWord>,
    /// Sentences beside it that tell something and ask nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asides: Vec<String>,
}

impl Frame {
    /// How sure it is that this is what was asked.
    pub fn sureness(&self) -> Certainty {
        Certainty::from_probability(self.certainty)
    }

    /// Uses the days of a clicked mark for a time that the question only refers to: "that day", "that month".
    pub fn click(&mut self, bubble: &Bubble) {
        let Some(words) = self.reading.first(Role::Time).filter(|_| self.time.is_none()).map(str::to_owned) else {
            return;
        };
        let month = words.to_lowercase().contains("month").then(|| month_of(bubble.date)).flatten();
        let time = Resolved::new(month.unwrap_or_else(|| bubble.range()));
        self.unused.retain(|unused| *unused != words);
        self.time = Some(TimeSlot { time, words, carried: false });
    }
}

impl Parse {
    /// Reads a question; `before` is the last understood turn.
    pub fn new(question: &str, v: &Vocabulary, as_of: NaiveDate, before: Option<&DialogueState>) -> Self {
        let short = question.char_indices().nth(MOST_CHARS).map_or(question, |(at, _)| &question[..at]);
        let whole = v.with_possessives(short);
        let (text, mut taught) = v.taught_in(&whole);
        let (text, events) = v.with_days(text, as_of);
        taught.extend(events);
        let linker = Linker::new(v, as_of);
        let mut frames: Vec<Frame> = Vec::new();
        let mut rest = text.trim();
        loop {
            let last = frames.last().map(|frame| DialogueState { frame: frame.clone(), listed: Vec::new() });
            let before = last.as_ref().or(before);
            let readings = read(rest, before);
            let split = readings[0].with_role(Role::Split).map(|span| span.start).find(|at| *at > 0);
            let split = split.into_iter().chain(next_question(rest)).chain(grammar::second(rest)).min();
            match split.filter(|_| frames.len() + 1 < MAX_QUESTIONS) {
                Some(at) => {
                    let (part, more) = rest.split_at(at);
                    let part = part.trim();
                    frames.push(choose::choose(&linker, read(part, before), part, before));
                    rest = more.trim();
                }
                None => {
                    frames.push(choose::choose(&linker, readings, rest, before));
                    break;
                }
            }
        }
        share_time(&mut frames);
        Self { text: text.into_owned(), frames, taught, asides: Vec::new() }
    }

    /// A standalone question, read once while the values stay the same.
    pub fn alone(question: &str, v: &Vocabulary, as_of: NaiveDate) -> Arc<Self> {
        v.readings.get(&format!("{as_of} {question}"), || Self::new(question, v, as_of, None))
    }

    /// The parse stored with a run, if this program still knows its format.
    pub fn stored(value: &Value) -> Option<Self> {
        Self::deserialize(value).ok().filter(|parse| !parse.frames.is_empty())
    }

    /// In the form in which it is stored.
    pub fn to_stored(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// The first thing that it asks.
    pub fn first(&self) -> &Frame {
        &self.frames[0]
    }
}

/// "How many enquiries and how many requests in June": the last one's time applies to all, if the others name only
/// their records.
fn share_time(frames: &mut [Frame]) {
    const MAX_BARE_WORDS: usize = 5;
    let Some((last, others)) = frames.split_last_mut() else { return };
    let Some(time) = last.time.clone().filter(|time| !time.carried) else { return };
    for other in others.iter_mut().filter(|other| other.time.is_none() && other.against.is_none()) {
        let asked = other.text.rsplit(['.', ':']).next().unwrap_or_default();
        if grammar::words(asked).len() <= MAX_BARE_WORDS {
            other.time = Some(TimeSlot { carried: true, ..time.clone() });
        }
    }
}

/// Where a second question begins after a question mark: at least two words.
fn next_question(text: &str) -> Option<usize> {
    let (first, rest) = text.split_once('?')?;
    let begins = rest.find(char::is_alphanumeric)?;
    let asks = grammar::words(rest).len() > 1 && rest.contains('?');
    (asks && !first.trim().is_empty()).then_some(first.len() + 1 + begins)
}

/// The possible readings of a text, likeliest first; at least one.
fn read(text: &str, before: Option<&DialogueState>) -> Vec<Reading> {
    let context = before.map(|before| before.frame.context()).unwrap_or_default();
    let mut readings = match Reader::shared() {
        Ok(reader) => reader.candidates(text, &context),
        Err(error) => {
            tracing::error!(%error, "reader.unusable");
            vec![Reading::default()]
        }
    };
    for reading in &mut readings {
        if before.is_none() {
            reading.keep.clear();
        }
        // Rows are the whole previous subject.
        if reading.keeps(Keep::Rows) {
            reading.keep.retain(|keep| !matches!(keep, Keep::Filters));
        }
    }
    readings
}

/// The candidates for a standalone question, best first: for measuring and training.
pub fn candidates(question: &str, v: &Vocabulary, as_of: NaiveDate, before: Option<&DialogueState>) -> Vec<Candidate> {
    let text = question.trim();
    choose::candidates(&Linker::new(v, as_of), read(text, before), text, before, false)
}

/// The single query that a text means.
///
/// # Errors
/// If it is not understood, or means several.
pub fn one(text: &str, v: &Vocabulary, as_of: NaiveDate) -> Result<Query, QueryError> {
    let parse = Parse::new(text, v, as_of, None);
    let [frame] = parse.frames.as_slice() else {
        return Err(QueryError::new("That is more than one question. Ask them one by one."));
    };
    if !frame.unused.is_empty() {
        let words = frame.unused.join(", ");
        let text = format!(
            "These words mean nothing here: {words}. Use names of columns and values, or the fields of the tool."
        );
        return Err(QueryError::new(text));
    }
    let asked = Frame { dataset: frame.dataset.or(Some(Dataset::default())), ..frame.clone() };
    build::build(&asked, v).map(|intent| intent.query).map_err(QueryError::new)
}
