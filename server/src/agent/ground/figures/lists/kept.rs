//! What was kept, where a result counts what was missed, and the other way round: "84.6% were on time" of 52 cases with 8
//! breaches, in one row or in two maps of the same names.
//!
//! Deliberately not here: parts that the result counts by the word that the sentence uses (`parts`, `evidence`).

use super::Column;
use crate::agent::ground::figures::derive::{Derived, accepts};
use crate::agent::ground::index::field::{Field, Kind};
use crate::agent::ground::index::{Fact, Index, Origin, Row};
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::read::stem::{Stem, each};
use crate::agent::ground::scene::{Mention, Scene};

const MISSED: [&str; 10] =
    ["breached", "breach", "breaches", "missed", "late", "overdue", "untimely", "violated", "broke", "failed"];
const KEPT: [&str; 12] = [
    "compliance",
    "compliant",
    "kept",
    "met",
    "within",
    "timely",
    "ontime",
    "complied",
    "punctual",
    "intime",
    "on",
    "in",
];
/// Words of a sentence that speak of what was kept; "on" and "in" only before "time".
const TIMELY: [&str; 9] =
    ["compliance", "compliant", "kept", "met", "within", "timely", "complied", "punctual", "best"];
/// Sentences before this one that may say which of the two it goes on about.
const BACK: usize = 3;

/// Whether what is spoken of was kept (true) or missed.
fn spoken(scene: &Scene<'_>, figure: &Figure) -> Option<bool> {
    let mut sentence = scene.head(figure).unwrap_or_else(|| scene.sentence(figure.first));
    for _ in 0..=BACK {
        let timed =
            |i: usize| scene.tokens[i].any(&["on", "in"]) && scene.tokens.get(i + 1).is_some_and(|t| t.word("time"));
        let kept = scene.says_word(sentence, &TIMELY) || (sentence.0..sentence.1).any(timed);
        let missed = scene.says_word(sentence, &MISSED);
        match (kept, missed) {
            (true, false) => return Some(true),
            (false, true) => return Some(false),
            // "Broke their deadline, which 68% kept": either.
            (true, true) => return None,
            (false, false) => sentence = scene.sentence(sentence.0.checked_sub(1)?),
        }
    }
    None
}

/// Whether a field counts what was kept (true) or missed.
fn counts(field: &Field) -> Option<bool> {
    const LATE: [Stem; MISSED.len()] = each(MISSED);
    const TIMELY: [Stem; KEPT.len()] = each(KEPT);
    let timed = field.says(&const { each(["on", "in"]) }) && field.says(&const { each(["time"]) });
    if field.says(&LATE) { Some(false) } else { (timed || field.says(&TIMELY[..9])).then_some(true) }
}

/// "Overall 85 of 364 cases missed the target": of all rows.
fn overall(index: &Index<'_>, figure: &Figure, columns: &[Column<'_>], wanted: bool) -> Option<Derived> {
    let sum = |c: &Column<'_>| c.facts.iter().map(|f| f.value).sum::<f64>();
    let of = |c: &&Column<'_>| c.facts[0].kind == Kind::Count;
    let which = |c: &Column<'_>| counts(&index.fields[c.facts[0].field as usize]);
    columns.iter().filter(of).filter(|c| which(c).is_some_and(|kept| kept != wanted)).find_map(|part| {
        let beside = |c: &&Column<'_>| std::ptr::eq(c.set, part.set) && which(c).is_none() && sum(c) > sum(part);
        let made = |whole: f64| match figure.unit {
            Unit::Percent => 100.0 - 100.0 * sum(part) / whole,
            _ => whole - sum(part),
        };
        let fits = columns.iter().filter(of).filter(beside).any(|c| accepts(figure, made(sum(c))));
        fits.then_some((part.facts[0].node, "difference"))
    })
}

/// The part that the sentence speaks of, by what the result counts of the other.
pub fn find(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, columns: &[Column<'_>]) -> Option<Derived> {
    if !matches!(figure.unit, Unit::Percent | Unit::Plain) || figure.whole || figure.spelled {
        return None;
    }
    let wanted = spoken(scene, figure)?;
    let sentence = scene.sentence(figure.first);
    let segment = |m: &&Mention| scene.segments[m.first] == scene.segments[figure.first];
    let near: Vec<u32> = scene.mentions_in(sentence).filter(segment).map(|m| m.phrase).collect();
    let said: Vec<u32> = if near.is_empty() { scene.mentions_in(sentence).map(|m| m.phrase).collect() } else { near };
    let dated = |row: &Row<'_>| {
        let same = |own| scene.days_in(sentence).any(|d| crate::agent::ground::figures::same(own, d.value));
        row.date.is_some_and(same)
    };
    let named = |row: &Row<'_>| dated(row) || row.labels.iter().any(|l| said.contains(&l.1));
    if scene.says_word(sentence, &["overall", "all", "together", "altogether"])
        && let Some(found) = overall(index, figure, columns, wanted)
    {
        return Some(found);
    }
    let own = |f: &Fact| index.rows.get(f.row as usize).is_some_and(named) && f.origin == Origin::Given;
    let part = |f: &&Fact| own(f) && counts(&index.fields[f.field as usize]).is_some_and(|kept| kept != wanted);
    index.facts.iter().filter(part).find_map(|part| {
        if part.kind == Kind::Share {
            let rest = figure.unit == Unit::Percent && accepts(figure, 100.0 - part.value);
            return rest.then_some((part.node, "difference"));
        }
        let row = &index.rows[part.row as usize];
        // In the same row, or under the same name in a map beside.
        let beside = |f: &&Fact| {
            let other = &index.rows[f.row as usize];
            let alike =
                f.row == part.row || other.set != row.set && other.labels == row.labels && other.date == row.date;
            alike
                && f.kind == Kind::Count
                && f.field != part.field
                && f.value >= part.value
                && counts(&index.fields[f.field as usize]).is_none()
        };
        let wholes = index.facts.iter().filter(|f| own(f)).filter(beside);
        let made = |whole: &Fact| match figure.unit {
            Unit::Percent => 100.0 - 100.0 * part.value / whole.value,
            _ => whole.value - part.value,
        };
        wholes.into_iter().find(|w| w.value > 0.0 && accepts(figure, made(w))).map(|_| (part.node, "difference"))
    })
}
