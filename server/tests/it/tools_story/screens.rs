//! The analysis screens over the real server: figures counted by hand on the small bank, and on a few messages in the
//! course of their cases.

use model::record::*;
use model::time::noon;
use serde_json::{Value, json};
use server::store::write::{self, Batch};

use crate::app::{TestApp, small_bank};

const HOUR: i64 = 3_600_000;

#[tokio::test]
async fn on_sqlite() {
    tell(&TestApp::start().await).await;
}

/// On a server with the small bank, to which records are added here.
pub async fn tell(app: &TestApp) {
    bubbles(app).await;
    topics(app).await;
    what_is_not_there_is_refused(app).await;
    the_page_reads_and_selects(app).await;
    questions_of_a_selection_are_answered(app).await;
    write::store(&app.services.db, &along_cases(), 5).await.unwrap();
    stages(app).await;
    surveys(app).await;
}

async fn ok(app: &TestApp, path: &str) -> Value {
    let (status, body) = app.get(path).await;
    assert_eq!(status, 200, "{path}: {body}");
    body
}

async fn bubbles(app: &TestApp) {
    let found = ok(app, "/api/analysis/timeline").await;
    assert_eq!(found["range"], json!({"from": "2026-01-01", "to": "2026-01-31"}));
    assert_eq!(found["extent"], json!({"from": "2025-11-20", "to": "2026-01-31"}));
    let total = json!({"volume": 19, "positive": 0, "neutral": 5, "negative": 14, "net": -0.74, "scored": 19, "scoreSum": -7.9});
    assert_eq!((&found["unit"], &found["total"]), (&json!("day"), &total));
    let all = found["bubbles"].as_array().unwrap();
    let told: Vec<(&str, i64, f64)> = all
        .iter()
        .map(|b| (b["from"].as_str().unwrap(), b["volume"].as_i64().unwrap(), b["radius"].as_f64().unwrap()))
        .collect();
    assert_eq!(told.len(), 12);
    assert_eq!(told[0], ("2026-01-02", 1, 12.2));
    assert_eq!(told[5], ("2026-01-10", 2, 17.3));
    assert_eq!(told[9], ("2026-01-16", 6, 30.0));
    assert_eq!(
        (&all[9]["badge"], &all[9]["tone"], &all[0]["tone"]),
        (&json!("outlier"), &json!("negative"), &json!("neutral"))
    );
    assert_eq!(all.iter().filter(|b| !b["badge"].is_null()).count(), 1);
    let event = json!([{"id": "note-0611", "kind": "release_note", "title": "Release note, mobile banking 6.2",
        "product": "mobile-banking", "day": "2026-01-15"}]);
    assert_eq!((&found["events"], &found["hasSurveys"]), (&event, &json!(false)));
    assert_eq!(found["overview"].as_array().unwrap().len(), 13);

    let phone = ok(app, "/api/analysis/timeline?channel=Phone&product=mobile+app&from=2025-11-01&to=2026-01-31").await;
    assert_eq!((&phone["unit"], &phone["total"]["volume"]), (&json!("week"), &json!(4)));
    let mortgage = ok(app, "/api/analysis/timeline?product=Mortgage").await;
    assert_eq!((&mortgage["total"]["volume"], &mortgage["events"]), (&json!(2), &json!([])));
}

async fn topics(app: &TestApp) {
    let found = ok(app, "/api/analysis/quadrant").await;
    assert_eq!(
        (&found["axis"], &found["volumeMidline"], &found["sentimentMidline"]),
        (&json!(6), &json!(3.5), &json!(-0.2))
    );
    let items = |n: usize| -> Vec<(String, i64, String)> {
        let text = |v: &Value| v.as_str().unwrap().to_owned();
        let all = found["groups"][n]["items"].as_array().unwrap().iter();
        all.map(|i| (text(&i["topic"]), i["volume"].as_i64().unwrap(), text(&i["quadrant"]))).collect()
    };
    let item = |topic: &str, volume, quadrant: &str| (topic.to_owned(), volume, quadrant.to_owned());
    let app_topics =
        [item("Login failures", 6, "critical"), item("Crashes", 4, "critical"), item("Slow performance", 2, "watch")];
    assert_eq!(items(0), app_topics);
    assert_eq!(items(1), [item("Early repayment fee", 2, "watch")]);
    assert_eq!(ok(app, "/api/analysis/journey").await, json!({"items": [], "total": 0}));

    // A quadrant that was selected stands for its topics in the next question, here and over the API.
    let picked = json!({"query": {}, "picked": {"quadrant": "critical", "of": "mobile-banking"}});
    let picked = app.post("/rpc/analysis-picked", picked).await.1;
    assert_eq!(picked["title"], "Critical topics, Mobile banking, negative");
    assert_eq!(picked["scope"]["selectedItems"], json!(["Crashes", "Login failures"]));
    let january = json!({"from": "2026-01-01", "to": "2026-01-31"});
    for (context, n) in [
        (picked["scope"].clone(), 10),
        (json!({"quadrant": "critical", "timeWindow": january}), 10),
        (json!({"quadrant": "critical", "product": "mortgage", "timeWindow": january}), 2),
        (json!({"selectedItems": ["crashes", "Slow performance"], "timeWindow": january}), 6),
    ] {
        let body = count(app, "How many communications are there?", &context).await;
        let says = |noun: &str| body.contains(&format!("There are {n} {noun} "));
        assert!(says("communications") || says("unhappy communications"), "{context}: {body}");
    }
    // So does a release: its product, and around its day.
    let context = json!({"event": {"id": "note-0611", "type": "launch"}});
    let body = count(app, "How many complaints were there on that day?", &context).await;
    assert!(body.contains("15 January 2026"), "{body}");
    for (context, field, says) in [
        (json!({"selectedItems": ["Crashs"]}), "context.selectedItems", "Closest: Crashes"),
        (json!({"event": {"label": "Outage"}}), "context.event", "Give the date"),
        (json!({"quadrant": "strength"}), "context.quadrant", "No topic is in the quadrant \"strength\""),
    ] {
        let (status, body) = app.post("/api/research", json!({"query": "How many?", "context": context})).await;
        assert_eq!((status, &body["field"]), (400, &json!(field)), "{body}");
        assert!(body["detail"].as_str().unwrap().contains(says), "{body}");
    }
}

async fn count(app: &TestApp, question: &str, context: &Value) -> String {
    let (status, body) = app.post("/api/research", json!({"query": question, "context": context})).await;
    assert_eq!(status, 200, "{context}: {body}");
    body["answer"].as_str().unwrap().to_owned()
}

async fn what_is_not_there_is_refused(app: &TestApp) {
    for (query, field, why) in [
        ("product=spaceship", "product", "No product \"spaceship\". There is: mobile-banking, mortgage."),
        ("channel=pigeon", "channel", "email, phone"),
        ("from=2026-02-01&to=2026-01-01", "from", ""),
        ("from=0001-01-01", "from", "1900"),
        ("from=soon", "from", ""),
        ("surveys=only", "surveys", "survey_score"),
        ("quadrant=critical", "quadrant", "unknown field"),
    ] {
        for part in ["timeline", "journey", "quadrant"] {
            let (status, body) = app.get(&format!("/api/analysis/{part}?{query}")).await;
            assert_eq!((status, &body["field"]), (400, &json!(field)), "{part}?{query}: {body}");
            assert!(body["detail"].as_str().unwrap().contains(why), "{query}: {body}");
        }
    }
    let (status, body) =
        app.post("/rpc/analysis-picked", json!({"query": {}, "picked": {"topic": "Login failure"}})).await;
    assert_eq!(status, 400, "{body}");
    assert!(body["detail"].as_str().unwrap().contains("Closest: Login failures"), "{body}");
    let (status, _) = app.post("/rpc/analysis-picked", json!({"query": {}, "picked": {"day": "2024-01-01"}})).await;
    assert_eq!(status, 400);
}

async fn the_page_reads_and_selects(app: &TestApp) {
    let screen = app.post("/rpc/analysis", json!({"query": {}})).await.1;
    let tile = |n: usize| (screen["tiles"][n]["value"].clone(), screen["tiles"][n]["change"].clone());
    // Against December, of which there is nothing; three of ten cases were late; all are resolved.
    assert_eq!(tile(0), (json!("19"), json!("")));
    assert_eq!(tile(1), (json!("70.0"), json!("")));
    assert!(screen["tiles"][1]["against"].as_str().unwrap().contains("3 of 10 cases breached"));
    assert_eq!((tile(2).0, tile(3)), (json!("−0.74"), (json!("0"), json!("0"))));
    let before = app.post("/rpc/analysis", json!({"query": {"from": "2026-01-08", "to": "2026-01-14"}})).await.1;
    assert_eq!(before["tiles"][0]["change"], "+20%", "6 after 5");

    let page = app.client.get(format!("{}/analysis?day=2026-01-16", app.url)).send().await.unwrap();
    assert_eq!(page.status(), 200);
    let page = page.text().await.unwrap();
    for text in [
        "16 January 2026, negative",
        "6.0 times 13 January 2026; high volume",
        "100% detractors by the estimate: more than 40%.",
        "Estimated NPS",
        "/records/document/note-0611",
        "aria-current=\"true\"",
        "name=\"day\"",
    ] {
        assert!(page.contains(text), "{text}");
    }
    let wrong = app.client.get(format!("{}/analysis?product=spaceship", app.url)).send().await.unwrap();
    assert_eq!(wrong.status(), 400);
}

async fn questions_of_a_selection_are_answered(app: &TestApp) {
    for picked in [json!({"day": "2026-01-16"}), json!({"topic": "Crashes", "of": "mobile-banking"}), json!({})] {
        let found = app.post("/rpc/analysis-picked", json!({"query": {}, "picked": picked})).await.1;
        let questions = found["questions"].as_array().unwrap();
        assert_eq!(questions.len(), 3);
        for question in questions {
            let (status, body) = app.post("/api/research", json!({"query": question, "context": found["scope"]})).await;
            assert_eq!(status, 200, "{question}: {body}");
            let answer = body["answer"].as_str().unwrap();
            assert!(
                !answer.contains("cannot answer") && answer.chars().any(|c| c.is_ascii_digit()),
                "{question}: {answer}"
            );
        }
    }
    // A selected day does not bound the days of an answer.
    let scope =
        app.post("/rpc/analysis-picked", json!({"query": {}, "picked": {"day": "2026-01-16"}})).await.1["scope"]
            .clone();
    assert_eq!(scope["selectedBubble"], json!({"date": "2026-01-16", "sentiment": "negative"}));
    let (_, body) = app.post("/api/research", json!({"query": "How many CDD cases per day?", "context": scope})).await;
    let answer = body["answer"].as_str().unwrap();
    assert!(answer.contains("10 cases about CDD Remediation") && answer.contains("by day"), "{answer}");
    assert!(answer.contains("- 6 January 2026: 1") && answer.contains("- 15 January 2026: 1"), "{answer}");
    // The last case is older than the data set, whose last day the range ends on.
    assert!(!body["gaps"].to_string().contains("beyond the data"), "{body}");
}

/// Messages at every stage of a resolved and of an unresolved case; two of them answer a survey.
fn along_cases() -> Batch {
    let bank = small_bank();
    let (message, case) = (&bank.communications[0], &bank.cases[9]);
    let open = Case {
        id: "case-open".into(),
        status: CaseStatus::Open,
        created_at: noon("2026-01-20".parse().unwrap()),
        resolved_at: None,
        sla_deadline: None,
        day: "2026-01-20".parse().unwrap(),
        ..case.clone()
    };
    let message = |n: usize, of: &Case, later: i64, sentiment| {
        let at = of.created_at + later;
        Communication {
            id: format!("along-{n}"),
            case_id: Some(of.id.clone()),
            kind: Kind::Feedback,
            sentiment: Some(sentiment),
            sentiment_score: Some(0.0),
            at,
            day: model::time::day_of(at),
            attributes: if n < 2 { Attributes::from([("csat_score".into(), "4".into())]) } else { Attributes::new() },
            ..message.clone()
        }
    };
    use Sentiment::{Negative, Neutral, Positive};
    let communications = vec![
        message(0, case, 0, Negative),
        message(1, case, HOUR / 6, Positive),
        message(2, case, HOUR / 2, Neutral),
        message(3, case, HOUR * 5 / 6, Positive),
        message(4, case, HOUR, Positive),
        message(5, case, 2 * HOUR, Positive),
        message(6, &open, 6 * HOUR, Negative),
        message(7, &open, 20 * HOUR, Negative),
    ];
    Batch { communications, cases: vec![open], ..Batch::default() }
}

async fn stages(app: &TestApp) {
    let found = ok(app, "/api/analysis/journey").await;
    assert_eq!((&found["total"], &found["items"][0]["name"]), (&json!(1), &json!("Mobile banking")));
    let stages: Vec<(String, i64, Value)> = found["items"][0]["stages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| (s["stage"].as_str().unwrap().to_owned(), s["volume"].as_i64().unwrap(), s["net"].clone()))
        .collect();
    let want = [
        ("initial-contact", 1, json!(-1.0)),
        ("triage", 2, json!(0.0)),
        ("investigation", 2, json!(-0.5)),
        ("resolution", 2, json!(1.0)),
        ("post-resolution", 1, json!(1.0)),
    ];
    assert_eq!(stages, want.map(|(stage, n, mean)| (stage.to_owned(), n, mean)));
    // A stage that was clicked is the scope of the next question: of its messages, and of the cases that they belong
    // to.
    for (stage, n, title) in [
        ("initial-contact", 1, "First contact, Mobile banking, negative"),
        ("investigation", 2, "Investigation, Mobile banking, negative"),
        ("post-resolution", 1, "After resolution, Mobile banking, positive"),
    ] {
        let picked = json!({"query": {}, "picked": {"stage": stage, "of": "mobile-banking"}});
        let picked = app.post("/rpc/analysis-picked", picked).await.1;
        assert_eq!((&picked["title"], &picked["scope"]["journeyStage"]), (&json!(title), &json!(stage)));
        for (noun, scope) in [("communication", picked["scope"].clone()), ("case", json!({"journeyStage": stage}))] {
            let answer = count(app, &format!("How many {noun}s are there?"), &scope).await;
            let want = if n == 1 { format!("There is 1 {noun} ") } else { format!("There are {n} {noun}s ") };
            assert!(answer.starts_with(&want), "{stage}: {answer}");
        }
    }
    let screen = app.post("/rpc/analysis", json!({"query": {}})).await.1;
    assert_eq!((&screen["tiles"][3]["value"], &screen["tiles"][3]["change"]), (&json!("1"), &json!("+1")));
}

async fn surveys(app: &TestApp) {
    let all = ok(app, "/api/analysis/timeline").await;
    assert_eq!((&all["hasSurveys"], &all["total"]["volume"]), (&json!(true), &json!(27)));
    let of_surveys = |found: &Value| -> i64 {
        found["bubbles"].as_array().unwrap().iter().map(|b| b["surveys"].as_i64().unwrap()).sum()
    };
    assert_eq!(of_surveys(&all), 2);
    let only = ok(app, "/api/analysis/timeline?surveys=only").await;
    assert_eq!((&only["total"]["volume"], of_surveys(&only)), (&json!(2), 2));
    let journey = ok(app, "/api/analysis/journey?surveys=only&product=mobile-banking").await;
    assert_eq!(journey["items"][0]["stages"][1]["volume"], 1);
    let picked = app.post("/rpc/analysis-picked", json!({"query": {}, "picked": {"day": "2026-01-15"}})).await.1;
    let gap = picked["facts"].as_array().unwrap().iter().find(|f| f["name"] == "Surveys less others").unwrap();
    // One negative and one positive of surveys; three positive and a neutral one besides.
    assert_eq!(gap["value"], "−0.75");
}
