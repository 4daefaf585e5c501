//! Rate limits, daily budgets, and the queue.

use app::api::research::Research;
use app::api::support::Support;
use model::account::Role;
use model::error::AppError;
use model::run::{RunStatus, Strategy};
use model::session::Ask;
use serde_json::json;
use server::api::{Api, Caller};
use server::store::metrics;

use crate::agent::Desk;
use crate::app::TestApp;
use crate::postgres::Postgres;
use crate::scripted_model::{ScriptedModel, Step};

/// The desk as a manager uses it.
fn hands(app: &TestApp, name: &str) -> Api {
    let caller = Caller { name: name.into(), account: Some(name.into()), ..Caller::local(Role::Manager) };
    Api { services: app.services.clone(), caller, channel: "api" }
}

fn ask(strategy: Option<Strategy>) -> Ask {
    Ask { query: "How many cases breached SLA?".into(), strategy, ..Ask::default() }
}

#[tokio::test]
async fn too_many_calls_from_one_address_wait() {
    let app = TestApp::with(&[
        ("PLUMBLINE_TRUSTED_PROXIES", "127.0.0.1"),
        ("PLUMBLINE_RATE_CALLS", "3"),
        ("PLUMBLINE_RATE_SIGN_IN", "2"),
        ("ADMIN_TOKEN", "correct-horse-battery-staple-0123"),
    ])
    .await;
    let get = |from: &'static str| {
        app.client.get(format!("{}/api/research/tools", app.url)).header("x-forwarded-for", from).send()
    };
    for _ in 0..3 {
        assert_eq!(get("203.0.113.9").await.unwrap().status(), 401, "whoever comes by a proxy is nobody yet");
    }
    let refused = get("203.0.113.9").await.unwrap();
    assert_eq!(refused.status(), 429);
    let after: u64 = refused.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=21).contains(&after), "{after}");
    assert_eq!(refused.headers()["content-type"], "application/problem+json");
    // Others are not kept waiting, nor is this machine, nor who asks whether the server lives.
    assert_eq!(get("203.0.113.10").await.unwrap().status(), 401);
    for _ in 0..5 {
        assert_eq!(app.get("/api/research/tools").await.0, 200);
    }
    let health = app.client.get(format!("{}/health", app.url)).header("x-forwarded-for", "203.0.113.9");
    assert_eq!(health.send().await.unwrap().status(), 200);
    // Trying one token after the other ends sooner.
    let sign_in = || app.form("/sign-in", "name=ann&password=wrong").header("x-forwarded-for", "198.51.100.1").send();
    for want in [303, 303, 429] {
        assert_eq!(sign_in().await.unwrap().status(), want);
    }
}

#[tokio::test]
async fn replies_say_what_is_left() {
    let app = TestApp::with(&[
        ("PLUMBLINE_TRUSTED_PROXIES", "127.0.0.1"),
        ("PLUMBLINE_RATE_CALLS", "60"),
        ("PLUMBLINE_RATE_ASK", "2"),
        ("PLUMBLINE_DAY_TOKENS", "1000"),
        ("ADMIN_TOKEN", "correct-horse-battery-staple-0123"),
    ])
    .await;
    let ask = |path: &str, body: serde_json::Value| {
        let request = app.client.post(format!("{}{path}", app.url)).bearer_auth("correct-horse-battery-staple-0123");
        request.header("x-forwarded-for", "203.0.113.9").json(&body).send()
    };
    let says = |reply: &reqwest::Response, name: &str| reply.headers()[name].to_str().unwrap().to_owned();
    let question = serde_json::json!({"query": "How many complaints were there?"});
    let first = ask("/api/research", question.clone()).await.unwrap();
    assert_eq!(says(&first, "ratelimit-policy"), "\"calls\";q=60;w=60, \"questions\";q=2;w=60");
    assert_eq!(says(&first, "ratelimit"), "\"calls\";r=59;t=1, \"questions\";r=1;t=30");
    assert_eq!(ask("/api/research", question.clone()).await.unwrap().status(), 200);
    let chat = serde_json::json!({"model": "plumbline", "messages": [{"role": "user", "content": "How many?"}]});
    let refused = ask("/v1/chat/completions", chat).await.unwrap();
    assert_eq!((refused.status().as_u16(), refused.headers().contains_key("retry-after")), (429, true));
    assert!(says(&refused, "ratelimit").contains("\"questions\";r=0;t="), "{refused:?}");
    let told: serde_json::Value = refused.json().await.unwrap();
    assert_eq!(told["error"]["code"], "rate_limit_exceeded");
    // What is not counted says nothing.
    let health = app.client.get(format!("{}/health", app.url)).send().await.unwrap();
    assert!(!health.headers().contains_key("ratelimit"));
}

#[tokio::test]
async fn a_caller_asks_so_often_a_minute() {
    let app = TestApp::with(&[("PLUMBLINE_RATE_ASK", "2")]).await;
    let (ann, bob) = (hands(&app, "ann"), hands(&app, "bob"));
    assert!(ann.ask(ask(None)).await.is_ok());
    assert!(ann.ask(ask(None)).await.is_ok());
    assert!(matches!(ann.ask(ask(None)).await, Err(AppError::TooMany { .. })));
    assert!(bob.ask(ask(None)).await.is_ok());
    // A message of a support call is a question, too.
    assert!(matches!(ann.say("none", "Hello").await, Err(AppError::TooMany { .. })));
    // On this machine without accounts nobody is counted.
    for _ in 0..4 {
        app.ask("How many cases breached SLA?").await;
    }
}

#[tokio::test]
async fn a_days_budget_ends_what_costs_and_leaves_the_rules() {
    let model = ScriptedModel::answering(7, |_| Step::text("Three cases breached their SLA.")).await;
    let desk = Desk::with("tools", model, &[("PLUMBLINE_DAY_TOKENS", "10")]).await;
    let (ann, bob) = (hands(&desk.app, "ann"), hands(&desk.app, "bob"));
    let first = ann.ask(ask(None)).await.unwrap();
    desk.app.services.agent.finish(&first.run_id).await.unwrap();
    let (tokens, _) = metrics::spent(&desk.app.services.db, "ann", 0).await.unwrap();
    assert!(tokens >= 10, "the script tells what it took: {tokens}");
    match ann.ask(ask(None)).await {
        Err(AppError::TooMany { detail, retry_after_s }) => {
            assert_eq!(detail, "You have used today's 10 tokens. It starts again at midnight UTC.");
            assert!((1..=86_400).contains(&retry_after_s), "{retry_after_s}");
        }
        other => panic!("{other:?}"),
    }
    assert!(ann.ask(ask(Some(Strategy::Rules))).await.is_ok());
    assert!(bob.ask(ask(None)).await.is_ok());
}

#[tokio::test]
async fn what_was_spent_is_counted_on_postgres_too() {
    let server = Postgres::start();
    let app = TestApp::over(&server.database("guard").await, tempfile::tempdir().unwrap(), &[]).await;
    app.ask("How many cases breached SLA?").await;
    let db = &app.services.db;
    assert_eq!(metrics::spent(db, "local", 0).await.unwrap(), (0, 0.0));
    let server::store::Db::Postgres(pool) = db else { panic!("this is no Postgres") };
    sqlx::query("UPDATE runs SET tokens = 7, cost_usd = 0.25, created_at = 1000").execute(&**pool).await.unwrap();
    assert_eq!(metrics::spent(db, "local", 1000).await.unwrap(), (7, 0.25));
    assert_eq!(metrics::spent(db, "local", 1001).await.unwrap(), (0, 0.0));
    assert_eq!(metrics::spent(db, "ann", 0).await.unwrap(), (0, 0.0));
}

#[tokio::test]
async fn a_full_queue_says_so_at_once() {
    let silent = ScriptedModel::answering(7, |_| Step::Hang).await;
    let few = [("PLUMBLINE_RUNS_AT_ONCE", "1"), ("PLUMBLINE_RUNS_QUEUED", "1")];
    let desk = Desk::with("tools", silent, &few).await;
    let body = json!({"query": "Why are customers complaining about the mobile app?"});
    let begin = || desk.app.post("/api/research?wait=false", body.clone());
    let (first, second) = (begin().await, begin().await);
    assert_eq!((first.0, second.0), (202, 202));
    let url = format!("{}/api/research?wait=false", desk.app.url);
    let refused = desk.app.client.post(url).json(&body).send().await.unwrap();
    assert_eq!((refused.status().as_u16(), &refused.headers()["retry-after"]), (503, &"5".parse().unwrap()));
    // Everything else goes on, and one that waits can be stopped.
    assert_eq!(desk.app.get("/api/research/tools").await.0, 200);
    let agent = &desk.app.services.agent;
    let waiting = second.1["runId"].as_str().unwrap();
    agent.cancel(waiting).await.unwrap();
    assert_eq!(agent.finish(waiting).await.unwrap().status, RunStatus::Cancelled);
    let under_way = first.1["runId"].as_str().unwrap();
    agent.cancel(under_way).await.unwrap();
    assert_eq!(agent.finish(under_way).await.unwrap().status, RunStatus::Cancelled);
}
