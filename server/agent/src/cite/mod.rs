//! Rows are sources: every row of a tool's result and every record has a number in one series; reasoners cite by it,
//! and an answer's citations are derived from it.
//!
//! `numbering` assigns the numbers, `show` prints results with them for a model, `pages` reads the rows cut there,
//! `calculate` makes rows of worked-out figures, `settle` renumbers a draft's citations for the answer. Deliberately
//! not here: whether a figure appears in the row that its sentence cites (`agent::ground`).

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

/// The tool that reads further rows: what it shows was counted before.
pub const READ_MORE: &str = "read_more";

/// The tool that offers further tools: see [`crate::talk::catalog`].
pub const FIND_TOOLS: &str = "find_tools";

/// Tools whose results are text that is no source: what `read_more` shows was numbered before.
const UNNUMBERED: [&str; 2] = [READ_MORE, FIND_TOOLS];

/// Tools of the loop itself: they work on the run's results and touch nothing else.
pub fn own_tools() -> [ToolSpec; 2] {
    [calculate::spec(), read_more::spec()]
}

/// The result of a call of such a tool; `None` for any other. `limit` is the maximum number of characters per page.
pub fn own(run: &Run, tool: &str, args: &Value, limit: usize) -> Option<Outcome> {
    match tool {
        READ_MORE => Some(read_more::read(run, args, limit)),
        calculate::NAME => Some(calculate::calculate(run, args)),
        _ => None,
    }
}
