//! The provider's own tickets and outages, asked about at a desk that has cases of its own.

use serde_json::json;

use super::calls::{app, app_on_postgres};
use crate::app::TestApp;
use crate::sources::asked;

#[tokio::test]
async fn the_providers_tables_are_sources_once_they_have_rows() {
    let none = TestApp::start().await;
    none.services.declare_sources().await;
    assert!(none.services.agent.names().sources().is_empty());
    let (answer, _) = asked(&none, "How many tickets are there?").await;
    assert!(answer.contains("10 cases"), "{answer}");
    tell(&app(&[]).await).await;
}

#[tokio::test]
async fn the_providers_tables_are_sources_on_postgres() {
    let (app, _server) = app_on_postgres("asked").await;
    tell(&app).await;
    app.services.db.close().await;
}

async fn tell(app: &TestApp) {
    for report in app.services.declare_sources().await {
        assert_eq!(report.lines(), Vec::<String>::new());
    }
    let sources = app.services.agent.names().sources();
    let names: Vec<&str> = sources.iter().map(|opened| opened.source.name.as_str()).collect();
    assert_eq!(names, ["support_tickets", "outages"]);
    for (question, says) in [
        ("How many support tickets are there?", "75 support tickets"),
        ("Support tickets by kind", "network_issue: 29"),
        ("How many outages were there in January 2026?", "13 outages in January 2026"),
        ("Outages by severity", "critical: 4"),
        ("How many cases are there?", "10 cases"),
    ] {
        let (answer, data) = asked(app, question).await;
        assert!(answer.contains(says), "{question}: {answer}\n{data}");
    }

    // A word for both is asked back, and each of the questions offered is answered.
    let body = app.ask("How many tickets are there?").await;
    assert_eq!(body["actions"], json!([]), "{body}");
    let answer = body["answer"].as_str().unwrap();
    assert!(answer.contains("What is meant by “tickets”: cases, support tickets?"), "{answer}");
    assert_eq!(body["followUpQuestions"], json!(["How many cases are there?", "How many support tickets are there?"]));
}
