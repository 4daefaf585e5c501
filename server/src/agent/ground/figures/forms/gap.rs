//! "In absolute terms 5 complaints (6 to 11)", "moved from 51 to 57, a gain of 6 points": what lies between two figures that
//! the sentence itself joins, both numbers of one object.

use crate::agent::ground::figures::agree::is_earlier;
use crate::agent::ground::figures::compare::announced;
use crate::agent::ground::figures::derive::{Derived, accepts};
use crate::agent::ground::figures::evidence::Told;
use crate::agent::ground::index::field::Kind;
use crate::agent::ground::index::{Fact, Index, Origin};
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::scene::Scene;

/// The two figures may stand before it or behind it, in brackets; or the words say of which two numbers it is told.
pub fn find(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, told: &[Told]) -> Option<Derived> {
    if !matches!(figure.unit, Unit::Plain | Unit::Points) {
        return None;
    }
    shown(scene, index, figure)
        .or_else(|| spread(scene, index, figure, told))
        .or_else(|| than_before(scene, index, figure, told))
        .or_else(|| left(scene, figure, told))
}

/// The numbers told before a figure, the last first.
fn before<'t>(figure: &Figure, told: &'t [Told], from: usize) -> Vec<&'t Told> {
    let plain = |t: &&Told| t.first >= from && t.first < figure.first && t.unit == Unit::Plain;
    let mut before: Vec<&Told> = told.iter().filter(plain).collect();
    before.sort_by_key(|t| std::cmp::Reverse(t.first));
    before.dedup_by_key(|t| t.first);
    before
}

/// "Service quality (32) drags the score down, while engagement (86) supports it – a spread of 54 points".
fn spread(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, told: &[Told]) -> Option<Derived> {
    let (from, _) = scene.sentence(figure.first);
    let led = scene.says_word((figure.first.saturating_sub(3).max(from), figure.first), &["spread", "gap", "distance"]);
    let [b, a, ..] = before(figure, told, from)[..] else { return None };
    let holder = |t: &Told| index.nodes.get(t.node as usize).map(|n| n.parent);
    (led && holder(a) == holder(b) && accepts(figure, (a.value - b.value).abs())).then_some((b.node, "difference"))
}

/// "Transfers now stand at 21, which is 6 more than before": the number just told, less the one of the time before beside it.
fn than_before(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, told: &[Told]) -> Option<Derived> {
    let (from, _) = scene.sentence(figure.first);
    let after = (figure.last + 1, figure.last + 7);
    let said =
        scene.says_word(after, &["than"]) && scene.says_word(after, &["before", "previous", "previously", "earlier"]);
    let now = before(figure, told, from).into_iter().next().filter(|_| said)?;
    let own = index.facts.iter().find(|f| f.node == now.node && f.origin == Origin::Given)?;
    let beside = index.siblings.get(&own.holder)?.iter().map(|f| &index.facts[*f as usize]);
    let mut earlier = beside.filter(|f| f.kind == own.kind && is_earlier(&index.fields[f.field as usize]));
    earlier.find(|f| accepts(figure, (own.value - f.value).abs())).map(|f| (f.node, "difference"))
}

/// "23 of 266. Negative in tone were 20 of them, so 3 were neutral or positive": what the last number leaves of one told
/// before it.
fn left(scene: &Scene<'_>, figure: &Figure, told: &[Told]) -> Option<Derived> {
    const MOST: usize = 4;
    let (from, _) = scene.sentence(figure.first);
    let word = figure.first.checked_sub(1).map(|i| &scene.tokens[i])?;
    if !word.any(&["so", "leaving", "leaves", "left"]) || figure.unit != Unit::Plain {
        return None;
    }
    let back = |at: usize| at.checked_sub(1).map_or(at, |last| scene.sentence(last).0);
    let told = before(figure, told, back(back(from)));
    let (part, wholes) = told.split_first()?;
    let whole = wholes.iter().take(MOST).find(|w| w.value > part.value && accepts(figure, w.value - part.value));
    whole.map(|w| (w.node, "difference"))
}

/// What lies between two figures that the sentence joins.
fn shown(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Derived> {
    let (from, to) = scene.sentence(figure.first);
    let here: Vec<&Figure> = scene.figures.iter().filter(|f| f.first >= from && f.first < to).collect();
    let joined = |a: &Figure, b: &Figure| b.first == a.last + 2 && scene.tokens[a.last + 1].word("to");
    let plain = |f: &Figure| f.unit == Unit::Plain && !f.whole;
    let bracketed =
        |a: &Figure| a.first > figure.last && a.first <= figure.last + 4 && scene.tokens[a.first - 1].is("(");
    let led = |a: &Figure, b: &Figure| {
        b.last < figure.first && scene.tokens[a.first - 1].word("from") && announced(scene, figure)
    };
    let pair = |w: &&[&Figure]| joined(w[0], w[1]) && plain(w[0]) && plain(w[1]) && w[0].first > from;
    let pairs = here.windows(2).filter(pair).filter(|w| bracketed(w[0]) || led(w[0], w[1]));
    pairs.filter(|w| accepts(figure, (w[1].value() - w[0].value()).abs())).find_map(|w| {
        // Points are those of a score.
        let fits = |f: &Fact| {
            let kind = if figure.unit == Unit::Points { Kind::Score } else { Kind::Count };
            f.origin == Origin::Given && f.kind == kind && accepts(w[1], f.value)
        };
        index.facts.iter().filter(|f| fits(f)).find_map(|b| {
            let mut beside = index.siblings.get(&b.holder)?.iter().map(|f| &index.facts[*f as usize]);
            beside
                .find(|a| a.node != b.node && a.kind == b.kind && accepts(w[0], a.value))
                .map(|_| (b.node, "difference"))
        })
    })
}
