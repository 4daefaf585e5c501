//! Calls that clients expect: skills, sessions, knowledge, metrics, health; and the description of all calls.

mod document;

use serde_json::{Value, json};

use crate::app::TestApp;

async fn delete(app: &TestApp, path: &str) -> u16 {
    app.client.delete(format!("{}{path}", app.url)).send().await.unwrap().status().as_u16()
}

#[tokio::test]
async fn skills_and_health_tell_what_there_is() {
    let app = TestApp::with(&[("PLUMBLINE_ENVIRONMENT", "staging")]).await;
    let (status, skills) = app.get("/skills").await;
    assert_eq!((status, &skills["total"]), (200, &json!(5)));
    let (_, tools) = app.get("/api/research/tools").await;
    let mut named = Vec::new();
    for skill in skills["items"].as_array().unwrap() {
        for field in ["name", "description", "version", "domain"] {
            assert!(skill[field].as_str().is_some_and(|text| !text.is_empty()), "{field}: {skill}");
        }
        assert!(skill["tags"].as_array().is_some_and(|tags| !tags.is_empty()), "{skill}");
        named.extend(skill["tools"].as_array().unwrap().iter().map(|tool| tool["name"].clone()));
    }
    let mut all: Vec<Value> = tools["items"].as_array().unwrap().iter().map(|tool| tool["name"].clone()).collect();
    let by_name = |a: &Value, b: &Value| a.as_str().cmp(&b.as_str());
    named.sort_by(by_name);
    all.sort_by(by_name);
    assert_eq!(named, all, "each tool belongs to one skill");
    let (status, health) = app.get("/health").await;
    assert_eq!(
        (status, &health["environment"], &health["databaseHealth"]),
        (200, &json!("staging"), &json!("healthy"))
    );
    assert_eq!(
        (&health["skills"], &health["documents"]),
        (&json!(["customer_intelligence", "data_analyst", "office", "forecast", "support"]), &json!(1))
    );
    assert_eq!(health["tools"].as_u64(), Some(all.len() as u64));
}

/// C-040, X-29.
#[tokio::test]
async fn sessions_begin_go_on_and_end() {
    let app = TestApp::start().await;
    let (status, begun) = app.post("/sessions", json!({"channel": "teams"})).await;
    assert_eq!((status, &begun["channel"]), (201, &json!("teams")), "{begun}");
    let id = begun["sessionId"].as_str().unwrap();
    let (_, list) = app.get("/sessions").await;
    assert_eq!(
        (&list["items"][0]["id"], &list["items"][0]["questions"], &list["items"][0]["channel"]),
        (&json!(id), &json!(0), &json!("teams")),
        "an empty one is there"
    );
    for (body, field) in [(json!({"user_id": "ann"}), "user_id"), (json!({"channel": " "}), "channel")] {
        let (status, problem) = app.post("/sessions", body).await;
        assert_eq!((status, &problem["field"]), (400, &json!(field)), "{problem}");
    }
    assert_eq!(app.get("/api/research/conversations").await.1["total"], 0, "the desk lists what was asked");
    let chat = format!("/sessions/{id}/chat");
    let (status, reply) = app.post(&chat, json!({"message": "How many cases breached SLA?"})).await;
    assert_eq!((status, &reply["session_id"]), (200, &json!(id)), "{reply}");
    assert!(reply["response"].as_str().is_some_and(|text| text.contains('3')), "{reply}");
    // Both spellings of the field name the same conversation.
    for field in ["session_id", "sessionId"] {
        let (status, more) = app.post("/chat", json!({"message": "and in January?", field: id})).await;
        assert_eq!((status, &more["session_id"]), (200, &json!(id)), "{more}");
    }
    let (_, whole) = app.get(&format!("/api/research/conversation/{id}")).await;
    assert_eq!(whole["runs"].as_array().map(Vec::len), Some(3));
    assert_eq!(app.get("/sessions").await.1["items"][0]["questions"], 3);
    assert_eq!(app.post(&chat, json!({"message": "  "})).await.0, 400);
    assert_eq!(
        (delete(&app, &format!("/sessions/{id}")).await, delete(&app, &format!("/sessions/{id}")).await),
        (204, 404)
    );
    assert_eq!(app.get("/sessions").await.1["total"], 0);
    let hello = json!({"message": "How many cases?"});
    let (status, problem) = app.post("/sessions/nobody/chat", hello).await;
    assert_eq!(status, 404);
    assert!(problem["detail"].as_str().is_some_and(|text| text.contains("no conversation nobody")), "{problem}");
    assert_eq!(app.post("/chat", json!({"message": "How many cases?", "session_id": "nobody"})).await.0, 404);
    assert_eq!(app.post(&chat, json!({"message": "How many cases?"})).await.0, 404, "a deleted one is not there");
}

#[tokio::test]
async fn documents_are_taken_in_once_and_found_at_once() {
    let app = TestApp::start().await;
    let text = "# Chargebacks\n\nA zebra-striped card may be disputed within ninety days.\n\n# Travel\n\nTell us before you fly.";
    let given = json!({"documents": [
        {"title": "Disputes", "text": text, "kind": "policy", "product": "Credit card", "day": "2026-01-20"},
        {"id": "house-1", "title": "House rules", "content": "The branch opens at nine."},
    ]});
    let statuses = |body: &Value| -> Vec<Value> {
        body["items"].as_array().unwrap().iter().map(|item| item["status"].clone()).collect()
    };
    let (status, first) = app.post("/knowledge/ingest", given.clone()).await;
    assert_eq!((status, statuses(&first)), (200, vec![json!("added"), json!("added")]), "{first}");
    assert_eq!((&first["items"][0]["parts"], &first["items"][1]["id"]), (&json!(2), &json!("house-1")));
    let (_, again) = app.post("/knowledge/ingest", given).await;
    assert_eq!(statuses(&again), ["unchanged", "unchanged"], "{again}");
    assert_eq!(again["items"][0]["id"], first["items"][0]["id"], "the id is made from the text");
    let changed = json!({"documents": [{"id": "house-1", "title": "House rules", "text": "The branch opens at ten."}]});
    assert_eq!(statuses(&app.post("/knowledge/ingest", changed).await.1), ["changed"]);
    assert_eq!(app.get("/health").await.1["documents"], 3);

    let (status, found) = app.post("/knowledge/search", json!({"query": "zebra-striped card disputed"})).await;
    assert_eq!((status, &found["results"][0]["title"]), (200, &json!("Disputes")), "{found}");
    assert!(found["results"][0]["excerpt"].as_str().is_some_and(|text| text.contains("ninety days")), "{found}");
    let (_, house) = app.post("/knowledge/search", json!({"query": "when does the branch open", "k": 20})).await;
    let titles: Vec<&str> = house["results"].as_array().unwrap().iter().filter_map(|r| r["title"].as_str()).collect();
    assert!(titles.contains(&"House rules") && house["total"] == titles.len(), "{house}");
    assert!(house["results"].as_array().unwrap().iter().all(|r| r["type"] == "document"), "documents alone: {house}");
    let (_, all) = app.post("/knowledge/search", json!({"query": "opening branch", "domain": "all"})).await;
    assert!(all["total"].as_u64().is_some_and(|n| (1..=4).contains(&n)), "four, unless it says otherwise: {all}");
    // The weights are those of the tool: words alone find words alone.
    let words = json!({"query": "zebra-striped", "denseWeight": 0, "sparse_weight": 1});
    let (status, found) = app.post("/knowledge/search", words).await;
    assert_eq!((status, &found["results"][0]["title"]), (200, &json!("Disputes")), "{found}");
    // A run finds it, too.
    let asked = app.ask("What do our documents say about zebra-striped cards?").await;
    assert!(asked["sources"].as_array().unwrap().iter().any(|source| source["title"] == "Disputes"), "{asked}");

    let long = "word ".repeat(45_000);
    for (path, body, field) in [
        ("/knowledge/ingest", json!({"documents": []}), "documents"),
        ("/knowledge/ingest", json!({"documents": [{"title": "", "text": "x"}]}), "documents[0].title"),
        ("/knowledge/ingest", json!({"documents": [{"title": "x", "text": long}]}), "documents[0].text"),
        ("/knowledge/ingest", json!({"documents": [{"id": "a#1", "title": "x", "text": "x"}]}), "documents[0].id"),
        ("/knowledge/search", json!({"query": " "}), "query"),
        ("/knowledge/search", json!({"query": "x", "k": 0}), "k"),
        ("/knowledge/search", json!({"query": "x", "k": 21}), "k"),
        ("/knowledge/search", json!({"query": "x", "dense_weight": 1.5}), "body"),
    ] {
        let (status, problem) = app.post(path, body).await;
        assert_eq!((status, &problem["field"]), (400, &json!(field)), "{problem}");
    }
}

#[tokio::test]
async fn metrics_count_what_was_asked() {
    let app = TestApp::with(&[("ADMIN_TOKEN", "correct-horse-battery-staple-0123")]).await;
    assert_eq!(app.get("/admin/metrics").await.0, 403);
    let asked = app.ask("How many cases breached SLA?").await;
    app.ask("What do customers write about crashes?").await;
    let feedback = format!("/api/research/runs/{}/feedback", asked["runId"].as_str().unwrap());
    assert_eq!(app.post(&feedback, json!({"rating": "good"})).await.0, 204);
    let get = |path: &str| {
        app.client.get(format!("{}{path}", app.url)).header("admin-token", "correct-horse-battery-staple-0123").send()
    };
    let rate = format!("{}/admin/sessions/{}/rating", app.url, asked["sessionId"].as_str().unwrap());
    app.client
        .post(rate)
        .header("admin-token", "correct-horse-battery-staple-0123")
        .json(&json!({"rating": "bad"}))
        .send()
        .await
        .unwrap();
    let metrics: Value = get("/admin/metrics?days=1").await.unwrap().json().await.unwrap();
    assert_eq!((&metrics["requests"], &metrics["sessions"]), (&json!({"completed": 2}), &json!({"completed": 2})));
    assert_eq!((&metrics["ratings"], &metrics["feedback"]), (&json!({"bad": 1}), &json!({"good": 1})));
    let tools = metrics["tools"].as_array().unwrap();
    let calls: i64 = tools.iter().map(|t| t["success"].as_i64().unwrap() + t["error"].as_i64().unwrap()).sum();
    let told = asked["stats"]["toolCalls"].as_i64().unwrap();
    assert!(calls > told && told > 0, "{metrics}");
    assert_eq!((&metrics["latency"]["count"], &metrics["latency"]["buckets"][8]["count"]), (&json!(2), &json!(2)));
    assert_eq!((&metrics["models"], &metrics["routerConfidence"]["count"]), (&json!([]), &json!(2)));
    assert_eq!(get("/admin/metrics?days=0").await.unwrap().status(), 400);
}
