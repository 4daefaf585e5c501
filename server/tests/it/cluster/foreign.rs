//! Indices filled by another firm's programs, as sources: drafted, queried beside the same rows in a file, and refused
//! with an explanation if they cannot answer.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};
use server::sources::{Opener, Place, Places, SearchPlace};
use server::store::Db;

use super::node::Nodes;
use crate::sources::{asked, first_output, started};

/// Creates an index and fills it, by plain HTTP.
pub async fn feed(url: &str, index: &str, fields: Value, documents: &[Value]) {
    let http = server::http_client::http_client(&url.parse().unwrap()).unwrap();
    let made = json!({ "settings": { "number_of_shards": 2 }, "mappings": { "properties": fields } });
    let reply = http.put(format!("{url}/{index}")).json(&made).send().await.unwrap();
    assert!(reply.status().is_success(), "{}", reply.text().await.unwrap());
    let mut lines = String::new();
    for (n, document) in documents.iter().enumerate() {
        let _ = write!(lines, "{}\n{document}\n", json!({ "index": { "_id": format!("doc-{n}") } }));
    }
    let request = http.post(format!("{url}/{index}/_bulk?refresh=true")).header("content-type", "application/x-ndjson");
    let reply: Value = request.body(lines).send().await.unwrap().json().await.unwrap();
    assert_eq!(reply["errors"], false, "{reply}");
}

/// Orders of a shop, and the same as a file.
async fn shop(url: &str) -> String {
    let keyword = json!({ "type": "keyword" });
    let fields = json!({
        "ordered": { "type": "date" },
        "city": { "type": "text", "fields": { "keyword": { "type": "keyword", "ignore_above": 256 } } },
        "customer": { "properties": { "tier": keyword, "region": { "properties": { "name": keyword } } } },
        "amount": { "type": "double" },
        "quantity": { "type": "integer" },
        "rush": { "type": "boolean" },
        "remark": { "type": "text" },
        "lines": { "type": "nested", "properties": { "sku": keyword } },
        "place": { "type": "geo_point" },
        "labels": keyword,
        "due": keyword,
    });
    let mut csv = String::from("ordered,city,tier,region,amount,quantity,rush\n");
    let mut documents = Vec::new();
    for n in 0..120_u32 {
        let (day, city, tier) =
            (1 + n % 28, ["Oslo", "Rome", "San José"][n as usize % 3], ["gold", "basic"][n as usize % 2]);
        let (region, amount) = (["north", "south"][n as usize % 5 / 3], f64::from(n) + 0.25);
        let (month, rush) = (1 + n % 4, n % 7 == 0);
        let _ = writeln!(csv, "2026-{month:02}-{day:02},{city},{tier},{region},{amount},{},{rush}", n % 9);
        documents.push(json!({
            "ordered": format!("2026-{month:02}-{day:02}T23:30:00Z"), "city": city, "amount": amount, "quantity": n % 9,
            "customer": { "tier": tier, "region.name": region }, "rush": rush, "remark": format!("remark {n}"),
            "lines": [{ "sku": "a" }], "place": { "lat": 1.0, "lon": 2.0 }, "labels": ["a", "b"], "due": "2026-05-01",
        }));
    }
    feed(url, "orders-v1", fields, &documents).await;
    csv
}

fn place(url: &str) -> Place {
    Place::Search(SearchPlace { url: url.into(), ..SearchPlace::default() })
}

async fn drafted(url: &str, folder: &Path, tables: &[&str]) -> anyhow::Result<String> {
    let places = Places { declarations: vec![folder.to_owned()], loaded: folder.join(".loaded") };
    let tables: Vec<String> = tables.iter().map(|name| (*name).to_owned()).collect();
    Ok(place(url).draft("shop", &tables, &places, false).await?.text)
}

async fn problems(folder: &Path, text: &str) -> String {
    let file = folder.join("tried.yaml");
    std::fs::write(&file, text).unwrap();
    let own = Db::open("sqlite::memory:").await.unwrap();
    let mut opener = Opener::new(own, folder.join(".loaded"), "2026-05-01".parse().unwrap());
    let told = opener.file(&file).await.lines().join("\n");
    std::fs::remove_file(file).unwrap();
    told
}

#[tokio::test(flavor = "multi_thread")]
async fn an_index_of_another_firm_is_drafted_and_asked_like_the_same_rows_in_a_file() {
    let Some(nodes) = Nodes::start(1) else { return };
    let url = nodes.urls[0].clone();
    let csv = shop(&url).await;
    let folder = tempfile::tempdir().unwrap();
    let text = drafted(&url, folder.path(), &[]).await.unwrap();
    for line in [
        "  table: \"orders-v1\"",
        "time: ordered",
        "    id: {column: _id, type: note}",
        "    city: city",
        "    customer_region_name: customer.region.name",
        "    remark: {column: remark, type: note}",
        "    rush: {column: rush, type: flag}",
        "    amount: amount",
        "left out: lines, nested",
        "left out: place, geo_point",
        "left out: labels, keyword with several values",
        "    due: due",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    // As words that the file has, too.
    let text = text.replace("customer_tier:", "tier:").replace("customer_region_name:", "region:");
    let text = text.replace("orders v1s", "orders").replace("orders v1", "order");
    let text = text.replace("- name: orders_v1\n", "- name: orders\n  scope: {tier: tier}\n");
    std::fs::write(folder.path().join("shop.yaml"), &text).unwrap();
    assert_eq!(problems(folder.path(), &text).await, "");
    let by_index = started(folder.path()).await;

    let beside = tempfile::tempdir().unwrap();
    std::fs::create_dir(beside.path().join("data")).unwrap();
    std::fs::write(beside.path().join("data/orders.csv"), csv).unwrap();
    let declared = "connections: {files: {folder: data}}\nsources:\n- name: orders\n  connection: files\n  table: orders\n  \
        one: order\n  many: orders\n  time: ordered\n  scope: {tier: tier}\n  dimensions:\n    ordered: {column: ordered, type: date}\n    city: city\n    \
        tier: tier\n    region: region\n    rush: {column: rush, type: flag}\n  measures:\n    amount: amount\n    quantity: quantity\n";
    std::fs::write(beside.path().join("orders.yaml"), declared).unwrap();
    let by_file = started(beside.path()).await;
    for question in [
        "How many orders were there in March 2026?",
        "total amount of orders by city",
        "total amount of orders by month",
        "how many orders by tier and region?",
        "average quantity of orders in Rome",
        "median amount of orders by tier",
        "orders by weekday",
        "how many orders from 5 to 9 February 2026 by rush?",
    ] {
        let ((mine, data), (theirs, wanted)) = (asked(&by_index, question).await, asked(&by_file, question).await);
        println!("{question}\n  {mine}");
        assert_eq!(data["groups"], wanted["groups"], "{question}: {mine} and {theirs}");
        assert_eq!(
            (&data["total"], &data["all"]),
            (&wanted["total"], &wanted["all"]),
            "{question}: {mine} and {theirs}"
        );
        assert!(!data["total"].is_null() || !data["all"].is_null(), "{question}: {data}");
    }
    // What the scope narrows is narrowed; what it cannot be narrowed to is refused.
    for (scope, wanted) in [(json!({ "tier": "gold" }), Some(60)), (json!({ "product": "mortgage" }), None)] {
        for app in [&by_index, &by_file] {
            let body = json!({ "query": "How many orders were there in 2026?", "context": scope });
            let (_, run) = app.post("/api/research", body).await;
            let (_, run) = app.get(&format!("/api/research/runs/{}", run["runId"].as_str().unwrap())).await;
            assert_eq!(first_output(&run)["total"].as_u64(), wanted, "{scope}: {run}");
        }
    }
    let typed = |value: Value| json!({ "typed": value });
    let agent = &by_index.services.agent;
    let count = |filter: Value| typed(json!({ "dataset": "orders", "filter": filter }));
    let id = json!({ "is": { "column": "id", "values": ["doc-7"] } });
    let found = agent.call_tool("query_data", count(id)).await.unwrap().data;
    assert_eq!(found["total"], 1, "{found}");
    // A figure opens its rows, each with its id and its words.
    let run = by_index.ask("How many orders were there in March 2026?").await["runId"].as_str().unwrap().to_owned();
    let (status, page) = by_index.get(&format!("/api/research/runs/{run}/records?call=c1&path=/total")).await;
    assert_eq!((status, page["records"]["total"].as_i64()), (200, Some(30)), "{page}");
    let rows = page["records"]["rows"].to_string();
    assert!(rows.contains("doc-") && rows.contains("remark ") && rows.contains("2026-03-"), "{rows}");
    // What it cannot tell is refused in words.
    for (query, says) in [
        (json!({ "dataset": "orders", "groupBy": [{ "column": "remark" }] }), "cannot be grouped by"),
        (
            json!({ "dataset": "orders", "filter": { "is": { "column": "remark", "op": "contains", "values": ["7"] } } }),
            "cannot be compared by",
        ),
        (json!({ "dataset": "orders", "measures": [{ "of": "distinct", "column": "remark" }] }), "cannot be counted"),
    ] {
        let error = agent.call_tool("query_data", typed(query.clone())).await.unwrap_err().to_string();
        assert!(error.contains(says), "{query}: {error}");
    }
    drop(nodes);
    let error = agent
        .call_tool("query_data", count(json!({ "is": { "column": "city", "values": ["Rome"] } })))
        .await
        .unwrap_err();
    assert!(error.to_string().contains("cannot be reached"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_with_an_index_is_said_where_it_is_declared() {
    let Some(nodes) = Nodes::start(1) else { return };
    let url = nodes.urls[0].clone();
    shop(&url).await;
    let folder = tempfile::tempdir().unwrap();
    let named = drafted(&url, folder.path(), &["orders-*"]).await.unwrap();
    assert!(named.contains("  table: \"orders-*\""), "{named}");
    assert!(drafted(&url, folder.path(), &["sales"]).await.unwrap_err().to_string().contains("orders-v1"));
    let declared = |connection: &str, rest: &str| {
        format!(
            "connections: {{c: {{{connection}}}}}\nsources:\n- name: orders\n  connection: c\n  table: orders-*\n{rest}"
        )
    };
    let here = format!("opensearch: \"{url}\"");
    for (connection, rest, says) in [
        (here.as_str(), "  dimensions: {city: city}\n", ""),
        (&here, "  dimensions: {labels: labels}\n", "several values"),
        (&here, "  dimensions: {lines: lines}\n", "nested, which cannot be grouped by"),
        (&here, "  dimensions: {due: {column: due, type: date}}\n", "keeps due as keyword, which is no date"),
        (&here, "  measures: {worth: {formula: amount * 2}}\n", "has a formula"),
        (&here, "  joins: [{table: orders-v1, on: city}]\n  dimensions: {city: city}\n", "joins nothing"),
        (&format!("{here}, user: a, password: hunter2"), "  dimensions: {city: city}\n", "not the secret itself"),
        (&format!("{here}, folder: x"), "  dimensions: {city: city}\n", "or opensearch"),
    ] {
        let told = problems(folder.path(), &declared(connection, rest)).await;
        assert!(told.contains(says) && (!says.is_empty() || told.is_empty()), "{rest}: {told}");
        assert!(!told.contains("hunter2"), "{told}");
    }
}
