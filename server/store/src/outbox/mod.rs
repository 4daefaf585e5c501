//! What goes out by itself. Events are written by triggers, with what they tell of; here they become deliveries, which are
//! claimed, tried, and kept until they have arrived or nobody tries any more.

use sqlx::FromRow;

use crate::{Db, Result, reading, writing};

/// Something that somebody outside is to hear of.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Event {
    pub id: String,
    /// "run.finished", "approval.wanted" or "rating.bad".
    pub kind: String,
    pub run_id: Option<String>,
    pub session_id: Option<String>,
    /// UTC milliseconds.
    pub at: i64,
}

/// Word of an event on its way to one address. Its id is that of every try.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Delivery {
    pub id: String,
    /// "webhook" or "mail".
    pub way: String,
    pub address: String,
    pub kind: String,
    pub body: String,
    pub created_at: i64,
    /// With this one.
    pub tries: i64,
}

/// Events that nobody was told of yet, the oldest first.
pub async fn untold(db: &Db, limit: i64) -> Result<Vec<Event>> {
    let sql = "SELECT id, kind, run_id, session_id, at FROM outbox WHERE told = FALSE ORDER BY at, id LIMIT $1";
    Ok(reading!(db, pool => sqlx::query_as(sql).bind(limit).fetch_all(pool).await?))
}

/// Notes that an event is told, and by which deliveries; all of it or nothing, and once whoever else tells it, too.
pub async fn tell(db: &Db, event: &str, deliveries: &[Delivery], now: i64) -> Result<()> {
    let told = "UPDATE outbox SET told = TRUE WHERE id = $1 AND told = FALSE";
    let put = "INSERT INTO deliveries (id, way, address, kind, body, created_at, next_at)
        VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT (id) DO NOTHING";
    writing!(db, pool => {
        let mut tx = pool.begin().await?;
        let mine = sqlx::query(told).bind(event).execute(&mut *tx).await?.rows_affected() == 1;
        for delivery in deliveries.iter().filter(|_| mine) {
            let Delivery { id, way, address, kind, body, .. } = delivery;
            sqlx::query(put).bind(id).bind(way).bind(address).bind(kind).bind(body).bind(now).execute(&mut *tx).await?;
        }
        tx.commit().await?;
    });
    Ok(())
}

/// Claims what is due, until `again_at`: by then it is noted how it went, or somebody else tries.
pub async fn claim(db: &Db, now: i64, again_at: i64, limit: i64) -> Result<Vec<Delivery>> {
    let sql = "UPDATE deliveries SET next_at = $2, tries = tries + 1 WHERE next_at <= $1 AND id IN
            (SELECT id FROM deliveries WHERE next_at <= $1 ORDER BY next_at, id LIMIT $3)
        RETURNING id, way, address, kind, body, created_at, tries";
    Ok(writing!(db, pool => sqlx::query_as(sql).bind(now).bind(again_at).bind(limit).fetch_all(pool).await?))
}

/// Notes that a delivery has arrived.
pub async fn arrived(db: &Db, id: &str, now: i64) -> Result<()> {
    let sql = "UPDATE deliveries SET next_at = NULL, sent_at = $2, error = NULL WHERE id = $1";
    writing!(db, pool => sqlx::query(sql).bind(id).bind(now).execute(pool).await?.rows_affected());
    Ok(())
}

/// Notes why a try failed, and when the next is; `None` for never.
pub async fn failed(db: &Db, id: &str, error: &str, next_at: Option<i64>) -> Result<()> {
    let sql = "UPDATE deliveries SET next_at = $2, error = $3 WHERE id = $1";
    writing!(db, pool => sqlx::query(sql).bind(id).bind(next_at).bind(error).execute(pool).await?.rows_affected());
    Ok(())
}

/// How many deliveries wait for another try, and the last error of one.
pub async fn troubled(db: &Db) -> Result<(i64, Option<String>)> {
    let sql = "SELECT COUNT(*), MAX(error) FROM deliveries WHERE next_at IS NOT NULL AND error IS NOT NULL";
    Ok(reading!(db, pool => sqlx::query_as(sql).fetch_one(pool).await?))
}

/// Deletes what is over, and what nobody was told of, from before a time.
pub async fn sweep(db: &Db, before: i64) -> Result<()> {
    writing!(db, pool => {
        sqlx::query("DELETE FROM deliveries WHERE next_at IS NULL AND created_at < $1").bind(before).execute(pool).await?;
        sqlx::query("DELETE FROM outbox WHERE at < $1").bind(before).execute(pool).await?;
    });
    Ok(())
}
