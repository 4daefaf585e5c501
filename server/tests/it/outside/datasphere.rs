//! SAP Datasphere's tools against a LOCAL DOUBLE of its OData API. No real system was available: this tests the
//! documented shape of that API.

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::Response;
use model::run::Scope;
use std::sync::{Arc, Mutex};

use super::*;

const METADATA: &str = r#"<edmx:Edmx><Schema Namespace="ds"><!-- <EntityType Name="SaleType"> -->
<EntityType Name="SaleType"><Key><PropertyRef Name="Id"/></Key><Property Name="Id" Type="Edm.String"/>
<Property Name="Amount" Type="Edm.Decimal"/></EntityType><EntityType Name="Other"><Property Name="X" Type="Edm.Int32"/>
</EntityType><EntityContainer><EntitySet Name="Sales" EntityType="ds.SaleType"/></EntityContainer></Schema></edmx:Edmx>"#;

type Seen = Arc<Mutex<Vec<String>>>;

/// The double: answers as the API does, and records its requests.
async fn double(State(seen): State<Seen>, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    let token = parts.headers.get("authorization").map(|v| v.to_str().unwrap().to_owned()).unwrap_or_default();
    let what = format!("{} {} {}", parts.method, parts.uri, String::from_utf8_lossy(&body));
    seen.lock().unwrap().push(what.trim().to_owned());
    let reply = |status: u16, body: String| Response::builder().status(status).body(Body::from(body)).unwrap();
    let row = |region: &str, amount: Value| json!({"@odata.etag": "1", "Region": region, "Amount": amount});
    match parts.uri.path() {
        "/odata/" => reply(200, json!({"value": [{"name": "Sales", "url": "Sales"}, {"name": "Plan"}]}).to_string()),
        "/odata/$metadata" => reply(200, METADATA.into()),
        "/odata/Sales" => {
            let rows = [row("N", json!(100_000)), row("N", json!("20000.5")), row("S", json!(50_000))];
            reply(200, json!({"value": rows}).to_string())
        }
        "/odata/Plan" => reply(200, json!({"value": [row("N", json!(120_000.5)), row("W", json!(7_000))]}).to_string()),
        "/odata/sql" => reply(200, json!({"value": [{"N": 3}]}).to_string()),
        "/odata/Away" => {
            let away = Response::builder().status(302).header("location", "http://127.0.0.1:9/stolen");
            away.body(Body::empty()).unwrap()
        }
        "/odata/Broken" => reply(500, format!("{token} failed")),
        "/odata/Huge" => reply(200, format!("{{\"value\": [{}0]}}", "1,".repeat(2 << 20))),
        _ => reply(404, "no such entity".into()),
    }
}

async fn call(app: &TestApp, tool: &str, args: Value) -> Result<Value, String> {
    let tools = app.services.agent.tools();
    let tool = tools.get(tool).unwrap();
    tools.check(tool, &args).map_err(|error| error.message)?;
    let context = app.services.agent.tool_context("2026-01-31".parse().unwrap(), Scope::default());
    tool.run(context, args).await.map(|output| output.data).map_err(|error| error.message)
}

#[tokio::test]
async fn entities_are_listed_described_asked_and_compared_over_a_double() {
    let seen = Seen::default();
    let router = Router::new().fallback(double).with_state(seen.clone());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/odata", listener.local_addr().unwrap());
    let task = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    let token = "t0ken-s3cret-0123456789";
    let app = TestApp::with(&[("PLUMBLINE_DATASPHERE_URL", url.as_str()), ("PLUMBLINE_DATASPHERE_TOKEN", token)]).await;
    assert!(!app.services.config.describe().contains("s3cret"));

    let listed = call(&app, "ds_list_entities", json!({})).await.unwrap();
    assert_eq!(listed, json!({"source": "SAP Datasphere", "entities": ["Sales", "Plan"], "count": 2}));
    let described = call(&app, "ds_get_metadata", json!({"entity": "Sales"})).await.unwrap();
    let id = json!({"name": "Id", "type": "Edm.String", "key": true});
    let amount = json!({"name": "Amount", "type": "Edm.Decimal", "key": false});
    assert_eq!(described, json!({"source": "SAP Datasphere: Sales", "properties": [id, amount]}));
    let args = json!({"entity": "Sales", "select": "Region, Amount", "filter_expr": "Region eq 'N&S'", "top": 2,
        "orderby": "Amount desc"});
    let asked = call(&app, "ds_query_entity", args).await.unwrap();
    assert_eq!(asked["rows"][1], json!({"Region": "N", "Amount": "20000.5"}));
    assert_eq!((&asked["rowCount"], &asked["truncated"]), (&json!(2), &json!(true)));
    let sent = seen.lock().unwrap().last().unwrap().clone();
    let query = "$select=Region%2CAmount&$filter=Region%20eq%20%27N%26S%27&$orderby=Amount%20desc&$top=3";
    assert_eq!(sent, format!("GET /odata/Sales?{query}"));
    let rows = call(&app, "ds_execute_sql", json!({"query": "SELECT COUNT(*) AS N FROM Sales"})).await.unwrap();
    let want = json!({"source": "SAP Datasphere: SQL", "rows": [{"N": 3}], "rowCount": 1, "truncated": false});
    assert_eq!(rows, want);

    let args = json!({"entity_a": "Sales", "entity_b": "Plan", "measure": "Amount", "group_by": ["Region"]});
    let compared = call(&app, "ds_compare_entities", args).await.unwrap();
    let summary = &compared["summary"];
    assert_eq!((&summary["totalRows"], &summary["matches"]), (&json!(3), &json!(1)));
    assert_eq!((&summary["majorDifferences"], &summary["missingInA"]), (&json!(2), &json!(1)));
    assert_eq!((&summary["totalA"], &summary["totalDiff"]), (&json!(170_000.5), &json!(43_000.0)));
    assert_eq!(compared["topDifferences"][0]["Region"], "S");
    assert!(compared["interpretation"].as_str().unwrap().contains("1 row is missing in Plan and counted as 0"));

    let before = seen.lock().unwrap().len();
    for entity in ["../x", "..", "a/b", "a?b", ""] {
        let error = call(&app, "ds_query_entity", json!({"entity": entity})).await.unwrap_err();
        assert!(error.contains("letters, digits"), "{error}");
    }
    let error = call(&app, "ds_execute_sql", json!({"query": "SELECT 1; DROP TABLE Sales"})).await.unwrap_err();
    assert!(error.contains("semicolon"), "{error}");
    assert_eq!(seen.lock().unwrap().len(), before, "none of these left");
    for (entity, says) in [("Away", "redirect (302)"), ("Broken", "(500)"), ("Huge", "2 MiB"), ("None", "(404)")] {
        let error = call(&app, "ds_query_entity", json!({"entity": entity})).await.unwrap_err();
        assert!(error.contains(says) && !error.contains("s3cret"), "{error}");
    }
    task.abort();
}
