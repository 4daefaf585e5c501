//! Days and months that a sentence calls a peak, a low or a turn, against the series that lists them.
//!
//! Deliberately not here: days that a result names without a series (`calendar`).

use super::{DateAt, DateFact, DateValue, End, Fact, Index, PEAKED, RowSet, Scene, same};
use crate::agent::ground::figures::{LEAST, MOST};

/// Words for the largest or smallest of a series.
pub const PEAK: [&str; 12] = [
    "peak", "peaked", "peaking", "highest", "most", "busiest", "largest", "biggest", "lowest", "fewest", "quietest",
    "maximum",
];

/// "It peaked on 2 January", where a series lists that day and others were higher.
pub fn no_peak(scene: &Scene<'_>, index: &Index<'_>, date: &DateAt, facts: &[&DateFact]) -> Option<String> {
    let sentence = scene.sentence(date.first);
    let alone = scene.days_in(sentence).count() == 1 && date.end == End::Single;
    if !alone || !scene.says_word(sentence, &PEAKED) {
        return None;
    }
    let listed: Vec<(u32, &RowSet)> = facts
        .iter()
        .filter_map(|f| Some((f.row, &index.sets[index.rows.get(f.row as usize)?.set as usize])))
        .filter(|(_, set)| set.series)
        .collect();
    let none =
        !listed.is_empty() && !listed.iter().any(|(row, set)| extreme_day(scene, sentence, index, *row, &set.rows));
    none.then(|| "The peak was on another day.".to_owned())
}

/// "It peaked in January", where the list of months has its peak elsewhere.
pub fn no_peak_month(scene: &Scene<'_>, index: &Index<'_>, date: &DateAt) -> Option<String> {
    let sentence = scene.sentence(date.first);
    let alone = scene.days_in(sentence).count() == 1 && date.end == End::Single;
    let monthly = matches!(date.value, DateValue::Month(..) | DateValue::MonthOnly(_));
    if !alone || !monthly || !scene.says_word(sentence, &["peaked", "peaking"]) {
        return None;
    }
    let month = |r: &&u32| matches!(index.rows[**r as usize].date, Some(DateValue::Month(..)));
    let mut sets = index.sets.iter().filter(|s| s.rows.len() > 2 && s.rows.iter().all(|r| month(&r))).peekable();
    sets.peek()?;
    let own = |r: &u32| index.rows[*r as usize].date.is_some_and(|d| same(d, date.value));
    let peaks = sets.any(|s| s.rows.iter().any(|r| own(r) && extreme_day(scene, sentence, index, *r, &s.rows)));
    (!peaks).then(|| "The peak was in another month.".to_owned())
}

/// "Second-busiest day: 17 July": which place the words give a day, by the words before the superlative.
pub fn place(scene: &Scene<'_>, sentence: (usize, usize)) -> Option<usize> {
    let peaked = |i: &usize| scene.tokens[*i].any(&PEAKED) || scene.tokens[*i].any(&MOST);
    (sentence.0..sentence.1).filter(peaked).find_map(|i| {
        let back = if scene.tokens[i.checked_sub(1)?].is("-") { i.checked_sub(2)? } else { i - 1 };
        ["second", "third", "fourth", "fifth"].iter().position(|w| scene.tokens[back].word(w)).map(|n| n + 1)
    })
}

/// Whether so many rows of the series have more than this one, under any field.
pub fn is_placed(index: &Index<'_>, row: u32, rows: &[u32], place: usize) -> bool {
    let cells = index.cells.get(&row).into_iter().flatten().map(|f| &index.facts[*f as usize]);
    let mut cells = cells.map(|own| {
        let all = rows.iter().filter_map(|r| index.cell(*r, own.field)).map(|f| index.facts[f as usize].value);
        all.filter(|v| *v > own.value).count()
    });
    cells.any(|more| more == place)
}

/// The largest or smallest day of a series where the sentence speaks of a peak or a low, or a day that differs from the
/// one before by a quarter and more where it speaks of a change.
pub fn notable(scene: &Scene<'_>, index: &Index<'_>, date: &DateAt, rows: &[u32], at: usize) -> bool {
    const CHANGE: [&str; 18] = [
        "rose",
        "rise",
        "jumped",
        "jump",
        "spiked",
        "spike",
        "surged",
        "surge",
        "increased",
        "increase",
        "fell",
        "dropped",
        "drop",
        "began",
        "started",
        "climbed",
        "declined",
        "grew",
    ];
    let Some(field) = index.cells.get(&rows[at]).and_then(|c| c.first()).map(|f| index.facts[*f as usize].field) else {
        return false;
    };
    let sentence = scene.sentence(date.first);
    let value = |r: u32| index.cell(r, field).map(|f| index.facts[f as usize].value);
    let Some(own) = value(rows[at]) else { return false };
    let all = || rows.iter().filter_map(|r| value(*r));
    let jump = || {
        at.checked_sub(1)
            .and_then(|b| value(rows[b]))
            .is_some_and(|before| (own - before).abs() >= 0.25 * before.max(4.0))
    };
    let extreme = || all().all(|v| v <= own) || all().all(|v| v >= own);
    let placed = || place(scene, sentence).is_some_and(|p| is_placed(index, rows[at], rows, p));
    placed()
        || scene.says_word(sentence, &PEAK) && extreme()
        || scene.says_word(sentence, &CHANGE) && (jump() || extreme())
}

/// The largest or the smallest of its series under any field, whichever the sentence speaks of.
pub fn extreme_day(scene: &Scene<'_>, sentence: (usize, usize), index: &Index<'_>, row: u32, rows: &[u32]) -> bool {
    if let Some(place) = place(scene, sentence) {
        return is_placed(index, row, rows, place);
    }
    let (most, least) = (scene.says_word(sentence, &MOST), scene.says_word(sentence, &LEAST));
    let cells = index.cells.get(&row).into_iter().flatten().map(|f| &index.facts[*f as usize]);
    // Beside a plain number, the others ("negative") are not what peaks.
    let plain = |f: &&Fact| index.fields[f.field as usize].calls.is_empty();
    let only = cells.clone().any(|f| plain(&f));
    let mut cells = cells.filter(|f| !only || plain(f)).peekable();
    cells.peek().is_none()
        || cells.any(|own| {
            let all = || rows.iter().filter_map(|r| index.cell(*r, own.field)).map(|f| index.facts[f as usize].value);
            (most || !least) && all().all(|v| v <= own.value) || (least || !most) && all().all(|v| v >= own.value)
        })
}
