//! How many rows lie beyond a limit that the answer draws itself: "five of the eight name more than $1,000", "nine joined
//! before 2010". The limit and the number of rows bear each other out.
//!
//! Deliberately not here: limits with something beyond them that is not counted (`elsewhere::limit`).

use super::{Column, columns, in_unit};
use crate::agent::ground::index::{Index, RowSet};
use crate::agent::ground::read::date::{DateAt, DateValue, End};
use crate::agent::ground::read::figure::{Figure, Lean, Unit};
use crate::agent::ground::read::stem::{Stem, each};
use crate::agent::ground::scene::Scene;

const ABOVE: [&str; 10] =
    ["above", "over", "past", "passed", "beyond", "exceeding", "exceeded", "exceeds", "topped", "than"];
const BELOW: [&str; 4] = ["below", "under", "beneath", "than"];
const EARLIER: [&str; 4] = ["before", "until", "till", "by"];
const LATER: [&str; 3] = ["after", "since", "from"];

/// The number of rows beyond a limit or a time of the same sentence.
pub fn number(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<u32> {
    let (from, to) = scene.sentence(figure.first);
    let wanted = figure.value() as usize;
    let limits = scene.figures.iter().filter(|f| f.first >= from && f.first < to && f.first != figure.first);
    let by_number = || limits.into_iter().find_map(|limit| beyond(scene, index, limit, wanted));
    let dates = scene.dates.iter().filter(|d| d.first >= from && d.last < to);
    let by_date = || dates.into_iter().find_map(|d| beside_time(scene, index, d, wanted));
    by_number().or_else(by_date).or_else(|| beyond_it(scene, index, figure, wanted))
}

/// "The monthly mean is 93.3, and 2 months were above it".
fn beyond_it(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, wanted: usize) -> Option<u32> {
    let (from, to) = scene.sentence(figure.first);
    let says = |words: &[&str]| {
        let it = |i: usize| scene.tokens.get(i + 1).is_some_and(|t| t.any(&["it", "that", "this"]));
        (figure.last + 1..to.min(figure.last + 6)).any(|i| scene.tokens[i].any(words) && it(i))
    };
    let (more, less) = (says(&ABOVE), says(&BELOW));
    let limit = scene.figures.iter().rev().find(|f| f.last < figure.first && f.first >= from)?;
    let beyond = |v: &&f64| if more { **v > limit.value() } else { **v < limit.value() };
    let fits = |c: &Column<'_>| c.values.iter().filter(beyond).count() == wanted && wanted < c.values.len();
    (more != less).then(|| columns(index).iter().filter_map(|c| in_unit(limit, c)).find(fits).map(|c| c.set.node))?
}

/// "Three of the four regions beat their target": rows whose number lies beyond another of their own.
pub fn beyond_theirs(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<u32> {
    const OF: [Stem; 11] = each([
        "target", "plan", "budget", "goal", "limit", "expected", "forecast", "previous", "prior", "before", "baseline",
    ]);
    let of_more = scene.tokens.get(figure.last + 1).is_some_and(|t| t.word("of"));
    let next = scene.figures.iter().find(|f| f.first > figure.last && f.first <= figure.last + 3);
    let (all, wanted) = (next.filter(|_| of_more)?.value() as usize, figure.value() as usize);
    let columns = columns(index);
    let listed = || columns.iter().filter(|c| c.facts.len() == all && c.set.rows.len() == all);
    let field = |c: &Column<'_>| &index.fields[c.facts[0].field as usize];
    let mark = |c: &Column<'_>| field(c).stems.iter().any(|s| OF.contains(s));
    listed().filter(|c| mark(c)).find_map(|own| {
        let beside =
            listed().filter(|c| std::ptr::eq(c.set, own.set) && !mark(c) && c.facts[0].kind == own.facts[0].kind);
        let beyond = |c: &&Column<'_>| {
            let pairs = || c.facts.iter().zip(&own.facts);
            let spoken = scene.says(scene.sentence(figure.first), &field(own).calls);
            let count =
                |over: bool| pairs().filter(|(a, b)| if over { a.value > b.value } else { a.value < b.value }).count();
            spoken && (count(true) == wanted || count(false) == wanted)
        };
        beside.into_iter().find(beyond).map(|c| c.set.node)
    })
}

/// True for a limit beyond which lie as many rows as another figure of the sentence says.
pub fn limit(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> bool {
    // An average is no limit that the answer draws itself.
    let near = (figure.first.saturating_sub(2), figure.first);
    let drawn = !scene.says_word(near, &["average", "mean", "median"]);
    drawn && counts(scene, figure.first).any(|wanted| beyond(scene, index, figure, wanted).is_some())
}

/// The list of which as many rows lie before or after a time as a figure of the sentence says.
pub fn date(scene: &Scene<'_>, index: &Index<'_>, date: &DateAt) -> Option<u32> {
    counts(scene, date.first).find_map(|wanted| beside_time(scene, index, date, wanted))
}

/// The whole numbers of a sentence, but for the one at the token itself.
fn counts<'s>(scene: &'s Scene<'_>, at: usize) -> impl Iterator<Item = usize> + 's {
    let (from, to) = scene.sentence(at);
    let here = move |f: &&Figure| {
        f.first >= from && f.first < to && f.first != at && f.unit == Unit::Plain && f.value().fract() == 0.0
    };
    scene.figures.iter().filter(here).map(|f| f.value() as usize)
}

fn beyond(scene: &Scene<'_>, index: &Index<'_>, limit: &Figure, wanted: usize) -> Option<u32> {
    // "Above the average of 14.4".
    let near = (limit.first.saturating_sub(2), limit.first);
    let near = if scene.says_word(near, &["average", "mean", "median"]) {
        (limit.first.saturating_sub(4), near.1)
    } else {
        near
    };
    let before = |words: &[&str]| scene.says_word(near, words);
    let more = limit.lean == Lean::Over || before(&ABOVE) && !before(&["less", "fewer"]);
    let less = limit.lean == Lean::Under || before(&BELOW) && !before(&["more"]);
    if more == less || wanted == 0 {
        return None;
    }
    let value = limit.value();
    let counted = |c: &Column<'_>| c.values.iter().filter(|v| if more { **v > value } else { **v < value }).count();
    // A limit that all of them pass says nothing.
    let some = |c: &Column<'_>| counted(c) == wanted && wanted < c.values.len();
    columns(index).iter().filter_map(|c| in_unit(limit, c)).find(some).map(|c| c.set.node)
}

fn beside_time(scene: &Scene<'_>, index: &Index<'_>, date: &DateAt, wanted: usize) -> Option<u32> {
    let before = |words: &[&str]| date.first > 0 && scene.tokens[date.first - 1].any(words);
    let (earlier, later) = (before(&EARLIER) || date.end == End::To, before(&LATER) || date.end == End::From);
    let (first, last) = date.value.days().filter(|_| earlier != later && wanted > 0)?;
    let counted = |set: &RowSet| {
        let days = set.rows.iter().filter_map(|r| index.rows[*r as usize].date.and_then(DateValue::days));
        days.filter(|day| if earlier { day.1 < first } else { day.0 > last || day.0 >= first }).count()
    };
    let few = |s: &&RowSet| s.required && s.rows.len() > wanted && !s.series;
    index.sets.iter().filter(few).find(|s| counted(s) == wanted).map(|s| s.node)
}
