//! Questions to the firm's documents: rules, follow-ups in the document just quoted, documents named by their day.

use serde_json::json;

use crate::app::{TestApp, until};

#[tokio::test]
async fn rules_of_the_firm_are_quoted_and_follow_ups_stay_in_their_document() {
    let app = TestApp::start().await;
    let documents = json!({"documents": [
        {"id": "rule", "kind": "policy", "title": "Borrowed bicycles", "day": "2025-02-01", "text":
            "A borrowed bicycle is returned within five days. Branch heads decide on a longer loan. The deposit is 40.00."},
        {"id": "poster", "kind": "notice", "title": "Bicycles", "day": "2026-01-20", "text":
            "Borrowed bicycles are popular and have to be returned. Many people return a bicycle to the wrong branch."},
    ]});
    assert_eq!(app.post("/knowledge/ingest", documents).await.0, 200);
    let first = until("the documents are searchable", async || {
        let body = app.ask("How long may a borrowed bicycle be kept before it must be returned?").await;
        body["answer"].as_str().is_some_and(|text| text.contains("within five days")).then_some(body)
    })
    .await;
    assert_eq!(first["sources"][0]["id"], "rule", "{first}");
    for (question, says) in [("Who decides that?", "Branch heads decide"), ("and the deposit?", "The deposit is 40.00")]
    {
        let asked = json!({"query": question, "sessionId": first["sessionId"]});
        let (status, body) = app.post("/api/research", asked).await;
        let answer = body["answer"].as_str().unwrap_or_default();
        assert!(status == 200 && answer.contains(says) && answer.contains("Borrowed bicycles"), "{question}: {body}");
    }
    let none = app.ask("Must parachutes be inspected by the caretaker?").await;
    assert!(none["answer"].as_str().unwrap().contains("Nothing in the documents or messages answers that"), "{none}");
    assert!(none["sources"].as_array().unwrap().is_empty(), "{none}");
}

#[tokio::test]
async fn documents_are_found_by_their_day() {
    let app = TestApp::start().await;
    for question in ["What changed in the update of 15 January 2026?", "What changed in the January 15th update?"] {
        let body = app.ask(question).await;
        assert_eq!(body["sources"][0]["id"], "note-0611", "{question}: {body}");
        assert!(body["answer"].as_str().unwrap().contains("New sign-in with device check"), "{question}: {body}");
    }
    let body = app.ask("What changed in the update of 3 January 2026?").await;
    let answer = body["answer"].as_str().unwrap();
    assert!(answer.contains("No release note, notice or policy is of 3 January 2026"), "{answer}");
}
