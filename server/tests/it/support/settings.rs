//! Settings of calls, changed at run time and for one call: what a model is actually sent.

use demo::town;
use serde_json::{Value, json};

use super::calls::{Talk, app, app_on_postgres};
use crate::app::TestApp;
use crate::scripted_model::{ScriptedModel, Step, with_tools};

async fn patch(app: &TestApp, change: Value) -> (u16, Value) {
    let sent = app.client.patch(format!("{}/api/support/settings", app.url)).json(&change).send().await.unwrap();
    (sent.status().as_u16(), sent.json().await.unwrap())
}

/// Audit log entries about changed settings, newest first.
async fn audited(app: &TestApp) -> Vec<(String, String)> {
    let (_, log) = app.get("/api/audit?action=settings_changed").await;
    let text = |line: &Value, field: &str| line[field].as_str().unwrap().to_owned();
    log["items"].as_array().unwrap().iter().map(|line| (text(line, "what"), text(line, "detail"))).collect()
}

#[tokio::test]
async fn settings_are_changed_while_it_runs() {
    let app = app(&[("PLUMBLINE_SUPPORT_FORMAL", "true")]).await;
    change(&app).await;
}

#[tokio::test]
async fn settings_are_changed_while_it_runs_on_postgres() {
    let (app, _server) = app_on_postgres("settings").await;
    change(&app).await;
    app.services.db.close().await;
}

async fn change(app: &TestApp) {
    let (_, before) = app.get("/api/support/settings").await;
    assert_eq!(
        (
            &before["temperature"], &before["maxTokens"], &before["maxTurns"], &before["language"],
            &before["maxToolCalls"]
        ),
        (&json!(0.3), &json!(1000), &json!(20), &json!("lt"), &json!(5)),
        "B-014, X-38"
    );
    let going_on = Talk::with(app, json!({ "phone": "+37060012345" })).await;
    let (status, after) = patch(app, json!({ "language": "en", "maxTurns": 2, "temperature": 0.5 })).await;
    assert_eq!((status, &after["language"], &after["formal"]), (200, &json!("en"), &before["formal"]), "{after}");
    let (what, detail) = audited(app).await.remove(0);
    assert_eq!(what, "settings:calls");
    assert_eq!(detail, "language lt to en, maxTurns 20 to 2, temperature 0.3 to 0.5");
    // A second change keeps the first; the same once more changes nothing.
    patch(app, json!({ "temperature": 0.7 })).await;
    patch(app, json!({ "temperature": 0.7 })).await;
    assert_eq!(audited(app).await.len(), 2);
    let (_, now) = app.get("/api/support/settings").await;
    assert_eq!((&now["language"], &now["temperature"]), (&json!("en"), &json!(0.7)));
    // What cannot be is refused, with its name, and nothing is changed.
    for (wrong, name) in [
        (json!({ "temperature": 3 }), "temperature"),
        (json!({ "maxTurns": 0 }), "maxTurns"),
        (json!({ "topP": 0 }), "topP"),
        (json!({ "model": "gpt-4o" }), "model"),
    ] {
        let (status, problem) = patch(app, wrong).await;
        assert_eq!((status, problem["detail"].as_str().unwrap().contains(name)), (400, true), "{problem}");
    }
    assert_eq!(patch(app, json!({ "colour": "red" })).await.0, 400);
    assert_eq!(app.get("/api/support/settings").await.1, now);

    // A call that goes on stays as it began; one that begins now has two messages, in English.
    let mut going_on = going_on;
    for _ in 0..4 {
        going_on.say("labas").await;
    }
    assert_eq!((going_on.state("language"), &going_on.last["ended"]), (&json!("lt"), &json!(false)));
    let mut talk = Talk::with(app, json!({ "phone": "+37060012345" })).await;
    assert_eq!(talk.state("language"), "en");
    for n in 1..=3 {
        assert_eq!(talk.last["ended"], false, "{n}");
        talk.say("hello").await;
    }
    assert_eq!(talk.last["outcome"], "max_turns", "{}", talk.last);
    // For one call something else, which is in the log as well.
    let talk = Talk::with(app, json!({ "phone": "+37060012345", "language": "lt", "maxTurns": 9 })).await;
    assert_eq!(talk.state("language"), "lt");
    let (what, detail) = audited(app).await.remove(0);
    assert_eq!(what, format!("conversation:{}", talk.id));
    assert_eq!(detail, "Only for this call: language en to lt, maxTurns 2 to 9");
    let (status, problem) = app.post("/api/support/calls", json!({ "phone": "+37060012345", "maxTokens": 0 })).await;
    assert_eq!((status, problem["detail"].as_str().unwrap().contains("maxTokens")), (400, true), "{problem}");
}

/// B-015, B-016, X-13: what the provider receives with default settings, with settings changed for all calls, and with
/// those of one call.
#[tokio::test]
async fn a_model_is_asked_with_them() {
    let model = ScriptedModel::answering(64, |_| Step::text("Kuo galiu padėti?")).await;
    let app = app(&with_tools(&model.url())).await;
    let last = |n: usize| {
        let body = model.seen().last().unwrap().body.clone();
        assert!(model.seen().len() >= n);
        body
    };
    let mut talk = Talk::with(&app, json!({ "phone": town::UNKNOWN_PHONES[0] })).await;
    talk.say("labas rytas").await;
    let body = last(1);
    let usual = body["model"].clone();
    let tokens = |body: &Value| body["max_tokens"].as_u64().or(body["max_completion_tokens"].as_u64()).unwrap();
    assert_eq!((&body["temperature"], tokens(&body), &body["top_p"]), (&json!(0.3), 1000, &Value::Null));
    let change = json!({ "temperature": 0.5, "maxTokens": 500, "topP": 0.9, "presencePenalty": -0.5 });
    assert_eq!(patch(&app, change).await.0, 200);
    let begin = json!({ "phone": town::UNKNOWN_PHONES[0], "model": "larger", "temperature": 0.1 });
    let mut own = Talk::with(&app, begin).await;
    own.say("labas rytas").await;
    let body = last(2);
    assert_eq!((&body["model"], &body["temperature"], tokens(&body)), (&json!("larger"), &json!(0.1), 500));
    assert_eq!((&body["top_p"], &body["presence_penalty"]), (&json!(0.9), &json!(-0.5)));
    assert_eq!(body["frequency_penalty"], Value::Null, "what is not set is not sent");
    let (_, run) = app.get(&format!("/api/research/runs/{}", own.last["runId"].as_str().unwrap())).await;
    assert!(run["model"].as_str().unwrap().ends_with("/larger"), "{}", run["model"]);
    // The call before goes on as it began.
    talk.say("ir dar kartą labas").await;
    let body = last(3);
    assert_eq!((&body["model"], &body["temperature"], tokens(&body)), (&usual, &json!(0.3), 1000));
}

/// B-045: a call that has reached its limit of model calls continues by the rules, and each message has its own limit
/// of tool calls.
#[tokio::test]
async fn a_call_asks_a_model_only_so_often() {
    let model = ScriptedModel::answering(64, |_| Step::text("Kuo galiu padėti?")).await;
    let app = app(&with_tools(&model.url())).await;
    let mut talk = Talk::with(&app, json!({ "phone": "+37060012345", "maxModelCalls": 2 })).await;
    for _ in 0..2 {
        talk.say("labas rytas").await;
    }
    let asked = model.seen().len();
    assert!(talk.say("neveikia internetas").await.contains("Vilniaus g. 15"), "{}", talk.last);
    assert_eq!(model.seen().len(), asked, "the rules go on");
    let (_, run) = app.get(&format!("/api/research/runs/{}", talk.last["runId"].as_str().unwrap())).await;
    assert!(run["steps"].to_string().contains("the most allowed"), "and the trace says why: {run}");

    let model = ScriptedModel::answering(64, |_| Step::call("find_customer", json!({ "phone": "+37060012345" }))).await;
    let app = self::app(&with_tools(&model.url())).await;
    let mut talk = Talk::with(&app, json!({ "phone": "+37060012345", "maxToolCalls": 1 })).await;
    talk.say("neveikia internetas").await;
    assert_eq!(talk.tools().await, ["find_customer"]);
}
