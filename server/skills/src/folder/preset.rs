//! A declared tool, checked: its parameters and its queries. Whether its sources have what it refers to is known only
//! once they are open, see [`Preset::problems`].

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::condition::{Bound, Given, Limit};
use super::declaration::{ResultText, ToolText};
use super::parameter::Parameter;
use super::sentence;
use crate::data_analyst::query_source::{ROWS, group, measures};
use query::ast::{Bucket, By, Compare, Dataset, Filter, Measure, Order, Query};
use query::declared::Opened;
use query::values::{Vocabulary, pick};
use sources::Problem;
use tools::ToolError;

/// Default rows of a result.
const DEFAULT_ROWS: usize = 20;

/// What `against` says for the time before the period, as long as it is.
const BEFORE: &str = "the period before";

/// Maximum results of one tool.
const MOST: usize = 8;

/// A tool.
#[derive(Clone, Debug)]
pub struct Preset {
    pub name: String,
    pub parameters: Vec<Parameter>,
    pub results: Vec<Part>,
    pub sentence: String,
    pub chart: Option<String>,
    /// The origin of its data, in words.
    pub origin: String,
    line: u64,
}

/// A query and how its rows are presented.
#[derive(Clone, Debug)]
pub struct Part {
    pub name: String,
    pub source: String,
    pub measures: Vec<String>,
    pub by: Vec<String>,
    pub list: Vec<String>,
    limits: Vec<Limit>,
    period: Option<Given>,
    against: Option<Given>,
    pub share: bool,
    order: Option<By>,
    ascending: bool,
    limit: Given,
    pub classes: Vec<Class>,
    pub line: u64,
}

/// A word for a figure.
#[derive(Clone, Debug)]
pub struct Class {
    pub name: String,
    pub of: String,
    pub labels: Vec<(String, Bound)>,
}

impl Preset {
    /// Parses one.
    pub fn read(text: &ToolText, origin: &str) -> Result<Self, Vec<Problem>> {
        let at = sources::line(&text.name);
        let mut problems = Vec::new();
        let mut wrong = |line: u64, message: String| problems.push(Problem::new(line, message));
        if !sources::is_name(&text.name.value) {
            wrong(at, format!("The name \"{}\" is not small letters, digits and _.", text.name.value));
        }
        if !(1..=MOST).contains(&text.results.len()) {
            wrong(at, format!("{} has {} results; it may have 1 to {MOST}.", text.name.value, text.results.len()));
        }
        let mut parameters = Vec::new();
        for (name, said) in &text.parameters {
            match Parameter::read(name, &said.value) {
                Ok(parameter) => parameters.push(parameter),
                Err(message) => wrong(said.referenced.line(), message),
            }
        }
        let mut results = Vec::new();
        for (name, said) in &text.results {
            match Part::read(name, &said.value, said.referenced.line()) {
                Ok(part) => results.push(part),
                Err(message) => wrong(said.referenced.line(), format!("{name}: {message}")),
            }
        }
        let known: Vec<String> = parameters.iter().map(|p| p.name.clone()).collect();
        let named = results.iter().flat_map(|part| part.parameters().map(|name| (name.to_owned(), part.line)));
        let mut named: Vec<(String, u64)> = named.collect();
        match sentence::places(&text.sentence) {
            Ok(places) => named.extend(places.iter().filter_map(|p| p.strip_prefix('$')).map(|p| (p.to_owned(), at))),
            Err(message) => wrong(at, message),
        }
        for (name, line) in named.iter().filter(|(name, _)| !known.contains(name)) {
            wrong(*line, pick::unknown("parameter", name, &known).0);
        }
        let names: Vec<String> = results.iter().map(|part| part.name.clone()).collect();
        let chart = text.chart.as_ref().map(|chart| chart.value.clone());
        if let Some(name) = chart.as_ref().filter(|name| !names.contains(name)) {
            wrong(at, pick::unknown("result to draw", name, &names).0);
        }
        let (name, sentence, origin) = (text.name.value.clone(), text.sentence.clone(), origin.to_owned());
        match problems.is_empty() {
            true => Ok(Self { name, parameters, results, sentence, chart, origin, line: at }),
            false => Err(problems),
        }
    }

    /// What its sources do not have.
    pub fn problems(&self, vocabulary: &Vocabulary) -> Vec<Problem> {
        let mut out: Vec<Problem> = self.results.iter().filter_map(|part| part.problem(vocabulary)).collect();
        for parameter in &self.parameters {
            if let super::parameter::Kind::ValuesOf(source, dimension) = &parameter.kind {
                let has = |opened: &std::sync::Arc<Opened>| opened.source.dimension(dimension).is_some();
                if !vocabulary.source(source).is_some_and(has) {
                    let text = format!("values_of of {}: there is no {source}.{dimension}.", parameter.name);
                    out.push(Problem::new(self.line, text));
                }
            }
        }
        out
    }

    /// The arguments by name, defaults filled in.
    ///
    /// # Errors
    /// A missing argument, or its allowed values.
    pub fn arguments(&self, given: &Value) -> Result<BTreeMap<String, String>, ToolError> {
        let mut args = BTreeMap::new();
        for parameter in &self.parameters {
            let value = given.get(&parameter.name).filter(|v| !v.is_null() && v.as_str() != Some(""));
            let value = value.map(|value| parameter.value(value)).transpose()?.or_else(|| parameter.default.clone());
            match value {
                Some(value) if parameter.any.as_ref() == Some(&value) => {}
                Some(value) => drop(args.insert(parameter.name.clone(), value)),
                None if parameter.required => {
                    return Err(ToolError::new(format!("{} is missing. {}", parameter.name, parameter.says)));
                }
                None => {}
            }
        }
        Ok(args)
    }
}

impl Part {
    fn read(name: &str, text: &ResultText, line: u64) -> Result<Self, String> {
        if !sources::is_name(name) || name == "source" {
            return Err("A result's name is small letters, digits and _, and not \"source\".".into());
        }
        if text.list.is_empty() == text.measures.is_empty() {
            return Err("It has either measures or a list of columns.".into());
        }
        if !text.list.is_empty()
            && (!text.by.is_empty() || text.share || text.against.is_some() || text.order.is_some())
        {
            return Err("A list of rows has no by, share, against or order: it is the newest first.".into());
        }
        let (order, ascending) = match text.order.as_deref() {
            None => (None, false),
            Some("largest") => (Some(By::Measure(0)), false),
            Some("smallest") => (Some(By::Measure(0)), true),
            Some("change") if text.against.is_some() => (Some(By::Change), false),
            Some("change") => return Err("order: change needs against.".into()),
            Some("name") => (Some(By::Group), true),
            Some(other) => {
                let known = ["largest", "smallest", "change", "name"].map(str::to_owned);
                return Err(pick::unknown("order", other, &known).0);
            }
        };
        let limit = match &text.limit {
            None => Given::Value(DEFAULT_ROWS.to_string()),
            Some(Value::String(text)) => Given::read(text),
            Some(Value::Number(n)) if n.as_u64().is_some_and(|n| (1..=ROWS as u64).contains(&n)) => {
                Given::Value(n.to_string())
            }
            Some(_) => return Err(format!("limit is from 1 to {ROWS}, or a parameter.")),
        };
        let class = |(name, said): (&String, &super::declaration::ClassText)| {
            let labels = said.labels.iter().map(|(word, bound)| Ok((word.clone(), Bound::read(bound)?)));
            Ok(Class { name: name.clone(), of: said.of.clone(), labels: labels.collect::<Result<_, String>>()? })
        };
        Ok(Self {
            name: name.to_owned(),
            source: text.source.value.clone(),
            measures: text.measures.clone(),
            by: text.by.clone(),
            list: text.list.clone(),
            limits: text.r#where.iter().map(|(c, v)| Limit::read(c, v)).collect::<Result<_, _>>()?,
            period: text.period.as_deref().map(Given::read),
            against: text.against.as_deref().map(Given::read),
            share: text.share,
            order,
            ascending,
            limit,
            classes: text.classes.iter().map(class).collect::<Result<_, String>>()?,
            line,
        })
    }

    fn parameters(&self) -> impl Iterator<Item = &str> {
        let single = [self.period.as_ref(), self.against.as_ref(), Some(&self.limit)];
        let single = single.into_iter().flatten().filter_map(Given::parameter);
        self.limits.iter().flat_map(Limit::parameters).chain(single)
    }

    fn problem(&self, vocabulary: &Vocabulary) -> Option<Problem> {
        let Some(opened) = vocabulary.source(&self.source) else {
            return Some(Problem::new(self.line, vocabulary.no_source(&self.source).message));
        };
        let known: Vec<String> = opened.columns.iter().map(|column| column.name.to_string()).collect();
        let columns = self.list.iter().map(String::as_str).chain(self.limits.iter().map(Limit::column));
        let by = self.by.iter().map(String::as_str).filter(|name| Bucket::find(name).is_none());
        let measured = self.measures.iter().map(String::as_str).filter(|name| *name != COUNT);
        let wrong = columns.chain(by).chain(measured).find(|name| !known.iter().any(|k| k == name));
        wrong.map(|name| Problem::new(self.line, pick::unknown(&format!("column of {}", self.source), name, &known).0))
    }

    /// Maximum rows.
    pub fn limit(&self, args: &BTreeMap<String, String>) -> usize {
        let given = self.limit.value(args).and_then(|text| text.parse::<usize>().ok());
        given.unwrap_or(DEFAULT_ROWS).clamp(1, ROWS)
    }

    /// The query.
    ///
    /// # Errors
    /// Names a measure that the source does not have.
    pub fn query(&self, opened: &Opened, args: &BTreeMap<String, String>) -> Result<Query, ToolError> {
        let mut wanted = Vec::new();
        for name in &self.measures {
            match name.as_str() {
                COUNT if opened.source.measure(COUNT).is_none() => wanted.push(Measure::default()),
                name => wanted.extend(measures(opened, &[name.to_owned()])?),
            }
        }
        let text = |given: &Option<Given>| given.as_ref().and_then(|given| given.value(args)).map(str::to_owned);
        let order = self.order.filter(|order| *order != By::Change || text(&self.against).is_some());
        Ok(Query {
            dataset: Dataset::Source(opened.source.name),
            time_range: text(&self.period),
            filter: Filter::all(self.limits.iter().filter_map(|limit| limit.filter(args)).collect()),
            group_by: self.by.iter().map(|name| group(opened, name)).collect(),
            measures: wanted,
            order: order.filter(|_| !self.by.is_empty()).map(|by| Order { by, ascending: self.ascending }),
            limit: Some(self.limit(args) as u32),
            compare: text(&self.against).map(|words| match words.as_str() {
                BEFORE => Compare::PreviousPeriod,
                _ => Compare::With(words),
            }),
            ..Query::default()
        })
    }

    /// Adds the words of its classes to a row.
    pub fn judge(&self, row: &mut serde_json::Map<String, Value>) {
        for class in &self.classes {
            let Some(value) = row.get(&class.of).and_then(Value::as_f64) else { continue };
            let word = class.labels.iter().find(|(_, bound)| bound.holds(value)).map(|(word, _)| word);
            row.insert(class.name.clone(), json!(word));
        }
    }
}

/// The measure that is the number of rows.
pub const COUNT: &str = "count";
