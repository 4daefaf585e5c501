//! The reply for a row of the tree, in the language of the call, and what it leaves for the next message.

use std::time::Duration;

use chrono::NaiveDate;
use model::record::Priority;
use model::support::{Act, Asks, CallState, Ending, Outcome, Problem, Queue, Turn};

use super::outcome::{ended_as, summary};
use super::phrases::{moment, services};
use super::tree::Says;
use super::when::{Facts, called, tried};
use crate::tools::say::{self, Id};

/// What the caller is told, and what it leaves for the next message.
#[derive(Debug, Default)]
pub struct Utterance {
    pub text: String,
    pub turn: Turn,
}

/// A reply being built: sentences, then a question.
pub(super) struct Saying<'a> {
    pub(super) state: &'a CallState,
    company: &'a str,
    /// Within which time a colleague calls back.
    pub(super) call_back: Duration,
    /// The day that "today" means.
    pub(super) today: Option<NaiveDate>,
    /// The message being answered.
    pub(super) said: Option<String>,
    pub(super) parts: Vec<String>,
    pub(super) turn: Turn,
}

/// The reply of a row.
pub fn say(says: Says, facts: &Facts<'_>) -> Utterance {
    // Repeating a reply verbatim helps nobody: an alternative is offered, and finally a person.
    let free = matches!(
        says,
        Says::Danger | Says::DangerAgain | Says::StayOut | Says::Repeat | Says::Ended | Says::Bye | Says::Timeout
            // The same question gets the same answer.
            | Says::TicketStatus | Says::OwnAccount | Says::OtherData
    ) || called(facts.run, "verify_caller", "");
    let promised = facts.state.promises.contains(&Queue::Support);
    let others: &[Says] = match says {
        _ if free => &[],
        Says::Unclear | Says::DidItHelp => &[Says::OfferTicket, Says::PassedOn],
        Says::Wait => &[Says::AnythingElse],
        _ if promised => &[Says::Added, Says::AlreadyPassed],
        _ => &[Says::PassedOn],
    };
    let replies = [says].into_iter().chain(others.iter().copied());
    let mut replies = replies.map(|says| one(says, facts));
    let first = replies.next().unwrap_or_default();
    if first.text == facts.state.last_reply {
        return replies.find(|reply| reply.text != facts.state.last_reply).unwrap_or(first);
    }
    first
}

fn one(says: Says, facts: &Facts<'_>) -> Utterance {
    let mut saying = Saying {
        state: &facts.state,
        company: facts.company,
        call_back: facts.call_back,
        today: facts.run.as_of,
        said: None,
        parts: Vec::new(),
        turn: Turn::default(),
    };
    saying.said = Some(facts.run.question.clone()).filter(|said| !said.is_empty());
    saying.begin(says);
    saying.say(says, facts);
    Utterance { text: saying.parts.join("\n\n"), turn: saying.turn }
}

impl Saying<'_> {
    pub(super) fn add(&mut self, id: Id, args: &[(&str, &str)]) {
        self.parts.push(say::text(self.state.language, self.state.formal, id, args));
    }

    /// The same, to go on with.
    fn with(&mut self, id: Id, args: &[(&str, &str)]) -> &mut Self {
        self.add(id, args);
        self
    }

    pub(super) fn ask(&mut self, asks: Asks) {
        self.turn.asks = Some(asks);
    }

    pub(super) fn end(&mut self, outcome: Outcome) {
        self.turn.ending = Some(Ending { outcome, summary: summary(self.state, outcome) });
    }

    /// What comes first: that the language has changed, that a second problem comes later.
    fn begin(&mut self, says: Says) {
        let Some(heard) = &self.state.heard else { return };
        let in_danger = [Says::Danger, Says::DangerAgain, Says::DangerOver, Says::StayOut, Says::DangerNoted];
        if says == Says::Ended || in_danger.contains(&says) {
            return;
        }
        if heard.suspects_danger && self.state.past_danger.is_none() && !self.state.told_precaution {
            self.add(Id::Precaution, &[]);
            self.turn.told_precaution = true;
        }
        if heard.says(Act::AsksWho) {
            self.add(Id::Machine, &[]);
        }
        let wished = heard.says(Act::LanguageLt) || heard.says(Act::LanguageEn);
        if heard.language.is_some() && (wished || heard.address.is_none() && heard.acts.len() < 2) {
            self.add(Id::LanguageChanged, &[]);
        }
        let regret = matches!(says, Says::Calm | Says::ComplaintNoted | Says::Bye | Says::Resolved | Says::OtherData);
        if heard.says(Act::Angry) && !regret {
            self.add(Id::Calm, &[]);
        }
        if let [first, later @ ..] = heard.problems(None).as_slice()
            && !later.is_empty()
            && self.state.later == later
        {
            let name = |p: &Problem| say::problem(*p, self.state.language);
            let later: Vec<String> = later.iter().map(name).collect();
            let (first, later) = (name(first), later.join(", "));
            self.add(Id::WhichFirst, &[("first", &first), ("later", &later)]);
        }
    }

    fn say(&mut self, says: Says, facts: &Facts<'_>) {
        let state = self.state;
        match says {
            Says::Danger | Says::DangerAgain => self.danger(),
            Says::DangerOver => self.danger_over(),
            Says::StayOut => self.stay_out(),
            Says::DangerNoted => self.danger_noted(),
            Says::Greeting => {
                let company = self.company;
                self.add(Id::Greeting, &[("company", company)]);
                self.ask(Asks::Problem);
            }
            Says::Ended => {
                self.add(Id::ConversationEnded, &[]);
                self.turn.ending.clone_from(&state.ending);
            }
            Says::MaxTurns => {
                self.add(Id::MaxTurns, &[]);
                self.promise(
                    Queue::Support,
                    Priority::Medium,
                    "As many messages were answered as a call may have, without an end.",
                );
                self.end(Outcome::MaxTurns);
            }
            Says::Bye => {
                self.add(Id::Bye, &[]);
                self.end(ended_as(state));
            }
            Says::HandedOver => {
                self.hand_over();
                self.end(Outcome::HandedOver);
            }
            Says::PassedOn => {
                self.hand_over();
                self.question(Asks::More);
            }
            Says::OtherData => self.with(Id::OtherData, &[]).again(),
            Says::Calm => self.with(Id::Calm, &[]).again(),
            Says::CancelNoted => self.note(Act::Cancel, Id::CancelNoted, Queue::Contracts, "Wants to end the contract"),
            Says::AskCancel => self.question(Asks::Cancel),
            Says::NotEnding => {
                self.add(Id::NotEnding, &[]);
                if state.noted.contains(&Act::Cancel) {
                    self.promise(Queue::Contracts, Priority::High, "Does NOT want to end the contract");
                }
                self.again();
            }
            Says::PriceOfLeaving => {
                self.add(Id::PriceOfLeaving, &[]);
                self.promise(
                    Queue::Contracts,
                    Priority::Medium,
                    "Only asks about ending the contract, has NOT asked to end it",
                );
                self.more();
            }
            Says::VisitOff => {
                self.add(Id::VisitOff, &[]);
                self.promise(Queue::Support, Priority::High, "Calls off a visit");
                self.more();
            }
            Says::Machine => self.again(),
            Says::Foreign => {
                self.add(Id::Foreign, &[]);
                self.turn.asks = state.asks;
            }
            Says::WhichOf => {
                let readings = state.heard.as_ref().map(|heard| heard.readings.clone()).unwrap_or_default();
                let name =
                    |act: &Act| Problem::named(*act).map(|p| say::problem(p, state.language)).unwrap_or_default();
                if let [first, second] = readings.as_slice() {
                    self.add(Id::WhichOf, &[("first", &name(first)), ("second", &name(second))]);
                }
                self.turn.offers = readings;
                self.ask(Asks::Problem);
            }
            Says::QuestionPassed => {
                self.add(Id::QuestionPassed, &[]);
                self.promise(Queue::Support, Priority::Medium, "Asks");
                self.question(Asks::More);
            }
            Says::CompensationNoted => {
                self.note(Act::Compensation, Id::CompensationNoted, Queue::Billing, "Asks for compensation");
            }
            Says::ComplaintNoted => {
                let threat = state.heard.as_ref().is_some_and(|heard| heard.says(Act::Threat));
                let wish = if threat { Act::Threat } else { Act::Complain };
                self.note(wish, Id::ComplaintNoted, Queue::Complaints, "Complains");
            }
            Says::PlanNoted => {
                self.note(Act::ChangePlan, Id::PlanNoted, Queue::Contracts, "Wants another plan or service");
            }
            Says::MovingNoted => self.note(Act::Moving, Id::MovingNoted, Queue::Contracts, "Moves house"),
            Says::TicketStatus => {
                for ticket in &state.open_tickets {
                    let day = moment(&ticket.opened, state.language, self.today);
                    self.add(Id::OpenBefore, &[("id", &ticket.id), ("date", &day)]);
                }
                for ticket in &state.made {
                    self.add(Id::TicketOfCall, &[("id", &ticket.id)]);
                }
                if state.ticket_waits {
                    self.add(Id::TicketWaits, &[]);
                } else if state.finding.outage == Some(true) || state.street_outage == Some(true) {
                    self.street_outage();
                } else if state.open_tickets.is_empty() && state.made.is_empty() {
                    self.add(Id::NoOpenTicket, &[]);
                }
                if !state.promises.is_empty() {
                    self.add(Id::AlreadyPassed, &[]);
                }
                self.turn.told_open = true;
                self.question(Asks::More);
            }
            Says::AlreadyPassed => self.with(Id::AlreadyPassed, &[]).question(Asks::More),
            Says::Added => self.added(),
            Says::OwnersOnly => {
                self.add(Id::OwnersOnly, &[]);
                if !state.promises.contains(&Queue::Support) {
                    self.promise(Queue::Support, Priority::Medium, "Asks about an account of somebody else");
                }
                self.question(Asks::More);
            }
            Says::OwnAccount => {
                let services = if state.plans.is_empty() {
                    services(&state.services, state.language)
                } else {
                    let plans = state.plans.iter().map(|plan| self.plan(plan));
                    plans.collect::<Vec<_>>().join(", ")
                };
                // Nothing empty is read out.
                match state.customer_address.as_deref().filter(|address| !address.is_empty()) {
                    Some(address) if !services.is_empty() => {
                        self.add(Id::OwnAccount, &[("address", address), ("services", &services)]);
                    }
                    Some(address) => self.add(Id::OwnAddress, &[("address", address)]),
                    None => self.add(Id::NotKnown, &[]),
                }
                self.more();
            }
            Says::Explain => self.explain(&facts.run.question),
            Says::HowLong => self.how_long(),
            Says::Repeat if state.asks == Some(Asks::More) && !state.last_reply.is_empty() => {
                self.parts.push(state.last_reply.clone());
                self.ask(Asks::More);
            }
            Says::Repeat => self.again(),
            Says::Wait => {
                self.add(Id::WaitOk, &[]);
                self.turn.asks = state.asks;
            }
            Says::StillOpen => self.question(Asks::Leave),
            Says::LeftOpen => {
                self.add(Id::LeftOpen, &[]);
                self.promise(Queue::Support, Priority::Medium, "Left the call with the problem open");
                self.add(Id::Bye, &[]);
                self.end(Outcome::HandedOver);
            }
            Says::NotUnderstood => self.with(Id::NotUnderstood, &[]).again(),
            Says::AskAddress => {
                match tried(facts.run) {
                    Some(address) => self.add(Id::AddressNotFound, &[("address", address)]),
                    None => self.add(Id::AskAddress, &[]),
                }
                self.ask(Asks::Address);
            }
            Says::StreetOutage => {
                self.street_outage();
                self.turn.told_street = true;
                self.question(Asks::More);
            }
            Says::AskVerify => {
                if called(facts.run, "check_outages", "area") && state.street_outage == Some(false) {
                    self.add(Id::StreetNothing, &[]);
                }
                self.verify(called(facts.run, "verify_caller", ""));
            }
            Says::AskOtherAddress => {
                let id = if tried(facts.run).is_some() { Id::AddressNotYours } else { Id::AskOtherAddress };
                self.add(id, &[]);
                if id == Id::AddressNotYours {
                    self.add(Id::AskOtherAddress, &[]);
                }
                self.ask(Asks::Address);
            }
            Says::Confirm => {
                if tried(facts.run).is_some() {
                    self.add(Id::AddressNotYours, &[]);
                }
                self.question(Asks::Confirm);
            }
            Says::Cancelled => self.with(Id::Cancelled, &[]).question(Asks::More),
            Says::Suspended => self.with(Id::Suspended, &[]).question(Asks::More),
            Says::AskProblem => self.question(Asks::Problem),
            Says::NoService => {
                let name = |kind: &str| services(&[kind.to_owned()], state.language);
                let wanted = name(state.problem_type.and_then(Problem::service).unwrap_or_default());
                let own = services(&state.services, state.language);
                self.add(Id::NoService, &[("service", &wanted), ("services", &own)]);
                self.more();
            }
            Says::Visit => {
                self.add(Id::VisitNoted, &[]);
                self.in_their_words();
                self.promise(Queue::Support, Priority::Medium, "Wants a technician's visit, or another time for it");
                self.more();
            }
            Says::OpenBefore => {
                if let Some(ticket) = state.open_tickets.first() {
                    let day = moment(&ticket.opened, state.language, self.today);
                    self.add(Id::OpenBefore, &[("id", &ticket.id), ("date", &day)]);
                }
                self.turn.told_open = true;
                self.more();
            }
            Says::TicketWaits => self.with(Id::TicketWaits, &[]).ask(Asks::More),
            Says::AccountInfo => self.with(Id::AccountInfo, &[]).more(),
            Says::Outage => {
                let services = services(&state.finding.affected, state.language);
                match &state.finding.until {
                    // Which services it affects is not recorded.
                    _ if services.is_empty() => self.street_outage(),
                    Some(until) => {
                        let until = moment(until, state.language, self.today);
                        self.add(Id::Outage, &[("services", &services), ("until", &until)]);
                    }
                    None => self.add(Id::OutageNoTime, &[("services", &services)]),
                }
                // What the outage explains as well needs no check of its own.
                let explained =
                    state.later.iter().all(|l| state.finding.affected.iter().any(|s| l.service() == Some(s.as_str())));
                if explained { self.question(Asks::More) } else { self.more() }
            }
            Says::TicketMade => {
                self.found();
                if state.ticket_changed {
                    self.add(Id::TicketChanged, &[]);
                }
                self.add(Id::TicketMade, &[("id", state.ticket_id.as_deref().unwrap_or_default())]);
                self.more();
            }
            Says::TicketRefused => {
                let declined = state.ticket_refused.as_deref().is_some_and(|why| why.starts_with("Declined"));
                self.add(if declined { Id::TicketDeclined } else { Id::TicketFailed }, &[]);
                let why = state.ticket_refused.as_deref().unwrap_or_default();
                self.promise(Queue::Support, Priority::High, &format!("No ticket was made: {why}"));
                self.more();
            }
            Says::Resolved => self.with(Id::Resolved, &[]).more(),
            Says::DidItHelp => self.question(Asks::Step),
            Says::Unclear => self.with(Id::UnclearStep, &[]).ask(Asks::Step),
            Says::OfferTicket => self.question(Asks::Ticket),
            Says::Step => self.step(),
            Says::AnythingElse => self.question(Asks::More),
            Says::Timeout => {
                self.add(Id::Timeout, &[]);
                self.turn.asks = state.asks;
            }
        }
    }
}
