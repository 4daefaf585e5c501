//! The same figures computed independently, over records in memory.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Datelike, Days, NaiveDate};
use model::record::*;
use model::time::{DateRange, noon};
use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use server::query::ast::*;
use server::store::write;

#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Text(String),
    Number(f64),
}

/// A record as its columns.
pub type Row = BTreeMap<&'static str, Cell>;

pub fn bank(rng: &mut ChaCha8Rng) -> write::Batch {
    let products = ["mortgage", "credit-card", "payments"];
    let products = products.iter().map(|s| Product { slug: (*s).into(), name: s.replace('-', " ") }).collect();
    let mut batch = write::Batch { products, ..write::Batch::default() };
    for i in 0..25 {
        batch.customers.push(Customer {
            id: format!("cust-{i:02}"),
            name: format!("Firm {}", char::from(b'A' + i)),
            tier: *Tier::ALL.choose(rng).unwrap(),
            segment: (*["private", "corporate"].choose(rng).unwrap()).into(),
            region: rng.random_bool(0.7).then(|| (*["Nordics", "Benelux", "Iberia"].choose(rng).unwrap()).into()),
            source: "test".into(),
            ..Customer::default()
        });
    }
    let first: NaiveDate = "2025-10-20".parse().unwrap();
    for i in 0..500 {
        let mut attributes = Attributes::new();
        if rng.random_bool(0.8) {
            attributes.insert("state".into(), (*["TX", "CA", "NY", "FL"].choose(rng).unwrap()).into());
        }
        if rng.random_bool(0.4) {
            attributes.insert(
                "tags".into(),
                (*["Older American", "Servicemember", "Older American,Servicemember"].choose(rng).unwrap()).into(),
            );
        }
        let day = first + Days::new(rng.random_range(0..100));
        let product = rng.random_bool(0.85).then(|| batch.products.choose(rng).unwrap().slug.clone());
        let customer_id = batch.customers.choose(rng).unwrap().id.clone();
        batch.communications.push(Communication {
            id: format!("comm-{i:03}"),
            customer_id: customer_id.clone(),
            channel: *Channel::ALL.choose(rng).unwrap(),
            kind: *Kind::ALL.choose(rng).unwrap(),
            category: rng.random_bool(0.9).then(|| (*["Fees", "Delays", "Access"].choose(rng).unwrap()).into()),
            product: product.clone(),
            sentiment: rng.random_bool(0.8).then(|| *Sentiment::ALL.choose(rng).unwrap()),
            sentiment_score: rng.random_bool(0.8).then(|| f64::from(rng.random_range(-100..=100)) / 100.0),
            body: (*["my card was charged", "100% wrong_fee", "it's late; DROP", ""].choose(rng).unwrap()).into(),
            at: noon(day),
            day,
            attributes: attributes.clone(),
            source: "test".into(),
            ..Communication::default()
        });
        if i % 3 == 0 {
            let created = noon(day);
            let resolved = rng.random_bool(0.8).then(|| created + rng.random_range(-30..400) * 1_800_000);
            batch.cases.push(Case {
                id: format!("case-{i:03}"),
                customer_id,
                category: Some("Fees".into()),
                product,
                status: *CaseStatus::ALL.choose(rng).unwrap(),
                priority: *Priority::ALL.choose(rng).unwrap(),
                assigned_to: rng.random_bool(0.7).then(|| (*["Ann", "Bert", "Cleo"].choose(rng).unwrap()).into()),
                created_at: created,
                updated_at: created,
                resolved_at: resolved,
                day,
                sla_breached: rng.random_bool(0.3),
                sla_told: true,
                attributes,
                source: "test".into(),
                ..Case::default()
            });
        }
    }
    batch
}

pub fn rows(batch: &write::Batch, dataset: Dataset) -> Vec<Row> {
    let put = |row: &mut Row, name: &'static str, text: Option<String>| {
        if let Some(text) = text.filter(|t| !t.is_empty()) {
            row.insert(name, Cell::Text(text));
        }
    };
    let shared = |row: &mut Row, customer: &str, day: NaiveDate, attributes: &Attributes| {
        let of = batch.customers.iter().find(|c| c.id == customer).unwrap();
        put(row, "customer", Some(customer.into()));
        put(row, "tier", Some(of.tier.to_string()));
        put(row, "segment", Some(of.segment.clone()));
        put(row, "region", of.region.clone());
        put(row, "day", Some(day.to_string()));
        put(row, "weekday", Some(day.format("%A").to_string()));
        let weekend = matches!(day.weekday(), chrono::Weekday::Sat | chrono::Weekday::Sun);
        put(row, "part_of_week", Some(if weekend { "weekends" } else { "working days" }.into()));
        put(row, "state", attributes.get("state").cloned());
        put(row, "tags", attributes.get("tags").cloned());
    };
    match dataset {
        Dataset::Communications => batch
            .communications
            .iter()
            .map(|c| {
                let mut row = Row::new();
                shared(&mut row, &c.customer_id, c.day, &c.attributes);
                put(&mut row, "channel", Some(c.channel.to_string()));
                put(&mut row, "kind", Some(c.kind.to_string()));
                put(&mut row, "category", c.category.clone());
                put(&mut row, "product", c.product.clone());
                put(&mut row, "sentiment", c.sentiment.map(|s| s.to_string()));
                put(&mut row, "body", Some(c.body.clone()));
                c.sentiment_score.map(|s| row.insert("sentiment_score", Cell::Number(s)));
                row
            })
            .collect(),
        _ => batch
            .cases
            .iter()
            .map(|c| {
                let mut row = Row::new();
                shared(&mut row, &c.customer_id, c.day, &c.attributes);
                put(&mut row, "status", Some(c.status.to_string()));
                put(&mut row, "priority", Some(c.priority.to_string()));
                put(&mut row, "assigned_to", c.assigned_to.clone());
                put(&mut row, "product", c.product.clone());
                put(&mut row, "sla_breached", Some(if c.sla_breached { "yes" } else { "no" }.into()));
                c.resolved_at
                    .filter(|at| *at >= c.created_at)
                    .map(|at| row.insert("resolution_hours", Cell::Number((at - c.created_at) as f64 / 3_600_000.0)));
                row
            })
            .collect(),
    }
}

fn holds(filter: &Filter, row: &Row) -> bool {
    match filter {
        Filter::And(list) => list.iter().all(|f| holds(f, row)),
        Filter::Or(list) => list.iter().any(|f| holds(f, row)),
        Filter::Not(inner) => !holds(inner, row),
        Filter::Has(_) => unreachable!("only customers have records"),
        Filter::Is(c) => {
            let cell = row.get(c.column.as_str());
            let Some(cell) = cell else { return c.op == Op::Missing };
            match cell {
                Cell::Number(n) => {
                    let at = |i: usize| c.values[i].parse::<f64>().unwrap();
                    match c.op {
                        Op::Less => *n < at(0),
                        Op::AtMost => *n <= at(0),
                        Op::More => *n > at(0),
                        Op::AtLeast => *n >= at(0),
                        Op::Between => at(0) <= *n && *n <= at(1),
                        Op::Is => c.values.iter().any(|v| v.parse::<f64>().unwrap() == *n),
                        _ => false,
                    }
                }
                Cell::Text(text) => match c.op {
                    Op::Is if c.column == "tags" => c.values.iter().any(|v| text.split(',').any(|t| t == v)),
                    Op::Is => c.values.contains(text),
                    Op::Contains => text.to_lowercase().contains(&c.values[0].to_lowercase()),
                    Op::Starts => text.to_lowercase().starts_with(&c.values[0].to_lowercase()),
                    Op::AtLeast => *text >= c.values[0],
                    _ => false,
                },
            }
        }
    }
}

/// The customers with a given number of records; of one product if the scope names one.
pub fn having(records: &Records, rows: &[Row], product: Option<&str>) -> BTreeSet<String> {
    let november = |row: &&Row| matches!(row.get("day"), Some(Cell::Text(day)) if day.starts_with("2025-11"));
    let of_product = |row: &&Row| product.is_none_or(|p| row.get("product") == Some(&Cell::Text(p.into())));
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let kept = rows.iter().filter(|row| records.time_range.is_none() || november(row)).filter(of_product);
    for row in kept.filter(|row| records.filter.as_ref().is_none_or(|f| holds(f, row))) {
        let Some(Cell::Text(customer)) = row.get("customer") else { continue };
        *counts.entry(customer.clone()).or_default() += 1;
    }
    counts.into_iter().filter(|(_, n)| *n >= records.at_least.unwrap_or(1)).map(|(customer, _)| customer).collect()
}

/// Whether a customer wrote about a product.
pub fn wrote(communications: &[Row], customer: &str, product: &str) -> bool {
    let is = |row: &Row, column: &str, value: &str| row.get(column) == Some(&Cell::Text(value.into()));
    communications.iter().any(|row| is(row, "customer", customer) && is(row, "product", product))
}

fn key_of(group: &Group, row: &Row) -> Option<String> {
    let text = |name: &str| match row.get(name) {
        Some(Cell::Text(text)) => Some(text.clone()),
        _ => None,
    };
    let Group::Time(bucket) = group else {
        let Group::Column(name) = group else { unreachable!() };
        return text(name);
    };
    let day: NaiveDate = text("day").unwrap().parse().unwrap();
    let monday = u64::from(day.weekday().num_days_from_monday());
    Some(match bucket {
        Bucket::Day => day.to_string(),
        Bucket::Week => (day - Days::new(monday)).to_string(),
        Bucket::Month => day.format("%Y-%m").to_string(),
        Bucket::Quarter => format!("{}-Q{}", day.year(), day.month0() / 3 + 1),
        Bucket::Year => day.year().to_string(),
        Bucket::Weekday => monday.to_string(),
    })
}

fn figure(m: &Measure, rows: &[&Row], all: usize) -> Option<f64> {
    let kept: Vec<&&Row> = rows.iter().filter(|r| m.only.as_ref().is_none_or(|f| holds(f, r))).collect();
    let column = m.column.as_deref().unwrap_or_default();
    let mut numbers: Vec<f64> = kept
        .iter()
        .filter_map(|r| match r.get(column) {
            Some(Cell::Number(n)) => Some(*n),
            _ => None,
        })
        .collect();
    numbers.sort_by(f64::total_cmp);
    let rank = |p: f64| {
        let last = numbers.len().checked_sub(1)?;
        let place = p / 100.0 * last as f64;
        let low = numbers[place.floor() as usize];
        Some(low + (numbers[place.ceil() as usize] - low) * place.fract())
    };
    match m.of {
        Aggregation::Count => Some(kept.len() as f64),
        Aggregation::Share if m.only.is_none() => (all > 0).then(|| 100.0 * rows.len() as f64 / all as f64),
        Aggregation::Share => (!rows.is_empty()).then(|| 100.0 * kept.len() as f64 / rows.len() as f64),
        Aggregation::Sum => (!numbers.is_empty()).then(|| numbers.iter().sum()),
        Aggregation::Avg => (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64),
        Aggregation::Min => numbers.first().copied(),
        Aggregation::Max => numbers.last().copied(),
        Aggregation::Median => rank(50.0),
        Aggregation::Percentile => rank(f64::from(m.percentile.unwrap())),
        Aggregation::Distinct => {
            let texts: BTreeSet<String> = kept
                .iter()
                .filter_map(|r| match r.get(column) {
                    Some(Cell::Text(t)) => Some(t.clone()),
                    _ => None,
                })
                .collect();
            Some(texts.len() as f64)
        }
    }
}

pub type Figures = (Vec<Option<f64>>, f64);

/// Total and groups for some days, unordered.
pub fn evaluate(query: &Query, rows: &[Row], range: DateRange) -> (Figures, BTreeMap<Vec<Option<String>>, Figures>) {
    let within = |row: &&Row| {
        let Some(Cell::Text(day)) = row.get("day") else { return false };
        range.from.is_none_or(|f| *day >= f.to_string()) && range.to.is_none_or(|t| *day <= t.to_string())
    };
    let kept: Vec<&Row> =
        rows.iter().filter(within).filter(|r| query.filter.as_ref().is_none_or(|f| holds(f, r))).collect();
    let counted = vec![Measure::default()];
    let measures = if query.measures.is_empty() { &counted } else { &query.measures };
    let line = |rows: &[&Row]| (measures.iter().map(|m| figure(m, rows, kept.len())).collect(), rows.len() as f64);
    let mut parts: BTreeMap<Vec<Option<String>>, Vec<&Row>> = BTreeMap::new();
    for row in &kept {
        parts.entry(query.group_by.iter().map(|g| key_of(g, row)).collect()).or_default().push(row);
    }
    let groups = if query.group_by.is_empty() {
        BTreeMap::new()
    } else {
        parts.iter().map(|(k, r)| (k.clone(), line(r))).collect()
    };
    (line(&kept), groups)
}
