//! The key goes into the request and nowhere else.

use serde_json::json;
use server::llm::{LlmConfig, Secret};

use super::{KEY, ask, calls, config, deltas, model, question, streamed};
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
        assert!(!all.contains(PART) && !all.contains("example.test"), "{step:?}: {all}");
        assert!(!error.to_string().contains("Incorrect"), "{error}");
        assert_eq!(server.seen()[0].headers["authorization"], format!("Bearer {KEY}"));
    }
}

#[tokio::test]
async fn a_short_key_changes_no_other_words_of_an_error() {
    let server = ScriptedModel::start([Step::status(400, "The next max tokens exceed; key x")]).await;
    let settings = LlmConfig { api_key: Some(Secret::new("x")), ..config(&server, "openai") };
    let error = ask(&model(&settings), &question()).await.0.unwrap_err();
    assert!(error.detail().ends_with("The next max tokens exceed; key [key hidden]"), "{error}");
}

#[tokio::test]
async fn replies_calls_and_streams_keep_the_text_of_a_key() {
    for provider in ["openai", "anthropic"] {
        for key in ["x", KEY] {
            let text = format!("The next max is {key}, Bearer {key}, ?key={key}, {}", &key[..1]);
            let arguments = json!({"q": text});
            let steps = [Step::text(&text), Step::call("search", arguments.clone())];
            let server = ScriptedModel::start(steps.clone().into_iter().chain(steps)).await;
            let model = model(&LlmConfig { api_key: Some(Secret::new(key)), ..config(&server, provider) });
            for request in [question(), streamed(question())] {
                let (reply, told) = ask(&model, &request).await;
                assert_eq!(reply.unwrap().content, text);
                assert_eq!(deltas(&told), if request.stream { text.as_str() } else { "" });
                let reply = ask(&model, &request).await.0.unwrap();
                assert_eq!(calls(&reply), [("search", Ok(arguments.clone()))]);
            }
        }
    }
}

#[tokio::test]
async fn a_redirect_does_not_carry_the_key_away() {
    let elsewhere = ScriptedModel::start([Step::text("Yes.")]).await;
    for provider in ["openai", "anthropic", "azure"] {
        let location = vec![("location", format!("{}/v1/chat/completions", elsewhere.url()))];
        let server = ScriptedModel::start([Step::Status(307, location, String::new())]).await;
        let error = ask(&model(&config(&server, provider)), &question()).await.0.unwrap_err();
        assert!(error.detail().contains("another address"), "{error}");
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
