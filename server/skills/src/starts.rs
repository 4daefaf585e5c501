//! The day on which a number began to rise, from the daily values alone, and what the firm announced around then.
//!
//! The rule is a control chart with warning limits (Shewhart 1931): a day is out of line if it is more than two
//! standard deviations above the mean of all days before it. A start must also be at least twice that mean, and so must
//! it and the next two days together, so that a single bad day is none.

use chrono::{Days, NaiveDate};
use model::analysis::Event;
use model::answer::Source;
use model::chart::Marker;
use model::time::DateRange;
use serde_json::{Value, json};

use super::{evidence, figures};
use store::{Db, Result, analytics, records};

/// Minimum days for the mean before.
const MIN_BASELINE_DAYS: usize = 3;
/// Documents within this many days of a start are shown with it.
pub const WINDOW: i64 = 3;
/// Maximum documents shown for a start, nearest first.
const MAX_DOCUMENTS: usize = 3;

/// Where a number began to rise.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    pub day: NaiveDate,
    /// Of that day.
    pub count: i64,
    /// The daily mean before it, and from it on, to two decimals.
    pub before: f64,
    pub after: f64,
    pub days_before: usize,
    pub days_after: usize,
}

impl Start {
    /// The first day from which three days together are well above everything before. `days` have no gaps.
    pub fn find(days: &[(NaiveDate, i64)]) -> Option<Self> {
        let (mut sum, mut squares) = (0.0, 0.0);
        for (at, (day, count)) in days.iter().enumerate() {
            let number = *count as f64;
            if at >= MIN_BASELINE_DAYS {
                let mean = sum / at as f64;
                let deviation = (squares / at as f64 - mean * mean).max(0.0).sqrt();
                let high = |c: f64| c >= 2.0 * mean && c > mean + 2.0 * deviation && c >= 3.0;
                // What fell back below the earlier mean has not begun anything.
                let lasts = a_day(&days[at..]) > mean;
                if lasts && high(number) && high(a_day(&days[at..days.len().min(at + 3)])) {
                    return Some(Self {
                        day: *day,
                        count: *count,
                        before: figures::round2(mean),
                        after: figures::round2(a_day(&days[at..])),
                        days_before: at,
                        days_after: days.len() - at,
                    });
                }
            }
            sum += number;
            squares += number * number;
        }
        None
    }

    /// As tools tell it.
    pub fn json(&self) -> Value {
        json!({
            "date": self.day, "count": self.count, "averageBefore": self.before, "daysBefore": self.days_before,
            "averageAfter": self.after, "daysAfter": self.days_after,
        })
    }
}

/// The mean of some days.
fn a_day(days: &[(NaiveDate, i64)]) -> f64 {
    days.iter().map(|(_, n)| *n as f64).sum::<f64>() / days.len().max(1) as f64
}

/// The firm's release notes, notices and policies around a day, about a product or none in particular, nearest first.
pub async fn documents(db: &Db, day: NaiveDate, product: Option<&str>) -> Result<Vec<Event>> {
    let days = Days::new(WINDOW.unsigned_abs());
    let around = DateRange { from: day.checked_sub_days(days), to: day.checked_add_days(days) };
    let mut events = analytics::events(db, around, product).await?;
    events.sort_by_key(|event| (event.day - day).num_days().abs());
    events.truncate(MAX_DOCUMENTS);
    Ok(events)
}

/// Such a document as a result row: simultaneous, and nothing more.
pub fn row(event: &Event, start: NaiveDate) -> Value {
    json!({
        "title": event.title, "kind": event.kind.as_str().replace('_', " "), "date": event.day, "id": event.id,
        "daysFromStart": (event.day - start).num_days(), "windowDays": WINDOW,
    })
}

/// Its mark on a chart of days.
pub fn marker(event: &Event) -> Marker {
    Marker {
        day: event.day,
        title: event.title.clone(),
        kind: event.kind.as_str().replace('_', " "),
        document: event.id.clone(),
    }
}

/// Documents as sources, without duplicates.
pub async fn sources(db: &Db, events: &[Event]) -> Result<Vec<Source>> {
    let mut out: Vec<Source> = Vec::new();
    for event in events {
        let document = records::document(db, &event.id).await?;
        let source = evidence::opening_of_document(&document);
        out.extend(source.filter(|s| out.iter().all(|o: &Source| o.id != s.id)));
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(counts: &[i64]) -> Vec<(NaiveDate, i64)> {
        let first: NaiveDate = "2026-01-01".parse().unwrap();
        first.iter_days().zip(counts.iter().copied()).collect()
    }

    #[test]
    fn a_rise_is_found_where_it_begins() {
        let mut counts = vec![5, 6, 4, 7, 6, 5, 8, 6, 5, 7, 6, 5, 6, 22, 41, 31, 27];
        let want = Start {
            day: "2026-01-14".parse().unwrap(),
            count: 22,
            before: 5.85,
            after: 30.25,
            days_before: 13,
            days_after: 4,
        };
        assert_eq!(Start::find(&days(&counts)), Some(want));
        counts.truncate(13);
        assert_eq!(Start::find(&days(&counts)), None);
        // A bad day not confirmed by the next ones is no start.
        assert_eq!(Start::find(&days(&[5, 6, 4, 7, 14, 5, 6, 5])), None);
        assert_eq!(Start::find(&days(&[0, 0, 0, 1, 0])), None);
        assert_eq!(Start::find(&[]), None);
    }
}
