//! What a question says, before it is made into a query.

use serde::{Deserialize, Serialize};

use super::lexicon::Act;
use crate::query::ast::{Bucket, Dataset, Figure, Op};
use crate::query::range::Resolved;

/// A condition that the question states.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Cond {
    pub column: String,
    pub op: Op,
    pub values: Vec<String>,
    pub labels: Vec<String>,
    pub negated: bool,
    /// Where it stands.
    pub at: usize,
    pub plain: bool,
    /// After "and".
    pub joined: bool,
    /// After "or": it, or what stands before it.
    pub or: bool,
    /// Of a share: the part, not the whole.
    pub part: bool,
    /// Taken over from a question before.
    pub carried: bool,
}

/// What groups are made by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Group {
    Column(String),
    Time(Bucket),
}

/// Everything that a question says.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Said {
    pub conds: Vec<Cond>,
    pub times: Vec<(Resolved, String)>,
    pub groups: Vec<Group>,
    /// Group nouns that nothing asked for.
    pub spare: Vec<Group>,
    pub figure: Option<Figure>,
    /// A column of numbers.
    pub number: Option<String>,
    pub distinct: Option<Group>,
    pub dataset: Option<Dataset>,
    pub customers: bool,
    pub count: bool,
    pub most: bool,
    pub least: bool,
    pub rank: usize,
    pub worst: bool,
    /// Where values stand that all of it is limited to: "chat only".
    pub only: Vec<usize>,
    /// It begins with what it is a part of: "of all cases of X, what share …".
    pub of_first: bool,
    pub top: Option<u32>,
    pub which: bool,
    pub share_at: Option<usize>,
    pub share_before: bool,
    /// A share of customers, not of what they wrote.
    pub of_customers: bool,
    /// "their complaints": of what was named before.
    pub theirs: bool,
    /// Who did not do something, rather than what something is not: "have never", "did not".
    /// Where that stands.
    pub absent: Option<usize>,
    /// "not" stands before nothing that could be negated.
    pub bare_not: bool,
    pub verb_at: Option<usize>,
    pub among_at: Option<usize>,
    pub noun_at: Option<usize>,
    pub compare: bool,
    /// Where "than" or the like stands.
    pub compare_at: Option<usize>,
    pub previous: bool,
    pub year_before: bool,
    pub change: Option<Act>,
    pub per: Option<Bucket>,
    pub trend: Option<Bucket>,
    pub bound: Option<(Op, f64)>,
    pub or: bool,
    /// "it", "them", "that month".
    pub that: Vec<Option<Group>>,
    /// Each of what is joined by "and" by itself.
    pub apart: bool,
    pub again: bool,
    /// "the same for …": what it was about is replaced.
    pub same: bool,
    /// Values that the largest is asked for besides: "after California, which …".
    pub besides: bool,
    /// Where "both" stands.
    pub both: Option<usize>,
    /// What is counted was first said to be customers.
    pub customers_first: bool,
    pub vague: Option<String>,
    /// As things stand: "currently".
    pub now: Option<String>,
    /// Two times are added up rather than compared.
    pub together: bool,
    /// It says only what it is about; what is asked of it was said in the question before.
    pub headless: bool,
    pub future: bool,
    pub notes: Vec<String>,
    pub left: Vec<String>,
    /// Unknown words that say nothing by themselves.
    pub unread: Vec<String>,
    pub late: bool,
    /// Where a percentage is asked for, not of anything: "by what %", "in %".
    pub percent_at: Option<usize>,
    /// Where "how many" stands.
    pub count_at: Option<usize>,
    /// "how many more": the difference.
    pub more_by: bool,
    /// The times are those when customers joined.
    pub joined_us: bool,
    /// The day, week, month, quarter or year after the one of the question before.
    pub after: Option<Bucket>,
    /// A rate of cases that were late, or in time: the condition on deadlines is the part.
    pub rate: bool,
}

impl Said {
    /// Whether it only says that the largest is meant: "just the worst one".
    pub fn only_the_first(&self) -> bool {
        let named =
            !self.conds.is_empty() || !self.times.is_empty() || !self.groups.is_empty() || !self.spare.is_empty();
        self.most && !named && self.left.is_empty() && self.noun_at.is_none() && self.number.is_none()
    }

    /// Whether it asks no more than how far apart two figures are, which the answer says anyhow: "what is the gap?".
    pub fn only_the_gap(&self) -> bool {
        let named = !(self.conds.is_empty() && self.times.is_empty() && self.groups.is_empty() && self.left.is_empty());
        let gap = self.change == Some(Act::Change) || self.more_by || self.compare;
        gap && !named && self.noun_at.is_none() && self.number.is_none() && self.share_at.is_none()
    }

    /// Whether it asks for the count of what was named before, and names nothing: "and how many?".
    pub fn only_how_many(&self) -> bool {
        let named = self.conds.is_empty() && self.times.is_empty() && self.groups.is_empty() && self.left.is_empty();
        named
            && self.count
            && self.that.is_empty()
            && self.noun_at.is_none()
            && self.distinct.is_none()
            && self.number.is_none()
            && self.figure.is_none()
            && self.share_at.is_none()
            && self.bound.is_none()
            && !(self.most || self.least || self.compare)
    }

    /// Whether it only says by what the next words are counted.
    pub fn opens(&self) -> bool {
        let asks =
            self.count || self.which || self.most || self.least || self.figure.is_some() || self.number.is_some();
        let plain = !asks && self.left.is_empty() && self.distinct.is_none();
        let by = !self.groups.is_empty() && self.noun_at.is_none() && self.conds.is_empty() && self.share_at.is_none();
        // "of every hundred complaints, how many were …".
        let whole = self.share_at.is_some() && self.groups.is_empty() && self.conds.iter().all(|c| c.column == "kind");
        let versus = self.compare && self.noun_at.is_none() && self.conds.iter().all(|c| c.column != "kind");
        plain && (by || whole || versus && !self.conds.is_empty() && self.share_at.is_none())
    }

    /// Whether it asks for anything by a word of its own.
    pub fn asks(&self) -> bool {
        self.times.len() > 1 && !self.together
            || self.which && !self.groups.is_empty()
            || self.count
            || self.figure.is_some()
            || self.share_at.is_some()
            || self.most
            || self.least
            || self.rank > 0
            || !self.groups.is_empty()
            || self.trend.is_some()
            || self.distinct.is_some()
            || self.compare
            || self.change.is_some()
            || self.per.is_some()
            || self.bound.is_some()
    }

    /// Whether the question leans on the one before.
    pub fn leans(&self) -> bool {
        self.points() || self.asks_who() || self.after.is_some() || self.noun_at.is_none() || self.headless
    }

    /// Whether it says by a word that it goes on from the one before.
    pub fn points(&self) -> bool {
        self.again || !self.that.is_empty()
    }

    /// "which customers?": of what, was said before.
    fn asks_who(&self) -> bool {
        let bare = self.conds.is_empty() && self.times.is_empty() && self.bound.is_none() && self.dataset.is_none();
        let asks = self.count || self.most || self.least || self.figure.is_some() || self.share_at.is_some();
        bare && !asks && self.which && matches!(self.groups.as_slice(), [Group::Column(name)] if name == "customer")
    }
}
