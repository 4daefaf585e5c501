//! Repeats a chart over time with another step: day, week or month. Same records as counted by its call.

use std::time::Duration;

use model::chart::{Chart, Step};
use model::run::drill_through::{DrillThrough, FigureRule, ResultLink};
use serde_json::Value;

use super::{query_chart, query_data, query_times};
use query::ast::{Aggregation, Bucket, By, Order};
use query::catalog::Catalog;
use query::check::{Checked, CheckedMeasure, GroupKey, QueryError};
use query::values::Vocabulary;
use query::{drill_through, run};
use store::Db;
use tools::ToolError;

/// Time limit of one statement.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum points of a chart.
const MAX_CHART_POINTS: usize = 500;
/// How a chart counts if its call does not specify it.
const COUNT: CheckedMeasure = CheckedMeasure { of: Aggregation::Count, column: None, percentile: 50, only: None };

/// The chart to repeat.
pub struct Asked<'a> {
    pub db: &'a Db,
    pub vocabulary: &'a Vocabulary,
    pub as_of: chrono::NaiveDate,
    /// The tool and the arguments of the call that made the chart.
    pub call: (&'a str, &'a Value),
    pub counted: &'a DrillThrough,
}

impl Asked<'_> {
    /// The same records by the step.
    ///
    /// # Errors
    /// What the query needs that no longer exists, or that it took too long.
    pub async fn by(&self, step: Step) -> Result<Option<Chart>, ToolError> {
        let query = self.query(step)?;
        let found = run::run(self.db, &query, STATEMENT_TIMEOUT).await?;
        let (days, _) = query_times::days_of(self.db, &query).await?;
        Ok(query_chart::chart(&query, &found, self.vocabulary, days, 1))
    }

    fn query(&self, step: Step) -> Result<Checked, QueryError> {
        let all = [DrillThrough { figures: vec![FigureRule::at("")], ..self.counted.clone() }];
        let led = ResultLink::to(&all, "").ok_or_else(|| QueryError::new("This result counts no records."))?;
        let catalog = Catalog::of(self.vocabulary);
        let base = drill_through::query(&led, &Value::Null, (self.vocabulary, &catalog), self.as_of)?;
        let measures = query_data::measures(self.call, self.vocabulary, self.counted.range, self.as_of);
        let bucket = match step {
            Step::Day => Bucket::Day,
            Step::Week => Bucket::Week,
            Step::Month => Bucket::Month,
        };
        Ok(Checked {
            keys: vec![GroupKey::Time(bucket)],
            measures: measures.unwrap_or_else(|| vec![COUNT]),
            order: Order { by: By::Group, ascending: true },
            limit: MAX_CHART_POINTS,
            ..base
        })
    }
}
