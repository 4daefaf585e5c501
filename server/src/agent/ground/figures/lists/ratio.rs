//! So many for each: what one result counts under a name, over what another counts under the same name.

use super::super::derive::{Derived, accepts};
use super::super::sense::decimals;
use crate::agent::ground::index::field::Kind;
use crate::agent::ground::index::{Fact, Index, Origin};
use crate::agent::ground::read::Token;
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::scene::{Mention, Scene};

/// "It covers 62 customers, of whom 14.5% are at high risk": a number beside the one just told, as a part of it.
pub fn of_whom(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Derived> {
    let (from, _) = scene.sentence(figure.first);
    let near = (figure.first.saturating_sub(5).max(from), figure.first);
    let pair = |w: &[Token<'_>]| w[0].word("of") && w[1].any(&["whom", "which", "them", "these", "those"]);
    if figure.unit != Unit::Percent || !scene.tokens[near.0..near.1].windows(2).any(pair) {
        return None;
    }
    let told = |f: &&Figure| f.first >= from && f.last < figure.first && f.unit == Unit::Plain;
    let told = scene.figures.iter().rev().find(told)?;
    let counts = || index.facts.iter().filter(|f| f.kind == Kind::Count && f.origin == Origin::Given);
    let wholes = counts().filter(|f| f.value > 0.0 && accepts(told, f.value));
    wholes.into_iter().find_map(|whole| {
        let beside = |f: &&Fact| f.holder == whole.holder && f.value < whole.value;
        let part = counts().filter(beside).find(|f| accepts(figure, 100.0 * f.value / whole.value))?;
        Some((part.node, "share"))
    })
}

/// "Per customer, the corporate segment generates the most: 134 from 28 customers, or 4.79 each".
pub fn find(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Derived> {
    const EACH: [&str; 9] = ["per", "each", "rate", "rates", "head", "ratio", "average", "apiece", "every"];
    let range = scene.around(figure.first);
    if figure.unit != Unit::Plain || !decimals(figure) || !scene.says_word(range, &EACH) {
        return None;
    }
    let sentence = scene.sentence(figure.first);
    let segment = |m: &&Mention| scene.segments[m.first] == scene.segments[figure.first];
    let near: Vec<u32> = scene.mentions_in(sentence).filter(segment).map(|m| m.phrase).collect();
    let all: Vec<u32> = scene.mentions_in(sentence).map(|m| m.phrase).collect();
    let names = if near.is_empty() { all } else { near };
    names.into_iter().find_map(|name| {
        let own = |f: &&Fact| {
            let row = index.rows.get(f.row as usize);
            let counted = f.kind == Kind::Count && f.origin == Origin::Given && f.value > 0.0;
            counted && row.is_some_and(|r| r.labels.iter().any(|l| l.1 == name))
        };
        let facts: Vec<&Fact> = index.facts.iter().filter(own).take(12).collect();
        let set = |f: &Fact| index.rows[f.row as usize].set;
        let pairs = facts.iter().flat_map(|a| facts.iter().map(move |b| (a, b)));
        let mut apart = pairs.filter(|(a, b)| set(a) != set(b));
        apart.find(|(a, b)| accepts(figure, a.value / b.value)).map(|(a, _)| (a.node, "average"))
    })
}
