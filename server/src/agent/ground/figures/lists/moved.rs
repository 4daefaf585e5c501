//! What two lists of the same make, one against the other.
//!
//! Deliberately not here: single rows of them (`parts`).

use super::{Column, sum as total};
use crate::agent::ground::figures::compare::announced;
use crate::agent::ground::figures::derive::{Derived, accepts};
use crate::agent::ground::figures::forms::brief;
use crate::agent::ground::index::field::Kind;
use crate::agent::ground::index::{Fact, Index, Origin};
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::scene::{Mention, Scene};

/// "115 messages in March, 24 more than in February": all rows of one list less all rows of another, where the sum of one
/// was told right before.
pub fn sum(scene: &Scene<'_>, figure: &Figure, columns: &[Column<'_>]) -> Option<Derived> {
    if !matches!(figure.unit, Unit::Plain | Unit::Percent) || !announced(scene, figure) {
        return None;
    }
    let (from, _) = scene.sentence(figure.first);
    let told =
        scene.figures.iter().rev().find(|f| f.last < figure.first && f.first >= from && f.unit == Unit::Plain)?;
    let all = |c: &Column<'_>| total(&c.facts.iter().map(|f| f.value).collect::<Vec<f64>>());
    let counts = || columns.iter().filter(|c| c.facts[0].kind == Kind::Count);
    counts().filter(|c| accepts(told, all(c))).find_map(|now| {
        let alike = |c: &&Column<'_>| !std::ptr::eq(c.set, now.set) && c.facts[0].field == now.facts[0].field;
        let made = |before: &Column<'_>| {
            let gap = all(now) - all(before);
            if figure.unit == Unit::Percent { 100.0 * gap / all(before) } else { gap }
        };
        let fits = |c: &&Column<'_>| accepts(figure, made(c)) || accepts(figure, -made(c));
        counts().filter(alike).find(fits).map(|_| (now.facts[0].node, "difference"))
    })
}

/// "All channels: 352 vs. 630. … Overall that is a minus of 44%": one result's total against another's.
pub fn whole(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Derived> {
    const ALL: [&str; 6] = ["overall", "total", "altogether", "all", "volume", "volumes"];
    let plain = matches!(figure.unit, Unit::Plain | Unit::Percent);
    if !plain || !announced(scene, figure) || !scene.says_word(scene.sentence(figure.first), &ALL) {
        return None;
    }
    let total = |f: &&Fact| f.kind == Kind::Count && f.origin == Origin::Given && index.is_total(f);
    let totals: Vec<&Fact> = index.facts.iter().filter(total).take(8).collect();
    let told = |f: &Fact| scene.figures.iter().any(|t| t.first < figure.first && accepts(t, f.value));
    let mut pairs = totals.iter().flat_map(|a| totals.iter().map(move |b| (*a, *b)));
    let apart = |(a, b): &(&Fact, &Fact)| {
        let gap = b.value - a.value;
        let made = if figure.unit == Unit::Percent { 100.0 * gap / a.value } else { gap };
        let calls = index.observation_of(a.node) != index.observation_of(b.node);
        calls && a.field == b.field && a.value > 0.0 && (accepts(figure, made) || accepts(figure, -made))
    };
    pairs.find(|pair| apart(pair) && told(pair.0) && told(pair.1)).map(|(_, b)| (b.node, "change"))
}

/// "Phone lost 1.5 points of share", "Ocwen grants monetary relief more often; the gap is 1.1 points": its part of all in one
/// object, and in another.
pub fn share(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Derived> {
    if figure.unit != Unit::Points || !announced(scene, figure) && !scene.says_near(figure, &["share", "moved"]) {
        return None;
    }
    let sentence = scene.sentence(figure.first);
    let near = |m: &&Mention| scene.segments[m.first] == scene.segments[figure.first];
    let here: Vec<&Mention> = scene.mentions_in(sentence).collect();
    let close: Vec<&&Mention> = here.iter().filter(|m| near(m)).collect();
    let whole: Vec<u32> = if close.is_empty() {
        here.iter().map(|m| m.phrase).collect()
    } else {
        close.iter().map(|m| m.phrase).collect()
    };
    let row = |f: &Fact| index.rows.get(f.row as usize);
    let called = |f: &&Fact, name: u32| row(f).is_some_and(|r| r.labels.iter().any(|l| l.1 == name));
    let shares = || index.facts.iter().filter(|f| f.kind == Kind::Share);
    let apart = |name: u32| {
        let own: Vec<&Fact> = shares().filter(|f| called(f, name)).take(16).collect();
        let mut pairs = own.iter().flat_map(|a| own.iter().map(move |b| (*a, *b)));
        let set = |f: &Fact| index.rows[f.row as usize].set;
        let hit = |(a, b): &(&Fact, &Fact)| {
            set(a) != set(b) && a.field == b.field && accepts(figure, (a.value - b.value).abs())
        };
        pairs.find(hit).map(|(a, _)| (a.node, "difference"))
    };
    // "Monetary relief" for "Closed with monetary relief".
    let mut brief: Vec<u32> = Vec::new();
    for row in shares().filter_map(row).filter(|r| index.sets[r.set as usize].required) {
        let said = |l: &&(u32, u32)| !brief.contains(&l.1) && brief::names(scene, index, sentence, (row.set, l.0, l.1));
        let new: Vec<u32> = row.labels.iter().filter(said).map(|l| l.1).collect();
        brief.extend(new);
    }
    whole.into_iter().chain(brief).find_map(apart)
}
