//! Customer intelligence: what customers write, how often, about what, how they feel, and whether the firm meets its
//! deadlines. One tool per file; none of them knows its caller.
//!
//! `retrieval` looks up records, `analysis` judges them, `counts` counts them, `cases` changes them.

mod analysis;
mod cases;
mod counts;
pub mod remember;
mod retrieval;

pub use self::counts::{Asked, chart, checked, within};
pub use self::retrieval::call_sheet;
use tools::Tool;

/// How figures are computed, as their tools explain it.
pub mod methods {
    pub use super::analysis::{HEALTH, RISK, TRENDS};
    pub use super::counts::{RESOLUTION, SLA};
    pub use import::sentiment::METHOD as SENTIMENT;
}

/// When to use which tool, for a reasoner.
pub const INSTRUCTIONS: &str = include_str!("instructions.md");

/// The tools of this skill, in display order.
pub fn tools() -> Vec<Tool> {
    let mut tools = retrieval::tools();
    tools.extend(counts::tools());
    tools.extend(analysis::tools());
    tools.extend(cases::tools());
    tools.push(remember::tool());
    tools
}
