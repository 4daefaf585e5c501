//! Sources on search-cluster indices: connection settings, and checks before use.

use std::time::Duration;

use base::secret::Secret;
use chrono::DateTime;
use model::time::DateRange;
use serde_json::{Value, json};

use super::declaration::{Connection, Problem, SourceText, line};
use query::catalog::{Column, ColumnExpr, ColumnType};
use query::declared::{Field, Formula, Opened, Stored};
use store::foreign::index::{self, Indices};
use store::foreign::{LookedColumn, Nature};

/// Maximum number of a dimension's values that are kept; beyond it, missing values are not detected.
pub const VALUES: usize = 2_000;

/// Time limit for one look at the data.
pub const LOOK: Duration = Duration::from_secs(5);

/// Time limit for counting values of all documents, without which figures could be wrong.
const COUNT_TIMEOUT: Duration = Duration::from_secs(60);

/// Connection settings, from a connection with variables filled in and as written.
///
/// # Errors
/// If the file contains a secret.
pub fn settings(filled: &Connection, said: &Connection) -> Result<opensearch::Settings, String> {
    for (name, text) in [("password", &said.password), ("api_key", &said.api_key)] {
        let variable = |text: &String| text.starts_with("${") && text.find('}') == Some(text.len() - 1);
        if text.as_ref().is_some_and(|text| !variable(text)) {
            return Err(format!(
                "{name} is the name of an environment variable, as ${{BANK_SEARCH}}, not the secret itself."
            ));
        }
    }
    Ok(opensearch::Settings {
        url: filled.opensearch.clone().unwrap_or_default(),
        user: filled.user.clone(),
        password: filled.password.clone().map(Secret::new),
        api_key: filled.api_key.clone().map(Secret::new),
        ca_file: filled.ca_file.clone().map(Into::into),
        prefix: String::new(),
        shards: 1,
    })
}

/// Loads a source's values and days, and returns its problems.
pub async fn look(indices: &Indices, opened: &mut Opened, text: &SourceText) -> Vec<Problem> {
    let at = line(&text.name);
    let Some(table) = indices.tables.iter().find(|table| table.name == opened.source.table.name) else {
        return Vec::new();
    };
    let mut problems = Vec::new();
    if !opened.source.joins.is_empty() {
        problems.push(Problem::new(at, "A search cluster joins nothing. Leave the joins out."));
    }
    let columns: Vec<Column> = opened.columns.to_vec();
    let mut looked: Vec<&LookedColumn> = Vec::new();
    for column in &columns {
        let at =
            text.dimensions.get(&*column.name).map(line).or(text.measures.get(&*column.name).map(line)).unwrap_or(at);
        match told(column).and_then(|field| Some((field, table.column(&field.column)?))) {
            Some((field, found)) if fits(column.kind, field, found) => looked.push(found),
            Some((_, found)) => {
                let what = column.kind.as_str();
                let message =
                    format!("The index stores {} as {}, which is not a {what}.", column.name, found.type_name);
                problems.push(Problem::new(at, message));
            }
            None => problems
                .push(Problem::new(at, format!("{} has a formula; an index groups by fields only.", column.name))),
        }
    }
    if problems.iter().any(|problem| !problem.harmless) {
        return problems;
    }
    let search = async |body: Value| indices.reader.search(&table.name, &body, LOOK).await;
    let counted = async |body: Value| indices.reader.search(&table.name, &body, COUNT_TIMEOUT).await;
    for (columns, found) in columns.chunks(50).zip(looked.chunks(50)) {
        match counted(json!({ "size": 0, "aggs": index::counts(found) })).await {
            Ok(reply) => {
                for (at_place, column) in columns.iter().enumerate() {
                    let name = &column.name;
                    if index::is_list(&reply, at_place) {
                        let message = format!(
                            "{name} has several values in one document; figures by it would count it twice. Leave it out."
                        );
                        problems.push(Problem::new(at, message));
                    }
                    match reply["aggregations"][format!("i{at_place}")]["doc_count"].as_u64() {
                        None | Some(0) => {}
                        Some(many) => problems.push(Problem::note(at, format!("{many} values of {name} are not kept by the index, as too long or of another type; they count as missing."))),
                    }
                }
            }
            Err(error) => problems.push(Problem::new(at, error.to_string())),
        }
    }
    for (column, found) in columns.iter().zip(&looked).filter(|(column, _)| column.kind == ColumnType::Category) {
        let Some(field) = found.exact() else { continue };
        let values = json!({ "v": { "terms": { "field": field, "size": VALUES + 1 } } });
        match search(json!({ "size": 0, "aggs": values })).await {
            Ok(reply) => {
                let buckets = reply["aggregations"]["v"]["buckets"].as_array().map_or(&[][..], Vec::as_slice);
                let text = |bucket: &Value| match &bucket["key"] {
                    Value::String(text) => text.clone(),
                    other => other.to_string(),
                };
                let mut values: Vec<String> = buckets.iter().map(text).collect();
                let all = values.len() <= VALUES;
                values.truncate(VALUES);
                values.sort();
                opened.values.push((column.name.to_string(), values, all));
            }
            Err(error) => {
                problems.push(Problem::note(at, format!("The values of {} are not known: {error}", column.name)))
            }
        }
    }
    let day = opened.source.day().and_then(|day| table.column(&day.field.column)?.exact());
    if let Some(field) = day {
        match search(json!({ "size": 0, "aggs": { "d": { "stats": { "field": field } } } })).await {
            Ok(reply) => {
                let day = |end: &str| {
                    let millis = reply["aggregations"]["d"][end].as_f64()?;
                    Some(DateTime::from_timestamp_millis(millis as i64)?.date_naive())
                };
                opened.days = day("min").zip(day("max")).map(|(from, to)| DateRange::new(from, to));
            }
            Err(error) => problems.push(Problem::note(at, format!("Its first and last day are not known: {error}"))),
        }
    }
    problems
}

/// The only field of a column.
fn told(column: &Column) -> Option<&Field> {
    let ColumnExpr::Declared(formula) = &column.place else { return None };
    if let Formula::Column(field) = &**formula { Some(field) } else { None }
}

/// Whether an index field can be used as a kind.
fn fits(kind: ColumnType, field: &Field, found: &LookedColumn) -> bool {
    let nature = found.nature;
    match kind {
        ColumnType::Number(_) => matches!(nature, Nature::Whole | Nature::Number) && field.stored == Stored::Plain,
        ColumnType::Day => nature == Nature::Date && matches!(field.stored, Stored::Date | Stored::Plain),
        ColumnType::Flag => nature == Nature::Flag,
        ColumnType::Category => matches!(nature, Nature::Text | Nature::Whole),
        ColumnType::Text => nature == Nature::Text,
        ColumnType::List => false,
    }
}
