//! The briefing before a call with a customer, from `call_sheet`: in its result, on the customer's page and printed on
//! one sheet.

use std::fmt;

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Channel, DocumentKind, Kind, Priority, Sentiment, Tier};
use crate::answer::SourceKind;

/// A briefing before a call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CallSheet {
    pub customer_id: String,
    pub customer_name: String,
    pub tier: Tier,
    pub segment: String,
    pub region: Option<String>,
    pub relationship_manager: Option<String>,
    pub since: Option<NaiveDate>,
    /// The day that "today" means.
    pub as_of: NaiveDate,
    pub total_communications: i64,
    pub last_contact: NaiveDate,
    pub days_since_contact: i64,
    pub open_cases: i64,
    pub overdue_cases: i64,
    /// Cases that missed their deadline, resolved since or not.
    pub breached_cases: i64,
    /// The newest of those.
    #[serde(default)]
    pub breached_case_ids: Vec<String>,
    /// Messages that nobody has answered, in a case or not.
    #[serde(default)]
    pub unanswered_communications: i64,
    /// Their newest message of the last half year that says they want to leave, with the sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaving: Option<SheetContact>,
    /// Unfinished cases, earliest deadline first.
    pub cases: Vec<SheetCase>,
    /// Who signed for them lately, last first, at most three.
    #[serde(default)]
    pub people: Vec<SheetPerson>,
    /// The last three.
    pub contacts: Vec<SheetContact>,
    /// Open requests, newest first.
    pub wants: Vec<SheetContact>,
    /// Promises to them found in their messages, newest first.
    pub promises: Vec<SheetContact>,
    pub mood: SheetMood,
    /// The firm's announcements about their products, newest first.
    pub announcements: Vec<SheetDocument>,
    /// By number of messages, highest first.
    pub products: Vec<SheetProduct>,
    /// At most three.
    pub points: Vec<SheetPoint>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SheetCase {
    pub id: String,
    pub title: String,
    pub priority: Priority,
    pub opened: NaiveDate,
    pub deadline: Option<NaiveDate>,
    /// Until its deadline.
    pub days_left: Option<i64>,
    pub days_overdue: Option<i64>,
    pub assigned_to: Option<String>,
}

/// Who signed a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Signatory {
    pub name: String,
    /// "Head of Treasury". Untrusted text, as the name.
    pub role: Option<String>,
}

impl fmt::Display for Signatory {
    /// "Rita Almeida (Head of Treasury)".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.role {
            Some(role) => write!(f, "{} ({role})", self.name),
            None => f.write_str(&self.name),
        }
    }
}

/// Somebody who signs for a customer, with their last message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SheetPerson {
    #[serde(flatten)]
    pub who: Signatory,
    pub date: NaiveDate,
    /// The message.
    pub id: String,
}

/// A message with an excerpt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SheetContact {
    pub id: String,
    pub date: NaiveDate,
    pub channel: Channel,
    pub kind: Kind,
    pub sentiment: Option<Sentiment>,
    pub topic: Option<String>,
    pub subject: Option<String>,
    /// Who signed it, read from its foot; `None` for a model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed_by: Option<Signatory>,
    /// Quoted verbatim, with "…" where it is cut. Untrusted text.
    pub text: String,
    /// The day named in the promise.
    pub due: Option<NaiveDate>,
    /// Says nothing of its case.
    #[serde(alias = "open")]
    pub unanswered: bool,
    /// Nothing proves the named sender.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unauthenticated: bool,
}

/// Recent mood, and when it changed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SheetMood {
    /// Messages on each side of the comparison.
    pub of_each: i64,
    /// Mean scores from -1 to 1 of the last messages and the ones before.
    pub last_mean: Option<f64>,
    pub previous_mean: Option<f64>,
    pub turn: Option<MoodTurn>,
}

/// The month in which the mood changed most.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoodTurn {
    /// "November 2025".
    pub month: String,
    pub mean: f64,
    /// Mean of the previous month with messages.
    pub mean_before: f64,
    /// The main topic of the month's messages of that mood, their number, and the first of them.
    pub topic: Option<String>,
    pub messages: i64,
    pub message: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SheetDocument {
    pub id: String,
    pub title: String,
    pub kind: DocumentKind,
    pub date: NaiveDate,
    pub product: String,
    /// Verbatim: what it says of the message that it answers, else its first sentence.
    pub says: String,
    /// An unanswered message, earlier than the document, about the same product and in the same words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SheetProduct {
    pub name: String,
    pub slug: String,
    pub count: i64,
}

/// A talking point and the record behind it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SheetPoint {
    pub text: String,
    pub record: SourceKind,
    pub id: String,
    /// JSON pointer to its evidence in the sheet.
    pub from: String,
}

impl SheetCase {
    /// "12 days overdue", "due today", "3 days left"; empty without a deadline.
    pub fn due(&self) -> String {
        let days = |n: i64| format!("{n} {}", if n == 1 { "day" } else { "days" });
        match (self.days_overdue, self.days_left) {
            (Some(n), _) => format!("{} overdue", days(n)),
            (None, Some(0)) => "due today".to_owned(),
            (None, Some(n)) => format!("{} left", days(n)),
            (None, None) => String::new(),
        }
    }
}

/// A mean score from -1 to 1 as a person says it on a call.
pub const fn mood_name(mean: f64) -> &'static str {
    match mean {
        0.3.. => "good",
        0.1.. => "fair",
        -0.1.. => "mixed",
        -0.5.. => "poor",
        _ => "very poor",
    }
}

impl MoodTurn {
    /// ", from good to poor"; empty if both months have the same name.
    pub fn in_words(&self) -> String {
        let (before, after) = (mood_name(self.mean_before), mood_name(self.mean));
        if before == after { String::new() } else { format!(" from {before} to {after}") }
    }
}

impl CallSheet {
    /// Whether the mood is better, worse or about the same; `None` with too few messages.
    pub fn mood_in_words(&self) -> Option<&'static str> {
        match self.mood.last_mean? - self.mood.previous_mean? {
            d if d > 0.1 + 1e-9 => Some("better than before"),
            d if d < -0.1 - 1e-9 => Some("worse than before"),
            _ => Some("about as before"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_of_the_mood_is_said_in_words() {
        let turn = |mean_before, mean| MoodTurn {
            month: "June 2025".into(),
            mean,
            mean_before,
            topic: None,
            messages: 0,
            message: None,
        };
        assert_eq!(turn(0.32, -0.38).in_words(), " from good to poor");
        assert_eq!(turn(-0.62, -0.8).in_words(), "");
    }
}
