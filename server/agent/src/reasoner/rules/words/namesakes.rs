//! A word that names several kinds of records alike: "tickets" at a desk whose internet provider has some, too. Which are
//! meant is asked, by the same question with the name of each.

use model::answer::Offer;
use query::ast::Dataset;
use query::describe::noun;
use query::frame::{Certainty, Frame, QueryIntent};
use query::values::pick;
use reader::Role;

use super::super::reading::{Interpretation, Unclear};
use super::super::{offer, parsed_as, understand};
use crate::view::View;

/// The parts of a question, with those asked for whose records may be of several kinds.
pub fn asked(parts: Vec<Interpretation>, view: &View<'_>) -> Vec<Interpretation> {
    // A person who chose this reading is not asked again.
    if view.run.change.is_some() {
        return parts;
    }
    let of = |part| match part {
        Interpretation::Figures(all) => figures(all, view),
        other => vec![other],
    };
    parts.into_iter().flat_map(of).collect()
}

/// The figures of one kind of records in sequence, and a question in place of each other one.
fn figures(all: Vec<QueryIntent>, view: &View<'_>) -> Vec<Interpretation> {
    let mut parts: Vec<Interpretation> = Vec::new();
    for intent in all {
        let part = which(&intent.frame, view).unwrap_or_else(|| Interpretation::Figures(vec![intent]));
        match (parts.last_mut(), part) {
            (Some(Interpretation::Figures(list)), Interpretation::Figures(more)) => list.extend(more),
            (_, part) => parts.push(part),
        }
    }
    parts
}

/// Asks which records are meant, if two kinds at least would be counted. A record's number says it.
fn which(frame: &Frame, view: &View<'_>) -> Option<Interpretation> {
    if frame.kinds.is_empty() || frame.reading.first(Role::Id).is_some() {
        return None;
    }
    let offers: Vec<(Dataset, Offer)> =
        frame.kinds.iter().filter_map(|kind| Some((*kind, of_kind(frame, *kind, view)?))).collect();
    let [_, _, ..] = offers.as_slice() else { return None };
    let (kinds, offers): (Vec<&str>, Vec<Offer>) =
        offers.into_iter().map(|(kind, offer)| (noun(kind).1, offer)).unzip();
    let why = format!("What is meant by “{}”: {}?", frame.subject, kinds.join(", "));
    Some(Interpretation::Unclear(Unclear { why, offers, ..Unclear::default() }))
}

/// The question with the name of these records in place of the word, if it is read as one of them.
fn of_kind(frame: &Frame, kind: Dataset, view: &View<'_>) -> Option<Offer> {
    let span = frame.reading.with_role(Role::Subject).next()?;
    let (before, after) = (frame.text.get(..span.start)?, frame.text.get(span.start + span.text.len()..)?);
    let (one, many) = noun(kind);
    let is_one = pick::phrase(&span.text) == span.text.to_lowercase();
    let question = format!("{before}{}{after}", if is_one { one } else { many });
    let parse = parsed_as(&question, Vec::new(), view);
    let [read] = parse.frames.as_slice() else { return None };
    if read.dataset != Some(kind) || read.sureness() == Certainty::Unsure {
        return None;
    }
    let parts = understand::serve(&parse, view);
    let counts = parts.iter().map(|part| offer::counts(part, view)).collect::<Option<Vec<_>>>()?.join("; ");
    Some(Offer { question, counts })
}
