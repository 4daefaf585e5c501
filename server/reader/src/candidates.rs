//! From the network's probabilities to readings: the likeliest, and those that differ from it in one or two uncertain
//! choices.

use std::ops::Range;

use crate::reading::{Act, Aggregation, Keep, Order, Reading, Role, Span};

/// Maximum readings of a question.
const MAX_READINGS: usize = 12;
/// Maximum single choices varied, least certain first.
const MOST_EDITS: usize = 9;
/// Minimum probability of a choice for a reading of its own.
const MIN_PROBABILITY: f32 = 0.06;

/// The network's probabilities for each closed choice, and for the tag of each word.
pub struct Scores {
    pub acts: Vec<f32>,
    /// The first is "none", also for orders.
    pub aggregations: Vec<f32>,
    pub orders: Vec<f32>,
    /// One for each of [`Keep::ALL`], then for "only one thing is asked for".
    pub flags: Vec<f32>,
    /// The position of each word, and the probabilities of its tags.
    pub words: Vec<(Range<usize>, Vec<f32>)>,
}

/// One choice that differs from the likeliest reading.
#[derive(Clone)]
enum Edit {
    Act(Act, f32),
    Aggregation(Option<Aggregation>),
    Order(Option<Order>),
    One(bool),
    Keep(Keep, bool),
    /// The span with this index has another role, or is removed.
    Role(usize, Option<Role>),
    New(Span),
}

/// The likeliest reading.
pub fn best(question: &str, scores: &Scores) -> Reading {
    let first = largest(&scores.acts);
    let others: Vec<f32> = scores.acts.iter().enumerate().map(|(at, p)| if at == first { 0.0 } else { *p }).collect();
    let second = largest(&others);
    let choice = |list: &[f32]| largest(list).checked_sub(1);
    Reading {
        act: Act::ALL.get(first).copied().unwrap_or_default(),
        probability: scores.acts.get(first).copied().unwrap_or_default(),
        second: (Act::ALL.get(second).copied().unwrap_or_default(), others.get(second).copied().unwrap_or_default()),
        aggregation: choice(&scores.aggregations).map(|at| Aggregation::ALL[at]),
        order: choice(&scores.orders).map(|at| Order::ALL[at]),
        one: scores.flags.last().is_some_and(|p| *p > 0.5),
        keep: Keep::ALL.iter().zip(&scores.flags).filter(|(_, p)| **p > 0.5).map(|(keep, _)| *keep).collect(),
        spans: spans(question, &scores.words),
        cost: 0.0,
    }
}

/// The likeliest reading and its alternatives, likeliest first.
pub fn rank(question: &str, scores: &Scores) -> Vec<Reading> {
    let best = best(question, scores);
    let mut edits = edits(question, scores, &best);
    edits.sort_by(|a, b| a.1.total_cmp(&b.1));
    edits.truncate(MOST_EDITS);
    let mut all = vec![best.clone()];
    for (at, (edit, cost)) in edits.iter().enumerate() {
        let one = edited(&best, edit, *cost);
        all.extend(
            edits[at + 1..]
                .iter()
                .filter(|(other, _)| apart(edit, other))
                .map(|(other, more)| edited(&one, other, *more)),
        );
        all.push(one);
    }
    all.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    all.truncate(MAX_READINGS);
    for reading in &mut all {
        reading.spans.retain(|span| !span.text.is_empty());
        reading.spans.sort_by_key(|span| span.start);
    }
    all
}

/// Whether two edits can be combined: they concern different choices.
fn apart(one: &Edit, other: &Edit) -> bool {
    match (one, other) {
        (Edit::Role(a, _), Edit::Role(b, _)) => a != b,
        (Edit::Keep(a, _), Edit::Keep(b, _)) => a != b,
        (Edit::New(a), Edit::New(b)) => a.start != b.start,
        _ => std::mem::discriminant(one) != std::mem::discriminant(other),
    }
}

fn edited(reading: &Reading, edit: &Edit, cost: f32) -> Reading {
    let mut it = Reading { cost: reading.cost + cost, ..reading.clone() };
    match edit {
        Edit::Act(act, probability) => {
            (it.act, it.probability, it.second) = (*act, *probability, (reading.act, reading.probability))
        }
        Edit::Aggregation(aggregation) => it.aggregation = *aggregation,
        Edit::Order(order) => it.order = *order,
        Edit::One(one) => it.one = *one,
        Edit::Keep(keep, true) => it.keep.push(*keep),
        Edit::Keep(keep, false) => it.keep.retain(|own| own != keep),
        // An empty text marks a removed span, so that the others' indices stay.
        Edit::Role(at, None) => it.spans[*at].text.clear(),
        Edit::Role(at, Some(role)) => it.spans[*at].role = *role,
        Edit::New(span) => it.spans.push(span.clone()),
    }
    it
}

fn edits(question: &str, scores: &Scores, best: &Reading) -> Vec<(Edit, f32)> {
    let mut all = Vec::new();
    let mut choices = |list: &[f32], make: &dyn Fn(usize, f32) -> Edit| {
        let first = largest(list);
        let held = list.iter().enumerate().filter(|(at, p)| *at != first && **p >= MIN_PROBABILITY);
        all.extend(held.map(|(at, p)| (make(at, *p), (list[first] / p).ln())));
    };
    choices(&scores.acts, &|at, p| Edit::Act(Act::ALL[at], p));
    choices(&scores.aggregations, &|at, _| Edit::Aggregation(at.checked_sub(1).map(|at| Aggregation::ALL[at])));
    choices(&scores.orders, &|at, _| Edit::Order(at.checked_sub(1).map(|at| Order::ALL[at])));
    for (at, p) in scores.flags.iter().enumerate() {
        let other = if *p > 0.5 { 1.0 - p } else { *p };
        if other >= 2.0 * MIN_PROBABILITY {
            let edit = Keep::ALL.get(at).map_or(Edit::One(*p <= 0.5), |keep| Edit::Keep(*keep, *p <= 0.5));
            all.push((edit, ((1.0 - other) / other).ln()));
        }
    }
    for (at, span) in best.spans.iter().enumerate() {
        let within = |word: &Range<usize>| span.start <= word.start && word.end <= span.start + span.text.len();
        let words: Vec<&[f32]> =
            scores.words.iter().filter(|(word, _)| within(word)).map(|(_, tags)| tags.as_slice()).collect();
        let of = |role: Option<Role>| words.iter().map(|tags| of_role(tags, role)).fold(1.0, f32::min);
        let own = of(Some(span.role)).max(f32::EPSILON);
        let others = Role::ALL.iter().map(|role| Some(*role)).chain([None]).filter(|role| *role != Some(span.role));
        all.extend(
            others
                .map(|role| (role, of(role)))
                .filter(|(_, p)| *p >= 1.5 * MIN_PROBABILITY)
                .map(|(role, p)| (Edit::Role(at, role), (own / p).ln())),
        );
    }
    all.extend(missed(question, scores, best).into_iter().map(|span| {
        let p = span.probability;
        (Edit::New(span), ((1.0 - p) / p).max(1.0).ln())
    }));
    all
}

/// Runs of words left out by the likeliest reading, although a role was possible.
fn missed(question: &str, scores: &Scores, best: &Reading) -> Vec<Span> {
    let covered = |word: &Range<usize>| {
        best.spans.iter().any(|span| span.start <= word.start && word.start < span.start + span.text.len())
    };
    let mut found: Vec<Span> = Vec::new();
    let mut open = false;
    for (word, tags) in &scores.words {
        let likeliest =
            Role::ALL.iter().map(|role| (*role, of_role(tags, Some(*role)))).max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((role, p)) = likeliest.filter(|(_, p)| !covered(word) && *p >= 2.0 * MIN_PROBABILITY) else {
            open = false;
            continue;
        };
        match found.last_mut().filter(|last| open && last.role == role) {
            Some(last) => {
                last.text = question[last.start..word.end].to_owned();
                last.probability = last.probability.min(p);
            }
            None => {
                found.push(Span { role, start: word.start, text: question[word.clone()].to_owned(), probability: p })
            }
        }
        open = true;
    }
    found
}

/// The probability that a word is in a span with a role, or in none.
fn of_role(tags: &[f32], role: Option<Role>) -> f32 {
    match role.and_then(|role| Role::ALL.iter().position(|own| *own == role)) {
        Some(at) => tags.get(1 + 2 * at..3 + 2 * at).map_or(0.0, |both| both.iter().sum()),
        None => tags.first().copied().unwrap_or_default(),
    }
}

/// The spans by the likeliest tag of each word.
fn spans(question: &str, words: &[(Range<usize>, Vec<f32>)]) -> Vec<Span> {
    let mut found: Vec<(Role, Range<usize>, f32)> = Vec::new();
    let mut open = false;
    for (word, scores) in words {
        let tag = largest(scores);
        let Some(at) = tag.checked_sub(1) else {
            open = false;
            continue;
        };
        let (role, begins) = (Role::ALL[at / 2], at % 2 == 0);
        match found.last_mut().filter(|(last, ..)| open && !begins && *last == role) {
            Some((_, range, probability)) => {
                range.end = word.end;
                *probability = probability.min(scores[tag]);
            }
            None => found.push((role, word.clone(), scores[tag])),
        }
        open = true;
    }
    let span = |(role, range, probability): (Role, Range<usize>, f32)| Span {
        role,
        start: range.start,
        text: question[range].to_owned(),
        probability,
    };
    found.into_iter().map(span).collect()
}

fn largest(scores: &[f32]) -> usize {
    scores.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map_or(0, |(at, _)| at)
}
