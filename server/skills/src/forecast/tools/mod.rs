//! The tools over the declared source of deals. What a deal is worth thinking of is decided by the pure functions beside this
//! folder; here deals are read, and results are made of what those say.

pub mod book;
pub mod compare;
pub mod deals;
pub mod health;
pub mod metrics;
pub mod opportunities;

use tools::Tool;

/// In the order in which they are shown.
pub fn tools() -> Vec<Tool> {
    let mut all = vec![metrics::tool(), opportunities::tool(), health::tool()];
    all.extend(compare::tools());
    all.extend(deals::tools());
    all
}
