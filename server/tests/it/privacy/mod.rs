//! Personal data, on both databases: pseudonyms for a model, what left the machine, retention, and erasing a customer
//! everywhere.

use std::path::{Path, PathBuf};

use model::account::Action;
use model::record::{Communication, Customer, Tier};
use model::time::noon;
use serde_json::json;
use server::privacy::sweep::{self, Retention};
use server::store::privacy::{Kind, erase};
use server::store::write::{self, Batch};
use server::store::{Db, audit, records};
use server::world::World;

use crate::agent::{Desk, text};
use crate::app::{TestApp, small_bank};
use crate::postgres::Postgres;
use crate::scripted_model::Step;

const ON: (&str, &str) = ("PLUMBLINE_LLM_PSEUDONYMS", "true");
const ASKED: &str = "Which cases has Osei Textiles? Then write to ann@osei.example, or call +370 600 12345.";

/// A model that calls a tool with a pseudonym and answers with others.
async fn hidden(more: &[(&str, &str)]) -> Desk {
    let steps = vec![
        Step::call("get_customer_info", json!({"customerId": "Customer-001"})),
        Step::text("I would write to Email-001 of Customer-001, or call Phone-001."),
    ];
    let settings: Vec<(&str, &str)> = more.iter().copied().chain([ON]).collect();
    Desk::with("tools", crate::agent::scripted(steps).await, &settings).await
}

#[tokio::test]
async fn personal_data_never_reaches_the_model_and_is_put_back() {
    let desk = hidden(&[]).await;
    let run = desk.ask(ASKED).await;
    for seen in desk.model.seen() {
        let body = seen.body.to_string();
        for value in ["Osei Textiles", "osei textiles", "ann@osei.example", "600 12345", "A. Okafor"] {
            assert!(!body.contains(value), "{value} in {body}");
        }
    }
    assert!(desk.model.seen().iter().any(|seen| seen.body.to_string().contains("Email-001")));
    assert_eq!(run.calls().next().unwrap().args["customerId"], "Osei Textiles", "the tool acts on the real one");
    assert!(
        text(&run).contains("write to ann@osei.example of Osei Textiles, or call +370 600 12345"),
        "{}",
        text(&run)
    );
    // Whoever picks the run up gives the same stand-ins.
    let values: Vec<&str> = run.stands.iter().map(|s| s.value.as_str()).collect();
    for value in ["Osei Textiles", "ann@osei.example", "+370 600 12345"] {
        assert!(values.contains(&value), "{values:?}");
    }
}

#[tokio::test]
async fn what_left_the_machine_is_told_word_for_word() {
    let desk = hidden(&[]).await;
    let run = desk.ask(ASKED).await;
    let (status, page) = desk.app.get(&format!("/api/research/runs/{}/sent", run.id)).await;
    assert_eq!(status, 200, "{page}");
    let (requests, seen) = (page["requests"].as_array().unwrap(), desk.model.seen());
    assert_eq!(requests.len(), seen.len());
    for (request, seen) in requests.iter().zip(&seen) {
        let body: serde_json::Value = serde_json::from_str(request["body"].as_str().unwrap()).unwrap();
        assert_eq!(body, seen.body, "as it was sent");
        assert_eq!(request["host"], desk.model.url().trim_start_matches("http://"));
        assert_eq!((&request["kind"], &request["to"]), (&json!("model"), &json!("openai/gpt-4.1-mini")));
        assert!(request["tokens"].as_i64().unwrap() > 0 && request["bytes"].as_i64().unwrap() > 100);
    }
    assert!(!page["requests"].to_string().contains("sk-test"), "a key was kept");
    let summary = page["summary"].as_str().unwrap();
    assert!(summary.contains("e-mail address") && summary.contains("replaced by stand-ins"), "{summary}");
    assert_eq!(desk.app.get("/api/research/runs/nothing/sent").await.0, 404);
}

#[tokio::test]
async fn of_what_left_only_the_digest_is_kept_where_that_is_set() {
    let desk = hidden(&[("PLUMBLINE_KEEP_SENT", "digest")]).await;
    let run = desk.ask(ASKED).await;
    let (_, page) = desk.app.get(&format!("/api/research/runs/{}/sent", run.id)).await;
    let first = &page["requests"][0];
    assert!(first["body"].is_null(), "{first}");
    assert_eq!(first["digest"].as_str().map(str::len), Some(64));
}

#[tokio::test]
async fn with_rules_nothing_leaves() {
    let app = TestApp::start().await;
    let asked = app.ask("How many cases breached SLA?").await;
    let (_, page) = app.get(&format!("/api/research/runs/{}/sent", asked["runId"].as_str().unwrap())).await;
    assert_eq!(page["summary"], "Nothing left this machine: the answer was made by rules.");
    assert_eq!(page["requests"], json!([]));
}

/// A clock at noon of a day.
fn world(on: &str) -> World {
    let now = noon(on.parse().unwrap());
    World::new(move || now, || World::real().id())
}

async fn old_messages_go(db: &Db) {
    let retention = Retention { messages: 20, ..Retention::default() };
    let first: chrono::NaiveDate = "2026-01-11".parse().unwrap();
    let all = small_bank().communications;
    let old = all.iter().filter(|c| c.day < first).count() as u64;
    assert!(old > 0 && old < all.len() as u64);
    let gone = sweep::once(db, &world("2026-01-31"), &retention).await.unwrap();
    assert_eq!(gone, [(Kind::Messages, old)]);
    assert_eq!(records::totals(db).await.unwrap().communications as u64, all.len() as u64 - old);
    let again = sweep::once(db, &world("2026-01-31"), &retention).await.unwrap();
    assert_eq!(again, [(Kind::Messages, 0)], "once");
    let filter = audit::Filter { action: Some(Action::Erased), ..audit::Filter::default() };
    let (lines, _) = audit::list(db, &filter, 10, 0).await.unwrap();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert_eq!((lines[0].who.as_str(), lines[0].what.as_str()), ("plumbline", "retention:messages"));
}

#[tokio::test]
async fn what_was_kept_long_enough_goes() {
    let app = TestApp::start().await;
    let asked = app.ask("How many cases breached SLA?").await;
    let before = app.services.search.len();
    old_messages_go(&app.services.db).await;
    app.services.search.catch_up(&app.services.db, |_, _| {}).await.unwrap();
    assert!(app.services.search.len() < before, "search follows");
    let conversation = format!("/api/research/conversation/{}", asked["sessionId"].as_str().unwrap());
    assert_eq!(app.get(&conversation).await.0, 200);
    let retention = Retention { conversations: 1, ..Retention::default() };
    let gone = sweep::once(&app.services.db, &world("2100-01-01"), &retention).await.unwrap();
    assert_eq!(gone, [(Kind::Conversations, 1)]);
    assert_eq!(app.get(&conversation).await.0, 404);
}

const NAME: &str = "Quixolith Bakery";
const SENTENCE: &str = "The zeppelin ovens hummed backwards all night.";

/// A customer with one message, who is to be erased.
fn baker() -> Batch {
    let bank = small_bank();
    let message = Communication {
        id: "comm-90001".into(),
        customer_id: "cust-900".into(),
        body: SENTENCE.into(),
        ..bank.communications[0].clone()
    };
    let customer =
        Customer { id: "cust-900".into(), name: NAME.into(), tier: Tier::Silver, ..bank.customers[1].clone() };
    Batch { customers: vec![customer], communications: vec![message], ..Batch::default() }
}

/// Erases the customer over REST; callers check what is left in the store.
async fn erased(app: &TestApp) -> String {
    let db = &app.services.db;
    write::store(db, &baker(), 0).await.unwrap();
    app.services.search.catch_up(db, |_, _| {}).await.unwrap();
    let about = app.ask(&format!("What is the sentiment of {NAME}?")).await;
    let other = app.ask("How many cases breached SLA?").await;
    assert_eq!(app.post("/api/memory", json!({"kind": "customer", "meaning": NAME})).await.0, 200);
    let session = about["sessionId"].as_str().unwrap().to_owned();
    let rating = format!("/admin/sessions/{session}/rating");
    app.post(&rating, json!({"rating": "bad", "note": format!("{NAME} said otherwise.")})).await;
    let (_, before) = app.get("/api/customers/cust-900/erasure").await;
    assert_eq!((&before["messages"], &before["conversations"]), (&json!(1), &json!(1)), "{before}");
    let reply = app.client.delete(format!("{}/api/customers/cust-900", app.url)).send().await.unwrap();
    let (status, gone) = crate::app::json(reply).await;
    assert_eq!((status, &gone), (200, &before), "what was said is what went");
    assert_eq!(app.get("/api/customers/cust-900/erasure").await.0, 404);
    assert!(records::communication(db, "comm-90001").await.is_err());
    let left = erase::texts(db, &session).await.unwrap().concat();
    assert!(left.contains("Erased") && !left.contains("Quixolith"), "{left}");
    let kept = erase::texts(db, other["sessionId"].as_str().unwrap()).await.unwrap().concat();
    assert!(kept.contains("breached"), "other conversations stay");
    let filter = audit::Filter { what: Some("customer:".into()), ..audit::Filter::default() };
    let (lines, _) = audit::list(db, &filter, 10, 0).await.unwrap();
    assert_eq!(lines.len(), 1);
    assert!(lines[0].detail.contains("1 message") && !format!("{lines:?}").contains(NAME), "{lines:?}");
    session
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// Files that contain one of the texts, as is or in lower case.
fn holding(files: &[PathBuf], texts: &[&str]) -> Vec<PathBuf> {
    let holds = |bytes: &[u8], text: &str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
    let found = files.iter().filter(|file| {
        let bytes = std::fs::read(file).unwrap_or_default();
        texts.iter().any(|text| holds(&bytes, text) || holds(&bytes, &text.to_lowercase()))
    });
    found.cloned().collect()
}

#[tokio::test]
async fn an_erased_customer_is_in_no_byte_of_the_files() {
    let drafts = tempfile::tempdir().unwrap();
    std::fs::write(drafts.path().join("letter.txt"), format!("Dear {NAME}")).unwrap();
    std::fs::write(drafts.path().join("other.txt"), "Dear Osei Textiles").unwrap();
    let app = TestApp::with(&[("PLUMBLINE_DRAFTS_DIR", drafts.path().to_str().unwrap())]).await;
    let config = &app.services.config;
    let database = PathBuf::from(config.database.value.trim_start_matches("sqlite://"));
    let all = || {
        let mut all = files(database.parent().unwrap());
        all.extend(files(Path::new(config.search_dir.value.as_deref().unwrap())));
        all
    };
    write::store(&app.services.db, &baker(), 0).await.unwrap();
    assert!(!holding(&all(), &[NAME, SENTENCE]).is_empty(), "it is there before");
    erased(&app).await;
    assert_eq!(holding(&all(), &[NAME, "quixolith", SENTENCE, "zeppelin"]), Vec::<PathBuf>::new());
    let left: Vec<PathBuf> = files(drafts.path());
    assert_eq!(left, [drafts.path().join("other.txt")]);
}

#[tokio::test]
async fn on_postgres_no_column_holds_an_erased_customer_and_old_messages_go() {
    let server = Postgres::start();
    let app = TestApp::over(&server.database("privacy").await, tempfile::tempdir().unwrap(), &[]).await;
    erased(&app).await;
    let Db::Postgres(pool) = &app.services.db else { panic!("not Postgres") };
    let columns: Vec<(String, String)> = sqlx::query_as(
        "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT) FROM information_schema.columns
         WHERE table_schema = 'public' AND data_type IN ('text', 'jsonb')",
    )
    .fetch_all(&**pool)
    .await
    .unwrap();
    assert!(columns.len() > 50, "{}", columns.len());
    for (table, column) in columns {
        let sql = format!(
            "SELECT COUNT(*) FROM \"{table}\" WHERE LOWER(CAST(\"{column}\" AS TEXT)) LIKE '%quixolith%'
             OR LOWER(CAST(\"{column}\" AS TEXT)) LIKE '%zeppelin%'"
        );
        let found: i64 = sqlx::query_scalar(&sql).fetch_one(&**pool).await.unwrap();
        assert_eq!(found, 0, "{table}.{column}");
    }
    let filter = audit::Filter { what: Some("retention:".into()), ..audit::Filter::default() };
    assert_eq!(audit::list(&app.services.db, &filter, 1, 0).await.unwrap().1, 0);
    let retention = Retention { messages: 20, ..Retention::default() };
    let gone = sweep::once(&app.services.db, &world("2026-01-31"), &retention).await.unwrap();
    assert!(gone[0].1 > 0, "{gone:?}");
}

#[tokio::test]
async fn only_admins_erase_and_the_form_wants_the_id_once_more() {
    let app = TestApp::with(&[("ADMIN_TOKEN", "correct-horse-battery-staple-0123")]).await;
    let url = format!("{}/api/customers/cust-002", app.url);
    assert_eq!(app.client.delete(&url).send().await.unwrap().status(), 403);
    assert_eq!(app.get("/api/privacy").await.0, 403);
    let privacy =
        app.client.get(format!("{}/api/privacy", app.url)).header("admin-token", "correct-horse-battery-staple-0123");
    let (status, page) = crate::app::json(privacy.send().await.unwrap()).await;
    assert_eq!((status, &page["kept"][1]["days"], &page["standIns"]), (200, &json!(30), &json!(false)), "{page}");
    let form = app.client.post(format!("{}/settings/privacy/erase/cust-002", app.url));
    let form = form.header("admin-token", "correct-horse-battery-staple-0123").body("confirm=cust-001");
    let form = form.header("content-type", "application/x-www-form-urlencoded");
    assert_eq!(form.send().await.unwrap().status(), 400);
    assert!(records::customer(&app.services.db, "cust-002").await.is_ok(), "nothing was deleted");
}
