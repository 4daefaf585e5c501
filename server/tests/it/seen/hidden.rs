//! "There are more than you may see": stated only if rows were withheld, and only if the firm allows it.

use model::account::audit::AuditFilter;
use model::account::{CustomerBook, DataAccess};
use model::session::Ask;
use server::store::{audit, write};

use crate::app::{TestApp, small_bank};

/// The notes of an answer for somebody with this access.
async fn notes(app: &TestApp, sees: &DataAccess, question: &str) -> String {
    let seen = app.services.seen_by(sees).await.unwrap();
    let asked = seen.agent.ask(Ask { query: question.into(), ..Ask::default() }, "bea", "web").await.unwrap();
    let run = seen.agent.finish(&asked.run_id).await.unwrap();
    run.answer.unwrap().notes.join("\n")
}

async fn desk(allowed: &str) -> TestApp {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("seen.db").display());
    let app = TestApp::bare(&url, folder, &[("PLUMBLINE_SAY_HIDDEN", allowed)]).await;
    let mut bank = small_bank();
    bank.customers[1].relationship_manager = Some("L. Brandt".into());
    write::store(&app.services.db, &bank, 0).await.unwrap();
    app.services.search.catch_up(&app.services.db, |_, _| {}).await.unwrap();
    app
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_says_that_there_is_more_where_the_firm_allows_it() {
    const COMPLAINTS: &str = "How many complaints were there this month?";
    const SAYS: &str = "more records on this than you may see";
    let mine = DataAccess::Some(CustomerBook { managers: vec!["L. Brandt".into()], ..CustomerBook::default() });
    let app = desk("true").await;
    let said = notes(&app, &mine, COMPLAINTS).await;
    assert!(said.contains(SAYS), "{said}");
    assert!(!said.contains(char::is_numeric), "no number is told: {said}");
    let kept = audit::list(&app.services.db, &(&AuditFilter::default()).into(), 50, 0).await.unwrap().0;
    assert_eq!(kept.iter().filter(|entry| entry.detail.contains("more records")).count(), 1);
    // Nothing is kept back from whoever sees all, nor where all that counts is one's own.
    assert!(!notes(&app, &DataAccess::All, COMPLAINTS).await.contains(SAYS));
    let all = DataAccess::Some(CustomerBook {
        managers: vec!["L. Brandt".into(), "A. Okafor".into()],
        ..CustomerBook::default()
    });
    assert!(!notes(&app, &all, COMPLAINTS).await.contains(SAYS));
    // Off, as it is by default, nothing is said.
    assert!(!notes(&desk("false").await, &mine, COMPLAINTS).await.contains(SAYS));
}
