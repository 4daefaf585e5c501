//! Reasoners decide the next step of a run. They see the run as folded from its events and keep no state between steps,
//! so a run resumes after a restart exactly where it was.
//!
//! `rules` needs no model; `react` reads a line protocol, `native` uses native tool calls, `plan` plans, executes and
//! reflects. `support` asks the flow of support calls. `synthesize` writes an answer from the findings, `repair`
//! corrects unsourced claims.

mod draft;
mod native;
pub mod plan;
pub mod react;
mod repair;
pub mod rules;
pub mod support;
mod synthesize;

use model::answer::Grounding;
use model::run::{Route, RunEvent, Strategy};

use super::cite::{self, show};
use super::talk::router::{self, Field};
use super::talk::{ModelSession, ask_person, fit, history, prompt};
use super::view::{Decision, Draft, View};
use llm::{ChatModel, Finish, LlmError};

/// Names called like tools that belong to no skill: tools of the loop, and ways to end a turn.
pub fn own_names() -> Vec<String> {
    let found = [fit::find_tools(), ask_person::spec()];
    let own = cite::own_tools().into_iter().chain(found).chain(fit::of_call()).map(|spec| spec.name);
    own.chain(react::parse::ENDINGS.iter().map(|(name, _)| (*name).to_owned())).collect()
}

/// One of the ways to reason. Closed: the loop knows them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reasoner {
    Rules,
    React,
    Tools,
    Plan,
}

impl Reasoner {
    /// The strategy of a run: as requested; by default native tool calls if the model has them, else the line protocol,
    /// and rules without a model.
    pub fn choose(wished: Strategy, model: Option<&dyn ChatModel>) -> Strategy {
        match (wished, model) {
            (_, None) => Strategy::Rules,
            (Strategy::Auto, Some(model)) if model.native_tools() => Strategy::Tools,
            (Strategy::Auto, Some(_)) => Strategy::React,
            (wished, Some(_)) => wished,
        }
    }

    /// The reasoner for a chosen strategy.
    pub const fn for_strategy(strategy: Strategy) -> Self {
        match strategy {
            Strategy::Auto | Strategy::Rules => Self::Rules,
            Strategy::React => Self::React,
            Strategy::Tools => Self::Tools,
            Strategy::Plan => Self::Plan,
        }
    }

    /// The kind of question, decided once before the first step; with the answer if it needs no data: then the loop is
    /// skipped.
    pub async fn route(
        self,
        view: &View<'_>,
        asker: Option<&ModelSession<'_>>,
        forced: Option<&Field>,
    ) -> Result<(Route, Option<Draft>), LlmError> {
        if view.run.call.is_some() {
            let route = support::route(view);
            let draft = support::at_once(view, &route);
            return Ok((route, draft));
        }
        let by_rules = || {
            let mut route = rules::route(view);
            if let Some(domain) = forced {
                domain.name.clone_into(&mut route.domain);
            }
            route
        };
        let Some(asker) = asker else { return Ok((by_rules(), None)) };
        if let Some(draft) = rules::at_once(view) {
            return Ok((by_rules(), Some(draft)));
        }
        if let Some(event) = history::compress(view, asker).await? {
            asker.say(event);
        }
        // If every word of the question is understood, a model has nothing to add to the route.
        if forced.is_none() && rules::understands(view) {
            return Ok((by_rules(), None));
        }
        // A model that calls tools finds further ones by itself.
        if forced.is_some() || self == Self::Tools {
            return Ok((router::by_table(view, forced), None));
        }
        let routed = router::by_model(view, asker).await?;
        Ok((routed.route, routed.direct.map(|text| draft::from_text(&text, view))))
    }

    /// The next step.
    ///
    /// # Errors
    /// When no model answers; whoever drives the run then lets the rules go on.
    pub async fn next(self, view: &View<'_>, asker: Option<&ModelSession<'_>>) -> Result<Decision, LlmError> {
        match (self, asker) {
            (Self::Rules, _) | (_, None) if view.run.call.is_some() => Ok(support::next(view)),
            (Self::Rules, _) | (_, None) => Ok(rules::next(view)),
            (Self::React, Some(asker)) => react::next(view, asker).await,
            (Self::Tools, Some(asker)) => native::next(view, asker).await,
            (Self::Plan, Some(asker)) => plan::next(view, asker).await,
        }
    }

    /// The best answer from the findings, when there is no time for another step. `why` is shown to the reader.
    pub async fn conclude(self, view: &View<'_>, asker: Option<&ModelSession<'_>>, why: &str) -> Draft {
        let by_rules =
            || if view.run.call.is_some() { support::conclude(view, why) } else { rules::conclude(view, why) };
        let Some(asker) = asker else { return by_rules() };
        // A conversation goes on; the text strategies write from the results anew.
        let answer = match self {
            Self::Tools if view.run.call.is_none() => native::conclude(view, asker, why).await,
            _ => synthesize::answer(view, asker, why).await,
        };
        match answer {
            Ok(mut draft) => {
                draft.reasons.insert(0, why.to_owned());
                draft
            }
            Err(error) => {
                let (from, to) = (asker.reasons(), Strategy::Rules.to_string());
                asker.say(RunEvent::Fallback { from, to, reason: error.to_string(), advice: error.advice().into() });
                by_rules()
            }
        }
    }

    /// The draft with its unsourced claims corrected; requested once.
    pub async fn repair(
        view: &View<'_>,
        asker: &ModelSession<'_>,
        draft: &Draft,
        grounding: &Grounding,
    ) -> Result<Draft, LlmError> {
        repair::repair(view, asker, draft, grounding).await
    }
}

/// A model's system prompt.
fn system(view: &View<'_>) -> String {
    if view.run.call.is_some() { support::instructions(view) } else { prompt::researcher(view) }
}

/// A model's text as an answer; in a call, as a reply to the caller.
fn answered(text: &str, finish: &Finish, view: &View<'_>) -> Draft {
    let mut draft = draft::from_text(text, view);
    draft::note_cut(&mut draft, finish);
    if view.run.call.is_some() { support::replied(draft, view) } else { draft }
}

/// A question about data with no call made yet.
fn wants_data(view: &View<'_>) -> bool {
    let needs = view.run.route.as_ref().is_some_and(|r| !r.recommended.is_empty());
    // A caller's message may need no call; the tools enforce what must be looked up first.
    needs && view.run.call.is_none() && view.run.calls().next().is_none()
}

/// All results so far, as a model reads them; one line each if `short`.
fn results(view: &View<'_>, short: bool) -> String {
    let list: Vec<String> =
        show::all(view.run, view.settings.results_chars(), short).into_iter().map(|(_, text)| text).collect();
    if list.is_empty() { "(nothing was looked up)".into() } else { list.join("\n\n") }
}
