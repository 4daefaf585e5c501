//! Random queries over one declared source: a SQLite file, a Postgres, a MariaDB and an index of a search cluster with
//! the same rows, and a plain evaluator in this file must give the same figures.

mod tables;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use chrono::{Datelike, Days, NaiveDate};
use model::run::Scope;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use server::query::ast::*;
use server::query::values::Vocabulary;
use server::query::{check, run};
use server::store::Dialect;

use self::tables::{documents, statements};
use crate::cluster::foreign::feed;
use crate::cluster::node::Nodes;
use crate::mariadb::Mariadb;
use crate::postgres::Postgres;

/// Number of random queries.
const QUERIES: usize = 250;

/// A row in the evaluator, including the joined customer's country.
#[derive(Clone, Debug)]
struct Row {
    day: NaiveDate,
    city: Option<String>,
    country: Option<String>,
    order: String,
    amount: Option<f64>,
    qty: f64,
    rush: Option<bool>,
}

const DECLARATION: &str = r#"
sources:
- name: NAME
  connection: here
  table: 'the "facts"'
  joins:
  - {table: customers, on: {customer: id}}
  time: day
  dimensions:
    day: {column: day, type: date}
    city: city
    country: customers.country
    kind: order
    rush: {column: rush, type: flag}
  measures:
    amount: amount
    qty: qty
    worth: {formula: (amount + qty) * 2 / qty}
"#;

/// Likewise for an index: no joins, no formulas.
const IN_INDEX: &str = r#"
sources:
- name: NAME
  connection: here
  table: facts
  time: day
  dimensions:
    day: day
    city: city
    country: customer.country
    kind: order
    rush: rush
  measures:
    amount: amount
    qty: qty
    worth: worth
"#;

const CITIES: [&str; 5] = ["Oslo", "Rome", "San José", "o'Hara \"x\"", "100%_a"];
const ORDERS: [&str; 3] = ["select", "group by", "drop"];

fn rows(random: &mut ChaCha8Rng) -> (Vec<Row>, Vec<Option<usize>>) {
    let first: NaiveDate = "2024-11-20".parse().unwrap();
    let countries = ["Norway", "Italy", "Chile"];
    let mut customers = Vec::new();
    let mut all = Vec::new();
    for _ in 0..400 {
        let customer = random.random_bool(0.9).then(|| random.random_range(0..6));
        customers.push(customer);
        all.push(Row {
            day: first.checked_add_days(Days::new(random.random_range(0..500))).unwrap(),
            city: random.random_bool(0.85).then(|| CITIES[random.random_range(0..CITIES.len())].to_owned()),
            // The last customer has no country.
            country: customer.filter(|c| *c < 5).map(|c: usize| countries[c % 3].to_owned()),
            order: ORDERS[random.random_range(0..ORDERS.len())].into(),
            amount: random.random_bool(0.9).then(|| f64::from(random.random_range(-4_000..40_000)) / 4.0),
            qty: f64::from(random.random_range(0..12)),
            rush: random.random_bool(0.8).then(|| random.random_bool(0.4)),
        });
    }
    (all, customers)
}

fn worth(row: &Row) -> Option<f64> {
    (row.qty != 0.0).then_some(())?;
    Some((row.amount? + row.qty) * 2.0 / row.qty)
}

fn number(row: &Row, column: &str) -> Option<f64> {
    match column {
        "amount" => row.amount,
        "qty" => Some(row.qty),
        _ => worth(row),
    }
}

fn word(row: &Row, column: &str) -> Option<String> {
    match column {
        "city" => row.city.clone(),
        "country" => row.country.clone(),
        "kind" => Some(row.order.clone()),
        "day" => Some(row.day.to_string()),
        _ => row.rush.map(|rush| if rush { "yes" } else { "no" }.to_owned()),
    }
}

fn holds(filter: &Filter, row: &Row) -> bool {
    match filter {
        Filter::And(list) => list.iter().all(|f| holds(f, row)),
        Filter::Or(list) => list.iter().any(|f| holds(f, row)),
        Filter::Not(inner) => !holds(inner, row),
        Filter::Has(_) => false,
        Filter::Is(c) if matches!(c.column.as_str(), "amount" | "qty" | "worth") => {
            let value = number(row, &c.column);
            let of = |n: usize| c.values[n].parse::<f64>().unwrap();
            match (c.op, value) {
                (Op::Missing, value) => value.is_none(),
                (_, None) => false,
                (Op::Is, Some(v)) => (0..c.values.len()).any(|n| of(n) == v),
                (Op::Less, Some(v)) => v < of(0),
                (Op::AtMost, Some(v)) => v <= of(0),
                (Op::More, Some(v)) => v > of(0),
                (Op::AtLeast, Some(v)) => v >= of(0),
                (_, Some(v)) => (of(0)..=of(1)).contains(&v),
            }
        }
        Filter::Is(c) => match (c.op, word(row, &c.column)) {
            (Op::Missing, value) => value.is_none(),
            (_, None) => false,
            (Op::Is, Some(v)) => c.values.contains(&v),
            (Op::Contains, Some(v)) => v.to_lowercase().contains(&c.values[0].to_lowercase()),
            (Op::Starts, Some(v)) => v.to_lowercase().starts_with(&c.values[0].to_lowercase()),
            (Op::Less, Some(v)) => v < c.values[0],
            (Op::AtLeast, Some(v)) => v >= c.values[0],
            _ => false,
        },
    }
}

fn key(group: &Group, row: &Row) -> Option<String> {
    let day = row.day;
    match group {
        Group::Column(name) => word(row, name),
        Group::Time(Bucket::Day) => Some(day.to_string()),
        Group::Time(Bucket::Week) => {
            Some((day - Days::new(u64::from(day.weekday().num_days_from_monday()))).to_string())
        }
        Group::Time(Bucket::Month) => Some(day.format("%Y-%m").to_string()),
        Group::Time(Bucket::Quarter) => Some(format!("{}-Q{}", day.year(), day.month0() / 3 + 1)),
        Group::Time(Bucket::Year) => Some(day.year().to_string()),
        Group::Time(Bucket::Weekday) => Some(day.weekday().num_days_from_monday().to_string()),
    }
}

fn figure(measure: &Measure, rows: &[&Row]) -> Option<f64> {
    let fits: Vec<&&Row> = rows.iter().filter(|row| measure.only.as_ref().is_none_or(|f| holds(f, row))).collect();
    let column = measure.column.as_deref().unwrap_or_default();
    let mut values: Vec<f64> = fits.iter().filter_map(|row| number(row, column)).collect();
    match measure.of {
        Aggregation::Count => return Some(fits.len() as f64),
        Aggregation::Share => return (!rows.is_empty()).then(|| 100.0 * fits.len() as f64 / rows.len() as f64),
        Aggregation::Distinct => {
            let all: BTreeSet<String> = fits.iter().filter_map(|row| word(row, column)).collect();
            return Some(all.len() as f64);
        }
        _ if values.is_empty() => return None,
        _ => {}
    }
    values.sort_by(f64::total_cmp);
    Some(match measure.of {
        Aggregation::Sum => values.iter().sum(),
        Aggregation::Avg => values.iter().sum::<f64>() / values.len() as f64,
        Aggregation::Min => values[0],
        Aggregation::Max => values[values.len() - 1],
        _ => {
            let at = (values.len() - 1) as f64 / 2.0;
            let (low, high) = (values[at.floor() as usize], values[at.ceil() as usize]);
            low + (high - low) * at.fract()
        }
    })
}

struct Thrower {
    random: ChaCha8Rng,
}

impl Thrower {
    fn one<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.random.random_range(0..list.len())].clone()
    }

    fn filter(&mut self, depth: usize) -> Filter {
        match self.random.random_range(0..if depth > 2 { 3 } else { 6 }) {
            0 => {
                let column: &str = self.one(&["amount", "qty", "worth"]);
                let op = self.one(&[Op::Less, Op::AtMost, Op::More, Op::AtLeast, Op::Between, Op::Missing, Op::Is]);
                let low = f64::from(self.random.random_range(-200..3_000)) / 2.0;
                let values = match op {
                    Op::Missing => vec![],
                    Op::Between => vec![low.to_string(), (low + 500.0).to_string()],
                    Op::Is => vec![self.random.random_range(0..12).to_string()],
                    _ => vec![low.to_string()],
                };
                Filter::Is(Condition { column: column.into(), op, values })
            }
            1 => {
                let (op, text) = (
                    self.one(&[Op::Contains, Op::Starts, Op::Missing]),
                    self.one(&["o", "100%", "é", "O'", "\"", "_"]),
                );
                let values = if op == Op::Missing { vec![] } else { vec![text.into()] };
                Filter::Is(Condition { column: "city".into(), op, values })
            }
            2 => match self.random.random_range(0..4) {
                0 => Filter::is("city", [self.one(&CITIES), self.one(&CITIES)]),
                1 => Filter::is("country", [self.one(&["Norway", "Italy", "Chile"])]),
                2 => Filter::is("rush", [self.one(&["yes", "no"])]),
                _ => Filter::is("kind", [self.one(&ORDERS)]),
            },
            3 => Filter::Not(Box::new(self.filter(depth + 1))),
            4 => Filter::And(vec![self.filter(depth + 1), self.filter(depth + 1)]),
            _ => Filter::Or(vec![self.filter(depth + 1), self.filter(depth + 1)]),
        }
    }

    fn measure(&mut self) -> Measure {
        let of = self.one(&[
            Aggregation::Count,
            Aggregation::Sum,
            Aggregation::Avg,
            Aggregation::Min,
            Aggregation::Max,
            Aggregation::Median,
            Aggregation::Distinct,
            Aggregation::Share,
        ]);
        let only = (of == Aggregation::Share || self.random.random_bool(0.3)).then(|| self.filter(1));
        let column = match of {
            Aggregation::Count | Aggregation::Share => None,
            Aggregation::Distinct => Some(self.one(&["city", "country", "kind"])),
            _ => Some(self.one(&["amount", "qty", "worth"])),
        };
        Measure { of, column: column.map(str::to_owned), only, ..Measure::default() }
    }

    fn query(&mut self, dataset: Dataset) -> Query {
        let buckets =
            [Bucket::Day, Bucket::Week, Bucket::Month, Bucket::Quarter, Bucket::Year, Bucket::Weekday].map(Group::Time);
        let columns = ["city", "country", "kind", "rush"].map(|name| Group::Column(name.into()));
        let mut group_by = Vec::new();
        for _ in 0..self.random.random_range(0..3) {
            let group = if self.random.random_bool(0.4) { self.one(&buckets) } else { self.one(&columns) };
            if !group_by.contains(&group) {
                group_by.push(group);
            }
        }
        let time = self.one(&["", "2025", "2025-02-03 to 2025-06-30", "Q1 2025", "since 2025-05-01"]);
        Query {
            dataset,
            time_range: (!time.is_empty()).then(|| time.to_owned()),
            filter: self.random.random_bool(0.7).then(|| self.filter(0)),
            group_by,
            measures: (0..self.random.random_range(1..4)).map(|_| self.measure()).collect(),
            order: Some(Order { by: By::Group, ascending: false }),
            limit: Some(500),
            ..Query::default()
        }
    }
}

#[tokio::test]
async fn databases_and_a_plain_evaluator_agree() {
    let (rows, customers) = rows(&mut ChaCha8Rng::seed_from_u64(7));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("facts.db");
    let sqlite = sqlx::SqlitePool::connect(&format!("sqlite://{}?mode=rwc", file.display())).await.unwrap();
    for statement in statements(&rows, &customers, Dialect::Sqlite) {
        sqlx::query(&statement).execute(&sqlite).await.unwrap();
    }
    sqlite.close().await;
    let server = Postgres::start();
    let url = server.database("facts").await;
    let postgres = sqlx::PgPool::connect(&url).await.unwrap();
    for statement in statements(&rows, &customers, Dialect::Postgres) {
        sqlx::query(&statement).execute(&postgres).await.unwrap();
    }
    postgres.close().await;
    let own = server::store::Db::open("sqlite::memory:").await.unwrap();
    let mut opener =
        server::sources::Opener::new(own.clone(), folder.path().join("loaded"), "2026-01-31".parse().unwrap());
    let mut urls = vec![("in_sqlite", format!("sqlite://{}", file.display())), ("in_postgres", url)];
    let mariadb = Mariadb::start().await;
    if let Some(server) = &mariadb {
        urls.push(("in_mariadb", server.database("facts", &statements(&rows, &customers, Dialect::Mysql)).await));
    }
    let nodes = Nodes::start(1);
    if let Some(nodes) = &nodes {
        let (mapping, documents) = documents(&rows);
        feed(&nodes.urls[0], "facts", mapping, &documents).await;
        urls.push(("in_opensearch", nodes.urls[0].clone()));
    }
    let mut datasets = Vec::new();
    for (name, url) in urls {
        let (kind, declaration) = match name {
            "in_opensearch" => ("opensearch", IN_INDEX),
            _ => ("url", DECLARATION),
        };
        let url = serde_json::Value::from(url);
        let text = format!("connections: {{here: {{{kind}: {url}}}}}\n{}", declaration.replace("NAME", name));
        let path = folder.path().join(format!("{name}.yaml"));
        std::fs::write(&path, text).unwrap();
        let report = opener.file(&path).await;
        assert_eq!(report.lines(), Vec::<String>::new());
        datasets.push(Dataset::find(name).unwrap());
    }
    let mut vocabulary = Vocabulary::default();
    vocabulary.sources = std::sync::Arc::new(opener.opened);
    let as_of: NaiveDate = "2026-01-31".parse().unwrap();
    let mut thrower = Thrower { random: ChaCha8Rng::seed_from_u64(11) };
    for n in 0..QUERIES {
        let query = thrower.query(datasets[0]);
        let mut told = Vec::new();
        for &dataset in &datasets {
            let query = Query { dataset, ..query.clone() };
            let checked = check::check(&query, &vocabulary, &Scope::default(), as_of)
                .unwrap_or_else(|e| panic!("{n}: {e}\n{query:?}"));
            let found = run::run(&own, &checked, Duration::from_secs(20)).await;
            let found = found.unwrap_or_else(|e| panic!("{n} on {dataset:?}: {e}\n{query:?}"));
            let groups: BTreeMap<Vec<Option<String>>, Vec<Option<f64>>> =
                found.groups.into_iter().map(|line| (line.key, line.values)).collect();
            told.push((checked.range, found.total.count, found.total.values, groups));
        }
        let range = told[0].0;
        let inside =
            |row: &&Row| range.from.is_none_or(|from| row.day >= from) && range.to.is_none_or(|to| row.day <= to);
        let meant: Vec<&Row> =
            rows.iter().filter(inside).filter(|row| query.filter.as_ref().is_none_or(|f| holds(f, row))).collect();
        let mut groups: BTreeMap<Vec<Option<String>>, Vec<&Row>> = BTreeMap::new();
        if !query.group_by.is_empty() {
            for row in &meant {
                groups.entry(query.group_by.iter().map(|group| key(group, row)).collect()).or_default().push(row);
            }
        }
        let figures = |rows: &[&Row]| query.measures.iter().map(|m| figure(m, rows)).collect::<Vec<_>>();
        for (_, count, totals, found) in &told {
            assert_eq!(*count, meant.len() as f64, "{n}: {query:?}");
            same(totals, &figures(&meant), &query);
            assert_eq!(found.len(), groups.len().min(500), "{n}: {query:?}");
            for (key, values) in found {
                let rows = groups.get(key).unwrap_or_else(|| panic!("{n}: {key:?} {query:?}"));
                same(values, &figures(rows), &query);
            }
        }
    }
}

fn same(found: &[Option<f64>], want: &[Option<f64>], query: &Query) {
    assert_eq!(found.len(), want.len());
    for (found, want) in found.iter().zip(want) {
        let close = match (found, want) {
            (Some(found), Some(want)) => (found - want).abs() <= 1e-6 * want.abs().max(1.0),
            (found, want) => found == want,
        };
        assert!(close, "{found:?} is not {want:?}: {query:?}");
    }
}
