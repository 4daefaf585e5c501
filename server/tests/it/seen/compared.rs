//! Comparisons of declared sources are stored only for callers with the same access: nobody else can get one by its
//! key, and nobody is shown a source that they may not see.

use std::collections::BTreeSet;

use model::account::{CustomerBook, DataAccess};
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::sources;

const EVERYONE: &str = "  visible: everyone\n";

fn declared(name: &str, visible: &str) -> String {
    format!(
        "- name: {name}\n  connection: books\n  table: {name}\n{visible}  dimensions:\n    site: site\n  \
         measures:\n    amount: amount\n"
    )
}

/// A desk with two sources for everyone, and two for those who see every customer.
async fn desk() -> (TestApp, tempfile::TempDir) {
    let text = [
        "connections:\n  books: {folder: data}\nsources:\n".to_owned(),
        declared("ledger", EVERYONE),
        declared("report", EVERYONE),
        declared("payroll", ""),
        declared("payslips", ""),
    ]
    .concat();
    let rows = "site,amount\nNorth,100\nSouth,50\n";
    let (app, folder) = sources::app(&[
        ("books.yaml", text.as_str()),
        ("data/ledger.csv", rows),
        ("data/report.csv", rows),
        ("data/payroll.csv", rows),
        ("data/payslips.csv", rows),
    ])
    .await;
    assert_eq!(app.services.agent.names().sources().len(), 4);
    (app, folder)
}

/// Access to all customers, to one book, and to another.
fn views() -> [DataAccess; 3] {
    let book =
        |manager: &str| DataAccess::Some(CustomerBook { managers: vec![manager.into()], ..CustomerBook::default() });
    [DataAccess::All, book("A. Okafor"), book("L. Brandt")]
}

/// A tool's result for somebody, as in a request by them.
async fn told(app: &TestApp, sees: &DataAccess, tool: &str, args: Value) -> Result<Value, String> {
    let seen = app.services.seen_by(sees).await.unwrap();
    seen.agent.call_tool(tool, args).await.map(|output| output.data).map_err(|error| error.to_string())
}

#[tokio::test]
async fn a_comparison_is_kept_for_each_view() {
    let (app, _folder) = desk().await;
    let views = views();
    // First whoever sees everybody, then the books; and the other way round.
    for (a, b, order) in [("ledger", "report", [0, 1, 2]), ("report", "ledger", [2, 1, 0])] {
        let mut keys = BTreeSet::new();
        for (n, view) in order.into_iter().enumerate() {
            let args = json!({"sourceA": a, "sourceB": b, "measure": "amount"});
            let compared = told(&app, &views[view], "compare_sources", args).await.unwrap();
            assert_eq!(compared["summary"]["totalRows"], 2, "{compared}");
            let key = &compared["cacheKey"];
            keys.insert(key.to_string());
            for (m, view) in order.into_iter().enumerate() {
                let kept = told(&app, &views[view], "compare_sources", json!({ "cacheKey": key })).await;
                match kept {
                    Ok(kept) => assert!(m <= n && kept["totalRows"] == 2, "{:?} has not asked: {kept}", views[view]),
                    Err(why) => {
                        assert!(m > n && why.contains("no longer cached"), "{:?} has asked: {why}", views[view])
                    }
                }
            }
        }
        assert_eq!(keys.len(), 1, "a key tells what was asked, not by whom: {keys:?}");
    }
}

#[tokio::test]
async fn what_is_not_for_everyone_is_shown_by_no_key() {
    let (app, _folder) = desk().await;
    let [all, books @ ..] = views();
    let args = json!({"sourceA": "payroll", "sourceB": "payslips", "measure": "amount"});
    let compared = told(&app, &all, "compare_sources", args.clone()).await.unwrap();
    let key = json!({"cacheKey": compared["cacheKey"]});
    assert_eq!(told(&app, &all, "compare_sources", key.clone()).await.unwrap()["totalRows"], 2);
    for book in &books {
        let why = told(&app, book, "compare_sources", key.clone()).await.unwrap_err();
        assert!(why.contains("no longer cached"), "{why}");
        let why = told(&app, book, "compare_sources", args.clone()).await.unwrap_err();
        assert!(why.contains("Source 'payroll' not found") && !why.contains("payslips"), "{why}");
        let list = told(&app, book, "list_sources", json!({})).await.unwrap();
        let names: Vec<&str> = list["sources"].as_array().unwrap().iter().filter_map(|s| s["name"].as_str()).collect();
        assert_eq!(names, ["ledger", "report"]);
    }
    // A model may see less than whoever asks by it, and compares for itself.
    let outside = app.services.agent.call_tool_for_model("compare_sources", key).await.unwrap_err().to_string();
    assert!(outside.contains("no longer cached"), "{outside}");
}
