//! What a question asks for, and what it may go on from.

use serde::{Deserialize, Serialize};

use super::said::{Cond, Group, Said};
use crate::query::ast::{Bucket, Dataset, Figure, Op, Query};

/// What an answer must say first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Want {
    /// One figure.
    Total,
    Groups,
    /// Which group has the most or the least.
    Extreme,
    /// The mean of a count per stretch of time.
    Per(Bucket),
    /// The mean of a count per group.
    PerGroup,
    /// How many groups there are.
    GroupCount,
    /// Groups against each other.
    Versus,
    Share,
    /// Now against before.
    Change,
    /// The records themselves.
    List,
}

/// One thing that a question asks for: what it says, and the query that it means.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Asked {
    #[serde(default)]
    pub said: Said,
    #[serde(default)]
    pub query: Query,
    pub want: Want,
    /// What a reader must know of how it was understood.
    #[serde(default)]
    pub notes: Vec<String>,
    /// Words that were not understood, and are left out of the query.
    #[serde(default)]
    pub left_out: Vec<String>,
    /// Whether the tools that count by day or by one group answer it just as well.
    #[serde(default)]
    pub simple: bool,
    /// The source that the query's own is held against, row by row.
    #[serde(default)]
    pub against: Option<Dataset>,
}

/// The most questions in one.
pub const PARTS: usize = 3;

/// Why there is no query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refusal {
    /// Words that nothing accounts for.
    Unknown(Vec<String>),
    /// It may mean several things, or cannot be known: what to say.
    Ask(String),
    /// It asks for no figure.
    Silent,
}

/// The question before.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Before {
    /// The last that it asked.
    pub asked: Asked,
    /// The stored value of the group that its answer named first.
    #[serde(default)]
    pub top: Option<String>,
    /// What was asked just before it, in the same question or in one that it goes on from, oldest first.
    #[serde(default)]
    pub also: Vec<Asked>,
}

impl Before {
    pub fn only(asked: &Asked) -> Self {
        Self { asked: asked.clone(), top: None, also: Vec::new() }
    }
}

impl Asked {
    /// Whether what is asked names the records that it is about: complaints, messages, cases.
    pub fn selects(&self) -> bool {
        let of_texts = |c: &Cond| {
            matches!(
                c.column.as_str(),
                "product" | "category" | "subcategory" | "customer" | "sentiment" | "kind" | "body"
            )
        };
        self.said.noun_at.is_some() || !self.said.conds.iter().all(of_texts)
    }

    /// Whether what is asked takes something from the question before.
    pub fn leans(&self) -> bool {
        self.said.leans()
    }

    /// The one column or time that it is grouped by, if any; a category is what counts are broken down by of themselves.
    pub fn grouped_by(&self) -> Option<&str> {
        match self.said.groups.first()? {
            Group::Column(name) if name == "category" => None,
            Group::Column(name) => Some(name),
            // Counts by day are what the daily tool gives.
            Group::Time(Bucket::Day) => None,
            Group::Time(bucket) => Some(bucket.as_str()),
        }
    }

    /// Whether it is grouped by nothing, or by the category, as the tools for single analyses group of themselves.
    pub fn by_category(&self) -> bool {
        self.said.groups.iter().all(|g| matches!(g, Group::Column(name) if name == "category"))
    }

    /// How many of its conditions a tool's own parameters could hold.
    pub fn plain_conditions(&self) -> usize {
        self.said.conds.iter().filter(|c| c.plain).count()
    }

    /// Whether it filters by single values, compares nothing, and asks for no other figure than a count or a mean. What
    /// was late is such a value where `late` says so.
    pub fn plain(&self, late: bool) -> bool {
        let known = |c: &Cond| c.column == "sla_breached" && c.op == Op::Missing;
        let one = |c: &Cond| {
            (c.plain || late && c.column == "sla_breached") && !c.negated && c.values.len() == 1 || late && known(c)
        };
        let said = &self.said;
        said.conds.iter().all(one)
            && !(said.most || said.least || said.compare || said.or)
            && said.rank == 0
            && said.top.is_none()
            && said.bound.is_none()
            && said.distinct.is_none()
            && matches!(said.figure, None | Some(Figure::Avg))
            && self.query.compare.is_none()
            && said.groups.len() < 2
            && self.notes.is_empty()
    }
}
