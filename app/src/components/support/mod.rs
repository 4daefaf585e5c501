//! Support calls: beginning one, the conversation with its caller, facts about the caller, and the cost of all calls.

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
use crate::{id, t};

pub fn queue_name(queue: Queue) -> String {
    t!(match queue {
        Queue::Urgent => id!("support-queue-urgent"),
        Queue::Support => id!("support-queue-support"),
        Queue::Billing => id!("support-queue-billing"),
        Queue::Contracts => id!("support-queue-contracts"),
        Queue::Complaints => id!("support-queue-complaints"),
    })
}

/// How a call ended, in words, with its tone and icon. Without an outcome it is ongoing.
pub fn ended(outcome: Option<Outcome>) -> (String, &'static str, &'static str) {
    let (name, tone, icon) = match outcome {
        None => (id!("support-ended-not"), "accent", "phone"),
        Some(Outcome::Resolved) => (id!("support-ended-resolved"), "ok", "check"),
        Some(Outcome::Ticket) => (id!("support-ended-ticket"), "ok", "doc"),
        Some(Outcome::Informed) => (id!("support-ended-informed"), "neutral", "chat"),
        Some(Outcome::HandedOver) => (id!("support-ended-handed-over"), "warning", "person"),
        Some(Outcome::MaxTurns) => (id!("support-ended-max-turns"), "warning", "stop"),
        Some(Outcome::HungUp) => (id!("support-ended-hung-up"), "neutral", "dash"),
    };
    (t!(name), tone, icon)
}

pub fn language_name(language: Language) -> String {
    t!(match language {
        Language::Lt => id!("support-language-lt"),
        Language::En => id!("support-language-en"),
    })
}

/// The form of address.
pub fn form_name(formal: bool) -> String {
    t!(if formal { id!("support-formal") } else { id!("support-informal") })
}

/// As used within a sentence.
pub fn problem_name(problem: Problem) -> String {
    t!(match problem {
        Problem::NoInternet => id!("support-problem-no-internet"),
        Problem::SlowInternet => id!("support-problem-slow-internet"),
        Problem::Intermittent => id!("support-problem-intermittent"),
        Problem::TvNoSignal => id!("support-problem-tv-no-signal"),
        Problem::Account => id!("support-problem-account"),
        Problem::Router => id!("support-problem-router"),
        Problem::Equipment => id!("support-problem-equipment"),
        Problem::Visit => id!("support-problem-visit"),
        Problem::PhoneLine => id!("support-problem-phone-line"),
        Problem::WifiRange => id!("support-problem-wifi-range"),
        Problem::WifiPassword => id!("support-problem-wifi-password"),
        Problem::TvChannel => id!("support-problem-tv-channel"),
        Problem::TvPicture => id!("support-problem-tv-picture"),
    })
}

pub fn ticket_name(kind: TicketKind) -> String {
    t!(match kind {
        TicketKind::NetworkIssue => id!("support-ticket-network-issue"),
        TicketKind::TechnicianVisit => id!("support-ticket-technician-visit"),
        TicketKind::EquipmentReplacement => id!("support-ticket-equipment-replacement"),
    })
}

pub fn account_name(status: AccountStatus) -> String {
    t!(match status {
        AccountStatus::Active => id!("support-account-active"),
        AccountStatus::Suspended => id!("support-account-suspended"),
        AccountStatus::Cancelled => id!("support-account-cancelled"),
    })
}
