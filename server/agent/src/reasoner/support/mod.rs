//! Reasoning in a support call. A message as understood (`hear`) and the state of the call ([`CallState`]) choose the
//! first row of one table whose conditions hold (`tree`); `speak` has its words. The same table is a model's
//! instructions, and the tools enforce what it must not skip.

mod check;
mod danger;
mod ending;
mod hear;
pub mod own;
mod parts;
mod phrases;
mod questions;
mod speak;
mod tree;
mod when;

use model::answer::Answer;
use model::record::Priority;
use model::run::{Route, Run};
use model::support::{CallState, Ending, Language, Outcome, Promise, Queue, Turn};
use serde_json::Value;

pub use own::{FINISH, own};

use super::draft;
use crate::talk::prompt;
use crate::view::{Decision, Draft, View};
use tree::Then;
use when::Facts;

/// The state of the call that the run belongs to; `None` for a question at the desk.
pub fn state(view: &View<'_>) -> Option<CallState> {
    view.run.call.as_ref()?;
    let mut state = CallState::from_runs(view.earlier.iter().chain([view.run]))?;
    state.asks_for.clone_from(&view.settings.support.verify_by);
    Some(state)
}

/// How the message was understood, as stored with the run.
pub fn route(view: &View<'_>) -> Route {
    let before = CallState::from_runs(view.earlier.iter());
    let heard = view
        .run
        .call
        .as_ref()
        .filter(|_| !view.run.question.is_empty())
        .map(|caller| hear::hear_in(&view.run.question, before.as_ref(), caller.settings.language, &caller.phone));
    let reasoning = heard.as_ref().map_or_else(|| "A call begins.".to_owned(), hear::describe);
    Route {
        intent: "SUPPORT".into(),
        domain: skills::SUPPORT.into(),
        recommended: view.offered().map(|tool| tool.name.to_string()).collect(),
        reasoning,
        confidence: 1.0,
        heard,
        ..Route::default()
    }
}

/// The reply to a message that needs no model: the greeting, and the reply once the call is over or too long.
pub fn at_once(view: &View<'_>, route: &Route) -> Option<Draft> {
    // This message counts already: a danger is answered before any model is asked.
    let mut run = view.run.clone();
    run.route = Some(route.clone());
    run.call.as_ref()?;
    let state = CallState::from_runs(view.earlier.iter().chain([&run]))?;
    let facts = Facts { state: &state, run: &run };
    let row = tree::chosen(&facts);
    row.at_once.then(|| match &row.then {
        Then::Say(says) => speak::say(*says, &facts, view.settings),
        Then::Call(_) => Draft::default(),
    })
}

/// What a caller hears while a ticket waits for a colleague.
pub fn waiting(state: &CallState) -> String {
    skills::support::say::text(state.language, state.formal, skills::support::say::Id::TicketWaits, &[])
}

/// The reply of a run that failed (B-046): the caller is asked to send the message again.
pub fn failed(state: &CallState) -> Answer {
    let text = skills::support::say::text(state.language, state.formal, skills::support::say::Id::Error, &[]);
    let turn = Turn { asks: state.asks, ..Turn::default() };
    Answer { text, partial: true, turn: Some(turn), ..Answer::default() }
}

/// What a caller hears when a person takes over.
pub fn taken_over(state: &CallState, name: &str) -> String {
    skills::support::say::text(state.language, state.formal, skills::support::say::Id::TakenOver, &[("name", name)])
}

/// The next step, from the table.
pub fn next(view: &View<'_>) -> Decision {
    let Some(state) = state(view) else {
        return Decision::Answer { thought: None, draft: Draft::default() };
    };
    let facts = Facts { state: &state, run: view.run };
    let row = tree::chosen(&facts);
    match &row.then {
        Then::Call(check) => Decision::Act { thought: row.rule.to_owned(), calls: vec![check.planned(&facts)] },
        Then::Say(says) => {
            Decision::Answer { thought: Some(row.rule.to_owned()), draft: speak::say(*says, &facts, view.settings) }
        }
    }
}

/// The reply of a run that has to end before it is done.
pub fn conclude(view: &View<'_>, why: &str) -> Draft {
    let mut draft = match state(view) {
        Some(state) => {
            let facts = Facts { state: &state, run: view.run };
            // What is known may suffice for a reply: checking a new address uses up a message's calls.
            let says = match tree::chosen(&facts).then {
                Then::Say(says) if view.run.calls().next().is_some() => says,
                _ => tree::Says::Timeout,
            };
            speak::say(says, &facts, view.settings)
        }
        None => Draft::default(),
    };
    draft.reasons.insert(0, why.to_owned());
    if let Some(turn) = &mut draft.turn {
        turn.promise = turn.promise.take().or_else(|| own::promise(view.run));
    }
    draft
}

/// A model ends the call (B-005): the caller gets a goodbye, colleagues a summary.
pub fn finished(view: &View<'_>, args: &Value) -> Draft {
    let text = |name: &str| args[name].as_str().map(str::trim).filter(|text| !text.is_empty());
    let handed_over = args["handed_over"].as_bool() == Some(true);
    let summary = text("summary").unwrap_or_default();
    let last = text("message").map(|message| replied(draft::from_text(message, view), view.run).text);
    let goodbye = state(view).map(|state| {
        let facts = Facts { state: &state, run: view.run };
        let says = if handed_over { tree::Says::HandedOver } else { tree::Says::Bye };
        speak::say(says, &facts, view.settings).text
    });
    let text = [last, goodbye].into_iter().flatten().collect::<Vec<_>>().join("\n\n");
    let solved = args["solved"].as_bool() == Some(true);
    Draft { text, turn: Some(last_turn(view, summary, handed_over, solved)), ..Draft::default() }
}

/// Whether a model may end the call now.
pub fn may_finish(view: &View<'_>, args: &Value) -> bool {
    state(view).is_none_or(|state| own::may_finish(view.earlier, &state, args))
}

/// A model's reply to the caller. Its citations are for colleagues: nobody reads numbers in brackets aloud.
pub fn replied(mut draft: Draft, run: &Run) -> Draft {
    draft.text = crate::cite::settle::without(&draft.text);
    draft.citations.clear();
    if super::react::parse::is_protocol(&draft.text) {
        tracing::warn!(run_id = run.id, "a reply held the protocol of lines; those lines are not said");
        let kept = draft.text.lines().take_while(|line| !super::react::parse::is_protocol(line));
        draft.text = kept.collect::<Vec<_>>().join("\n").trim().to_owned();
    }
    draft.turn = Some(Turn { promise: own::promise(run), ..Turn::default() });
    draft
}

/// Conditions for the rules only: a model reads the conversation itself.
const BY_EAR: [&str; 18] = [
    "heard", "misunderstood", "asks", "searched", "solved", "later", "wrong_addresses", "unable", "unclear",
    "status_asked", "told_open", "told_street", "noted", "danger_told", "hurt", "place_known", "pending", "offers",
];

/// The instructions of a call (B-024, B-025): the tree, the language, and what is known so far.
pub fn instructions(view: &View<'_>) -> String {
    let Some(state) = state(view) else { return String::new() };
    let company = &view.settings.support.company;
    let company = if company.is_empty() { String::new() } else { format!(", {company}") };
    let language = match (state.language, state.formal) {
        (Language::Lt, true) => "formal Lithuanian (the \"Jūs\" form)",
        (Language::Lt, false) => "informal Lithuanian (the \"tu\" form)",
        (Language::En, _) => "English",
    };
    let mut known = serde_json::to_value(&state).unwrap_or_default();
    if let Some(fields) = known.as_object_mut() {
        fields.retain(|name, _| !BY_EAR.contains(&name.as_str()));
        if let Some(guide) = fields.get_mut("guide").and_then(Value::as_object_mut) {
            guide.remove("given");
        }
    }
    let known = known.to_string();
    let facts: Vec<&str> = when::asked_for(&state).iter().map(|fact| fact.as_str()).collect();
    let values = [
        ("company", company.as_str()),
        ("phone", state.caller_phone.as_str()),
        ("language", language),
        ("tree", &tree::instructions()),
        ("today", &view.as_of.to_string()),
        ("verify", &facts.join(", ")),
        ("state", &known),
    ];
    prompt::fill(prompt::CALL, &values)
}

/// The outcome follows from what was done: a model that ends a call leaves nothing open to hang up on.
fn last_turn(view: &View<'_>, summary: &str, handed_over: bool, solved: bool) -> Turn {
    let outcome = match state(view) {
        _ if handed_over => Outcome::HandedOver,
        Some(state) => match ending::ended_as(&state) {
            // A model judges itself whether a step helped.
            Outcome::HungUp if solved => Outcome::Resolved,
            other => other,
        },
        None => Outcome::Resolved,
    };
    let promised_already = state(view).is_some_and(|state| !state.promises.is_empty());
    let promised = (handed_over && !promised_already).then(|| Promise {
        queue: Queue::Support,
        priority: Priority::Medium,
        reason: if summary.is_empty() { "The caller was handed over.".into() } else { summary.to_owned() },
    });
    let promise = own::promise(view.run).or(promised);
    Turn { ending: Some(Ending { outcome, summary: summary.to_owned() }), promise, ..Turn::default() }
}
