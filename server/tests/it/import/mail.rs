//! Letters from strangers: they replace nobody's letters, are assigned to nobody else, and are marked as
//! unauthenticated.

use std::path::Path;

use model::record::{Attributes, Communication, Customer, NOT_AUTHENTICATED, SENDER};
use serde_json::json;
use server::import::mail::known::MESSAGE_ID;
use server::store::records::{communications_after, customers};
use server::store::write::{self, Batch};
use server::store::{Db, imports};

use super::tables::command;
use crate::app::TestApp;
use crate::postgres::Postgres;

const ANN: &str = "Ann Lee <ann.lee@firm.example>";
const PROVEN: &str = "Authentication-Results: mx.bank.example; dmarc=pass header.from=firm.example\n";

fn letter(from: &str, id: &str, body: &str, headers: &str) -> String {
    format!(
        "From x Mon Nov  3 10:00:00 2014\n{headers}From: {from}\nTo: help@bank.example\nSubject: Fee\nMessage-ID: <{id}>\n\
         Date: Mon, 3 Nov 2014 10:00:00 +0000\n\n{body}\n\n"
    )
}

async fn import(db: &Db, folder: &Path, letters: &[String]) {
    let file = folder.join("box.mbox");
    std::fs::write(&file, letters.concat()).unwrap();
    command(db, &["mbox", file.to_str().unwrap(), "--own", "bank.example", "--from-start"]).await.unwrap();
}

/// The stored letters: their customers, their texts, and their marks.
async fn stored(db: &Db) -> Vec<(String, Communication)> {
    let mut all = Vec::new();
    for (_, letter) in
        communications_after(db, 0, "", 100).await.unwrap().into_iter().filter(|(_, c)| c.source == "mail")
    {
        let customer = customers(db, std::slice::from_ref(&letter.customer_id)).await.unwrap().remove(0);
        all.push((customer.attributes["email"].clone(), letter));
    }
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

async fn strangers(db: &Db) {
    let folder = tempfile::tempdir().unwrap();
    let own = letter(ANN, "orig-1@firm.example", "Please refund the fee. I am very happy otherwise.", PROVEN);
    let evil = letter("Mallory <mallory@evil.example>", "orig-1@firm.example", "I withdraw everything.", "");
    import(db, folder.path(), std::slice::from_ref(&own)).await;
    let before = stored(db).await.remove(0).1;
    assert!([SENDER, MESSAGE_ID].iter().all(|field| !before.attributes.contains_key(*field)), "{before:?}");
    import(db, folder.path(), std::slice::from_ref(&evil)).await;
    let check = async || {
        let all = stored(db).await;
        let [(ann, hers), (mallory, his)] = all.as_slice() else { panic!("{all:?}") };
        assert_eq!((ann.as_str(), mallory.as_str()), ("ann.lee@firm.example", "mallory@evil.example"));
        assert_eq!((&hers.id, &hers.customer_id, &hers.body), (&before.id, &before.customer_id, &before.body));
        assert_eq!(his.body, "I withdraw everything.");
        assert!(hers.attributes.contains_key(MESSAGE_ID) && his.attributes.contains_key(MESSAGE_ID), "{all:?}");
        assert_eq!(his.attributes[SENDER], NOT_AUTHENTICATED);
        assert!(!hers.attributes.contains_key(SENDER), "{hers:?}");
    };
    check().await;
    // In whatever order, in one box or two, and again.
    for letters in [vec![own.clone()], vec![evil.clone(), own.clone()], vec![own, evil]] {
        import(db, folder.path(), &letters).await;
        check().await;
    }
    // An address that only looks alike is another's, whatever name it bears.
    let alike = letter("Ann Lee <ann@lee-firm.example>", "2@lee-firm.example", "Close all accounts.", PROVEN);
    import(db, folder.path(), &[alike]).await;
    let all = stored(db).await;
    assert_eq!(
        all.iter().map(|(address, _)| address.as_str()).collect::<Vec<_>>(),
        ["ann.lee@firm.example", "ann@lee-firm.example", "mallory@evil.example"]
    );
    assert_eq!(all[1].1.attributes[SENDER], NOT_AUTHENTICATED, "a pass for another domain proves nothing");
    for (id, address) in imports::addresses(db).await.unwrap() {
        assert!(!id.contains(address.split('@').next().unwrap()), "{id}");
    }
    // Nor does a row of a file that knows a name alone mean who calls themself so.
    let table = folder.path().join("tickets.csv");
    std::fs::write(&table, "id,customer,date,body\n1,Ann Lee,2014-11-04,Hello there\n").unwrap();
    command(db, &["csv", table.to_str().unwrap()]).await.unwrap();
    let of_table =
        communications_after(db, 0, "", 100).await.unwrap().into_iter().find(|(_, c)| c.source != "mail").unwrap();
    assert!(all.iter().all(|(_, c)| c.customer_id != of_table.1.customer_id), "{of_table:?}");
}

/// Letters stored by an earlier version keep their ids.
async fn earlier(db: &Db) {
    let folder = tempfile::tempdir().unwrap();
    let own = letter(ANN, "orig-1@firm.example", "Please refund the fee.", PROVEN);
    let aside = Db::open("sqlite::memory:").await.unwrap();
    import(&aside, folder.path(), std::slice::from_ref(&own)).await;
    let (_, new) = stored(&aside).await.remove(0);
    let old = Communication { id: new.id[..21].to_owned(), customer_id: "cust-ann-lee-firm-example".into(), ..new };
    let ann = Customer {
        id: old.customer_id.clone(),
        name: "Ann Lee".into(),
        attributes: Attributes::from([("email".to_owned(), "ann.lee@firm.example".to_owned())]),
        source: "mail".into(),
        ..Customer::default()
    };
    let batch = Batch { customers: vec![ann.clone()], communications: vec![old.clone()], ..Batch::default() };
    write::store(db, &batch, 0).await.unwrap();
    let twin = Customer { id: "cust-twin".into(), ..ann };
    let twin = write::store(db, &Batch { customers: vec![twin], ..Batch::default() }, 0).await;
    assert!(twin.is_err(), "an address is one customer's");
    import(db, folder.path(), &[own]).await;
    let all = stored(db).await;
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!((&all[0].1.id, &all[0].1.customer_id), (&old.id, &old.customer_id));
}

#[tokio::test]
async fn letters_of_strangers_replace_nothing_and_become_nobody_elses() {
    strangers(&Db::open("sqlite::memory:").await.unwrap()).await;
    earlier(&Db::open("sqlite::memory:").await.unwrap()).await;
    let server = Postgres::start();
    strangers(&Db::open(&server.database("strangers").await).await.unwrap()).await;
    earlier(&Db::open(&server.database("earlier").await).await.unwrap()).await;
}

#[tokio::test]
async fn an_unproven_sender_is_told_where_the_letter_is_evidence() {
    let app = TestApp::start().await;
    let folder = tempfile::tempdir().unwrap();
    let body = "The fee is wrong, and I want it back.";
    let both = [letter(ANN, "1@x", body, PROVEN), letter("Mallory <mallory@evil.example>", "2@x", body, "")];
    import(&app.services.db, folder.path(), &both).await;
    for (address, letter) in stored(&app.services.db).await {
        let found = app.services.agent.call_tool("get_record", json!({"id": letter.id})).await.unwrap();
        let source = found.sources.iter().find(|source| source.id == letter.id).unwrap();
        assert_eq!(source.unauthenticated, address.starts_with("mallory"), "{source:?}");
    }
}

/// Somebody who only shares a customer's name is distinguished by their address, and counts as nobody else.
async fn called_like_a_customer(app: &TestApp) {
    let folder = tempfile::tempdir().unwrap();
    let question = "How many messages did Hartmann Logistik send?";
    // The letters are older than all else, so that only the days differ.
    let figure = |body: &serde_json::Value| body["answer"].as_str().unwrap().split_once(',').unwrap().0.to_owned();
    let before = app.ask(question).await;
    let names = ["Hartmann Logistik <x@evil.example>", "Hartmann Logistik GmbH <y@evil.example>"];
    let letters: Vec<String> =
        (1..).zip(names).map(|(n, from)| letter(from, &format!("{n}@evil"), "We close all accounts.", "")).collect();
    import(&app.services.db, folder.path(), &letters).await;
    let after = app.ask(question).await;
    assert!(figure(&before).contains("10"), "{before}");
    assert_eq!(figure(&after), figure(&before), "{after}");
    for address in ["x@evil.example", "y@evil.example"] {
        assert!(!before.to_string().contains(address) && after.to_string().contains(address), "{address} in {after}");
    }
    // A tool that is given the name means the customer, and whoever lists names shows which is which.
    let (status, told) = app.post("/api/analysis/topics", json!({"customerId": "Hartmann Logistik"})).await;
    assert_eq!(status, 200, "{told}");
    assert!(!told.to_string().contains("evil.example"), "{told}");
    let listed = app.ask("How many messages by customer?").await.to_string();
    assert!(listed.contains("Hartmann Logistik <x@evil.example>"), "{listed}");

    // Two customers of one name.
    let table = folder.path().join("crm.csv");
    std::fs::write(&table, "Customer ID,Name,Tier,Sector\n7,Acme AG,Gold,tools\n8,Acme AG,Silver,tools\n").unwrap();
    command(&app.services.db, &["csv", table.to_str().unwrap()]).await.unwrap();
    let rows = "id,customer_id,customer,date,text\n1,7,Acme AG,2026-01-05,Hello\n2,8,Acme AG,2026-01-06,Hello again\n";
    let table = folder.path().join("talk.csv");
    std::fs::write(&table, rows).unwrap();
    command(&app.services.db, &["csv", table.to_str().unwrap()]).await.unwrap();
    let listed = app.ask("How many messages by customer?").await.to_string();
    assert!(listed.contains("Acme AG (cust-7)") && listed.contains("Acme AG (cust-8)"), "{listed}");
    let both = app.ask("How many messages did Acme AG send?").await;
    assert!(both.to_string().contains("Acme AG (cust-7); Acme AG (cust-8)"), "{both}");
    let (status, told) = app.post("/api/analysis/topics", json!({"customerId": "Acme AG"})).await;
    assert!(status != 200 && told.to_string().contains("Acme AG (cust-8)"), "{status} {told}");
}

/// An unproven letter in the firm's name counts as written by nobody.
#[tokio::test]
async fn who_writes_as_the_firm_promises_nothing() {
    let app = TestApp::start().await;
    let folder = tempfile::tempdir().unwrap();
    let body = "Dear Ann, we committed to pay you 10,000 euros by Friday. You were promised that.";
    let ours = |id: &str, headers: &str| {
        letter("Help <help@bank.example>", id, body, headers).replace("To: help@bank.example", &format!("To: {ANN}"))
    };
    let proven = "Authentication-Results: mx.bank.example; dmarc=pass header.from=bank.example\n";
    import(&app.services.db, folder.path(), &[ours("forged@bank.example", "Received: from evil.example\n")]).await;
    let (_, forged) = stored(&app.services.db).await.remove(0);
    assert_eq!((&*forged.attributes["direction"], &*forged.attributes[SENDER]), ("unproven", NOT_AUTHENTICATED));
    let promises = async || {
        let sheet =
            app.services.agent.call_tool("call_sheet", json!({"customerId": forged.customer_id})).await.unwrap();
        sheet.data["promises"].as_array().unwrap().len()
    };
    assert_eq!(promises().await, 0);
    import(&app.services.db, folder.path(), &[ours("real@bank.example", proven)]).await;
    assert_eq!(promises().await, 1);
    // Whoever imports vouches for a folder of what the firm has sent.
    let file = folder.path().join("sent.mbox");
    std::fs::write(&file, ours("own@bank.example", "")).unwrap();
    command(&app.services.db, &["mbox", file.to_str().unwrap(), "--own", "bank.example", "--sent"]).await.unwrap();
    let mut directions: Vec<_> =
        stored(&app.services.db).await.into_iter().map(|(_, c)| c.attributes["direction"].clone()).collect();
    directions.sort();
    assert_eq!(directions, ["sent", "sent", "unproven"]);
}

/// A letter without a date is dated by other evidence.
#[tokio::test]
async fn a_letter_without_a_date_is_not_lost() {
    let db = Db::open("sqlite::memory:").await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let undated = |id: &str, line: &str, headers: &str| {
        letter(ANN, id, "Hello", headers)
            .replace("Date: Mon, 3 Nov 2014 10:00:00 +0000\n", "")
            .replace("From x Mon Nov  3 10:00:00 2014", line)
    };
    let received = "Received: from a by b; Wed, 5 Nov 2014 09:00:00 +0000\n";
    let all = [
        undated("1@x", "From x Tue Nov  4 08:00:00 2014", received),
        undated("2@x", "From x 2014", received),
        undated("3@x", "From x 2014", ""),
    ];
    import(&db, folder.path(), &all).await;
    let mut days: Vec<_> =
        stored(&db).await.into_iter().map(|(_, c)| (c.day.to_string(), c.attributes["dated_by"].clone())).collect();
    days.sort();
    let wanted = [("2014-11-04", "mailbox"), ("2014-11-05", "received header")];
    assert_eq!(days, wanted.map(|(day, by)| (day.to_owned(), by.to_owned())));
}

crate::postgres::on_both!(app called_like_a_customer as called_like_a_customer_on_sqlite, called_like_a_customer_on_postgres);
