//! Reasoners decide the next step of a run. They see the run as its events tell it and keep nothing between steps, so a
//! run goes on after a restart exactly where it was.
//!
//! `rules` needs no model; `react` reads a protocol of lines, `native` uses a model's own tool calls, `plan` plans,
//! looks and reflects. `support` has the tree of support calls, for the rules and for models. `synthesize` writes an answer from what was found, `repair` corrects what has no source.

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
use super::talk::{ModelSession, history, prompt};
use super::view::{Decision, Draft, View};
use llm::{ChatModel, LlmError};

/// The names of what is no tool of a skill and called like one: tools of the loop, and ways to end a turn.
pub fn own_names() -> Vec<String> {
    let own = cite::own_tools().into_iter().chain(support::own::specs()).map(|spec| spec.name);
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
    /// The strategy of a run: as wished; of itself, native tool calls where the model has them, lines where it has not,
    /// and rules where there is no model.
    pub fn choose(wished: Strategy, model: Option<&dyn ChatModel>) -> Strategy {
        match (wished, model) {
            (_, None) => Strategy::Rules,
            (Strategy::Auto, Some(model)) if model.native_tools() => Strategy::Tools,
            (Strategy::Auto, Some(_)) => Strategy::React,
            (wished, Some(_)) => wished,
        }
    }

    /// The reasoner of a strategy that was chosen.
    pub const fn of(strategy: Strategy) -> Self {
        match strategy {
            Strategy::Auto | Strategy::Rules => Self::Rules,
            Strategy::React => Self::React,
            Strategy::Tools => Self::Tools,
            Strategy::Plan => Self::Plan,
        }
    }

    /// What kind of question it is: said once, before the first step. With it the answer, when it needs no data: then
    /// the loop is skipped.
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
        if let Some(domain) = forced {
            return Ok((router::by_table(view, Some(domain)), None));
        }
        // Where every word of the question is accounted for, a model has nothing to add to the route.
        if rules::understands(view) {
            return Ok((by_rules(), None));
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

    /// The best answer that what was found allows, when there is no time for another step. `why` is told to the reader.
    pub async fn conclude(self, view: &View<'_>, asker: Option<&ModelSession<'_>>, why: &str) -> Draft {
        let by_rules =
            || if view.run.call.is_some() { support::conclude(view, why) } else { rules::conclude(view, why) };
        let Some(asker) = asker else { return by_rules() };
        match synthesize::answer(view, asker, why).await {
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

    /// The draft with those claims corrected that have no source; asked for once.
    pub async fn repair(
        view: &View<'_>,
        asker: &ModelSession<'_>,
        draft: &Draft,
        grounding: &Grounding,
    ) -> Result<Draft, LlmError> {
        repair::repair(view, asker, draft, grounding).await
    }
}

/// What a model is told before all else.
fn system(view: &View<'_>) -> String {
    if view.run.call.is_some() { support::instructions(view) } else { prompt::researcher(view) }
}

/// A question about data that has not been looked at yet.
fn wants_data(view: &View<'_>) -> bool {
    let needs = view.run.route.as_ref().is_some_and(|r| !r.recommended.is_empty());
    // A message of a caller may need no look at anything; what must be looked at first, the tools see to.
    needs && view.run.call.is_none() && view.run.calls().next().is_none()
}

/// All results so far, as a model reads them; in one line each where `short`.
fn results(view: &View<'_>, short: bool) -> String {
    let list: Vec<String> =
        show::all(view.run, view.settings.results_chars(), short).into_iter().map(|(_, text)| text).collect();
    if list.is_empty() { "(nothing was looked up)".into() } else { list.join("\n\n") }
}
