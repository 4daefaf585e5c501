//! Unknown callers: guesses are counted across calls, tasks are created before the customer is known, and messages that
//! are unclear twice are passed on.

use demo::town;
use serde_json::{Value, json};
use server::store::support::tries::{self, Try};

use super::calls::{Talk, app, app_on_postgres};
use super::trust::tasks;
use crate::app::TestApp;

#[tokio::test]
async fn guesses_count_over_calls() {
    let app = app(&[]).await;
    guess(&app).await;
}

#[tokio::test]
async fn guesses_count_over_calls_on_postgres() {
    let (app, _server) = app_on_postgres("guesses").await;
    guess(&app).await;
    app.services.db.close().await;
}

/// A call with one attempt; returns whether the caller is verified now.
async fn try_once<'a>(app: &'a TestApp, phone: &str, facts: &str) -> Talk<'a> {
    let mut talk = Talk::begin(app, phone, "lt").await;
    talk.say("klausimas dėl sąskaitos").await;
    assert_eq!(talk.state("asks"), "verify");
    talk.say(facts).await;
    talk
}

async fn guess(app: &TestApp) {
    let verified = |talk: &Talk<'_>| talk.state("verified") == &json!(true);
    // Right ones do not count, however many.
    for _ in 0..4 {
        assert!(verified(&try_once(app, "+37061100001", "CUST001 jonas.jonaitis@pastas.example").await));
    }
    // A caller who hangs up after each guess, at other accounts, and writes their number in other ways.
    for (phone, account) in [("+37061100001", "CUST003"), ("861100001", "CUST004"), ("+370 611 00001", "cust-005")] {
        let talk = try_once(app, phone, &format!("{account} petras@pastas.example")).await;
        assert!(!verified(&talk));
        assert_eq!(talk.last["ended"], false, "{}", talk.last);
    }
    let refused = try_once(app, "+37061100001", "CUST001 jonas.jonaitis@pastas.example").await;
    assert!(!verified(&refused), "not even what is right: it would tell which guess was");
    assert_eq!(refused.last["outcome"], "handed_over", "{}", refused.last);
    let task = tasks(app).await.into_iter().find(|t| t["sessionId"] == refused.id.as_str()).unwrap();
    assert_eq!(task["phone"], "+37061100001");
    // Somebody else may, at that account; an account that several callers guess at is closed as well.
    assert!(verified(&try_once(app, "+37061100002", "CUST001 jonas.jonaitis@pastas.example").await));
    for n in 3..6 {
        assert!(!verified(&try_once(app, &format!("+3706110000{n}"), "CUST001 ona@pastas.example").await));
    }
    let refused = try_once(app, "+37061100009", "CUST001 jonas.jonaitis@pastas.example").await;
    assert_eq!((verified(&refused), &refused.last["outcome"]), (false, &json!("handed_over")));
    // From its own number it is open, and after an hour everything is.
    let mut own = Talk::begin(app, "+37060012345", "lt").await;
    own.say("neveikia internetas").await;
    assert!(verified(&own));
    let (db, later) = (&app.services.db, app.services.agent.now() + 3_600_000);
    let one = Try { id: "r:c1", session_id: &own.id, phone: "+37061100001", account: "CUST001", now: later };
    assert_eq!(tries::add(db, one, later - 3_600_000 + 1).await.unwrap(), 1);
    assert_eq!(tries::add(db, one, later).await.unwrap(), 1, "a call that runs again after a crash is one try");
}

/// A promise to a caller who is not identified yet is a task with their number and name, and is linked to the account
/// once that is known.
#[tokio::test]
async fn a_caller_who_is_not_known_is_called_back() {
    let app = app(&[]).await;
    let mut talk = Talk::begin(&app, town::UNKNOWN_PHONES[0], "lt").await;
    talk.say("Laba diena, mano vardas Ona. Noriu kalbėti su žmogumi").await;
    let task = of_call(&app, &talk.id).await.remove(0);
    assert_eq!((&task["callerName"], &task["customerId"]), (&json!("Ona"), &Value::Null));
    assert_eq!((&task["phone"], &task["queue"]), (&json!(town::UNKNOWN_PHONES[0]), &json!("support")));
    let (_, view) = app.get(&format!("/api/support/calls/{}", task["sessionId"].as_str().unwrap())).await;
    assert!(view["runs"].to_string().contains("mano vardas Ona"), "the transcript is the call");
    // Verified after that, the task knows the account.
    talk.say("o dar klausimas dėl sąskaitos").await;
    talk.say("CUST001 jonas.jonaitis@pastas.example").await;
    assert_eq!(talk.state("verified"), &json!(true), "{}", talk.last);
    assert_eq!(of_call(&app, &talk.id).await[0]["customerId"], "CUST001");
}

/// The tasks that a call has made.
async fn of_call(app: &TestApp, id: &str) -> Vec<Value> {
    tasks(app).await.into_iter().filter(|t| t["sessionId"] == id).collect()
}

/// In every state of a call, an unclear message is queried once, and the second in a row creates a task for a person.
#[tokio::test]
async fn who_is_not_understood_twice_is_passed_on() {
    let app = app(&[]).await;
    let before = ["neveikia internetas", "taip", "ne, vis dar neveikia"];
    for said in 0..=before.len() {
        let mut talk = Talk::begin(&app, "+37060012345", "lt").await;
        for message in &before[..said] {
            talk.say(message).await;
        }
        let once = talk.say("qwzx kfpt").await;
        assert!(!once.contains("Perduodu") && of_call(&app, &talk.id).await.is_empty(), "after {said}: {once}");
        let twice = talk.say("xyzq").await;
        assert!(twice.contains("Perduodu"), "after {said}: {twice}");
        let passed = of_call(&app, &talk.id).await;
        assert_eq!(passed.len(), 1, "after {said}");
        assert_eq!((&passed[0]["queue"], &passed[0]["phone"]), (&json!("support"), &json!("+37060012345")));
    }
}
