//! Numbers of an answer: in the rows that their sentence cites, worked out from those, or elsewhere in the results.

use std::sync::LazyLock;

use model::answer::{ClaimKind, Found, How};
use regex::Regex;

use super::check::{Check, NOWHERE, Place, in_question};
use super::facts::{Fact, RowKind, days};
use super::number::Number;
use super::{derive, number};
use base::pattern;

/// "the last 7 days": a period, not a finding.
static STRETCH: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(?:last|past|previous|preceding|prior|first|next|following)\s$"));

/// "2–3 days": ends of a range.
static BEFORE_DASH: LazyLock<Regex> = LazyLock::new(|| pattern(r"[0-9%]\s?–\s?$"));
static AFTER_DASH: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\s?–\s?[0-9]"));

/// The seconds of a day.
const DAY_SECS: f64 = 86_400.0;

/// A row with more dates is a text, in which two of them are so many days apart by chance.
const MAX_ROW_DATES: usize = 4;

/// The rows that a sentence is about.
struct Rows<'a> {
    cited: &'a [usize],
    /// What applies to the cited ones: see [`Check::around`].
    around: &'a [usize],
    /// Those that its words name.
    named: &'a [usize],
}

impl Check<'_> {
    /// The numbers of a sentence. Those in no row may be derived from those in one, and from no others: two inventions
    /// give a third.
    pub(super) fn numbers(&mut self, from: usize, part: &str, numbers: &[Number], cited: &[usize]) {
        if numbers.is_empty() {
            return;
        }
        let rows = Rows { cited, around: &self.around(cited), named: &self.facts.named(part) };
        let held: Vec<Option<(Found, Option<String>)>> = numbers.iter().map(|n| self.held(n, &rows)).collect();
        let known: Vec<(&Number, &Found)> =
            numbers.iter().zip(&held).filter_map(|(n, held)| Some((n, &held.as_ref()?.0))).collect();
        let stated = derive::stated(&known.iter().map(|(n, _)| (&part[n.at.clone()], *n)).collect::<Vec<_>>());
        let follows = |number: &Number| {
            let derive::Derived { how, operands, from, .. } = derive::find(number, &stated, &[])?;
            // What follows from cited figures alone rests on the same rows.
            let cited = from.iter().all(|i| known.get(*i).is_some_and(|(_, found)| found.cited));
            Some((Found { call: "answer".into(), path: String::new(), how, cited, operands }, None))
        };
        let held: Vec<_> = numbers.iter().zip(&held).map(|(n, held)| held.clone().or_else(|| follows(n))).collect();
        for (number, held) in numbers.iter().zip(held) {
            let at = from + number.at.start..from + number.at.end;
            let kind = match () {
                () if number.percent => ClaimKind::Percent,
                () if number.amount => ClaimKind::Amount,
                () => ClaimKind::Number,
            };
            match held {
                Some((found, problem)) => self.push(kind, at, Some(found), problem),
                None if exempt(part, number) => {}
                None => self.push(kind, at, None, Some(NOWHERE.into())),
            }
        }
    }

    /// Where the results, or the question, have a number, and the note on that.
    fn held(&self, number: &Number, rows: &Rows<'_>) -> Option<(Found, Option<String>)> {
        let Rows { cited, around, named } = *rows;
        let in_cited = self
            .in_rows(number, cited)
            .or_else(|| self.in_rows(number, around))
            .or_else(|| self.worked_out(number, cited, around))
            .or_else(|| self.none(number, cited));
        if let Some(place) = in_cited {
            return Some((self.found(place, true), None));
        }
        if let Some(place) = self.in_rows(number, named).filter(|_| cited.is_empty()) {
            return Some((self.found(place, false), None));
        }
        if let Some((place, problem)) = self.anywhere(number, cited) {
            return Some((self.found(place, false), problem));
        }
        if let Some(place) = self.year(number) {
            return Some((self.found(place, false), None));
        }
        let asked = number::find(self.context.question, &[]);
        if asked.iter().any(|a| a.readings.iter().any(|r| number.readings.contains(r))) {
            return Some((in_question(), None));
        }
        let place = |found: derive::Derived| Place {
            row: found.row,
            path: found.path,
            how: found.how,
            operands: found.operands,
        };
        let worked_out = derive::down_columns(number, &[derive::operands(self.facts, named)])
            .or_else(|| derive::in_lists(number, self.facts));
        Some((self.found(place(worked_out?), false), None))
    }

    /// The zero of a pair that a complete list lacks.
    fn none(&self, number: &Number, cited: &[usize]) -> Option<Place> {
        let row = *cited
            .iter()
            .find(|row| number.readings.iter().any(|r| r.value == 0.0) && self.facts.is_complete(**row))?;
        Some(Place { row, path: self.facts.rows[row].path.clone(), how: How::Count, operands: Vec::new() })
    }

    /// A cell of these rows with the number: as it is, rounded, in percent or in another unit of time.
    fn in_rows(&self, number: &Number, rows: &[usize]) -> Option<Place> {
        const UNIT_SECS: [f64; 4] = [60.0, 3_600.0, 86_400.0, 604_800.0];
        let facts = || rows.iter().flat_map(|r| &self.facts.facts[self.facts.rows[*r].facts.clone()]);
        let place = |fact: &Fact, how| Place { row: fact.row, path: fact.path.clone(), how, operands: Vec::new() };
        let same = |v: f64| number.readings.iter().any(|r| (v.abs() - r.value).abs() < 1e-9);
        let near = |v: f64| number.readings.iter().any(|r| r.fits(v.abs()));
        // Only a number printed with its sign must have it.
        let signed = |v: f64| !number.negative || v <= 0.0;
        if let Some(fact) = facts().filter(|f| signed(f.value)).find(|f| same(f.value)) {
            return Some(place(fact, How::Equal));
        }
        let rounded = |f: &&Fact| !f.in_text && (near(f.value) || number.percent && near(f.value * 100.0));
        if let Some(fact) = facts().filter(|f| signed(f.value)).find(rounded) {
            return Some(place(fact, How::Rounded));
        }
        let seconds = number.seconds?;
        let fact =
            facts().find(|f| !f.in_text && UNIT_SECS.iter().any(|u| *u != seconds && near(f.value * u / seconds)))?;
        Some(place(fact, How::Rounded))
    }

    fn worked_out(&self, number: &Number, cited: &[usize], around: &[usize]) -> Option<Place> {
        let items = |table: usize| cited.iter().filter(|r| self.facts.rows[**r].table == table).count();
        let whole = |n: usize| n > 1 && number.readings.iter().any(|r| r.value == n as f64) && !number.percent;
        let counted = cited.iter().find(|r| {
            let row = &self.facts.rows[**r];
            row.kind == RowKind::Item && whole(items(row.table))
        });
        if let Some(row) = counted {
            let list = self.facts.rows[*row].path.rsplit_once('/').map_or("", |(list, _)| list).to_owned();
            return Some(Place { row: *row, path: list, how: How::Count, operands: Vec::new() });
        }
        if let Some(place) = cited.iter().find_map(|row| self.days_between(number, *row)) {
            return Some(place);
        }
        let ranges = around.iter().map(|r| &self.facts.dates[self.facts.rows[*r].dates.clone()]);
        let lengths: Vec<i64> = ranges.filter_map(days).collect();
        let found = derive::find(number, &derive::operands(self.facts, cited), &lengths)?;
        Some(Place { row: found.row, path: found.path, how: found.how, operands: found.operands })
    }

    /// The days from one date of a row to another, if it is printed in days.
    fn days_between(&self, number: &Number, row: usize) -> Option<Place> {
        let all = &self.facts.dates[self.facts.rows[row].dates.clone()];
        let whole: Vec<_> = all.iter().filter_map(|dated| Some((dated, dated.date.full()?))).collect();
        let fits = |days: i64| days > 1 && number.readings.iter().any(|r| r.value == days as f64);
        let pairs = whole.iter().enumerate().flat_map(|(i, a)| whole[i + 1..].iter().map(move |b| (a, b)));
        let plain = number.seconds == Some(DAY_SECS) && whole.len() <= MAX_ROW_DATES;
        let (a, b) = pairs.filter(|_| plain).find(|(a, b)| fits((a.1 - b.1).num_days().abs()))?;
        let operands = [a.1, b.1].map(|day| day.to_string()).to_vec();
        Some(Place { row, path: a.0.path.clone(), how: How::Difference, operands })
    }

    /// A cell of any result with the number. If its list has another row that the sentence cites, that is noted: it is
    /// a correct number of another thing.
    fn anywhere(&self, number: &Number, cited: &[usize]) -> Option<(Place, Option<String>)> {
        let mut hits: Vec<usize> = Vec::new();
        for reading in &number.readings {
            let scales: &[f64] = if number.percent { &[1.0, 0.01] } else { &[1.0] };
            for scale in scales {
                let (least, most) =
                    ((reading.value - reading.within) * scale, (reading.value + reading.within) * scale);
                hits.extend(self.facts.between(least, most));
                hits.extend(self.facts.between(-most, -least));
            }
        }
        let fact = |i: &usize| &self.facts.facts[*i];
        let exact = |f: &Fact| number.readings.iter().any(|r| (f.value.abs() - r.value).abs() < 1e-9);
        hits.retain(|i| !fact(i).in_text || exact(fact(i)));
        let tables: Vec<usize> = cited.iter().map(|r| self.facts.rows[*r].table).collect();
        let of_list = |i: &usize| {
            let row = &self.facts.rows[fact(i).row];
            row.kind == RowKind::Item && tables.contains(&row.table)
        };
        let best = hits.iter().min_by_key(|i| (!of_list(i), fact(i).in_text, !exact(fact(i)), **i))?;
        let found = fact(best);
        let problem = of_list(best).then(|| {
            let named = |row: usize| Some(self.facts.rows[row].label.clone()).filter(|l| !l.is_empty());
            let here = cited.iter().find(|r| self.facts.rows[**r].table == self.facts.rows[found.row].table);
            match (named(found.row), here.and_then(|r| named(*r))) {
                (Some(has), Some(cites)) => {
                    format!("The row that is cited, “{cites}”, does not have it; “{has}” does.")
                }
                _ => "The row that is cited does not have it; another row of the same list does.".into(),
            }
        });
        let how = if exact(found) { How::Equal } else { How::Rounded };
        Some((Place { row: found.row, path: found.path.clone(), how, operands: Vec::new() }, problem))
    }

    /// A number that is the year of a date.
    fn year(&self, number: &Number) -> Option<Place> {
        let year =
            number.readings.first().map(|r| r.value).filter(|v| (1900.0..2100.0).contains(v) && v.fract() == 0.0)?;
        let dated = self.facts.dates.iter().find(|d| d.date.year.is_some_and(|y| f64::from(y) == year))?;
        Some(Place { row: dated.row, path: dated.path.clone(), how: How::Equal, operands: Vec::new() })
    }
}

/// "the last 7 days", "2–3 hours": not findings.
fn exempt(part: &str, number: &Number) -> bool {
    let (before, after) = (&part[..number.at.start], &part[number.at.end..]);
    let stretch = number.seconds.is_some() && STRETCH.is_match(before);
    stretch || BEFORE_DASH.is_match(before) || AFTER_DASH.is_match(after)
}
