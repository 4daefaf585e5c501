//! Files as a SQLite database: one table per file, with column types that fit all values.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Executor};

use super::super::{Result, StoreError};
use super::quoted;

/// A value of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    None,
    Text(String),
    Whole(i64),
    Number(f64),
}

/// Writes the tables of one database.
pub struct Loader {
    connection: SqliteConnection,
    insert: String,
}

impl Loader {
    /// Starts a new file; an existing one is removed first.
    pub async fn new(file: &Path) -> Result<Self> {
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|e| StoreError::Unreachable(format!("{}: {e}", folder.display())))?;
        }
        let _ = std::fs::remove_file(file);
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Off)
            .synchronous(SqliteSynchronous::Off);
        Ok(Self { connection: options.connect().await?, insert: String::new() })
    }

    /// Starts a table; column types are TEXT, INTEGER, REAL, DATE.
    pub async fn table(&mut self, name: &str, columns: &[(String, &'static str)]) -> Result<()> {
        let list: Vec<String> = columns.iter().map(|(name, kind)| format!("{} {kind}", quoted(name))).collect();
        let create = format!("CREATE TABLE {} ({})", quoted(name), list.join(", "));
        self.connection.execute(create.as_str()).await?;
        let marks: Vec<String> = (1..=columns.len()).map(|n| format!("${n}")).collect();
        self.insert = format!("INSERT INTO {} VALUES ({})", quoted(name), marks.join(", "));
        Ok(())
    }

    /// Adds rows to the current table.
    pub async fn rows(&mut self, rows: &[Vec<Cell>]) -> Result<()> {
        let mut transaction = self.connection.begin().await?;
        for row in rows {
            let mut query = sqlx::query(&self.insert);
            for cell in row {
                query = match cell {
                    Cell::None => query.bind(None::<String>),
                    Cell::Text(text) => query.bind(text.as_str()),
                    Cell::Whole(number) => query.bind(*number),
                    Cell::Number(number) => query.bind(*number),
                };
            }
            query.execute(&mut *transaction).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// Finishes the file.
    pub async fn finish(self) -> Result<()> {
        Ok(self.connection.close().await?)
    }
}
