//! Communications and cases as columns in memory: what counting needs, a few dozen bytes each. A database takes
//! hundreds of milliseconds to group a million rows; these take a few. They are derived from the store and used only
//! when they include everything up to the last change number.
//!
//! SQL alone counts small stores, and large ones while the columns are loading: the functions here then return `None`.

mod attributes;
mod cases;
pub mod figures;
mod fill;
mod interner;
mod lists;
mod loaded;
mod pages;
pub mod rows;
mod table;
mod tally;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use model::time::DateRange;

use super::analytics::Order;
use super::{Db, Result, changes};
use figures::ColumnQuery;
use loaded::LoadedColumns;
use rows::{Rows, Wanted};

pub use attributes::attribute;
pub use loaded::{Columns, LARGE};
pub use table::{Column, OfCustomer};
pub use tally::Aggregate;

/// Changes that load faster than SQL counts all records.
const MAX_PENDING_CHANGES: u64 = 5_000;
/// How long a caller waits for another one that is loading.
const LOAD_TIMEOUT: Duration = Duration::from_millis(300);

/// Whether they include everything up to `latest`. A few changes are loaded while the caller waits, since SQL would
/// take longer; many are loaded in the background.
async fn are_current(columns: &Arc<Columns>, db: &Db, latest: i64) -> Result<bool> {
    // If a search cluster is attached, it does the counting, and the server loads no columns.
    if columns.beside.get().is_some() {
        return Ok(false);
    }
    let held = columns.held();
    if held == Some(latest) || columns.small.load(Ordering::Acquire) == latest {
        return Ok(held == Some(latest));
    }
    if let Some(held) = held
        && changes::pending(db, held).await? < MAX_PENDING_CHANGES
        && let Ok(_turn) = tokio::time::timeout(LOAD_TIMEOUT, columns.filling.lock()).await
    {
        if columns.held() != Some(latest) {
            fill::fill(columns, db).await?;
        }
        return Ok(columns.held() == Some(latest));
    }
    if let Ok(turn) = columns.filling.clone().try_lock_owned() {
        let (columns, db) = (columns.clone(), db.clone());
        tokio::spawn(async move {
            let _turn = turn;
            if let Err(error) = fill::fill(&columns, &db).await {
                tracing::warn!(%error, "the columns could not be read; counting goes on without them");
            }
        });
    }
    Ok(false)
}

/// Reads the columns if they are loaded and current.
async fn open<T: Send + 'static>(
    db: &Db,
    look: impl FnOnce(&LoadedColumns) -> Option<T> + Send + 'static,
) -> Result<Option<T>> {
    if !are_current(db.columns(), db, changes::latest(db).await?).await? {
        return Ok(None);
    }
    let columns = db.columns().clone();
    // A pass over a million rows takes milliseconds, too long for an async thread.
    Ok(base::compute(move || columns.read(look)).await.ok().flatten().flatten())
}

/// Reads the wanted rows.
async fn look<T: Send + 'static>(
    db: &Db,
    wanted: Wanted,
    look: impl FnOnce(&Rows) -> T + Send + 'static,
) -> Result<Option<T>> {
    open(db, move |held| Some(look(&Rows::new(held, &wanted)))).await
}

/// Aggregations with any filter and keys; see [`figures::lines`].
pub async fn lines(db: &Db, asked: ColumnQuery) -> Result<Option<Vec<figures::Line>>> {
    open(db, move |held| Some(figures::lines(held, &asked))).await
}

/// Starts loading before first use; meanwhile SQL counts.
pub async fn prepare(db: &Db) -> Result<()> {
    are_current(db.columns(), db, changes::latest(db).await?).await?;
    Ok(())
}

/// Loads the columns and waits for it, if there are at least `large` communications.
pub async fn load(db: &Db, large: i64) -> Result<()> {
    fill::fill_from(db.columns(), db, large).await
}

/// The non-empty values of a column in communications or cases, sorted.
pub async fn values(db: &Db, column: Column) -> Result<Option<Vec<String>>> {
    open(db, move |held| {
        let mut values = held.communications.values(column);
        values.extend(held.cases.table.values(column));
        values.sort_unstable();
        values.dedup();
        Some(values)
    })
    .await
}

/// For each range of days, the ids of its newest communications with text, at most the given number: by day, then id.
pub async fn newest(db: &Db, wanted: Wanted, ranges: Vec<(DateRange, u32)>) -> Result<Option<Vec<Vec<String>>>> {
    look(db, wanted, move |rows| {
        let ranges: Vec<_> = ranges.iter().map(|(range, most)| (rows::days(*range), *most as usize)).collect();
        rows.newest(&ranges)
    })
    .await
}

/// Ids in an order, at most `limit`.
pub async fn ids(db: &Db, wanted: Wanted, order: Order, limit: usize) -> Result<Option<Vec<String>>> {
    look(db, wanted, move |rows| rows.ids(order, limit)).await
}

/// Likewise per topic, in the order of `topics`.
pub async fn ids_of_topics(
    db: &Db,
    wanted: Wanted,
    order: Order,
    limit: usize,
    topics: Vec<String>,
) -> Result<Option<Vec<Vec<String>>>> {
    look(db, wanted, move |rows| {
        let codes: Vec<Option<u32>> = topics.iter().map(|name| rows.table.code(name)).collect();
        rows.ids_of_topics(order, limit, &codes)
    })
    .await
}
