//! What is told apart of records: whether messages or cases are meant, the fields of archives that have names, and the
//! orders of lists.

use serde::{Deserialize, Serialize};

/// Which records are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data {
    Communications,
    Cases,
}

impl Data {
    /// "communications" or "cases".
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Communications => "communications",
            Self::Cases => "cases",
        }
    }
}

/// The further fields of archives that may be filtered and grouped by; no other key ever reaches SQL text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Attribute {
    State,
    Tags,
    SubProduct,
    CompanyResponse,
}

impl Attribute {
    pub const ALL: &'static [Self] = &[Self::State, Self::Tags, Self::SubProduct, Self::CompanyResponse];

    /// The key in [`model::record::Attributes`].
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::State => "state",
            Self::Tags => "tags",
            Self::SubProduct => "sub_product",
            Self::CompanyResponse => "company_response",
        }
    }
}

/// Which records come first. Of examples, those without a text come last: there is nothing to quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By time alone, with or without a text; of cases, by their opening.
    Latest,
    /// By time alone, the first record first.
    Oldest,
    /// Examples, newest first.
    Newest,
    /// Examples, the lowest score first.
    MostNegative,
    /// Cases, the earliest deadline first; those without one come last.
    Deadline,
    /// Cases, those that took longest to be resolved first; those that were not come last.
    Longest,
}
