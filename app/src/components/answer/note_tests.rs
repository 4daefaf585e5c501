//! Notes on figures of each grade, and the targets of the figures.

use serde_json::json;

use super::*;
use crate::model::answer::{CitedRow, ClaimKind, Coverage, Source};
use crate::model::run::{Outcome, RunEvent, StoredEvent, ToolOutput};
use crate::model::time::DateRange;

fn source() -> Source {
    Source {
        id: "comm-1".into(),
        title: "Osei Textiles".into(),
        excerpt: "It closes.".into(),
        day: "2026-01-19".parse().ok(),
        ..Source::default()
    }
}

fn found(path: &str) -> Found {
    Found { call: "c1".into(), path: path.into(), how: How::Equal, cited: true, operands: Vec::new() }
}

fn matched(path: &str) -> Found {
    Found { cited: false, ..found(path) }
}

fn worked(how: How, operands: &[&str]) -> Found {
    Found { how, operands: operands.iter().map(|o| (*o).to_owned()).collect(), ..found("/total") }
}

/// The note of one claim in a run that cites the first topic as `[1]` and the record as `[2]`.
fn noted(found: Option<Found>, problem: Option<&str>) -> Note {
    let output = ToolOutput {
        data: json!({"total": 412, "topTopics": [{"topic": "Login failures", "count": 140}, {"topic": "Crashes", "count": 115}]}),
        sources: vec![source()],
        coverage: Some(Coverage {
            range: DateRange { from: "2026-01-01".parse().ok(), to: "2026-01-31".parse().ok() },
            ..Coverage::default()
        }),
        ..ToolOutput::default()
    };
    let args = json!({"timeRange": "January 2026"});
    let tool = "analyze_topics".to_owned();
    let list = [
        RunEvent::ToolStarted { call: "c1".into(), iteration: 1, tool: tool.clone(), args },
        RunEvent::ToolFinished { call: "c1".into(), tool, duration_ms: 1, outcome: Outcome::Ok { output } },
    ];
    let events: Vec<StoredEvent> =
        (1..).zip(list).map(|(seq, event)| StoredEvent { run_id: "r".into(), seq, at: seq, event }).collect();
    let mut run = Run::from_events("r", &events);
    let row = CitedRow { call: "c1".into(), path: "/topTopics/0".into(), text: String::new() };
    run.answer = Some(Answer { citations: vec![Citation::Row(row), Citation::Record(source())], ..Answer::default() });
    let problem = problem.map(str::to_owned);
    let claim = Claim { kind: ClaimKind::Number, start: 0, end: 1, text: "1".into(), found, problem };
    note(&run, &Results::from_run(&run), &claim)
}

fn told(found: Found, problem: Option<&str>) -> Vec<String> {
    let note = noted(Some(found), problem);
    std::iter::once(note.head).chain(note.lines).collect()
}

#[test]
fn a_cited_figure_shows_its_row() {
    let days = "1 to 31 January 2026";
    assert_eq!(told(found("/topTopics/0/count"), None), ["Login failures: count 140", "Topics, top topics", days]);
    assert_eq!(told(found("/topTopics/0/topic"), None)[0], "Login failures");
    assert_eq!(told(found("/total"), None), ["total 412", "Topics", days]);
    assert_eq!(told(found("/topTopics/1"), None), ["Crashes", "Topics, top topics", days]);
    let counted = Found { how: How::Count, ..found("/topTopics") };
    assert_eq!(told(counted, None), ["Worked out: a number of rows", "Topics, top topics", days]);
    for path in ["/sources/0/excerpt", "/sources/0"] {
        assert_eq!(told(found(path), None), ["Osei Textiles, 19 Jan 2026", "communication comm-1", days]);
    }
    assert_eq!(told(found("/args/timeRange"), None), ["time range January 2026", "What was asked for: Topics", days]);
    assert_eq!(told(found("/args"), None)[1], "What was asked for: Topics");
    assert_eq!(told(found("/gone"), None), ["Recorded in Topics", days]);
    let elsewhere = Found { call: "c9".into(), ..found("/total") };
    assert_eq!(told(elsewhere, None), ["Recorded in the trace"]);
}

#[test]
fn a_matched_figure_says_what_its_sentence_lacks() {
    let got = told(matched("/topTopics/1/count"), Some("The sentence cites another topic."));
    let want = [
        "This value is in a row that this sentence does not cite",
        "Crashes: count 115",
        "Topics, top topics",
        "1 to 31 January 2026",
        "The sentence cites another topic.",
    ];
    assert_eq!(got, want);
    let record = told(matched("/sources/0/excerpt"), None);
    assert_eq!(record[0], "This value is in a record that this sentence does not cite");
    let asked = Found { call: "question".into(), ..matched("") };
    assert_eq!(told(asked, None), ["Taken from your question"]);
    let operands = vec!["346".to_owned(), "412".to_owned()];
    let follows = Found { call: "answer".into(), how: How::Share, operands, ..matched("") };
    assert_eq!(told(follows, None), ["Follows from the other figures of this sentence", "346 of 412"]);
}

#[test]
fn operations_read_as_english() {
    for (how, operands, want) in [
        (How::Share, &["346", "total 412"][..], "Worked out: 346 of total 412"),
        (How::Sum, &["Login failures 140", "Crashes 115"], "Worked out: Login failures 140 + Crashes 115"),
        (How::Difference, &["140", "3"], "Worked out: the difference between 140 and 3"),
        (How::Change, &["14", "412"], "Worked out: the change between 14 and 412"),
        (How::Ratio, &["412", "14"], "Worked out: 412 divided by 14"),
        (How::Mean, &["1", "2", "3"], "Worked out: the mean of 1, 2, 3"),
        (How::PerDay, &["total 412", "31 days"], "Worked out: total 412 over 31 days"),
        (How::Count, &["top topics"], "Worked out: counted in top topics"),
        (How::Sum, &["1", "2", "3", "4", "5", "6", "7", "8"], "Worked out: 1 + 2 + 3 + 4 + 5 + 6 + 2 more"),
        (How::Difference, &[], "Worked out: a difference"),
    ] {
        assert_eq!(told(worked(how, operands), None)[0], want, "{how}");
    }
    assert_eq!(told(worked(How::Difference, &[]), None)[1], "total 412", "what it is made of is not known");
    let uncited = Found { cited: false, ..worked(How::Share, &["346", "412"]) };
    assert_eq!(told(uncited, None)[1], "From a row that this sentence does not cite");
}

#[test]
fn a_figure_leads_to_its_row_or_record_where_cited_and_else_to_its_call() {
    let goes_to = |found| noted(Some(found), None).place.map(|p| p.goes_to);
    assert_eq!(goes_to(found("/topTopics/0/count")).as_deref(), Some("evidence-r-1"));
    assert_eq!(goes_to(found("/topTopics")).as_deref(), Some("evidence-r-1"));
    assert_eq!(goes_to(found("/topTopics/0")).as_deref(), Some("evidence-r-1"));
    assert_eq!(goes_to(found("/sources/0")).as_deref(), Some("evidence-r-2"));
    assert_eq!(goes_to(matched("/topTopics/1/count")).as_deref(), Some("call-r-c1"));
    assert_eq!(goes_to(found("/args/timeRange")).as_deref(), Some("call-r-c1"));
    assert_eq!(goes_to(Found { call: "question".into(), ..matched("") }), None);
}

#[test]
fn what_is_not_verified_says_why() {
    assert_eq!(noted(None, None).head, "Nothing that a tool returned says so.");
    assert_eq!(noted(None, Some("The rows say 140.")).head, "The rows say 140.");
}
