//! What was created with wider data access is closed to callers with narrower access: conversations, runs, lists,
//! links, cached answers and taught words. Also which actions are permitted on somebody else's conversation.

use model::account::{Account, CustomerBook, DataAccess, Role, TokenUse};
use serde_json::{Value, json};
use server::auth::sign_in::issue_token;
use server::store::accounts::{self, Change};

use super::{Web, Who, account, signed_in};
use crate::app::TestApp;

const COMPLAINTS: &str = "How many complaints were there?";

fn book() -> DataAccess {
    DataAccess::Some(CustomerBook { managers: vec!["A. Okafor".into()], ..CustomerBook::default() })
}

async fn person(app: &TestApp, name: &str, role: Role, sees: DataAccess) -> (Account, Who) {
    let account = account(&app.services, name, role, sees).await;
    let who = signed_in(&app.services, &account).await;
    (account, who)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_narrowed_book_closes_what_was_had_with_a_wider_one() {
    let app = TestApp::start().await;
    let web = Web::of(&app);
    person(&app, "ada", Role::Admin, DataAccess::All).await;
    let (ann, who) = person(&app, "ann", Role::Manager, DataAccess::All).await;
    let (_, bob) = person(&app, "bob", Role::Manager, book()).await;
    let insight = json!({"context": {"product": "mobile-banking"}});
    let (_, cached) = web.json(&who, "post", "/api/research/insight", insight.clone()).await;
    let (_, wide) = web.json(&who, "post", "/api/research", json!({"query": COMPLAINTS})).await;
    let (session, run) = (wide["sessionId"].as_str().unwrap(), wide["runId"].as_str().unwrap());
    let at = format!("/api/research/conversation/{session}");
    let (_, link) = web.json(&who, "post", &format!("{at}/share"), json!({})).await;
    let link = format!("/api/shared/{}", link["token"].as_str().unwrap_or_else(|| panic!("{link}")));
    assert_eq!(web.get(&who, &link).await.0, 200);
    assert_eq!(web.get(&bob, &link).await.0, 403, "Bob never saw as much");

    accounts::change(&app.services.db, &ann.id, Change::Sees(book())).await.unwrap();
    let who = signed_in(&app.services, &ann).await;
    for path in [at.clone(), format!("/api/research/runs/{run}"), format!("/api/research/runs/{run}/events")] {
        assert_eq!(web.get(&who, &path).await.0, 404, "{path}");
    }
    assert_eq!([web.get(&who, &link).await.0, web.get(&bob, &link).await.0], [403, 403]);
    let listed = web.get(&who, "/api/research/conversations").await.1;
    assert!(!listed.to_string().contains(session), "{listed}");
    let more = json!({"query": "and in January?", "sessionId": session});
    assert_eq!(web.json(&who, "post", "/api/research", more).await.0, 404);
    let (_, again) = web.json(&who, "post", "/api/research/insight", insight).await;
    assert!(again["cached"] == false && again["runId"] != cached["runId"], "{again}");

    // What is asked now is open to her and to who sees the same; what is not may still be thrown away.
    let (_, narrow) = web.json(&who, "post", "/api/research", json!({"query": COMPLAINTS})).await;
    let own = format!("/api/research/conversation/{}", narrow["sessionId"].as_str().unwrap());
    assert_eq!(web.get(&who, &own).await.0, 200);
    assert_eq!(web.json(&who, "delete", &at, json!({})).await.0, 204);

    // A conversation that goes on with a wider view is one of the wider view.
    accounts::change(&app.services.db, &ann.id, Change::Sees(DataAccess::All)).await.unwrap();
    let more = json!({"query": "and in January?", "sessionId": narrow["sessionId"]});
    assert_eq!(web.json(&who, "post", "/api/research", more).await.0, 200);
    accounts::change(&app.services.db, &ann.id, Change::Sees(book())).await.unwrap();
    let who = signed_in(&app.services, &ann).await;
    assert_eq!(web.get(&who, &own).await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn reviewers_leave_conversations_of_others_as_they_are() {
    let app = TestApp::start().await;
    let web = Web::of(&app);
    let (_, ada) = person(&app, "ada", Role::Admin, DataAccess::All).await;
    let (_, ann) = person(&app, "ann", Role::Manager, DataAccess::All).await;
    let (_, rea) = person(&app, "rea", Role::Reviewer, DataAccess::All).await;
    let (_, told) = web.json(&ann, "post", "/api/research", json!({"query": COMPLAINTS})).await;
    let at = format!("/api/research/conversation/{}", told["sessionId"].as_str().unwrap());
    assert_eq!(web.get(&rea, &at).await.0, 200);
    let named = json!({"title": "Mine"});
    assert_eq!(web.json(&rea, "patch", &at, named.clone()).await.0, 404);
    assert_eq!(web.json(&rea, "delete", &at, json!({})).await.0, 404);
    assert_eq!(web.json(&rea, "post", &format!("{at}/share"), json!({})).await.0, 404);
    assert_eq!(web.json(&ada, "patch", &at, named).await.0, 404, "nor does an admin name it");
    assert_eq!(web.json(&ann, "delete", &at, json!({})).await.0, 204);
    // Deleted is deleted, for the stream too.
    let events = format!("/api/research/runs/{}/events", told["runId"].as_str().unwrap());
    assert_eq!([web.get(&ann, &events).await.0, web.get(&rea, &events).await.0], [404, 404]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_proposes_and_a_person_decides() {
    let app = TestApp::start().await;
    let web = Web::of(&app);
    person(&app, "ada", Role::Admin, DataAccess::All).await;
    let (ann, who) = person(&app, "ann", Role::Manager, DataAccess::All).await;
    let (_, token) = issue_token(&app.services, &ann.id, "a program", TokenUse::Ask, 30).await.unwrap();
    let question = json!({"query": "Open a case for Hartmann Logistik about crashes of the app"});
    let (_, waiting) = web.json(&Who::Token(token.clone()), "post", "/api/research", question).await;
    assert_eq!(waiting["status"], "waiting", "{waiting}");
    let (run, approval) = (waiting["runId"].as_str().unwrap(), waiting["approvals"][0]["id"].as_str().unwrap());
    let path = format!("/api/research/runs/{run}/approvals/{approval}");
    let (status, refused) = web.json(&Who::Token(token), "post", &path, json!({"decision": "approve"})).await;
    assert!(status == 403 && refused["detail"].as_str().unwrap().contains("never with a token"), "{refused}");
    assert_eq!(web.json(&who, "post", &path, json!({"decision": "approve"})).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_taught_word_that_names_another_book_is_neither_heard_nor_shown() {
    let app = TestApp::start().await;
    let web = Web::of(&app);
    person(&app, "ada", Role::Admin, DataAccess::All).await;
    let (_, rea) = person(&app, "rea", Role::Reviewer, DataAccess::All).await;
    let nobodys = DataAccess::Some(CustomerBook { managers: vec!["Nobody".into()], ..CustomerBook::default() });
    let (_, bob) = person(&app, "bob", Role::Manager, nobodys).await;
    let words = [("the freighters", "Hartmann Logistik"), ("zilchers", "complaints")];
    for (word, meaning) in words {
        let taught = json!({"word": word, "meaning": meaning});
        let (status, told) = web.json(&rea, "post", "/api/words", taught).await;
        assert!(status < 300, "{word}: {told}");
    }
    let (_, all) = web.get(&rea, "/api/words").await;
    let (_, some) = web.get(&bob, "/api/words").await;
    assert!(all.to_string().contains("Hartmann") && all.to_string().contains("zilchers"), "{all}");
    assert!(!some.to_string().contains("Hartmann") && some.to_string().contains("zilchers"), "{some}");
    let ask =
        async |who| web.json(who, "post", "/api/research", json!({"query": "Tell me about the freighters"})).await.1;
    let (heard, not) = (ask(&rea).await, ask(&bob).await);
    assert!(heard["answer"].as_str().unwrap().contains("Hartmann"), "{heard}");
    assert!(!not.to_string().contains("Hartmann"), "{not}");
    let at = format!("/api/research/conversation/{}", not["sessionId"].as_str().unwrap());
    let whole: Value = web.get(&bob, &at).await.1;
    assert!(!whole.to_string().contains("Hartmann"), "{whole}");
}
