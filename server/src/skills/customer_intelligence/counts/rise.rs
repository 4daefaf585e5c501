//! The day on which a number rose, told from the days alone.

use chrono::NaiveDate;
use serde_json::{Value, json};

use crate::skills::figures;

/// Days that the mean before is taken over at least.
const BEFORE: usize = 3;

/// The first day from which three days together lie well above everything before: at least twice the mean so far and
/// two standard deviations over it. With the mean, so that nobody has to work it out.
pub fn rise(days: &[(NaiveDate, i64)]) -> Option<Value> {
    let (mut sum, mut squares) = (0.0, 0.0);
    for (at, (day, count)) in days.iter().enumerate() {
        let count = *count as f64;
        if at >= BEFORE {
            let mean = sum / at as f64;
            let deviation = (squares / at as f64 - mean * mean).max(0.0).sqrt();
            let next = &days[at..days.len().min(at + 3)];
            let level = next.iter().map(|(_, n)| *n as f64).sum::<f64>() / next.len() as f64;
            let high = |c: f64| c >= 2.0 * mean && c > mean + 2.0 * deviation && c >= 3.0;
            if high(count) && high(level) {
                let average = figures::round2(mean);
                return Some(json!({ "date": day, "count": count as i64, "averageBefore": average, "daysBefore": at }));
            }
        }
        sum += count;
        squares += count * count;
    }
    None
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
        let want = json!({ "date": "2026-01-14", "count": 22, "averageBefore": 5.85, "daysBefore": 13 });
        assert_eq!(rise(&days(&counts)), Some(want));
        counts.truncate(13);
        assert_eq!(rise(&days(&counts)), None);
        assert_eq!(rise(&days(&[0, 0, 0, 1, 0])), None);
        assert_eq!(rise(&[]), None);
    }
}
