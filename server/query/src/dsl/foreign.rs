//! Declared sources that are foreign indices: queried by their own fields, in UTC days.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chrono::NaiveDate;
use model::time::DateRange;
use serde_json::{Value, json};

use super::filter::{all, any, compared, has, is, not, nothing, within_days};
use super::{Asked, Asking, Compiler, FURTHEST};
use crate::ast::{Aggregation, Op};
use crate::catalog::{Column, ColumnExpr};
use crate::check::{GroupKey, Predicate, Scoped};
use crate::declared::Formula;
use store::foreign::index::{ID, values, wanted};
use store::foreign::{LookedColumn, Nature};
use store::{SourceDb, StoreError};

/// Columns used to order rows of the same day.
const MAX_SORT_COLUMNS: usize = 8;

impl<'a> Asking<'a> {
    /// A query over a declared source's indices; `None` if it is not in a cluster.
    ///
    /// # Errors
    /// Names what the index does not support.
    pub(super) fn foreign(query: &'a Scoped, range: DateRange, limit: Duration) -> store::Result<Option<Self>> {
        let Some(opened) = &query.source else { return Ok(None) };
        let Some(SourceDb::Index(indices)) = &opened.db else { return Ok(None) };
        let table = indices.tables.iter().find(|table| table.name == opened.source.table.name);
        let gone = || StoreError::Index(format!("The index {} is gone.", opened.source.table.name));
        let table = table.ok_or_else(gone)?;
        let compiler = Compiler { query, postgres: false, table: Some(table) };
        let filter = compiler.filter(None, range);
        if let Some(error) = compiler.refused() {
            return Err(error);
        }
        // Never without the whole condition: it would return more than the caller may see.
        let other = || StoreError::Index("The index cannot apply the conditions of the question.".into());
        let filter = filter.ok_or_else(other)?;
        Ok(Some(Self {
            compiler,
            asked: Asked::Indices(indices, &table.name),
            failed: Mutex::default(),
            filter,
            limit,
        }))
    }

    /// The reason for a missing answer.
    pub(super) fn why(&self) -> StoreError {
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner).take();
        let large = "The search cluster took too long, or it has more than 100,000 groups. Ask for less.";
        failed.unwrap_or_else(|| StoreError::Index(large.into()))
    }
}

impl Compiler<'_> {
    /// A column of the index.
    pub(super) fn looked(&self, column: &Column) -> Option<&LookedColumn> {
        let ColumnExpr::Declared(formula) = &column.place else { return None };
        let Formula::Column(field) = &**formula else { return None };
        self.table?.column(&field.column)
    }

    /// The field of an index's date column.
    pub(super) fn foreign_day(&self, column: &Column) -> Option<String> {
        self.looked(column).filter(|looked| looked.nature == Nature::Date)?.exact()
    }

    /// The field of the records' date.
    pub(super) fn day_field(&self) -> Option<String> {
        match (self.table, &self.query.source) {
            (Some(table), Some(opened)) => table.column(&opened.source.day()?.field.column)?.exact(),
            _ => Some("day".into()),
        }
    }

    pub(super) fn foreign_condition(&self, looked: &LookedColumn, op: Op, texts: &[String]) -> Option<Value> {
        if looked.name == ID {
            return match op {
                Op::Is => Some(json!({ "ids": { "values": texts } })),
                Op::Missing => Some(nothing()),
                _ => None,
            };
        }
        let exact = looked.exact();
        if op == Op::Missing {
            return Some(not(has(exact.as_ref().unwrap_or(&looked.name))));
        }
        let field = exact?;
        match (looked.nature, op) {
            (Nature::Date, _) => {
                let days = texts.iter().map(|text| text.parse().ok()).collect::<Option<Vec<NaiveDate>>>()?;
                let within = |from, to| Some(within_days(&field, from, to));
                match (op, days.as_slice()) {
                    (Op::Is, several) => {
                        Some(any(several.iter().map(|day| within_days(&field, Some(*day), Some(*day))).collect()))
                    }
                    (Op::Less, [day]) => within(None, Some(day.pred_opt()?)),
                    (Op::AtMost, [day]) => within(None, Some(*day)),
                    (Op::More, [day]) => within(Some(day.succ_opt()?), None),
                    (Op::AtLeast, [day]) => within(Some(*day), None),
                    (Op::Between, [from, to]) => within(Some(*from), Some(*to)),
                    _ => None,
                }
            }
            (Nature::Flag, Op::Is) => Some(any(texts.iter().map(|text| is(&field, text == "yes")).collect())),
            (Nature::Whole, Op::Is) => {
                let numbers: Vec<i64> = texts.iter().filter_map(|text| text.parse().ok()).collect();
                Some(json!({ "terms": { field: numbers } }))
            }
            (Nature::Text, Op::Contains | Op::Starts) => self.within_text(&field, op, texts.first()?),
            (Nature::Text, _) => Some(compared(&field, op, texts)),
            _ => None,
        }
    }

    /// The first thing that the index does not support.
    fn refused(&self) -> Option<StoreError> {
        let column = |column: &Column, what: &str| {
            let kept = self.looked(column).map_or("as nothing", |looked| match looked.type_name.as_str() {
                "text" => "as text without a keyword",
                ID => "as the name of a document",
                other => other,
            });
            StoreError::Index(format!("{} cannot be {what}: the index keeps it {kept}.", column.says))
        };
        if let Some(key) = self.query.keys.iter().find(|key| self.part(key).is_none()) {
            return Some(match key {
                GroupKey::Column(of) => column(of, "grouped by"),
                GroupKey::Time(_) => StoreError::Index("The index has no day to group by.".into()),
            });
        }
        for measure in &self.query.measures {
            if let Some(of) = &measure.column {
                let told = match measure.of {
                    Aggregation::Distinct => self.field(of).is_some(),
                    _ => self.number_field(of).or_else(|| self.foreign_day(of)).is_some(),
                };
                if !told {
                    return Some(column(of, "counted"));
                }
            }
        }
        let tests = self.query.measures.iter().filter_map(|measure| measure.only.as_ref());
        let wrong = tests.chain(&self.query.filter).find_map(|test| self.untold(test));
        wrong.map(|(of, op)| {
            let op = serde_json::to_value(op).unwrap_or_default();
            column(of, &format!("compared by \"{}\" with this", op.as_str().unwrap_or_default()))
        })
    }

    fn untold<'t>(&self, test: &'t Predicate) -> Option<(&'t Column, Op)> {
        match test {
            Predicate::And(list) | Predicate::Or(list) => list.iter().find_map(|test| self.untold(test)),
            Predicate::Not(inner) => self.untold(inner),
            Predicate::Is { column, op, values } => {
                self.condition(column, *op, values).is_none().then_some((column, *op))
            }
            Predicate::Has(_) => None,
        }
    }
}

/// The name of the day of the week, as a composite source.
pub fn weekday(field: &str) -> Value {
    let source = "doc[params.f].size() == 0 ? null : \
                  doc[params.f].value.getDayOfWeekEnum().getDisplayName(TextStyle.FULL, Locale.ENGLISH)";
    let script = json!({ "lang": "painless", "source": source, "params": { "f": field } });
    json!({ "terms": { "script": script, "missing_bucket": true } })
}

/// A group's key in SQL's form.
pub fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(true) => Some("yes".into()),
        Value::Bool(false) => Some("no".into()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Rows of a declared source from an offset, newest first; `None` if its rows are in a database.
///
/// # Errors
/// If the index does not respond, does not support this, or is asked for rows beyond its first 10,000.
pub async fn rows(
    query: &Scoped,
    (many, offset): (usize, usize),
    limit: Duration,
) -> store::Result<Option<Vec<Vec<Option<String>>>>> {
    let Some(asking) = Asking::foreign(query, query.range, limit)? else { return Ok(None) };
    if offset >= FURTHEST {
        return Err(StoreError::Index("An index lists its first 10,000 rows. Narrow it down to see others.".into()));
    }
    let (Some(opened), Some(table)) = (&query.source, asking.compiler.table) else { return Ok(None) };
    let cells: Vec<Option<&LookedColumn>> = opened.columns.iter().map(|c| asking.compiler.looked(c)).collect();
    let mut columns: Vec<&LookedColumn> = Vec::new();
    for column in cells.iter().flatten() {
        if !columns.contains(column) {
            columns.push(column);
        }
    }
    let day = asking.compiler.day_field().map(|field| json!({ field: { "order": "desc", "missing": "_last" } }));
    let others = columns.iter().filter_map(|column| column.exact()).take(MAX_SORT_COLUMNS);
    let sort: Vec<Value> = day.into_iter().chain(others.map(|field| json!({ field: "asc" }))).collect();
    let many = many.min(FURTHEST - offset);
    let mut body = json!({ "from": offset, "size": many, "sort": sort, "track_total_hits": false });
    body["query"] = all(asking.filter.clone());
    wanted(&mut body, &columns);
    let Asked::Indices(indices, _) = asking.asked else { return Ok(None) };
    let reply = indices.reader.search(&table.name, &body, limit).await?;
    let hits = reply["hits"]["hits"].as_array().map_or(&[][..], Vec::as_slice);
    let cell = |hit: &Value, column: &LookedColumn| match values(hit, column).join(", ") {
        none if none.is_empty() => None,
        flag if column.nature == Nature::Flag => Some(if flag == "true" { "yes" } else { "no" }.to_owned()),
        text => Some(text),
    };
    let row = |hit: &Value| cells.iter().map(|column| cell(hit, (*column)?)).collect();
    Ok(Some(hits.iter().map(row).collect()))
}
