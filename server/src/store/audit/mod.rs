//! The audit log. It is only added to; the database refuses anything else.

use app::model::account::{Action, AuditEntry};
use sqlx::FromRow;

use super::{Db, Result, reading, writing};

/// Adds a line.
pub async fn add(db: &Db, entry: &AuditEntry) -> Result<()> {
    let sql = "INSERT INTO audit (id, at, who, action, what, detail, address) VALUES ($1, $2, $3, $4, $5, $6, $7)";
    writing!(db, pool => { sqlx::query(sql)
        .bind(&entry.id).bind(entry.at).bind(&entry.who).bind(entry.action.as_str()).bind(&entry.what)
        .bind(&entry.detail).bind(&entry.address).execute(pool).await?; });
    Ok(())
}

/// Which lines are wanted; what is `None` bounds nothing.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    pub who: Option<String>,
    pub action: Option<Action>,
    /// The beginning of `what`.
    pub what: Option<String>,
    /// UTC milliseconds; the first is within, the second is not.
    pub from: Option<i64>,
    pub to: Option<i64>,
}

/// Lines, newest first, and how many there are in all.
pub async fn list(db: &Db, filter: &Filter, limit: i64, offset: i64) -> Result<(Vec<AuditEntry>, i64)> {
    let bounds = "($1 IS NULL OR who = $1) AND ($2 IS NULL OR action = $2)
        AND ($3 IS NULL OR SUBSTR(what, 1, LENGTH($3)) = $3) AND at >= $4 AND at < $5";
    let sql = format!(
        "SELECT id, at, who, action, what, detail, address FROM audit WHERE {bounds}
        ORDER BY at DESC, id DESC LIMIT $6 OFFSET $7"
    );
    let count = format!("SELECT COUNT(*) FROM audit WHERE {bounds}");
    let (from, to) = (filter.from.unwrap_or(i64::MIN), filter.to.unwrap_or(i64::MAX));
    let action = filter.action.map(Action::as_str);
    let (rows, total): (Vec<Row>, i64) = reading!(db, pool => (
        sqlx::query_as(&sql).bind(&filter.who).bind(action).bind(&filter.what).bind(from).bind(to)
            .bind(limit).bind(offset).fetch_all(pool).await?,
        sqlx::query_scalar(&count).bind(&filter.who).bind(action).bind(&filter.what).bind(from).bind(to)
            .fetch_one(pool).await?,
    ));
    Ok((rows.into_iter().filter_map(Row::entry).collect(), total))
}

#[derive(FromRow)]
struct Row {
    id: String,
    at: i64,
    who: String,
    action: String,
    what: String,
    detail: String,
    address: Option<String>,
}

impl Row {
    fn entry(self) -> Option<AuditEntry> {
        let Self { id, at, who, action, what, detail, address } = self;
        Some(AuditEntry { id, at, who, action: action.parse().ok()?, what, detail, address })
    }
}
