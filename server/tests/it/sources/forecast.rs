//! The demo's sales pipeline: the tools over deals, the questions that lead to them by rules, the page, and a public data set
//! declared as deals (D-029 to D-041).

use std::path::Path;

use app::model::run::Scope;
use serde_json::{Value, json};
use server::tools::ToolError;

use super::{asked, public, started};
use crate::app::TestApp;

/// The demo's deals as a table, read here without the program's help.
struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn of(folder: &Path) -> Self {
        let mut reader = csv::Reader::from_path(folder.join("sales/data/opportunities.csv")).unwrap();
        let columns = reader.headers().unwrap().iter().map(str::to_owned).collect();
        let rows = reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect();
        Self { columns, rows }
    }

    fn sum(&self, column: &str, fits: impl Fn(&dyn Fn(&str) -> String) -> bool) -> f64 {
        self.each(fits).map(|row| self.cell(row, column).parse::<f64>().unwrap_or(0.0)).sum()
    }

    fn count(&self, fits: impl Fn(&dyn Fn(&str) -> String) -> bool) -> usize {
        self.each(fits).count()
    }

    fn each(&self, fits: impl Fn(&dyn Fn(&str) -> String) -> bool) -> impl Iterator<Item = &Vec<String>> {
        self.rows.iter().filter(move |row| fits(&|column: &str| self.cell(row, column)))
    }

    fn cell(&self, row: &[String], column: &str) -> String {
        let place = self.columns.iter().position(|name| name == column).unwrap();
        row[place].clone()
    }
}

fn open(cell: &dyn Fn(&str) -> String) -> bool {
    !cell("stage").contains("Closed")
}

/// Closing in the first quarter of 2026.
fn now(cell: &dyn Fn(&str) -> String) -> bool {
    let day = cell("close_date");
    day.as_str() >= "2026-01-01" && day.as_str() <= "2026-03-31"
}

async fn demo() -> (TestApp, tempfile::TempDir, Table) {
    let folder = tempfile::tempdir().unwrap();
    assert!(server::sources::demo::sales::write(folder.path()).unwrap());
    assert!(!server::sources::demo::sales::write(folder.path()).unwrap());
    let app = started(folder.path()).await;
    let names: Vec<String> =
        app.services.agent.names().sources().iter().map(|opened| opened.source.name.as_str().to_owned()).collect();
    assert_eq!(names, ["opportunities", "quotas"]);
    let table = Table::of(folder.path());
    (app, folder, table)
}

async fn tool(app: &TestApp, name: &str, args: Value) -> Result<Value, ToolError> {
    let context = app.services.agent.tool_context("2026-01-31".parse().unwrap(), Scope::default());
    let tools = server::skills::all();
    let tool = tools.get(name)?;
    tool.run(context, args).await.map(|output| output.data)
}

#[tokio::test]
async fn one_deal_of_each_tier_is_worked_out_to_the_point() {
    let (app, _folder, _) = demo().await;
    for (id, score, tier, reasons) in [
        (
            "OPP-0001",
            85,
            "HIGH",
            json!([["Start", 50], ["Stakeholders: 4", 10], ["An executive takes part", 15], ["A sales engineer is assigned", 10]]),
        ),
        (
            "OPP-0002",
            45,
            "MEDIUM",
            json!([
                ["Start", 50],
                ["Risks in the notes: 1", -10],
                ["No executive takes part", -15],
                ["A sales engineer is assigned", 10],
                ["Account executive's scorecard: 2.2", 10]
            ]),
        ),
        (
            "opp-0003",
            30,
            "LOW",
            json!([
                ["Start", 50],
                ["No activity for 21 days", -15],
                ["-13% in a week", -20],
                ["An executive takes part", 15],
                ["A sales engineer is assigned", 10],
                ["Its manager judges UP-", -10]
            ]),
        ),
        (
            "OPP-0004",
            0,
            "CRITICAL",
            json!([
                ["Start", 50],
                ["Risks in the notes: 1", -10],
                ["Blockers in the notes: 2", -30],
                ["What the notes warn of is severe", -15],
                ["Red flags were raised", -10],
                ["No executive takes part", -15],
                ["A sales engineer is assigned", 10],
                ["Contradictions: 2", -10],
                ["Its manager judges UP-", -10],
                ["At least 0", 40]
            ]),
        ),
    ] {
        let data = tool(&app, "deal_health", json!({"opportunityId": id})).await.unwrap();
        assert_eq!((&data["score"], &data["tier"]), (&json!(score), &json!(tier)), "{id}: {data}");
        let told: Vec<Value> =
            data["reasons"].as_array().unwrap().iter().map(|row| json!([row["reason"], row["points"]])).collect();
        assert_eq!(json!(told), reasons, "{id}");
        assert_eq!(data.get("notKept"), None, "{id}: all of it is kept");
    }
    let error = tool(&app, "deal_health", json!({"opportunityId": "OPP-9999"})).await.unwrap_err();
    assert!(error.message.contains("OPP-9999"), "{error}");
}

#[tokio::test]
async fn six_tools_look_at_one_side_each() {
    let (app, _folder, _) = demo().await;
    let of = async |name: &str, id: &str| tool(&app, name, json!({"opportunityId": id})).await.unwrap();
    let signals = of("extract_risk_signals", "OPP-0004").await;
    assert_eq!((&signals["severity"], &signals["red_flags"]), (&json!("HIGH"), &json!(true)), "{signals}");
    assert_eq!(signals["signals"].as_array().map(Vec::len), Some(3), "{signals}");
    let momentum = of("analyze_deal_momentum", "OPP-0003").await;
    assert_eq!(
        [&momentum["weekOverWeek"], &momentum["inactiveDays"], &momentum["ageDays"], &momentum["direction"]],
        [&json!(-13.04), &json!(21), &json!(103), &json!("losing")]
    );
    let stakeholders = of("analyze_stakeholder_coverage", "OPP-0002").await;
    assert_eq!((&stakeholders["filled"], &stakeholders["missing"]), (&json!(3), &json!(1)), "{stakeholders}");
    let with = of("detect_executive_presence", "OPP-0001").await;
    assert_eq!((&with["executive"], &with["executiveSponsor"]), (&json!(true), &json!("Astrid Norr")));
    assert_eq!(of("detect_executive_presence", "OPP-0002").await["executive"], json!(false));
    let alignment = of("check_stage_alignment", "OPP-0004").await;
    assert_eq!((&alignment["stageMismatch"], alignment["issues"].as_array().map(Vec::len)), (&json!(false), Some(2)));
    let credibility = of("analyze_forecast_credibility", "OPP-0002").await;
    assert_eq!((&credibility["level"], credibility["for"].as_array().map(Vec::len)), (&json!("high"), Some(1)));
    // Japanese notes are read like any other.
    let japanese = of("extract_risk_signals", "OPP-0002").await;
    assert_eq!(japanese["signals"][0]["word"], json!("delayed"));
}

#[tokio::test]
async fn figures_are_those_of_the_file() {
    let (app, _folder, table) = demo().await;
    let data = tool(&app, "query_metrics", json!({"by": "region", "metric": "forecast"})).await.unwrap();
    let committed = |cell: &dyn Fn(&str) -> String| open(cell) && now(cell) && cell("forecast_category") == "Commit";
    let won = |cell: &dyn Fn(&str) -> String| now(cell) && cell("stage") == "6 - Closed won";
    let all = &data["all"];
    assert_eq!(all["pipeline"].as_f64(), Some(table.sum("amount", open)));
    assert_eq!(all["openDeals"].as_f64(), Some(table.count(open) as f64));
    assert_eq!(all["closed"].as_f64(), Some(table.sum("amount", won)));
    assert_eq!(all["committed"].as_f64(), Some(table.sum("amount", committed)));
    assert_eq!(all["forecast"].as_f64(), Some(table.sum("amount", won) + table.sum("amount", committed)));
    // 390, 350, 310 and 270 thousand.
    assert_eq!((all["quota"].as_f64(), data["period"].as_str()), (Some(1_320_000.0), Some("Q1 2026")));
    let rows = data["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 4);
    for row in rows {
        let region = row["region"].as_str().unwrap();
        let here = |cell: &dyn Fn(&str) -> String| cell("region") == region;
        assert_eq!(row["pipeline"].as_f64(), Some(table.sum("amount", |c| here(c) && open(c))), "{region}");
        assert_eq!(row["closed"].as_f64(), Some(table.sum("amount", |c| here(c) && won(c))), "{region}");
        assert_eq!(row["committed"].as_f64(), Some(table.sum("amount", |c| here(c) && committed(c))), "{region}");
    }
    // A time that is named narrows the pipeline; half a quarter has no quota.
    let data = tool(&app, "query_metrics", json!({"timeRange": "February 2026"})).await.unwrap();
    let february = |cell: &dyn Fn(&str) -> String| open(cell) && cell("close_date").starts_with("2026-02");
    assert_eq!(data["all"]["pipeline"].as_f64(), Some(table.sum("amount", february)));
    assert_eq!((data["all"].get("quota"), data["notKept"].as_str()), (None, Some("quota")));

    let data = tool(&app, "calculate_variance", json!({"against": "lastWeek"})).await.unwrap();
    let (pipeline, before) = (table.sum("amount", open), table.sum("amount_week_ago", open));
    assert_eq!(data["all"]["weekAgo"].as_f64(), Some(before));
    assert_eq!(data["all"]["difference"].as_f64(), Some(pipeline - before));
    let data = tool(&app, "calculate_variance", json!({"against": "quota", "metric": "closed", "filters": {"region": "EMEA"}}));
    let data = data.await.unwrap();
    let emea = table.sum("amount", |c| c("region") == "EMEA" && won(c));
    assert_eq!((data["all"]["closed"].as_f64(), data["all"]["quota"].as_f64()), (Some(emea), Some(390_000.0)));

    let args = json!({"period": "Q4 2025", "against": "Q3 2025", "by": "region"});
    let data = tool(&app, "compare_periods", args).await.unwrap();
    let closed = |from: &'static str, to: &'static str| {
        move |c: &dyn Fn(&str) -> String| {
            c("stage") == "6 - Closed won" && c("close_date").as_str() >= from && c("close_date").as_str() <= to
        }
    };
    assert_eq!(data["all"]["closed"].as_f64(), Some(table.sum("amount", closed("2025-10-01", "2025-12-31"))));
    assert_eq!(data["all"]["before"].as_f64(), Some(table.sum("amount", closed("2025-07-01", "2025-09-30"))));
    let data = tool(&app, "compare_regions", json!({"region": "emea", "against": "APAC"})).await.unwrap();
    assert_eq!(data["rows"][0]["metric"], "pipeline");
    assert_eq!(data["rows"][0]["EMEA"].as_f64(), Some(table.sum("amount", |c| c("region") == "EMEA" && open(c))));
    assert_eq!(data["rows"][0]["APAC"].as_f64(), Some(table.sum("amount", |c| c("region") == "APAC" && open(c))));
}

#[tokio::test]
async fn requests_for_deals_are_bounded() {
    let (app, _folder, table) = demo().await;
    let purpose = "the largest deals of the quarter";
    let args = json!({"requests": [
        {"purpose": purpose, "fiscalYear": 2026, "fiscalQuarter": "Q1", "stageMin": 4, "amountMin": 50000, "limit": 3},
        {"purpose": purpose, "state": "won", "region": "EMEA"},
    ]});
    let data = tool(&app, "query_opportunities", args).await.unwrap();
    let fits = |c: &dyn Fn(&str) -> String| {
        open(c) && now(c) && c("stage").as_str() >= "4" && c("amount").parse::<f64>().unwrap() >= 50_000.0
    };
    let first = &data["results"][0];
    assert_eq!(first["total"].as_u64(), Some(table.count(fits) as u64));
    assert_eq!(first["amount"].as_f64(), Some(table.sum("amount", fits)));
    let amounts: Vec<f64> =
        first["opportunities"].as_array().unwrap().iter().map(|row| row["amount"].as_f64().unwrap()).collect();
    assert!(amounts.len() == 3 && amounts.is_sorted_by(|a, b| a >= b), "{amounts:?}");
    let won = table.count(|c| c("region") == "EMEA" && c("stage") == "6 - Closed won");
    assert_eq!(data["results"][1]["total"].as_u64(), Some(won as u64));
    for (args, want) in [
        (json!({"requests": [{"purpose": "short"}]}), "purpose must say"),
        (json!({"requests": [{"purpose": purpose, "stageMin": 11}]}), "stageMin must be from 1 to 10"),
        (json!({"requests": []}), "1 to 5 requests"),
    ] {
        let error = tool(&app, "query_opportunities", args).await.unwrap_err();
        assert!(error.message.contains(want), "{error}");
    }
}

#[tokio::test]
async fn questions_about_deals_are_answered_by_rules() {
    let (app, _folder, table) = demo().await;
    let pipeline = table.sum("amount", open);
    for (question, tool, says) in [
        ("Which deals are at risk?", "deal_health", vec!["open deals", "critical", "OPP-0004"]),
        ("Which deals in LATAM are at risk?", "deal_health", vec!["OPP-0004 (Pampas Agro, 150,000 USD): 0, CRITICAL"]),
        ("How healthy is deal OPP-0003?", "deal_health", vec!["30 of 100: LOW", "No activity for 21 days: −15"]),
        ("Does deal OPP-0002 have an executive sponsor?", "detect_executive_presence", vec!["No: it has no executive sponsor"]),
        ("Who are the stakeholders of OPP-0001?", "analyze_stakeholder_coverage", vec!["4 of its roles are filled"]),
        ("What are the risks of deal OPP-0004?", "extract_risk_signals", vec!["budget freeze", "on hold"]),
        ("Is deal OPP-0003 stalled?", "analyze_deal_momentum", vec!["losing", "last activity 21 days ago"]),
        ("forecast against quota by region", "calculate_variance", vec!["Q1 2026: forecast", "- EMEA:", "- APAC:"]),
        ("How far are we from quota in EMEA this quarter?", "", vec![]),
        ("how did the pipeline change from last week?", "calculate_variance", vec!["a week ago"]),
        ("Compare EMEA and APAC pipeline", "compare_regions", vec!["- Pipeline: EMEA"]),
        ("What is our forecast by region?", "query_metrics", vec!["Q1 2026: pipeline", "- LATAM:"]),
        ("pipeline by region", "query_data", vec!["AMER"]),
        ("Is deal OPP-9999 healthy?", "deal_health", vec!["Analysis encountered an error:", "OPP-9999"]),
    ] {
        let body = app.ask(question).await;
        let first = body["actions"][0]["tool"].as_str().unwrap_or_default();
        let answer = body["answer"].as_str().unwrap_or_default();
        println!("{question}: {first}\n{answer}\n");
        if tool.is_empty() {
            continue;
        }
        assert_eq!(first, tool, "{question}: {answer}");
        for part in says {
            assert!(answer.contains(part), "{question}: {part}\n{answer}");
        }
    }
    // One way to a figure: the query over the source and the tool say the same.
    let (_, data) = asked(&app, "total pipeline").await;
    assert_eq!(data["all"]["sumPipeline"].as_f64(), Some(pipeline), "{data}");
    // A figure opens the deals that it counts.
    let run = app.ask("forecast against quota by region").await["runId"].as_str().unwrap().to_owned();
    let (status, page) = app.get(&format!("/api/research/runs/{run}/records?call=c1&path=/all/forecast")).await;
    let counted = table.count(|c| now(c) && (open(c) && c("forecast_category") == "Commit" || c("stage") == "6 - Closed won"));
    assert_eq!((status, page["records"]["total"].as_u64()), (200, Some(counted as u64)), "{page}");
    let (_, run) = app.get(&format!("/api/research/runs/{run}")).await;
    assert_eq!(run["route"]["domain"], "pipeline");
    let claims = run["grounding"]["claims"].as_array().unwrap();
    assert!(!claims.is_empty() && claims.iter().all(|claim| claim["found"]["cited"] == json!(true)), "{claims:?}");
}

#[tokio::test]
async fn without_deals_nothing_is_offered() {
    let app = TestApp::start().await;
    let body = app.ask("Which deals are at risk?").await;
    assert_ne!(body["actions"][0]["tool"], "deal_health", "{body}");
    let error = tool(&app, "deal_health", json!({})).await.unwrap_err();
    assert_eq!(error.message, "Unable to analyze - no opportunity data available.");
    let page = page(&app, "/pipeline").await;
    assert!(page.contains("No deals yet") && page.contains("plumbline source add"), "{page}");
}

async fn page(app: &TestApp, path: &str) -> String {
    app.client.get(format!("{}{path}", app.url)).send().await.unwrap().text().await.unwrap()
}

#[tokio::test]
async fn the_page_shows_the_pipeline() {
    let (app, _folder, table) = demo().await;
    let shown = page(&app, "/pipeline").await;
    let whole = |n: f64| app::model::number::exact(n);
    for part in [
        "As of 31 January 2026".to_owned(),
        format!("{} USD", whole(table.sum("amount", open))),
        "1 - Qualify".into(),
        "1,320,000 USD".into(),
        "OPP-0004".into(),
        "Blockers in the notes: 2 (-30)".into(),
        "Which deals are at risk?".into(),
    ] {
        assert!(shown.contains(&part), "{part}");
    }
    let latam = page(&app, "/pipeline?region=LATAM&tier=critical").await;
    let count = table.count(|c| open(c) && c("region") == "LATAM");
    assert!(latam.contains("in LATAM") && latam.contains(&format!("{count} open deals")), "{count}");
    assert!(latam.contains("OPP-0004") && !latam.contains("OPP-0003"));
    let wrong = page(&app, "/pipeline?region=Moon").await;
    assert!(wrong.contains("Moon") && wrong.contains("role=\"alert\""));
}

/// The public deals beside the project, by the declaration in `examples`.
#[tokio::test]
async fn public_deals_are_declared_by_example() {
    let Some(data) = public("crm-sales") else { return };
    let folder = tempfile::tempdir().unwrap();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/crm-sales.yaml");
    let text = std::fs::read_to_string(example).unwrap();
    let text = text.replace("../../shared/data/crm-sales", &data.display().to_string());
    std::fs::write(folder.path().join("crm-sales.yaml"), text).unwrap();
    let app = started(folder.path()).await;
    let data = tool(&app, "query_metrics", json!({"by": "region"})).await.unwrap();
    println!("{data:#}");
    // Counted with awk over the file.
    assert_eq!((data["all"]["openDeals"].as_f64(), data["period"].as_str()), (Some(2_089.0), Some("Q4 2017")));
    assert_eq!((data["all"]["wonDeals"].as_f64(), data["all"]["closed"].as_f64()), (Some(1_196.0), Some(2_802_496.0)));
    assert_eq!(data["notKept"], "pipeline, forecast, quota");
    assert_eq!(data["rows"].as_array().map(Vec::len), Some(3));
    // Of a deal little is kept, and that is said.
    let health = tool(&app, "deal_health", json!({"opportunityId": "HAXMC4IX"})).await.unwrap();
    assert_eq!((&health["score"], &health["tier"]), (&json!(30), &json!("LOW")), "{health}");
    assert_eq!(health["reasons"][1], json!({"reason": "Open for 423 days", "points": -20}));
    assert!(health["notKept"].as_str().is_some_and(|names| names.contains("last activity, change from week to week")));
    assert_eq!(health["note"], "Note: This analysis is based on limited data. Some fields may be incomplete.");
    let (answer, _) = asked(&app, "How healthy is deal HAXMC4IX?").await;
    assert_eq!(answer.matches("based on limited data").count(), 1, "{answer}");
}
