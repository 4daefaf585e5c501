//! Whether a query makes sense for the data at hand: columns and values that are there, bounds that are kept. What
//! comes out names columns of the catalogue and values as they are stored, so that nothing of the asker's text is left
//! but bound values.

use app::model::time::DateRange;
use chrono::{Months, NaiveDate};

use super::ast::*;
use super::catalog::{Catalog, Column, Kind, Place};
use super::range;
use super::values::{Vocabulary, pick};

/// Most conditions, values and depth of a filter.
pub const CONDITIONS: usize = 100;
pub const VALUES: usize = 1_000;
const DEPTH: usize = 12;
const TEXT: usize = 500;
const GROUPS: usize = 2;
const MEASURES: usize = 6;
/// Most groups that are listed.
pub const LIMIT: u32 = 500;

/// Why a query cannot be run: what was wrong, what would do, and the closest name when one is close.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct QueryError {
    pub message: String,
    pub suggestion: Option<String>,
}

impl QueryError {
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), suggestion: None }
    }
}

/// A condition whose columns and values exist.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    And(Vec<Test>),
    Or(Vec<Test>),
    Not(Box<Test>),
    Is { column: Column, op: Op, values: Vec<Scalar> },
}

#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    Text(String),
    Number(f64),
}

/// What a group is made by.
#[derive(Clone, Debug, PartialEq)]
pub enum Key {
    Column(Column),
    Time(Bucket),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    pub dataset: Dataset,
    /// The day that "today" means.
    pub as_of: NaiveDate,
    pub range: DateRange,
    /// The time to compare with.
    pub against: Option<DateRange>,
    pub filter: Option<Test>,
    pub keys: Vec<Key>,
    pub measures: Vec<Figures>,
    pub having: Vec<Threshold>,
    pub order: Order,
    pub limit: usize,
}

/// A measure, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    pub of: Figure,
    pub column: Option<Column>,
    /// Percent, for the median 50.
    pub percentile: i64,
    pub only: Option<Test>,
}

impl Figures {
    /// The share of each group in all.
    pub fn of_all(&self) -> bool {
        self.of == Figure::Share && self.only.is_none()
    }

    pub fn ranked(&self) -> bool {
        matches!(self.of, Figure::Median | Figure::Percentile)
    }
}

/// Checks a query. `window` are the days that it is limited to when it names none.
///
/// # Errors
/// What is wrong with it, naming the closest column or value.
pub fn check(
    query: &Query,
    vocabulary: &Vocabulary,
    window: Option<DateRange>,
    as_of: NaiveDate,
) -> Result<Checked, QueryError> {
    let scene = Scene { catalog: Catalog::of(vocabulary), vocabulary, dataset: query.dataset };
    bounds(query)?;
    let range = match query.time_range.as_deref().filter(|t| !t.trim().is_empty()) {
        Some(text) => days(text, as_of)?,
        None => window.unwrap_or(DateRange::ALL),
    };
    let filter = query.filter.as_ref().map(|f| scene.test(f)).transpose()?;
    let keys = query.group_by.iter().map(|g| scene.key(g)).collect::<Result<Vec<_>, _>>()?;
    let counted = [Measure::default()];
    let wanted = if query.measures.is_empty() { &counted[..] } else { &query.measures };
    let measures = wanted.iter().map(|m| scene.measure(m)).collect::<Result<Vec<_>, _>>()?;
    for threshold in &query.having {
        let op = matches!(threshold.op, Op::Less | Op::AtMost | Op::More | Op::AtLeast);
        if threshold.measure >= measures.len() || !op || !threshold.value.is_finite() || keys.is_empty() {
            let text = "A bound of `having` needs groups, a measure that is there, one of less, at_most, more, at_least, and a number.";
            return Err(QueryError::new(text));
        }
    }
    let in_time = matches!(keys.first(), Some(Key::Time(_)));
    let order = query
        .order
        .clone()
        .unwrap_or(Order { by: if in_time { By::Group } else { By::Measure(0) }, ascending: in_time });
    if matches!(order.by, By::Measure(m) if m >= measures.len()) {
        return Err(QueryError::new(format!("There are {} measures, counted from 0.", measures.len())));
    }
    let against = match &query.compare {
        None => None,
        Some(_) if keys.iter().any(|k| matches!(k, Key::Time(b) if *b != Bucket::Weekday)) => {
            return Err(QueryError::new("Group by time, or compare with another time, not both."));
        }
        Some(compare) => Some(against(compare, range, as_of)?),
    };
    if order.by == By::Change && against.is_none() {
        return Err(QueryError::new("Ordering by change needs a time to compare with."));
    }
    let limit = query.limit.unwrap_or(if in_time { 60 } else { 10 }).clamp(1, LIMIT) as usize;
    Ok(Checked {
        dataset: query.dataset,
        as_of,
        range,
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

/// The time to compare with. Whole months are compared with as many whole months.
fn against(compare: &Compare, range: DateRange, as_of: NaiveDate) -> Result<DateRange, QueryError> {
    if let Compare::With(text) = compare {
        return days(text, as_of);
    }
    let (Some(from), Some(to)) = (range.from, range.to) else {
        return Err(QueryError::new("To compare with the time before, say from when to when."));
    };
    let next = to.succ_opt().unwrap_or(to);
    let back = |day: NaiveDate, months: u32| day.checked_sub_months(Months::new(months)).unwrap_or(day);
    let whole = range::whole_months(range);
    Ok(match compare {
        Compare::PreviousYear => {
            DateRange::new(back(from, 12), if whole.is_some() { before(back(next, 12)) } else { back(to, 12) })
        }
        _ => match whole {
            Some(months) => DateRange::new(back(from, months), before(from)),
            None => range.previous().unwrap_or(range),
        },
    })
}

fn before(day: NaiveDate) -> NaiveDate {
    day.pred_opt().unwrap_or(day)
}

/// Sizes are checked before anything is looked up.
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
                list.iter().try_for_each(|f| walk(f, depth + 1, sums))
            }
            Filter::Not(inner) => walk(inner, depth + 1, sums),
            Filter::Is(condition) => {
                sums.0 += 1;
                sums.1 += condition.values.len();
                if condition.values.iter().any(|v| v.len() > TEXT) || condition.column.len() > TEXT {
                    return Err(QueryError::new(format!("A value is longer than {TEXT} characters.")));
                }
                if sums.0 > CONDITIONS || sums.1 > VALUES {
                    let text = format!(
                        "The filter has more than {CONDITIONS} conditions or {VALUES} values. Use fewer, or a list of values in one condition."
                    );
                    return Err(QueryError::new(text));
                }
                Ok(())
            }
        }
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

struct Scene<'a> {
    catalog: Catalog,
    vocabulary: &'a Vocabulary,
    dataset: Dataset,
}

impl Scene<'_> {
    fn column(&self, name: &str) -> Result<&Column, QueryError> {
        if let Some(column) = self.catalog.column(self.dataset, name) {
            return Ok(column);
        }
        let names: Vec<&str> = self.catalog.columns(self.dataset).iter().map(|c| c.name.as_ref()).collect();
        let shown: String = name.chars().take(60).collect();
        let close = pick::closest(name, names.iter().copied());
        let elsewhere = Dataset::ALL.iter().find(|d| self.catalog.column(**d, name).is_some());
        let hint = match (close, elsewhere) {
            (Some(close), _) => format!(" Closest: {close}."),
            (None, Some(dataset)) => format!(" {} have it.", dataset.as_str()),
            _ => String::new(),
        };
        let message =
            format!("No column \"{shown}\" in {}.{hint} There is: {}.", self.dataset.as_str(), names.join(", "));
        Err(QueryError { message, suggestion: close.map(str::to_owned) })
    }

    fn test(&self, filter: &Filter) -> Result<Test, QueryError> {
        let all = |list: &[Filter]| list.iter().map(|f| self.test(f)).collect::<Result<Vec<_>, _>>();
        Ok(match filter {
            Filter::And(list) => Test::And(all(list)?),
            Filter::Or(list) => Test::Or(all(list)?),
            Filter::Not(inner) => Test::Not(Box::new(self.test(inner)?)),
            Filter::Is(condition) => self.condition(condition)?,
        })
    }

    fn condition(&self, condition: &Condition) -> Result<Test, QueryError> {
        let column = self.column(&condition.column)?;
        let count = condition.values.len();
        let fits = match condition.op {
            Op::Missing => count == 0,
            Op::Between => count == 2,
            Op::Is => count >= 1,
            _ => count == 1,
        };
        if !fits {
            return Err(QueryError::new(format!(
                "The condition on {} has {count} values; `missing` takes none, `between` two, `is` one or more, the others one.",
                column.name
            )));
        }
        let by_size = matches!(condition.op, Op::Less | Op::AtMost | Op::More | Op::AtLeast | Op::Between);
        if by_size && !matches!(column.kind, Kind::Number(_) | Kind::Day) {
            return Err(QueryError::new(format!("{} is not a number or a day; compare it with `is`.", column.name)));
        }
        let in_text = matches!(condition.op, Op::Contains | Op::Starts);
        if in_text && matches!(column.kind, Kind::Number(_) | Kind::Day | Kind::Flag) {
            return Err(QueryError::new(format!("{} is not a text.", column.name)));
        }
        let values = condition.values.iter().map(|v| self.scalar(column, v, in_text)).collect::<Result<Vec<_>, _>>()?;
        if let (Op::Between, [a, b]) = (condition.op, values.as_slice())
            && inverted(a, b)
        {
            let [a, b] = [&condition.values[0], &condition.values[1]];
            return Err(QueryError::new(format!("Between {a} and {b} is nothing: say the smaller one first.")));
        }
        Ok(Test::Is { column: column.clone(), op: condition.op, values })
    }

    fn scalar(&self, column: &Column, value: &str, part: bool) -> Result<Scalar, QueryError> {
        if value.contains('\0') {
            return Err(QueryError::new("A value holds a character that no record holds."));
        }
        match column.kind {
            Kind::Number(unit) => match value.trim().parse::<f64>() {
                Ok(number) if number.is_finite() => Ok(Scalar::Number(number)),
                _ => Err(QueryError::new(format!("{} is a number of {unit}; \"{value}\" is not.", column.name))),
            },
            Kind::Day => match value.trim().parse::<NaiveDate>() {
                Ok(day) => Ok(Scalar::Text(day.to_string())),
                Err(_) => {
                    Err(QueryError::new(format!("{} takes days like 2026-01-31; \"{value}\" is none.", column.name)))
                }
            },
            Kind::Flag => match value.trim().to_lowercase().as_str() {
                "yes" | "true" | "1" => Ok(Scalar::Text("yes".into())),
                "no" | "false" | "0" => Ok(Scalar::Text("no".into())),
                _ => Err(QueryError::new(format!("{} is yes or no.", column.name))),
            },
            Kind::Text => Ok(Scalar::Text(value.to_owned())),
            Kind::Name | Kind::List if part => Ok(Scalar::Text(value.to_owned())),
            Kind::Name | Kind::List => self.vocabulary.stored(column, value).map(Scalar::Text),
        }
    }

    fn key(&self, group: &Group) -> Result<Key, QueryError> {
        match group {
            Group::Time(bucket) => Ok(Key::Time(*bucket)),
            Group::Column(name) => {
                let column = self.column(name)?;
                if matches!(column.kind, Kind::Text | Kind::Number(_)) || matches!(column.place, Place::Message(_)) {
                    return Err(QueryError::new(format!(
                        "{} cannot be grouped by {}.",
                        self.dataset.as_str(),
                        column.says
                    )));
                }
                Ok(Key::Column(column.clone()))
            }
        }
    }

    fn measure(&self, measure: &Measure) -> Result<Figures, QueryError> {
        let column = measure.column.as_deref().map(|name| self.column(name)).transpose()?;
        let only = measure.only.as_ref().map(|f| self.test(f)).transpose()?;
        let needs = |what: &str| {
            let numbers: Vec<&str> = self
                .catalog
                .columns(self.dataset)
                .iter()
                .filter(|c| matches!(c.kind, Kind::Number(_)))
                .map(|c| c.name.as_ref())
                .collect();
            let have = if numbers.is_empty() { "none".into() } else { numbers.join(", ") };
            Err(QueryError::new(format!("{what} needs a column of numbers. {} have: {have}.", self.dataset.as_str())))
        };
        let of = format!("{:?}", measure.of).to_lowercase();
        let is_message = column.is_some_and(|c| matches!(c.place, Place::Message(_)));
        match (measure.of, column.map(|c| c.kind)) {
            (Figure::Count | Figure::Share, Some(_)) => return Err(QueryError::new(format!("{of} takes no column."))),
            (Figure::Count | Figure::Share, None) | (Figure::Distinct, Some(_)) if !is_message => {}
            (Figure::Min | Figure::Max, Some(Kind::Number(_) | Kind::Day)) => {}
            (_, Some(Kind::Number(_))) => {}
            _ => return needs(&of),
        }
        let percentile = match (measure.of, measure.percentile) {
            (Figure::Percentile, Some(p)) if (1..=99).contains(&p) => i64::from(p),
            (Figure::Percentile, _) => return Err(QueryError::new("percentile needs a number from 1 to 99.")),
            _ => 50,
        };
        Ok(Figures { of: measure.of, column: column.cloned(), percentile, only })
    }
}

fn inverted(a: &Scalar, b: &Scalar) -> bool {
    match (a, b) {
        (Scalar::Text(a), Scalar::Text(b)) => a > b,
        (Scalar::Number(a), Scalar::Number(b)) => a > b,
        _ => false,
    }
}
