//! Computes bubbles from days: their length, their size, and which stand out. Pure.

use std::collections::HashMap;

use chrono::{Datelike, Days, NaiveDate};
use model::analysis::{Badge, Mood, Stretch, Timeline, TimelineBubble, Unit};
use model::time::{DateRange, month_of};

/// Maximum number of days, or weeks, shown individually.
const MAX_BUBBLES: i64 = 62;
/// Maximum number of intervals in the overview.
const MAX_OVERVIEW_INTERVALS: i64 = 130;
/// With fewer judged messages, nothing is a peak or a trough.
const MIN_JUDGED: i64 = 5;
/// Standard deviations from the mean at which something stands out.
const MIN_DEVIATIONS: f64 = 1.5;
/// Radii in pixels.
const MIN_RADIUS_PX: f64 = 4.0;
const MAX_RADIUS_PX: f64 = 30.0;

/// The timeline of a range, from all days with data.
pub fn build(days: &[(NaiveDate, Mood)], range: DateRange, surveys: &HashMap<NaiveDate, i64>) -> Timeline {
    let within: Vec<&(NaiveDate, Mood)> = days.iter().filter(|(day, _)| contains(range, *day)).collect();
    let unit = unit(range, MAX_BUBBLES);
    let mut bubbles: Vec<TimelineBubble> = Vec::new();
    for (day, mood) in within {
        let span = stretch(unit, *day, range);
        let asked = surveys.get(day).copied().unwrap_or(0);
        match bubbles.last_mut().filter(|bubble| bubble.range() == span) {
            Some(bubble) => {
                bubble.mood = bubble.mood.plus(mood);
                bubble.surveys += asked;
            }
            None => bubbles.push(TimelineBubble {
                from: span.from.unwrap_or(*day),
                to: span.to.unwrap_or(*day),
                mood: mood.clone(),
                tone: None,
                radius: MIN_RADIUS_PX,
                surveys: asked,
                badge: None,
            }),
        }
    }
    let most = bubbles.iter().map(|b| b.mood.volume).max().unwrap_or(1).max(1) as f64;
    for bubble in &mut bubbles {
        bubble.tone = bubble.mood.tone();
        let radius = MAX_RADIUS_PX * (bubble.mood.volume as f64 / most).sqrt();
        bubble.radius = (radius.max(MIN_RADIUS_PX) * 10.0).round() / 10.0;
    }
    badges(&mut bubbles);
    let total = bubbles.iter().fold(Mood::default(), |all, bubble| all.plus(&bubble.mood));
    Timeline { range, unit: Some(unit), total, bubbles, overview: overview(days), ..Timeline::default() }
}

pub fn contains(range: DateRange, day: NaiveDate) -> bool {
    range.from.is_none_or(|from| from <= day) && range.to.is_none_or(|to| day <= to)
}

/// The shortest unit that divides the range into at most `most` parts; otherwise months.
fn unit(range: DateRange, most: i64) -> Unit {
    match range.days().unwrap_or(1) {
        days if days <= most => Unit::Day,
        days if days <= most * 7 => Unit::Week,
        _ => Unit::Month,
    }
}

/// The day, week or month containing a day, clipped to the range.
fn stretch(unit: Unit, day: NaiveDate, range: DateRange) -> DateRange {
    let whole = match unit {
        Unit::Day => DateRange::new(day, day),
        Unit::Week => {
            let monday = day - Days::new(u64::from(day.weekday().num_days_from_monday()));
            DateRange::new(monday, monday + Days::new(6))
        }
        Unit::Month => month_of(day).unwrap_or(DateRange::new(day, day)),
    };
    DateRange { from: whole.from.max(range.from), to: whole.to.min(range.to.or(whole.to)) }
}

fn overview(days: &[(NaiveDate, Mood)]) -> Vec<Stretch> {
    let (Some((first, _)), Some((last, _))) = (days.first(), days.last()) else { return Vec::new() };
    let all = DateRange::new(*first, *last);
    let unit = unit(all, MAX_OVERVIEW_INTERVALS);
    let mut out: Vec<Stretch> = Vec::new();
    for (day, mood) in days {
        let span = stretch(unit, *day, all);
        let (from, to) = (span.from.unwrap_or(*day), span.to.unwrap_or(*day));
        match out.last_mut().filter(|last| last.from == from) {
            Some(last) => last.volume += mood.volume,
            None => out.push(Stretch { from, to, volume: mood.volume }),
        }
    }
    out
}

/// Mean and population standard deviation; `None` for fewer than three values, or if all are equal.
fn spread(values: &[f64]) -> Option<(f64, f64)> {
    let (mean, deviation) = model::number::spread(values);
    (values.len() >= 3 && deviation > 1e-9).then_some((mean, deviation))
}

fn badges(bubbles: &mut [TimelineBubble]) {
    let judged = |b: &TimelineBubble| b.mood.net.filter(|_| b.mood.judged() >= MIN_JUDGED);
    let means: Vec<(usize, f64)> = bubbles.iter().enumerate().filter_map(|(i, b)| Some((i, judged(b)?))).collect();
    let spread_of_means = spread(&means.iter().map(|(_, mean)| *mean).collect::<Vec<_>>());
    if let Some((mean, deviation)) = spread_of_means {
        let far = |value: f64| (value - mean) / deviation;
        let best = means.iter().max_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, m)| far(*m) >= MIN_DEVIATIONS);
        let worst = means.iter().min_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, m)| far(*m) <= -MIN_DEVIATIONS);
        for (found, badge) in [(best, Badge::Peak), (worst, Badge::Trough)] {
            if let Some((at, _)) = found {
                bubbles[*at].badge = Some(badge);
            }
        }
    }
    let volumes: Vec<f64> = bubbles.iter().map(|b| b.mood.volume as f64).collect();
    if let Some((mean, deviation)) = spread(&volumes) {
        for (bubble, volume) in bubbles.iter_mut().zip(volumes) {
            if bubble.badge.is_none() && (volume - mean) / deviation >= MIN_DEVIATIONS {
                bubble.badge = Some(Badge::Outlier);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn days(list: &[(&str, Mood)]) -> Vec<(NaiveDate, Mood)> {
        list.iter().map(|(text, mood)| (day(text), mood.clone())).collect()
    }

    #[test]
    fn what_stands_out_is_named_once() {
        let calm = |n| Mood::from_counts(n, 3, 4, 3);
        let all = days(&[
            ("2026-01-01", calm(10)),
            ("2026-01-02", calm(10)),
            ("2026-01-03", Mood::from_counts(10, 10, 0, 0)),
            ("2026-01-04", calm(10)),
            ("2026-01-05", Mood::from_counts(10, 0, 0, 10)),
            ("2026-01-06", Mood::from_counts(90, 27, 36, 27)),
            // Bad, but too few to tell.
            ("2026-01-07", Mood::from_counts(10, 0, 0, 4)),
            ("2026-01-08", calm(10)),
        ]);
        let found = build(&all, DateRange::new(day("2026-01-01"), day("2026-01-31")), &HashMap::new());
        let badges: Vec<Option<Badge>> = found.bubbles.iter().map(|b| b.badge).collect();
        assert_eq!(badges[2], Some(Badge::Peak));
        assert_eq!(badges[4], Some(Badge::Trough));
        assert_eq!(badges[5], Some(Badge::Outlier));
        assert_eq!(badges.iter().flatten().count(), 3);
        // Volumes 10 and 90: radii as the square roots, 30 for the most.
        assert_eq!((found.bubbles[0].radius, found.bubbles[5].radius), (10.0, 30.0));
        assert_eq!(found.total, Mood::from_counts(160, 49, 52, 53));
        let one = build(&all[..1], DateRange::new(day("2026-01-01"), day("2026-01-31")), &HashMap::new());
        assert_eq!((one.bubbles[0].badge, one.bubbles[0].radius), (None, 30.0));
    }

    #[test]
    fn long_ranges_have_weeks_and_months() {
        let all = days(&[
            ("2025-12-31", Mood::from_counts(1, 1, 0, 0)),
            ("2026-01-01", Mood::from_counts(2, 0, 1, 1)),
            ("2026-01-05", Mood::from_counts(4, 0, 0, 4)),
            ("2026-03-31", Mood::from_counts(1, 0, 0, 0)),
        ]);
        let surveys = HashMap::from([(day("2026-01-01"), 2)]);
        let weeks = build(&all, DateRange::new(day("2025-12-30"), day("2026-03-31")), &surveys);
        assert_eq!(weeks.unit, Some(Unit::Week));
        let first = &weeks.bubbles[0];
        assert_eq!((first.from, first.to), (day("2025-12-30"), day("2026-01-04")), "cut to the range");
        assert_eq!((first.mood.volume, first.mood.net, first.surveys), (3, Some(0.0), 2));
        assert_eq!(weeks.bubbles.iter().map(|b| b.mood.volume).collect::<Vec<_>>(), [3, 4, 1]);
        let months = build(&all, DateRange::new(day("2020-01-01"), day("2026-03-31")), &HashMap::new());
        assert_eq!(months.unit, Some(Unit::Month));
        assert_eq!(
            months.bubbles.iter().map(|b| b.from.to_string()).collect::<Vec<_>>(),
            ["2025-12-01", "2026-01-01", "2026-03-01"]
        );
        assert_eq!(months.overview.len(), 4, "the overview has days where there are few");
    }
}
