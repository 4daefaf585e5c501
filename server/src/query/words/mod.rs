//! One reading of a question, by rules: values that the data holds, times, names of columns, and a table of the words of
//! asking make a [`Parse`] of it, with the queries that it means. What is not understood to the last word is not
//! answered: then it says which words those are, or asks.
//!
//! `lexicon` is the table, `tokens` seeks what a text names and cuts it, `read` collects what a question says, `follow`
//! adds what it takes from the question before, `build` makes the query, `asker` does so for each question of a text,
//! `declared` reads a question for sources that somebody declared, and `parse` is the whole.
//!
//! The tables of phrases are frozen: no set of questions is written for them any more, and no phrase is added. Read this
//! way, 84 to 88% of questions that nobody had seen before were answered right, whatever was added; what is not
//! understood is for a model.

mod asked;
mod asker;
mod asks;
mod build;
mod changed;
mod cue;
pub mod declared;
mod follow;
pub mod lexicon;
mod parse;
mod parts;
mod plainly;
mod read;
mod records;
mod said;
#[cfg(test)]
mod tests;
mod tokens;

use chrono::NaiveDate;

use super::ast::Query;
use super::catalog::Catalog;
use super::check::QueryError;
use super::values::Vocabulary;
pub use asked::{Asked, Before, Refusal, Want};
pub use asks::{Asks, names_records};
pub use changed::{RECORDS, name_of, part_column};
pub use cue::{Word, find_cue, fits, words};
pub use parse::{Earlier, Parse, Topic};
pub use said::{Cond, Group, Said};

/// What counts the records that are said, where that is a question.
pub fn counting(said: Said, v: &Vocabulary, as_of: NaiveDate) -> Option<Asked> {
    build::build(said, &Catalog::of(v), as_of).ok()
}

/// The one query that a text means.
///
/// # Errors
/// When it is not understood, or means several.
pub fn one(text: &str, v: &Vocabulary, as_of: NaiveDate) -> Result<Query, QueryError> {
    // A bare noun phrase asks for its count: "emails by sentiment this week".
    let parse = Parse::of(text, v, as_of, Earlier::default());
    match parse.any_queries().map(Vec::as_slice) {
        Ok([asked]) => Ok(asked.query.clone()),
        Ok(_) => Err(QueryError::new("That is more than one question. Ask them one by one.")),
        Err(Refusal::Unknown(words)) => Err(QueryError::new(format!(
            "These words mean nothing here: {}. Use names of columns and values, or the fields of the tool.",
            words.join(", ")
        ))),
        Err(Refusal::Ask(why)) => Err(QueryError::new(why.clone())),
        Err(Refusal::Silent) => {
            Err(QueryError::new("I do not see what to count. Say e.g. \"count emails by sentiment this week\"."))
        }
    }
}
