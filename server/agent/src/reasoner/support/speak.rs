//! What a row of the tree says, in the language of the call, and what it leaves behind for the next message.

use model::record::Priority;
use model::support::{Act, Asks, CallState, Ending, Outcome, Problem, Queue, Turn};

use super::ending::{ended_as, summary};
use super::phrases::{moment, services};
use super::tree::Says;
use super::when::{Facts, called};
use crate::settings::Settings;
use crate::view::Draft;
use skills::support::knowledge;
use skills::support::say::{self, Id};

/// A reply in the making: sentences, then what they ask.
pub(super) struct Saying<'a> {
    pub(super) state: &'a CallState,
    company: &'a str,
    /// The message that is answered.
    pub(super) said: Option<String>,
    pub(super) parts: Vec<String>,
    pub(super) turn: Turn,
}

/// The reply of a row.
pub fn say(says: Says, facts: &Facts<'_>, settings: &Settings) -> Draft {
    let mut saying = Saying {
        state: facts.state,
        company: &settings.support.company,
        said: None,
        parts: Vec::new(),
        turn: Turn::default(),
    };
    saying.said = Some(facts.run.question.clone()).filter(|said| !said.is_empty());
    saying.begin(says);
    saying.say(says, facts);
    Draft { text: saying.parts.join("\n\n"), turn: Some(saying.turn), ..Draft::default() }
}

impl Saying<'_> {
    pub(super) fn add(&mut self, id: Id, args: &[(&str, &str)]) {
        self.parts.push(say::text(self.state.language, self.state.formal, id, args));
    }

    pub(super) fn ask(&mut self, asks: Asks) {
        self.turn.asks = Some(asks);
    }

    pub(super) fn end(&mut self, outcome: Outcome) {
        self.turn.ending = Some(Ending { outcome, summary: summary(self.state, outcome) });
    }

    /// What is said before: that the language has changed, that a second problem comes later.
    fn begin(&mut self, says: Says) {
        let Some(heard) = &self.state.heard else { return };
        if matches!(says, Says::Danger | Says::DangerAgain | Says::DangerOver | Says::Ended) {
            return;
        }
        let wished = heard.says(Act::LanguageLt) || heard.says(Act::LanguageEn);
        if heard.language.is_some() && (wished || heard.address.is_none() && heard.acts.len() < 2) {
            self.add(Id::LanguageChanged, &[]);
        }
        let regret = matches!(says, Says::Calm | Says::ComplaintNoted | Says::Bye | Says::Resolved);
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
            Says::Danger => self.danger(),
            Says::DangerAgain => {
                self.add(Id::DangerAgain, &[]);
                self.question(Asks::Danger);
            }
            Says::DangerOver => {
                self.add(Id::DangerOver, &[]);
                self.question(Asks::More);
            }
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
            Says::OtherData => {
                self.add(Id::OtherData, &[]);
                self.again();
            }
            Says::Calm => {
                self.add(Id::Calm, &[]);
                self.again();
            }
            Says::CancelNoted => {
                self.note(Id::CancelNoted, Queue::Contracts, Priority::Medium, "Wants to end the contract");
            }
            Says::CompensationNoted => {
                self.note(Id::CompensationNoted, Queue::Billing, Priority::Medium, "Asks for compensation");
            }
            Says::ComplaintNoted => {
                self.note(Id::ComplaintNoted, Queue::Complaints, Priority::High, "Complains");
            }
            Says::PlanNoted => {
                self.note(Id::PlanNoted, Queue::Contracts, Priority::Medium, "Wants another plan or service");
            }
            Says::MovingNoted => {
                self.note(Id::MovingNoted, Queue::Contracts, Priority::Medium, "Moves house");
            }
            Says::TicketStatus => {
                for ticket in &state.open_tickets {
                    self.add(Id::OpenBefore, &[("id", &ticket.id), ("date", &ticket.opened)]);
                }
                if state.open_tickets.is_empty() {
                    self.add(Id::NoOpenTicket, &[]);
                }
                self.turn.told_open = true;
                self.question(Asks::More);
            }
            Says::AlreadyPassed => {
                self.add(Id::AlreadyPassed, &[]);
                self.again();
            }
            Says::Explain => self.explain(&facts.run.question),
            Says::HowLong => self.how_long(),
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
            Says::NotUnderstood => {
                self.add(Id::NotUnderstood, &[]);
                self.again();
            }
            Says::AskAddress => {
                match tried(facts) {
                    Some(address) => self.add(Id::AddressNotFound, &[("address", &address)]),
                    None => self.add(Id::AskAddress, &[]),
                }
                self.ask(Asks::Address);
            }
            Says::StreetOutage => {
                match &state.street_until {
                    Some(until) => {
                        let until = moment(until, state.language);
                        self.add(Id::StreetOutage, &[("until", &until)]);
                    }
                    None => self.add(Id::StreetOutageNoTime, &[]),
                }
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
                let id = if tried(facts).is_some() { Id::AddressNotYours } else { Id::AskOtherAddress };
                self.add(id, &[]);
                if id == Id::AddressNotYours {
                    self.add(Id::AskOtherAddress, &[]);
                }
                self.ask(Asks::Address);
            }
            Says::Confirm => {
                if tried(facts).is_some() {
                    self.add(Id::AddressNotYours, &[]);
                }
                self.question(Asks::Confirm);
            }
            Says::Cancelled => {
                self.add(Id::Cancelled, &[]);
                self.question(Asks::More);
            }
            Says::Suspended => {
                self.add(Id::Suspended, &[]);
                self.question(Asks::More);
            }
            Says::AskProblem => self.question(Asks::Problem),
            Says::NoService => {
                let name = |kind: &str| services(&[kind.to_owned()], state.language);
                let wanted = name(state.problem_type.and_then(Problem::service).unwrap_or_default());
                let own = services(&state.services, state.language);
                self.add(Id::NoService, &[("service", &wanted), ("services", &own)]);
                self.more();
            }
            Says::Visit => {
                let article = knowledge::named("technician_visit", state.language);
                self.parts.extend(article.map(|article| article.intro.clone()));
                self.add(Id::LeftOpen, &[]);
                self.promise(Queue::Support, Priority::Medium, "Wants a technician's visit, or another time for it");
                self.more();
            }
            Says::OpenBefore => {
                if let Some(ticket) = state.open_tickets.first() {
                    self.add(Id::OpenBefore, &[("id", &ticket.id), ("date", &ticket.opened)]);
                }
                self.turn.told_open = true;
                self.more();
            }
            Says::TicketWaits => {
                self.add(Id::TicketWaits, &[]);
                self.ask(Asks::More);
            }
            Says::AccountInfo => {
                self.add(Id::AccountInfo, &[]);
                self.more();
            }
            Says::Outage => {
                let services = services(&state.finding.affected, state.language);
                match &state.finding.until {
                    Some(until) => {
                        let until = moment(until, state.language);
                        self.add(Id::Outage, &[("services", &services), ("until", &until)]);
                    }
                    None => self.add(Id::OutageNoTime, &[("services", &services)]),
                }
                // What the outage explains as well needs no look of its own.
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
            Says::Resolved => {
                self.add(Id::Resolved, &[]);
                self.more();
            }
            Says::DidItHelp => self.question(Asks::Step),
            Says::OfferTicket => self.question(Asks::Ticket),
            Says::Step => self.step(),
            Says::AnythingElse => self.question(Asks::More),
            Says::Timeout => {
                self.add(Id::Timeout, &[]);
                self.turn.asks = state.asks;
            }
        }
    }

    /// What the check of the line has found, each in a sentence; says whether it was anything.
    pub(super) fn found(&mut self) -> bool {
        let before = self.parts.len();
        for issue in self.state.finding.issues.iter().flatten() {
            let id = match issue.as_str() {
                "port_down" => Id::PortDown,
                "packet_loss" => Id::PacketLoss,
                "intermittent" => Id::Intermittent,
                "no_ip" => Id::NoIp,
                "high_jitter" => Id::Jitter,
                "poor_signal" => Id::PoorSignal,
                _ => continue,
            };
            // One is enough: what is wrong is mended as a whole.
            if self.parts.len() == before {
                self.add(id, &[]);
            }
        }
        self.parts.len() > before
    }

    /// The question that was asked last, once more; after a step the step itself.
    pub(super) fn again(&mut self) {
        if self.state.ticket_waits {
            self.add(Id::TicketWaits, &[]);
            return self.ask(Asks::More);
        }
        match self.state.asks {
            Some(Asks::Address) => {
                self.add(if self.state.unknown { Id::AskAddress } else { Id::AskOtherAddress }, &[]);
                self.ask(Asks::Address);
            }
            Some(Asks::Verify) => self.verify(false),
            Some(Asks::Step) => {
                let given = self.state.guide.as_ref().map_or(0, |guide| guide.given);
                let steps = self.steps();
                if let Some(step) = steps.get(given.saturating_sub(1)) {
                    self.parts.push(step.clone());
                }
                self.question(Asks::Step);
            }
            Some(asks) => self.question(asks),
            None => self.question(Asks::Problem),
        }
    }

    pub(super) fn question(&mut self, asks: Asks) {
        match asks {
            Asks::Problem => self.add(Id::AskProblem, &[]),
            Asks::Address => self.add(Id::AskAddress, &[]),
            Asks::Confirm if self.state.customer_address.is_none() => {
                self.add(Id::AskOtherAddress, &[]);
                return self.ask(Asks::Address);
            }
            Asks::Confirm => {
                // The town goes without saying.
                let address = self.state.customer_address.as_deref().unwrap_or_default();
                let address = address.rsplit_once(", ").map_or(address, |(street, _)| street).to_owned();
                self.add(Id::ConfirmAddress, &[("address", &address)]);
            }
            Asks::Step => self.add(Id::DidItHelp, &[]),
            Asks::Ticket => self.add(Id::OfferTicket, &[]),
            Asks::Next => self.next(),
            Asks::More => self.add(Id::AnythingElse, &[]),
            Asks::Leave => self.add(Id::StillOpen, &[]),
            Asks::Danger => self.add(Id::AreYouSafe, &[]),
            // It has words of its own.
            Asks::Verify => {}
        }
        self.ask(asks);
    }

    /// What was named together with the problem comes now; without any, is there anything else?
    pub(super) fn more(&mut self) {
        self.question(if self.state.later.is_empty() { Asks::More } else { Asks::Next });
    }

    fn next(&mut self) {
        let Some(problem) = self.state.later.first() else { return };
        let name = say::problem(*problem, self.state.language);
        self.add(Id::NextProblem, &[("problem", &name)]);
    }
}

/// The address that this message gave and nobody, or somebody else, has.
fn tried(facts: &Facts<'_>) -> Option<String> {
    let call = facts.run.calls().filter(|c| c.tool == "find_customer").last()?;
    let failed = call.outcome.as_ref()?.output().is_none_or(|output| output.data["success"] == false);
    failed.then(|| call.args["address"].as_str().map(str::to_owned)).flatten()
}
