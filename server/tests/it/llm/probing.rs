//! Finding out what a model can do, over real HTTP: with tools, streams and JSON, and without.

use server::api::settings::check;
use server::services::Services;

use super::*;
use crate::app::TestApp;
use crate::scripted_model::{Seen, Step};

/// The abilities of a server: calling tools, returning JSON, and how it reports its context size.
type Can = (bool, bool, &'static [(&'static str, &'static str)]);

fn answering((tools, keeps, told): Can) -> impl FnMut(&Seen) -> Step + Send + 'static {
    move |seen| {
        if let Some((_, body)) = told.iter().find(|(path, _)| *path == seen.path) {
            return Step::Raw("application/json", (*body).into());
        }
        let body = &seen.body;
        let schema = body["response_format"].is_object() || body["tool_choice"]["name"] == "sum";
        let tool = body["tools"].is_array();
        match (schema, tool) {
            (true, false) | (true, true) if !keeps => Step::text("Seven, I should think."),
            (true, false) => Step::text("{\"sum\": 7}"),
            (true, true) => Step::call("sum", json!({"sum": 7})),
            (false, true) if tools => Step::call("report", json!({"number": 7})),
            (false, true) => Step::status(400, "this model does not support tools"),
            _ if seen.path.ends_with("/completions") || seen.path.ends_with("/messages") => {
                Step::text("one two three four five six seven eight nine ten")
            }
            _ => Step::status(404, "no such path"),
        }
    }
}

async fn desk(provider: &str, can: Can, more: &[(&str, &str)]) -> (TestApp, ScriptedModel) {
    let server = ScriptedModel::answering(7, answering(can)).await;
    let url = server.url();
    let base = [
        ("PLUMBLINE_LLM_PROVIDER", provider),
        ("PLUMBLINE_LLM_BASE_URL", url.as_str()),
        ("PLUMBLINE_LLM_MODEL", "gpt-4.1-mini"),
        ("PLUMBLINE_LLM_RETRY_BASE_MS", "1"),
    ];
    let settings: Vec<(&str, &str)> = more.iter().copied().chain(base).collect();
    (TestApp::with(&settings).await, server)
}

async fn told(services: &Services, what: &str) -> (Option<bool>, String) {
    let check = check(services).await.unwrap();
    let line = check.lines.into_iter().find(|l| l.what == what).unwrap_or_else(|| panic!("{what} is not told"));
    (line.good, line.told)
}

#[tokio::test]
async fn what_a_model_can_do_is_told_of_every_kind_of_server() {
    let props = &[("/props", r#"{"default_generation_settings": {"n_ctx": 8192}}"#)][..];
    let listed = &[("/v1/models", r#"{"data": [{"id": "gpt-4.1-mini", "max_model_len": 65536}]}"#)][..];
    let loaded = &[("/api/ps", r#"{"models": [{"name": "gpt-4.1-mini", "context_length": 4096}]}"#)][..];
    for (provider, can, strategy) in [
        ("openai", (true, true, &[][..]), "tools, chosen"),
        ("anthropic", (true, true, &[][..]), "tools, chosen"),
        ("anthropic", (false, false, &[][..]), "tools, though it called no tool"),
        ("llama.cpp", (true, true, props), "react: its provider leaves"),
        ("vllm", (false, true, listed), "react, chosen"),
        ("ollama", (true, false, loaded), "react: its provider leaves"),
        ("compatible", (false, false, &[][..]), "react, chosen"),
    ] {
        let (app, _server) = desk(provider, can, &[]).await;
        let found = check(&app.services).await.unwrap();
        let line = |what: &str| found.lines.iter().find(|l| l.what == what).unwrap();
        let good: Vec<_> =
            ["Answers", "Streams", "Calls tools", "Keeps JSON"].map(|w| line(w).good.unwrap()).into_iter().collect();
        assert_eq!((found.works, good), (true, vec![true, true, can.0, can.1]), "{provider}: {found:?}");
        assert!(line("Strategy").told.starts_with(strategy), "{provider}: {}", line("Strategy").told);
        let context = &line("Context");
        let (known, says) = match can.2.first().map(|(path, _)| *path) {
            Some("/props") => {
                (Some(false), "8,192 tokens, as its server says (/props); PLUMBLINE_LLM_CONTEXT says 32,768")
            }
            Some("/v1/models") => (Some(true), "65,536 tokens"),
            Some(_) => (Some(false), "4,096 tokens"),
            None => (None, "not reported by its server"),
        };
        assert!(context.good == known && context.told.starts_with(says), "{provider}: {context:?}");
        let cost = &line("A question costs").told;
        let free = ["llama.cpp", "vllm", "ollama"].contains(&provider);
        assert!(cost.starts_with("nothing") == free && cost.contains("assumed for a typical question"), "{cost}");
    }
}

#[tokio::test]
async fn a_model_that_does_not_answer_is_told_with_what_to_do_and_only_to_reviewers() {
    let server = ScriptedModel::answering(7, |_| Step::status(401, "gsk_PLANTEDplanted77")).await;
    let url = server.url();
    let settings = [
        ("PLUMBLINE_LLM_PROVIDER", "openai"),
        ("PLUMBLINE_LLM_BASE_URL", url.as_str()),
        ("ADMIN_TOKEN", "a-token-of-some-length-0123456789"),
    ];
    let app = TestApp::with(&settings).await;
    let found = check(&app.services).await.unwrap();
    assert!(!found.works);
    let (good, why) = told(&app.services, "Answers").await;
    assert_eq!(good, Some(false));
    assert!(why.contains("did not accept the key") && why.contains("PLUMBLINE_LLM_API_KEY"), "{why}");
    let token = ("admin-token", "a-token-of-some-length-0123456789");
    let trial = || app.client.post(format!("{}/api/settings/model/try", app.url)).json(&json!({}));
    let barred = trial().send().await.unwrap();
    assert_eq!(barred.status(), 403);
    let shown = trial().header(token.0, token.1).send().await.unwrap().text().await.unwrap();
    assert!(shown.contains("did not accept the key") && !shown.contains("PLANTED"), "{shown}");
    // Without being asked, the page asks nobody.
    let asked = server.seen().len();
    let idle = app.client.get(format!("{}/settings", app.url)).header(token.0, token.1);
    assert!(idle.send().await.unwrap().text().await.unwrap().contains("Try it"));
    assert_eq!(server.seen().len(), asked);
}

#[tokio::test]
async fn a_server_that_hangs_is_given_up_within_ten_seconds_and_rules_need_no_check() {
    let server = ScriptedModel::answering(7, |_| Step::Hang).await;
    let url = server.url();
    let app = TestApp::with(&[
        ("PLUMBLINE_LLM_PROVIDER", "vllm"),
        ("PLUMBLINE_LLM_BASE_URL", &url),
        ("PLUMBLINE_LLM_MODEL", "m"),
    ])
    .await;
    let begun = std::time::Instant::now();
    let (good, why) = told(&app.services, "Answers").await;
    assert!(begun.elapsed().as_secs_f64() <= 11.0, "{:?}", begun.elapsed());
    assert!(good == Some(false) && why.contains("did not respond within 9 s"), "{why}");
    let rules = TestApp::start().await;
    let found = check(&rules.services).await.unwrap();
    assert!(found.works && found.lines[0].told.contains("works by rules"), "{found:?}");
}

#[tokio::test]
async fn what_a_question_costs_follows_those_that_were_asked() {
    let desk = crate::agent::Desk::start("tools", vec![crate::agent::topics(), crate::agent::answer()]).await;
    let run = desk.ask(crate::agent::WHY).await;
    let (_, cost) = told(&desk.app.services, "A question costs").await;
    let tokens = format!(
        "{} tokens read and {} written, as the last one used",
        run.usage.tokens_prompt, run.usage.tokens_completion
    );
    assert!(cost.starts_with("about $0.0") && cost.contains(&tokens), "{cost}: {tokens}");
}
