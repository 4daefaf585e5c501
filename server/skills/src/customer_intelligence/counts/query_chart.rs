//! Charts of `query_data`: bars of groups, a line over time, parts of a whole, now against before.

use std::collections::BTreeMap;

use model::chart::{Chart, Drawing, Part, Point, Step};
use model::text::capital;
use model::time::DateRange;

use super::query_scope;
use crate::figures::{self, tone};
use query::ast::{Aggregation, Bucket, By};
use query::check::{Checked, CheckedMeasure, GroupKey};
use query::run::{QueryResult, ResultRow};
use query::values::Vocabulary;
use query::{catalog, describe, week};

/// The chart of a result, if there is enough to draw: for groups, at least this many.
pub fn chart(
    query: &Checked,
    found: &QueryResult,
    vocabulary: &Vocabulary,
    days: DateRange,
    fewest: usize,
) -> Option<Chart> {
    let it = Drawn { query, found, vocabulary, days, first: query.measures.first()? };
    match query.keys.as_slice() {
        [] => it.alone(),
        [key] if found.groups.len() >= fewest => Some(it.grouped(key)),
        _ => None,
    }
}

struct Drawn<'a> {
    query: &'a Checked,
    found: &'a QueryResult,
    vocabulary: &'a Vocabulary,
    days: DateRange,
    first: &'a CheckedMeasure,
}

impl Drawn<'_> {
    fn counts(&self) -> bool {
        self.first.of == Aggregation::Count && self.first.only.is_none()
    }

    fn noun(&self) -> &'static str {
        describe::noun(self.query.dataset).1
    }

    /// The unit of the figures.
    fn unit(&self) -> &'static str {
        match (self.first.of, self.first.column.as_ref().map(|c| c.kind)) {
            (Aggregation::Share, _) => "%",
            (Aggregation::Count, _) => self.noun(),
            (Aggregation::Distinct, _) => "values",
            (_, Some(catalog::ColumnType::Number(unit))) => unit,
            _ => "",
        }
    }

    /// "Average time to resolution".
    fn named(&self) -> String {
        match self.counts() {
            true => capital(self.noun()),
            false => capital(&describe::measure(self.first, self.vocabulary)),
        }
    }

    /// A share as two parts of a whole, a comparison as two bars.
    fn alone(&self) -> Option<Chart> {
        let total = &self.found.total;
        let value = total.values.first().copied().flatten();
        if let Some((before, _)) = &total.before {
            let then = before.first().copied().flatten()?;
            let against = self.query.against?;
            let bars =
                [(self.days.label(), value?), (against.label(), then)].map(|(label, v)| (label, figures::round2(v)));
            let finding =
                format!("{}: {} after {}", self.named(), describe::number(bars[0].1), describe::number(bars[1].1));
            return Some(figures::values(finding, format!("{}, now and before", self.named()), self.unit(), &bars));
        }
        let only = self.first.only.as_ref().filter(|_| self.first.of == Aggregation::Share)?;
        let part = total.count * value? / 100.0;
        let (around, which) = (describe::around(only, self.vocabulary), describe::which(only, self.vocabulary));
        let name = format!("{}{}", around.before, around.after);
        let plain = |label: String, value: f64, tone| Part { label, value: value.round(), tone, filter: None };
        let parts = vec![
            plain(capital(name.trim().trim_start_matches("where ")), part, model::chart::Tone::Plain),
            plain("The others".into(), total.count - part, model::chart::Tone::Neutral),
        ];
        Some(Chart {
            finding: format!(
                "{}% of {}",
                describe::number(figures::round2(value?)),
                figures::number(total.count as i64)
            ),
            subtitle: format!("{}{which}, {}", capital(self.noun()), self.days.label()),
            drawing: Drawing::Parts {
                unit: self.noun().into(),
                parts: parts.into_iter().filter(|p: &Part| p.value > 0.0).collect(),
            },
            scope: None,
        })
    }

    fn grouped(&self, key: &GroupKey) -> Chart {
        let label = |line: &ResultRow| label(line.key[0].as_deref(), key, self.vocabulary);
        let lines: Vec<(&ResultRow, f64)> = self
            .found
            .groups
            .iter()
            .filter_map(|l| Some((l, figures::round2(l.values.first().copied().flatten()?))))
            .collect();
        let subtitle = format!("{} by {}, {}", self.named(), describe::key(key), self.days.label());
        let most = lines.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        let finding = most.map_or_else(String::new, |(line, value)| {
            let value = if self.counts() { figures::number(*value as i64) } else { describe::number(*value) };
            format!("Most: {} ({value})", label(line))
        });
        let about = query_scope::of_chart(self.query, self.vocabulary);
        if let GroupKey::Time(bucket) = key
            && let Some(step) = step(*bucket)
        {
            let point = |(line, value): &(&ResultRow, f64)| {
                let text = line.key[0].as_deref()?;
                let text = if text.len() == 7 { format!("{text}-01") } else { text.to_owned() };
                Some(Point { day: text.parse().ok()?, value: *value })
            };
            let steps = steps(self.query, self.days);
            let mut points: Vec<Point> = lines.iter().filter_map(point).collect();
            if self.counts() && !steps.is_empty() && !self.found.cut {
                points = with_empty(&points, step);
            }
            let drawing = Drawing::days(self.unit().into(), points);
            return Chart { finding, subtitle, drawing, scope: None }.about(about, |_| None).stepped(step, steps);
        }
        let mark = |i: usize| query_scope::of_group(self.query, key, lines.get(i)?.0.key.first()?.as_deref());
        let whole = self.found.total.count as i64;
        let counted: Vec<(String, i64)> = lines.iter().map(|(l, v)| (label(l), *v as i64)).collect();
        let chart = match key {
            GroupKey::Column(column)
                if self.counts() && matches!(&*column.name, "sentiment" | "status" | "sla_breached") =>
            {
                let part = |(line, value): &(&ResultRow, f64)| Part {
                    label: capital(&label(line)),
                    value: *value,
                    tone: tone(&column.name, line.key[0].as_deref()),
                    filter: None,
                };
                let parts = lines.iter().map(part).collect();
                let drawing = Drawing::Parts { unit: self.unit().into(), parts };
                Chart { finding, subtitle, drawing, scope: None }
            }
            _ if self.counts() => figures::bars(finding, subtitle, self.unit(), &counted, whole),
            _ => {
                let named: Vec<(String, f64)> = lines.iter().map(|(l, v)| (label(l), *v)).collect();
                figures::values(finding, subtitle, self.unit(), &named)
            }
        };
        chart.about(about, mark)
    }
}

/// The step of a time key, if its points make a line.
const fn step(bucket: Bucket) -> Option<Step> {
    match bucket {
        Bucket::Day => Some(Step::Day),
        Bucket::Week => Some(Step::Week),
        Bucket::Month => Some(Step::Month),
        _ => None,
    }
}

/// The steps that a query can be repeated by; none if its groups are ranked, limited or compared.
fn steps(query: &Checked, days: DateRange) -> Vec<Step> {
    let plain = query.order.by == By::Group && query.having.is_empty() && query.against.is_none();
    if plain { Step::for_range(days) } else { Vec::new() }
}

/// Counts in order of time, with a 0 for every empty step between them.
fn with_empty(points: &[Point], step: Step) -> Vec<Point> {
    let known: BTreeMap<_, _> = points.iter().map(|p| (p.day, p.value)).collect();
    let (Some(first), Some(last)) = (known.keys().next(), known.keys().last()) else { return Vec::new() };
    std::iter::successors(Some(*first), |day| step.next(*day))
        .take_while(|day| day <= last)
        .map(|day| Point { day, value: known.get(&day).copied().unwrap_or_default() })
        .collect()
}

/// A group's value for display.
pub(super) fn label(value: Option<&str>, key: &GroupKey, vocabulary: &Vocabulary) -> String {
    let Some(value) = value else { return format!("no {}", describe::key(key)) };
    let day = |text: &str| text.parse::<chrono::NaiveDate>().ok();
    match key {
        GroupKey::Column(column) => vocabulary.readable(&column.name, value),
        GroupKey::Time(Bucket::Month) => figures::month(value),
        GroupKey::Time(Bucket::Day) => day(value).map_or_else(|| value.to_owned(), model::time::full_date),
        GroupKey::Time(Bucket::Week) => {
            day(value).map_or_else(|| value.to_owned(), |d| format!("week from {}", model::time::full_date(d)))
        }
        GroupKey::Time(Bucket::Quarter) => match value.split_once("-Q") {
            Some((year, quarter)) => format!("Q{quarter} {year}"),
            None => value.to_owned(),
        },
        GroupKey::Time(Bucket::Weekday) => value
            .parse::<usize>()
            .ok()
            .and_then(|i| week::WEEKDAYS.get(i))
            .map_or_else(|| value.to_owned(), ToString::to_string),
        GroupKey::Time(Bucket::Year) => value.to_owned(),
    }
}
