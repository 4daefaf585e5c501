//! Positions of values in results of several shapes.

use serde_json::json;

use super::*;
use crate::model::answer::{Claim, ClaimKind, Found, Grounding, How};
use crate::model::run::{RunEvent, StoredEvent};

/// A run with one call with this result, and a claim that needs it.
fn run(output: ToolOutput) -> Run {
    let found = Found { call: "c1".into(), path: String::new(), how: How::Equal, cited: true, operands: Vec::new() };
    let claim =
        Claim { kind: ClaimKind::Number, start: 0, end: 1, text: "1".into(), found: Some(found), problem: None };
    let list = [
        RunEvent::ToolStarted { call: "c1".into(), iteration: 1, tool: "analyze_topics".into(), args: json!({}) },
        RunEvent::ToolFinished {
            call: "c1".into(),
            tool: "analyze_topics".into(),
            duration_ms: 1,
            outcome: Outcome::Ok { output },
        },
    ];
    let events: Vec<StoredEvent> =
        (1..).zip(list).map(|(seq, event)| StoredEvent { run_id: "r".into(), seq, at: seq, event }).collect();
    let mut run = Run::from_events("r", &events);
    run.grounding = Some(Grounding { claims: vec![claim] });
    run
}

#[test]
fn a_value_is_told_by_its_row_and_column() {
    let data = json!({
        "total": 412, "channels": ["email", "phone"], "timeRange": {"from": "2026-01-01"},
        "topTopics": [
            {"topic": "Login failures", "count": 140, "share": 0.3349, "days": [{"day": "2026-01-16", "n": 21}]},
            {"topic": "Crashes", "count": 115, "share": 0.2751},
        ],
        "topTen": [{"topic": "Other", "count": 1}],
    });
    let run = run(ToolOutput { data, ..ToolOutput::default() });
    let results = Results::from_run(&run);
    let walked = results.call("c1").unwrap();
    for (path, want) in [
        ("/topTopics/0/count", "Login failures: count 140"),
        ("/topTopics/1/share", "Crashes: share 27.51%"),
        ("/topTopics/0/topic", "Login failures: topic Login failures"),
        ("/topTopics/0/days/0/n", "16 Jan 2026: n 21"),
        ("/topTen/0/count", "Other: count 1"),
        ("/total", ": total 412"),
        ("/channels/1", ": channels email, phone"),
        ("/timeRange/from", ": from 1 Jan 2026"),
        ("/topTopics/1", "row Crashes"),
        ("", "row "),
        ("/topTopics", "list topTopics"),
        ("/topTopics/0/none", "nowhere"),
        ("/missing", "nowhere"),
    ] {
        let got = match walked.leads(path) {
            Leads::Cell(at) => format!("{}: {}", walked.row_name(at.table, at.row), walked.cell_text(at)),
            Leads::Row(table, row) => format!("row {}", walked.row_name(table, row)),
            Leads::List(table) => format!("list {}", walked.tables[table].name),
            Leads::Nowhere => "nowhere".to_owned(),
        };
        assert_eq!(got, want, "{path}");
    }
    assert_eq!((walked.about(), walked.days()), ("Topics".into(), None));
    assert!(walked.row("/topTopics/1").is_some() && walked.row("/topTopics/7").is_none());
    assert!(results.call("c2").is_none());
}

#[test]
fn results_that_nothing_leads_to_are_not_walked() {
    let mut run = run(ToolOutput { data: json!({"total": 412}), ..ToolOutput::default() });
    run.grounding = None;
    assert!(Results::from_run(&run).call("c1").is_none());
}

#[test]
fn a_pointer_leads_into_whole_parts_only() {
    assert!(within("/a/b", "/a") && within("/a", "/a") && within("/a", ""));
    assert!(!within("/ab", "/a") && !within("/a", "/a/b"));
}

#[test]
fn rows_under_names_and_lists_of_lists_have_cells_too() {
    let run = run(ToolOutput {
        data: json!({"email": {"n": 3}, "phone": {"n": 4}, "rows": [["Kaunas", 3], ["Vilnius", 4]]}),
        ..ToolOutput::default()
    });
    let results = Results::from_run(&run);
    let walked = results.call("c1").unwrap();
    let told = |path: &str| match walked.leads(path) {
        Leads::Cell(at) => format!("{}: {}", walked.row_name(at.table, at.row), walked.cell_text(at)),
        other => format!("{other:?}"),
    };
    assert_eq!(told("/phone/n"), "phone: n 4");
    assert_eq!(told("/rows/1/1"), "Vilnius: 2 4");
}
