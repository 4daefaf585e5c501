//! The same with a model: kill -9 during model calls and tool calls, in each of the three strategies. The model is a
//! scripted one that outlives the program, and decides only by the content of a request: a run that continues in
//! another process must send it everything found before.

use std::time::Duration;

use model::run::{Run, RunEvent, Strategy};
use serde_json::json;

use super::{Drill, Stored, torture};
use crate::agent::{ODD, answer, purpose, route, text_of};
use crate::postgres::Postgres;
use crate::scripted_model::{ScriptedModel, Seen, Step};

/// Points to reach on each database: runs driven by a killed process.
const POINTS: usize = 60;
/// How often each strategy must be requested.
const EACH: usize = 8;
/// The question for the model, which also decides where it belongs.
const QUESTION: &str = ODD;
/// How long the model takes for a text, so that kills hit that as well.
const THINKS: Duration = Duration::from_millis(15);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_harm_no_run_with_a_model_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("models.db").display());
    with_a_model(&url, folder, 11).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_harm_no_run_with_a_model_on_postgres() {
    let server = Postgres::start();
    with_a_model(&server.database("models").await, tempfile::tempdir().unwrap(), 12).await;
}

async fn with_a_model(database: &str, folder: tempfile::TempDir, seed: u64) {
    let model = ScriptedModel::answering(64, script).await;
    let settings = vec![
        ("PLUMBLINE_LLM_PROVIDER", "openai".to_owned()),
        ("PLUMBLINE_LLM_BASE_URL", model.url()),
        ("PLUMBLINE_LLM_API_KEY", "sk-test-0123456789abcdef".into()),
        ("PLUMBLINE_LLM_MODEL", "gpt-4.1-mini".into()),
        ("PLUMBLINE_LLM_CALLS_PER_MINUTE", "0".into()),
    ];
    let asked = ["tools", "react", "plan"].map(|strategy| json!({"query": QUESTION, "strategy": strategy}));
    let stored = torture(
        database,
        folder,
        Drill { seed, points: POINTS, asked: asked.into(), each: EACH, settings, patience: 3 },
    )
    .await;
    check(&stored);
}

/// The next step, according to the request.
fn script(seen: &Seen) -> Step {
    let told = text_of(seen);
    let found = told.matches("<result call=\"").count();
    let late = |text: &str| Step::Late(THINKS, text.to_owned());
    let topics = json!({"kind": "complaint", "product": "mobile-banking", "timeRange": "last 30 days"});
    let search = json!({"query": "sign-in update"});
    let days = json!({"dataType": "communications", "kind": "complaint"});
    let calls = |list: &[(&str, &serde_json::Value)]| {
        Step::Calls(list.iter().map(|(name, args)| ((*name).to_owned(), args.to_string())).collect())
    };
    let done = || {
        let Step::Text(text) = answer() else { panic!("an answer is a text") };
        text
    };
    let native = seen.body.get("tools").is_some();
    match purpose(seen) {
        "route" => route(&["analyze_topics", "search_knowledge_base"]),
        "follow-ups" => {
            late("When did the login failures begin?\nWhich customers are affected?\nWhat changed in January?")
        }
        "plan" => late(
            &json!({"reasoning": "Topics and words.", "calls": [{"tool": "analyze_topics", "args": topics},
                {"tool": "search_knowledge_base", "args": search}]})
            .to_string(),
        ),
        "reflect" if found < 3 => late(
            &json!({"is_sufficient": false, "reasoning": "The days are missing.",
                "additional_calls": [{"tool": "get_daily_volumes", "args": days}]})
            .to_string(),
        ),
        "reflect" => {
            late(&json!({"is_sufficient": true, "reasoning": "It is there.", "additional_calls": []}).to_string())
        }
        "step" if native => match found {
            0 => calls(&[("analyze_topics", &topics), ("search_knowledge_base", &search)]),
            1 | 2 => calls(&[("get_daily_volumes", &days)]),
            _ => late(&done()),
        },
        "step" => match found {
            0 => late(&format!("Thought: Topics.\nAction: analyze_topics\nAction Input: {topics}")),
            1 => late(&format!("Thought: Words.\nAction: search_knowledge_base\nAction Input: {search}")),
            2 => late(&format!("Thought: Days.\nAction: get_daily_volumes\nAction Input: {days}")),
            _ => late(&format!("Thought: Enough.\nFinal Answer: {}", done())),
        },
        _ => late(&done()),
    }
}

/// In addition to the invariants of every run: the model reasoned to the end, with exactly three calls.
fn check(stored: &Stored) {
    let mut strategies = Vec::new();
    for (id, events) in stored.iter().filter(|(_, events)| !super::held::is_given_up(events)) {
        let run = Run::from_events(id, events);
        let names = || events.iter().map(|e| e.event.name()).collect::<Vec<_>>().join(", ");
        assert!(events.iter().all(|e| !matches!(e.event, RunEvent::Fallback { .. })), "{id}: {}", names());
        let tools: Vec<&str> = run.calls().map(|c| c.tool.as_str()).collect();
        assert_eq!(tools, ["analyze_topics", "search_knowledge_base", "get_daily_volumes"], "{id}: {}", names());
        assert!(run.answer.as_ref().is_some_and(|a| a.text.contains("Login failures 50% (6)")), "{id}: {}", names());
        assert_eq!(run.model, "openai/gpt-4.1-mini");
        strategies.push(run.strategy);
    }
    for strategy in [Strategy::Tools, Strategy::React, Strategy::Plan] {
        assert!(
            strategies.iter().filter(|s| **s == strategy).count() > 5,
            "{strategy} was hardly asked: {strategies:?}"
        );
    }
}
