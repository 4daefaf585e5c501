//! Two numbers set side by side, and how many times the one is the other.
//!
//! Deliberately not here: differences and changes (`compare`).

use super::super::agree;
use super::super::derive::{Derived, Known, accepts};
use crate::agent::ground::index::field::Kind;
use crate::agent::ground::index::{Fact, Index, Origin};
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::read::stem::each;
use crate::agent::ground::scene::Scene;

/// Two figures in brackets, each beside the other: "(65 vs 21)", "(881 : 286)". The words before speak of both.
pub fn side_by_side(scene: &Scene<'_>, figure: &Figure) -> bool {
    let t = &scene.tokens;
    let (from, to) = scene.sentence(figure.first);
    let open = (from..figure.first).rev().take(5).find(|i| t[*i].is("("));
    let close = (figure.last + 1..to).take(5).find(|i| t[*i].is(")"));
    let Some((open, close)) = open.zip(close) else { return false };
    let inside: Vec<&Figure> = scene.figures.iter().filter(|f| f.first > open && f.last < close).collect();
    let [a, b] = inside.as_slice() else { return false };
    let joined = |i: usize| t[i].any(&["vs", "versus", "against"]) || [":", "/", "→"].iter().any(|m| t[i].is(m));
    (a.last + 1..b.first).any(joined)
}

/// Words for what is so most of the time.
const USUAL: [&str; 9] =
    ["average", "mean", "usual", "typical", "normal", "usually", "normally", "expected", "baseline"];

/// "Against a normal daily level of 26.7": a mean, by the words in front of it.
pub fn usual(scene: &Scene<'_>, figure: &Figure) -> bool {
    let (from, _) = scene.sentence(figure.first);
    scene.says_word((figure.first.saturating_sub(5).max(from), figure.first), &USUAL)
}

/// "16 emails, double the average": the nearest number of the sentence against a mean that a result gives.
pub fn of_mean(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, known: &Known) -> Option<Derived> {
    let sentence = scene.sentence(figure.first);
    if figure.unit != Unit::Times || !scene.says_near(figure, &USUAL) {
        return None;
    }
    let here = |g: &usize| scene.figures[*g].first >= sentence.0 && scene.figures[*g].first < sentence.1;
    let told = (0..known.len()).filter(here).filter(|g| known[*g].is_some());
    let nearest = told.min_by_key(|g| scene.figures[*g].first.abs_diff(figure.first)).and_then(|g| known[g])?;
    let own = &index.facts[nearest as usize];
    let mean = |f: &&Fact| {
        let field = &index.fields[f.field as usize];
        let usual = field.mean || field.says(&const { each(["expected", "baseline", "normal"]) });
        usual && f.kind == own.kind && f.origin == Origin::Given && f.value > 0.0
    };
    index.facts.iter().filter(mean).find(|m| accepts(figure, own.value / m.value)).map(|m| (m.node, "change"))
}

/// "Compared with 7.5 a day in November": what a result counts in the range before, over the days of that range.
pub fn of_range_before(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Derived> {
    if figure.unit != Unit::Plain || !agree::in_range_before(scene, index, figure) {
        return None;
    }
    let daily = scene.says_word(scene.sentence(figure.first), &["day", "daily"]);
    let days = agree::range_before(index).filter(|_| daily).map(|(from, to)| (to - from).num_days() + 1)?;
    let before = |f: &&Fact| {
        let field = &index.fields[f.field as usize];
        agree::is_earlier(field) && !field.mean && f.kind == Kind::Count && f.origin == Origin::Given
    };
    let fits = |f: &&Fact| accepts(figure, f.value / days as f64);
    index.facts.iter().filter(before).find(fits).map(|f| (f.node, "average"))
}

/// "Servicemembers file more complaints than older Americans: 25 against 14": two figures behind a colon, for the names before.
pub fn behind_colon(scene: &Scene<'_>, figure: &Figure) -> Option<usize> {
    let t = &scene.tokens;
    let (from, to) = scene.sentence(figure.first);
    let joined = |i: usize| i < to && t[i].any(&["vs", "versus", "against", "to", "compared"]);
    let colon = |f: &Figure| f.first > from && t[f.first - 1].is(":");
    let names = |f: &Figure| scene.mentions_in((from, f.first)).count() >= 2;
    if colon(figure) && joined(figure.last + 1) && names(figure) {
        return Some(0);
    }
    let first = scene.figures.iter().find(|f| f.last + 2 == figure.first && joined(f.last + 1))?;
    (colon(first) && names(first)).then_some(1)
}

/// Which of two figures in brackets, each beside the other, this one is.
pub fn place(scene: &Scene<'_>, figure: &Figure) -> Option<usize> {
    let beside = |f: &Figure| f.last < figure.first && figure.first - f.last == 2 && !scene.tokens[f.last + 1].is("(");
    let second = figure.first >= 2 && scene.figures.iter().any(beside);
    side_by_side(scene, figure).then_some(usize::from(second)).or_else(|| behind_colon(scene, figure))
}
