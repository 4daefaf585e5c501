//! Reasoning in a support call. What a message was heard as (`hear`) and what is known of the call
//! ([`CallState`]) choose the first row of one table whose conditions hold (`tree`); `speak` says what it says. The same
//! table is told to a model as its instructions, and what it may not pass over the tools refuse.

mod cues;
mod hear;
mod own;
mod speak;
mod tree;

use app::model::run::Route;
use app::model::support::{CallState, Ending, Language, Outcome, Turn};

pub use own::{FINISH, own, specs};

use crate::agent::talk::prompt;
use crate::agent::view::{Decision, Draft, View};
use tree::{Facts, Then};

/// What is known of the call that the run belongs to; `None` for a question at the desk.
pub fn state(view: &View<'_>) -> Option<CallState> {
    view.run.call.as_ref()?;
    CallState::of(view.earlier.iter().chain([view.run]))
}

/// What the message was heard as, in the form in which it is stored with the run.
pub fn route(view: &View<'_>) -> Route {
    let before = CallState::of(view.earlier.iter());
    let heard = view.run.call.as_ref().filter(|_| !view.run.question.is_empty()).map(|caller| {
        let (language, asks) = before.as_ref().map_or((caller.language, None), |b| (b.language, b.asks));
        hear::hear(&view.run.question, language, asks, &caller.phone)
    });
    let reasoning = heard.as_ref().map_or_else(|| "A call begins.".to_owned(), hear::told);
    Route {
        intent: "SUPPORT".into(),
        domain: crate::skills::SUPPORT.into(),
        recommended: tree::TOOLS.iter().map(|tool| (*tool).to_owned()).collect(),
        reasoning,
        confidence: 1.0,
        heard,
        ..Route::default()
    }
}

/// The reply to a message that needs no model: the greeting, and what is said once the call is over or has become too long.
pub fn at_once(view: &View<'_>) -> Option<Draft> {
    let state = state(view)?;
    let facts = Facts { state: &state, run: view.run };
    let row = tree::chosen(&facts);
    row.at_once.then(|| match &row.then {
        Then::Say(says) => speak::say(*says, &facts, view.settings),
        Then::Call(_) => Draft::default(),
    })
}

/// The next step, by the table.
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
        Some(state) => speak::say(tree::Says::Timeout, &Facts { state: &state, run: view.run }, view.settings),
        None => Draft::default(),
    };
    draft.reasons.insert(0, why.to_owned());
    draft
}

/// The end of a call as a model decides it (B-005): the caller is told goodbye, colleagues what it came to.
pub fn finished(view: &View<'_>, summary: &str) -> Draft {
    let text = state(view).map(|state| {
        let facts = Facts { state: &state, run: view.run };
        speak::say(tree::Says::Bye, &facts, view.settings).text
    });
    Draft { text: text.unwrap_or_default(), turn: Some(ending(view, summary)), ..Draft::default() }
}

/// A model's reply to the caller. Rows that it cites are for colleagues: nobody reads numbers in brackets aloud.
pub fn replied(mut draft: Draft) -> Draft {
    draft.text = crate::agent::cite::settle::without(&draft.text);
    draft.citations.clear();
    draft.turn = Some(Turn::default());
    draft
}

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
    // The steps are given by the knowledge, and the last message stands in the conversation.
    let known = serde_json::to_string(&state).unwrap_or_default();
    let values = [
        ("company", company.as_str()),
        ("phone", state.caller_phone.as_str()),
        ("language", language),
        ("tree", &tree::instructions()),
        ("state", &known),
    ];
    prompt::fill(prompt::CALL, &values)
}

/// How a call ended follows from what was done.
fn ending(view: &View<'_>, summary: &str) -> Turn {
    let outcome = match state(view) {
        Some(state) if state.ticket_id.is_some() => Outcome::Ticket,
        Some(state) if state.finding.outage == Some(true) || state.no_troubleshooting().is_some() => Outcome::Informed,
        _ => Outcome::Resolved,
    };
    Turn { ending: Some(Ending { outcome, summary: summary.to_owned() }), ..Turn::default() }
}
