//! Ids of one data set that look like those of another: nothing is replaced, and refused rows are reported.

use server::import::engine::{Options, Summary};
use server::import::mapped::{Choice, Form};
use server::store::Db;
use server::store::records::{case, communication, customer};

use super::tables::{file, mapping, read};
use crate::postgres::on_both;

on_both!(nothing_of_another_data_set_is_replaced);

async fn nothing_of_another_data_set_is_replaced(database: &str) {
    let (db, dir) = (Db::open(database).await.unwrap(), tempfile::tempdir().unwrap());
    let import = async |name: &str, text: &str, choice: Choice| -> Summary {
        read(&db, &file(dir.path(), name, text), Form::Csv, choice, &Options::default()).await
    };
    let guessed = Choice::default;
    let people = "Customer ID,Name,Tier,Sector\n130,Acme AG,Gold,industry\n";
    assert_eq!(import("crm.csv", people, guessed()).await.new, 1);

    // A file of messages that is called like the beginning of customers' ids, with a number that a customer has.
    let text = "id,customer,date,text\n130,Bolt,2024-11-03,Where is my card?\n";
    assert_eq!(import("cust.csv", text, guessed()).await.new, 1);
    assert_eq!(communication(&db, "cust_-130").await.unwrap().body, "Where is my card?");
    assert!(communication(&db, "cust-130").await.is_err());

    // Where one name ends and the other begins is not open.
    let row = |id: &str, text: &str| format!("id,customer,date,text\n{id},Bolt,2024-11-03,{text}\n");
    assert_eq!(import("a.csv", &row("b-1", "the first"), guessed()).await.new, 1);
    assert_eq!(import("a-b.csv", &row("1", "the second"), guessed()).await.new, 1);
    for (id, body) in [("a-b-1", "the first"), ("a_b-1", "the second")] {
        assert_eq!(communication(&db, id).await.unwrap().body, body);
    }

    // Ids that are the same all the same: with the files' own ids, and of customers.
    let whole = || {
        mapping(
            "row = \"communication\"\nwhole_ids = true\n[columns]\nid = \"id\"\ncustomer = \"customer\"\nat = \"date\"\nbody = \"text\"\n",
        )
    };
    let left = import("whole.csv", &row("a-b-1", "the third"), whole()).await;
    assert_eq!((left.new, left.changed, left.bad_rows()), (0, 0, 1), "{left:?}");
    assert_eq!(left.bad["of another data set"], 1);
    assert_eq!(communication(&db, "a-b-1").await.unwrap().body, "the first");
    let others = "Customer ID,Name,Tier,Sector\n130,Mallory Ltd,Platinum,crime\n131,Cargo,Silver,freight\n";
    let left = import("erp.csv", others, guessed()).await;
    assert_eq!((left.new, left.bad_rows()), (1, 1), "{left:?}");
    assert_eq!(customer(&db, "cust-130").await.unwrap().name, "Acme AG");
    let opens = "row = \"communication\"\nwhole_ids = true\nopens_case = true\n[columns]\nid = \"id\"\ncustomer = \"customer\"\nat = \"date\"\nbody = \"text\"\nsubject = \"text\"\n";
    assert_eq!(import("first.csv", &row("77", "opened first"), mapping(opens)).await.new, 1);
    assert_eq!(import("second.csv", &row("77", "opened second"), mapping(opens)).await.bad_rows(), 1);
    assert_eq!(case(&db, "77").await.unwrap().title, "opened first");

    // Whom messages only name, a file of customers says more of; and again, and no other file after it.
    let named = "id,customer_id,customer,date,text\n1,140,Dune,2024-11-03,Hello\n";
    assert_eq!(import("mails.csv", named, guessed()).await.new, 1);
    let dune = "Customer ID,Name,Tier,Sector\n140,Dune SE,Gold,sand\n";
    assert_eq!(import("crm2.csv", dune, guessed()).await.bad_rows(), 0);
    assert_eq!(customer(&db, "cust-140").await.unwrap().segment, "sand");
    assert_eq!(import("crm3.csv", &dune.replace("sand", "glass"), guessed()).await.bad_rows(), 1);
    assert_eq!(customer(&db, "cust-140").await.unwrap().segment, "sand");
}
