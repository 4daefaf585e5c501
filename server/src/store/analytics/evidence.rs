//! Records that stand for a figure: ids of examples, their customers' names, and texts to read.

use std::collections::HashMap;

use app::model::record::Case;

use super::sql::{Sql, rows};
use super::{Data, Filter};
use crate::store::{Db, Result, columns, reading, records};

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

/// Cases, newest first.
pub async fn cases(db: &Db, filter: &Filter, limit: u32) -> Result<Vec<Case>> {
    let tail = format!(" ORDER BY t.created_at DESC, t.id LIMIT {limit}");
    let ids: Vec<(String,)> = rows!(db, Sql::select("t.id", Data::Cases, filter).push(&tail));
    let mut out = Vec::with_capacity(ids.len());
    for (id,) in ids {
        out.push(records::case(db, &id).await?);
    }
    Ok(out)
}

/// Subject and body of communications, newest first.
pub async fn texts(db: &Db, filter: &Filter, limit: u32) -> Result<Vec<String>> {
    let tail = format!(" AND t.body <> '' ORDER BY t.at DESC, t.id LIMIT {limit}");
    let columns = "COALESCE(t.subject, ''), t.body";
    let rows: Vec<(String, String)> = rows!(db, Sql::select(columns, Data::Communications, filter).push(&tail));
    Ok(rows.into_iter().map(|(subject, body)| format!("{subject}\n{body}")).collect())
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
