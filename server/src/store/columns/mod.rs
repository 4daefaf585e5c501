//! Communications and cases column by column, in memory: what counting needs of them, a few dozen bytes each. A database takes
//! hundreds of milliseconds to group a million rows; these take a few. Derived from the store, and kept true by the number
//! of the last change: a count is made of them only where they hold everything up to that number.
//!
//! Small stores are counted by SQL alone, and so is a large one as long as the columns are being read: the functions here
//! return `None` then.

mod cases;
mod counts;
pub mod figures;
mod fill;
mod lives;
pub mod rows;
mod screens;
mod table;
mod tally;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use app::model::record::{Channel, ChatMode, EscalatedFrom};
use app::model::time::DateRange;
use chrono::NaiveDate;
use tokio::sync::Mutex;

use super::analytics::{Data, Feeling, Filter, GroupBy, Order, Pair, Problems};
use super::{Db, Result, changes};
use cases::Cases;
use counts::{Key, Trouble};
use figures::Asked;
use rows::Rows;
use table::{NONE, Table, day_of};

pub use lives::*;
pub use screens::*;
pub use table::{Column, OfCustomer};
pub use tally::Of;

/// From where, channel, chat mode, day (ISO), number.
pub type Passage = (String, String, Option<String>, String, i64);

/// From how many communications on columns are worth their memory: SQL counts fewer in some 10 ms.
pub const LARGE: i64 = 20_000;
/// Changes that are read faster than SQL counts all records.
const FEW: u64 = 5_000;
/// How long a caller waits for another that reads them.
const PATIENCE: Duration = Duration::from_millis(300);

/// What is in memory.
#[derive(Debug, Default)]
struct Held {
    /// Everything up to this change number is here.
    change: i64,
    communications: Table,
    cases: Cases,
}

/// The columns of one database. Shared by all clones of its [`Db`].
#[derive(Debug)]
pub struct Columns {
    held: RwLock<Option<Held>>,
    /// Held by whoever reads them.
    filling: Arc<Mutex<()>>,
    /// The change number at which the store was found to be small.
    small: AtomicI64,
}

impl Default for Columns {
    fn default() -> Self {
        Self { held: RwLock::default(), filling: Arc::default(), small: AtomicI64::new(-1) }
    }
}

impl Columns {
    /// Reads under the lock. A panic under the lock leaves columns that are of a number, or of none.
    fn read<T>(&self, look: impl FnOnce(&Held) -> T) -> Option<T> {
        self.held.read().unwrap_or_else(PoisonError::into_inner).as_ref().map(look)
    }

    fn held(&self) -> Option<i64> {
        self.read(|held| held.change)
    }

    /// Whether they hold everything up to the number. A few changes are read while the caller waits, for SQL would take
    /// longer; many are read beside.
    async fn is_current(self: &Arc<Self>, db: &Db, latest: i64) -> Result<bool> {
        let held = self.held();
        if held == Some(latest) || self.small.load(Ordering::Acquire) == latest {
            return Ok(held == Some(latest));
        }
        if let Some(held) = held
            && changes::pending(db, held).await? < FEW
            && let Ok(_turn) = tokio::time::timeout(PATIENCE, self.filling.lock()).await
        {
            if self.held() != Some(latest) {
                fill::fill(self, db).await?;
            }
            return Ok(self.held() == Some(latest));
        }
        if let Ok(turn) = self.filling.clone().try_lock_owned() {
            let (columns, db) = (self.clone(), db.clone());
            tokio::spawn(async move {
                let _turn = turn;
                if let Err(error) = fill::fill(&columns, &db).await {
                    tracing::warn!(%error, "the columns could not be read; counting goes on without them");
                }
            });
        }
        Ok(false)
    }
}

/// Looks at the columns, if they are there and up to date.
async fn open<T: Send + 'static>(db: &Db, look: impl FnOnce(&Held) -> Option<T> + Send + 'static) -> Result<Option<T>> {
    if !db.columns().is_current(db, changes::latest(db).await?).await? {
        return Ok(None);
    }
    let columns = db.columns().clone();
    // A pass over a million rows takes milliseconds, which is long for a thread that others wait for.
    Ok(tokio::task::spawn_blocking(move || columns.read(look)).await.ok().flatten().flatten())
}

/// Looks at those that a filter wants, if they can tell.
async fn look<T: Send + 'static>(
    db: &Db,
    data: Data,
    filter: &Filter,
    look: impl FnOnce(&Rows) -> T + Send + 'static,
) -> Result<Option<T>> {
    let filter = filter.clone();
    open(db, move |held| Rows::filtered(held, data, &filter).map(|rows| look(&rows))).await
}

/// Figures by any condition and keys; see [`figures::lines`].
pub async fn lines(db: &Db, asked: Asked) -> Result<Option<Vec<figures::Line>>> {
    open(db, move |held| Some(figures::lines(held, &asked))).await
}

/// The ids of the last of them; see [`figures::latest`].
pub async fn latest(db: &Db, asked: Asked, many: usize) -> Result<Option<Vec<String>>> {
    open(db, move |held| Some(figures::latest(held, &asked, many))).await
}

/// Begins to read the columns before they are first asked for; counting goes on in SQL meanwhile.
///
/// # Errors
/// When the store fails.
pub async fn prepare(db: &Db) -> Result<()> {
    db.columns().is_current(db, changes::latest(db).await?).await?;
    Ok(())
}

/// Reads the columns and waits for it, where there are at least so many communications.
///
/// # Errors
/// When the store fails.
pub async fn load(db: &Db, large: i64) -> Result<()> {
    fill::fill_from(db.columns(), db, large).await
}

/// Groups with what is counted of each, in no order.
pub async fn groups(db: &Db, data: Data, filter: &Filter, by: GroupBy) -> Result<Option<Vec<Feeling>>> {
    let key = Key::of(by);
    look(db, data, filter, move |rows| {
        let found = rows.tally(key);
        if key != Key::Day {
            let value = |code: i64| rows.table.text(u32::try_from(code).ok()?);
            return found.into_iter().map(|(code, group)| Feeling { value: value(code), ..group }).collect();
        }
        let text = |day: NaiveDate| match by {
            GroupBy::Month => day.format("%Y-%m").to_string(),
            _ => day.to_string(),
        };
        let mut groups: HashMap<Option<String>, Feeling> = HashMap::new();
        for (day, one) in found {
            let group = groups.entry(day_of(day).map(text)).or_default();
            *group = std::mem::take(group).plus(&one);
        }
        groups.into_iter().map(|(value, group)| Feeling { value, ..group }).collect()
    })
    .await
}

/// All in one.
pub async fn total(db: &Db, data: Data, filter: &Filter) -> Result<Option<i64>> {
    look(db, data, filter, |rows| rows.tally(Key::All).values().map(|group| group.total).sum()).await
}

/// Days that have records, in order, with their number.
pub async fn days(db: &Db, data: Data, filter: &Filter) -> Result<Option<Vec<(NaiveDate, i64)>>> {
    look(db, data, filter, |rows| {
        let found = rows.tally(Key::Day).into_iter();
        let mut days: Vec<_> = found.filter_map(|(day, group)| Some((day_of(day)?, group.total))).collect();
        days.sort_unstable();
        days
    })
    .await
}

/// Numbers by category and subcategory, in no order.
pub async fn pairs(db: &Db, data: Data, filter: &Filter) -> Result<Option<Vec<Pair>>> {
    look(db, data, filter, |rows| {
        rows.pairs().into_iter().map(|((c, s), n)| (rows.table.text(c), rows.table.text(s), n)).collect()
    })
    .await
}

/// What goes wrong, by topic, in no order.
pub async fn problems(db: &Db, filter: &Filter) -> Result<Option<Vec<Problems>>> {
    look(db, Data::Communications, filter, |rows| {
        let problems = |(topic, t): (u32, Trouble)| {
            let day = |number: i32| day_of(number.into()).map(|day| day.to_string());
            Problems {
                value: rows.table.text(topic),
                total: t.total,
                problematic: t.problematic,
                negative: t.negative,
                escalated: t.escalated,
                first: t.days.and_then(|(first, _)| day(first)),
                last: t.days.and_then(|(_, last)| day(last)),
            }
        };
        rows.troubles().into_iter().map(problems).collect()
    })
    .await
}

/// Those that came from elsewhere: from where, channel, chat mode, day and number, in the order of days.
pub async fn escalations(db: &Db, filter: &Filter) -> Result<Option<Vec<Passage>>> {
    look(db, Data::Communications, filter, |rows| {
        let mut found: Vec<_> = rows.escalations().into_iter().collect();
        found.sort_unstable_by_key(|((_, _, _, day), _)| *day);
        let text = |code| rows.table.text(code);
        let passage = |((from, channel, mode, day), n): (_, i64)| {
            Some((text(from)?, text(channel)?, text(mode), day_of(i64::from(day))?.to_string(), n))
        };
        found.into_iter().filter_map(passage).collect()
    })
    .await
}

/// Numbers by channel and chat mode, in no order.
pub async fn modes(db: &Db, filter: &Filter) -> Result<Option<Vec<(String, Option<String>, i64)>>> {
    look(db, Data::Communications, filter, |rows| {
        let found = rows.crossed(Column::Channel, Column::ChatMode).into_iter();
        found.filter_map(|((channel, mode), n)| Some((rows.table.text(channel)?, rows.table.text(mode), n))).collect()
    })
    .await
}

/// The first and the last day that has a record; `Some(None)` where there is none.
pub async fn extent(db: &Db, data: Data, filter: &Filter) -> Result<Option<Option<(NaiveDate, NaiveDate)>>> {
    look(db, data, filter, |rows| {
        let (first, last) = rows.extent()?;
        Some((day_of(first.into())?, day_of(last.into())?))
    })
    .await
}

/// The values of a column that communications or cases have, empty ones left out, in order.
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

/// Ids of those that came from elsewhere, newest first; of alike ones the smaller id. A place and a mode are meant where
/// they are given.
pub async fn escalated(
    db: &Db,
    filter: &Filter,
    from: Option<EscalatedFrom>,
    to: Option<(Channel, Option<ChatMode>)>,
    limit: usize,
) -> Result<Option<Vec<String>>> {
    look(db, Data::Communications, filter, move |rows| {
        let code = |name: &'static str| rows.table.code(name).unwrap_or(NONE - 1);
        let column = |column: Column| rows.table.column(column);
        let (origins, channels, modes) =
            (column(Column::EscalatedFrom), column(Column::Channel), column(Column::ChatMode));
        let from = from.map(|from| code(from.as_str()));
        let to = to.map(|(channel, mode)| (code(channel.as_str()), mode.map(|mode| code(mode.as_str()))));
        let mut all = Vec::new();
        rows.each(|at| {
            let fits = origins[at] != NONE
                && from.is_none_or(|from| origins[at] == from)
                && to.is_none_or(|(channel, mode)| channels[at] == channel && mode.is_none_or(|m| modes[at] == m));
            if fits {
                all.push((Reverse(rows.table.at(at)), &rows.table.ids[at]));
            }
        });
        all.sort_unstable();
        all.into_iter().take(limit).map(|(_, id)| id.to_string()).collect()
    })
    .await
}

/// For each range of days the ids of the newest communications that have a text, at most so many: by day, then by id.
pub async fn newest(db: &Db, filter: &Filter, ranges: Vec<(DateRange, u32)>) -> Result<Option<Vec<Vec<String>>>> {
    look(db, Data::Communications, filter, move |rows| {
        let ranges: Vec<_> = ranges.iter().map(|(range, most)| (rows::days(*range), *most as usize)).collect();
        rows.newest(&ranges)
    })
    .await
}

/// Ids of communications in an order, at most `limit`.
pub async fn ids(db: &Db, filter: &Filter, order: Order, limit: u32) -> Result<Option<Vec<String>>> {
    look(db, Data::Communications, filter, move |rows| rows.ids(order, limit as usize)).await
}

/// The same of each topic, in the order of `topics`.
pub async fn ids_of_topics(
    db: &Db,
    filter: &Filter,
    order: Order,
    limit: u32,
    topics: Vec<String>,
) -> Result<Option<Vec<Vec<String>>>> {
    look(db, Data::Communications, filter, move |rows| {
        let codes: Vec<Option<u32>> = topics.iter().map(|name| rows.table.code(name)).collect();
        rows.ids_of_topics(order, limit as usize, &codes)
    })
    .await
}
