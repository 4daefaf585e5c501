//! The decision tree of a call as a table (B-017 to B-023, B-043, X-18): the first row whose conditions all hold
//! decides the next step. Its sentences are a model's instructions and, in the trace, the thought.

use model::support::{AccountStatus, Act, Asks, Leaving, Problem, Queue, Reply, TicketKind};

use super::check::{Check, Urgency};
use super::when::{Facts, When};

/// What a row does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Then {
    Call(Check),
    Say(Says),
}

/// A reply; worded in `speak`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Says {
    Danger,
    DangerAgain,
    DangerOver,
    StayOut,
    DangerNoted,
    Greeting,
    Ended,
    MaxTurns,
    Bye,
    HandedOver,
    PassedOn,
    OtherData,
    OwnersOnly,
    Added,
    OwnAccount,
    Calm,
    NotUnderstood,
    AskCancel,
    CancelNoted,
    NotEnding,
    PriceOfLeaving,
    VisitOff,
    Machine,
    Foreign,
    WhichOf,
    QuestionPassed,
    CompensationNoted,
    ComplaintNoted,
    PlanNoted,
    MovingNoted,
    TicketStatus,
    AlreadyPassed,
    Explain,
    HowLong,
    Repeat,
    Wait,
    StillOpen,
    LeftOpen,
    AskAddress,
    AskOtherAddress,
    StreetOutage,
    AskVerify,
    Confirm,
    Cancelled,
    Suspended,
    AskProblem,
    NoService,
    AccountInfo,
    Visit,
    Outage,
    OpenBefore,
    TicketMade,
    TicketRefused,
    TicketWaits,
    Resolved,
    DidItHelp,
    Unclear,
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
    /// What to do and why, in a sentence for a model and the trace.
    pub rule: &'static str,
    /// No model is asked if it holds.
    pub at_once: bool,
}

const fn row(when: &'static [When], then: Then, rule: &'static str) -> Row {
    Row { when, then, rule, at_once: false }
}

const fn at_once(when: &'static [When], then: Then, rule: &'static str) -> Row {
    Row { when, then, rule, at_once: true }
}

use AccountStatus::{Cancelled, Suspended};
use Check::{CustomerByAddress, CustomerByPhone, Knowledge, Line, Outages, Ping, Street, Ticket, Verify};
use Then::{Call, Say};
use TicketKind::{EquipmentReplacement, NetworkIssue, TechnicianVisit};
use When::{
    Account, Asked, AsksOnly, Begins, Brief, Confirmed, Critical, Endangered, Ended, Ends, Explains, FactsGiven,
    Foreign, GaveAddress, GoesBack, HasAddress, HasOpen, Identified, InDanger, LineChecked, Lost, Minor, NamesProblem,
    NewAddress, Not, NotOwner, NotTheirs, Noted, NumberUnknown, OfTheLine, Open, OpenBefore, Outage, OutageChecked,
    PingCritical, Pinged, Plain, ProblemKnown, Promised, Replied, SaysNothing, SaysOnly, Searched, Served, Several,
    Solved, StatusAsked, StepGiven, StepsLeft, StreetChecked, TellsDanger, TicketMade, TicketRefused, TicketWaits,
    ToldOpen, ToldStreet, ToldTicketWaits, TurnsSpent, TwoReadings, UnableTwice, UnclearTwice, WithColleague,
    WorthPinging, WrongAddresses, WrongFacts,
};

/// Wishes for a colleague: each is promised once, and later words are added to its task.
pub const PASSED: &[Act] = &[Act::Cancel, Act::Compensation, Act::Moving, Act::ChangePlan, Act::Threat, Act::Complain];

#[rustfmt::skip]
pub const TREE: &[Row] = &[
    // Danger comes before anything else, in every state. The first reply is above any model.
    at_once(&[TellsDanger, Not(&Promised(Queue::Urgent))], Say(Says::Danger), "There is danger. Stop, get away, 112; nothing is touched or plugged in, and a person is told at once."),
    row(&[InDanger, GoesBack], Say(Says::StayOut), "The danger is not known to be over. Nobody goes back to it."),
    row(&[TellsDanger], Say(Says::Danger), "There is danger. Stop, get away, 112; nothing is touched or plugged in, and a person is told at once."),
    row(&[InDanger], Say(Says::DangerAgain), "The danger is not known to be over. Nothing else is talked about."),
    row(&[Asked(Asks::Danger), Replied(Reply::Yes), Not(&When::Says(Act::Goodbye))], Say(Says::DangerOver), "They are safe. Nothing is touched until somebody has looked; a colleague calls."),
    row(&[GoesBack], Say(Says::StayOut), "There was a danger. Nobody goes back, or switches anything on, before somebody has looked."),
    at_once(&[Ended], Say(Says::Ended), "The call is over. Say so."),
    row(&[Asked(Asks::Place), Plain, Not(&Ends)], Say(Says::DangerNoted), "They say where the danger is. Add it to the urgent task."),
    row(&[Asked(Asks::Name), Plain, Not(&Ends)], Say(Says::DangerNoted), "They say who they are. Add it to the urgent task."),
    at_once(&[Begins], Say(Says::Greeting), "The call begins. Greet."),
    at_once(&[TurnsSpent], Say(Says::MaxTurns), "As many messages were answered as a call may have. Hand over to a person and end the call."),
    // Anything that needs a person, or nothing.
    row(&[Not(&Identified), Not(&NumberUnknown), NamesProblem], Call(CustomerByPhone), "The customer is not known yet. Find them by the number that calls."),
    row(&[When::Says(Act::WantsPerson), Not(&Asked(Asks::Leave)), Promised(Queue::Support), Brief], Say(Says::AlreadyPassed), "The caller wants a person, and a colleague has the task already."),
    row(&[When::Says(Act::WantsPerson), Not(&Asked(Asks::Leave)), Not(&Promised(Queue::Support))], Say(Says::PassedOn), "The caller wants a person. Promise a colleague's call, queue support, and ask for anything else."),
    row(&[Lost, Not(&Promised(Queue::Support))], Say(Says::PassedOn), "It was asked once, and the message was not understood again. A person calls back."),
    row(&[Foreign], Say(Says::Foreign), "The language is not spoken here. Say which are."),
    row(&[SaysOnly(&[Act::AsksWho])], Say(Says::Machine), "The caller asks whether a person speaks. Say that it is an assistant, and that a colleague can call."),
    row(&[WrongAddresses], Say(Says::HandedOver), "Three addresses in a row were wrong. Hand over to a person."),
    row(&[WrongFacts], Say(Says::HandedOver), "The caller could not be verified three times. Tell nothing; a person calls back."),
    row(&[When::Says(Act::OthersData)], Say(Says::OtherData), "The caller asks about somebody else. Refuse, and go on with their own account."),
    row(&[When::Leaving(Leaving::Visit)], Say(Says::VisitOff), "The caller calls off a visit, not the contract. A colleague does that."),
    row(&[When::Leaving(Leaving::Asked), Not(&Promised(Queue::Contracts))], Say(Says::PriceOfLeaving), "The caller only asks what ending the contract would cost. A colleague tells it; no wish is recorded."),
    row(&[When::Leaving(Leaving::Asked)], Say(Says::Added), "More is said of what was written down. Add it to the task, and say so."),
    row(&[Asked(Asks::Cancel), Replied(Reply::Yes)], Say(Says::CancelNoted), "They confirm that the contract is to end. A colleague does that."),
    row(&[Asked(Asks::Cancel), When::Says(Act::Cancel)], Say(Says::CancelNoted), "They say again that the contract is to end. A colleague does that."),
    row(&[Asked(Asks::Cancel), Replied(Reply::No), Not(&NamesProblem)], Say(Says::NotEnding), "They do not want to end the contract. Nothing is recorded."),
    row(&[Asked(Asks::Cancel), Ends], Say(Says::LeftOpen), "They go without confirming that the contract is to end. A colleague asks them."),
    row(&[When::Says(Act::Compensation), Not(&Noted(Act::Compensation))], Say(Says::CompensationNoted), "The caller wants compensation. Promise none; a colleague decides: promise_call, queue billing."),
    row(&[When::Says(Act::Threat), Not(&Noted(Act::Threat))], Say(Says::ComplaintNoted), "The caller threatens to leave or to complain elsewhere. Stay calm, and pass it on."),
    row(&[When::Says(Act::Complain), Not(&NamesProblem), Not(&Noted(Act::Complain))], Say(Says::ComplaintNoted), "The caller complains. Say sorry, and pass it on: promise_call, queue complaints."),
    row(&[When::Says(Act::Moving), Not(&Noted(Act::Moving))], Say(Says::MovingNoted), "The caller moves house. A colleague arranges that: promise_call, queue contracts."),
    row(&[When::Says(Act::ChangePlan), Not(&NamesProblem), Not(&Noted(Act::ChangePlan))], Say(Says::PlanNoted), "The caller wants another plan or service. A colleague tells what there is and what it costs: promise_call, queue contracts."),
    row(&[When::Says(Act::Cancel), Not(&Noted(Act::Cancel))], Say(Says::AskCancel), "The caller wants to end the contract. Ask once whether they really do; then a colleague does that: promise_call, queue contracts."),
    row(&[When::Leaving(Leaving::Denied), Not(&NamesProblem)], Say(Says::NotEnding), "The caller does not want to end the contract, or never said so. Nothing is recorded."),
    row(&[SaysOnly(PASSED)], Say(Says::Added), "More is said of what was written down. Add it to the task, and say so."),
    row(&[SaysOnly(&[Act::Angry])], Say(Says::Calm), "The caller is upset. Stay calm, and ask the question again."),
    // Questions back, and non-answers.
    row(&[Explains], Say(Says::Explain), "The caller asks back. Answer it, then ask the question again."),
    row(&[When::Says(Act::HowLong), Not(&NamesProblem)], Say(Says::HowLong), "The caller asks how long it takes. Tell no time that no result holds."),
    row(&[When::Says(Act::Repeat), Not(&NamesProblem)], Say(Says::Repeat), "The caller wants it once more. Say it again."),
    row(&[SaysOnly(&[Act::Wait]), Brief], Say(Says::Wait), "The caller needs a moment. Wait."),
    // The end; not while anything is open.
    row(&[Asked(Asks::Leave), Replied(Reply::Yes)], Say(Says::LeftOpen), "A colleague is to call about it. Promise that, and finish."),
    row(&[Asked(Asks::Leave), Replied(Reply::No)], Say(Says::Bye), "The caller wants to leave it. Finish."),
    row(&[Asked(Asks::Leave), Ends], Say(Says::Bye), "The caller wants to leave it. Finish."),
    row(&[Ends, Open], Say(Says::StillOpen), "The caller ends the call, and the problem has no end. Offer a colleague's call first."),
    row(&[Ends], Say(Says::Bye), "There is nothing else. Finish."),
    row(&[Asked(Asks::More), AsksOnly, Not(&TicketWaits)], Say(Says::QuestionPassed), "A question that nothing here answers. A colleague does: promise their call."),
    row(&[Asked(Asks::More), SaysOnly(&[Act::No]), Not(&When::Says(Act::Yes))], Say(Says::NotUnderstood), "A \"no\" that is about something else. Say so, and ask the question again."),
    row(&[Account(Cancelled), Asked(Asks::More), Not(&Promised(Queue::Support))], Say(Says::PassedOn), "The caller has more to say of a contract that has ended. Hand over."),
    row(&[Account(Suspended), Asked(Asks::More), Not(&Promised(Queue::Support))], Say(Says::PassedOn), "The caller has more to say of the unpaid bill. Hand over."),
    row(&[When::Problem(Problem::Account), Identified, Asked(Asks::More), Not(&StatusAsked), Not(&When::Says(Act::OwnAccount)), Not(&Promised(Queue::Support))], Say(Says::PassedOn), "The caller has more to say of the bill. Hand over."),
    row(&[Account(Suspended), Asked(Asks::More), Not(&StatusAsked), Not(&When::Says(Act::OwnAccount))], Say(Says::Added), "More is said of the unpaid bill. Add it to the task, and say so."),
    row(&[When::Problem(Problem::Account), Identified, Asked(Asks::More), Not(&StatusAsked), Not(&When::Says(Act::OwnAccount))], Say(Says::Added), "More is said of the bill. Add it to the task, and say so."),
    row(&[ToldOpen, Asked(Asks::More), When::Says(Act::StillNot), Not(&Promised(Queue::Support))], Say(Says::PassedOn), "The open ticket is not enough for the caller. Hand over."),
    row(&[SaysNothing, Asked(Asks::More), WithColleague], Say(Says::Added), "More is said of what was written down. Add it to the task, and say so."),
    row(&[SaysNothing, TwoReadings], Say(Says::WhichOf), "It is not clear what the caller means. Ask once, with the two likeliest readings."),
    row(&[SaysNothing, Not(&Asked(Asks::Step)), Not(&Asked(Asks::Ticket))], Say(Says::NotUnderstood), "The message was not understood. Say so, and ask the question again."),
    // 1. The caller's identity. Nothing about an account is revealed or done before verification.
    row(&[Not(&Identified), Not(&NumberUnknown)], Call(CustomerByPhone), "The customer is not known yet. Find them by the number that calls."),
    row(&[Not(&Identified), Several, NewAddress], Call(CustomerByAddress), "Several accounts have the number. The address tells which."),
    row(&[Not(&Identified), Several], Say(Says::AskAddress), "Several accounts have the number. Ask for the address."),
    row(&[Not(&Identified), NotOwner, FactsGiven], Say(Says::OwnersOnly), "The caller has said that the account is not theirs: what they know does not verify them. A colleague calls the account's own number."),
    row(&[Not(&Identified), FactsGiven], Call(Verify), "The number is on no account, and the caller gave what verifies them. Try it."),
    row(&[Not(&Identified), Asked(Asks::Verify), When::Says(Act::Refuses)], Say(Says::HandedOver), "The caller cannot or will not be verified. A person calls back; nothing is told."),
    row(&[Not(&Identified), Asked(Asks::Verify), When::Says(Act::Unable)], Say(Says::HandedOver), "The caller cannot or will not be verified. A person calls back; nothing is told."),
    row(&[Not(&Identified), NewAddress], Call(Street), "An outage in a street is public. Check the street: check_outages with area."),
    row(&[Not(&Identified), When::StreetOutage, Not(&ToldStreet)], Say(Says::StreetOutage), "There is an outage in the street. Tell it."),
    row(&[Not(&Identified), NotOwner, StreetChecked], Say(Says::OwnersOnly), "The caller has said that the account is not theirs. A colleague calls the account's own number."),
    row(&[Not(&Identified), NotOwner, StatusAsked], Say(Says::OwnersOnly), "The caller has said that the account is not theirs. A colleague calls the account's own number."),
    row(&[Not(&Identified), NotOwner, When::Says(Act::OwnAccount)], Say(Says::OwnersOnly), "The caller has said that the account is not theirs. A colleague calls the account's own number."),
    row(&[Not(&Identified), NotOwner, When::Problem(Problem::Account)], Say(Says::OwnersOnly), "The caller has said that the account is not theirs. A colleague calls the account's own number."),
    row(&[Not(&Identified), StreetChecked], Say(Says::AskVerify), "Anything of an account needs a caller who is verified. Say how."),
    row(&[Not(&Identified), StatusAsked], Say(Says::AskVerify), "Anything of an account needs a caller who is verified. Say how."),
    row(&[Not(&Identified), When::Says(Act::OwnAccount)], Say(Says::AskVerify), "Anything of an account needs a caller who is verified. Say how."),
    row(&[Not(&Identified), When::Problem(Problem::Account)], Say(Says::AskVerify), "Anything of an account needs a caller who is verified. Say how."),
    row(&[Not(&Identified)], Say(Says::AskAddress), "The number is nobody's. Ask for the address: an outage in the street is public."),
    row(&[StatusAsked, Not(&HasOpen), Not(&OutageChecked)], Call(Outages), "The caller asks where a registered fault stands, and none is. Check for an outage."),
    row(&[StatusAsked], Say(Says::TicketStatus), "The caller asks where a registered fault stands. Tell the open tickets of their account."),
    row(&[When::Says(Act::OwnAccount)], Say(Says::OwnAccount), "The caller asks what is on record of their own account. Tell it."),
    // 2. The address, before anything else.
    row(&[NewAddress, Not(&Confirmed)], Call(CustomerByAddress), "The caller gave an address. Look it up."),
    row(&[NewAddress, When::Says(Act::OtherAddress)], Call(CustomerByAddress), "The caller means another address. Look it up; it must be one of the account's."),
    row(&[NewAddress, Asked(Asks::Address)], Call(CustomerByAddress), "The caller gave an address. Look it up."),
    row(&[NotOwner, NotTheirs, Not(&StreetChecked)], Call(Street), "The address is of somebody for whom they call. An outage in a street is public: check it."),
    row(&[NotOwner, NotTheirs, When::StreetOutage, Not(&ToldStreet)], Say(Says::StreetOutage), "There is an outage in the street. Tell it."),
    row(&[NotOwner, NotTheirs], Say(Says::OwnersOnly), "They call for somebody else. A colleague calls the account's own number."),
    row(&[Not(&Confirmed), Not(&HasAddress)], Say(Says::AskOtherAddress), "The address was not right. Ask which one it is."),
    row(&[When::Says(Act::OtherAddress), Not(&GaveAddress), Not(&Asked(Asks::Address))], Say(Says::AskOtherAddress), "The caller means another address. Ask which one it is."),
    row(&[Not(&Confirmed)], Say(Says::Confirm), "The address is not confirmed yet. Ask whether it is right, before anything else. Never use the name in the records."),
    // What ends it before the line is checked.
    row(&[Account(Cancelled)], Say(Says::Cancelled), "The contract has ended. Say so."),
    row(&[Account(Suspended)], Say(Says::Suspended), "The account is suspended. Explain the billing; do not troubleshoot."),
    row(&[Asked(Asks::Next), Replied(Reply::No)], Say(Says::AnythingElse), "The other problems need no help any more."),
    row(&[TicketWaits, ToldTicketWaits], Say(Says::Added), "More is said of what was written down. Add it to the task, and say so."),
    row(&[TicketWaits], Say(Says::TicketWaits), "The ticket waits for a colleague. Say so; the number comes."),
    row(&[Not(&ProblemKnown)], Say(Says::AskProblem), "The problem is not known yet. Ask what it is."),
    row(&[When::Problem(Problem::Account)], Say(Says::AccountInfo), "It is about the bill. Say where it stands; a colleague can help with more."),
    row(&[Not(&Served)], Say(Says::NoService), "The account does not have that service. Say which it has."),
    // After a step, or a ticket.
    row(&[TicketMade], Say(Says::TicketMade), "The ticket is there. Tell its number."),
    row(&[TicketRefused], Say(Says::TicketRefused), "No ticket was made. Say so, and promise a colleague's call."),
    row(&[Solved], Say(Says::Resolved), "It works again. Say so, and ask for anything else."),
    // 3. Outages. 4. The line.
    row(&[OfTheLine, Not(&OutageChecked)], Call(Outages), "The address is confirmed. Check for outages first."),
    row(&[OfTheLine, Outage], Say(Says::Outage), "An outage affects the caller. Inform them, and skip troubleshooting."),
    row(&[OfTheLine, OpenBefore], Say(Says::OpenBefore), "A ticket is open already. Tell its number, and make no second one."),
    row(&[OfTheLine, Not(&LineChecked)], Call(Line), "No outage. Check the network status."),
    row(&[OfTheLine, HasOpen, Critical], Say(Says::TicketStatus), "The line itself is at fault, and a ticket is open already. Tell where it stands, and make no second one."),
    row(&[OfTheLine, Critical], Call(Ticket(TechnicianVisit, Urgency::High)), "The line itself is at fault. Create a ticket; never ask the customer to troubleshoot it."),
    row(&[OfTheLine, WorthPinging, Not(&Pinged)], Call(Ping), "The line is slow, drops or loses packets. Run a ping test."),
    row(&[OfTheLine, HasOpen, PingCritical], Say(Says::TicketStatus), "The line itself is at fault, and a ticket is open already. Tell where it stands, and make no second one."),
    row(&[OfTheLine, PingCritical], Call(Ticket(TechnicianVisit, Urgency::High)), "The line itself is at fault. Create a ticket; never ask the customer to troubleshoot it."),
    row(&[OfTheLine, Endangered], Call(Ticket(TechnicianVisit, Urgency::High)), "A danger at the equipment was told in this call: nothing is tried with it. Create a ticket."),
    row(&[Asked(Asks::Ticket), Replied(Reply::Yes), When::Problem(Problem::Equipment)], Call(Ticket(EquipmentReplacement, Urgency::Medium)), "The caller wants the replacement registered. Create the ticket."),
    row(&[Asked(Asks::Ticket), Replied(Reply::Yes)], Call(Ticket(TechnicianVisit, Urgency::Medium)), "The caller wants a ticket. Create it."),
    row(&[Asked(Asks::Ticket), Replied(Reply::No)], Say(Says::AnythingElse), "The caller wants no ticket. Ask for anything else."),
    row(&[Asked(Asks::More), When::Says(Act::TechnicianVisit), StepGiven, Open, Not(&TicketRefused)], Call(Ticket(TechnicianVisit, Urgency::Medium)), "The steps have not helped, and the caller wants somebody sent. Create a ticket."),
    row(&[Asked(Asks::Ticket)], Say(Says::OfferTicket), "Neither yes nor no to the ticket. Offer it once more."),
    // 5. The knowledge base. 6. One step at a time. 7. A ticket if it has not helped.
    row(&[Not(&Searched)], Call(Knowledge), "The line is fine, or what was found is small. Search the knowledge for steps."),
    row(&[When::Problem(Problem::Visit)], Say(Says::Visit), "A technician's visit is agreed on by a colleague: say how it goes, and promise their call."),
    row(&[Asked(Asks::Step), When::Says(Act::Refuses)], Say(Says::OfferTicket), "The caller does not want to do it. Offer a ticket."),
    row(&[Asked(Asks::Step), UnableTwice], Say(Says::OfferTicket), "The caller cannot do the steps. Offer a ticket."),
    row(&[Asked(Asks::Step), When::Says(Act::TechnicianVisit), Not(&Replied(Reply::Yes))], Say(Says::OfferTicket), "The caller wants it registered or somebody sent. Offer a ticket."),
    row(&[Asked(Asks::Step), When::Says(Act::EquipmentReplacement), Not(&Replied(Reply::Yes))], Say(Says::OfferTicket), "The caller wants other equipment. Offer a ticket."),
    row(&[UnclearTwice], Say(Says::OfferTicket), "Twice in a row the caller did not say whether it has helped. Offer a ticket."),
    row(&[StepGiven, Asked(Asks::Step), Replied(Reply::Other), When::Says(Act::Done)], Say(Says::DidItHelp), "The step is done. Ask whether it has helped."),
    row(&[StepGiven, Asked(Asks::Step), Replied(Reply::Other), Not(&When::Says(Act::Unable)), Not(&When::Says(Act::Reports))], Say(Says::Unclear), "It is not clear whether the step has helped. Ask again."),
    row(&[StepsLeft], Say(Says::Step), "Give the next step, one at a time, and ask whether it has helped."),
    row(&[Minor], Say(Says::OfferTicket), "The steps are over, and something small was found. Offer a ticket."),
    row(&[When::Problem(Problem::Equipment)], Call(Ticket(EquipmentReplacement, Urgency::Medium)), "The equipment stays broken. Create a ticket for its replacement."),
    row(&[StepGiven], Call(Ticket(TechnicianVisit, Urgency::Medium)), "The steps have not helped. Create a ticket."),
    row(&[], Call(Ticket(NetworkIssue, Urgency::Medium)), "There are no steps for this. Create a ticket."),
];

/// The row that applies: the last one always does.
pub fn chosen(facts: &Facts<'_>) -> &'static Row {
    let holds = |row: &&Row| row.when.iter().all(|when| when.holds(facts));
    TREE.iter().find(holds).unwrap_or(&TREE[TREE.len() - 1])
}

/// The table as instructions, in its order.
pub fn instructions() -> String {
    let told = TREE.iter().filter(|row| !row.when.is_empty() && !row.when.iter().any(|when| when.by_ear()));
    let steps = [
        "Give the steps of the article one at a time, and ask after each whether it has helped.",
        "It works again: say so, and ask for anything else; with nothing else, finish.",
        "The steps have not helped: create a ticket.",
    ];
    // Rows with different conditions may have the same sentence: it is printed once.
    let mut rules: Vec<&str> = Vec::new();
    for rule in told.map(|row| row.rule).chain(steps) {
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    let lines = rules.iter().enumerate().map(|(i, rule)| format!("{}. {rule}", i + 1));
    lines.collect::<Vec<_>>().join("\n")
}
