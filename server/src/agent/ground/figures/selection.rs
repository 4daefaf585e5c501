//! Which rows a sentence singles out: by their names, by rank ("top three"), or by a stretch of days.
//!
//! Deliberately not here: what is then done with their numbers (`derive`, `compare`).

use chrono::NaiveDate;

use super::naming::{partly, same};
use crate::agent::ground::index::{Fact, Index, Map};
use crate::agent::ground::read::date::{DateAt, DateValue, End};
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::scene::Scene;

/// Rows of one set that the words single out.
pub struct Selection {
    pub set: u32,
    pub rows: Vec<u32>,
    /// Chosen by a name, a rank or dates; otherwise all rows of the set.
    pub chosen: bool,
}

pub fn selections(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Vec<Selection> {
    let sentence = scene.sentence(figure.first);
    let mut out = Vec::new();
    for (s, set) in index.sets.iter().enumerate().filter(|(_, set)| set.rows.len() >= 2) {
        let set_id = s as u32;
        let all = |rows, chosen| Selection { set: set_id, rows, chosen };
        if set.rows.len() <= 60 || set.series {
            let exact = named(scene, index, sentence, set_id, false);
            let loose = named(scene, index, sentence, set_id, true);
            if loose.len() > exact.len() && loose.len() >= 2 {
                out.push(all(loose, true));
            }
            if exact.len() >= 2 {
                out.push(all(exact, true));
            }
        }
        if !set.required {
            continue;
        }
        if set.series {
            out.extend(spans(scene, index, figure, &set.rows).into_iter().map(|(from, to)| {
                let within =
                    |r: &u32| matches!(index.rows[*r as usize].date, Some(DateValue::Day(d)) if from <= d && d <= to);
                all(set.rows.iter().copied().filter(within).collect(), true)
            }));
        } else if let Some(k) = rank(scene, sentence).filter(|k| *k < set.rows.len()) {
            out.push(all(set.rows[..k].to_vec(), true));
        }
        out.push(all(set.rows.clone(), false));
    }
    out.retain(|s| !s.rows.is_empty());
    out
}

/// Rows that a sentence names in full; where `loose`, by a word of their own as well.
fn named(scene: &Scene<'_>, index: &Index<'_>, sentence: (usize, usize), set: u32, loose: bool) -> Vec<u32> {
    let phrases: Vec<u32> = scene.mentions_in(sentence).map(|m| m.phrase).collect();
    let days: Vec<DateValue> = scene.days_in(sentence).map(|d| d.value).collect();
    if phrases.is_empty() && days.is_empty() {
        return vec![];
    }
    let rows = index.sets[set as usize].rows.iter().copied();
    rows.filter(|r| {
        let row = &index.rows[*r as usize];
        row.labels.iter().any(|(dim, p)| {
            phrases.contains(p) || loose && !phrases.is_empty() && partly(scene, index, sentence, (row.set, *dim, *p))
        }) || row.date.is_some_and(|d| days.iter().any(|x| same(d, *x)))
    })
    .collect()
}

/// "top three", "the three largest".
fn rank(scene: &Scene<'_>, sentence: (usize, usize)) -> Option<usize> {
    const RANKS: [&str; 8] = ["top", "largest", "biggest", "leading", "main", "most", "first", "highest"];
    let of = |f: &&Figure| f.first >= sentence.0 && f.first < sentence.1 && f.unit == Unit::Plain;
    let ranked = |f: &&Figure| {
        let before = f.first > 0 && scene.tokens[f.first - 1].any(&RANKS);
        before || scene.tokens.get(f.last + 1).is_some_and(|t| t.any(&RANKS))
    };
    let value = scene.figures.iter().filter(of).find(ranked)?.value();
    (2.0..=20.0).contains(&value).then_some(value as usize)
}

/// Stretches of days that the sentence, or the date last spoken of, sets off.
fn spans(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, rows: &[u32]) -> Vec<(NaiveDate, NaiveDate)> {
    let (from, to) = scene.sentence(figure.first);
    let mut out = Vec::new();
    let of_row = |r: &u32| if let Some(DateValue::Day(d)) = index.rows[*r as usize].date { Some(d) } else { None };
    // A day without its year is that day of the series.
    let day = |v: DateValue| match v {
        DateValue::Day(d) => Some(d),
        DateValue::DayMonth(..) => rows.iter().filter_map(of_row).find(|d| v.holds(*d)),
        _ => None,
    };
    for pair in scene.dates.windows(2) {
        if pair[0].end == End::From
            && pair[0].first >= from
            && pair[1].last < to
            && let (Some(a), Some(b)) = (day(pair[0].value), day(pair[1].value))
        {
            out.push((a, b));
        }
    }
    let singles = scene.dates.iter().filter(|d| d.first >= from && d.last < to && d.end == End::Single);
    let segment = scene.segments[figure.first];
    let (near, far): (Vec<&DateAt>, Vec<&DateAt>) = singles.partition(|d| scene.segments[d.first] == segment);
    let mut anchors: Vec<DateValue> = if near.is_empty() { far } else { near }.iter().map(|d| d.value).collect();
    if anchors.is_empty() {
        anchors.extend(scene.date_before(from));
    }
    // The words of the figure's own segment decide, where there are any.
    let words = ["since", "from", "after", "following", "before", "prior", "until", "till"];
    let near = scene.says_near(figure, &words);
    let says = |words: &[&str]| if near { scene.says_near(figure, words) } else { scene.says_word((from, to), words) };
    for anchor in anchors {
        let Some(anchor) = day(anchor) else { continue };
        let one = chrono::Duration::days(1);
        if says(&["since", "from", "after", "following"]) {
            out.push((anchor, NaiveDate::MAX));
        }
        if says(&["after", "following"]) {
            out.push((anchor + one, NaiveDate::MAX));
        }
        if says(&["before", "prior", "until", "till"]) {
            out.push((NaiveDate::MIN, anchor - one));
        }
        if says(&["until", "till"]) {
            out.push((NaiveDate::MIN, anchor));
        }
    }
    out
}

pub fn column<'i>(index: &'i Index<'_>, selection: &Selection) -> Map<u32, Vec<&'i Fact>> {
    let mut columns: Map<u32, Vec<&Fact>> = Map::default();
    for row in &selection.rows {
        for id in index.cells.get(row).into_iter().flatten() {
            let fact = &index.facts[*id as usize];
            columns.entry(fact.field).or_default().push(fact);
        }
    }
    columns
}
