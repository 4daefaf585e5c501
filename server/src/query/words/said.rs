//! What a question says, before it is made into a query.

use super::lexicon::Act;
use crate::query::ast::{Bucket, Dataset, Figure, Op};
use crate::query::range::Resolved;

/// A condition that the question states.
#[derive(Clone, Debug, PartialEq)]
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
}

/// What groups are made by.
#[derive(Clone, Debug, PartialEq)]
pub enum Group {
    Column(String),
    Time(Bucket),
}

/// Everything that a question says.
#[derive(Clone, Debug, Default)]
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
    pub top: Option<u32>,
    pub which: bool,
    pub share_at: Option<usize>,
    pub share_before: bool,
    pub verb_at: Option<usize>,
    pub among_at: Option<usize>,
    pub noun_at: Option<usize>,
    pub compare: bool,
    pub previous: bool,
    pub year_before: bool,
    pub change: Option<Act>,
    pub per: Option<Bucket>,
    pub trend: Option<Bucket>,
    pub bound: Option<(Op, f64)>,
    pub or: bool,
    /// "it", "them", "that month".
    pub that: Vec<Option<Group>>,
    pub again: bool,
    pub vague: Option<String>,
    pub future: bool,
    pub notes: Vec<String>,
    pub left: Vec<String>,
    pub late: bool,
    /// A rate of cases that were late, or in time: the condition on deadlines is the part.
    pub rate: bool,
}
