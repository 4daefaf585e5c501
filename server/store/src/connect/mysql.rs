//! Read-only connections to MySQL and MariaDB, for sources.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::mysql::{MySql, MySqlConnectOptions, MySqlConnection, MySqlPoolOptions, MySqlSslMode};
use sqlx::pool::PoolConnection;
use sqlx::{ConnectOptions, Connection, Executor, MySqlPool};

use super::redact;
use crate::{Result, StoreError};

/// Session settings, whatever the server's defaults: names and `||` as in other databases, backslash is an ordinary
/// character, times in UTC, read-only.
const SESSION: &str = "SET SESSION sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES', time_zone = '+00:00'; \
    SET SESSION TRANSACTION READ ONLY; ";

/// A connection pool.
#[derive(Clone, Debug)]
pub struct Mysql {
    pool: MySqlPool,
    server: Server,
}

/// Which of the two products it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Server {
    Mysql,
    Mariadb,
}

impl Server {
    async fn of(connection: &mut MySqlConnection) -> sqlx::Result<Self> {
        let version: String = sqlx::query_scalar("SELECT VERSION()").fetch_one(connection).await?;
        Ok(if version.contains("MariaDB") { Self::Mariadb } else { Self::Mysql })
    }

    /// A collation that compares text exactly, including trailing spaces.
    const fn collation(self) -> &'static str {
        match self {
            Self::Mysql => "utf8mb4_0900_bin",
            Self::Mariadb => "utf8mb4_nopad_bin",
        }
    }

    fn limit(self, limit: Duration) -> String {
        match self {
            Self::Mysql => format!("SET SESSION max_execution_time = {}", limit.as_millis().max(1)),
            Self::Mariadb => format!("SET SESSION max_statement_time = {}", limit.as_secs_f64().max(0.001)),
        }
    }
}

impl Mysql {
    /// Whether both use the same connections.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.pool.connect_options(), &other.pool.connect_options())
    }

    /// Opens the database of a URL, which must answer within `first`.
    ///
    /// # Errors
    /// If it is unreachable; the message contains no password.
    pub(crate) async fn open(url: &str, connections: u32, first: Duration) -> Result<Self> {
        let wrong = |error: sqlx::Error| StoreError::Unreachable(redact(&error.to_string()));
        let options = MySqlConnectOptions::from_str(url).map_err(wrong)?;
        if options.get_database().is_none_or(str::is_empty) {
            return Err(StoreError::Unreachable("the URL names no database: mysql://USER:PASSWORD@HOST/NAME".into()));
        }
        if !matches!(options.get_ssl_mode(), MySqlSslMode::VerifyIdentity) && options.get_socket().is_none() {
            let instead = "?ssl-mode=VERIFY_IDENTITY at the end of its URL";
            base::plain::check(options.get_host(), instead).map_err(StoreError::Unreachable)?;
        }
        let late = |_| StoreError::Unreachable(format!("it did not answer within {} s", first.as_secs()));
        let mut probe = tokio::time::timeout(first, options.connect()).await.map_err(late)?.map_err(wrong)?;
        let server = Server::of(&mut probe).await.map_err(wrong)?;
        let _ = probe.close().await;
        let pool = MySqlPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(first)
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    let collation = server.collation();
                    let session = format!("{SESSION}SET NAMES utf8mb4 COLLATE {collation}");
                    connection.execute(sqlx::raw_sql(&session)).await.map(drop)
                })
            })
            .connect_lazy_with(options);
        Ok(Self { pool, server })
    }

    /// A connection whose statements end after `limit`.
    pub(crate) async fn within(&self, limit: Duration) -> sqlx::Result<PoolConnection<MySql>> {
        let mut connection = self.pool.acquire().await?;
        connection.execute(self.server.limit(limit).as_str()).await?;
        Ok(connection)
    }
}
