//! How a question was read, in parts that a person can take away or change.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::time::DateRange;

text_enum! {
    /// What a part of a question says.
    #[schemars(rename = "PartRole")]
    Role {
        /// What is asked of the records: "average resolution hours", "What drives complaints".
        Measure = "measure",
        /// Which records: "complaints", "cases".
        Records = "records",
        /// A value that they are narrowed to: "Mobile banking".
        Filter = "filter",
        Period = "period",
        /// What they are counted by: "channel", "month".
        Grouping = "grouping",
    }
}

text_enum! {
    /// Where a part comes from.
    Origin {
        Asked = "asked",
        /// From an earlier question of the conversation.
        Carried = "carried",
        /// The question does not say it, and this is taken.
        Assumed = "assumed",
        /// A person put it in the place of what was understood.
        Changed = "changed",
    }
}

/// A part of how a question was read. Role, column and label together are its identity within a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "UnderstoodPart")]
pub struct Part {
    pub role: Role,
    /// The column of the query language that a filter narrows; else empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub column: String,
    /// For people: "Mobile banking", "1 to 31 January 2026", "not by phone".
    pub label: String,
    pub origin: Origin,
    /// As stored, for a filter: what a result has that was narrowed to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
    /// The days of a period.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<DateRange>,
}

impl Part {
    /// Whether it can be taken away: what was assumed, and which records, can only be changed.
    pub fn removable(&self) -> bool {
        self.origin != Origin::Assumed && !matches!(self.role, Role::Measure | Role::Records)
    }

    /// Whether there is anything to put in its place.
    pub fn changeable(&self) -> bool {
        self.role != Role::Measure
    }
}

/// A stretch of the question as it was asked. Together the stretches are the question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "QuestionStretch")]
pub struct Stretch {
    pub text: String,
    /// The places in [`Route::understood`](super::Route::understood) of the parts that it became.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<usize>,
    /// It says something, and became no part.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unused: bool,
}

impl Stretch {
    /// The words of a question that a part came from, each run of them by itself.
    pub fn of(part: usize, all: &[Self]) -> Vec<&str> {
        all.iter().filter(|stretch| stretch.parts.contains(&part)).map(|stretch| stretch.text.trim()).collect()
    }
}

/// A change to how an earlier question was read: the same question is asked again with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// The run whose question it is.
    pub run: String,
    /// The place of the part in [`Route::understood`](super::Route::understood), from 0.
    pub part: usize,
    /// What to put in its place, in words; `None` takes it away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}
