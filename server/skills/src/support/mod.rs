//! Support: helping one customer of an internet provider (B-036 to B-044). One tool a file; fields are spelled as the
//! requirements spell them, because the results are a contract.
//!
//! What cannot be answered is a result, too: `success: false` with one of the codes of B-044 (`answer`). An error of a tool
//! is left for calls that could be made otherwise, or that may not be made.

mod answer;
mod check_network_status;
mod check_outages;
mod create_ticket;
pub mod diagnose;
mod find_customer;
pub mod glossary;
mod guard;
pub mod knowledge;
mod run_ping_test;
pub mod say;
pub mod search_knowledge;
pub mod verify_caller;

use tools::Tool;

/// When to use which tool, for a reasoner.
pub const INSTRUCTIONS: &str = include_str!("instructions.md");

/// The tools of this skill, in the order in which a call needs them.
pub fn tools() -> Vec<Tool> {
    vec![
        find_customer::tool(),
        verify_caller::tool(),
        check_outages::tool(),
        check_network_status::tool(),
        run_ping_test::tool(),
        search_knowledge::tool(),
        create_ticket::tool(),
    ]
}
