//! Checks an answer against what the tools returned. Pure code: no I/O, no model, no clock.
//!
//! Read in this order: `read` turns text into claims, `index` flattens the results, `scene` lays the answer out against
//! them; then `figures` looks for numbers, `calendar` for dates and `quote` for words, and `check` writes down what was
//! found. `measure` says how well all this works. Deliberately not here: what happens to an answer whose claims fail; that is the loop's business.

mod calendar;
mod check;
mod figures;
mod index;
pub mod measure;
mod quote;
pub mod read;
mod scene;

use app::model::answer::{Grounding, Source};
use chrono::NaiveDate;
use serde_json::Value;

/// What one tool call returned.
#[derive(Clone, Copy, Debug)]
pub struct Observation<'a> {
    /// [`app::model::run::Call::id`].
    pub call: &'a str,
    pub tool: &'a str,
    pub args: &'a Value,
    /// The tool's `data`, whole.
    pub result: &'a Value,
    /// The records that the call read.
    pub sources: &'a [Source],
}

/// What an answer may rest on besides the results.
#[derive(Clone, Copy, Debug, Default)]
pub struct Context<'a> {
    pub question: &'a str,
    /// The day that "today" means in this run.
    pub as_of: Option<NaiveDate>,
    /// The answer's numbered sources: `[1]` is the first.
    pub citations: &'a [Source],
}

/// Finds every claim of an answer and where it comes from.
///
/// Pointers lead into a call's `result`; those that begin with `/args` lead into its arguments, those that begin with
/// `/sources` to its sources, and the call "question" is the question itself. Offsets are bytes on character boundaries.
pub fn ground(answer: &str, observations: &[Observation<'_>], context: &Context<'_>) -> Grounding {
    let index = index::Index::new(observations, context);
    let scene = scene::Scene::new(answer, context.question, &index);
    Grounding { claims: check::claims(&scene, &index, context) }
}
