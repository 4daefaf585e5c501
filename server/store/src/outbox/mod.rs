//! The outbox. Triggers, and the change that opens a ticket, write events with their payload; here they become
//! deliveries, which are claimed, tried, and kept until they arrive or are given up.

use sqlx::FromRow;

use crate::{Db, Result, reading, writing};

/// The kind of an event of a ticket that was opened (B-052).
pub const TICKET_MADE: &str = "ticket.made";

/// An event to notify others of.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Event {
    pub id: String,
    /// "run.finished", "approval.wanted", "rating.bad" or [`TICKET_MADE`].
    pub kind: String,
    pub run_id: Option<String>,
    pub session_id: Option<String>,
    /// UTC milliseconds.
    pub at: i64,
}

/// The id of the event that tells of a ticket.
pub fn ticket_event(ticket: &str) -> String {
    format!("{TICKET_MADE}-{ticket}")
}

impl Event {
    /// The ticket that it tells of.
    pub fn ticket_id(&self) -> Option<&str> {
        self.id.strip_prefix(TICKET_MADE)?.strip_prefix('-')
    }
}

/// An event on its way to one address. All attempts share its id.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Delivery {
    pub id: String,
    /// "webhook", "mail" or "chat".
    pub way: String,
    pub address: String,
    pub kind: String,
    pub body: String,
    pub created_at: i64,
    /// Including this one.
    pub tries: i64,
}

/// Events not yet turned into deliveries, oldest first.
pub async fn untold(db: &Db, limit: i64) -> Result<Vec<Event>> {
    let sql = "SELECT id, kind, run_id, session_id, at FROM outbox WHERE told = FALSE ORDER BY at, id LIMIT $1";
    Ok(reading!(db, pool => sqlx::query_as(sql).bind(limit).fetch_all(pool).await?))
}

/// Queues a delivery in the transaction `$tx`, once per id.
macro_rules! put_delivery {
    ($tx:expr, $delivery:expr, $now:expr) => {{
        let delivery: &$crate::outbox::Delivery = $delivery;
        let sql = "INSERT INTO deliveries (id, way, address, kind, body, created_at, next_at)
            VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT (id) DO NOTHING";
        sqlx::query(sql)
            .bind(&delivery.id)
            .bind(&delivery.way)
            .bind(&delivery.address)
            .bind(&delivery.kind)
            .bind(&delivery.body)
            .bind($now)
            .execute(&mut *$tx)
            .await?;
    }};
}
pub(crate) use put_delivery;

/// Turns an event into deliveries, atomically and only once, even with several callers.
pub async fn tell(db: &Db, event: &str, deliveries: &[Delivery], now: i64) -> Result<()> {
    let told = "UPDATE outbox SET told = TRUE WHERE id = $1 AND told = FALSE";
    writing!(db, pool => {
        let mut tx = pool.begin().await?;
        let mine = sqlx::query(told).bind(event).execute(&mut *tx).await?.rows_affected() == 1;
        for delivery in deliveries.iter().filter(|_| mine) {
            put_delivery!(tx, delivery, now);
        }
        tx.commit().await?;
    });
    Ok(())
}

/// Claims due deliveries until `again_at`: without an outcome by then, they can be claimed again.
pub async fn claim(db: &Db, now: i64, again_at: i64, limit: i64) -> Result<Vec<Delivery>> {
    let sql = "UPDATE deliveries SET next_at = $2, tries = tries + 1 WHERE next_at <= $1 AND id IN
            (SELECT id FROM deliveries WHERE next_at <= $1 ORDER BY next_at, id LIMIT $3)
        RETURNING id, way, address, kind, body, created_at, tries";
    Ok(writing!(db, pool => sqlx::query_as(sql).bind(now).bind(again_at).bind(limit).fetch_all(pool).await?))
}

/// Marks a delivery as arrived.
pub async fn arrived(db: &Db, id: &str, now: i64) -> Result<()> {
    let sql = "UPDATE deliveries SET next_at = NULL, sent_at = $2, error = NULL WHERE id = $1";
    writing!(db, pool => sqlx::query(sql).bind(id).bind(now).execute(pool).await?.rows_affected());
    Ok(())
}

/// Records why an attempt failed and the time of the next; `None` gives up.
pub async fn failed(db: &Db, id: &str, error: &str, next_at: Option<i64>) -> Result<()> {
    let sql = "UPDATE deliveries SET next_at = $2, error = $3 WHERE id = $1";
    writing!(db, pool => sqlx::query(sql).bind(id).bind(next_at).bind(error).execute(pool).await?.rows_affected());
    Ok(())
}

/// How many deliveries wait for a retry, and one of their errors.
pub async fn troubled(db: &Db) -> Result<(i64, Option<String>)> {
    let sql = "SELECT COUNT(*), MAX(error) FROM deliveries WHERE next_at IS NOT NULL AND error IS NOT NULL";
    Ok(reading!(db, pool => sqlx::query_as(sql).fetch_one(pool).await?))
}

/// Deletes finished deliveries and unused events from before a time.
pub async fn sweep(db: &Db, before: i64) -> Result<()> {
    writing!(db, pool => {
        sqlx::query("DELETE FROM deliveries WHERE next_at IS NULL AND created_at < $1").bind(before).execute(pool).await?;
        sqlx::query("DELETE FROM outbox WHERE at < $1").bind(before).execute(pool).await?;
    });
    Ok(())
}
