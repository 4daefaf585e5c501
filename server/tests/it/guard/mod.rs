//! The checks before every handler: names and origins, content types, limits of time and number, headers for browsers,
//! and how the server stops.

mod limits;
mod listen;
mod pages;
mod stop;

use reqwest::Method;
use serde_json::Value;

use crate::app::TestApp;

const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";
const QUESTION: &str = r#"{"query": "How many cases breached SLA?"}"#;

/// A request: its method and URL, its headers ("OWN" is replaced by this server's address), its body; and the expected
/// status.
type Case = (&'static str, &'static [(&'static str, &'static str)], &'static str, u16);

#[rustfmt::skip] // A line is a request.
const CASES: &[Case] = &[
    // A plain form of another site's page, as browsers send it without asking first.
    ("POST /api/research", &[("content-type", "text/plain"), ("origin", "https://evil.example")], QUESTION, 403),
    ("POST /api/research", &[("content-type", FORM), ("origin", "https://evil.example")], QUESTION, 403),
    ("POST /api/research", &[("content-type", JSON), ("origin", "https://evil.example")], QUESTION, 403),
    ("POST /api/research", &[("content-type", JSON), ("origin", "http://127.0.0.1:1")], QUESTION, 403),
    ("POST /api/research", &[("content-type", JSON), ("origin", "null")], QUESTION, 403),
    ("POST /api/research", &[("content-type", JSON), ("sec-fetch-site", "cross-site")], QUESTION, 403),
    ("POST /api/research", &[("content-type", JSON), ("sec-fetch-site", "same-site")], QUESTION, 403),
    ("POST /rpc/ask", &[("content-type", "text/plain"), ("origin", "https://evil.example")], QUESTION, 403),
    ("POST /desk/ask", &[("content-type", FORM), ("origin", "https://evil.example")], "query=x", 403),
    ("DELETE /api/research/conversation/none", &[("origin", "https://evil.example")], "", 403),
    ("POST /admin/sign-in", &[("content-type", FORM), ("origin", "https://evil.example")], "token=x", 403),
    ("GET /api/research/tools", &[("host", "evil.example")], "", 403),
    // What browsers and programs of our own send.
    ("POST /api/research", &[("content-type", JSON), ("origin", "OWN")], QUESTION, 200),
    ("POST /api/research", &[("content-type", JSON), ("sec-fetch-site", "same-origin")], QUESTION, 200),
    ("POST /api/research", &[("content-type", JSON), ("sec-fetch-site", "none")], QUESTION, 200),
    ("POST /api/research", &[("content-type", "application/json; charset=utf-8")], QUESTION, 200),
    ("POST /api/research", &[("content-type", "application/vnd.desk+json")], QUESTION, 200),
    ("POST /desk/ask", &[("content-type", FORM), ("origin", "OWN")], "query=How+many+cases+breached+SLA%3F", 303),
    ("DELETE /api/research/conversation/none", &[("origin", "OWN")], "", 404),
    ("GET /api/research/tools", &[("origin", "https://evil.example"), ("host", "localhost")], "", 200),
    // A cookie is taken from a browser alone.
    ("POST /api/research", &[("content-type", JSON), ("cookie", "plumbline-session=x")], QUESTION, 403),
    ("POST /api/research", &[("content-type", JSON), ("cookie", "a=b; plumbline-admin=x")], QUESTION, 403),
    ("POST /api/research", &[("content-type", JSON), ("cookie", "theme=dark")], QUESTION, 200),
    ("POST /api/research", &[("content-type", JSON), ("cookie", "plumbline-admin=x"), ("origin", "OWN")], QUESTION, 200),
    // A call is JSON and a form is a form.
    ("POST /api/research", &[("content-type", "text/plain")], QUESTION, 415),
    ("POST /api/research", &[("content-type", FORM)], QUESTION, 415),
    ("POST /api/research", &[("content-type", "application/jsonp")], QUESTION, 415),
    ("POST /api/research", &[], QUESTION, 415),
    ("POST /rpc/ask", &[("content-type", "text/plain")], "query=x", 415),
    ("POST /chat", &[("content-type", "text/plain")], r#"{"message": "Hi"}"#, 415),
    ("POST /knowledge/search", &[("content-type", "text/plain")], r#"{"query": "x"}"#, 415),
    ("POST /desk/ask", &[("content-type", JSON)], QUESTION, 415),
    ("POST /desk/ask", &[("content-type", "text/plain")], "query=x", 415),
    // Without a body nothing is said of it.
    ("POST /api/research/runs/none/cancel", &[], "", 404),
];

#[tokio::test]
async fn requests_are_let_through_or_turned_away() {
    let app = TestApp::start().await;
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    for (address, headers, body, want) in CASES {
        let (method, path) = address.split_once(' ').unwrap();
        let mut request = client.request(Method::from_bytes(method.as_bytes()).unwrap(), format!("{}{path}", app.url));
        for (name, value) in *headers {
            request = request.header(*name, if *value == "OWN" { app.url.as_str() } else { *value });
        }
        if !body.is_empty() {
            request = request.body(*body);
        }
        let reply = request.send().await.unwrap();
        let (status, kind) = (reply.status().as_u16(), reply.headers().get("content-type").cloned());
        let text = reply.text().await.unwrap();
        assert_eq!(status, *want, "{address} {headers:?}: {text}");
        if matches!(status, 403 | 415) {
            assert_eq!(kind.unwrap(), "application/problem+json", "{address} {headers:?}");
            let problem: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(problem["status"], status, "{problem}");
        }
    }
    // Nothing of what was turned away began a run: there are as many as were answered.
    let (_, found) = app.get("/api/research/conversations").await;
    let answered = CASES.iter().filter(|(_, _, _, status)| matches!(status, 200 | 303));
    let asked = answered.filter(|(address, ..)| address.starts_with("POST")).count();
    assert_eq!(found["items"].as_array().map(Vec::len), Some(asked), "{found}");
}

#[tokio::test]
async fn other_names_are_those_that_are_set() {
    let app = TestApp::with(&[
        ("ADMIN_TOKEN", "correct-horse-battery-staple-0123"),
        ("PLUMBLINE_HOSTS", "desk.example"),
        ("PLUMBLINE_PUBLIC_URL", "https://public.example"),
        ("ADMIN_TOKEN", "correct-horse-battery-staple-0123"),
    ])
    .await;
    let get = |host: &'static str| app.client.get(format!("{}/health", app.url)).header("host", host).send();
    for (host, status) in [
        ("desk.example", 200),
        ("Desk.example:8443", 200),
        ("public.example", 200),
        ("localhost", 200),
        ("evil.example", 403),
    ] {
        assert_eq!(get(host).await.unwrap().status(), status, "{host}");
    }
    let ask = |origin: &str| {
        let request = app.client.post(format!("{}/api/research", app.url)).header("origin", origin);
        request
            .header("admin-token", "correct-horse-battery-staple-0123")
            .header("content-type", JSON)
            .body(QUESTION)
            .send()
    };
    for (origin, status) in [
        ("https://public.example", 200),
        (app.url.as_str(), 200),
        ("http://public.example", 403),
        ("https://desk.example", 403),
    ] {
        assert_eq!(ask(origin).await.unwrap().status(), status, "{origin}");
    }
    // What browsers see is TLS: they are told to stay with it.
    assert!(get("localhost").await.unwrap().headers().contains_key("strict-transport-security"));
}

#[tokio::test]
async fn what_proxies_say_holds_where_they_are_trusted() {
    let token = ("ADMIN_TOKEN", "correct-horse-battery-staple-0123");
    let trusting =
        TestApp::with(&[("PLUMBLINE_TRUSTED_PROXIES", "127.0.0.0/8"), ("PLUMBLINE_HOSTS", "desk.example"), token])
            .await;
    let strict = TestApp::with(&[("PLUMBLINE_HOSTS", "desk.example"), token]).await;
    for (app, status) in [(&trusting, 200), (&strict, 403)] {
        let request = app.client.post(format!("{}/api/research", app.url)).header("origin", "https://desk.example");
        let request = request.header("x-forwarded-proto", "https").header("x-forwarded-host", "desk.example");
        let request = request.header("admin-token", "correct-horse-battery-staple-0123");
        let reply = request.header("content-type", JSON).body(QUESTION).send().await.unwrap();
        assert_eq!(reply.status(), status);
        assert_eq!(reply.headers().contains_key("strict-transport-security"), status == 200);
    }
    let foreign = trusting.client.get(format!("{}/health", trusting.url)).header("x-forwarded-host", "evil.example");
    assert_eq!(foreign.send().await.unwrap().status(), 403);
}

#[tokio::test]
async fn the_version_is_told_to_admins_alone() {
    let app = TestApp::with(&[("ADMIN_TOKEN", "correct-horse-battery-staple-0123")]).await;
    let (_, told) = app.get("/health").await;
    assert!(told["status"] == "healthy" && told["version"].is_null(), "{told}");
    let shown = app
        .client
        .get(format!("{}/health", app.url))
        .header("admin-token", "correct-horse-battery-staple-0123")
        .send()
        .await
        .unwrap();
    assert!(!shown.headers().contains_key("server"));
    let (_, told) = crate::app::json(shown).await;
    assert!(told["version"].is_string(), "{told}");
}
