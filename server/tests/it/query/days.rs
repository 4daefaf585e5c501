//! Conditions on other days than the one when a record came, and states without a stored name: counted as SQL counts
//! them. And the questions that are offered where one is not understood: each is understood.

use std::collections::BTreeSet;

use model::session::Ask;
use reader::Act;
use serde_json::Value;
use server::query::frame::{Certainty, Parse};
use server::query::values::SharedVocabulary;
use server::services::Services;
use server::store::Db;

use super::questions::filled;

async fn answered(services: &Services, question: &str) -> String {
    let asked = services.agent.ask(Ask { query: question.into(), ..Ask::default() }, "local", "test").await.unwrap();
    services.agent.finish(&asked.run_id).await.unwrap().answer.unwrap().text
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn due_resolved_joined_and_unanswered_are_what_sql_counts() {
    let folder = tempfile::tempdir().unwrap();
    let services = filled("demo", folder.path()).await.unwrap();
    let day = |column: &str| format!("DATE({column} / 1000, 'unixepoch')");
    let (due, resolved) = (day("sla_deadline"), day("resolved_at"));
    let open = "status NOT IN ('resolved', 'closed')";
    // "Today" is 31 January 2026, a Saturday.
    for (question, table, condition) in [
        (
            "How many cases were resolved in January 2026?",
            "cases",
            format!("{resolved} BETWEEN '2026-01-01' AND '2026-01-31'"),
        ),
        ("How many cases were closed last week?", "cases", format!("{resolved} BETWEEN '2026-01-19' AND '2026-01-25'")),
        (
            "How many cases are due this week?",
            "cases",
            format!("{open} AND {due} BETWEEN '2026-01-26' AND '2026-02-01'"),
        ),
        ("How many cases are due by Friday and still open?", "cases", format!("{open} AND {due} <= '2026-02-06'")),
        ("How many cases were due on 20 January?", "cases", format!("{due} = '2026-01-20'")),
        ("How many messages are unanswered?", "communications", "status IN ('open', 'in_progress')".to_owned()),
        (
            "How many complaints have no answer?",
            "communications",
            "kind = 'complaint' AND status IN ('open', 'in_progress')".to_owned(),
        ),
        ("How many customers joined in 2022?", "customers", "since BETWEEN '2022-01-01' AND '2022-12-31'".to_owned()),
    ] {
        let sql = format!("SELECT COUNT(*) FROM {table} WHERE {condition}");
        let Db::Sqlite { read, .. } = &services.db else { unreachable!() };
        let many: i64 = sqlx::query_scalar(&sql).fetch_one(read).await.unwrap();
        let text = answered(&services, question).await;
        let said = text.split_whitespace().any(|word| word.replace(',', "") == many.to_string());
        assert!(said || many == 0 && text.contains("There are no "), "{question}: {many}, not\n{text}");
    }
    let oldest = answered(&services, "List the oldest complaints").await;
    assert!(
        oldest.contains("The oldest:") && oldest.lines().filter(|line| line.starts_with("| ")).count() > 5,
        "{oldest}"
    );
    let two = answered(&services, "Which cases are due this week?").await;
    assert!(two.contains("due from 26 January to 1 February 2026. [1] The first due:"), "{two}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_question_that_is_offered_is_understood() {
    let folder = tempfile::tempdir().unwrap();
    let services = filled("demo", folder.path()).await.unwrap();
    let vocabulary = SharedVocabulary::default().get(&services.db).await.unwrap();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/eval/offers.jsonl");
    let lines = std::fs::read_to_string(file).unwrap();
    let offer = |line: &str| serde_json::from_str::<Value>(line).unwrap()["offer"].as_str().unwrap().to_owned();
    let offers: BTreeSet<String> = lines.lines().map(offer).filter(|offer| offer != "none").collect();
    assert!(offers.len() > 50);
    // The demo of the tests has no sales pipeline.
    let deals =
        |text: &str| ["deal", "pipeline", "quota", "win rate"].iter().any(|word| text.to_lowercase().contains(word));
    for question in offers.iter().filter(|question| !deals(question)) {
        let parse = Parse::alone(question, &vocabulary, "2026-01-31".parse().unwrap());
        let [frame] = parse.frames.as_slice() else { panic!("{question}: several questions") };
        let sure = frame.sureness() != Certainty::Unsure && !matches!(frame.act, Act::Unclear | Act::Outside);
        assert!(sure && frame.not_understood().is_empty(), "{question}: {:?} {:?}", frame.act, frame.not_understood());
    }
}
