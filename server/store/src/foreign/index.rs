//! Search-cluster indices as tables: each index a table, each field a column. Queried by searches, not SQL.

use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde_json::{Map, Value, json};

use super::table::{Facts, LOOK, Looked, LookedColumn, Nature, SAMPLE, Seen};
use crate::{Result, StoreError};

/// The document id, as a column.
pub const ID: &str = "_id";

/// Answers searches over an index.
#[async_trait]
pub trait IndexReader: Send + Sync + Debug {
    /// The complete response to a search over an index, alias or pattern.
    ///
    /// # Errors
    /// If the cluster does not answer, is late, or answers only in part.
    async fn search(&self, index: &str, body: &Value, limit: Duration) -> Result<Value>;
}

/// A cluster whose indices are read.
#[derive(Clone, Debug)]
pub struct Indices {
    pub reader: Arc<dyn IndexReader>,
    pub tables: Arc<Vec<Looked>>,
}

impl Looked {
    /// Whether this table is a search-cluster index.
    pub fn is_index(&self) -> bool {
        self.primary == [ID]
    }
}

impl LookedColumn {
    /// The field with this column's whole values, used to compare and count; `None` for the id and for text indexed
    /// only as words.
    pub fn exact(&self) -> Option<String> {
        match self.type_name.split_once('.') {
            _ if self.nature == Nature::Other || self.type_name == "text" || self.name == ID => None,
            Some(("text", part)) => Some(format!("{}.{part}", self.name)),
            _ => Some(self.name.clone()),
        }
    }
}

/// The values of a column in a hit of a search prepared by [`wanted`].
pub fn values(hit: &Value, column: &LookedColumn) -> Vec<String> {
    let text = |value: &Value| match value {
        Value::Null | Value::Object(_) => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    };
    let found = match column.exact() {
        Some(field) => hit["fields"][field].clone(),
        None if column.name == ID => hit[ID].clone(),
        None => within(&hit["_source"], &column.name).cloned().unwrap_or_default(),
    };
    match &found {
        Value::Array(list) => list.iter().filter_map(text).collect(),
        one => text(one).into_iter().collect(),
    }
}

/// Makes a search return some columns; days as `2026-01-31`.
pub fn wanted(body: &mut Value, columns: &[&LookedColumn]) {
    let days = |c: &LookedColumn| c.nature == Nature::Date;
    let field = |c: &&LookedColumn| match (c.exact()?, days(c)) {
        (field, true) => Some(json!({ "field": field, "format": "yyyy-MM-dd" })),
        (field, false) => Some(json!({ "field": field })),
    };
    body["docvalue_fields"] = columns.iter().filter_map(field).collect();
    let texts = columns.iter().filter(|c| c.type_name == "text").map(|c| c.name.clone());
    body["_source"] = texts.collect();
    if body["_source"] == json!([]) {
        body["_source"] = json!(false);
    }
}

/// A value by its dotted path, whether nested or flat in the document.
fn within<'a>(source: &'a Value, path: &str) -> Option<&'a Value> {
    source.get(path).or_else(|| {
        let dots = path.match_indices('.');
        dots.map(|(at, _)| path.split_at(at)).find_map(|(head, tail)| within(source.get(head)?, &tail[1..]))
    })
}

/// Counts for each column, named by its position: `f` documents with a value, `n` values, `i` documents with a value
/// that was not indexed.
pub fn counts(columns: &[&LookedColumn]) -> Map<String, Value> {
    let mut all = Map::new();
    for (at, column) in columns.iter().enumerate() {
        let Some(field) = column.exact() else {
            all.insert(format!("f{at}"), json!({ "filter": { "exists": { "field": column.name } } }));
            continue;
        };
        all.insert(format!("f{at}"), json!({ "filter": { "exists": { "field": field } } }));
        all.insert(format!("n{at}"), json!({ "value_count": { "field": field } }));
        all.insert(format!("i{at}"), json!({ "filter": { "term": { "_ignored": field } } }));
    }
    all
}

/// See [`super::facts`].
pub(super) async fn facts(indices: &Indices, table: &Looked) -> Result<Facts> {
    let mut facts = Facts::default();
    for some in table.columns.chunks(50) {
        let columns: Vec<&LookedColumn> = some.iter().collect();
        let mut aggs = counts(&columns);
        for (at, field) in some.iter().map(LookedColumn::exact).enumerate() {
            aggs.extend(field.map(|field| (format!("d{at}"), json!({ "cardinality": { "field": field } }))));
        }
        let mut body = json!({ "size": SAMPLE, "track_total_hits": true, "aggs": aggs });
        wanted(&mut body, &columns);
        let reply = indices.reader.search(&table.name, &body, LOOK).await?;
        facts.rows = reply["hits"]["total"]["value"].as_f64().unwrap_or_default();
        let hits = reply["hits"]["hits"].as_array().map_or(&[][..], Vec::as_slice);
        for (at, column) in some.iter().enumerate() {
            let sample: Vec<String> = hits.iter().flat_map(|hit| values(hit, column)).collect();
            let of = |name: &str, of: &str| reply["aggregations"][format!("{name}{at}")][of].as_f64();
            let longest = sample.iter().map(|text| text.chars().count()).max().unwrap_or(0) as f64;
            let id = column.name == ID;
            let filled = if id { facts.rows } else { of("f", "doc_count").unwrap_or_default() };
            let different = if id { facts.rows } else { of("d", "value").unwrap_or(filled) };
            facts.columns.push(Seen { filled, different, longest });
            facts.sample.push(sample);
        }
    }
    Ok(facts)
}

/// Marks columns with several values in some document: they cannot be aggregated.
///
/// # Errors
/// See [`super::facts`].
pub async fn mark_lists(indices: &Indices, table: &mut Looked) -> Result<()> {
    for some in table.columns.chunks_mut(50) {
        let columns: Vec<&LookedColumn> = some.iter().collect();
        let body = json!({ "size": 0, "aggs": counts(&columns) });
        let reply = indices.reader.search(&table.name, &body, LOOK).await?;
        for (at, column) in some.iter_mut().enumerate() {
            if is_list(&reply, at) {
                column.type_name = format!("{} with several values", column.type_name);
                column.nature = Nature::Other;
            }
        }
    }
    Ok(())
}

/// Whether some document has several values in a column, from the response to [`counts`].
pub fn is_list(reply: &Value, at: usize) -> bool {
    let of = |name: &str, of: &str| reply["aggregations"][format!("{name}{at}")][of].as_f64();
    of("n", "value").zip(of("f", "doc_count")).is_some_and(|(values, documents)| values > documents)
}

/// The error for SQL on an index.
pub(crate) fn no_sql() -> StoreError {
    let what = "The search cluster only estimates this: there are too many different values. Narrow it down, e.g. to a shorter time.";
    StoreError::Index(what.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_either_way_of_writing_a_path() {
        let column = |name: &str, type_name: &str| LookedColumn {
            name: name.into(),
            type_name: type_name.into(),
            nature: Nature::Text,
        };
        let hit = json!({ "_id": "7", "_source": { "a": { "b.c": "x" }, "d": ["y", null, "z"] }, "fields": { "e.raw": ["w"] } });
        assert_eq!(values(&hit, &column("a.b.c", "text")), ["x"]);
        assert_eq!(values(&hit, &column("d", "text")), ["y", "z"]);
        assert_eq!(values(&hit, &column("e", "text.raw")), ["w"]);
        assert_eq!(values(&hit, &column(ID, ID)), ["7"]);
        assert!(values(&hit, &column("a.c", "text")).is_empty());
    }
}
