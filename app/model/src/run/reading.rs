//! How a question was read, in parts that a person can remove or change.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::time::DateRange;

text_enum! {
    /// The role of a part of a question.
    #[schemars(rename = "PartRole")]
    Role {
        /// What to compute: "average resolution hours", "What drives complaints".
        Measure = "measure",
        /// Which records: "complaints", "cases".
        Records = "records",
        /// A filter value: "Mobile banking".
        Filter = "filter",
        Period = "period",
        /// A group key: "channel", "month".
        Grouping = "grouping",
    }
}

text_enum! {
    /// Where a part comes from.
    Origin {
        Asked = "asked",
        /// From an earlier question of the conversation.
        Carried = "carried",
        /// An assumption not stated in the question.
        Assumed = "assumed",
        /// Set by a person instead of what was understood.
        Changed = "changed",
    }
}

/// A part of the reading. Role, column and label identify it within a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "UnderstoodPart")]
pub struct Part {
    pub role: Role,
    /// The query column of a filter; else empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub column: String,
    /// For people: "Mobile banking", "1 to 31 January 2026", "not by phone".
    pub label: String,
    pub origin: Origin,
    /// For filters, the stored values, as in the filtered result.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
    /// The days of a period.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<DateRange>,
}

impl Part {
    /// Whether it can be removed: assumptions and the kind of records can only be changed.
    pub fn removable(&self) -> bool {
        self.origin != Origin::Assumed && !matches!(self.role, Role::Measure | Role::Records)
    }

    /// Whether there are alternatives.
    pub fn changeable(&self) -> bool {
        self.role != Role::Measure
    }
}

/// A segment of the question as asked. Concatenated, the segments are the question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "QuestionStretch")]
pub struct Stretch {
    pub text: String,
    /// Indices in [`Route::understood`](super::Route::understood) of the resulting parts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<usize>,
    /// It has meaning but became no part.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unused: bool,
}

impl Stretch {
    /// The words that a part came from, each contiguous run separately.
    pub fn words(part: usize, all: &[Self]) -> Vec<&str> {
        all.iter().filter(|stretch| stretch.parts.contains(&part)).map(|stretch| stretch.text.trim()).collect()
    }
}

/// A change to the reading of an earlier question, which is then asked again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// The run with that question.
    pub run: String,
    /// Index of the part in [`Route::understood`](super::Route::understood), from 0.
    pub part: usize,
    /// Its replacement, in words; `None` removes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}
