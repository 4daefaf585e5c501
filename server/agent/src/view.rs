//! What reasoners see of a run and what they say. They keep nothing between steps.

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

use super::settings::Settings;
use llm::ToolList;
use query::frame::{Certainty, Parse};
use query::values::Vocabulary;
use skills::{SUPPORT, has_sources};
use tools::{Registry, Tool};

/// What a reasoner may look at.
pub struct View<'a> {
    pub run: &'a Run,
    /// How its question was read, once it was.
    pub parse: &'a OnceLock<Parse>,
    /// The earlier runs of the conversation, oldest first.
    pub earlier: &'a [Run],
    /// Earlier turns that the caller sent along instead of a conversation.
    pub history: &'a [session::Turn],
    pub tools: &'a Registry,
    pub offers: &'a Offers,
    pub vocabulary: &'a Vocabulary,
    /// Words of whoever asks, which mean something to them alone.
    pub own: &'a [TaughtWord],
    pub settings: &'a Settings,
    /// The day that "today" means.
    pub as_of: chrono::NaiveDate,
    /// What the reasoner must know of a limit that is near; empty when none is.
    pub warning: String,
}

impl<'a> View<'a> {
    /// The tools that fit the run: in a call those of support, at the desk the others; those over declared sources where
    /// these are there.
    pub fn offered(&self) -> impl Iterator<Item = &'a Tool> + use<'a> {
        let (is_call, vocabulary) = (self.run.call.is_some(), self.vocabulary);
        let fits =
            move |tool: &&Tool| is_call == (tool.skill.name == SUPPORT) && has_sources(&tool.skill.name, vocabulary);
        self.tools.all().iter().map(|tool| &**tool).filter(fits)
    }
}

/// A text as far as the rules read it.
pub fn as_read(text: &str) -> &str {
    text.char_indices().nth(reader::MOST_CHARS).map_or(text, |(at, _)| &text[..at])
}

impl View<'_> {
    /// The question as far as the rules read it.
    pub fn question(&self) -> &str {
        as_read(&self.run.question)
    }

    /// Whether something is to be done, rather than told, as far as the question was read.
    pub fn asks_to_act(&self) -> bool {
        use reader::Act::{AssignCase, Draft, NoteCase, OpenCase};
        let mut frames = self.parse.get().into_iter().flat_map(|parse| &parse.frames);
        let acting = |act| matches!(act, OpenCase | AssignCase | NoteCase | Draft);
        frames.any(|f| acting(f.act) && f.sureness() != Certainty::Unsure)
    }
}

/// What to do next.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one at a time, and it is not kept")]
pub enum Decision {
    /// What was recorded changes the run: look again.
    Again,
    /// Call tools, at once where there are several.
    Act { thought: String, calls: Vec<PlannedCall> },
    /// Say the answer.
    Answer { thought: Option<String>, draft: Draft },
    /// The model is there, and nothing it writes can be used: the reason, for people, and what exactly was wrong.
    GiveUp { reason: String, problem: String },
}

/// An answer before it is checked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    /// In the form of [`model::answer::Answer::text`].
    pub text: String,
    /// What the text cites, in the order of its numbers.
    pub citations: Vec<Citation>,
    pub charts: Vec<Chart>,
    /// Why it is not whole, or no answer; see [`model::answer::Answer`] for this and the next two.
    pub reasons: Vec<String>,
    pub gaps: Vec<String>,
    pub notes: Vec<String>,
    /// Words of the question that it says it did not understand.
    pub unknown: Vec<String>,
    /// Other readings of the question, the likeliest first; see [`model::answer::Answer`].
    pub offers: Vec<Offer>,
    pub range: Option<DateRange>,
    pub follow_ups: Vec<String>,
    /// What a reply to a caller leaves behind for the next turn.
    pub turn: Option<Turn>,
}

/// How an answer begins to say what its question was taken for.
pub const TAKEN_FOR: &str = "Taken for ";

impl Draft {
    /// Where its text says a question: what it was taken for, and what may be asked instead.
    pub fn asked(&self) -> Vec<Range<usize>> {
        let lead = self.text.split("\n\n").next().unwrap_or_default();
        let taken = lead.find(TAKEN_FOR).map(|at| at..lead.len());
        let find = |line: String| self.text.find(&line).map(|at| at..at + line.len());
        self.offers.iter().map(Offer::line).filter_map(find).chain(taken).collect()
    }
}

/// The number of the registry, because a tool may change under its name, and the tools' names.
type Offered = (u64, Vec<Cow<'static, str>>);

/// Lists of tools that prompts have offered: most runs offer the same ones, and share the list.
#[derive(Debug, Default)]
pub struct Offers(Mutex<HashMap<Offered, ToolList>>);

impl Offers {
    /// Questions choose tools in many ways: that many choices are kept.
    const MOST: usize = 64;

    pub fn get(&self, offered: Offered, make: impl FnOnce() -> ToolList) -> ToolList {
        let mut lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lists.len() >= Self::MOST && !lists.contains_key(&offered) {
            lists.clear();
        }
        lists.entry(offered).or_insert_with(make).clone()
    }
}
