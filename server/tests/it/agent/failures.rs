//! Failing models: another one takes over, and finally the rules, which continue with what was found.

use std::time::Duration;

use model::account::DataAccess;
use model::run::{RunEvent, RunStatus, Strategy};
use model::session::Role;
use server::store::events::{EventLog, Row};
use server::store::runs::{self, Claimed, Opening};
use server::store::sessions::{NewMessage, NewSession};

use super::*;

#[tokio::test]
async fn what_passes_is_retried_and_counted() {
    let steps = vec![
        Step::status(429, "slow down"),
        topics(),
        Step::Cut("Half of an".into()),
        Step::status(500, "boom"),
        answer(),
    ];
    let desk = Desk::start("tools", steps).await;
    let run = desk.ask(WHY).await;
    assert!(text(&run).contains("Login failures"), "{}", text(&run));
    assert_eq!((run.usage.retries, run.usage.model_calls, run.model.as_str()), (3, 3, "openai/gpt-4.1-mini"));
    assert!(falls(&desk.events(&run).await).is_empty());
}

#[tokio::test]
async fn without_any_model_the_rules_answer() {
    for (step, reason) in [
        (Step::status(500, "boom"), "The model server has a problem of its own (status 500)."),
        (Step::status(401, "bad key sk-test-0123456789abcdef"), "did not accept the key"),
        (Step::Raw("application/json", "<html>".into()), "unreadable"),
    ] {
        let model = ScriptedModel::answering(7, move |_| step.clone()).await;
        let desk = Desk::with("tools", model, &[("PLUMBLINE_LLM_RETRIES", "1")]).await;
        let run = desk.ask(WHY).await;
        assert_eq!((run.status, run.strategy, run.model.as_str()), (RunStatus::Completed, Strategy::Rules, "rules"));
        assert!(text(&run).contains("Login failures 50% (6)"), "{}", text(&run));
        let falls = falls(&desk.events(&run).await);
        assert_eq!(falls.len(), 1);
        let (from, to, why) = &falls[0];
        assert_eq!((from.as_str(), to.as_str()), ("openai/gpt-4.1-mini", "rules"));
        assert!(why.contains(reason) && !why.contains("0123456789"), "{why}");
        assert_eq!(run.receipt.unwrap().model, "rules");
        assert!(desk.model.seen().len() <= 2, "one call, tried at most twice, and no further");
    }
}

#[tokio::test]
async fn a_plan_or_a_reflection_that_fails_has_its_substitute() {
    let desk = Desk::start("plan", vec![Step::status(401, "expired")]).await;
    let run = desk.ask(WHY).await;
    let fallen = falls(&desk.events(&run).await);
    assert!(
        fallen.len() == 1 && fallen[0].2 == "The model's provider did not accept the key (status 401).",
        "{fallen:?}"
    );
    assert!(text(&run).contains("Login failures 50% (6)"));
    let told = notes(&run).into_iter().find(|(about, _)| *about == NoteKind::Fallback).unwrap().1;
    assert!(told.contains("LLM error, rule-based fallback."), "{told}");

    // What was found is enough where nobody can say whether it is (D-046).
    let plan = json!({"reasoning": "Topics.", "calls": [{"tool": "analyze_topics", "args": {"kind": "complaint",
        "product": "mobile-banking", "timeRange": "last 30 days"}}]});
    let desk = Desk::start("plan", vec![Step::text(&plan.to_string()), Step::status(401, "expired"), answer()]).await;
    let run = desk.ask(WHY).await;
    let reflected = run.steps.iter().find_map(|s| match &s.kind {
        model::run::StepKind::Reflection { sufficient, text } => Some((*sufficient, text.as_str())),
        _ => None,
    });
    assert!(
        reflected.is_some_and(|(enough, why)| enough && why.contains("status 401") && !why.contains("expired")),
        "{reflected:?}"
    );
    assert_eq!((run.strategy, falls(&desk.events(&run).await).len()), (Strategy::Plan, 0));
    assert!(text(&run).contains("Login failures 50% (6)") && !run.answer.as_ref().unwrap().partial);
}

#[tokio::test]
async fn rules_go_on_from_what_a_model_found() {
    let desk = Desk::start("tools", vec![topics(), Step::status(401, "expired")]).await;
    let run = desk.ask(WHY).await;
    let topics: Vec<_> = run.calls().filter(|c| c.tool == "analyze_topics").collect();
    assert_eq!(topics.len(), 1, "what was found is not looked up again");
    assert!(run.calls().count() > 1 && text(&run).contains("Login failures 50% (6)"), "{}", text(&run));
    assert_eq!(run.strategy, Strategy::Rules);

    // A question for which the rules have no plan: the results are told.
    let desk = Desk::start("tools", vec![super::topics(), Step::status(401, "expired")]).await;
    let run = desk.ask("Paint me a picture of last month").await;
    assert!(text(&run).starts_with("What was found:") && text(&run).contains("12 complaints"), "{}", text(&run));
    assert!(run.answer.as_ref().unwrap().caveats().next().is_some());
}

#[tokio::test]
async fn the_second_model_comes_before_the_rules() {
    let second = scripted(vec![topics(), answer()]).await;
    let first = ScriptedModel::answering(7, |_| Step::status(503, "loading")).await;
    let url = second.url();
    let more = [
        ("PLUMBLINE_LLM_RETRIES", "0"),
        ("PLUMBLINE_LLM_FALLBACK_PROVIDER", "mistral"),
        ("PLUMBLINE_LLM_FALLBACK_BASE_URL", url.as_str()),
        ("PLUMBLINE_LLM_FALLBACK_API_KEY", "sk-other-0123456789"),
        ("PLUMBLINE_LLM_FALLBACK_MODEL", "mistral-small-latest"),
    ];
    let desk = Desk::with("tools", first, &more).await;
    let run = desk.ask(WHY).await;
    let falls = falls(&desk.events(&run).await);
    assert_eq!(falls.len(), 1, "said once, not with every call: {falls:?}");
    assert_eq!((falls[0].0.as_str(), falls[0].1.as_str()), ("openai/gpt-4.1-mini", "mistral/mistral-small-latest"));
    assert!(falls[0].2.contains("status 503"), "{falls:?}");
    assert_eq!(run.receipt.as_ref().unwrap().model, "mistral/mistral-small-latest");
    assert_eq!(desk.model.seen().len(), 1, "a model that failed rests");
    assert!(text(&run).contains("Login failures"));

    // When the second fails too, the rules remain; both falls are told, each once and with its own reason.
    drop(second);
    let run = desk.ask(WHY).await;
    assert_both_fell(
        &desk,
        &run,
        ("The model rests after a failure: the model server", "status 503"),
        "cannot be reached",
    )
    .await;
    // Now both rest: they are asked all the same.
    let run = desk.ask(WHY).await;
    assert_both_fell(&desk, &run, ("The model server has a problem", "status 503"), "cannot be reached").await;
}

async fn assert_both_fell(desk: &Desk, run: &Run, (begins, holds): (&str, &str), second: &str) {
    let falls = falls(&desk.events(run).await);
    let names: Vec<_> = falls.iter().map(|(from, to, _)| (from.as_str(), to.as_str())).collect();
    let (a, b) = ("openai/gpt-4.1-mini", "mistral/mistral-small-latest");
    assert_eq!(names, [(a, b), (b, "rules")], "{falls:?}");
    assert!(falls[0].2.starts_with(begins) && falls[0].2.contains(holds), "{falls:?}");
    assert!(falls[1].2.contains(second) && !falls[1].2.contains(holds), "{falls:?}");
    assert_eq!((run.model.as_str(), run.strategy), ("rules", Strategy::Rules));
    assert!(text(run).contains("Login failures 50% (6)"));
}

#[tokio::test]
async fn a_fall_in_the_middle_of_a_run_is_told_before_the_fall_to_the_rules() {
    let second = ScriptedModel::answering(7, |_| Step::status(401, "no such key")).await;
    let model = scripted(vec![topics(), Step::status(500, "boom")]).await;
    let url = second.url();
    let more = [
        ("PLUMBLINE_LLM_RETRIES", "0"),
        ("PLUMBLINE_LLM_FALLBACK_PROVIDER", "mistral"),
        ("PLUMBLINE_LLM_FALLBACK_BASE_URL", url.as_str()),
        ("PLUMBLINE_LLM_FALLBACK_MODEL", "mistral-small-latest"),
    ];
    let desk = Desk::with("tools", model, &more).await;
    let run = desk.ask(WHY).await;
    assert_both_fell(&desk, &run, ("The model server has a problem", "status 500"), "did not accept the key").await;
}

#[tokio::test]
async fn a_model_that_hangs_is_left_at_its_time_limit() {
    let model = scripted(vec![topics(), Step::Hang]).await;
    let more = [("PLUMBLINE_LLM_TIMEOUT_S", "0.3"), ("PLUMBLINE_LLM_RETRIES", "0")];
    let desk = Desk::with("tools", model, &more).await;
    let run = desk.ask(WHY).await;
    assert!(falls(&desk.events(&run).await)[0].2.starts_with("The model did not respond within 0.3 s."));
    assert_eq!(run.fallback.as_deref(), Some("Answered by rules, because the model did not respond within 0.3 s."));
    assert!(text(&run).contains("Login failures 50% (6)"));
    desk.model.hung_up().await;
}

#[tokio::test]
async fn stop_reaches_the_model() {
    let desk = Desk::start("tools", vec![topics(), Step::Silence("It is about the".into())]).await;
    let (_, asked) = desk.app.post("/api/research?wait=false", json!({"query": WHY})).await;
    let id = asked["runId"].as_str().unwrap();
    // The second thought of the model has begun once its first piece is there.
    let mut pieces = std::pin::pin!(desk.app.services.agent.deltas(id));
    let first =
        tokio::time::timeout(Duration::from_secs(10), futures::StreamExt::next(&mut pieces)).await.unwrap().unwrap();
    let piece: Value = serde_json::from_str(&first).unwrap();
    assert!(piece["text"].as_str().is_some_and(|t| !t.is_empty()) && piece["after"].as_i64() > Some(3), "{piece}");
    let (status, _) = desk.app.post(&format!("/api/research/runs/{id}/cancel"), json!({})).await;
    assert_eq!(status, 202);
    desk.model.hung_up().await;
    let run = desk.app.services.agent.finish(id).await.unwrap();
    assert_eq!(run.status, RunStatus::Cancelled);
    assert!(text(&run).contains("12 complaints"), "what was known stays: {}", text(&run));
    assert!(run.answer.as_ref().unwrap().partial);
    assert_eq!(run.receipt.unwrap().tokens_prompt, 100, "the reply that came is on the receipt");
}

#[tokio::test]
async fn a_run_goes_on_in_another_process_with_its_model() {
    // One process takes the first two steps.
    let first = Desk::start("tools", vec![topics(), answer()]).await;
    let run = first.ask(WHY).await;
    let events = first.events(&run).await;
    let upto = events.iter().position(|e| matches!(e.event, RunEvent::ToolFinished { .. })).unwrap() + 2;

    // Another finds them, left by someone whose lease is over.
    let desk = Desk::with("tools", scripted(vec![answer()]).await, &[("PLUMBLINE_LEASE_S", "1")]).await;
    let db = &desk.app.services.db;
    let ask = model::session::Ask { query: WHY.into(), ..Default::default() };
    let claimed = Claimed { id: run.id.clone(), session_id: run.session_id.clone(), ask, cancel: false };
    let session = NewSession {
        id: claimed.session_id.clone(),
        user_id: "ada".into(),
        channel: "api".into(),
        sees: DataAccess::All,
        now: 0,
    };
    let asked = NewMessage {
        id: format!("{}:question", claimed.id),
        session_id: claimed.session_id.clone(),
        run_id: Some(claimed.id.clone()),
        role: Role::User,
        content: WHY.into(),
        ..NewMessage::default()
    };
    let log = EventLog::start(db.clone());
    let owner = "someone else".to_owned();
    let opening =
        Opening { run: claimed, session: Some(session), caller: None, message: asked, owner, lease_until: i64::MAX };
    runs::create(db, &opening).await.unwrap();
    let kept: Vec<Row> = events[..upto].iter().map(Row::new).collect();
    log.append(run.id.as_str().into(), kept, None, None).await.unwrap();
    runs::renew(db, "someone else", std::slice::from_ref(&run.id), 0).await.unwrap();

    let done = desk.app.services.agent.finish(&run.id).await.unwrap();
    assert_eq!((done.status, text(&done)), (RunStatus::Completed, text(&run)));
    assert_eq!(done.calls().count(), 1, "the tool does not run twice");
    assert!(desk.asked("route").is_empty(), "the route is known");
    let step = &desk.asked("step")[0];
    assert!(text_of(step).contains("<result call=\"c1\" tool=\"analyze_topics\">"), "the model sees what was found");
    let names = kinds(&desk.events(&done).await);
    assert_eq!(names.iter().filter(|k| **k == "interrupted").count(), 1);
    assert!((1..).zip(desk.events(&done).await).all(|(n, e)| e.seq == n), "no gap in the events");
}

/// What a provider may put into an error: a key, an account, addresses.
const VENDOR: &str = "Wrong key gsk_PLANTEDplanted77 of org-planted; see https://vendor.example/planted, 10.9.8.7:4443";

#[tokio::test]
async fn what_a_vendor_says_of_an_error_stays_in_the_log_without_keys_and_addresses() {
    let log = log::Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone()).finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    let in_stream = json!({"type": "error", "error": {"type": "api_error", "code": 500, "message": VENDOR}});
    for (provider, name) in [("openai", "gpt-4.1-mini"), ("anthropic", "claude-sonnet-4-5")] {
        for step in [
            Step::status(401, VENDOR),
            Step::status(400, VENDOR),
            Step::Status(429, vec![("retry-after", "90".into())], json!({"error": {"message": VENDOR}}).to_string()),
            Step::Status(502, vec![], VENDOR.into()),
            Step::Raw("application/json", format!("no json {VENDOR}")),
            Step::Raw("application/json", in_stream.to_string()),
            Step::Raw("text/event-stream", format!("event: error\ndata: {in_stream}\n\n")),
        ] {
            let model = ScriptedModel::answering(7, move |_| step.clone()).await;
            let more =
                [("PLUMBLINE_LLM_PROVIDER", provider), ("PLUMBLINE_LLM_MODEL", name), ("PLUMBLINE_LLM_RETRIES", "1")];
            let desk = Desk::with("tools", model, &more).await;
            let (_, reply) = desk.app.post("/api/research", json!({"query": WHY})).await;
            let told = reply["fallback"].as_str().unwrap_or_default().to_owned();
            assert!(told.starts_with("Answered by rules, because the model"), "{provider}: {reply}");
            assert!(reply["riskFlags"].to_string().contains(&told), "{reply}");
            let id = reply["runId"].as_str().unwrap();
            let page = format!("/c/{}", reply["sessionId"].as_str().unwrap());
            let mut shown = vec![reply.to_string()];
            for path in [&format!("/api/research/runs/{id}/events"), &format!("/api/research/runs/{id}"), &page] {
                let got = desk.app.client.get(format!("{}{path}", desk.app.url)).send().await.unwrap();
                assert_eq!(got.status(), 200, "{path}");
                shown.push(got.text().await.unwrap());
            }
            assert!(shown[3].contains(&told), "the page tells it: {told}");
            for text in shown {
                assert!(!text.to_lowercase().contains("planted") && !text.contains("10.9.8"), "{provider}: {text}");
            }
        }
    }
    let text = log.text();
    let logged = "Wrong key [key hidden] of org-planted; see [address hidden], [address hidden]";
    assert!(text.matches(logged).count() >= 10, "{text}");
    assert!(!text.contains("PLANTED") && !text.contains("vendor.example") && !text.contains("10.9.8"), "{text}");
}
