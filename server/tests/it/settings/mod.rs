//! Settings made on pages: stored encrypted, locked by others, in use at once, and read by every process.

use std::time::{Duration, Instant};

use model::account::Actor;
use serde_json::{Value, json};
use server::services::Services;
use server::settings::Change;
use server::store::settings;
use server::world::World;

use crate::app::{self, TestApp};
use crate::scripted_model::{ScriptedModel, Step};

async fn change(app: &TestApp, group: &str, values: Value) -> (u16, Value) {
    let url = format!("{}/api/settings/{group}", app.url);
    app::json(app.client.patch(url).json(&json!({ "values": values })).send().await.unwrap()).await
}

fn field<'v>(group: &'v Value, name: &str) -> &'v Value {
    group["fields"].as_array().unwrap().iter().find(|field| field["name"] == name).unwrap()
}

fn model_at(url: &str) -> Value {
    json!({
        "PLUMBLINE_LLM_PROVIDER": "compatible",
        "PLUMBLINE_LLM_BASE_URL": format!("{url}/v1"),
        "PLUMBLINE_LLM_API_KEY": "sk-entered-on-a-page",
        "PLUMBLINE_LLM_MODEL": "small",
    })
}

#[tokio::test]
async fn a_model_entered_on_a_page_answers_the_next_question() {
    let app = TestApp::start().await;
    let model = ScriptedModel::answering(64, |_| Step::text("Final Answer: There were 14 complaints.")).await;
    let (status, group) = change(&app, "model", model_at(&model.url())).await;
    assert_eq!(status, 200, "{group}");
    let key = field(&group, "PLUMBLINE_LLM_API_KEY");
    assert_eq!((&key["isSet"], &key["value"], &key["origin"]), (&json!(true), &json!(""), &json!("page")));
    assert_eq!(field(&group, "PLUMBLINE_LLM_MODEL")["value"], "small");

    app.ask("How many complaints were there in January 2026?").await;
    let seen = model.seen();
    let asked = seen.first().expect("the model is asked");
    assert_eq!(asked.headers["authorization"], "Bearer sk-entered-on-a-page");

    // Neither the database nor the audit log nor a reply has the key.
    let rows = settings::all(&app.services.db).await.unwrap();
    assert_eq!(rows.len(), 4);
    assert!(rows.iter().all(|row| !row.value.clone().unwrap_or_default().contains("entered-on-a-page")), "{rows:?}");
    let (_, log) = app.get("/api/audit").await;
    assert!(
        log.to_string().contains("PLUMBLINE_LLM_API_KEY") && !log.to_string().contains("entered-on-a-page"),
        "{log}"
    );

    // Another process over this database uses them, too.
    let other = Services::open((*app.services.config).clone(), World::real()).await.unwrap();
    assert_eq!(other.agent.model(), "compatible/small");

    // One setting back, and the rules answer.
    let (status, group) = change(&app, "model", json!({"PLUMBLINE_LLM_PROVIDER": "rules"})).await;
    assert_eq!(status, 200, "{group}");
    assert_eq!(field(&group, "PLUMBLINE_LLM_API_KEY")["isSet"], false);
    let before = model.seen().len();
    app.ask("How many complaints were there in January 2026?").await;
    assert_eq!(model.seen().len(), before, "no model is asked any more");
}

#[tokio::test]
async fn what_the_server_was_started_with_goes_over_a_page() {
    let app = TestApp::with(&[("PLUMBLINE_LLM_PROVIDER", "rules"), ("PLUMBLINE_MAIL_FROM", "desk@firm.example")]).await;
    let (_, group) = app.get("/api/settings/model").await;
    assert_eq!(field(&group, "PLUMBLINE_LLM_PROVIDER")["origin"], "environment");
    let (status, refused) = change(&app, "model", model_at("http://127.0.0.1:9")).await;
    assert_eq!(status, 400, "{refused}");
    assert!(refused["detail"].as_str().unwrap().contains("environment"), "{refused}");
    assert_eq!(settings::all(&app.services.db).await.unwrap(), vec![], "nothing is stored");
}

#[tokio::test]
async fn a_value_that_does_not_fit_changes_nothing() {
    let app = TestApp::start().await;
    for (group, values, says) in [
        ("limits", json!({"PLUMBLINE_LLM_TIMEOUT_S": "soon"}), "PLUMBLINE_LLM_TIMEOUT_S"),
        ("model", json!({"PLUMBLINE_LLM_PROVIDER": "anthropic"}), "needs a key"),
        ("model", json!({"PLUMBLINE_LLM_PROVIDER": "no-such"}), "no provider"),
        ("mail", json!({"PLUMBLINE_SMTP_URL": "smtps://mail.example"}), "PLUMBLINE_MAIL_FROM"),
        ("sign-in", json!({"PLUMBLINE_OIDC_ISSUER": "https://id.example"}), "PLUMBLINE_OIDC_CLIENT_ID"),
        ("mail", json!({"PLUMBLINE_DATABASE": "sqlite://x"}), "no setting of this group"),
        ("mail", json!({"ADMIN_TOKEN": "x"}), "no setting of this group"),
    ] {
        let (status, refused) = change(&app, group, values).await;
        assert_eq!(status, 400, "{refused}");
        assert!(refused["detail"].as_str().unwrap().contains(says), "{refused}");
    }
    assert_eq!(change(&app, "no-such", json!({})).await.0, 404);
    assert_eq!(settings::all(&app.services.db).await.unwrap(), vec![]);
}

#[tokio::test]
async fn a_trial_says_what_is_wrong_and_stores_nothing() {
    let app = TestApp::start().await;
    let model = ScriptedModel::answering(64, |_| Step::status(401, "Incorrect API key provided")).await;
    let (status, found) = app.post("/api/settings/model/try", json!({ "values": model_at(&model.url()) })).await;
    assert_eq!((status, &found["works"]), (200, &json!(false)), "{found}");
    assert!(found.to_string().contains("key"), "{found}");
    let dead = json!({"PLUMBLINE_SMTP_URL": "smtps://127.0.0.1:9", "PLUMBLINE_MAIL_FROM": "desk@firm.example"});
    let (_, found) = app.post("/api/settings/mail/try", json!({ "values": dead })).await;
    assert!(found.to_string().contains("cannot be reached"), "{found}");
    assert_eq!(settings::all(&app.services.db).await.unwrap(), vec![]);
}

#[tokio::test]
async fn a_server_without_the_key_starts_and_says_so() {
    let app = TestApp::start().await;
    let (status, _) = change(&app, "model", model_at("http://127.0.0.1:9")).await;
    assert_eq!(status, 200);
    std::fs::write(std::path::Path::new(&app.services.config.data.folder.value).join("secrets.key"), "another")
        .unwrap();
    let other = Services::open((*app.services.config).clone(), World::real()).await.unwrap();
    let problem = other.applied.problems.first().expect("a problem is noted");
    assert!(problem.contains("PLUMBLINE_LLM_API_KEY was encrypted with another key"), "{problem}");
}

#[tokio::test]
async fn what_is_no_plain_setting_is_encrypted_whoever_stores_it() {
    let app = TestApp::start().await;
    let Services { config, db, world, .. } = &app.services;
    let names = ["PLUMBLINE_LLM_API_KEY", "PLUMBLINE_LLM_MODEL", "source.shop"];
    let changes = names.map(|name| Change { name: name.into(), value: Some("in plain text".into()) });
    let by = Actor::named("somebody");
    server::settings::store(config, db, world, &changes, &by, "settings:test".into()).await.unwrap();
    let rows = settings::all(db).await.unwrap();
    let plain: Vec<bool> = rows.iter().map(|row| row.value.as_deref() == Some("in plain text")).collect();
    assert_eq!(plain, [false, true, false], "{rows:?}");
    assert!(rows.iter().zip(&plain).all(|(row, plain)| row.secret != *plain), "{rows:?}");
}

#[tokio::test]
async fn a_trial_sends_each_finding_as_soon_as_it_is_known() {
    let app = TestApp::start().await;
    let model = ScriptedModel::answering(64, |seen| {
        let late = |ms| Step::Late(Duration::from_millis(ms), "{\"sum\": 7}".into());
        match (seen.body["tools"].is_array(), seen.body["response_format"].is_object()) {
            (true, _) => late(700),
            (_, true) => late(1400),
            _ => Step::text("one two three four five six seven eight nine ten"),
        }
    })
    .await;
    let request = app.client.post(format!("{}/api/settings/model/try", app.url));
    let request = request.header("accept", "text/event-stream").json(&json!({ "values": model_at(&model.url()) }));
    let mut reply = request.send().await.unwrap();
    assert_eq!(reply.headers()["content-type"], "text/event-stream");
    let (mut text, mut events) = (String::new(), Vec::<(Instant, Value)>::new());
    while let Some(chunk) = reply.chunk().await.unwrap() {
        text.push_str(std::str::from_utf8(&chunk).unwrap());
        while let Some(end) = text.find("\n\n") {
            let event: String = text.drain(..end + 2).collect();
            if let Some(data) = event.strip_prefix("data:") {
                events.push((Instant::now(), serde_json::from_str(data.trim()).unwrap()));
            }
        }
    }
    let at = |what: &str| {
        let found = events.iter().find(|(_, event)| event["found"]["what"] == what);
        found.unwrap_or_else(|| panic!("no {what}: {events:?}")).0
    };
    let least = Duration::from_millis(400);
    assert!(at("Calls tools") - at("Answers") > least && at("Keeps JSON") - at("Calls tools") > least, "{events:?}");
    assert_eq!(events.last().unwrap().1, json!({"finished": {"works": true}}));
    // The same findings as a whole, in the same order.
    let (_, whole) = app.post("/api/settings/model/try", json!({ "values": model_at(&model.url()) })).await;
    let names =
        |lines: Vec<&Value>| lines.iter().map(|line| line["what"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    let streamed = names(events.iter().map(|(_, event)| &event["found"]).filter(|found| found.is_object()).collect());
    assert_eq!(names(whole["lines"].as_array().unwrap().iter().collect()), streamed);
    // What cannot be used is refused before anything is sent.
    let (status, refused) =
        app.post("/api/settings/model/try", json!({"values": {"PLUMBLINE_LLM_PROVIDER": "none"}})).await;
    assert_eq!(status, 400, "{refused}");
}

#[tokio::test]
async fn without_scripts_a_trial_shows_the_form_again_with_what_it_found() {
    let app = TestApp::start().await;
    let model = ScriptedModel::answering(64, |_| Step::text("one two three four five six seven")).await;
    let post = async |path: &str, form: &[(&str, &str)]| {
        let request = app.client.post(format!("{}{path}", app.url)).header("origin", &app.url);
        let request = request.header("referer", format!("{}/settings", app.url)).header("accept", "text/html");
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let reply = request.body(body).send().await.unwrap();
        (reply.status().as_u16(), reply.text().await.unwrap())
    };
    let url = format!("{}/v1", model.url());
    let mut form = [
        ("PLUMBLINE_LLM_PROVIDER", "compatible"),
        ("PLUMBLINE_LLM_BASE_URL", url.as_str()),
        ("PLUMBLINE_LLM_API_KEY", "sk-entered-on-a-page"),
        ("PLUMBLINE_LLM_MODEL", "small-one"),
    ];
    let (status, page) = post("/desk/settings/model/try", &form).await;
    assert_eq!(status, 200, "{page}");
    assert!(page.contains("settings-checked") && page.contains("yes, in "), "{page}");
    assert!(page.contains("value=\"small-one\"") && page.contains(&format!("value=\"{url}\"")), "{page}");
    assert!(!page.contains("sk-entered-on-a-page"), "{page}");
    assert_eq!(settings::all(&app.services.db).await.unwrap(), vec![]);
    // A refused change comes back likewise, and only to its own form.
    form[0].1 = "no-such-provider";
    let (status, page) = post("/desk/settings/model", &form).await;
    assert_eq!((status, page.matches("value=\"small-one\"").count()), (400, 1), "{page}");
    assert!(page.contains("no provider") && !page.contains("sk-entered-on-a-page"), "{page}");
}
