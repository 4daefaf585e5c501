//! Every number of records in a tool's result leads to exactly that many records.

use std::collections::{BTreeMap, BTreeSet};

use model::run::Scope;
use model::run::drill_through::ResultLink;
use serde_json::{Value, json};
use server::query::catalog::Catalog;
use server::query::values::SharedVocabulary;
use server::query::{drill_through, listing, run};
use server::store::analytics::Order;
use server::store::{Db, columns, write};

use super::Desk;
use super::one_figure::bank;
use super::records::day;
use crate::postgres::Postgres;

/// Field names of record counts, and those among them that count groups or things other than records.
const COUNTS: [&str; 9] =
    ["count", "Count", "total", "Cases", "Communications", "Escalations", "breached", "compliant", "problematic"];
const NO_RECORDS: [&str; 6] = ["groupCount", "topicCount", "issueCount", "anomalyCount", "reasonCount", "texts"];

/// Rows of a list that are compared with their records.
const ROWS: usize = 3;

#[tokio::test(flavor = "multi_thread")]
async fn every_number_leads_to_as_many_records() {
    let server = Postgres::start();
    let post = server.database("counted").await;
    for (database, in_memory) in [("sqlite::memory:", false), ("sqlite::memory:", true), (&post, false)] {
        let db = Db::open(database).await.unwrap();
        write::store(&db, &bank(), 0).await.unwrap();
        if in_memory {
            columns::load(&db, 0).await.unwrap();
        }
        let desk = Desk::of(&db).await;
        figures_lead_to_their_records(&desk, &Scope::default()).await;
        let narrowed = Scope { product: Some("mobile-banking".into()), ..Scope::default() };
        figures_lead_to_their_records(&desk, &narrowed).await;
    }
}

/// Tools and arguments: all that count, in all their variants.
fn asked() -> Vec<(&'static str, Value)> {
    let mut all = vec![
        ("analyze_topics", json!({"timeRange": "January 2026"})),
        ("analyze_sentiment", json!({"timeRange": "January 2026"})),
        ("analyze_sentiment", json!({"timeRange": "2025-10-06 to 2026-01-25"})),
        ("analyze_sentiment", json!({})),
        ("analyze_sentiment", json!({"query": "update", "estimatedNps": true})),
        ("detect_issues", json!({"timeRange": "January 2026"})),
        ("detect_anomalies", json!({"timeRange": "last 90 days"})),
        ("analyze_trends", json!({"timeRange": "last 90 days"})),
        ("analyze_trends", json!({"dataType": "cases"})),
        ("assess_risk", json!({})),
        ("analyze_sla_compliance", json!({})),
        ("analyze_resolution_times", json!({})),
        ("analyze_cdd_cases", json!({"includeChannelBreakdown": true, "timeRange": "last 90 days"})),
        ("analyze_channel_escalation", json!({})),
        ("analyze_channel_escalation", json!({"fromChannel": "chat", "toChannel": "phone"})),
        ("analyze_channel_escalation", json!({"fromChannel": "chatbot", "toChannel": "human-agent"})),
        ("get_daily_volumes", json!({"dataType": "communications", "timeRange": "January 2026"})),
        ("get_daily_volumes", json!({"dataType": "cases"})),
        ("list_cases", json!({"only": "overdue"})),
        ("list_cases", json!({"only": "unfinished", "sort": "deadline"})),
        ("list_cases", json!({"priority": "High"})),
        ("list_communications", json!({"sentiment": "negative", "timeRange": "January 2026"})),
        (
            "query_data",
            json!({"groupBy": ["channel", "month"], "pivot": true, "timeRange": "2025-10-06 to 2026-01-25"}),
        ),
        (
            "query_data",
            json!({"groupBy": ["month", "tier"], "pivot": true, "limit": 3,
            "conditions": [{"column": "sentiment", "values": ["negative"]}]}),
        ),
        ("query_data", json!({"groupBy": ["product", "kind", "channel"], "timeRange": "January 2026"})),
        (
            "query_data",
            json!({"dataset": "customers", "timeRange": "January 2026", "groupBy": ["tier"],
            "conditions": [{"of": "cases", "op": "none"}]}),
        ),
    ];
    for by in
        ["category", "subcategory", "product", "customer", "channel", "kind", "tier", "sentiment", "status", "month"]
    {
        all.push(("get_category_breakdown", json!({"groupBy": by, "top": 4})));
    }
    for by in ["category", "product", "status", "tier", "customer"] {
        all.push(("get_category_breakdown", json!({"groupBy": by, "dataType": "cases"})));
    }
    let negative = json!({"is": {"column": "sentiment", "values": ["negative"]}});
    let critical = json!({"is": {"column": "priority", "values": ["critical"]}});
    let late = json!({"is": {"column": "sla_breached", "values": ["yes"]}});
    let hours = json!([{"of": "avg", "column": "resolution_hours"}, {"of": "count", "where": late}]);
    let theirs = json!({"has": {"of": "cases", "timeRange": "last 90 days", "filter": critical, "atLeast": 1}});
    for typed in [
        json!({"timeRange": "January 2026", "filter": negative, "groupBy": [{"column": "product"}], "compare": "previous_period"}),
        json!({"groupBy": [{"column": "tier"}, {"column": "channel"}], "measures": [{"of": "count"}, {"of": "share", "where": negative}]}),
        json!({"groupBy": [{"time": "week"}], "timeRange": "2025-10-06 to 2026-01-25"}),
        json!({"groupBy": [{"time": "quarter"}], "measures": [{"of": "count"}, {"of": "count", "where": negative}]}),
        json!({"groupBy": [{"time": "weekday"}]}),
        json!({"groupBy": [{"time": "day"}, {"column": "kind"}], "timeRange": "last 7 days"}),
        json!({"dataset": "cases", "groupBy": [{"column": "assigned_to"}], "measures": hours}),
        json!({"dataset": "cases", "filter": {"not": {"is": {"column": "status", "values": ["closed"]}}}, "groupBy": [{"time": "month"}]}),
        json!({"dataset": "customers", "filter": theirs, "groupBy": [{"column": "tier"}]}),
        json!({"dataset": "documents", "groupBy": [{"column": "kind"}]}),
        json!({"dataset": "cases", "filter": {"is": {"column": "channel", "values": ["phone"]}}}),
    ] {
        all.push(("query_data", json!({"typed": typed})));
    }
    for tool in ["analyze_customer_health", "get_relationship_summary", "get_customer_info", "call_sheet"] {
        all.push((tool, json!({"customerId": "cust-003"})));
    }
    all
}

/// Themes are counted in a sample of the texts; a start gives the days before and after it.
const OF_A_METHOD: [&str; 3] = ["/themes", "/starts", "/rise"];

/// All tools within a scope, on the desk's database; returns how many numbers were compared with their records.
async fn figures_lead_to_their_records(desk: &Desk, scope: &Scope) {
    let vocabulary = SharedVocabulary::default().get(&desk.db).await.unwrap();
    let catalog = Catalog::of(&vocabulary);
    let (mut held, mut answered) = (0, BTreeSet::new());
    for (tool, args) in asked() {
        let told = format!("{tool} {args} within {}", scope.label());
        let output = match desk.within(scope.clone(), tool, args).await {
            Ok(output) => output,
            Err(error) if *scope == Scope::default() => panic!("{told}: {error}"),
            // A scope may leave nothing to tell of.
            Err(_) => continue,
        };
        answered.insert(tool);
        let mut paths = Vec::new();
        numbers(&output.data, String::new(), &mut paths);
        let mut of_rule: BTreeMap<&str, usize> = BTreeMap::new();
        for path in &paths {
            let Some(led) = ResultLink::to(&output.counted, path) else {
                let name = path.rsplit('/').next().unwrap_or_default();
                let is_count = COUNTS.iter().any(|count| name.ends_with(count)) && !NO_RECORDS.contains(&name);
                assert!(
                    !is_count || OF_A_METHOD.iter().any(|of| path.starts_with(of)),
                    "{told}: nothing says which records {path} counts"
                );
                continue;
            };
            let query = drill_through::query(&led, &output.data, (&vocabulary, &catalog), day("2026-01-31"));
            let query = query.unwrap_or_else(|e| panic!("{told}: {path}: {e}"));
            // A row's other whole numbers need not be a number of records.
            if led.rule.count.as_deref().map(|count| led.place(count)).as_ref() != Some(path) {
                continue;
            }
            // The first rows of a long list speak for all of it.
            let rows = of_rule.entry(&led.rule.path).or_default();
            *rows += 1;
            if *rows > ROWS {
                continue;
            }
            let found = run::run(&desk.db, &query, run::LIMIT).await.unwrap().total.count;
            let number = led.count(&output.data);
            let said = drill_through::words(&query, &vocabulary, &catalog);
            assert_eq!(Some(found as i64), number, "{told}: {path}: {said}");
            let ids = listing::of_query(&desk.db, &query, Order::Latest, 30, run::LIMIT).await.unwrap();
            let ids: BTreeSet<String> = ids.into_iter().collect();
            assert_eq!(ids.len() as i64, number.unwrap().min(30), "{told}: {path}: {said}");
            held += 1;
        }
        assert!(!of_rule.is_empty(), "{told}: no number leads to its records: {}", output.data);
    }
    assert!(answered.len() >= 15 && held > 150, "too little to say anything: {answered:?}, {held}");
}

/// The whole numbers of a result.
fn numbers(value: &Value, path: String, into: &mut Vec<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| numbers(value, format!("{path}/{key}"), into)),
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(i, value)| numbers(value, format!("{path}/{i}"), into))
        }
        Value::Number(number) if number.as_f64().is_some_and(|n| n.fract() == 0.0) => into.push(path),
        _ => {}
    }
}
