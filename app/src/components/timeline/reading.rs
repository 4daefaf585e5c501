//! The content of a run's line: a mark for each step, where it is broken, and where the bob hangs. Pure.

use crate::components::frame::icon::BOB;
use crate::components::words;
use crate::model::answer::{Grade, Grounding};
use crate::model::run::{Bound, Call, NoteKind, NoteTone, Outcome, Run, RunStatus, Step, StepKind};
use crate::model::text::capital;
use crate::{id, t};

/// A step's mark on the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    Thought,
    Call,
    Fork,
    ForkFailed,
    Failed,
    Recovered,
    Answer,
    /// The figures of the answer were checked.
    Ground,
    /// The step in progress.
    Bob,
}

impl Mark {
    /// Its symbol.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Thought => "#m-thought",
            Self::Call => "#m-call",
            Self::Fork => "#m-fork",
            Self::ForkFailed => "#m-fork-failed",
            Self::Failed => "#m-failed",
            Self::Recovered => "#m-recovered",
            Self::Answer => "#m-answer",
            Self::Ground => "#m-ground",
            Self::Bob => BOB,
        }
    }

    /// The value of `data-state`, for exceptional steps.
    pub const fn state(self) -> Option<&'static str> {
        match self {
            Self::ForkFailed | Self::Failed => Some("failed"),
            Self::Recovered => Some("recovered"),
            Self::Bob => Some("running"),
            _ => None,
        }
    }
}

/// The content for a step. Equal contents look alike, so a list is redrawn only where they changed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// The step's `seq`; `None` for the bob at the end of the line, which is not a step yet.
    pub seq: Option<i64>,
    pub mark: Mark,
    pub label: String,
    /// A failure has not been recovered yet: the line below is dashed.
    pub broken: bool,
    /// A call of the step is under way; if the run is over without its result, it was stopped.
    pub open: bool,
    /// Changes with the step's contents.
    pub stamp: (usize, usize, bool),
    /// The number of model calls behind it.
    pub models: usize,
}

/// The contents for a run. The last one is the bob's while the run is in progress.
pub fn readings(run: &Run) -> Vec<Reading> {
    let going = !run.status.is_over();
    let mut failed: Vec<(&str, usize)> = Vec::new();
    let mut out: Vec<Reading> = Vec::with_capacity(run.steps.len() + 1);
    for (i, step) in run.steps.iter().enumerate() {
        let at_work = going && i + 1 == run.steps.len();
        let mut reading = read(step, at_work, &mut failed);
        if matches!(step.kind, StepKind::Answer { .. }) {
            failed.clear();
        }
        reading.broken = !failed.is_empty();
        if let StepKind::Calls { calls } = &step.kind {
            reading.stamp.2 = run.grounding.is_some();
            reading.open = going && calls.iter().any(|c| c.outcome.is_none());
        }
        out.push(reading);
    }
    if going && out.last().is_none_or(|last| last.mark != Mark::Bob) {
        let label = next(run);
        let (broken, open, stamp, models) = (false, false, (0, 0, false), 0);
        out.push(Reading { seq: None, mark: Mark::Bob, label, broken, open, stamp, models });
    }
    out
}

fn read<'r>(step: &'r Step, at_work: bool, failed: &mut Vec<(&'r str, usize)>) -> Reading {
    let mut stamp = (0, 0, false);
    let (mark, label) = match &step.kind {
        StepKind::Note { about, .. } => {
            (if about.tone() == NoteTone::Failure { Mark::Failed } else { Mark::Thought }, t!(note(*about)))
        }
        StepKind::Thought { iteration, .. } => (Mark::Thought, t!("timeline-thought", n = *iteration)),
        StepKind::Plan { calls, .. } => (Mark::Thought, t!("timeline-plan", count = calls.len())),
        StepKind::Reflection { sufficient, .. } => {
            (Mark::Thought, t!(if *sufficient { id!("timeline-enough") } else { id!("timeline-not-enough") }))
        }
        StepKind::Approval { decision, .. } => {
            stamp.0 = usize::from(decision.is_some());
            let waits = at_work && decision.is_none();
            if waits { (Mark::Bob, t!("timeline-phase-waiting")) } else { (Mark::Call, t!("timeline-approval")) }
        }
        StepKind::Answer { .. } => (Mark::Answer, t!("timeline-answer")),
        StepKind::Grounding { .. } => (Mark::Ground, t!("timeline-checked")),
        StepKind::Calls { calls } => {
            stamp = (calls.len(), calls.iter().filter(|c| c.outcome.is_some()).count(), false);
            calls_read(calls, at_work, failed)
        }
    };
    Reading { seq: Some(step.seq), mark, label, broken: false, open: false, stamp, models: step.models.len() }
}

/// The topic of a note.
const fn note(about: NoteKind) -> &'static str {
    match about {
        NoteKind::Routed => id!("timeline-note-routed"),
        NoteKind::Compressed => id!("timeline-note-compressed"),
        NoteKind::Fallback => id!("timeline-note-fallback"),
        NoteKind::Retry => id!("timeline-note-retry"),
        NoteKind::Pseudonyms => id!("timeline-note-pseudonyms"),
        NoteKind::Suspected => id!("timeline-note-suspected"),
        NoteKind::Failed => id!("timeline-note-failed"),
        NoteKind::Stopped => id!("timeline-note-stopped"),
        NoteKind::Interrupted => id!("timeline-note-interrupted"),
        NoteKind::Limit(bound) => match bound {
            Bound::Near => id!("timeline-limit-near"),
            Bound::Iterations => id!("timeline-limit-iterations"),
            Bound::Passes => id!("timeline-limit-passes"),
            Bound::ToolCalls => id!("timeline-limit-calls"),
            Bound::Tokens => id!("timeline-limit-tokens"),
            Bound::Cost => id!("timeline-limit-cost"),
            Bound::CostUnknown => id!("timeline-limit-cost-unknown"),
            Bound::Time => id!("timeline-limit-time"),
            Bound::NoProgress => id!("timeline-limit-no-progress"),
        },
    }
}

/// True for a call that returned an error.
pub fn call_failed(call: &Call) -> bool {
    matches!(call.outcome, Some(Outcome::Error { .. }))
}

fn calls_read<'r>(calls: &'r [Call], at_work: bool, failed: &mut Vec<(&'r str, usize)>) -> (Mark, String) {
    let running = at_work && calls.iter().any(|c| c.outcome.is_none());
    let mut recovered = false;
    let mut tries = 1;
    for call in calls {
        let before = failed.iter().position(|(tool, _)| *tool == call.tool);
        match (&call.outcome, before) {
            (Some(Outcome::Error { .. }), Some(i)) => failed[i].1 += 1,
            (Some(Outcome::Error { .. }), None) => failed.push((&call.tool, 1)),
            (Some(Outcome::Ok { .. }), Some(i)) => {
                recovered = true;
                tries = failed.remove(i).1 + 1;
            }
            (None, Some(i)) => tries = failed[i].1 + 1,
            (_, None) => {}
        }
    }
    let error = calls.iter().any(call_failed);
    let mut label = match calls.len() {
        1 if tries > 1 => t!("timeline-call-again", n = tries),
        1 => t!("timeline-call"),
        n => t!("timeline-fork", count = n),
    };
    if running {
        label = t!("timeline-label-running", label = label);
    }
    let mark = match (running, error, recovered, calls.len()) {
        (true, ..) => Mark::Bob,
        (_, true, _, 1) => Mark::Failed,
        (_, true, ..) => Mark::ForkFailed,
        (_, _, true, _) => Mark::Recovered,
        (.., 1) => Mark::Call,
        _ => Mark::Fork,
    };
    (mark, label)
}

/// The phase (D-006) of a run without a step in progress.
fn next(run: &Run) -> String {
    t!(match (run.status, &run.answer, &run.grounding) {
        (RunStatus::Queued, ..) => id!("timeline-phase-queued"),
        (RunStatus::Waiting, ..) => id!("timeline-phase-waiting"),
        (_, Some(_), None) => id!("timeline-phase-checking"),
        (_, Some(_), Some(_)) => id!("timeline-phase-follow-ups"),
        _ if run.seq == 0 => id!("timeline-phase-starting"),
        _ => unanswered(run),
    })
}

/// The phase of a run without an answer yet, from its last significant step.
fn unanswered(run: &Run) -> &'static str {
    const WRITING: &str = id!("timeline-phase-writing");
    const PLANNING: &str = id!("timeline-phase-planning");
    // An answer that was written but has not arrived is being checked, and perhaps corrected.
    if run.asked.last().is_some_and(|m| matches!(m.purpose.as_str(), "synthesize" | "repair")) {
        return id!("timeline-phase-checking");
    }
    for step in run.steps.iter().rev() {
        return match &step.kind {
            StepKind::Calls { .. } | StepKind::Approval { .. } => id!("timeline-phase-judging"),
            StepKind::Reflection { sufficient: true, .. } => WRITING,
            StepKind::Reflection { .. } | StepKind::Plan { .. } | StepKind::Thought { .. } => PLANNING,
            StepKind::Note { about: NoteKind::Limit(_), .. } => WRITING,
            StepKind::Note { .. } | StepKind::Answer { .. } | StepKind::Grounding { .. } => continue,
        };
    }
    if run.route.is_none() { id!("timeline-phase-reading") } else { PLANNING }
}

/// A run's progress and usage: "step 3 of 10 · 4 of 20 calls · 1,240 tokens · 0.0012 US dollars".
pub fn used(run: &Run) -> String {
    let mut parts: Vec<String> = Vec::new();
    if let Some(limits) = run.limits.as_ref().filter(|_| run.iteration > 0) {
        parts.push(t!("timeline-used-steps", n = run.iteration, most = limits.max_iterations));
        parts.push(t!("timeline-used-calls", n = run.calls().count(), most = limits.max_tool_calls));
    }
    let usage = &run.usage;
    if usage.model_calls > 0 {
        parts.push(t!("timeline-used-tokens", count = usage.tokens_prompt + usage.tokens_completion));
        parts.push(words::cost(usage.cost_usd, usage.model_calls, usage.unpriced));
    }
    parts.join(" · ")
}

/// One sentence on what a run is doing now, for the status line.
pub fn saying(run: &Run) -> String {
    let graded =
        |g: &Grounding| words::graded(g.graded(Grade::Cited), g.graded(Grade::Matched), g.graded(Grade::Unverified));
    match run.status {
        RunStatus::Completed => match run.grounding.as_ref().and_then(graded) {
            None => t!("timeline-ready"),
            Some(graded) => t!("timeline-ready-graded", graded = graded),
        },
        RunStatus::Failed => t!("timeline-run-failed"),
        RunStatus::Cancelled => t!("timeline-run-stopped"),
        RunStatus::Interrupted => t!("timeline-run-interrupted"),
        RunStatus::Waiting => t!("timeline-run-waiting"),
        RunStatus::Queued | RunStatus::Running => {
            let running: Vec<String> = run.calls().filter(|c| c.outcome.is_none()).map(|c| doing(&c.tool)).collect();
            let now = if running.is_empty() { next(run) } else { capital(&running.join(", ")) };
            format!("{now}.")
        }
    }
}

/// What a call is doing, in words for those waiting.
fn doing(tool: &str) -> String {
    let (of, what) = match tool {
        "query_data" => (id!("timeline-doing-query"), ""),
        "search_knowledge_base" | "ask_question" => (id!("timeline-doing-search-all"), ""),
        "find_similar" => (id!("timeline-doing-similar"), ""),
        "calculate" => (id!("timeline-doing-calculate"), ""),
        _ => match tool.split_once('_') {
            Some(("analyze", rest)) => (id!("timeline-doing-analyze"), rest),
            Some(("detect", rest)) => (id!("timeline-doing-detect"), rest),
            Some(("get", rest)) => (id!("timeline-doing-get"), rest),
            Some(("list", rest)) => (id!("timeline-doing-list"), rest),
            Some(("assess", rest)) => (id!("timeline-doing-assess"), rest),
            Some(("check", rest)) => (id!("timeline-doing-check"), rest),
            Some(("find", rest)) => (id!("timeline-doing-find"), rest),
            Some(("run", rest)) => (id!("timeline-doing-run"), rest),
            Some(("search", rest)) => (id!("timeline-doing-search"), rest),
            Some(("create", rest)) => (id!("timeline-doing-create"), rest),
            Some(("assign", rest)) => (id!("timeline-doing-assign"), rest),
            Some(("add", rest)) => (id!("timeline-doing-add"), rest),
            _ => (id!("timeline-doing-other"), tool),
        },
    };
    t!(of, what = words::plain_name(what))
}

#[cfg(test)]
#[path = "reading_tests.rs"]
mod tests;
