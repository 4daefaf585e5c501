//! The declared source of deals as the tools read it: which column is which field, which stages are closed, and its
//! rows as [`Deal`]s. Figures and rows come through the query language.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{Datelike, Months, NaiveDate};
use model::run::Scope;
use model::run::drill_through::{DrillThrough, FigureRule};
use model::time::DateRange;
use serde_json::{Value, json};

use crate::customer_intelligence::checked;
use crate::data_analyst::{TIME, equal};
use crate::forecast::alignment::{number, won};
use crate::forecast::answer::NO_DATA;
use crate::forecast::request::State;
use crate::forecast::{Deal, SOURCE, deal};
use crate::policy;
use query::ast::{Condition, Dataset, Filter, Op, Query};
use query::check::Checked;
use query::column::Column;
use query::declared::Opened;
use query::frame::grammar::ahead::ahead;
use query::range::Resolved;
use query::values::Vocabulary;
use query::{drill_through, listing, range, run};
use tools::{ToolContext, ToolError};

/// Maximum deals read to be assessed individually.
pub const MOST: usize = 10_000;

/// The source of deals, and its context.
pub struct DealSource {
    pub opened: Arc<Opened>,
    pub vocabulary: Arc<Vocabulary>,
    /// The day that "today" means for it.
    pub today: NaiveDate,
    ctx: ToolContext,
}

/// A period with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    pub range: DateRange,
    pub label: String,
}

impl DealSource {
    /// The source of deals.
    ///
    /// # Errors
    /// If none is declared, or it has no stages.
    pub async fn open(ctx: &ToolContext) -> Result<Self, ToolError> {
        let vocabulary = ctx.vocabulary.get(&ctx.db).await?;
        let opened = vocabulary.source(SOURCE).cloned().ok_or_else(|| ToolError::new(NO_DATA))?;
        let today = opened.today();
        let book = Self { opened, vocabulary, today, ctx: ctx.clone() };
        match book.field("stage") {
            Some(_) => Ok(book),
            None => Err(ToolError::new(format!("The source {SOURCE} has no dimension \"stage\"."))),
        }
    }

    pub fn scope(&self) -> &Scope {
        &self.ctx.scope
    }

    /// The column of a deal's field, if the source has it.
    pub fn field(&self, field: &str) -> Option<&Column> {
        deal::names(field).iter().find_map(|name| self.opened.columns.iter().find(|column| column.name == *name))
    }

    /// The name of that column.
    ///
    /// # Errors
    /// Names the unrecorded field.
    pub fn needs(&self, field: &str) -> Result<String, ToolError> {
        let none = || ToolError::new(format!("The source {SOURCE} keeps no {}.", field.replace('_', " ")));
        self.field(field).map(|column| column.name.to_string()).ok_or_else(none)
    }

    /// The currency of amounts; empty if the source does not say.
    pub fn unit(&self) -> &'static str {
        let name = self.field("amount").map(|column| column.name.as_ref());
        name.and_then(|name| self.opened.source.measure(name)).map_or("", |measure| measure.unit)
    }

    fn stages(&self) -> (String, &[String]) {
        let name = self.field("stage").map_or_else(String::new, |column| column.name.to_string());
        let values = self.opened.values_of(&name).map_or(&[][..], |(values, _)| values);
        (name, values)
    }

    /// The filter for a state; `None` if the source has no such stage. A deal without a stage is open.
    pub fn are(&self, state: State) -> Option<Filter> {
        let (name, values) = self.stages();
        let of = |decided: fn(&str) -> bool| values.iter().filter(|v| decided(v)).cloned().collect::<Vec<_>>();
        let list = match state {
            State::Open | State::Closed => of(|stage| won(stage).is_some()),
            State::Won => of(|stage| won(stage) == Some(true)),
            State::Lost => of(|stage| won(stage) == Some(false)),
        };
        match (state, list.is_empty()) {
            (State::Open, true) => {
                // No stage is closed: all deals are open.
                let none = Filter::Is(Condition { column: name, op: Op::Missing, values: Vec::new() });
                Some(Filter::Or(vec![none.clone(), none.negated()]))
            }
            (State::Open, false) => Some(Filter::is(name, list).negated()),
            (_, true) => None,
            (_, false) => Some(Filter::is(name, list)),
        }
    }

    /// The filter for stages from a number on, without won and lost ones.
    pub fn from_stage(&self, least: u8) -> Option<Filter> {
        let (name, values) = self.stages();
        let fits = |stage: &&String| won(stage).is_none() && number(stage).is_some_and(|n| n >= least);
        let list: Vec<String> = values.iter().filter(fits).cloned().collect();
        (!list.is_empty()).then(|| Filter::is(name, list))
    }

    /// The filter for open committed deals, if the source records forecast categories.
    pub fn committed(&self) -> Option<Filter> {
        let column = self.field("forecast_category")?;
        let (values, _) = self.opened.values_of(&column.name)?;
        let list: Vec<String> = values.iter().filter(|v| v.to_lowercase().starts_with("commit")).cloned().collect();
        (!list.is_empty())
            .then(|| Filter::all(vec![Filter::is(column.name.to_string(), list), self.are(State::Open)?]))?
    }

    /// The period that words mean; by default the current quarter.
    pub fn period(&self, words: Option<&str>) -> Result<Period, ToolError> {
        let Some(words) = words.filter(|words| !words.trim().is_empty()) else {
            return Ok(quarter(self.today));
        };
        // What is planned lies ahead: "in February" is the nearest one.
        let planned = || ahead(words, self.today).filter(|(_, end)| *end == words.trim_end().len());
        let meant = match range::whole_of(words, self.today).or_else(|| Some(Resolved::new(planned()?.0))) {
            Some(whole) => whole,
            None => range::parse(words, self.today).map_err(|error| ToolError::new(error.to_string()))?,
        };
        let range = meant.range;
        let Some(from) = range.from else { return Ok(Period { range, label: meant.label }) };
        let whole = quarter(from);
        let label = if whole.range == range { whole.label } else { range.label() };
        Ok(Period { range, label })
    }

    /// A checked query over a source with the same declarations.
    pub fn checked(&self, query: &Query) -> Result<Checked, ToolError> {
        checked(&self.ctx, query, &self.vocabulary)
    }

    /// Figures by group, and in total.
    pub async fn figures(&self, query: &Query) -> Result<run::QueryResult, ToolError> {
        Ok(policy::run(&self.ctx, &self.checked(query)?, TIME).await?.0)
    }

    /// A query over the deals.
    pub fn query(&self, filter: Vec<Filter>, range: DateRange) -> Query {
        Query {
            dataset: Dataset::Source(self.opened.source.name),
            time_range: written(range),
            filter: Filter::all(filter),
            ..Query::default()
        }
    }

    /// The deals that match, and whether there were more than are read.
    pub async fn deals(&self, filter: Vec<Filter>, range: DateRange) -> Result<(Vec<Deal>, bool), ToolError> {
        let checked = self.checked(&self.query(filter, range))?;
        policy::rows(&self.ctx, &checked)?;
        let all = listing::of_source(&self.ctx.db, &checked, (MOST + 1, 0), TIME).await?;
        let cut = all.len() > MOST;
        let names: Vec<&str> = self.opened.columns.iter().map(|column| column.name.as_ref()).collect();
        let deal = |row: Vec<Option<String>>| {
            let cells: Vec<String> = row.into_iter().map(Option::unwrap_or_default).collect();
            Deal::read(names.iter().copied().zip(cells.iter().map(String::as_str)))
        };
        Ok((all.into_iter().take(MOST).map(deal).collect(), cut))
    }

    /// The deal with this id.
    ///
    /// # Errors
    /// If there is none; names the closest.
    pub async fn deal(&self, id: &str) -> Result<Deal, ToolError> {
        let column = self.needs("id")?;
        let id = id.trim();
        let known = self.opened.values_of(&column).map_or(&[][..], |(values, _)| values);
        let stored = known.iter().find(|value| value.eq_ignore_ascii_case(id)).map_or(id, String::as_str);
        let (mut found, _) = self.deals(vec![Filter::is(column, [stored])], DateRange::ALL).await?;
        found.pop().ok_or_else(|| ToolError::new(format!("There is no deal \"{id}\".")))
    }

    /// Which deals are behind figures for a period.
    pub fn counted(&self, range: DateRange, rules: Vec<FigureRule>) -> DrillThrough {
        drill_through::build(Dataset::Source(self.opened.source.name), &self.ctx.scope, range, &[], rules)
    }
}

/// The conditions in arguments: dimension and value.
pub fn filters(said: &BTreeMap<String, Value>) -> Result<Vec<Filter>, ToolError> {
    Ok(equal(said)?.into_iter().collect())
}

/// A filter as stored in figures.
pub fn kept(filters: Vec<Filter>) -> Value {
    Filter::all(filters).map_or(Value::Null, |filter| json!(filter))
}

/// The calendar quarter of a day.
pub fn quarter(day: NaiveDate) -> Period {
    let from = NaiveDate::from_ymd_opt(day.year(), day.month0() / 3 * 3 + 1, 1).unwrap_or(day);
    let to = from.checked_add_months(Months::new(3)).and_then(|next| next.pred_opt()).unwrap_or(day);
    Period { range: DateRange::new(from, to), label: format!("Q{} {}", day.month0() / 3 + 1, day.year()) }
}

/// A period in the query language; `None` for all dates.
pub fn written(range: DateRange) -> Option<String> {
    match (range.from, range.to) {
        (Some(from), Some(to)) => Some(format!("{from} to {to}")),
        (Some(from), None) => Some(format!("since {from}")),
        (None, Some(to)) => Some(format!("until {to}")),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_is_three_months() {
        let of = |day: &str| quarter(day.parse().unwrap());
        assert_eq!(of("2026-01-31").label, "Q1 2026");
        let q4 = of("2025-12-31");
        assert_eq!((q4.label.as_str(), written(q4.range).as_deref()), ("Q4 2025", Some("2025-10-01 to 2025-12-31")));
        assert_eq!(written(DateRange::ALL), None);
    }
}
