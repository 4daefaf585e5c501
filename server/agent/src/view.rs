//! What reasoners see of a run and what they return. They keep no state between steps.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Mutex, OnceLock, PoisonError};

use model::answer::{Citation, Offer};
use model::chart::Chart;
use model::run::{PlannedCall, Run};
use model::session;
use model::session::taught::TaughtWord;
use model::support::Turn;
use model::time::DateRange;

use super::reasoner::rules::reading::Reading;
use super::settings::Settings;
use llm::ToolList;
use query::frame::Certainty;
use query::values::Vocabulary;
use search::Search;
use skills::{CORE_SKILL, SUPPORT, has_sources};
use tools::{Registry, Tool};

/// The input of a reasoner.
pub struct View<'a> {
    pub run: &'a Run,
    /// How its question was read, once known.
    pub reading: &'a OnceLock<Reading>,
    /// The earlier runs of the conversation, oldest first.
    pub earlier: &'a [Run],
    /// Earlier turns that the client sent instead of a conversation.
    pub history: &'a [session::Turn],
    pub tools: &'a Registry,
    pub offers: &'a Offers,
    /// As far as the asker may see.
    pub search: &'a Search,
    pub vocabulary: &'a Vocabulary,
    /// The asker's own taught words.
    pub own: &'a [TaughtWord],
    pub settings: &'a Settings,
    /// The day that "today" means.
    pub as_of: chrono::NaiveDate,
    /// The warning about a near limit; empty if none is.
    pub warning: String,
}

impl<'a> View<'a> {
    /// The tools for the run: in a call those of support, at the desk the others; those over records, documents and
    /// declared sources if there are any.
    pub fn offered(&self) -> impl Iterator<Item = &'a Tool> + use<'a> {
        let (is_call, vocabulary) = (self.run.call.is_some(), self.vocabulary);
        let records = self.has_records() || vocabulary.documents;
        let of_records = move |tool: &Tool| tool.skill.name == CORE_SKILL && tool.name != QUERY_DATA;
        let fits = move |tool: &&Tool| {
            is_call == (tool.skill.name == SUPPORT)
                && has_sources(&tool.skill.name, vocabulary)
                && (records || !of_records(tool))
        };
        self.tools.all().iter().map(|tool| &**tool).filter(fits)
    }
}

/// The tool that counts over any dataset, declared sources included.
const QUERY_DATA: &str = "query_data";

/// The part of a text that the rules read.
pub fn as_read(text: &str) -> &str {
    text.char_indices().nth(reader::MOST_CHARS).map_or(text, |(at, _)| &text[..at])
}

impl View<'_> {
    /// Whether the desk has any communications, cases or customers.
    pub fn has_records(&self) -> bool {
        !self.vocabulary.days.is_empty() || !self.vocabulary.customers.is_empty()
    }

    /// The part of the question that the rules read.
    pub fn question(&self) -> &str {
        as_read(&self.run.question)
    }

    /// Whether the question was read, and the reading is sure.
    pub fn is_read_surely(&self) -> bool {
        let reading = self.reading.get();
        reading.is_some_and(|reading| reading.parse.frames.iter().all(|f| f.sureness() == Certainty::Sure))
    }

    /// The skill whose tools act as the question asks, as far as it was read; `None` if it asks for an answer.
    pub fn acting_skill(&self) -> Option<&'static str> {
        use reader::Act::{AssignCase, Draft, NoteCase, OpenCase};
        let mut frames = self.reading.get().into_iter().flat_map(|reading| &reading.parse.frames);
        frames.find_map(|frame| match frame.act {
            _ if frame.sureness() == Certainty::Unsure => None,
            Draft => Some(skills::OFFICE),
            OpenCase | AssignCase | NoteCase => Some(skills::CORE_SKILL),
            _ => None,
        })
    }
}

/// What to do next.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one at a time, and it is not kept")]
pub enum Decision {
    /// Recorded events have changed the run: decide again.
    Again,
    /// Call tools, concurrently if several.
    Act { thought: String, calls: Vec<PlannedCall> },
    /// Give the answer.
    Answer { thought: Option<String>, draft: Draft },
    /// The model responds, but nothing it writes is usable: the reason, for people, and the exact problem.
    GiveUp { reason: String, problem: String },
}

/// An answer before it is checked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    /// As [`model::answer::Answer::text`].
    pub text: String,
    /// The text's citations, by number.
    pub citations: Vec<Citation>,
    pub charts: Vec<Chart>,
    /// Why it is incomplete, or no answer; see [`model::answer::Answer`] for this and the next two.
    pub reasons: Vec<String>,
    pub gaps: Vec<String>,
    pub notes: Vec<String>,
    /// Words of the question that it reports as not understood.
    pub unknown: Vec<String>,
    /// Other readings of the question, likeliest first; see [`model::answer::Answer`].
    pub offers: Vec<Offer>,
    pub range: Option<DateRange>,
    pub follow_ups: Vec<String>,
    /// What a reply to a caller leaves for the next turn.
    pub turn: Option<Turn>,
}

/// Introduces how a question was read.
pub const TAKEN_FOR: &str = "Taken for ";

impl Draft {
    /// Where its text contains questions: how it was read, and what may be asked instead.
    pub fn asked(&self) -> Vec<Range<usize>> {
        let lead = self.text.split("\n\n").next().unwrap_or_default();
        let taken = lead.find(TAKEN_FOR).map(|at| at..lead.len());
        let find = |line: String| self.text.find(&line).map(|at| at..at + line.len());
        self.offers.iter().map(Offer::line).filter_map(find).chain(taken).collect()
    }
}

/// The registry's number, because a tool may change under its name, and the tools' names.
type Offered = (u64, Vec<Cow<'static, str>>);

/// Tool lists offered in prompts: most runs offer the same ones, and share the list.
#[derive(Debug, Default)]
pub struct Offers(Mutex<HashMap<Offered, ToolList>>);

impl Offers {
    /// Questions choose tools in many ways: that many lists are cached.
    const MOST: usize = 64;

    pub fn get(&self, offered: Offered, make: impl FnOnce() -> ToolList) -> ToolList {
        let mut lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lists.len() >= Self::MOST && !lists.contains_key(&offered) {
            lists.clear();
        }
        lists.entry(offered).or_insert_with(make).clone()
    }
}
