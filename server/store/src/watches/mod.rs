//! Watched figures. One server at a time looks at one: it claims the watch, and writes what it found together with
//! what is to be sent, so that an event is sent once, whoever looks and whatever ends in between.

use sqlx::FromRow;

use super::outbox::{Delivery, put_delivery};
use super::{Db, Result, StoreError, reading, writing};

/// A watched figure.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct Watch {
    pub id: String,
    pub session_id: String,
    pub run_id: String,
    /// The name of whoever asked for it, and their account, if they had one.
    pub owner: String,
    pub account: Option<String>,
    /// The tool call that computes the figure, as JSON.
    pub query: String,
    /// As JSON.
    pub rule: String,
    /// The channel of the outbox, and the address for it.
    pub way: String,
    pub address: String,
    /// All times are UTC milliseconds.
    pub created_at: i64,
    pub paused: bool,
    /// Why it is no longer looked at.
    pub stopped: Option<String>,
    /// The earliest next look.
    pub next_at: i64,
    /// The change number of the data at the last look that succeeded.
    pub change_no: i64,
    /// Looked at whether or not the data has changed.
    pub by_clock: bool,
    pub looked_at: Option<i64>,
    /// The last figure, and as it is displayed.
    pub figure: f64,
    pub shown: String,
    /// The figure that later ones are compared with: the first, or the last that was sent.
    pub base: f64,
    pub base_shown: String,
    pub base_at: i64,
    /// The counts by topic behind it, as JSON, if it counts records.
    pub parts: Option<String>,
    /// The last figure was past the rule's threshold.
    pub past: bool,
    /// How many messages were sent, and when the last one was.
    pub sent: i64,
    pub sent_at: Option<i64>,
    /// The id of the last delivery.
    pub delivery: Option<String>,
    /// Why the last look failed.
    pub error: Option<String>,
}

/// A watch in a list.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct Listed {
    #[sqlx(flatten)]
    pub watch: Watch,
    pub question: String,
    /// Its conversation was deleted.
    pub deleted: bool,
    /// Why its last message has not arrived.
    pub undelivered: Option<String>,
}

/// A change that people make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change<'a> {
    Paused,
    /// It is looked at again, from a time on.
    Resumed(i64),
    Stopped(&'a str),
}

/// Watches in a list, with a condition on them.
macro_rules! listed {
    ($rest:literal) => {
        concat!(
            "SELECT w.*, r.question, s.deleted_at IS NOT NULL AS deleted, d.error AS undelivered FROM watches w
                JOIN runs r ON r.id = w.run_id JOIN sessions s ON s.id = w.session_id
                LEFT JOIN deliveries d ON d.id = w.delivery ",
            $rest
        )
    };
}

/// Stores a new watch.
///
/// # Errors
/// `Conflict` if its owner has `most` already.
pub async fn put(db: &Db, watch: &Watch, most: i64) -> Result<()> {
    let many = "SELECT COUNT(*) FROM watches WHERE owner = $1";
    let sql =
        "INSERT INTO watches (id, session_id, run_id, owner, account, query, rule, way, address, created_at, next_at,
            change_no, by_clock, looked_at, figure, shown, base, base_shown, base_at, parts, past)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)";
    let w = watch;
    let count: i64 = reading!(db, pool => sqlx::query_scalar(many).bind(&w.owner).fetch_one(pool).await?);
    if count >= most {
        return Err(StoreError::Conflict(format!("You watch {count} figures already. Delete one first.")));
    }
    writing!(db, pool => sqlx::query(sql)
        .bind(&w.id).bind(&w.session_id).bind(&w.run_id).bind(&w.owner).bind(&w.account).bind(&w.query).bind(&w.rule)
        .bind(&w.way).bind(&w.address).bind(w.created_at).bind(w.next_at).bind(w.change_no).bind(w.by_clock)
        .bind(w.looked_at).bind(w.figure).bind(&w.shown).bind(w.base).bind(&w.base_shown).bind(w.base_at)
        .bind(&w.parts).bind(w.past).execute(pool).await?.rows_affected());
    Ok(())
}

/// The watches of an owner, or all, newest first.
pub async fn list(db: &Db, owner: Option<&str>) -> Result<Vec<Listed>> {
    let sql = listed!("WHERE $1 IS NULL OR w.owner = $1 ORDER BY w.created_at DESC, w.id");
    Ok(reading!(db, pool => sqlx::query_as(sql).bind(owner).fetch_all(pool).await?))
}

/// The watch with this id.
///
/// # Errors
/// `NotFound` for an unknown one.
pub async fn get(db: &Db, id: &str) -> Result<Listed> {
    let sql = listed!("WHERE w.id = $1");
    let found = reading!(db, pool => sqlx::query_as(sql).bind(id).fetch_optional(pool).await?);
    found.ok_or_else(|| none(id))
}

/// Claims the watch that is due first, until a time: nobody else looks at it before. It is due if the data has another
/// change number than at its last look, or if it goes by the clock.
pub async fn claim(db: &Db, claim: &str, (now, until): (i64, i64), change_no: i64) -> Result<Option<Watch>> {
    let sql = "UPDATE watches SET claim = $1, claimed_until = $3 WHERE claimed_until <= $2 AND id =
            (SELECT id FROM watches WHERE stopped IS NULL AND NOT paused AND claimed_until <= $2 AND next_at <= $2
                AND (by_clock OR change_no <> $4) ORDER BY next_at, id LIMIT 1)
        RETURNING *";
    Ok(writing!(db, pool => sqlx::query_as(sql)
        .bind(claim).bind(now).bind(until).bind(change_no).fetch_optional(pool).await?))
}

/// Writes the state after a look, with the message that follows from it, and ends the claim; false if the claim was no
/// longer held or the watch is gone, and then nothing is written or sent.
pub async fn looked(db: &Db, watch: &Watch, claim: &str, message: Option<&Delivery>) -> Result<bool> {
    let sql = "UPDATE watches SET claim = NULL, claimed_until = 0, next_at = $3, change_no = $4, looked_at = $5,
            figure = $6, shown = $7, base = $8, base_shown = $9, base_at = $10, parts = $11, past = $12, sent = $13,
            sent_at = $14, delivery = $15, error = $16, stopped = $17
        WHERE id = $1 AND claim = $2 AND NOT paused AND stopped IS NULL";
    let w = watch;
    Ok(writing!(db, pool => {
        let mut tx = pool.begin().await?;
        let held = sqlx::query(sql)
            .bind(&w.id).bind(claim).bind(w.next_at).bind(w.change_no).bind(w.looked_at).bind(w.figure).bind(&w.shown)
            .bind(w.base).bind(&w.base_shown).bind(w.base_at).bind(&w.parts).bind(w.past).bind(w.sent).bind(w.sent_at)
            .bind(&w.delivery).bind(&w.error).bind(&w.stopped)
            .execute(&mut *tx).await?.rows_affected() == 1;
        if let Some(message) = message.filter(|_| held) {
            put_delivery!(tx, message, message.created_at);
        }
        tx.commit().await?;
        held
    }))
}

/// Queues a trial message.
pub async fn tried(db: &Db, id: &str, message: &Delivery) -> Result<()> {
    let sql = "UPDATE watches SET delivery = $2 WHERE id = $1";
    writing!(db, pool => {
        let mut tx = pool.begin().await?;
        let found = sqlx::query(sql).bind(id).bind(&message.id).execute(&mut *tx).await?.rows_affected();
        if found == 0 {
            return Err(none(id));
        }
        put_delivery!(tx, message, message.created_at);
        tx.commit().await?;
    });
    Ok(())
}

/// Changes a watch. A look that is going on is discarded.
///
/// # Errors
/// `NotFound` for an unknown one.
pub async fn change(db: &Db, id: &str, change: Change<'_>) -> Result<()> {
    let sql = match &change {
        Change::Paused => "UPDATE watches SET paused = TRUE, claim = NULL, claimed_until = 0 WHERE id = $1",
        Change::Resumed(_) => {
            "UPDATE watches SET paused = FALSE, stopped = NULL, error = NULL, next_at = $2 WHERE id = $1"
        }
        Change::Stopped(_) => "UPDATE watches SET stopped = $2, claim = NULL, claimed_until = 0 WHERE id = $1",
    };
    let changed = writing!(db, pool => {
        let query = sqlx::query(sql).bind(id);
        let query = match change {
            Change::Paused => query,
            Change::Resumed(next_at) => query.bind(next_at),
            Change::Stopped(why) => query.bind(why),
        };
        query.execute(pool).await?.rows_affected()
    });
    if changed == 0 { Err(none(id)) } else { Ok(()) }
}

/// Deletes a watch. Messages that are on their way are still delivered.
///
/// # Errors
/// `NotFound` for an unknown one.
pub async fn delete(db: &Db, id: &str) -> Result<()> {
    let sql = "DELETE FROM watches WHERE id = $1";
    let gone = writing!(db, pool => sqlx::query(sql).bind(id).execute(pool).await?.rows_affected());
    if gone == 0 { Err(none(id)) } else { Ok(()) }
}

fn none(id: &str) -> StoreError {
    StoreError::NotFound(format!("There is no watch {id}."))
}
