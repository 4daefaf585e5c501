//! Customers who say that they want to leave: before any estimate of risk, and first in a call sheet.

use model::record::Communication;
use server::import::signals::{LEAVING, SIGNAL, VALUES};
use server::store::write::{self, Batch};

use super::{NAME, app, message};
use crate::app::TestApp;
use crate::postgres::Postgres;

async fn says(app: &TestApp, question: &str) -> String {
    let body = app.ask(question).await;
    let claims = body["grounding"]["claims"].as_array().unwrap_or_else(|| panic!("{body}"));
    assert!(claims.iter().all(|claim| !claim["found"].is_null()), "{body}");
    body["answer"].as_str().unwrap().to_owned()
}

/// Messages whose signals their source gave.
async fn store(app: &TestApp, messages: &[(&str, &str, &str, &str)]) {
    let given = |(id, on, signal, body): &(&str, &str, &str, &str)| {
        let attributes = [(SIGNAL.to_owned(), (*signal).to_owned())].into();
        Communication { attributes, ..message(id, on, -0.4, "Service", body) }
    };
    let batch = Batch { communications: messages.iter().map(given).collect(), ..Batch::default() };
    write::store(&app.services.db, &batch, 0).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_announced_move_comes_before_any_estimate() {
    let server = Postgres::start();
    for database in ["sqlite::memory:".to_owned(), server.database("leaving").await] {
        let app = app(&database, &[]).await;
        let risk = "Which customers are at risk?";
        let without = says(&app, risk).await;
        assert!(!without.contains("to leave") && !without.contains("###"), "no message has a signal: {without}");

        let call = VALUES[2].1;
        store(&app, &[("m-20", "2026-01-21", call, "Somebody may ring me about the payroll at noon.")]).await;
        let nobody = says(&app, risk).await;
        assert!(nobody.starts_with("No message was found in which somebody wants to leave, "), "{nobody}");
        assert!(nobody.contains(": risk is ") && !nobody.contains("###"), "the estimate follows: {nobody}");
        let sheet = says(&app, &format!("Tell me about {NAME}")).await;
        assert!(!sheet.contains("to leave"), "{sheet}");

        let letter = "The board has chosen another house for our payroll.";
        let older = "We look at offers of others.";
        store(&app, &[("m-21", "2026-01-22", LEAVING, letter), ("m-22", "2025-12-20", LEAVING, older)]).await;
        let mut estimates = Vec::new();
        for question in [risk, "Who wants to leave us?"] {
            let answer = says(&app, question).await;
            assert!(answer.starts_with("1 customer wrote in 2 messages that they want to leave, "), "{answer}");
            let at = |text: &str| answer.find(text).unwrap_or_else(|| panic!("{text}: {answer}"));
            let newest = at(&format!("{NAME}, 22 January 2026: “{letter}”"));
            let second = at(&format!("{NAME}, 20 December 2025: “{older}”"));
            assert!(newest < second && second < at("Estimated from"), "{answer}");
            estimates.push(answer[at("Estimated from")..].to_owned());
        }
        assert_eq!(estimates[0], estimates[1], "all messages are estimated, not only those that announce a move");
        let sheet = says(&app, &format!("Tell me about {NAME}")).await;
        let points = sheet.split("### Points to make\n").nth(1).unwrap_or_else(|| panic!("{sheet}"));
        assert!(
            points
                .starts_with(&format!("- On 22 January 2026 they wrote: “{letter}” It reads as if they want to leave")),
            "{sheet}"
        );
    }
}

/// The demo's own letters, found by the trained classifier.
#[tokio::test(flavor = "multi_thread")]
async fn the_demo_names_who_announced_to_leave() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("test.db").display());
    let app = TestApp::bare(&url, folder, &[("PLUMBLINE_EMBEDDER", "none")]).await;
    server::demo::bank(&app.services.db).await.unwrap();
    app.services.search.catch_up(&app.services.db, |_, _| {}).await.unwrap();
    let answer = says(&app, "Which customers want to leave?").await;
    let line = answer.lines().find(|line| line.contains("Alderney Marine, 29 January 2026: “")).unwrap_or(&answer);
    assert!(
        line.contains("The board has decided to move our operating accounts by the end of the quarter"),
        "{answer}"
    );
}
