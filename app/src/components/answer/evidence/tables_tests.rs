//! Cited rows of several lists, and their tables.

use serde_json::{Value, json};

use super::*;
use crate::model::answer::{Citation, Claim, ClaimKind, Found, Grounding, How, Source, SourceKind};
use crate::model::run::{Outcome, RunEvent, StoredEvent, ToolOutput};

fn run(data: Value, cited: &[(&str, &str)], figures: &[&str]) -> Run {
    let tool = "analyze_topics".to_owned();
    let output = ToolOutput { data, ..ToolOutput::default() };
    let list = [
        RunEvent::ToolStarted { call: "c1".into(), iteration: 1, tool: tool.clone(), args: json!({}) },
        RunEvent::ToolFinished { call: "c1".into(), tool, duration_ms: 1, outcome: Outcome::Ok { output } },
    ];
    let events: Vec<StoredEvent> =
        (1..).zip(list).map(|(seq, event)| StoredEvent { run_id: "r".into(), seq, at: seq, event }).collect();
    let mut run = Run::from_events("r", &events);
    let row = |(call, path): &(&str, &str)| {
        Citation::Row(CitedRow { call: (*call).into(), path: (*path).into(), text: format!("the row {path}") })
    };
    run.answer = Some(Answer { citations: cited.iter().map(row).collect(), ..Answer::default() });
    let claim = |path: &&str| Claim {
        kind: ClaimKind::Number,
        start: 0,
        end: 1,
        text: "1".into(),
        found: Some(Found {
            call: "c1".into(),
            path: (*path).into(),
            how: How::Equal,
            cited: true,
            operands: Vec::new(),
        }),
        problem: None,
    };
    run.grounding = Some(Grounding { claims: figures.iter().map(claim).collect() });
    run
}

fn of(run: &Run) -> Vec<CitedTable> {
    tables(run, run.answer.as_ref().unwrap(), &Results::from_run(run))
}

fn heads(form: &Form) -> Vec<&str> {
    match form {
        Form::List { heads, .. } => heads.iter().map(|h| h.name.as_str()).collect(),
        _ => panic!("not a list"),
    }
}

fn lines(form: &Form) -> Vec<(usize, Vec<&str>)> {
    match form {
        Form::List { lines, .. } => {
            lines.iter().map(|l| (l.n, l.cells.iter().map(|c| c.text.as_str()).collect())).collect()
        }
        _ => panic!("not a list"),
    }
}

fn topics() -> Value {
    json!({
        "total": 412, "none": null, "share": 0.5,
        "topTopics": [
            {"topic": "Login failures", "count": 1140, "share": 0.3349, "exampleIds": ["a-1"], "note": "", "change": null},
            {"topic": "Crashes", "count": 115, "share": 0.2751, "exampleIds": ["a-2"], "note": "new", "change": null},
            {"topic": "Slow", "count": 91, "share": 0.2177, "exampleIds": [], "note": "", "change": 2},
        ],
        "monthly": [{"count": 412, "month": "2026-01-01"}],
    })
}

#[test]
fn rows_of_one_list_are_one_table_in_the_order_of_their_numbers() {
    let cited = [("c1", "/topTopics/2"), ("c1", "/monthly/0"), ("c1", "/topTopics/0")];
    let run = run(topics(), &cited, &["/topTopics/0/count", "/topTopics/0", "/topTopics/1/share"]);
    let got = of(&run);
    let captions: Vec<_> = got.iter().map(|t| (t.caption.about.as_str(), t.caption.list.as_str())).collect();
    assert_eq!(captions, [("Topics", "top topics"), ("Topics", "monthly")]);
    assert_eq!((got[0].key, got[1].key, got[0].call.as_str()), (0, 1, "call-r-c1"));
    // "note" is empty in the cited rows; lists of ids mean nothing to readers.
    assert_eq!(heads(&got[0].form), ["Topic", "Count", "Change", "Share"]);
    assert_eq!(
        lines(&got[0].form),
        [(1, vec!["Slow", "91", "2", "21.77%"]), (3, vec!["Login failures", "1,140", "", "33.49%"])]
    );
    assert_eq!(heads(&got[1].form), ["Month", "Count"], "a day names the row where no label does");
    let Form::List { heads, lines } = &got[0].form else { panic!("not a list") };
    assert_eq!(heads.iter().map(|h| (h.lead, h.numbers)).collect::<Vec<_>>()[..2], [(true, false), (false, true)]);
    let marked: Vec<_> = lines[1].cells.iter().map(|c| c.figures.len()).collect();
    assert_eq!(marked, [1, 1, 0, 0], "figures of rows that are not cited mark nothing");
    assert_eq!(
        (&lines[1].cells[0].figures[0], &lines[1].cells[1].figures[0]),
        (&"/topTopics/0".into(), &"/topTopics/0/count".into())
    );
}

#[test]
fn columns_of_figures_are_kept_among_many() {
    let row: serde_json::Map<String, Value> =
        (0..20).map(|i| (format!("f{i:02}"), json!(i))).chain([("name".into(), json!("A"))]).collect();
    let data = json!({"all": [row]});
    let got = of(&run(data.clone(), &[("c1", "/all/0")], &["/all/0/f19"]));
    assert_eq!(heads(&got[0].form), ["Name", "F 19", "F 00", "F 01", "F 02", "F 03"]);
    let figures: Vec<String> = (0..12).map(|i| format!("/all/0/f{i:02}")).collect();
    let figures: Vec<&str> = figures.iter().map(String::as_str).collect();
    assert_eq!(heads(&of(&run(data, &[("c1", "/all/0")], &figures))[0].form).len(), 13);
}

#[test]
fn an_objects_own_values_are_names_with_values() {
    let got = of(&run(topics(), &[("c1", "")], &["/total"]));
    let Form::Values { n, values } = &got[0].form else { panic!("not values") };
    let told: Vec<_> = values.iter().map(|(name, v)| (name.as_str(), v.text.as_str(), v.figures.len())).collect();
    assert_eq!((*n, told), (1, vec![("Total", "412", 1), ("Share", "50%", 0)]));
    assert_eq!(got[0].caption.list, "");

    let many: serde_json::Map<String, Value> = (10..22).map(|i| (format!("v{i}"), json!(i))).collect();
    let got = of(&run(json!({"own": many}), &[("c1", "/own")], &["/own/v20", "/own/v21"]));
    let Form::Values { values, .. } = &got[0].form else { panic!("not values") };
    assert_eq!(values.len(), 8, "the two that figures come from, and six others");
    assert_eq!((got[0].caption.list.as_str(), values[1].0.as_str()), ("own", "V 21"));
}

#[test]
fn rows_without_their_result_are_told_in_words() {
    let run = run(topics(), &[("c9", "/a/0"), ("c1", "/gone/4"), ("c9", "/a/1")], &[]);
    let got = of(&run);
    assert_eq!((got[0].caption.about.as_str(), got[0].caption.linked, got[1].caption.linked), ("Rows", false, true));
    assert_eq!(got[0].form, Form::Told(vec![(1, "the row /a/0".into()), (3, "the row /a/1".into())]));
    assert_eq!(
        (got[1].caption.about.as_str(), &got[1].form),
        ("Topics", &Form::Told(vec![(2, "the row /gone/4".into())]))
    );
}

#[test]
fn numbers_count_records_too() {
    let mut run = run(topics(), &[("c1", "/topTopics/0")], &[]);
    let record = Source { kind: SourceKind::Case, id: "case-1".into(), ..Source::default() };
    run.answer.as_mut().unwrap().citations.insert(0, Citation::Record(record));
    assert_eq!(lines(&of(&run)[0].form)[0].0, 2);
}
