//! A conversation keeps its owner's data access: callers with wider access can read it but not continue it, and what
//! they approve is carried out with the owner's access.

use model::account::{CustomerBook, DataAccess, Role};
use model::record::{Case, Communication, Customer};
use serde_json::{Value, json};
use server::store::write::{self, Batch};

use super::{Web, Who, account, signed_in};
use crate::app::{TestApp, small_bank};

const WHY: &str = "Why are customers complaining about the mobile app?";
const MOST: &str = "Which customers complain most?";
const LATE: &str = "How many cases breached SLA?";

/// What identifies the customer outside the owner's book: the name, a message's id and words, a case's id.
const THEIRS: [&str; 4] = ["Brandt Foods", "comm-9", "orchard", "case-0900"];

/// A customer of another manager, with twenty complaints about the mobile app and a late case.
fn outside() -> Batch {
    let bank = small_bank();
    let (customer, message, case) = (&bank.customers[0], &bank.communications[0], &bank.cases[0]);
    let complaint = |n: usize| Communication {
        id: format!("comm-9{n:04}"),
        customer_id: "cust-003".into(),
        body: format!("The mobile app never shows the invoice of our orchard. ({n})"),
        ..message.clone()
    };
    let customer = Customer {
        id: "cust-003".into(),
        name: "Brandt Foods".into(),
        relationship_manager: Some("L. Brandt".into()),
        ..customer.clone()
    };
    Batch {
        customers: vec![customer],
        communications: (0..20).map(complaint).collect(),
        cases: vec![Case { id: "case-0900".into(), customer_id: "cust-003".into(), ..case.clone() }],
        last_day: bank.last_day.clone(),
        ..Batch::default()
    }
}

/// A desk with a manager who sees one book and a reviewer who sees all customers.
struct Desk {
    app: TestApp,
    mona: Who,
    rea: Who,
}

impl Desk {
    async fn start() -> Self {
        let app = TestApp::with(&[("PLUMBLINE_DECIDERS", "role:reviewer")]).await;
        let services = &app.services;
        write::store(&services.db, &outside(), 1).await.unwrap();
        services.search.catch_up(&services.db, |_, _| {}).await.unwrap();
        account(services, "ada", Role::Admin, DataAccess::All).await;
        let book = DataAccess::Some(CustomerBook { managers: vec!["A. Okafor".into()], ..CustomerBook::default() });
        let owner = account(services, "mona", Role::Manager, book).await;
        let reviewer = account(services, "rea", Role::Reviewer, DataAccess::All).await;
        let (mona, rea) = (signed_in(services, &owner).await, signed_in(services, &reviewer).await);
        Self { app, mona, rea }
    }
}

/// Asks and waits for the answer.
async fn ask(web: &Web<'_>, who: &Who, path: &str, body: Value) -> Value {
    let (status, told) = web.json(who, "post", path, body).await;
    assert_eq!(status, 200, "{told}");
    told
}

fn answer(told: &Value) -> &str {
    told["answer"].as_str().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_sees_more_reads_and_does_not_ask_on() {
    let desk = Desk::start().await;
    let (web, mona, rea) = (Web::of(&desk.app), &desk.mona, &desk.rea);
    // On their own the reviewer is told of everybody.
    let most = ask(&web, rea, "/api/research", json!({"query": MOST})).await;
    assert!(answer(&most).contains("Brandt Foods"), "{most}");
    let late = ask(&web, rea, "/api/research", json!({"query": LATE})).await;
    assert!(answer(&late).contains("4 of 11 cases"), "{late}");

    let begun = ask(&web, mona, "/api/research", json!({"query": LATE})).await;
    assert!(answer(&begun).contains("3 of 10 cases"), "{begun}");
    let session = begun["sessionId"].as_str().unwrap();
    let path = format!("/api/research/conversation/{session}");
    for (path, body) in [
        ("/api/research", json!({"query": WHY, "sessionId": session})),
        (path.as_str(), json!({"query": MOST})),
        ("/api/research", json!({"query": WHY, "sessionId": session, "customerId": "cust-003"})),
    ] {
        let (status, told) = web.json(rea, "post", path, body.clone()).await;
        assert!(status == 403 && told["detail"].as_str().unwrap().contains("belongs to mona"), "{body}: {told}");
    }
    let (status, read) = web.get(rea, &path).await;
    assert_eq!((status, read["runs"].as_array().map(Vec::len)), (200, Some(1)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proposal_is_changed_with_the_owners_view() {
    let desk = Desk::start().await;
    let (web, rea) = (Web::of(&desk.app), &desk.rea);
    let question = json!({"query": "Open a case for Hartmann Logistik about crashes of the app"});
    let waiting = ask(&web, &desk.mona, "/api/research", question).await;
    assert_eq!(waiting["status"], "waiting", "{waiting}");
    let (run, approval) = (&waiting["runId"], &waiting["approvals"][0]);
    let path = format!("/api/research/runs/{}/approvals/{}", run.as_str().unwrap(), approval["id"].as_str().unwrap());
    let mut theirs = approval["args"].clone();
    theirs["customerId"] = json!("cust-003");
    theirs["communicationIds"] = json!(["comm-90000"]);
    let (status, refused) = web.json(rea, "post", &path, json!({"decision": "edit", "args": theirs})).await;
    assert_eq!((status, &refused["field"]), (400, &json!("args")), "{refused}");
    assert!(THEIRS.iter().all(|theirs| !refused.to_string().contains(theirs)), "{refused}");
    // What is of the owner's customers is taken.
    let mut own = approval["args"].clone();
    own["title"] = json!("Crash when a statement is opened");
    let (status, decided) = web.json(rea, "post", &path, json!({"decision": "edit", "args": own})).await;
    assert_eq!(status, 200, "{decided}");
}
