//! An opened figure of an answer, over the real server: its records with several views, as a file, and on the page.

use model::run::Run;
use serde_json::{Value, json};

use crate::app::TestApp;

#[tokio::test]
async fn a_figure_opens_its_records() {
    let app = TestApp::start().await;
    let body = app.ask("Why are customers complaining about the mobile app in January 2026?").await;
    let run: Run =
        serde_json::from_value(app.get(&format!("/api/research/runs/{}", text(&body["runId"]))).await.1).unwrap();
    let calls: Vec<_> = run.calls().collect();
    let call = calls.iter().find(|call| call.tool == "analyze_topics").unwrap();
    let at = format!("/api/research/runs/{}/records", run.id);

    // Six complaints are about login failures.
    let figure = format!("{at}?call={}&path=/topTopics/0/count", call.id);
    let (status, page) = app.get(&figure).await;
    assert_eq!((status, &page["name"]), (200, &json!("Login failures: count 6")), "{page}");
    let list = &page["records"];
    assert_eq!((&list["total"], &list["told"], &list["found"]), (&json!(6), &json!(6), &json!(6)));
    let said = text(&list["said"]);
    assert!(said.starts_with("Complaints about Mobile banking") && said.contains("Login failures"), "{said}");
    let ids = |page: &Value| -> Vec<String> {
        page["records"]["rows"].as_array().unwrap().iter().map(|row| text(&row["id"])).collect()
    };
    let newest = ids(&page);
    let (_, oldest) = app.get(&format!("{figure}&sort=oldest")).await;
    // All six are of one day, in which the order is that of their ids.
    let sorted = |mut ids: Vec<String>| {
        ids.sort();
        ids
    };
    assert_eq!(sorted(ids(&oldest)), sorted(newest.clone()));

    // A filter narrows the list, never the figure; nonsense is as if it were not there.
    let (_, none) = app.get(&format!("{figure}&find=zeppelin")).await;
    assert_eq!((&none["records"]["found"], &none["records"]["total"]), (&json!(0), &json!(6)));
    for field in ["channel=email", "channel=phone", "channel=chat", "sentiment=negative"] {
        let (column, value) = field.split_once('=').unwrap();
        let (_, some) = app.get(&format!("{figure}&only-{field}")).await;
        let place =
            some["records"]["columns"].as_array().unwrap().iter().position(|c| text(c).eq_ignore_ascii_case(column));
        let rows = some["records"]["rows"].as_array().unwrap();
        assert!(rows.iter().all(|row| row["cells"][place.unwrap()] == value), "{field}: {rows:?}");
    }
    let (_, odd) = app.get(&format!("{figure}&only-channel=pigeon&sort=colour&page=99")).await;
    assert_eq!(ids(&odd), newest);

    // The whole of it as a file.
    let csv = app.client.get(format!("{}{at}.csv?call={}&path=/topTopics/0/count", app.url, call.id));
    let reply = csv.send().await.unwrap();
    assert!(reply.headers()["content-type"].to_str().unwrap().starts_with("text/csv"));
    let file = reply.text().await.unwrap();
    let mut rows = csv::Reader::from_reader(file.as_bytes());
    assert_eq!(rows.headers().unwrap().get(0), Some("Message"));
    let first: Vec<String> = rows.records().map(|row| row.unwrap()[0].to_owned()).collect();
    assert_eq!(first, newest);

    // The page shows it without scripts, and a record over it.
    let address = format!("/c/{}?figure={}/{}/topTopics/0/count", run.session_id, run.id, call.id);
    let html = app.client.get(format!("{}{address}", app.url)).send().await.unwrap().text().await.unwrap();
    assert!(html.contains("6 communications") && html.contains("Export as CSV"), "{html}");
    let address = format!("{address}&record=communication/{}", newest[0]);
    let html = app.client.get(format!("{}{address}", app.url)).send().await.unwrap().text().await.unwrap();
    assert!(html.contains("Back to the records") && html.contains("record-facts"));

    // What is not there is said.
    for (address, want, says) in [
        (format!("{at}?path=/total"), 400, "Name the call whose result it is"),
        (format!("{at}?call=c99&path=/total"), 404, "no call"),
        (format!("{at}?call={}&path=/nothing/here", call.id), 404, "nothing at"),
        (format!("{at}.csv?call={}&path=/method", call.id), 404, "counts no records"),
        ("/api/research/runs/none/records?call=c1".to_owned(), 404, ""),
    ] {
        let (status, body) = app.get(&address).await;
        assert_eq!(status, want, "{address}: {body}");
        assert!(text(&body["detail"]).contains(says), "{address}: {body}");
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}
