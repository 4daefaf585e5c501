//! Watched figures: the rule, the way a message goes, and the lists of pages.

use chrono::{DateTime, Datelike, Days, Months, NaiveDate, Weekday};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::ClaimKind;
use crate::run::Run;
use crate::run::figure::FigureAt;

/// Milliseconds per hour.
const HOUR_MS: i64 = 3_600_000;

text_enum! {
    /// What a change is measured in.
    #[derive(Default)]
    #[schemars(rename = "ChangeUnit")]
    Unit { #[default] Amount = "amount", Percent = "percent" }
}

text_enum! {
    /// A side of a threshold.
    #[derive(Default)]
    Side { #[default] Above = "above", Below = "below" }
}

text_enum! {
    /// Days on which a message is sent.
    #[derive(Default)]
    Every { #[default] Day = "day", Monday = "monday", Month = "month" }
}

/// When a message is sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(not(target_family = "wasm"), serde(tag = "type"))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Rule {
    /// The figure differs by more than this from the one sent before, or at first from the one when it was begun.
    Changes { by: f64, unit: Unit },
    /// The figure gets to this side of a threshold.
    Passes { level: f64, side: Side },
    /// At an hour (UTC, 0 to 23) of each day, each Monday, or each first day of a month.
    At { every: Every, hour: u32 },
}

impl Rule {
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self) -> Result<(), String> {
        match self {
            Self::Changes { by, .. } if !by.is_finite() || *by < 0.0 => {
                Err(format!("A change is a number from 0 up, not {by}."))
            }
            Self::Passes { level, .. } if !level.is_finite() => Err("The threshold must be a number.".into()),
            Self::At { hour, .. } if *hour > 23 => Err(format!("The hour is {hour}; it must be from 0 to 23.")),
            _ => Ok(()),
        }
    }

    /// Whether a figure is past the threshold, if there is one.
    pub fn is_past(&self, figure: f64) -> bool {
        match self {
            Self::Passes { level, side: Side::Above } => figure > *level,
            Self::Passes { level, side: Side::Below } => figure < *level,
            _ => false,
        }
    }

    /// Whether a figure is to be sent, after `base` was sent and the last figure was `past` the threshold or not.
    pub fn holds(&self, figure: f64, base: f64, past: bool) -> bool {
        match self {
            Self::Changes { by, unit: Unit::Amount } => (figure - base).abs() > *by,
            // From nothing, anything is more than any percentage.
            Self::Changes { unit: Unit::Percent, .. } if base == 0.0 => figure != 0.0,
            Self::Changes { by, unit: Unit::Percent } => 100.0 * (figure - base).abs() / base.abs() > *by,
            Self::Passes { .. } => self.is_past(figure) && !past,
            Self::At { .. } => true,
        }
    }

    /// The next time to send after a time, both in UTC milliseconds; `None` unless it goes by the clock.
    pub fn next_after(&self, now: i64) -> Option<i64> {
        let Self::At { every, hour } = self else { return None };
        let at = |day: NaiveDate| day.and_hms_opt(*hour, 0, 0).map(|at| at.and_utc().timestamp_millis());
        let today = DateTime::from_timestamp_millis(now)?.date_naive();
        let first = match every {
            Every::Day => today,
            Every::Monday => today.week(Weekday::Mon).checked_first_day()?,
            Every::Month => today.with_day(1)?,
        };
        let later = match every {
            Every::Day => first.checked_add_days(Days::new(1))?,
            Every::Monday => first.checked_add_days(Days::new(7))?,
            Every::Month => first.checked_add_months(Months::new(1))?,
        };
        at(first).filter(|at| *at > now).or_else(|| at(later))
    }

    /// The hour of a rule that goes by the clock: "09:00 UTC".
    pub fn hour_label(hour: u32) -> String {
        format!("{} UTC", crate::time::clock(i64::from(hour) * HOUR_MS))
    }
}

/// A figure of an answer that can be watched: as written, and where it is. The first one is the headline.
pub fn figures(run: &Run) -> Vec<(String, FigureAt)> {
    let claims = run.grounding.iter().flat_map(|grounding| &grounding.claims);
    let counted = claims.filter(|c| matches!(c.kind, ClaimKind::Number | ClaimKind::Percent | ClaimKind::Amount));
    let mut all: Vec<(String, FigureAt)> = Vec::new();
    for claim in counted {
        let Some(found) = claim.found.as_ref().filter(|found| found.operands.is_empty()) else { continue };
        let elsewhere = ["/args", "/sources", "/summary"].iter().any(|begin| found.path.starts_with(begin));
        let at = FigureAt::new(&run.id, &found.call, &found.path);
        let known = all.iter().any(|(_, other)| *other == at);
        let is_value = run.call(&found.call).and_then(|call| call.output()?.data.pointer(&found.path));
        if !elsewhere && !known && is_value.is_some_and(|value| value.is_number() || value.is_array()) {
            all.push((claim.text.clone(), at));
        }
    }
    all
}

/// A request to watch a figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewWatch {
    pub run: String,
    /// Which figure of its answer, as `RUN/CALL/path`; default: the first.
    #[serde(default)]
    pub figure: Option<String>,
    pub rule: Rule,
    /// "mail", "webhook", or the name of a chat address.
    pub way: String,
    /// For mail: the address; default: the name of the account, if that is one.
    #[serde(default)]
    pub to: Option<String>,
}

/// What can be chosen for a new watch.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchChoices {
    pub run: String,
    pub session: String,
    pub question: String,
    pub figures: Vec<WatchFigure>,
    pub ways: Vec<WatchWay>,
    /// The caller's own mail address, if the account's name is one.
    pub mail: Option<String>,
    /// Messages quote the question, as an admin has allowed.
    pub texts: bool,
}

/// A figure of an answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchFigure {
    /// `RUN/CALL/path`.
    pub at: String,
    /// As written in the answer.
    pub text: String,
    /// "Login failures: count 140".
    pub name: String,
    /// Its period: "last month", or days.
    pub period: String,
    /// The period moves with the data.
    pub moves: bool,
}

/// A way for messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchWay {
    /// "mail", "webhook", or the name of a chat address.
    pub name: String,
    pub kind: WayKind,
}

/// Chats that messages may go to, without their addresses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Chats {
    pub chats: Vec<WatchWay>,
    /// The server's own settings list them, so that they cannot be changed here.
    pub locked: bool,
}

/// A chat to add; one of the same name gets the new address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewChat {
    pub name: String,
    /// "slack" or "teams".
    pub kind: WayKind,
    /// The address of an incoming webhook. It is secret, and never shown.
    pub url: String,
}

text_enum! {
    /// The kind of a way.
    WayKind { Mail = "mail", Webhook = "webhook", Slack = "slack", Teams = "teams" }
}

text_enum! {
    /// Whether a watch is looked at.
    WatchState {
        Active = "active",
        /// By a person.
        Paused = "paused",
        /// The account was deleted or disabled.
        OwnerGone = "owner_gone",
        /// The owner may no longer see the conversation.
        NoAccess = "no_access",
        /// The conversation was deleted.
        Deleted = "deleted",
    }
}

/// A watched figure, for its list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchItem {
    pub id: String,
    pub session: String,
    pub run: String,
    pub question: String,
    /// "Login failures: count".
    pub figure_name: String,
    pub period: String,
    pub moves: bool,
    pub rule: Rule,
    pub way: String,
    /// The mail address, or the name of the chat address.
    pub address: String,
    pub owner: String,
    /// The caller may change it.
    pub own: bool,
    pub state: WatchState,
    /// UTC milliseconds.
    pub looked_at: Option<i64>,
    pub figure: String,
    pub sent_at: Option<i64>,
    /// When it is sent next, for a rule by the clock.
    pub next_at: Option<i64>,
    /// Why the last look failed, or the last message has not arrived.
    pub problem: Option<String>,
}

/// The result of a trial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchTrial {
    pub figure: String,
    /// The id of the message on its way.
    pub delivery: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> i64 {
        text.parse::<DateTime<chrono::Utc>>().unwrap().timestamp_millis()
    }

    #[test]
    fn a_rule_by_the_clock_comes_next_on_its_day() {
        let rule = |every| Rule::At { every, hour: 9 };
        // 2026-01-14 is a Wednesday.
        for (every, now, next) in [
            (Every::Day, "2026-01-14T08:59:59Z", "2026-01-14T09:00:00Z"),
            (Every::Day, "2026-01-14T09:00:00Z", "2026-01-15T09:00:00Z"),
            (Every::Monday, "2026-01-14T08:00:00Z", "2026-01-19T09:00:00Z"),
            (Every::Monday, "2026-01-19T08:00:00Z", "2026-01-19T09:00:00Z"),
            (Every::Monday, "2026-01-19T09:00:00Z", "2026-01-26T09:00:00Z"),
            (Every::Month, "2026-01-31T23:00:00Z", "2026-02-01T09:00:00Z"),
            (Every::Month, "2026-12-01T09:00:01Z", "2027-01-01T09:00:00Z"),
        ] {
            assert_eq!(rule(every).next_after(at(now)), Some(at(next)), "{every} after {now}");
        }
        assert_eq!(Rule::Passes { level: 1.0, side: Side::Above }.next_after(0), None);
    }

    #[test]
    fn a_change_is_measured_from_what_was_sent() {
        let by = |by, unit| Rule::Changes { by, unit };
        for (rule, figure, base, holds) in [
            (by(5.0, Unit::Amount), 105.0, 100.0, false),
            (by(5.0, Unit::Amount), 94.0, 100.0, true),
            (by(5.0, Unit::Percent), 105.0, 100.0, false),
            (by(5.0, Unit::Percent), -106.0, -100.0, true),
            (by(5.0, Unit::Percent), 1.0, 0.0, true),
            (by(0.0, Unit::Percent), 0.0, 0.0, false),
            (by(0.0, Unit::Amount), 1.0, 1.0, false),
        ] {
            assert_eq!(rule.holds(figure, base, false), holds, "{rule:?}: {base} to {figure}");
        }
    }

    #[test]
    fn a_threshold_is_passed_once_until_the_figure_returns() {
        let rule = Rule::Passes { level: 10.0, side: Side::Below };
        assert!(!rule.holds(10.0, 0.0, false) && rule.holds(9.0, 0.0, false) && !rule.holds(8.0, 0.0, true));
        assert!(rule.is_past(9.0) && !rule.is_past(10.0));
    }

    #[test]
    fn impossible_rules_say_what_is_wrong() {
        for rule in [
            Rule::Changes { by: -1.0, unit: Unit::Amount },
            Rule::Changes { by: f64::NAN, unit: Unit::Amount },
            Rule::Passes { level: f64::INFINITY, side: Side::Above },
            Rule::At { every: Every::Day, hour: 24 },
        ] {
            assert!(rule.check().is_err(), "{rule:?}");
        }
        assert!(Rule::At { every: Every::Day, hour: 23 }.check().is_ok());
    }
}
