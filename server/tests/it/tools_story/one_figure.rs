//! A single definition of each figure: whatever requests it (the analysis page, a tool, a typed query) gets the same
//! value for the same scope, on SQLite, from its columns in memory, and on Postgres.

use demo::bank::{SEED, generate};
use model::number::hundredths;
use model::record::Sentiment;
use model::run::Scope;
use model::time::DateRange;
use serde_json::{Value, json};
use server::store::write::{self, Batch};
use server::store::{Db, columns};

use super::Desk;
use super::records::day;
use crate::app::TestApp;
use crate::postgres::Postgres;

const PRODUCTS: [Option<&str>; 5] =
    [None, Some("mobile-banking"), Some("payments"), Some("current-account"), Some("savings-account")];
const CHANNELS: [Option<&str>; 4] = [None, Some("email"), Some("phone"), Some("chat")];

/// A third of the demo bank's messages, all but every ninth with a sentiment, and some cases with impossible dates.
pub(super) fn bank() -> Batch {
    let bank = generate(SEED);
    let mut communications: Vec<_> = bank.communications.into_iter().step_by(3).collect();
    for (n, message) in communications.iter_mut().enumerate().filter(|(n, _)| n % 9 != 0) {
        let score = ((n * 7_919) % 201) as f64 / 100.0 - 1.0;
        message.sentiment_score = Some(score);
        message.sentiment = Some(match score {
            s if s >= 0.2 => Sentiment::Positive,
            s if s <= -0.2 => Sentiment::Negative,
            _ => Sentiment::Neutral,
        });
    }
    let mut cases = bank.cases;
    for case in cases.iter_mut().step_by(17).filter(|case| case.resolved_at.is_some()) {
        case.resolved_at = Some(case.created_at - 3_600_000);
    }
    Batch {
        products: bank.products,
        customers: bank.customers,
        communications,
        cases,
        documents: bank.documents,
        last_day: Some(("demo".into(), bank.last_day)),
        ..Batch::default()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_scopes_agree_whoever_asks() {
    let server = Postgres::start();
    let post = server.database("one").await;
    let (batch, folder) = (bank(), || tempfile::tempdir().unwrap());
    let mut told: Vec<Vec<Value>> = Vec::new();
    let on_sqlite = |folder: &tempfile::TempDir| format!("sqlite://{}", folder.path().join("one.db").display());
    for (database, in_memory) in [(None, false), (None, true), (Some(post), false)] {
        let folder = folder();
        let database = database.unwrap_or_else(|| on_sqlite(&folder));
        write::store(&Db::open(&database).await.unwrap(), &batch, 0).await.unwrap();
        let app = TestApp::over(&database, folder, &[]).await;
        if in_memory {
            columns::load(&app.services.db, 0).await.unwrap();
        }
        let desk = Desk::of(&app.services.db).await;
        let mut all = Vec::new();
        for product in PRODUCTS {
            for channel in CHANNELS {
                all.push(agree(&app, &desk, product, channel).await);
            }
        }
        assert_eq!(all.len(), 20);
        told.push(all);
    }
    for (other, engine) in [(1, "the columns"), (2, "Postgres")] {
        for (scope, (one, two)) in told[0].iter().zip(&told[other]).enumerate() {
            for (name, figures) in one.as_object().unwrap() {
                assert!(*figures == two[name], "scope {scope}, {name}: SQLite {figures}, {engine} {}", two[name]);
            }
        }
    }
}

/// The figures of a scope, which must be equal by all ways.
async fn agree(app: &TestApp, desk: &Desk, product: Option<&str>, channel: Option<&str>) -> Value {
    let (from, to) = ("2025-10-06", "2026-01-25");
    let text = |value: Option<&str>| value.map(str::to_owned);
    let scope = Scope {
        product: text(product),
        channel: text(channel),
        time_window: Some(DateRange::new(day(from), day(to))),
        ..Scope::default()
    };
    let what = scope.label();
    let call = async |tool: &str, args: Value| {
        let output = desk.within(scope.clone(), tool, args).await;
        output.unwrap_or_else(|e| panic!("{what}: {tool}: {e}")).data
    };
    let query = async |typed: Value| call("query_data", json!({ "typed": typed })).await;

    let limits: String = [("product", product), ("channel", channel)]
        .into_iter()
        .filter_map(|(n, v)| Some(format!("&{n}={}", v?)))
        .collect();
    let (status, page) = app.get(&format!("/api/analysis/timeline?from={from}&to={to}{limits}")).await;
    assert_eq!(status, 200, "{page}");
    let screen = app.client.get(format!("{}/analysis?from={from}&to={to}{limits}", app.url)).send().await.unwrap();
    let screen = screen.text().await.unwrap();

    // Communications: how many, and how they read.
    let moods = json!({ "dataset": "communications", "measures": [
        { "of": "count" },
        { "of": "count", "where": { "is": { "column": "sentiment", "values": ["negative"] } } },
        { "of": "avg", "column": "sentiment_score" },
    ]});
    let typed = query(moods).await;
    let feeling = call("analyze_sentiment", json!({})).await;
    let volumes = call("get_daily_volumes", json!({ "dataType": "communications" })).await;
    let groups = call("get_category_breakdown", json!({ "groupBy": "tier" })).await;
    let topics = call("detect_issues", json!({})).await;
    let total = &page["total"];
    for (way, figure) in [
        ("query_data", &typed["total"]),
        ("analyze_sentiment", &feeling["total"]),
        ("get_daily_volumes", &volumes["total"]),
        ("get_category_breakdown", &groups["total"]),
        ("detect_issues", &topics["totalCommunications"]),
    ] {
        assert_eq!(*figure, total["volume"], "{what}: {way}");
    }
    let negative = &total["negative"];
    assert_eq!(
        (&typed["all"]["matchingCount2"], &feeling["sentimentBreakdown"]["negative"]),
        (negative, negative),
        "{what}"
    );
    let mean = hundredths(total["scoreSum"].as_f64().unwrap() / total["scored"].as_f64().unwrap());
    assert_eq!(typed["all"]["averageSentimentScore"].as_f64(), Some(mean), "{what}");
    assert_eq!(feeling["averageScore"].as_f64(), Some(mean), "{what}");
    let shown = format!("average score {}", app::components::words::signed(mean));
    assert!(screen.contains(&shown), "{what}: {shown}");

    // Weeks begin on Monday, in a query and on the page.
    let weeks = query(json!({ "groupBy": [{ "time": "week" }] })).await;
    let weeks: Vec<Value> = weeks["groups"].as_array().unwrap().iter().map(|g| g["count"].clone()).collect();
    let bubbles: Vec<Value> = page["bubbles"].as_array().unwrap().iter().map(|b| b["volume"].clone()).collect();
    assert_eq!((&page["unit"], weeks), (&json!("week"), bubbles), "{what}");

    // Cases: those late, and how long they took.
    let late = json!({ "dataset": "cases", "filter": { "not": { "is": { "column": "sla_breached", "op": "missing" } } },
        "measures": [{ "of": "count", "where": { "is": { "column": "sla_breached", "values": ["yes"] } } }] });
    let (late, sla) = (query(late).await, call("analyze_sla_compliance", json!({})).await);
    assert_eq!((&late["total"], &late["all"]["matchingCount"]), (&sla["totalCases"], &sla["breachedCount"]), "{what}");
    let (all, breached) = (sla["totalCases"].as_f64().unwrap(), sla["breachedCount"].as_f64().unwrap());
    assert!(all == 0.0 || screen.contains(&format!("{:.1}", (all - breached) / all * 100.0)), "{what}");
    let open = json!({ "dataset": "cases", "filter": { "and": [
        { "is": { "column": "status", "values": ["open", "in_progress", "pending"] } },
        { "is": { "column": "sla_breached", "values": ["yes"] } },
    ] } });
    let (open, list) = (query(open).await, call("list_cases", json!({ "only": "overdue", "sort": "deadline" })).await);
    assert_eq!(open["total"], list["total"], "{what}");
    let rows = list["cases"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["pastDeadline"] == true && !row["deadline"].is_null()), "{what}: {rows:?}");
    let measures: Vec<Value> = [("count", 0), ("avg", 0), ("median", 0), ("max", 0), ("percentile", 90)]
        .into_iter()
        .map(|(of, percentile)| match (of, percentile) {
            ("count", _) => {
                json!({ "of": of, "where": { "not": { "is": { "column": "resolution_hours", "op": "missing" } } } })
            }
            (of, 0) => json!({ "of": of, "column": "resolution_hours" }),
            (of, p) => json!({ "of": of, "column": "resolution_hours", "percentile": p }),
        })
        .collect();
    let hours = query(json!({ "dataset": "cases", "measures": measures })).await;
    let times = call("analyze_resolution_times", json!({})).await;
    let all = &hours["all"];
    assert_eq!(all["matchingCount"], times["casesAnalyzed"], "{what}");
    assert_eq!(all["averageResolutionHours"].as_f64(), times["avgResolutionHours"].as_f64(), "{what}");
    assert_eq!(all["medianResolutionHours"].as_f64(), times["medianResolutionHours"].as_f64(), "{what}");
    for (hours, days) in
        [("percentile90ResolutionHours", "ninetiethPercentileDays"), ("maxResolutionHours", "maxResolutionDays")]
    {
        let (hours, days) = (all[hours].as_f64().unwrap(), times[days].as_f64().unwrap());
        assert!((hours / 24.0 - days).abs() <= 0.051, "{what}: {hours} hours, {days} days");
    }
    let cases = call("get_daily_volumes", json!({ "dataType": "cases" })).await;
    let told = ["casesAnalyzed", "notResolved", "wrongDates"].map(|name| times[name].as_i64().unwrap());
    assert_eq!(cases["total"], told.iter().sum::<i64>(), "{what}: every case is told of once");
    if product.is_none() && channel.is_none() {
        assert!(told[2] > 0, "wrong dates are counted aloud");
        assert!(!rows.is_empty(), "some cases are overdue");
    }
    json!({
        "moods": feeling["sentimentBreakdown"], "mean": feeling["averageScore"], "course": feeling["course"],
        "times": times["byCategory"], "late": sla["byCategory"], "days": volumes["daily"], "tiers": groups["groups"],
        "issues": topics["issues"], "overdue": rows,
    })
}
