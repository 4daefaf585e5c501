//! Support calls: beginning one, the conversation with its caller, what is known of them, and what all calls have taken.

pub mod caller;
pub mod calls;
pub mod exchange;
pub mod lines;
pub mod monitor;
pub mod say;
pub mod settings;
pub mod start;
pub mod talk;
pub mod tasks;

use crate::model::support::{AccountStatus, Language, Outcome, Problem, Queue, TicketKind};

pub const fn queue_name(queue: Queue) -> &'static str {
    match queue {
        Queue::Urgent => "Danger",
        Queue::Support => "Support",
        Queue::Billing => "Billing",
        Queue::Contracts => "Contracts",
        Queue::Complaints => "Complaints",
    }
}

/// How a call ended, in words, with its tone and icon. Without an outcome it goes on.
pub const fn ended(outcome: Option<Outcome>) -> (&'static str, &'static str, &'static str) {
    match outcome {
        None => ("In progress", "accent", "phone"),
        Some(Outcome::Resolved) => ("Solved", "ok", "check"),
        Some(Outcome::Ticket) => ("Ticket created", "ok", "doc"),
        Some(Outcome::Informed) => ("Caller informed", "neutral", "chat"),
        Some(Outcome::HandedOver) => ("Handed to a colleague", "warning", "person"),
        Some(Outcome::MaxTurns) => ("Stopped: too many messages", "warning", "stop"),
        Some(Outcome::HungUp) => ("Hung up", "neutral", "dash"),
    }
}

pub const fn language_name(language: Language) -> &'static str {
    match language {
        Language::Lt => "Lithuanian",
        Language::En => "English",
    }
}

pub const fn problem_name(problem: Problem) -> &'static str {
    match problem {
        Problem::NoInternet => "No internet",
        Problem::SlowInternet => "Slow internet",
        Problem::Intermittent => "Connection comes and goes",
        Problem::TvNoSignal => "No TV signal",
        Problem::Account => "Bill or account",
        Problem::Router => "Router",
        Problem::Equipment => "Equipment",
        Problem::Visit => "Technician's visit",
        Problem::PhoneLine => "No phone line",
        Problem::WifiRange => "Wi-Fi does not reach",
        Problem::WifiPassword => "Wi-Fi password",
        Problem::TvChannel => "TV channel missing",
        Problem::TvPicture => "TV picture breaks up",
    }
}

pub const fn ticket_name(kind: TicketKind) -> &'static str {
    match kind {
        TicketKind::NetworkIssue => "Network fault",
        TicketKind::TechnicianVisit => "Technician visit",
        TicketKind::EquipmentReplacement => "Equipment replacement",
    }
}

pub const fn account_name(status: AccountStatus) -> &'static str {
    match status {
        AccountStatus::Active => "Active",
        AccountStatus::Suspended => "Suspended: unpaid bill",
        AccountStatus::Cancelled => "Contract ended",
    }
}
