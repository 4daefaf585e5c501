//! Reasoners decide the next step of a run. They see the run as its events tell it and keep nothing between steps, so a
//! run goes on after a restart exactly where it was.

pub mod rules;

use app::model::answer::Source;
use app::model::chart::Chart;
use app::model::run::{PlannedCall, Run, RunEvent};
use app::model::session::Turn;
use app::model::time::DateRange;

use crate::query::values::Vocabulary;
use crate::tools::Registry;

/// What a reasoner may look at.
pub struct View<'a> {
    pub run: &'a Run,
    /// The earlier runs of the conversation, oldest first.
    pub earlier: &'a [Run],
    /// Earlier turns that the caller sent along instead of a conversation.
    pub history: &'a [Turn],
    pub tools: &'a Registry,
    pub vocabulary: &'a Vocabulary,
    /// The day that "today" means.
    pub as_of: chrono::NaiveDate,
}

/// What to do next.
#[derive(Debug)]
pub enum Decision {
    /// Call tools, at once where there are several.
    Act { thought: String, calls: Vec<PlannedCall> },
    /// Say the answer.
    Answer { thought: Option<String>, draft: Draft },
}

/// An answer before it is checked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    /// In the form of [`app::model::answer::Answer::text`].
    pub text: String,
    /// The sources that the text cites, in the order of their numbers.
    pub sources: Vec<Source>,
    pub charts: Vec<Chart>,
    pub gaps: Vec<String>,
    pub range: Option<DateRange>,
    pub follow_ups: Vec<String>,
}

/// One of the ways to reason. Closed: the loop knows them all.
pub enum Reasoner {
    Rules,
}

impl Reasoner {
    /// The name that receipts and pages show.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Rules => "rules",
        }
    }

    /// What kind of question it is: said once, before the first step.
    pub fn route(&self, view: &View<'_>) -> RunEvent {
        match self {
            Self::Rules => rules::route(view),
        }
    }

    /// The next step.
    pub async fn next(&self, view: &View<'_>) -> Decision {
        match self {
            Self::Rules => rules::next(view),
        }
    }

    /// The best answer that what was found allows, when there is no time for another step. `why` is told to the reader.
    pub async fn conclude(&self, view: &View<'_>, why: &str) -> Draft {
        match self {
            Self::Rules => rules::conclude(view, why),
        }
    }
}
