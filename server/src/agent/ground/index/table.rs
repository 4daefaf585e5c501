//! What a part of a result is by its form: a table of cells under a header, a map of names, a record; and the currency that
//! stands beside an amount.
//!
//! Deliberately not here: how rows become facts (`walk`).

use serde_json::{Map as Object, Value};

use super::field;
use crate::agent::ground::read::{self, figure};

/// A field of an object or a cell of a table.
pub type Pair<'a> = (&'a str, &'a Value);

/// The names under which column names stand.
pub const NAMES: [&str; 7] = ["columns", "header", "headers", "fields", "cols", "column_names", "columnNames"];

/// The column names that an object gives for the rows beside them: `{"columns": [...], "rows": [[...], ...]}`.
pub fn header(map: &Object<String, Value>) -> Option<Vec<&str>> {
    let header = NAMES.iter().find_map(|n| names(map.get(*n)?))?;
    map.values().any(|v| v.as_array().is_some_and(|rows| fits(header.len(), rows))).then_some(header)
}

/// A list of strings, or of objects with a name.
fn names(value: &Value) -> Option<Vec<&str>> {
    let name = |v: &'_ Value| match v {
        Value::String(_) => true,
        Value::Object(o) => o.get("name").is_some_and(Value::is_string),
        _ => false,
    };
    let items = value.as_array().filter(|a| !a.is_empty() && a.iter().all(name))?;
    Some(items.iter().filter_map(|v| v.as_str().or_else(|| v.get("name")?.as_str())).collect())
}

/// True when each row is a list of as many cells as the header has.
pub fn fits(columns: usize, rows: &[Value]) -> bool {
    !rows.is_empty() && rows.iter().all(|r| r.as_array().is_some_and(|cells| cells.len() == columns))
}

/// Rows of cells whose first row is the header: strings over rows that also hold something else.
pub fn headed(items: &[Value]) -> Option<(Vec<&str>, &[Value])> {
    let (first, rows) = items.split_first()?;
    let header = names(first)?;
    let typed = |r: &Value| r.as_array().is_some_and(|cells| cells.iter().any(|c| !c.is_string()));
    let figures = |r: &Value| r.to_string().bytes().any(|b| b.is_ascii_digit());
    (fits(header.len(), rows) && (rows.iter().any(typed) || !figures(first) && rows.iter().any(figures)))
        .then_some((header, rows))
}

/// The currency that an object names for its amounts.
pub fn currency(map: &Object<String, Value>) -> Option<&'static str> {
    let code = ["currency", "currencyCode", "currency_code", "ccy"].iter().find_map(|k| map.get(*k)?.as_str())?;
    let tokens = read::tokens(code, &[]);
    tokens.first().and_then(figure::currency)
}

/// The fields of an object.
pub fn pairs(map: &Object<String, Value>) -> Vec<Pair<'_>> {
    map.iter().map(|(k, v)| (k.as_str(), v)).collect()
}

/// One record of many: it has an id or a text of its own.
pub fn is_record(map: &Object<String, Value>) -> bool {
    map.keys().any(|k| marks_record(k))
}

/// True for a name under which only records hold something.
pub fn marks_record(key: &str) -> bool {
    ["id", "_id", "excerpt", "content", "text", "body", "channel"].contains(&key)
}

/// Words that make the keys of an object fields, not names.
const STATISTICS: [&str; 21] = [
    "total", "count", "avg", "average", "min", "max", "mean", "median", "share", "score", "from", "to", "sum", "rate",
    "value", "amount", "number", "size", "relation", "n", "price",
];

/// True when the keys of an object are names (`{"open": 12, "closed": 40}`), not fields.
pub fn is_map(map: &Object<String, Value>) -> bool {
    let even = map.values().all(Value::is_number) || map.values().all(Value::is_object);
    // `{"budget_kusd": 600, "spent_kusd": 512.3}`: names of several words that say what they count in are fields.
    let unit = |k: &&String| field::words(k).len() > 1 && field::read(k).kind != field::Kind::Count;
    let fields = map.values().all(Value::is_number) && 2 * map.keys().filter(unit).count() >= map.len();
    even && !fields
        && map.len() > 1
        && !map.keys().any(|k| field::words(k).iter().any(|w| STATISTICS.contains(&w.as_str())))
}
