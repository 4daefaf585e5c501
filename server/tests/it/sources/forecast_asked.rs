//! Questions about deals: those that lead to their tools by rules, the strategy of a model, and the page.

use model::run::Strategy;
use serde_json::json;

use super::asked;
use super::forecast::{demo, now, open, tool};
use crate::agent::{Desk, scripted};
use crate::app::TestApp;
use crate::scripted_model::Step;

#[tokio::test]
async fn questions_about_deals_are_answered_by_rules() {
    let (app, _folder, table) = demo().await;
    let pipeline = table.sum("amount", open);
    let exact = model::number::exact;
    let week =
        format!("Pipeline {} USD, a week ago {} USD", exact(pipeline), exact(table.sum("amount_week_ago", open)));
    let deals = format!("{} deals", table.count(open));
    let listed = format!("{} open deals: {} USD in all", table.count(open), exact(pipeline));
    let mut missed = Vec::new();
    for (question, tool, says) in [
        ("Which deals are at risk?", "deal_health", vec!["open deals", "critical", "OPP-0004"]),
        (
            "Which deals in LATAM are at risk?",
            "deal_health",
            vec!["| OPP-0004 | Pampas Agro | 150,000 USD | 0 | CRITICAL |"],
        ),
        ("How healthy is deal OPP-0003?", "deal_health", vec!["30 of 100: LOW", "No activity for 21 days (−15)"]),
        (
            "Does deal OPP-0002 have an executive sponsor?",
            "detect_executive_presence",
            vec!["No: it has no executive sponsor"],
        ),
        (
            "Who are the stakeholders of OPP-0001?",
            "analyze_stakeholder_coverage",
            vec!["OPP-0001 (Norrland Timber). 4 of its roles are filled"],
        ),
        ("What are the risks of deal OPP-0004?", "extract_risk_signals", vec!["budget freeze", "on hold"]),
        ("Is deal OPP-0003 stalled?", "analyze_deal_momentum", vec!["losing", "last activity 21 days ago"]),
        ("forecast against quota by region", "calculate_variance", vec!["Q1 2026: forecast", "- EMEA:", "- APAC:"]),
        ("How far are we from quota in EMEA this quarter?", "calculate_variance", vec!["quota 390,000 USD"]),
        ("How many open deals are there?", "query_metrics", vec![&deals]),
        ("Which deals in LATAM are critical?", "deal_health", vec!["OPP-0004"]),
        ("how did the pipeline change from last week?", "calculate_variance", vec![&week]),
        ("Compare closed in Q4 2025 with Q3 2025", "compare_periods", vec!["Q4 2025 against Q3 2025: closed"]),
        (
            "Compare EMEA and APAC pipeline",
            "compare_regions",
            vec!["the pipeline is of all open deals", "- Pipeline: EMEA"],
        ),
        ("largest deals", "query_opportunities", vec![&listed]),
        ("top 5 deals by amount", "query_opportunities", vec![&listed]),
        ("forecast for next quarter", "query_metrics", vec!["Q2 2026: forecast"]),
        ("How many deals close this quarter?", "query_", vec!["Q1 2026"]),
        ("What is our forecast by region?", "query_metrics", vec!["Q1 2026: forecast", "- LATAM:"]),
        ("pipeline by region", "query_", vec!["AMER"]),
        ("Is deal OPP-9999 healthy?", "deal_health", vec!["Analysis encountered an error:", "OPP-9999"]),
    ] {
        let body = app.ask(question).await;
        let first = body["actions"][0]["tool"].as_str().unwrap_or_default();
        let answer = body["answer"].as_str().unwrap_or_default();
        println!("{question}: {first}\n{answer}\n");
        if !first.starts_with(tool) || !says.iter().all(|part| answer.contains(*part)) {
            missed.push(format!("{question}: {first}\n{answer}"));
        }
    }
    // A judgement is of one region at most.
    let two = app.ask("Which deals in EMEA and APAC are at risk?").await;
    assert_ne!(two["actions"][0]["input"]["region"], json!("EMEA"), "{two}");
    // "Closed" alone is read as the status of cases.
    assert!(missed.len() <= 1, "{}", missed.join("\n\n"));
    let body = app.ask("Is deal OPP-9999 healthy?").await;
    assert_eq!((&body["confidenceScore"], &body["confidenceTier"]), (&json!(0), &json!("CRITICAL")), "{body}");
    assert!(body["riskFlags"].as_array().unwrap().iter().any(|flag| flag["code"] == "ERROR"), "{body}");
    assert_eq!(body["reasoningTrace"]["opportunityId"], "OPP-9999", "{body}");
    // One way to a figure: what is asked and what the tool is called for say the same.
    let (_, data) = asked(&app, "total pipeline").await;
    let all = &data["all"];
    assert_eq!(all["pipeline"].as_f64().or(all["sumPipeline"].as_f64()), Some(pipeline), "{data}");
    // A figure opens the deals that it counts.
    let run = app.ask("forecast against quota by region").await["runId"].as_str().unwrap().to_owned();
    let (status, page) = app.get(&format!("/api/research/runs/{run}/records?call=c1&path=/all/forecast")).await;
    let counted =
        table.count(|c| now(c) && (open(c) && c("forecast_category") == "Commit" || c("stage") == "6 - Closed won"));
    assert_eq!((status, page["records"]["total"].as_u64()), (200, Some(counted as u64)), "{page}");
    let (_, run) = app.get(&format!("/api/research/runs/{run}")).await;
    assert_eq!(run["route"]["domain"], "pipeline");
    let risk = app.ask("Which deals are at risk?").await["runId"].as_str().unwrap().to_owned();
    let data = tool(&app, "deal_health", json!({})).await.unwrap();
    for (path, want) in
        [("/tiers/critical", &data["tiers"]["critical"]), ("/open", &data["open"]), ("/deals/0/score", &json!(1))]
    {
        let (_, page) = app.get(&format!("/api/research/runs/{risk}/records?call=c1&path={path}")).await;
        assert_eq!(&page["records"]["total"], want, "{path}: {page}");
    }
    let (_, healthy) = app
        .get(&format!(
            "/api/research/runs/{}",
            app.ask("How healthy is deal OPP-0004?").await["runId"].as_str().unwrap()
        ))
        .await;
    for run in [run, healthy] {
        let claims = run["grounding"]["claims"].as_array().unwrap();
        assert!(!claims.is_empty() && claims.iter().all(|claim| claim["found"]["cited"] == json!(true)), "{claims:?}");
    }
}

#[tokio::test]
async fn a_win_rate_is_told_with_both_counts() {
    let (app, _folder, table) = demo().await;
    let is = |c: &dyn Fn(&str) -> String, stage: &str| c("stage").to_lowercase().contains(stage);
    type Cells<'a> = &'a dyn Fn(&str) -> String;
    let rate = |fits: &dyn Fn(Cells<'_>) -> bool| {
        let won = table.count(|c| fits(c) && is(c, "won"));
        let closed = won + table.count(|c| fits(c) && is(c, "lost"));
        let percent = (won as f64 / closed as f64 * 10_000.0).round() / 100.0;
        format!("{}%, {won} of {closed} closed deals", model::number::exact(percent))
    };
    let all = rate(&|_| true);
    for (question, says) in [
        ("What is our win rate?", vec![all.clone()]),
        ("win rate by region", vec![all.clone(), format!("EMEA: {}", rate(&|c| c("region") == "EMEA"))]),
        ("What is the close rate in EMEA this quarter?", vec![rate(&|c| c("region") == "EMEA" && now(c))]),
    ] {
        let body = app.ask(question).await;
        let answer = body["answer"].as_str().unwrap_or_default();
        assert_eq!(body["actions"][0]["tool"], "query_metrics", "{question}: {body}");
        assert!(says.iter().all(|part| answer.contains(part.as_str())), "{question}, {says:?}: {answer}");
    }
    // A rate of nothing in particular is not worked out.
    let body = app.ask("What is the rate by region?").await;
    assert!(body["actions"].as_array().unwrap().iter().all(|a| a["input"]["metric"] != "winRate"), "{body}");
    let quarters = tool(&app, "query_metrics", json!({"metric": "winRate", "by": "quarter"})).await.unwrap();
    let rows = quarters["rows"].as_array().unwrap();
    let sum = |field: &str| rows.iter().filter_map(|row| row[field].as_f64()).sum::<f64>();
    assert!(rows.len() > 1, "{quarters}");
    assert_eq!(
        (sum("wonDeals"), sum("closedDeals")),
        (quarters["all"]["wonDeals"].as_f64().unwrap(), quarters["all"]["closedDeals"].as_f64().unwrap())
    );
}

#[tokio::test]
async fn why_a_figure_changed_begins_with_whether_it_did() {
    let (app, _folder, table) = demo().await;
    let exact = model::number::exact;
    let up = table.sum("amount", open) - table.sum("amount_week_ago", open);
    assert!(up > 0.0, "the demo's pipeline grew");
    for (question, tools, says) in [
        (
            "Why is the pipeline down?",
            &["calculate_variance"][..],
            vec!["It did not fall: the pipeline".to_owned(), format!("up by {} USD", exact(up)), "- EMEA: ".to_owned()],
        ),
        ("Why did bookings fall in Q4?", &["compare_periods"], vec!["Q4 2025".into(), "on Q3 2025".into()]),
        ("Why did the forecast drop?", &["compare_periods", "calculate_variance"], vec!["on Q4 2025".into()]),
    ] {
        let body = app.ask(question).await;
        let called: Vec<&str> =
            body["actions"].as_array().unwrap().iter().filter_map(|action| action["tool"].as_str()).collect();
        assert_eq!(called, tools, "{question}: {body}");
        let answer = body["answer"].as_str().unwrap_or_default();
        assert!(says.iter().all(|part| answer.contains(part.as_str())), "{question}, {says:?}: {answer}");
        assert!(!answer.contains("complain"), "{question}: {answer}");
        assert!(body["gaps"].to_string().contains("is not recorded"), "{question}: {}", body["gaps"]);
    }
}

#[tokio::test]
async fn a_mark_of_a_declared_table_bounds_the_next_question() {
    let (app, _folder, table) = demo().await;
    let body = app.ask("average amount of deals by owner").await;
    let bar = &body["charts"][0]["drawing"]["bars"][0];
    let owner = bar["label"].as_str().unwrap_or_else(|| panic!("{body}"));
    let mark = json!({"table": "opportunities", "dimension": "owner", "value": owner});
    assert_eq!(bar["filter"]["sourceValue"], mark, "{bar}");
    let ask = async |query: &str| {
        let ask = json!({"query": query, "context": {"sourceValue": mark}});
        app.post("/api/research", ask).await.1
    };
    // The figure is that of the owner, and so are its records.
    let body = ask("How many deals are there?").await;
    let of_owner = table.count(|c| c("owner") == owner);
    let answer = body["answer"].as_str().unwrap_or_default();
    assert!(answer.contains(&format!("{of_owner} deals where owner is {owner}")), "{of_owner}: {answer}");
    let run = body["runId"].as_str().unwrap_or_default();
    let (status, page) = app.get(&format!("/api/research/runs/{run}/records?call=c1&path=/total")).await;
    assert_eq!((status, page["records"]["total"].as_u64()), (200, Some(of_owner as u64)), "{page}");
    // What has no owners of deals is refused, not counted without them.
    let body = ask("How many complaints are there?").await;
    let answer = body["answer"].as_str().unwrap_or_default();
    assert!(answer.contains(&format!("limited to owner {owner} of opportunities")), "{answer}");
}

#[tokio::test]
async fn without_deals_nothing_is_offered() {
    let app = TestApp::start().await;
    let body = app.ask("Which deals are at risk?").await;
    assert_ne!(body["actions"][0]["tool"], "deal_health", "{body}");
    let body = app.ask("What is our forecast?").await;
    assert!(body["answer"].as_str().unwrap().contains("Unable to analyze - no opportunity data available."), "{body}");
    assert_eq!((&body["confidenceScore"], &body["confidenceTier"]), (&json!(0), &json!("CRITICAL")), "{body}");
    assert_eq!(body["riskFlags"], json!([]), "{body}");
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
    let whole = |n: f64| model::number::exact(n);
    for part in [
        "As of 31 January 2026".to_owned(),
        format!("{} USD", whole(table.sum("amount", open))),
        "1 - Qualify".into(),
        "1,320,000 USD".into(),
        "OPP-0004".into(),
        "Blockers in the notes: 2 (−30)".into(),
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

/// Nobody asked for a strategy: a model without native tool calls plans what is asked of deals, and nothing else.
#[tokio::test]
async fn a_model_plans_what_is_asked_of_deals() {
    let folder = tempfile::tempdir().unwrap();
    server::demo::write("sources/sales", &folder.path().join("sales")).unwrap();
    let plan =
        json!({"reasoning": "Its score.", "calls": [{"tool": "deal_health", "args": {"opportunityId": "OPP-0003"}}]});
    let enough = json!({"is_sufficient": true, "reasoning": "It is there.", "additional_calls": []});
    let steps = [plan.to_string(), enough.to_string(), "OPP-0003 has a score of 30 [1].".to_owned()];
    let model = scripted(steps.iter().map(|text| Step::text(text)).collect()).await;
    let place = folder.path().display().to_string();
    let desk =
        Desk::with("auto", model, &[("PLUMBLINE_SOURCES_DIR", &place), ("PLUMBLINE_LLM_PROVIDER", "vllm")]).await;
    desk.app.services.declare_sources().await;
    let run = desk.ask("How healthy is deal OPP-0003?").await;
    let tools: Vec<&str> = run.calls().map(|call| call.tool.as_str()).collect();
    assert_eq!((run.strategy, tools), (Strategy::Plan, vec!["deal_health"]));
    assert!(run.answer.is_some_and(|answer| answer.text.contains("30")));
    let run = desk.ask(crate::agent::WHY).await;
    assert_ne!(run.strategy, Strategy::Plan);
}
