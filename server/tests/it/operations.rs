//! The demo's operations skills: each tool's exact result (E-031, E-032, E-045, E-047, E-048), the questions that they
//! answer without a model, and office drafts that a person approves.

use std::path::{Path, PathBuf};

use model::run::{Outcome, Run, RunStatus, ToolOutput};
use serde_json::{Value, json};

use crate::agent::{Desk, purpose, route};
use crate::app::TestApp;
use crate::scripted_model::{ScriptedModel, Step};

/// A server with the three skills in use.
async fn started() -> (TestApp, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    assert!(server::demo::write_skills(folder.path()).unwrap());
    let app = TestApp::with(&[("PLUMBLINE_SKILLS_DIR", folder.path().to_str().unwrap())]).await;
    for report in app.services.declare_sources().await {
        assert_eq!(report.lines(), Vec::<String>::new());
    }
    let troubles = app.services.take_in_skills(&mut Vec::new()).await;
    assert!(troubles.is_empty(), "{troubles:?}");
    (app, folder)
}

async fn called(app: &TestApp, tool: &str, args: Value) -> ToolOutput {
    let called = app.services.agent.call_tool(tool, args.clone()).await;
    let output = called.unwrap_or_else(|e| panic!("{tool} {args}: {e:?}"));
    assert!(!output.summary.is_empty(), "{tool}");
    assert!(output.data["source"].as_str().unwrap().starts_with("demo data"), "{}", output.data["source"]);
    output
}

async fn data(app: &TestApp, tool: &str, args: Value) -> Value {
    called(app, tool, args).await.data
}

/// The numbers in fields, in order.
fn numbers<const N: usize>(of: &Value, fields: [&str; N]) -> [Option<f64>; N] {
    fields.map(|field| of[field].as_f64())
}

/// The texts of a field in all rows.
fn texts<'a>(rows: &'a Value, field: &str) -> Vec<&'a str> {
    rows.as_array().unwrap().iter().map(|row| row[field].as_str().unwrap_or_default()).collect()
}

/// The row whose field has this text.
fn row<'a>(rows: &'a Value, field: &str, text: &str) -> &'a Value {
    rows.as_array().unwrap().iter().find(|row| row[field] == text).unwrap_or_else(|| panic!("no {text}: {rows}"))
}

#[tokio::test]
async fn procurement_rises_by_what_a_new_vendor_sells() {
    let (app, _folder) = started().await;
    let before = data(&app, "get_procurement_summary", json!({"period": "Q3-2025"})).await;
    assert_eq!(numbers(&before["total"], ["total_spend", "count"]), [Some(1_245_000.0), Some(27.0)]);
    assert_eq!(before["new_vendors"], json!([]));

    let now = data(&app, "get_procurement_summary", json!({"period": "Q4-2025"})).await;
    assert_eq!(numbers(&now["total"], ["total_spend", "count"]), [Some(1_890_000.0), Some(33.0)]);
    let new = row(&now["by_vendor"], "vendor", "Fjordby Sensors");
    assert_eq!(numbers(new, ["total_spend", "share"]), [Some(547_200.0), Some(28.95)]);
    assert_eq!(new["price_trend"], Value::Null, "it had no price before");
    let trend = |vendor: &str| row(&now["by_vendor"], "vendor", vendor)["price_trend"].clone();
    assert_eq!((trend("Castell Pneumatics"), trend("Nordhavn Metals")), (json!("increasing"), json!("stable")));
    assert_eq!(texts(&now["new_vendors"], "vendor"), ["Fjordby Sensors"]);

    let compared = data(&app, "compare_procurement", json!({"period": "Q4-2025", "before": "Q3-2025"})).await;
    assert_eq!(
        numbers(&compared["total"], ["total_spend", "before", "change", "change_percent"]),
        [Some(1_890_000.0), Some(1_245_000.0), Some(645_000.0), Some(51.81)]
    );
    let first = &compared["by_vendor"][0];
    assert_eq!((&first["vendor"], first["change"].as_f64()), (&json!("Fjordby Sensors"), Some(547_200.0)));
    assert_eq!(first["change_percent"], Value::Null);
}

#[tokio::test]
async fn the_main_warehouse_is_low_on_three_items_and_nothing_is_ordered() {
    let (app, _folder) = started().await;
    let levels = data(&app, "get_inventory_levels", json!({})).await;
    assert_eq!(levels["items"].as_array().map(Vec::len), Some(9));
    assert_eq!(texts(&levels["low"], "item"), ["Aluminium profile", "Control valve", "Connector set"]);
    assert_eq!(texts(&levels["low"], "alert"), ["LOW_STOCK"; 3]);
    let alert = |item: &str| row(&levels["items"], "item", item)["alert"].clone();
    assert_eq!(alert("Cable drum 100 m"), "OK", "at its reorder point, not below");
    assert_eq!(alert("Control valve"), "LOW_STOCK");
    let valve = row(&levels["items"], "item_id", "ITM-201");
    assert_eq!(numbers(valve, ["quantity", "reorder_point"]), [Some(120.0), Some(350.0)]);
    assert_eq!(levels["pending"]["count"].as_f64(), Some(0.0));
    let main = data(&app, "get_inventory_levels", json!({"warehouse_id": "main"})).await;
    assert_eq!(main["low"], levels["low"], "people's word for it is taken, too");
    let finished = data(&app, "get_inventory_levels", json!({"warehouse_id": "WH-003"})).await;
    assert_eq!(finished["low"], json!([]));

    let draft = data(&app, "get_purchase_orders", json!({"status": "Draft"})).await;
    assert_eq!((draft["total"]["count"].as_f64(), &draft["orders"]), (Some(0.0), &json!([])));
}

#[tokio::test]
async fn the_other_erp_tools_say_what_the_books_say() {
    let (app, _folder) = started().await;
    let all = data(&app, "get_purchase_orders", json!({"quarter": "Q4-2025"})).await;
    assert_eq!(numbers(&all["total"], ["count", "total_amount"]), [Some(33.0), Some(1_890_000.0)]);
    let orders = all["orders"].as_array().unwrap();
    assert_eq!((orders.len(), &orders[0]["currency"]), (20, &json!("EUR")));
    let narrow = json!({"vendor_id": "V-006", "start_date": "2025-11-01", "end_date": "2025-11-30"});
    let november = data(&app, "get_purchase_orders", narrow).await;
    assert_eq!(numbers(&november["total"], ["count", "total_amount"]), [Some(2.0), Some(182_400.0)]);

    let summary = data(&app, "get_financial_summary", json!({"period": "Q4-2025"})).await;
    assert_eq!(
        numbers(&summary["total"], ["revenue", "expenses", "net_profit"]),
        [Some(4_327_500.0), Some(3_381_600.0), Some(945_900.0)]
    );
    assert_eq!(summary["margin"]["margin"].as_f64(), Some(21.86));
    let materials = row(&summary["breakdown"], "category", "Materials");
    assert_eq!(materials["expenses"].as_f64(), Some(1_890_000.0), "what was ordered is what was booked");

    let prices = data(&app, "get_vendor_price_trends", json!({"vendor_id": "V-002"})).await;
    let valve = &prices["items"][0];
    assert_eq!(numbers(valve, ["unit_price", "before", "change_percent"]), [Some(140.0), Some(120.0), Some(16.67)]);
    assert_eq!((&valve["trend"], &valve["advice"]), (&json!("increasing"), &json!("renegotiate")));
    let cables = data(&app, "get_vendor_price_trends", json!({"vendor_id": "V-004"})).await;
    assert_eq!(texts(&cables["items"], "trend"), ["increasing", "stable"], "6.67 % and 4 %");
    assert_eq!(texts(&cables["items"], "advice"), ["none", "none"]);

    let top = data(&app, "get_top_vendors", json!({"limit": 2, "period": "Q4-2025"})).await;
    assert_eq!(texts(&top["vendors"], "vendor"), ["Fjordby Sensors", "Nordhavn Metals"]);

    for (tool, args, says) in [
        ("get_procurement_summary", json!({}), "period is missing"),
        ("get_inventory_levels", json!({"warehouse_id": "WH-009"}), "WH-00"),
        ("get_vendor_price_trends", json!({"vendor_id": "V-999"}), "V-999"),
        ("get_top_vendors", json!({"limit": 99}), "limit"),
    ] {
        let error = app.services.agent.call_tool(tool, args.clone()).await.unwrap_err().to_string();
        assert!(error.contains(says), "{tool} {args}: {error}");
    }
}

#[tokio::test]
async fn churn_is_classed_at_its_limits() {
    let (app, _folder) = started().await;
    for (args, churn, risk) in [
        (json!({"customer_id": "ACC-102"}), 0.7, "HIGH"),
        (json!({"customer_id": "ACC-104"}), 0.4, "MEDIUM"),
        (json!({"account": "Jura Timber"}), 0.52, "MEDIUM"),
        (json!({"customer_id": "ACC-106"}), 0.28, "LOW"),
    ] {
        let found = data(&app, "predict_churn", args.clone()).await;
        let rows = found["prediction"].as_array().unwrap();
        assert_eq!(rows.len(), 1, "{args}: {found}");
        assert_eq!((rows[0]["churn"].as_f64(), &rows[0]["risk"]), (Some(churn), &json!(risk)), "{args}");
    }
    let parts = data(&app, "predict_churn", json!({"customer_id": "ACC-107"})).await;
    assert_eq!(
        numbers(&parts["prediction"][0], ["inactivity", "complaints", "late_payment", "low_usage", "contract_end"]),
        [Some(0.85), Some(0.9), Some(0.4), Some(0.75), Some(0.9)]
    );

    let high = data(&app, "get_high_churn_customers", json!({})).await;
    assert_eq!(high["total"]["count"].as_f64(), Some(6.0));
    let ids = ["ACC-115", "ACC-103", "ACC-107", "ACC-102", "ACC-110", "ACC-105"];
    assert_eq!(texts(&high["customers"], "customer_id"), ids);
    let highest = data(&app, "get_high_churn_customers", json!({"threshold": 0.7, "limit": 2})).await;
    assert_eq!(
        (highest["total"]["count"].as_f64(), texts(&highest["customers"], "risk")),
        (Some(4.0), vec!["HIGH"; 2])
    );
}

#[tokio::test]
async fn accounts_and_leads_are_told_whole() {
    let (app, _folder) = started().await;
    let all = data(&app, "get_customer_360", json!({"customer_id": "ACC-107"})).await;
    let account = &all["account"][0];
    assert_eq!(
        (&account["account"], &account["tier"], &account["risk"]),
        (&json!("Skagen Lines"), &json!("Platinum"), &json!("HIGH"))
    );
    assert_eq!(all["open_tickets"]["count"].as_f64(), Some(3.0));
    assert_eq!((all["tickets"].as_array().map(Vec::len), texts(&all["leads"], "lead_id")), (Some(4), vec!["LD-314"]));
    assert_eq!(numbers(&all["sales"], ["count", "amount"]), [Some(2.0), Some(28_560.0)]);
    let named = data(&app, "get_customer_360", json!({"account": "Skagen Lines"})).await;
    assert_eq!(named["sales"], all["sales"]);

    let active = data(&app, "get_leads", json!({})).await;
    assert_eq!((active["total"]["count"].as_f64(), active["leads"].as_array().map(Vec::len)), (Some(10.0), Some(10)));
    assert!(texts(&active["leads"], "status").iter().all(|status| *status == "active"));
    let platinum = data(&app, "get_leads", json!({"tier": "Platinum"})).await;
    assert_eq!(platinum["total"]["count"].as_f64(), Some(4.0));
}

#[tokio::test]
async fn a_fault_leads_to_its_alerts_errors_and_change() {
    let (app, _folder) = started().await;
    let active = data(&app, "get_active_alerts", json!({})).await;
    assert_eq!((active["total"]["count"].as_f64(), active["alerts"].as_array().map(Vec::len)), (Some(4.0), Some(4)));
    let critical = data(&app, "get_active_alerts", json!({"severity": "critical"})).await;
    assert_eq!(texts(&critical["alerts"], "alert_id"), ["ALR-5101"]);

    let logs = data(&app, "query_system_logs", json!({"service": "payment gateway", "limit": 5})).await;
    assert_eq!(texts(&logs["lines"], "code"), ["PGW-503"; 5]);

    let fault = data(&app, "diagnose_fault", json!({"resource_id": "payment-gateway"})).await;
    let reading = |alert: &str| row(&fault["alerts"], "alert_id", alert)["reading"].clone();
    assert_eq!(reading("ALR-5101"), "far over the threshold");
    assert_eq!(reading("ALR-5102"), "over the threshold");
    let error = &fault["errors"][0];
    assert_eq!(
        (&error["code"], error["count"].as_f64(), &error["rate"]),
        (&json!("PGW-503"), Some(24.0), &json!("many"))
    );
    assert_eq!(texts(&fault["changes"], "change_id"), ["CHG-417"]);
}

/// The tools of a run, in call order.
async fn tools_of(app: &TestApp, body: &Value) -> Vec<String> {
    let run = app.services.agent.run(body["runId"].as_str().unwrap()).await.unwrap();
    run.calls().map(|call| call.tool.clone()).collect()
}

#[tokio::test]
async fn questions_are_answered_without_a_model() {
    let (app, _folder) = started().await;
    for (question, tool, says) in [
        (
            "Why is Q4 procurement cost higher than Q3?",
            "compare_procurement",
            &["1,890,000", "1,245,000", "51.81", "Fjordby Sensors", "547,200"][..],
        ),
        (
            "Is our main warehouse running low on anything?",
            "get_inventory_levels",
            &["Aluminium profile", "Control valve", "Connector set"][..],
        ),
        ("Why is Q4 procurement high and what's the IT policy?", "search_knowledge_base", &["1,890,000"][..]),
        ("What did procurement cost in Q4 and what's the IT policy?", "search_knowledge_base", &["1,890,000"][..]),
        ("Which purchase orders are Draft?", "get_purchase_orders", &["Purchase orders found: 0."][..]),
        ("Who are our top vendors in Q4 2025?", "get_top_vendors", &["Fjordby Sensors", "547,200"][..]),
        ("How profitable were we in Q4 2025?", "get_financial_summary", &["945,900", "21.86"][..]),
        ("Should we renegotiate with V-002?", "get_vendor_price_trends", &["renegotiate"][..]),
        ("What is the churn risk of Skagen Lines?", "predict_churn", &["0.76", "HIGH"][..]),
        ("Which customers are likely to churn?", "get_high_churn_customers", &["Limburg Seeds"][..]),
        ("Brief me on Skagen Lines", "get_customer_360", &["Platinum"][..]),
        ("Show me the active leads", "get_leads", &["10"][..]),
        ("What is wrong with the payment gateway?", "diagnose_fault", &["PGW-503", "CHG-417"][..]),
        ("Which alerts are active?", "get_active_alerts", &["4"][..]),
        ("Show me the logs of the vpn", "query_system_logs", &["VPN-080"][..]),
    ] {
        let body = app.ask(question).await;
        let answer = body["answer"].as_str().unwrap();
        assert!(says.iter().all(|words| answer.contains(words)), "{question}: {answer}");
        assert!(tools_of(&app, &body).await.iter().any(|name| name == tool), "{question}: {body}");
    }
    // Why something is so takes the firm's documents, too.
    let body = app.ask("Why is Q4 procurement cost higher than Q3?").await;
    assert!(tools_of(&app, &body).await.iter().any(|name| name == "search_knowledge_base"));
    assert!(body["answer"].as_str().unwrap().contains("New vendor onboarding policy"), "{}", body["answer"]);
}

/// A desk whose model calls one tool and then reports that it is done; drafts go to the folder.
async fn office(folder: &Path, tool: &'static str, args: Value) -> Desk {
    let mut steps = vec![Step::text("The draft is saved. [1]"), Step::call(tool, args)];
    let model = ScriptedModel::answering(1000, move |seen| match purpose(seen) {
        "route" => route(&[tool]),
        "follow-ups" => Step::text("1. What else is there to know?"),
        _ => steps.pop().unwrap_or_else(|| Step::status(418, "the script is over")),
    });
    let drafts = folder.display().to_string();
    Desk::with("tools", model.await, &[("PLUMBLINE_DRAFTS_DIR", &drafts)]).await
}

async fn decide(app: &TestApp, waiting: &Run, decision: &str) -> Run {
    let approval = server::store::approvals::of_run(&app.services.db, &waiting.id).await.unwrap().remove(0);
    let path = format!("/api/research/runs/{}/approvals/{}", waiting.id, approval.id);
    let (status, body) = app.post(&path, json!({"decision": decision})).await;
    assert_eq!(status, 200, "{body}");
    app.services.agent.finish(&waiting.id).await.unwrap()
}

/// The files in the folder; empty if it does not exist.
fn drafts(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()).collect()
}

#[tokio::test]
async fn office_writes_a_draft_once_a_person_agreed() {
    for (tool, args, end, holds) in [
        (
            "draft_email",
            json!({"to": "ann@example.com", "subject": "Low stock", "body": "Three items are low."}),
            "eml",
            "Subject: Low stock\r\n",
        ),
        (
            "schedule_meeting",
            json!({"title": "Prices", "day": "2026-02-03", "start": "14:30", "minutes": 45}),
            "ics",
            "DTSTART:20260203T143000\r\n",
        ),
        (
            "draft_email",
            json!({"subject": "No address", "body": "Dear Ann,\n\nthree items are low.\n\nKind regards"}),
            "eml",
            "Subject: No address\r\n",
        ),
        (
            "generate_document",
            json!({"title": "../../Q4", "body": "It rose.", "kind": "memo"}),
            "md",
            "# Memo: ../../Q4\n",
        ),
        (
            "generate_quote",
            json!({"customer_id": "ACC-101", "currency": "EUR",
                "products": [{"name": "Filling unit F20", "quantity": 2, "unit_price": 11_200.5}]}),
            "md",
            "**Total: 22,401.00 EUR**",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("drafts");
        let desk = office(&place, tool, args.clone()).await;
        let waiting = desk.ask("Please write it down as we said.").await;
        assert_eq!(
            (waiting.status, drafts(&place).len()),
            (RunStatus::Waiting, 0),
            "{tool}: nothing before a person agreed"
        );
        let done = decide(&desk.app, &waiting, "approve").await;
        let [file]: [PathBuf; 1] = drafts(&place).try_into().unwrap();
        assert!(file.starts_with(&place) && file.extension().is_some_and(|e| e == end), "{file:?}");
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains(holds), "{tool}: {text}");
        let call = done.calls().find(|call| call.tool == tool).unwrap();
        let Some(Outcome::Ok { output }) = &call.outcome else { panic!("{:?}", call.outcome) };
        assert_eq!((&output.data["path"], &output.data["sent"]), (&json!(file.display().to_string()), &json!(false)));
        assert!(output.summary.contains("Nothing was sent."), "{}", output.summary);
        // The page shows it as people read it, and has the file to download.
        let draft = output.draft.as_ref().unwrap();
        assert_eq!(
            (draft.content.as_ref().unwrap_or(&draft.text), json!(draft.file)),
            (&text, output.data["file"].clone())
        );
        if let Some(body) = args["body"].as_str() {
            assert!(draft.text.contains(body), "line breaks stay: {}", draft.text);
        }
        let to =
            draft.fields.iter().find(|(name, _)| name == "To" || name == "Attendees").map(|(_, value)| value.as_str());
        let none = args.get("to").or(args.get("attendees")).is_none();
        assert!(to.is_none_or(|to| (to == "(not given)") == none), "{to:?}");

        let declined = office(&place, tool, args).await;
        let waiting = declined.ask("Please write it down as we said.").await;
        decide(&declined.app, &waiting, "reject").await;
        assert_eq!(drafts(&place).len(), 1, "{tool}: declined, so there is no second");
    }
}

#[tokio::test]
async fn office_says_what_is_wrong_before_a_person_is_asked() {
    for (tool, args, says) in [
        (
            "draft_email",
            json!({"to": "a@example.com\r\nBcc: b@example.com", "subject": "S", "body": "B"}),
            "not an e-mail address",
        ),
        ("draft_email", json!({"to": "a@example.com", "subject": "S\nBcc: x@example.com", "body": "B"}), "line break"),
        ("draft_email", json!({"to": "a@example.com", "subject": "S", "body": "x".repeat(20_001)}), "shorten it"),
        (
            "schedule_meeting",
            json!({"title": "T", "day": "2026-02-30", "start": "14:30", "minutes": 30, "attendees": ["a@example.com"]}),
            "there is no day",
        ),
        (
            "schedule_meeting",
            json!({"title": "T", "day": "2020-01-01", "start": "14:30", "minutes": 30, "attendees": ["a@example.com"]}),
            "is past",
        ),
        ("generate_document", json!({"title": " ", "body": "B"}), "title is empty"),
        ("generate_quote", json!({"customer_id": "ACC-101", "currency": "EUR", "products": []}), "0 positions"),
        (
            "generate_quote",
            json!({"customer_id": "../x", "currency": "EUR", "products": [{"name": "P", "quantity": 1, "unit_price": 1}]}),
            "customer_id",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let desk = office(folder.path(), tool, args.clone()).await;
        let run = desk.ask("Please write it down as we said.").await;
        assert_eq!(run.status, RunStatus::Completed, "{tool} {args}: nobody is asked");
        let call = run.calls().find(|call| call.tool == tool).unwrap();
        let Some(Outcome::Error { error, .. }) = &call.outcome else { panic!("{:?}", call.outcome) };
        assert!(error.contains(says), "{tool}: {error}");
        assert_eq!(drafts(folder.path()).len(), 0);
    }
}
