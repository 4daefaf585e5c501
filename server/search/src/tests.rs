//! The index on a real store: search, filters, following changes, sharing a folder, repairing damage.

use std::path::Path;
use std::sync::{LazyLock, Mutex};

use model::record::*;
use model::time::{DateRange, noon};
use proptest::prelude::*;
use tokio_util::sync::CancellationToken;

use super::*;
use store::write::{self, Batch};
use store::{Db, changes};

pub(super) fn message(id: &str, day: &str, body: &str) -> Communication {
    let day = day.parse().unwrap();
    Communication {
        id: id.into(),
        customer_id: "c1".into(),
        channel: Channel::Email,
        kind: Kind::Complaint,
        product: Some("mobile-banking".into()),
        body: body.into(),
        at: noon(day),
        day,
        source: "test".into(),
        ..Communication::default()
    }
}

fn customer(id: &str, name: &str) -> Customer {
    Customer { id: id.into(), name: name.into(), tier: Tier::Gold, source: "test".into(), ..Customer::default() }
}

pub(super) fn note(id: &str, title: &str, texts: &[&str]) -> Document {
    let chunk = |(i, text): (usize, &&str)| Chunk {
        id: format!("{id}#{}", i + 1),
        position: i as u32 + 1,
        heading: None,
        text: (*text).into(),
    };
    Document {
        id: id.into(),
        kind: DocumentKind::ReleaseNote,
        title: title.into(),
        product: Some("mobile-banking".into()),
        day: "2026-01-15".parse().unwrap(),
        source: "test".into(),
        chunks: texts.iter().enumerate().map(chunk).collect(),
    }
}

pub(super) async fn filled() -> Db {
    let db = Db::open("sqlite::memory:").await.unwrap();
    let mut other = message("m4", "2026-01-20", "The fee for my card is wrong");
    other.customer_id = "c2".into();
    other.channel = Channel::Phone;
    other.product = Some("credit-card".into());
    let batch = Batch {
        customers: vec![customer("c1", "Aldermoor Textiles"), customer("c2", "Northgate Foods")],
        communications: vec![
            message("m1", "2026-01-10", "The app crashes after login"),
            message("m2", "2026-01-16", "App crash, app crash, app crash"),
            message("m3", "2026-01-17", "I cannot log in since the update"),
            other,
        ],
        documents: vec![note("d1", "Release 4.2", &["The update changes how login works", "Known problems: crashes"])],
        ..Batch::default()
    };
    write::store(&db, &batch, 0).await.unwrap();
    db
}

async fn caught_up(db: &Db, folder: Option<&Path>) -> Search {
    let search = Search::open(folder).unwrap();
    search.catch_up(db, |_, _| {}).await.unwrap();
    search
}

pub(super) fn query(text: &str) -> SearchQuery {
    SearchQuery { text: text.into(), limit: 10, ..SearchQuery::default() }
}

fn ids(search: &Search, query: SearchQuery) -> Vec<String> {
    search.find(&query).unwrap().hits.into_iter().map(|h| h.id).collect()
}

#[tokio::test]
async fn finds_ranks_and_counts() {
    let search = caught_up(&filled().await, None).await;
    let found = search.find(&query("apps crashing")).unwrap();
    assert_eq!(found.hits[0].id, "m2");
    assert_eq!(found.hits[0].relevance, 1.0);
    assert!(found.hits.windows(2).all(|w| w[0].score >= w[1].score));
    // "app" and "crash" both occur in m1 and m2; the second part of the note has only "crashes".
    assert_eq!((found.matching_all, found.matching_any), (2, 3));
    assert_eq!((found.communications_all, found.communications_any), (2, 2));
    let chunk = found.hits.iter().find(|h| h.kind == HitKind::Chunk).unwrap();
    assert_eq!(chunk.id, "d1#2");
    assert_eq!(ids(&search, query("northgate")), ["m4"], "the customer's name is searched too");
}

/// Writes while the index is built: new records, one of them twice, a customer's new name, one deleted.
#[tokio::test]
async fn follows_a_writer_beside() {
    let db = filled().await;
    let search = std::sync::Arc::new(Search::open(None).unwrap());
    let written = CancellationToken::new();
    let beside = {
        let (search, db, written) = (search.clone(), db.clone(), written.clone());
        tokio::spawn(async move { search.catch_up_beside(&db, &written, |_, _| {}).await })
    };
    for n in 0..5 {
        let first = message("m1", "2026-01-10", &format!("The zebra{n} crossed"));
        let next = message(&format!("n{n}"), "2026-01-18", "A giraffe");
        let batch = write::Batch { communications: vec![first, next], ..Batch::default() };
        write::store(&db, &batch, 0).await.unwrap();
        tokio::time::sleep(std::time::Duration::from_millis(150 * n)).await;
    }
    let mut customer = store::records::customer(&db, "c2").await.unwrap();
    customer.name = "Southgate".into();
    write::store(&db, &Batch { customers: vec![customer], ..Batch::default() }, 0).await.unwrap();
    changes::delete_communication(&db, "n4").await.unwrap();
    written.cancel();
    beside.await.unwrap().unwrap();
    assert_eq!(ids(&search, query("zebra4")), ["m1"], "the last version of a record that changed five times");
    assert_eq!(ids(&search, query("zebra0")), Vec::<String>::new());
    assert_eq!(search.find(&query("giraffe")).unwrap().communications_all, 4);
    assert_eq!(ids(&search, query("southgate")), ["m4"]);
    assert_eq!(search.change(), changes::latest(&db).await.unwrap());
    assert_eq!(search.catch_up(&db, |_, _| {}).await.unwrap(), 0, "nothing is left to do");
}

#[tokio::test]
async fn filters_bound_what_is_found() {
    let search = caught_up(&filled().await, None).await;
    let any = "app crash login update card fee";
    let base = || SearchQuery { only: Some(Only::Communications), ..query(any) };
    let sorted = |q| {
        let mut all = ids(&search, q);
        all.sort();
        all
    };
    assert_eq!(sorted(base()), ["m1", "m2", "m3", "m4"]);
    assert_eq!(sorted(SearchQuery { customer_id: Some("c2".into()), ..base() }), ["m4"]);
    assert_eq!(sorted(SearchQuery { product: Some("mobile-banking".into()), ..base() }), ["m1", "m2", "m3"]);
    assert_eq!(sorted(SearchQuery { channel: Some(Channel::Phone), ..base() }), ["m4"]);
    assert_eq!(sorted(SearchQuery { kind: Some(Kind::Enquiry), ..base() }), Vec::<String>::new());
    assert_eq!(sorted(SearchQuery { only: Some(Only::Documents), ..base() }), ["d1#1", "d1#2"]);
    let range = DateRange::new("2026-01-16".parse().unwrap(), "2026-01-17".parse().unwrap());
    assert_eq!(sorted(SearchQuery { range, ..base() }), ["m2", "m3"]);
    assert_eq!(sorted(SearchQuery { all_words: true, ..query("app login") }), ["m1"]);
}

#[tokio::test]
async fn no_text_is_a_syntax_error_and_a_megabyte_is_cut() {
    let search = caught_up(&filled().await, None).await;
    for text in ["\"", "a AND (b", "title:x", "'; DROP TABLE customers; --", "*?~^[", "NOT app", "\u{0}", "", "the"] {
        search.find(&query(text)).unwrap();
    }
    assert_eq!(search.find(&query("\"app\" AND crash")).unwrap().hits[0].id, "m2");
    assert_eq!(search.find(&query("what is it")).unwrap(), SearchResult::default());
    let long = search.find(&query(&"crash ü ".repeat(150_000))).unwrap();
    assert!(long.cut && !long.hits.is_empty());
}

#[tokio::test]
async fn follows_changes_deletions_and_new_names() {
    let db = filled().await;
    let search = caught_up(&db, None).await;
    assert_eq!(search.catch_up(&db, |_, _| {}).await.unwrap(), 0, "nothing new");
    let batch = Batch {
        customers: vec![customer("c1", "Brackwater Mills")],
        communications: vec![message("m2", "2026-01-16", "Now it works"), message("m5", "2026-01-18", "The app froze")],
        documents: vec![note("d1", "Release 4.2", &["Nothing of note"])],
        ..Batch::default()
    };
    write::store(&db, &batch, 1).await.unwrap();
    changes::delete_communication(&db, "m4").await.unwrap();
    let seen = Mutex::new(Vec::new());
    let done = search.catch_up(&db, |done, all| seen.lock().unwrap().push((done, all))).await.unwrap();
    assert_eq!(done, 3, "two communications and a document");
    assert_eq!(seen.into_inner().unwrap().last(), Some(&(3, 3)));
    assert_eq!(ids(&search, query("app")), ["m5", "m1"].map(String::from), "m2 no longer says app");
    assert_eq!(ids(&search, query("card fee")), Vec::<String>::new());
    assert_eq!(ids(&search, query("crashes note")).len(), 2, "the old parts of the note are gone");
    assert_eq!(ids(&search, query("brackwater")).len(), 4);
    assert_eq!(ids(&search, query("aldermoor")).len(), 0);
    assert_eq!(search.change(), changes::latest(&db).await.unwrap());
}

#[tokio::test]
async fn two_processes_share_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let db = filled().await;
    let (one, two) = (Search::open(Some(folder.path())).unwrap(), Search::open(Some(folder.path())).unwrap());
    {
        // While another process writes, this one neither fails nor waits.
        let _writer: tantivy::IndexWriter = one.index.writer_with_num_threads(1, 20_000_000).unwrap();
        assert_eq!(two.catch_up(&db, |_, _| {}).await.unwrap(), 0);
        assert!(two.is_empty());
    }
    assert_eq!(one.catch_up(&db, |_, _| {}).await.unwrap(), 5);
    two.catch_up(&db, |_, _| {}).await.unwrap();
    assert_eq!(ids(&two, query("crash")), ids(&one, query("crash")));
    let both = Batch { communications: vec![message("m9", "2026-01-30", "crash again")], ..Batch::default() };
    write::store(&db, &both, 2).await.unwrap();
    assert_eq!(two.catch_up(&db, |_, _| {}).await.unwrap(), 1);
    assert_eq!(one.catch_up(&db, |_, _| {}).await.unwrap(), 0, "the other has written it");
    assert_eq!(one.len(), 7);
}

#[tokio::test]
async fn a_missing_damaged_or_foreign_index_is_built_anew() {
    let folder = tempfile::tempdir().unwrap();
    let db = filled().await;
    let breaks: [fn(&Path); 4] = [
        |folder| std::fs::remove_dir_all(folder).unwrap(),
        |folder| std::fs::write(folder.join("meta.json"), "{").unwrap(),
        |folder| {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.extension().is_some_and(|e| e == "term" || e == "idx") {
                    let mut bytes = std::fs::read(&path).unwrap();
                    bytes[0] ^= 0xff;
                    std::fs::write(&path, bytes).unwrap();
                }
            }
        },
        |folder| {
            let meta = folder.join("meta.json");
            let text = std::fs::read_to_string(&meta).unwrap().replace("\\\"version\\\":1", "\\\"version\\\":0");
            std::fs::write(meta, text).unwrap();
        },
    ];
    for (i, damage) in breaks.iter().enumerate() {
        drop(caught_up(&db, Some(folder.path())).await);
        damage(folder.path());
        let search = Search::open(Some(folder.path())).unwrap();
        assert!(search.is_empty(), "damage {i} was seen");
        assert_eq!(search.catch_up(&db, |_, _| {}).await.unwrap(), 5, "damage {i}");
        assert_eq!(ids(&search, query("crash"))[0], "m2");
    }
    // Another database with an equal change number is detected by the number of records.
    let other = Db::open("sqlite::memory:").await.unwrap();
    let one = Batch { communications: vec![message("x", "2026-01-01", "crash")], ..Batch::default() };
    write::store(&other, &one, 0).await.unwrap();
    let search = caught_up(&other, Some(folder.path())).await;
    assert_eq!(ids(&search, query("crash")), ["x"]);
    assert_eq!(search.len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Any text can be searched; hits are sorted, unique and as many as counted.
    #[test]
    fn any_text_is_words(text in "(app|crash|login|fee|\\PC{0,6}| |\"|:|\\+){0,8}", limit in 0usize..6) {
        static SEARCH: LazyLock<Search> = LazyLock::new(|| {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async { caught_up(&filled().await, None).await })
        });
        let search = &*SEARCH;
        let found = search.find(&SearchQuery { limit, ..query(&text) }).unwrap();
        prop_assert_eq!(found.hits.len(), found.matching_any.min(limit.max(1)));
        prop_assert!(found.matching_all <= found.matching_any);
        prop_assert!(found.hits.windows(2).all(|w| w[0].score >= w[1].score));
        prop_assert!(found.hits.iter().all(|h| (0.0..=1.0).contains(&h.relevance)));
        let unique: std::collections::HashSet<_> = found.hits.iter().map(|h| &h.id).collect();
        prop_assert_eq!(unique.len(), found.hits.len());
    }
}
