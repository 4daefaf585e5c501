//! A checked query over communications or cases as searches of the cluster, if its index suffices; `None` if not, and
//! SQL answers. It is equivalent to the statement of `sql`.
//!
//! All groups are paged through, so that the largest are right however records are distributed over shards. Distinct
//! counts and percentiles are computed here from values with counts, up to a limit; above it the cluster estimates, and
//! the answer says so.
//!
//! The indices of a declared source are queried likewise by their own fields (`foreign`); SQL cannot replace them, so
//! what they do not support is refused.

mod figures;
mod filter;
mod foreign;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use model::account::CustomerBook;
use model::time::DateRange;
use serde_json::{Value, json};

use super::ast::Dataset;
use super::check::{Checked, GroupKey, Scoped};
use super::line::ResultRow;
use filter::all;
pub use foreign::rows;
use store::analytics::Order;
use store::engine::{IndexedTable, SideEngine};
use store::foreign::Looked;
use store::foreign::index::Indices;
use store::{Db, StoreError, changes};

/// The maximum offset of a cluster's results.
const FURTHEST: usize = 10_000;

/// The cluster's answer.
#[derive(Debug, Default)]
pub struct ClusterAnswer {
    pub lines: Vec<ResultRow>,
    /// Indices of measures that are estimates.
    pub estimated: Vec<usize>,
}

struct Compiler<'a> {
    query: &'a Checked,
    postgres: bool,
    /// A declared source's index.
    table: Option<&'a Looked>,
}

/// The engine to query.
enum Asked<'a> {
    Side(&'a SideEngine, IndexedTable),
    Indices(&'a Indices, &'a str),
}

/// A query for one engine.
struct Asking<'a> {
    compiler: Compiler<'a>,
    asked: Asked<'a>,
    /// Why indices did not respond.
    failed: Mutex<Option<StoreError>>,
    /// Part of every search: the caller's customer book, the days, the query's conditions.
    filter: Vec<Value>,
    limit: Duration,
}

impl<'a> Asking<'a> {
    async fn new(db: &'a Db, query: &'a Scoped, range: DateRange, limit: Duration) -> store::Result<Option<Self>> {
        let Some(beside) = db.engine() else { return Ok(None) };
        let kept = match query.dataset {
            Dataset::Communications => IndexedTable::Communications,
            Dataset::Cases => IndexedTable::Cases,
            _ => return Ok(None),
        };
        let compiler = Compiler { query, postgres: matches!(db, Db::Postgres(_)), table: None };
        let Some(filter) = compiler.filter(beside.book.as_ref(), range) else { return Ok(None) };
        if !beside.engine.holds(changes::latest(db).await?).await {
            return Ok(None);
        }
        // If it does not respond, SQL needs the remaining time.
        let asked = Asked::Side(beside, kept);
        Ok(Some(Self { compiler, asked, failed: Mutex::default(), filter, limit: limit / 3 }))
    }

    /// The response to a search over the selected records, with further conditions.
    async fn ask(&self, further: &[Value], body: Value) -> Option<Value> {
        let mut body = body;
        let filter: Vec<Value> = self.filter.iter().chain(further).cloned().collect();
        body["query"] = all(filter);
        body["_source"] = json!(false);
        match self.asked {
            Asked::Side(beside, kept) => beside.engine.ask(&[kept], &body, self.limit).await,
            Asked::Indices(indices, name) => match indices.reader.search(name, &body, self.limit).await {
                Ok(reply) => Some(reply),
                Err(error) => {
                    *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    None
                }
            },
        }
    }
}

impl Compiler<'_> {
    fn filter(&self, book: Option<&CustomerBook>, range: DateRange) -> Option<Vec<Value>> {
        let mut list: Vec<Value> = book.map(filter::of_book).into_iter().collect();
        if range != DateRange::ALL {
            list.push(self.days(range)?);
        }
        if let Some(test) = &self.query.filter {
            list.push(self.test(test)?);
        }
        Some(list)
    }
}

/// The figures of each group, or of all records; `None` if SQL has to answer.
pub async fn lines(
    db: &Db,
    query: &Scoped,
    (grouped, range): (bool, DateRange),
    limit: Duration,
) -> store::Result<Option<ClusterAnswer>> {
    let keys: &[GroupKey] = if grouped { &query.keys } else { &[] };
    if let Some(asking) = Asking::foreign(query, range, limit)? {
        let told = tokio::time::timeout(limit, asking.figures(keys)).await.ok().flatten();
        return told.map(Some).ok_or_else(|| asking.why());
    }
    let Some(asking) = Asking::new(db, query, range, limit).await? else { return Ok(None) };
    Ok(tokio::time::timeout(limit / 2, asking.figures(keys)).await.ok().flatten())
}

/// The ids of the first records by an order; `None` if SQL has to answer.
pub async fn ids(
    db: &Db,
    query: &Scoped,
    (order, many): (Order, usize),
    limit: Duration,
) -> store::Result<Option<Vec<String>>> {
    if many > FURTHEST || (query.dataset == Dataset::Cases && matches!(order, Order::Newest | Order::MostNegative)) {
        return Ok(None);
    }
    let Some(asking) = Asking::new(db, query, query.range, limit).await? else { return Ok(None) };
    let mut sort = match order {
        Order::Latest => vec![],
        Order::Oldest => vec![json!({ "at": "asc" })],
        Order::Newest => vec![json!({ "has_body": "desc" })],
        Order::MostNegative => {
            vec![json!({ "has_body": "desc" }), json!({ "sentiment_score": { "order": "asc", "missing": 0.0 } })]
        }
        Order::Deadline => vec![json!({ "sla_deadline": { "order": "asc", "missing": "_last" } })],
        Order::Longest => vec![json!({ "hours": { "order": "desc", "missing": "_last" } })],
    };
    sort.extend([json!({ "at": "desc" }), json!({ "id": "desc" })]);
    let body = json!({ "size": many, "sort": sort, "track_total_hits": false, "docvalue_fields": ["id"] });
    let Some(reply) = asking.ask(&[], body).await else { return Ok(None) };
    let hits = reply["hits"]["hits"].as_array().map_or(&[][..], Vec::as_slice);
    Ok(Some(hits.iter().filter_map(|hit| hit["fields"]["id"][0].as_str().map(str::to_owned)).collect()))
}
