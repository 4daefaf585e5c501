//! How long it was from one day to another: "47 days old", "six days later", "open for 116 days", "due in nine days".
//!
//! Deliberately not here: durations that a result gives.

use chrono::NaiveDate;

use crate::agent::ground::figures::derive::Derived;
use crate::agent::ground::index::{Index, NONE};
use crate::agent::ground::read::date::{DateValue, End};
use crate::agent::ground::read::figure::{Figure, Lean, Unit};
use crate::agent::ground::scene::Scene;

/// No more days than these are tried on each other.
const MOST: usize = 16;

/// Two days that lie so far apart: one that the sentence or one of the two before it names, or today, or a day of a record
/// named there; and another of these.
pub fn find(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Derived> {
    const SPEAKS: [&str; 18] = [
        "old", "later", "ago", "open", "since", "after", "before", "now", "late", "overdue", "for", "took", "within",
        "from", "in", "earlier", "between", "until",
    ];
    let Unit::Time(unit) = figure.unit else { return None };
    let (from, to) = scene.sentence(figure.first);
    if unit < 1.0 || !scene.says_near(figure, &SPEAKS) {
        return None;
    }
    let back = |i: usize| i.checked_sub(1).map_or(0, |last| scene.sentence(last).0);
    let start = back(back(from));
    let day = |value: DateValue| if let DateValue::Day(day) = value { Some(day) } else { None };
    let named = |row: u32| {
        let row = index.rows.get(row as usize);
        let said = |phrase: u32| scene.mentions_in((start, to)).any(|m| m.phrase == phrase);
        row.is_some_and(|row| row.labels.iter().any(|label| said(label.1)))
    };
    let told: Vec<NaiveDate> = scene
        .dates
        .iter()
        .filter(|d| d.first >= start && d.first < to && d.end == End::Single)
        .filter_map(|d| day(d.value).or_else(|| of_year(index, d.value)))
        .collect();
    let today = index.dates.iter().find(|d| d.node == NONE && d.end == End::Single).and_then(|d| day(d.value));
    let known = index.dates.iter().filter_map(|d| Some((day(d.value)?, d.node, d.row)));
    let mut days: Vec<(NaiveDate, u32)> =
        known.filter(|(day, _, row)| told.contains(day) || named(*row)).map(|(day, node, _)| (day, node)).collect();
    // A record alone in its result needs no name.
    if days.len() < 2 && index.dates.len() <= 4 {
        days.extend(index.dates.iter().filter(|d| d.node != NONE).filter_map(|d| Some((day(d.value)?, d.node))));
    }
    days.sort_unstable();
    days.dedup_by_key(|d| d.0);
    days.truncate(MOST);
    let wanted = figure.value();
    let fits = |a: NaiveDate, b: NaiveDate| {
        let apart = (a - b).num_days().unsigned_abs() as f64;
        let count = match unit {
            unit if unit >= 365.0 => (apart / 365.25).floor(),
            unit if unit >= 28.0 => (apart / 30.44).round(),
            unit => (apart / unit).round(),
        };
        // "More than 22 years".
        let lean = figure.lean == Lean::About && (count - wanted).abs() <= 1.0 && count > 10.0;
        count == wanted || lean
    };
    let of_today = days.iter().find(|(day, _)| today.is_some_and(|today| fits(*day, today)));
    let pair = || days.iter().enumerate().find(|(i, a)| days[i + 1..].iter().any(|b| fits(a.0, b.0))).map(|(_, a)| a);
    of_today.or_else(pair).map(|(_, node)| (*node, "difference"))
}

/// A day without a year is one that a result names.
fn of_year(index: &Index<'_>, value: DateValue) -> Option<NaiveDate> {
    let DateValue::DayMonth(..) = value else { return None };
    index.dates.iter().find_map(|d| match d.value {
        DateValue::Day(day) if value.holds(day) => Some(day),
        _ => None,
    })
}
