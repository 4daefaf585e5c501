//! Sources of one database that join each other: rows of the one that have none of the other, over one join or two; and
//! tables of two columns.

use model::run::drill_through::ResultLink;
use serde_json::{Value, json};
use server::query::catalog::Catalog;
use server::query::{drill_through, run};

use super::app;
use crate::app::TestApp;

const SHOP: &str = "\
connections:
  shop: {folder: data}
sources:
- name: clients
  one: client
  many: clients
  connection: shop
  table: clients
  dimensions: {name: name, country: country}
- name: orders
  one: order
  many: orders
  connection: shop
  table: orders
  joins:
  - {table: clients, on: {client: id}}
  time: ordered
  today: 2026-01-31
  dimensions: {client: clients.name, country: clients.country, status: status, ordered: {column: ordered, type: date}}
  measures: {amount: {column: amount, currency: EUR}}
- name: items
  one: item
  many: items
  connection: shop
  table: items
  joins:
  - {table: orders, on: {order_id: id}}
  - {table: clients, from: orders, on: {client: id}}
  dimensions: {product: product, country: clients.country}
  measures: {pieces: {column: pieces}}
- name: salaries
  connection: shop
  table: salaries
  joins:
  - {table: clients, on: {client: id}}
  policy: aggregates
  dimensions: {grade: grade}
  measures: {pay: {column: pay}}
";

/// Two clients are called Ada; Cem and the second Ada never ordered, Bo did not in 2026.
async fn shop() -> (TestApp, tempfile::TempDir) {
    app(&[
        ("shop.yaml", SHOP),
        ("data/clients.csv", "id,name,country\n1,Ada,Norway\n2,Bo,Spain\n3,Cem,Spain\n4,Ada,Spain\n"),
        (
            "data/orders.csv",
            "id,client,ordered,status,amount\n10,1,2026-01-05,open,10.5\n11,1,2025-11-02,done,20\n12,2,2025-12-30,open,5\n13,,2026-01-09,open,1\n",
        ),
        ("data/items.csv", "order_id,product,pieces\n10,bolt,3\n11,nut,4\n"),
        ("data/salaries.csv", "client,grade,pay\n1,a,100\n2,a,200\n3,b,300\n4,b,400\n"),
    ])
    .await
}

async fn total(app: &TestApp, args: Value) -> i64 {
    let output =
        app.services.agent.call_tool("query_data", args.clone()).await.unwrap_or_else(|e| panic!("{args}: {e}"));
    // The figure leads to as many rows.
    let names = app.services.agent.names().get(&app.services.db).await.unwrap();
    let led = ResultLink::to(&output.counted, "/total").unwrap();
    let as_of = "2026-01-31".parse().unwrap();
    let query = drill_through::query(&led, &output.data, (&names, &Catalog::of(&names)), as_of).unwrap();
    let found = run::run(&app.services.db, &query, run::LIMIT).await.unwrap();
    assert_eq!(Some(found.total.count as i64), output.data["total"].as_i64(), "{args}");
    found.total.count as i64
}

#[tokio::test]
async fn rows_that_have_none_of_another_source_are_counted() {
    let (app, _folder) = shop().await;
    let of = |conditions: Value| json!({"dataset": "clients", "conditions": conditions});
    for (conditions, want) in [
        (json!([{"of": "orders", "op": "none"}]), 2),
        (json!([{"of": "orders"}]), 2),
        (json!([{"of": "orders", "op": "none", "column": "status", "values": ["done"]}]), 3),
        (json!([{"of": "orders", "column": "status", "values": ["done"]}]), 1),
        // Over two joins, and beside a condition on its own column.
        (json!([{"of": "items", "op": "none"}]), 3),
        (json!([{"of": "items", "op": "none"}, {"column": "country", "values": ["Spain"]}]), 3),
        (json!([{"of": "orders"}, {"of": "items", "op": "none"}]), 1),
    ] {
        assert_eq!(total(&app, of(conditions.clone())).await, want, "{conditions}");
    }
    let mut of_2026 = of(json!([{"of": "orders", "op": "none"}]));
    of_2026["timeRange"] = "2026".into();
    assert_eq!(total(&app, of_2026).await, 3, "the time range is that of the orders");
    // By another name for the rows, and with what is to be listed.
    let named = json!({"dataset": "client", "conditions": [{"of": "order", "op": "none"}], "groupBy": ["name"]});
    let data = app.services.agent.call_tool("query_data", named).await.unwrap().data;
    let names: Vec<&str> = data["groups"].as_array().unwrap().iter().filter_map(|g| g["label"].as_str()).collect();
    assert_eq!(names, ["Ada", "Cem"], "{data}");
}

#[tokio::test]
async fn what_cannot_be_asked_says_what_can() {
    let (app, _folder) = shop().await;
    let agent = &app.services.agent;
    for (args, says) in [
        (json!({"dataset": "order_lines"}), "documents, clients, orders, items, salaries"),
        (json!({"dataset": "orders", "conditions": [{"of": "clients", "op": "none"}]}), "Sources that have one: items"),
        (json!({"dataset": "clients", "conditions": [{"of": "cases", "op": "none"}]}), "dataset \"customers\""),
        (
            json!({"dataset": "orders", "groupBy": ["colour"]}),
            "client, country, status; numbers: amount; days: ordered",
        ),
        (
            json!({"dataset": "clients", "timeRange": "2026", "conditions": [{"of": "items"}]}),
            "items have no date column",
        ),
    ] {
        let error = agent.call_tool("query_data", args.clone()).await.unwrap_err().to_string();
        assert!(error.contains(says), "{args}: {error}");
    }
    // Which rows belong to whom is a single row of a source of which a model may have figures of groups alone.
    let paid = json!({"dataset": "clients", "conditions": [{"of": "salaries", "column": "grade", "values": ["a"]}]});
    assert_eq!(total(&app, paid.clone()).await, 2);
    let error = agent.call_tool_for_model("query_data", paid).await.unwrap_err().to_string();
    assert!(error.contains("policy of salaries"), "{error}");
}

#[tokio::test]
async fn columns_of_joined_tables_are_conditions_and_tables_have_every_pair() {
    let (app, _folder) = shop().await;
    let agent = &app.services.agent;
    let spain = json!({"dataset": "orders", "conditions": [{"column": "clients.country", "values": ["Spain"]}]});
    assert_eq!(total(&app, spain).await, 1);
    let args = json!({"dataset": "orders", "groupBy": ["country", "quarter"], "pivot": true, "measure": "sum", "column": "amount"});
    let output = agent.call_tool_for_model("query_data", args).await.unwrap();
    assert_eq!(output.data["columns"], json!(["Q4 2025", "Q1 2026"]));
    assert_eq!(
        output.data["rows"],
        json!([
            {"country": "Norway", "Q4 2025": 20, "Q1 2026": 10.5, "total": 30.5},
            {"country": "Spain", "Q4 2025": 5, "Q1 2026": 0, "total": 5},
            {"country": "no country", "countryId": null, "Q4 2025": 0, "Q1 2026": 1, "total": 1},
        ])
    );
    assert!(
        output.data.get("understood").is_none() && output.summary.starts_with("Sum of amount"),
        "{}",
        output.summary
    );
    // A cell leads to its rows.
    let names = app.services.agent.names().get(&app.services.db).await.unwrap();
    for (path, want) in [("/rows/0/Q1 2026", 1), ("/rows/1/Q1 2026", 0), ("/rows/2/Q1 2026", 1), ("/rows/0/total", 2)] {
        let led = ResultLink::to(&output.counted, path).unwrap_or_else(|| panic!("{path}"));
        let as_of = "2026-01-31".parse().unwrap();
        let query = drill_through::query(&led, &output.data, (&names, &Catalog::of(&names)), as_of).unwrap();
        let found = run::run(&app.services.db, &query, run::LIMIT).await.unwrap();
        assert_eq!(found.total.count as i64, want, "{path}");
    }
}
