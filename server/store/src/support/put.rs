//! Writes rows of any of the tables in one transaction.

use std::collections::HashMap;

use sqlx::QueryBuilder;

use super::super::StoreError;
use super::tables::{Cell, Kind, Table};
use super::{Db, writing};

/// Rows of one table; each has a cell per column.
#[derive(Clone, Debug)]
pub struct Rows {
    pub table: &'static Table,
    pub rows: Vec<Vec<Cell>>,
}

/// Rows per INSERT: with eleven columns far below the limits on bound values.
const BATCH_ROWS: usize = 500;

/// Stores batches as they arrive, in one transaction; rows with existing keys replace the stored ones. A failed batch
/// aborts, and nothing is stored.
///
/// # Errors
/// The batch's own, or the store's; nothing is written then.
pub async fn put<E: From<StoreError>>(db: &Db, pieces: impl Iterator<Item = Result<Rows, E>> + Send) -> Result<(), E> {
    writing!(db, pool => {
        let mut tx = pool.begin().await.map_err(StoreError::from)?;
        for piece in pieces {
            let Rows { table, rows } = piece?;
            for part in rows.chunks(BATCH_ROWS) {
                let mut q = QueryBuilder::<Base>::new(insert(table));
                q.push_values(latest(table, part), |mut b, row| {
                    for (column, cell) in table.columns.iter().zip(row) {
                        match column.kind {
                            Kind::Text | Kind::Phone | Kind::Named(_) | Kind::Refers(_) => b.push_bind(cell.text()),
                            Kind::Time | Kind::Whole => b.push_bind(cell.whole()),
                            Kind::Number => b.push_bind(cell.number()),
                            Kind::Flag => b.push_bind(cell.flag()),
                        };
                    }
                });
                q.push(replace(table));
                q.build().execute(&mut *tx).await.map_err(StoreError::from)?;
            }
        }
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    })
}

/// A statement must not write a row twice: of rows with the same key, the last.
fn latest<'a>(table: &Table, rows: &'a [Vec<Cell>]) -> Vec<&'a Vec<Cell>> {
    let key = |row: &Vec<Cell>| format!("{:?}", row.get(..table.key));
    let last: HashMap<String, usize> = rows.iter().enumerate().map(|(i, row)| (key(row), i)).collect();
    if last.len() == rows.len() {
        return rows.iter().collect();
    }
    rows.iter().enumerate().filter(|(i, row)| last.get(&key(row)) == Some(i)).map(|(_, row)| row).collect()
}

fn insert(table: &Table) -> String {
    let names: Vec<&str> = table.columns.iter().map(|c| c.name).collect();
    format!("INSERT INTO isp_{} ({}) ", table.name, names.join(", "))
}

fn replace(table: &Table) -> String {
    let (key, rest) = table.columns.split_at(table.key);
    let key: Vec<&str> = key.iter().map(|c| c.name).collect();
    let set: Vec<String> = rest.iter().map(|c| format!("{0} = excluded.{0}", c.name)).collect();
    format!(" ON CONFLICT ({}) DO UPDATE SET {}", key.join(", "), set.join(", "))
}

#[cfg(test)]
mod tests {
    use super::super::tables::CUSTOMER_MEMORY;
    use super::*;

    #[test]
    fn of_rows_with_one_key_the_last_holds() {
        let row = |key: &str, value: &str| vec![Cell::from("C1"), key.into(), value.into(), 1_i64.into()];
        let rows = [row("a", "1"), row("b", "2"), row("a", "3")];
        let kept: Vec<_> = latest(&CUSTOMER_MEMORY, &rows).into_iter().map(|row| row[2].clone()).collect();
        assert_eq!(kept, [Cell::from("2"), "3".into()]);
    }
}
