//! A declared table beside the desk's own ones: a table without rows gives way, and suggested questions can be
//! answered.

use model::record::*;
use server::store::write::{self, Batch};

use super::asked;
use crate::app::small_bank;

const TICKETS: &str = "\
connections:
  helpdesk: {folder: data}
sources:
- name: tickets
  one: ticket
  many: tickets
  connection: helpdesk
  table: tickets
  synonyms: [cases]
  dimensions:
    priority: {column: priority}
    team: {column: team}
  measures:
    effort: {column: effort}
";

async fn desk(batch: Option<Batch>) -> (crate::app::TestApp, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("data")).unwrap();
    let rows = "priority,team,effort\nhigh,Network,4.5\nhigh,Billing,2.5\nlow,Network,1\n";
    std::fs::write(folder.path().join("data/tickets.csv"), rows).unwrap();
    std::fs::write(folder.path().join("tickets.yaml"), TICKETS).unwrap();
    let place = folder.path().display().to_string();
    let own = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", own.path().join("test.db").display());
    let settings = [("PLUMBLINE_SOURCES_DIR", place.as_str()), ("PLUMBLINE_SKILLS_DIR", "/none")];
    let app = crate::app::TestApp::bare(&database, own, &settings).await;
    if let Some(batch) = batch {
        write::store(&app.services.db, &batch, 0).await.unwrap();
    }
    app.services.declare_sources().await;
    (app, folder)
}

/// The bank's messages, and none of its cases.
fn messages() -> Batch {
    let mut batch = small_bank();
    batch.cases.clear();
    batch.communications.iter_mut().for_each(|message: &mut Communication| message.case_id = None);
    batch
}

#[tokio::test]
async fn an_empty_table_of_the_desk_gives_way() {
    let (app, _folder) = desk(Some(messages())).await;
    for (question, says) in [
        ("How many cases are there?", "3"),
        ("cases by priority", "high"),
        ("How many tickets have high priority?", "2"),
    ] {
        let (answer, data) = asked(&app, question).await;
        assert!(answer.contains(says) && !answer.contains("There are no"), "{question}: {answer}\n{data}");
    }
    // What has rows still wins.
    let (answer, _) = asked(&app, "How many complaints were there in January 2026?").await;
    assert!(answer.contains("14"), "{answer}");
    let (app, _folder) = desk(Some(small_bank())).await;
    let (answer, _) = asked(&app, "How many cases are there?").await;
    assert!(answer.contains("10"), "{answer}");
}

#[tokio::test]
async fn what_is_suggested_comes_from_what_holds_data() {
    let (app, _folder) = desk(None).await;
    let (_, examples) = app.get("/api/research/examples").await;
    let items: Vec<&str> = examples["items"].as_array().unwrap().iter().map(|q| q.as_str().unwrap()).collect();
    assert_eq!(items, ["Effort by priority", "Effort by team"]);
    for question in items {
        let (answer, _) = asked(&app, question).await;
        assert!(answer.contains("high") || answer.contains("Network"), "{question}: {answer}");
        assert!(!answer.contains("I cannot answer"), "{question}: {answer}");
    }
    let page = app.page("/").await;
    assert!(page.contains("Effort by priority") && !page.contains("There is no data yet"), "{page}");

    // Messages of another trade: nothing of a bank's apps, and something of both.
    let mut batch = messages();
    batch.products.clear();
    batch.communications.iter_mut().for_each(|message| {
        (message.product, message.category, message.subcategory) = (None, Some("Broken parts".into()), None);
    });
    let (app, _folder) = desk(Some(batch)).await;
    let (_, examples) = app.get("/api/research/examples").await;
    let told = examples.to_string();
    assert!(told.contains("Broken parts") && told.contains("Effort by priority"), "{told}");
    for foreign in ["mobile", "login failures", "SLA"] {
        assert!(!told.contains(foreign), "{foreign}: {told}");
    }
}

#[tokio::test]
async fn a_desk_without_anything_suggests_nothing() {
    let own = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", own.path().join("test.db").display());
    let app = crate::app::TestApp::bare(&database, own, &[]).await;
    let (_, examples) = app.get("/api/research/examples").await;
    assert_eq!(examples["items"], serde_json::json!([]));
    let body = app.ask("Why are customers complaining about the mobile app?").await;
    assert!(!body["answer"].as_str().unwrap().contains("For example, I can answer"), "{body}");
}
