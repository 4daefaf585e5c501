//! A quotation names the record that it stands in: "… (turn 5)", "the best match (score 0.87) states …".

use crate::agent::ground::index::{Fact, Index, NONE, Place, Step};
use crate::agent::ground::read::Shape;
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::read::stem::is_small;
use crate::agent::ground::scene::Scene;

/// Whether the quotation next to a figure stands in the record that holds the fact; `None` where there is no quotation, or
/// it stands in no record of that list.
pub fn names(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> Option<bool> {
    let (from, to) = scene.sentence(figure.first);
    let (from, to) = (scene.tokens[from].start, scene.tokens[to - 1].end);
    let here = scene.quotes.iter().filter(|q| q.span.start >= from && q.span.end <= to);
    let apart = |q: &&crate::agent::ground::read::extract::Quote| match q.span.start > figure.span.start {
        true => q.span.start - figure.span.end,
        false => figure.span.start - q.span.end,
    };
    let quote = here.min_by_key(apart)?;
    let words = scene.text[quote.inner.start..quote.inner.end].trim_matches(|c: char| !c.is_alphanumeric());
    let parent = |node: u32| index.nodes.get(node as usize).map_or(NONE, |n| n.parent);
    let list = parent(fact.holder);
    let mut other = None;
    for text in index.texts.iter().filter(|t| t.text.contains(words)) {
        let Place::Node(node) = text.place else { continue };
        let around = [parent(node), parent(parent(node))];
        if around.contains(&fact.holder) {
            return Some(true);
        }
        let beside = |n: u32| n != NONE && parent(n) == list && matches!(index.nodes[n as usize].step, Step::At(_));
        other = other.or(around.into_iter().any(beside).then_some(false));
    }
    other
}

/// "At turn 10", "step 3": a number that says which of the records is meant, and nothing of it.
pub fn is_label(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> bool {
    let Some(before) = figure.first.checked_sub(1).map(|i| &scene.tokens[i]) else { return false };
    let [word] = index.fields[fact.field as usize].stems.as_slice() else { return false };
    let counted = scene.tokens.get(figure.last + 1).is_some_and(|t| t.shape == Shape::Word && !is_small(t.text));
    let plain = figure.unit == Unit::Plain && figure.first == figure.last && !figure.spelled;
    if !plain || before.stem != *word || counted {
        return false;
    }
    let Some(row) = index.rows.get(fact.row as usize) else { return false };
    let values = index.sets[row.set as usize].rows.iter().filter_map(|r| index.cell(*r, fact.field));
    let alike = values.filter(|f| index.facts[*f as usize].value == fact.value).count();
    alike == 1 && names(scene, index, figure, fact) != Some(false)
}
