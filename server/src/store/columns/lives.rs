//! What becomes of cases, counted on the columns: as the functions of the same names in [`crate::store::analytics`], which
//! take whichever can tell. In no order.

use std::collections::HashMap;
use std::sync::Arc;

use app::model::record::Channel;
use chrono::NaiveDate;

use super::cases::{Cases, Life};
use super::open;
use super::rows::Rows;
use super::table::{Column, NONE, day_of};
use crate::store::analytics::{Data, Filter, Resolution, SlaRow, Standing};
use crate::store::{Db, Result};

/// A case as it goes by.
pub struct One<'a> {
    cases: &'a Cases,
    at: usize,
    pub life: &'a Life,
    pub open: bool,
    as_of: Option<NaiveDate>,
}

impl One<'_> {
    fn category(&self) -> Option<String> {
        let table = &self.cases.table;
        let code = table.column(Column::Category)[self.at];
        table.text(code).filter(|_| code != NONE && code != table.empty())
    }

    fn id(&self) -> Arc<str> {
        self.cases.table.ids[self.at].clone()
    }

    /// Of its opening.
    pub fn day(&self) -> Option<NaiveDate> {
        day_of(i64::from(self.cases.table.day[self.at]))
    }

    pub fn late(&self) -> bool {
        self.life.is_breached(self.open, self.as_of)
    }
}

/// Hands over each case that a filter wants.
pub(super) async fn each<T: Default + Send + 'static>(
    db: &Db,
    filter: &Filter,
    take: impl Fn(&mut T, &One) + Send + 'static,
) -> Result<Option<T>> {
    let filter = filter.clone();
    open(db, move |held| {
        let (cases, as_of) = (&held.cases, filter.as_of);
        let codes = cases.open();
        let mut out = T::default();
        Rows::filtered(held, Data::Cases, &filter)?.each(|at| {
            take(&mut out, &One { cases, at, life: cases.life(at), open: cases.is_open(&codes, at), as_of });
        });
        Some(out)
    })
    .await
}

/// SLA by category, over the cases that a deadline or their source speaks of.
pub async fn sla(db: &Db, filter: &Filter) -> Result<Option<Vec<SlaRow>>> {
    let found = each(db, filter, |rows: &mut HashMap<Option<String>, (i64, i64)>, one| {
        if one.life.is_known() {
            let (total, breached) = rows.entry(one.category()).or_default();
            *total += 1;
            *breached += i64::from(one.late());
        }
    });
    let row = |(category, (total, breached))| SlaRow { category, total, breached };
    Ok(found.await?.map(|rows| rows.into_iter().map(row).collect()))
}

/// Times to resolution by category.
pub async fn resolutions(db: &Db, filter: &Filter) -> Result<Option<Vec<Resolution>>> {
    let found = each(db, filter, |rows: &mut HashMap<Option<String>, Resolution>, one| {
        let Some(took) = one.life.took() else { return };
        let category = one.category();
        let row = rows.entry(category.clone()).or_insert_with(|| Resolution {
            category,
            cases: 0,
            sum_ms: 0.0,
            min_ms: took,
            max_ms: took,
        });
        row.cases += 1;
        row.sum_ms += took as f64;
        (row.min_ms, row.max_ms) = (row.min_ms.min(took), row.max_ms.max(took));
    });
    Ok(found.await?.map(|rows| rows.into_values().collect()))
}

/// Times to resolution from the `skip`th shortest on, at most `count`, in milliseconds.
pub async fn took(db: &Db, filter: &Filter, skip: usize, count: usize) -> Result<Option<Vec<i64>>> {
    let found = each(db, filter, |all: &mut Vec<i64>, one| all.extend(one.life.took()));
    Ok(found.await?.map(|mut all| {
        all.sort_unstable();
        all.into_iter().skip(skip).take(count).collect()
    }))
}

/// Ids of the resolved cases that took longest.
pub async fn slowest(db: &Db, filter: &Filter, limit: usize) -> Result<Option<Vec<String>>> {
    let found = each(db, filter, |all: &mut Vec<(i64, Arc<str>)>, one| {
        all.extend(one.life.took().map(|took| (-took, one.id())));
    });
    Ok(found.await?.map(|all| first(all, limit)))
}

/// Ids of the newest cases.
pub async fn newest_cases(db: &Db, filter: &Filter, limit: usize) -> Result<Option<Vec<String>>> {
    let found = each(db, filter, |all: &mut Vec<(i64, Arc<str>)>, one| all.push((-one.life.created, one.id())));
    Ok(found.await?.map(|all| first(all, limit)))
}

/// The ids with the smallest numbers; of alike ones the smaller id.
fn first(mut all: Vec<(i64, Arc<str>)>, limit: usize) -> Vec<String> {
    all.sort_unstable();
    all.into_iter().take(limit).map(|(_, id)| id.to_string()).collect()
}

/// The standing of cases.
pub async fn standing(db: &Db, filter: &Filter) -> Result<Option<Standing>> {
    each(db, filter, |all: &mut Standing, one| {
        let late = one.late();
        all.total += 1;
        all.open += i64::from(one.open);
        all.breached += i64::from(late);
        all.overdue += i64::from(late && one.open);
    })
    .await
}

/// Cases by the channel of their first communication.
pub async fn first_channels(db: &Db, filter: &Filter) -> Result<Option<Vec<(Option<String>, i64)>>> {
    let found = each(db, filter, |all: &mut HashMap<Option<Channel>, i64>, one| {
        *all.entry(one.cases.first_channel(one.at)).or_default() += 1;
    });
    let named = |(channel, n): (Option<Channel>, i64)| (channel.map(|c| c.as_str().to_owned()), n);
    Ok(found.await?.map(|all| all.into_iter().map(named).collect()))
}
