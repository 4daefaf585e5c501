//! The course of cases: their SLA, how long they took, how many are open.

use chrono::NaiveDate;
use model::record::CaseStatus;
use model::time::DateRange;

use super::groups::{GroupBy, counting, groups, name, number, total};
use crate::ast::Aggregation;
use crate::catalog::{Column, ColumnExpr, ColumnType};
use crate::check::{CheckedMeasure, GroupKey, Predicate};
use crate::run::ResultRow;
use crate::subset::{Subset, filled, flag, is, not};
use store::analytics::Data;
use store::{Db, Result};

/// Unfinished cases.
pub fn unfinished() -> Predicate {
    is("status", &CaseStatus::UNFINISHED.map(CaseStatus::as_str))
}

/// Most urgent cases: unfinished, and critical or overdue.
pub fn urgent() -> Predicate {
    let any = Predicate::Or(vec![is("priority", &["critical"]), late()]);
    Predicate::And(vec![unfinished(), any])
}

/// Cases that are still open after their deadline.
pub fn overdue() -> Predicate {
    Predicate::And(vec![unfinished(), late()])
}

/// Cases that missed their SLA, whether resolved since or not.
pub fn late() -> Predicate {
    flag(SLA)
}

/// Cases with a deadline, or an SLA status from their source.
pub fn sla_known() -> Predicate {
    filled(Column::at(SLA, ColumnType::Flag))
}

const HOURS: Column = Column::at(ColumnExpr::Hours("resolved_at", "created_at"), ColumnType::Number("hours"));

/// Resolved cases with plausible dates.
pub fn resolved() -> Predicate {
    filled(HOURS)
}

/// Cases with a resolution date before their opening.
pub fn wrong_dates() -> Predicate {
    flag(ColumnExpr::Wrong)
}

const SLA: ColumnExpr = ColumnExpr::Own("sla_breached");

/// Cases of a group and how many of them missed their SLA.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlaRow {
    pub value: Option<String>,
    pub total: i64,
    /// Resolved after the deadline, or still open after it, or late according to the source.
    pub breached: i64,
}

/// SLA by group, most breaches first, over cases with a known status.
pub async fn sla(db: &Db, subset: &Subset, by: GroupBy) -> Result<Vec<SlaRow>> {
    let told = subset.and(sla_known());
    let lines = groups(db, Data::Cases, &told, vec![by.key()], vec![counting(late())]).await?;
    let row = |line: ResultRow| SlaRow { value: name(&line, 0), total: line.count as i64, breached: number(&line, 0) };
    let mut rows: Vec<SlaRow> = lines.into_iter().map(row).collect();
    rows.sort_by(|a, b| (b.breached, b.total).cmp(&(a.breached, a.total)).then_with(|| a.value.cmp(&b.value)));
    Ok(rows)
}

/// The numbers of all cases, open ones, and those that missed their SLA.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SlaStatus {
    pub total: i64,
    /// Open, in progress or pending.
    pub open: i64,
    /// Missed their SLA, whether resolved since or not.
    pub breached: i64,
    /// Still open after the deadline.
    pub overdue: i64,
}

/// The status of cases.
pub async fn standing(db: &Db, subset: &Subset) -> Result<SlaStatus> {
    let measures = [unfinished(), late(), overdue()].map(counting);
    let line = total(db, Data::Cases, subset, measures.into()).await?;
    let [open, breached, overdue] = [0, 1, 2].map(|measure| number(&line, measure));
    Ok(SlaStatus { total: line.count as i64, open, breached, overdue })
}

/// How long a group's resolved cases took, in hours from opening.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resolution {
    pub value: Option<String>,
    /// Resolved, with plausible dates.
    pub cases: i64,
    pub mean: f64,
    pub shortest: f64,
    pub longest: f64,
    pub median: f64,
    /// The 90th percentile, interpolated as in `percentile_cont`.
    pub ninth: f64,
    /// With a resolution date before the opening: excluded from the times.
    pub wrong: i64,
    /// Resolved or not.
    pub all: i64,
}

/// Times to resolution by group, most cases first; without grouping a single row.
pub async fn resolutions(db: &Db, subset: &Subset, by: Option<GroupBy>) -> Result<Vec<Resolution>> {
    let of = |of, percentile| CheckedMeasure { of, column: Some(HOURS), percentile, only: None };
    let measures = vec![
        counting(resolved()),
        of(Aggregation::Avg, 50),
        of(Aggregation::Min, 50),
        of(Aggregation::Max, 50),
        of(Aggregation::Median, 50),
        of(Aggregation::Percentile, 90),
        counting(wrong_dates()),
    ];
    let lines = groups(db, Data::Cases, subset, by.map(GroupBy::key).into_iter().collect(), measures).await?;
    let row = |line: ResultRow| {
        let figure = |measure: usize| line.values.get(measure).copied().flatten().unwrap_or(0.0);
        Resolution {
            value: name(&line, 0),
            cases: number(&line, 0),
            mean: figure(1),
            shortest: figure(2),
            longest: figure(3),
            median: figure(4),
            ninth: figure(5),
            wrong: number(&line, 6),
            all: line.count as i64,
        }
    };
    let mut rows: Vec<Resolution> = lines.into_iter().map(row).collect();
    rows.sort_by(|a, b| b.cases.cmp(&a.cases).then_with(|| a.value.cmp(&b.value)));
    Ok(rows)
}

/// The daily change in open cases, by day, over all dates: the range does not apply, as it is about the day of opening.
/// A finished case without a finishing time was never open.
pub async fn open_changes(db: &Db, subset: &Subset) -> Result<Vec<(NaiveDate, i64)>> {
    let resolved_on = || Column::at(ColumnExpr::DayOf("resolved_at"), ColumnType::Day);
    let all = subset.on(DateRange::ALL);
    let opened = all.and(Predicate::Or(vec![unfinished(), filled(resolved_on())]));
    let closed = all.and(not(unfinished())).and(filled(resolved_on()));
    let opened = groups(db, Data::Cases, &opened, vec![GroupBy::Day.key()], Vec::new()).await?;
    let closed = groups(db, Data::Cases, &closed, vec![GroupKey::Column(resolved_on())], Vec::new()).await?;
    let day = |line: &ResultRow| name(line, 0)?.parse().ok();
    let mut changes: Vec<(NaiveDate, i64)> = opened.iter().filter_map(|l| Some((day(l)?, l.count as i64))).collect();
    changes.extend(closed.iter().filter_map(|l| Some((day(l)?, -l.count as i64))));
    changes.sort_unstable();
    Ok(changes)
}
