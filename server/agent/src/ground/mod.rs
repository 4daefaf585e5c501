//! Checks an answer against what the tools returned, by value and form. Pure code: no I/O, no model, no clock, and no
//! reading of English: what a figure is about is given by the row that its sentence cites, which people can open.
//!
//! Read in this order: `units` cuts the answer into sentences with their citations, `number`, `date` and `quote` read
//! their claims, `facts` indexes the results by value, `derive` works out what follows by one operation, `check`
//! records the findings, for numbers with `figures`.

mod check;
pub mod date;
mod derive;
pub mod facts;
mod figures;
pub mod number;
mod quote;
mod units;

use chrono::NaiveDate;
use model::answer::{Citation, Grounding, Source};
use model::run::{Outcome, Run};
use serde_json::Value;

pub use check::sentence;

use crate::cite::READ_MORE;

/// What one tool call returned.
#[derive(Clone, Copy, Debug)]
pub struct Observation<'a> {
    /// [`model::run::Call::id`].
    pub call: &'a str,
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
    /// The day that "today" means.
    pub as_of: Option<NaiveDate>,
    /// What the answer cites: `[1]` is the first. `None` if unknown.
    pub citations: Option<&'a [Citation]>,
    /// Errors of failed calls: "no customer C-999".
    pub refusals: &'a [&'a str],
}

/// Finds every claim of an answer and its evidence. Offsets are bytes on character boundaries; for the pointers see
/// [`model::answer::Found`].
pub fn ground(answer: &str, observations: &[Observation<'_>], context: &Context<'_>) -> Grounding {
    Grounding { claims: check::claims(answer, observations, context) }
}

/// Stands for a call of an earlier run in [`model::answer::Found::call`].
const EARLIER: &str = "earlier";

/// The same for an answer to a run's question, from its calls' results, and those of `earlier` runs that still apply.
pub fn of_run(run: &Run, earlier: &[Run], answer: &str, citations: &[Citation]) -> Grounding {
    let of_earlier = earlier.iter().flat_map(|run| run.calls().map(|call| (EARLIER, call)));
    let observations: Vec<Observation<'_>> = run
        .calls()
        .map(|call| (call.id.as_str(), call))
        .chain(of_earlier)
        .filter(|(_, c)| c.tool != READ_MORE)
        .filter_map(|(call, c)| {
            let output = c.outcome.as_ref()?.output()?;
            Some(Observation { call, args: &c.args, result: &output.data, sources: &output.sources })
        })
        .collect();
    let refusals: Vec<&str> = run
        .calls()
        .filter_map(|c| if let Some(Outcome::Error { error, .. }) = &c.outcome { Some(error.as_str()) } else { None })
        .collect();
    let (question, as_of) = (run.question.as_str(), run.as_of);
    ground(answer, &observations, &Context { question, as_of, citations: Some(citations), refusals: &refusals })
}

#[cfg(test)]
mod tests;
