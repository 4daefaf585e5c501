//! The one fold: from a run's events to the run.

use super::{Call, NoteTone, Route, Run, RunEvent, RunStatus, Scope, Step, StepKind, StoredEvent, Strategy, Usage};

impl Run {
    /// A run of which no event is known yet.
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
            iteration: 0,
            idle_ms: 0,
            route: None,
            usage: Usage::default(),
            summary: None,
        }
    }

    /// The run that a list of events tells.
    pub fn from_events<'a>(id: impl Into<String>, events: impl IntoIterator<Item = &'a StoredEvent>) -> Self {
        let mut run = Self::new(id);
        for event in events {
            run.apply(event);
        }
        run
    }

    /// Takes in the next event. An event that was already applied changes nothing, so replay and live may overlap.
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
        let mut push = |kind| self.steps.push(Step { seq, offset_ms, kind });
        match &stored.event {
            RunEvent::Started { session_id, question, strategy, model, limits, as_of, scope } => {
                self.session_id.clone_from(session_id);
                self.question.clone_from(question);
                self.strategy = *strategy;
                self.model.clone_from(model);
                self.limits = Some(limits.clone());
                self.as_of = Some(*as_of);
                self.scope = scope.clone();
                self.status = RunStatus::Running;
            }
            RunEvent::Routed { intent, domain, secondary, recommended, reasoning, confidence } => {
                push(note("Routed", reasoning, NoteTone::Plain));
                self.route = Some(Route {
                    intent: intent.clone(),
                    domain: domain.clone(),
                    secondary: secondary.clone(),
                    recommended: recommended.clone(),
                    reasoning: reasoning.clone(),
                    confidence: *confidence,
                });
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
                match self.steps.last_mut().map(|s| &mut s.kind) {
                    Some(StepKind::Calls { calls }) if calls.iter().all(|c| c.iteration == *iteration) => {
                        calls.push(call)
                    }
                    _ => self.steps.push(Step { seq, offset_ms, kind: StepKind::Calls { calls: vec![call] } }),
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
                push(StepKind::Answer { checked: 0, grounded: 0, citations: answer.sources.len() });
                self.answer = Some(answer.clone());
            }
            RunEvent::Grounded { grounding, run_score, evidence_score } => {
                if let Some(StepKind::Answer { checked, grounded, .. }) = self.steps.last_mut().map(|s| &mut s.kind) {
                    *checked = grounding.checked();
                    *grounded = grounding.grounded();
                }
                self.grounding = Some(grounding.clone());
                self.run_score = Some(run_score.clone());
                self.evidence_score = Some(evidence_score.clone());
            }
            RunEvent::FollowUps { questions } => self.follow_ups.clone_from(questions),
            RunEvent::ApprovalRequested { approval, call, tool, args, reason, expires_at, proposal } => {
                push(StepKind::Approval {
                    approval: approval.clone(),
                    call: call.clone(),
                    tool: tool.clone(),
                    args: args.clone(),
                    reason: reason.clone(),
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
                push(note("Compressed", &text, NoteTone::Plain));
                self.summary = Some((*messages, summary.clone()));
            }
            RunEvent::Fallback { from, to, reason } => {
                push(note("Fallback", &format!("{reason} {from} gave way to {to}."), NoteTone::Warning));
                self.fall(from, to);
            }
            RunEvent::Retried { model, attempt, of, wait_ms, reason } => {
                let wait = *wait_ms as f64 / 1000.0;
                let text = format!("{reason} {model} was asked again after {wait:.1} s ({attempt} of {of}).");
                push(note("Retry", &text, NoteTone::Warning));
            }
            RunEvent::Pseudonyms { names } => {
                let customers = if *names == 1 { "1 customer name" } else { &format!("{names} customer names") };
                push(note("Pseudonyms", &format!("{customers} went to the model as stand-ins."), NoteTone::Plain));
            }
            RunEvent::Limit { limit, text } => push(note(&format!("Limit: {limit}"), text, NoteTone::Warning)),
            RunEvent::Failed { error, advice } => {
                push(note("Failed", error, NoteTone::Failure));
                self.failure = Some((error.clone(), advice.clone()));
            }
            RunEvent::Cancelled { by } => push(note("Stopped", &format!("Stopped by {by}."), NoteTone::Warning)),
            RunEvent::Interrupted { text, .. } => {
                push(note("Interrupted", text, NoteTone::Warning));
                self.idle_ms += since_last;
            }
            RunEvent::Finished { status, receipt } => {
                self.status = *status;
                self.receipt = Some(receipt.clone());
            }
        }
    }

    /// All calls, in the order in which they began.
    pub fn calls(&self) -> impl Iterator<Item = &Call> {
        self.steps.iter().flat_map(|s| match &s.kind {
            StepKind::Calls { calls } => calls.as_slice(),
            _ => &[],
        })
    }

    /// The time from the first event to the last, in milliseconds.
    pub fn elapsed_ms(&self) -> i64 {
        self.updated_at - self.started_at
    }

    /// The time that was worked on it until `now` (UTC milliseconds): without waiting for a person or for a process.
    pub fn worked_ms(&self, now: i64) -> i64 {
        now - self.started_at - self.idle_ms
    }

    fn call_mut(&mut self, id: &str) -> Option<&mut Call> {
        self.steps.iter_mut().rev().find_map(|s| match &mut s.kind {
            StepKind::Calls { calls } => calls.iter_mut().find(|c| c.id == id),
            _ => None,
        })
    }

    fn count(&mut self, event: &RunEvent) {
        let RunEvent::ModelCalled {
            prompt_tokens,
            completion_tokens,
            cached_tokens,
            cost_usd,
            retries,
            duration_ms,
            ..
        } = event
        else {
            return;
        };
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

    /// Another model reasons from now on, or none.
    fn fall(&mut self, from: &str, to: &str) {
        if self.model == from {
            to.clone_into(&mut self.model);
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

fn note(label: &str, text: &str, tone: NoteTone) -> StepKind {
    StepKind::Note { label: label.to_owned(), text: text.to_owned(), tone }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::*;

    fn events(list: Vec<RunEvent>) -> Vec<StoredEvent> {
        list.into_iter()
            .enumerate()
            .map(|(i, event)| StoredEvent { run_id: "r".into(), seq: i as i64 + 1, at: 1000 + 10 * i as i64, event })
            .collect()
    }

    fn story() -> Vec<StoredEvent> {
        let ok = Outcome::Ok { output: ToolOutput { summary: "3 found".into(), ..ToolOutput::default() } };
        events(vec![
            RunEvent::Started {
                session_id: "s".into(),
                question: "Why?".into(),
                strategy: Strategy::Rules,
                model: "rules".into(),
                limits: Limits {
                    max_iterations: 10,
                    max_passes: 3,
                    max_tool_calls: 20,
                    run_timeout_ms: 120_000,
                    tool_timeout_ms: 15_000,
                    max_tokens: 0,
                    max_cost_usd: 0.0,
                },
                as_of: "2026-01-31".parse().unwrap(),
                scope: Scope::default(),
            },
            RunEvent::Thought { iteration: 1, text: "First look.".into() },
            RunEvent::ToolStarted { call: "c1".into(), iteration: 1, tool: "a".into(), args: json!({}) },
            RunEvent::ToolStarted { call: "c2".into(), iteration: 1, tool: "b".into(), args: json!({}) },
            RunEvent::ToolFinished { call: "c1".into(), tool: "a".into(), duration_ms: 9, outcome: ok.clone() },
            RunEvent::ToolFinished {
                call: "c2".into(),
                tool: "b".into(),
                duration_ms: 4,
                outcome: Outcome::Error { error: "no".into(), suggestion: None },
            },
            RunEvent::ToolStarted { call: "c3".into(), iteration: 2, tool: "b".into(), args: json!({"x": 1}) },
            RunEvent::ToolFinished { call: "c3".into(), tool: "b".into(), duration_ms: 4, outcome: ok },
            RunEvent::Answered { answer: Answer { text: "Because.".into(), ..Answer::default() } },
            RunEvent::Finished { status: RunStatus::Completed, receipt: Receipt::default() },
        ])
    }

    #[test]
    fn calls_of_one_iteration_fork_and_later_ones_do_not() {
        let run = Run::from_events("r", &story());
        let forks: Vec<usize> = run
            .steps
            .iter()
            .filter_map(|s| match &s.kind {
                StepKind::Calls { calls } => Some(calls.len()),
                _ => None,
            })
            .collect();
        assert_eq!(forks, [2, 1]);
        assert_eq!(run.status, RunStatus::Completed);
        assert_eq!(run.calls().filter(|c| matches!(c.outcome, Some(Outcome::Error { .. }))).count(), 1);
    }

    #[test]
    fn models_are_counted_and_a_fallback_is_remembered() {
        let called = |cost_usd, retries| RunEvent::ModelCalled {
            purpose: "step".into(),
            model: "openai/a".into(),
            prompt_tokens: 100,
            completion_tokens: 20,
            cached_tokens: 40,
            cost_usd,
            retries,
            duration_ms: 7,
        };
        let mut list = vec![called(Some(0.25), 0), called(None, 2)];
        list.push(RunEvent::Fallback { from: "other".into(), to: "rules".into(), reason: "No.".into() });
        let mut run = Run { model: "openai/a".into(), strategy: Strategy::Tools, ..Run::new("r") };
        events(list).iter().for_each(|e| run.apply(e));
        let u = &run.usage;
        assert_eq!((u.model_calls, u.retries, u.tokens_prompt, u.tokens_completion), (2, 2, 200, 40));
        assert_eq!((u.tokens_cached, u.cost_usd, u.unpriced, u.waited_ms), (80, 0.25, 1, 14));
        assert_eq!((run.model.as_str(), run.strategy), ("openai/a", Strategy::Tools), "something else gave way");
        let fell = RunEvent::Fallback { from: "openai/a".into(), to: "rules".into(), reason: "No.".into() };
        run.apply(&StoredEvent { run_id: "r".into(), seq: 4, at: 1, event: fell });
        assert_eq!((run.model.as_str(), run.strategy), ("rules", Strategy::Rules));
    }

    #[test]
    fn overlap_of_replay_and_live_changes_nothing() {
        let events = story();
        let once = Run::from_events("r", &events);
        let twice = Run::from_events("r", events.iter().chain(&events));
        assert_eq!(once, twice);
    }

    #[test]
    fn the_wire_form_has_a_flat_type_tag() {
        let json = serde_json::to_value(&story()[2]).unwrap();
        assert_eq!(json["type"], "tool_started");
        assert_eq!(json["seq"], 3);
        assert_eq!(json["runId"], "r");
        for event in story() {
            let text = serde_json::to_string(&event).unwrap();
            assert_eq!(serde_json::from_str::<StoredEvent>(&text).unwrap(), event);
            assert!(text.contains(&format!("\"type\":\"{}\"", event.event.name())));
        }
    }
}
