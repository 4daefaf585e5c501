//! Conclusions from the state of a call: whether its problem is settled, and what may be tried.

use super::{AccountStatus, CallState, Problem, Queue};

impl CallState {
    /// Whether a problem of this call is unsettled: not solved, answered, written down or promised.
    pub fn open(&self) -> bool {
        self.problem_type.is_some_and(Problem::of_the_line)
            && self.address_confirmed
            && !self.solved
            && !self.promises.iter().any(|queue| matches!(queue, Queue::Support | Queue::Urgent))
            && self.ticket_id.is_none()
            && !self.ticket_waits
            && !self.told_open
            && self.no_troubleshooting().is_none()
    }

    /// Why no troubleshooting of the caller's equipment is allowed (B-043).
    pub fn no_troubleshooting(&self) -> Option<&'static str> {
        // A question about the bill does not concern the equipment.
        if self.problem_type == Some(Problem::Account) {
            return None;
        }
        if self.account == Some(AccountStatus::Suspended) {
            return Some("The account is suspended: explain the billing, do not troubleshoot.");
        }
        if self.account == Some(AccountStatus::Cancelled) {
            return Some("The account is cancelled: there is no service to troubleshoot.");
        }
        if self.finding.outage == Some(true) {
            return Some("An outage affects the caller: tell them, and skip troubleshooting.");
        }
        if self.endangered {
            return Some("A danger at the equipment was told: nothing is tried with it. Create a ticket.");
        }
        let ticket = self.ticket_id.is_some() || self.ticket_waits;
        self.finding.critical().then_some(if ticket {
            "The line itself is at fault, and there is a ticket for it: nothing is tried at home."
        } else {
            "The line itself is at fault: create a ticket, and ask nothing of the caller."
        })
    }
}
