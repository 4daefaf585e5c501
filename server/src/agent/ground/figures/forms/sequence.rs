//! Whose a figure is by the order of the names and figures of a sentence.
//!
//! Deliberately not here: which names are meant (`naming`).

use super::level;
use crate::agent::ground::figures::sense::COUNTED;
use crate::agent::ground::index::{Fact, Index};
use crate::agent::ground::read::Token;
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::scene::{Mention, Scene};

/// A name or a figure of a sentence, by its token.
#[derive(Clone, Copy, PartialEq)]
enum Event {
    /// A name; true when it is the row's own.
    Name(usize, bool),
    Figure(usize),
}

impl Event {
    fn at(self) -> usize {
        match self {
            Self::Name(at, _) | Self::Figure(at) => at,
        }
    }
}

/// Given the names of a sentence (token, own?), is the figure given to the row's own? And was that near? `None` where each
/// name has a figure of its own beside it, so that this one belongs to none of them.
pub fn decide(scene: &Scene<'_>, figure: &Figure, names: &[(usize, bool)]) -> Option<(bool, bool)> {
    // "For every platinum customer five standard ones (12 vs 60)".
    if let (Some(place), [_, _]) = (level::place(scene, figure), names) {
        return Some((names[place].1, true));
    }
    let (from, to) = scene.sentence(figure.first);
    if let Some(own) = in_line(scene, figure, names) {
        return Some((own, true));
    }
    if let Some(own) = in_bracket(scene, figure, names) {
        return Some((own, true));
    }
    let figures = scene.figures.iter().filter(|f| f.first >= from && f.first < to && f.unit == figure.unit && !f.frame);
    let mut events: Vec<Event> = names.iter().map(|(at, own)| Event::Name(*at, *own)).collect();
    events.extend(figures.map(|f| Event::Figure(f.first)));
    events.sort_by_key(|e| e.at());
    if let Some(own) = in_step(&events, figure.first) {
        return Some((own, true));
    }
    let segment = scene.segments[figure.first];
    let near: Vec<Event> = events.iter().copied().filter(|e| scene.segments[e.at()] == segment).collect();
    let near_names = near.iter().filter(|e| matches!(e, Event::Name(..))).count();
    if near_names > 0 {
        let own = near.iter().any(|e| matches!(e, Event::Name(_, true)));
        let even = near_names > 1 && near_names == near.len() - near_names;
        return Some((if even { by_order(&near, figure.first) } else { own }, true));
    }
    // A name that has a figure in its own segment is not free for one elsewhere.
    let taken =
        |at: usize| events.iter().any(|e| matches!(e, Event::Figure(f) if scene.segments[*f] == scene.segments[at]));
    let free: Vec<Event> = events.iter().copied().filter(|e| matches!(e, Event::Figure(_)) || !taken(e.at())).collect();
    let names_left = free.iter().any(|e| matches!(e, Event::Name(..)));
    names_left.then(|| (by_order(&free, figure.first), false))
}

/// "95 more than the weakest month (April 2023, 301)": a name and a figure alone in brackets.
fn in_bracket(scene: &Scene<'_>, figure: &Figure, names: &[(usize, bool)]) -> Option<bool> {
    let (from, to) = scene.sentence(figure.first);
    let open = (from..figure.first).rev().find(|i| scene.tokens[*i].is("(") || scene.tokens[*i].is(")"))?;
    let close = (figure.last + 1..to).find(|i| scene.tokens[*i].is(")"))?;
    let inside = |at: usize| at > open && at < close;
    let mut own = names.iter().filter(|(at, _)| inside(*at));
    let name = own.next().filter(|_| own.next().is_none() && scene.tokens[open].is("("))?;
    (scene.figures.iter().filter(|f| inside(f.first)).count() == 1).then_some(name.1)
}

/// A cell of a table without a name of its own belongs to the name in the first cell of its line.
fn in_line(scene: &Scene<'_>, figure: &Figure, names: &[(usize, bool)]) -> Option<bool> {
    let own = scene.cell(figure.first)?;
    let within = |wanted: usize| names.iter().find(move |(at, _)| scene.cell(*at) == Some(wanted)).map(|n| n.1);
    if within(own).is_some() { None } else { within(1) }
}

/// "Login failures, crashes and slow performance make up 34%, 28% and 22%": as many names as figures, one run of each.
fn in_step(events: &[Event], figure: usize) -> Option<bool> {
    let half = events.len() / 2;
    let is_name = |e: &Event| matches!(e, Event::Name(..));
    let changes = events.windows(2).filter(|w| is_name(&w[0]) != is_name(&w[1])).count();
    if half < 2 || events.len() % 2 == 1 || changes != 1 || is_name(&events[half - 1]) == is_name(&events[half]) {
        return None;
    }
    let at = events.iter().position(|e| *e == Event::Figure(figure))?;
    match events[(at + half) % events.len()] {
        Event::Name(_, own) => Some(own),
        Event::Figure(_) => None,
    }
}

/// A sentence that begins with a name puts each figure after its name; one that begins with a figure, before it.
fn by_order(events: &[Event], figure: usize) -> bool {
    let name = |e: &Event| match e {
        Event::Name(_, own) => Some(*own),
        Event::Figure(_) => None,
    };
    let before = events.iter().rev().filter(|e| e.at() < figure).find_map(name);
    let after = events.iter().filter(|e| e.at() > figure).find_map(name);
    let names_lead = events.first().is_some_and(|e| matches!(e, Event::Name(..)));
    if names_lead { before.or(after) } else { after.or(before) }.unwrap_or(false)
}

/// "Carries the highest risk, with a score of 79. … Saltmarsh comes next at 78, then Petrov at 71": the row is named right
/// before its score, and such scores were spoken of.
pub fn listed_on(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> bool {
    const LIGHT: [&str; 20] = [
        "at",
        "with",
        "on",
        "is",
        "has",
        "comes",
        "next",
        "reaches",
        "stands",
        "scores",
        "follows",
        "strongest",
        "best",
        "weakest",
        "worst",
        "highest",
        "lowest",
        "the",
        "component",
        "a",
    ];
    let Some(row) = index.rows.get(fact.row as usize) else { return false };
    let own = |m: &&Mention| m.last < figure.first && row.labels.iter().any(|l| l.1 == m.phrase);
    let Some(m) = scene.mentions_in(scene.sentence(figure.first)).filter(own).last() else { return false };
    let light = |t: &Token<'_>| t.is(":") || t.is("(") || t.is(",") || t.any(&LIGHT);
    let bare = scene.nouns(figure, 1).iter().all(|n| !COUNTED.contains(n));
    let told = scene.says((0, figure.first), &index.fields[fact.field as usize].calls);
    figure.unit == Unit::Plain && bare && told && scene.tokens[m.last + 1..figure.first].iter().all(light)
}
