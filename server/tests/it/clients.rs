//! Calls that clients expect of the API: questions about a customer or a selection, single analyses, allowed methods.

use serde_json::{Value, json};
use server::services::live::LiveServices;

use crate::app::TestApp;

const WHY: &str = "Why are customers complaining about the mobile app?";

#[tokio::test]
async fn a_method_is_explained_without_data_and_every_source_has_its_relevance() {
    let app = TestApp::start().await;
    for question in
        ["How is the NPS worked out?", "How do you calculate the net promoter score?", "Explain the NPS method"]
    {
        let body = app.ask(question).await;
        let answer = body["answer"].as_str().unwrap();
        assert!(
            answer.starts_with("Estimated NPS: nobody was asked for a score.") && answer.contains("above 0.2"),
            "{body}"
        );
        assert_eq!(body["actions"], json!([]));
    }
    // The data is asked where a figure is.
    assert!(app.ask("What is the NPS?").await["actions"].as_array().is_some_and(|a| !a.is_empty()));
    let body = app.ask("Tell me about Hartmann Logistik").await;
    let sources = body["sources"].as_array().unwrap();
    let mut of = sources.iter().filter(|s| s["type"] == "communication" || s["type"] == "document").peekable();
    assert!(of.peek().is_some(), "{sources:?}");
    assert!(of.all(|s| s["relevance"].as_f64().is_some_and(|r| (0.0..=1.0).contains(&r))), "{sources:?}");
}

#[tokio::test]
async fn customers_choices_and_single_analyses_are_asked_for_over_the_api() {
    let app = TestApp::start().await;
    let (_, quick) = app.post("/api/research/quick", json!({"query": WHY})).await;
    assert!(quick["processingTime"].is_i64() && quick["confidence"].is_f64() && quick["answer"].is_string(), "{quick}");
    let (status, opened) = app.post("/api/research/conversation", json!({"query": WHY})).await;
    assert!(status == 200 && opened["sessionId"].is_string(), "{opened}");
    let asked = json!({"questions": ["How many complaints were there?", "What do they write about?"]});
    let (_, of) = app.post("/api/research/customer/cust-001", asked).await;
    assert_eq!((&of["customerId"], &of["total"]), (&json!("cust-001"), &json!(2)));
    for result in of["results"].as_array().unwrap() {
        assert!(result["stats"]["iterations"].as_i64().unwrap() <= 5 && result["question"].is_string(), "{result}");
        let args = result["actions"].to_string();
        assert!(!args.contains("Osei Textiles"), "it is about one customer: {args}");
    }
    for (path, body, field) in [
        ("/api/research/customer/cust-001", json!({"questions": []}), "questions"),
        ("/api/research/customer/nobody", json!({"questions": ["Why?"]}), "customerId"),
        ("/api/analysis/topics", json!({"product": "moon"}), "body"),
    ] {
        let (status, problem) = app.post(path, body).await;
        assert_eq!((status, &problem["field"], &problem["code"]), (400, &json!(field), &json!("VALIDATION_ERROR")));
    }
    // The same choice is answered once in ten minutes.
    let choice = json!({"context": {"product": "mobile-banking"}});
    let (_, first) = app.post("/api/research/insight", choice.clone()).await;
    let (_, again) = app.post("/api/research/insight", choice).await;
    assert_eq!((&first["cached"], &again["cached"], &again["runId"]), (&json!(false), &json!(true), &first["runId"]));
    for other in [
        json!({"context": {"product": "mobile-banking"}, "useCache": false}),
        json!({"context": {"product": "mortgage"}}),
        json!({"context": {"product": "mobile-banking"}, "question": "How many complaints were there?"}),
    ] {
        let (status, other) = app.post("/api/research/insight", other).await;
        assert_eq!((status, &other["cached"]), (200, &json!(false)), "{other}");
        assert_ne!(other["runId"], first["runId"]);
    }
    // What an analysis says alone is what it says in a run.
    let args = json!({"kind": "complaint", "product": "mobile-banking"});
    let (status, topics) = app.post("/api/analysis/topics", args.clone()).await;
    assert!(status == 200 && topics["topTopics"][0]["topic"] == "Login failures", "{topics}");
    for (path, args) in [
        ("analysis/sentiment", json!({})),
        ("analysis/trends", json!({})),
        ("analysis/patterns", json!({})),
        ("analysis/risk", json!({})),
        ("analysis/issues", json!({})),
        ("analysis/customer-health", json!({"customerId": "cust-001"})),
        ("analysis/relationship", json!({"customerId": "cust-001"})),
        ("communications/search", json!({"query": "sign-in"})),
        ("communications/get", json!({"id": "comm-00001"})),
        ("communications/stats", json!({})),
    ] {
        let (status, body) = app.post(&format!("/api/{path}"), args).await;
        assert!(status == 200 && body["summary"].is_string() && body["sources"].is_array(), "{path}: {body}");
    }
    assert_eq!(app.post("/api/analysis/moon", json!({})).await.0, 404);
    // A stream says that it stands before anything else.
    let path = format!("{}/api/research/runs/{}/events", app.url, first["runId"].as_str().unwrap());
    let text = app.client.get(path).send().await.unwrap().text().await.unwrap();
    assert!(text.starts_with("event: connected\ndata: {\"runId\""), "{}", &text[..80]);
}

#[tokio::test]
async fn scores_that_are_hidden_on_the_desk_are_hidden_over_the_api() {
    for (settings, shown) in [(&[][..], true), (&[("PLUMBLINE_SHOW_SCORES", "false")], false)] {
        let app = TestApp::with(settings).await;
        let answer = app.ask(WHY).await;
        let (run, session) = (answer["runId"].as_str().unwrap(), answer["sessionId"].as_str().unwrap());
        for name in ["scores", "confidence", "confidenceScore", "confidenceTier"] {
            assert_eq!(answer.get(name).is_some(), shown, "{name}: {answer}");
        }
        let mut texts = vec![answer.to_string()];
        for path in [
            format!("/api/research/runs/{run}"),
            format!("/api/research/conversation/{session}"),
            format!("/api/research/runs/{run}/events"),
        ] {
            texts.push(app.client.get(format!("{}{path}", app.url)).send().await.unwrap().text().await.unwrap());
        }
        for text in &texts {
            assert_eq!(text.contains("Sources were found"), shown, "{text}");
        }
        assert!(texts[3].contains("\"type\":\"grounded\""), "the event itself is there");
        // Reviewers see them.
        let (_, reviewed) = app.get(&format!("/admin/sessions/{session}")).await;
        assert!(reviewed.to_string().contains("Sources were found"), "{reviewed}");
    }
}

/// What a client of the document's own example reads is there, each field of the same type.
#[tokio::test]
async fn an_answer_has_the_form_of_the_documents_example() {
    let example = json!({
        "answer": "Customers complain about the mobile app because sign-in fails.",
        "confidence": 0.85,
        "sources": [{"type": "communication", "id": "comm-12345", "title": "Cannot sign in", "relevance": 0.92,
            "excerpt": "I cannot sign in any more."}],
        "reasoning": [
            {"step": 1, "thought": "What is it about?", "action": "analyze_topics", "actionInput": {"kind": "complaint"},
                "observation": "Login failures lead."},
            {"step": 2, "thought": "Since when?", "action": "analyze_trends", "actionInput": {}, "observation": "January."},
        ],
        "actions": [{"tool": "analyze_topics", "input": {"kind": "complaint"}, "output": {"summary": "Login failures lead."},
            "duration": 234, "success": true}],
        "followUpQuestions": ["Since when?", "Which customers?", "What changed?"],
        "stats": {"totalTime": 4521, "iterations": 3, "toolCalls": 2, "model": "gpt-4"},
    });
    let app = TestApp::start().await;
    let body = app.ask(WHY).await;
    let mut missing = Vec::new();
    differs(&example, &body, "", &mut missing);
    assert!(missing.is_empty(), "{missing:?}: {body}");
    assert!(body["confidence"].as_f64().is_some_and(|value| (0.0..=1.0).contains(&value)), "{body}");
    assert_eq!(body["followUpQuestions"].as_array().map(Vec::len), Some(3));
}

/// Adds the places where a value lacks a field of the example, or has another type. Each element of a list is compared with
/// the example's first if it has the same type; what a tool is given is its own.
fn differs(example: &Value, value: &Value, place: &str, missing: &mut Vec<String>) {
    match (example, value) {
        (Value::Object(_), Value::Object(_)) if ["/input", "/actionInput"].iter().any(|own| place.ends_with(own)) => {}
        (Value::Object(fields), Value::Object(own)) => {
            for (name, example) in fields {
                let place = format!("{place}/{name}");
                match own.get(name) {
                    Some(value) => differs(example, value, &place, missing),
                    None => missing.push(place),
                }
            }
        }
        (Value::Array(examples), Value::Array(list)) if !list.is_empty() => {
            let same = |value: &&Value| value["type"] == examples[0]["type"];
            list.iter().filter(same).for_each(|value| differs(&examples[0], value, place, missing));
        }
        (Value::String(_), Value::String(_))
        | (Value::Number(_), Value::Number(_))
        | (Value::Bool(_), Value::Bool(_)) => {}
        _ => missing.push(place.to_owned()),
    }
}

/// E-004, E-005, E-030, E-035.
#[tokio::test]
async fn a_chat_window_is_answered_directly_or_with_its_steps() {
    let app = TestApp::start().await;
    let question = json!({ "message": "How many cases breached SLA?" });
    let (status, direct) = app.post("/chat", question.clone()).await;
    assert_eq!((status, direct.get("reasoning_trace")), (200, None), "{direct}");
    let (status, reasoned) = app.post("/chat/react", question.clone()).await;
    assert_eq!((status, &reasoned["response"]), (200, &direct["response"]), "{reasoned}");
    let steps: Vec<&str> =
        reasoned["reasoning_trace"].as_array().unwrap().iter().filter_map(|step| step["type"].as_str()).collect();
    assert!(["act", "observe", "answer"].iter().all(|step| steps.contains(step)), "{steps:?}");
    let run = app.services.agent.run(reasoned["run_id"].as_str().unwrap()).await.unwrap();
    assert_eq!(run.limits.unwrap().max_iterations, 5, "the limit of E-006");
    let more = json!({ "message": "and in January?", "session_id": reasoned["session_id"] });
    let (_, again) = app.post("/chat/react", more).await;
    assert_eq!(again["session_id"], reasoned["session_id"]);
    let off = TestApp::with(&[("REACT_ENABLED", "false")]).await;
    assert_eq!((off.post("/chat/react", question.clone()).await.0, off.post("/chat", question).await.0), (403, 200));
}

#[tokio::test]
async fn health_says_ready_once_a_question_is_answered_right() {
    let app = TestApp::start().await;
    app.services.is_starting();
    let (status, health) = app.get("/health").await;
    assert_eq!((status, &health["status"]), (503, &json!("starting")), "{health}");
    let (services, stop) = (app.services.clone(), tokio_util::sync::CancellationToken::new());
    let background = tokio::spawn({
        let stop = stop.clone();
        async move { services.background(LiveServices::new(services.clone()), stop).await }
    });
    while app.get("/health").await.0 == 503 {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    let told = app.ask("How many complaints were there in January 2026?").await;
    assert!(told["answer"].as_str().unwrap().contains("14"), "{told}");
    stop.cancel();
    background.await.unwrap();
}

#[tokio::test]
async fn there_is_no_change_against_a_time_without_data() {
    let app = TestApp::start().await;
    for question in [
        "How many complaints were there in January 2026 compared with January 2025?",
        "How many complaints were there in January 2026 compared with the year before?",
    ] {
        let told = app.ask(question).await;
        let answer = told["answer"].as_str().unwrap();
        assert!(answer.contains("There is no data for") && answer.contains("14"), "{answer}");
        assert!(!answer.contains("increase") && !answer.contains("more than"), "{answer}");
    }
}
