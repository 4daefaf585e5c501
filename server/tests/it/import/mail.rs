//! Letters of strangers: they replace nobody's, become nobody else's, and say that their sender is not proven.

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

/// The letters that are stored: whose they are, what they say, and their marks.
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
    assert!(before.attributes.get(SENDER).is_none() && before.attributes.get(MESSAGE_ID).is_none(), "{before:?}");
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

/// What an earlier version stored stays under its ids.
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
        let found = app.services.agent.look("get_record", json!({"id": letter.id})).await.unwrap();
        let source = found.sources.iter().find(|source| source.id == letter.id).unwrap();
        assert_eq!(source.unauthenticated, address.starts_with("mallory"), "{source:?}");
    }
}
