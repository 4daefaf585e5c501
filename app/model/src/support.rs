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

use crate::record::Priority;

pub use state::{CallState, Finding, Guide, OpenTicket};
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
        /// The router itself: its lights, its settings, its password.
        Router = "router",
        /// Equipment that is broken, or to be given back.
        Equipment = "equipment_replacement",
        /// A technician's visit, wanted or agreed.
        Visit = "technician_visit",
        PhoneLine = "phone_line",
    }
}

impl Problem {
    /// The problem that an act of the caller names.
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
            _ => return None,
        })
    }

    /// The service that it is about, as plans name it.
    pub const fn service(self) -> Option<&'static str> {
        match self {
            Self::NoInternet | Self::SlowInternet | Self::Intermittent | Self::Router => Some("internet"),
            Self::TvNoSignal => Some("tv"),
            Self::PhoneLine => Some("phone"),
            Self::Account | Self::Equipment | Self::Visit => None,
        }
    }

    /// True where the line has to be looked at before anything else.
    pub const fn of_the_line(self) -> bool {
        self.service().is_some()
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
    /// What a message does or says. Several hold at once: "ačiū, bet vis dar neveikia" thanks and says that it is not solved.
    Act {
        NoInternet = "no_internet", SlowInternet = "slow_internet", Intermittent = "intermittent",
        TvNoSignal = "tv_no_signal", PhoneLine = "phone_line", Bill = "bill", RouterFault = "router_fault",
        EquipmentReplacement = "equipment_replacement", TechnicianVisit = "technician_visit",
        Yes = "yes", No = "no",
        /// It works a little, or at times: nothing is solved.
        Partly = "partly",
        StillNot = "still_not",
        /// What was asked for is done, and what came of it is not said.
        Done = "done",
        WhatIs = "what_is", WhereIs = "where_is", HowLong = "how_long", Wait = "wait", Repeat = "repeat",
        /// They cannot do the step.
        Unable = "unable",
        /// They do not want to do the step.
        Refuses = "refuses",
        WantsPerson = "wants_person", Cancel = "cancel", Complain = "complain", Compensation = "compensation",
        Danger = "danger", OtherAddress = "other_address", OthersData = "others_data",
        LanguageLt = "language_lt", LanguageEn = "language_en",
        Thanks = "thanks", Goodbye = "goodbye", Greeting = "greeting", Angry = "angry",
        /// To leave, to go to court or to the press; a threat of violence is a danger.
        Threat = "threat",
        NothingElse = "nothing_else",
    }
}

text_enum! {
    /// What comes before everything else, in every state of a call.
    Danger {
        Fire = "fire", Electricity = "electricity", Water = "water", Gas = "gas", Violence = "violence",
        SelfHarm = "self_harm", Health = "health",
        /// By ear alone: no rule says which.
        Other = "other",
    }
}

/// A message as an answer to what was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    Yes,
    No,
    /// Some of it, or not well.
    Partly,
    Other,
}

/// What a message of the caller was heard as. Made by code alone, stored with the run, and the same whoever reasons.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Heard {
    /// What is sure, in the order of the message.
    pub acts: Vec<Act>,
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
    pub danger: Option<Danger>,
    /// By which a caller can be verified.
    #[serde(default, skip_serializing_if = "Facts::is_empty")]
    pub facts: Facts,
}

impl Heard {
    pub fn says(&self, act: Act) -> bool {
        self.acts.contains(&act)
    }

    /// The problems that are named, in their order. After a step "it does not work" is its result, not a new problem.
    pub fn problems(&self, asks: Option<Asks>) -> Vec<Problem> {
        if matches!(asks, Some(Asks::Step | Asks::Ticket | Asks::Leave | Asks::Danger)) {
            return Vec::new();
        }
        self.acts.iter().filter_map(|act| Problem::named(*act)).collect()
    }

    /// It as the answer to a question.
    pub fn reply(&self, asks: Option<Asks>) -> Reply {
        let step = asks == Some(Asks::Step);
        if self.says(Act::Partly) {
            return Reply::Partly;
        }
        if self.says(Act::StillNot) || asks == Some(Asks::More) && self.says(Act::NothingElse) {
            return Reply::No;
        }
        // Who names a problem of their own does not answer the question of whether there is anything else with "no".
        if !self.problems(asks).is_empty() && matches!(asks, Some(Asks::More | Asks::Problem) | None) {
            return Reply::Other;
        }
        match (self.says(Act::Yes), self.says(Act::No)) {
            // "No, it works now."
            (true, true) if step => Reply::Yes,
            (true, false) => Reply::Yes,
            (false, true) => Reply::No,
            // "ne ne, taip", "yes and no": it is asked again.
            (true, true) | (false, false) => Reply::Other,
        }
    }

    /// True where nothing in it helps the call on.
    pub fn says_nothing(&self) -> bool {
        self.acts.is_empty()
            && self.address.is_none()
            && self.name.is_none()
            && self.language.is_none()
            && self.danger.is_none()
            && self.facts.is_empty()
    }
}

text_enum! {
    /// By what a caller from another number can show that the account is theirs.
    Fact {
        /// The number of the account, as on each bill.
        Account = "account",
        /// First name and surname of whoever made the contract.
        Name = "name",
        Email = "email",
        /// The code of the contract, for calls.
        Code = "code",
    }
}

/// What a caller has given of these.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "CallerFacts")]
pub struct Facts {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

impl Facts {
    pub const fn is_empty(&self) -> bool {
        self.account.is_none() && self.name.is_none() && self.email.is_none() && self.code.is_none()
    }

    /// With what was given later.
    pub fn add(&mut self, later: &Self) {
        for (own, new) in [
            (&mut self.account, &later.account),
            (&mut self.name, &later.name),
            (&mut self.email, &later.email),
            (&mut self.code, &later.code),
        ] {
            if new.is_some() {
                own.clone_from(new);
            }
        }
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
        /// What shows that the account is theirs.
        Verify = "verify",
        /// Whether a colleague should call about what is still open.
        Leave = "leave",
        /// Whether they are safe now.
        Danger = "danger",
    }
}

text_enum! {
    /// Who a task of the desk goes to.
    Queue {
        Urgent = "urgent", Support = "support", Billing = "billing", Contracts = "contracts", Complaints = "complaints",
    }
}

/// What a reply promises: it is stored together with the reply, so that nothing is promised that nobody knows of.
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
    /// The call, whose transcript it is.
    pub session_id: String,
    pub customer_id: Option<String>,
    pub phone: String,
    pub queue: Queue,
    pub priority: Priority,
    pub reason: String,
    /// UTC milliseconds, as all times here.
    pub created_at: i64,
    /// By when the caller was told to be called.
    pub due_at: i64,
    pub taken_by: Option<String>,
    pub taken_at: Option<i64>,
    pub closed_at: Option<i64>,
    pub outcome: Option<String>,
}

/// What is said in a call that a person has taken over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CallLine")]
pub struct Line {
    pub at: i64,
    /// Who of the desk; the caller where it is nobody.
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
    /// What it promises.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promise: Option<Promise>,
    /// It told of the tickets that were open before the call.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub told_open: bool,
    /// It told of an outage in a street, which everybody may know.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub told_street: bool,
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
    /// The person who speaks in it instead of the agent.
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
