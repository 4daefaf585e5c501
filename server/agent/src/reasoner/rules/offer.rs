//! Questions that may be meant instead, or can be answered instead of one that cannot: each is read back as if it were
//! asked, and offered only if that gives the same query, with what it would count in plain words.

use std::sync::Arc;

use model::answer::Offer;
use query::ast::{Dataset, Op};
use query::check;
use query::describe::describe;
use query::frame::{self, Certainty, DialogueState, FilterSlot, Frame, Parse, QueryIntent};
use reader::Act;

use super::reading::Interpretation;
use super::words::nearest;
use super::{aside, conversation, figures, plans, understand};
use crate::view::View;

const MAX_OFFERS: usize = 3;
/// Maximum of these with words that nothing is called by.
const MAX_MENTIONED_OFFERS: usize = 1;

/// The least probability of a question that is offered for its meaning.
const MIN_NEAREST_PROBABILITY: f32 = 0.05;

/// The least probability of an act that the reader did not choose, for an offer without a word of the question.
const MIN_ACT_PROBABILITY: f32 = 0.1;

/// Readings of a frame's subject that can be answered: the reading itself and its rival, then the questions that it comes
/// nearest to in meaning, or without an embedder the usual questions about its subject, then words as texts to search for.
pub fn readings(frame: &Frame, view: &View<'_>) -> Vec<Offer> {
    let mentioned = mentioned(frame).filter_map(|other| offer(&other, true, view));
    let own = frame.borne_out();
    let frame = &own;
    let named = frame.names_anything() || frame.customer().is_some();
    let of = |act: Act| Frame { act, ..frame.clone() };
    let first = [of(frame.act)].into_iter().chain(frame.rival.as_deref().map(Frame::borne_out));
    let mut list: Vec<Offer> = Vec::new();
    // Two that count the same are one choice.
    let mut add = |one: Offer| {
        if list.len() < MAX_OFFERS && one.question != frame.text && list.iter().all(|own| own.counts != one.counts) {
            list.push(one);
        }
    };
    first.filter(|_| named).filter_map(|other| offer(&other, true, view)).for_each(&mut add);
    match near(frame, view) {
        all if all.is_empty() && named => {
            usual(frame).filter_map(|act| near_offer(&of(act), frame, view)).for_each(&mut add)
        }
        all => all.into_iter().for_each(&mut add),
    }
    mentioned.take(MAX_MENTIONED_OFFERS).for_each(&mut add);
    list
}

/// The questions that one comes nearest to, each with the conditions that were understood.
pub fn near(own: &Frame, view: &View<'_>) -> Vec<Offer> {
    let own = own.borne_out();
    let likely = nearest::nearest(&own.text, view).into_iter().filter(|(_, p)| *p >= MIN_NEAREST_PROBABILITY);
    let one = |(question, _): (&str, f32)| {
        let with = nearest::with_conditions(question, &own, view).and_then(|frame| offer(&frame, false, view));
        with.or_else(|| {
            // Without its conditions it is about something else only if it names a customer.
            let parse = Parse::alone(question, view.vocabulary, view.as_of);
            let [frame] = parse.frames.as_slice() else { return None };
            let free = own.customer().is_none();
            let counts = free.then(|| counts(&understand::of_act(frame, view), view)).flatten()?;
            Some(Offer { question: question.to_owned(), counts })
        })
    };
    likely.filter_map(one).collect()
}

/// The likeliest alternative of the reader, and what is usually asked about such a subject.
fn usual(frame: &Frame) -> impl Iterator<Item = Act> {
    let usual: &[Act] = match (frame.customer().is_some(), frame.of_source()) {
        (true, _) => &[Act::CallSheet, Act::LastContact, Act::Said, Act::Figure],
        (_, true) => &[Act::Figure, Act::Trend, Act::List],
        _ => &[Act::Why, Act::Figure, Act::Said, Act::Trend],
    };
    std::iter::once(frame.reading.second.0).chain(usual.iter().copied())
}

/// An offer of an alternative: what the reader thinks likely may be put in other words, the usual questions have some of
/// the question's.
fn near_offer(other: &Frame, frame: &Frame, view: &View<'_>) -> Option<Offer> {
    let (second, likely) = frame.reading.second;
    let near = |one: &Offer| other.act == second && likely >= MIN_ACT_PROBABILITY || frame.shares_a_word(&one.question);
    offer(other, false, view).filter(near)
}

/// Words that nothing is called by may stand in the messages: the question with each of them as words searched for.
fn mentioned(frame: &Frame) -> impl Iterator<Item = Frame> {
    let own = matches!(frame.dataset, None | Some(Dataset::Communications));
    let left = frame.not_understood();
    let mut words = if own && !left.is_empty() { frame::that_matter(&left) } else { Vec::new() };
    words.sort();
    words.dedup();
    let frame = Frame {
        act: Act::Figure,
        dataset: Some(Dataset::Communications),
        unused: Vec::new(),
        dropped: Vec::new(),
        unknown: Vec::new(),
        ..frame.clone()
    };
    words.into_iter().map(move |word| {
        let slot = FilterSlot {
            column: "body".into(),
            op: Op::Contains,
            values: vec![word.clone()],
            labels: vec![word.clone()],
            words: word,
            ..FilterSlot::default()
        };
        Frame { filters: frame.filters.iter().cloned().chain([slot]).collect(), ..frame.clone() }
    })
}

/// A frame as a question with what it counts; `None` if there is no such question, or it would be read differently: as
/// another query if `exact`, else for another act or subject.
pub fn offer(frame: &Frame, exact: bool, view: &View<'_>) -> Option<Offer> {
    // Alone, and as a follow-up to this turn, where it is clicked.
    let after = conversation::after(view);
    let read = |question: &str, before: Option<&DialogueState>| {
        let back = aside(|| match before {
            None => Parse::alone(question, view.vocabulary, view.as_of),
            Some(_) => Arc::new(Parse::new(question, view.vocabulary, view.as_of, before)),
        });
        let [one] = back.frames.as_slice() else { return None };
        (one.sureness() != Certainty::Unsure).then(|| one.clone())
    };
    let same = |back: &Frame| if exact { back.asks_same(frame, view.vocabulary) } else { back.acts_same(frame) };
    let all = frame::questions(frame, view.vocabulary);
    all.into_iter().find_map(|question| {
        let back = read(&question, None).filter(same)?;
        if let Some(after) = &after {
            read(&question, Some(after)).filter(|again| again.asks_same(&back, view.vocabulary))?;
        }
        let counts = counts(&understand::of_act(&back, view), view)?;
        Some(Offer { question, counts })
    })
}

/// What would be counted or described, in plain words.
pub fn counts(reading: &Interpretation, view: &View<'_>) -> Option<String> {
    Some(match reading {
        Interpretation::Figures(list) => {
            list.iter().map(|intent| counted(intent, view)).collect::<Option<Vec<_>>>()?.join("; ")
        }
        Interpretation::Planned(u) if !plans::acts(u.plan.act) => super::told(u, view),
        Interpretation::Deals(deals) => deals.plan.says.clone(),
        _ => return None,
    })
}

fn counted(intent: &QueryIntent, view: &View<'_>) -> Option<String> {
    let checked = check::check(&intent.query, view.vocabulary, &view.run.scope, view.as_of).ok()?;
    let text = describe(&checked, view.vocabulary);
    Some(match text.strip_prefix("Count of ") {
        Some(rest) if figures::is_list(intent) => format!("Lists {rest}"),
        Some(rest) => format!("Counts {rest}"),
        None => text,
    })
}
