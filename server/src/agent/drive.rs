//! The loop. It looks at the run as its events tell it, lets the reasoner decide, does that, and records it; so a run
//! that another process began goes on the same way. An event is committed before anyone sees it.
//!
//! `limits` says how far it may go, `finish` how it ends.

mod finish;
mod limits;

use std::sync::Arc;
use std::time::Duration;

use app::model::run::{Call, Outcome, PlannedCall, Run, RunEvent, RunStatus, StoredEvent, Strategy};

use futures::StreamExt;

use super::Inner;
use super::calls::{self, Verdict};
use super::live::Live;
use super::reasoner::{Decision, Reasoner, View};
use crate::query::values::Vocabulary;
use crate::store::events::Row;
use crate::store::runs::{Claimed, Head};
use crate::store::{events, runs};

/// Drives a run to its last event.
///
/// # Errors
/// When events cannot be stored: then nothing more may be shown, and the run waits for whoever picks it up.
pub(super) async fn drive(inner: Arc<Inner>, claimed: Claimed, live: &Arc<Live>) -> Result<(), String> {
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
        let mut results = calls::run_all(&self.inner, waiting, context, timeout);
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
        self.inner.log.append(self.id.clone(), rows.clone(), head).await?;
        self.live.send(&rows);
        Ok(())
    }
}
