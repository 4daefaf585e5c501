//! The real public exports, if available; counted a second time with nothing but a CSV reader.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::read::MultiGzDecoder;
use model::record::Sentiment;
use server::import::cfpb;
use server::import::engine::{Ending, Import, Options, Summary};
use server::import::sentiment::Lexicon;
use server::store::{Db, changes};
use tokio_util::sync::CancellationToken;

fn real(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")).join(name);
    if !path.exists() {
        println!("SKIPPED: shared/data is not there");
        return None;
    }
    Some(path)
}

/// Rows for which `wanted` holds, by the named columns.
fn count(path: &Path, columns: [&str; 2], wanted: impl Fn([&str; 2]) -> bool) -> i64 {
    let mut reader = csv::Reader::from_reader(MultiGzDecoder::new(std::fs::File::open(path).unwrap()));
    let header = reader.headers().unwrap().clone();
    let at = columns.map(|c| header.iter().position(|h| h == c).unwrap());
    reader.records().map(Result::unwrap).filter(|r| wanted(at.map(|i| &r[i]))).count() as i64
}

async fn read(db: &Db, path: &Path) -> Summary {
    let now = 1_795_348_800_000;
    let (options, stop) = (Options::default(), &CancellationToken::new());
    let export = cfpb::open(path, None, now).unwrap();
    Import { db, options, enricher: Arc::default(), now, stop }.file(export.opened, |_| {}).await.unwrap()
}

async fn stored(db: &Db, sql: &str) -> i64 {
    let Db::Sqlite { read, .. } = db else { unreachable!() };
    sqlx::query_scalar(sql).fetch_one(read).await.unwrap()
}

#[tokio::test]
async fn both_real_exports_are_counted_right() {
    let (Some(full), Some(short)) =
        (real("cfpb-complaints/complaints.csv.gz"), real("cfpb-complaints/bank_of_america_complaints.csv.gz"))
    else {
        return;
    };
    let db = Db::open("sqlite::memory:").await.unwrap();
    let summary = read(&db, &full).await;
    assert!(matches!(summary.ending, Ending::Complete));
    assert_eq!((summary.rows, summary.new, summary.bad_rows()), (21_883, 21_883, 0));
    assert_eq!(changes::last_day(&db).await.unwrap(), summary.last_day);

    let mortgages = count(&full, ["Product", "Date received"], |[p, d]| p == "Mortgage" && d.starts_with("2014-11"));
    assert!(mortgages > 0);
    let sql = "SELECT COUNT(*) FROM communications WHERE product = 'mortgage' AND substr(day, 1, 7) = '2014-11'";
    assert_eq!(stored(&db, sql).await, mortgages);
    let late = count(&full, ["Timely response?", "State"], |[t, _]| t == "No");
    assert_eq!(stored(&db, "SELECT COUNT(*) FROM cases WHERE sla_breached").await, late);
    let told = count(&full, ["Consumer complaint narrative", "State"], |[n, _]| !n.trim().is_empty());
    assert_eq!(stored(&db, "SELECT COUNT(*) FROM communications WHERE body <> ''").await, told);

    let summary = read(&db, &short).await;
    assert_eq!((summary.rows, summary.new + summary.kept, summary.bad_rows()), (49_995, 49_995, 0));
    assert!(cfpb::open(&short, None, 0).unwrap().unnamed);
    assert!(summary.kept > 0 && summary.kept < 1_000, "{summary:?}");
    let again = read(&db, &short).await;
    assert_eq!((again.new, again.changed, again.kept), (0, 0, summary.kept));
}

/// How far the word list can be trusted, on customers' sentences labelled by people.
#[test]
fn the_word_list_is_mostly_right_about_reviews() {
    let Some(path) = real("sentiment-customer-reviews/sentences.csv") else { return };
    let (lexicon, mut right, mut wrong, mut undecided) = (Lexicon::default(), 0, 0, 0);
    for row in csv::Reader::from_path(path).unwrap().records().map(Result::unwrap) {
        match lexicon.score(&row[1]).map(|(sentiment, _)| sentiment) {
            None | Some(Sentiment::Neutral) => undecided += 1,
            Some(sentiment) if sentiment.as_str() == &row[2] => right += 1,
            Some(_) => wrong += 1,
        }
    }
    println!("right {right}, wrong {wrong}, neither {undecided}");
    assert!(right > 5 * wrong && right > 2 * undecided, "right {right}, wrong {wrong}, neither {undecided}");
}
