//! The cost of a run in statements and allocations: counted, so that additional ones are noticed.

use std::sync::{Arc, Mutex};

use model::run::ToolOutput;
use schemars::JsonSchema;
use serde::Deserialize;
use server::agent::Agent;
use server::services::Services;
use server::tools::{Registry, Tool, ToolContext, ToolError};
use tracing::field::{Field, Visit};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, SubscriberExt};

use super::*;

/// Stores the first line of each statement. The driver does not report `BEGIN` and `COMMIT` of a transaction.
#[derive(Clone, Default)]
struct Statements(Arc<Mutex<Vec<String>>>);

impl<S: tracing::Subscriber> Layer<S> for Statements {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        if event.metadata().target() == "sqlx::query" {
            event.record(&mut self.clone());
        }
    }
}

impl Visit for Statements {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "summary" {
            self.0.lock().unwrap().push(value.to_owned());
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.record_str(field, &format!("{value:?}"));
    }
}

/// Which month.
#[derive(Deserialize, JsonSchema)]
struct LookUp {
    /// As YYYY-MM.
    month: String,
}

/// A tool that costs nothing, since only the run is measured.
async fn look_up(_: ToolContext, args: LookUp) -> Result<ToolOutput, ToolError> {
    let summary = format!("7 complaints in {}.", args.month);
    Ok(ToolOutput { data: json!({"month": args.month, "complaints": 7}), summary, ..ToolOutput::default() })
}

/// A model that calls the tool twice, twice again, and answers.
async fn model() -> ScriptedModel {
    ScriptedModel::answering(4096, |seen| {
        let call = |month: &str| ("look_up_month".to_owned(), json!({"month": month}).to_string());
        match (purpose(seen), text_of(seen).matches("7 complaints in").count()) {
            ("follow-ups", _) => Step::text("1. Which products are the complaints about?"),
            (_, 0) => Step::Calls(vec![call("2025-10"), call("2025-11")]),
            (_, 1..=2) => Step::Calls(vec![call("2025-12"), call("2026-01")]),
            _ => Step::text("There were 7 complaints in October 2025 [1]."),
        }
    })
    .await
}

/// A second server of the desk, with only this tool: its address, over the same database.
async fn with_the_tool(desk: &Desk) -> String {
    let services = desk.app.services.clone();
    let tool = Tool::reads("look_up_month", "How many complaints there were in a month.", look_up);
    let registry = Arc::new(Registry::new(vec![Arc::new(tool)]));
    let (db, search, config) = (services.db.clone(), services.search.clone(), services.config.clone());
    let model = server::llm::build(&config.models.llm()).unwrap();
    let agent = Agent::new(db, registry, search, services.world.clone(), config.agent(), model);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(server::cmd::serve::serve(Services { agent, ..services }, listener, std::future::pending()));
    url
}

/// Maximum statements of a run. Sent requests are collected and counters cached for a moment: a busy machine takes more
/// of both on Postgres, where each statement is a round trip.
const ON_SQLITE: usize = 12;
const ON_POSTGRES: usize = 20;

/// Maximum allocations of a run, including those of the scripted model and of the client, which run in the same
/// process.
const ALLOCATIONS: usize = 20_000;

/// How often the question is asked: at least, and at most on a busy machine.
const TRIES: (usize, usize) = (4, 20);

/// Asks the same question repeatedly until a run stays within the limits, and checks the cheapest run: the others also
/// contain work in parallel with a slow run, such as renewing leases.
async fn is_within_bounds(desk: Desk, most: usize) {
    let statements = Statements::default();
    tracing::subscriber::set_global_default(tracing_subscriber::registry().with(statements.clone())).unwrap();
    let url = with_the_tool(&desk).await;
    let mut least: Option<(Vec<String>, stats_alloc::Stats)> = None;
    for tried in 1..=TRIES.1 {
        statements.0.lock().unwrap().clear();
        let region = stats_alloc::Region::new(crate::ALLOCATOR);
        let question = json!({"query": "How many complaints were there from October to January?",
            "domain": "customer_intelligence"});
        let asked = desk.app.client.post(format!("{url}/api/research")).header("accept", "text/event-stream");
        let events = asked.json(&question).send().await.unwrap().text().await.unwrap();
        let allocated = region.change();
        assert_eq!(events.matches(r#""type":"tool_finished""#).count(), 4, "{events}");
        assert!(events.contains(r#""type":"finished","status":"completed""#), "{events}");
        let made = std::mem::take(&mut *statements.0.lock().unwrap());
        if least.as_ref().is_none_or(|(fewest, _)| made.len() < fewest.len()) {
            least = Some((made, allocated));
        }
        if tried >= TRIES.0 && least.as_ref().is_some_and(|(fewest, _)| fewest.len() <= most) {
            break;
        }
    }
    let (made, allocated) = least.unwrap();
    let allocations = allocated.allocations + allocated.reallocations;
    println!("{} statements, {allocations} allocations, {} bytes", made.len(), allocated.bytes_allocated);
    assert!(made.len() <= most, "{} statements:\n{}", made.len(), made.join("\n"));
    assert!(allocations <= ALLOCATIONS, "{allocations} allocations");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_takes_few_statements() {
    is_within_bounds(Desk::with("tools", model().await, &[]).await, ON_SQLITE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_takes_few_statements_on_postgres() {
    let postgres = crate::postgres::Postgres::start();
    is_within_bounds(Desk::over(&postgres.database("cost").await, "tools", model().await).await, ON_POSTGRES).await;
}
