//! What a question means in the current data: the reader's words, linked to datasets, columns, values and days.
//!
//! [`reader::Reading`] has the act and the words of the question for it; `link` looks each of them up in one catalogue
//! of the firm's own records and the declared sources; `fill` makes a [`Frame`] of them, and carries over what still
//! applies from the previous turn; `build` turns the frame into a query. [`Parse`] is the complete reading of a
//! question, stored with its run: routing, plans, writers and follow-up questions use it, and nothing reads the
//! question again.
//!
//! Patterns of phrasing do not belong here: recognising what a question asks is the reader's job.

mod account;
mod build;
mod changed;
mod choose;
mod dimensions;
mod fill;
pub mod grammar;
mod link;
mod operators;
mod parse;
mod queried;
mod spans;
#[cfg(test)]
mod tests;
mod text;
mod times;
mod types;

pub use account::FEATURES;
pub use build::{build, not_called, together};
pub use changed::{RECORDS, part_column};
pub use choose::Candidate;
pub use grammar::pointers::{as_of_manager, mine, points_at_rows, points_back};
pub use link::Linker;
pub use link::nouns::{is_due_diligence, names_documents};
pub use parse::{Parse, candidates, one};
pub use text::{questions, taken_for, that_matter};
pub use types::{
    AnswerKind, Certainty, Derived, DialogueState, FilterSlot, Frame, Group, Link, Listed, QueryIntent, RecordsSlot,
    TimeSlot,
};
