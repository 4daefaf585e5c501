//! The questions in replies, the findings of the checks, and the known outage.

use model::support::Asks;

use super::phrases::moment;
use super::speak::Saying;
use crate::tools::say::{self, Id};

impl Saying<'_> {
    /// The findings of the line check, one sentence each; returns whether there were any.
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
            // One is enough: the fault is repaired as a whole.
            if self.parts.len() == before {
                self.add(id, &[]);
            }
        }
        self.parts.len() > before
    }

    /// Repeats the last question; after a step, the step.
    pub(super) fn again(&mut self) {
        if self.state.ticket_waits && !self.state.told_ticket_waits {
            self.add(Id::TicketWaits, &[]);
            return self.ask(Asks::More);
        }
        if self.state.ticket_waits {
            return self.question(Asks::More);
        }
        let asks = match self.state.asks {
            // Its answer is there: back to what was asked before.
            Some(Asks::Cancel | Asks::Place | Asks::Name) => Some(self.before_it()),
            asks => asks,
        };
        match asks {
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

    /// The question that a question in between has interrupted.
    fn before_it(&self) -> Asks {
        let state = self.state;
        match () {
            () if !state.solved && state.guide.as_ref().is_some_and(|guide| guide.given > 0) => Asks::Step,
            () if state.problem_type.is_some() && state.customer_id.is_some() && !state.address_confirmed => {
                Asks::Confirm
            }
            () => Asks::More,
        }
    }

    /// The known outage, of the account or of the street.
    pub(super) fn street_outage(&mut self) {
        match self.state.finding.until.as_ref().or(self.state.street_until.as_ref()) {
            Some(until) => {
                let until = moment(until, self.state.language, self.today);
                self.add(Id::StreetOutage, &[("until", &until)]);
            }
            None => self.add(Id::StreetOutageNoTime, &[]),
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
                // The town is omitted as obvious.
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
            Asks::Place => self.add(Id::AskPlace, &[]),
            Asks::Name => self.add(Id::AskName, &[]),
            Asks::Cancel => self.add(Id::AskCancel, &[]),
            // It has its own wording.
            Asks::Verify => {}
        }
        self.ask(asks);
    }

    /// Turns to what was named together with the problem; otherwise asks for anything else.
    pub(super) fn more(&mut self) {
        self.question(if self.state.later.is_empty() { Asks::More } else { Asks::Next });
    }

    fn next(&mut self) {
        let Some(problem) = self.state.later.first() else { return };
        let name = say::problem(*problem, self.state.language);
        self.add(Id::NextProblem, &[("problem", &name)]);
    }
}
