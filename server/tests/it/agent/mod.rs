//! The agent with a scripted model: the real server, the small bank, and a model over real HTTP that does what a test
//! says, however badly behaved.

mod cost;
mod failures;
mod formats;
mod limits;
pub mod log;
mod offered;
mod slow;
mod strategies;
mod talk;
mod trouble;
mod understood;
pub mod words;

use std::collections::VecDeque;

use model::run::{Bound, NoteKind, Run, RunEvent, StepKind, StoredEvent};
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::scripted_model::{ScriptedModel, Seen, Step};

pub const WHY: &str = "Why are customers complaining about the mobile app?";

/// A question that only a model can route.
pub const ODD: &str = "What is the flibber of it, zork or quux?";

fn settings<'a>(model: &'a str, strategy: &'a str, more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let base = [
        ("PLUMBLINE_LLM_PROVIDER", "openai"),
        ("PLUMBLINE_LLM_BASE_URL", model),
        ("PLUMBLINE_LLM_API_KEY", "sk-test-0123456789abcdef"),
        ("PLUMBLINE_LLM_MODEL", "gpt-4.1-mini"),
        ("PLUMBLINE_LLM_RETRY_BASE_MS", "1"),
        ("PLUMBLINE_STRATEGY", strategy),
    ];
    more.iter().copied().chain(base).collect()
}

/// A server whose model follows a script.
pub struct Desk {
    pub app: TestApp,
    pub model: ScriptedModel,
}

/// The purpose of a request to the model, according to its prompt.
pub fn purpose(seen: &Seen) -> &'static str {
    let schema = [&seen.body["response_format"]["json_schema"]["name"], &seen.body["tool_choice"]["name"]];
    if schema.iter().any(|name| **name == "route") {
        return "route";
    }
    let last = text_of(seen);
    for (purpose, words) in [
        ("follow-ups", "Suggest three short questions"),
        ("summarize", "Sum up this conversation"),
        ("reflect", "Look at what was found"),
        ("plan", "Plan how to answer"),
        ("repair", "found in no row at all"),
        ("synthesize", "Write the answer to the question from the results"),
        ("synthesize", "Answer now from what was found"),
    ] {
        if last.contains(words) {
            return purpose;
        }
    }
    "step"
}

/// All texts of a request's messages, in either format.
pub fn text_of(seen: &Seen) -> String {
    let messages = seen.body["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let blocks = messages.iter().flat_map(|m| match m["content"].as_array() {
        Some(blocks) => blocks.iter().flat_map(|b| [&b["text"], &b["content"]]).collect(),
        None => vec![&m["content"]],
    });
    std::iter::once(&seen.body["system"]).chain(blocks).filter_map(Value::as_str).collect::<Vec<_>>().join("\n")
}

/// A router's reply for a question about data.
pub fn route(tools: &[&str]) -> Step {
    Step::Text(
        json!({"kind": "research", "primary_domain": "customer_intelligence", "secondary_domains": ["itops"],
            "tools": tools, "intent": "EXPLANATION", "confidence": 0.9, "reasoning": "It asks for reasons.", "answer": ""})
        .to_string(),
    )
}

/// A model that answers routing and suggestions by itself and takes a step of the script for everything else.
pub async fn scripted(steps: Vec<Step>) -> ScriptedModel {
    let mut steps: VecDeque<Step> = steps.into();
    ScriptedModel::answering(7, move |seen| match purpose(seen) {
        "route" => route(&["analyze_topics", "search_knowledge_base"]),
        "follow-ups" => Step::text("1. When did the login failures begin?\n2) Which customers are affected?\n- When did the login failures begin?\n* What changed in January?"),
        _ => steps.pop_front().unwrap_or_else(|| Step::status(418, "the script is over")),
    })
    .await
}

impl Desk {
    /// With OpenAI's format, a strategy and the steps of its model.
    pub async fn start(strategy: &str, steps: Vec<Step>) -> Self {
        Self::with(strategy, scripted(steps).await, &[]).await
    }

    /// Likewise with an existing model, and additional settings, which take precedence.
    pub async fn with(strategy: &str, model: ScriptedModel, more: &[(&str, &str)]) -> Self {
        Self::with_file("", strategy, model, more).await
    }

    /// Likewise with a settings file.
    pub async fn with_file(file: &str, strategy: &str, model: ScriptedModel, more: &[(&str, &str)]) -> Self {
        let url = model.url();
        Self { app: TestApp::with_file(file, &settings(&url, strategy, more)).await, model }
    }

    /// Likewise over the given database.
    pub async fn over(database: &str, strategy: &str, model: ScriptedModel) -> Self {
        let (url, folder) = (model.url(), tempfile::tempdir().unwrap());
        Self { app: TestApp::over(database, folder, &settings(&url, strategy, &[])).await, model }
    }

    /// Asks, waits for the end, and returns the folded run.
    pub async fn ask(&self, question: &str) -> Run {
        self.post(json!({"query": question})).await
    }

    pub async fn post(&self, body: Value) -> Run {
        let (status, reply) = self.app.post("/api/research", body).await;
        assert_eq!(status, 200, "{reply}");
        self.run(reply["runId"].as_str().unwrap()).await
    }

    pub async fn run(&self, id: &str) -> Run {
        self.app.services.agent.run(id).await.unwrap()
    }

    pub async fn events(&self, run: &Run) -> Vec<StoredEvent> {
        server::store::history::after(&self.app.services.db, &run.id, 0).await.unwrap()
    }

    /// The requests with one purpose that the model received.
    pub fn asked(&self, wanted: &str) -> Vec<Seen> {
        self.model.seen().into_iter().filter(|s| purpose(s) == wanted).collect()
    }
}

/// The kinds of a run's events, in order.
pub fn kinds(events: &[StoredEvent]) -> Vec<&'static str> {
    events.iter().map(|e| e.event.name()).collect()
}

/// The notes of a run: their kinds, with their texts.
pub fn notes(run: &Run) -> Vec<(NoteKind, &str)> {
    fn note(kind: &StepKind) -> Option<(NoteKind, &str)> {
        if let StepKind::Note { about, text } = kind { Some((*about, text)) } else { None }
    }
    run.steps.iter().filter_map(|s| note(&s.kind)).collect()
}

/// From, to and reason of each fallback.
pub fn falls(events: &[StoredEvent]) -> Vec<(String, String, String)> {
    let fall = |e: &StoredEvent| match &e.event {
        RunEvent::Fallback { from, to, reason, .. } => Some((from.clone(), to.clone(), reason.clone())),
        _ => None,
    };
    events.iter().filter_map(fall).collect()
}

pub fn topics() -> Step {
    Step::call("analyze_topics", json!({"kind": "complaint", "product": "mobile-banking", "timeRange": "last 30 days"}))
}

pub fn answer() -> Step {
    Step::text(
        "There were 12 complaints about Mobile banking from 2 to 31 January 2026: **Login failures** 50% (6), Crashes 33% (4) [1].",
    )
}

pub fn text(run: &Run) -> &str {
    run.answer.as_ref().map_or("", |a| a.text.as_str())
}
