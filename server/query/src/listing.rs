//! Records behind a figure: ordered ids, cases, and texts to read. Selected by a [`Subset`] or a checked query, as the
//! figures are.

use std::collections::HashSet;
use std::time::Duration;

use model::record::Case;
use model::time::DateRange;

use super::catalog::{Column, ColumnExpr, ColumnType};
use super::check::Checked;
use super::columns;
use super::dsl;
use super::run::LIMIT;
use super::sql::{SqlCompiler, Statement};
use super::subset::{Subset, filled};
use store::analytics::{self, Data, Order, bounded};
use store::{self, Db, Result, records};

/// Parts of a range for sampling.
const SAMPLE_INTERVALS: i64 = 12;

/// The ids of a query's first records, by an order.
pub async fn of_query(db: &Db, query: &Checked, order: Order, many: usize, limit: Duration) -> Result<Vec<String>> {
    let query = &query.scoped();
    if let Some(ids) = dsl::ids(db, query, (order, many), limit).await? {
        return Ok(ids);
    }
    if let Some(wanted) = columns::wanted(db, query)
        && let Some(ids) = store::columns::ids(db, wanted, order, many).await?
    {
        return Ok(ids);
    }
    read(db, &SqlCompiler::new(query, db).ids(order, many), limit).await
}

/// Rows of a declared source from an offset, newest first: each dimension and measure as text.
pub async fn of_source(
    db: &Db,
    query: &Checked,
    (many, offset): (usize, usize),
    limit: Duration,
) -> Result<Vec<Vec<Option<String>>>> {
    let query = &query.scoped();
    let Some(opened) = &query.source else { return Ok(Vec::new()) };
    if let Some(rows) = dsl::rows(query, (many, offset), limit).await? {
        return Ok(rows);
    }
    let sql = SqlCompiler::new(query, db).declared_list(&opened.columns, many, offset);
    let rows = bounded::rows(query.db(db), &sql.text, &sql.binds, sql.texts, limit).await?;
    Ok(rows.into_iter().map(|(cells, _)| cells).collect())
}

async fn read(db: &Db, sql: &Statement, limit: Duration) -> Result<Vec<String>> {
    let rows = bounded::rows(db, &sql.text, &sql.binds, sql.texts, limit).await?;
    Ok(rows.into_iter().filter_map(|(mut key, _)| key.pop().flatten()).collect())
}

/// The ids of the first records in an order.
pub async fn ids(db: &Db, data: Data, subset: &Subset, order: Order, many: u32) -> Result<Vec<String>> {
    of_query(db, &subset.checked(data, Vec::new(), Vec::new()), order, many as usize, LIMIT).await
}

/// The ids of the first communications of each topic, in the order of `topics`, which are distinct.
pub async fn ids_of_topics(
    db: &Db,
    subset: &Subset,
    order: Order,
    many: u32,
    topics: &[String],
) -> Result<Vec<Vec<String>>> {
    let query = subset.checked(Data::Communications, Vec::new(), Vec::new()).scoped();
    if let Some(wanted) = columns::wanted(db, &query)
        && let Some(ids) = store::columns::ids_of_topics(db, wanted, order, many as usize, topics.to_vec()).await?
    {
        return Ok(ids);
    }
    let mut all = Vec::with_capacity(topics.len());
    for topic in topics {
        let outside = subset.scope.topic.as_ref().is_some_and(|only| only != topic);
        let own = subset.with(|scope| scope.topic = Some(topic.clone()));
        all.push(if outside { Vec::new() } else { ids(db, Data::Communications, &own, order, many).await? });
    }
    Ok(all)
}

/// Cases in an order.
pub async fn cases(db: &Db, subset: &Subset, order: Order, many: u32) -> Result<Vec<Case>> {
    let mut out = Vec::new();
    for id in ids(db, Data::Cases, subset, order, many).await? {
        out.push(records::case(db, &id).await?);
    }
    Ok(out)
}

/// The latest scores, each from -1 to 1, newest first.
pub async fn latest_scores(db: &Db, subset: &Subset, many: u32) -> Result<Vec<f64>> {
    let scored = subset.and(filled(Column::at(ColumnExpr::Own("sentiment_score"), ColumnType::Number("points"))));
    let ids = ids(db, Data::Communications, &scored, Order::Latest, many).await?;
    let all = records::communications(db, &ids).await?;
    Ok(all.into_iter().filter_map(|c| c.sentiment_score).collect())
}

/// A sampled text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sampled {
    pub id: String,
    /// Subcategory, else category.
    pub topic: Option<String>,
    /// The customer's name.
    pub customer: String,
    pub body: String,
}

/// Texts spread over the days: the newest from each part of the range, then the newest overall until there are `limit`.
/// All texts if there are no more than that.
pub async fn sample(db: &Db, subset: &Subset, range: DateRange, limit: u32) -> Result<Vec<Sampled>> {
    let parts = range.parts(SAMPLE_INTERVALS);
    let each = limit / u32::try_from(parts.len()).unwrap_or(1).max(1);
    let mut turns: Vec<(DateRange, u32)> = parts.into_iter().map(|part| (part, each)).collect();
    turns.push((range, limit));
    let subset = subset.on(range);
    let query = subset.checked(Data::Communications, Vec::new(), Vec::new()).scoped();
    let quick = match columns::wanted(db, &query) {
        Some(wanted) => store::columns::newest(db, wanted, turns.clone()).await?,
        None => None,
    };
    let found = match quick {
        Some(found) => found,
        None => {
            let mut found = Vec::new();
            for (range, most) in turns {
                found.push(read(db, &SqlCompiler::new(&query, db).texts(range, most), LIMIT).await?);
            }
            found
        }
    };
    let mut known = HashSet::new();
    let mut ids: Vec<String> = found.into_iter().flatten().filter(|id| known.insert(id.clone())).collect();
    ids.truncate(limit as usize);
    let all = records::texts(db, &ids).await?;
    let of: Vec<String> = all.iter().map(|(.., customer, _)| customer.clone()).collect();
    let names = analytics::customer_names_of(db, &of).await?;
    let label = |label: Option<String>| label.filter(|text| !text.is_empty());
    let text = |(id, subcategory, category, customer, body): records::Text| Sampled {
        id,
        topic: label(subcategory).or(label(category)),
        customer: names.get(&customer).cloned().unwrap_or_default(),
        body,
    };
    Ok(all.into_iter().map(text).collect())
}
