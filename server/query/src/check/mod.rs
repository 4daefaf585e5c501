//! Whether a query makes sense for the current data: existing columns and values, limits observed. The result names
//! columns of the catalogue and stored values, so that nothing is left of the asker's text but bound values.

mod scene;
mod scope;

use std::sync::Arc;

use chrono::{Months, NaiveDate};
use model::run::{Scope, Suggestion};
use model::time::DateRange;

use self::scene::Scene;
pub use self::scope::Scoped;
use super::ast::*;
use super::catalog::{Catalog, Column, ColumnExpr};
use super::declared::Opened;
use super::range;
use super::values::{Vocabulary, pick};
use store::{AnyDb, Db};

/// Maximum conditions, values and depth of a filter.
pub const CONDITIONS: usize = 100;
pub const VALUES: usize = 1_000;
const DEPTH: usize = 12;
const TEXT: usize = 500;
/// Maximum columns to group by.
pub const GROUPS: usize = 3;
const MEASURES: usize = 6;
/// Maximum groups listed.
pub const LIMIT: u32 = 500;

/// Why a query cannot be run: what was wrong, what would work, and the closest name if any.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct QueryError {
    pub message: String,
    pub suggestion: Option<Suggestion>,
}

impl QueryError {
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), suggestion: None }
    }

    /// An unknown name, with the closest and some other existing ones.
    pub fn unknown(what: &str, name: &str, known: &[String]) -> Self {
        let (message, instead) = pick::unknown(what, name, known);
        Self { message, suggestion: Suggestion::closest(name, instead.as_deref()) }
    }
}

/// A condition whose columns and values exist.
#[derive(Clone, Debug, PartialEq)]
pub enum Predicate {
    And(Vec<Predicate>),
    Or(Vec<Predicate>),
    Not(Box<Predicate>),
    Is { column: Column, op: Op, values: Vec<Scalar> },
    Has(HasRecords),
}

impl Predicate {
    /// The sources whose rows it looks for beside those of the query.
    pub fn related(&self) -> Vec<&Arc<Opened>> {
        match self {
            Self::And(list) | Self::Or(list) => list.iter().flat_map(Self::related).collect(),
            Self::Not(inner) => inner.related(),
            Self::Is { .. } => Vec::new(),
            Self::Has(records) => {
                records.source.iter().chain(records.filter.iter().flat_map(|filter| filter.related())).collect()
            }
        }
    }
}

/// Records that a customer, or a row of a source, must have.
#[derive(Clone, Debug, PartialEq)]
pub struct HasRecords {
    /// Communications or cases; of a source, another one that joins its table.
    pub of: Dataset,
    /// The other source.
    pub source: Option<Arc<Opened>>,
    pub range: DateRange,
    pub filter: Option<Box<Predicate>>,
    /// At least 1; 0 for another source that the caller's access does not extend to: whether it has such rows is unknown.
    pub at_least: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    Text(String),
    Number(f64),
}

/// The key of a group.
#[derive(Clone, Debug, PartialEq)]
pub enum GroupKey {
    Column(Column),
    Time(Bucket),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    pub dataset: Dataset,
    /// For a declared source: the source.
    pub source: Option<Arc<Opened>>,
    /// The day that "today" means.
    pub as_of: NaiveDate,
    pub range: DateRange,
    /// The caller's scope, which narrows all of it; see [`Checked::scoped`].
    pub scope: Scope,
    /// The period to compare with.
    pub against: Option<DateRange>,
    pub filter: Option<Predicate>,
    pub keys: Vec<GroupKey>,
    pub measures: Vec<CheckedMeasure>,
    pub having: Vec<Threshold>,
    pub order: Order,
    pub limit: usize,
}

impl Checked {
    /// A query for records, without figures.
    pub fn listing(
        dataset: Dataset,
        source: Option<Arc<Opened>>,
        scope: Scope,
        (as_of, range): (NaiveDate, DateRange),
        tests: Vec<Predicate>,
    ) -> Self {
        Self {
            dataset,
            source,
            as_of,
            range,
            scope,
            against: None,
            filter: (!tests.is_empty()).then_some(Predicate::And(tests)),
            keys: Vec::new(),
            measures: Vec::new(),
            having: Vec::new(),
            order: Order { by: By::Group, ascending: true },
            limit: usize::MAX,
        }
    }

    /// The database to query; `own` is Plumbline's.
    pub fn db<'a>(&'a self, own: &'a Db) -> AnyDb<'a> {
        self.source.as_ref().and_then(|source| source.db.as_ref()).map_or(own.into(), Into::into)
    }
}

/// A measure, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedMeasure {
    pub of: Aggregation,
    pub column: Option<Column>,
    /// Percent; 50 for the median.
    pub percentile: i64,
    pub only: Option<Predicate>,
}

impl CheckedMeasure {
    /// Each group's share of the total.
    pub fn of_all(&self) -> bool {
        self.of == Aggregation::Share && self.only.is_none()
    }

    /// Whether it is of the records' date column.
    pub fn is_of_day(&self) -> bool {
        let by = |place: &ColumnExpr| matches!(place, ColumnExpr::Own("day" | "since"));
        self.column.as_ref().is_some_and(|column| by(&column.place))
    }

    pub fn ranked(&self) -> bool {
        matches!(self.of, Aggregation::Median | Aggregation::Percentile)
    }
}

/// Checks a query within a scope, whose days are its period if it names none.
///
/// # Errors
/// What is wrong, naming the closest column or value.
pub fn check(query: &Query, vocabulary: &Vocabulary, scope: &Scope, as_of: NaiveDate) -> Result<Checked, QueryError> {
    bounds(query)?;
    let source = match query.dataset {
        Dataset::Source(name) => {
            Some(vocabulary.source(name.as_str()).cloned().ok_or_else(|| vocabulary.no_source(name.as_str()))?)
        }
        _ => None,
    };
    let as_of = source.as_ref().map_or(as_of, |source| source.today());
    let scene = Scene { catalog: &Catalog::of(vocabulary), vocabulary, dataset: query.dataset, as_of };
    let range = match query.time_range.as_deref().filter(|t| !t.trim().is_empty()) {
        Some(text) => days(text, as_of)?,
        None => scope.time_window.unwrap_or(DateRange::ALL),
    };
    let filter = query.filter.as_ref().map(|f| scene.test(f)).transpose()?;
    let keys = query.group_by.iter().map(|g| scene.key(g)).collect::<Result<Vec<_>, _>>()?;
    let counted = [Measure::default()];
    let wanted = if query.measures.is_empty() { &counted[..] } else { &query.measures };
    let measures = wanted.iter().map(|m| scene.measure(m)).collect::<Result<Vec<_>, _>>()?;
    for threshold in &query.having {
        let op = matches!(threshold.op, Op::Less | Op::AtMost | Op::More | Op::AtLeast);
        if threshold.measure >= measures.len() || !op || !threshold.value.is_finite() || keys.is_empty() {
            let text = "A bound of `having` needs groups, an existing measure, one of less, at_most, \
                more, at_least, and a number.";
            return Err(QueryError::new(text));
        }
    }
    let in_time = matches!(keys.first(), Some(GroupKey::Time(_)));
    let order = query
        .order
        .clone()
        .unwrap_or(Order { by: if in_time { By::Group } else { By::Measure(0) }, ascending: in_time });
    if matches!(order.by, By::Measure(m) if m >= measures.len()) {
        return Err(QueryError::new(format!("There are {} measures, counted from 0.", measures.len())));
    }
    let against = match &query.compare {
        None => None,
        Some(_) if keys.iter().any(|k| matches!(k, GroupKey::Time(b) if *b != Bucket::Weekday)) => {
            return Err(QueryError::new("Group by time, or compare with another time, not both."));
        }
        Some(compare) => Some(against(compare, range, as_of)?),
    };
    if order.by == By::Change && against.is_none() {
        return Err(QueryError::new("Ordering by change needs a time to compare with."));
    }
    let limit = query.limit.unwrap_or(if in_time { 60 } else { 10 }).clamp(1, LIMIT) as usize;
    if let Some(opened) = &source
        && opened.source.time.is_none()
        && (range != DateRange::ALL || keys.iter().any(|key| matches!(key, GroupKey::Time(_))))
    {
        let text =
            format!("{} have no date column, so there is no time to filter or group by.", query.dataset.as_str());
        return Err(QueryError::new(text));
    }
    Ok(Checked {
        dataset: query.dataset,
        source,
        as_of,
        range,
        scope: scope.clone(),
        against,
        filter,
        keys,
        measures,
        having: query.having.clone(),
        order,
        limit,
    })
}

fn days(text: &str, as_of: NaiveDate) -> Result<DateRange, QueryError> {
    range::parse(text, as_of).map(|r| r.range).map_err(|e| QueryError::new(e.to_string()))
}

/// The period to compare with. Whole months are compared with as many whole months.
fn against(compare: &Compare, range: DateRange, as_of: NaiveDate) -> Result<DateRange, QueryError> {
    if let Compare::With(text) = compare {
        return days(text, as_of);
    }
    previous(range, *compare == Compare::PreviousYear)
        .ok_or_else(|| QueryError::new("To compare with the previous period, give a time range."))
}

/// The same number of days before a range, or the same days a year earlier. Whole months become whole months; `None` if
/// an end is open.
pub fn previous(range: DateRange, year: bool) -> Option<DateRange> {
    let (Some(from), Some(to)) = (range.from, range.to) else { return None };
    let next = to.succ_opt().unwrap_or(to);
    let back = |day: NaiveDate, months: u32| day.checked_sub_months(Months::new(months)).unwrap_or(day);
    let whole = range::whole_months(range);
    Some(match (year, whole) {
        (true, Some(_)) => DateRange::new(back(from, 12), before(back(next, 12))),
        (true, None) => DateRange::new(back(from, 12), back(to, 12)),
        (false, Some(months)) => DateRange::new(back(from, months), before(from)),
        (false, None) => range.previous().unwrap_or(range),
    })
}

fn before(day: NaiveDate) -> NaiveDate {
    day.pred_opt().unwrap_or(day)
}

/// Sizes are checked before any lookup.
fn bounds(query: &Query) -> Result<(), QueryError> {
    fn walk(filter: &Filter, depth: usize, sums: &mut (usize, usize)) -> Result<(), QueryError> {
        if depth > DEPTH {
            return Err(QueryError::new(format!("The filter is nested deeper than {DEPTH}. Write it flatter.")));
        }
        match filter {
            Filter::And(list) | Filter::Or(list) => {
                if list.is_empty() {
                    return Err(QueryError::new("`and` and `or` need at least one condition."));
                }
                list.iter().try_for_each(|f| walk(f, depth + 1, sums))?;
            }
            Filter::Not(inner) => walk(inner, depth + 1, sums)?,
            Filter::Has(records) => {
                sums.0 += 1;
                records.filter.iter().try_for_each(|f| walk(f, depth + 1, sums))?;
            }
            Filter::Is(condition) => {
                sums.0 += 1;
                sums.1 += condition.values.len();
                if condition.values.iter().any(|v| v.len() > TEXT) || condition.column.len() > TEXT {
                    return Err(QueryError::new(format!("A value is longer than {TEXT} characters.")));
                }
            }
        }
        if sums.0 > CONDITIONS || sums.1 > VALUES {
            let text = format!(
                "The filter has more than {CONDITIONS} conditions or {VALUES} values. Use fewer, or a list of values in one condition."
            );
            return Err(QueryError::new(text));
        }
        Ok(())
    }
    let mut sums = (0, 0);
    query
        .filter
        .iter()
        .chain(query.measures.iter().filter_map(|m| m.only.as_ref()))
        .try_for_each(|f| walk(f, 1, &mut sums))?;
    if query.group_by.len() > GROUPS {
        return Err(QueryError::new(format!("Group by {GROUPS} at most.")));
    }
    if query.measures.len() > MEASURES || query.having.len() > MEASURES {
        return Err(QueryError::new(format!("{MEASURES} measures at most.")));
    }
    Ok(())
}
