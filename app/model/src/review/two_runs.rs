//! Two runs side by side, aligned by step; and runs forked from a step of another.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::run::{Run, Step, StepKind, Strategy};

/// A run, the one beside it, and others to compare.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TwoRuns {
    pub a: Run,
    pub b: Option<Run>,
    /// Ids of other runs of the same question, newest first, with when and by whom they were answered.
    pub others: Vec<(String, String)>,
    pub strategies: Vec<Strategy>,
}

/// A run to repeat from one of its steps with changes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct NewFork {
    /// The `seq` of the first event to repeat. 0 to 2 repeats the whole run.
    pub at: i64,
    /// The strategy from there on.
    pub strategy: Option<Strategy>,
    /// Another model of the configured provider, by its name there; default: the configured one.
    pub model: Option<String>,
    /// If that event starts a tool call: other arguments for it.
    pub args: Option<Value>,
}

/// A step of a run with its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Steps of the same kind may be aligned: "call query_data".
    pub kind: String,
    pub text: String,
}

/// Two aligned steps, or one without a counterpart.
#[derive(Clone, Debug, PartialEq)]
pub struct Aligned {
    pub a: Option<Line>,
    pub b: Option<Line>,
}

impl Aligned {
    pub fn same(&self) -> bool {
        self.a == self.b
    }
}

/// Aligns the steps of two runs so that as many as possible of the same kind are paired, preferring identical ones
/// (weighted longest common subsequence).
pub fn align(a: &Run, b: &Run) -> Vec<Aligned> {
    let (a, b) = (lines(a), lines(b));
    let pair = |i: usize, j: usize| u32::from(a[i].kind == b[j].kind) + u32::from(a[i] == b[j]);
    // best[i][j]: how well a[i..] and b[j..] can be paired.
    let mut best = vec![vec![0_u32; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            let paired = if pair(i, j) > 0 { best[i + 1][j + 1] + pair(i, j) } else { 0 };
            best[i][j] = paired.max(best[i + 1][j]).max(best[i][j + 1]);
        }
    }
    let (mut i, mut j, mut out) = (0, 0, Vec::new());
    while i < a.len() || j < b.len() {
        let both = i < a.len() && j < b.len() && pair(i, j) > 0 && best[i][j] == best[i + 1][j + 1] + pair(i, j);
        let left = both || j >= b.len() || (i < a.len() && best[i][j] == best[i + 1][j]);
        let right = both || !left;
        out.push(Aligned { a: left.then(|| a[i].clone()), b: right.then(|| b[j].clone()) });
        (i, j) = (i + usize::from(left), j + usize::from(right));
    }
    out
}

fn lines(run: &Run) -> Vec<Line> {
    let mut all: Vec<Line> = run.steps.iter().flat_map(|step| of_step(step, run)).collect();
    if let Some(receipt) = &run.receipt {
        let text = format!(
            "{} tool calls, {} tokens, {:.4} US dollars",
            receipt.tool_calls,
            receipt.tokens_prompt + receipt.tokens_completion,
            receipt.cost_usd
        );
        all.push(Line { kind: "cost".into(), text });
    }
    all
}

fn of_step(step: &Step, run: &Run) -> Vec<Line> {
    let line = |kind: &str, text: String| vec![Line { kind: kind.to_owned(), text }];
    match &step.kind {
        StepKind::Note { about, text } => line(&format!("note {about}"), text.clone()),
        StepKind::Thought { text, .. } => line("thought", text.clone()),
        StepKind::Plan { text, .. } => line("plan", text.clone()),
        StepKind::Reflection { text, .. } => line("reflection", text.clone()),
        StepKind::Approval { tool, decision, .. } => {
            line(&format!("proposal {tool}"), decision.clone().unwrap_or_else(|| "waits".into()))
        }
        StepKind::Answer { .. } => line("answer", run.answer.as_ref().map(|a| a.text.clone()).unwrap_or_default()),
        StepKind::Grounding { checked, grounded, cited } => {
            line("figures", format!("{checked} checked, {grounded} in a result, {cited} cited"))
        }
        StepKind::Calls { calls } => {
            let call = |call: &super::super::run::Call| {
                let failed = call.error().map(|error| format!("Failed: {error}"));
                let came = failed.or_else(|| call.observation()).unwrap_or_else(|| "No result".to_owned());
                Line { kind: format!("call {}", call.tool), text: format!("{}\n{came}", call.args) }
            };
            calls.iter().map(call).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::NoteKind;

    fn run(thoughts: &[&str]) -> Run {
        let step = |(n, text): (usize, &&str)| {
            let kind = match text.strip_prefix("note ") {
                Some(text) => StepKind::Note { about: NoteKind::Routed, text: text.to_owned() },
                None => StepKind::Thought { iteration: 1, text: (*text).to_owned() },
            };
            Step { seq: n as i64, offset_ms: 0, kind, models: Vec::new() }
        };
        Run { steps: thoughts.iter().enumerate().map(step).collect(), ..Run::new("r") }
    }

    #[test]
    fn steps_of_a_kind_stand_side_by_side() {
        let aligned = align(&run(&["note read", "look", "look again"]), &run(&["note read", "note limit", "look"]));
        let told: Vec<(Option<&str>, Option<&str>, bool)> = aligned
            .iter()
            .map(|row| (row.a.as_ref().map(|l| l.text.as_str()), row.b.as_ref().map(|l| l.text.as_str()), row.same()))
            .collect();
        assert_eq!(
            told,
            [
                (Some("read"), Some("read"), true),
                (None, Some("limit"), false),
                (Some("look"), Some("look"), true),
                (Some("look again"), None, false),
            ]
        );
    }
}
