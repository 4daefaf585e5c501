//! The audit log. It is only added to; the database refuses anything else.

use chrono::{NaiveDate, NaiveTime};
use model::account::audit::AuditFilter;
use model::account::{Action, AuditEntry};
use sqlx::FromRow;

use super::{Db, Result, reading, writing};

/// Adds a line by `$to`: a pool, or a transaction, so that what is done and its line are stored together.
macro_rules! put_audit {
    ($to:expr, $entry:expr) => {{
        let e: &model::account::AuditEntry = $entry;
        let sql = "INSERT INTO audit (id, at, who, action, what, detail, address) VALUES ($1, $2, $3, $4, $5, $6, $7)";
        sqlx::query(sql)
            .bind(&e.id)
            .bind(e.at)
            .bind(&e.who)
            .bind(e.action.as_str())
            .bind(&e.what)
            .bind(&e.detail)
            .bind(&e.address)
            .execute($to)
            .await?;
    }};
}
pub(super) use put_audit;

/// Adds a line.
pub async fn add(db: &Db, entry: &AuditEntry) -> Result<()> {
    writing!(db, pool => put_audit!(pool, entry));
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

impl From<&AuditFilter> for Filter {
    fn from(asked: &AuditFilter) -> Self {
        let midnight = |day: NaiveDate| day.and_time(NaiveTime::MIN).and_utc().timestamp_millis();
        let given = |text: &Option<String>| text.as_deref().map(str::trim).filter(|t| !t.is_empty()).map(str::to_owned);
        Self {
            who: given(&asked.who).map(|name| name.to_lowercase()),
            action: asked.action,
            what: given(&asked.what),
            from: asked.from.map(midnight),
            to: asked.to.and_then(|day| day.succ_opt()).map(midnight),
        }
    }
}

const BOUNDS: &str = "($1 IS NULL OR who = $1) AND ($2 IS NULL OR action = $2)
    AND ($3 IS NULL OR SUBSTR(what, 1, LENGTH($3)) = $3) AND at >= $4 AND at < $5";

/// Lines, newest first, and how many there are in all.
pub async fn list(db: &Db, filter: &Filter, limit: i64, offset: i64) -> Result<(Vec<AuditEntry>, i64)> {
    let sql = format!(
        "SELECT id, at, who, action, what, detail, address FROM audit WHERE {BOUNDS}
        ORDER BY at DESC, id DESC LIMIT $6 OFFSET $7"
    );
    let count = format!("SELECT COUNT(*) FROM audit WHERE {BOUNDS}");
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

/// The next lines of a file, newest first: those after `last`, or the first ones. Lines that are added meanwhile move
/// nothing, since it goes on from a line and not from a number.
pub async fn part(db: &Db, filter: &Filter, last: Option<&AuditEntry>, limit: i64) -> Result<Vec<AuditEntry>> {
    let sql = format!(
        "SELECT id, at, who, action, what, detail, address FROM audit WHERE {BOUNDS}
        AND (at < $6 OR (at = $6 AND id < $7)) ORDER BY at DESC, id DESC LIMIT $8"
    );
    let (from, to) = (filter.from.unwrap_or(i64::MIN), filter.to.unwrap_or(i64::MAX));
    let action = filter.action.map(Action::as_str);
    let (at, id) = last.map_or((i64::MAX, ""), |e| (e.at, e.id.as_str()));
    let rows: Vec<Row> = reading!(db, pool => sqlx::query_as(&sql).bind(&filter.who).bind(action).bind(&filter.what)
        .bind(from).bind(to).bind(at).bind(id).bind(limit).fetch_all(pool).await?);
    Ok(rows.into_iter().filter_map(Row::entry).collect())
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
