//! What people write to the bank about, as data: areas, their reasons, and for each reason the situations that
//! people find themselves in. How a situation becomes a letter, a call note or a chat stands in `compose` and `talk`.
//!
//! All texts are in the grammar of `super::grammar`, with the slots of `super::slots`. `more` and `chat` hold several
//! sentences or lines, parted by ` // `, of which any run from the start makes sense. See [`sayable`] for phrases that begin with a date.

use app::model::record::Kind;
use chrono::{Duration, NaiveDate};

use super::calendar::*;

mod app_questions;
mod calls;
pub mod cdd;
pub mod desk;
pub mod dress;
pub mod feelings;
mod fees;
mod lending;
mod mobile;
mod opening;
mod payments;
mod praise;
mod requests;
mod routine;

/// Whom a situation or a line suits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    Any,
    Company,
    Private,
}

impl Who {
    pub fn suits(self, company: bool) -> bool {
        self == Who::Any || (self == Who::Company) == company
    }
}

/// When a situation can have happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    Always,
    /// Between the new price list of 1 October 2025 and the year's end.
    NewFees,
    /// The outage of 11 November 2025 and the three days after it.
    Outage,
    /// From the update of 15 January 2026 on.
    Update,
    /// Until the day before that update.
    BeforeUpdate,
    /// June and July 2025, when four branches changed their hours.
    BranchHours,
    /// From 9 October 2025, when payees' names began to be checked.
    NameCheck,
    /// December 2025 until the update, which had been announced.
    Announced,
}

/// One thing that happens to people. Empty parts are taken from the reason or the area.
#[derive(Debug)]
pub struct Sit {
    pub who: Who,
    pub when: When,
    pub subject: &'static str,
    /// What happened, in the customer's words.
    pub told: &'static str,
    /// Further particulars, parted by ` // `.
    pub more: &'static str,
    /// What the customer wants.
    pub want: &'static str,
    /// The same in the shorthand of whoever took the call.
    pub note: &'static str,
    /// The first lines in a chat, or a short public post, parted by ` // `.
    pub chat: &'static str,
    /// What the bank's side answers in a chat, where the reason's replies do not fit.
    pub reply: &'static str,
}

/// A situation to fill in from: `Sit { told: "…", ..SIT }`.
pub const SIT: Sit =
    Sit { who: Who::Any, when: When::Always, subject: "", told: "", more: "", want: "", note: "", chat: "", reply: "" };

/// A subcategory.
#[derive(Debug)]
pub struct Reason {
    pub name: &'static str,
    pub weight: u32,
    /// Slug of the product it is mostly about.
    pub product: &'static str,
    pub subjects: &'static [&'static str],
    /// What the bank's side says to it in a chat.
    pub replies: &'static [&'static str],
    pub sits: &'static [Sit],
}

/// A category together with what people want of it.
#[derive(Debug)]
pub struct Area {
    pub category: &'static str,
    pub kind: Kind,
    /// Share of all communications outside January's mobile banking complaints, in any unit.
    pub weight: u32,
    /// What it costs the customer.
    pub impacts: &'static [(Who, &'static str)],
    pub wants: &'static [&'static str],
    /// How a call note ends.
    pub actions: &'static [&'static str],
    /// How a case ends.
    pub outcomes: &'static [&'static str],
    pub reasons: &'static [Reason],
}

/// Everything there is to say. The first is the one whose January is fixed by `calendar::JANUARY`.
pub const AREAS: &[&Area] = &[
    &mobile::AREA,
    &opening::AREA,
    &calls::AREA,
    &cdd::AREA,
    &fees::AREA,
    &payments::AREA,
    &routine::ENQUIRIES,
    &app_questions::APP_QUESTIONS,
    &routine::PAYMENT_QUESTIONS,
    &requests::REQUESTS,
    &requests::CDD_REQUESTS,
    &lending::LENDING,
    &praise::PRAISE,
    &praise::IDEAS,
];

/// Until when people still write about the new price list, and about the new hours.
const LAST_FEE_LETTER: NaiveDate = day(2025, 12, 20);
const LAST_HOURS_LETTER: NaiveDate = day(2025, 7, 18);

/// From when payees' names are checked, and from when mobile banking 6.2 was spoken of.
const NAME_CHECK: NaiveDate = day(2025, 10, 9);
const ANNOUNCED: NaiveDate = day(2025, 12, 1);

/// The phrases of a list that could be said on `day`: one that begins with a date, `2025-10-01> …`, only from then on.
pub fn sayable(list: &[&'static str], day: NaiveDate) -> Vec<&'static str> {
    let parted = list.iter().map(|text| match text.split_once("> ") {
        Some((date, rest)) => (date.parse::<NaiveDate>().ok(), if date.len() == 10 { rest } else { text }),
        None => (None, *text),
    });
    parted.filter(|(from, _)| from.is_none_or(|from| day >= from)).map(|(_, text)| text).collect()
}

/// How much of a day's traffic goes to each area.
pub fn area_shares(day: NaiveDate) -> Vec<u32> {
    let share = |(i, area): (usize, &&Area)| match area.category {
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

/// How much of an area's traffic goes to each reason: what an event of the year has just caused is heard most.
pub fn reason_shares(area: usize, day: NaiveDate) -> Vec<u32> {
    let stirred = |reason: usize| fitting(area, reason, day).iter().any(|(_, weight)| *weight > 40);
    let reasons = AREAS[area].reasons.iter().enumerate();
    reasons.map(|(i, reason)| reason.weight * if stirred(i) { 4 } else { 1 }).collect()
}

/// The situations of a reason that can have happened by `day`, with their weights.
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
