//! "In absolute terms 5 complaints (6 to 11)", "moved from 51 to 57, a gain of 6 points": what lies between two figures that
//! the sentence itself joins, both numbers of one object.

use crate::agent::ground::figures::compare::announced;
use crate::agent::ground::figures::derive::{Derived, accepts};
use crate::agent::ground::index::field::Kind;
use crate::agent::ground::index::{Fact, Index, Origin};
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::scene::Scene;

/// The two figures may stand before it or behind it, in brackets.
pub fn find(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Derived> {
    if !matches!(figure.unit, Unit::Plain | Unit::Points) {
        return None;
    }
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
