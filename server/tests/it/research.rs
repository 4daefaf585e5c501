//! Asking over HTTP: the three forms, the conversation, watching, stopping, resuming after a restart.

use std::time::Duration;

use futures::StreamExt;
use serde_json::{Value, json};

use crate::app::{TestApp, small_bank};

const WHY: &str = "Why are customers complaining about the mobile app?";

/// Reads a stream of server-sent events until `until` is seen or it ends; returns (id, data) of each.
async fn events(response: reqwest::Response, until: Option<&str>) -> Vec<(i64, Value)> {
    let mut stream = response.bytes_stream();
    // A chunk may end within a character.
    let (mut bytes, mut seen) = (Vec::new(), Vec::new());
    while let Some(chunk) = stream.next().await {
        bytes.extend_from_slice(&chunk.unwrap());
        while let Some(end) = bytes.windows(2).position(|pair| pair == b"\n\n") {
            let block = String::from_utf8(bytes.drain(..end + 2).collect()).unwrap();
            let field = |name: &str| block.lines().find_map(|l| l.strip_prefix(name)).map(str::trim);
            if let (Some(id), Some(data)) = (field("id:"), field("data:")) {
                let data: Value = serde_json::from_str(data).unwrap();
                let done = until.is_some_and(|u| data["type"] == u);
                seen.push((id.parse().unwrap(), data));
                if done {
                    return seen;
                }
            }
        }
    }
    seen
}

#[tokio::test]
async fn an_answer_has_its_figures_sources_and_stats() {
    let app = TestApp::start().await;
    let body = app.ask(WHY).await;
    let answer = body["answer"].as_str().unwrap();
    for figure in
        ["Login failures 50% (6)", "Crashes 33% (4)", "12 complaints", "2 to 31 January 2026", "16 January 2026"]
    {
        assert!(answer.contains(figure), "{figure} is missing: {answer}");
    }
    assert!(answer.contains("[1]"), "{answer}");
    sources_are_whole(&app, &body).await;
    assert_eq!(body["stats"]["toolCalls"], 3);
    assert_eq!(body["stats"]["model"], "rules");
    assert_eq!(body["reasoning"].as_array().unwrap().len(), body["actions"].as_array().unwrap().len());
    assert_eq!(body["actions"][0]["tool"], "search_knowledge_base");
    assert!(body["actions"].as_array().unwrap().iter().all(|a| a["success"] == true));
    assert_eq!(body["followUpQuestions"].as_array().unwrap().len(), 3);
    // 0.5 and three calls and sources.
    assert_eq!(body["confidence"], 0.9);
    let claims = body["grounding"]["claims"].as_array().unwrap();
    assert!(claims.len() > 8);
    assert!(claims.iter().all(|c| !c["found"].is_null()), "{claims:?}");
}

/// Each source has all of its fields, equal to those of its record; search results have their relevance.
async fn sources_are_whole(app: &TestApp, body: &Value) {
    let bank = small_bank();
    let name = |id: &str| bank.customers.iter().find(|c| c.id == id).map(|c| c.name.as_str());
    let sources = body["sources"].as_array().unwrap();
    assert!(sources.len() > 2 && sources.iter().all(|s| s["number"].is_u64()), "{sources:?}");
    let run = app.services.agent.run(body["runId"].as_str().unwrap()).await.unwrap();
    let output = |tool: &str| run.calls().find(|c| c.tool == tool).and_then(|c| c.outcome.as_ref()?.output()).unwrap();
    let found = &output("search_knowledge_base").sources;
    assert_eq!(found.iter().filter_map(|s| s.relevance).reduce(f64::max), Some(1.0), "{found:?}");
    assert!(found.iter().all(|s| s.relevance.is_some_and(|r| r > 0.0)), "{found:?}");
    let mut kinds = std::collections::BTreeSet::new();
    for source in sources.iter().cloned().chain(found.iter().map(|s| json!(s))) {
        let excerpt = source["excerpt"].as_str().unwrap().trim_matches('…').to_owned();
        kinds.insert(source["type"].to_string());
        let fields = |key: &str| source[key].clone();
        if source["type"] == "document" {
            let note = &bank.documents[0];
            assert!(note.chunks[0].text.contains(&excerpt) && excerpt.len() > 10, "{source}");
            let of_note = [json!(note.id), json!(note.title), json!(note.day), json!(note.kind), Value::Null];
            assert_eq!(["id", "title", "day", "channel", "sentiment"].map(fields), of_note);
        } else {
            let message = bank.communications.iter().find(|c| source["id"] == c.id.as_str()).unwrap();
            assert!(message.body.contains(&excerpt) && excerpt.len() > 10, "{source}");
            let of_message = [json!(name(&message.customer_id)), json!(message.day), json!(message.channel)];
            assert_eq!(["title", "day", "channel"].map(fields), of_message);
            assert_eq!((&source["type"], &source["sentiment"]), (&json!("communication"), &json!(message.sentiment)));
        }
    }
    assert_eq!(kinds.len(), 2, "{kinds:?}");
}

#[tokio::test]
async fn counts_agree_with_the_records() {
    let app = TestApp::start().await;
    for (question, figure) in [
        (
            "How many complaints were about mortgages in January 2026?",
            "There are 2 complaints about Mortgage in January 2026",
        ),
        ("how many complaints about morgages in november 2025", "There is 1 complaint about Mortgage"),
        ("How many enquiries came in last month?", "There are no enquiries"),
        ("How many complaints in Texas?", "There are 7 complaints in Texas"),
        ("How many cases breached SLA?", "3 of 10 cases breached their SLA, a breach rate of 30%"),
        ("Top complaint reasons this month?", "Login failures"),
        ("Complaints by product", "Mobile banking: 12"),
        (
            "Tell me about Hartmann Logistik",
            "Hartmann Logistik is a platinum corporate customer since 1 April 2019, looked after by A. Okafor",
        ),
        ("How do customers feel about mobile banking this month?", "12 (100%) read as negative"),
        ("When did login failures start to increase?", "16 January 2026"),
    ] {
        let body = app.ask(question).await;
        let answer = body["answer"].as_str().unwrap();
        assert!(answer.contains(figure), "{question}\n{answer}");
        assert!(body["stats"]["iterations"].as_i64().unwrap() >= 1, "{question}");
    }
}

#[tokio::test]
async fn every_example_is_answered_with_figures() {
    let app = TestApp::start().await;
    let (_, examples) = app.get("/api/research/examples").await;
    for question in examples["items"].as_array().unwrap() {
        let body = app.ask(question.as_str().unwrap()).await;
        let answer = body["answer"].as_str().unwrap();
        assert!(!answer.contains("I cannot answer"), "{question}: {answer}");
        assert!(body["stats"]["toolCalls"].as_i64().unwrap() >= 1, "{question}: {answer}");
    }
}

#[tokio::test]
async fn what_is_not_understood_is_said_so() {
    let app = TestApp::start().await;
    for question in ["How many moons does Jupiter have?", "asdf qwer", "What is the weather tomorrow in Berlin?"] {
        let body = app.ask(question).await;
        let answer = body["answer"].as_str().unwrap();
        assert!(answer.starts_with("I cannot answer that."), "{question}: {answer}");
        assert!(!body["followUpQuestions"].as_array().unwrap().is_empty(), "{question}: nothing is offered instead");
        assert_eq!(body["stats"]["toolCalls"], 0);
    }
    // What narrows and is not known is named, and there is no figure without it.
    let body = app.ask("How many complaints about unicorn insurance were there?").await;
    let answer = body["answer"].as_str().unwrap();
    assert!(answer.starts_with("I cannot answer that. I do not know what “unicorn insurance” means"), "{body}");
    let body = app.ask("What can you do?").await;
    let answer = body["answer"].as_str().unwrap();
    // What can be asked, by the data that is there, and no names of tools.
    assert!(answer.contains("what they write and their cases") && answer.contains("\n- "), "{answer}");
    assert!(!answer.contains('_') && !answer.contains("tables"), "{answer}");
}

#[tokio::test]
async fn follow_ups_come_from_what_was_found_and_can_be_answered() {
    let app = TestApp::start().await;
    let first = app.ask("Why are customers complaining about the mobile app?").await;
    let offered: Vec<String> = serde_json::from_value(first["followUpQuestions"].clone()).unwrap();
    // The example set of A-059, over this bank.
    assert_eq!(
        offered,
        [
            "When did login failures start to increase?",
            "Which customer segments are most affected?",
            "What changed in the update of 15 January 2026?"
        ]
    );
    let asked = |question: &str| json!({"query": question, "sessionId": first["sessionId"]});
    for (question, holds) in
        offered.iter().map(String::as_str).zip(["16 January 2026", "corporate", "Release note, mobile banking 6.2"])
    {
        let (_, body) = app.post("/api/research", asked(question)).await;
        let answer = body["answer"].as_str().unwrap();
        assert!(answer.contains(holds), "{question}: {answer}");
    }
    // Whatever is asked: what is offered next is new, and has an answer.
    for question in [
        "Tell me about Hartmann Logistik",
        "How many cases breached SLA?",
        "Complaints by product this year",
        "How many complaints per day on average in January 2026?",
        "What is the weather?",
        "What can you do?",
    ] {
        let body = app.ask(question).await;
        let offered: Vec<String> = serde_json::from_value(body["followUpQuestions"].clone()).unwrap();
        assert_eq!(offered.len(), 3, "{question}: {offered:?}");
        for next in offered {
            assert_ne!(next, question);
            let (_, reply) = app.post("/api/research", json!({"query": next, "sessionId": body["sessionId"]})).await;
            let answer = reply["answer"].as_str().unwrap();
            // What is proposed waits for a person.
            if reply["status"] == "waiting" {
                continue;
            }
            assert!(!answer.starts_with("I cannot answer") && reply["stats"]["toolCalls"] != 0, "{next}: {answer}");
        }
    }
    // Those of a model's answer, where the model has none of its own, come from the run as well.
    assert!(first["followUpQuestions"] != app.ask("Tell me about Hartmann Logistik").await["followUpQuestions"]);
}

#[tokio::test]
async fn a_follow_up_knows_what_was_asked_before() {
    let app = TestApp::start().await;
    let first = app.ask(WHY).await;
    let path = format!("/api/research/conversation/{}", first["sessionId"].as_str().unwrap());
    let (status, second) = app.post(&path, json!({"query": "How many were there per day?"})).await;
    assert_eq!(status, 200, "{second}");
    let input = &second["actions"][0]["input"];
    assert!(input.to_string().contains("\"mobile-banking\""), "{input}");
    let (_, conversation) = app.get(&path).await;
    assert_eq!(conversation["runs"].as_array().unwrap().len(), 2);
    assert_eq!(app.client.delete(format!("{}{path}", app.url)).send().await.unwrap().status(), 204);
    assert_eq!(app.get(&path).await.0, 404);
}

#[tokio::test]
async fn a_clicked_bubble_narrows_by_its_window_and_does_not_bound_by_its_day() {
    let app = TestApp::start().await;
    let first = app.ask(WHY).await;
    let path = format!("/api/research/conversation/{}", first["sessionId"].as_str().unwrap());
    // What the chart says besides is accepted.
    let bubble = json!({"date": "2026-01-15", "sentiment": "negative", "id": "b1", "volume": 31, "socialSentiment": -0.2,
        "themes": ["fees"], "npsScore": -20, "promoterPct": 20, "passivePct": 40, "detractorPct": 40});
    let context = json!({"selectedBubble": bubble,
        "timeWindow": {"start": "2026-01-02", "end": "2026-01-31"}});
    let (status, body) = app.post(&path, json!({"query": "How many CDD cases per day?", "context": context})).await;
    assert_eq!(status, 200, "{body}");
    let counted = &body["actions"][0];
    assert_eq!(counted["output"]["timeRange"]["from"], "2026-01-02", "it must look beyond the clicked day: {counted}");
}

#[tokio::test]
async fn a_clicked_mark_is_the_scope_of_the_follow_up_and_that_day_is_the_day_that_was_clicked() {
    let app = TestApp::start().await;
    let first = app.ask(WHY).await;
    let path = format!("/api/research/conversation/{}", first["sessionId"].as_str().unwrap());
    let chart = first["charts"].as_array().unwrap().iter().find(|c| c["drawing"]["type"] == "bars").unwrap();
    let bar = &chart["drawing"]["bars"][0];
    let mut context = chart["scope"].clone();
    for (field, value) in bar["filter"].as_object().unwrap() {
        context[field] = value.clone();
    }
    // "Them" are what was clicked, whatever the conversation was about before.
    let ask = json!({"query": "How many of them came by phone?", "context": context});
    let (status, body) = app.post(&path, ask).await;
    assert_eq!(status, 200, "{body}");
    let counted = body["actions"][0]["output"]["total"].as_i64().unwrap();
    assert!((1..bar["value"].as_f64().unwrap() as i64).contains(&counted), "{body}");
    assert!(body["answer"].as_str().unwrap().contains("topic is"), "{}", body["answer"]);

    let context = json!({"product": "mobile-banking", "kind": "complaint", "records": "communications",
        "timeWindow": {"from": "2026-01-02", "to": "2026-01-31"}, "selectedBubble": {"date": "2026-01-16"}});
    let ask = json!({"query": "How many were there on that day?", "context": context});
    let (_, that) = app.post(&path, ask).await;
    assert_eq!(that["range"], json!({"from": "2026-01-16", "to": "2026-01-16"}), "{that}");
    let (_, per) = app.post(&path, json!({"query": "How many complaints per day?", "context": context})).await;
    assert_eq!(per["range"], json!({"from": "2026-01-02", "to": "2026-01-31"}), "the day does not bound: {per}");
    let wrong = json!({"query": "How many?", "context": {"kind": "rant"}});
    let (status, body) = app.post("/api/research", wrong).await;
    assert_eq!((status, body["field"].as_str()), (400, Some("context.kind")), "{body}");
}

#[tokio::test]
async fn the_customer_of_a_request_bounds_every_tool() {
    let app = TestApp::start().await;
    let ask = json!({"query": "How many complaints were there?", "customerId": "cust-002"});
    let (_, body) = app.post("/api/research", ask).await;
    assert!(body["answer"].as_str().unwrap().contains("There are 8 complaints"), "{}", body["answer"]);
}

/// whoever asks sees the scores of an answer, unless the operator hides them; reviewers always see them.
#[tokio::test]
async fn scores_can_be_hidden_from_those_who_ask() {
    for (settings, shown) in [(&[][..], true), (&[("PLUMBLINE_SHOW_SCORES", "false")], false)] {
        let app = TestApp::with(settings).await;
        let (_, body) = app.post("/api/research", json!({"query": WHY})).await;
        let session = body["sessionId"].as_str().unwrap();
        for (path, shown) in [(format!("/c/{session}"), shown), (format!("/review/{session}"), true)] {
            let page = app.page(&path).await;
            assert!(page.contains(WHY), "{path}");
            assert_eq!(page.contains("How far to trust this"), shown, "{path}");
            assert!(path.starts_with("/review") || page.contains("#trust-") == shown, "{path}");
        }
    }
}

#[tokio::test]
async fn limits_of_a_request_hold() {
    let app = TestApp::start().await;
    let (_, body) = app.post("/api/research", json!({"query": WHY, "maxIterations": 1})).await;
    assert_eq!(body["stats"]["iterations"], 1);
    assert_eq!(body["partial"], true);
    assert!(body["gaps"][0].as_str().unwrap().contains("Max iterations reached"));
    let (_, quick) = app.post("/api/research/quick", json!({"query": WHY, "maxIterations": 9})).await;
    assert!(quick["stats"]["iterations"].as_i64().unwrap() <= 3);
}

#[tokio::test]
async fn the_stream_replays_and_goes_on_live() {
    let app = TestApp::with(&[("PLUMBLINE_PACE_MS", "150")]).await;
    let (status, asked) = app.post("/api/research?wait=false", json!({"query": WHY})).await;
    assert_eq!(status, 202);
    let path = format!("{}/api/research/runs/{}/events", app.url, asked["runId"].as_str().unwrap());
    let first = events(app.client.get(&path).send().await.unwrap(), Some("tool_started")).await;
    let last = first.last().unwrap().0;
    // A reconnecting browser says where it was; nothing is lost and nothing doubled.
    let rest = app.client.get(&path).header("last-event-id", last.to_string()).send().await.unwrap();
    assert_eq!(rest.headers()["content-type"], "text/event-stream");
    let rest = events(rest, None).await;
    let ids: Vec<i64> = first.iter().chain(&rest).map(|(id, _)| *id).collect();
    assert_eq!(ids, (1..=ids.len() as i64).collect::<Vec<_>>());
    assert_eq!(rest.last().unwrap().1["type"], "finished");
    let again = events(app.client.get(format!("{path}?after=2")).send().await.unwrap(), None).await;
    assert_eq!(again.first().unwrap().0, 3);
    // After the end there is nothing more, and the stream ends rather than hangs.
    let after = app.client.get(format!("{path}?after={}", ids.len())).send().await.unwrap();
    assert!(events(after, None).await.is_empty());

    let request = app.client.post(format!("{}/api/research", app.url)).header("accept", "text/event-stream");
    let direct = events(request.json(&json!({"query": WHY})).send().await.unwrap(), None).await;
    assert_eq!(direct.first().unwrap().1["type"], "started");
    assert_eq!(direct.last().unwrap().1["type"], "finished");
}

/// Takes as long as that: proxies cut a stream that is silent for longer than the 10 seconds between two heartbeats.
#[tokio::test]
async fn a_silent_stream_says_that_it_is_still_there() {
    let app = TestApp::with(&[("PLUMBLINE_PACE_MS", "60000")]).await;
    let (_, asked) = app.post("/api/research?wait=false", json!({"query": WHY})).await;
    let path = format!("{}/api/research/runs/{}", app.url, asked["runId"].as_str().unwrap());
    let mut stream = app.client.get(format!("{path}/events")).send().await.unwrap().bytes_stream();
    let beat = async {
        while let Some(piece) = stream.next().await {
            if String::from_utf8_lossy(&piece.unwrap()).lines().any(|line| line == ": still here") {
                return true;
            }
        }
        false
    };
    assert!(tokio::time::timeout(Duration::from_secs(12), beat).await.expect("not a word for 12 s"));
}

#[tokio::test]
async fn a_state_alone_is_asked_back() {
    let app = TestApp::start().await;
    let body = app.ask("closed this quarter").await;
    assert_eq!(body["actions"], json!([]), "{body}");
    assert!(body["answer"].as_str().unwrap().contains("What is meant by “closed”"), "{body}");
}

#[tokio::test]
async fn stop_means_stop() {
    let app = TestApp::with(&[("PLUMBLINE_PACE_MS", "60000")]).await;
    let (_, asked) = app.post("/api/research?wait=false", json!({"query": WHY})).await;
    let path = format!("/api/research/runs/{}", asked["runId"].as_str().unwrap());
    let watch = app.client.get(format!("{}{path}/events", app.url)).send().await.unwrap();
    events(watch, Some("tool_started")).await;
    assert_eq!(app.post(&format!("{path}/cancel"), json!({})).await.0, 202);
    let rest = events(app.client.get(format!("{}{path}/events", app.url)).send().await.unwrap(), None).await;
    assert!(rest.iter().any(|(_, e)| e["type"] == "cancelled"), "{rest:?}");
    let (_, run) = app.get(&path).await;
    assert_eq!(run["status"], "cancelled");
    assert!(run["receipt"]["durationMs"].as_i64().unwrap() < 30_000);
    let (status, problem) = app.post(&format!("{path}/cancel"), json!({})).await;
    assert_eq!(status, 409);
    assert!(problem["detail"].as_str().unwrap().contains("over"));
}

#[tokio::test]
async fn tools_and_health_describe_what_is_there() {
    let app = TestApp::start().await;
    let (_, tools) = app.get("/api/research/tools").await;
    let names: Vec<&str> = tools["items"].as_array().unwrap().iter().map(|t| t["name"].as_str().unwrap()).collect();
    for name in [
        "search_knowledge_base", "get_customer_info", "get_daily_volumes", "get_category_breakdown",
        "analyze_sentiment", "analyze_topics", "analyze_sla_compliance",
    ] {
        assert!(names.contains(&name), "{name}");
    }
    let volumes = tools["items"].as_array().unwrap().iter().find(|t| t["name"] == "get_daily_volumes").unwrap();
    assert_eq!(volumes["parameters"]["required"], json!(["dataType"]));
    let (status, health) = app.get("/health").await;
    assert_eq!((status, &health["status"]), (200, &json!("healthy")));
    assert_eq!(health["asOf"], "2026-01-31");
}
