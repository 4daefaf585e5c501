//! A watched figure: the tool call of its answer, with the question's own words for times, and where the result has it.
//! Computing it again asks no model.

use std::collections::HashMap;

use app::components::answer::results::{Leads, Walked};
use app::components::answer::value::field_name;
use chrono::{Days, NaiveDate};
use model::error::AppError;
use model::locale::Locale;
use model::run::figure::FigureAt;
use model::run::{Call, Outcome, Run, Scope, ToolOutput};
use model::time::DateRange;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::Api;
use super::super::figures::FigureSource;
use super::super::mcp::tools::is_ours;
use crate::query::ast::Dataset;
use crate::query::frame::Parse;
use crate::query::range;

/// Arguments of tools with a time in words.
const TIMES: [&str; 4] = ["timeRange", "time_range", "with", "against"];
/// A time that means other days after this many days is relative.
const RELATIVE_TIME_DAYS: u64 = 400;

/// A figure, and how to compute it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WatchedFigure {
    tool: String,
    args: Value,
    scope: Scope,
    path: String,
    /// In a list: the row, which may be at another position later, or missing.
    row: Option<WatchedRow>,
    /// It is the number of its records.
    counts: bool,
    /// "Login failures: count".
    pub name: String,
    /// Its period in words, and whether it moves with the data.
    pub period: String,
    pub moves: bool,
    /// Whether numbers of changes do not tell when it changes: it is about a declared source.
    pub by_clock: bool,
}

/// A row of a result, by its label.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct WatchedRow {
    list: String,
    label: String,
    /// The path from the row to the figure.
    rest: String,
    /// The row when it was first seen.
    value: Value,
}

/// A figure as it is now.
pub struct CurrentFigure {
    /// In the unit that is displayed: a share in percent.
    pub value: f64,
    pub shown: String,
    /// Its records by topic, if it counts messages or cases.
    pub topics: Option<HashMap<String, i64>>,
}

impl WatchedFigure {
    /// A figure of an answer.
    ///
    /// # Errors
    /// `Invalid` for one that cannot be computed again.
    pub fn of_answer(api: &Api, run: &Run, at: &FigureAt) -> Result<Self, AppError> {
        let unusable = |detail: &str| AppError::invalid("figure", detail);
        let call = run.call(&at.call).ok_or_else(|| unusable("The answer has no such figure."))?;
        let output = call.output().ok_or_else(|| unusable("The answer has no such figure."))?;
        let tools = api.services.agent.tools();
        if !tools.find(&call.tool).is_some_and(is_ours) {
            return Err(unusable("This figure comes from another program, so it cannot be computed again here."));
        }
        let as_of = run.as_of.unwrap_or_default();
        let walked = Walked::from_call(call);
        let (row, name) = place(&walked, &at.path);
        let mut args = call.args.clone();
        in_own_words(&mut args, run, as_of);
        let relative = times(&args).into_iter().find(|text| is_relative(text, as_of)).map(str::to_owned);
        let range = output.coverage.as_ref().map_or(DateRange::ALL, |coverage| coverage.range);
        // Without a time of its own, a tool takes its usual one, which ends with the data.
        let usual = run.scope.time_window.is_none() && times(&args).is_empty();
        Ok(Self {
            counts: counted(output, &at.path),
            tool: call.tool.clone(),
            scope: run.scope.clone(),
            path: at.path.clone(),
            row,
            name,
            moves: relative.is_some() || (usual && range != DateRange::ALL),
            period: match relative {
                Some(words) => words,
                None if range == DateRange::ALL => String::new(),
                None => range.label(),
            },
            by_clock: output.counted.is_empty()
                || output.counted.iter().any(|c| !Dataset::ALL.iter().any(|own| own.as_str() == c.dataset)),
            args,
        })
    }

    /// Computes it with the caller's access.
    ///
    /// # Errors
    /// `Invalid` if it has no value any more.
    pub async fn compute(&self, api: &Api, with_topics: bool) -> Result<CurrentFigure, AppError> {
        let output = api.services.agent.call_tool_within(self.scope.clone(), &self.tool, self.args.clone()).await?;
        let as_of = api.services.agent.as_of().await?;
        let call = Call {
            id: String::new(),
            iteration: 0,
            tool: self.tool.clone(),
            args: self.args.clone(),
            offset_ms: 0,
            duration_ms: None,
            outcome: Some(Outcome::Ok { output }),
        };
        let walked = Walked::from_call(&call);
        let output = walked.output().ok_or_else(AppError::internal)?;
        let Some(path) = self.find(&walked) else { return self.beyond_list(api, output, as_of, with_topics).await };
        let shown = match walked.leads(&path) {
            Leads::Cell(at) => walked.text(at),
            _ => String::new(),
        };
        let value = match output.data.pointer(&path) {
            Some(Value::Number(number)) => number.as_f64(),
            Some(Value::Array(list)) => Some(list.len() as f64),
            _ => None,
        };
        let value = value.ok_or_else(|| AppError::invalid("figure", "The data has no value for this figure now."))?;
        let (value, shown) = displayed(value, shown);
        let source = match with_topics && self.counts {
            true => api.behind_result((&output.counted, &output.data), &path, as_of).await?,
            false => None,
        };
        let topics = match source {
            Some(source) => topics(api, &source).await?,
            None => None,
        };
        Ok(CurrentFigure { value, shown, topics })
    }

    /// Where a result has it.
    fn find(&self, walked: &Walked<'_>) -> Option<String> {
        let Some(row) = &self.row else { return Some(self.path.clone()) };
        let table = walked.tables.iter().find(|table| table.path == row.list)?;
        let at = (0..table.rows.len()).find(|at| table.label(*at) == row.label)?;
        Some(format!("{}{}", table.rows[at].path, row.rest))
    }

    /// The figure of a row that the list does not show: its records are counted by the row's own values.
    async fn beyond_list(
        &self,
        api: &Api,
        output: &ToolOutput,
        as_of: NaiveDate,
        with_topics: bool,
    ) -> Result<CurrentFigure, AppError> {
        let row = self.row.as_ref().filter(|_| self.counts).ok_or_else(|| {
            AppError::invalid("figure", "The result no longer has this row, so there is no figure for it.")
        })?;
        let mut data = output.data.clone();
        if let Some(list) = data.pointer_mut(&row.list) {
            *list = Value::Array(vec![row.value.clone()]);
        }
        let path = format!("{}/0{}", row.list, row.rest);
        let source = api.behind_result((&output.counted, &data), &path, as_of).await?;
        let source = source.ok_or_else(|| AppError::invalid("figure", "The result no longer has this row."))?;
        let count = api.count(&source.query).await?;
        let (value, shown) = displayed(count as f64, String::new());
        let topics = if with_topics { topics(api, &source).await? } else { None };
        Ok(CurrentFigure { value, shown, topics })
    }
}

/// The row of a path, if it is in a list, and the figure's name.
fn place(walked: &Walked<'_>, path: &str) -> (Option<WatchedRow>, String) {
    let Leads::Cell(at) = walked.leads(path) else { return (None, walked.about()) };
    let table = &walked.tables[at.table];
    let (label, found) = (table.label(at.row), &table.rows[at.row]);
    let row = (table.list && !label.is_empty()).then(|| WatchedRow {
        list: table.path.clone(),
        label: label.clone(),
        rest: path.strip_prefix(&found.path).unwrap_or_default().to_owned(),
        value: found.of.clone(),
    });
    let column = field_name(&table.columns[at.column].name);
    let name: Vec<String> = [walked.row_name(at.table, at.row), column].into_iter().filter(|p| !p.is_empty()).collect();
    (row, if name.is_empty() { walked.about() } else { name.join(": ") })
}

/// Whether a figure is the number of its records.
fn counted(output: &ToolOutput, path: &str) -> bool {
    use model::run::drill_through::ResultLink;
    let number = output.data.pointer(path).and_then(Value::as_f64);
    let count = ResultLink::to(&output.counted, path).and_then(|link| link.count(&output.data));
    count.is_some() && count.map(|count| count as f64) == number
}

/// The records of a figure by topic; only messages and cases have topics.
async fn topics(api: &Api, source: &FigureSource) -> Result<Option<HashMap<String, i64>>, AppError> {
    match source.query.dataset {
        Dataset::Communications | Dataset::Cases => api.by_topic(source).await.map(Some),
        _ => Ok(None),
    }
}

/// A value in the unit in which it is displayed.
fn displayed(value: f64, shown: String) -> (f64, String) {
    let digits: String = shown.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
    let number = digits.parse::<f64>().unwrap_or(value.abs());
    let percent = shown.contains('%') && (number - value.abs() * 100.0).abs() < (number - value.abs()).abs();
    let value = if percent { value * 100.0 } else { value };
    let shown = if shown.is_empty() { Locale::English.exact(value) } else { shown };
    (value, shown)
}

/// The times in a call's arguments.
fn times(args: &Value) -> Vec<&str> {
    match args {
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, value)| match value.as_str().filter(|_| TIMES.contains(&name.as_str())) {
                Some(text) => vec![text],
                None => times(value),
            })
            .collect(),
        Value::Array(list) => list.iter().flat_map(times).collect(),
        _ => Vec::new(),
    }
}

/// The days that a text means now, and those that it means later.
fn meanings(text: &str, as_of: NaiveDate) -> Option<[DateRange; 2]> {
    let later = as_of.checked_add_days(Days::new(RELATIVE_TIME_DAYS))?;
    Some([range::parse(text, as_of).ok()?.range, range::parse(text, later).ok()?.range])
}

fn is_relative(text: &str, as_of: NaiveDate) -> bool {
    meanings(text, as_of).is_some_and(|[now, later]| now != later)
}

/// Replaces the days of a call by the question's own words for them ("last month"), where these mean other days later.
fn in_own_words(args: &mut Value, run: &Run, as_of: NaiveDate) {
    let Some(parse) = run.route.as_ref().and_then(|route| Parse::stored(route.parse.as_ref()?)) else { return };
    let slots = parse.frames.iter().flat_map(|frame| frame.time.iter().chain(&frame.against));
    let relative: Vec<(String, DateRange)> = slots
        .filter_map(|slot| {
            let [now, later] = meanings(&slot.words, as_of)?;
            (now == slot.time.range && now != later).then(|| (slot.words.clone(), now))
        })
        .collect();
    replace(args, "", &mut |text| {
        let days = range::parse(text, as_of).ok()?.range;
        relative.iter().find(|(_, range)| *range == days).map(|(words, _)| words.clone())
    });
}

/// Replaces times in a call's arguments.
fn replace(args: &mut Value, name: &str, by: &mut dyn FnMut(&str) -> Option<String>) {
    match args {
        Value::String(text) if TIMES.contains(&name) => {
            if let Some(words) = by(text) {
                *text = words;
            }
        }
        Value::Object(fields) => fields.iter_mut().for_each(|(name, value)| replace(value, name, by)),
        Value::Array(list) => list.iter_mut().for_each(|value| replace(value, "", by)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn a_share_is_compared_in_percent() {
        assert!((displayed(0.3349, "33.49%".into()).0 - 33.49).abs() < 1e-9);
        assert_eq!(displayed(84.2, "84.2%".into()).0, 84.2);
        assert_eq!(displayed(1234.0, String::new()), (1234.0, "1,234".to_owned()));
        assert_eq!(displayed(-0.28, "−0.28".into()).0, -0.28);
    }

    #[test]
    fn times_stand_where_arguments_have_them() {
        let args = json!({"typed": {"timeRange": "last month", "filter": {"is": {"values": ["2026"]}},
            "compare": {"with": "1 to 31 December 2025"}}, "limit": 3});
        let mut found = times(&args);
        found.sort_unstable();
        assert_eq!(found, ["1 to 31 December 2025", "last month"]);
        assert!(is_relative("last month", day("2026-01-31")));
        assert!(!is_relative("January 2026", day("2026-01-31")));
    }

    #[test]
    fn only_times_are_replaced() {
        let mut args = json!({"timeRange": "1 to 31 January 2026", "query": "1 to 31 January 2026"});
        replace(&mut args, "", &mut |_| Some("this month".into()));
        assert_eq!(args, json!({"timeRange": "this month", "query": "1 to 31 January 2026"}));
    }
}
