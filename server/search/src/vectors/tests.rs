//! Search by meaning on a real store, with an embedder of readable meanings: search, filters within the scan, following
//! changes, resuming, sharing a folder, repairing damage.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use model::record::Channel;
use tokio_util::sync::CancellationToken;

use super::*;
use crate::tests::{filled, message, note, query};
use crate::{Hit, HitKind, Search, SearchQuery, Weights};
use store::write::{self, Batch};
use store::{Db, changes};

/// Synonyms share an axis; everything has a little of the last one.
const MEANINGS: [&[&str]; 4] = [
    &["login", "log", "sign", "password", "locked"],
    &["crash", "crashes", "freezes", "stops"],
    &["fee", "charge", "costs"],
    &["update", "release", "version"],
];

#[derive(Default)]
struct Meanings {
    asked: AtomicUsize,
}

impl Embedder for Meanings {
    fn id(&self) -> &str {
        "all-MiniLM-L6-v2"
    }

    fn dim(&self) -> usize {
        5
    }

    fn embed(&self, texts: &[&str]) -> Vec<Vec<f32>> {
        self.asked.fetch_add(texts.len(), Relaxed);
        let one = |text: &&str| {
            let mut v = vec![0.0, 0.0, 0.0, 0.0, 0.2];
            for word in text.to_lowercase().split(|c: char| !c.is_alphanumeric()) {
                if let Some(axis) = MEANINGS.iter().position(|m| m.contains(&word)) {
                    v[axis] += 1.0;
                }
            }
            ::embed::normalise(&mut v);
            v
        };
        texts.iter().map(one).collect()
    }
}

struct Desk {
    search: Search,
    embedder: Arc<Meanings>,
}

impl Desk {
    fn open(folder: Option<&Path>) -> Self {
        let embedder = Arc::new(Meanings::default());
        let models = Models::given(embedder.clone());
        Self { search: Search::open_models(folder, models, Weights::default()).unwrap(), embedder }
    }

    async fn follow(&self, db: &Db) -> u64 {
        self.search.catch_up(db, |_, _| {}).await.unwrap();
        self.search.vectors().catch_up(db, &CancellationToken::new(), |_, _| {}).await.unwrap()
    }

    fn ids(&self, query: SearchQuery) -> Vec<String> {
        let found = self.search.find(&SearchQuery { meaning: true, ..query }).unwrap();
        found.hits.into_iter().map(|h| h.id).collect()
    }

    fn asked(&self) -> usize {
        self.embedder.asked.load(Relaxed)
    }
}

#[tokio::test]
async fn what_is_meant_is_found_without_its_words() {
    let db = filled().await;
    let desk = Desk::open(None);
    let before = desk.search.find(&SearchQuery { meaning: true, ..query("password") }).unwrap();
    assert!(before.hits.is_empty() && before.keyword_only.unwrap().contains("no text is embedded yet"));
    assert_eq!(desk.follow(&db).await, 5);
    let found = desk.search.find(&SearchQuery { meaning: true, ..query("password") }).unwrap();
    assert_eq!((found.model, found.keyword_only, found.matching_any), (Some("all-MiniLM-L6-v2"), None, 0));
    // The two texts only about signing in come before those about several things; the one about a fee is too far away.
    assert_eq!(found.hits.len(), 3);
    assert!(found.hits.iter().all(|h| h.cosine > Some(0.4) && h.bm25 == 0.0 && h.relevance <= 1.0), "{:?}", found.hits);
    // Words and meaning together come before either alone.
    assert_eq!(desk.ids(query("the app freezes, a crash"))[0], "m2");
    assert!(desk.search.find(&query("password")).unwrap().hits.is_empty(), "by keywords there is nothing");
}

#[tokio::test]
async fn a_second_look_goes_by_sentences() {
    let db = filled().await;
    let desk = Desk::open(None);
    desk.follow(&db).await;
    let hit = |id: &str, score| Hit { id: id.into(), score, cosine: Some(0.5), ..Hit::default() };
    let mut hits = [hit("around", 0.6), hit("answers", 0.5), hit("gone", 0.4)];
    let texts = ["crash fee update ".repeat(40), "fee ".repeat(100) + "The password is wrong.", String::new()];
    desk.search.rerank(&query("password"), &mut hits, &texts).unwrap();
    let order: Vec<&str> = hits.iter().map(|h| h.id.as_str()).collect();
    assert_eq!(order, ["gone", "answers", "around"], "one without text keeps its score");
    assert!(hits[1].score < 0.5 && (hits[1].relevance - f64::from(hits[1].score)).abs() < 1e-6);
    let without = Search::open(None).unwrap();
    assert!(without.rerank(&query("password"), &mut hits, &texts).is_err());
    assert_eq!(hits[0].id, "gone", "the order stays");
}

#[tokio::test]
async fn filters_hold_inside_the_scan() {
    let db = filled().await;
    // A thousand records that are nearer than the only one in scope.
    let near = (0..1_000).map(|n| message(&format!("n{n}"), "2026-01-05", "login password sign")).collect();
    write::store(&db, &Batch { communications: near, ..Batch::default() }, 0).await.unwrap();
    let desk = Desk::open(None);
    desk.follow(&db).await;
    let scoped = |q: SearchQuery| desk.ids(SearchQuery { limit: 3, ..q });
    assert_eq!(scoped(SearchQuery { customer_id: Some("c2".into()), ..query("charge") }), ["m4"]);
    assert_eq!(scoped(SearchQuery { channel: Some(Channel::Phone), ..query("charge") }), ["m4"]);
    assert_eq!(scoped(SearchQuery { only: Some(crate::Only::Documents), ..query("password") }), ["d1#1"]);
    let range = model::time::DateRange { from: "2026-01-17".parse().ok(), to: "2026-01-17".parse().ok() };
    assert_eq!(scoped(SearchQuery { range, ..query("password") }), ["m3"]);
    assert_eq!(scoped(SearchQuery { product: Some("no-such".into()), ..query("password") }), [""; 0]);
    assert_eq!(scoped(query("password")).len(), 3);
}

#[tokio::test]
async fn similar_leaves_out_the_thing_itself() {
    let db = filled().await;
    let desk = Desk::open(None);
    assert!(desk.search.similar(HitKind::Communication, "m1", &query("")).is_none());
    desk.follow(&db).await;
    let like = desk.search.similar(HitKind::Communication, "m1", &query("")).unwrap();
    assert!(like.iter().all(|h| h.id != "m1") && like.len() == 5, "{like:?}");
    assert!(like[0].score >= like[1].score && like[0].score > 0.6);
    assert!(desk.search.similar(HitKind::Communication, "gone", &query("")).is_none());
    let like = desk.search.similar(HitKind::Chunk, "d1#1", &SearchQuery { limit: 1, ..query("") }).unwrap();
    assert_eq!(like.len(), 1);
}

#[tokio::test]
async fn changes_are_followed_and_nothing_is_embedded_twice() {
    let (db, folder) = (filled().await, tempfile::tempdir().unwrap());
    let desk = Desk::open(Some(folder.path()));
    desk.follow(&db).await;
    let first = desk.asked();
    assert_eq!((first, desk.follow(&db).await), (6, 0));
    let mut same = message("m1", "2026-01-10", "The app crashes after login");
    same.product = Some("mortgage".into());
    let new = message("m5", "2026-01-21", "My password is locked");
    write::store(&db, &Batch { communications: vec![same, new], ..Batch::default() }, 0).await.unwrap();
    changes::delete_communication(&db, "m3").await.unwrap();
    desk.follow(&db).await;
    assert_eq!(desk.asked(), first + 1, "only the new text is embedded");
    let mortgage = SearchQuery { product: Some("mortgage".into()), ..query("password") };
    assert_eq!(desk.ids(mortgage), ["m1"]);
    let all = desk.ids(query("password"));
    assert!(all[0] == "m5" && !all.contains(&"m3".to_owned()), "{all:?}");
    // A second process shows what the first committed, and a later one embeds nothing.
    let later = Desk::open(Some(folder.path()));
    assert_eq!(later.follow(&db).await, 0);
    assert_eq!((later.ids(query("password")), later.asked()), (all, 1));
}

#[tokio::test]
async fn a_pass_that_was_stopped_goes_on() {
    let (db, folder) = (filled().await, tempfile::tempdir().unwrap());
    let many = (0..200).map(|n| message(&format!("n{n:03}"), "2026-01-05", &format!("login {n}"))).collect();
    write::store(&db, &Batch { communications: many, ..Batch::default() }, 0).await.unwrap();
    let desk = Desk::open(Some(folder.path()));
    let stop = CancellationToken::new();
    let hear = |done: u64, _: u64| {
        if done >= 40 {
            stop.cancel();
        }
    };
    desk.search.vectors().catch_up(&db, &stop, hear).await.unwrap();
    let half = desk.search.vectors().status().embedded;
    assert!((40..206).contains(&half), "{half}");
    let asked = desk.asked();
    drop(desk);
    let desk = Desk::open(Some(folder.path()));
    desk.follow(&db).await;
    assert_eq!(desk.search.vectors().status().embedded, 206);
    assert_eq!(asked + desk.asked(), 206, "what was committed is not embedded again");
}

#[tokio::test]
async fn a_folder_has_one_writer_and_damage_is_mended() {
    let (db, folder) = (filled().await, tempfile::tempdir().unwrap());
    let vectors = folder.path().join("vectors").join("all-MiniLM-L6-v2");
    std::fs::create_dir_all(&vectors).unwrap();
    let held = std::fs::File::create(vectors.join("lock")).unwrap();
    held.lock().unwrap();
    let reader = Desk::open(Some(folder.path()));
    assert_eq!(reader.follow(&db).await, 0, "another process is writing");
    drop(held);
    let writer = Desk::open(Some(folder.path()));
    assert_eq!(writer.follow(&db).await, 5);
    let held = std::fs::File::create(vectors.join("lock")).unwrap();
    held.lock().unwrap();
    assert_eq!(reader.follow(&db).await, 0, "it shows what the other has committed");
    drop(held);
    assert_eq!(reader.ids(query("password")), writer.ids(query("password")));
    for damage in ["000001.seg", "held.json"] {
        let file = vectors.join(damage);
        let bytes = std::fs::read(&file).unwrap();
        std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
        let mended = Desk::open(Some(folder.path()));
        assert_eq!(mended.follow(&db).await, 5, "{damage}");
        assert_eq!(mended.ids(query("password")).len(), 3);
    }
    // A database with an equal change number, but other records.
    let other = Db::open("sqlite::memory:").await.unwrap();
    for day in 1..=changes::latest(&db).await.unwrap() {
        let one = message(&format!("x{day}"), "2026-01-05", "login");
        write::store(&other, &Batch { communications: vec![one], ..Batch::default() }, 0).await.unwrap();
    }
    let desk = Desk::open(Some(folder.path()));
    desk.follow(&other).await;
    assert_eq!(desk.search.vectors().status().embedded as i64, changes::latest(&other).await.unwrap());
}

#[tokio::test]
async fn what_is_dead_is_swept_out() {
    let (db, folder) = (filled().await, tempfile::tempdir().unwrap());
    let texts = |round: usize| {
        let body = |n: usize| format!("login {n} round {round} {}", if n == 7 { "crash crash crash" } else { "" });
        (0..900).map(|n| message(&format!("n{n:03}"), "2026-01-05", &body(n))).collect::<Vec<_>>()
    };
    let desk = Desk::open(Some(folder.path()));
    for round in 0..3 {
        write::store(&db, &Batch { communications: texts(round), ..Batch::default() }, 0).await.unwrap();
        desk.follow(&db).await;
    }
    let files = std::fs::read_dir(folder.path().join("vectors/all-MiniLM-L6-v2")).unwrap().count();
    assert!(files <= 4, "{files} files are left");
    assert_eq!(desk.search.vectors().status().embedded, 906);
    let again = Desk::open(Some(folder.path()));
    again.follow(&db).await;
    assert_eq!(again.ids(query("freezes")), desk.ids(query("freezes")));
    // The vector of a question asked before is remembered.
    assert_eq!((again.ids(query("freezes"))[0].as_str(), again.asked()), ("m2", 1));
    let document = note("d1", "Release 4.2", &["The update changes how login works", "Known problems: crashes"]);
    assert_eq!(again.search.similar(HitKind::Chunk, &document.chunks[1].id, &query("")).unwrap()[0].id, "m2");
}

#[tokio::test]
async fn words_are_about_the_topic_whose_messages_say_the_like() {
    let db = filled().await;
    let on = |topic: &str, text: &str| {
        let one = |n: usize| {
            let own = message(&format!("{topic}{n}"), "2026-01-05", text);
            model::record::Communication { subcategory: Some(topic.into()), category: Some("Mobile app".into()), ..own }
        };
        (0..8).map(one).collect::<Vec<_>>()
    };
    let communications =
        [on("Access", "I am locked out, the password is refused"), on("Stability", "it crashes")].concat();
    write::store(&db, &Batch { communications, ..Batch::default() }, 0).await.unwrap();
    let desk = Desk::open(None);
    assert!(desk.search.topics_like("cannot sign in").is_empty(), "by keywords there is nothing");
    desk.follow(&db).await;
    let names = |words: &str| desk.search.topics_like(words).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(names("cannot sign in"), ["Access", "Stability"]);
    assert_eq!(names("it freezes"), ["Stability", "Access"]);
    // Only by messages that the asker sees.
    let nobody = desk.search.seen_by(Arc::new(std::collections::HashSet::from(["nobody".to_owned()])));
    assert!(nobody.topics_like("cannot sign in").is_empty());
}
