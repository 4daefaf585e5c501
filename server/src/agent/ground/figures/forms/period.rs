//! How long each of the things is that a mean is told for: "19.8 a day" is no mean of months.
//!
//! Deliberately not here: whether a mean is told at all (`sense::per_unit`).

use chrono::NaiveDate;

use crate::agent::ground::index::{Index, RowSet};
use crate::agent::ground::read::date::DateValue;
use crate::agent::ground::read::figure::Figure;
use crate::agent::ground::scene::Scene;

/// A stretch of time that is counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    Hour,
    Day,
    Week,
    Month,
    Quarter,
    Year,
}

/// "0.1 a day", "12 per day", "12 daily".
pub fn per_day(scene: &Scene<'_>, figure: &Figure) -> bool {
    told(scene, figure).any(|period| period == Period::Day)
}

/// A mean of the rows is none of what the sentence tells it for: "266 a week" over rows that are months. Rows without a
/// date are no days.
pub fn of_another(scene: &Scene<'_>, figure: &Figure, index: &Index<'_>, set: &RowSet) -> bool {
    let own = of_rows(index, set);
    let mut told = told(scene, figure).peekable();
    match own {
        Some(own) => told.peek().is_some() && !told.any(|period| period == own),
        None => told.any(|period| period == Period::Day),
    }
}

/// All that the figure's part of the sentence names as "a week", "per week" or "weekly".
fn told<'s>(scene: &'s Scene<'_>, figure: &Figure) -> impl Iterator<Item = Period> + 's {
    const NAMES: [(Period, [&str; 2]); 6] = [
        (Period::Hour, ["hour", "hourly"]),
        (Period::Day, ["day", "daily"]),
        (Period::Week, ["week", "weekly"]),
        (Period::Month, ["month", "monthly"]),
        (Period::Quarter, ["quarter", "quarterly"]),
        (Period::Year, ["year", "yearly"]),
    ];
    let ((from, to), segment) = (scene.sentence(figure.first), scene.segments[figure.first]);
    // "A quarter" is a share.
    let article = move |i: usize| scene.tokens[i - 1].any(&["a", "an"]) && !scene.tokens[i].word("quarter");
    let each = move |i: usize| i > from && (article(i) || scene.tokens[i - 1].any(&["per", "each", "every"]));
    let names = move |i: usize| {
        let word = &scene.tokens[i];
        let named = NAMES.iter().find(|(_, [noun, often])| word.word(often) || word.word(noun) && each(i));
        named.map(|(period, _)| *period)
    };
    (from..to).filter(move |i| scene.segments[*i] == segment).filter_map(names)
}

/// What each row stands for, where all of them are dated; days a week apart begin weeks.
fn of_rows(index: &Index<'_>, set: &RowSet) -> Option<Period> {
    let mut periods = set.rows.iter().map(|r| match index.rows[*r as usize].date? {
        DateValue::Day(_) | DateValue::DayMonth(..) => Some(Period::Day),
        DateValue::Month(..) | DateValue::MonthOnly(_) => Some(Period::Month),
        DateValue::Quarter(..) => Some(Period::Quarter),
        DateValue::Year(_) => Some(Period::Year),
        DateValue::Half(..) => None,
    });
    let first = periods.next()??;
    if !periods.all(|p| p == Some(first)) {
        return None;
    }
    let mut days: Vec<NaiveDate> =
        set.rows.iter().filter_map(|r| Some(index.rows[*r as usize].date?.days()?.0)).collect();
    days.sort_unstable();
    let apart = days.windows(2).map(|w| (w[1] - w[0]).num_days()).min();
    Some(match apart {
        Some(7) if first == Period::Day => Period::Week,
        Some(28..=31) if first == Period::Day => Period::Month,
        _ => first,
    })
}
