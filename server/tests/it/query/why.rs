//! Questions why: when the largest topics began, what the firm announced around those days, and its marks on the chart.

use model::answer::{Citation, Grade, SourceKind};
use model::chart::Drawing;
use model::run::{Outcome, Run};
use model::session::Ask;
use serde_json::Value;
use server::services::Services;

use super::questions::filled;

async fn asked(services: &Services, question: &str) -> Run {
    let asked = services.agent.ask(Ask { query: question.into(), ..Ask::default() }, "local", "test").await.unwrap();
    services.agent.finish(&asked.run_id).await.unwrap()
}

fn topics(run: &Run) -> &Value {
    let call = run.calls().find(|call| call.tool == "analyze_topics").unwrap();
    &call.outcome.as_ref().and_then(Outcome::output).unwrap().data
}

/// Every figure, date and name of the answer leads to the row that it cites.
fn all_is_cited(run: &Run) {
    let grounding = run.grounding.as_ref().unwrap();
    let open: Vec<&str> =
        grounding.claims.iter().filter(|c| c.grade() != Grade::Cited).map(|c| c.text.as_str()).collect();
    assert!(open.is_empty(), "not cited: {open:?} in\n{}", run.answer.as_ref().unwrap().text);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_january_update_is_named_at_the_same_time_and_not_as_the_cause() {
    let folder = tempfile::tempdir().unwrap();
    let services = filled("demo", folder.path()).await.unwrap();
    let run = asked(&services, "Why are customers complaining about the mobile app?").await;
    let answer = run.answer.as_ref().unwrap();
    let text = &answer.text;
    all_is_cited(&run);
    let starts = topics(&run)["starts"].as_array().unwrap();
    assert_eq!(starts.len(), 3, "{starts:?}");
    assert!(starts.iter().any(|row| row["topic"] == "Login failures" && row["date"].is_string()), "{starts:?}");
    assert!(text.contains("- Login failures: began on 15 January 2026, "), "{text}");
    let documents = topics(&run)["documentsAtStarts"].as_array().unwrap();
    let update = documents.iter().find(|row| row["date"] == "2026-01-15").unwrap();
    let (title, id) = (update["title"].as_str().unwrap(), update["id"].as_str().unwrap());
    assert!(text.contains("We announced at the same time (within 3 days of a start):"), "{text}");
    assert!(text.contains(&format!("- {title}, release note of 15 January 2026.")), "{text}");
    let cited = |c: &Citation| matches!(c, Citation::Record(s) if s.kind == SourceKind::Document && s.id == id);
    assert!(answer.citations.iter().any(cited), "the document is cited");
    assert!(answer.gaps.iter().any(|gap| gap.contains("does not show that it was the cause")), "{:?}", answer.gaps);
    assert!(documents.iter().all(|row| row["daysFromStart"].as_i64().unwrap().abs() <= 3), "{documents:?}");
    let marked = answer.charts.iter().find_map(|chart| match &chart.drawing {
        Drawing::Days { markers, .. } => Some(markers),
        _ => None,
    });
    assert!(marked.unwrap().iter().any(|m| m.document == id && m.title == title), "{marked:?}");

    // The example set of A-059, each of which can be asked.
    let offered = run.follow_ups.join(" ");
    for next in
        ["When did login failures start to increase?", "segments are most affected?", "update of 15 January 2026?"]
    {
        assert!(offered.contains(next), "{next} is not in {offered}");
    }

    // An outage that the firm told of is its own doing as well as a release is.
    let run = asked(&services, "Why did complaints about payments rise in November 2025?").await;
    all_is_cited(&run);
    let text = &run.answer.as_ref().unwrap().text;
    assert!(text.contains("- Payment outage of 11 November 2025, notice of 12 November 2025."), "{text}");

    // Where the days show no start, it says so.
    let run = asked(&services, "Why are customers complaining about mortgages?").await;
    all_is_cited(&run);
    assert!(topics(&run)["starts"].as_array().unwrap().iter().all(|row| row["date"].is_null()), "{}", topics(&run));
    let text = &run.answer.as_ref().unwrap().text;
    assert!(text.contains("The days do not show clearly when any of these topics began."), "{text}");
    assert!(!text.contains("announced"), "{text}");
    services.db.close().await;
}

/// An archive has none of the firm's documents: none is named, and starts are still reported.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_real_archive_names_no_documents() {
    let folder = tempfile::tempdir().unwrap();
    let Some(services) = filled("cfpb", folder.path()).await else { return };
    for question in ["Why did complaints rise in 2019?", "Why are customers complaining about mortgages in 2014?"] {
        let run = asked(&services, question).await;
        all_is_cited(&run);
        let text = &run.answer.as_ref().unwrap().text;
        let starts = topics(&run)["starts"].as_array().unwrap();
        let clear = starts.iter().any(|row| row["date"].is_string());
        let says = if clear {
            "None of our own release notes, notices or policies is from those days."
        } else {
            "The days do not show"
        };
        assert!(!starts.is_empty() && text.contains(says) && !text.contains("We announced"), "{question}\n{text}");
    }
    services.db.close().await;
}
