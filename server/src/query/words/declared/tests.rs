//! Questions over a source that no code knows: a shop's order lines.

use std::sync::Arc;

use chrono::NaiveDate;
use serde_json::{Value, json};

use super::*;
use crate::query::ast::Figure;
use crate::query::catalog::Kind;
use crate::query::declared::{Comparison, Declared, Dimension, Field, Formula, SourceName, Stored, Table, Today};
use crate::query::words::asked::Want;

fn dimension(name: &str, kind: Kind) -> Dimension {
    let field = Field { alias: String::new(), column: name.into(), stored: Stored::Plain, text: true };
    Dimension {
        name: name.into(),
        says: name.replace('_', " "),
        synonyms: Vec::new(),
        kind,
        field,
        aliases: Vec::new(),
    }
}

fn measure(name: &str, aggregation: Figure) -> Declared {
    let field = Field { alias: String::new(), column: name.into(), stored: Stored::Plain, text: false };
    Declared {
        name: name.into(),
        says: name.into(),
        synonyms: if name == "revenue" { vec!["sales".into(), "turnover".into()] } else { Vec::new() },
        unit: "",
        formula: Formula::Column(field),
        aggregation,
    }
}

fn shop() -> Vocabulary {
    let lines = Source {
        name: SourceName::declare("shop_lines", ("order", "orders")),
        description: String::new(),
        synonyms: vec!["shop lines".into()],
        connection: "shop".into(),
        table: Table { schema: None, name: "lines".into() },
        joins: Vec::new(),
        time: Some("ordered".into()),
        today: Today::On(NaiveDate::from_ymd_opt(1998, 5, 6).unwrap()),
        dimensions: vec![
            dimension("country", Kind::Name),
            dimension("ship_country", Kind::Name),
            dimension("product", Kind::Name),
            dimension("company", Kind::Name),
            dimension("ordered", Kind::Day),
            dimension("rush", Kind::Flag),
        ],
        measures: vec![measure("revenue", Figure::Sum), measure("freight", Figure::Avg)],
        scope: Vec::new(),
        aggregates_only: false,
        for_everyone: false,
        comparison: Comparison::default(),
    };
    let mut opened = Opened::new(lines, None);
    let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    opened.values = vec![
        ("country".into(), texts(&["Germany", "France", "UK"]), true),
        ("ship_country".into(), texts(&["Germany", "Italy"]), true),
        ("product".into(), texts(&["Chai", "Raclette Courdavault", "May Tea"]), true),
        ("company".into(), texts(&["1001", "1002"]), true),
    ];
    let mut vocabulary = Vocabulary::default();
    vocabulary.sources = Arc::new(vec![Arc::new(opened)]);
    vocabulary
}

fn ask(text: &str) -> Option<Result<Asked, Refusal>> {
    let day = NaiveDate::from_ymd_opt(2026, 1, 31).unwrap();
    queries(text, &shop(), day, None).map(|found| found.map(|mut all| all.remove(0)))
}

fn query(text: &str) -> (Value, Want) {
    let asked = ask(text).unwrap_or_else(|| panic!("{text}: nothing")).unwrap_or_else(|why| panic!("{text}: {why:?}"));
    let mut value = serde_json::to_value(&asked.query).unwrap();
    value.as_object_mut().unwrap().remove("dataset");
    (value, asked.want)
}

fn is(column: &str, values: &[&str]) -> Value {
    json!({ "is": { "column": column, "op": "is", "values": values } })
}

#[test]
fn questions_are_read_by_the_names_of_the_source() {
    let sum = json!([{ "of": "sum", "column": "revenue" }]);
    let by_country = json!([{ "column": "country" }]);
    for (text, want, as_a) in [
        (
            "revenue by country last quarter",
            json!({ "timeRange": "1998-01-01 to 1998-03-31", "measures": sum, "groupBy": by_country }),
            Want::Groups,
        ),
        (
            "What was our total turnover in Germany in 1997?",
            json!({ "timeRange": "1997-01-01 to 1997-12-31", "measures": sum, "filter": is("country", &["Germany"]) }),
            Want::Total,
        ),
        (
            "how many orders came from France or the UK?",
            json!({ "filter": is("country", &["France", "UK"]) }),
            Want::Total,
        ),
        (
            "which country has the highest sales?",
            json!({ "measures": sum, "groupBy": by_country, "order": { "by": { "measure": 0 }, "ascending": false } }),
            Want::Extreme,
        ),
        (
            "top 5 products by revenue",
            json!({ "measures": sum, "groupBy": [{ "column": "product" }], "limit": 5, "order": { "by": { "measure": 0 }, "ascending": false } }),
            Want::Groups,
        ),
        (
            "average freight per country",
            json!({ "measures": [{ "of": "avg", "column": "freight" }], "groupBy": by_country }),
            Want::Groups,
        ),
        (
            "monthly revenue of Chai in 1997",
            json!({ "timeRange": "1997-01-01 to 1997-12-31", "measures": sum, "filter": is("product", &["Chai"]), "groupBy": [{ "time": "month" }], "limit": 120 }),
            Want::Groups,
        ),
        (
            "revenue by month in 1997",
            json!({ "timeRange": "1997-01-01 to 1997-12-31", "measures": sum, "groupBy": [{ "time": "month" }], "limit": 120 }),
            Want::Groups,
        ),
        (
            "How many different products were there in 1997?",
            json!({ "timeRange": "1997-01-01 to 1997-12-31", "measures": [{ "of": "distinct", "column": "product" }] }),
            Want::Total,
        ),
        ("revenue of company 1001", json!({ "measures": sum, "filter": is("company", &["1001"]) }), Want::Total),
        ("orders with ship country Italy", json!({ "filter": is("ship_country", &["Italy"]) }), Want::Total),
        (
            "revenue outside Germany",
            json!({ "measures": sum, "filter": { "not": is("country", &["Germany"]) } }),
            Want::Total,
        ),
        ("how many rush orders?", json!({ "filter": is("rush", &["yes"]) }), Want::Total),
        (
            "compare revenue in 1996 and 1997",
            json!({ "timeRange": "1997-01-01 to 1997-12-31", "measures": sum, "compare": { "with": "1996-01-01 to 1996-12-31" } }),
            Want::Change,
        ),
        (
            "orders with revenue over 1,000",
            json!({ "filter": { "is": { "column": "revenue", "op": "more", "values": ["1000"] } } }),
            Want::Total,
        ),
        (
            "share of orders from Germany",
            json!({ "measures": [{ "of": "share", "where": is("country", &["Germany"]) }, { "of": "count", "where": is("country", &["Germany"]) }] }),
            Want::Share,
        ),
        (
            "how much revenue did May Tea make?",
            json!({ "measures": sum, "filter": is("product", &["May Tea"]) }),
            Want::Total,
        ),
    ] {
        assert_eq!(query(text), (want, as_a), "{text}");
    }
}

#[test]
fn what_nothing_accounts_for_is_named() {
    assert_eq!(ask("revenue by planet").unwrap().unwrap_err(), Refusal::Unknown(vec!["planet".into()]));
    assert_eq!(ask("revenue of Atlantis in 1997").unwrap().unwrap_err(), Refusal::Unknown(vec!["Atlantis".into()]));
    assert!(matches!(ask("share of revenue from Germany").unwrap().unwrap_err(), Refusal::Ask(_)));
    assert!(ask("what is the weather?").is_none());
    assert!(ask(&"revenue ".repeat(400)).is_none());
}

#[test]
fn a_value_of_two_dimensions_is_taken_for_the_first_and_said() {
    let asked = ask("revenue in Germany").unwrap().unwrap();
    assert_eq!(asked.notes, ["I took Germany as the country; it is also a ship country."]);
}

#[test]
fn a_question_goes_on_from_the_one_before() {
    let vocabulary = shop();
    let day = NaiveDate::from_ymd_opt(2026, 1, 31).unwrap();
    let first = ask("revenue by country in 1997").unwrap().unwrap();
    let before = Before::only(&first);
    let next = |text: &str| queries(text, &vocabulary, day, Some(&before)).unwrap().unwrap().remove(0);
    let by_product = next("and by product?");
    assert_eq!(by_product.said.groups, [super::super::said::Group::Column("product".into())]);
    assert_eq!(by_product.query.time_range.as_deref(), Some("1997-01-01 to 1997-12-31"));
    let other_year = next("what about 1996?");
    assert_eq!(other_year.query.time_range.as_deref(), Some("1996-01-01 to 1996-12-31"));
    assert_eq!(other_year.query.group_by.len(), 1);
    // A part of how it was understood is taken away.
    let mut said = by_product.said.clone();
    said.times.clear();
    assert_eq!(rebuilt(said, &vocabulary).unwrap().query.time_range, None);
}
