//! What goes wrong: communications that complain, that read as negative or that were escalated, by topic; and the latest
//! scores of a customer.

use sqlx::FromRow;

use super::sql::{Sql, rows};
use super::{Data, Filter, GroupBy};
use crate::store::{Db, Result, columns};

/// The problematic communications of a topic.
#[derive(Clone, Debug, Default, PartialEq, FromRow)]
pub struct Problems {
    /// The topic; `None` for records without a label.
    pub value: Option<String>,
    pub total: i64,
    /// Complaints, negative ones and escalated ones, each counted once.
    pub problematic: i64,
    pub negative: i64,
    pub escalated: i64,
    /// The first and last day of a problematic one.
    pub first: Option<String>,
    pub last: Option<String>,
}

/// Problems by topic, most problematic first.
pub async fn problems(db: &Db, filter: &Filter) -> Result<Vec<Problems>> {
    const PROBLEM: &str = "(t.kind = 'complaint' OR t.sentiment = 'negative' OR t.status = 'escalated')";
    let select = format!(
        "{} AS value, COUNT(*) AS total,
        SUM(CASE WHEN {PROBLEM} THEN 1 ELSE 0 END) AS problematic,
        SUM(CASE WHEN t.sentiment = 'negative' THEN 1 ELSE 0 END) AS negative,
        SUM(CASE WHEN t.status = 'escalated' THEN 1 ELSE 0 END) AS escalated,
        MIN(CASE WHEN {PROBLEM} THEN t.day END) AS first, MAX(CASE WHEN {PROBLEM} THEN t.day END) AS last",
        GroupBy::Topic.column()
    );
    let mut found: Vec<Problems> = match columns::problems(db, filter).await? {
        Some(found) => found,
        None => rows!(db, Sql::select(&select, Data::Communications, filter).push(" GROUP BY value")),
    };
    found.sort_by(|a, b| b.problematic.cmp(&a.problematic).then_with(|| a.value.cmp(&b.value)));
    Ok(found)
}

/// The latest scores, each from -1 to 1, newest first.
pub async fn latest_scores(db: &Db, filter: &Filter, limit: u32) -> Result<Vec<f64>> {
    let tail = format!(" AND t.sentiment_score IS NOT NULL ORDER BY t.at DESC, t.id DESC LIMIT {limit}");
    let found: Vec<(f64,)> = rows!(db, Sql::select("t.sentiment_score", Data::Communications, filter).push(&tail));
    Ok(found.into_iter().map(|(score,)| score).collect())
}

/// The id of a communication that comes at or after this one in the order of ids.
pub async fn id_from(db: &Db, id: &str) -> Result<Option<String>> {
    let sql = Sql {
        text: "SELECT id FROM communications WHERE id >= $1 ORDER BY id LIMIT 1".into(),
        binds: vec![id.to_owned()],
    };
    let found: Vec<(String,)> = rows!(db, sql);
    Ok(found.into_iter().next().map(|(id,)| id))
}
