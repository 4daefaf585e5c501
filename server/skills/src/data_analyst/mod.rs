//! Data analyst: declared sources, queried one at a time or compared. The class of a difference is decided here and
//! never by a reader.

mod classes;
mod compare_sources;
mod kept;
mod list_sources;
pub(crate) mod pairs;
pub(crate) mod query_source;

pub use self::compare_sources::{Compared, Wanted, compare};
pub use self::list_sources::common;
pub use self::pairs::{Only, Pair};
pub use self::query_source::{TIME, equal};
use tools::Tool;

/// When to use which tool, for a reasoner.
pub const INSTRUCTIONS: &str = include_str!("instructions.md");

/// The tools of this skill, in display order.
pub fn tools() -> Vec<Tool> {
    tools::reads! {
        "list_sources" => list_sources: "The data sources that may be queried, with their measures and dimensions; of one also its \
            values.",
        "query_source" => query_source: "Declared measures of one source, as they are declared, by up to three dimensions, \
            under filters.",
        "compare_sources" => compare_sources: "Compares a measure of two sources row by row: \
            totals, matches, differences and what they mean.",
    }
}
