//! Importing complaint exports into a real database, including the demo's own import.

mod collisions;
mod files;
mod mail;
mod numbers;
mod page;
mod real;
mod recorded;
mod tables;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Parser;
use demo::bank::{SEED, generate};
use flate2::Compression;
use flate2::write::GzEncoder;
use model::record::*;
use server::import::cfpb;
use server::import::engine::{Ending, Import, News, Options, Summary};
use server::import::enrich::LANGUAGE;
use server::import::error::ImportError;
use server::import::signals::SIGNAL;
use server::store::records::{case, communication, customer_names, totals};
use server::store::{Db, changes, records};
use tokio_util::sync::CancellationToken;

/// 22 November 2026, noon UTC.
const NOW: i64 = 1_795_348_800_000;

const FULL: &str = "Complaint ID,Date received,Product,Issue,Consumer complaint narrative,Company,Date sent to company,\
    Company response to consumer,Timely response?\n";
const SHORT: &str = "Complaint ID,Submitted via,Date submitted,Date received,State,Product,Issue,Timely response?\n";

async fn memory() -> Db {
    Db::open("sqlite::memory:").await.unwrap()
}

fn file(dir: &Path, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = dir.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

async fn read(db: &Db, path: &Path, options: &Options) -> Result<Summary, ImportError> {
    import(db, path, options, &CancellationToken::new(), |_| {}).await
}

async fn import(
    db: &Db,
    path: &Path,
    options: &Options,
    stop: &CancellationToken,
    tell: impl FnMut(News<'_>),
) -> Result<Summary, ImportError> {
    let import = Import { db, options: options.clone(), enricher: Arc::default(), now: NOW, stop };
    import.file(cfpb::open(path, None, NOW)?.opened, tell).await
}

/// Likewise for a file whose company is named by the user.
async fn read_of(db: &Db, path: &Path, company: &str) -> Summary {
    let export = cfpb::open(path, Some(company), NOW).unwrap();
    assert!(!export.unnamed);
    let (options, stop) = (Options::default(), &CancellationToken::new());
    Import { db, options, enricher: Arc::default(), now: NOW, stop }.file(export.opened, |_| {}).await.unwrap()
}

/// An export of `rows` complaints; every seventh is repeated and every tenth has no day.
fn export(rows: u32) -> String {
    let row = |i: u32| {
        let (id, day) = (if i % 7 == 6 { i - 1 } else { i }, if i % 10 == 9 { "" } else { "2024-02-29" });
        let company = if i.is_multiple_of(2) { "CITI CO." } else { "Citi Co" };
        format!("{id},{day},Loan {},Fees,\"row {i}\nis bad\",{company},2024-03-01,Closed,Yes\n", i % 3)
    };
    FULL.to_owned() + &(0..rows).map(row).collect::<String>()
}

fn figures(s: &Summary) -> (u64, u64, u64, u64, u64) {
    (s.rows, s.new, s.changed, s.unchanged, s.bad_rows())
}

#[tokio::test]
async fn a_second_import_changes_nothing() {
    let (db, dir) = (memory().await, tempfile::tempdir().unwrap());
    let path = file(dir.path(), "a.csv", export(5_000));
    let first = read(&db, &path, &Options::default()).await.unwrap();
    assert!(matches!(first.ending, Ending::Complete));
    assert_eq!((first.rows, first.new + first.bad_rows(), first.changed, first.unchanged), (5_000, 5_000, 0, 0));
    assert_eq!(first.customers, 1, "two spellings are one customer");
    let stored = totals(&db).await.unwrap();
    assert_eq!((stored.communications as u64, stored.cases as u64), (first.new, first.new));

    let second = read(&db, &path, &Options::default()).await.unwrap();
    assert_eq!(figures(&second), (5_000, 0, 0, first.new, first.bad_rows()));
    assert_eq!((second.customers, second.resumed_at), (0, 0));
    assert_eq!(totals(&db).await.unwrap(), stored);
    assert_eq!(changes::last_day(&db).await.unwrap(), "2024-02-29".parse().ok());
    assert_eq!(customer_names(&db).await.unwrap(), [("cust-citi-co".to_owned(), "CITI CO.".to_owned())]);
}

#[tokio::test]
async fn a_changed_row_is_changed_and_a_new_one_new() {
    let (db, dir) = (memory().await, tempfile::tempdir().unwrap());
    let row = |id, response| format!("{id},2024-01-01,Loan,Fees,,Citi,2024-01-02,{response},Yes\n");
    let path = file(dir.path(), "a.csv", format!("{FULL}{}{}", row(1, "In progress"), row(2, "Closed")));
    read(&db, &path, &Options::default()).await.unwrap();
    file(dir.path(), "a.csv", format!("{FULL}{}{}{}", row(1, "Closed with explanation"), row(2, "Closed"), row(3, "")));
    let again = read(&db, &path, &Options::default()).await.unwrap();
    assert_eq!(figures(&again), (3, 1, 1, 1, 0));
    assert_eq!(case(&db, "case-cfpb-1").await.unwrap().status, CaseStatus::Closed);
    assert_eq!(communication(&db, "cfpb-3").await.unwrap().status, CommunicationStatus::Open);
}

/// Everything that an import stores in the database.
async fn contents(db: &Db, rows: u32) -> BTreeMap<String, (Communication, Case)> {
    let mut out = BTreeMap::new();
    for i in 0..rows {
        if let Ok(c) = communication(db, &format!("cfpb-{i}")).await {
            let case = case(db, c.case_id.as_deref().unwrap()).await.unwrap();
            out.insert(c.id.clone(), (c, case));
        }
    }
    out
}

#[tokio::test]
async fn a_stopped_import_goes_on_where_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let path = file(dir.path(), "a.csv", export(4_500));
    let whole = memory().await;
    let all = read(&whole, &path, &Options::default()).await.unwrap();

    let parts = memory().await;
    let some = Options { limit: Some(1_003), ..Options::default() };
    let first = read(&parts, &path, &some).await.unwrap();
    assert!(matches!(first.ending, Ending::Stopped) && first.rows == 1_003);

    // The second is stopped from outside after its first piece.
    let stop = CancellationToken::new();
    let mut went_on_at = 0;
    let second = import(&parts, &path, &Options::default(), &stop, |news| match news {
        News::Resumed { rows } => went_on_at = rows,
        News::Stored { .. } => stop.cancel(),
        _ => {}
    })
    .await
    .unwrap();
    assert_eq!((went_on_at, second.rows), (1_003, 2_000));
    assert!(matches!(second.ending, Ending::Stopped));

    let third = read(&parts, &path, &Options::default()).await.unwrap();
    assert_eq!((third.resumed_at, third.rows), (3_003, 1_497));
    assert!(matches!(third.ending, Ending::Complete));
    assert_eq!((first.new + second.new + third.new, second.changed, third.changed), (all.new, 0, 0));
    assert_eq!(first.bad_rows() + second.bad_rows() + third.bad_rows(), all.bad_rows());
    assert_eq!(contents(&parts, 4_500).await, contents(&whole, 4_500).await);
    assert_eq!(customer_names(&parts).await.unwrap(), customer_names(&whole).await.unwrap());

    let anew = Options { from_start: true, ..Options::default() };
    read(&parts, &path, &some).await.unwrap();
    assert_eq!(read(&parts, &path, &anew).await.unwrap().rows, 4_500);
}

#[tokio::test]
async fn a_broken_file_keeps_what_was_before_and_says_so() {
    let (db, dir) = (memory().await, tempfile::tempdir().unwrap());
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(export(20_000).as_bytes()).unwrap();
    let packed = packer.finish().unwrap();
    let path = file(dir.path(), "a.csv.gz", &packed[..packed.len() / 2]);
    let summary = read(&db, &path, &Options::default()).await.unwrap();
    let Ending::Broken(error) = &summary.ending else { panic!("{summary:?}") };
    assert!(error.to_string().contains("ends too early") && error.to_string().contains("are stored"), "{error}");
    let stored = totals(&db).await.unwrap().communications as u64;
    assert!(summary.rows > 2_000 && stored == summary.new && stored > 0, "{summary:?}");

    file(dir.path(), "a.csv.gz", &packed);
    let whole = read(&db, &path, &Options::default()).await.unwrap();
    assert!(matches!(whole.ending, Ending::Complete));
    assert_eq!((whole.rows, whole.unchanged), (20_000, stored));
}

#[tokio::test]
async fn a_short_form_takes_nothing_from_a_full_one() {
    let dir = tempfile::tempdir().unwrap();
    let full = file(dir.path(), "f.csv", format!("{FULL}5,2024-01-01,Loan,Fees,I am sad,Citi,2024-01-02,Closed,Yes\n"));
    let short = file(
        dir.path(),
        "s.csv",
        format!("{SHORT}5,Web,2024-01-01,2024-01-02,GA,Loan,Fees,Yes\n6,Fax,2024-01-01,2024-01-03,GA,Loan,Fees,No\n"),
    );
    let (one, other) = (memory().await, memory().await);
    read(&one, &full, &Options::default()).await.unwrap();
    let summary = read_of(&one, &short, "Citi Bank").await;
    assert_eq!((summary.kept, summary.new), (1, 1));
    assert!(cfpb::open(&short, None, NOW).unwrap().unnamed);
    read(&other, &short, &Options::default()).await.unwrap();
    let summary = read_of(&other, &short, "Citi Bank").await;
    assert_eq!((summary.kept, summary.changed), (0, 2), "the right name replaces \"Unnamed company\"");
    read(&other, &full, &Options::default()).await.unwrap();
    for db in [&one, &other] {
        let both = contents(db, 10).await;
        assert_eq!(both["cfpb-5"].0.customer_id, "cust-citi");
        assert_eq!(both["cfpb-5"].0.body, "I am sad");
        assert_eq!(both["cfpb-6"].0.customer_id, "cust-citi-bank");
        assert!(both["cfpb-6"].1.sla_breached);
    }
}

#[derive(clap::Parser)]
struct Line {
    #[command(flatten)]
    import: server::cmd::import::Args,
}

#[tokio::test]
async fn the_command_imports_what_it_can_and_fails_for_the_rest() {
    let (db, dir) = (memory().await, tempfile::tempdir().unwrap());
    let good = file(dir.path(), "good.csv", export(20));
    let bad = file(dir.path(), "bad.csv", "a,b\n1,2\n");
    let words = |files: &[&Path]| {
        let files = files.iter().map(|f| f.display().to_string());
        Line::try_parse_from(["import".to_owned(), "cfpb".to_owned()].into_iter().chain(files)).unwrap().import
    };
    let error = server::cmd::import::run(&db, words(&[&bad, dir.path(), &good])).await.unwrap_err().to_string();
    assert!(error.contains("2 of 3") && error.contains("no column") && error.contains("is a folder"), "{error}");
    assert!(totals(&db).await.unwrap().communications > 10);
    server::cmd::import::run(&db, words(&[&good])).await.unwrap();
    for wrong in [vec!["import"], vec!["import", "cfpb"], vec!["import", "cfpb", "--company", " . ", "a.csv"]] {
        assert!(Line::try_parse_from(wrong).is_err());
    }
}

/// The demo is imported by the ordinary import, and equals what was generated.
#[tokio::test]
async fn the_archive_is_stored_as_it_was_made_and_once() {
    let db = memory().await;
    let first = server::demo::bank(&db).await.unwrap();
    assert_eq!((first.new, first.changed), (6_000, 0));
    assert!(matches!(first.ending, Ending::Complete));
    let again = server::demo::bank(&db).await.unwrap();
    assert_eq!((again.new, again.changed, again.unchanged, again.customers), (0, 0, 6_000, 0));
    assert_eq!(changes::last_day(&db).await.unwrap(), "2026-01-31".parse().ok());

    let made = generate(SEED);
    assert_eq!(totals(&db).await.unwrap().communications, 6_000);
    assert_eq!(customer_names(&db).await.unwrap().len(), made.customers.len());
    for customer in made.customers {
        assert_eq!(records::customer(&db, &customer.id).await.unwrap(), customer);
    }
    for document in made.documents {
        assert_eq!(records::document(&db, &document.id).await.unwrap(), document);
    }
    for case in made.cases {
        assert_eq!(records::case(&db, &case.id).await.unwrap(), case);
    }
    for mut message in made.communications {
        // What an import finds out about a message: the language of its text, and what it announces.
        let stored = communication(&db, &message.id).await.unwrap();
        for found in [LANGUAGE, SIGNAL] {
            message.attributes.extend(stored.attributes.get(found).map(|value| (found.to_owned(), value.clone())));
        }
        assert_eq!(stored, message);
    }
}
