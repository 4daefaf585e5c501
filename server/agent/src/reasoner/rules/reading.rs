//! How a question was read, and how each of its parts is answered: made once a run, and read by all that ask about it.

use model::answer::Offer;
use model::run::PlannedCall;
use query::frame::{self, Frame, Parse, QueryIntent};
use query::values::Vocabulary;

use super::intent::IntentMatch;
use super::methods::Method;
use super::plans::DealPlan;

/// A question, read.
#[derive(Debug)]
pub struct Reading {
    pub parse: Parse,
    /// How its parts are answered, in order.
    pub parts: Vec<Interpretation>,
}

/// How a part of a question is answered.
#[derive(Clone, Debug)]
pub enum Interpretation {
    /// By the plan of its act, step by step.
    Planned(Box<IntentMatch>),
    /// By queries: figures or lists.
    Figures(Vec<QueryIntent>),
    /// By tools that answer it directly: their calls.
    Tools(Vec<PlannedCall>),
    /// About deals of a declared source.
    Deals(Box<Deals>),
    /// About the desk itself, or a greeting.
    Abilities,
    Thanks,
    /// About a method.
    Method(Method),
    Unclear(Unclear),
}

impl Interpretation {
    /// Whether it is answered from records.
    pub const fn needs_data(&self) -> bool {
        matches!(self, Self::Planned(_) | Self::Figures(_) | Self::Tools(_) | Self::Deals(_))
    }

    /// How a question was read, for people: what the tools of deals were asked, else what its frame says.
    pub fn taken_for(&self, frame: &Frame, v: &Vocabulary) -> Option<String> {
        match self {
            Self::Deals(deals) => Some(format!("a question on deals. {}.", deals.plan.says)),
            _ => frame::taken_for(frame, v),
        }
    }

    /// Whether its words were linked to the data; the tools that answer a question directly read it themselves.
    pub const fn is_linked(&self) -> bool {
        matches!(self, Self::Planned(_) | Self::Figures(_) | Self::Deals(_))
    }
}

/// How a question about deals is answered.
#[derive(Clone, Debug)]
pub struct Deals {
    pub plan: &'static DealPlan,
    /// The deal, grouping and values it names, for people.
    pub about: Vec<String>,
    pub calls: Vec<PlannedCall>,
}

/// Why a question is not answered.
#[derive(Clone, Debug, Default)]
pub struct Unclear {
    pub why: String,
    /// Because words of the question mean nothing in the data.
    pub words: bool,
    /// What was read: answerable questions on the same subject are offered. `None` if there are none.
    pub about: Option<Box<Frame>>,
    /// Offers instead of other readings.
    pub offers: Vec<Offer>,
}

impl Unclear {
    /// With offers of answerable questions on the frame's subject; `words` if words of it mean nothing in the data.
    pub fn about(frame: &Frame, why: impl Into<String>, words: bool) -> Interpretation {
        let about = Some(Box::new(frame.clone()));
        Interpretation::Unclear(Self { why: why.into(), words, about, offers: Vec::new() })
    }
}
