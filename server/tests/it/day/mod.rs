//! A manager's day: the call sheet as answer and page, the first page, lists as tables, pins, drafts from templates,
//! the brief.

mod leaving;
mod own;

use std::process::Command;

use chrono::NaiveDate;
use model::record::*;
use model::time::noon;
use serde_json::{Value, json};
use server::store::write::{self, Batch};

use crate::app::{TestApp, until};
use crate::postgres::Postgres;

const NAME: &str = "Alder Marine";

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn message(id: &str, on: &str, score: f64, topic: &str, body: &str) -> Communication {
    let sentiment = if score < 0.0 { Sentiment::Negative } else { Sentiment::Positive };
    Communication {
        id: id.into(),
        customer_id: "cust-9".into(),
        channel: Channel::Email,
        status: if score < 0.0 { CommunicationStatus::Open } else { CommunicationStatus::Resolved },
        kind: if score < 0.0 { Kind::Complaint } else { Kind::Feedback },
        category: Some("Payments".into()),
        subcategory: Some(topic.into()),
        product: Some("mobile-banking".into()),
        sentiment: Some(sentiment),
        sentiment_score: Some(score),
        body: body.into(),
        at: noon(day(on)),
        day: day(on),
        source: "test".into(),
        ..Communication::default()
    }
}

fn case(id: &str, title: &str, due: &str, priority: Priority) -> Case {
    let on = day("2026-01-20");
    Case {
        id: id.into(),
        customer_id: "cust-9".into(),
        title: title.into(),
        description: format!("{title}."),
        category: Some("Payments".into()),
        product: Some("mobile-banking".into()),
        priority,
        assigned_to: Some("J. Moor".into()),
        created_at: noon(on),
        updated_at: noon(on),
        day: on,
        sla_deadline: Some(noon(day(due))),
        source: "test".into(),
        ..Case::default()
    }
}

/// A customer with a late case and one due soon, a mood that fell in January, a promise, and an announcement.
fn marine() -> Batch {
    let mut communications: Vec<Communication> = [("m-1", "2025-11-10"), ("m-2", "2025-12-05"), ("m-3", "2025-12-12")]
        .into_iter()
        .map(|(id, on)| message(id, on, 0.5, "Service", "Thank you, that was quick."))
        .collect();
    communications.extend([
        message("m-4", "2026-01-12", -0.7, "Late payments", "The payroll did not run. Could you tell us why?"),
        message("m-5", "2026-01-19", -0.6, "Late payments", "Recall raised, no promise given."),
        message("m-6", "2026-01-25", -0.8, "Late payments", "You promised a call by 27 January. Correct it, please."),
    ]);
    let product = Some("mobile-banking".to_owned());
    let chunks =
        vec![Chunk { id: "doc-9#1".into(), position: 1, heading: None, text: "Cut-off moves to 15:00.".into() }];
    Batch {
        customers: vec![Customer {
            id: "cust-9".into(),
            name: NAME.into(),
            tier: Tier::Gold,
            segment: "corporate".into(),
            relationship_manager: Some("Ines Falk".into()),
            since: Some(day("2019-03-01")),
            source: "test".into(),
            ..Customer::default()
        }],
        communications,
        cases: vec![
            case("case-9001", "Payroll did not run", "2026-01-26", Priority::Critical),
            case("case-9002", "Statement by post", "2026-02-02", Priority::Medium),
        ],
        documents: vec![Document {
            id: "doc-9".into(),
            kind: DocumentKind::Notice,
            title: "Cut-off times change".into(),
            product,
            day: day("2026-01-28"),
            source: "test".into(),
            chunks,
        }],
        ..Batch::default()
    }
}

async fn app(database: &str, settings: &[(&str, &str)]) -> TestApp {
    let app = TestApp::over(database, tempfile::tempdir().unwrap(), settings).await;
    write::store(&app.services.db, &marine(), 0).await.unwrap();
    app.services.search.catch_up(&app.services.db, |_, _| {}).await.unwrap();
    app
}

#[tokio::test(flavor = "multi_thread")]
async fn before_a_call_everything_is_on_one_sheet_on_sqlite() {
    sheet("sqlite::memory:").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn before_a_call_everything_is_on_one_sheet_on_postgres() {
    let server = Postgres::start();
    sheet(&server.database("sheet").await).await;
}

async fn sheet(database: &str) {
    let app = app(database, &[]).await;
    let body = app.ask(&format!("Tell me about {NAME}")).await;
    assert_eq!(body["actions"][0]["tool"], "call_sheet", "{body}");
    let answer = body["answer"].as_str().unwrap();
    for said in [
        "Alder Marine is a gold corporate customer since 1 March 2019, looked after by Ines Falk. 2 open cases, 1 overdue. 3 \
         messages are unanswered. Last contact on 25 January 2026, 6 days ago.",
        "“Payroll did not run” (case-9001) is 5 days overdue: agree with J. Moor when it will be done",
        "“You promised a call by 27 January.”",
        "| case-9002 | Statement by post | 2 days left, 2 February 2026 | J. Moor",
        "due 27 January 2026, not answered yet: “You promised a call by 27 January.”",
        "Correct it, please.",
        "It fell most in January 2026 from good to very poor; most negative messages of that month are about Late payments (3)",
        "28 January 2026: Cut-off times change, about Mobile banking",
        "Mobile banking (6)",
    ] {
        assert!(answer.contains(said), "{said}\n\n{answer}");
    }
    let claims = body["grounding"]["claims"].as_array().unwrap();
    let lost: Vec<&Value> = claims.iter().filter(|claim| claim["found"].is_null()).collect();
    assert!(claims.len() > 20 && lost.is_empty(), "{lost:?}\n{answer}");

    let (_, record) = app.post("/rpc/record", json!({"kind": "customer", "id": "cust-9"})).await;
    let sheet = &record["page"]["sheet"];
    assert_eq!((&sheet["cases"][0]["daysOverdue"], &sheet["cases"][1]["daysLeft"]), (&json!(5), &json!(2)), "{record}");
    assert_eq!(sheet["points"].as_array().unwrap().len(), 3);
    assert_eq!(sheet["promises"].as_array().unwrap().len(), 1, "that none was given is no promise");
    assert_eq!(
        sheet["mood"],
        json!({"ofEach": 3, "lastMean": -0.7, "previousMean": 0.5, "turn": {
            "month": "January 2026", "mean": -0.7, "meanBefore": 0.5, "topic": "Late payments", "messages": 3, "message": "m-4",
        }})
    );
    let page =
        app.client.get(format!("{}/records/customer/cust-9", app.url)).send().await.unwrap().text().await.unwrap();
    for words in ["Before you call", "5 days overdue", "not answered", "Cut-off times change"] {
        assert!(page.contains(words), "the page does not say {words}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_page_says_what_waits() {
    let app = app("sqlite::memory:", &[]).await;
    let (status, home) = app.post("/rpc/home", json!({})).await;
    assert_eq!(status, 200, "{home}");
    let list = |kind: &str| {
        let all = home["lists"].as_array().unwrap();
        all.iter().find(|list| list["kind"]["type"] == kind).unwrap_or_else(|| panic!("{kind}: {home}")).clone()
    };
    let due = list("due");
    let rows: Vec<_> = due["rows"].as_array().unwrap().iter().filter(|row| row["customer"] == NAME).collect();
    assert_eq!(
        (&rows[0]["id"], &rows[0]["mark"]["daysOverdue"], &rows[0]["late"]),
        (&json!("case-9001"), &json!(5), &json!(true))
    );
    assert_eq!((&rows[1]["mark"]["daysLeft"], &rows[1]["question"]), (&json!(2), &json!("Tell me about Alder Marine")));
    assert_eq!(list("promised")["rows"][0]["mark"], json!({"type": "promisedBy", "date": "2026-01-27"}));
    let wrote = list("wrote");
    assert_eq!(wrote["kind"]["since"], "2026-01-24");
    assert!(wrote["rows"].as_array().unwrap().iter().any(|row| row["id"] == "m-6"), "{wrote}");
    assert!(home["sources"] == json!(["test"]) && home["questions"].as_array().unwrap().len() == 3);
    // Who has asked something is no newcomer.
    app.ask("How many complaints were there?").await;
    assert_eq!(home["newcomer"], true);
    assert_eq!(app.post("/rpc/home", json!({})).await.1["newcomer"], false);
    let (_, desk) = app.post("/rpc/desk", json!({})).await;
    let pages: Vec<&str> = desk["pages"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(pages, ["/", "/analysis", "/support", "/review", "/settings"], "nothing to compare, no deals");
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_are_tables_and_urgent_is_a_list() {
    let app = app("sqlite::memory:", &[]).await;
    let body = app.ask(&format!("Show me the open cases of {NAME}")).await;
    let answer = body["answer"].as_str().unwrap();
    assert!(answer.contains("| Case | Customer | About | Priority | Age | Due | Assigned to |"), "{answer}");
    assert!(
        answer.contains(
            "| case-9001 | Alder Marine (gold) | Payroll did not run | critical | 11 days | 5 days overdue | J. Moor"
        ),
        "{answer}"
    );
    let lost = body["grounding"]["claims"].as_array().unwrap().iter().filter(|claim| claim["found"].is_null()).count();
    assert_eq!(lost, 0, "{body}");
    let body = app.ask("What needs attention first?").await;
    let answer = body["answer"].as_str().unwrap();
    assert!(answer.contains("critical, or past the deadline."), "{answer}");
    assert!(answer.contains("case-9001") && !answer.contains("case-9002"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pinned_question_is_asked_again_when_the_data_changed() {
    let server = Postgres::start();
    for database in ["sqlite::memory:".to_owned(), server.database("pins").await] {
        let app = app(&database, &[]).await;
        let asked = app.ask("How many complaints were there in January 2026?").await;
        let session = asked["sessionId"].as_str().unwrap();
        let path = format!("{}/api/research/conversation/{session}", app.url);
        app.client.patch(&path).json(&json!({"pinned": true})).send().await.unwrap();
        let pin = app.post("/rpc/home", json!({})).await.1["pins"][0].clone();
        assert_eq!((&pin["change"], &pin["before"]), (&Value::Null, &Value::Null), "{pin}");
        let before: f64 = pin["figure"][0].as_str().unwrap().parse().unwrap();

        let more = [("m-7", "2026-01-30"), ("m-8", "2026-01-30")];
        let communications = more.map(|(id, on)| message(id, on, -0.5, "Fees", "The fee is wrong again.")).into();
        write::store(&app.services.db, &Batch { communications, ..Batch::default() }, 0).await.unwrap();
        let pin = app.post("/rpc/home", json!({})).await.1["pins"][0].clone();
        assert_eq!((&pin["change"], &pin["figure"][0]), (&json!(2.0), &json!(format!("{}", before + 2.0))), "{pin}");
        // Once more: it was asked again once.
        let again = app.post("/rpc/home", json!({})).await.1["pins"][0].clone();
        assert_eq!(again["change"], 2.0);
        let (_, conversation) = app.get(&format!("/api/research/conversation/{session}")).await;
        assert_eq!(conversation["runs"].as_array().unwrap().len(), 2);
        // It was looked at now.
        let pin = app.post("/rpc/home", json!({})).await.1["pins"][0].clone();
        assert_eq!(pin["change"], Value::Null, "{pin}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_is_filled_from_a_template_edited_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let templates = folder.path().join("templates");
    std::fs::create_dir_all(&templates).unwrap();
    std::fs::write(templates.join("apology.md"), "Sorry\n\nDear {customer},\nour {case} is late.\nBy {nobody}.")
        .unwrap();
    let app = app("sqlite::memory:", &[("PLUMBLINE_DRAFTS_DIR", folder.path().to_str().unwrap())]).await;
    let waiting = app.ask(&format!("Draft an apology to {NAME} for the late payroll")).await;
    assert_eq!(waiting["status"], "waiting", "{waiting}");
    let approval = &waiting["approvals"][0];
    assert_eq!(approval["args"]["body"], "Dear Alder Marine,\nour case-9001 is late.", "{approval}");
    let path = format!("/api/research/runs/{}", waiting["runId"].as_str().unwrap());
    let args = json!({"title": "Sorry", "body": "Dear Alder Marine,\nwe are sorry.", "kind": "letter"});
    let decided = app
        .post(
            &format!("{path}/approvals/{}", approval["id"].as_str().unwrap()),
            json!({"decision": "edit", "args": args}),
        )
        .await;
    assert!(decided.0 < 300, "{decided:?}");
    let over = async || Some(app.get(&path).await.1).filter(|run| run["status"] == "completed");
    let run = until("the run ends", over).await;
    assert!(run["answer"].to_string().contains("Nothing was sent"), "{run}");
    let written = std::fs::read_dir(folder.path()).unwrap().flatten().find(|file| file.path().is_file()).unwrap();
    assert!(std::fs::read_to_string(written.path()).unwrap().contains("we are sorry."));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_brief_is_markdown_for_one_account() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("brief.db").display());
    drop(app(&database, &[]).await);
    let brief = |name: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plumbline"));
        command.args(["brief", "--for", name, "--database", &database]).env("PLUMBLINE_DATA", folder.path());
        command.current_dir(folder.path()).output().unwrap()
    };
    let out = brief("local");
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    assert!(text.starts_with("# local, 31 January 2026") && text.contains("## Overdue and due (2)"), "{text}");
    assert!(text.contains("- Alder Marine: [Payroll did not run](http"), "{text}");
    let nobody = brief("nobody");
    assert!(!nobody.status.success() && String::from_utf8_lossy(&nobody.stderr).contains("no account nobody"));
}
