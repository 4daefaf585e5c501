//! Runs a declared tool: its queries in sequence, each a part of the result.

use std::collections::BTreeMap;
use std::sync::Arc;

use model::answer::Coverage;
use model::chart::Drawing;
use model::run::drill_through::{DrillThrough, FigureRule};
use model::run::{Scope, ToolOutput};
use serde_json::{Map, Value, json};

use super::preset::{Part, Preset};
use super::sentence;
use crate::customer_intelligence::{chart, within};
use crate::data_analyst::query_source::{TIME, keyed, keys, source};
use crate::figures::{covered, round2};
use crate::policy;
use query::ast::Aggregation;
use query::catalog::ColumnType;
use query::declared::Opened;
use query::run::ResultRow;
use query::values::Vocabulary;
use query::{check, describe, drill_through, listing};
use tools::{ToolContext, ToolError};

/// The result of one query.
struct Given {
    data: Value,
    counted: DrillThrough,
    coverage: Coverage,
    chart: Option<model::chart::Chart>,
    /// Groups withheld by the source's policy.
    withheld: usize,
    understood: String,
}

/// The result of a call.
///
/// # Errors
/// An invalid argument, what the source does not have, or that it took too long.
pub async fn run(preset: Arc<Preset>, ctx: ToolContext, given: Value) -> Result<ToolOutput, ToolError> {
    if ctx.call.is_some() {
        return Err(ToolError::new("Tools of the firm's own are not used in support calls."));
    }
    let args = preset.arguments(&given)?;
    let vocabulary = ctx.vocabulary.get(&ctx.db).await?;
    let mut output = ToolOutput::default();
    let (mut data, mut units, mut sources) = (Map::new(), BTreeMap::new(), Vec::new());
    let (mut said, mut withheld) = (Vec::new(), 0);
    for part in &preset.results {
        let opened = source(&vocabulary, &part.source)?;
        let given = answer(&ctx, part, opened, &vocabulary, &args).await?;
        if let Value::Array(rows) = &given.data {
            data.insert(format!("{}_rows", part.name), rows.len().into());
        }
        data.insert(part.name.clone(), given.data);
        output.counted.push(given.counted);
        output.coverage.get_or_insert(given.coverage);
        if preset.chart.as_ref() == Some(&part.name) {
            output.charts.extend(given.chart);
        }
        said.push(given.understood);
        withheld += given.withheld;
        for measure in opened.source.measures.iter().filter(|m| !m.unit.is_empty()) {
            units.insert(measure.name.clone(), measure.unit.to_owned());
        }
        if !sources.contains(&part.source) {
            sources.push(part.source.clone());
        }
    }
    units.extend(["share", "change_percent"].map(|name| (name.to_owned(), "%".to_owned())));
    let whole = Value::Object(data);
    output.summary = sentence::filled(&preset.sentence, &whole, &args, &units);
    if output.summary.is_empty() {
        output.summary = format!("{}.", said.join("; "));
    }
    let mut data = Map::from_iter([("source".to_owned(), json!(format!("{}: {}", preset.origin, sources.join(", "))))]);
    if let Value::Object(parts) = whole {
        data.extend(parts);
    }
    output.data = Value::Object(data);
    policy::tell(&mut output, withheld);
    Ok(output)
}

async fn answer(
    ctx: &ToolContext,
    part: &Part,
    opened: &Arc<Opened>,
    vocabulary: &Vocabulary,
    args: &BTreeMap<String, String>,
) -> Result<Given, ToolError> {
    let query = part.query(opened, args)?;
    let window = ctx.scope.time_window.filter(|_| opened.source.time.is_some());
    let scope = Scope { time_window: window, ..ctx.scope.clone() };
    let checked = check::check(&query, vocabulary, &scope, ctx.as_of)?;
    within(&checked, vocabulary)?;
    let understood = describe::describe(&checked, vocabulary);
    let noun = describe::noun(checked.dataset).1;
    let at = format!("/{}", part.name);
    let covered = |read: f64| covered(read as i64, noun, checked.range);
    let rules = |rules| drill_through::of_query(&checked, rules);
    if !part.list.is_empty() {
        policy::rows(ctx, &checked)?;
        let found = listing::of_source(&ctx.db, &checked, (part.limit(args), 0), TIME).await?;
        let rows: Vec<Value> = found.iter().map(|cells| Value::Object(listed(part, opened, cells))).collect();
        let named = |name: &&String| {
            let name_of = |c: &&query::catalog::Column| c.name == **name && c.kind == ColumnType::Category;
            opened.columns.iter().any(|c| name_of(&c))
        };
        let row = part
            .list
            .iter()
            .filter(named)
            .fold(FigureRule::at(&format!("{at}/*")), |rule, name| rule.by(name, &[&format!("/{name}")]));
        let coverage = covered(rows.len() as f64);
        return Ok(Given {
            data: rows.into(),
            counted: rules(vec![row]),
            coverage,
            chart: None,
            withheld: 0,
            understood,
        });
    }
    let (found, withheld) = policy::run(ctx, &checked, TIME).await?;
    let coverage = covered(found.total.count);
    let first = found.total.values.first().copied().flatten();
    let row = |line: &ResultRow| {
        let mut row = keyed(line, &checked);
        row.extend(figures(line, part, first));
        // Judged unrounded, then rounded.
        part.judge(&mut row);
        rounded(&mut row);
        row
    };
    if part.by.is_empty() {
        let mut one = row(&found.total);
        one.entry("rows").or_insert(json!(found.total.count as i64));
        let all = FigureRule::at(&at);
        return Ok(Given {
            data: one.into(),
            counted: rules(vec![all]),
            coverage,
            chart: None,
            withheld: 0,
            understood,
        });
    }
    let mut chart = chart(&checked, &found, vocabulary, checked.range, 2);
    // Another step would show counts instead.
    if let Some(Drawing::Days { steps, .. }) = chart.as_mut().map(|chart| &mut chart.drawing)
        && checked.measures.first().is_some_and(|m| m.of != Aggregation::Count || m.only.is_some())
    {
        steps.clear();
    }
    let data: Vec<Value> = found.groups.iter().map(|line| row(line).into()).collect();
    let rule = keys(&checked, &format!("{at}/*"));
    Ok(Given { data: data.into(), counted: rules(vec![rule]), coverage, chart, withheld, understood })
}

/// The figures of a group, or of the whole.
fn figures(line: &ResultRow, part: &Part, whole: Option<f64>) -> Map<String, Value> {
    let mut row: Map<String, Value> = Map::new();
    for (name, value) in part.measures.iter().zip(&line.values) {
        row.insert(name.clone(), json!(value));
    }
    let now = line.values.first().copied().flatten();
    if part.share {
        let share = now.zip(whole).filter(|(_, whole)| *whole != 0.0).map(|(now, whole)| now / whole * 100.0);
        row.insert("share".into(), json!(share));
    }
    if let Some((before, _)) = &line.before {
        let before = before.first().copied().flatten().unwrap_or(0.0);
        let change = now.unwrap_or(0.0) - before;
        row.insert("before".into(), json!(before));
        row.insert("change".into(), json!(change));
        let percent = (before != 0.0).then(|| change / before.abs() * 100.0);
        row.insert("change_percent".into(), json!(percent));
    }
    row
}

/// The listed columns of a row; numbers as numbers.
fn listed(part: &Part, opened: &Opened, cells: &[Option<String>]) -> Map<String, Value> {
    let cell = |name: &String| {
        let place = opened.columns.iter().position(|column| column.name == *name)?;
        let text = cells.get(place)?.as_deref()?;
        Some(match opened.columns.get(place).map(|column| column.kind) {
            Some(ColumnType::Number(_)) => text.parse::<f64>().map_or_else(|_| json!(text), |n| json!(n)),
            _ => json!(text),
        })
    };
    let mut row: Map<String, Value> = part.list.iter().map(|name| (name.clone(), json!(cell(name)))).collect();
    part.judge(&mut row);
    rounded(&mut row);
    row
}

/// Rounds to two decimals.
fn rounded(row: &mut Map<String, Value>) {
    for value in row.values_mut() {
        if let Some(number) = value.as_f64().filter(|_| value.is_f64()) {
            *value = json!(round2(number));
        }
    }
}
