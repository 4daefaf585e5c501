//! The loop. It looks at the run as its events tell it, lets the reasoner decide, does that, and records it; so a run
//! that another process began goes on the same way. An event is committed before anyone sees it.

use std::sync::Arc;
use std::time::Duration;

use app::model::answer::{Answer, Receipt};
use app::model::run::{Call, Limits, Outcome, PlannedCall, Run, RunEvent, RunStatus, StoredEvent, Strategy};
use app::model::session::Role;

use futures::StreamExt;

use super::calls::{self, Verdict};
use super::live::Live;
use super::reasoner::{Decision, Draft, Reasoner, View};
use super::{Inner, ground, score};
use crate::query::values::Vocabulary;
use crate::store::events::Row;
use crate::store::runs::{Claimed, Head};
use crate::store::{events, runs, sessions};

/// Drives a run to its last event.
///
/// # Errors
/// When events cannot be stored: then nothing more may be shown, and the run waits for whoever picks it up.
pub(super) async fn drive(inner: Arc<Inner>, claimed: Claimed, live: &Live) -> Result<(), String> {
    let stored = events::after(&inner.db, &claimed.id, 0).await.map_err(|e| e.to_string())?;
    let mut folded = Run::new(&claimed.id);
    folded.session_id.clone_from(&claimed.session_id);
    stored.iter().for_each(|e| folded.apply(e));
    let mut earlier = runs::of_session(&inner.db, &claimed.session_id).await.map_err(|e| e.to_string())?;
    if let Some(here) = earlier.iter().position(|r| r.id == claimed.id) {
        earlier.truncate(here);
    }
    let vocabulary = inner.vocabulary.get(&inner.db).await.map_err(|e| e.to_string())?;
    let mut run =
        Driven { inner, live, id: claimed.id.as_str().into(), run: folded, claimed: &claimed, earlier, vocabulary };
    run.begin().await?;
    run.steps().await
}

struct Driven<'a> {
    inner: Arc<Inner>,
    live: &'a Live,
    id: Arc<str>,
    run: Run,
    claimed: &'a Claimed,
    earlier: Vec<Run>,
    vocabulary: Arc<Vocabulary>,
}

impl Driven<'_> {
    /// The first event, or the note that another process had begun.
    async fn begin(&mut self) -> Result<(), String> {
        if self.run.seq > 0 {
            let step = self.run.steps.len();
            let text = format!("The process that drove this run stopped after step {step}. It goes on from there.");
            return self.emit(vec![RunEvent::Interrupted { resumed: true, text }]).await;
        }
        let ask = &self.claimed.ask;
        let as_of = match self.inner.settings.as_of {
            Some(day) => day,
            None => crate::store::changes::last_day(&self.inner.db)
                .await
                .map_err(|e| e.to_string())?
                .unwrap_or_else(|| app::model::time::day_of(self.inner.world.now())),
        };
        let mut scope = ask.context.clone().unwrap_or_default();
        scope.customer_id = ask.customer_id.clone().or(scope.customer_id);
        self.emit(vec![RunEvent::Started {
            session_id: self.claimed.session_id.clone(),
            question: ask.query.clone(),
            strategy: Strategy::Rules,
            model: Reasoner::Rules.name().into(),
            limits: super::limits(ask, &self.inner.settings),
            as_of,
            scope,
        }])
        .await?;
        let routed = Reasoner::Rules.route(&self.view());
        self.emit(vec![routed]).await
    }

    async fn steps(&mut self) -> Result<(), String> {
        loop {
            if self.run.status.is_over() {
                return Ok(());
            }
            let unfinished: Vec<Call> = self.run.calls().filter(|c| c.outcome.is_none()).cloned().collect();
            if !unfinished.is_empty() {
                self.run_calls(unfinished).await?;
                continue;
            }
            if self.live.cancel.is_cancelled() {
                let by = "the person who asked".into();
                return self.conclude(RunEvent::Cancelled { by }, "It was stopped here.", RunStatus::Cancelled).await;
            }
            if let Some((limit, text)) = self.limit_reached() {
                return self.conclude(RunEvent::Limit { limit, text: text.clone() }, &text, RunStatus::Completed).await;
            }
            match Reasoner::Rules.next(&self.view()).await {
                Decision::Act { thought, calls } => self.act(thought, calls).await?,
                Decision::Answer { thought, draft } => {
                    let said = thought.map(|text| RunEvent::Thought { iteration: self.run.iteration + 1, text });
                    return self.answer(said.into_iter().collect(), draft, false, RunStatus::Completed).await;
                }
            }
        }
    }

    /// Says the thought, begins the calls. A call that was already made is answered from its first result.
    async fn act(&mut self, thought: String, planned: Vec<PlannedCall>) -> Result<(), String> {
        let iteration = self.run.iteration + 1;
        let max_iterations = self.limits().max_iterations;
        let mut list =
            vec![RunEvent::Thinking { iteration, max_iterations }, RunEvent::Thought { iteration, text: thought }];
        let first = self.run.calls().count() + 1;
        for (n, planned) in planned.into_iter().enumerate() {
            let call = format!("c{}", first + n);
            let verdict = calls::guard(&self.run, &planned);
            if matches!(verdict, Verdict::Stuck) {
                let text = format!("{} was called with the same arguments for the third time.", planned.tool);
                let limit = RunEvent::Limit { limit: "no progress".into(), text: text.clone() };
                self.emit(list).await?;
                return self.conclude(limit, &text, RunStatus::Completed).await;
            }
            let PlannedCall { tool, args } = planned;
            list.push(RunEvent::ToolStarted { call: call.clone(), iteration, tool: tool.clone(), args });
            if let Verdict::Repeated(output) = verdict {
                list.push(RunEvent::ToolFinished {
                    call,
                    tool,
                    duration_ms: 0,
                    outcome: Outcome::Ok { output: *output },
                });
            }
        }
        self.emit(list).await
    }

    async fn run_calls(&mut self, waiting: Vec<Call>) -> Result<(), String> {
        if !self.inner.settings.pace.is_zero() {
            tokio::select! {
                () = self.live.cancel.cancelled() => {}
                () = tokio::time::sleep(self.inner.settings.pace) => {}
            }
        }
        let limits = self.limits();
        let left = limits.run_timeout_ms - (self.inner.world.now() - self.run.started_at);
        let timeout = Duration::from_millis(limits.tool_timeout_ms.min(left).max(1).unsigned_abs());
        let context = calls::context(&self.inner, &self.run, self.live.cancel.child_token());
        let mut results = calls::run_all(&self.inner, &self.id, waiting, context, timeout);
        while let Some(done) = results.next().await {
            self.emit(vec![RunEvent::ToolFinished {
                call: done.id,
                tool: done.tool,
                duration_ms: done.duration_ms,
                outcome: done.outcome,
            }])
            .await?;
        }
        Ok(())
    }

    fn limit_reached(&self) -> Option<(String, String)> {
        let limits = self.limits();
        let elapsed = self.inner.world.now() - self.run.started_at;
        if self.run.iteration >= limits.max_iterations {
            return Some(("iterations".into(), format!("Max iterations reached: {}.", limits.max_iterations)));
        }
        if self.run.calls().count() >= limits.max_tool_calls as usize {
            return Some((
                "tool calls".into(),
                format!("{} tool calls were made, the most allowed.", limits.max_tool_calls),
            ));
        }
        (elapsed >= limits.run_timeout_ms)
            .then(|| ("time".into(), format!("The time for a run, {} s, is over.", limits.run_timeout_ms / 1000)))
    }

    /// Ends early: says why, and answers with what is known.
    async fn conclude(&mut self, event: RunEvent, why: &str, status: RunStatus) -> Result<(), String> {
        let draft = Reasoner::Rules.conclude(&self.view(), why).await;
        self.answer(vec![event], draft, true, status).await
    }

    /// Checks the draft against what the tools returned, then says it.
    async fn answer(
        &mut self,
        mut list: Vec<RunEvent>,
        draft: Draft,
        partial: bool,
        status: RunStatus,
    ) -> Result<(), String> {
        let grounding = self.ground(&draft);
        let follow_ups = draft.follow_ups.clone();
        let answer = Answer {
            text: draft.text,
            records_read: self
                .run
                .calls()
                .filter_map(|c| c.outcome.as_ref()?.output()?.coverage.as_ref())
                .map(|c| c.read)
                .max()
                .unwrap_or(0),
            sources: draft.sources,
            charts: draft.charts,
            gaps: draft.gaps,
            range: draft.range,
            partial,
        };
        let run_score = score::run_score(&self.run, partial && status == RunStatus::Completed);
        let evidence_score = score::evidence_score(&self.run, &answer, &grounding);
        list.push(RunEvent::Answered { answer });
        list.push(RunEvent::Grounded { grounding, run_score, evidence_score });
        if !follow_ups.is_empty() {
            list.push(RunEvent::FollowUps { questions: follow_ups });
        }
        self.emit(list).await?;
        self.keep_message(status).await?;
        let receipt = self.receipt();
        self.emit(vec![RunEvent::Finished { status, receipt }]).await
    }

    fn ground(&self, draft: &Draft) -> app::model::answer::Grounding {
        let observations: Vec<ground::Observation<'_>> = self
            .run
            .calls()
            .filter_map(|c| {
                let output = c.outcome.as_ref()?.output()?;
                Some(ground::Observation {
                    call: &c.id,
                    tool: &c.tool,
                    args: &c.args,
                    result: &output.data,
                    sources: &output.sources,
                })
            })
            .collect();
        let context =
            ground::Context { question: &self.run.question, as_of: self.run.as_of, citations: &draft.sources };
        ground::ground(&draft.text, &observations, &context)
    }

    /// The conversation's message, before the last event: whoever sees the run finished finds it there.
    async fn keep_message(&self, status: RunStatus) -> Result<(), String> {
        let content = self.run.answer.as_ref().map_or("", |a| a.text.as_str());
        let message = sessions::NewMessage {
            id: format!("{}:answer", self.id),
            session_id: self.claimed.session_id.clone(),
            run_id: Some(self.id.to_string()),
            role: Role::Assistant,
            content: content.to_owned(),
            reasoning_trace: Some(super::score::reasoning_trace(&self.run)),
            tool_calls: Some(super::score::tool_calls(&self.run)),
            receipt: self.receipt(),
            now: self.inner.world.now(),
        };
        let session = if status == RunStatus::Failed { "error" } else { "completed" };
        sessions::add_message(&self.inner.db, &message, session).await.map_err(|e| e.to_string())
    }

    fn receipt(&self) -> Receipt {
        let failed = self.run.calls().filter(|c| matches!(c.outcome, Some(Outcome::Error { .. }))).count();
        Receipt {
            iterations: self.run.iteration,
            tool_calls: u32::try_from(self.run.calls().count()).unwrap_or(u32::MAX),
            failed_calls: u32::try_from(failed).unwrap_or(u32::MAX),
            duration_ms: self.inner.world.now() - self.run.started_at,
            model: self.run.model.clone(),
            ..Receipt::default()
        }
    }

    fn limits(&self) -> Limits {
        self.run.limits.clone().unwrap_or_else(|| super::limits(&self.claimed.ask, &self.inner.settings))
    }

    fn view(&self) -> View<'_> {
        View {
            run: &self.run,
            earlier: &self.earlier,
            history: &self.claimed.ask.conversation_history,
            tools: &self.inner.tools,
            vocabulary: &self.vocabulary,
            as_of: self.run.as_of.unwrap_or_default(),
        }
    }

    /// Numbers the events, commits them, folds them, sends them: in this order.
    async fn emit(&mut self, list: Vec<RunEvent>) -> Result<(), String> {
        let at = self.inner.world.now();
        let mut rows = Vec::with_capacity(list.len());
        for event in list {
            let event = StoredEvent { run_id: self.id.to_string(), seq: self.run.seq + 1, at, event };
            rows.push(Row::new(&event));
            self.run.apply(&event);
        }
        let head = Some(Head::of(&self.run));
        self.inner.log.append(self.id.clone(), rows.clone(), head, None).await.map_err(|e| e.to_string())?;
        self.live.send(&rows);
        Ok(())
    }
}
