//! Small enums of records: messages or cases, the named archive fields, and the orders of lists.

use serde::{Deserialize, Serialize};

model::named! {
    /// Which records are counted.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Data {
        Communications = "communications",
        Cases = "cases",
    }
}

model::named! {
    /// Archive fields that may be filtered and grouped by; no other key ever reaches SQL text.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
    pub enum Attribute {
        State = "state",
        Tags = "tags",
        SubProduct = "sub_product",
        CompanyResponse = "company_response",
    }
}

impl Attribute {
    /// The field of this name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|attribute| attribute.as_str() == name)
    }
}

/// The order of records. Examples without text come last: there is nothing to quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By time, with or without text; cases by opening time.
    Latest,
    /// By time, oldest first.
    Oldest,
    /// Examples, newest first.
    Newest,
    /// Examples, the lowest score first.
    MostNegative,
    /// Cases, earliest deadline first; those without one last.
    Deadline,
    /// Cases, longest time to resolution first; unresolved ones last.
    Longest,
}
