//! The tools over the declared source of deals. Deals are assessed by the pure functions beside this folder; here they
//! are read, and results are built.

pub mod book;
pub mod compare;
pub mod deals;
pub mod health;
pub mod line;
pub mod metrics;
pub mod opportunities;

use tools::Tool;

/// In display order.
pub fn tools() -> Vec<Tool> {
    let mut all = vec![metrics::tool(), opportunities::tool(), health::tool()];
    all.extend(compare::tools());
    all.extend(deals::tools());
    all
}
