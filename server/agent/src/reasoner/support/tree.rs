//! The decision tree of a call as a table (B-017 to B-023, B-043, X-18): the first row whose conditions all hold says what
//! is done next. Its sentences are what a model is told, and what the trace shows as the thought.

use model::run::{PlannedCall, Run};
use model::support::{AccountStatus, Asks, CallState, Problem, Reply, TicketKind, Wish};
use serde_json::{Value, json};

use skills::support::say;

/// What conditions are judged by.
pub struct Facts<'a> {
    pub state: &'a CallState,
    /// The run of this message.
    pub run: &'a Run,
}

/// A condition.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum When {
    Ended,
    /// So many messages of the caller were answered before (B-014).
    TurnsSpent,
    Begins,
    Wishes(Wish),
    /// Three messages in a row said nothing.
    Lost,
    /// Three addresses in a row were wrong.
    WrongAddresses,
    Rude,
    SaysNothing,
    Asked(Asks),
    Replied(Reply),
    /// This message named an address, and it was not looked up yet.
    NewAddress,
    NumberUnknown,
    Identified,
    HasAddress,
    Confirmed,
    Account(AccountStatus),
    ProblemKnown,
    Problem(Problem),
    OutageChecked,
    Outage,
    LineChecked,
    /// What a customer cannot mend (B-043).
    Critical,
    PingCritical,
    /// Something was found that is not critical.
    Minor,
    /// The ping test adds something: the line is slow, drops, or loses packets.
    WorthPinging,
    Pinged,
    TicketMade,
    TicketRefused,
    Solved,
    Searched,
    StepsLeft,
    StepGiven,
    Not(&'static Self),
}

/// What a row does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Then {
    Call(Check),
    Say(Says),
}

/// A tool that is called.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Check {
    CustomerByPhone,
    CustomerByAddress,
    Outages,
    Line,
    Ping,
    Knowledge,
    Ticket(TicketKind, Urgency),
}

/// How urgent a ticket is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Urgency {
    Medium,
    High,
}

/// A reply; `speak` has its words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Says {
    Greeting,
    Ended,
    MaxTurns,
    Bye,
    HandedOver,
    OtherData,
    Calm,
    NotUnderstood,
    AskAddress,
    AskOtherAddress,
    Confirm,
    Cancelled,
    Suspended,
    AskProblem,
    AccountInfo,
    Outage,
    TicketMade,
    TicketRefused,
    Resolved,
    DidItHelp,
    OfferTicket,
    Step,
    AnythingElse,
    Timeout,
}

/// A row of the table.
#[derive(Debug)]
pub struct Row {
    pub when: &'static [When],
    pub then: Then,
    /// What is done and why, in a sentence for a model and for the trace.
    pub rule: &'static str,
    /// No model is asked where it holds.
    pub at_once: bool,
}

/// Messages of a caller that are answered (B-014).
const MAX_TURNS: u32 = 20;
/// Messages or addresses in a row that lead to a person.
const TRIES: u32 = 3;

const fn row(when: &'static [When], then: Then, rule: &'static str) -> Row {
    Row { when, then, rule, at_once: false }
}

const fn at_once(when: &'static [When], then: Then, rule: &'static str) -> Row {
    Row { when, then, rule, at_once: true }
}

use AccountStatus::{Cancelled, Suspended};
use Check::{CustomerByAddress, CustomerByPhone, Knowledge, Line, Outages, Ping, Ticket};
use Then::{Call, Say};
use TicketKind::{NetworkIssue, TechnicianVisit};
use When::{
    Account, Asked, Begins, Confirmed, Critical, Ended, HasAddress, Identified, LineChecked, Lost, Minor, NewAddress,
    Not, NumberUnknown, Outage, OutageChecked, PingCritical, Pinged, ProblemKnown, Replied, Rude, SaysNothing,
    Searched, Solved, StepGiven, StepsLeft, TicketMade, TicketRefused, TurnsSpent, Wishes, WorthPinging,
    WrongAddresses,
};

#[rustfmt::skip]
pub const TREE: &[Row] = &[
    at_once(&[Ended], Say(Says::Ended), "The call is over. Say so."),
    at_once(&[Begins], Say(Says::Greeting), "The call begins. Greet."),
    at_once(&[TurnsSpent], Say(Says::MaxTurns), "Twenty messages were answered. Hand over to a person and end the call."),
    // What needs a person, or nothing.
    row(&[Wishes(Wish::Person)], Say(Says::HandedOver), "The caller wants a person. Hand over: finish with handed_over."),
    row(&[Lost], Say(Says::HandedOver), "Three messages in a row were not understood. Hand over to a person."),
    row(&[WrongAddresses], Say(Says::HandedOver), "Three addresses in a row were wrong. Hand over to a person."),
    row(&[Wishes(Wish::OthersData)], Say(Says::OtherData), "The caller asks about somebody else. Refuse, and go on with their own account."),
    row(&[Rude, SaysNothing], Say(Says::Calm), "The caller is upset. Stay calm, and ask the question again."),
    row(&[Wishes(Wish::End)], Say(Says::Bye), "The caller ends the call. Finish."),
    row(&[Asked(Asks::More), Replied(Reply::No)], Say(Says::Bye), "There is nothing else. Finish."),
    row(&[Account(Cancelled), Asked(Asks::More)], Say(Says::HandedOver), "The caller has more to say of a contract that has ended. Hand over."),
    row(&[Account(Suspended), Asked(Asks::More)], Say(Says::HandedOver), "The caller has more to say of the unpaid bill. Hand over."),
    row(&[SaysNothing, Not(&Asked(Asks::Step))], Say(Says::NotUnderstood), "The message was not understood. Say so, and ask the question again."),
    // 1. Who calls. 2. The address, before anything else.
    row(&[Not(&Identified), Not(&NumberUnknown)], Call(CustomerByPhone), "The customer is not known yet. Find them by the number that calls."),
    row(&[NewAddress, Not(&Confirmed)], Call(CustomerByAddress), "The caller gave an address. Look it up."),
    row(&[Not(&Identified)], Say(Says::AskAddress), "The number is nobody's. Ask for the address."),
    row(&[Not(&Confirmed), Not(&HasAddress)], Say(Says::AskOtherAddress), "The address was not right. Ask which one it is."),
    row(&[Not(&Confirmed)], Say(Says::Confirm), "The address is not confirmed yet. Ask whether it is right, before anything else. Never use the name in the records."),
    // What ends it before the line is looked at.
    row(&[Account(Cancelled)], Say(Says::Cancelled), "The contract has ended. Say so."),
    row(&[Account(Suspended)], Say(Says::Suspended), "The account is suspended. Explain the billing; do not troubleshoot."),
    row(&[Asked(Asks::Next), Replied(Reply::No)], Say(Says::AnythingElse), "The other problems need no help any more."),
    row(&[Not(&ProblemKnown)], Say(Says::AskProblem), "The problem is not known yet. Ask what it is."),
    row(&[When::Problem(Problem::Account)], Say(Says::AccountInfo), "It is about the bill. Say where it stands; a colleague can help with more."),
    // After a step, or a ticket.
    row(&[TicketMade], Say(Says::TicketMade), "The ticket is there. Tell its number."),
    row(&[TicketRefused], Say(Says::TicketRefused), "No ticket was made. Say so, and hand over."),
    row(&[Solved], Say(Says::Resolved), "It works again. Say so, and ask for anything else."),
    // 3. Outages. 4. The line.
    row(&[Not(&OutageChecked)], Call(Outages), "The address is confirmed. Check for outages first."),
    row(&[Outage], Say(Says::Outage), "An outage affects the caller. Inform them, and skip troubleshooting."),
    row(&[Not(&LineChecked)], Call(Line), "No outage. Check the network status."),
    row(&[Critical], Call(Ticket(TechnicianVisit, Urgency::High)), "The line itself is at fault. Create a ticket; never ask the customer to troubleshoot it."),
    row(&[WorthPinging, Not(&Pinged)], Call(Ping), "The line is slow, drops or loses packets. Run a ping test."),
    row(&[PingCritical], Call(Ticket(TechnicianVisit, Urgency::High)), "The line itself is at fault. Create a ticket; never ask the customer to troubleshoot it."),
    row(&[Asked(Asks::Ticket), Replied(Reply::Yes)], Call(Ticket(TechnicianVisit, Urgency::Medium)), "The caller wants a ticket. Create it."),
    row(&[Asked(Asks::Ticket), Replied(Reply::No)], Say(Says::AnythingElse), "The caller wants no ticket. Ask for anything else."),
    // 5. The knowledge. 6. One step at a time. 7. A ticket where it has not helped.
    row(&[Not(&Searched)], Call(Knowledge), "The line is fine, or what was found is small. Search the knowledge for steps."),
    row(&[StepGiven, Asked(Asks::Step), Replied(Reply::Other)], Say(Says::DidItHelp), "It is not clear whether the step has helped. Ask again."),
    row(&[StepsLeft], Say(Says::Step), "Give the next step, one at a time, and ask whether it has helped."),
    row(&[Minor], Say(Says::OfferTicket), "The steps are over, and something small was found. Offer a ticket."),
    row(&[StepGiven], Call(Ticket(TechnicianVisit, Urgency::Medium)), "The steps have not helped. Create a ticket."),
    row(&[], Call(Ticket(NetworkIssue, Urgency::Medium)), "There are no steps for this. Create a ticket."),
];

/// The row that holds: the last one always does.
pub fn chosen(facts: &Facts<'_>) -> &'static Row {
    let holds = |row: &&Row| row.when.iter().all(|when| when.holds(facts));
    TREE.iter().find(holds).unwrap_or(&TREE[TREE.len() - 1])
}

impl When {
    fn holds(self, facts: &Facts<'_>) -> bool {
        let Facts { state, run } = facts;
        let heard = state.heard.as_ref();
        match self {
            Ended => state.is_complete,
            TurnsSpent => state.turns > MAX_TURNS,
            Begins => run.question.is_empty(),
            Wishes(wish) => heard.is_some_and(|h| h.wish == Some(wish)),
            Lost => state.misunderstood >= TRIES,
            WrongAddresses => state.wrong_addresses >= TRIES,
            Rude => heard.is_some_and(|h| h.rude),
            SaysNothing => heard.is_some_and(|h| h.says_nothing()),
            Asked(asks) => state.asks == Some(asks),
            Replied(reply) => heard.is_some_and(|h| h.reply == reply),
            NewAddress => heard.is_some_and(|h| h.address.is_some()) && !called(run, "find_customer", "address"),
            NumberUnknown => state.unknown,
            Identified => state.customer_id.is_some(),
            HasAddress => state.customer_address.is_some(),
            Confirmed => state.address_confirmed,
            Account(status) => state.account == Some(status),
            ProblemKnown => state.problem_type.is_some(),
            When::Problem(problem) => state.problem_type == Some(problem),
            OutageChecked => state.finding.outage.is_some() || called(run, "check_outages", ""),
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
            TicketMade => state.ticket_id.is_some(),
            TicketRefused => state.ticket_refused.is_some(),
            Solved => state.solved,
            Searched => state.searched || called(run, "search_knowledge", ""),
            StepsLeft => state.guide.as_ref().is_some_and(|guide| guide.given < guide.steps.len()),
            StepGiven => state.guide.as_ref().is_some_and(|guide| guide.given > 0),
            Not(when) => !when.holds(facts),
        }
    }
}

impl When {
    /// Judged by a model itself: what was heard, and which question a message answers.
    const fn by_ear(&self) -> bool {
        match self {
            Lost | SaysNothing | Asked(_) | Replied(_) | StepGiven | StepsLeft | Solved => true,
            Not(when) => when.by_ear(),
            _ => false,
        }
    }
}

/// Whether this run has called a tool, whatever it came to: what failed is not tried twice in one turn.
fn called(run: &Run, tool: &str, with: &str) -> bool {
    run.calls().any(|call| call.tool == tool && (with.is_empty() || call.args[with].is_string()))
}

impl Check {
    /// The call, with what is known.
    pub fn planned(self, facts: &Facts<'_>) -> PlannedCall {
        let state = facts.state;
        let id = state.customer_id.clone().unwrap_or_default();
        let message = &facts.run.question;
        let (tool, args): (&str, Value) = match self {
            CustomerByPhone => ("find_customer", json!({ "phone": state.caller_phone })),
            CustomerByAddress => {
                let address = state.heard.as_ref().and_then(|heard| heard.address.clone());
                ("find_customer", json!({ "address": address.unwrap_or_default() }))
            }
            Outages => ("check_outages", json!({ "customer_id": id })),
            Line => ("check_network_status", json!({ "customer_id": id })),
            Ping => ("run_ping_test", json!({ "customer_id": id })),
            Knowledge => ("search_knowledge", json!({ "query": question(state) })),
            Ticket(kind, urgency) => {
                let description = state.problem_description.clone().unwrap_or_else(|| message.clone());
                let priority = if urgency == Urgency::High { "high" } else { "medium" };
                let args = json!({ "customer_id": id, "problem_type": kind.as_str(),
                    "problem_description": description, "priority": priority, "notes": notes(state) });
                ("create_ticket", args)
            }
        };
        PlannedCall { tool: tool.into(), args }
    }
}

/// What the knowledge is asked: the problem by its name in the language of the call, so that what else a caller has
/// written does not lead astray.
fn question(state: &CallState) -> String {
    state.problem_type.map_or_else(
        || state.problem_description.clone().unwrap_or_default(),
        |problem| say::problem(problem, state.language),
    )
}

/// What a technician should know.
fn notes(state: &CallState) -> String {
    let mut parts = Vec::new();
    parts.extend(state.caller_name.as_ref().map(|name| format!("The caller: {name}.")));
    let issues: Vec<&str> = state.finding.issues.iter().flatten().map(String::as_str).collect();
    if !issues.is_empty() {
        parts.push(format!("Found: {}.", issues.join(", ").replace('_', " ")));
    }
    parts.extend(state.finding.loss.filter(|loss| *loss > 0.0).map(|loss| format!("Packet loss {loss:.1}%.")));
    if let Some(guide) = &state.guide
        && guide.given > 0
    {
        let steps = guide.steps.iter().take(guide.given).map(|step| format!("- {step}"));
        parts.push(format!("Tried without success:\n{}", steps.collect::<Vec<_>>().join("\n")));
    }
    parts.join(" ")
}

/// The table as instructions, in its order.
pub fn instructions() -> String {
    let told = TREE.iter().filter(|row| !row.when.is_empty() && !row.when.iter().any(|when| when.by_ear()));
    let steps = [
        "Give the steps of the article one at a time, and ask after each whether it has helped.",
        "It works again: say so, and ask for anything else; with nothing else, finish.",
        "The steps have not helped: create a ticket.",
    ];
    let rules = told.map(|row| row.rule).chain(steps);
    let lines = rules.enumerate().map(|(i, rule)| format!("{}. {rule}", i + 1));
    lines.collect::<Vec<_>>().join("\n")
}
