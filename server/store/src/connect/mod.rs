//! Opens the database that a URL names and migrates its schema.

pub(crate) mod at_once;
mod dialect;
mod mysql;
pub(crate) mod recent;

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions, PgSslMode};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
    SqliteTransactionManager,
};
use sqlx::{ConnectOptions, Connection, TransactionManager};

use super::columns::Columns;
use super::engine::{Engine, SideEngine};
use super::{Result, StoreError};
pub use dialect::{AnyDb, Dialect, SourceDb};
pub use mysql::Mysql;
use recent::Known;

static SQLITE: Migrator = sqlx::migrate!("../../migrations/sqlite");
static POSTGRES: Migrator = sqlx::migrate!("../../migrations/postgres");

/// How long a statement waits for another process writing to the same SQLite file.
const BUSY_WAIT: Duration = Duration::from_secs(30);

/// Number of read connections. A reader keeps a core or the disk busy: more than two per core only cost memory, about a
/// MiB each.
fn readers() -> u32 {
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    (2 * cores).clamp(4, 16) as u32
}

/// The database: SQLite in-process, or Postgres for several machines. Cheap to clone.
#[derive(Clone, Debug)]
pub enum Db {
    /// WAL lets readers continue while the one writer writes. In memory both are the same single connection.
    Sqlite {
        read: SqlitePool,
        write: SqlitePool,
        columns: Arc<Columns>,
        known: Arc<Known>,
    },
    Postgres(Postgres),
}

/// Connections to Postgres, and its columns in memory.
#[derive(Clone, Debug)]
pub struct Postgres {
    pool: PgPool,
    /// Writes. The same pool, except in a restricted view, which reads through views and writes to the tables.
    write: PgPool,
    columns: Arc<Columns>,
    known: Arc<Known>,
}

impl Postgres {
    pub(super) fn new(pool: PgPool) -> Self {
        Self { write: pool.clone(), pool, columns: Arc::default(), known: Arc::default() }
    }

    /// The same tables, read through other connections.
    pub(super) fn read_by(&self, pool: PgPool, columns: Arc<Columns>) -> Self {
        Self { pool, write: self.write.clone(), columns, known: self.known.clone() }
    }

    pub(super) fn writer(&self) -> &PgPool {
        &self.write
    }
}

impl std::ops::Deref for Postgres {
    type Target = PgPool;
    fn deref(&self) -> &PgPool {
        &self.pool
    }
}

impl Db {
    /// Whether both use the same connections.
    fn is_same(&self, other: &Self) -> bool {
        std::ptr::eq(self.known(), other.known())
    }

    /// Opens and migrates the database of a URL: `sqlite://FILE`, `sqlite::memory:` or `postgres://…`.
    pub async fn open(url: &str) -> Result<Self> {
        let db = Self::connect(url).await?;
        db.migrate().await?;
        Ok(db)
    }

    pub(super) fn columns(&self) -> &Arc<Columns> {
        match self {
            Self::Sqlite { columns, .. } | Self::Postgres(Postgres { columns, .. }) => columns,
        }
    }

    pub(super) fn known(&self) -> &Known {
        match self {
            Self::Sqlite { known, .. } | Self::Postgres(Postgres { known, .. }) => known,
        }
    }

    /// Opens without migrating.
    pub async fn connect(url: &str) -> Result<Self> {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            let options = postgres_options(url)?;
            // The pool would retry until its timeout; a first connection by hand fails at once.
            let probe = options.connect().await.map_err(|e| StoreError::Unreachable(redact(&e.to_string())))?;
            let _ = probe.close().await;
            let pool = PgPoolOptions::new()
                .max_connections(16)
                .acquire_timeout(BUSY_WAIT)
                .connect_with(options)
                .await
                .map_err(|e| StoreError::Unreachable(redact(&e.to_string())))?;
            return Ok(Self::Postgres(Postgres::new(pool)));
        }
        if !url.starts_with("sqlite:") {
            let what = format!("\"{}\" is not sqlite://FILE or postgres://…", redact(url));
            return Err(StoreError::Unreachable(what));
        }
        let options = SqliteConnectOptions::from_str(url)
            .map_err(|e| StoreError::Unreachable(e.to_string()))?
            .create_if_missing(true)
            .foreign_keys(true)
            .busy_timeout(BUSY_WAIT)
            // A crashed process loses nothing in either mode; NORMAL saves a disk flush per commit.
            .synchronous(SqliteSynchronous::Normal)
            .pragma("temp_store", "memory");
        if url.contains(":memory:") {
            let pool = SqlitePoolOptions::new()
                .max_connections(1)
                .test_before_acquire(false)
                .idle_timeout(None)
                .max_lifetime(None)
                .connect_with(options)
                .await?;
            return Ok(Self::Sqlite {
                read: pool.clone(),
                write: pool,
                columns: Arc::default(),
                known: Arc::default(),
            });
        }
        if let Some(folder) = options.get_filename().parent() {
            std::fs::create_dir_all(folder)
                .map_err(|e| StoreError::Unreachable(format!("{}: {e}", folder.display())))?;
        }
        // If this fails, SQLite reports why.
        let _ = private(options.get_filename());
        let options = options.journal_mode(SqliteJournalMode::Wal);
        // An in-process connection does not break, and testing it each time costs as much as a query.
        let one = |n| SqlitePoolOptions::new().max_connections(n).acquire_timeout(BUSY_WAIT).test_before_acquire(false);
        let writer = one(1).before_acquire(|connection, _| Box::pin(settle(connection)));
        // Each connection has its own cache, in KiB. Readers need the upper pages of a tree; the OS caches the rest.
        let options = options.pragma("cache_size", "-4096");
        let write = writer.connect_with(options.clone()).await?;
        let options = options.optimize_on_close(false, None).pragma("cache_size", "-1024");
        let read = one(readers()).connect_with(options).await?;
        Ok(Self::Sqlite { read, write, columns: Arc::default(), known: Arc::default() })
    }

    /// Prepares for a bulk load: SQLite gets a write cache of 64 MiB until the database is closed.
    pub async fn expect_many(&self) -> Result<()> {
        if let Self::Sqlite { write, .. } = self {
            sqlx::query("PRAGMA cache_size = -65536").execute(write).await?;
        }
        Ok(())
    }

    /// Migrates the schema. A database of a newer program is refused and left unchanged.
    pub async fn migrate(&self) -> Result<()> {
        let (done, known) = match self {
            Self::Sqlite { write, .. } => (SQLITE.run(write).await, &SQLITE),
            // Migrations, and waiting for another server that runs them, take as long as they take: neither should be
            // reported as a slow statement.
            Self::Postgres(pool) => {
                let quiet = pool.connect_options().as_ref().clone().disable_statement_logging();
                let quiet = PgPoolOptions::new().max_connections(1).connect_with(quiet).await?;
                let done = POSTGRES.run(&quiet).await;
                quiet.close().await;
                (done, &POSTGRES)
            }
        };
        match done {
            Ok(()) => Ok(()),
            Err(MigrateError::VersionMissing(found)) => Err(StoreError::Newer { found, known: newest(known) }),
            Err(MigrateError::Execute(e) | MigrateError::ExecuteMigration(e, _)) => Err(e.into()),
            Err(e) => Err(StoreError::Unreachable(e.to_string())),
        }
    }

    /// The last migration applied to the database, 0 if it is empty, and the last one this program knows.
    pub async fn schema(&self) -> Result<(i64, i64)> {
        let sql = "SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations";
        let (found, known) = match self {
            Self::Sqlite { read, .. } => (sqlx::query_scalar(sql).fetch_one(read).await, &SQLITE),
            Self::Postgres(pool) => (sqlx::query_scalar(sql).fetch_one(&**pool).await, &POSTGRES),
        };
        match found {
            Ok(found) => Ok((found, newest(known))),
            // The table does not exist.
            Err(sqlx::Error::Database(_)) => Ok((0, newest(known))),
            Err(error) => Err(error.into()),
        }
    }

    /// Waits for ongoing work and closes all connections.
    pub async fn close(&self) {
        match self {
            Self::Sqlite { read, write, .. } => {
                read.close().await;
                write.close().await;
            }
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

impl Db {
    /// Attaches an engine to the database, for all its clones; the first one stays.
    pub fn put_engine(&self, engine: Arc<dyn Engine>) {
        let _ = self.columns().beside.set(SideEngine { engine, book: None });
    }

    /// The attached engine.
    pub fn engine(&self) -> Option<&SideEngine> {
        self.columns().beside.get()
    }
}

/// The last migration this program knows, the same for both databases.
pub fn newest_known() -> i64 {
    newest(&SQLITE)
}

fn newest(known: &Migrator) -> i64 {
    known.iter().map(|m| m.version).max().unwrap_or(0)
}

/// Creates an empty file that only its owner may read; SQLite gives its companion files the same permissions.
pub(super) fn private(file: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file).map(drop)
}

/// Prepares the write connection for the next transaction. On a full disk SQLite ends a transaction by itself, so that
/// rollback fails and sqlx still believes one is open: its next "commit" would only release a savepoint.
async fn settle(connection: &mut SqliteConnection) -> std::result::Result<bool, sqlx::Error> {
    if connection.is_in_transaction() {
        // If one is open after all, this fails, and that one is rolled back.
        let _ = sqlx::query("BEGIN").execute(&mut *connection).await;
        SqliteTransactionManager::rollback(connection).await?;
    }
    Ok(!connection.is_in_transaction())
}

/// Connection options for Postgres. Remote hosts need TLS with a verified certificate, unless the settings list them.
///
/// # Errors
/// For an invalid URL, and for one that would connect unencrypted.
pub(super) fn postgres_options(url: &str) -> Result<PgConnectOptions> {
    let options = PgConnectOptions::from_str(url).map_err(|e| StoreError::Unreachable(redact(&e.to_string())))?;
    if !matches!(options.get_ssl_mode(), PgSslMode::VerifyFull) && options.get_socket().is_none() {
        let instead = "?sslmode=verify-full at the end of its URL";
        base::plain::check(options.get_host(), instead).map_err(StoreError::Unreachable)?;
    }
    Ok(options)
}

/// Query parameters of a URL that hold secrets.
const SECRET: [&str; 4] = ["password", "token", "secret", "key"];

/// A URL without its password, for logs and `--print-config`.
pub fn redact(url: &str) -> String {
    let hidden = match (url.find("://"), url.rfind('@')) {
        (Some(scheme), Some(at)) if scheme + 3 < at => {
            let user = url[scheme + 3..at].split(':').next().unwrap_or_default();
            format!("{}{user}:***{}", &url[..scheme + 3], &url[at..])
        }
        _ => url.to_owned(),
    };
    let Some((place, query)) = hidden.split_once('?').filter(|(place, _)| place.contains("://")) else { return hidden };
    let pairs = query.split('&').map(|pair| match pair.split_once('=') {
        Some((name, _)) if SECRET.iter().any(|secret| name.to_lowercase().ends_with(secret)) => format!("{name}=***"),
        _ => pair.to_owned(),
    });
    format!("{place}?{}", pairs.collect::<Vec<_>>().join("&"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_hidden() {
        assert_eq!(redact("postgres://ann:se@cret@db/x"), "postgres://ann:***@db/x");
        assert_eq!(redact("sqlite:///var/a.db"), "sqlite:///var/a.db");
        let url = "postgres://db/x?user=ann&password=se&cret=1&sslmode=require&sslkey=k";
        assert_eq!(redact(url), "postgres://db/x?user=ann&password=***&cret=1&sslmode=require&sslkey=***");
    }

    #[test]
    fn a_database_elsewhere_is_spoken_to_by_tls() {
        for here in
            ["postgres://ann:x@localhost/a", "postgres://127.0.0.1:5432/a", "postgres:///a?host=/run/postgresql"]
        {
            assert!(postgres_options(here).is_ok(), "{here}");
        }
        for far in ["postgres://ann:x@db.example/a", "postgres://db.example/a?sslmode=require"] {
            let why = postgres_options(far).unwrap_err().to_string();
            assert!(why.contains("sslmode=verify-full") && why.contains("PLUMBLINE_PLAIN_HOSTS=db.example"), "{why}");
        }
        assert!(postgres_options("postgres://db.example/a?sslmode=verify-full").is_ok());
    }

    #[tokio::test]
    async fn a_newer_database_is_refused() {
        let db = Db::open("sqlite::memory:").await.unwrap();
        let Db::Sqlite { write, .. } = &db else { unreachable!() };
        sqlx::query(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
             VALUES (9999, 'later', TRUE, x'00', 0)",
        )
        .execute(write)
        .await
        .unwrap();
        let refused = db.migrate().await.unwrap_err();
        assert!(matches!(refused, StoreError::Newer { found: 9999, .. }));
        assert!(refused.to_string().contains("newer"), "{refused}");
        assert_eq!(db.schema().await.unwrap(), (9999, newest(&SQLITE)));
    }

    #[tokio::test]
    async fn what_is_no_database_is_said_plainly() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.db");
        std::fs::write(&file, "this is not a database, it is a text of some length, really").unwrap();
        let error = Db::open(&format!("sqlite://{}", file.display())).await.unwrap_err();
        assert!(matches!(error, StoreError::Damaged(_)), "{error:?}");
        let error = Db::open("mysql://x").await.unwrap_err();
        assert!(error.to_string().contains("sqlite://FILE"), "{error}");
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn only_its_owner_reads_a_new_database() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.db");
        let _db = Db::open(&format!("sqlite://{}", file.display())).await.unwrap();
        for file in [file, dir.path().join("a.db-wal"), dir.path().join("a.db-shm")] {
            let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&file).unwrap().permissions());
            assert_eq!(mode & 0o777, 0o600, "{}", file.display());
        }
    }
}
