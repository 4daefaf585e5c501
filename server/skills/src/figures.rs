//! Figures as tools state them: rounding, shares, thousands, and the charts made from them. No data access.

use chrono::NaiveDate;
use model::answer::Coverage;
use model::chart::{Bar, Chart, Drawing, Part, Point, Tone};
/// "12,345".
pub use model::number::whole as number;
use model::run::Scope;
use model::text::capital;
use model::time::DateRange;
use serde_json::{Value, json};

/// "Fees, Crashes or Login failures".
pub fn any_of(names: &[String]) -> String {
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} or {last}", before.join(", ")),
        None => String::new(),
    }
}

/// Share of a whole from 0 to 1, to four decimals; 0 if the whole is 0.
pub fn share(part: i64, whole: i64) -> f64 {
    if whole == 0 { 0.0 } else { (part as f64 / whole as f64 * 10_000.0).round() / 10_000.0 }
}

/// The same in whole percent: 140 of 412 is 34.
pub fn percent(part: i64, whole: i64) -> i64 {
    if whole == 0 { 0 } else { (part as f64 / whole as f64 * 100.0).round() as i64 }
}

/// Relative change from before to now, to four decimals: 0.25 is a quarter more. `None` if before is 0.
pub fn change(now: i64, before: i64) -> Option<f64> {
    (before > 0).then(|| ((now - before) as f64 / before as f64 * 10_000.0).round() / 10_000.0)
}

/// The same in whole percent.
pub fn change_percent(now: i64, before: i64) -> Option<i64> {
    change(now, before).map(|change| (change * 100.0).round() as i64)
}

/// "up 25%", "down 8%", "unchanged".
pub fn change_words(change: f64) -> String {
    match (change * 100.0).round() as i64 {
        0 => "unchanged".into(),
        up if up > 0 => format!("up {up}%"),
        down => format!("down {}%", -down),
    }
}

/// To two decimals; see [`number::hundredths`].
pub fn round2(value: f64) -> f64 {
    model::number::hundredths(value)
}

/// "Login failures 34% (140), Crashes 28% (115)".
pub fn shares_in_words<'a>(groups: impl Iterator<Item = (&'a str, i64)>, whole: i64) -> String {
    groups.map(|(name, n)| format!("{name} {}% ({})", percent(n, whole), number(n))).collect::<Vec<_>>().join(", ")
}

/// A coverage of all `count` records of the days.
pub fn covered(count: i64, unit: &str, range: DateRange) -> Coverage {
    Coverage { read: count, available: count, unit: unit.into(), range }
}

/// A number of things in memory.
pub fn count(of: usize) -> i64 {
    i64::try_from(of).unwrap_or(i64::MAX)
}

/// Maximum bars of a chart.
const MAX_BARS: usize = 6;

/// Bars of the largest six groups and the rest.
pub fn bars(finding: String, subtitle: String, unit: &str, groups: &[(String, i64)], whole: i64) -> Chart {
    let bar = |label: &str, n: i64, rest| Bar {
        label: label.into(),
        value: n as f64,
        share: Some(share(n, whole)),
        rest,
        filter: None,
    };
    let mut bars: Vec<Bar> = groups.iter().take(MAX_BARS).map(|(label, n)| bar(label, *n, false)).collect();
    let rest = whole - groups.iter().take(MAX_BARS).map(|(_, n)| n).sum::<i64>();
    if rest > 0 {
        bars.push(bar("Other", rest, true));
    }
    Chart { finding, subtitle, drawing: Drawing::Bars { unit: unit.into(), bars }, scope: None }
}

/// Bars of the largest six groups, which may overlap and so have no shares.
pub fn bars_of_no_whole(finding: String, subtitle: String, unit: &str, groups: &[(String, i64)]) -> Chart {
    let groups: Vec<(String, f64)> = groups.iter().map(|(label, n)| (label.clone(), *n as f64)).collect();
    values(finding, subtitle, unit, &groups)
}

/// Bars of measures that do not add up: averages, scores.
pub fn values(finding: String, subtitle: String, unit: &str, groups: &[(String, f64)]) -> Chart {
    let bar = |(label, value): &(String, f64)| Bar {
        label: label.clone(),
        value: *value,
        share: None,
        rest: false,
        filter: None,
    };
    let bars = groups.iter().take(MAX_BARS).map(bar).collect();
    Chart { finding, subtitle, drawing: Drawing::Bars { unit: unit.into(), bars }, scope: None }
}

/// Shares of a whole, each with its own mark.
pub fn parts(finding: String, subtitle: String, unit: &str, parts: Vec<Part>, scope: Scope) -> Chart {
    Chart { finding, subtitle, drawing: Drawing::Parts { unit: unit.into(), parts }, scope: Some(scope) }
}

/// "2026-01" as "January 2026".
pub fn month(value: &str) -> String {
    let first = format!("{value}-01").parse::<NaiveDate>();
    first.map_or_else(|_| value.to_owned(), |day| day.format("%B %Y").to_string())
}

/// The name of a group of `query_data`, and its stored value, null for records without one: of several columns, the first
/// one's.
pub fn group<'a>(data: &Value, row: &'a Value) -> (String, &'a Value) {
    let fields: Vec<&str> = data["groupFields"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let text = |field: &str| row[field].as_str().unwrap_or_default();
    let (label, stored) = match fields.first() {
        Some(first) => (first.to_string(), format!("{first}Id")),
        None => ("label".to_owned(), "value".to_owned()),
    };
    let name = if fields.is_empty() {
        text("label").to_owned()
    } else {
        fields.iter().map(|field| text(field)).collect::<Vec<_>>().join(", ")
    };
    (name, row.get(&stored).unwrap_or(&row[&label]))
}

/// Counts as rows of a result, each day in `field`.
pub fn series(points: &[(NaiveDate, i64)], field: &str) -> Value {
    points.iter().map(|(day, count)| json!({ field: day, "count": count })).collect()
}

/// The day with the most; the earliest among equals.
pub fn peak(points: &[(NaiveDate, i64)]) -> Option<(NaiveDate, i64)> {
    points.iter().copied().max_by_key(|(day, count)| (*count, std::cmp::Reverse(*day)))
}

/// "Most: Login failures, 34% of 412"; if it is everything, "All 412 are about Login failures".
pub fn leads(name: &str, most: i64, whole: i64) -> String {
    if most == whole {
        return format!("{}: all {}", capital(name), number(whole));
    }
    format!("Most: {}, {}% of {}", capital(name), percent(most, whole), number(whole))
}

/// One value per day.
pub fn days(finding: String, subtitle: String, unit: &str, points: &[(NaiveDate, i64)]) -> Chart {
    let points = points.iter().map(|(day, n)| Point { day: *day, value: *n as f64 }).collect();
    Chart { finding, subtitle, drawing: Drawing::days(unit.into(), points), scope: None }
}

/// The scope for a topic's mark.
pub fn of_topic(name: &str) -> Scope {
    Scope { topic: Some(name.to_owned()), ..Scope::default() }
}

/// The scope for a category's mark; `None` for records without one.
pub fn of_category(category: Option<&str>) -> Option<Scope> {
    category.map(|name| Scope { category: Some(name.to_owned()), ..Scope::default() })
}

/// What a value of a column means for the firm, if anything: green, amber and red of A-104.
pub fn tone(column: &str, value: Option<&str>) -> Tone {
    match (column, value) {
        ("sentiment", Some("positive")) | ("status", Some("resolved" | "closed")) | ("sla_breached", Some("no")) => {
            Tone::Positive
        }
        ("sentiment", Some("negative")) | ("status", Some("open")) | ("sla_breached", Some("yes")) => Tone::Negative,
        _ => Tone::Neutral,
    }
}

/// Standard deviations between two counts over equal time, under the same Poisson rate.
pub fn count_z(now: i64, before: i64) -> f64 {
    (now - before) as f64 / ((now + before).max(1) as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_the_worked_example() {
        let all = [("Login failures", 140), ("Crashes", 115), ("Slow performance", 91)];
        let words = shares_in_words(all.into_iter(), 412);
        assert_eq!(words, "Login failures 34% (140), Crashes 28% (115), Slow performance 22% (91)");
        assert_eq!(412 - 140 - 115 - 91, 66);
        assert_eq!((share(140, 412), share(1, 0), percent(0, 0)), (0.3398, 0.0, 0));
    }

    #[test]
    fn changes_and_numbers() {
        assert_eq!((change(412, 330), change(5, 0)), (Some(0.2485), None));
        assert_eq!(
            (change_words(0.2485), change_words(-0.08), change_words(0.001)),
            ("up 25%".into(), "down 8%".into(), "unchanged".into())
        );
        assert_eq!(
            (number(0), number(999), number(12_345), number(-1_000_000)),
            ("0".into(), "999".into(), "12,345".into(), "−1,000,000".into())
        );
    }

    #[test]
    fn bars_sum_up_what_is_not_shown() {
        let groups: Vec<(String, i64)> = (0..8).map(|i| (format!("g{i}"), 10)).collect();
        let Drawing::Bars { bars, .. } = bars("f".into(), "s".into(), "u", &groups, 80).drawing else { panic!() };
        assert_eq!(bars.len(), 7);
        assert!(bars[6].rest && bars[6].value == 20.0);
    }
}
