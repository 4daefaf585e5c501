//! Support: helping one customer of an internet provider (B-036 to B-044). One tool per file; fields are spelled as in
//! the requirements, because the results are a contract.
//!
//! Failures are results, too: `success: false` with one of the codes of B-044 (`answer`). A tool error is for calls
//! that could be made differently, or are not permitted.

mod answer;
mod check_network_status;
mod check_outages;
pub mod create_ticket;
mod diagnose;
mod find_customer;
pub mod glossary;
mod guard;
pub mod knowledge;
mod run_ping_test;
pub mod say;
mod search_knowledge;
pub mod verify_caller;

use tools::Tool;

/// The tools of this skill, in the order in which a call needs them.
pub fn tools() -> Vec<Tool> {
    let mut all = tools::reads! {
        "find_customer" => find_customer: "Finds the internet customer who calls, by phone or by address: id, status \
            of the account, addresses, plans.",
        "verify_caller" => verify_caller: "In a call from another number: verifies the caller by what they say, \
            before you say anything about the account.",
        "check_outages" => check_outages: "Lists the outages of the internet provider that are active where a \
            customer lives, or in an area, with the estimated time of repair.",
        "check_network_status" => check_network_status: "Checks the line of one internet customer: port, IP address, \
            TV signal, packet loss and speed of the last 24 hours. Lists what is wrong.",
        "run_ping_test" => run_ping_test: "Pings the line of one internet customer: packets lost and latency, \
            healthy, warning or critical.",
        "search_knowledge" => search_knowledge: "Finds support articles and their steps for a problem with internet, \
            Wi-Fi, TV or equipment, or a question about bills: after the checks of the line found nothing. Give the \
            customer one step at a time.",
    };
    all.push(create_ticket::tool());
    all
}
