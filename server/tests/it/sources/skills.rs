//! Skills as folders: the output of `skill new` works as is, changes are picked up, and a declared tool is like any
//! other: used by rules and by clients, with figures that lead to their rows.

use std::path::Path;

use serde_json::{Value, json};
use server::skills::folder;

use super::asked;
use crate::app::{TestApp, until};

/// A server over the skills of a folder.
async fn desk(skills: &Path) -> TestApp {
    let (place, none) = (skills.display().to_string(), skills.join("no-sources").display().to_string());
    let app = TestApp::with(&[("PLUMBLINE_SOURCES_DIR", &none), ("PLUMBLINE_SKILLS_DIR", &place)]).await;
    app.services.declare_sources().await;
    assert_eq!(app.services.take_in_skills(&mut Vec::new()).await, []);
    app
}

#[tokio::test]
async fn a_first_skill_answers_and_its_figures_lead_to_their_rows() {
    let root = tempfile::tempdir().unwrap();
    folder::draft(&root.path().join("shop"), "shop").unwrap();
    let app = desk(root.path()).await;

    let (answer, data) = asked(&app, "Shop summary of February 2026, please").await;
    assert!(answer.contains("Orders brought in 250 EUR, 2 orders in all. North had most (200 EUR)."), "{answer}");
    assert_eq!(data["source"], "example data: shop_orders");
    assert_eq!(data["total"]["amount"], 250.0);
    assert_eq!(data["regions"][0], json!({"region": "North", "amount": 200.0, "share": 80.0}));

    // What does not fit a form is not forced into one.
    let (answer, data) = asked(&app, "Shop summary by colour").await;
    assert!(data.get("regions").is_none(), "{answer}");

    let (_, skills) = app.get("/skills").await;
    let own = skills["items"].as_array().unwrap().iter().find(|skill| skill["name"] == "shop").unwrap();
    assert_eq!((&own["version"], &own["domain"]), (&json!("0.1.0"), &json!("shop")));
    assert_eq!(own["tools"][0]["name"], "get_shop_summary");

    // The row of a figure leads to its records.
    let body = app.ask("shop summary").await;
    let (_, run) = app.get(&format!("/api/research/runs/{}", body["runId"].as_str().unwrap())).await;
    let counted = find(&run, "counted").expect("the result says what it counts");
    let paths: Vec<&str> = counted
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|c| c["figures"].as_array().unwrap())
        .filter_map(|r| r["path"].as_str())
        .collect();
    assert_eq!(paths, ["/total", "/regions/*"]);
}

/// The first non-empty value of a field, anywhere in it.
fn find<'a>(value: &'a Value, field: &str) -> Option<&'a Value> {
    match value {
        Value::Object(map) => {
            let own = map.get(field).filter(|v| v.as_array().is_some_and(|list| !list.is_empty()));
            own.or_else(|| map.values().find_map(|v| find(v, field)))
        }
        Value::Array(list) => list.iter().find_map(|v| find(v, field)),
        _ => None,
    }
}

#[tokio::test]
async fn documents_are_found_and_changes_are_taken_in() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("shop");
    folder::draft(&path, "shop").unwrap();
    let text = "# Returns of frozen goods\n\nFrozen goods are never taken back; the amount is credited instead.\n";
    std::fs::write(path.join("knowledge/returns.md"), text).unwrap();
    let app = desk(root.path()).await;
    // Search follows the store by itself.
    let found = until("search follows", async || {
        Some(app.post("/knowledge/search", json!({"query": "frozen goods taken back"})).await.1)
            .filter(|found| found["total"] != 0)
    })
    .await;
    assert!(found.to_string().contains("Returns of frozen goods"), "{found}");

    // Two parts of a question, two skills: figures and the firm's documents.
    let (answer, _) = asked(&app, "Shop summary of February 2026 and what is the policy on frozen goods?").await;
    assert!(answer.contains("250 EUR") && answer.contains("never taken back"), "{answer}");

    let mut known = vec!["shop".to_owned()];
    let tools = std::fs::read_to_string(path.join("tools.yaml")).unwrap();
    std::fs::write(path.join("tools.yaml"), tools.replace("get_shop_summary", "get_orders_summary")).unwrap();
    assert_eq!(app.services.take_in_skills(&mut known).await, []);
    assert!(app.services.agent.tools().get("get_orders_summary").is_ok());
    assert!(app.services.agent.tools().get("get_shop_summary").is_err());
    std::fs::remove_dir_all(&path).unwrap();
    app.services.take_in_skills(&mut known).await;
    assert!(app.services.agent.tools().get("get_orders_summary").is_err() && known.is_empty());
}
