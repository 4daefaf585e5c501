//! The query language compared with itself: random queries give the same results on SQLite, on Postgres, from the
//! columns in memory, from a search cluster if its jars are available (`make test-opensearch`), and when computed
//! independently over the same records in memory. That evaluation is written to be simple and shares nothing with the
//! compiled one.

mod bad;
mod days;
pub mod hand;
pub mod questions;
mod why;

use std::cmp::Ordering;
use std::collections::HashSet;
use std::time::Duration;

use chrono::NaiveDate;
use model::record::{Channel, Communication, Sentiment};
use model::run::Scope;
use model::time::DateRange;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use server::query::ast::*;
use server::query::check::check;
use server::query::run::Engine;
use server::query::values::SharedVocabulary;
use server::query::{listing, run};
use server::store::analytics::Order as ListOrder;
use server::store::{Db, write};

use hand::{Row, bank, evaluate, rows};

use crate::cluster::node::Nodes;
use crate::postgres::Postgres;

const LIMIT: Duration = Duration::from_secs(20);
const QUERIES: usize = 400;

fn as_of() -> NaiveDate {
    "2026-01-31".parse().unwrap()
}

/// The columns that a random query may use: name, and stored values.
fn columns(dataset: Dataset) -> Vec<(&'static str, &'static [&'static str])> {
    let mut all: Vec<(&str, &[&str])> = vec![
        ("tier", &["gold", "platinum", "silver"]),
        ("segment", &["private", "corporate"]),
        ("region", &["Nordics", "Benelux"]),
        ("product", &["mortgage", "credit-card", "payments"]),
        ("state", &["TX", "CA", "NY"]),
        ("tags", &["Older American", "Servicemember"]),
        ("customer", &["cust-01", "cust-07"]),
        ("weekday", &["Monday", "Sunday"]),
        ("part_of_week", &["weekends"]),
    ];
    match dataset {
        Dataset::Communications => all.extend([
            ("channel", &["email", "phone", "web"][..]),
            ("kind", &["complaint", "request"]),
            ("category", &["Fees", "Delays"]),
            ("sentiment", &["negative", "positive"]),
        ]),
        _ => all.extend([
            ("priority", &["high", "low"][..]),
            ("status", &["open", "closed"]),
            ("assigned_to", &["Ann", "Bert"]),
            ("sla_breached", &["yes", "no"]),
        ]),
    }
    all
}

fn number_of(dataset: Dataset) -> &'static str {
    if dataset == Dataset::Communications { "sentiment_score" } else { "resolution_hours" }
}

fn random_filter(rng: &mut ChaCha8Rng, dataset: Dataset, depth: usize) -> Filter {
    if depth > 0 && rng.random_bool(0.5) {
        let list = |rng: &mut ChaCha8Rng| {
            (0..rng.random_range(1..4)).map(|_| random_filter(rng, dataset, depth - 1)).collect()
        };
        return match rng.random_range(0..3) {
            0 => Filter::And(list(rng)),
            1 => Filter::Or(list(rng)),
            _ => Filter::Not(Box::new(random_filter(rng, dataset, depth - 1))),
        };
    }
    let all = columns(dataset);
    let (column, values) = all.choose(rng).unwrap();
    let condition = |column: &str, op, values: Vec<String>| Filter::Is(Condition { column: column.into(), op, values });
    match rng.random_range(0..8) {
        0 => condition(column, Op::Missing, vec![]),
        1 if dataset == Dataset::Communications => {
            let text = ["CARD", "100%", "wrong_", "it's late; DROP", "'"].choose(rng).unwrap();
            condition("body", if rng.random_bool(0.7) { Op::Contains } else { Op::Starts }, vec![(*text).into()])
        }
        2 | 3 => {
            let (a, b) = (rng.random_range(-1.0..60.0f64), rng.random_range(0.0..90.0f64));
            let op = *[Op::Less, Op::AtMost, Op::More, Op::AtLeast, Op::Between].choose(rng).unwrap();
            let values =
                if op == Op::Between { vec![a.min(b).to_string(), a.max(b).to_string()] } else { vec![a.to_string()] };
            condition(number_of(dataset), op, values)
        }
        4 => condition("day", Op::AtLeast, vec!["2025-12-15".into()]),
        _ => {
            let many = rng.random_range(1..=values.len());
            condition(column, Op::Is, values[..many].iter().map(|v| (*v).to_owned()).collect())
        }
    }
}

fn random_query(rng: &mut ChaCha8Rng) -> Query {
    let dataset = *[Dataset::Communications, Dataset::Cases].choose(rng).unwrap();
    let mut query = Query { dataset, ..Query::default() };
    if rng.random_bool(0.5) {
        query.time_range = Some(
            (*["November 2025", "last 30 days", "2025-11-05 to 2025-12-24", "Q4 2025"].choose(rng).unwrap()).into(),
        );
    }
    query.filter = rng.random_bool(0.8).then(|| random_filter(rng, dataset, 3));
    let names: Vec<&str> = columns(dataset).iter().map(|c| c.0).filter(|c| *c != "body").collect();
    for _ in 0..rng.random_range(0..3) {
        let group = if rng.random_bool(0.3) {
            Group::Time(
                *[Bucket::Day, Bucket::Week, Bucket::Month, Bucket::Quarter, Bucket::Year, Bucket::Weekday]
                    .choose(rng)
                    .unwrap(),
            )
        } else {
            Group::Column((*names.choose(rng).unwrap()).into())
        };
        query.group_by.push(group);
    }
    for _ in 0..rng.random_range(0..4) {
        let of = *[
            Aggregation::Count,
            Aggregation::Sum,
            Aggregation::Avg,
            Aggregation::Min,
            Aggregation::Max,
            Aggregation::Median,
            Aggregation::Percentile,
            Aggregation::Share,
            Aggregation::Distinct,
        ]
        .choose(rng)
        .unwrap();
        let column = match of {
            Aggregation::Count | Aggregation::Share => None,
            Aggregation::Distinct => Some((*names.choose(rng).unwrap()).to_owned()),
            _ => Some(number_of(dataset).to_owned()),
        };
        query.measures.push(Measure {
            of,
            column,
            percentile: (of == Aggregation::Percentile).then(|| rng.random_range(1..100)),
            only: rng.random_bool(0.4).then(|| random_filter(rng, dataset, 1)),
        });
    }
    let timed = query.group_by.iter().any(|g| matches!(g, Group::Time(b) if *b != Bucket::Weekday));
    if rng.random_bool(0.3) && !timed && query.time_range.is_some() {
        query.compare =
            Some(if rng.random_bool(0.5) { Compare::PreviousPeriod } else { Compare::With("October 2025".into()) });
    }
    if rng.random_bool(0.3) && !query.group_by.is_empty() {
        query.having.push(Threshold { measure: 0, op: *[Op::More, Op::AtMost].choose(rng).unwrap(), value: 5.0 });
    }
    if rng.random_bool(0.4) {
        query.order = Some(Order {
            by: if rng.random_bool(0.5) { By::Measure(0) } else { By::Group },
            ascending: rng.random_bool(0.5),
        });
    }
    query.limit = rng.random_bool(0.5).then(|| rng.random_range(1..20));
    query
}

fn close(a: Option<f64>, b: Option<f64>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() <= 1e-6 * a.abs().max(1.0),
        (a, b) => a.is_none() && b.is_none(),
    }
}

fn same(a: &[Option<f64>], b: &[Option<f64>]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| close(*a, *b))
}

fn compare_with_hand(
    query: &Query,
    found: &run::QueryResult,
    rows: &[Row],
    (range, against): (DateRange, Option<DateRange>),
) {
    let (total, mut groups) = evaluate(query, rows, range);
    assert!(
        same(&found.total.values, &total.0) && found.total.count == total.1,
        "{query:?}\n{:?}\n{total:?}",
        found.total
    );
    let before = against.map(|a| evaluate(query, rows, a));
    if let Some((then, parts)) = &before {
        let have = found.total.before.as_ref().unwrap();
        assert!(same(&have.0, &then.0) && have.1 == then.1, "{query:?}");
        let counted = |m: &Measure| matches!(m.of, Aggregation::Count | Aggregation::Distinct).then_some(0.0);
        let nothing: Vec<Option<f64>> =
            if query.measures.is_empty() { vec![Some(0.0)] } else { query.measures.iter().map(counted).collect() };
        parts.keys().for_each(|key| {
            groups.entry(key.clone()).or_insert_with(|| (nothing.clone(), 0.0));
        });
    }
    groups.retain(|_, (values, _)| {
        query.having.iter().all(|t| match (values[t.measure], t.op) {
            (Some(v), Op::More) => v > t.value,
            (Some(v), Op::AtMost) => v <= t.value,
            _ => false,
        })
    });
    assert_eq!(found.group_count, groups.len(), "{query:?}");
    for line in &found.groups {
        let (values, count) = &groups[&line.key];
        assert!(same(&line.values, values) && line.count == *count, "{query:?}\n{line:?}\n{values:?}");
    }
    let timed = matches!(query.group_by.first(), Some(Group::Time(_)));
    let limit = query.limit.unwrap_or(if timed { 60 } else { 10 }) as usize;
    assert_eq!(found.groups.len(), groups.len().min(limit), "{query:?}");
    let order =
        query.order.clone().unwrap_or(Order { by: if timed { By::Group } else { By::Measure(0) }, ascending: timed });
    if order.by == By::Measure(0) {
        // Whatever is left out is no better than the last that is listed.
        let best = |v: Option<f64>| v.map(|v| if order.ascending { -v } else { v });
        let listed: Vec<Option<f64>> = found.groups.iter().map(|l| best(l.values[0])).collect();
        assert!(
            listed.windows(2).all(|w| w[0].partial_cmp(&w[1]) != Some(Ordering::Less) || close(w[0], w[1])),
            "{query:?}"
        );
        let keys: Vec<_> = found.groups.iter().map(|l| &l.key).collect();
        let last = listed.last().copied().flatten();
        let left = groups.iter().filter(|(k, _)| !keys.contains(k)).filter_map(|(_, (v, _))| best(v[0]));
        assert!(left.into_iter().all(|v| last.is_some_and(|l| v <= l + 1e-6)), "{query:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn random_queries_agree_on_both_databases_and_with_hand() {
    let mut rng = ChaCha8Rng::seed_from_u64(58);
    let batch = bank(&mut rng);
    let folder = tempfile::tempdir().unwrap();
    let lite = Db::open(&format!("sqlite://{}", folder.path().join("q.db").display())).await.unwrap();
    let server = Postgres::start();
    let post = Db::open(&server.database("query").await).await.unwrap();
    for db in [&lite, &post] {
        write::store(db, &batch, 1).await.unwrap();
    }
    // The same file with its columns in memory, as a large store has them; and with a cluster beside it.
    let quick = Db::open(&format!("sqlite://{}", folder.path().join("q.db").display())).await.unwrap();
    server::store::columns::load(&quick, 0).await.unwrap();
    let nodes = Nodes::start(1);
    let beside = Db::open(&format!("sqlite://{}", folder.path().join("q.db").display())).await.unwrap();
    if let Some(nodes) = &nodes {
        // Two parts, so that what a part does not know shows.
        let cluster = nodes.cluster("five", 2);
        cluster.catch_up(&beside, |_, _| {}).await.unwrap();
        beside.put_engine(cluster);
    }
    let every: Vec<&Db> = [&lite, &post, &quick].into_iter().chain(nodes.as_ref().map(|_| &beside)).collect();
    let mut by_cluster = 0;
    let vocabulary = SharedVocabulary::default().get(&lite).await.unwrap();
    assert_eq!(vocabulary.fields, SharedVocabulary::default().get(&post).await.unwrap().fields);
    let (communications, cases) = (rows(&batch, Dataset::Communications), rows(&batch, Dataset::Cases));
    let mut groups = 0;
    for n in 0..QUERIES {
        let query = random_query(&mut rng);
        let checked =
            check(&query, &vocabulary, &Scope::default(), as_of()).unwrap_or_else(|e| panic!("{n} {query:?}: {e}"));
        let mine = if query.dataset == Dataset::Cases { &cases } else { &communications };
        let newest = |db| listing::of_query(db, &checked, ListOrder::Latest, 3, LIMIT);
        let first = newest(&lite).await.unwrap();
        for db in &every {
            let found = run::run(db, &checked, LIMIT).await.unwrap_or_else(|e| panic!("{n} {query:?}: {e:?}"));
            compare_with_hand(&query, &found, mine, (checked.range, checked.against));
            assert_eq!(newest(db).await.unwrap(), first, "{query:?}");
            groups += found.groups.len();
            by_cluster += usize::from(found.answered == [Engine::Cluster]);
        }
    }
    println!("the cluster answered {by_cluster} of {QUERIES} queries");
    assert!(nodes.is_none() || by_cluster > QUERIES * 4 / 5, "the cluster answered {by_cluster} queries only");
    assert!(groups > 3 * QUERIES, "the queries are too narrow to say anything: {groups}");

    // Customers by what they have, within a scope, too.
    for n in 0..QUERIES / 4 {
        let of = *[Dataset::Communications, Dataset::Cases].choose(&mut rng).unwrap();
        let records = Records {
            of,
            time_range: rng.random_bool(0.5).then(|| "November 2025".into()),
            filter: rng.random_bool(0.8).then(|| Box::new(random_filter(&mut rng, of, 1))),
            at_least: rng.random_bool(0.5).then(|| rng.random_range(1..6)),
        };
        let scope = Scope { product: (n % 3 == 0).then(|| "mortgage".into()), ..Scope::default() };
        let mine = if of == Dataset::Cases { &cases } else { &communications };
        let has = hand::having(&records, mine, scope.product.as_deref());
        let seen = batch
            .customers
            .iter()
            .filter(|c| scope.product.is_none() || hand::wrote(&communications, &c.id, "mortgage"));
        let seen: Vec<&str> = seen.map(|c| c.id.as_str()).collect();
        let want = seen.iter().filter(|id| has.contains(**id)).count();
        for (filter, want) in
            [(Filter::Has(records.clone()), want), (Filter::Has(records.clone()).negated(), seen.len() - want)]
        {
            let query = Query { dataset: Dataset::Customers, filter: Some(filter), ..Query::default() };
            let checked = check(&query, &vocabulary, &scope, as_of()).unwrap_or_else(|e| panic!("{query:?}: {e}"));
            for db in &every {
                let found = run::run(db, &checked, LIMIT).await.unwrap();
                assert_eq!(found.total.count, want as f64, "{query:?} {scope:?}");
            }
        }
    }

    // The scope narrows whatever is asked.
    let scope = Scope { customer_id: Some("cust-03".into()), channel: Some("email".into()), ..Scope::default() };
    let all = Query {
        filter: Some(Filter::Or(vec![Filter::is("customer", ["cust-04"]), Filter::is("customer", ["cust-03"])])),
        ..Query::default()
    };
    let checked = check(&all, &vocabulary, &scope, as_of()).unwrap();
    let want =
        batch.communications.iter().filter(|c| c.customer_id == "cust-03" && c.channel == Channel::Email).count();
    for db in &every {
        assert_eq!(run::run(db, &checked, LIMIT).await.unwrap().total.count, want as f64);
    }
    let topic = batch.communications.iter().find_map(|c| c.category.clone()).unwrap();
    let scope = Scope { topic: Some(topic.clone()), sentiment: Some(Sentiment::Negative), ..Scope::default() };
    let mine = |c: &&Communication| {
        c.subcategory.as_ref().or(c.category.as_ref()) == Some(&topic) && c.sentiment == Some(Sentiment::Negative)
    };
    let want = batch.communications.iter().filter(mine).count();
    let writers: HashSet<&str> = batch.communications.iter().filter(mine).map(|c| c.customer_id.as_str()).collect();
    for (dataset, want) in [(Dataset::Communications, want), (Dataset::Customers, writers.len())] {
        let checked = check(&Query { dataset, ..Query::default() }, &vocabulary, &scope, as_of()).unwrap();
        for db in &every {
            assert_eq!(run::run(db, &checked, LIMIT).await.unwrap().total.count, want as f64, "{dataset:?}");
        }
    }
    post.close().await;
}
