//! Records that stand for a figure: ids of examples, their customers' names, and texts to read.

use std::collections::{HashMap, HashSet};

use app::model::record::Case;
use app::model::time::DateRange;

use super::sql::{Sql, rows};
use super::{Data, Filter, GroupBy};
use crate::store::{Db, Result, columns, reading, records};

/// Parts into which a range is cut for a sample.
const SLICES: i64 = 12;

/// Which communications come first. Of examples, those without a text come last: there is nothing to quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By time alone, with or without a text.
    Latest,
    /// Examples, newest first.
    Newest,
    /// Examples, the lowest score first.
    MostNegative,
}

/// Ids of communications in an order.
pub async fn communication_ids(db: &Db, filter: &Filter, order: Order, limit: u32) -> Result<Vec<String>> {
    if let Some(ids) = columns::ids(db, filter, order, limit).await? {
        return Ok(ids);
    }
    let order = match order {
        Order::Latest => "",
        Order::Newest => "CASE WHEN t.body = '' THEN 1 ELSE 0 END, ",
        Order::MostNegative => "CASE WHEN t.body = '' THEN 1 ELSE 0 END, COALESCE(t.sentiment_score, 0.0), ",
    };
    let tail = format!(" ORDER BY {order}t.at DESC, t.id DESC LIMIT {limit}");
    let ids: Vec<(String,)> = rows!(db, Sql::select("t.id", Data::Communications, filter).push(&tail));
    Ok(ids.into_iter().map(|(id,)| id).collect())
}

/// The same of each topic, in the order of `topics`, which are different.
pub async fn ids_of_topics(
    db: &Db,
    filter: &Filter,
    order: Order,
    limit: u32,
    topics: &[String],
) -> Result<Vec<Vec<String>>> {
    if let Some(ids) = columns::ids_of_topics(db, filter, order, limit, topics.to_vec()).await? {
        return Ok(ids);
    }
    let mut all = Vec::with_capacity(topics.len());
    for topic in topics {
        let own = Filter { topic: Some(topic.clone()), ..filter.clone() };
        let outside = filter.topic.as_ref().is_some_and(|only| only != topic);
        all.push(if outside { Vec::new() } else { communication_ids(db, &own, order, limit).await? });
    }
    Ok(all)
}

/// Cases, newest first.
pub async fn cases(db: &Db, filter: &Filter, limit: u32) -> Result<Vec<Case>> {
    if let Some(ids) = columns::newest_cases(db, filter, limit as usize).await? {
        return cases_by_id(db, ids).await;
    }
    let tail = format!(" ORDER BY t.created_at DESC, t.id LIMIT {limit}");
    let ids: Vec<(String,)> = rows!(db, Sql::select("t.id", Data::Cases, filter).push(&tail));
    cases_by_id(db, ids.into_iter().map(|(id,)| id)).await
}

/// Cases in the order of their ids.
pub async fn cases_by_id(db: &Db, ids: impl IntoIterator<Item = String>) -> Result<Vec<Case>> {
    let mut out = Vec::new();
    for id in ids {
        out.push(records::case(db, &id).await?);
    }
    Ok(out)
}

/// A text that was picked to stand for many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sampled {
    pub id: String,
    /// Subcategory, or category where there is none.
    pub topic: Option<String>,
    /// The customer's name.
    pub customer: String,
    pub body: String,
}

/// Texts spread over the days: of each part of the range the newest, then the newest of all until there are `limit`. All
/// texts where there are no more than that.
pub async fn sample(db: &Db, filter: &Filter, range: DateRange, limit: u32) -> Result<Vec<Sampled>> {
    let parts = range.parts(SLICES);
    let each = limit / u32::try_from(parts.len()).unwrap_or(1).max(1);
    let mut turns: Vec<(DateRange, u32)> = parts.into_iter().map(|part| (part, each)).collect();
    turns.push((range, limit));
    let filter = Filter { range, ..filter.clone() };
    let found = match columns::newest(db, &filter, turns.clone()).await? {
        Some(found) => found,
        None => {
            let mut found = Vec::new();
            for (range, most) in turns {
                let tail = format!(" AND t.body <> '' ORDER BY t.day DESC, t.id LIMIT {most}");
                let filter = Filter { range, ..filter.clone() };
                let ids: Vec<(String,)> = rows!(db, Sql::select("t.id", Data::Communications, &filter).push(&tail));
                found.push(ids.into_iter().map(|(id,)| id).collect());
            }
            found
        }
    };
    let mut known = HashSet::new();
    let mut ids: Vec<String> = found.into_iter().flatten().filter(|id| known.insert(id.clone())).collect();
    ids.truncate(limit as usize);
    sampled(db, &ids).await
}

/// Texts by the ids of their communications, in that order.
async fn sampled(db: &Db, ids: &[String]) -> Result<Vec<Sampled>> {
    let columns = format!(
        "t.id, {}, COALESCE((SELECT c.name FROM customers c WHERE c.id = t.customer_id), ''), t.body",
        GroupBy::Topic.column()
    );
    let mut texts = HashMap::with_capacity(ids.len());
    for part in ids.chunks(1_000) {
        let filter = Filter { ids: Some(part.to_vec()), ..Filter::default() };
        let found: Vec<(String, Option<String>, String, String)> =
            rows!(db, Sql::select(&columns, Data::Communications, &filter));
        let text = |(id, topic, customer, body): (String, _, _, _)| (id.clone(), Sampled { id, topic, customer, body });
        texts.extend(found.into_iter().map(text));
    }
    Ok(ids.iter().filter_map(|id| texts.remove(id)).collect())
}

/// Names of customers by id.
pub async fn customer_names_of(db: &Db, ids: &[String]) -> Result<HashMap<String, String>> {
    let mut ids: Vec<&String> = ids.iter().collect();
    ids.sort_unstable();
    ids.dedup();
    let mut names = HashMap::with_capacity(ids.len());
    for part in ids.chunks(1_000) {
        let marks: Vec<String> = (1..=part.len()).map(|n| format!("${n}")).collect();
        let sql = format!("SELECT id, name FROM customers WHERE id IN ({})", marks.join(", "));
        let rows: Vec<(String, String)> = reading!(db, pool => {
            let mut query = sqlx::query_as(&sql);
            for id in part {
                query = query.bind(*id);
            }
            query.fetch_all(pool).await?
        });
        names.extend(rows);
    }
    Ok(names)
}
