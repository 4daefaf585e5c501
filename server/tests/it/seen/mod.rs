//! Data access of an account: a desk over a whole bank, seen with one book, answers like a desk with only that book's
//! data, and no tool shows anything about other customers, on SQLite, from columns in memory and on Postgres.

mod compared;
mod hidden;

use std::collections::HashSet;

use demo::bank::{SEED, generate};
use model::account::{CustomerBook, DataAccess};
use proptest::sample::{select, subsequence};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::{Map, Value, json};
use server::services::Services;
use server::store::write::{self, Batch};
use server::store::{Db, columns};
use server::tools::Effect;

use crate::app::TestApp;
use crate::postgres::Postgres;

/// Number of random queries per engine.
const QUERIES: usize = 150;

/// Half of the demo bank.
pub fn bank() -> Batch {
    let bank = generate(SEED);
    Batch {
        products: bank.products,
        customers: bank.customers,
        communications: bank.communications.into_iter().step_by(2).collect(),
        cases: bank.cases,
        documents: bank.documents,
        last_day: Some(("demo".into(), bank.last_day)),
        ..Batch::default()
    }
}

/// The book of the bank's first manager, and the part of the bank that belongs to it.
pub fn book(bank: &Batch) -> (DataAccess, Batch) {
    let manager = bank.customers.iter().find_map(|c| c.relationship_manager.clone()).unwrap();
    let mine = |c: &&_| {
        let c: &model::record::Customer = c;
        c.relationship_manager.as_ref() == Some(&manager)
    };
    let customers: Vec<_> = bank.customers.iter().filter(mine).cloned().collect();
    assert!(customers.len() > 1 && customers.len() * 2 < bank.customers.len());
    let ids: HashSet<&str> = customers.iter().map(|c| c.id.as_str()).collect();
    let part = Batch {
        products: bank.products.clone(),
        communications: bank.communications.iter().filter(|m| ids.contains(&*m.customer_id)).cloned().collect(),
        cases: bank.cases.iter().filter(|c| ids.contains(&*c.customer_id)).cloned().collect(),
        documents: bank.documents.clone(),
        last_day: bank.last_day.clone(),
        customers: customers.clone(),
        ..Batch::default()
    };
    (DataAccess::Some(CustomerBook { managers: vec![manager], ..CustomerBook::default() }), part)
}

/// A server with only these records.
pub async fn over(database: Option<String>, records: &Batch) -> TestApp {
    let folder = tempfile::tempdir().unwrap();
    let database = database.unwrap_or_else(|| format!("sqlite://{}", folder.path().join("seen.db").display()));
    let app = TestApp::bare(&database, folder, &[]).await;
    write::store(&app.services.db, records, 0).await.unwrap();
    app.services.search.catch_up(&app.services.db, |_, _| {}).await.unwrap();
    app
}

#[tokio::test(flavor = "multi_thread")]
async fn a_book_is_a_bank_of_its_own() {
    let whole = bank();
    let (sees, part) = book(&whole);
    let alone = over(None, &part).await;
    let server = Postgres::start();
    for (engine, database) in [("SQLite", None), ("columns", None), ("Postgres", Some(server.database("seen").await))] {
        let app = over(database, &whole).await;
        let seen = app.services.seen_by(&sees).await.unwrap();
        if engine == "columns" {
            columns::load(&seen.db, 0).await.unwrap();
        }
        let mut runner = TestRunner::deterministic();
        for _ in 0..QUERIES {
            let args = json!({ "typed": query().new_tree(&mut runner).unwrap().current() });
            let told = |services: &Services| {
                let (agent, args) = (services.agent.clone(), args.clone());
                async move { agent.call_tool("query_data", args).await.map(|output| output.data) }
            };
            let (own, seen) = (told(&alone.services).await, told(&seen).await);
            assert_eq!(own, seen, "{engine}: {args}");
            assert!(own.is_ok() || engine != "SQLite", "{args}: {own:?}");
        }
    }
}

/// A meaningful query over the firm's records.
fn query() -> impl Strategy<Value = Value> {
    let columns = |dataset: &str| match dataset {
        "communications" => vec!["channel", "kind", "product", "subcategory", "customer", "tier", "sentiment"],
        "cases" => vec!["priority", "product", "customer", "tier", "status", "category"],
        _ => vec!["tier", "segment", "region", "relationship_manager", "name"],
    };
    select(vec!["communications", "cases", "customers"]).prop_flat_map(move |dataset| {
        let groups = subsequence(columns(dataset), 0..=2);
        let mut figures = vec![json!({"of": "count"})];
        match dataset {
            "communications" => figures.extend([
                json!({"of": "distinct", "column": "customer"}),
                json!({"of": "avg", "column": "sentiment_score"}),
                json!({"of": "median", "column": "sentiment_score"}),
                json!({"of": "share", "where": {"is": {"column": "kind", "values": ["complaint"]}}}),
            ]),
            "cases" => figures.extend([
                json!({"of": "avg", "column": "resolution_hours"}),
                json!({"of": "percentile", "column": "resolution_hours", "percentile": 90}),
                json!({"of": "share", "where": {"is": {"column": "sla_breached", "values": ["yes"]}}}),
            ]),
            _ => figures.push(json!({"of": "distinct", "column": "region"})),
        }
        let filters = match dataset {
            "communications" => vec![
                Value::Null,
                json!({"is": {"column": "channel", "values": ["email"]}}),
                json!({"not": {"is": {"column": "product", "values": ["mobile-banking"]}}}),
                json!({"is": {"column": "body", "op": "contains", "values": ["card"]}}),
            ],
            "cases" => vec![Value::Null, json!({"is": {"column": "priority", "values": ["high"]}})],
            _ => vec![
                Value::Null,
                json!({"has": {"of": "communications", "atLeast": 3}}),
                json!({"has": {"of": "cases", "atLeast": 2}}),
            ],
        };
        let times = if dataset == "customers" { vec!["all"] } else { vec!["all", "last 90 days", "2025"] };
        (groups, subsequence(figures.clone(), 1..=figures.len()), select(filters), select(times)).prop_map(
            move |(groups, measures, filter, time)| {
                let groups: Vec<Value> = groups.into_iter().map(|column| json!({ "column": column })).collect();
                let mut query = json!({"dataset": dataset, "groupBy": groups, "measures": measures,
                    "timeRange": time, "limit": 500});
                if !filter.is_null() {
                    query["filter"] = filter;
                }
                query
            },
        )
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn no_tool_shows_anything_of_others() {
    let whole = bank();
    let (sees, part) = book(&whole);
    let mine: HashSet<&str> = part.customers.iter().map(|c| c.id.as_str()).collect();
    let others: Vec<_> = whole.customers.iter().filter(|c| !mine.contains(&*c.id)).collect();
    // One name may be a part of another.
    let is_part = |name: &str| part.customers.iter().any(|own| own.name.contains(name));
    let names: Vec<&str> = others.iter().map(|c| c.name.as_str()).filter(|name| !is_part(name)).collect();
    let theirs = |id: &str| others.iter().any(|c| c.id == id);
    let message = whole.communications.iter().find(|m| theirs(&m.customer_id)).unwrap();
    let case = whole.cases.iter().find(|c| theirs(&c.customer_id)).unwrap();
    let customer = others.iter().find(|c| c.id == message.customer_id).unwrap();
    let server = Postgres::start();
    for database in [None, Some(server.database("tools").await)] {
        let app = over(database, &whole).await;
        let seen = app.services.seen_by(&sees).await.unwrap();
        let mut asked = 0;
        for tool in seen.agent.tools().all().iter().filter(|tool| tool.effect == Effect::Reads) {
            for (id, name) in [(&customer.id, &customer.name), (&"cust-nobody".to_owned(), &"Nobody at all".to_owned())]
            {
                let args = arguments(&tool.accepts, &|property: &str| match property {
                    "id" | "communicationId" | "messageId" if tool.name.contains("case") => json!(case.id),
                    "id" | "communicationId" | "messageId" => json!(message.id),
                    "ids" => json!([message.id, case.id]),
                    "caseId" => json!(case.id),
                    "customerId" => json!(id),
                    "customer" | "customerName" | "name" => json!(name),
                    _ => json!(message.body.split_whitespace().take(8).collect::<Vec<_>>().join(" ")),
                });
                asked += 1;
                let reply = seen.agent.call_tool(&tool.name, args.clone()).await;
                let text = match &reply {
                    Ok(output) => serde_json::to_string(output).unwrap(),
                    Err(error) => error.to_string(),
                };
                // What ids look like is said by an example.
                let text = text.replace("case-0123 and comm-00123", "");
                let asked_for = args.to_string();
                for name in names.iter().filter(|name| !asked_for.contains(**name)) {
                    assert!(!text.contains(*name), "{} {args} names {name}: {text}", tool.name);
                }
                for message in whole.communications.iter().filter(|m| theirs(&m.customer_id)) {
                    let shown = text.contains(&message.id) && !asked_for.contains(&message.id);
                    assert!(!shown, "{} {args} shows {}: {text}", tool.name, message.id);
                }
                for case in whole.cases.iter().filter(|c| theirs(&c.customer_id)) {
                    let shown = text.contains(&format!("\"{}\"", case.id)) && !asked_for.contains(&case.id);
                    assert!(!shown, "{} {args} shows {}: {text}", tool.name, case.id);
                }
            }
        }
        assert!(asked > 40, "{asked} calls");
    }
}

/// Arguments for a schema: all required ones, and every other text that names a record or a person.
fn arguments(schema: &Value, value: &dyn Fn(&str) -> Value) -> Value {
    let required: HashSet<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut args = Map::new();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let tells = matches!(
            name.as_str(),
            "id" | "ids"
                | "caseId"
                | "communicationId"
                | "messageId"
                | "customerId"
                | "customer"
                | "customerName"
                | "query"
                | "question"
                | "text"
                | "topic"
        );
        let is_text = property["type"] == "string" || property["type"] == json!(["string", "null"]);
        let is_list = property["type"] == "array" || property["type"] == json!(["array", "null"]);
        if (required.contains(name.as_str()) || tells) && (is_text || is_list) {
            let given = match property["enum"].get(0) {
                Some(first) => first.clone(),
                None => value(name),
            };
            let given = if is_list && !given.is_array() { json!([given]) } else { given };
            args.insert(name.clone(), given);
        }
    }
    Value::Object(args)
}

#[tokio::test(flavor = "multi_thread")]
async fn search_finds_its_own_book_alone_and_follows_it() {
    let whole = bank();
    let (sees, part) = book(&whole);
    let app = over(None, &whole).await;
    let find = |services: Services| async move {
        let query = server::search::SearchQuery { text: "card payment app".into(), limit: 200, ..Default::default() };
        let found = tokio::task::spawn_blocking(move || services.search.find(&query)).await.unwrap().unwrap();
        let messages = found.hits.into_iter().filter(|hit| hit.kind == server::search::HitKind::Communication);
        (messages.map(|hit| hit.id).collect::<HashSet<String>>(), found.communications_any)
    };
    let own: HashSet<&str> = part.communications.iter().map(|m| m.id.as_str()).collect();
    let (all, any) = find(app.services.clone()).await;
    assert!(all.iter().any(|id| !own.contains(id.as_str())));
    let (found, count) = find(app.services.seen_by(&sees).await.unwrap()).await;
    assert!(!found.is_empty() && count < any && found.iter().all(|id| own.contains(id.as_str())));
    // A customer that comes into the book brings what is theirs.
    let DataAccess::Some(CustomerBook { managers, .. }) = &sees else { unreachable!() };
    let mut moved =
        whole.customers.iter().find(|c| c.relationship_manager.as_ref() != managers.first()).unwrap().clone();
    moved.relationship_manager = managers.first().cloned();
    let batch = Batch { customers: vec![moved.clone()], ..Batch::default() };
    write::store(&app.services.db, &batch, 1).await.unwrap();
    app.services.search.catch_up(&app.services.db, |_, _| {}).await.unwrap();
    let seen = app.services.seen_by(&sees).await.unwrap();
    let query = json!({"conditions": [{"column": "customer", "values": [moved.name]}], "timeRange": "all"});
    let told = seen.agent.call_tool("query_data", query).await.unwrap();
    let own = whole.communications.iter().filter(|m| m.customer_id == moved.id).count();
    assert_eq!(told.data["total"], json!(own));
}

#[tokio::test]
async fn a_database_in_memory_is_not_shown_in_parts() {
    let db = Db::open("sqlite::memory:").await.unwrap();
    assert!(db.seen_by(&DataAccess::Some(CustomerBook::default())).is_err());
}
