//! What the `rules` reasoner understands: one table. A row says by which words a question is known, what is done for it,
//! and in which order; the first row whose words occur wins, so the specific stand before the general (D-011).
//!
//! Rows for single analyses stand in `specific`; [`each`] gives all in their order.
//!
//! A cue is a run of words: `complain*` is any word that begins so, `…` any words between. No code here decides anything.

mod general;
mod row;
mod specific;

use general::GENERAL;
pub use row::{Arg, CallTemplate, Goal, Intent};
use specific::{ASK, CDD, POLICY, SPECIFIC};

/// All rows in the order in which they are tried.
pub fn each() -> impl Iterator<Item = &'static Intent> {
    let (first, general) = GENERAL.split_at(GENERAL.iter().position(|i| i.goal == Goal::Sla).unwrap_or(0));
    let (counts, groups) = general.split_at(general.iter().position(|i| i.goal == Goal::Breakdown).unwrap_or(0));
    let (groups, find) = groups.split_at(groups.len() - 1);
    let analyses = first.iter().chain([&POLICY]).chain(SPECIFIC);
    analyses.chain(counts).chain([&CDD]).chain(groups).chain([&ASK]).chain(find)
}

/// The row of a goal.
pub fn of(goal: Goal) -> Option<&'static Intent> {
    each().find(|i| i.goal == goal)
}
