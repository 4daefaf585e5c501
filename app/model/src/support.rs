//! Support calls: who calls, what a message was heard as, what a reply waits for, and the state that follows from all of it
//! (B-011 to B-013).
//!
//! Deliberately not here: the decision tree (the server's `agent::reasoner::support`) and the fold (`state`).

pub mod local;
pub mod phone;
pub mod records;
mod state;
mod view;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use state::{CallState, Finding, Guide};
pub use view::{BeginCall, CallView, KnownCaller, Monitor, SupportDesk, ToolUse};

text_enum! {
    /// The languages that calls are answered in.
    Language { Lt = "lt", En = "en" }
}

impl Default for Language {
    /// B-014.
    fn default() -> Self {
        Self::Lt
    }
}

text_enum! {
    /// What callers have trouble with (B-049).
    Problem {
        NoInternet = "no_internet", SlowInternet = "slow_internet", Intermittent = "intermittent",
        TvNoSignal = "tv_no_signal", Account = "account",
    }
}

text_enum! {
    /// What a ticket asks for (B-042).
    TicketKind {
        NetworkIssue = "network_issue", TechnicianVisit = "technician_visit",
        EquipmentReplacement = "equipment_replacement",
    }
}

text_enum! {
    /// Whether an account is served (B-047).
    AccountStatus { Active = "active", Suspended = "suspended", Cancelled = "cancelled" }
}

/// Who calls, and how they are spoken to. A run that has one belongs to a call, and its tools answer about this caller's
/// account alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Caller {
    /// As the line tells it: "+37060012345".
    pub phone: String,
    pub language: Language,
    /// "Jūs" instead of "tu".
    #[serde(default)]
    pub formal: bool,
}

impl Caller {
    /// The number with all but its last four digits hidden (B-051).
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
    /// A message as an answer to what was asked.
    Reply { Yes = "yes", No = "no", Other = "other" }
}

text_enum! {
    /// What a caller asks for besides help with a problem.
    Wish {
        /// A person instead of the machine.
        Person = "person",
        /// How long it takes.
        When = "when",
        /// What is known of somebody else.
        OthersData = "others_data",
        /// To end the call.
        End = "end",
    }
}

/// What a message of the caller was heard as. Made by code alone, stored with the run, and the same whoever reasons.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Heard {
    pub reply: Reply,
    /// In the order in which they were named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
    /// A street with a house number, as it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// How the caller calls themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Where the message is in another language than the call so far, or asks for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wish: Option<Wish>,
    /// It is a greeting, and perhaps nothing more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub greets: bool,
    /// It insults.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rude: bool,
}

impl Heard {
    /// True where nothing in it helps the call on.
    pub const fn says_nothing(&self) -> bool {
        matches!(self.reply, Reply::Other)
            && self.problems.is_empty()
            && self.address.is_none()
            && self.name.is_none()
            && self.language.is_none()
            && self.wish.is_none()
            && !self.greets
    }
}

text_enum! {
    /// What a reply asks the caller, so that the next message can be understood as its answer.
    Asks {
        Problem = "problem",
        /// The address, because the number is not known or the one named was wrong.
        Address = "address",
        /// Whether the address named is right.
        Confirm = "confirm",
        /// Whether a step of the guide has helped.
        Step = "step",
        /// Whether a ticket should be made.
        Ticket = "ticket",
        /// Whether to go on with the next problem that was named.
        Next = "next",
        /// Whether there is anything else.
        More = "more",
    }
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

/// What a reply leaves behind for the next turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CallTurn")]
pub struct Turn {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asks: Option<Asks>,
    /// The step of the guide that it gave, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// The call ends with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
}

/// A ticket as the call knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ticket {
    pub id: String,
    pub kind: TicketKind,
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
