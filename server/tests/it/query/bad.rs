//! Queries that cannot be run get an explanation, and no figure.

use model::run::Scope;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use server::query::ast::*;
use server::query::check::{CONDITIONS, check};
use server::query::run;
use server::query::values::SharedVocabulary;
use server::store::{Db, write};

use super::hand::bank;
use super::{LIMIT, as_of};

#[tokio::test]
async fn bad_queries_get_help_and_no_figure() {
    let db = Db::open("sqlite::memory:").await.unwrap();
    write::store(&db, &bank(&mut ChaCha8Rng::seed_from_u64(1)), 1).await.unwrap();
    let v = SharedVocabulary::default().get(&db).await.unwrap();
    let error = |query: Query| check(&query, &v, &Scope::default(), as_of()).unwrap_err().message;
    let filtered = |filter| Query { filter: Some(filter), ..Query::default() };
    let is = |column: &str, value: &str| filtered(Filter::is(column, [value]));
    assert!(error(is("produkt", "mortgage")).contains("Closest: product"));
    assert!(error(is("product", "spaceship")).contains("There is: credit card, mortgage"));
    assert!(error(is("state", "Atlantis")).contains("No state \"Atlantis\""));
    assert!(error(is("priority", "high")).contains("cases have it"));
    assert!(error(is("product'; DROP TABLE cases; --", "x")).starts_with("No column"));
    assert!(error(is("category", "Fees'; DELETE FROM cases; --")).contains("No category"));
    let has = |records| Filter::Has(records);
    assert!(error(filtered(has(Records::default()))).contains("for customers"));
    let of_customers = |records| Query { dataset: Dataset::Customers, ..filtered(has(records)) };
    assert!(error(of_customers(Records { of: Dataset::Documents, ..Records::default() })).contains("for customers"));
    assert!(error(of_customers(Records { at_least: Some(0), ..Records::default() })).contains("put `has` into `not`"));
    let inner = Records { filter: Some(Box::new(Filter::is("produkt", ["mortgage"]))), ..Records::default() };
    assert!(error(of_customers(inner)).contains("Closest: product"));
    let nested = Records { filter: Some(Box::new(has(Records::default()))), ..Records::default() };
    assert!(error(of_customers(nested)).contains("for customers"));
    let many_had = vec![has(Records::default()); 10_000];
    let of_many = Query { dataset: Dataset::Customers, ..filtered(Filter::Or(many_had)) };
    assert!(error(of_many).contains(&CONDITIONS.to_string()));
    let many = vec![Filter::is("product", ["mortgage"]); 10_000];
    assert!(error(filtered(Filter::And(many))).contains(&CONDITIONS.to_string()));
    assert!(error(is("body", &"x".repeat(1_000_000))).contains("500 characters"));
    let deep = (0..60).fold(Filter::is("product", ["mortgage"]), |f, _| Filter::Not(Box::new(Filter::And(vec![f]))));
    assert!(error(filtered(deep)).contains("nested deeper"));
    let between = |column: &str, a: &str, b: &str| {
        filtered(Filter::Is(Condition { column: column.into(), op: Op::Between, values: vec![a.into(), b.into()] }))
    };
    assert!(error(between("sentiment_score", "0.5", "-0.5")).contains("smaller one first"));
    assert!(error(between("day", "2026-01-31", "2026-01-01")).contains("smaller one first"));
    assert!(
        error(Query { time_range: Some("2026-01-31 to 2026-01-01".into()), ..Query::default() })
            .contains("earlier day first")
    );
    assert!(error(Query { time_range: Some("whenever".into()), ..Query::default() }).contains("Accepted"));
    assert!(
        error(Query { compare: Some(Compare::PreviousPeriod), ..Query::default() })
            .contains("previous period, give a time range")
    );
    let avg = |column: Option<&str>| Query {
        measures: vec![Measure { of: Aggregation::Avg, column: column.map(Into::into), ..Measure::default() }],
        ..Query::default()
    };
    assert!(error(avg(Some("product"))).contains("sentiment_score"));
    assert!(error(avg(None)).contains("column of numbers"));
    // Quotes and semicolons are a text like any other.
    let checked = check(
        &filtered(Filter::Is(Condition {
            column: "body".into(),
            op: Op::Contains,
            values: vec!["it's late; DROP".into()],
        })),
        &v,
        &Scope::default(),
        as_of(),
    )
    .unwrap();
    let found = run::run(&db, &checked, LIMIT).await.unwrap();
    assert!(found.total.count > 0.0);
}
