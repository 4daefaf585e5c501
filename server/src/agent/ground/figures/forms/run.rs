//! Figures told one after another without their names: "396, then 726, before easing to 630", "17 → 25 → 21 → 9".
//!
//! Deliberately not here: figures whose rows are named (`naming`).

use super::super::derive::accepts;
use super::super::naming::{by_end, same};
use crate::agent::ground::index::{Fact, Index, Row, field};
use crate::agent::ground::read;
use crate::agent::ground::read::date::{self, DateValue, End};
use crate::agent::ground::read::figure::Figure;
use crate::agent::ground::scene::Scene;

/// Three and more figures of the sentence, this one among them, are the numbers of as many rows in a row, days or weeks or
/// months one after another.
pub fn holds(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact, r: u32) -> bool {
    const LEAST: usize = 3;
    let set = &index.sets[index.rows[r as usize].set as usize];
    if set.rows.len() < LEAST || set.records || figure.whole || figure.frame {
        return false;
    }
    let sentence = scene.sentence(figure.first);
    // "By 4, to 21": the first of these is a difference.
    let step = |f: &Figure| f.first > 0 && scene.tokens[f.first - 1].word("by");
    let told: Vec<&Figure> = scene
        .figures
        .iter()
        .filter(|f| f.first >= sentence.0 && f.first < sentence.1 && f.unit == figure.unit && !f.frame && !step(f))
        .collect();
    // "From February to October": the ends that are named are what counts.
    let date = index.rows[r as usize].date;
    if date.is_some_and(|d| by_end(scene, index, figure, &index.rows[r as usize], d).is_some()) {
        return false;
    }
    // "And reached 2,190 by Q4 2021": that time's.
    let after = |d: &&date::DateAt| d.first > figure.last && d.first <= figure.last + 2 && d.end == End::Single;
    let stands = scene.dates.iter().find(after).filter(|d| d.last < sentence.1);
    if stands.is_some_and(|d| date.is_some_and(|own| d.value.is_day() == own.is_day() && !same(own, d.value))) {
        return false;
    }
    let own = told.iter().position(|f| f.first == figure.first);
    let (Some(own), Some(at)) = (own, set.rows.iter().position(|row| *row == r)) else { return false };
    let meets = |f: usize, row: usize| {
        let cell = set.rows.get(row).and_then(|row| index.cell(*row, fact.field));
        let value = cell.map(|c| index.facts[c as usize].value);
        told.get(f).zip(value).is_some_and(|(f, value)| accepts(f, value))
    };
    let before = (1..=own.min(at)).take_while(|k| meets(own - k, at - k)).count();
    let after = (1..).take_while(|k| meets(own + k, at + k)).count();
    if !spans_its_range(scene, index, sentence, &set.rows[at - before..=at + after]) {
        return false;
    }
    let least = if adds_up(scene, &told, own) { 2 } else { LEAST };
    before + after + 1 >= least && set.rows.iter().all(|row| timed(&index.rows[*row as usize]))
}

/// "From March to June the count went 16, 14, 6, 14": the run begins and ends where the sentence says, unless its figures
/// have ends of their own ("from 396 to 726, then 630").
fn spans_its_range(scene: &Scene<'_>, index: &Index<'_>, sentence: (usize, usize), rows: &[u32]) -> bool {
    let (from, to) = sentence;
    let own =
        |f: &Figure| f.first > from && f.first < to && scene.tokens[f.first - 1].any(&["from", "to"]) && f.last < to;
    let mut pairs = scene.dates.windows(2).filter(|w| w[0].first >= from && w[1].last < to && w[0].end == End::From);
    let Some(pair) = pairs.next().filter(|_| !scene.figures.iter().any(own)) else { return true };
    let is = |row: Option<&u32>, d: DateValue| {
        row.is_none_or(|r| index.rows[*r as usize].date.is_none_or(|own| same(own, d)))
    };
    is(rows.first(), pair[0].value) && is(rows.last(), pair[1].value)
}

/// "51 in the week from 11 January, up from 35 the week before": the row before one that the sentence names.
pub fn before(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, r: u32) -> bool {
    let set = &index.sets[index.rows[r as usize].set as usize];
    let word = |k: usize, words: &[&str]| scene.tokens.get(figure.last + k).is_some_and(|t| t.any(words));
    let at = if word(1, &["in", "on"]) { 2 } else { 1 };
    let unit = ["day", "week", "month", "quarter", "year"];
    let said = word(at, &["the"]) && word(at + 1, &unit) && word(at + 2, &["before", "earlier"])
        || word(at, &["the"]) && word(at + 1, &["previous", "preceding"]) && word(at + 2, &unit)
        || word(at, &["a"]) && word(at + 1, &unit) && word(at + 2, &["before", "earlier"])
        || word(1, &["before"]) && scene.tokens.get(figure.last + 2).is_none_or(|t| t.is(".") || t.is(","));
    // "Down 57% on the month before (274)".
    let back = |k: usize| figure.first.checked_sub(k).map(|i| &scene.tokens[i]);
    let bracketed = back(1).is_some_and(|t| t.is("("))
        && back(2).is_some_and(|t| t.any(&["before", "earlier"]))
        && back(3).is_some_and(|t| t.any(&unit));
    // "More than on the day before, when 18 came in".
    let (from, _) = scene.sentence(figure.first);
    let back_then = figure.first >= from + 4
        && scene.tokens[figure.first - 1].word("when")
        && (figure.first.saturating_sub(5).max(from)..figure.first - 1)
            .any(|i| scene.tokens[i].any(&unit) && scene.tokens[i + 1].any(&["before", "earlier"]));
    let said = said || bracketed || back_then;
    let next = set.rows.iter().position(|row| *row == r).and_then(|p| set.rows.get(p + 1));
    let Some(next) = next.map(|n| &index.rows[*n as usize]).filter(|_| said && !set.records) else { return false };
    let sentence = scene.sentence(figure.first);
    // "By July the figure was 17. Against the month before (23) …".
    let range = if scene.days_in(sentence).next().is_some() { sentence } else { scene.around(figure.first) };
    let named = scene.mentions_in(sentence).any(|m| next.labels.iter().any(|l| l.1 == m.phrase));
    named || scene.days_in(range).any(|d| next.date.is_some_and(|own| same(own, d.value)))
}

/// "The following day brought 9", "the day after the peak brought 16": the row behind one that is named, or behind the highest.
pub fn after(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact, r: u32) -> bool {
    const UNIT: [&str; 5] = ["day", "week", "month", "quarter", "year"];
    let (from, _) = scene.sentence(figure.first);
    let near = (figure.first.saturating_sub(9).max(from), figure.first);
    let pair = |a: &[&str], b: &[&str]| scene.tokens[near.0..near.1].windows(2).any(|w| w[0].any(a) && w[1].any(b));
    let said = pair(&["following", "next"], &UNIT) || pair(&UNIT, &["after", "later"]);
    let set = &index.sets[index.rows[r as usize].set as usize];
    let last = set.rows.iter().position(|row| *row == r).and_then(|p| p.checked_sub(1)).map(|p| set.rows[p]);
    let Some(last) = last.filter(|_| said && !set.records) else { return false };
    let value = |row: u32| index.cell(row, fact.field).map(|f| index.facts[f as usize].value);
    let highest = || {
        let most = set.rows.iter().filter_map(|row| value(*row)).fold(f64::MIN, f64::max);
        scene.says_word(scene.around(figure.first), &["peak", "peaked", "busiest", "highest"])
            && value(last) == Some(most)
    };
    let spoken = scene.dates.iter().rev().find(|d| d.last < figure.first).map(|d| d.value);
    let date = index.rows[last as usize].date;
    spoken.is_some_and(|d| date.is_some_and(|own| same(own, d))) || highest()
}

/// "(previous year: 375)", "the 1,139 in the same period of 2020": beside a period, a result gives the one before.
pub fn period_before(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, r: u32) -> bool {
    const BEFORE: [&str; 7] = ["previous", "prior", "preceding", "earlier", "before", "ago", "same"];
    let earlier = field::words(index.rows[r as usize].title).iter().any(|w| BEFORE[..3].contains(&w.as_str()));
    let (from, to) = scene.sentence(figure.first);
    let near = (figure.first.saturating_sub(4).max(from), (figure.last + 5).min(to));
    earlier && scene.says_word(near, &BEFORE)
}

/// "26.1 hours in Q3 2025, a quarter less than in the same quarter of 2024 (34.7)", "last year's 7.1%": the row of a year
/// before the one that is spoken of.
pub fn year_before(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, r: u32) -> bool {
    let row = &index.rows[r as usize];
    let (Some((year, later)), set) = (row.date.and_then(a_year_later), &index.sets[row.set as usize]) else {
        return false;
    };
    let (from, to) = scene.sentence(figure.first);
    let near = (figure.first.saturating_sub(9).max(from), (figure.last + 8).min(to));
    let says = |words: &[&str]| scene.says_word(near, words);
    let numbered = scene.tokens[near.0..near.1].iter().any(|t| t.text == year.to_string());
    let said = says(&["same"]) && numbered
        || says(&["year", "year's"]) && says(&["earlier", "ago", "before", "last", "previous"]);
    let held = set.rows.iter().any(|o| index.rows[*o as usize].date == Some(later));
    let spoken = scene.dates.iter().rev().find(|d| d.first < figure.first && same(later, d.value));
    said && held && spoken.is_some()
}

/// The year of a month or quarter, and the same a year on.
fn a_year_later(date: DateValue) -> Option<(i32, DateValue)> {
    match date {
        DateValue::Month(y, m) => Some((y, DateValue::Month(y + 1, m))),
        DateValue::Quarter(Some(y), q) => Some((y, DateValue::Quarter(Some(y + 1), q))),
        DateValue::Year(y) => Some((y, DateValue::Year(y + 1))),
        _ => None,
    }
}

/// "The only decline was in 2019, from 324 to 309": the row before the one that is named, where the next figure is that one's.
pub fn from_before(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact, r: u32) -> bool {
    let set = &index.sets[index.rows[r as usize].set as usize];
    let (from, to) = scene.sentence(figure.first);
    let led = figure.first > from && scene.tokens[figure.first - 1].word("from");
    let next = scene.figures.iter().find(|f| f.first == figure.last + 2 && f.first < to);
    let next = next.filter(|_| led && scene.tokens[figure.last + 1].word("to") && !set.records);
    let own = set.rows.iter().position(|row| *row == r).and_then(|at| set.rows.get(at + 1));
    let Some((next, own)) = next.zip(own) else { return false };
    let named = |row: u32| {
        let date = index.rows[row as usize].date;
        scene.days_in((from, to)).any(|d| date.is_some_and(|date| same(date, d.value)))
    };
    let value = index.cell(*own, fact.field).map(|c| index.facts[c as usize].value);
    named(*own) && !named(r) && value.is_some_and(|value| accepts(next, value))
}

/// "20 chats (4 and 16)": the parts in brackets add up to the figure before them.
fn adds_up(scene: &Scene<'_>, told: &[&Figure], own: usize) -> bool {
    let open = |f: &Figure| f.first > 0 && scene.tokens[f.first - 1].is("(");
    let joined = |a: &Figure, b: &Figure| {
        b.first == a.last + 2 && (scene.tokens[a.last + 1].word("and") || scene.tokens[a.last + 1].is("+"))
    };
    let first = if told.get(own).is_some_and(|f| open(f)) { own } else { own.wrapping_sub(1) };
    let (Some(a), Some(b)) = (told.get(first), told.get(first.wrapping_add(1))) else { return false };
    let sum = first.checked_sub(1).and_then(|s| told.get(s));
    open(a) && joined(a, b) && sum.is_some_and(|s| accepts(s, a.value() + b.value()))
}

/// A row of a day, a week, a month: by its date or by its name.
fn timed(row: &Row<'_>) -> bool {
    row.date.is_some() || !date::find(&read::tokens(row.title, &[])).is_empty()
}
