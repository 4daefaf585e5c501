//! Time-outs, retries, replies that break off, the stop button, and the second model.

use std::time::{Duration, Instant};

use server::llm::{Listener, LlmConfig, LlmError, Progress};
use tokio_util::sync::CancellationToken;

use super::{ask, config, deltas, model, question, streamed};
use crate::scripted_model::{ScriptedModel, Step};

fn retries(told: &[Progress]) -> Vec<(u32, &'static str)> {
    let retry = |p: &Progress| {
        if let Progress::Retry { attempt, reason, .. } = p { Some((*attempt, reason.kind())) } else { None }
    };
    told.iter().filter_map(retry).collect()
}

fn falls(told: &[Progress]) -> Vec<(&str, &str, &str)> {
    fn fall(progress: &Progress) -> Option<(&str, &str, &str)> {
        if let Progress::Fall { from, to, reason } = progress { Some((from, to, reason)) } else { None }
    }
    told.iter().filter_map(fall).collect()
}

#[tokio::test]
async fn what_can_pass_is_tried_three_times_more() {
    let steps =
        [Step::status(429, "slow down"), Step::status(503, "loading"), Step::Cut("Half".into()), Step::text("Yes.")];
    let server = ScriptedModel::start(steps).await;
    let (reply, told) = ask(&model(&config(&server, "openai")), &question()).await;
    assert_eq!(reply.unwrap().content, "Yes.");
    assert_eq!(retries(&told), [(1, "rate_limited"), (2, "unavailable"), (3, "cut")]);

    let server = ScriptedModel::answering(7, |_| Step::status(500, "boom")).await;
    let (outcome, told) = ask(&model(&config(&server, "openai")), &question()).await;
    let error = outcome.unwrap_err();
    assert_eq!(error.to_string(), "The model server has a problem of its own (status 500).");
    assert_eq!((server.seen().len(), told.len()), (4, 3));
}

#[tokio::test]
async fn what_cannot_pass_is_not_tried_again() {
    let no_credit = r#"{"error": {"code": "insufficient_quota", "message": "no credit"}}"#;
    let too_long = r#"{"error":{"code":400,"message":"m","type":"exceed_context_size_error","n_prompt_tokens":5000,"n_ctx":4096}}"#;
    for (step, kind) in [
        (Step::status(400, "bad"), "refused"),
        (Step::status(401, "who are you"), "auth"),
        (Step::status(404, "no such model"), "refused"),
        (Step::Status(429, vec![], no_credit.into()), "quota"),
        (Step::Status(400, vec![], too_long.into()), "too_long"),
    ] {
        let server = ScriptedModel::start([step]).await;
        let (outcome, told) = ask(&model(&config(&server, "openai")), &question()).await;
        assert_eq!(outcome.map_err(|e| e.kind()), Err(kind));
        assert_eq!((server.seen().len(), told.len()), (1, 0));
    }
}

#[tokio::test]
async fn retry_after_is_honoured_in_all_its_forms() {
    let limited = |headers| Step::Status(429, headers, String::new());
    let ms = limited(vec![("retry-after", "1".into()), ("retry-after-ms", "30".into())]);
    let seconds = limited(vec![("retry-after", "0.02".into())]);
    let server = ScriptedModel::start([ms, seconds, Step::text("Yes.")]).await;
    let begun = Instant::now();
    let (reply, told) = ask(&model(&config(&server, "openai")), &question()).await;
    reply.unwrap();
    assert!(begun.elapsed() >= Duration::from_millis(50));
    let waits =
        told.iter().filter_map(|p| if let Progress::Retry { wait, .. } = p { Some(wait.as_millis()) } else { None });
    assert_eq!(waits.collect::<Vec<_>>(), [30, 20]);

    // A date is read against the server's own clock; beyond 30 s nobody waits.
    let date = ("date", "Wed, 21 Oct 2015 07:28:00 GMT".to_owned());
    let later = ("retry-after", "Wed, 21 Oct 2015 07:28:40 GMT".to_owned());
    let server = ScriptedModel::start([limited(vec![date, later])]).await;
    let (outcome, _) = ask(&model(&config(&server, "openai")), &question()).await;
    assert_eq!(outcome.unwrap_err().retry_after(), Some(Duration::from_secs(40)));
    assert_eq!(server.seen().len(), 1);
}

#[tokio::test]
async fn a_stream_that_breaks_off_is_never_half_an_answer() {
    for provider in ["openai", "anthropic"] {
        let text = "Logins fail, screens are slow, and the app crashes on start.";
        let server = ScriptedModel::start([Step::Cut(text.into()), Step::text(text)]).await;
        let (reply, told) = ask(&model(&config(&server, provider)), &streamed(question())).await;
        assert_eq!(reply.unwrap().content, text);
        let again = told.iter().position(|p| matches!(p, Progress::Retry { .. })).unwrap();
        let void = deltas(&told[..again]);
        assert!(!void.is_empty() && text.starts_with(&void) && void != text, "{provider}: {void}");
        assert_eq!(deltas(&told[again..]), text);
        assert_eq!(retries(&told), [(1, "cut")]);
    }
    // Without an error of the connection, too: the stream ends in good order, but too early.
    let early = Step::Raw("text/event-stream", "data: {\"choices\":[{\"delta\":{\"content\":\"Ha\"}}]}\n\n".into());
    let server = ScriptedModel::start([early.clone(), early]).await;
    let config = LlmConfig { retries: 1, ..config(&server, "openai") };
    let (outcome, _) = ask(&model(&config), &streamed(question())).await;
    assert_eq!(outcome.map_err(|e| e.kind()), Err("cut"));
}

#[tokio::test]
async fn silence_ends_with_a_time_out() {
    for (step, request) in [
        (Step::Hang, question()),
        (Step::Hang, streamed(question())),
        (Step::Silence("Well".into()), streamed(question())),
        (Step::Silence("Well".into()), question()),
    ] {
        let spoke = matches!(step, Step::Silence(_));
        let server = ScriptedModel::start([step]).await;
        let quick = LlmConfig { timeout_s: 0.3, idle_s: 0.05, retries: 0, ..config(&server, "openai") };
        let (outcome, _) = ask(&model(&quick), &request).await;
        // What has not begun has the time of the whole call; what has begun must not pause.
        let expected = match spoke && request.stream {
            true => LlmError::Silent { after: Duration::from_millis(50) },
            false => LlmError::Timeout { after: Duration::from_millis(300) },
        };
        assert_eq!(outcome, Err(expected));
        server.hung_up().await;
    }
}

#[tokio::test]
async fn a_streamed_answer_may_begin_as_late_as_the_time_limit_allows() {
    for provider in ["openai", "anthropic"] {
        let server = ScriptedModel::start([Step::Late(Duration::from_millis(200), "Late, but whole.".into())]).await;
        let patient = LlmConfig { timeout_s: 20.0, idle_s: 0.1, retries: 0, ..config(&server, provider) };
        let (reply, _) = ask(&model(&patient), &streamed(question())).await;
        assert_eq!(reply.unwrap().content, "Late, but whole.", "{provider}");
    }
}

#[tokio::test]
async fn stop_reaches_the_request_the_stream_and_the_wait() {
    for (step, request) in [(Step::Hang, question()), (Step::Silence("Well, ".into()), streamed(question()))] {
        let server = ScriptedModel::start([step]).await;
        let model = model(&config(&server, "openai"));
        let cancel = CancellationToken::new();
        let watched = async {
            while server.seen().is_empty() {
                tokio::task::yield_now().await;
            }
            cancel.cancel();
        };
        let nobody = Listener::none();
        let both = async { tokio::join!(model.chat(&request, &nobody, &cancel), watched) };
        let (outcome, ()) = tokio::time::timeout(Duration::from_secs(1), both).await.expect("it did not stop at once");
        assert_eq!(outcome, Err(LlmError::Cancelled));
        server.hung_up().await;
    }
    let server = ScriptedModel::start([Step::status(500, "boom")]).await;
    let slow = LlmConfig { retry_base_ms: 20_000, ..config(&server, "openai") };
    let cancel = CancellationToken::new();
    let stop = Listener::new({
        let cancel = cancel.clone();
        move |_| cancel.cancel()
    });
    assert_eq!(model(&slow).chat(&question(), &stop, &cancel).await, Err(LlmError::Cancelled));
}

#[tokio::test]
async fn the_second_model_takes_over_and_says_why() {
    let first = ScriptedModel::answering(7, |_| Step::status(401, "no such key")).await;
    let second = ScriptedModel::answering(7, |_| Step::text("From the second.")).await;
    let fallback = Some(Box::new(LlmConfig { model: "claude-sonnet-4-5".into(), ..config(&second, "anthropic") }));
    let model = model(&LlmConfig { fallback, ..config(&first, "openai") });
    let (reply, told) = ask(&model, &streamed(question())).await;
    assert_eq!(reply.unwrap().content, "From the second.");
    let reason = "The model's provider did not accept the key (status 401).";
    assert_eq!(falls(&told), [("openai/gpt-4.1-mini", "anthropic/claude-sonnet-4-5", reason)]);

    // The one that failed is left alone for a while, visibly.
    let (reply, told) = ask(&model, &question()).await;
    assert_eq!(reply.unwrap().content, "From the second.");
    assert_eq!((first.seen().len(), second.seen().len()), (1, 2));
    assert_eq!(
        falls(&told)[0].2,
        format!("The model rests after a failure: {}", reason.replace("The model", "the model"))
    );
}

#[tokio::test]
async fn a_request_that_is_refused_falls_but_nobody_rests_for_it() {
    let first = ScriptedModel::start([Step::status(400, "too odd"), Step::text("From the first.")]).await;
    let second = ScriptedModel::start([Step::text("From the second.")]).await;
    let model = model(&LlmConfig { fallback: Some(Box::new(config(&second, "groq"))), ..config(&first, "openai") });
    assert_eq!(ask(&model, &question()).await.0.unwrap().content, "From the second.");
    assert_eq!(ask(&model, &question()).await.0.unwrap().content, "From the first.");
}

#[tokio::test]
async fn when_all_have_failed_the_last_error_is_returned_and_the_next_question_is_tried_again() {
    let failing = || ScriptedModel::answering(7, |_| Step::status(500, "boom"));
    let (first, second) = (failing().await, failing().await);
    let quick = |c: LlmConfig| LlmConfig { retries: 0, ..c };
    let fallback = Some(Box::new(quick(config(&second, "groq"))));
    let model = model(&LlmConfig { fallback, ..quick(config(&first, "openai")) });
    for asked in 1..=2 {
        let (outcome, told) = ask(&model, &question()).await;
        assert_eq!(outcome.map_err(|e| e.kind()), Err("unavailable"));
        assert_eq!((falls(&told).len(), first.seen().len(), second.seen().len()), (1, asked, asked));
    }
}

#[tokio::test]
async fn the_fall_to_a_model_that_rests_is_told_too() {
    let first = ScriptedModel::start([Step::status(400, "too odd"), Step::status(500, "boom")]).await;
    let second = ScriptedModel::start([Step::status(401, "no such key")]).await;
    let quick = |c: LlmConfig| LlmConfig { retries: 0, ..c };
    let fallback = Some(Box::new(quick(config(&second, "groq"))));
    let model = model(&LlmConfig { fallback, ..quick(config(&first, "openai")) });
    ask(&model, &question()).await.0.unwrap_err();
    // The second rests now, the first does not.
    let (outcome, told) = ask(&model, &question()).await;
    assert_eq!(outcome.map_err(|e| e.kind()), Err("auth"));
    let [(from, to, reason)] = falls(&told)[..] else { panic!("{told:?}") };
    assert_eq!((from, to), ("openai/gpt-4.1-mini", "groq/gpt-4.1-mini"));
    assert!(reason.contains("status 500"), "{reason}");
    assert_eq!(second.seen().len(), 1);
}

#[tokio::test]
async fn calls_beyond_the_limit_of_a_minute_wait_and_can_be_stopped() {
    let server = ScriptedModel::start([Step::text("Yes.")]).await;
    let model = model(&LlmConfig { calls_per_minute: 1, ..config(&server, "openai") });
    ask(&model, &question()).await.0.unwrap();
    let cancel = CancellationToken::new();
    let stop = Listener::new({
        let cancel = cancel.clone();
        move |progress| {
            assert!(matches!(progress, Progress::Paced { wait } if wait > Duration::from_secs(50)));
            cancel.cancel();
        }
    });
    assert_eq!(model.chat(&question(), &stop, &cancel).await, Err(LlmError::Cancelled));
    assert_eq!(server.seen().len(), 1);
}

#[tokio::test]
async fn nobody_there_is_said_plainly() {
    let server = ScriptedModel::start([]).await;
    let config = LlmConfig { retries: 0, ..config(&server, "openai") };
    drop(server);
    tokio::task::yield_now().await;
    let error = ask(&model(&config), &question()).await.0.unwrap_err();
    assert!(error.to_string().starts_with("The model server cannot be reached"), "{error}");
    assert!(!error.to_string().contains("127.0.0.1"), "{error}");
}
