//! Runs a statement built from a checked query, with a time limit. What the statement may do is decided where it is
//! built (`query/sql`).

use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::mysql::{MySqlDatabaseError, MySqlRow};
use sqlx::{Column, Row};

use crate::{AnyDb, Db, Result, StoreError};

/// A value of a statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Bind {
    Text(String),
    Number(f64),
}

/// A row: leading columns as text, the rest as numbers.
pub type Line = (Vec<Option<String>>, Vec<Option<f64>>);

/// Error numbers of a statement that took too long: MariaDB's, MySQL's, and a killed query.
const TIMEOUT_ERRORS: [u16; 3] = [1969, 3024, 1317];

/// SQLite VM steps between two looks at the clock.
const STEPS_PER_CHECK: i32 = 20_000;

/// The rows of a statement whose first `texts` columns are text and whose others are DOUBLE PRECISION.
///
/// # Errors
/// [`crate::StoreError::Slow`] if it takes longer than `limit`; the database stops working on it.
pub async fn rows<'a>(
    db: impl Into<AnyDb<'a>>,
    text: &str,
    binds: &[Bind],
    texts: usize,
    limit: Duration,
) -> Result<Vec<Line>> {
    match db.into() {
        AnyDb::Index(_) => Err(crate::foreign::index::no_sql()),
        AnyDb::Mysql(mysql) => {
            let mut connection = mysql.within(limit).await?;
            let (text, binds) = placed(text, binds);
            let rows = bound(sqlx::query(&text), &binds).fetch_all(&mut *connection).await.map_err(slow)?;
            let line = |row: &MySqlRow| {
                // sqlx reports a text with a binary collation as bytes.
                let keys = (0..texts).map(|i| row.try_get_unchecked(i)).collect::<sqlx::Result<_>>()?;
                let figures = (texts..row.len()).map(|i| row.try_get(i)).collect::<sqlx::Result<_>>()?;
                Ok((keys, figures))
            };
            rows.iter().map(line).collect()
        }
        AnyDb::Db(Db::Sqlite { read, .. }) => {
            let mut connection = read.acquire().await?;
            let (text, binds) = (text.to_owned(), binds.to_vec());
            let asked = Arc::new(());
            let heard = Arc::downgrade(&asked);
            // In its own task: a caller that gives up ends the statement, but must not leave behind a connection that
            // would interrupt other callers' statements.
            let work = tokio::spawn(async move {
                let end = Instant::now() + limit;
                let goes_on = move || heard.strong_count() > 0 && Instant::now() < end;
                connection.lock_handle().await?.set_progress_handler(STEPS_PER_CHECK, goes_on);
                let rows = bound(sqlx::query(&text), &binds).fetch_all(&mut *connection).await;
                connection.lock_handle().await?.remove_progress_handler();
                lines(&rows?, texts)
            });
            let done = work.await;
            drop(asked);
            done.unwrap_or_else(|error| match error.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                Err(_) => Err(sqlx::Error::WorkerCrashed.into()),
            })
        }
        AnyDb::Db(Db::Postgres(pool)) => {
            let mut transaction = pool.begin().await?;
            let wait = format!("SET LOCAL statement_timeout = {}", limit.as_millis().max(1));
            sqlx::query(&wait).execute(&mut *transaction).await?;
            let rows = bound(sqlx::query(text), binds).fetch_all(&mut *transaction).await?;
            transaction.rollback().await?;
            lines(&rows, texts)
        }
    }
}

type Asked<'q, D> = sqlx::query::Query<'q, D, <D as sqlx::Database>::Arguments<'q>>;

fn bound<'q, D: sqlx::Database>(mut query: Asked<'q, D>, binds: &'q [Bind]) -> Asked<'q, D>
where
    &'q str: sqlx::Encode<'q, D> + sqlx::Type<D>,
    f64: sqlx::Encode<'q, D> + sqlx::Type<D>,
{
    for bind in binds {
        query = match bind {
            Bind::Text(text) => query.bind(text.as_str()),
            Bind::Number(number) => query.bind(*number),
        };
    }
    query
}

fn lines<R: Row>(rows: &[R], texts: usize) -> Result<Vec<Line>>
where
    for<'r> Option<String>: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
    for<'r> Option<f64>: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
    usize: sqlx::ColumnIndex<R>,
{
    rows.iter()
        .map(|row| {
            let last = row.columns().iter().map(Column::ordinal).max().map_or(0, |last| last + 1);
            let keys = (0..texts).map(|i| row.try_get(i)).collect::<std::result::Result<_, _>>()?;
            let figures = (texts..last).map(|i| row.try_get(i)).collect::<std::result::Result<_, _>>()?;
            Ok((keys, figures))
        })
        .collect()
}

/// The error, as `Slow` if the statement timed out.
fn slow(error: sqlx::Error) -> StoreError {
    let number = error.as_database_error().and_then(|e| e.try_downcast_ref::<MySqlDatabaseError>()).map(|e| e.number());
    if number.is_some_and(|number| TIMEOUT_ERRORS.contains(&number)) { StoreError::Slow(error) } else { error.into() }
}

/// Replaces each `$1` by `?` and orders the values accordingly.
fn placed(text: &str, binds: &[Bind]) -> (String, Vec<Bind>) {
    let (mut out, mut values) = (String::with_capacity(text.len()), Vec::new());
    let mut quote = None;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match quote {
            Some(end) if c == end => quote = None,
            None if matches!(c, '\'' | '"') => quote = Some(c),
            None if c == '$' => {
                let mut number = 0;
                while let Some(digit) = rest.next_if(char::is_ascii_digit) {
                    number = number * 10 + digit.to_digit(10).unwrap_or_default() as usize;
                }
                values.extend(number.checked_sub(1).and_then(|place| binds.get(place)).cloned());
                out.push('?');
                continue;
            }
            _ => {}
        }
        out.push(c);
    }
    (out, values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_in_the_order_of_the_text() {
        let binds = [Bind::Text("a".into()), Bind::Number(2.0)];
        let (text, values) = placed("SELECT \"$1\"\"$2\", '$1''$2' WHERE x = $2 AND y IN ($1, $2)", &binds);
        assert_eq!(text, "SELECT \"$1\"\"$2\", '$1''$2' WHERE x = ? AND y IN (?, ?)");
        assert_eq!(values, [binds[1].clone(), binds[0].clone(), binds[1].clone()]);
    }

    #[tokio::test]
    async fn a_statement_without_an_end_is_ended() {
        let db = Db::open("sqlite::memory:").await.unwrap();
        let endless =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT CAST(MAX(i) AS REAL) FROM n";
        let error = rows(&db, endless, &[], 0, Duration::from_millis(50)).await.unwrap_err();
        assert!(matches!(error, StoreError::Slow(_)), "{error:?}");
        // A statement whose caller has gone ends as well.
        let limit = Duration::from_millis(200);
        assert!(tokio::time::timeout(limit / 4, rows(&db, endless, &[], 0, limit)).await.is_err());
        tokio::time::sleep(limit).await;
        let long = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 200000) \
            SELECT CAST(MAX(i) AS REAL) FROM n";
        let Db::Sqlite { read, .. } = &db else { unreachable!() };
        assert_eq!(sqlx::query_scalar::<_, f64>(long).fetch_one(read).await.unwrap(), 200_000.0);
        // The connection is still usable.
        let bind = [Bind::Text("a".into()), Bind::Number(2.5)];
        let line =
            rows(&db, "SELECT $1, CAST($2 AS DOUBLE PRECISION)", &bind, 1, Duration::from_secs(5)).await.unwrap();
        assert_eq!(line, [(vec![Some("a".to_owned())], vec![Some(2.5)])]);
    }
}
