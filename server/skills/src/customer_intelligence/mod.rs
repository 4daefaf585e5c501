//! Customer intelligence: what customers write, how often, about what, how they feel, and whether the firm keeps its
//! deadlines. One tool a file; none of them knows who calls it.
//!
//! `retrieval` looks up records, `analysis` judges them, `counts` counts them, `cases` changes them.

mod analysis;
mod cases;
mod counts;
pub mod remember;
mod retrieval;

pub use self::counts::{Asked, chart, within};
pub use self::retrieval::call_sheet;
use tools::Tool;

/// How figures come about, in the words in which their tools tell it.
pub mod methods {
    pub use super::analysis::{HEALTH, RISK, TRENDS};
    pub use super::counts::{RESOLUTION, SLA};
}

/// When to use which tool, for a reasoner.
pub const INSTRUCTIONS: &str = include_str!("instructions.md");

/// The tools of this skill, in the order in which they are shown.
pub fn tools() -> Vec<Tool> {
    let mut tools = retrieval::tools();
    tools.extend(counts::tools());
    tools.extend(analysis::tools());
    tools.extend(cases::tools());
    tools.push(remember::tool());
    tools
}
