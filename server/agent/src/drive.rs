//! The loop. It folds the run from its events, lets the reasoner decide, does that, and records it; so a run that
//! another process began continues the same way. An event is committed before anyone sees it.
//!
//! `begin` starts or resumes a run, `decide` asks the reasoner, `approval` asks people before a tool acts, `limits`
//! bounds the run, `finish` ends it, `hidden` tells whether the person asking may not see everything, `tries` counts a caller's guesses.

mod approval;
mod begin;
mod decide;
mod finish;
mod hidden;
mod leaves;
mod limits;
mod relevance;
mod sent;
mod tries;

pub(super) use begin::started;
use begin::{own_words, stored};

use std::pin::pin;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use model::run::{
    Bound, Call, Limits, Outcome, PlannedCall, Run, RunEvent, RunStatus, StandIn, StandKind, StoredEvent,
};

use super::calls::{self, Verdict};
use super::live::Live;
use super::reasoner;
use super::reasoner::rules::reading::Reading;
use super::settings::Settings;
use super::talk::{Pseudonyms, catalog};
use super::view::{Decision, View};
use super::{Inner, cite};
use futures::StreamExt;
use model::session::taught::TaughtWord;
use observe::Seen;
use query::values::Vocabulary;
use store::events::{AppendError, Row, SameTransaction};
use store::runs;
use store::runs::{Claimed, Head};
use tools::Registry;

/// How long a call's start event is held back, so that it can be committed together with the result.
const AT_ONCE: Duration = Duration::from_millis(1);
/// How often, in milliseconds, the figures in a run's row are refreshed when nothing else updates the row.
const FIGURES_EVERY: i64 = 1000;

/// What the driver already knows about the run.
pub(super) enum Past {
    /// Just begun: the run with its first events folded in, and whether it is the first of its conversation.
    Begun { run: Box<Run>, opened: bool },
    /// A person has decided on the proposal that it waited for; the rest is read from the store.
    Decided,
    /// Taken over from another process; everything is read from the store.
    Stored,
}

/// Drives a run to its last event, or until it waits for a person. The returned status tells which.
///
/// # Errors
/// When events cannot be stored, or another process has stored the next one. The caller must then show nothing more:
/// the run waits for another process to pick it up, or one already has.
pub(super) async fn drive(
    inner: Arc<Inner>,
    claimed: Claimed,
    past: Past,
    live: &Arc<Live>,
) -> Result<RunStatus, AppendError> {
    let inner = inner.for_run(&claimed.ask);
    let left = matches!(past, Past::Stored);
    let before = async || earlier(&inner, &claimed.session_id, &claimed.id).await;
    let (folded, earlier) = match past {
        Past::Begun { run, opened: true } => (*run, Vec::new()),
        Past::Begun { run, opened: false } => (*run, before().await?),
        Past::Decided | Past::Stored => (stored(&inner, &claimed).await?, before().await?),
    };
    let inner = inner.for_call(folded.call.as_ref());
    let vocabulary = inner.vocabulary.get(&inner.db).await?;
    let own = own_words(&inner, &vocabulary, &claimed.session_id).await?;
    let pseudonyms =
        inner.model.as_ref().and_then(|_| hidden(&inner.settings, &vocabulary, &folded.stands)).map(Arc::new);
    let (id, claimed, tools) = (claimed.id.as_str().into(), &claimed, inner.tools.now());
    let mut run = RunLoop {
        inner,
        live,
        id,
        tools,
        run: folded,
        reading: OnceLock::new(),
        pending: Vec::new(),
        seen: Vec::new(),
        told: None,
        claimed,
        earlier,
        vocabulary,
        own,
        pseudonyms,
    };
    // The previous owner may have ended it after it was taken over and before its events were read.
    if run.run.status.is_over() {
        return Ok(run.run.status);
    }
    if left {
        run.go_on().await?;
    }
    run.steps().await?;
    Ok(run.run.status)
}

/// The pseudonyms for what a model reads: of customers, staff and what is recognised by its form, if the setting is on;
/// always of names in sources whose policy hides names, except in columns with few values. `before` are in use already.
fn hidden(settings: &Settings, vocabulary: &Vocabulary, before: &[StandIn]) -> Option<Pseudonyms> {
    const MAX_ENUM_VALUES: usize = 20;
    const STAFF: [&str; 2] = ["relationship_manager", "assigned_to"];
    let on = settings.pseudonyms;
    let customers = vocabulary.customers.iter().filter(|_| on);
    let customers =
        customers.flat_map(|one| [(StandKind::Id, one.0.as_str()), (StandKind::Customer, vocabulary.plain_name(one))]);
    let people = vocabulary.people.iter().filter(|(column, _)| on && STAFF.contains(column));
    let people = people.flat_map(|(_, names)| names.iter().map(|name| (StandKind::Staff, name.as_str())));
    let kept = vocabulary.sources.iter().filter(|opened| opened.source.aggregates_only);
    let named = kept.flat_map(|opened| opened.values.iter()).filter(|(_, values, _)| values.len() > MAX_ENUM_VALUES);
    let named = named.flat_map(|(_, values, _)| values.iter().map(|name| (StandKind::Customer, name.as_str())));
    let mut names = customers.chain(people).chain(named).peekable();
    (on || names.peek().is_some()).then(|| Pseudonyms::new(names, on, before))
}

/// The conversation's runs before this one.
pub(super) async fn earlier(inner: &Inner, session: &str, run: &str) -> store::Result<Vec<Run>> {
    let mut runs = runs::of_session(&inner.db, session).await?;
    if let Some(here) = runs.iter().position(|r| r.id == run) {
        runs.truncate(here);
    }
    Ok(runs)
}

struct RunLoop<'a> {
    inner: Arc<Inner>,
    live: &'a Arc<Live>,
    id: Arc<str>,
    /// The tools as they were when this process began to drive the run.
    tools: Arc<Registry>,
    run: Run,
    reading: OnceLock<Reading>,
    /// Events folded but not yet committed; they are committed with the next ones.
    pending: Vec<Row>,
    /// What the metrics count once the pending events are committed.
    seen: Vec<Seen>,
    /// The status that this process last wrote to the run's row, and when, in UTC milliseconds.
    told: Option<(RunStatus, i64)>,
    claimed: &'a Claimed,
    earlier: Vec<Run>,
    vocabulary: Arc<Vocabulary>,
    own: Vec<TaughtWord>,
    /// Set if the settings, or the policy of a source, ask for them.
    pseudonyms: Option<Arc<Pseudonyms>>,
}

impl RunLoop<'_> {
    async fn steps(&mut self) -> Result<(), AppendError> {
        loop {
            // A run that waits for a person is parked; the decision resumes it.
            if self.run.status.is_over() || self.run.status == RunStatus::Waiting {
                return Ok(());
            }
            if self.run.answer.is_some() {
                return self.close().await;
            }
            if let Some((call, planned, decided)) = self.decided() {
                self.begin_decided(call, planned, decided).await?;
                continue;
            }
            let unfinished: Vec<Call> = self.run.calls().filter(|c| c.outcome.is_none()).cloned().collect();
            if let Some(call) = unfinished.iter().find(|c| self.was_proposed(&c.id)).cloned() {
                self.carry_out(call).await?;
                continue;
            }
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
            match self.decide().await? {
                Decision::Again | Decision::GiveUp { .. } => {}
                Decision::Act { thought, calls } => self.act(thought, calls).await?,
                Decision::Answer { thought, draft } => {
                    let said = thought.map(|text| RunEvent::Thought { iteration: self.this_iteration(), text });
                    return self.answer(said.into_iter().collect(), draft, false, RunStatus::Completed).await;
                }
            }
        }
    }

    /// Emits the thought and starts the calls. A repeated call is answered from its first result.
    async fn act(&mut self, thought: String, planned: Vec<PlannedCall>) -> Result<(), AppendError> {
        let iteration = self.this_iteration();
        let Limits { max_iterations, max_tool_calls, .. } = self.limits();
        let (mut list, mut acting) = (Vec::new(), Vec::new());
        if iteration != self.run.iteration {
            list.push(RunEvent::Thinking { iteration, max_iterations });
        }
        if !thought.is_empty() {
            list.push(RunEvent::Thought { iteration, text: thought.clone() });
        }
        let made = self.run.calls().count();
        for (n, planned) in calls::distinct(planned).into_iter().enumerate() {
            let call = format!("c{}", made + n + 1);
            if made + n >= max_tool_calls as usize {
                list.extend(calls::beyond(call, iteration, planned, max_tool_calls));
                continue;
            }
            let verdict = calls::guard(&self.run, &planned);
            if matches!(verdict, Verdict::Stuck) {
                let text = format!("{} was called again and again without a new result.", planned.tool);
                let limit = RunEvent::Limit { limit: Bound::NoProgress, text: text.clone() };
                self.emit(list).await?;
                return self.conclude(limit, &text, RunStatus::Completed).await;
            }
            if matches!(verdict, Verdict::Fresh) && (self.acts(&planned.tool) || self.tells(&planned).await?) {
                acting.push((call, planned));
                continue;
            }
            let PlannedCall { tool, args } = planned;
            list.push(RunEvent::ToolStarted { call: call.clone(), iteration, tool: tool.clone(), args });
            if let Verdict::Repeated(output) = verdict {
                let outcome = Outcome::Ok { output: *output };
                list.push(RunEvent::ToolFinished { call, tool, duration_ms: 0, outcome });
            }
        }
        self.note(list);
        self.propose(acting, &thought).await
    }

    /// Runs calls that only read. A call that finishes within [`AT_ONCE`] is committed together with its start and with
    /// whatever comes next, which saves half of a run's transactions and delays watchers by no more than that.
    async fn run_calls(&mut self, waiting: Vec<Call>) -> Result<(), AppendError> {
        self.pace().await?;
        let mut others = Vec::with_capacity(waiting.len());
        for call in waiting {
            let own = cite::own(&self.run, &call.tool, &call.args, self.inner.settings.observation_chars);
            let own = own.or_else(|| catalog::own(&self.view(), &call));
            let own = match own.or_else(|| support::own(&self.earlier, &self.run, &call.tool, &call.args)) {
                // Tries to be verified are counted.
                None if call.tool == support::VERIFY => self.refused_try(&call, &others).await,
                own => own,
            };
            let Some(outcome) = own else {
                self.leaves(&call.tool, &call.args);
                others.push(call);
                continue;
            };
            let Call { id: call, tool, .. } = call;
            self.note(vec![RunEvent::ToolFinished { call, tool, duration_ms: 0, outcome }]);
        }
        let tool_timeout = Duration::from_millis(self.limits().tool_timeout_ms.unsigned_abs());
        let timeout = tool_timeout.min(self.time_left()).max(Duration::from_millis(1));
        let context = calls::context(&self.inner, &self.run, &self.earlier, self.live.cancel.child_token());
        let mut results = calls::run_all(&self.inner, &self.tools, &self.id, others, context, timeout);
        let mut soon = pin!(tokio::time::sleep(AT_ONCE));
        let mut late = false;
        loop {
            let done = tokio::select! {
                biased;
                done = results.next() => done,
                () = &mut soon, if !late => {
                    late = true;
                    self.flush().await?;
                    continue;
                }
            };
            let Some(done) = done else { return Ok(()) };
            for calls::CompletedCall { id: call, tool, outcome, duration_ms, mut suspected } in done {
                // A passage that two calls returned is reported once.
                suspected.retain(|passage| self.run.suspected.iter().all(|known| known.text != passage.text));
                self.note(vec![RunEvent::ToolFinished { call: call.clone(), tool, duration_ms, outcome }]);
                if !suspected.is_empty() {
                    self.note(vec![RunEvent::Suspected { call, passages: suspected }]);
                }
            }
            if late {
                self.flush().await?;
            }
        }
    }

    /// Pauses so that people can follow, if the settings ask for it.
    async fn pace(&mut self) -> Result<(), AppendError> {
        if !self.inner.settings.pace.is_zero() {
            self.flush().await?;
            tokio::select! {
                () = self.live.cancel.cancelled() => {}
                () = tokio::time::sleep(self.inner.settings.pace) => {}
            }
        }
        Ok(())
    }

    fn view(&self) -> View<'_> {
        View {
            run: &self.run,
            reading: &self.reading,
            earlier: &self.earlier,
            history: &self.claimed.ask.conversation_history,
            tools: &self.tools,
            offers: &self.inner.offers,
            search: &self.inner.search,
            vocabulary: &self.vocabulary,
            own: &self.own,
            settings: &self.inner.settings,
            as_of: self.run.as_of.unwrap_or_default(),
            warning: self.warning(),
        }
    }

    /// Numbers, folds, commits and sends the events, in that order. If the commit fails, this process must stop driving
    /// the run.
    async fn emit(&mut self, list: Vec<RunEvent>) -> Result<(), AppendError> {
        self.note(list);
        self.flush().await
    }

    /// Commits and sends the pending events.
    async fn flush(&mut self) -> Result<(), AppendError> {
        if self.pending.is_empty() {
            return Ok(());
        }
        self.commit(Vec::new(), None).await
    }

    /// Folds events that nobody needs to see before the next ones, which saves a transaction. Anything that takes a
    /// while (a model, a tool, a person) must start with a [`flush`](Self::flush).
    fn note(&mut self, list: Vec<RunEvent>) {
        let rows = self.fold(list);
        self.pending.extend(rows);
    }

    fn fold(&mut self, list: Vec<RunEvent>) -> Vec<Row> {
        let at = self.inner.world.now();
        let mut rows = Vec::with_capacity(list.len());
        for event in list {
            let event = StoredEvent { run_id: self.id.to_string(), seq: self.run.seq + 1, at, event };
            rows.push(Row::new(&event));
            let known =
                |tool: &str| self.tools.find(tool).is_some() || reasoner::own_names().iter().any(|own| own == tool);
            self.seen.extend(Seen::from_event(&event.event, known));
            self.run.apply(&event);
        }
        rows
    }

    async fn commit(&mut self, rows: Vec<Row>, beside: Option<SameTransaction>) -> Result<(), AppendError> {
        let mut all = std::mem::take(&mut self.pending);
        all.extend(rows);
        let (status, at) = (self.run.status, self.run.updated_at);
        let stale = self.told.is_none_or(|(told, since)| told != status || at - since >= FIGURES_EVERY);
        let head = (stale || beside.is_some()).then(|| Head::from_run(&self.run));
        if head.is_some() {
            self.told = Some((status, at));
        }
        let mut waited = false;
        while let Err(error) = self.inner.log.append(self.id.clone(), all.clone(), head.clone(), beside.clone()).await {
            if error != AppendError::Full {
                return Err(error);
            }
            if !waited {
                tracing::warn!(run_id = &*self.id, %error, "a run waits");
            }
            waited = true;
            // This process keeps the run, so that the results of its tools and its model are not lost. If another
            // process can write and takes the run over meanwhile, the next attempt says so.
            self.wait_for_space().await;
        }
        // Before the events are sent, so that whoever sees them finds them counted in the metrics.
        self.inner.observer.committed(&self.id, self.run.strategy, &std::mem::take(&mut self.seen));
        self.live.send(all);
        if waited && !self.run.status.is_over() && self.run.status != RunStatus::Waiting {
            tracing::info!(run_id = &*self.id, "a run goes on: there is space again");
            // The event also excludes the wait from the time that the run may take.
            let text = "The disk that holds the database was full. The run waited and has resumed.".into();
            self.note(vec![RunEvent::Interrupted { resumed: true, text }]);
        }
        Ok(())
    }

    /// Waits before trying a full disk again.
    async fn wait_for_space(&self) {
        tokio::time::sleep(self.inner.settings.lease / 4).await;
    }
}
