//! Questions to the firm's documents, in whatever words: rules, duties, deadlines, fees, by how likely they are such.
//! Without an embedder the reader's act decides alone.

use query::frame::grammar::{Operator, marks};
use query::frame::{Certainty, Frame, Parse};
use reader::Act;

use super::super::reading::Interpretation;
use super::super::words::documents::{POSSIBLE, probability};
use super::super::words::nearest;
use super::super::{conversation, plans, understand};
use crate::view::View;

/// From here a question is one to documents, whatever the reader took it for.
const LIKELY: f32 = 0.5;
/// From here it is, if its words ask for a figure.
const MIN_FIGURE_PROBABILITY: f32 = 0.8;

/// A question as one to documents, as certain as it is likely one.
fn to_documents(parse: &Parse, goes_on: bool, probability: f32) -> Parse {
    let reading = parse.first().reading.clone();
    let frame = Frame {
        text: parse.text.clone(),
        reading,
        act: Act::Document,
        certainty: probability.max(Certainty::LIKELY),
        goes_on,
        ..Frame::default()
    };
    Parse { frames: vec![frame], ..parse.clone() }
}

/// Whether a question may be one to documents: about no customer, no command, and not a chosen reading.
fn may(parse: &Parse, view: &View<'_>) -> bool {
    let other = |frame: &Frame| {
        plans::acts(frame.act)
            || matches!(frame.act, Act::Help | Act::Thanks | Act::Method)
            || frame.customer().is_some()
            || frame.id.is_some()
    };
    view.run.change.is_none() && !parse.frames.iter().any(other)
}

/// Reads a question as one to documents, if it is likely one, or goes on in the document just quoted.
pub fn take(parse: Parse, view: &View<'_>) -> Parse {
    if !may(&parse, view) {
        return parse;
    }
    if conversation::quoted_before(view).is_some() {
        return to_documents(&parse, true, 1.0);
    }
    let figure = marks(&parse.text).iter().any(|mark| {
        matches!(mark.operator, Operator::Count | Operator::Aggregate(_) | Operator::Each | Operator::Which)
    });
    let least = if figure { MIN_FIGURE_PROBABILITY } else { LIKELY };
    // "And for Payments?" goes on with the figure before.
    let goes_on = parse.frames.iter().any(|frame| frame.goes_on);
    let likely = |text: &str| probability(text, view).filter(|p| *p >= least);
    let Some(whole) = likely(&parse.text).filter(|_| !goes_on) else { return parse };
    // Clearly a question on data, whatever words it shares with documents.
    if nearest::clear(&parse.text, view).is_some_and(|(question, _)| !nearest::is_to_documents(question, view)) {
        return parse;
    }
    // Two questions in one are taken together only if neither is on data.
    let together = parse.frames.len() == 1
        || parse.frames.iter().all(|frame| likely(&frame.text).is_some() || !frame.names_anything());
    if together { to_documents(&parse, false, whole) } else { parse }
}

/// Puts a question to documents instead of refusing it, if it may be one.
pub fn instead(parse: Parse, parts: Vec<Interpretation>, view: &View<'_>) -> (Parse, Vec<Interpretation>) {
    let refused = parts.iter().all(|part| matches!(part, Interpretation::Unclear(_)));
    let possible = || probability(&parse.text, view).filter(|p| *p >= POSSIBLE);
    let Some(p) = (refused && may(&parse, view)).then(possible).flatten() else { return (parse, parts) };
    let parse = to_documents(&parse, false, p);
    let parts = understand::serve(&parse, view);
    (parse, parts)
}
