//! A real search cluster beside the store: it follows the store, is used only while up to date, applies a book's
//! restrictions, searches like the index of a process, and is rebuilt when lost.

pub mod foreign;
mod killed;
pub mod node;
mod secured;
mod servers;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use chrono::NaiveDate;
use demo::bank::{SEED, generate};
use model::account::{CustomerBook, DataAccess};
use model::record::{Chunk, Document, DocumentKind};
use model::run::Scope;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use server::query::ast::{Aggregation, Dataset, Filter, Group, Measure, Query};
use server::query::check::{Checked, check};
use server::query::run::{Engine, QueryResult, run};
use server::query::values::SharedVocabulary;
use server::search::embed::{Embedder, Models};
use server::search::{Hit, Search, SearchQuery, SearchResult, Weights};
use server::store::{Db, changes, write};
use tokio_util::sync::CancellationToken;

use crate::query::hand::bank;
use node::Nodes;

const LIMIT: Duration = Duration::from_secs(60);

fn as_of() -> NaiveDate {
    "2026-01-31".parse().unwrap()
}

async fn checked(db: &Db, query: &Query) -> Checked {
    let vocabulary = SharedVocabulary::default().get(db).await.unwrap();
    check(query, &vocabulary, &Scope::default(), as_of()).unwrap()
}

async fn asked(db: &Db, query: &Query) -> QueryResult {
    run(db, &checked(db, query).await, LIMIT).await.unwrap()
}

fn by(column: &str) -> Query {
    Query { group_by: vec![Group::Column(column.into())], limit: Some(500), ..Query::default() }
}

/// The parts of a result that do not depend on the engine.
fn figures(found: &QueryResult) -> String {
    format!("{:?} {:?}", found.total, found.groups)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cluster_follows_the_store_and_is_asked_while_it_is_up_to_date() {
    let Some(nodes) = Nodes::start(1) else { return };
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("a.db").display());
    let (plain, db) = (Db::open(&url).await.unwrap(), Db::open(&url).await.unwrap());
    let cluster = nodes.cluster("desk", 1);
    assert_eq!(cluster.check().await.unwrap(), "OpenSearch 2.19.1");
    db.put_engine(cluster.clone());
    let mut batch = bank(&mut ChaCha8Rng::seed_from_u64(3));
    write::store(&db, &batch, 1).await.unwrap();

    // Before it has heard of it, the database answers.
    let query = by("tier");
    let want = asked(&plain, &query).await;
    let found = asked(&db, &query).await;
    assert_eq!((found.answered.as_slice(), figures(&found)), (&[Engine::Database][..], figures(&want)));
    assert_eq!(cluster.catch_up(&db, |_, _| {}).await.unwrap(), 500);
    let found = asked(&db, &query).await;
    assert_eq!((found.answered.as_slice(), figures(&found)), (&[Engine::Cluster][..], figures(&want)));
    // Once more is none the more.
    assert_eq!(cluster.catch_up(&db, |_, _| {}).await.unwrap(), 0);

    // A customer changes, whose messages and cases do not; a message goes, another comes.
    batch.customers[0].segment = "public".into();
    let changed = write::Batch { customers: vec![batch.customers[0].clone()], ..write::Batch::default() };
    write::store(&db, &changed, 2).await.unwrap();
    changes::delete_communication(&db, "comm-007").await.unwrap();
    let mut new = batch.communications[8].clone();
    (new.id, new.body) = ("comm-new".into(), "the drawbridge is stuck".into());
    write::store(&db, &write::Batch { communications: vec![new], ..write::Batch::default() }, 3).await.unwrap();
    assert_eq!(asked(&db, &by("segment")).await.answered, [Engine::Database]);
    cluster.catch_up(&db, |_, _| {}).await.unwrap();
    for dataset in [Dataset::Communications, Dataset::Cases] {
        let query = Query { dataset, ..by("segment") };
        let (found, want) = (asked(&db, &query).await, asked(&plain, &query).await);
        assert_eq!((found.answered.as_slice(), figures(&found)), (&[Engine::Cluster][..], figures(&want)));
        assert!(found.groups.iter().any(|line| line.key == [Some("public".to_owned())]), "{found:?}");
    }

    // A document loses a part, and is found by what it holds now.
    let chunk = |position: u32, text: &str| Chunk {
        id: format!("doc-1#{position}"),
        position,
        heading: None,
        text: text.into(),
    };
    let mut document = Document {
        id: "doc-1".into(),
        kind: DocumentKind::Article,
        title: "Bridges".into(),
        product: None,
        day: as_of(),
        source: "test".into(),
        chunks: vec![chunk(1, "a portcullis"), chunk(2, "a moat")],
    };
    let search = Arc::new(Search::open(None).unwrap());
    search.put_engine(cluster.clone());
    let found = async |text: &str| {
        let (search, query) = (search.clone(), SearchQuery { text: text.into(), limit: 9, ..SearchQuery::default() });
        let hits = tokio::task::spawn_blocking(move || search.find(&query).unwrap().hits).await.unwrap();
        hits.into_iter().map(|hit| hit.id).collect::<Vec<_>>()
    };
    for (round, text) in [(4, "a portcullis"), (5, "a gatehouse")] {
        document.chunks.truncate(if round == 5 { 1 } else { 2 });
        document.chunks[0].text = text.into();
        write::store(&db, &write::Batch { documents: vec![document.clone()], ..write::Batch::default() }, round)
            .await
            .unwrap();
        cluster.catch_up(&db, |_, _| {}).await.unwrap();
        assert_eq!(found(text).await, ["doc-1#1"]);
        assert_eq!(found("moat").await.len(), document.chunks.len() - 1);
    }
    assert!(found("portcullis").await.is_empty());

    // Another process of the same desk takes over what the first left, and both see the same.
    let other = nodes.cluster("desk", 1);
    assert_eq!(other.catch_up(&plain, |_, _| {}).await.unwrap(), 0);
    // A desk of another name on the same cluster has nothing to do with it.
    let empty = Db::open("sqlite::memory:").await.unwrap();
    let theirs = nodes.cluster("desk-two", 1);
    empty.put_engine(theirs.clone());
    theirs.catch_up(&empty, |_, _| {}).await.unwrap();
    write::store(&empty, &write::Batch::default(), 1).await.unwrap();
    theirs.catch_up(&empty, |_, _| {}).await.unwrap();
    assert_eq!(asked(&empty, &Query::default()).await.total.count, 0.0);

    // All of it is lost: the database answers until it is built anew.
    cluster.clear().await.unwrap();
    assert_eq!(asked(&db, &query).await.answered, [Engine::Database]);
    cluster.catch_up(&db, |_, _| {}).await.unwrap();
    let (found, want) = (asked(&db, &query).await, asked(&plain, &query).await);
    assert_eq!((found.answered.as_slice(), figures(&found)), (&[Engine::Cluster][..], figures(&want)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_book_hides_in_the_cluster_what_it_hides_in_the_database() {
    let Some(nodes) = Nodes::start(1) else { return };
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("a.db").display());
    let (plain, db) = (Db::open(&url).await.unwrap(), Db::open(&url).await.unwrap());
    write::store(&db, &bank(&mut ChaCha8Rng::seed_from_u64(4)), 1).await.unwrap();
    let cluster = nodes.cluster("desk", 1);
    db.put_engine(cluster.clone());
    cluster.catch_up(&db, |_, _| {}).await.unwrap();
    let books = [
        CustomerBook { regions: vec!["NORDICS".into()], ..CustomerBook::default() },
        CustomerBook { segments: vec!["corporate".into()], regions: vec!["Iberia".into()], ..CustomerBook::default() },
        CustomerBook::default(),
    ];
    let whole = asked(&db, &Query::default()).await.total.count;
    for book in books {
        let sees = DataAccess::Some(book.clone());
        let (mine, theirs) = (db.seen_by(&sees).unwrap(), plain.seen_by(&sees).unwrap());
        // Nothing that a query says widens it.
        let wide = Query {
            filter: Some(Filter::Or(vec![
                Filter::is("region", ["Nordics"]),
                Filter::is("region", ["Nordics"]).negated(),
            ])),
            ..by("customer")
        };
        let wide = checked(&db, &wide).await;
        for mine in [mine.clone(), mine.afresh()] {
            let found = run(&mine, &wide, LIMIT).await.unwrap();
            let want = run(&theirs, &wide, LIMIT).await.unwrap();
            assert_eq!((found.answered.as_slice(), figures(&found)), (&[Engine::Cluster][..], figures(&want)));
            assert!(found.total.count < whole, "{book:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_cluster_finds_what_the_index_of_a_process_finds() {
    let Some(nodes) = Nodes::start(1) else { return };
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&format!("sqlite://{}", folder.path().join("a.db").display())).await.unwrap();
    let bank = generate(SEED);
    let batch = write::Batch {
        products: bank.products,
        customers: bank.customers,
        communications: bank.communications,
        documents: bank.documents,
        ..write::Batch::default()
    };
    write::store(&db, &batch, 1).await.unwrap();
    let cluster = nodes.cluster("desk", 1);
    cluster.catch_up(&db, |_, _| {}).await.unwrap();
    let (here, there) = (Arc::new(Search::open(None).unwrap()), Arc::new(Search::open(None).unwrap()));
    here.catch_up(&db, |_, _| {}).await.unwrap();
    there.put_engine(cluster);
    let customers: HashSet<String> = ["cust-001", "cust-002"].map(str::to_owned).into();
    let customers = Arc::new(customers);
    for (text, all_words) in [
        ("app crashes at login", false),
        ("mortgage fee", true),
        ("the", false),
        ("overdraft fees charged twice", false),
    ] {
        let query = SearchQuery { text: text.into(), limit: 20, all_words, ..SearchQuery::default() };
        for seen in [false, true] {
            let of = |search: &Arc<Search>| {
                let (search, query) = (search.clone(), query.clone());
                let customers = customers.clone();
                let work = move || match seen {
                    true => search.seen_by(customers).find(&query).unwrap(),
                    false => search.find(&query).unwrap(),
                };
                tokio::task::spawn_blocking(work)
            };
            let (mine, theirs) = (of(&here).await.unwrap(), of(&there).await.unwrap());
            let counts = |r: &server::search::SearchResult| {
                (r.matching_all, r.matching_any, r.communications_all, r.communications_any, r.words.clone())
            };
            assert_eq!(counts(&mine), counts(&theirs), "{text}");
            assert_eq!(mine.hits.len(), theirs.hits.len());
            // The engines keep lengths of texts alike, and differ in the last digits of a score.
            let scores = |hits: &[Hit]| hits.iter().map(|hit| hit.score).collect::<Vec<_>>();
            for (a, b) in scores(&mine.hits).into_iter().zip(scores(&theirs.hits)) {
                assert!((a - b).abs() <= 0.01 * a, "{text}: {a} and {b}");
            }
        }
    }
}

/// Distinguishes texts by their letters; a text without letters has no direction.
struct Letters;

impl Embedder for Letters {
    fn id(&self) -> &str {
        "letters"
    }

    fn dim(&self) -> usize {
        26
    }

    fn embed(&self, texts: &[&str]) -> Vec<Vec<f32>> {
        let one = |text: &&str| {
            let mut v = vec![0.0_f32; 26];
            text.bytes().filter(u8::is_ascii_lowercase).for_each(|b| v[usize::from(b - b'a')] += 1.0);
            let length = v.iter().map(|x| x * x).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
            v.into_iter().map(|x| x / length).collect()
        };
        texts.iter().map(one).collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_cluster_finds_by_meaning_what_the_vectors_of_a_process_find() {
    let Some(nodes) = Nodes::start(1) else { return };
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&format!("sqlite://{}", folder.path().join("a.db").display())).await.unwrap();
    let bank = generate(SEED);
    let mut communications: Vec<_> = bank.communications.into_iter().take(300).collect();
    let product = communications[9].product.clone();
    communications[0].subject = None;
    communications[0].body = "42".into();
    communications[1].body = communications.iter().map(|c| c.body.as_str()).collect::<Vec<_>>().join(" ");
    let batch = write::Batch {
        products: bank.products,
        customers: bank.customers,
        communications,
        documents: bank.documents,
        ..write::Batch::default()
    };
    write::store(&db, &batch, 1).await.unwrap();
    let open = || Arc::new(Search::open_models(None, Models::given(Arc::new(Letters)), Weights::default()).unwrap());
    let (here, there) = (open(), open());
    here.catch_up(&db, |_, _| {}).await.unwrap();
    here.vectors().catch_up(&db, &CancellationToken::new(), |_, _| {}).await.unwrap();

    // Fed before there was a model: by words alone, until all is embedded beside.
    let cluster = nodes.cluster("desk", 1);
    cluster.catch_up(&db, |_, _| {}).await.unwrap();
    there.put_engine(cluster);
    assert!(there.status().await.keyword_only.unwrap().contains("holds no vectors"));
    let embedding = nodes.cluster_with("desk", there.vectors().models().clone());
    embedding.catch_up(&db, |_, _| {}).await.unwrap();
    let (mine, theirs) = (here.status().await, there.status().await);
    // What has no direction is kept here as well.
    assert_eq!((mine.model, mine.embedded - 1), (theirs.model, theirs.embedded));

    let customers: Arc<HashSet<String>> = Arc::new(["cust-001", "cust-002"].map(str::to_owned).into());
    for text in ["app crashes at login", "the", "overdraft fees charged twice", "zebra quiz"] {
        for (seen, product) in [(false, None), (true, None), (false, product.clone())] {
            let query = SearchQuery { text: text.into(), limit: 20, meaning: true, product, ..SearchQuery::default() };
            let of = |search: &Arc<Search>| {
                let (search, query, customers) = (search.clone(), query.clone(), customers.clone());
                tokio::task::spawn_blocking(move || match seen {
                    true => search.seen_by(customers).find(&query).unwrap(),
                    false => search.find(&query).unwrap(),
                })
            };
            let (mine, theirs) = (of(&here).await.unwrap(), of(&there).await.unwrap());
            let how = |found: &SearchResult| (found.model, found.keyword_only.clone());
            assert_eq!((how(&mine), how(&theirs)), ((mine.model, None), (mine.model, None)), "{text}");
            assert!(mine.model.is_some() && (seen || !mine.hits.is_empty()), "{text} {:?}", query.product);
            let best = |found: SearchResult| {
                let mut best: Vec<Hit> = found.hits.into_iter().take(10).collect();
                // Those of nearly the same score may come in either order.
                best.sort_by(|a, b| a.id.cmp(&b.id));
                best
            };
            let (mine, theirs) = (best(mine), best(theirs));
            let named = |hits: &[Hit]| hits.iter().map(|hit| (hit.id.clone(), hit.passage)).collect::<Vec<_>>();
            assert_eq!(named(&mine), named(&theirs), "{text} {seen} {:?}", query.product);
            for (a, b) in mine.iter().zip(&theirs) {
                assert!((a.score - b.score).abs() < 0.01, "{text}: {a:?} and {b:?}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_too_many_values_is_an_estimate_and_says_so() {
    let Some(nodes) = Nodes::start(1) else { return };
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&format!("sqlite://{}", folder.path().join("a.db").display())).await.unwrap();
    let mut batch = bank(&mut ChaCha8Rng::seed_from_u64(5));
    let one = batch.communications[0].clone();
    const MANY: usize = 120_000;
    batch.communications = (0..MANY)
        .map(|n| {
            let mut c = one.clone();
            (c.id, c.body, c.sentiment_score) = (format!("c{n}"), String::new(), Some(n as f64 / MANY as f64));
            c.attributes.insert("reference".into(), format!("r{n}"));
            c
        })
        .collect();
    write::store(&db, &batch, 1).await.unwrap();
    let cluster = nodes.cluster("desk", 1);
    db.put_engine(cluster.clone());
    cluster.catch_up(&db, |_, _| {}).await.unwrap();
    let measure = |of, column: &str| Measure { of, column: Some(column.into()), ..Measure::default() };
    let query = Query {
        measures: vec![
            measure(Aggregation::Avg, "sentiment_score"),
            measure(Aggregation::Distinct, "reference"),
            measure(Aggregation::Median, "sentiment_score"),
        ],
        ..Query::default()
    };
    let mut found = asked(&db, &query).await;
    // On a busy machine a node may be slow to say that it is there.
    for _ in 0..3 {
        if found.answered == [Engine::Cluster] {
            break;
        }
        tokio::time::sleep(Duration::from_secs(11)).await;
        found = asked(&db, &query).await;
    }
    assert_eq!((found.answered.as_slice(), found.estimated.as_slice()), (&[Engine::Cluster][..], &[1, 2][..]));
    let (distinct, median) = (found.total.values[1].unwrap(), found.total.values[2].unwrap());
    println!("{distinct} of {MANY} different values estimated; the median {median} of 0.5");
    assert!((distinct / MANY as f64 - 1.0).abs() < 0.02 && (median - 0.5).abs() < 0.01, "{distinct} {median}");
}
