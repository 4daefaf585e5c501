//! Support calls: the caller, the content of messages, what a reply waits for, and the resulting state (B-011 to
//! B-013).
//!
//! Deliberately not here: the decision tree (the server's `support::flow`) and the fold (`state`).

mod finding;
mod heard;
mod known;
pub mod local;
pub mod phone;
pub mod records;
mod settings;
mod state;
mod view;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::record::Priority;

pub use finding::{Finding, Guide};
pub use heard::{Act, Aftermath, Danger, Fact, Facts, Heard, Leaving, Reply};
pub use records::ActivePlan;
pub use settings::{BeginCall, CallChange, CallSettings};
pub use state::CallState;
pub use view::{CallView, KnownCaller, Monitor, SupportDesk, ToolUse};

text_enum! {
    /// The languages of calls.
    Language { Lt = "lt", En = "en" }
}

impl Default for Language {
    /// B-014.
    fn default() -> Self {
        Self::Lt
    }
}

text_enum! {
    /// Callers' problems (B-049).
    Problem {
        NoInternet = "no_internet", SlowInternet = "slow_internet", Intermittent = "intermittent",
        TvNoSignal = "tv_no_signal", Account = "account",
        /// The router itself: its lights, its settings, its password.
        Router = "router",
        /// Equipment that is broken, or to be given back.
        Equipment = "equipment_replacement",
        /// A technician's visit, wanted or agreed.
        Visit = "technician_visit",
        PhoneLine = "phone_line",
        WifiRange = "wifi_range", WifiPassword = "wifi_password", TvChannel = "tv_channel", TvPicture = "tv_picture",
    }
}

impl Problem {
    /// The problem named by a caller's act.
    pub const fn named(act: Act) -> Option<Self> {
        Some(match act {
            Act::NoInternet => Self::NoInternet,
            Act::SlowInternet => Self::SlowInternet,
            Act::Intermittent => Self::Intermittent,
            Act::TvNoSignal => Self::TvNoSignal,
            Act::PhoneLine => Self::PhoneLine,
            Act::Bill => Self::Account,
            Act::RouterFault => Self::Router,
            Act::EquipmentReplacement => Self::Equipment,
            Act::TechnicianVisit => Self::Visit,
            Act::WifiRange => Self::WifiRange,
            Act::WifiPassword => Self::WifiPassword,
            Act::TvChannel => Self::TvChannel,
            Act::TvPicture => Self::TvPicture,
            _ => return None,
        })
    }

    /// The affected service, as in plans.
    pub const fn service(self) -> Option<&'static str> {
        match self {
            Self::NoInternet
            | Self::SlowInternet
            | Self::Intermittent
            | Self::Router
            | Self::WifiRange
            | Self::WifiPassword => Some("internet"),
            Self::TvNoSignal | Self::TvChannel | Self::TvPicture => Some("tv"),
            Self::PhoneLine => Some("phone"),
            Self::Account | Self::Equipment | Self::Visit => None,
        }
    }

    /// Whether it affects one part of a service while the rest works.
    pub const fn is_special(self) -> bool {
        matches!(self, Self::WifiRange | Self::WifiPassword | Self::TvChannel | Self::TvPicture)
    }

    /// Whether the line must be checked first.
    pub const fn of_the_line(self) -> bool {
        self.service().is_some()
    }
}

text_enum! {
    /// The request of a ticket (B-042).
    TicketKind {
        NetworkIssue = "network_issue", TechnicianVisit = "technician_visit",
        EquipmentReplacement = "equipment_replacement",
    }
}

text_enum! {
    /// The status of an account (B-047).
    AccountStatus { Active = "active", Suspended = "suspended", Cancelled = "cancelled" }
}

/// The caller, and how to address them. A run with one belongs to a call, and its tools only answer about this caller's
/// account.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Caller {
    /// As reported by the line: "+37060012345".
    pub phone: String,
    #[cfg_attr(not(target_family = "wasm"), serde(flatten))]
    #[cfg_attr(target_family = "wasm", serde(rename = "*"))]
    pub settings: CallSettings,
    /// The call had ended before this message.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ended: bool,
}

impl Caller {
    /// The number with only its last four digits visible (B-051).
    pub fn masked(phone: &str) -> String {
        let digits = phone.chars().filter(char::is_ascii_digit).count();
        let mut seen = 0;
        let hide = |c: char| {
            if !c.is_ascii_digit() {
                return c;
            }
            seen += 1;
            if seen + 4 <= digits { '•' } else { c }
        };
        phone.chars().map(hide).collect()
    }
}

text_enum! {
    /// The question in a reply, needed to understand the next message as its answer.
    Asks {
        Problem = "problem",
        /// The address, because the number is unknown or the address named was wrong.
        Address = "address",
        /// Whether the named address is right.
        Confirm = "confirm",
        /// Whether a step of the guide helped.
        Step = "step",
        /// Whether to create a ticket.
        Ticket = "ticket",
        /// Whether to continue with the next problem.
        Next = "next",
        /// Whether there is anything else.
        More = "more",
        /// Proof that the account is theirs.
        Verify = "verify",
        /// Whether a colleague should call about open issues.
        Leave = "leave",
        /// Whether they are safe now.
        Danger = "danger",
        /// Where a danger is, once they are safe.
        Place = "place",
        /// Who reported the danger.
        Name = "name",
        /// Whether they really want to end the contract.
        Cancel = "cancel",
    }
}

text_enum! {
    /// The recipients of a task.
    Queue {
        Urgent = "urgent", Support = "support", Billing = "billing", Contracts = "contracts", Complaints = "complaints",
    }
}

/// A promise in a reply, stored together with it, so that no promise gets lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CallPromise")]
pub struct Promise {
    pub queue: Queue,
    pub priority: Priority,
    /// One sentence for colleagues, in English.
    pub reason: String,
}

/// A promise that a person has to keep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SupportTask")]
pub struct Task {
    pub id: String,
    /// The call with the transcript.
    pub session_id: String,
    /// `None` if the caller was not identified then.
    pub customer_id: Option<String>,
    /// As given by the caller.
    pub caller_name: Option<String>,
    pub phone: String,
    pub queue: Queue,
    pub priority: Priority,
    pub reason: String,
    /// UTC milliseconds, like all times here.
    pub created_at: i64,
    /// The promised time of the call back.
    pub due_at: i64,
    pub taken_by: Option<String>,
    pub taken_at: Option<i64>,
    pub closed_at: Option<i64>,
    pub outcome: Option<String>,
}

/// A line in a call that a person has taken over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CallLine")]
pub struct Line {
    pub at: i64,
    /// The colleague speaking; `None` for the caller.
    pub by: Option<String>,
    pub text: String,
}

text_enum! {
    /// How a call ended.
    #[schemars(rename = "CallOutcome")]
    Outcome {
        Resolved = "resolved", Ticket = "ticket", HandedOver = "handed_over", Informed = "informed",
        MaxTurns = "max_turns", HungUp = "hung_up",
    }
}

/// The end of a call (B-005).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ending {
    pub outcome: Outcome,
    /// One sentence for colleagues, in English.
    pub summary: String,
}

/// State that a reply leaves for the next turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CallTurn")]
pub struct Turn {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asks: Option<Asks>,
    /// The step of the guide it gave, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// It ends the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// The promise it makes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promise: Option<Promise>,
    /// The caller's wish it promises to pass on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wish: Option<Act>,
    /// Further wishes of the same message, in the same task.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Act>,
    /// The readings that it offered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<Act>,
    /// It mentioned the tickets open before the call.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub told_open: bool,
    /// It said what to do in case there is a danger.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub told_precaution: bool,
    /// It mentioned an outage in a street, which is public.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub told_street: bool,
}

/// A ticket within the call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ticket {
    pub id: String,
    pub kind: TicketKind,
}

/// A ticket that was open before the call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpenTicket {
    #[serde(rename = "ticket_id")]
    pub id: String,
    pub kind: TicketKind,
    /// As recorded: "open", "in_progress".
    pub status: String,
    /// The day it was opened.
    pub opened: String,
}

/// A call in lists.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SupportCall")]
pub struct Call {
    pub session_id: String,
    pub phone: String,
    pub language: Language,
    pub formal: bool,
    /// UTC milliseconds.
    pub started_at: i64,
    pub ended_at: Option<i64>,
    pub outcome: Option<Outcome>,
    pub summary: Option<String>,
    /// The settings it began with.
    pub settings: CallSettings,
    /// The person speaking instead of the agent.
    pub taken_by: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_shows_its_last_four_digits() {
        for (phone, want) in [("+37060012345", "+•••••••2345"), ("8 600 12345", "• ••• •2345"), ("12", "12"), ("", "")]
        {
            assert_eq!(Caller::masked(phone), want);
        }
    }
}
