//! A source with the policy `aggregates` (D-047): a model reads no row, name or single amount of it; people see
//! everything.

use std::fmt::Write as _;

use serde_json::json;

use crate::agent::{Desk, purpose, route, text_of};
use crate::scripted_model::{ScriptedModel, Step};

const DECLARATION: &str = "connections:\n  books: {folder: data}\nsources:\n- name: loans\n  description: Loans, one a row.\n  \
    connection: books\n  table: loans\n  policy: aggregates\n  dimensions:\n    client: client\n    region: region\n  \
    measures:\n    amount: {column: amount, currency: EUR}\n";

/// Thirty clients with a loan each: fifteen in the north, fourteen in the south, one in the west.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("data")).unwrap();
    let mut rows = String::from("client,region,amount\n");
    for n in 0..30 {
        let region = ["North", "South", "West"][usize::from(n > 14) + usize::from(n == 29)];
        let _ = writeln!(rows, "Client Number {n:02},{region},{}", 1_000_003 + n * 7);
    }
    std::fs::write(folder.path().join("data/loans.csv"), rows).unwrap();
    std::fs::write(folder.path().join("loans.yaml"), DECLARATION).unwrap();
    folder
}

#[tokio::test]
async fn a_model_reads_figures_of_groups_alone() {
    let folder = folder();
    let call = |dimension: &str| Step::call("query_source", json!({"source": "loans", "dimensions": [dimension]}));
    let largest = json!({"typed": {"dataset": "loans", "measures": [{"of": "max", "column": "amount"}]}});
    let mut steps =
        vec![Step::text("The north leads. [1]"), Step::call("query_data", largest), call("client"), call("region")];
    let model = ScriptedModel::answering(1000, move |seen| match purpose(seen) {
        "route" => route(&["query_source", "query_data"]),
        "follow-ups" => Step::text("1. What else is there to know?"),
        _ => steps.pop().unwrap_or_else(|| Step::status(418, "the script is over")),
    });
    let place = folder.path().display().to_string();
    let desk = Desk::with("tools", model.await, &[("PLUMBLINE_SOURCES_DIR", &place)]).await;
    desk.app.services.declare_sources().await;
    let run = desk.ask("Please look at the loans of Client Number 03 by region for me").await;
    let read: String = desk.model.seen().iter().map(text_of).collect();
    assert!(run.calls().count() >= 3, "{:?}", run.status);
    assert!(read.contains("15000"), "the sum of the north is read: {read}");
    assert!(!read.contains("Client Number"), "no name leaves: {read}");
    for n in 0..30 {
        assert!(!read.contains(&(1_000_003 + n * 7).to_string()), "no single amount leaves");
    }
    assert!(read.contains("withheld by the source's policy") && read.contains("keeps single values"), "{read}");
}

#[tokio::test]
async fn a_person_sees_all_of_it_and_a_model_outside_does_not() {
    let folder = folder();
    let app = super::started(folder.path()).await;
    let args = json!({"source": "loans", "dimensions": ["region"]});
    let agent = &app.services.agent;
    let all = agent.call_tool("query_source", args.clone()).await.unwrap().data;
    assert_eq!(all["rows"].as_array().map(Vec::len), Some(3));
    let outside = agent.call_tool_for_model("query_source", args).await.unwrap().data;
    assert_eq!((outside["rows"].as_array().map(Vec::len), &outside["withheldGroups"]), (Some(2), &json!(1)));

    // A condition of a figure's own leads to a single row just as well.
    let one = json!({"is": {"column": "client", "values": ["Client Number 03"]}});
    let measures = json!([{"of": "sum", "column": "amount", "where": one}, {"of": "sum", "column": "amount"}]);
    let typed = json!({"typed": {"dataset": "loans", "measures": measures}});
    let seen = agent.call_tool("query_data", typed.clone()).await.unwrap().data.to_string();
    let outside = agent.call_tool_for_model("query_data", typed).await.unwrap().data.to_string();
    assert!(seen.contains("1000024") && !outside.contains("1000024"), "{outside}");
    assert!(outside.contains("30003135"), "the sum of all is told: {outside}");
}
