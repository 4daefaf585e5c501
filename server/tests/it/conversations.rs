//! Conversations over HTTP on both databases: found, named, pinned, shared, exported, deleted and restored; feedback on
//! answers; pending decisions.

use serde_json::{Value, json};
use server::store::sessions::keep;
use sha2::{Digest, Sha256};

use crate::app::{TestApp, json as read};
use crate::audit::entry;
use crate::postgres::on_both;

on_both!(tell);

async fn tell(database: &str) {
    let app = TestApp::over(database, tempfile::tempdir().unwrap(), &[]).await;
    let sla = app.ask("How many cases breached SLA?").await;
    let top = app.ask("Top complaint reasons this month?").await;
    let (sla_run, sla) = (text(&sla["runId"]), text(&sla["sessionId"]));
    let top = text(&top["sessionId"]);
    they_are_found_named_and_pinned(&app, &sla, &top).await;
    one_is_shared_until_that_is_taken_back(&app, &sla).await;
    one_is_exported_with_hashes_that_hold(&app, &sla).await;
    what_is_said_of_an_answer_is_reviewed_first(&app, &sla, &sla_run, &top).await;
    one_is_deleted_and_taken_back(&app, &sla, &sla_run).await;
    what_waits_is_listed(&app).await;
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

async fn found(app: &TestApp, words: &str) -> Vec<String> {
    let (status, body) = app.get(&format!("/api/research/conversations?q={words}")).await;
    assert_eq!(status, 200, "{body}");
    body["items"].as_array().unwrap().iter().map(|i| text(&i["id"])).collect()
}

async fn send(app: &TestApp, method: reqwest::Method, path: &str, body: Option<Value>) -> (u16, Value) {
    let mut request = app.client.request(method, format!("{}{path}", app.url));
    if let Some(body) = body {
        request = request.json(&body);
    }
    read(request.send().await.unwrap()).await
}

async fn they_are_found_named_and_pinned(app: &TestApp, sla: &str, top: &str) {
    assert_eq!(found(app, "").await, [top, sla]);
    assert_eq!(found(app, "BREACHED").await, [sla], "in a question, in any case");
    // Words of the answer alone.
    let (_, whole) = app.get(&format!("/api/research/conversation/{top}")).await;
    let answer = text(&whole["runs"][0]["answer"]["text"]);
    let word = answer.split_whitespace().find(|w| w.len() > 7 && w.chars().all(char::is_alphabetic)).unwrap();
    assert!(found(app, word).await.contains(&top.to_owned()), "{word}");
    assert!(found(app, "100%25_zz").await.is_empty());
    let path = format!("/api/research/conversation/{sla}");
    let patch = |body| send(app, reqwest::Method::PATCH, &path, Some(body));
    assert_eq!(patch(json!({"title": " Deadlines 100% ", "pinned": true})).await.0, 204);
    assert_eq!(found(app, "").await, [sla, top], "the pinned first");
    assert_eq!(found(app, "deadlines%20100%25").await, [sla]);
    let (_, whole) = app.get(&path).await;
    assert_eq!((&whole["title"], &whole["pinned"]), (&json!("Deadlines 100%"), &json!(true)));
    let (status, wrong) = patch(json!({"title": "x".repeat(201)})).await;
    assert_eq!((status, &wrong["field"]), (400, &json!("title")));
    assert_eq!(patch(json!({"name": "x"})).await.0, 400);
    assert_eq!(patch(json!({"title": "", "pinned": false})).await.0, 204);
    assert_eq!(app.get(&path).await.1["title"], Value::Null);
    assert_eq!(send(app, reqwest::Method::PATCH, "/api/research/conversation/none", Some(json!({}))).await.0, 404);
}

async fn one_is_shared_until_that_is_taken_back(app: &TestApp, id: &str) {
    let share = format!("/api/research/conversation/{id}/share");
    let (_, first) = app.post(&share, json!({})).await;
    let (status, made) = app.post(&share, json!({})).await;
    let token = text(&made["token"]);
    assert_eq!((status, token.len()), (200, 64));
    assert_eq!(app.get(&format!("/api/shared/{}", text(&first["token"]))).await.0, 404, "one link, the newest");
    // It is shown once, and not kept: the database has its hash alone.
    let (_, whole) = app.get(&format!("/api/research/conversation/{id}")).await;
    assert_eq!(whole["sharedUntil"], made["until"]);
    let days = (made["until"].as_i64().unwrap() - app.services.world.now()) / 86_400_000;
    assert!((29..=30).contains(&days) && !whole.to_string().contains(&token), "{made}");
    let opens = async |token: &str, at: i64| keep::shared(&app.services.db, token, at).await.is_ok();
    let (hash, until) = (server::auth::token::hash(&token), made["until"].as_i64().unwrap());
    assert_eq!(
        [opens(&token, 0).await, opens(&hash, until - 1).await, opens(&hash, until).await],
        [false, true, false]
    );
    let (status, shared) = app.get(&format!("/api/shared/{token}")).await;
    assert_eq!((status, &shared["id"], &shared["sharedUntil"]), (200, &json!(id), &Value::Null));
    let page = app.client.get(format!("{}/s/{token}", app.url)).send().await.unwrap();
    let page = page.text().await.unwrap();
    assert!(page.contains("How many cases breached SLA?") && !page.contains("name=\"query\""), "no composer");
    assert_eq!(send(app, reqwest::Method::DELETE, &share, None).await.0, 204);
    assert_eq!(app.get(&format!("/api/shared/{token}")).await.0, 404);
    assert_eq!(app.client.get(format!("{}/s/{token}", app.url)).send().await.unwrap().status(), 404);
    assert_ne!(app.post(&share, json!({})).await.1["token"], json!(token), "an old link stays closed");
}

async fn one_is_exported_with_hashes_that_hold(app: &TestApp, id: &str) {
    let get = |format: &'static str| {
        app.client.get(format!("{}/api/research/conversation/{id}/export?format={format}", app.url)).send()
    };
    let reply = get("markdown").await.unwrap();
    assert!(reply.headers()["content-disposition"].to_str().unwrap().ends_with(".md\""));
    let markdown = reply.text().await.unwrap();
    for part in ["# How many cases", "### Sources", "### Figures", "### How it was found", "- Plumbline: "] {
        assert!(markdown.contains(part), "{part}:\n{markdown}");
    }
    let pack = get("html").await.unwrap().text().await.unwrap();
    let mut parts = Vec::new();
    for part in pack.split("<!--part ").skip(1) {
        let (name, rest) = part.split_once("-->").unwrap();
        let content = rest.split("<!--/part-->").next().unwrap();
        let json = content.split_once(&format!("<script type=\"application/json\" id=\"{name}\">")).unwrap().1;
        serde_json::from_str::<Value>(json.strip_suffix("</script>").unwrap()).unwrap();
        let hash: String = Sha256::digest(content).iter().map(|b| format!("{b:02x}")).collect();
        assert!(pack.contains(&format!("<code>{name}</code></th><td><code>{hash}</code>")), "{name}");
        parts.push(name.split('-').next().unwrap());
    }
    parts.dedup();
    assert_eq!(parts, ["question", "answer", "chart", "sources", "figures", "table", "trace", "versions"]);
    assert!(!pack.contains("src=") && !pack.contains("<link"), "it needs nothing else");
    assert_eq!(get("pdf").await.unwrap().status(), 400);
    assert_eq!(app.get("/api/research/conversation/none/export").await.0, 404);
}

async fn what_is_said_of_an_answer_is_reviewed_first(app: &TestApp, id: &str, run: &str, other: &str) {
    let first = |sort: &'static str| async move {
        text(&app.get(&format!("/admin/sessions?sort={sort}")).await.1["items"][0]["id"])
    };
    assert_eq!(first("newest").await, other);
    let path = format!("/api/research/runs/{run}/feedback");
    assert_eq!(app.post(&path, json!({"rating": "good"})).await.0, 204);
    let bad = json!({"rating": "bad", "reasons": ["wrong figure"], "note": "Two of them are closed."});
    assert_eq!(app.post(&path, bad).await.0, 204, "a later word takes the place of the earlier");
    assert_eq!(first("risk").await, id);
    let (_, detail) = app.get(&format!("/admin/sessions/{id}")).await;
    assert_eq!((&detail["session"]["thumbsDown"], detail["feedback"].as_array().unwrap().len()), (&json!(1), 1));
    assert_eq!(
        (&detail["feedback"][0]["note"], &detail["feedback"][0]["by"]),
        (&json!("Two of them are closed."), &json!("local"))
    );
    assert_eq!(app.post("/api/research/runs/none/feedback", json!({"rating": "bad"})).await.0, 404);
    assert_eq!(app.post(&path, json!({"rating": "awful"})).await.0, 400);
    // A question without an answer is a risk, too.
    let refused = app.ask("Colourless green ideas sleep furiously").await;
    let (_, detail) = app.get(&format!("/admin/sessions/{}", text(&refused["sessionId"]))).await;
    assert_eq!(detail["session"]["refused"], 1, "{refused}");
}

async fn one_is_deleted_and_taken_back(app: &TestApp, id: &str, run: &str) {
    let path = format!("/api/research/conversation/{id}");
    assert_eq!(send(app, reqwest::Method::DELETE, &path, None).await.0, 204);
    assert_eq!(app.get(&path).await.0, 404);
    assert_eq!(app.get(&format!("/api/research/runs/{run}")).await.0, 404);
    assert_eq!(app.get(&format!("/admin/sessions/{id}")).await.0, 404);
    assert_eq!(app.post(&path, json!({"query": "And by product?"})).await.0, 404);
    assert!(!found(app, "").await.contains(&id.to_owned()));
    assert_eq!(send(app, reqwest::Method::DELETE, &path, None).await.0, 404);
    assert_eq!(app.post(&format!("{path}/restore"), json!({})).await.0, 204);
    assert_eq!(app.get(&path).await.1["runs"][0]["id"], json!(run));
    // Once the time to undo it is over, its rows go.
    assert_eq!(send(app, reqwest::Method::DELETE, &path, None).await.0, 204);
    let now = chrono::Utc::now().timestamp_millis();
    assert_eq!(server::store::sessions::keep::purge(&app.services.db, now + 1, entry).await.unwrap(), 1);
    assert_eq!(app.post(&format!("{path}/restore"), json!({})).await.0, 404);
}

async fn what_waits_is_listed(app: &TestApp) {
    let list = || app.get("/api/research/approvals");
    assert_eq!(list().await.1["total"], 0);
    let asked = app.ask("Open a case for Hartmann Logistik about login failures").await;
    let (_, body) = list().await;
    assert_eq!((&body["total"], &body["items"][0]["runId"]), (&json!(1), &asked["runId"]));
    let approval = text(&body["items"][0]["approval"]);
    let path = format!("/api/research/runs/{}/approvals/{approval}", text(&asked["runId"]));
    assert_eq!(app.post(&path, json!({"decision": "reject"})).await.0, 200);
    assert_eq!(list().await.1["total"], 0);
}
