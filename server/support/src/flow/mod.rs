//! What is done and said next in a call. A message as understood (`hear`) and the state of the call ([`CallState`]) choose
//! the first row of one table whose conditions hold (`tree`); `speak` has its words. The same table is a model's
//! instructions, and the tools enforce what it must not skip.

mod check;
mod danger;
mod hear;
pub mod model_tools;
mod outcome;
mod parts;
mod phrases;
mod questions;
mod speak;
mod tree;
mod when;

use chrono::NaiveDate;
use model::answer::Answer;
use model::record::Priority;
use model::run::{PlannedCall, Route, Run};
use model::support::{CallState, Ending, Language, Outcome, Promise, Queue, Turn};
use serde_json::Value;

pub use outcome::summary;
pub use speak::Utterance;
pub use when::Facts;

use crate::tools::say::{self, Id};
use tree::{Row, Says, Then};

/// What comes next in a call.
#[derive(Debug)]
pub enum Step {
    Call(PlannedCall),
    Say(Utterance),
}

/// How the message was understood, as stored with the run. `offered` are the names of the tools.
pub fn route(earlier: &[Run], run: &Run, offered: Vec<String>) -> Route {
    let before = CallState::from_runs(earlier);
    let heard = run
        .call
        .as_ref()
        .filter(|_| !run.question.is_empty())
        .map(|caller| hear::hear_in(&run.question, before.as_ref(), caller.settings.language, &caller.phone));
    let reasoning = heard.as_ref().map_or_else(|| "A call begins.".to_owned(), hear::describe);
    Route {
        intent: "SUPPORT".into(),
        domain: crate::SKILL.into(),
        recommended: offered,
        reasoning,
        confidence: 1.0,
        heard,
        ..Route::default()
    }
}

/// The reply that no model may replace: to a danger when it is first reported, the greeting, and once the call is over or
/// too long.
pub fn at_once(facts: &Facts<'_>) -> Option<Utterance> {
    match tree::chosen(facts) {
        Row { at_once: true, then: Then::Say(says), .. } => Some(speak::say(*says, facts)),
        _ => None,
    }
}

/// What a caller hears while a ticket waits for a colleague.
pub fn waiting(state: &CallState) -> String {
    say::text(state.language, state.formal, Id::TicketWaits, &[])
}

/// The reply of a run that failed (B-046): the caller is asked to send the message again.
pub fn failed(state: &CallState) -> Answer {
    let text = say::text(state.language, state.formal, Id::Error, &[]);
    let turn = Turn { asks: state.asks, ..Turn::default() };
    Answer { text, partial: true, turn: Some(turn), ..Answer::default() }
}

/// What a caller hears when a person takes over.
pub fn taken_over(state: &CallState, name: &str) -> String {
    say::text(state.language, state.formal, Id::TakenOver, &[("name", name)])
}

/// The next step, from the table, after the rule that chose it.
pub fn next(facts: &Facts<'_>) -> (&'static str, Step) {
    let row = tree::chosen(facts);
    let step = match row.then {
        Then::Call(check) => Step::Call(check.planned(facts)),
        Then::Say(says) => Step::Say(speak::say(says, facts)),
    };
    (row.rule, step)
}

/// The reply of a run that has to end before it is done.
pub fn conclude(facts: &Facts<'_>) -> Utterance {
    // What is known may suffice for a reply: checking a new address uses up a message's calls.
    let says = match tree::chosen(facts).then {
        Then::Say(says) if facts.run.calls().next().is_some() => says,
        _ => Says::Timeout,
    };
    let mut reply = speak::say(says, facts);
    reply.turn.promise = reply.turn.promise.take().or_else(|| model_tools::promise(facts.run));
    reply
}

/// A model ends the call (B-005): the caller gets its last message, colleagues a summary. That a colleague calls is added
/// where nobody was promised it before and no ticket says so.
pub fn finished(facts: &Facts<'_>, args: &Value, last: Option<String>) -> Utterance {
    let summary = args["summary"].as_str().map(str::trim).unwrap_or_default();
    let handed_over = args["handed_over"].as_bool() == Some(true);
    let solved = args["solved"].as_bool() == Some(true);
    let promised = with_a_colleague(&facts.state) || model_tools::promise(facts.run).is_some();
    let says = match handed_over && !promised {
        true => Some(Says::HandedOver),
        false => last.is_none().then_some(Says::Bye),
    };
    let parts: Vec<String> = last.into_iter().chain(says.map(|says| speak::say(says, facts).text)).collect();
    Utterance { text: parts.join("\n\n"), turn: last_turn(facts, summary, handed_over, solved) }
}

/// Whether a colleague calls in any case: one was promised, or a ticket is made or waits.
fn with_a_colleague(state: &CallState) -> bool {
    !state.promises.is_empty() || !state.made.is_empty() || state.ticket_waits
}

/// Conditions for the rules only: a model reads the conversation itself.
const BY_EAR: [&str; 19] = [
    "heard", "misunderstood", "asks", "searched", "solved", "later", "wrong_addresses", "unable", "unclear",
    "status_asked", "told_open", "told_street", "noted", "danger_told", "hurt", "place_known", "pending", "offers",
    "not_owner",
];

/// What a model's instructions of a call are filled with (B-024, B-025): the tree, the language, and what is known so far.
pub fn prompt_values(facts: &Facts<'_>, today: NaiveDate) -> [(&'static str, String); 8] {
    let state = &facts.state;
    let company = if facts.company.is_empty() { String::new() } else { format!(", {}", facts.company) };
    let language = match (state.language, state.formal) {
        (Language::Lt, true) => "formal Lithuanian (the \"Jūs\" form)",
        (Language::Lt, false) => "informal Lithuanian (the \"tu\" form)",
        (Language::En, _) => "English",
    };
    let mut known = serde_json::to_value(state).unwrap_or_default();
    if let Some(fields) = known.as_object_mut() {
        fields.retain(|name, _| !BY_EAR.contains(&name.as_str()));
        if let Some(guide) = fields.get_mut("guide").and_then(Value::as_object_mut) {
            guide.remove("given");
        }
    }
    let verify: Vec<&str> = when::asked_for(state).iter().map(|fact| fact.as_str()).collect();
    [
        ("company", company),
        ("phone", state.caller_phone.clone()),
        ("language", language.to_owned()),
        ("tree", tree::instructions()),
        ("danger", danger::instructions(state)),
        ("today", today.to_string()),
        ("verify", verify.join(", ")),
        ("state", known.to_string()),
    ]
}

/// The outcome follows from what was done: a model that ends a call leaves nothing open to hang up on.
fn last_turn(facts: &Facts<'_>, summary: &str, handed_over: bool, solved: bool) -> Turn {
    let outcome = match outcome::ended_as(&facts.state) {
        _ if handed_over => Outcome::HandedOver,
        // A model judges itself whether a step helped.
        Outcome::HungUp if solved => Outcome::Resolved,
        other => other,
    };
    let promised = (handed_over && !with_a_colleague(&facts.state)).then(|| Promise {
        queue: Queue::Support,
        priority: Priority::Medium,
        reason: if summary.is_empty() { "The caller was handed over.".into() } else { summary.to_owned() },
    });
    let promise = model_tools::promised(facts).or(promised);
    Turn { ending: Some(Ending { outcome, summary: summary.to_owned() }), promise, ..Turn::default() }
}
