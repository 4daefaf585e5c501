//! Spans over OTLP: their hierarchy and names, and that they contain no texts unless configured.

use serde_json::{Value, json};

use super::collector::{Collector, Told};
use crate::agent::{Desk, WHY, answer, scripted, topics};
use crate::app::TestApp;
use crate::scripted_model::{ScriptedModel, Step};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN: &str = "00f067aa0ba902b7";

fn root(spans: &[Told]) -> Option<&Told> {
    spans.iter().find(|span| span.name == "invoke_agent plumbline")
}

fn below<'a>(spans: &'a [Told], parent: &Told) -> Vec<&'a Told> {
    spans.iter().filter(|span| span.parent == parent.id).collect()
}

#[tokio::test]
async fn a_run_is_told_as_part_of_the_trace_in_which_it_was_asked() {
    let collector = Collector::start().await;
    let settings = [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url.as_str()),
        ("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20of-the-collector"),
        ("OTEL_SERVICE_NAME", "desk-7"),
        // A request that comes with a trace keeps to what that says.
        ("OTEL_TRACES_SAMPLER_ARG", "0"),
    ];
    let search = Step::call("search_knowledge_base", json!({"query": "sign-in update"}));
    let desk = Desk::with("tools", scripted(vec![topics(), search, answer()]).await, &settings).await;
    let asked = desk.app.client.post(format!("{}/api/research", desk.app.url)).json(&json!({"query": WHY}));
    let asked = asked.header("traceparent", format!("00-{TRACE}-{SPAN}-01")).send().await.unwrap();
    let asked: Value = asked.json().await.unwrap();
    let run = desk.run(asked["runId"].as_str().unwrap()).await;
    let spans = collector.until(|all| root(all).is_some() && all.iter().any(|s| s.kind == 2)).await;
    assert!(spans.iter().all(|s| s.trace == TRACE && s.service == "desk-7" && s.key == "Bearer of-the-collector"));

    let request = spans.iter().find(|s| s.kind == 2).unwrap();
    assert_eq!((request.name.as_str(), request.parent.as_str()), ("POST /api/research", SPAN));
    assert_eq!(
        (request.of("http.route"), request.of("http.response.status_code")),
        (json!("/api/research"), json!(200))
    );
    let root = root(&spans).unwrap();
    assert_eq!((root.parent.as_str(), root.kind), (request.id.as_str(), 1));
    for (name, value) in [
        ("gen_ai.operation.name", json!("invoke_agent")),
        ("gen_ai.agent.name", json!("plumbline")),
        ("gen_ai.conversation.id", json!(run.session_id)),
        ("gen_ai.provider.name", json!("openai")),
        ("gen_ai.request.model", json!("gpt-4.1-mini")),
        ("gen_ai.usage.input_tokens", json!(run.usage.tokens_prompt)),
        ("plumbline.run.id", json!(run.id)),
        ("plumbline.run.status", json!("completed")),
    ] {
        assert_eq!(root.of(name), value, "{name}");
    }
    let parts = below(&spans, root);
    let chats: Vec<_> = parts.iter().filter(|s| s.name == "chat gpt-4.1-mini").collect();
    assert_eq!(chats.len(), run.usage.model_calls as usize);
    assert!(chats.iter().all(|s| s.kind == 3 && !s.failed && s.of("gen_ai.operation.name") == "chat"));
    let tokens = |name: &str| chats.iter().filter_map(|s| s.of(name).as_u64()).sum::<u64>();
    let told = (tokens("gen_ai.usage.input_tokens"), tokens("gen_ai.usage.output_tokens"));
    assert_eq!(told, (run.usage.tokens_prompt, run.usage.tokens_completion));
    let calls: Vec<_> = parts.iter().filter(|s| s.of("gen_ai.operation.name") == "execute_tool").collect();
    let made: Vec<Value> = run.calls().map(|call| json!([call.id, call.tool])).collect();
    let told: Vec<Value> =
        calls.iter().map(|s| json!([s.of("gen_ai.tool.call.id"), s.of("gen_ai.tool.name")])).collect();
    assert_eq!(told, made);
    assert_eq!(parts.len(), chats.len() + calls.len(), "nothing else is told");
    let search = calls.iter().find(|s| s.name == "execute_tool search_knowledge_base").unwrap();
    assert_eq!(below(&spans, search)[0].name, "retrieval search_knowledge_base");
    assert!(parts.iter().all(|s| root.from <= s.from && s.from <= s.to && s.to <= root.to), "{parts:?}");

    let content = ["messages", "arguments", "result", "instructions"];
    for span in &spans {
        let named = span.about.keys().find(|name| content.iter().any(|part| name.ends_with(part)));
        assert_eq!(named, None, "{}", span.name);
        let told = format!("{:?}", span.about);
        assert!(!told.contains("mobile") && !told.contains("Login") && !told.contains("sign-in"), "{told}");
    }
}

#[tokio::test]
async fn words_are_told_where_that_is_asked_for_and_what_is_left_goes_out_at_the_end() {
    let collector = Collector::start().await;
    let settings = [("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url.as_str()), ("PLUMBLINE_OTEL_CONTENT", "true")];
    // The data outlives the server here: what is left of a run is read after it was told to stop.
    let data = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", data.path().join("test.db").display());
    let app = TestApp::over(&url, tempfile::tempdir().unwrap(), &settings).await;
    app.ask("How many cases breached SLA?").await;
    drop(app);
    let spans = collector.until(|all| root(all).is_some()).await;
    let root = root(&spans).unwrap();
    assert_eq!((root.parent.as_str(), root.of("plumbline.strategy")), ("", json!("rules")));
    assert_eq!(root.of("gen_ai.request.model"), Value::Null, "rules are no model");
    let messages = |name: &str| serde_json::from_str::<Value>(root.of(name).as_str().unwrap()).unwrap();
    assert_eq!(messages("gen_ai.input.messages")[0]["parts"][0]["content"], "How many cases breached SLA?");
    assert_eq!(messages("gen_ai.output.messages")[0]["role"], "assistant");
    let parts = below(&spans, root);
    let call = parts.iter().find(|s| s.name == "execute_tool analyze_sla_compliance").unwrap();
    assert!(
        serde_json::from_str::<Value>(call.of("gen_ai.tool.call.arguments").as_str().unwrap()).unwrap().is_object()
    );
    assert!(call.of("gen_ai.tool.call.result").as_str().is_some_and(|text| text.starts_with('{')));
    assert!(spans.iter().all(|s| !s.name.starts_with("chat") && s.kind != 2));
}

#[tokio::test]
async fn what_fails_is_told_by_its_kind() {
    let collector = Collector::start().await;
    let settings = [("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url.as_str()), ("PLUMBLINE_LLM_RETRIES", "0")];
    let steps = vec![Step::call("no_such_tool", json!({})), Step::status(401, "bad key of Hartmann")];
    let desk = Desk::with("tools", scripted(steps).await, &settings).await;
    desk.ask(WHY).await;
    let spans = collector.until(|all| root(all).is_some()).await;
    let parts = below(&spans, root(&spans).unwrap());
    let failed: Vec<_> = parts.iter().filter(|s| s.failed).map(|s| (s.name.as_str(), s.of("error.type"))).collect();
    assert_eq!(failed, [("execute_tool no_such_tool", json!("error")), ("chat gpt-4.1-mini", json!("auth"))]);
    assert!(!format!("{spans:?}").contains("Hartmann"));
}

#[tokio::test]
async fn a_collector_that_is_not_there_harms_nothing() {
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", nobody.local_addr().unwrap());
    drop(nobody);
    let model = ScriptedModel::start([]).await;
    let desk = Desk::with("rules", model, &[("OTEL_EXPORTER_OTLP_ENDPOINT", &url)]).await;
    for _ in 0..3 {
        let run = desk.ask("How many cases breached SLA?").await;
        assert!(run.answer.is_some_and(|answer| answer.text.contains('3')));
    }
}

#[tokio::test]
async fn an_address_that_is_none_is_refused_at_the_start() {
    use server::observe::traces::{Destination, Traces};
    let (headers, service) = (Default::default(), "plumbline".to_owned());
    let to = Destination { endpoint: "collector:4318".into(), headers, service, share: 1.0, content: false };
    let opened = Traces::open(&to);
    assert!(opened.is_err(), "{opened:?}");
}
