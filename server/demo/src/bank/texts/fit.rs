//! Which texts fit a day, and how often each is used, according to the year's events.

use chrono::{Duration, NaiveDate};
use model::record::Kind;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::{AREAS, Area, When};
use crate::bank::calendar::*;

/// The last days on which people write about the new price list, and about the new hours.
const LAST_FEE_LETTER: NaiveDate = day(2025, 12, 20);
const LAST_HOURS_LETTER: NaiveDate = day(2025, 7, 18);

/// The first days of checking payees' names, and of talk about mobile banking 6.2.
const NAME_CHECK: NaiveDate = day(2025, 10, 9);
const ANNOUNCED: NaiveDate = day(2025, 12, 1);

/// A phrase of a list that is possible on `day`: one that begins with a date, `2025-10-01> …`, only from then on.
pub fn pick_on<'a>(list: &'a [String], day: NaiveDate, rng: &mut ChaCha8Rng) -> &'a str {
    let parted = list.iter().map(|text| match text.split_once("> ") {
        Some((date, rest)) => (date.parse::<NaiveDate>().ok(), if date.len() == 10 { rest } else { text }),
        None => (None, text.as_str()),
    });
    let sayable: Vec<&str> =
        parted.filter(|(from, _)| from.is_none_or(|from| day >= from)).map(|(_, text)| text).collect();
    if sayable.is_empty() { "" } else { sayable[rng.random_range(0..sayable.len())] }
}

/// The share of a day's traffic per area.
pub fn area_shares(day: NaiveDate) -> Vec<u32> {
    let share = |(i, area): (usize, &Area)| match area.category.as_str() {
        _ if i == 0 => {
            if day >= JANUARY_FROM {
                0
            } else {
                area.weight
            }
        }
        "Fees, Charges and Interest" => area.weight * fee_anger(day) / 100,
        "Payment processing" if area.kind == Kind::Complaint => area.weight * payment_anger(day) / 100,
        _ => area.weight,
    };
    AREAS.iter().enumerate().map(share).collect()
}

/// The share of an area's traffic per reason: recent events of the year have the most.
pub fn reason_shares(area: usize, day: NaiveDate) -> Vec<u32> {
    let stirred = |reason: usize| fitting(area, reason, day).iter().any(|(_, weight)| *weight > 40);
    let reasons = AREAS[area].reasons.iter().enumerate();
    reasons.map(|(i, reason)| reason.weight * if stirred(i) { 4 } else { 1 }).collect()
}

/// The situations of a reason possible by `day`, with their weights.
pub fn fitting(area: usize, reason: usize, day: NaiveDate) -> Vec<(usize, u32)> {
    let weight = |when: When| match when {
        When::Always => 10,
        When::NewFees if (NEW_FEES..=LAST_FEE_LETTER).contains(&day) => 60,
        When::Outage if (OUTAGE..=OUTAGE + Duration::days(3)).contains(&day) => 240,
        When::Update if day >= UPDATE => 40,
        When::BeforeUpdate if day < UPDATE => 10,
        When::NameCheck if day >= NAME_CHECK => 20,
        When::Announced if (ANNOUNCED..UPDATE).contains(&day) => 20,
        When::BranchHours if (BRANCH_HOURS..=LAST_HOURS_LETTER).contains(&day) => 60,
        _ => 0,
    };
    let sits = AREAS[area].reasons[reason].sits.iter();
    sits.enumerate().map(|(i, s)| (i, weight(s.when))).filter(|(_, w)| *w > 0).collect()
}
