//! What a question means in the data at hand: the reader's words, linked to datasets, columns, values and days.
//!
//! [`reader::Reading`] says what is asked and which words of the question say it; `link` looks each of them up in one
//! catalogue of the firm's own records and the declared sources; `fill` makes a [`Frame`] of it, with what it takes over
//! from the turn before; `build` makes the query of a frame. [`Parse`] is the whole of a question, stored with its run:
//! routing, plans, writers and the questions after it look at this, and nobody reads the question again.
//!
//! No pattern of how people put things stands here: what a question asks is the reader's business.

mod build;
mod changed;
mod fill;
mod link;
mod numbers;
mod parse;
mod pointers;
mod question;
mod spans;
#[cfg(test)]
mod tests;
mod times;
mod types;

pub use build::{build, not_called};
pub use changed::{RECORDS, part_column};
pub use link::Linker;
pub use parse::{Certainty, Parse, one};
pub use question::{question, taken_for};
pub use types::{AnswerKind, DialogueState, FilterSlot, Frame, Group, Listed, QueryIntent, RecordsSlot, TimeSlot};
