//! Parts of weeks and weeks of a stretch: "working days", "at weekends", "the second week".
//!
//! Deliberately not here: days and stretches that the sentence dates (`selection`).

use chrono::{Datelike, NaiveDate, Weekday};

use super::super::selection::Selection;
use crate::agent::ground::index::{Index, Row, RowSet};
use crate::agent::ground::read::date::DateValue;
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::scene::Scene;

/// Adds the rows that such words beside the figure single out.
pub fn parts(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, out: &mut Vec<Selection>) {
    let near = |words: &[&str]| scene.says_near(figure, words);
    let weekend = near(&["weekend", "weekends"]);
    let working =
        near(&["weekdays", "workday", "workdays"]) || near(&["working", "business"]) && near(&["days", "day"]);
    let week = ordinal_week(scene, figure);
    let ends = end_days(scene, figure);
    if !weekend && !working && week.is_none() && ends.is_none() {
        return;
    }
    for (s, set) in index.sets.iter().enumerate().filter(|(_, set)| set.required && !set.records) {
        let days: Vec<(u32, Option<Weekday>)> =
            set.rows.iter().map(|r| (*r, weekday(&index.rows[*r as usize]))).collect();
        let chosen = |rows: Vec<u32>| {
            let n = rows.len() as i64;
            Selection { set: s as u32, rows, chosen: true, days: Some(n).filter(|_| set.series) }
        };
        if weekend != working && days.iter().all(|d| d.1.is_some()) {
            let end = |d: Weekday| matches!(d, Weekday::Sat | Weekday::Sun);
            let rows = days.iter().filter(|d| d.1.is_some_and(|w| end(w) == weekend)).map(|d| d.0);
            out.push(chosen(rows.collect()));
        }
        if let Some((n, last)) = ends.filter(|e| set.series && e.0 < set.rows.len()) {
            let rows = if last { &set.rows[set.rows.len() - n..] } else { &set.rows[..n] };
            out.push(chosen(rows.to_vec()));
        }
        if let Some(week) = week.filter(|_| set.series) {
            out.push(chosen(of_week(index, set, week)));
        }
    }
}

/// Which week of a stretch the words right before the figure name, from 0; the last is `None`.
fn ordinal_week(scene: &Scene<'_>, figure: &Figure) -> Option<Option<i64>> {
    const PLACES: [&str; 4] = ["first", "second", "third", "fourth"];
    let (from, _) = scene.sentence(figure.first);
    let segment = |i: &usize| scene.segments[*i] == scene.segments[figure.first];
    let at = (from + 1..figure.first).rev().filter(segment).find(|i| scene.tokens[*i].word("week"))?;
    let word = &scene.tokens[at - 1];
    let place = PLACES.iter().position(|p| word.word(p)).map(|p| Some(p as i64));
    place.or_else(|| word.any(&["last", "final"]).then_some(None))
}

/// "The first two days", "the final three days": how many, and whether they are the last ones.
fn end_days(scene: &Scene<'_>, figure: &Figure) -> Option<(usize, bool)> {
    let (from, to) = scene.sentence(figure.first);
    let (i, last) = (from..to).find_map(|i| {
        let t = &scene.tokens[i];
        let last = t.any(&["last", "final"]);
        (last || t.any(&["first", "opening"])).then_some((i, last))
    })?;
    let n = scene.figures.iter().find(|f| f.first == i + 1 && f.unit == Unit::Time(1.0))?.value();
    (1.0..=20.0).contains(&n).then_some((n as usize, last))
}

/// The days of one of the weeks, counted from the first day of the list, the last from its end.
fn of_week(index: &Index<'_>, set: &RowSet, week: Option<i64>) -> Vec<u32> {
    let days = set.rows.iter().filter_map(|r| Some((*r, day(&index.rows[*r as usize])?)));
    let days: Vec<(u32, NaiveDate)> = days.collect();
    let (first, last) = (days.iter().map(|d| d.1).min(), days.iter().map(|d| d.1).max());
    let within = |d: NaiveDate| match week {
        Some(n) => first.is_some_and(|first| (d - first).num_days() / 7 == n),
        None => last.is_some_and(|last| (last - d).num_days() < 7),
    };
    days.iter().filter(|d| within(d.1)).map(|d| d.0).collect()
}

fn day(row: &Row<'_>) -> Option<NaiveDate> {
    if let Some(DateValue::Day(day)) = row.date { Some(day) } else { None }
}

fn weekday(row: &Row<'_>) -> Option<Weekday> {
    day(row).map(|d| d.weekday()).or_else(|| row.title.parse().ok())
}
