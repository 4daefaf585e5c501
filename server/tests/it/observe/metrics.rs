//! `/metrics`: its format, what it counts, and who may read it.

use std::collections::BTreeMap;

use model::run::{RunStatus, ToolOutput};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use server::tools::{Origin, Tool, ToolError};

use crate::agent::{Desk, WHY, answer, scripted, topics};
use crate::app::TestApp;
use crate::scripted_model::{ScriptedModel, Step};

/// One line of Prometheus' text format.
#[derive(Debug)]
struct Sample {
    name: String,
    labels: BTreeMap<String, String>,
    value: f64,
}

/// Parses the format strictly: any invalid line fails the test, and so does a sample without its type.
fn read(text: &str) -> Vec<Sample> {
    let mut types: Vec<&str> = Vec::new();
    let mut samples = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with("# HELP ")) {
        if let Some(rest) = line.strip_prefix("# TYPE ") {
            let (name, kind) = rest.split_once(' ').unwrap();
            assert!(["counter", "gauge", "histogram"].contains(&kind), "{line}");
            assert!(kind != "counter" || name.ends_with("_total"), "{line}");
            assert!(!types.contains(&name), "{name} is told twice");
            types.push(name);
            continue;
        }
        let (series, value) = line.rsplit_once(' ').unwrap_or_else(|| panic!("{line:?}"));
        let (name, labels) = series.split_once('{').unwrap_or((series, "}"));
        let labels = labels.strip_suffix('}').unwrap_or_else(|| panic!("{line:?}"));
        let pairs = labels.split("\",").filter(|pair| !pair.is_empty()).map(|pair| {
            let (key, value) = pair.split_once("=\"").unwrap_or_else(|| panic!("{line:?}"));
            (key.to_owned(), value.trim_end_matches('"').to_owned())
        });
        let base = ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
        assert!(types.contains(&name) || types.contains(&base), "{name} has no type");
        let value = value.parse().unwrap_or_else(|_| panic!("{line:?}"));
        samples.push(Sample { name: name.to_owned(), labels: pairs.collect(), value });
    }
    samples
}

async fn scraped(app: &TestApp) -> Vec<Sample> {
    let reply = app.client.get(format!("{}/metrics", app.url)).send().await.unwrap();
    assert_eq!(reply.status(), 200);
    let kind = reply.headers()["content-type"].to_str().unwrap().to_owned();
    assert!(kind.starts_with("text/plain; version=0.0.4"), "{kind}");
    read(&reply.text().await.unwrap())
}

/// The sum of the samples with this name and these labels.
fn sum(samples: &[Sample], name: &str, labels: &[(&str, &str)]) -> f64 {
    let fits = |s: &&Sample| s.name == name && labels.iter().all(|(k, v)| s.labels.get(*k).is_some_and(|l| l == v));
    samples.iter().filter(fits).map(|s| s.value).sum()
}

#[tokio::test]
async fn a_run_by_rules_its_requests_and_what_was_said_of_it_are_counted() {
    let app = TestApp::start().await;
    let before = scraped(&app).await;
    assert_eq!(sum(&before, "plumbline_runs_total", &[]), 0.0);
    let asked = app.ask("How many cases breached SLA?").await;
    let run = asked["runId"].as_str().unwrap();
    for rating in ["good", "bad", "bad"] {
        let said = app.post(&format!("/api/research/runs/{run}/feedback"), json!({"rating": rating})).await;
        assert!((200..300).contains(&said.0), "{said:?}");
    }
    app.get("/api/research/runs/no-such-run").await;
    app.get(&format!("/api/research/runs/{run}")).await;
    app.get("/nowhere/at/all").await;
    let after = scraped(&app).await;
    assert_eq!(sum(&after, "plumbline_runs_total", &[("status", "completed"), ("strategy", "rules")]), 1.0);
    assert_eq!(sum(&after, "plumbline_runs_total", &[]), 1.0);
    assert_eq!(sum(&after, "plumbline_run_duration_seconds_count", &[]), 1.0);
    let buckets = after.iter().filter(|s| s.name == "plumbline_run_duration_seconds_bucket");
    let bounds: Vec<f64> = buckets.map(|s| s.labels["le"].replace("+Inf", "inf").parse().unwrap()).collect();
    assert_eq!(bounds, [0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0, f64::INFINITY]);
    assert_eq!(sum(&after, "plumbline_router_confidence_count", &[]), 1.0);
    let calls = app.services.agent.run(run).await.unwrap().calls().count();
    assert!(calls > 0);
    assert_eq!(sum(&after, "plumbline_tool_calls_total", &[("result", "success")]), calls as f64);
    assert!(sum(&after, "plumbline_tool_calls_total", &[("tool", "analyze_sla_compliance")]) >= 1.0);
    assert_eq!(sum(&after, "plumbline_tool_duration_seconds_count", &[]), calls as f64);
    assert_eq!(sum(&after, "plumbline_feedback_total", &[("verdict", "good")]), 1.0);
    assert_eq!(sum(&after, "plumbline_feedback_total", &[("verdict", "bad")]), 2.0);
    let requests = |labels: &[(&str, &str)]| sum(&after, "http_server_request_duration_seconds_count", labels);
    assert_eq!(requests(&[("method", "POST"), ("route", "/api/research"), ("status", "200")]), 1.0);
    let of_run = ("route", "/api/research/runs/{id}");
    assert_eq!((requests(&[of_run, ("status", "404")]), requests(&[of_run, ("status", "200")])), (1.0, 1.0));
    assert_eq!(requests(&[("route", "unmatched"), ("status", "404")]), 1.0);
    assert!(after.iter().all(|s| s.labels.values().all(|v| !v.contains(run))), "an id is a label");
    assert_eq!(sum(&after, "plumbline_active_sessions", &[]), 0.0, "the question is answered");
    assert!(sum(&after, "process_resident_memory_bytes", &[]) > 1e6);
    assert!(sum(&after, "process_cpu_seconds_total", &[]) > 0.0);
    assert_eq!(sum(&after, "plumbline_build_info", &[("version", env!("CARGO_PKG_VERSION"))]), 1.0);
}

#[derive(Deserialize, JsonSchema)]
struct Nothing {}

#[tokio::test]
async fn a_model_over_http_and_a_tool_that_takes_too_long_are_counted() {
    let steps = vec![
        topics(),
        Step::call("slow_tool", json!({})),
        Step::call("search_knowledge_base", json!({"query": "sign-in update"})),
        Step::call("no_such_tool", json!({})),
        answer(),
    ];
    let desk = Desk::with("tools", scripted(steps).await, &[("PLUMBLINE_TOOL_TIMEOUT_S", "1")]).await;
    let never = |_, _: Nothing| std::future::pending::<Result<ToolOutput, ToolError>>();
    let slow = Tool::reads("slow_tool", "Takes its time.", never);
    assert!(desk.app.services.agent.live_registry().put(Origin::Api("slow".into()), vec![slow]).is_empty());
    let run = desk.ask(WHY).await;
    assert_eq!(run.status, RunStatus::Completed);
    let told = scraped(&desk.app).await;
    assert_eq!(sum(&told, "plumbline_runs_total", &[("strategy", "tools")]), 1.0);
    assert_eq!(sum(&told, "plumbline_tool_calls_total", &[("tool", "slow_tool"), ("result", "timeout")]), 1.0);
    assert_eq!(sum(&told, "plumbline_tool_calls_total", &[("tool", "unknown"), ("result", "error")]), 1.0);
    assert_eq!(sum(&told, "plumbline_tool_calls_total", &[("tool", "no_such_tool")]), 0.0);
    assert!(sum(&told, "plumbline_tool_duration_seconds_sum", &[("tool", "slow_tool")]) > 0.9);
    assert_eq!(sum(&told, "plumbline_retrieval_seconds_count", &[]), 1.0);
    assert!(sum(&told, "plumbline_retrieval_relevance_count", &[]) > 0.0);
    let tokens = |direction| sum(&told, "plumbline_llm_tokens_total", &[("direction", direction)]);
    assert!(run.usage.tokens_prompt > 0);
    assert_eq!(tokens("input"), run.usage.tokens_prompt as f64);
    assert_eq!(tokens("output"), run.usage.tokens_completion as f64);
    let model = [("model", "openai/gpt-4.1-mini")];
    assert_eq!(sum(&told, "plumbline_llm_calls_total", &model), f64::from(run.usage.model_calls));
    assert_eq!(sum(&told, "plumbline_llm_errors_total", &[]), 0.0);
}

#[tokio::test]
async fn a_model_that_fails_is_counted_by_what_went_wrong() {
    let model = ScriptedModel::answering(7, |_| Step::status(500, "boom")).await;
    let desk = Desk::with("tools", model, &[("PLUMBLINE_LLM_RETRIES", "1")]).await;
    desk.ask(WHY).await;
    let told = scraped(&desk.app).await;
    let labels = [("model", "openai/gpt-4.1-mini"), ("type", "unavailable")];
    assert_eq!(sum(&told, "plumbline_llm_errors_total", &labels), 2.0, "two tries");
    assert_eq!(sum(&told, "plumbline_llm_errors_total", &[]), 2.0);
    assert_eq!(sum(&told, "plumbline_runs_total", &[("strategy", "rules")]), 1.0, "the rules ended it");
}

#[tokio::test]
async fn strangers_read_no_metrics() {
    let app = TestApp::with(&[
        ("ADMIN_TOKEN", "correct-horse-battery-staple-0123"),
        ("PLUMBLINE_METRICS_TOKEN", "battery-staple-correct-horse-0123"),
    ])
    .await;
    let get = |path: &str, bearer: &str| {
        let request = app.client.get(format!("{}{path}", app.url));
        let request = if bearer.is_empty() { request } else { request.bearer_auth(bearer) };
        async move { request.send().await.unwrap().status().as_u16() }
    };
    for wrong in ["", "wrong", "battery", "battery-staple-correct-horse-0123!"] {
        assert!(matches!(get("/metrics", wrong).await, 401 | 403), "{wrong}");
    }
    assert_eq!(get("/metrics", "battery-staple-correct-horse-0123").await, 200);
    assert_eq!(get("/metrics", "correct-horse-battery-staple-0123").await, 200);
    assert!(
        matches!(get("/admin/sessions", "battery-staple-correct-horse-0123").await, 401 | 403),
        "it is good for metrics alone"
    );
}
