//! Custom columns with numbers in the forms that people and programs use: stored as numbers, and summed.

use serde_json::{Value, json};
use server::import::engine::{Import, Options};
use server::import::mapped::{self, Choice, Form};

use super::*;
use crate::app::TestApp;
use crate::postgres::Postgres;

const ORDERS: &str = "\
id,customer,date,message,order value,postcode,rating,prices,mixed
1,Acme AG,2026-01-03,Where is it?,\"1,234.50 EUR\",10115,5,9,10 EUR
2,Bolt,2026-01-04,Thanks,1234.5,80331,4,n/a,5 USD
3,Acme AG,2026-01-05,Late again,€ 31,20095,1,7,1
";

async fn numbers(app: TestApp) {
    let dir = tempfile::tempdir().unwrap();
    let path = file(dir.path(), "orders.csv", ORDERS);
    let table = mapped::open(&path, Form::Csv, Choice::default(), NOW).unwrap();
    let (db, options, stop) = (&app.services.db, Options::default(), &CancellationToken::new());
    let import = Import { db, options, enricher: Arc::default(), now: NOW, stop };
    import.file(table.opened(), |_| {}).await.unwrap();
    let of = |column: &str, aggregation: &str| json!({"typed": {"dataset": "communications", "measures": [{"of": aggregation, "column": column}]}});
    let look = async |args: Value| {
        app.services.agent.call_tool("query_data", args).await.map(|output| output.data.to_string())
    };
    for (aggregation, want) in [("sum", "2500"), ("max", "1234.5"), ("median", "1234.5"), ("min", "31")] {
        let told = look(of("order_value", aggregation)).await.unwrap();
        assert!(told.contains(want), "{aggregation}: {told}");
    }
    let above = json!({"typed": {"dataset": "communications", "measures": [{"of": "count"}],
        "filter": {"is": {"column": "order_value", "op": "more", "values": ["100"]}}}});
    let told = look(above).await.unwrap();
    assert!(told.contains("\"total\":2"), "{told}");
    // A postcode names a place, a rating is grouped by; what is no number, or of two currencies, is not added up.
    for column in ["postcode", "prices", "mixed"] {
        assert!(look(of(column, "sum")).await.is_err(), "{column}");
    }
    let body = app.ask("What is the total order value by customer?").await;
    let answer = body["answer"].as_str().unwrap();
    assert!(answer.contains("1,265.5") && answer.contains("Acme AG"), "{answer}");
}

#[tokio::test]
async fn numbers_are_added_up_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("test.db").display());
    numbers(TestApp::bare(&database, folder, &[]).await).await;
}

#[tokio::test]
async fn numbers_are_added_up_on_postgres() {
    let server = Postgres::start();
    let database = server.database("numbers").await;
    numbers(TestApp::bare(&database, tempfile::tempdir().unwrap(), &[]).await).await;
}
