//! Loading the columns: everything at first, then changes.

use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use chrono::NaiveDate;
use sqlx::FromRow;

use super::attributes;
use super::cases::Life;
use super::loaded::{Columns, LARGE, LoadedColumns};
use super::pages::{Numbered, pages};
use super::table::{Column, Row, Values, day_number};
use crate::analytics::Data;
use crate::{Db, Result, changes, reading, records};

/// From this many changes on, a full reload is cheaper.
const MIN_RELOAD_CHANGES: u64 = 100_000;
/// Rows read at once.
const PAGE_ROWS: i64 = 5_000;
/// Cases are fewer and smaller, and have no index on changes.
const PAGE_OF_CASES: i64 = 50_000;

/// Updates the columns to the last change number, if the store is large.
pub async fn fill(columns: &Columns, db: &Db) -> Result<()> {
    fill_from(columns, db, LARGE).await
}

/// Likewise, with an explicit minimum number of communications.
pub async fn fill_from(columns: &Columns, db: &Db, large: i64) -> Result<()> {
    let target = changes::latest(db).await?;
    // Messages can be removed from the columns, cases cannot: after a deleted case everything is reloaded.
    let case_gone = match columns.held() {
        Some(held) => changes::deleted(db, held).await?.iter().any(|(kind, _)| kind == "case"),
        None => false,
    };
    let held = match columns.held() {
        // An emptied or restored database may count from a lower number: then everything is reloaded. Likewise after
        // very many changes, whose old and new rows would not fit in memory together.
        Some(held) if held <= target && !case_gone && changes::pending(db, held).await? < MIN_RELOAD_CHANGES => held,
        _ if records::totals(db).await?.communications < large => {
            columns.small.store(target, Ordering::Release);
            return Ok(());
        }
        _ => 0,
    };
    // Fresh columns are loaded completely before they are published; meanwhile SQL counts.
    let mut fresh = (held == 0).then(LoadedColumns::default);
    let (mut changed, mut changed_cases) = (Vec::new(), Vec::new());
    let gone = changes::deleted(db, held).await?;
    pages(
        held,
        |from, last| page(db, (from, target), last),
        |rows: Vec<Read>| {
            let rows = rows.into_iter().filter_map(Read::row);
            match &mut fresh {
                Some(held) => rows.for_each(|row| {
                    held.communications.put(&row);
                }),
                None => changed.extend(rows),
            }
        },
    )
    .await?;
    pages(
        held,
        |from, last| page_of_cases(db, (from, target), last),
        |rows: Vec<ReadCase>| {
            let rows = rows.into_iter().filter_map(ReadCase::row);
            match &mut fresh {
                Some(held) => rows.for_each(|(row, life)| held.cases.put(&row, life)),
                None => changed_cases.extend(rows),
            }
        },
    )
    .await?;
    let fields = attributes::loaded(columns);
    if let Some(fresh) = &mut fresh {
        for _ in &fields {
            fresh.communications.add_attribute(Vec::new());
        }
    }
    let mut values = Vec::new();
    attributes::changed(db, &fields, (held, target), |index, id, value| match &mut fresh {
        Some(held) => held.communications.set_attribute(index, &id, &value),
        None => values.push((index, id, value)),
    })
    .await?;
    let customers = customers(db, held).await?;
    let mut held = columns.held.write().unwrap_or_else(PoisonError::into_inner);
    if fresh.is_some() {
        *held = fresh;
    }
    if let Some(held) = held.as_mut() {
        let LoadedColumns { change, communications, cases } = held;
        gone.iter().filter(|(kind, _)| kind == "communication").for_each(|(_, id)| communications.remove(id));
        for row in &changed {
            communications.put(row);
        }
        for (index, id, value) in &values {
            communications.set_attribute(*index, id, value);
        }
        changed_cases.iter().for_each(|(row, life)| cases.put(row, *life));
        for (id, tier, segment, region, manager) in customers {
            let known = [Some(tier), segment, region, manager];
            communications.set_customer(&id, &known);
            cases.table.set_customer(&id, &known);
        }
        cases.hear(communications);
        *change = target;
    }
    Ok(())
}

#[derive(FromRow)]
struct Read {
    id: String,
    #[sqlx(flatten)]
    values: Values,
    case_id: Option<String>,
    day: String,
    at: i64,
    sentiment_score: Option<f64>,
    bare: i64,
    change_no: i64,
}

impl Numbered for Read {
    fn place(&self) -> (i64, String) {
        (self.change_no, self.id.clone())
    }
}

impl Read {
    /// `None` if the day is invalid.
    fn row(self) -> Option<Row> {
        let day: NaiveDate = self.day.parse().ok()?;
        Some(Row {
            id: self.id,
            values: self.values,
            case: self.case_id,
            day: day_number(day),
            at: self.at,
            score: self.sentiment_score,
            bare: self.bare != 0,
        })
    }
}

/// Rows in change order: after `last` within the first number, then of later numbers up to the other.
async fn page(db: &Db, (number, target): (i64, i64), last: String) -> Result<Vec<Read>> {
    let sql = format!(
        "SELECT id, {}, case_id, day, at, sentiment_score,
        CAST(CASE WHEN LENGTH(body) = 0 THEN 1 ELSE 0 END AS BIGINT) AS bare, change_no
        FROM communications WHERE change_no >= $1 AND change_no <= $2 AND (change_no > $1 OR id > $3)
        ORDER BY change_no, id LIMIT $4",
        Column::selected(Data::Communications)
    );
    Ok(
        reading!(db, pool => sqlx::query_as(&sql).bind(number).bind(target).bind(last).bind(PAGE_ROWS).fetch_all(pool).await?),
    )
}

#[derive(FromRow)]
struct ReadCase {
    id: String,
    #[sqlx(flatten)]
    values: Values,
    day: String,
    created_at: i64,
    resolved_at: Option<i64>,
    sla_deadline: Option<i64>,
    sla_breached: bool,
    sla_told: bool,
    change_no: i64,
}

impl Numbered for ReadCase {
    fn place(&self) -> (i64, String) {
        (self.change_no, self.id.clone())
    }
}

impl ReadCase {
    /// `None` if the day is invalid.
    fn row(self) -> Option<(Row, Life)> {
        let day: NaiveDate = self.day.parse().ok()?;
        let (id, values, at) = (self.id, self.values, self.created_at);
        let life = Life {
            created: at,
            resolved: self.resolved_at,
            deadline: self.sla_deadline,
            late: self.sla_breached,
            told: self.sla_told,
        };
        let score = life.took();
        Some((Row { id, values, case: None, day: day_number(day), at, score, bare: false }, life))
    }
}

/// Like [`page`], for cases.
async fn page_of_cases(db: &Db, (number, target): (i64, i64), last: String) -> Result<Vec<ReadCase>> {
    let sql = format!(
        "SELECT id, {}, day, created_at, resolved_at, sla_deadline, sla_breached, sla_told, change_no
        FROM cases WHERE change_no >= $1 AND change_no <= $2 AND (change_no > $1 OR id > $3)
        ORDER BY change_no, id LIMIT $4",
        Column::selected(Data::Cases)
    );
    Ok(
        reading!(db, pool => sqlx::query_as(&sql).bind(number).bind(target).bind(last).bind(PAGE_OF_CASES).fetch_all(pool).await?),
    )
}

/// Id, tier, segment, region, relationship manager.
type Customer = (String, String, Option<String>, Option<String>, Option<String>);

/// Customers that changed after a change number.
async fn customers(db: &Db, after: i64) -> Result<Vec<Customer>> {
    let sql = "SELECT id, tier, segment, region, relationship_manager FROM customers WHERE change_no > $1";
    Ok(reading!(db, pool => sqlx::query_as(sql).bind(after).fetch_all(pool).await?))
}
