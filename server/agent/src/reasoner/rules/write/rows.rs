//! Fields of results' rows, as sentences need them.

use chrono::NaiveDate;
use model::number::count;
use model::time::DateRange;
use serde_json::Value;

/// A text; empty if it is missing.
pub fn text<'v>(row: &'v Value, field: &str) -> &'v str {
    row[field].as_str().unwrap_or_default()
}

/// A number; zero if it is missing.
pub fn number(row: &Value, field: &str) -> f64 {
    row[field].as_f64().unwrap_or(0.0)
}

/// A list; empty if it is missing.
pub fn list<'v>(row: &'v Value, field: &str) -> &'v [Value] {
    row[field].as_array().map(Vec::as_slice).unwrap_or_default()
}

/// The day of a field such as `{"date": "2026-01-16"}`, in full.
pub fn date(row: &Value) -> Option<String> {
    let day: NaiveDate = row["date"].as_str()?.parse().ok()?;
    Some(model::time::full_date(day))
}

/// The days of a field such as `{"from": "2026-01-01", "to": "2026-01-31"}`.
pub fn days(range: &Value) -> DateRange {
    let day = |name: &str| range[name].as_str()?.parse().ok();
    DateRange { from: day("from"), to: day("to") }
}

/// "Crashes (12)".
pub fn counted(row: &Value, name: &str) -> Option<String> {
    Some(format!("{} ({})", row[name].as_str()?, count(row["count"].as_f64()?)))
}

/// The first of the days with the most.
pub fn peak(days: &[Value]) -> Option<(&Value, f64)> {
    let counts = days.iter().filter_map(|day| Some((day, day["count"].as_f64()?)));
    counts.rev().max_by(|a, b| a.1.total_cmp(&b.1))
}
