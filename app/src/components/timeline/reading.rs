//! What the line of a run shows: a mark for each step, where it is broken, and where the bob hangs. Pure.

use crate::components::frame::icon::BOB;
use crate::components::words;
use crate::model::run::{Call, NoteTone, Outcome, Run, RunStatus, Step, StepKind};

/// The mark that a step has on the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    Thought,
    Call,
    Fork,
    ForkFailed,
    Failed,
    Recovered,
    Answer,
    /// The step at work.
    Bob,
}

impl Mark {
    /// The symbol that draws it.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Thought => "#m-thought",
            Self::Call => "#m-call",
            Self::Fork => "#m-fork",
            Self::ForkFailed => "#m-fork-failed",
            Self::Failed => "#m-failed",
            Self::Recovered => "#m-recovered",
            Self::Answer => "#m-answer",
            Self::Bob => BOB,
        }
    }

    /// The value of `data-state`, for the steps that differ from the normal course.
    pub const fn state(self) -> Option<&'static str> {
        match self {
            Self::ForkFailed | Self::Failed => Some("failed"),
            Self::Recovered => Some("recovered"),
            Self::Bob => Some("running"),
            _ => None,
        }
    }
}

/// How a step reads. Equal readings look alike, so a list is redrawn only where its readings changed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// The step's `seq`; `None` for the bob at the end of the line, which is no step yet.
    pub seq: Option<i64>,
    pub mark: Mark,
    pub label: String,
    /// A failure is not made good yet: the line below is dashed.
    pub broken: bool,
    /// A call of the step is under way; when the run is over without it, it was stopped.
    pub open: bool,
    /// Changes with what is inside the step.
    pub stamp: (usize, usize, bool),
}

/// Reads a run. The last reading is the bob's while the run goes on.
pub fn readings(run: &Run) -> Vec<Reading> {
    let going = !run.status.is_over();
    let mut failed: Vec<(&str, usize)> = Vec::new();
    let mut out: Vec<Reading> = Vec::with_capacity(run.steps.len() + 1);
    for (i, step) in run.steps.iter().enumerate() {
        let at_work = going && i + 1 == run.steps.len();
        let mut reading = read(step, at_work, &mut failed);
        if matches!(step.kind, StepKind::Answer { .. }) {
            failed.clear();
            reading.stamp.2 = run.grounding.is_some();
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
        out.push(Reading { seq: None, mark: Mark::Bob, label, broken: false, open: false, stamp: (0, 0, false) });
    }
    out
}

fn read<'r>(step: &'r Step, at_work: bool, failed: &mut Vec<(&'r str, usize)>) -> Reading {
    let mut stamp = (0, 0, false);
    let (mark, label) = match &step.kind {
        StepKind::Note { label, tone, .. } => {
            (if *tone == NoteTone::Failure { Mark::Failed } else { Mark::Thought }, label.clone())
        }
        StepKind::Thought { iteration, .. } => (Mark::Thought, format!("Thought {iteration}")),
        StepKind::Plan { calls, .. } => (Mark::Thought, format!("Plan of {}", words::count(calls.len(), "call"))),
        StepKind::Reflection { sufficient, .. } => {
            (Mark::Thought, if *sufficient { "Enough is known" } else { "Not enough yet" }.to_owned())
        }
        StepKind::Approval { decision, .. } => {
            stamp.0 = usize::from(decision.is_some());
            let waits = at_work && decision.is_none();
            (if waits { Mark::Bob } else { Mark::Call }, if waits { "Waiting for you" } else { "Approval" }.to_owned())
        }
        StepKind::Answer { checked, grounded, .. } => {
            stamp = (*checked, *grounded, false);
            (Mark::Answer, if *checked > 0 { "Answered and grounded" } else { "Answered" }.to_owned())
        }
        StepKind::Calls { calls } => {
            stamp = (calls.len(), calls.iter().filter(|c| c.outcome.is_some()).count(), false);
            calls_read(calls, at_work, failed)
        }
    };
    Reading { seq: Some(step.seq), mark, label, broken: false, open: false, stamp }
}

/// True for a call that came back with an error.
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
        1 => "Tool call".to_owned(),
        n => format!("{} calls at once", words::counted(n)),
    };
    if tries > 1 && calls.len() == 1 {
        label.push_str(&format!(", {} try", words::ordinal(tries)));
    }
    if running {
        label.push_str(", running");
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

/// What a run that has no step at work is doing.
fn next(run: &Run) -> String {
    match (run.status, &run.answer, &run.grounding) {
        (RunStatus::Queued, ..) => "Waiting for its turn".to_owned(),
        (RunStatus::Waiting, ..) => "Waiting for you".to_owned(),
        (_, Some(_), None) => "Checking every figure".to_owned(),
        (_, Some(_), Some(_)) => "Closing the account".to_owned(),
        _ if run.steps.is_empty() => "Starting".to_owned(),
        _ => "Thinking".to_owned(),
    }
}

/// One sentence on what a run is doing now, for the status line.
pub fn saying(run: &Run) -> String {
    let checked = run.grounding.as_ref().map(|g| (g.grounded(), g.checked()));
    match run.status {
        RunStatus::Completed => match checked {
            Some((_, 0)) | None => "Answer ready.".to_owned(),
            Some((grounded, checked)) => format!("Answer ready, {grounded} of {checked} figures grounded."),
        },
        RunStatus::Failed => "The run failed.".to_owned(),
        RunStatus::Cancelled => "Stopped.".to_owned(),
        RunStatus::Interrupted => "Interrupted.".to_owned(),
        RunStatus::Waiting => "Waiting for you to decide.".to_owned(),
        RunStatus::Queued | RunStatus::Running => {
            let running: Vec<String> =
                run.calls().filter(|c| c.outcome.is_none()).map(|c| words::plain_name(&c.tool)).collect();
            let now = if running.is_empty() { next(run) } else { format!("Running {}", running.join(" and ")) };
            if run.steps.is_empty() { format!("{now}.") } else { format!("{now}. Step {}.", run.steps.len()) }
        }
    }
}

#[cfg(test)]
#[path = "reading_tests.rs"]
mod tests;
