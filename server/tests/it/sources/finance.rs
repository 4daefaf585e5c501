//! The demo's finance sources: the worked examples of the comparison, exactly (C-026, C-029, C-030, C-044).

use model::run::Outcome;
use serde_json::{Value, json};

use super::forecast::tool;
use super::{asked, started};

#[tokio::test]
async fn the_worked_examples_come_out_exactly() {
    let folder = tempfile::tempdir().unwrap();
    assert!(server::demo::write("sources/finance", &folder.path().join("finance")).unwrap());
    assert!(!server::demo::write("sources/finance", &folder.path().join("finance")).unwrap());
    let app = started(folder.path()).await;
    assert_eq!(app.services.agent.names().sources().len(), 5);

    let (answer, data) = asked(&app, "Compare amounts between fi_reporting and bpc_reporting").await;
    let summary = &data["summary"];
    let counts =
        ["totalRows", "matches", "minorDifferences", "majorDifferences"].map(|name| summary[name].as_i64().unwrap());
    assert_eq!(
        (counts, summary["totalDiff"].as_i64().or(summary["totalDiff"].as_f64().map(|n| n as i64))),
        ([90, 87, 2, 1], Some(8_000))
    );
    assert!(answer.contains("Good alignment (96.7%)") && answer.contains("1 row with major difference"), "{answer}");
    assert!(answer.contains("the difference of 8,000 is more than 5,000"), "{answer}");
    assert_eq!(data["topDifferences"][0]["company"], "1001");
    assert_eq!(data["cacheKey"].as_str().map(str::len), Some(16));

    // The recovery of the source document: a wrong name is answered with those that there are (C-011, C-026).
    let compare = |name: &str| json!({"source_a": name, "source_b": "bpc_reporting", "measure": "amount"});
    let wrong = app.services.agent.call_tool_for_model("compare_sources", compare("fi_reports")).await.unwrap_err();
    let told = wrong.to_string();
    assert!(told.contains("'fi_reports' not found") && told.contains("fi_reporting"), "{told}");
    let error = Outcome::from(wrong).unknown_source().unwrap();
    assert_eq!((&error["error"], &error["message"]), (&json!(true), &json!(told)));
    let available = error["available_sources"].as_array().unwrap();
    assert!(["fi_reporting", "bpc_reporting"].iter().all(|name| available.contains(&json!(name))), "{error}");
    let right = app.services.agent.call_tool_for_model("compare_sources", compare("fi_reporting")).await.unwrap();
    assert_eq!(right.data["summary"]["totalRows"], 90);
    // Over REST and MCP the totals stay what they are; the sentence stands beside them.
    assert_eq!(right.with_summary()["summary"]["totalRows"], 90);

    // By three dimensions, and no more.
    let by = |dimensions: &[&str]| json!({"sourceA": "fi_reporting", "sourceB": "bpc_reporting", "measure": "amount", "alignOn": dimensions});
    let three = by(&["company", "period", "account"]);
    let three = app.services.agent.call_tool_for_model("compare_sources", three).await.unwrap();
    assert_eq!(three.data["summary"]["totalDiff"], right.data["summary"]["totalDiff"]);
    assert!(three.data["summary"]["totalRows"].as_i64() > Some(90), "{}", three.data["summary"]);
    let row = &three.data["topDifferences"][0];
    assert!(["company", "period", "account"].iter().all(|name| row[*name].is_string()), "{row}");
    let four = by(&["company", "period", "account", "segment"]);
    let told = app.services.agent.call_tool_for_model("compare_sources", four).await.unwrap_err().to_string();
    assert!(told.contains("one to 3 dimensions"), "{told}");

    let body = app.ask("amount by company, segment and profit center in fi_reporting").await;
    let groups: Vec<&str> = body["actions"][0]["input"]["typed"]["groupBy"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|group| group["column"].as_str())
        .collect();
    assert_eq!(groups, ["company", "segment", "profit_center"], "{body}");

    let question =
        "Compare the amount totals between fi_reporting and consolidation_mart for company 1001 in period 202401";
    let (answer, data) = asked(&app, question).await;
    let summary = &data["summary"];
    assert_eq!(summary["totalSourceA"].as_f64(), Some(1_500_000.0));
    assert_eq!(summary["totalSourceB"].as_f64(), Some(1_492_000.0));
    assert_eq!(summary["totalDiffPercent"].as_f64(), Some(0.53));
    assert_eq!(data["topDifferences"][0]["status"], "major_diff");
    assert!(answer.contains("1,500,000") && answer.contains("1,492,000") && answer.contains("8,000"), "{answer}");

    // Pairs are offered where values agree, not only names, and each once.
    let pairs = tool(&app, "list_sources", json!({"pairs": true})).await.unwrap();
    let pairs = pairs["pairs"].as_array().unwrap();
    let of = |a: &str, b: &str| {
        let is = |row: &&Value, x: &str, y: &str| row["a"] == x && row["b"] == y;
        pairs.iter().filter(|row| is(row, a, b) || is(row, b, a)).count()
    };
    assert_eq!(of("fi_reporting", "consolidation_mart"), 1, "{pairs:?}");
    assert_eq!(of("fi_invoices", "invoice_register"), 1, "{pairs:?}");
    let list = tool(&app, "list_sources", json!({})).await.unwrap();
    assert!(list["sources"].to_string().chars().count() < 500 * 5, "a source is one row: {list}");
    assert!(list["sources"].as_array().unwrap().iter().all(|row| row["rows"].is_u64()), "{list}");

    let (_, data) = asked(&app, "Compare fi_invoices and invoice_register for company 1000").await;
    // Invoice by invoice: the ten of one period are there twice.
    let summary = &data["summary"];
    assert_eq!((&summary["matches"], &summary["majorDifferences"]), (&json!(30), &json!(10)), "{data}");
    assert_eq!(summary["totalDiff"].as_f64(), Some(110_000.0));
    let doubled = |row: &Value| {
        row["invoice"].as_str().unwrap().starts_with("R-1000-012-")
            && row["sourceAValue"].as_f64() == row["sourceBValue"].as_f64().map(|value| 2.0 * value)
    };
    assert!(data["topDifferences"].as_array().unwrap().iter().all(doubled), "{data}");
}
