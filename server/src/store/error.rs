//! What can go wrong in the store, sorted by what a person can do about it.

use app::error::AppError;

/// An error of the store. Its text says what to do; the cause is kept for the log.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("{0}")]
    NotFound(String),
    /// It contradicts what is there; nothing was written.
    #[error("{0}")]
    Conflict(String),
    #[error(
        "The database was written by a newer Plumbline (its schema is at step {found}, this program knows {known}). \
         Install that version, or point PLUMBLINE_DATABASE at another database."
    )]
    Newer { found: i64, known: i64 },
    #[error("The database is read-only. Make its file and folder writable, then try again.")]
    ReadOnly(#[source] sqlx::Error),
    #[error("The disk is full: nothing more can be stored. Free some space; what was stored before is safe.")]
    Full(#[source] sqlx::Error),
    #[error("The database is busy with another process. Try again in a moment.")]
    Busy(#[source] sqlx::Error),
    #[error("It took longer than it may. Narrow it down, e.g. to a shorter time.")]
    Slow(#[source] sqlx::Error),
    #[error("The file is not a Plumbline database, or it is damaged. Restore a backup, or name another file.")]
    Damaged(#[source] sqlx::Error),
    #[error("The database cannot be opened: {0}. Check PLUMBLINE_DATABASE, and that the folder or server is there.")]
    Unreachable(String),
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
            (13, _) | (_, "53100") => Self::Full(error),
            (11 | 26, _) => Self::Damaged(error),
            (14, _) => Self::Unreachable("the file cannot be opened or made".into()),
            _ => Self::Other(error),
        }
    }
}

impl From<StoreError> for AppError {
    /// Logs the cause: this is the boundary at which a failure of the store is handled.
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
