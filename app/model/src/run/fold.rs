//! The fold from a run's events to the run.

use super::{
    Bound, Call, InjectionFinding, ModelCall, NoteKind, Run, RunEvent, RunStatus, Scope, Step, StepKind, StoredEvent,
    Strategy, Usage, counted,
};
use crate::answer::Grade;

impl Run {
    /// A run without events.
    pub fn new(id: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            session_id: String::new(),
            question: String::new(),
            status: RunStatus::Queued,
            strategy: Strategy::Auto,
            model: String::new(),
            limits: None,
            as_of: None,
            scope: Scope::default(),
            change: None,
            call: None,
            seq: 0,
            started_at: 0,
            updated_at: 0,
            steps: Vec::new(),
            answer: None,
            grounding: None,
            run_score: None,
            evidence_score: None,
            follow_ups: Vec::new(),
            receipt: None,
            failure: None,
            fallback: None,
            iteration: 0,
            idle_ms: 0,
            route: None,
            usage: Usage::default(),
            summary: None,
            suspected: Vec::new(),
            asked: Vec::new(),
            stands: Vec::new(),
        }
    }

    /// The run of a list of events.
    pub fn from_events<'a>(id: impl Into<String>, events: impl IntoIterator<Item = &'a StoredEvent>) -> Self {
        let mut run = Self::new(id);
        for event in events {
            run.apply(event);
        }
        run
    }

    /// Applies the next event. Events that were already applied have no effect, so replay and live events may overlap.
    pub fn apply(&mut self, stored: &StoredEvent) {
        if stored.seq <= self.seq {
            return;
        }
        self.seq = stored.seq;
        let since_last = stored.at - self.updated_at;
        self.updated_at = stored.at;
        if let RunEvent::Started { .. } = stored.event {
            self.started_at = stored.at;
        }
        let offset_ms = stored.at - self.started_at;
        let seq = stored.seq;
        // Model calls belong to the step that they led to.
        let (steps, asked) = (&mut self.steps, &mut self.asked);
        let mut push = |kind| steps.push(Step { seq, offset_ms, kind, models: std::mem::take(asked) });
        match &stored.event {
            RunEvent::Started { session_id, question, strategy, model, limits, as_of, scope, change, call } => {
                self.session_id.clone_from(session_id);
                self.question.clone_from(question);
                self.strategy = *strategy;
                self.model.clone_from(model);
                self.limits = Some(limits.clone());
                self.as_of = Some(*as_of);
                self.scope = scope.clone();
                self.change.clone_from(change);
                self.call.clone_from(call);
                self.status = RunStatus::Running;
            }
            RunEvent::Routed { route } => {
                push(note(NoteKind::Routed, &route.reasoning));
                self.route = Some(route.clone());
            }
            RunEvent::Thinking { iteration, .. } => self.iteration = *iteration,
            RunEvent::Thought { iteration, text } => {
                push(StepKind::Thought { iteration: *iteration, text: text.clone() })
            }
            RunEvent::Planned { reasoning, calls } => {
                push(StepKind::Plan { text: reasoning.clone(), calls: calls.clone() })
            }
            RunEvent::ToolStarted { call, iteration, tool, args } => {
                self.iteration = *iteration;
                let call = Call {
                    id: call.clone(),
                    iteration: *iteration,
                    tool: tool.clone(),
                    args: args.clone(),
                    offset_ms,
                    duration_ms: None,
                    outcome: None,
                };
                match self.steps.last_mut() {
                    Some(Step { kind: StepKind::Calls { calls }, models, .. })
                        if calls.iter().all(|c| c.iteration == *iteration) =>
                    {
                        calls.push(call);
                        models.append(&mut self.asked);
                    }
                    _ => {
                        let (kind, models) = (StepKind::Calls { calls: vec![call] }, std::mem::take(&mut self.asked));
                        self.steps.push(Step { seq, offset_ms, kind, models });
                    }
                }
            }
            RunEvent::ToolFinished { call, duration_ms, outcome, .. } => {
                if let Some(call) = self.call_mut(call) {
                    call.duration_ms = Some(*duration_ms);
                    call.outcome = Some(outcome.clone());
                }
            }
            RunEvent::Reflected { text, sufficient, .. } => {
                push(StepKind::Reflection { text: text.clone(), sufficient: *sufficient });
            }
            RunEvent::Answered { answer } => {
                push(StepKind::Answer { citations: answer.citations.len() });
                self.answer = Some(answer.clone());
            }
            RunEvent::Grounded { grounding, run_score, evidence_score } => {
                let (checked, grounded) = (grounding.checked(), grounding.grounded());
                push(StepKind::Grounding { checked, grounded, cited: grounding.graded(Grade::Cited) });
                self.grounding = Some(grounding.clone());
                self.run_score = Some(run_score.clone());
                self.evidence_score = Some(evidence_score.clone());
            }
            RunEvent::FollowUps { questions } => {
                self.follow_ups.clone_from(questions);
                self.place_asked();
            }
            RunEvent::ApprovalRequested { approval, call, tool, args, reason, expires_at, proposal, said } => {
                push(StepKind::Approval {
                    approval: approval.clone(),
                    call: call.clone(),
                    tool: tool.clone(),
                    args: args.clone(),
                    reason: reason.clone(),
                    said: said.clone(),
                    expires_at: *expires_at,
                    proposal: proposal.clone(),
                    decision: None,
                    by: None,
                    decided_at: None,
                    note: None,
                });
                self.status = RunStatus::Waiting;
            }
            RunEvent::ApprovalDecided { .. } => {
                self.decide(stored);
                self.idle_ms += since_last;
                self.status = RunStatus::Running;
            }
            RunEvent::ModelCalled { .. } => self.count(&stored.event),
            RunEvent::Compressed { messages, tokens_before, tokens_after, summary } => {
                let text =
                    format!("{messages} earlier messages summed up: {tokens_before} tokens became {tokens_after}.");
                push(note(NoteKind::Compressed, &text));
                self.summary = Some((*messages, summary.clone()));
            }
            RunEvent::Fallback { from, to, reason, advice } => {
                let text = format!("{reason} {from} gave way to {to}. {advice}");
                push(note(NoteKind::Fallback, text.trim_end()));
                self.fall(from, to, reason);
            }
            RunEvent::Retried { model, attempt, of, wait_ms, reason } => {
                let wait = *wait_ms as f64 / 1000.0;
                let text = format!("{reason} {model} was asked again after {wait:.1} s ({attempt} of {of}).");
                push(note(NoteKind::Retry, &text));
            }
            RunEvent::Pseudonyms { names, stands } => {
                self.stands.extend(stands.iter().cloned());
                // Older runs recorded only the number of names.
                let what = match counted(&self.stands) {
                    told if !told.is_empty() => told,
                    _ if *names == 1 => "1 customer name".into(),
                    _ => format!("{names} customer names"),
                };
                push(note(NoteKind::Pseudonyms, &format!("{what} went to the model as stand-ins.")));
            }
            RunEvent::Suspected { passages, .. } => {
                let told: Vec<String> = passages.iter().map(InjectionFinding::describe).collect();
                push(note(NoteKind::Suspected, &told.join(" ")));
                self.suspected.extend(passages.iter().cloned());
            }
            RunEvent::Limit { limit, text } => push(note(NoteKind::Limit(*limit), text)),
            RunEvent::Failed { error, advice } => {
                push(note(NoteKind::Failed, error));
                self.failure = Some((error.clone(), advice.clone()));
            }
            RunEvent::Cancelled { by } => push(note(NoteKind::Stopped, &format!("Stopped by {by}."))),
            RunEvent::Interrupted { text, .. } => {
                push(note(NoteKind::Interrupted, text));
                self.idle_ms += since_last;
            }
            RunEvent::Finished { status, receipt } => {
                self.status = *status;
                self.receipt = Some(receipt.clone());
                self.place_asked();
            }
        }
    }

    /// The run without scores, for readers who may not see them. A score without parts was not computed.
    pub fn without_scores(self) -> Self {
        Self { run_score: None, evidence_score: None, ..self }
    }

    /// Milliseconds from the first to the last event.
    pub fn elapsed_ms(&self) -> i64 {
        self.updated_at - self.started_at
    }

    /// Working time until `now` (UTC milliseconds): without waiting for people or for a process.
    pub fn worked_ms(&self, now: i64) -> i64 {
        now - self.started_at - self.idle_ms
    }

    /// The limits that it reached, in order.
    fn limits(&self) -> impl Iterator<Item = Bound> {
        self.steps.iter().filter_map(|step| match &step.kind {
            StepKind::Note { about: NoteKind::Limit(bound), .. }
                if !matches!(bound, Bound::Near | Bound::CostUnknown) =>
            {
                Some(*bound)
            }
            _ => None,
        })
    }

    /// How many limits it reached.
    pub fn limits_reached(&self) -> usize {
        self.limits().count()
    }

    /// Why its loop ended, in a word (D-035): the limit that it reached, "answered" or "declined"; or its status, if it
    /// ended without an answer or goes on.
    pub fn end_reason(&self) -> &'static str {
        match (&self.answer, self.limits().last()) {
            (Some(_), Some(bound)) => bound.as_str(),
            (Some(answer), None) if answer.declines() => "declined",
            (Some(_), None) if self.status != RunStatus::Cancelled && self.status != RunStatus::Failed => "answered",
            _ => self.status.as_str(),
        }
    }

    fn call_mut(&mut self, id: &str) -> Option<&mut Call> {
        self.steps.iter_mut().rev().find_map(|s| match &mut s.kind {
            StepKind::Calls { calls } => calls.iter_mut().find(|c| c.id == id),
            _ => None,
        })
    }

    /// Model calls without a step of their own are attached to the last one.
    fn place_asked(&mut self) {
        if let Some(step) = self.steps.last_mut() {
            step.models.append(&mut self.asked);
        }
    }

    fn count(&mut self, event: &RunEvent) {
        let RunEvent::ModelCalled {
            purpose,
            model,
            prompt_tokens,
            completion_tokens,
            cached_tokens,
            cost_usd,
            retries,
            duration_ms,
            finish_reason: _,
        } = event
        else {
            return;
        };
        self.asked.push(ModelCall {
            purpose: purpose.clone(),
            model: model.clone(),
            prompt_tokens: *prompt_tokens,
            completion_tokens: *completion_tokens,
            cost_usd: *cost_usd,
            retries: *retries,
            duration_ms: *duration_ms,
        });
        let usage = &mut self.usage;
        usage.model_calls += 1;
        usage.retries += retries;
        usage.tokens_prompt += prompt_tokens;
        usage.tokens_completion += completion_tokens;
        usage.tokens_cached += cached_tokens;
        usage.cost_usd += cost_usd.unwrap_or_default();
        usage.unpriced += u32::from(cost_usd.is_none());
        usage.waited_ms += duration_ms;
    }

    /// From now on another model reasons, or none.
    fn fall(&mut self, from: &str, to: &str, reason: &str) {
        if self.model == from {
            to.clone_into(&mut self.model);
            // After the answer, another model for follow-up questions is irrelevant.
            if self.answer.is_none() {
                self.fallback = Some(format!("Answered by {to}, because {}.", clause(reason)));
            }
            if to == Strategy::Rules.as_str() {
                self.strategy = Strategy::Rules;
            }
        }
    }

    fn decide(&mut self, stored: &StoredEvent) {
        let RunEvent::ApprovalDecided { approval: id, decision: what, by: who, args: edited, note: why } =
            &stored.event
        else {
            return;
        };
        for step in &mut self.steps {
            if let StepKind::Approval { approval, args, decision, by, decided_at, note, .. } = &mut step.kind
                && approval == id
            {
                *decision = Some(what.clone());
                *by = Some(who.clone());
                *decided_at = Some(stored.at);
                note.clone_from(why);
                if let Some(edited) = edited {
                    args.clone_from(edited);
                }
            }
        }
    }
}

/// A sentence as part of another.
fn clause(sentence: &str) -> String {
    let sentence = sentence.trim().trim_end_matches('.');
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) if ["The ", "A ", "No ", "It "].iter().any(|word| sentence.starts_with(word)) => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => sentence.to_owned(),
    }
}

fn note(about: NoteKind, text: &str) -> StepKind {
    StepKind::Note { about, text: text.to_owned() }
}

#[cfg(test)]
#[path = "fold_tests.rs"]
mod tests;
