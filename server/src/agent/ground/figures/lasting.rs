//! How long: the time between two times of day, two records or two dates, the days of a series or of a stretch.
//!
//! Deliberately not here: times that a result gives as numbers (`matching`).

use chrono::NaiveDate;

use super::selection::ends;
use crate::agent::ground::index::{DateFact, Index, NONE, RowSet};
use crate::agent::ground::read::Token;
use crate::agent::ground::read::date::{DateValue, End};
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::scene::Scene;

/// The node of the times between which it lies.
pub fn find(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<u32> {
    match figure.unit {
        Unit::Time(days) if days < 1.0 => {
            between_clocks(index, figure, days).or_else(|| between_records(scene, index, figure, days))
        }
        Unit::Time(days) => {
            stretch(scene, index, figure, figure.value() as usize, days).or_else(|| streak(scene, index, figure))
        }
        _ => None,
    }
}

/// "Rose for five months in a row": so many steps of a list one after another go the same way, and the next ones do not.
fn streak(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<u32> {
    const UP: [&str; 7] = ["rose", "risen", "rising", "grew", "grown", "increased", "climbed"];
    const DOWN: [&str; 7] = ["fell", "fallen", "falling", "declined", "dropped", "decreased", "shrank"];
    let (from, to) = scene.sentence(figure.first);
    let row = |w: &[Token<'_>]| w[0].any(&["in"]) && w[1].word("a") && w[2].word("row");
    let said =
        scene.tokens[from..to].windows(3).any(row) || scene.says_near(figure, &["consecutive", "straight", "running"]);
    let (up, down) = (scene.says_word((from, to), &UP), scene.says_word((from, to), &DOWN));
    if !said || up == down {
        return None;
    }
    let wanted = figure.value() as usize;
    let dated = |set: &&RowSet| set.required && set.rows.iter().all(|r| index.rows[*r as usize].date.is_some());
    index.sets.iter().filter(dated).find_map(|set| {
        let mut rows: Vec<u32> = set.rows.clone();
        rows.sort_by_key(|r| index.rows[*r as usize].date.and_then(DateValue::days));
        let cells = index.cells.get(rows.first()?)?;
        let fields = cells.iter().map(|f| index.facts[*f as usize].field);
        let holds = |field: u32| {
            let values: Vec<f64> =
                rows.iter().filter_map(|r| index.cell(*r, field)).map(|f| index.facts[f as usize].value).collect();
            let steps = values.windows(2).map(|w| if up { w[1] > w[0] } else { w[1] < w[0] }).collect::<Vec<bool>>();
            steps.chunk_by(|a, b| a == b).any(|run| run[0] && run.len() == wanted)
        };
        fields.into_iter().any(holds).then_some(set.node)
    })
}

/// "Noticed 12 minutes later": the time between two times of day of one object.
fn between_clocks(index: &Index<'_>, figure: &Figure, days: f64) -> Option<u32> {
    let parent = |n: u32| index.nodes.get(n as usize).map_or(NONE, |n| n.parent);
    let fits = |a: u32, b: u32| {
        let apart = f64::from(a.abs_diff(b)) / (1440.0 * days);
        apart > 0.0 && figure.accepts().any(|(lo, hi)| (lo..=hi).contains(&apart))
    };
    let mut clocks = index.clocks.iter().take(60).enumerate();
    let found = clocks.find(|(i, (at, node))| {
        index.clocks[i + 1..].iter().take(8).any(|(b, other)| parent(*node) == parent(*other) && fits(*at, *b))
    });
    found.map(|(_, (_, node))| *node)
}

/// "Replied about 5 minutes later": the time from one record of a list to the next.
fn between_records(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, days: f64) -> Option<u32> {
    let words = ["later", "after", "within", "replied", "answered", "responded", "waited", "took"];
    let said = scene.says_near(figure, &words);
    let mut next = index.times.windows(2).filter(|_| said);
    let fits = |apart: f64| apart > 0.0 && figure.accepts().any(|(lo, hi)| (lo..=hi).contains(&apart));
    next.find(|w| fits((w[1].0 - w[0].0).num_seconds().abs() as f64 / 86_400.0 / days)).map(|w| w[1].1)
}

/// "over the 13 days before": the days of a series before the single day that the sentence names.
fn days_before(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, set: &RowSet) -> Option<i64> {
    if !scene.says_near(figure, &["before", "earlier", "preceding", "previous"]) {
        return None;
    }
    let days = set.rows.iter().filter_map(|r| index.rows[*r as usize].date);
    let days = days.filter_map(|d| if let DateValue::Day(d) = d { Some(d) } else { None });
    let first = ends(index, &set.rows).0?;
    let named = scene.days_in(scene.sentence(figure.first)).next()?;
    let at = days.clone().find(|d| named.value.holds(*d))?;
    Some((at - first).num_days())
}

/// "due 30 days later": the days between two dates of one record that the sentence names.
fn in_row(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fits: &dyn Fn(i64) -> bool) -> Option<u32> {
    let sentence = scene.sentence(figure.first);
    let day = |d: &DateFact| {
        if let DateValue::Day(day) = d.value { Some((index.nodes.get(d.node as usize)?.parent, day)) } else { None }
    };
    for row in &index.rows {
        let set = &index.sets[row.set as usize];
        let named = |l: &(u32, u32)| {
            scene.mentions_in(sentence).any(|m| m.phrase == l.1)
                || scene.ids.iter().any(|i| {
                    i.at >= sentence.0
                        && i.at < sentence.1
                        && index.phrases[l.1 as usize].stems == [scene.tokens[i.at].stem]
                })
        };
        let Some(own) = row.date.filter(|_| !set.series && row.labels.iter().any(named)) else { continue };
        let Some(first) = index
            .dates
            .iter()
            .find(|d| d.value == own && d.row != NONE && index.rows[d.row as usize].labels == row.labels)
        else {
            continue;
        };
        // The row's own date leads to the row, the others to their fields.
        let others = index.dates.iter().filter_map(|d| Some((d, day(d)?)));
        let (DateValue::Day(start), node) = (own, first.node) else { continue };
        if let Some((d, _)) =
            others.into_iter().find(|(_, (parent, end))| *parent == node && fits((*end - start).num_days().abs()))
        {
            return Some(d.node);
        }
    }
    None
}

/// "over 30 days": as many days as a series holds, or as lie between two dates of one object or of the sentence.
fn stretch(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, wanted: usize, days: f64) -> Option<u32> {
    let fits = |n: i64| {
        let n = n as f64 / days;
        figure.accepts().any(|(lo, hi)| (lo..=hi).contains(&n)) || (n - wanted as f64).abs() < 1e-9
    };
    if let Some(set) = index.sets.iter().find(|s| s.series && fits(s.rows.len() as i64)) {
        return Some(set.node);
    }
    // "Eleven months of data", "over the six years", where a list has one row a month or a year.
    let each = |date: DateValue| match date {
        DateValue::Month(..) => days == 30.0,
        DateValue::Quarter(..) => (90.0..93.0).contains(&days),
        DateValue::Year(_) => (360.0..367.0).contains(&days),
        _ => false,
    };
    let dated = |r: &u32| index.rows[*r as usize].date.is_some_and(each);
    let of_each = |s: &&RowSet| s.rows.len() == wanted && s.rows.iter().all(dated);
    if let Some(set) = index.sets.iter().find(of_each) {
        return Some(set.node);
    }
    let day = |v: DateValue| if let DateValue::Day(d) = v { Some(d) } else { None };
    if let Some(set) = index.sets.iter().find(|s| s.series && days_before(scene, index, figure, s).is_some_and(fits)) {
        return Some(set.node);
    }
    let bounds: Vec<_> = index.dates.iter().filter(|d| d.row == NONE && d.node != NONE).collect();
    for pair in bounds.windows(2) {
        let parent = |n: u32| index.nodes[n as usize].parent;
        // What lies between other dates of a record is a number of it.
        if pair[0].end == End::Single || pair[1].end == End::Single {
            continue;
        }
        // "2020-01" to "2020-08" are eight months.
        let ends = pair[0].value.days().zip(pair[1].value.days());
        if let Some((a, b)) = ends.map(|(a, b)| (a.0.min(b.0), a.1.max(b.1)))
            && parent(pair[0].node) == parent(pair[1].node)
            && (fits((b - a).num_days().abs() + 1) || fits((b - a).num_days().abs()))
        {
            return Some(pair[0].node);
        }
    }
    if let Some(node) = in_row(scene, index, figure, &fits) {
        return Some(node);
    }
    // The dates of the sentence are claims of their own; the days between them need no record.
    let (from, to) = scene.sentence(figure.first);
    let here: Vec<_> =
        scene.dates.iter().filter(|d| d.first >= from && d.last < to).filter_map(|d| day(d.value)).collect();
    // A stretch holds both of its ends; "required on the 21st, shipped on the 23rd" is two days late.
    let stretch = scene.dates.iter().any(|d| d.first >= from && d.last < to && d.end != End::Single);
    let apart = |w: &[NaiveDate]| (w[1] - w[0]).num_days().abs();
    let between = here.windows(2).any(|w| stretch && fits(apart(w) + 1) || fits(apart(w)));
    between.then_some(index.dates.first().map_or(NONE, |d| d.node))
}
