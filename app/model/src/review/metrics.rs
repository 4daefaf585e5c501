//! Service metrics over the runs of some days (E-024, E-052).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Upper bounds of the latency buckets, in seconds; one more is unbounded.
pub const BUCKETS_S: [f64; 8] = [0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0];

/// Tools that search texts.
pub const RETRIEVAL: [&str; 3] = ["search_knowledge_base", "ask_question", "find_similar"];

/// Counts since a time. Only `liveRuns` is limited to this process.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Metrics {
    /// UTC milliseconds.
    pub since: i64,
    /// Conversations by status: active, completed, error.
    pub sessions: BTreeMap<String, i64>,
    /// Questions by the status of their run.
    pub requests: BTreeMap<String, i64>,
    /// Unfinished runs in this process.
    pub live_runs: i64,
    /// By reviewers: good, bad.
    pub ratings: BTreeMap<String, i64>,
    /// By those who asked: good, bad.
    pub feedback: BTreeMap<String, i64>,
    pub latency: Latency,
    /// By model, as `provider/model`; empty if only rules answered.
    pub models: Vec<ModelUse>,
    pub tools: Vec<ToolUse>,
    /// Calls of tools that search texts.
    pub retrieval: Mean,
    /// The router's confidence in the domain, 0 to 1.
    pub router_confidence: Mean,
    /// How often older turns were summarised to fit a model's context.
    pub context_truncations: i64,
    /// By reason, most frequent first.
    pub llm_errors: Vec<LlmErrors>,
}

/// How long answered questions took.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Latency {
    pub count: i64,
    pub mean_ms: f64,
    pub buckets: Vec<Bucket>,
}

/// How many took at most this long: cumulative buckets.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Bucket {
    /// Seconds; absent in the last bucket, which counts all.
    pub at_most_s: Option<f64>,
    pub count: i64,
}

/// A model's usage.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelUse {
    pub model: String,
    pub calls: i64,
    pub tokens_in: u64,
    pub tokens_out: u64,
    /// US dollars, as far as prices are known.
    pub cost_usd: f64,
    /// Failed attempts before an answer.
    pub retries: i64,
    pub mean_ms: f64,
}

/// Outcomes of a tool's calls.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ToolFigures")]
pub struct ToolUse {
    pub tool: String,
    pub success: i64,
    pub error: i64,
    pub timeout: i64,
    pub mean_ms: f64,
}

/// A mean with its count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Mean {
    pub count: i64,
    pub mean: f64,
}

/// A reason for failed model calls.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LlmErrors {
    pub reason: String,
    /// Retried.
    pub retried: i64,
    /// Given up: a fallback took over.
    pub gave_way: i64,
}

impl Mean {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        self.mean += (value - self.mean) / self.count as f64;
    }
}

impl Latency {
    /// From durations in milliseconds.
    pub fn from_durations(durations: &[i64]) -> Self {
        let mut mean = Mean::default();
        durations.iter().for_each(|ms| mean.add(*ms as f64));
        let within = |most: f64| durations.iter().filter(|ms| **ms as f64 <= most * 1000.0).count() as i64;
        let mut buckets: Vec<Bucket> =
            BUCKETS_S.iter().map(|s| Bucket { at_most_s: Some(*s), count: within(*s) }).collect();
        buckets.push(Bucket { at_most_s: None, count: mean.count });
        Self { count: mean.count, mean_ms: mean.mean, buckets }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_hold_those_before_them() {
        let latency = Latency::from_durations(&[400, 500, 900, 4_000, 200_000]);
        let counts: Vec<i64> = latency.buckets.iter().map(|b| b.count).collect();
        assert_eq!(counts, [2, 3, 3, 4, 4, 4, 4, 4, 5]);
        assert_eq!((latency.count, latency.mean_ms), (5, 41_160.0));
        assert_eq!(Latency::from_durations(&[]).buckets.len(), 9);
    }
}
