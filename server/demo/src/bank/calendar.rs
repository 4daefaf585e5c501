//! The bank's year: which days are busy, and what happened on them. No texts here.

use chrono::{Datelike, Duration, NaiveDate, Weekday};

/// First and last day of the demo's year.
pub const FIRST_DAY: NaiveDate = day(2025, 2, 1);
pub const LAST_DAY: NaiveDate = day(2026, 1, 31);
/// The new price list took effect.
pub const NEW_FEES: NaiveDate = day(2025, 10, 1);
/// Outgoing payments stopped from 08:10 to 15:40.
pub const OUTAGE: NaiveDate = day(2025, 11, 11);
/// Mobile banking 6.2 reached everyone.
pub const UPDATE: NaiveDate = day(2026, 1, 15);
/// Four branches began to close in the afternoons.
pub const BRANCH_HOURS: NaiveDate = day(2025, 6, 2);

/// Milliseconds of an hour.
pub const HOUR: i64 = 3_600_000;

/// A day known to exist; an impossible one becomes chrono's first day.
pub const fn day(year: i32, month: u32, day: u32) -> NaiveDate {
    match NaiveDate::from_ymd_opt(year, month, day) {
        Some(day) => day,
        None => NaiveDate::MIN,
    }
}

/// Every day of the year, in order.
pub fn days() -> impl Iterator<Item = NaiveDate> {
    FIRST_DAY.iter_days().take_while(|d| *d <= LAST_DAY)
}

pub fn is_working_day(day: NaiveDate) -> bool {
    !matches!(day.weekday(), Weekday::Sat | Weekday::Sun)
}

/// `count` working days before `day`, skipping weekends.
pub fn working_days_before(day: NaiveDate, count: u32) -> NaiveDate {
    let (mut at, mut left) = (day, count);
    while left > 0 {
        at -= Duration::days(1);
        left -= u32::from(is_working_day(at));
    }
    at
}

/// How busy a day is, relative to an ordinary Wednesday, which is 100.
pub fn busyness(day: NaiveDate) -> u32 {
    let week = [118, 106, 100, 98, 92, 34, 20][day.weekday().num_days_from_monday() as usize];
    let season = match (day.month(), day.day()) {
        (12, 24..=26) | (1, 1) => 25,
        (12, 20..) => 50,
        (12, _) => 78,
        (7 | 8, _) => 86,
        (1, 2..=9) | (10, 1..=17) => 116,
        _ => 100,
    };
    week * season / 100
}

/// How many extra fee complaints a day brings, in percent of its ordinary share: the new price list wears off
/// over ten weeks.
pub fn fee_anger(day: NaiveDate) -> u32 {
    match (day - NEW_FEES).num_days() {
        0..=13 => 420,
        14..=34 => 260,
        35..=70 => 150,
        _ => 100,
    }
}

/// Likewise for payments and the outage of 11 November 2025.
pub fn payment_anger(day: NaiveDate) -> u32 {
    match (day - OUTAGE).num_days() {
        0 => 1500,
        1 => 900,
        2..=3 => 350,
        4..=7 => 160,
        _ => 100,
    }
}

/// Mobile banking complaints of 2 to 31 January 2026, one row per day: login failures, crashes, slow performance, and
/// the eleven smaller subcategories together. The columns add up to 140, 115, 91 and 66 (requirement A-008).
pub const JANUARY: [[usize; 4]; 30] = [
    [0, 1, 3, 1],
    [1, 0, 3, 2],
    [0, 0, 3, 1],
    [1, 1, 3, 2],
    [0, 1, 3, 2],
    [1, 0, 3, 1],
    [1, 2, 3, 2],
    [0, 1, 3, 2],
    [1, 0, 3, 1],
    [1, 1, 3, 2],
    [0, 1, 3, 2],
    [1, 0, 3, 1],
    [1, 1, 3, 1],
    [11, 6, 3, 2],
    [21, 13, 3, 4],
    [13, 10, 4, 4],
    [11, 9, 3, 4],
    [16, 13, 4, 5],
    [14, 12, 3, 4],
    [11, 10, 4, 4],
    [9, 8, 3, 4],
    [7, 7, 4, 3],
    [4, 4, 3, 2],
    [3, 3, 3, 2],
    [5, 5, 4, 3],
    [2, 2, 3, 2],
    [2, 1, 3, 1],
    [1, 2, 2, 1],
    [1, 1, 2, 0],
    [1, 0, 1, 1],
];

/// The day of the first row of [`JANUARY`].
pub const JANUARY_FROM: NaiveDate = day(2026, 1, 2);
