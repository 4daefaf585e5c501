//! Prometheus metrics, named by its conventions. Counters are per process; values shared by all processes of a desk are
//! gauges, read on request.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use model::run::Strategy;
use prometheus_client::encoding::prometheus_text;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use super::labels::{
    Bounded, BuildLabels, CallLabels, ErrorLabels, ModelLabels, RequestLabels, RunLabels, TokenLabels, ToolLabels,
    VerdictLabels, method,
};
use super::metric_event::Seen;
use super::process;

/// The content type of [`Metrics::text`].
pub const CONTENT_TYPE: &str = prometheus_text::CONTENT_TYPE;

/// Most model and tool names with their own label.
const MAX_MODEL_LABELS: usize = 32;
const MAX_TOOL_LABELS: usize = 256;

/// Seconds, for runs (E-052).
const RUN_S: [f64; 8] = [0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0];
/// Seconds, for requests and calls.
const QUICK_S: [f64; 11] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0];
/// For values from 0 to 1.
const TENTH_BUCKETS: [f64; 10] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];

fn run_seconds() -> Histogram {
    Histogram::new(RUN_S)
}

fn quick_seconds() -> Histogram {
    Histogram::new(QUICK_S)
}

type Seconds<L> = Family<L, Histogram>;

/// Values read on request.
#[derive(Clone, Copy, Debug)]
pub struct Gauges {
    /// Runs driven by this process.
    pub runs: usize,
    /// Conversations with a running question, in all processes; `None` if the store is unavailable.
    pub sessions: Option<i64>,
}

/// All metrics.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    models: Bounded,
    tools: Bounded,
    runs: Family<RunLabels, Counter>,
    run_seconds: Histogram,
    tokens: Family<TokenLabels, Counter>,
    llm_calls: Family<ModelLabels, Counter>,
    llm_errors: Family<ErrorLabels, Counter>,
    calls: Family<CallLabels, Counter>,
    call_seconds: Seconds<ToolLabels>,
    feedback: Family<VerdictLabels, Counter>,
    retrieval_seconds: Histogram,
    relevance: Histogram,
    confidence: Histogram,
    truncations: Counter,
    requests: Seconds<RequestLabels>,
    streams: Gauge,
    runs_now: Gauge,
    sessions_now: Gauge,
    memory: Gauge,
    processor: Counter<f64, AtomicU64>,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut all = Self {
            registry: Registry::default(),
            models: Bounded::new(MAX_MODEL_LABELS),
            tools: Bounded::new(MAX_TOOL_LABELS),
            runs: Family::default(),
            run_seconds: run_seconds(),
            tokens: Family::default(),
            llm_calls: Family::default(),
            llm_errors: Family::default(),
            calls: Family::default(),
            call_seconds: Family::new_with_constructor(quick_seconds as fn() -> Histogram),
            feedback: Family::default(),
            retrieval_seconds: quick_seconds(),
            relevance: Histogram::new(TENTH_BUCKETS),
            confidence: Histogram::new(TENTH_BUCKETS),
            truncations: Counter::default(),
            requests: Family::new_with_constructor(quick_seconds as fn() -> Histogram),
            streams: Gauge::default(),
            runs_now: Gauge::default(),
            sessions_now: Gauge::default(),
            memory: Gauge::default(),
            processor: Counter::default(),
        };
        all.register();
        all
    }
}

impl Metrics {
    /// The library adds the final full stop to help texts, and `_total` to counters.
    fn register(&mut self) {
        let r = &mut self.registry;
        r.register("plumbline_runs", "Runs that ended in this process, by outcome and reasoner", self.runs.clone());
        let help = "How long runs took, without waiting for people";
        r.register("plumbline_run_duration_seconds", help, self.run_seconds.clone());
        r.register("plumbline_llm_tokens", "Tokens that models read and wrote", self.tokens.clone());
        r.register("plumbline_llm_calls", "Calls of models that were answered", self.llm_calls.clone());
        r.register("plumbline_llm_errors", "Calls of models that failed, by what went wrong", self.llm_errors.clone());
        r.register("plumbline_tool_calls", "Calls of tools: success, error or timeout", self.calls.clone());
        r.register("plumbline_tool_duration_seconds", "How long calls of tools took", self.call_seconds.clone());
        r.register("plumbline_feedback", "Feedback on answers", self.feedback.clone());
        r.register("plumbline_retrieval_seconds", "How long searches of texts took", self.retrieval_seconds.clone());
        let help = "How relevant the records are that searches found, 0 to 1";
        r.register("plumbline_retrieval_relevance", help, self.relevance.clone());
        let help = "How certain the routing of a question was, 0 to 1";
        r.register("plumbline_router_confidence", help, self.confidence.clone());
        let help = "How often older turns were summed up to fit a model's context";
        r.register("plumbline_context_truncations", help, self.truncations.clone());
        let help = "How long requests took until the response headers";
        r.register("http_server_request_duration_seconds", help, self.requests.clone());
        r.register("plumbline_event_streams", "Event streams that are open", self.streams.clone());
        r.register("plumbline_runs_in_progress", "Runs that this process drives", self.runs_now.clone());
        let help = "Conversations in which a question is being answered, in any process";
        r.register("plumbline_active_sessions", help, self.sessions_now.clone());
        r.register("process_resident_memory_bytes", "Memory that this process holds", self.memory.clone());
        r.register("process_cpu_seconds", "Processor time that this process has used", self.processor.clone());
        let build = Family::<BuildLabels, Gauge>::default();
        build.get_or_create(&BuildLabels { version: env!("CARGO_PKG_VERSION") }).set(1);
        r.register("plumbline_build_info", "The version of Plumbline", build);
    }

    /// Counts an event of a run with the reasoner `strategy`.
    pub(super) fn count(&self, strategy: Strategy, seen: &Seen) {
        match seen {
            Seen::Routed { confidence } => self.confidence.observe(*confidence),
            Seen::Tool { tool, result, ms, relevance } => {
                let (tool, seconds) = (self.tools.label(tool), seconds(*ms));
                let labels = CallLabels { tool: tool.clone(), result: result.as_str() };
                self.calls.get_or_create(&labels).inc();
                self.call_seconds.get_or_create(&ToolLabels { tool }).observe(seconds);
                if let Some(relevance) = relevance {
                    self.retrieval_seconds.observe(seconds);
                    relevance.iter().for_each(|r| self.relevance.observe(*r));
                }
            }
            Seen::Model { model, tokens_in, tokens_out } => {
                let model = self.models.label(model);
                for (direction, tokens) in [("input", *tokens_in), ("output", *tokens_out)] {
                    self.tokens.get_or_create(&TokenLabels { model: model.clone(), direction }).inc_by(tokens);
                }
                self.llm_calls.get_or_create(&ModelLabels { model }).inc();
            }
            Seen::ModelFailed { model, kind } => {
                let labels = ErrorLabels { model: self.models.label(model), r#type: kind };
                self.llm_errors.get_or_create(&labels).inc();
            }
            Seen::Compressed => {
                self.truncations.inc();
            }
            Seen::Finished { status, ms } => {
                let labels = RunLabels { status: status.as_str(), strategy: strategy.as_str() };
                self.runs.get_or_create(&labels).inc();
                self.run_seconds.observe(seconds(*ms));
            }
        }
    }

    /// A person rated an answer.
    pub fn feedback(&self, verdict: &'static str) {
        self.feedback.get_or_create(&VerdictLabels { verdict }).inc();
    }

    /// A request was answered. `route` is the template: paths would each create a series.
    pub fn request(&self, method_name: &str, route: &str, status: u16, seconds: f64) {
        let labels = RequestLabels { method: method(method_name), route: route.to_owned(), status };
        self.requests.get_or_create(&labels).observe(seconds);
    }

    /// An open event stream, while this is held.
    pub fn stream(&self) -> OpenStream {
        self.streams.inc();
        OpenStream(self.streams.clone())
    }

    /// All metrics in Prometheus' text format, see [`CONTENT_TYPE`].
    pub fn text(&self, standing: Gauges) -> Result<String, fmt::Error> {
        self.runs_now.set(whole(standing.runs));
        if let Some(sessions) = standing.sessions {
            self.sessions_now.set(sessions);
        }
        if let Some(bytes) = process::resident_bytes() {
            self.memory.set(whole(bytes));
        }
        if let Some(seconds) = process::cpu_seconds() {
            self.processor.inner().store(seconds.to_bits(), Ordering::Relaxed);
        }
        let mut text = String::new();
        prometheus_text::encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

/// An open event stream.
#[derive(Debug)]
pub struct OpenStream(Gauge);

impl Drop for OpenStream {
    fn drop(&mut self) {
        self.0.dec();
    }
}

fn seconds(ms: i64) -> f64 {
    ms.max(0) as f64 / 1000.0
}

fn whole(count: impl TryInto<i64>) -> i64 {
    count.try_into().unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use model::run::RunStatus;

    use super::super::metric_event::ToolResult;
    use super::*;

    fn tool(name: &str) -> Seen {
        Seen::Tool { tool: name.into(), result: ToolResult::Timeout, ms: 1500, relevance: Some(vec![1.0, 0.25]) }
    }

    #[test]
    fn what_is_seen_is_counted_under_the_names_that_prometheus_expects() {
        let metrics = Metrics::default();
        metrics.count(Strategy::Rules, &tool("search_knowledge_base"));
        let model = |name: &str| Seen::Model { model: name.into(), tokens_in: 70, tokens_out: 9 };
        metrics.count(Strategy::Tools, &model("openai/gpt"));
        metrics.count(Strategy::Tools, &Seen::ModelFailed { model: "openai/gpt".into(), kind: "timeout" });
        metrics.count(Strategy::Rules, &Seen::Compressed);
        metrics.count(Strategy::Rules, &Seen::Finished { status: RunStatus::Completed, ms: 800 });
        metrics.feedback("good");
        metrics.request("GET", "/api/research/runs/{id}", 200, 0.004);
        let open = metrics.stream();
        let text = metrics.text(Gauges { runs: 3, sessions: Some(2) }).unwrap();
        for line in [
            "# TYPE plumbline_runs_total counter",
            "plumbline_runs_total{status=\"completed\",strategy=\"rules\"} 1",
            "plumbline_run_duration_seconds_bucket{le=\"1.0\"} 1",
            "plumbline_tool_calls_total{tool=\"search_knowledge_base\",result=\"timeout\"} 1",
            "plumbline_retrieval_relevance_count 2",
            "plumbline_llm_tokens_total{model=\"openai/gpt\",direction=\"input\"} 70",
            "plumbline_llm_errors_total{model=\"openai/gpt\",type=\"timeout\"} 1",
            "plumbline_feedback_total{verdict=\"good\"} 1",
            "plumbline_context_truncations_total 1",
            "plumbline_event_streams 1",
            "plumbline_runs_in_progress 3",
            "plumbline_active_sessions 2",
        ] {
            let same = |told: &str| told.replace("le=\"1\"", "le=\"1.0\"") == line;
            assert!(text.lines().any(same), "{line} is missing in\n{text}");
        }
        drop(open);
        assert!(metrics.text(Gauges { runs: 0, sessions: None }).unwrap().contains("plumbline_event_streams 0"));
    }

    #[test]
    fn names_from_outside_cannot_grow_without_end() {
        let metrics = Metrics::default();
        for n in 0..MAX_MODEL_LABELS + MAX_TOOL_LABELS + 10 {
            metrics.count(Strategy::Tools, &tool(&format!("tool_{n}")));
            let model = format!("openai/{n}");
            metrics.count(Strategy::Tools, &Seen::Model { model, tokens_in: 1, tokens_out: 1 });
        }
        let text = metrics.text(Gauges { runs: 0, sessions: None }).unwrap();
        let series = |name: &str| text.lines().filter(|l| l.starts_with(&format!("{name}{{"))).count();
        assert_eq!(series("plumbline_llm_calls_total"), MAX_MODEL_LABELS + 1);
        assert_eq!(series("plumbline_tool_calls_total"), MAX_TOOL_LABELS + 1);
    }
}
