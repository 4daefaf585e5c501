//! The data and the tools of the support agent, on both databases: an empty store, the demo's town, tickets, imports.

mod asked;
mod calls;
mod compared;
mod doubt;
mod folder;
mod kept;
mod known_later;
mod settings;
mod tickets;
mod town;
mod trust;
mod voice;

use std::sync::Arc;

use model::run::{Scope, ToolOutput};
use model::support::CallState;
use serde_json::{Value, json};
use server::search::Search;
use server::skills;
use server::store::Db;
use server::tools::{ActContext, Plan, ToolContext, ToolError};

use crate::postgres::Postgres;

#[tokio::test]
async fn on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&format!("sqlite://{}", folder.path().join("support.db").display())).await.unwrap();
    tell(&db).await;
    let other = Db::open(&format!("sqlite://{}", folder.path().join("import.db").display())).await.unwrap();
    folder::tell(&db, &other).await;
}

#[tokio::test]
async fn on_postgres() {
    let server = Postgres::start();
    let db = Db::open(&server.database("support").await).await.unwrap();
    tell(&db).await;
    let other = Db::open(&server.database("imported").await).await.unwrap();
    folder::tell(&db, &other).await;
    other.close().await;
    db.close().await;
}

async fn tell(db: &Db) {
    nothing_is_recorded(&Line::of(db)).await;
    assert!(server::demo::town(db).await.unwrap().is_some_and(|rows| rows > 50_000));
    assert_eq!(server::demo::town(db).await.unwrap(), None, "what is there is not stored again");
    let line = Line::of(db);
    town::tell(&line).await;
    town::in_a_call(&line).await;
    tickets::tell(&line).await;
}

/// The tools over a database.
pub struct Line {
    db: Db,
    search: Arc<Search>,
    tools: server::tools::Registry,
    call: Option<Arc<CallState>>,
}

impl Line {
    fn of(db: &Db) -> Self {
        Self { db: db.clone(), search: Arc::new(Search::open(None).unwrap()), tools: skills::all(), call: None }
    }

    /// Likewise in a call.
    fn within(&self, call: CallState) -> Self {
        Self { call: Some(Arc::new(call)), ..Self::of(&self.db) }
    }

    fn context(&self) -> ToolContext {
        ToolContext {
            db: self.db.clone(),
            search: self.search.clone(),
            vocabulary: Default::default(),
            asker: "".into(),
            by_model: false,
            as_of: "2026-01-31".parse().unwrap(),
            scope: Scope::default(),
            cancel: Default::default(),
            call: self.call.clone(),
        }
    }

    async fn try_call(&self, tool: &str, args: Value) -> Result<ToolOutput, ToolError> {
        let tool = self.tools.get(tool)?;
        self.tools.check(tool, &args)?;
        tool.run(self.context(), args).await
    }

    async fn call(&self, tool: &str, args: Value) -> Value {
        let output = self.try_call(tool, args.clone()).await.unwrap_or_else(|e| panic!("{tool} {args}: {e}"));
        assert!(!output.summary.is_empty());
        output.data
    }

    async fn plan(&self, key: &str, args: Value) -> Result<Plan, ToolError> {
        let tool = self.tools.get("create_ticket")?;
        self.tools.check(tool, &args)?;
        let context = ActContext { tool: self.context(), key: key.into(), now: demo::town::NOW, by: "ann".into() };
        tool.plan(context, args).await
    }
}

/// If a service was never imported, each tool says so.
async fn nothing_is_recorded(line: &Line) {
    for (tool, args) in [
        ("find_customer", json!({"phone": "+37060012345"})),
        ("find_customer", json!({"address": "Vilniaus g. 15"})),
        ("check_network_status", json!({"customer_id": "CUST001"})),
        ("check_outages", json!({"area": "Vilniaus g."})),
        ("run_ping_test", json!({"customer_id": "CUST001"})),
    ] {
        let data = line.call(tool, args).await;
        assert_eq!((&data["success"], &data["error"]), (&json!(false), &json!("import_error")), "{tool}");
        assert!(data["message"].as_str().unwrap().contains("ticket"), "{data}");
    }
    let refused = line.plan(
        "r:c1",
        json!({"customer_id": "CUST001", "problem_type": "network_issue",
        "problem_description": "x"}),
    );
    assert!(refused.await.unwrap_err().message.starts_with("import_error"));
}
