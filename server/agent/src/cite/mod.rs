//! Rows are sources: every row of a tool's result and every record has a number in one series, reasoners cite by it, and
//! an answer's citations are told from it.
//!
//! `numbering` gives the numbers, `show` prints results with them for a model, `pages` reads on where that was cut,
//! `calculate` makes rows of worked-out figures, `settle` turns the numbers of a draft into those of an answer.
//! Deliberately not here: whether a figure stands in the row that its sentence cites (`agent::ground`).

pub mod calculate;
mod formula;
mod numbering;
mod read_more;
pub mod settle;
pub mod show;

use model::run::{Outcome, Run};
use serde_json::Value;

pub use numbering::{Numbering, Shown, address};

use llm::ToolSpec;

/// The name of the tool that reads on: what it shows was counted before.
pub const READ_MORE: &str = "read_more";

/// The tools that belong to the loop: they work on what the run has found and touch nothing else.
pub fn own_tools() -> [ToolSpec; 2] {
    [calculate::spec(), read_more::spec()]
}

/// What a call of such a tool comes to; `None` for any other. `limit` is the most characters of a page.
pub fn own(run: &Run, tool: &str, args: &Value, limit: usize) -> Option<Outcome> {
    match tool {
        READ_MORE => Some(read_more::read(run, args, limit)),
        calculate::NAME => Some(calculate::calculate(run, args)),
        _ => None,
    }
}
