//! Reviewing over REST, and its permissions.

mod cases;
mod replay;

use serde_json::json;

use model::review::NewTurnRating;
use model::review::correction::rows_of;
use server::store::cases::corrections;
use server::store::runs;
use server::store::sessions::ratings;

use crate::app::TestApp;

#[tokio::test]
async fn sessions_are_listed_opened_rated_and_filtered() {
    let app = TestApp::start().await;
    let asked = app.ask("How many cases breached SLA?").await;
    app.ask("Top complaint reasons this month?").await;
    let (status, list) = app.get("/admin/sessions").await;
    assert_eq!((status, &list["total"]), (200, &json!(2)));
    let id = asked["sessionId"].as_str().unwrap();
    let (_, detail) = app.get(&format!("/admin/sessions/{id}")).await;
    assert_eq!(detail["runs"][0]["question"], "How many cases breached SLA?");
    assert!(detail["runs"][0]["steps"].as_array().unwrap().len() > 4, "the whole trace");
    let rating = format!("/admin/sessions/{id}/rating");
    let (status, _) =
        app.post(&rating, json!({"rating": "bad", "note": "The rate looks odd.", "reasons": ["wrong figure"]})).await;
    assert_eq!(status, 200);
    let (_, bad) = app.get("/admin/sessions?rating=bad&q=odd").await;
    assert_eq!((&bad["total"], &bad["items"][0]["id"]), (&json!(1), &json!(id)));
    assert_eq!(app.get("/admin/sessions?tool=analyze_sla_compliance").await.1["total"], 1);
    assert_eq!(app.get("/admin/sessions?from=2000-01-01&to=2000-01-02").await.1["total"], 0);
    app.post(&rating, json!({"rating": "good"})).await;
    let (_, detail) = app.get(&format!("/admin/sessions/{id}")).await;
    assert_eq!(detail["ratings"].as_array().unwrap().len(), 2, "none is overwritten");
    assert_eq!(detail["session"]["rating"], "good");
}

#[tokio::test]
async fn a_session_is_judged_by_its_turns_and_reviewers_by_each_other() {
    let app = TestApp::start().await;
    let asked = app.ask("How many cases breached SLA?").await;
    let id = asked["sessionId"].as_str().unwrap();
    app.post(&format!("/api/research/conversation/{id}"), json!({"query": "Top complaint reasons this month?"})).await;
    let (_, detail) = app.get(&format!("/admin/sessions/{id}")).await;
    let turns: Vec<&str> = detail["runs"].as_array().unwrap().iter().map(|r| r["id"].as_str().unwrap()).collect();
    let rating = format!("/admin/sessions/{id}/rating");
    let (status, problem) = app.post(&rating, json!({"rating": "bad"})).await;
    assert_eq!(status, 400, "of two turns one must be named");
    assert!(problem["detail"].as_str().unwrap().contains(turns[1]), "{problem}");
    let (_, kept) = app
        .post(&rating, json!({"rating": "partly", "runId": turns[0], "fault": "sentence", "correct": "Three of ten."}))
        .await;
    assert_eq!(
        (&kept["fault"], &kept["correct"], &kept["runId"]),
        (&json!("sentence"), &json!("Three of ten."), &json!(turns[0]))
    );
    let shown = async || app.get(&format!("/admin/sessions/{id}")).await.1["session"]["rating"].clone();
    assert_eq!(shown().await, "partly");
    app.post(&rating, json!({"rating": "bad", "runId": turns[1]})).await;
    assert_eq!(shown().await, "bad", "the worst of its turns");
    app.post(&rating, json!({"rating": "good", "runId": turns[1]})).await;
    assert_eq!(shown().await, "partly");
    // The queue: what this reviewer has not rated comes first.
    let other = app.ask("Complaints per day this month").await;
    let (_, queue) = app.get("/admin/sessions?sort=queue").await;
    let done: Vec<(&serde_json::Value, &serde_json::Value)> =
        queue["items"].as_array().unwrap().iter().map(|i| (&i["id"], &i["done"])).collect();
    assert_eq!(done, [(&other["sessionId"], &json!(false)), (&json!(id), &json!(true))]);
    let (_, agreement) = app.get("/admin/agreement").await;
    assert_eq!((&agreement["turns"], &agreement["shared"]), (&json!(2), &json!(0)));
    // A second reviewer disputes one.
    let again: NewTurnRating = serde_json::from_value(json!({"rating": "bad"})).unwrap();
    for turn in &turns {
        ratings::rate(&app.services.db, (id, turn), &format!("by-ann-{turn}"), &again, "ann", 1).await.unwrap();
    }
    let (_, agreement) = app.get("/admin/agreement").await;
    assert_eq!(agreement["disputes"].as_array().unwrap().len(), 2, "{agreement}");
    assert_eq!((&agreement["pairs"][0]["observed"], &agreement["pairs"][0]["turns"]), (&json!(0.0), &json!(2)));
}

#[tokio::test]
async fn what_was_not_answered_stands_together_by_meaning() {
    let app = TestApp::start().await;
    for question in [
        "What is the weather in Paris?", "What is the weather in Paris today?", "Who won the football cup?",
        "How many cases breached SLA?",
    ] {
        app.ask(question).await;
    }
    let (_, refused) = app.get("/admin/refused").await;
    let sizes: Vec<usize> =
        refused["items"].as_array().unwrap().iter().map(|g| g["questions"].as_array().unwrap().len()).collect();
    assert_eq!(sizes, [2, 1], "{refused}");
    assert!(refused["items"][0].to_string().contains("weather"), "the largest first: {refused}");
}

#[tokio::test]
async fn a_corrected_reading_trains_once_a_second_reviewer_agrees() {
    let app = TestApp::start().await;
    let asked = app.ask("How many cases breached SLA?").await;
    let run = asked["runId"].as_str().unwrap();
    let told = runs::get(&app.services.db, run).await.unwrap();
    let rows = rows_of(&told, None).unwrap();
    assert!(rows.contains("[cases|subject]") && rows.contains("\"act\""), "{rows}");
    let correct = async |rows: &str| {
        let field: String = form_urlencoded::byte_serialize(rows.as_bytes()).collect();
        app.form(&format!("/runs/{run}/correct"), &format!("rows={field}")).send().await.unwrap().status().as_u16()
    };
    for wrong in
        ["", "nonsense", r#"{"act":"fly","q":"How many cases breached SLA?"}"#, r#"{"act":"sla","q":"Other?"}"#]
    {
        assert_eq!(correct(wrong).await, 400, "{wrong}");
    }
    assert_eq!(correct(&rows).await, 303);
    let (_, list) = app.get("/admin/corrections").await;
    let id = list["items"][0]["id"].as_str().unwrap();
    let training = async || {
        let reply = app.client.get(format!("{}/admin/corrections.jsonl", app.url)).send().await.unwrap();
        reply.text().await.unwrap()
    };
    let agree = app.form("/quality", &format!("agree={id}")).send().await.unwrap();
    assert_eq!((agree.status().as_u16(), training().await), (409, String::new()), "not one's own");
    corrections::agree(&app.services.db, id, "ann").await.unwrap();
    assert_eq!(training().await, format!("{rows}\n"));
    let back = app.form("/quality", &format!("take-back={id}")).send().await.unwrap();
    assert_eq!((back.status().as_u16(), training().await), (303, String::new()));
}

#[tokio::test]
async fn with_a_token_set_review_needs_it() {
    let app = TestApp::with(&[("ADMIN_TOKEN", "correct-horse-battery-staple-0123")]).await;
    let url = format!("{}/admin/sessions", app.url);
    let get = |name: &'static str, value: &'static str| app.client.get(&url).header(name, value).send();
    assert_eq!(app.get("/admin/sessions").await.0, 403);
    assert_eq!(get("admin-token", "wrong").await.unwrap().status(), 401);
    assert_eq!(get("admin-token", "correct-horse-battery-staple-0123").await.unwrap().status(), 200);
    assert_eq!(get("authorization", "Bearer correct-horse-battery-staple-0123").await.unwrap().status(), 200);
    // The page's own calls need it too; its sign-in gives a cookie that is good for them.
    let rpc = format!("{}/rpc/review-sessions", app.url);
    let body = json!({"filter": {}});
    let refused = app.client.post(&rpc).json(&body).send().await.unwrap();
    assert!(!refused.status().is_success(), "{}", refused.status());
    let sign_in = |token: &'static str| app.form("/admin/sign-in", &format!("token={token}"));
    assert!(sign_in("wrong").send().await.unwrap().headers().get("set-cookie").is_none());
    let reply = sign_in("correct-horse-battery-staple-0123").send().await.unwrap();
    let cookie = reply.headers()["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && !cookie.contains("horse"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let shown = app.client.post(&rpc).header("origin", &app.url).header("cookie", cookie).json(&body);
    assert!(shown.send().await.unwrap().status().is_success());
    // The page that refuses offers the form.
    let page = app.client.get(format!("{}/review", app.url)).send().await.unwrap().text().await.unwrap();
    assert!(page.contains("action=\"/admin/sign-in\""), "the sign-in form is missing");
    // Asking needs no token.
    assert_eq!(app.post("/api/research", json!({"query": "How many cases breached SLA?"})).await.0, 200);
}

#[tokio::test]
async fn other_sites_cannot_use_a_readers_browser() {
    let app = TestApp::start().await;
    let post = app.client.post(format!("{}/api/research", app.url)).json(&json!({"query": "x"}));
    assert_eq!(post.header("sec-fetch-site", "cross-site").send().await.unwrap().status(), 403);
    let get = app.client.get(format!("{}/api/research/tools", app.url)).header("host", "evil.example");
    assert_eq!(get.send().await.unwrap().status(), 403);
}
