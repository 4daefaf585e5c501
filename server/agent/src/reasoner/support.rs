//! Reasoning in a support call: what the flow of calls (the crate `support`) needs of a run, and its replies as drafts.

use model::run::{Route, Run};
use model::support::{CallState, Turn};
use serde_json::Value;

use super::draft;
use super::react::parse::is_protocol;
use crate::cite::settle::without;
use crate::talk::prompt;
use crate::view::{Decision, Draft, View};
use support::{Facts, Step, Utterance};

/// What the flow reads of a run; `None` for a question at the desk.
fn facts<'a>(view: &'a View<'_>, run: &'a Run) -> Option<Facts<'a>> {
    run.call.as_ref()?;
    let settings = &view.settings.support;
    let mut state = CallState::from_runs(view.earlier.iter().chain([run]))?;
    state.asks_for.clone_from(&settings.verify_by);
    Some(Facts { state, run, company: &settings.company, call_back: settings.call_back })
}

impl From<Utterance> for Draft {
    fn from(Utterance { text, turn }: Utterance) -> Self {
        Self { text, turn: Some(turn), ..Self::default() }
    }
}

/// How the message was understood, as stored with the run.
pub fn route(view: &View<'_>) -> Route {
    support::route(view.earlier, view.run, view.offered().map(|tool| tool.name.to_string()).collect())
}

/// The reply to a message that needs no model.
pub fn at_once(view: &View<'_>, route: &Route) -> Option<Draft> {
    // This message counts already: a danger is answered before any model is asked.
    let mut run = view.run.clone();
    run.route = Some(route.clone());
    support::at_once(&facts(view, &run)?).map(Draft::from)
}

/// The next step.
pub fn next(view: &View<'_>) -> Decision {
    let Some(facts) = facts(view, view.run) else {
        return Decision::Answer { thought: None, draft: Draft::default() };
    };
    match support::next(&facts) {
        (rule, Step::Call(call)) => Decision::Act { thought: rule.to_owned(), calls: vec![call] },
        (rule, Step::Say(reply)) => Decision::Answer { thought: Some(rule.to_owned()), draft: reply.into() },
    }
}

/// The reply of a run that has to end before it is done.
pub fn conclude(view: &View<'_>, why: &str) -> Draft {
    let reply = facts(view, view.run).map(|facts| support::conclude(&facts).into());
    Draft { reasons: vec![why.to_owned()], ..reply.unwrap_or_default() }
}

/// The reply with which a model ends the call.
pub fn finished(view: &View<'_>, args: &Value) -> Draft {
    let last = args["message"].as_str().map(str::trim).filter(|text| !text.is_empty());
    let last = last.map(|text| replied(draft::from_text(text, view), view).text);
    facts(view, view.run).map(|facts| support::finished(&facts, args, last).into()).unwrap_or_default()
}

/// Whether a model may end the call now.
pub fn may_finish(view: &View<'_>, args: &Value) -> bool {
    facts(view, view.run).is_none_or(|facts| support::may_finish(view.earlier, &facts.state, args))
}

/// A model's reply to the caller. Its citations are for colleagues: nobody reads numbers in brackets aloud.
pub fn replied(mut draft: Draft, view: &View<'_>) -> Draft {
    let run = view.run;
    draft.text = without(&draft.text);
    draft.citations.clear();
    if is_protocol(&draft.text) {
        tracing::warn!(run_id = run.id, "a reply held the protocol of lines; those lines are not said");
        let kept = draft.text.lines().take_while(|line| !is_protocol(line));
        draft.text = kept.collect::<Vec<_>>().join("\n").trim().to_owned();
    }
    let promise = facts(view, run).and_then(|facts| support::promised(&facts));
    draft.turn = Some(Turn { promise, ..Turn::default() });
    draft
}

/// A model's instructions of a call.
pub fn instructions(view: &View<'_>) -> String {
    let Some(facts) = facts(view, view.run) else { return String::new() };
    let values = support::prompt_values(&facts, view.as_of);
    prompt::fill(prompt::CALL, &values.each_ref().map(|(name, value)| (*name, value.as_str())))
}
