//! What is told apart of records: whether messages or cases are meant, the fields of archives that have names, and the
//! orders of lists.

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
    /// The further fields of archives that may be filtered and grouped by; no other key ever reaches SQL text.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
    pub enum Attribute {
        State = "state",
        Tags = "tags",
        SubProduct = "sub_product",
        CompanyResponse = "company_response",
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
