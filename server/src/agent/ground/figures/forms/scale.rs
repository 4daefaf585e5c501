//! Scores by their scale: its ends, which are said of the scale and not of what was measured ("from −1 to 1", "49 out of
//! 100"), and the best of a list.

use crate::agent::ground::index::field::Kind;
use crate::agent::ground::index::{Fact, Index};
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::scene::Scene;

/// "from −1 to 1": the ends of one of the usual scales, between which the scores of the sentence lie.
fn of_a_scale(scene: &Scene<'_>, f: usize) -> bool {
    const SCALES: [(f64, f64); 7] =
        [(-1.0, 1.0), (0.0, 1.0), (0.0, 10.0), (1.0, 5.0), (1.0, 10.0), (0.0, 100.0), (1.0, 100.0)];
    let figures = &scene.figures;
    let sentence = scene.sentence(figures[f].first);
    let joined = |a: &Figure, b: &Figure| b.first - a.last <= 2 && scene.tokens[a.last + 1].any(&["to", "and"]);
    let after = figures.get(f + 1).filter(|b| joined(&figures[f], b)).map(|b| (&figures[f], b));
    let before = f.checked_sub(1).map(|g| &figures[g]).filter(|a| joined(a, &figures[f])).map(|a| (a, &figures[f]));
    let Some((low, high)) = after.or(before) else { return figures[f].whole };
    let (low, high) = (low.value(), high.value());
    let known = !(low == 0.0 && low.is_sign_negative()) && SCALES.contains(&(low, high));
    let scores = figures.iter().filter(|g| g.first >= sentence.0 && g.first < sentence.1 && g.value().fract() != 0.0);
    known && scores.into_iter().all(|g| g.unit != Unit::Plain || (low..=high).contains(&g.value()))
}

/// The end of a scale, "49 out of 100": said of the scale, not of the records.
pub fn is_end(scene: &Scene<'_>, f: usize, known: &[Option<u32>], index: &Index<'_>) -> bool {
    let figure = &scene.figures[f];
    let scored = |g: usize| known[g].is_some_and(|id| index.facts[id as usize].kind == Kind::Score);
    let scale = scene.says_near(figure, &["scale"]) && known[f].is_none() && of_a_scale(scene, f);
    if scale && figure.first > 0 && scene.tokens[figure.first - 1].any(&["from", "to", "of"]) {
        return true;
    }
    let after = f.checked_sub(1).is_some_and(|g| scored(g) && figure.first - scene.figures[g].last <= 3);
    after && figure.whole && [5.0, 10.0, 100.0].contains(&figure.value())
}

/// "The best match has a score of 0.84".
pub fn is_best(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> bool {
    const BEST: [&str; 4] = ["best", "closest", "nearest", "top"];
    let sentence = scene.sentence(figure.first);
    let Some(set) = index.rows.get(fact.row as usize).map(|r| &index.sets[r.set as usize]) else { return false };
    let cells = || set.rows.iter().filter_map(|r| index.cell(*r, fact.field)).map(|f| index.facts[f as usize].value);
    let most = cells().count() > 1 && cells().all(|v| v <= fact.value);
    fact.kind == Kind::Score && set.records && most && scene.says_word((sentence.0, figure.first), &BEST)
}
