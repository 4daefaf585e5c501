//! Teaching words over REST: a word that an answer did not understand is understood from the next question on, in every
//! process, until it is revoked.

use serde_json::{Value, json};
use server::query::values::SharedVocabulary;

use crate::app::{TestApp, json};

#[tokio::test]
async fn words_are_taught_used_and_taken_back() {
    tell(&TestApp::start().await).await;
}

/// The run of an answer.
async fn run(app: &TestApp, question: &str) -> Value {
    let body = app.ask(question).await;
    app.get(&format!("/api/research/runs/{}", body["runId"].as_str().unwrap())).await.1
}

fn text(run: &Value) -> &str {
    run["answer"]["text"].as_str().unwrap()
}

pub async fn tell(app: &TestApp) {
    // Another process over the same database.
    let elsewhere = SharedVocabulary::default();
    assert!(elsewhere.get(&app.services.db).await.unwrap().taught.is_empty());
    let question = "How many complaints did Zorko send in January 2026?";
    let before = run(app, question).await;
    assert!(
        text(&before).starts_with("I cannot answer that. Nothing in the data is called “Zorko”."),
        "{}",
        text(&before)
    );
    assert_eq!(before["answer"]["unknown"], json!(["Zorko"]));

    let (_, offered) = app.get("/api/words/meanings?text=hartm").await;
    assert_eq!(offered[0], json!({"value": "Hartmann Logistik", "of": "customer"}));
    let new = json!({"word": "Zorko", "meaning": "Hartmann Logistik", "runId": before["id"]});
    let (status, word) = app.post("/api/words", new.clone()).await;
    assert_eq!((status, &word["by"], &word["runId"]), (200, &json!("local"), &before["id"]), "{word}");

    let plain = run(app, "How many complaints did Hartmann Logistik send in January 2026?").await;
    let after = run(app, question).await;
    assert_eq!(text(&after), text(&plain));
    let note = after["answer"]["notes"][0].as_str().unwrap();
    assert!(note.starts_with("“Zorko” is read as Hartmann Logistik (taught "), "{note}");
    assert_eq!(elsewhere.get(&app.services.db).await.unwrap().taught.len(), 1);
    // "Why" goes by a row of the table, not by a query.
    let why = run(app, "Why does ZORKO complain about the mobile app?").await;
    assert!(text(&why).contains("from Hartmann Logistik"), "{}", text(&why));

    // A word may mean words that are understood.
    let laggard = "How many laggard cases were there in January 2026?";
    let (status, other) = app.post("/api/words", json!({"word": "laggard", "meaning": "overdue"})).await;
    assert_eq!(status, 200, "{other}");
    let overdue = run(app, "How many overdue cases were there in January 2026?").await;
    assert!(!text(&overdue).starts_with("I cannot"), "{}", text(&overdue));
    assert_eq!(text(&run(app, laggard).await), text(&overdue));

    for (word, meaning, status, says) in [
        ("zorko", "Osei Textiles", 409, "already means Hartmann Logistik"),
        ("Texas", "Osei Textiles", 400, "already understood"),
        ("", "Osei Textiles", 400, "empty"),
        ("flurb", "", 400, "empty"),
        ("flurb", "the quux of Osei Textiles", 400, "“quux”"),
        ("flurb", "flurb complaints", 400, "contains the word itself"),
        (&"x".repeat(41), "Osei Textiles", 400, "too long"),
    ] {
        let (got, body) = app.post("/api/words", json!({"word": word, "meaning": meaning})).await;
        assert!(got == status && body["detail"].as_str().unwrap().contains(says), "{word}: {got} {body}");
    }
    let unknown = json!({"word": "flurb", "meaning": "Osei Textiles", "runId": "no-run"});
    assert_eq!(app.post("/api/words", unknown).await.0, 404);
    assert_eq!(app.post("/api/words", json!({"word": "flurb"})).await.0, 400);

    let address = format!("{}/api/words/{}", app.url, word["id"].as_str().unwrap());
    let (status, gone) = json(app.client.delete(&address).send().await.unwrap()).await;
    assert!(status == 200 && gone["revokedAt"].is_i64() && gone["revokedBy"] == "local", "{gone}");
    assert_eq!(json(app.client.delete(&address).send().await.unwrap()).await.0, 409);
    assert_eq!(app.client.delete(format!("{}/api/words/none", app.url)).send().await.unwrap().status(), 404);
    let again = run(app, question).await;
    assert!(text(&again).contains("“Zorko”"), "{}", text(&again));
    assert_eq!(elsewhere.get(&app.services.db).await.unwrap().taught.len(), 1);
    let (_, list) = app.get("/api/words").await;
    let words: Vec<&str> = list["words"].as_array().unwrap().iter().map(|w| w["word"].as_str().unwrap()).collect();
    assert_eq!((words, &list["mayTeach"]), (vec!["laggard", "Zorko"], &json!(true)));
    // And it can be taught anew.
    assert_eq!(app.post("/api/words", new).await.0, 200);
}

#[tokio::test]
async fn with_a_token_set_only_reviewers_teach() {
    let app = TestApp::with(&[("ADMIN_TOKEN", "correct-horse-battery-staple-0123")]).await;
    let new = json!({"word": "Zorko", "meaning": "Hartmann Logistik"});
    assert_eq!(app.post("/api/words", new.clone()).await.0, 403);
    let form = app.form("/settings/words/teach", "word=Zorko&meaning=Hartmann+Logistik");
    assert_eq!(form.send().await.unwrap().status(), 403);
    assert_eq!(app.get("/api/words").await.1, json!({"words": [], "mayTeach": false}));
    let page = app.client.get(format!("{}/settings/words", app.url)).send().await.unwrap().text().await.unwrap();
    assert!(page.contains("action=\"/admin/sign-in\"") && !page.contains("action=\"/settings/words/teach\""));
    let request = app
        .client
        .post(format!("{}/api/words", app.url))
        .header("admin-token", "correct-horse-battery-staple-0123")
        .json(&new);
    let (status, word) = json(request.send().await.unwrap()).await;
    assert_eq!(status, 200, "{word}");
    let address = format!("{}/api/words/{}", app.url, word["id"].as_str().unwrap());
    assert_eq!(app.client.delete(&address).send().await.unwrap().status(), 403);
}
