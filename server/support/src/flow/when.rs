//! The conditions of the tree: on the state of the call, and on how its last message was understood.

use std::time::Duration;

use model::run::Run;
use model::support::records::PlanKind;
use model::support::{AccountStatus, Act, Aftermath, Asks, CallState, Fact, Leaving, Problem, Queue, Reply};

use crate::tools::glossary;
use crate::tools::verify_caller::{DEFAULT, TRIES as VERIFY_TRIES};
use linear::features;

/// What the next step of a call follows from.
pub struct Facts<'a> {
    pub state: CallState,
    /// The run of this message.
    pub run: &'a Run,
    /// The firm whose agent it introduces itself as; empty for none.
    pub company: &'a str,
    /// Within which time a colleague calls back.
    pub call_back: Duration,
}

/// A condition.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum When {
    Ended,
    /// This many messages of the caller were answered before (B-014).
    TurnsSpent,
    Begins,
    /// A danger was reported and is not known to be over.
    InDanger,
    /// A danger at the equipment was reported in this call, over or not.
    Endangered,
    /// This message reports a danger.
    TellsDanger,
    /// There was a danger in this call, and the caller wants to go back into it.
    GoesBack,
    /// The message contains the act.
    Says(Act),
    /// It contains one of these and nothing else, apart from thanks and greetings.
    SaysOnly(&'static [Act]),
    /// It speaks of ending the contract or a visit, and means this.
    Leaving(Leaving),
    /// It asks something, and nothing in it says what.
    AsksOnly,
    /// A plain answer to a question for a place or a name.
    Plain,
    /// In a language that is not spoken.
    Foreign,
    /// Unclear, with two possible readings.
    TwoReadings,
    /// A few words.
    Brief,
    /// It says that the call may end.
    Ends,
    /// It names a problem.
    NamesProblem,
    /// It asks about a thing in the glossary, and reports no problem.
    Explains,
    /// Two messages in succession were unclear.
    Lost,
    /// Three addresses in succession were wrong.
    WrongAddresses,
    /// Three attempts at verification failed.
    WrongFacts,
    SaysNothing,
    Asked(Asks),
    Replied(Reply),
    /// This message gave an address that was not looked up yet.
    NewAddress,
    /// This message gave an address, looked up or not.
    GaveAddress,
    NumberUnknown,
    /// Several accounts have the number.
    Several,
    /// The required facts were given, and not tried yet.
    FactsGiven,
    StreetChecked,
    StreetOutage,
    ToldStreet,
    Identified,
    HasAddress,
    Confirmed,
    Account(AccountStatus),
    ProblemKnown,
    Problem(Problem),
    /// The problem concerns the line, which must be checked.
    OfTheLine,
    /// The account has the service that the problem is about.
    Served,
    OutageChecked,
    Outage,
    LineChecked,
    /// A fault that a customer cannot repair (B-043).
    Critical,
    PingCritical,
    /// Something was found that is not critical.
    Minor,
    /// The ping test adds something: the line is slow, drops, or loses packets.
    WorthPinging,
    Pinged,
    /// A ticket of the account was open before the call, or made in it.
    HasOpen,
    TicketMade,
    TicketRefused,
    TicketWaits,
    /// The caller knows that it waits.
    ToldTicketWaits,
    /// Something of this call waits for a colleague.
    WithColleague,
    /// A ticket was open before the call, and the caller was not told.
    OpenBefore,
    ToldOpen,
    Solved,
    Searched,
    StepsLeft,
    StepGiven,
    /// Two steps for this problem could not be done.
    UnableTwice,
    /// Two messages in succession did not say whether a step helped.
    UnclearTwice,
    /// The caller asked for the status of a registered fault.
    StatusAsked,
    /// The problem is not resolved yet.
    Open,
    Promised(Queue),
    /// The wish was noted in this call.
    Noted(Act),
    /// The caller has said that the account is somebody else's.
    NotOwner,
    /// The message gives an address that the account does not have.
    NotTheirs,
    Not(&'static Self),
}

/// Wrong addresses in succession before a person takes over.
const TRIES: u32 = 3;
/// Maximum words of a single-act message.
const MAX_BRIEF_WORDS: usize = 5;
/// Maximum words of a "no" that means "nothing else".
const MAX_PLAIN_NO_WORDS: usize = 3;
/// Unclear messages in succession: the caller is asked once, then a person takes over.
const MAX_UNCLEAR: u32 = 2;

use When::*;

impl When {
    pub fn holds(self, facts: &Facts<'_>) -> bool {
        let Facts { state, run, .. } = facts;
        let heard = state.heard.as_ref();
        let says = |act: Act| heard.is_some_and(|h| h.says(act));
        match self {
            Ended => state.is_complete,
            TurnsSpent => state.turns > state.max_turns,
            Begins => run.question.is_empty(),
            InDanger => state.danger.is_some(),
            Endangered => state.endangered,
            TellsDanger => heard.is_some_and(|h| h.danger.is_some()),
            GoesBack => {
                let told = state.past_danger.is_some() && (state.danger.is_none() || state.danger_told > 0);
                let touches = state.danger.is_none() && heard.is_some_and(|h| h.aftermath == Some(Aftermath::Touches));
                told && (touches || heard.is_some_and(|h| h.aftermath == Some(Aftermath::GoesBack)))
            }
            Says(act) => says(act),
            SaysOnly(acts) => {
                acts.iter().any(|act| says(*act))
                    && heard.is_some_and(|h| h.acts.iter().all(|a| acts.contains(a) || is_polite(*a)))
            }
            When::Leaving(leaving) => heard.is_some_and(|h| h.leaving == Some(leaving)),
            AsksOnly => {
                let says_little =
                    |act: &Act| is_polite(*act) || matches!(act, Act::No | Act::Goodbye | Act::NothingElse);
                heard.is_some_and(|h| h.question && !h.acts.is_empty() && h.acts.iter().all(says_little))
            }
            Plain => heard.is_some_and(model::support::Heard::is_plain),
            Foreign => heard.is_some_and(|h| h.foreign),
            TwoReadings => heard.is_some_and(|h| h.readings.len() == 2),
            Brief => features::words(&run.question).len() <= MAX_BRIEF_WORDS,
            Ends => {
                let goodbye = says(Act::Goodbye) && !says(Act::StillNot) && !says(Act::WantsPerson);
                // Whoever asks something is answered first: "thanks, and when do they come".
                !heard.is_some_and(|h| h.question) && (goodbye || nothing_else(state, &run.question))
            }
            NamesProblem => names_problem(state),
            Explains => {
                (says(Act::WhatIs) || says(Act::WhereIs))
                    && (!names_problem(state) || glossary::find(&run.question, state.language).is_some())
                    && !matches!(state.asks, Some(Asks::Address))
            }
            Lost => state.misunderstood >= MAX_UNCLEAR,
            WrongAddresses => state.wrong_addresses >= TRIES,
            WrongFacts => state.wrong_facts >= VERIFY_TRIES,
            SaysNothing => heard.is_some_and(|h| h.says_nothing()),
            Asked(asks) => state.asks == Some(asks),
            Replied(reply) => heard.is_some_and(|h| h.reply(state.asks) == reply),
            NewAddress => {
                heard.is_some_and(|h| h.address.is_some())
                    && !called(run, "find_customer", "address")
                    && !called(run, "check_outages", "area")
            }
            GaveAddress => heard.is_some_and(|h| h.address.is_some()),
            NumberUnknown => state.unknown,
            Several => state.several,
            FactsGiven => facts_given(state) && !called(run, "verify_caller", ""),
            StreetChecked => state.street_outage.is_some() || called(run, "check_outages", "area"),
            StreetOutage => state.street_outage == Some(true),
            ToldStreet => state.told_street,
            Identified => state.customer_id.is_some(),
            HasAddress => state.customer_address.is_some(),
            Confirmed => state.address_confirmed,
            Account(status) => state.account == Some(status),
            ProblemKnown => state.problem_type.is_some(),
            When::Problem(problem) => state.problem_type == Some(problem),
            OfTheLine => state.problem_type.is_some_and(Problem::of_the_line),
            Served => served(state),
            OutageChecked => state.finding.outage.is_some() || called(run, "check_outages", "customer_id"),
            Outage => state.finding.outage == Some(true),
            LineChecked => state.finding.issues.is_some() || called(run, "check_network_status", ""),
            Critical => state.finding.critical(),
            PingCritical => state.finding.ping.as_deref() == Some("critical"),
            Minor => state.finding.issues.as_ref().is_some_and(|issues| !issues.is_empty()),
            WorthPinging => {
                matches!(state.problem_type, Some(Problem::SlowInternet | Problem::Intermittent))
                    || state.finding.issues.iter().flatten().any(|issue| issue == "packet_loss")
            }
            Pinged => state.finding.ping.is_some() || called(run, "run_ping_test", ""),
            HasOpen => !state.open_tickets.is_empty() || !state.made.is_empty(),
            TicketMade => state.ticket_id.is_some(),
            TicketRefused => state.ticket_refused.is_some(),
            TicketWaits => state.ticket_waits,
            ToldTicketWaits => state.told_ticket_waits,
            WithColleague => state.ticket_waits || !state.made.is_empty() || !state.promises.is_empty(),
            OpenBefore => !state.open_tickets.is_empty() && !state.told_open,
            ToldOpen => state.told_open,
            Solved => state.solved,
            Searched => state.searched || called(run, "search_knowledge", ""),
            StepsLeft => state.guide.as_ref().is_some_and(|guide| guide.given < guide.steps.len()),
            StepGiven => state.guide.as_ref().is_some_and(|guide| guide.given > 0),
            UnableTwice => state.unable >= 2,
            UnclearTwice => state.unclear >= 2,
            StatusAsked => state.status_asked,
            Open => state.open(),
            Promised(queue) => state.promises.contains(&queue),
            Noted(act) => state.noted.contains(&act),
            NotOwner => state.not_owner,
            NotTheirs => tried(run).is_some(),
            Not(when) => !when.holds(facts),
        }
    }

    /// A model judges these itself: the acts of a message, and which question it answers.
    pub const fn by_ear(&self) -> bool {
        match self {
            Lost
            | SaysNothing
            | AsksOnly
            | Plain
            | Foreign
            | TwoReadings
            | When::Leaving(_)
            | Brief
            | GoesBack
            | Noted(_)
            | Asked(_)
            | Replied(_)
            | StepGiven
            | StepsLeft
            | Solved
            | Explains
            | SaysOnly(_)
            | Ends
            | UnableTwice
            | UnclearTwice
            | NewAddress => true,
            Says(act) => !matches!(
                act,
                Act::WantsPerson
                    | Act::OthersData
                    | Act::Cancel
                    | Act::Compensation
                    | Act::Complain
                    | Act::Moving
                    | Act::ChangePlan
            ),
            Not(when) => when.by_ear(),
            _ => false,
        }
    }
}

/// Acts that add no meaning to a message.
const fn is_polite(act: Act) -> bool {
    matches!(act, Act::Thanks | Act::Greeting | Act::Yes)
}

/// Nothing more is wanted, in answer to that question: a plain "no", not one within another sentence.
fn nothing_else(state: &CallState, message: &str) -> bool {
    let Some(heard) = &state.heard else { return false };
    let open = [Asks::More, Asks::Next, Asks::Confirm, Asks::Address, Asks::Place, Asks::Name];
    if !state.asks.is_some_and(|asks| open.contains(&asks)) || heard.says(Act::StillNot) || heard.says(Act::Partly) {
        return false;
    }
    let thanks = heard.says(Act::Thanks) && heard.acts.iter().all(|a| matches!(a, Act::Thanks | Act::Goodbye));
    let asks_back = message.contains('?');
    // A caller who wants nothing more need not say which address it was.
    if matches!(state.asks, Some(Asks::Confirm | Asks::Address | Asks::Place | Asks::Name))
        && heard.says(Act::NothingElse)
    {
        return !asks_back;
    }
    let only_no = heard.acts.iter().all(|act| matches!(act, Act::No | Act::Goodbye) || is_polite(*act));
    let plain = heard.says(Act::NothingElse) || only_no && features::words(message).len() <= MAX_PLAIN_NO_WORDS;
    state.asks == Some(Asks::More) && !asks_back && (heard.reply(state.asks) == Reply::No && plain || thanks)
}

fn names_problem(state: &CallState) -> bool {
    state.heard.as_ref().is_some_and(|heard| !heard.problems(state.asks).is_empty())
}

/// Without records, every service counts as present.
fn served(state: &CallState) -> bool {
    let Some(service) = state.problem_type.and_then(Problem::service) else { return true };
    let plans = state.services.iter().filter_map(|plan| plan.parse::<PlanKind>().ok());
    state.services.is_empty() || plans.flat_map(PlanKind::services).any(|kind| kind.as_str() == service)
}

/// The facts that the firm requires for verification.
pub fn asked_for(state: &CallState) -> &[Fact] {
    if state.asks_for.is_empty() { &DEFAULT } else { &state.asks_for }
}

/// Everything, or the account with the code.
fn facts_given(state: &CallState) -> bool {
    let facts = &state.facts;
    let has = |fact: &Fact| match fact {
        Fact::Account => facts.account.is_some(),
        Fact::Name => facts.name.is_some(),
        Fact::Email => facts.email.is_some(),
        Fact::Code => facts.code.is_some(),
    };
    has(&Fact::Account) && (has(&Fact::Code) || asked_for(state).iter().all(has))
}

/// The address in this message that no account, or another account, has.
pub fn tried(run: &Run) -> Option<&str> {
    let call = run.calls().filter(|c| c.tool == "find_customer").last()?;
    let failed = call.outcome.as_ref()?.output().is_none_or(|output| output.data["success"] == false);
    failed.then(|| call.args["address"].as_str()).flatten()
}

/// Whether this run has called a tool, whatever the result: failed calls are not repeated in a turn.
pub fn called(run: &Run, tool: &str, with: &str) -> bool {
    run.calls().any(|call| call.tool == tool && (with.is_empty() || call.args[with].is_string()))
}
