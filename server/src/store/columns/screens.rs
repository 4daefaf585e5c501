//! What the analysis screens ask, on the columns: as the functions of the same names in [`crate::store::analytics`].

use std::collections::{BTreeMap, HashMap};

use app::model::analysis::Stage;
use app::model::record::Sentiment;
use app::model::time::day_of;
use chrono::NaiveDate;

use super::lives::each;
use super::open;
use super::rows::Rows;
use super::table::Column;
use crate::store::analytics::{DAY, Data, Filter, StageRow};
use crate::store::{Db, Result};

/// Day of opening, cases that a deadline or their source speaks of, how many of them are late; in the order of days.
pub async fn sla_by_day(db: &Db, filter: &Filter) -> Result<Option<Vec<(NaiveDate, i64, i64)>>> {
    let found = each(db, filter, |days: &mut BTreeMap<NaiveDate, (i64, i64)>, one| {
        if let Some(day) = one.day().filter(|_| one.life.is_known()) {
            let (all, late) = days.entry(day).or_default();
            *all += 1;
            *late += i64::from(one.late());
        }
    });
    Ok(found.await?.map(|days| days.into_iter().map(|(day, (all, late))| (day, all, late)).collect()))
}

/// Openings and closings by day, in no order.
pub async fn open_changes(db: &Db, filter: &Filter) -> Result<Option<Vec<(NaiveDate, i64)>>> {
    let found = each(db, filter, |days: &mut HashMap<(NaiveDate, bool), i64>, one| {
        let resolved = one.life.resolved;
        if let Some(day) = one.day().filter(|_| one.open || resolved.is_some()) {
            *days.entry((day, true)).or_default() += 1;
        }
        if let Some(resolved) = resolved.filter(|_| !one.open) {
            *days.entry((day_of(resolved / DAY * DAY), false)).or_default() -= 1;
        }
    });
    Ok(found.await?.map(|days| days.into_iter().map(|((day, _), n)| (day, n)).collect()))
}

/// Messages that belong to a case, by product and stage, in no order.
pub async fn stages(db: &Db, filter: &Filter) -> Result<Option<Vec<StageRow>>> {
    let filter = filter.clone();
    open(db, move |held| {
        let rows = Rows::filtered(held, Data::Communications, &filter)?;
        let table = rows.table;
        let (products, sentiments) = (table.column(Column::Product), table.column(Column::Sentiment));
        let feelings = [Sentiment::Positive, Sentiment::Neutral, Sentiment::Negative].map(|s| table.code(s.as_str()));
        let mut found: HashMap<(u32, Stage), [i64; 4]> = HashMap::new();
        rows.each(|at| {
            let Some(stage) = rows.stage(at) else { return };
            let [total, felt @ ..] = found.entry((products[at], stage)).or_default();
            *total += 1;
            felt.iter_mut().zip(feelings).for_each(|(n, code)| *n += i64::from(code == Some(sentiments[at])));
        });
        let row = |((product, stage), [total, positive, neutral, negative]): ((u32, Stage), [i64; 4])| StageRow {
            product: table.text(product),
            stage: stage.to_string(),
            total,
            positive,
            neutral,
            negative,
        };
        Some(found.into_iter().map(row).collect())
    })
    .await
}
