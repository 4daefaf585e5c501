//! The audit log: each kind of action is recorded, no entry is changed or lost, and only admins read it.

use calamine::{Data, Reader as _, Xlsx, open_workbook_from_rs};
use model::account::{Action, Actor, AuditEntry, DataAccess};
use serde_json::{Value, json};
use server::store::sessions::keep;
use server::store::{Db, audit};

use crate::app::{TestApp, json as read};
use crate::postgres::on_both;

/// An entry about the conversation, with its own id.
pub fn entry(id: &str) -> AuditEntry {
    let (what, detail) = (format!("conversation:{id}"), "Removed".to_owned());
    AuditEntry::new(format!("line-{id}"), 1, &Actor::itself(), Action::Deleted, what, detail)
}

on_both!(tell);

async fn tell(database: &str) {
    let app = TestApp::over(database, tempfile::tempdir().unwrap(), &[]).await;
    questions_and_records_are_written(&app).await;
    what_is_done_with_a_conversation_outlives_it(&app).await;
    decisions_are_written_with_what_they_do(&app).await;
    words_and_documents_are_written(&app).await;
    it_is_filtered_and_exported(&app).await;
    no_line_is_changed_or_removed(&app.services.db).await;
}

/// The entries that match a filter, newest first.
async fn lines(app: &TestApp, filter: &str) -> Vec<Value> {
    let (status, body) = app.get(&format!("/api/audit?{filter}")).await;
    assert_eq!(status, 200, "{body}");
    body["items"].as_array().unwrap().clone()
}

async fn send(app: &TestApp, method: reqwest::Method, path: &str) -> u16 {
    read(app.client.request(method, format!("{}{path}", app.url)).send().await.unwrap()).await.0
}

async fn questions_and_records_are_written(app: &TestApp) {
    let question = "How many cases breached SLA?";
    let asked = app.ask(question).await;
    let line = &lines(app, "action=asked").await[0];
    assert_eq!((&line["who"], &line["what"]), (&json!("local"), &json!(format!("run:{}", text(&asked["runId"])))));
    let detail = text(&line["detail"]);
    assert!(detail.contains("28 characters") && detail.contains(&text(&asked["sessionId"])), "{detail}");
    assert!(!detail.contains("breached"), "the question's text may quote a customer: {detail}");
    // One's own conversation and a list are nobody's business.
    let before = lines(app, "action=opened").await.len();
    app.get(&format!("/api/research/conversation/{}", text(&asked["sessionId"]))).await;
    app.get("/api/research/conversations").await;
    assert_eq!(lines(app, "action=opened").await.len(), before);
    let page = format!("{}/records/customer/cust-001", app.url);
    assert_eq!(app.client.get(page).send().await.unwrap().status(), 200);
    let opened = lines(app, "action=opened").await;
    assert_eq!((opened.len(), &opened[0]["what"]), (before + 1, &json!("customer:cust-001")));
    let (status, body) = app.post("/api/communications/get", json!({"id": "case-0003"})).await;
    assert_eq!((status, &lines(app, "what=record:").await[0]["what"]), (200, &json!("record:case-0003")), "{body}");
    // Somebody else's conversation.
    let other = server::store::sessions::NewSession {
        id: "anns".into(),
        user_id: "ann".into(),
        channel: "web".into(),
        sees: DataAccess::All,
        now: 1,
    };
    server::store::sessions::create(&app.services.db, &other).await.unwrap();
    assert_eq!(app.get("/api/research/conversation/anns").await.0, 200);
    assert_eq!(lines(app, "what=conversation:anns").await.len(), 1);
}

async fn what_is_done_with_a_conversation_outlives_it(app: &TestApp) {
    let asked = app.ask("Top complaint reasons this month?").await;
    let id = text(&asked["sessionId"]);
    let path = format!("/api/research/conversation/{id}");
    let (_, link) = app.post(&format!("{path}/share"), json!({})).await;
    assert_eq!(app.get(&format!("/api/shared/{}", text(&link["token"]))).await.0, 200);
    assert_eq!(send(app, reqwest::Method::DELETE, &format!("{path}/share")).await, 204);
    assert_eq!(send(app, reqwest::Method::GET, &format!("{path}/export?format=html")).await, 200);
    let note = "Mrs Hartmann said so";
    let rating = json!({"rating": "bad", "reasons": ["wrong figure"], "note": note});
    assert_eq!(app.post(&format!("/admin/sessions/{id}/rating"), rating).await.0, 200);
    let run = text(&asked["runId"]);
    assert_eq!(app.post(&format!("/api/research/runs/{run}/feedback"), json!({"rating": "good"})).await.0, 204);
    assert_eq!(send(app, reqwest::Method::DELETE, &path).await, 204);
    assert_eq!(app.post(&format!("{path}/restore"), json!({})).await.0, 204);
    assert_eq!(send(app, reqwest::Method::DELETE, &path).await, 204);
    let now = chrono::Utc::now().timestamp_millis();
    assert_eq!(keep::purge(&app.services.db, now + 1, entry).await.unwrap(), 1);
    let told: Vec<(String, String)> = lines(app, &format!("what=conversation:{id}"))
        .await
        .iter()
        .rev()
        .map(|line| (text(&line["action"]), text(&line["detail"])))
        .collect();
    let made = format!("Link created, valid until {}", model::time::day_of(link["until"].as_i64().unwrap()));
    let told: Vec<(&str, &str)> = told.iter().map(|(action, detail)| (action.as_str(), detail.as_str())).collect();
    // The purge's own line bears the time that this test gave it: the first.
    assert_eq!(
        told,
        [
            ("deleted", "Removed"),
            ("shared", &made),
            ("opened", "Through its link"),
            ("shared", "Link revoked"),
            ("exported", "As an evidence pack"),
            ("rated", "bad: wrong figure"),
            ("deleted", "Can be restored for an hour"),
            ("deleted", "Restored"),
            ("deleted", "Can be restored for an hour"),
        ]
    );
    let of_run = lines(app, &format!("what=run:{run}")).await;
    assert!(of_run.iter().any(|line| line["detail"] == "Feedback: good"), "{of_run:?}");
}

async fn decisions_are_written_with_what_they_do(app: &TestApp) {
    let asked = app.ask("Open a case for Hartmann Logistik about login failures").await;
    let run = text(&asked["runId"]);
    let approval = text(&asked["approvals"][0]["id"]);
    let path = format!("/api/research/runs/{run}/approvals/{approval}");
    assert_eq!(app.post(&path, json!({"decision": "approve"})).await.0, 200);
    assert_ne!(app.post(&path, json!({"decision": "reject"})).await.0, 200, "it is decided");
    let decided = lines(app, &format!("action=decided&what=run:{run}")).await;
    assert_eq!(decided.len(), 1, "a decision that came too late is none: {decided:?}");
    assert_eq!(decided[0]["detail"], format!("approved create_case, proposal {approval}"), "and names no customer");
    assert_eq!(decided[0]["who"], "local");
}

async fn words_and_documents_are_written(app: &TestApp) {
    let (status, word) = app.post("/api/words", json!({"word": "Zorkofirm", "meaning": "Hartmann Logistik"})).await;
    assert_eq!(status, 200, "{word}");
    assert_eq!(send(app, reqwest::Method::DELETE, &format!("/api/words/{}", text(&word["id"]))).await, 200);
    let taught = lines(app, &format!("what=word:{}", text(&word["id"]))).await;
    assert_eq!(
        taught.iter().map(|line| text(&line["detail"])).collect::<Vec<_>>(),
        ["Took back “Zorkofirm”", "Taught “Zorkofirm”"]
    );
    let document = json!({"documents": [{"id": "doc-a", "title": "Fees", "text": "What a fee is."}]});
    assert_eq!(app.post("/knowledge/ingest", document).await.0, 200);
    assert_eq!(lines(app, "action=imported").await[0]["what"], "document:doc-a");
}

async fn it_is_filtered_and_exported(app: &TestApp) {
    let (_, all) = app.get("/api/audit").await;
    assert_eq!(
        lines(app, "who=LOCAL&limit=200").await.len() as i64,
        all["total"].as_i64().unwrap() - 1,
        "all but the purge"
    );
    assert!(lines(app, "who=nobody").await.is_empty());
    assert!(lines(app, "from=2000-01-01&to=2000-01-02").await.is_empty());
    assert_eq!(lines(app, "to=1970-01-01").await.len(), 1);
    assert_eq!(lines(app, "limit=2&offset=1").await.len(), 2);
    for wrong in ["limit=0", "offset=-1", "from=2026-02-01&to=2026-01-01", "action=danced"] {
        assert_eq!(app.get(&format!("/api/audit?{wrong}")).await.0, 400, "{wrong}");
    }
    let formula = AuditEntry { detail: "=1+1".into(), what: "word:formula".into(), ..entry("formula") };
    audit::add(&app.services.db, &formula).await.unwrap();
    let file = app.client.get(format!("{}/api/audit.csv?what=word:formula", app.url)).send().await.unwrap();
    assert!(file.headers()["content-type"].to_str().unwrap().starts_with("text/csv"));
    let file = file.text().await.unwrap();
    assert_eq!(
        file,
        "time,who,action,what,detail,address,channel,token,records\n\
         1970-01-01T00:00:00.001Z,plumbline,deleted,word:formula,'=1+1,,,,\n"
    );
    // As a sheet, in which a formula is a text as well, and with the filter on a second one.
    let file = app.client.get(format!("{}/api/audit.xlsx?what=word:formula", app.url)).send().await.unwrap();
    let mut book: Xlsx<_> = open_workbook_from_rs(std::io::Cursor::new(file.bytes().await.unwrap())).unwrap();
    let cells = book.worksheet_range("Data").unwrap();
    assert_eq!(cells.get_value((1, 4)), Some(&Data::String("=1+1".into())));
    assert!(matches!(cells.get_value((1, 0)), Some(Data::DateTime(_))), "{cells:?}");
    assert_eq!(book.worksheet_range("Filters").unwrap().get_value((0, 1)), Some(&Data::String("word:formula".into())));
    assert_eq!(lines(app, "action=exported").await[0]["what"], "audit:log");
    // Each line once, in the order of the page.
    let file = app.client.get(format!("{}/api/audit.csv", app.url)).send().await.unwrap().text().await.unwrap();
    assert_eq!(file.lines().count() as i64, app.get("/api/audit").await.1["total"].as_i64().unwrap() + 1);
    let page = app.client.get(format!("{}/settings/audit?action=decided", app.url)).send().await.unwrap();
    let page = page.text().await.unwrap();
    assert!(page.contains("approved create_case, proposal ") && !page.contains("document doc-a"), "{page}");
}

async fn no_line_is_changed_or_removed(db: &Db) {
    for sql in ["UPDATE audit SET who = 'nobody'", "DELETE FROM audit"] {
        let refused = match db {
            Db::Sqlite { write, .. } => sqlx::query(sql).execute(write).await.map(drop),
            Db::Postgres(pool) => sqlx::query(sql).execute(&**pool).await.map(drop),
        };
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains("only added to") || refused.contains("permission denied"), "{sql}: {refused}");
    }
}

#[tokio::test]
async fn only_admins_read_it() {
    let app = TestApp::with(&[("ADMIN_TOKEN", "correct-horse-battery-staple-0123")]).await;
    for path in ["/api/audit", "/api/audit.csv", "/api/audit.xlsx"] {
        assert_eq!(app.get(path).await.0, 403, "{path}");
        let shown =
            app.client.get(format!("{}{path}", app.url)).header("admin-token", "correct-horse-battery-staple-0123");
        assert_eq!(shown.send().await.unwrap().status(), 200, "{path}");
    }
    let page = app.client.get(format!("{}/settings/audit", app.url)).send().await.unwrap();
    assert_eq!(page.status(), 403);
}

#[tokio::test]
async fn each_reply_names_its_request() {
    let app = TestApp::start().await;
    let get = |id: &'static str| app.client.get(format!("{}/health", app.url)).header("x-request-id", id).send();
    assert_eq!(get("from-the-proxy.1").await.unwrap().headers()["x-request-id"], "from-the-proxy.1");
    let made = get("two words").await.unwrap().headers()["x-request-id"].clone();
    assert!(made.len() == 36 && made != "two words", "{made:?}");
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}
