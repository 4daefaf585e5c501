//! External databases: opened read-only, and inspected for tables, columns and keys. Loaded files (`load`) and
//! search-cluster indices (`index`) count as such databases.

mod advice;
pub mod index;
mod load;
mod look;
mod mysql;
mod table;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::postgres::PgPoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};

use super::connect::{Postgres, postgres_options, redact};
use super::{AnyDb, Db, Mysql, Result, SourceDb, StoreError};

pub use load::{Cell, Loader};
pub use look::{facts, found_in};
pub use table::{Facts, LOOKED_AT, Looked, LookedColumn, LookedKey, Nature, Seen};

/// How long a database may take to answer at first.
const FIRST: Duration = Duration::from_secs(10);

/// Connections per database.
const POOL_SIZE: u32 = 4;

/// Opens a database read-only: no query can change it, whatever its user's rights.
///
/// # Errors
/// If it is unreachable: the message says what to do, and contains no password.
pub async fn open(url: &str) -> Result<SourceDb> {
    opened(url).await.map_err(|error| match error {
        StoreError::Unreachable(why) => StoreError::Source(advice::advised(&why)),
        other => other,
    })
}

async fn opened(url: &str) -> Result<SourceDb> {
    if let Some(file) = url.strip_prefix("sqlite:") {
        let file = file.trim_start_matches("//").split('?').next().unwrap_or_default();
        return open_file(Path::new(file)).await.map(SourceDb::Db);
    }
    if url.starts_with("mysql://") || url.starts_with("mariadb://") {
        return Mysql::open(url, POOL_SIZE, FIRST).await.map(SourceDb::Mysql);
    }
    if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
        let what = format!("\"{}\" is not sqlite://FILE, postgres://… or mysql://…", redact(url));
        return Err(StoreError::Unreachable(what));
    }
    let wrong = |error: sqlx::Error| StoreError::Unreachable(redact(&error.to_string()));
    let options = postgres_options(url)?.application_name("plumbline").options([
        ("default_transaction_read_only", "on"),
        ("TimeZone", "UTC"),
        ("DateStyle", "ISO"),
    ]);
    // The pool would retry until its timeout; a first connection by hand fails at once.
    let probe = tokio::time::timeout(FIRST, options.connect());
    let late = |_| StoreError::Unreachable(format!("it did not answer within {} s", FIRST.as_secs()));
    let probe = probe.await.map_err(late)?.map_err(wrong)?;
    let _ = sqlx::Connection::close(probe).await;
    let pool = PgPoolOptions::new().max_connections(POOL_SIZE).acquire_timeout(FIRST).connect_lazy_with(options);
    Ok(SourceDb::Db(Db::Postgres(Postgres::new(pool))))
}

/// The readable tables and views of a database, by name.
///
/// # Errors
/// If the database does not answer.
pub async fn look<'a>(db: impl Into<AnyDb<'a>>) -> Result<Vec<Looked>> {
    match db.into() {
        AnyDb::Db(db) => look::look(db).await,
        AnyDb::Mysql(db) => mysql::look(db).await,
        AnyDb::Index(indices) => Ok(indices.tables.to_vec()),
    }
}

/// Opens a SQLite file read-only.
pub async fn open_file(file: &Path) -> Result<Db> {
    if !file.is_file() {
        return Err(StoreError::Source(format!("there is no file {}", file.display())));
    }
    let options = SqliteConnectOptions::new().filename(file).read_only(true).create_if_missing(false);
    let pool = SqlitePoolOptions::new().max_connections(POOL_SIZE).acquire_timeout(FIRST).test_before_acquire(false);
    let read = pool.connect_with(options).await.map_err(|e| StoreError::Source(format!("{}: {e}", file.display())))?;
    // Opening a file that is no database succeeds; only queries fail.
    sqlx::query("SELECT COUNT(*) FROM sqlite_master")
        .execute(&read)
        .await
        .map_err(|_| StoreError::Source(format!("{} is not a SQLite database", file.display())))?;
    Ok(Db::Sqlite { read: read.clone(), write: read, columns: Arc::default(), known: Arc::default() })
}

/// Quotes any name as an SQL identifier.
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
