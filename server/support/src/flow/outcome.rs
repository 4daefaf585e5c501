//! The outcome of a call, for the list of calls and for colleagues.

use model::support::{CallState, Outcome, Problem};

/// The outcome when the caller ends the call.
pub(super) fn ended_as(state: &CallState) -> Outcome {
    if !state.made.is_empty() || state.ticket_waits {
        Outcome::Ticket
    } else if !state.promises.is_empty() {
        Outcome::HandedOver
    } else if state.solved {
        Outcome::Resolved
    } else if state.told_open
        || state.told_street
        || state.no_troubleshooting().is_some()
        || state.problem_type == Some(Problem::Account)
    {
        Outcome::Informed
    } else {
        Outcome::HungUp
    }
}

/// One sentence for colleagues.
pub fn summary(state: &CallState, outcome: Outcome) -> String {
    let what = match (state.past_danger, state.problem_type) {
        (Some(danger), _) => format!("Danger, {}", danger.as_str().replace('_', " ")),
        (None, Some(problem)) => model::text::capital(&problem.as_str().replace('_', " ")),
        (None, None) => "No problem was named".into(),
    };
    let how = match outcome {
        Outcome::Resolved => format!("resolved after {} steps", state.guide.as_ref().map_or(0, |g| g.given)),
        Outcome::Ticket => {
            state.made.last().map_or("the ticket waits for a colleague".into(), |made| format!("ticket {}", made.id))
        }
        Outcome::HandedOver => "handed over to a person".into(),
        Outcome::Informed => match (&state.finding.outage, state.account) {
            (Some(true), _) => "told of an outage".into(),
            (_, Some(account)) if account != model::support::AccountStatus::Active => {
                format!("told that the account is {account}")
            }
            _ => "told what is known".into(),
        },
        Outcome::MaxTurns => format!("handed over after {} messages", state.max_turns),
        Outcome::HungUp => "the caller ended the call".into(),
    };
    format!("{what}: {how}.")
}
