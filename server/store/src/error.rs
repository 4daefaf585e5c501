//! Errors of the store, by what a person can do about them.

use model::error::AppError;

/// The message for a full disk.
pub(super) const FULL: &str = "The disk that holds the database is full. Free some space; nothing is lost.";

/// An error of the store. Its text says what to do; its source is for the log.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("{0}")]
    NotFound(String),
    /// It conflicts with what is stored; nothing was written.
    #[error("{0}")]
    Conflict(String),
    #[error(
        "The database was written by a newer Plumbline (its schema is at step {found}, this program knows {known}). \
         Install that version, or point PLUMBLINE_DATABASE at another database."
    )]
    Newer { found: i64, known: i64 },
    #[error("The database is read-only. Make its file and folder writable, then try again.")]
    ReadOnly(#[source] sqlx::Error),
    #[error("{}", FULL)]
    Full(#[source] sqlx::Error),
    #[error("The disk that holds the database fails to read or write. Check the disk, then try again.")]
    Disk(#[source] sqlx::Error),
    #[error("The database is busy with another process. Try again in a moment.")]
    Busy(#[source] sqlx::Error),
    #[error("It took too long. Ask for less, e.g. a shorter period.")]
    Slow(#[source] sqlx::Error),
    #[error("The file is not a Plumbline database, or it is damaged. Restore a backup, or name another file.")]
    Damaged(#[source] sqlx::Error),
    #[error(
        "The database cannot be opened: {0}. Check PLUMBLINE_DATABASE, and that the folder or server is there; signs as # @ / : in a password are percent-encoded (%23 for #)."
    )]
    Unreachable(String),
    /// A search cluster read as a source: it does not answer, or cannot compute what is asked.
    #[error("{0}")]
    Index(String),
    /// Another database, read as a source, cannot be opened.
    #[error("{0}")]
    Source(String),
    #[error("The database failed: {0}")]
    Other(#[source] sqlx::Error),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let code = match &error {
            sqlx::Error::Database(e) => e.code().map(|c| c.into_owned()).unwrap_or_default(),
            sqlx::Error::PoolTimedOut => return Self::Busy(error),
            sqlx::Error::Io(e) => return Self::Unreachable(e.to_string()),
            _ => return Self::Other(error),
        };
        // SQLite's extended result codes keep the primary code in the low byte; Postgres has five-letter SQLSTATEs.
        let primary = if code.len() == 5 { -1 } else { code.parse::<i64>().map_or(-1, |c| c & 0xff) };
        match (primary, code.as_str()) {
            (5 | 6, _) | (_, "55P03" | "40001" | "40P01") => Self::Busy(error),
            (9, _) | (_, "57014") => Self::Slow(error),
            (8, _) | (_, "25006") => Self::ReadOnly(error),
            // 4874: the shared-memory file beside the database cannot grow.
            (13, _) | (_, "53100" | "4874") => Self::Full(error),
            (10, _) | (_, "58030") => Self::Disk(error),
            (11 | 26, _) => Self::Damaged(error),
            (14, _) => Self::Unreachable("the file cannot be opened or made".into()),
            _ => Self::Other(error),
        }
    }
}

impl From<StoreError> for AppError {
    /// Logs the cause: this is the boundary at which store errors are handled.
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotFound(detail) => Self::NotFound { detail },
            StoreError::Conflict(detail) => Self::Conflict { detail },
            StoreError::Other(cause) => {
                tracing::error!(error = %cause, "store failed");
                Self::internal()
            }
            known => {
                tracing::error!(error = ?known, "store unavailable");
                Self::Unavailable { detail: known.to_string() }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_full_disk_is_known_and_the_writer_goes_on_after_it() {
        let folder = tempfile::tempdir().unwrap();
        let db = crate::Db::open(&format!("sqlite://{}", folder.path().join("a.db").display())).await.unwrap();
        let crate::Db::Sqlite { write, read, .. } = &db else { unreachable!() };
        let put = async |text: String| {
            let mut tx = write.begin().await?;
            sqlx::query("INSERT INTO products (slug, name) VALUES ($1, $1)").bind(text).execute(&mut *tx).await?;
            tx.commit().await
        };
        let pages: i64 = sqlx::query_scalar("PRAGMA page_count").fetch_one(write).await.unwrap();
        sqlx::query(&format!("PRAGMA max_page_count = {pages}")).execute(write).await.unwrap();
        for n in 0..3 {
            let error = StoreError::from(put(format!("{n}{}", "x".repeat(100_000))).await.unwrap_err());
            assert!(matches!(error, StoreError::Full(_)), "{error:?}");
            assert_eq!(error.to_string(), FULL);
        }
        sqlx::query("PRAGMA max_page_count = 1000000").execute(write).await.unwrap();
        put("first".into()).await.unwrap();
        // A transaction that fails for another reason leaves nothing open that affects the next.
        put("first".into()).await.unwrap_err();
        put("second".into()).await.unwrap();
        let names: Vec<String> =
            sqlx::query_scalar("SELECT slug FROM products ORDER BY slug").fetch_all(read).await.unwrap();
        assert_eq!(names, ["first", "second"]);
    }
}
