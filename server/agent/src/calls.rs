//! Runs tool calls: arguments are checked first, each call has a time limit, independent ones run concurrently, and a
//! repeated one is answered from its first result. Failures become observations; nothing here ends a run.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use futures::{FutureExt, Stream, StreamExt};
use model::error::AppError;
use model::run::{Call, InjectionFinding, Outcome, PlannedCall, Run, RunEvent, Scope, Strategy, TIMED_OUT, ToolOutput};
use model::support::CallState;
use serde_json::Value;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::replay::record;
use super::talk::injection_scan;
use super::{Agent, Inner};
use base::world::World;
use llm::Arguments;
use skills::SUPPORT;
use tools::{ActContext, LiveRegistry, Plan, Registry, Tool, ToolContext, ToolError};

/// The outcome of a tool call.
pub struct CompletedCall {
    pub id: String,
    pub tool: String,
    pub outcome: Outcome,
    pub duration_ms: i64,
    /// Passages of the result that look like instructions to a model.
    pub suspected: Vec<InjectionFinding>,
}

/// Runs calls concurrently and yields results as they arrive, batched if several are ready. Each call is its own task.
/// Inside the stream it would stand still while results are stored, and one that holds a connection of the database
/// could block the writer.
pub fn run_all(
    inner: &Arc<Inner>,
    tools: &Arc<Registry>,
    run_id: &Arc<str>,
    mut calls: Vec<Call>,
    context: ToolContext,
    timeout: Duration,
) -> impl Stream<Item = Vec<CompletedCall>> + Send + use<> {
    let (inner, tools, run_id) = (inner.clone(), tools.clone(), run_id.clone());
    let concurrency = inner.settings.tools_at_once.max(1);
    if let Some(events) = &inner.replayed {
        calls.sort_by_key(|call| record::finished_at(events, &call.id));
    }
    let run = move |call: Call| {
        let (id, tool) = (call.id.clone(), call.tool.clone());
        let work = run_one(inner.world.clone(), tools.clone(), run_id.clone(), call, context.clone(), timeout);
        async move {
            // A `JoinSet` of one, because dropping it aborts the task: a call must not outlive its run.
            let mut task = JoinSet::new();
            task.spawn(work);
            task.join_next().await.and_then(Result::ok).unwrap_or_else(|| panicked(id, tool))
        }
        .boxed()
    };
    futures::stream::iter(calls).map(run).buffer_unordered(concurrency).ready_chunks(concurrency)
}

/// The outcome of a call whose code panicked; the log has the details.
fn panicked(id: String, tool: String) -> CompletedCall {
    let error = format!("{tool} failed on this call. Try other arguments, or another tool.");
    CompletedCall { id, tool, outcome: Outcome::failed(error), duration_ms: 0, suspected: Vec::new() }
}

async fn run_one(
    world: World,
    tools: Arc<Registry>,
    run_id: Arc<str>,
    call: Call,
    context: ToolContext,
    timeout: Duration,
) -> CompletedCall {
    let began = world.now();
    // The recovery test counts these lines to learn which calls really ran, whatever the events say.
    tracing::debug!(run_id = %run_id, call = %call.id, tool = %call.tool, "a tool runs");
    let result = match tools.get(&call.tool) {
        Err(error) => Err(error),
        Ok(tool) => {
            match used_here(tool, &context).and_then(|()| readable(&call)).and_then(|()| tools.check(tool, &call.args))
            {
                Err(error) => Err(error),
                Ok(()) => {
                    let cancel = context.cancel.clone();
                    tokio::select! {
                        biased;
                        () = cancel.cancelled() => Err(ToolError::new("Stopped before it had a result.")),
                        out = tokio::time::timeout(timeout, tool.run(context, call.args.clone())) => {
                            out.unwrap_or_else(|_| Err(timed_out(timeout)))
                        }
                    }
                }
            }
        }
    };
    let (outcome, suspected) = match result {
        Ok(output) => match scan_for_injection(output).await {
            Some((output, suspected)) => (Outcome::Ok { output }, suspected),
            None => return panicked(call.id, call.tool),
        },
        Err(error) => {
            // The errors of another server are outside text, too.
            let outside = tools.find(&call.tool).is_some_and(|tool| tool.teller.is_some());
            let words = injection_scan::suspect(&error.message).filter(|_| outside);
            let suspected =
                words.map(|(why, text)| InjectionFinding { place: "the error".into(), text, why: why.into() });
            (error.into(), suspected.into_iter().collect())
        }
    };
    CompletedCall { id: call.id, tool: call.tool, outcome, duration_ms: world.now() - began, suspected }
}

/// The result with the passages that look like instructions to a model; `None` if the scan panicked. A short one is
/// scanned here: changing threads takes longer.
pub async fn scan_for_injection(output: ToolOutput) -> Option<(ToolOutput, Vec<InjectionFinding>)> {
    let is_short = injection_scan::is_short(&output);
    let scan = move || {
        let suspected = injection_scan::passages(&output);
        (output, suspected)
    };
    if is_short { catch_unwind(AssertUnwindSafe(scan)).ok() } else { base::compute(scan).await.ok() }
}

impl Agent {
    /// The tools that can be called now.
    pub fn tools(&self) -> Arc<Registry> {
        self.inner.tools.now()
    }

    /// The registry in which tools are added and removed at run time.
    pub fn live_registry(&self) -> &LiveRegistry {
        &self.inner.tools
    }

    /// The result of a tool that reads, outside of any run.
    ///
    /// # Errors
    /// `Invalid` with the tool's own message if the arguments are wrong or nothing matches them.
    pub async fn call_tool(&self, tool: &str, args: Value) -> Result<ToolOutput, AppError> {
        let run = Run { as_of: Some(self.as_of().await?), ..Run::new("") };
        let found = checked_call(&self.inner, &run, tool, args, false).await;
        found.map_err(|error| AppError::invalid("body", error.message))
    }

    /// The same for an outside model, which sees no more than a model that reasons here.
    pub async fn call_tool_for_model(&self, tool: &str, args: Value) -> Result<ToolOutput, ToolError> {
        let as_of =
            self.as_of().await.map_err(|_| ToolError::new("The data could not be read just now. Try again."))?;
        checked_call(&self.inner, &Run { as_of: Some(as_of), ..Run::new("") }, tool, args, true).await
    }

    /// The result of a tool that reads, for a person, within a scope.
    ///
    /// # Errors
    /// As for [`Agent::call_tool`].
    pub async fn call_tool_within(&self, scope: Scope, tool: &str, args: Value) -> Result<ToolOutput, AppError> {
        let run = Run { scope, strategy: Strategy::Rules, as_of: Some(self.as_of().await?), ..Run::new("") };
        let found = checked_call(&self.inner, &run, tool, args, false).await;
        found.map_err(|error| AppError::invalid("figure", error.message))
    }
}

/// A single call outside of a run's steps, with the usual time limit.
async fn checked_call(
    inner: &Inner,
    run: &Run,
    tool: &str,
    args: Value,
    by_model: bool,
) -> Result<ToolOutput, ToolError> {
    let tools = inner.tools.now();
    let tool = tools.get(tool)?;
    tools.check(tool, &args)?;
    let (limit, mut context) = (inner.settings.tool_timeout, context(inner, run, &[], CancellationToken::new()));
    context.by_model |= by_model;
    tokio::time::timeout(limit, tool.run(context, args)).await.unwrap_or_else(|_| Err(timed_out(limit)))
}

/// Plans a call that acts, without acting: its arguments are checked, and planning has the time limit of a call.
pub async fn plan(inner: &Inner, tools: &Registry, call: &PlannedCall, context: ActContext) -> Result<Plan, ToolError> {
    let tool = tools.get(&call.tool)?;
    used_here(tool, &context.tool)?;
    tools.check(tool, &call.args)?;
    let limit = inner.settings.tool_timeout;
    tokio::time::timeout(limit, tool.plan(context, call.args.clone())).await.unwrap_or_else(|_| Err(timed_out(limit)))
}

/// A support call is about one caller. Only the tools of support enforce that, so no other tool may run, whatever a
/// model names.
fn used_here(tool: &Tool, context: &ToolContext) -> Result<(), ToolError> {
    if context.call.is_some() && tool.skill.name != SUPPORT {
        return Err(ToolError::new(format!("{} is not used in support calls.", tool.name)));
    }
    Ok(())
}

/// A model's arguments that are not valid JSON are kept as text.
fn readable(call: &Call) -> Result<(), ToolError> {
    let Value::String(raw) = &call.args else { return Ok(()) };
    match Arguments::read(raw) {
        Arguments::Parsed(_) => Ok(()),
        Arguments::Broken { error, .. } => {
            Err(ToolError::new(format!("The call of {} could not be read: {error}. Write it again.", call.tool)))
        }
    }
}

fn timed_out(timeout: Duration) -> ToolError {
    let seconds = timeout.as_secs_f64();
    ToolError::new(format!("{TIMED_OUT} {seconds} s. Ask for less: a shorter time range or fewer groups."))
}

/// The events of a call beyond the run's limit: it is not made, and the model is told so.
pub fn beyond(call: String, iteration: u32, planned: PlannedCall, most: u32) -> [RunEvent; 2] {
    let PlannedCall { tool, args } = planned;
    let error = format!("Not called: all {most} calls of this run are used up.");
    let outcome = Outcome::failed(error);
    let started = RunEvent::ToolStarted { call: call.clone(), iteration, tool: tool.clone(), args };
    [started, RunEvent::ToolFinished { call, tool, duration_ms: 0, outcome }]
}

/// Drops repeated calls: some models write the same one twice in a message.
pub fn distinct(calls: Vec<PlannedCall>) -> Vec<PlannedCall> {
    let mut list: Vec<PlannedCall> = Vec::new();
    for call in calls {
        if !list.iter().any(|c| c.tool == call.tool && same_args(&c.args, &call.args)) {
            list.push(call);
        }
    }
    list
}

/// The loop guard's verdict on a call.
pub enum Verdict {
    /// Not seen before.
    Fresh,
    /// Seen once: here is its first result.
    Repeated(Box<ToolOutput>),
    /// Seen twice or more: no progress is being made.
    Stuck,
}

/// Compares a call with those that the run has made. Two calls are equal if their tool and arguments are. Different
/// arguments that keep giving the same result are no progress either.
pub fn guard(run: &Run, call: &PlannedCall) -> Verdict {
    if circles(run, call) {
        return Verdict::Stuck;
    }
    let mut same = run.calls().filter(|c| c.tool == call.tool && same_args(&c.args, &call.args));
    let Some(first) = same.next() else { return Verdict::Fresh };
    if same.next().is_some() {
        return Verdict::Stuck;
    }
    match first.outcome.as_ref().and_then(Outcome::output) {
        Some(output) => {
            let mut output = output.clone();
            output.summary = format!("Same call as {}; its result again. {}", first.id, output.summary);
            Verdict::Repeated(Box::new(output))
        }
        None => Verdict::Fresh,
    }
}

/// Whether the last calls of this tool, each with different arguments, all had the same outcome: two results, or three
/// errors, because a model may need a second try to act on an error.
fn circles(run: &Run, call: &PlannedCall) -> bool {
    let before: Vec<&Call> = run.calls().filter(|c| c.tool == call.tool).collect();
    let fresh = !before.iter().any(|c| same_args(&c.args, &call.args));
    let enough = match before.last().and_then(|c| c.outcome.as_ref()) {
        Some(Outcome::Ok { .. }) => 2,
        Some(Outcome::Error { .. }) => 3,
        None => return false,
    };
    let last = &before[before.len().saturating_sub(enough)..];
    // Calls of one step were all made before any had a result.
    let steps_differ = last.first().map(|c| c.iteration) != last.last().map(|c| c.iteration);
    fresh && last.len() == enough && steps_differ && last.windows(2).all(|pair| same_result(pair[0], pair[1]))
}

fn same_result(a: &Call, b: &Call) -> bool {
    match (&a.outcome, &b.outcome) {
        (Some(Outcome::Ok { output: a }), Some(Outcome::Ok { output: b })) => a.data == b.data && !a.data.is_null(),
        (Some(Outcome::Error { error: a, .. }), Some(Outcome::Error { error: b, .. })) => a == b,
        _ => false,
    }
}

/// Arguments that are null count as absent; the order of keys does not matter.
pub fn same_args(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            let keys = a.keys().chain(b.keys());
            keys.into_iter().all(|k| same_args(a.get(k).unwrap_or(&Value::Null), b.get(k).unwrap_or(&Value::Null)))
        }
        _ => a == b,
    }
}

/// The context of a run's tools; `earlier` are the runs of its conversation before it.
pub fn context(inner: &Inner, run: &Run, earlier: &[Run], cancel: CancellationToken) -> ToolContext {
    ToolContext {
        db: inner.db.clone(),
        search: inner.search.clone(),
        vocabulary: inner.vocabulary.clone(),
        as_of: run.as_of.unwrap_or_default(),
        scope: run.scope.clone(),
        cancel,
        asker: run.session_id.as_str().into(),
        by_model: inner.model.is_some() && run.strategy != Strategy::Rules,
        call: CallState::from_runs(earlier.iter().chain([run])).map(|mut state| {
            state.asks_for.clone_from(&inner.settings.support.verify_by);
            Arc::new(state)
        }),
    }
}
