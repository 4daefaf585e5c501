//! Problems: communications that are complaints, negative or escalated, by topic.

use chrono::NaiveDate;

use super::groups::{GroupBy, counting, day, name, number, of_day, ranked};
use crate::ast::Aggregation;
use crate::check::Predicate;
use crate::run::ResultRow;
use crate::subset::{Subset, is};
use store::analytics::Data;
use store::{Db, Result};

/// The problematic communications of a topic.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Problems {
    /// The topic; `None` for records without a label.
    pub value: Option<String>,
    pub total: i64,
    /// Complaints, negative and escalated messages, each counted once.
    pub problematic: i64,
    pub negative: i64,
    pub escalated: i64,
    /// The first and last day with a problematic one.
    pub first: Option<NaiveDate>,
    pub last: Option<NaiveDate>,
}

/// Complaints, negative messages and escalated ones.
pub fn problem() -> Predicate {
    Predicate::Or(vec![is("kind", &["complaint"]), is("sentiment", &["negative"]), is("status", &["escalated"])])
}

/// Problems by topic, most problematic first.
pub async fn problems(db: &Db, subset: &Subset) -> Result<Vec<Problems>> {
    let (negative, escalated) = (is("sentiment", &["negative"]), is("status", &["escalated"]));
    let measures = vec![
        counting(problem()),
        counting(negative),
        counting(escalated),
        of_day(Aggregation::Min, Some(problem())),
        of_day(Aggregation::Max, Some(problem())),
    ];
    let size = |line: &ResultRow| number(line, 0);
    let lines = ranked(db, Data::Communications, subset, GroupBy::Topic, measures, size).await?;
    let row = |line: ResultRow| Problems {
        value: name(&line, 0),
        total: line.count as i64,
        problematic: number(&line, 0),
        negative: number(&line, 1),
        escalated: number(&line, 2),
        first: day(&line, 3),
        last: day(&line, 4),
    };
    Ok(lines.into_iter().map(row).collect())
}
