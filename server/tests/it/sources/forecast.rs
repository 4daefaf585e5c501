//! The demo's sales pipeline: the tools over deals, and a public data set declared as deals (D-029 to D-041).

use std::path::Path;

use model::run::Scope;
use serde_json::{Value, json};
use server::tools::ToolError;

use super::{asked, public, started};
use crate::app::TestApp;

/// The demo's deals as a table, parsed here independently of the program.
pub struct Table {
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

    pub fn sum(&self, column: &str, fits: impl Fn(&dyn Fn(&str) -> String) -> bool) -> f64 {
        self.each(fits).map(|row| self.cell(row, column).parse::<f64>().unwrap_or(0.0)).sum()
    }

    pub fn count(&self, fits: impl Fn(&dyn Fn(&str) -> String) -> bool) -> usize {
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

pub fn open(cell: &dyn Fn(&str) -> String) -> bool {
    !cell("stage").contains("Closed")
}

/// Closing in the first quarter of 2026.
pub fn now(cell: &dyn Fn(&str) -> String) -> bool {
    let day = cell("close_date");
    day.as_str() >= "2026-01-01" && day.as_str() <= "2026-03-31"
}

pub async fn demo() -> (TestApp, tempfile::TempDir, Table) {
    let folder = tempfile::tempdir().unwrap();
    assert!(server::demo::write("sources/sales", &folder.path().join("sales")).unwrap());
    assert!(!server::demo::write("sources/sales", &folder.path().join("sales")).unwrap());
    let app = started(folder.path()).await;
    let names: Vec<String> =
        app.services.agent.names().sources().iter().map(|opened| opened.source.name.as_str().to_owned()).collect();
    assert_eq!(names, ["opportunities", "quotas"]);
    let table = Table::of(folder.path());
    (app, folder, table)
}

pub async fn tool(app: &TestApp, name: &str, args: Value) -> Result<Value, ToolError> {
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
            json!([
                ["Start", 50],
                ["Stakeholders: 4", 10],
                ["An executive takes part", 15],
                ["A sales engineer is assigned", 10]
            ]),
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
                ["Its manager rates it a weak upside (UP-)", -10]
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
                ["Its manager rates it a weak upside (UP-)", -10],
                ["The score is never below 0", 40]
            ]),
        ),
    ] {
        let data = tool(&app, "deal_health", json!({"opportunityId": id})).await.unwrap();
        assert_eq!((&data["score"], &data["healthTier"]), (&json!(score), &json!(tier)), "{id}: {data}");
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
    assert_eq!(data["period"], "all open deals", "the whole pipeline is not under the label of a quarter");
    // The pipeline of a quarter is one figure, whichever tool gives it.
    let due = table.sum("amount", |c| open(c) && now(c));
    for (name, args) in [
        ("query_metrics", json!({"timeRange": "Q1 2026"})),
        ("calculate_variance", json!({"against": "lastWeek", "timeRange": "Q1 2026"})),
        ("calculate_variance", json!({"against": "quota", "metric": "pipeline"})),
    ] {
        let data = tool(&app, name, args).await.unwrap();
        assert_eq!((data["all"]["pipeline"].as_f64(), data["period"].as_str()), (Some(due), Some("Q1 2026")), "{name}");
    }
    let deals = tool(&app, "deal_health", json!({"timeRange": "this quarter", "limit": 50})).await.unwrap();
    assert_eq!(deals["open"].as_u64(), Some(table.count(|c| open(c) && now(c)) as u64));
    let in_quarter = |deal: &Value| deal["closeDate"].as_str().is_some_and(|day| day <= "2026-03-31");
    assert!(deals["deals"].as_array().unwrap().iter().all(in_quarter), "{deals}");
    let data = tool(
        &app,
        "calculate_variance",
        json!({"against": "quota", "metric": "closed", "filters": {"region": "EMEA"}}),
    );
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

/// The public deals beside the project, declared as in `server/examples`.
#[tokio::test]
async fn public_deals_are_declared_by_example() {
    let Some(data) = public("crm-sales") else { return };
    let folder = tempfile::tempdir().unwrap();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/crm-sales.yaml");
    let text = std::fs::read_to_string(example).unwrap();
    let text = text.replace("${PLUMBLINE_DATA}/crm-sales", &data.display().to_string());
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
    assert_eq!((&health["score"], &health["healthTier"]), (&json!(30), &json!("LOW")), "{health}");
    assert_eq!(health["reasons"][1], json!({"reason": "Open for 423 days", "points": -20}));
    assert!(health["notKept"].as_str().is_some_and(|names| names.contains("last activity, change from week to week")));
    assert_eq!(health["note"], "Note: This analysis is based on limited data. Some fields may be incomplete.");
    let (answer, _) = asked(&app, "How healthy is deal HAXMC4IX?").await;
    assert_eq!(answer.matches("based on limited data").count(), 1, "{answer}");
}
