//! How long each of the things is that a mean is told for: "19.8 a day" is no mean of months.
//!
//! Deliberately not here: whether a mean is told at all (`sense::per_unit`).

use chrono::NaiveDate;

use crate::agent::ground::index::field::Kind;
use crate::agent::ground::index::{Fact, Index, RowSet};
use crate::agent::ground::read::date::DateValue;
use crate::agent::ground::read::figure::Figure;
use crate::agent::ground::read::stem::{each, known};
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

/// A mean that a result gives for one stretch of time, told for another: `average` beside a list of days is none a week.
pub fn of_other_time(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> bool {
    let field = &index.fields[fact.field as usize];
    let usual = field.mean || field.says(&const { each(["expected", "baseline", "normal"]) });
    if !usual || !matches!(fact.kind, Kind::Count | Kind::Money) {
        return false;
    }
    let mut told = told(scene, figure).peekable();
    let Some(own) = told.peek().and_then(|_| given_for(index, fact)) else { return false };
    !told.any(|period| period == own)
}

/// By the name of its field, by the dates that the tool lists, or by what the tool was asked for.
fn given_for(index: &Index<'_>, fact: &Fact) -> Option<Period> {
    let field = &index.fields[fact.field as usize];
    if let Some((own, _)) = NAMES.iter().find(|(_, names)| names.iter().any(|n| field.stems.contains(&known(n)))) {
        return Some(*own);
    }
    let here = index.observation_of(fact.node);
    let listed = index.sets.iter().filter(|s| s.required && s.rows.len() > 1 && index.observation_of(s.node) == here);
    let mut periods: Vec<Period> = listed.filter_map(|s| of_rows(index, s)).collect();
    periods.dedup();
    if let [one] = periods[..] {
        return Some(one);
    }
    let word = |(_, [_, often]): &&(Period, [&str; 2])| {
        let said = |text: &str| text.split(|c: char| !c.is_alphanumeric()).any(|w| w.eq_ignore_ascii_case(often));
        index.asked.iter().any(|text| said(text)) || index.tool_of(fact.node).is_some_and(said)
    };
    NAMES.iter().find(word).map(|(period, _)| *period)
}

const NAMES: [(Period, [&str; 2]); 6] = [
    (Period::Hour, ["hour", "hourly"]),
    (Period::Day, ["day", "daily"]),
    (Period::Week, ["week", "weekly"]),
    (Period::Month, ["month", "monthly"]),
    (Period::Quarter, ["quarter", "quarterly"]),
    (Period::Year, ["year", "yearly"]),
];

/// All that the figure's part of the sentence names as "a week", "per week" or "weekly".
fn told<'s>(scene: &'s Scene<'_>, figure: &Figure) -> impl Iterator<Item = Period> + 's {
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
