//! Copying the SQLite file while it is in use, and restoring such a copy. Postgres has its own tools for both.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteLockingMode};
use sqlx::{ConnectOptions, Connection};

use super::connect::{newest_known, private};
use super::{Result, StoreError, redact};

/// Tables whose row counts people recognise, in display order.
const COUNTED: [&str; 6] = ["customers", "communications", "cases", "documents", "sessions", "runs"];

/// Contents of an intact database file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// Size of the file.
    pub bytes: u64,
    /// Row counts of the main tables.
    pub rows: Vec<(&'static str, i64)>,
}

/// The file that a URL names; `None` for Postgres or an in-memory database.
pub fn file_of(url: &str) -> Option<PathBuf> {
    if !url.starts_with("sqlite:") || url.contains(":memory:") {
        return None;
    }
    Some(SqliteConnectOptions::from_str(url).ok()?.get_filename().to_owned())
}

/// Shell commands that copy a Postgres database to a file and restore it. They contain no password: the tools ask for
/// it, or take it from `PGPASSWORD` or `~/.pgpass`.
pub fn postgres_tools(url: &str, file: &Path) -> [String; 2] {
    let quoted = |text: &str| format!("'{}'", text.replace('\'', r"'\''"));
    let (url, file) = (quoted(&redact(url).replacen(":***@", "@", 1)), quoted(&file.to_string_lossy()));
    [
        format!("umask 077 && pg_dump -Fc --dbname={url} --file={file}"),
        format!("pg_restore --clean --if-exists --no-owner --single-transaction --dbname={url} {file}"),
    ]
}

/// Writes a consistent copy of the database `from` to `to` while others use it. The copy gets its name once it is
/// complete, verified and on disk, and only its owner may read it.
///
/// # Errors
/// `NotFound` without `from`, `Conflict` if `to` exists, or the error that prevents reading or writing; `to` does not
/// exist then.
pub async fn copy(from: &Path, to: &Path) -> Result<Held> {
    if to.exists() {
        let detail = format!("{} is there already, and no file is overwritten. Name another.", to.display());
        return Err(StoreError::Conflict(detail));
    }
    let part = beside(to, ".part");
    let held = write_to(from, &part).await;
    let named = held.and_then(|held| std::fs::rename(&part, to).map(|()| held).map_err(|e| cannot(to, &e)));
    match named {
        Ok(held) => {
            flush_folder(to).await?;
            Ok(held)
        }
        Err(error) => {
            let _ = std::fs::remove_file(&part);
            Err(error)
        }
    }
}

/// `VACUUM INTO` reads in one transaction, which under WAL blocks no writer, and leaves out free pages.
async fn write_to(from: &Path, part: &Path) -> Result<Held> {
    let mut source = open(from).await?;
    // The remains of an interrupted copy.
    let _ = std::fs::remove_file(part);
    private(part).map_err(|e| cannot(part, &e))?;
    let name = part.to_str().ok_or_else(|| StoreError::Conflict(format!("{} is not UTF-8.", part.display())))?;
    let written = sqlx::query("VACUUM INTO ?").bind(name).execute(&mut source).await;
    written.map_err(|error| match StoreError::from(error) {
        StoreError::Full(_) => cannot(part, &std::io::ErrorKind::StorageFull.into()),
        other => other,
    })?;
    source.close().await?;
    flush(part).await.map_err(|e| cannot(part, &e))?;
    check(part).await
}

/// Reads a database file completely.
///
/// # Errors
/// `NotFound` if it does not exist, `Damaged` if it is no Plumbline database or incomplete, `Newer` if a newer program
/// wrote it.
pub async fn check(file: &Path) -> Result<Held> {
    let mut connection = open(file).await?;
    let sound: String = sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(&mut connection).await?;
    if sound != "ok" {
        return Err(StoreError::Damaged(sqlx::Error::Protocol(sound)));
    }
    let found: Option<i64> = sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations")
        .fetch_one(&mut connection)
        .await
        .map_err(StoreError::Damaged)?;
    let (found, known) = (found.unwrap_or_default(), newest_known());
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    let mut rows = Vec::with_capacity(COUNTED.len());
    for table in COUNTED {
        let sql = format!("SELECT COUNT(*) FROM {table}");
        let count: i64 = sqlx::query_scalar(&sql).fetch_one(&mut connection).await.map_err(StoreError::Damaged)?;
        rows.push((table, count));
    }
    connection.close().await?;
    let bytes = std::fs::metadata(file).map_err(|e| cannot(file, &e))?.len();
    Ok(Held { bytes, rows })
}

/// Puts a copy of `from` in the place of the database `file`; also returns where the old one was moved.
///
/// # Errors
/// As [`check`] for `from`, and `Conflict` while a server or another command has `file` open; `file` is unchanged then.
pub async fn restore(from: &Path, file: &Path) -> Result<(Held, Option<PathBuf>)> {
    check(from).await?;
    let alone = alone(file).await?;
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(|e| cannot(folder, &e))?;
    }
    let next = beside(file, ".restoring");
    // The remains of an interrupted restore.
    let _ = std::fs::remove_file(&next);
    let held = copy(from, &next).await?;
    if let Some(alone) = alone {
        alone.close().await?;
    }
    let kept = set_aside(file).map_err(|e| cannot(file, &e))?;
    std::fs::rename(&next, file).map_err(|e| cannot(file, &e))?;
    flush_folder(file).await?;
    Ok((held, kept))
}

/// Opens a database file exclusively until the connection is closed; folds its WAL into it. Under WAL each process that
/// has the file open holds a shared lock, which the system releases if the process dies: so this fails only while
/// somebody has it open.
async fn alone(file: &Path) -> Result<Option<SqliteConnection>> {
    if !file.exists() {
        return Ok(None);
    }
    let options = SqliteConnectOptions::new()
        .filename(file)
        .busy_timeout(Duration::ZERO)
        .locking_mode(SqliteLockingMode::Exclusive)
        .journal_mode(SqliteJournalMode::Delete);
    let held = async {
        let mut connection = options.connect().await?;
        sqlx::query("BEGIN EXCLUSIVE").execute(&mut connection).await?;
        Ok::<_, sqlx::Error>(connection)
    };
    match held.await.map_err(StoreError::from) {
        Ok(connection) => Ok(Some(connection)),
        Err(StoreError::Busy(_)) => Err(StoreError::Conflict(format!(
            "{} is in use. Stop the server, or the other command, that has it open; then restore again.",
            file.display()
        ))),
        // Replacing an unreadable database is what a backup is for.
        Err(error) => {
            tracing::warn!(%error, "the database that is replaced cannot be opened");
            Ok(None)
        }
    }
}

/// Renames the database and the files beside it to a free name: a WAL must not meet another file.
fn set_aside(file: &Path) -> std::io::Result<Option<PathBuf>> {
    let names = (1..).map(|n| if n == 1 { ".before-restore".to_owned() } else { format!(".before-restore-{n}") });
    let Some(kept) = names.map(|name| beside(file, &name)).find(|kept| !kept.exists()) else { return Ok(None) };
    let was = file.exists();
    for tail in ["", "-wal", "-shm", "-journal"] {
        let old = beside(file, tail);
        if old.exists() {
            std::fs::rename(old, beside(&kept, tail))?;
        }
    }
    Ok(was.then_some(kept))
}

async fn open(file: &Path) -> Result<SqliteConnection> {
    if !file.is_file() {
        return Err(StoreError::NotFound(format!("There is no file {}.", file.display())));
    }
    Ok(SqliteConnectOptions::new().filename(file).read_only(true).connect().await?)
}

/// The file's name with a suffix.
fn beside(file: &Path, tail: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(tail);
    name.into()
}

async fn flush(path: &Path) -> std::io::Result<()> {
    tokio::fs::File::open(path).await?.sync_all().await
}

/// So that a rename survives a power failure.
async fn flush_folder(file: &Path) -> Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    flush(folder).await.map_err(|e| cannot(folder, &e))
}

fn cannot(path: &Path, error: &std::io::Error) -> StoreError {
    match error.kind() {
        std::io::ErrorKind::StorageFull => {
            StoreError::Conflict(format!("There is no space for {}. Free some, then try again.", path.display()))
        }
        _ => StoreError::Conflict(format!("{} cannot be written: {error}.", path.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_url_names() {
        assert_eq!(file_of("sqlite://a/b.db?mode=ro"), Some("a/b.db".into()));
        assert_eq!(file_of("sqlite::memory:"), None);
        assert_eq!(file_of("postgres://db/x"), None);
    }

    #[test]
    fn the_lines_for_postgres_hold_no_password() {
        let [dump, restore] = postgres_tools("postgres://ann:se@cret@db/x", Path::new("it's.dump"));
        assert_eq!(dump, r"umask 077 && pg_dump -Fc --dbname='postgres://ann@db/x' --file='it'\''s.dump'");
        assert!(restore.ends_with(r"--dbname='postgres://ann@db/x' 'it'\''s.dump'"), "{restore}");
    }
}
