//! The database: one set of queries for SQLite and Postgres. All SQL is here (except `query/sql`). One file per noun;
//! differences between the databases are in `dialect.rs`.
//!
//! Rows never leave this crate: its functions take and return the types of `app::model`.

mod connect;
mod error;

pub mod accounts;
pub mod acts;
pub mod analytics;
pub mod approvals;
pub mod audit;
pub mod backup;
pub mod cases;
pub mod changes;
pub mod columns;
pub mod engine;
pub mod events;
pub mod foreign;
pub mod history;
pub mod imports;
pub mod metrics;
pub mod outbox;
pub mod pins;
pub mod privacy;
pub mod records;
pub mod review;
mod row_access;
mod rows;
pub mod runs;
pub mod sent;
pub mod sessions;
pub mod settings;
pub mod support;
pub mod taught;
pub mod usage;
pub mod write;

pub use connect::{AnyDb, Db, Dialect, Mysql, SourceDb, newest_known, redact};
pub use error::StoreError;
pub use row_access::customers as customers_seen;

/// The result of every function of the store.
pub type Result<T> = std::result::Result<T, StoreError>;

/// Runs one body on either database. Inside, `$pool` is the pool to read from and `Base` the database's type.
macro_rules! reading {
    ($db:expr, $pool:ident => $body:expr) => {
        match $db {
            $crate::Db::Sqlite { read: $pool, .. } => {
                #[allow(dead_code)]
                type Base = sqlx::Sqlite;
                $body
            }
            $crate::Db::Postgres(postgres) => {
                let $pool: &sqlx::PgPool = postgres;
                #[allow(dead_code)]
                type Base = sqlx::Postgres;
                $body
            }
        }
    };
}

/// Likewise with the pool to write to. On SQLite it has one connection, so writers of this process queue instead of
/// meeting "database is locked"; other processes are waited for (`busy_timeout`).
macro_rules! writing {
    ($db:expr, $pool:ident => $body:expr) => {
        match $db {
            $crate::Db::Sqlite { write: $pool, .. } => {
                #[allow(dead_code)]
                type Base = sqlx::Sqlite;
                $body
            }
            $crate::Db::Postgres(postgres) => {
                let $pool: &sqlx::PgPool = postgres.writer();
                #[allow(dead_code)]
                type Base = sqlx::Postgres;
                $body
            }
        }
    };
}

pub(crate) use {reading, writing};
