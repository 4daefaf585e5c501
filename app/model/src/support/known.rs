//! What follows from the state of a call: whether the problem is settled, whether troubleshooting is allowed, and which
//! account was found.

use serde_json::Value;

use super::{AccountStatus, CallState, Finding, Problem, Queue};

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

    /// The address given, or else the main one.
    pub(super) fn learn_customer(&mut self, args: &Value, data: &Value) {
        let Some(id) = data["customer_id"].as_str() else { return };
        // Somebody who verified the account need not give its address.
        let given = args["address"].is_string() || data["by_facts"] == true;
        (self.unknown, self.verified) = (false, data["verified"] == true);
        self.open_tickets = serde_json::from_value(data["open_tickets"].clone()).unwrap_or_default();
        let addresses = || data["addresses"].as_array().into_iter().flatten();
        let main = addresses().find(|a| a["is_primary"] == true).or_else(|| addresses().next());
        let address = addresses().find(|a| a["matched"] == true).or(main).and_then(|a| a["full_address"].as_str());
        if self.customer_address.is_some() && self.customer_address.as_deref() != address {
            // Findings apply to the other address.
            self.finding = Finding::default();
        }
        self.set_customer_info(id, data["name"].as_str().unwrap_or_default(), address);
        self.account = data["status"].as_str().and_then(|status| status.parse().ok());
        let plans = data["active_services"].as_array().into_iter().flatten();
        self.plans = plans.filter_map(|plan| serde_json::from_value(plan.clone()).ok()).collect();
        let services = data["active_services"].as_array().into_iter().flatten();
        self.services = services.filter_map(|s| s.as_str().or_else(|| s["type"].as_str()).map(str::to_owned)).collect();
        // Somebody who names the recorded address need not confirm it.
        if given {
            let name = self.caller_name.clone();
            self.confirm_address(name.as_deref());
        }
    }
}
