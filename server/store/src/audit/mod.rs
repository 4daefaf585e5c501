//! The append-only audit log; the database refuses any other change. Each entry's hash covers the entry and the one
//! before it, so tampering with the file itself is detected.

use chrono::{NaiveDate, NaiveTime};
use model::account::audit::AuditFilter;
use model::account::{Action, AuditEntry};
use sha2::{Digest, Sha256};
use sqlx::FromRow;

use super::{Db, Result, StoreError, reading, writing};

/// The hash of an entry: over its number, the previous entry's hash, and its content.
pub(super) fn hash_of(seq: i64, before: &str, e: &AuditEntry) -> Result<String> {
    let parts = (
        seq,
        before,
        &e.id,
        e.at,
        &e.who,
        e.action.as_str(),
        &e.what,
        &e.detail,
        &e.address,
        &e.channel,
        &e.token,
        e.records,
    );
    let text = serde_json::to_vec(&parts).map_err(|error| StoreError::Unreachable(error.to_string()))?;
    Ok(Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect())
}

pub(super) use super::connect::recent::Head;

pub(super) const HEAD: &str = "SELECT seq, hash FROM audit_head";

/// Appends an entry via `$to`, a pool or connection, after the entry `$head`; returns the new last entry, or `None` if
/// another one was appended since. One statement, so that no lock is held while hashing.
macro_rules! put_behind {
    ($to:expr, $head:expr, $entry:expr) => {{
        let e: &model::account::AuditEntry = $entry;
        let (last, before): $crate::audit::Head = $head;
        let (seq, hash) = (last + 1, $crate::audit::hash_of(last + 1, &before, e)?);
        let sql = "INSERT INTO audit (id, at, who, action, what, detail, address, channel, token, records, seq, hash)
            SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 FROM audit_head h WHERE h.seq = $13 AND h.hash = $14
            ON CONFLICT (seq) DO NOTHING";
        let put = sqlx::query(sql)
            .bind(&e.id)
            .bind(e.at)
            .bind(&e.who)
            .bind(e.action.as_str())
            .bind(&e.what)
            .bind(&e.detail)
            .bind(&e.address)
            .bind(&e.channel)
            .bind(&e.token)
            .bind(e.records)
            .bind(seq)
            .bind(&hash)
            .bind(last)
            .bind(&before)
            .execute($to)
            .await?;
        (put.rows_affected() > 0).then_some((seq, hash))
    }};
}
pub(super) use put_behind;

/// Appends an entry in the transaction `$tx`, so that an action and its entry are stored together. Other writers wait
/// until the transaction ends, so do this last.
macro_rules! put_audit {
    ($tx:expr, $entry:expr) => {
        loop {
            let head = sqlx::query_as($crate::audit::HEAD).fetch_one(&mut *$tx).await?;
            if $crate::audit::put_behind!(&mut *$tx, head, $entry).is_some() {
                break;
            }
        }
    };
}
pub(super) use put_audit;

/// Appends an entry. Writers of this process queue; a faster one elsewhere is noticed by the entry it appended.
pub async fn add(db: &Db, entry: &AuditEntry) -> Result<()> {
    let mut known = db.known().audit.lock().await;
    loop {
        let head: Head = match known.take() {
            Some(head) => head,
            None => writing!(db, pool => sqlx::query_as(HEAD).fetch_one(pool).await?),
        };
        *known = writing!(db, pool => put_behind!(pool, head, entry));
        if known.is_some() {
            return Ok(());
        }
    }
}

/// The state of the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Valid entries.
    pub lines: i64,
    /// Entries from before the chain existed.
    pub before: i64,
    /// The hash of the last entry: noted elsewhere, it later proves that nothing before it changed.
    pub head: String,
    /// The number of the first entry that was changed or is missing.
    pub broken: Option<i64>,
}

/// Entries read at once.
const BATCH_ENTRIES: i64 = 1_000;

/// Verifies the chain from first to last entry.
pub async fn verify(db: &Db) -> Result<Chain> {
    let head = "SELECT seq, hash, before, (SELECT COUNT(*) FROM audit WHERE seq IS NULL) FROM audit_head";
    let (last, end, before, unchained): (i64, String, i64, i64) =
        reading!(db, pool => sqlx::query_as(head).fetch_one(pool).await?);
    let sql = format!("SELECT seq, hash, {COLUMNS} FROM audit WHERE seq > $1 AND seq <= $2 ORDER BY seq LIMIT $3");
    let (mut seq, mut hash) = (0, String::new());
    let broken = 'chain: loop {
        let rows: Vec<Link> =
            reading!(db, pool => sqlx::query_as(&sql).bind(seq).bind(last).bind(BATCH_ENTRIES).fetch_all(pool).await?);
        if rows.is_empty() {
            // Entries removed from its end, or from those before the chain.
            break (seq != last || hash != end || before != unchained).then_some(seq + 1);
        }
        for Link { seq: found, hash: told, row } in rows {
            let whole =
                row.entry().filter(|_| found == seq + 1).map(|entry| hash_of(found, &hash, &entry)).transpose()?;
            if whole.as_ref() != Some(&told) {
                break 'chain Some(seq + 1);
            }
            (seq, hash) = (found, told);
        }
    };
    Ok(Chain { lines: seq, before: unchained, head: hash, broken })
}

/// The last entry: its number and hash.
pub async fn last(db: &Db) -> Result<(i64, String)> {
    Ok(reading!(db, pool => sqlx::query_as(HEAD).fetch_one(pool).await?))
}

/// The hash of the entry with this number, if it exists.
pub async fn hash_at(db: &Db, seq: i64) -> Result<Option<String>> {
    let sql = "SELECT hash FROM audit WHERE seq = $1";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).bind(seq).fetch_optional(pool).await?))
}

/// The migrations that create the log's guards.
const MADE: [&str; 4] = [
    include_str!("../../../../migrations/sqlite/0003_accounts.sql"),
    include_str!("../../../../migrations/sqlite/0016_audit_chain.sql"),
    include_str!("../../../../migrations/postgres/0003_accounts.sql"),
    include_str!("../../../../migrations/postgres/0016_audit_chain.sql"),
];
const GUARDS: [&str; 5] =
    ["audit_stays", "audit_is_chained", "audit_goes_on", "audit_head_stays", "audit_head_is_kept"];
const OF_SQLITE: [&str; 1] = ["audit_is_kept"];
const OF_POSTGRES: [&str; 2] = ["audit_is_whole", "audit_head_is_whole"];

/// Triggers that are missing, disabled, or differ from the migrations.
pub async fn missing_guards(db: &Db) -> Result<Vec<&'static str>> {
    let (sql, own): (_, &[&str]) = match db {
        Db::Sqlite { .. } => {
            let sql =
                "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('audit', 'audit_head')";
            (sql, &OF_SQLITE)
        }
        Db::Postgres(_) => {
            let sql = "SELECT t.tgname::text, p.prosrc FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
                WHERE t.tgenabled IN ('O', 'A') AND t.tgrelid IN ('audit'::regclass, 'audit_head'::regclass)";
            (sql, &OF_POSTGRES)
        }
    };
    let found: Vec<(String, String)> = reading!(db, pool => sqlx::query_as(sql).fetch_all(pool).await?);
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let made = MADE.map(plain);
    let is_there = |guard: &&&str| {
        let same = |(name, text): &(String, String)| {
            name == **guard && made.iter().any(|made| made.contains(plain(text).trim_end_matches(';')))
        };
        found.iter().any(same)
    };
    Ok(GUARDS.iter().chain(own).filter(|guard| !is_there(guard)).copied().collect())
}

#[derive(FromRow)]
struct Link {
    seq: i64,
    hash: String,
    #[sqlx(flatten)]
    row: Row,
}

/// The columns of an entry.
const COLUMNS: &str = "id, at, who, action, what, detail, address, channel, token, records";

/// A filter; `None` does not restrict.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    pub who: Option<String>,
    pub action: Option<Action>,
    /// A prefix of `what`.
    pub what: Option<String>,
    /// UTC milliseconds, `from` inclusive, `to` exclusive.
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

/// Entries, newest first, and their total number.
pub async fn list(db: &Db, filter: &Filter, limit: i64, offset: i64) -> Result<(Vec<AuditEntry>, i64)> {
    let sql = format!(
        "SELECT {COLUMNS} FROM audit WHERE {BOUNDS}
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

/// The next page, newest first: entries after `last`, or the first ones. Entries appended meanwhile shift nothing,
/// since paging continues from an entry and not from an offset.
pub async fn part(db: &Db, filter: &Filter, last: Option<&AuditEntry>, limit: i64) -> Result<Vec<AuditEntry>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM audit WHERE {BOUNDS}
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
    channel: Option<String>,
    token: Option<String>,
    records: Option<i64>,
}

impl Row {
    fn entry(self) -> Option<AuditEntry> {
        let Self { id, at, who, action, what, detail, address, channel, token, records } = self;
        let action = action.parse().ok()?;
        Some(AuditEntry { id, at, who, action, what, detail, address, channel, token, records })
    }
}
