//! Importing rows of any form, and mail, into a real database.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Parser;
use model::record::*;
use server::import::engine::{Ending, Import, Options, RecordKind, Summary};
use server::import::mapped::{self, Choice, Form, Mapping};
use server::query::presets;
use server::query::subset::Subset;
use server::store::records::{case, communication, customer, customer_names, document, totals};
use server::store::{Db, changes};
use tokio_util::sync::CancellationToken;

use crate::postgres::Postgres;

/// 22 November 2026, noon UTC.
const NOW: i64 = 1_795_348_800_000;

const TICKETS: &str = "Ticket;Client;Opened;Via;Prio;Subject;Text;Country\n\
    7;Acme AG;03.11.2024 08:15;E-Mail;P1;Card;\"This is terrible.\nI was charged twice, and nobody answers.\";CH\n\
    8;Bolt;04.11.2024 09:00;Pigeon;P2;Loan;Where is it?;DE\n\
    9;ACME ag;05.11.2024 10:00;Phone;;Thanks;;\n";

pub fn file(dir: &Path, name: &str, text: &str) -> PathBuf {
    let path = dir.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

async fn known(db: &Db) -> HashMap<String, String> {
    customer_names(db).await.unwrap().into_iter().map(|(id, name)| (slug(&name), id)).collect()
}

pub async fn read(db: &Db, path: &Path, form: Form, choice: Choice, options: &Options) -> Summary {
    let tiers = server::store::records::tiers(db).await.unwrap();
    let choice = Choice { customers: known(db).await, tiers, ..choice };
    let table = mapped::open(path, form, choice, NOW).unwrap();
    let (options, stop) = (options.clone(), &CancellationToken::new());
    Import { db, options, enricher: Arc::default(), now: NOW, stop }.file(table.opened(), |_| {}).await.unwrap()
}

pub fn mapping(text: &str) -> Choice {
    Choice { mapping: Some(Mapping::read(text).unwrap()), ..Choice::default() }
}

#[tokio::test]
async fn rows_become_messages_on_sqlite() {
    rows_become_messages(&Db::open("sqlite::memory:").await.unwrap()).await;
}

#[tokio::test]
async fn rows_become_messages_on_postgres() {
    let server = Postgres::start();
    rows_become_messages(&Db::open(&server.database("tables").await).await.unwrap()).await;
}

async fn rows_become_messages(db: &Db) {
    let dir = tempfile::tempdir().unwrap();
    let people = file(dir.path(), "crm.csv", "Customer ID,Name,Tier,Sector\nA-1,Acme AG,Gold,industry\n");
    let summary = read(db, &people, Form::Csv, Choice::default(), &Options::default()).await;
    assert_eq!((summary.rows, summary.new, summary.bad_rows()), (1, 1, 0));

    let path = file(dir.path(), "tickets.csv", TICKETS);
    let choice = || {
        mapping(
            "row = \"communication\"\nsource = \"desk\"\n[columns]\nid = \"Ticket\"\ncustomer = \"Client\"\n\
             at = \"Opened\"\nchannel = \"Via\"\nsubject = \"Subject\"\nbody = \"Text\"\n\
             [defaults]\nkind = \"complaint\"\n",
        )
    };
    let summary = read(db, &path, Form::Csv, choice(), &Options::default()).await;
    assert_eq!((summary.rows, summary.new, summary.bad_rows(), summary.topics_named), (3, 2, 1, 1));
    assert_eq!(summary.bad["value not known"], 1, "no channel is a pigeon");
    assert_eq!(changes::last_day(db).await.unwrap().map(|d| d.to_string()), Some("2024-11-05".into()));

    let first = communication(db, "desk-7").await.unwrap();
    assert_eq!((first.channel, first.kind), (Channel::Email, Kind::Complaint));
    assert_eq!(first.customer_id, "cust-a-1", "a name means the customer that is there already");
    assert_eq!((first.day.to_string(), first.at), ("2024-11-03".into(), 1_730_621_700_000));
    assert_eq!(first.sentiment, Some(Sentiment::Negative));
    assert_eq!(first.subcategory.as_deref(), Some("Paid twice"), "by its words: the file names no topic");
    let kept = [("country", "CH"), ("labelled_by", "words"), ("language", "eng"), ("prio", "P1")];
    assert_eq!(first.attributes, kept.map(|(a, b)| (a.to_owned(), b.to_owned())).into());
    let there = customer(db, "cust-a-1").await.unwrap();
    assert_eq!((there.tier, there.segment.as_str()), (Tier::Gold, "industry"), "a message overwrites no customer");

    // the file says nothing of tiers, the store does; a customer of no known tier has no SLA.
    let work = file(
        dir.path(),
        "work.csv",
        "Case;Client;Opened;What\n1;Acme AG;03.11.2024 08:15;Card\n2;Bolt;03.11.2024 08:15;Loan\n",
    );
    let cases = mapping(
        "row = \"case\"\nsource = \"desk\"\n[columns]\nid = \"Case\"\ncustomer = \"Client\"\ncreated_at = \"Opened\"\n\
         title = \"What\"\n",
    );
    assert_eq!(read(db, &work, Form::Csv, cases, &Options::default()).await.new, 2);
    let (gold, unknown) = (case(db, "case-desk-1").await.unwrap(), case(db, "case-desk-2").await.unwrap());
    assert_eq!((gold.priority, unknown.priority), (Priority::Medium, Priority::Low));
    assert_eq!(gold.sla_deadline, Some(gold.created_at + 8 * 3_600_000));
    assert_eq!(unknown.sla_deadline, None);
    let on = |day: &str| (gold.is_breached(day.parse().unwrap()), unknown.is_breached(day.parse().unwrap()));
    assert_eq!(on("2024-11-03"), (Some(false), None));
    assert_eq!(on("2024-11-22"), (Some(true), None), "nineteen days past its eight hours");
    let all = Subset { as_of: "2024-11-22".parse().unwrap(), ..Subset::default() };
    let late = presets::sla(db, &all, presets::GroupBy::Category).await.unwrap();
    assert_eq!(late.iter().map(|r| (r.total, r.breached)).collect::<Vec<_>>(), [(1, 1)]);
    assert_eq!(server::store::records::called(db, "1").await.unwrap(), [(true, "case-desk-1".to_owned())]);

    cases_are_as_urgent_as_they_sound(db, dir.path()).await;

    let again = read(db, &path, Form::Csv, choice(), &Options::default()).await;
    assert_eq!((again.new, again.changed, again.unchanged), (0, 0, 2));
    std::fs::write(&path, TICKETS.replace("Pigeon", "fax").replace("Thanks", "Thank you")).unwrap();
    let changed = read(db, &path, Form::Csv, choice(), &Options::default()).await;
    assert_eq!((changed.new, changed.changed, changed.unchanged, changed.bad_rows()), (1, 1, 1, 0));
}

#[tokio::test]
async fn lines_of_json_become_cases_and_documents() {
    let (db, dir) = (Db::open("sqlite::memory:").await.unwrap(), tempfile::tempdir().unwrap());
    let text = "{\"key\":\"C-1\",\"fields\":{\"client\":{\"name\":\"Ann\"},\"title\":\"Card\",\"prio\":\"2 - High\"},\
        \"opened\":\"2024-11-03T08:00:00Z\",\"closed\":\"2024-11-04T08:00:00Z\",\"tier\":\"gold\"}\nnot json\n[1]\n\n\
        {\"key\":\"C-2\",\"opened\":\"soon\",\"fields\":{\"client\":{\"name\":\"Ann\"},\"title\":\"Loan\"}}\n";
    let path = file(dir.path(), "cases.jsonl", text);
    let choice = mapping(
        "row = \"case\"\n[columns]\nid = \"key\"\ncustomer = \"fields.client.name\"\ntitle = \"fields.title\"\n\
         priority = \"fields.prio\"\ncreated_at = \"opened\"\nresolved_at = \"closed\"\ncustomer_tier = \"tier\"\n",
    );
    let summary = read(&db, &path, Form::JsonLines, choice, &Options::default()).await;
    assert_eq!((summary.rows, summary.new), (4, 1));
    assert_eq!(summary.bad, [("not JSON", 1), ("no JSON object", 1), ("date not readable", 1)].into());
    let made = case(&db, "case-cases-C-1").await.unwrap();
    assert_eq!((made.priority, made.status), (Priority::High, CaseStatus::Resolved));
    assert_eq!(made.sla_deadline, Some(made.created_at + 8 * 3_600_000), "gold has eight hours");
    assert!(made.sla_breached);

    let text = "{\"title\":\"Fees\",\"content\":\"# Cards\\n\\nA card is free.\\n\\n# Loans\\n\\nA loan is not.\",\"id\":\"f\"}\n";
    let path = file(dir.path(), "articles.jsonl", text);
    let choice = Choice { row: Some(RecordKind::Document), ..Choice::default() };
    assert_eq!(read(&db, &path, Form::JsonLines, choice, &Options::default()).await.new, 1);
    let made = document(&db, "articles-f").await.unwrap();
    let headings: Vec<_> = made.chunks.iter().map(|c| c.heading.as_deref()).collect();
    assert_eq!(headings, [Some("Cards"), Some("Loans")]);
}

#[tokio::test]
async fn a_stopped_table_goes_on_where_it_was() {
    let (db, dir) = (Db::open("sqlite::memory:").await.unwrap(), tempfile::tempdir().unwrap());
    let rows: String = (0..5_000).map(|i| format!("{},cust {},2024-02-29,row {i}\n", i / 2 * 2, i % 7)).collect();
    let path = file(dir.path(), "a.csv", &format!("id,customer,date,text\n{rows}"));
    let some = Options { limit: Some(3_001), ..Options::default() };
    let first = read(&db, &path, Form::Csv, Choice::default(), &some).await;
    assert!(matches!(first.ending, Ending::Stopped));
    let second = read(&db, &path, Form::Csv, Choice::default(), &Options::default()).await;
    assert_eq!((second.resumed_at, second.rows, second.new), (3_001, 1_999, 999));
    assert_eq!(first.bad_rows() + second.bad_rows(), 2_500, "ids seen before the stop are still known");
    assert_eq!(totals(&db).await.unwrap().communications, 2_500);
    assert_eq!(customer_names(&db).await.unwrap().len(), 7);
}

#[derive(clap::Parser)]
struct Line {
    #[command(flatten)]
    import: server::cmd::import::Args,
}

pub async fn command(db: &Db, words: &[&str]) -> Result<(), String> {
    let args = Line::try_parse_from([&["import"], words].concat()).map_err(|e| e.to_string())?;
    server::cmd::import::run(db, args.import).await.map_err(|e| format!("{e:#}"))
}

#[tokio::test]
async fn what_cannot_be_understood_says_what_to_do() {
    let (db, dir) = (Db::open("sqlite::memory:").await.unwrap(), tempfile::tempdir().unwrap());
    let path = |name: &str, text: &str| file(dir.path(), name, text).display().to_string();
    let (odd, good) = (path("odd.csv", "a,b\n1,2\n"), path("good.csv", TICKETS));
    let (map, list) = (path("map.toml", "[columns]\nbody = \"Txt\"\n"), path("list.json", "[{\"a\":1}]"));
    let words = path("words.txt", "only words\n");
    for (words, part) in [
        (vec!["csv", &odd], "[columns]"),
        (vec!["csv", &good, "--map", &map], "a column \"Txt\", which the file does not have. It has: Ticket, Client"),
        (vec!["csv", &good, "--map", &odd], "odd.csv"),
        (vec!["csv", &good, "--map", "no.toml"], "no.toml cannot be read"),
        (vec!["jsonl", &good], "import csv"),
        (vec!["jsonl", &list], "jq"),
        (vec!["csv", &list], "import jsonl"),
        (vec!["mbox", &words], "mbox"),
    ] {
        let error = command(&db, &words).await.unwrap_err();
        assert!(error.contains(part), "{words:?}: {error}");
    }
    command(&db, &["csv", &good, "--rows", "communication", "--dry-run"]).await.unwrap();
    assert_eq!(totals(&db).await.unwrap().communications, 0, "a dry run stores nothing");
    let letter = path("a.eml", "From: Ann <ann@x.org>\nDate: Mon, 3 Nov 2014 10:00:00 +0000\n\nHi\n");
    command(&db, &["eml", &letter, "--own", "bank.example"]).await.unwrap();
    let id = server::store::imports::addresses(&db).await.unwrap().remove(0).0;
    assert!(!id.contains("ann"), "an id tells nobody's address: {id}");
    assert_eq!(customer_names(&db).await.unwrap(), [(id, "Ann <ann@x.org>".to_owned())]);
}

/// without a column of priorities, tier and sentiment decide; with one, it does.
async fn cases_are_as_urgent_as_they_sound(db: &Db, dir: &Path) {
    let said = "Nr;Client;Opened;Of;Text\n90;Acme AG;03.11.2024 08:00;1;This is a terrible fraud and I hate it.\n";
    let talk = mapping(
        "row = \"communication\"\nsource = \"desk\"\n[columns]\nid = \"Nr\"\ncustomer = \"Client\"\nat = \"Opened\"\n\
         case_id = \"Of\"\nbody = \"Text\"\n",
    );
    read(db, &file(dir, "talk.csv", said), Form::Csv, talk, &Options::default()).await;
    let rows = "Case;Client;Opened;What;Prio\n1;Acme AG;03.11.2024 08:15;Card;low\n\
        3;Bolt;03.11.2024 08:15;This is terrible, I was lied to;low\n4;Bolt;03.11.2024 08:15;Loan;low\n";
    let columns = "row = \"case\"\nsource = \"desk\"\n[columns]\nid = \"Case\"\ncustomer = \"Client\"\n\
        created_at = \"Opened\"\ntitle = \"What\"\n";
    let work = file(dir, "urgent.csv", rows);
    read(db, &work, Form::Csv, mapping(columns), &Options::default()).await;
    let mut found = Vec::new();
    for id in ["case-desk-1", "case-desk-3", "case-desk-4"] {
        found.push(case(db, id).await.unwrap().priority);
    }
    // By its message and its customer's tier; by its own words; by neither.
    assert_eq!(found, [Priority::High, Priority::Medium, Priority::Low]);
    let given = format!("{columns}priority = \"Prio\"\n");
    read(db, &work, Form::Csv, mapping(&given), &Options::default()).await;
    assert_eq!(case(db, "case-desk-1").await.unwrap().priority, Priority::Low);
}
