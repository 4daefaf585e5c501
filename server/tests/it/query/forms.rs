//! The bank of forms from which the nearest questions are made: each of them is answered over the demo bank.

use app::model::session::Ask;
use futures::StreamExt;
use server::agent::reasoner::rules::nearest;

use super::questions::filled;

/// So many are asked at once.
const AT_ONCE: usize = 4;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_form_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let services = filled("demo", folder.path()).await.unwrap();
    let (vocabulary, as_of) = (services.agent.vocabulary().await.unwrap(), services.agent.as_of().await.unwrap());
    let forms = |question: &str| nearest::filled(question, &vocabulary, as_of);
    // Records have no usual one: they are named.
    let (bare, named) = (forms("zorks"), forms("zorks of comm-00001"));
    let each: Vec<(&str, String)> = bare
        .into_iter()
        .zip(named)
        .map(|((form, bare), (_, named))| {
            let made_up = form.contains("{record!}");
            (form, if made_up { named } else { bare }.unwrap_or_else(|| panic!("not filled: {form}")))
        })
        .collect();
    let agent = &services.agent;
    let asked = each.iter().map(|(form, question)| async move {
        let ask = Ask { query: question.clone(), ..Ask::default() };
        let asked = agent.ask(ask, "local", "test").await.unwrap();
        let run = agent.finish(&asked.run_id).await.unwrap();
        let text = run.answer.as_ref().map_or("", |answer| answer.text.as_str()).to_owned();
        let answered = run.calls().next().is_some() && !text.starts_with("I cannot answer");
        (!answered).then(|| format!("{form}\n  {question}\n  {text}"))
    });
    let failed: Vec<String> =
        futures::stream::iter(asked).buffer_unordered(AT_ONCE).filter_map(|failed| async { failed }).collect().await;
    services.db.close().await;
    assert!(failed.is_empty(), "{} of {} are not answered:\n{}", failed.len(), each.len(), failed.join("\n"));
}

/// What was not understood is offered as the nearest question without it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_nearest_questions_keep_what_was_understood() {
    let folder = tempfile::tempdir().unwrap();
    let services = filled("demo", folder.path()).await.unwrap();
    for (question, word, want) in [
        (
            "How many zorky complaints about mobile banking came by phone in January 2026?",
            "zorky",
            "How many complaints about Mobile banking by phone were there in January 2026?",
        ),
        (
            "Which product had the most flurbed complaints in 2025?",
            "flurbed",
            "Which product has the most complaints in 2025?",
        ),
        (
            "What is the average resolution time of zorky cases?",
            "zorky",
            "What is the average resolution time of cases?",
        ),
        ("How many customers churned last month?", "", "Which customers are at risk?"),
    ] {
        let ask = Ask { query: question.into(), ..Ask::default() };
        let asked = services.agent.ask(ask, "local", "test").await.unwrap();
        let run = services.agent.finish(&asked.run_id).await.unwrap();
        let answer = run.answer.as_ref().unwrap();
        assert!(answer.text.starts_with("I cannot answer that."), "{question}: {}", answer.text);
        let words: Vec<&str> = answer.unknown.iter().map(String::as_str).collect();
        assert_eq!(words, if word.is_empty() { vec![] } else { vec![word] }, "{}", answer.text);
        assert!(
            run.follow_ups.len() == 3 && run.follow_ups.iter().any(|q| q == want),
            "{question}: {:?}",
            run.follow_ups
        );
    }
    services.db.close().await;
}
