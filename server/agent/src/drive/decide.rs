//! Lets the reasoner decide: asks the run's model, if any, records what that cost, and, if it fails, lets the rules
//! continue from what was found.

use model::run::{Bound, NoteKind, Origin, Role, Route, RunEvent, StepKind, Strategy};

use super::RunLoop;
use crate::reasoner::{Reasoner, rules};
use crate::replay::record;
use crate::talk::{DeltaSink, ModelSession, router};
use crate::view::{Decision, Draft};
use llm::LlmError;
use store::events::AppendError;

impl<'a> RunLoop<'a> {
    /// The reasoner of this run, according to its events.
    pub(super) fn reasoner(&self) -> Reasoner {
        Reasoner::for_strategy(self.run.strategy)
    }

    /// A session with the model, while a model reasons in this run.
    pub(super) fn asker(&self) -> Option<ModelSession<'_>> {
        let model = self.inner.model.as_deref().filter(|_| self.reasoner() != Reasoner::Rules)?;
        let teller = DeltaSink { live: self.live.clone(), run_id: self.id.clone(), after: self.run.seq };
        let world = (&self.live.cancel, &self.inner.world, &self.inner.settings);
        let names = self.pseudonyms.clone();
        let asker = ModelSession::new(model, world, teller, self.deadline(), self.run.model.clone(), names);
        Some(asker.keeping(self.inner.sent.clone()))
    }

    /// The next decision; everything that led to it is recorded.
    pub(super) async fn decide(&mut self) -> Result<Decision, AppendError> {
        if let Some(decision) = self.recorded() {
            return Ok(decision);
        }
        if let Some(reason) = self.lost_model() {
            self.fall(reason, String::new()).await?;
        }
        self.announce();
        // Only a model takes long enough for people to wait for the pending events.
        if self.reasoner() != Reasoner::Rules {
            self.flush().await?;
        }
        let (said, decided) = {
            let asker = self.asker();
            let view = self.view();
            let decided = if self.run.route.is_none() {
                self.route(asker.as_ref()).await
            } else {
                self.reasoner().next(&view, asker.as_ref()).await.map(|d| (None, d))
            };
            (asker.map(ModelSession::into_said).unwrap_or_default(), decided)
        };
        let said = self.with_unpriced(said);
        let stuck = match decided {
            Ok((route, Decision::GiveUp { reason, problem })) => {
                self.emit(said.into_iter().chain(route).collect()).await?;
                Some((reason, problem))
            }
            Ok((route, decision)) => {
                self.note(said.into_iter().chain(route).collect());
                return Ok(decision);
            }
            Err(error) => {
                self.emit(said).await?;
                // Stopped, or at a limit: the loop handles both.
                let over = error == LlmError::Cancelled || self.limit_reached().is_some();
                (!over).then(|| (error.to_string(), format!("{}{}", self.while_planning(), error.advice())))
            }
        };
        if let Some((reason, advice)) = stuck {
            self.fall(reason, advice).await?;
        }
        Ok(Decision::Again)
    }

    /// In a replay: the decision that the recorded model made here, with the events recorded for it. Rules decide
    /// again.
    fn recorded(&mut self) -> Option<Decision> {
        let events = self.inner.replayed.clone().filter(|_| self.reasoner() != Reasoner::Rules)?;
        let next = record::next(&events, self.run.seq)?;
        self.note(next.said);
        Some(next.decision)
    }

    async fn route(&self, asker: Option<&ModelSession<'_>>) -> Result<(Option<RunEvent>, Decision), LlmError> {
        let forced = self.claimed.ask.domain.as_deref();
        let forced = forced.and_then(|name| router::field(name, self.view().tools));
        // In a turn of its own, which must not last while a model is asked.
        if self.run.call.is_none() {
            let _turn = base::turn().await;
            rules::read_question(&self.view());
        }
        let (mut route, draft) = self.reasoner().route(&self.view(), asker, forced.as_ref()).await?;
        let view = self.view();
        if self.run.call.is_some() {
            return Ok(routed(route, draft));
        }
        (route.understood, route.left_out) = rules::understood_parts(&view);
        let by_rules = self.reasoner() == Reasoner::Rules;
        if !by_rules {
            // A model reads the question itself: the line "Understood as" shows only what the question names.
            let sure = rules::is_sure(&view);
            route.understood.retain(|part| {
                sure && part.origin == Origin::Asked && matches!(part.role, Role::Filter | Role::Period)
            });
            route.left_out.clear();
        }
        let left_out = by_rules.then_some(route.left_out.as_slice());
        route.stretches = rules::stretches(&view, &route.understood, left_out);
        route.parse = Some(rules::stored(&view));
        Ok(routed(route, draft))
    }

    /// The text that D-010 asks for when no model made the plan.
    fn while_planning(&self) -> &'static str {
        let planned = self.run.steps.iter().any(|s| matches!(s.kind, StepKind::Plan { .. }));
        let planning = self.reasoner() == Reasoner::Plan && self.run.route.is_some() && !planned;
        if planning { "LLM error, rule-based fallback. " } else { "" }
    }

    /// Falls back to the rules.
    async fn fall(&mut self, reason: String, advice: String) -> Result<(), AppendError> {
        let from = self.run.model.clone();
        tracing::warn!(run_id = &*self.id, from, reason, "run.fallback");
        self.emit(vec![RunEvent::Fallback { from, to: Strategy::Rules.to_string(), reason, advice }]).await
    }

    /// The reason to fall back if a run began with a model and this process has none, or a call has asked it too often.
    fn lost_model(&self) -> Option<String> {
        if self.reasoner() == Reasoner::Rules {
            return None;
        }
        if self.inner.model.is_none() {
            return Some("No model is set up any more.".into());
        }
        let most = self.run.call.as_ref()?.settings.max_model_calls;
        let asked: u32 = self.earlier.iter().chain([&self.run]).map(|run| run.usage.model_calls).sum();
        (asked >= most).then(|| format!("The model was asked {asked} times in this call, the most allowed."))
    }

    /// Announces that a model is at work, which may take a while, and, once per run, that a limit is near.
    fn announce(&mut self) {
        if self.reasoner() == Reasoner::Rules || self.run.route.is_none() {
            return;
        }
        let mut list = Vec::new();
        let (iteration, max_iterations) = (self.this_iteration(), self.limits().max_iterations);
        if iteration != self.run.iteration && iteration <= max_iterations {
            tracing::info!(run_id = &*self.id, iteration, max_iterations, "run.iteration");
            list.push(RunEvent::Thinking { iteration, max_iterations });
        }
        let told =
            self.run.steps.iter().any(|s| matches!(s.kind, StepKind::Note { about: NoteKind::Limit(Bound::Near), .. }));
        if !told && let Some(text) = self.limit_near() {
            list.push(RunEvent::Limit { limit: Bound::Near, text });
        }
        self.note(list);
    }

    /// The current iteration: the announced one while it has neither thought nor call, otherwise the next.
    pub(super) fn this_iteration(&self) -> u32 {
        let now = self.run.iteration;
        let used = self.run.steps.iter().any(|s| match &s.kind {
            StepKind::Thought { iteration, .. } => *iteration == now,
            StepKind::Calls { calls } => calls.iter().any(|c| c.iteration == now),
            _ => false,
        });
        if now == 0 || used { now + 1 } else { now }
    }
}

/// The event of a route, and the decision that follows: the answer, if routing already produced one.
fn routed(route: Route, draft: Option<Draft>) -> (Option<RunEvent>, Decision) {
    let decision = match draft {
        Some(draft) => Decision::Answer { thought: None, draft },
        None => Decision::Again,
    };
    (Some(RunEvent::Routed { route }), decision)
}
