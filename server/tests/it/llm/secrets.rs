//! The key goes into the request and nowhere else.

use serde_json::json;
use server::llm::LlmConfig;

use super::{KEY, ask, config, model, question, streamed};
use crate::agent::log::Log;
use crate::scripted_model::{ScriptedModel, Step};

/// The first part of the key would be enough to recognise it.
const PART: &str = "sk-test-01";

#[tokio::test]
async fn servers_that_repeat_the_key_are_not_repeated() {
    let says = format!("Incorrect API key provided: {KEY}, or sk-test-01****ghij. See https://example.test/keys");
    let mid_stream = format!("data: {}\n\n", json!({"error": {"code": 500, "message": says}}));
    for step in [
        Step::status(401, &says),
        Step::status(400, &says),
        Step::Status(429, vec![("retry-after", "90".into())], says.clone()),
        Step::Status(502, vec![], json!({"detail": [{"input": KEY}]}).to_string()),
        Step::Raw("application/json", format!("not json {KEY}")),
        Step::Raw("application/json", json!({"error": says}).to_string()),
        Step::Raw("text/event-stream", mid_stream),
    ] {
        let server = ScriptedModel::start([step.clone()]).await;
        let settings = LlmConfig { retries: 0, ..config(&server, "openai") };
        let (outcome, told) = ask(&model(&settings), &streamed(question())).await;
        let error = outcome.unwrap_err();
        let all = format!("{error} {error:?} {} {told:?} {settings:?}", error.advice());
        assert!(!all.contains(PART), "{step:?}: {all}");
        assert_eq!(server.seen()[0].headers["authorization"], format!("Bearer {KEY}"));
    }
}

#[tokio::test]
async fn a_reply_that_holds_the_key_loses_it() {
    let text = format!("Your key is {KEY} indeed.");
    let server =
        ScriptedModel::start([Step::text(&text), Step::text(&text), Step::call("search", json!({"q": KEY}))]).await;
    let model = model(&config(&server, "openai"));
    for request in [question(), streamed(question()), question()] {
        let (reply, told) = ask(&model, &request).await;
        let all = format!("{:?} {told:?}", reply.unwrap());
        assert!(!all.contains(PART) && all.contains("[key hidden]"), "{all}");
    }
}

#[tokio::test]
async fn a_redirect_does_not_carry_the_key_away() {
    let elsewhere = ScriptedModel::start([Step::text("Yes.")]).await;
    for provider in ["openai", "anthropic", "azure"] {
        let location = vec![("location", format!("{}/v1/chat/completions", elsewhere.url()))];
        let server = ScriptedModel::start([Step::Status(307, location, String::new())]).await;
        let error = ask(&model(&config(&server, provider)), &question()).await.0.unwrap_err();
        assert!(error.to_string().contains("another address"), "{error}");
    }
    assert_eq!(elsewhere.seen().len(), 0);
}

#[tokio::test]
async fn the_most_talkative_log_does_not_hold_the_key() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber =
        tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(move || writer.clone()).finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    let first = ScriptedModel::answering(7, |_| Step::status(500, &format!("boom {KEY}"))).await;
    let second = ScriptedModel::start([Step::text("Yes.")]).await;
    let fallback = Some(Box::new(config(&second, "anthropic")));
    let settings = LlmConfig { fallback, ..config(&first, "openai") };
    tracing::info!(?settings, "set up");
    ask(&model(&settings), &question()).await.0.unwrap();
    let text = log.text();
    assert!(text.contains("model.retry") && text.contains("model.fallback"), "{text}");
    assert!(!text.contains(PART), "{text}");
}
