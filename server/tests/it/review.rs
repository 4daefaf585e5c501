//! Reviewing over REST, and who may.

use serde_json::json;

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
async fn with_a_token_set_review_needs_it() {
    let app = TestApp::with(&[("ADMIN_TOKEN", "correct horse")]).await;
    let url = format!("{}/admin/sessions", app.url);
    let get = |name: &'static str, value: &'static str| app.client.get(&url).header(name, value).send();
    assert_eq!(app.get("/admin/sessions").await.0, 403);
    assert_eq!(get("admin-token", "wrong").await.unwrap().status(), 403);
    assert_eq!(get("admin-token", "correct horse").await.unwrap().status(), 200);
    assert_eq!(get("authorization", "Bearer correct horse").await.unwrap().status(), 200);
    // The page's own calls need it too; its sign-in gives a cookie that is good for them.
    let rpc = format!("{}/rpc/review-sessions", app.url);
    let body = json!({"filter": {}});
    let refused = app.client.post(&rpc).json(&body).send().await.unwrap();
    assert!(!refused.status().is_success(), "{}", refused.status());
    let sign_in = |token: &'static str| app.form("/admin/sign-in", &format!("token={token}"));
    assert!(sign_in("wrong").send().await.unwrap().headers().get("set-cookie").is_none());
    let reply = sign_in("correct+horse").send().await.unwrap();
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
