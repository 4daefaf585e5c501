//! The recognised content of a caller's message: acts, a danger, and copied facts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Asks, Language, Problem};

text_enum! {
    /// An act of a message. Several can apply: "ačiū, bet vis dar neveikia" thanks and says that it is not solved.
    Act {
        NoInternet = "no_internet", SlowInternet = "slow_internet", Intermittent = "intermittent",
        TvNoSignal = "tv_no_signal", PhoneLine = "phone_line", Bill = "bill", RouterFault = "router_fault",
        EquipmentReplacement = "equipment_replacement", TechnicianVisit = "technician_visit",
        Yes = "yes", No = "no",
        /// It works a little, or at times: not solved.
        Partly = "partly",
        StillNot = "still_not",
        /// They did what was asked, without giving the result.
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
        /// Wants another plan or service, or asks what one costs.
        ChangePlan = "change_plan",
        Moving = "moving",
        /// Asks for the status of a fault reported before.
        TicketStatus = "ticket_status",
        /// Describes what a device shows or how things are connected, not whether a step helped.
        Reports = "reports",
        /// Asks what is on record for their own account: plan, address, services.
        OwnAccount = "own_account",
        /// Says that the account is somebody else's: calls for a neighbour, a parent, a client.
        NotOwner = "not_owner",
        /// The line works, but the wireless signal does not reach some room.
        WifiRange = "wifi_range",
        /// A device rejects the wireless network's password.
        WifiPassword = "wifi_password",
        /// A channel is missing or not in the package; others work.
        TvChannel = "tv_channel",
        /// There is a picture, but it breaks up, freezes or has no sound.
        TvPicture = "tv_picture",
        /// Asks whether they speak with a person or a machine.
        AsksWho = "asks_who",
    }
}

text_enum! {
    /// Takes precedence over everything else, in every state of a call.
    Danger {
        Fire = "fire", Electricity = "electricity", Water = "water", Gas = "gas", Violence = "violence",
        SelfHarm = "self_harm", Health = "health",
        /// Something outside hangs, has fallen, is about to, or stands open.
        Fallen = "fallen",
        /// Only recognised statistically: no rule says which.
        Other = "other",
    }
}

text_enum! {
    /// What a caller says after a danger, recognised by rules.
    Aftermath {
        /// They are out of danger. Nothing else ends it.
        Safe = "safe",
        /// They want to go back, or to switch something on.
        GoesBack = "goes_back",
        /// They ask whether they may touch or move it.
        Touches = "touches",
        /// They are hurt or feel ill.
        Unwell = "unwell",
    }
}

text_enum! {
    /// What a message that speaks of ending the contract means by it.
    Leaving {
        /// They want to end it.
        Wanted = "wanted",
        /// They do not, or never said so.
        Denied = "denied",
        /// They ask what it would cost, or what would happen.
        Asked = "asked",
        /// They call off a visit, not the contract.
        Visit = "visit",
    }
}

/// A message as the answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    Yes,
    No,
    /// Partly, or not well.
    Partly,
    Other,
}

/// The recognised content of a caller's message. Found by code alone, whoever reasons, and stored with the run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Heard {
    /// Certain acts, in the order of the message.
    pub acts: Vec<Act>,
    /// A street with a house number, as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The caller's name for themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// If the message is in another language than the call so far, or asks for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub danger: Option<Danger>,
    /// It may tell of a danger, but no rule says so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub suspects_danger: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aftermath: Option<Aftermath>,
    /// The danger has hurt or threatens somebody, or a child is near: 112 at once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hurt: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaving: Option<Leaving>,
    /// It asks something, with or without a question mark.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub question: bool,
    /// It addresses whoever answers as "Jūs".
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub formal: bool,
    /// It is in a language that is not spoken here.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub foreign: bool,
    /// Two possible readings of a message in which nothing is certain, likelier first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<Act>,
    /// Facts that can verify a caller.
    #[serde(default, skip_serializing_if = "Facts::is_empty")]
    pub facts: Facts,
}

impl Heard {
    pub fn says(&self, act: Act) -> bool {
        self.acts.contains(&act)
    }

    /// The problems named, in order, one per service: a red lamp belongs to the internet that is out. After a step, "it
    /// does not work" is its result, not a new problem.
    pub fn problems(&self, asks: Option<Asks>) -> Vec<Problem> {
        if matches!(asks, Some(Asks::Step | Asks::Ticket | Asks::Leave | Asks::Danger)) {
            return Vec::new();
        }
        let mut problems: Vec<Problem> = Vec::new();
        for problem in self.acts.iter().filter_map(|act| Problem::named(*act)) {
            match problems.iter_mut().find(|p| p.service().is_some() && p.service() == problem.service()) {
                // The more specific problem wins.
                Some(named) if problem.is_special() => *named = problem,
                Some(_) => {}
                None => problems.push(problem),
            }
        }
        problems
    }

    /// The message as the answer to a question.
    pub fn reply(&self, asks: Option<Asks>) -> Reply {
        let step = asks == Some(Asks::Step);
        if asks == Some(Asks::Danger) {
            return match (self.aftermath, self.says(Act::No)) {
                (Some(Aftermath::Safe), _) => Reply::Yes,
                (_, true) => Reply::No,
                _ => Reply::Other,
            };
        }
        // Somebody offered a ticket or a colleague who asks for it accepts, whatever else is said.
        if matches!(asks, Some(Asks::Ticket | Asks::Leave)) {
            let wishes = [Act::Yes, Act::TechnicianVisit, Act::EquipmentReplacement, Act::WantsPerson];
            let wished = wishes.iter().any(|act| self.says(*act));
            let fails = self.says(Act::StillNot) || self.says(Act::Partly);
            return match (wished, self.says(Act::No) || self.says(Act::Refuses)) {
                (true, false) => Reply::Yes,
                // "No, it does not work" may refer to the previous step.
                (false, true) if fails => Reply::Other,
                (false, true) => Reply::No,
                _ => Reply::Other,
            };
        }
        if self.says(Act::Partly) {
            return Reply::Partly;
        }
        if self.says(Act::StillNot) || asks == Some(Asks::More) && self.says(Act::NothingElse) {
            return Reply::No;
        }
        // "No" with a new problem does not answer whether there is anything else.
        if !self.problems(asks).is_empty() && matches!(asks, Some(Asks::More | Asks::Problem) | None) {
            return Reply::Other;
        }
        // Asking about another address or account confirms none.
        if asks == Some(Asks::Confirm) && (self.says(Act::OthersData) || self.says(Act::OtherAddress)) {
            return if self.says(Act::No) { Reply::No } else { Reply::Other };
        }
        // "Yes, register it" after a step does not say that it helped.
        if step && [Act::TechnicianVisit, Act::EquipmentReplacement, Act::WantsPerson].iter().any(|act| self.says(*act))
        {
            return if self.says(Act::No) { Reply::No } else { Reply::Other };
        }
        match (self.says(Act::Yes), self.says(Act::No)) {
            // "No, it works now."
            (true, true) if step => Reply::Yes,
            (true, false) => Reply::Yes,
            (false, true) => Reply::No,
            // "ne ne, taip", "yes and no": ask again.
            (true, true) | (false, false) => Reply::Other,
        }
    }

    /// A plain answer to a question for a place or a name: no question, wish, problem or goodbye.
    pub fn is_plain(&self) -> bool {
        let adds_nothing = |act: &Act| {
            matches!(
                act,
                Act::Yes | Act::No | Act::Thanks | Act::Greeting | Act::Angry | Act::Reports | Act::OtherAddress
            )
        };
        self.address.is_some() || !self.question && self.leaving.is_none() && self.acts.iter().all(adds_nothing)
    }

    /// Whether it contains nothing that moves the call forward.
    pub fn says_nothing(&self) -> bool {
        self.acts.is_empty()
            && self.address.is_none()
            && self.name.is_none()
            && self.language.is_none()
            && self.danger.is_none()
            && self.leaving.is_none()
            && self.facts.is_empty()
    }
}

text_enum! {
    /// What shows that an account is the caller's when they call from another number.
    Fact {
        /// The account number, as on every bill.
        Account = "account",
        /// First and last name of the contract's owner.
        Name = "name",
        Email = "email",
        /// The contract's code for calls.
        Code = "code",
    }
}

/// The facts given by a caller.
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

    /// Adds facts given later.
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
