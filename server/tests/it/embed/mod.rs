//! Panels on other sites' pages: a key that only creates their tokens, tokens that show one customer for some minutes,
//! and the sites that may frame the page.

use model::account::{Account, CustomerBook, DataAccess, Role, TokenUse};
use reqwest::Method;
use serde_json::{Value, json};
use server::auth::sign_in::{create, issue_token};
use server::store::accounts::{self, Change};

use crate::app::{TestApp, json as read};

const CRM: &str = "https://crm.example";

async fn send(app: &TestApp, token: &str, method: Method, path: &str, body: Option<Value>) -> (u16, Value) {
    let request = app.client.request(method, format!("{}{path}", app.url)).bearer_auth(token);
    read(body.iter().fold(request, |request, body| request.json(body)).send().await.unwrap()).await
}

async fn person(app: &TestApp, name: &str, role: Role, sees: DataAccess) -> Account {
    create(&app.services, name, role, sees, Some("correct horse battery")).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panel_sees_one_customer_for_some_minutes() {
    let app = TestApp::with(&[("PLUMBLINE_EMBED_ORIGINS", CRM)]).await;
    let ada = person(&app, "ada", Role::Admin, DataAccess::All).await;
    let ann = person(&app, "ann", Role::Manager, DataAccess::All).await;
    let (_, key) = issue_token(&app.services, &ada.id, "crm", TokenUse::Embed, 30).await.unwrap();
    let (_, asks) = issue_token(&app.services, &ann.id, "program", TokenUse::Ask, 30).await.unwrap();
    let panel = |customer: &str| json!({"person": "ann", "customer": customer, "minutes": 5});
    let make = async |key: &str, body: Value| send(&app, key, Method::POST, "/api/embed", Some(body)).await;

    // The key makes tokens and nothing else; nobody else makes any.
    assert_eq!(make(&asks, panel("cust-001")).await.0, 403);
    let asked = send(&app, &key, Method::POST, "/api/research", Some(json!({"query": "How many complaints?"}))).await;
    assert_eq!((asked.0, send(&app, &key, Method::GET, "/api/me", None).await.0), (403, 403));
    for (body, wanted) in [
        (panel("none"), 404),
        (json!({"person": "nobody", "customer": "cust-001"}), 404),
        (json!({"person": "ann", "customer": "cust-001", "minutes": 61}), 400),
    ] {
        assert_eq!(make(&key, body.clone()).await.0, wanted, "{body}");
    }
    let (status, made) = make(&key, panel("cust-001")).await;
    assert_eq!(status, 200, "{made}");
    let token = made["token"].as_str().unwrap();
    let left = made["expiresAt"].as_i64().unwrap() - app.services.world.now();
    assert!((1..=5 * 60_000).contains(&left), "{left}");

    // It is ann's, and counts the messages of one customer.
    let ask = async |token: &str| {
        let question = json!({"query": "How many complaints were there?"});
        send(&app, token, Method::POST, "/api/research", Some(question)).await.1
    };
    let (narrow, wide) = (ask(token).await, ask(&asks).await);
    // Twelve complaints about the app and three about mortgages; every second one is of that customer.
    let says = |answer: &Value| answer["answer"].as_str().unwrap().to_owned();
    assert!(
        says(&wide).contains("15") && says(&narrow).contains('7') && !says(&narrow).contains("15"),
        "{narrow}\n{wide}"
    );
    // It follows its own answer, and reaches nothing else: neither what is the person's nor what the person may.
    let id = |of: &Value, name: &str| of[name].as_str().unwrap().to_owned();
    let events = |of: &Value| format!("/api/research/runs/{}/events", id(of, "runId"));
    let get = async |path: &str| send(&app, token, Method::GET, path, None).await.0;
    assert_eq!([get(&events(&narrow)).await, get(&events(&wide)).await], [200, 404]);
    let whole = format!("/api/research/conversation/{}", id(&wide, "sessionId"));
    let own = format!("/api/research/conversation/{}", id(&narrow, "sessionId"));
    let listed = send(&app, &asks, Method::GET, "/api/tokens", None).await.1;
    let revoke = format!("/api/tokens/{}", id(&listed["items"][0], "id"));
    for (method, path, body) in [
        (Method::GET, "/api/me", None),
        (Method::GET, "/api/tokens", None),
        (Method::DELETE, revoke.as_str(), None),
        (Method::POST, "/api/tokens", Some(json!({"name": "x", "may": "ask", "days": 1}))),
        (Method::GET, whole.as_str(), None),
        (Method::DELETE, whole.as_str(), None),
        (Method::PATCH, whole.as_str(), Some(json!({"title": "Mine"}))),
        (Method::GET, own.as_str(), None),
        (Method::DELETE, own.as_str(), None),
        (Method::GET, "/api/memory", None),
        (Method::GET, "/records/customer/cust-002", None),
        (Method::POST, "/api/communications/search", Some(json!({"query": "app"}))),
        (Method::POST, "/mcp", Some(json!({}))),
        (Method::GET, "/", None),
    ] {
        assert_eq!(send(&app, token, method.clone(), path, body).await.0, 403, "{method} {path}");
    }
    assert_eq!(send(&app, &asks, Method::GET, "/api/tokens", None).await.0, 200, "the other token still holds");

    // It shows what the person sees at the time: nothing of a customer who has left the book.
    let nobodys = DataAccess::Some(CustomerBook { managers: vec!["Nobody".into()], ..CustomerBook::default() });
    accounts::change(&app.services.db, &ann.id, Change::Sees(nobodys)).await.unwrap();
    assert!(!says(&ask(token).await).contains('7'));
    assert_eq!(make(&key, panel("cust-001")).await.0, 404);
    accounts::change(&app.services.db, &ann.id, Change::Sees(DataAccess::All)).await.unwrap();

    // It is on no list, in the audit log, and over when its minutes are.
    let listed = send(&app, &asks, Method::GET, "/api/tokens", None).await.1;
    assert!(!listed.to_string().contains("panel") && listed["total"] == 1, "{listed}");
    let (_, boss) = issue_token(&app.services, &ada.id, "t", TokenUse::Admin, 1).await.unwrap();
    let audit = send(&app, &boss, Method::GET, "/api/audit?action=token_changed", None).await.1;
    assert!(audit.to_string().contains("ann may ask about customer cust-001 for 5 minutes"), "{audit}");
    let server::store::Db::Sqlite { write, .. } = &app.services.db else { unreachable!() };
    sqlx::query("UPDATE api_tokens SET expires_at = 1 WHERE customer IS NOT NULL").execute(write).await.unwrap();
    assert_eq!(get(&events(&narrow)).await, 401);
}

#[tokio::test]
async fn sites_that_are_named_may_frame_the_panel() {
    let app = TestApp::with(&[("PLUMBLINE_EMBED_ORIGINS", "https://crm.example, http://127.0.0.1:9")]).await;
    let get = async |path: &str| app.client.get(format!("{}{path}", app.url)).send().await.unwrap();
    let page = get("/embed").await;
    let policy = page.headers()["content-security-policy"].to_str().unwrap();
    assert!(policy.ends_with("frame-ancestors https://crm.example http://127.0.0.1:9"), "{policy}");
    assert!(!page.headers().contains_key("x-frame-options"));
    let script = get("/embed/desk.js").await;
    assert_eq!(script.headers()["cross-origin-resource-policy"], "cross-origin");
    assert!(script.text().await.unwrap().contains("customElements.define('plumbline-desk'"));
    assert_eq!(get("/embed/other.js").await.status(), 404);
    // Nothing else is framed, and without the setting nothing at all.
    let desk = get("/").await;
    assert_eq!(desk.headers()["x-frame-options"], "DENY");
    assert!(desk.headers()["content-security-policy"].to_str().unwrap().contains("frame-ancestors 'none'"));
    let app = TestApp::start().await;
    for path in ["/embed", "/embed/desk.js"] {
        assert_eq!(app.client.get(format!("{}{path}", app.url)).send().await.unwrap().status(), 404, "{path}");
    }
    let body = json!({"person": "ann", "customer": "cust-001"});
    assert_eq!(app.post("/api/embed", body).await.0, 409);
}
