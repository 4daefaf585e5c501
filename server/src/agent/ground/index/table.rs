//! What a part of a result is by its form: a table of cells under a header, a map of names, a record; and the currency that
//! stands beside an amount.
//!
//! Deliberately not here: how rows become facts (`walk`).

use chrono::NaiveDate;
use serde_json::{Map as Object, Value};

use super::{field, is_id_key};
use crate::agent::ground::read::date::DateValue;
use crate::agent::ground::read::{self, figure, number};

/// A field of an object or a cell of a table.
pub type Pair<'a> = (&'a str, &'a Value);

/// The names under which column names stand.
pub const NAMES: [&str; 7] = ["columns", "header", "headers", "fields", "cols", "column_names", "columnNames"];

/// The column names that an object gives for the rows beside them: `{"columns": [...], "rows": [[...], ...]}`.
pub fn header(map: &Object<String, Value>) -> Option<Vec<&str>> {
    let header = NAMES.iter().find_map(|n| names(map.get(*n)?))?;
    map.values().any(|v| v.as_array().is_some_and(|rows| fits(header.len(), rows))).then_some(header)
}

/// What the numbers of a row of totals are totals of: `"totals": [255, 56]` beside rows under a header, in its order, or
/// `"totals": [1292, 2119]` beside two `"periods"`.
pub fn summed_names<'a>(map: &'a Object<String, Value>, header: Option<&[&'a str]>, sums: &[Value]) -> Vec<&'a str> {
    if sums.is_empty() || !sums.iter().all(Value::is_number) {
        return Vec::new();
    }
    if let Some(header) = header {
        let rows = map.values().filter_map(Value::as_array).find(|rows| fits(header.len(), rows));
        let first = rows.and_then(|rows| rows.first()?.as_array());
        let numbers = first.into_iter().flatten().zip(header).filter(|(cell, _)| cell.is_number());
        return numbers.map(|(_, name)| *name).collect();
    }
    let day = |v: &Value| DateValue::from_field(v.as_array()?.first()?.as_str()?)?.days();
    let periods = map.iter().find(|(key, _)| key.starts_with("period")).and_then(|(_, v)| v.as_array());
    match periods.map(|periods| periods.iter().map(day).collect::<Vec<_>>()).as_deref() {
        Some([Some(a), Some(b)]) if sums.len() == 2 && a < b => vec!["previous", "current"],
        Some([Some(_), Some(_)]) if sums.len() == 2 => vec!["current", "previous"],
        _ => Vec::new(),
    }
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

/// A passage of a document: it says of which one, or on what page it stands.
pub fn is_document(map: &Object<String, Value>) -> bool {
    const OF: [&str; 17] = [
        "chapter",
        "para",
        "paragraph",
        "sec",
        "art",
        "doc",
        "document",
        "docId",
        "doc_id",
        "documentId",
        "document_id",
        "page",
        "passage",
        "section",
        "clause",
        "policy",
        "article",
    ];
    map.iter().any(|(key, v)| OF.contains(&key.as_str()) && !v.is_object() && !v.is_array())
}

/// The unit in which an object says that its numbers count: `"unit": "minutes"`, in days.
pub fn unit(map: &Object<String, Value>) -> Option<f64> {
    figure::days_of(["unit", "units", "timeUnit", "time_unit"].iter().find_map(|k| map.get(*k)?.as_str())?)
}

/// The currency that an object names for its amounts.
pub fn currency(map: &Object<String, Value>) -> Option<&'static str> {
    let code = ["currency", "currencyCode", "currency_code", "ccy", "unit", "units"]
        .iter()
        .find_map(|k| map.get(*k)?.as_str())?;
    let tokens = read::tokens(code, &[]);
    tokens.first().and_then(|t| figure::currency(t).or_else(|| figure::in_thousands(t.text)))
}

/// What the numbers of an object are counted in, where it says: `"unit": "USD thousand"`, `"unit": "TEUR"`.
pub fn scale(map: &Object<String, Value>) -> Option<f64> {
    let unit = ["unit", "units", "scale"].iter().find_map(|k| map.get(*k)?.as_str())?;
    let of = |word: &str| number::factor(word.trim_end_matches('s'), false);
    let scale = |word: &str| figure::in_thousands(word).map(|_| 1e3).or_else(|| of(word));
    read::tokens(unit, &[]).iter().find_map(|t| scale(t.text))
}

/// The fields of an object.
pub fn pairs(map: &Object<String, Value>) -> Vec<Pair<'_>> {
    map.iter().map(|(k, v)| (k.as_str(), v)).collect()
}

/// One record of many: it has an id or a text of its own. A channel makes a message, but not where something is counted.
pub fn is_record(pairs: &[Pair<'_>]) -> bool {
    const MARKS: [&str; 6] = ["id", "_id", "excerpt", "content", "text", "body"];
    const RECORDS: [&str; 14] = [
        "complaint",
        "case",
        "message",
        "communication",
        "comm",
        "ticket",
        "record",
        "document",
        "doc",
        "order",
        "invoice",
        "transaction",
        "contact",
        "event",
    ];
    let has = |key: &str| pairs.iter().any(|p| p.0 == key);
    // `complaint_id`, `caseNo`, but not of a result that lists others for that one.
    let lists = |v: &Value| v.as_array().is_some_and(|a| a.iter().any(Value::is_object));
    let numbered = |key: &str| {
        let words = field::words(key);
        let [of, what] = words.as_slice() else { return false };
        RECORDS.contains(&of.as_str()) && ["id", "no", "nr", "number", "ref"].contains(&what.as_str())
    };
    MARKS.iter().any(|k| has(k))
        || has("channel") && !pairs.iter().any(|p| p.1.is_number())
        || pairs.iter().any(|p| numbered(p.0) && (p.1.is_string() || p.1.is_number()))
            && !pairs.iter().any(|p| lists(p.1))
}

/// Nothing but what something is called: `{"id": "cust-013", "name": "Stuart Clarke", "tier": "silver"}`, also deeper:
/// `{"id": "7128026", "meta": {"company": …, "state": "IL"}}`.
pub fn is_naming(key: &str, map: &Object<String, Value>) -> bool {
    const ABOUT: [&str; 8] = ["meta", "metadata", "fields", "attributes", "attrs", "_source", "properties", "source"];
    fn words(v: &Value) -> bool {
        match v {
            Value::Object(inner) => inner.values().all(words) && stretch(inner).is_none(),
            other => other.is_string() || other.is_null() || other.is_boolean(),
        }
    }
    let named = |k: &String| ["name", "label", "title"].contains(&k.as_str()) || is_id_key(k);
    let says = ABOUT.contains(&key) || map.iter().any(|(k, v)| named(k) && v.is_string());
    says && map.values().all(words) && stretch(map).is_none()
}

/// What a call was asked for, which its result says again: `"query": {"year": 2014, "state": "TX"}`.
pub fn is_echo(key: &str, map: &Object<String, Value>) -> bool {
    const ECHOES: [&str; 11] = [
        "query",
        "filters",
        "filter",
        "params",
        "parameters",
        "request",
        "args",
        "arguments",
        "criteria",
        "applied",
        "input",
    ];
    ECHOES.contains(&key) && map.values().all(|v| !v.is_object() && !v.is_array())
}

/// Words that make the keys of an object fields, not names.
const STATISTICS: [&str; 23] = [
    "of", "total", "count", "avg", "average", "min", "max", "mean", "median", "share", "score", "from", "to", "sum",
    "rate", "value", "amount", "number", "size", "relation", "n", "price", "all",
];

/// True when names that people gave stand beside their total: `{"_total": 510, "Login failures": 157, "Crashes": 126}`.
pub fn is_summed(map: &Object<String, Value>) -> bool {
    let (names, others): (Vec<&String>, Vec<&String>) = map.keys().partition(|k| is_name(k));
    names.len() > 1 && others.len() == 1 && field::read(others[0]).total && map.values().all(Value::is_number)
}

/// Written as a name: "Late fee", "Web".
pub fn is_name(key: &str) -> bool {
    is_given(key) || key.starts_with(char::is_uppercase) && key.chars().any(char::is_lowercase)
}

/// True when each entry is an object with the same fields, of which a name says so: `{"TX": {"complaints": 162, "per100k": 54}, …}`.
pub fn is_uniform(map: &Object<String, Value>) -> bool {
    let mut objects = map.values().map(Value::as_object);
    let Some(Some(first)) = objects.next() else { return false };
    let same = objects.all(|o| o.is_some_and(|o| o.len() == first.len() && o.keys().eq(first.keys())));
    let digits = |k: &String| k.bytes().any(|b| b.is_ascii_digit()) && DateValue::from_name(k).is_none();
    // Three and more that count the same things: `{"WA": {"complaints": 420, "late": 14}, …}`.
    let counted = |k: &String| map.len() > 2 && COUNTED.contains(&k.as_str());
    let field = |k: &String| digits(k) || is_quantity(k) || counted(k);
    map.len() > 1 && first.len() > 1 && same && first.keys().any(field)
}

/// Measures with their values, `[{"metric": "complaints", "value": 168}, …]`; true for those in percent.
pub fn measures(items: &[Value]) -> Option<Vec<(&str, &Value, bool)>> {
    if items.len() < 2 { None } else { items.iter().map(measure).collect() }
}

/// Names of a column of measures.
const MEASURES: [&str; 6] = ["metric", "measure", "kpi", "statistic", "indicator", "stat"];

/// True for the header of measures and their values.
pub fn is_measures(header: &[&str]) -> bool {
    matches!(header, [name, "value" | "n" | "count"] if MEASURES.contains(name))
}

fn measure(item: &Value) -> Option<(&str, &Value, bool)> {
    let name = MEASURES.iter().find_map(|k| item.get(*k)?.as_str())?;
    let percent = item.get("unit").and_then(Value::as_str).is_some_and(|u| matches!(u, "%" | "percent" | "pct"));
    Some((name, item.get("value")?, percent))
}

/// Names with a number each, `[["TX", 62], ["CA", 55]]`, with their places; or one such pair, `["Managing an account", 44]`.
pub fn counts(items: &[Value]) -> Option<Vec<(&str, f64, Option<usize>)>> {
    if let Some((name, n)) = pair(items) {
        return Some(vec![(name, n, None)]);
    }
    let numbered = |(i, item)| {
        let (name, n) = pair(Value::as_array(item)?)?;
        Some((name, n, Some(i)))
    };
    if items.is_empty() { None } else { items.iter().enumerate().map(numbered).collect() }
}

fn pair(items: &[Value]) -> Option<(&str, f64)> {
    let [Value::String(name), Value::Number(n)] = items else { return None };
    Some((name, n.as_f64()?))
}

/// The first and the last day of an object that says from when to when it counts.
pub fn stretch(map: &Object<String, Value>) -> Option<(NaiveDate, NaiveDate)> {
    let end = |names: [&str; 2]| names.iter().find_map(|k| DateValue::from_field(map.get(*k)?.as_str()?)?.days());
    Some((end(["from", "start"])?.0, end(["to", "end"])?.1))
}

/// A stretch of time that all numbers beside it were taken from.
pub fn is_window(key: &str, map: &Object<String, Value>) -> bool {
    let named = |w: &String| ["window", "range", "period", "time", "timeframe"].contains(&w.as_str());
    field::words(key).last().is_some_and(named) && stretch(map).is_some()
}

/// What two stretches of time beside each other are called: objects with both ends, the one before the other.
pub fn periods(items: &[Value]) -> Option<[&'static str; 2]> {
    let [a, b] = items else { return None };
    let (a, b) = (stretch(a.as_object()?)?, stretch(b.as_object()?)?);
    if a.1 < b.0 {
        Some(["previous", "current"])
    } else if b.1 < a.0 {
        Some(["current", "previous"])
    } else {
        None
    }
}

/// True for what records are called: "7155843", "case-0012".
pub fn is_code(key: &str) -> bool {
    let digits = key.bytes().filter(u8::is_ascii_digit).count();
    digits >= 3 && key.len() >= 4 && !key.contains(' ') && DateValue::from_name(key).is_none()
}

/// True for the name of an object that holds the numbers of the whole: `{"totals": {"resolved": 182, "breached": 49}}`.
pub fn is_summary(key: &str) -> bool {
    const NAMES: [&str; 11] = [
        "total",
        "totals",
        "all",
        "overall",
        "summary",
        "kpis",
        "metrics",
        "stats",
        "statistics",
        "headline",
        "coverage",
    ];
    NAMES.contains(&key)
}

/// True when a call asks for groups, `{"group_by": "segment"}`, or by name for what the result is keyed by.
pub fn is_grouped(args: &Value, result: &Value) -> bool {
    const GROUPING: [&str; 8] =
        ["group_by", "groupBy", "by", "dimension", "breakdown", "group", "split_by", "breakdown_by"];
    fn holds(args: &Value, name: &str) -> bool {
        match args {
            Value::String(text) => text.eq_ignore_ascii_case(name),
            Value::Array(items) => items.iter().any(|v| holds(v, name)),
            Value::Object(map) => map.values().any(|v| holds(v, name)),
            _ => false,
        }
    }
    let named = || result.as_object().is_some_and(|map| map.len() > 1 && map.keys().all(|key| holds(args, key)));
    args.as_object().is_some_and(|args| GROUPING.iter().any(|k| args.get(*k).is_some_and(Value::is_string))) || named()
}

/// True for groups of one form: numbers, maps of numbers, or objects that share a field; `{"hits": …, "aggregations": …}` are none.
pub fn is_alike(map: &Object<String, Value>) -> bool {
    let objects: Vec<&Object<String, Value>> = map.values().filter_map(Value::as_object).collect();
    let Some((first, rest)) = objects.split_first() else { return map.values().all(Value::is_number) };
    let numbers = objects.iter().all(|o| o.values().all(Value::is_number));
    objects.len() == map.len() && (numbers || first.keys().any(|k| rest.iter().all(|o| o.contains_key(k))))
}

/// True for objects of one form under the names of things: `{"email": {"messages": 312, …}, "chat": {…}, …}`; two may also
/// be two sides of a comparison, which need no name.
pub fn is_even(map: &Object<String, Value>) -> bool {
    let mut forms = map.values().map(|v| v.as_object().map(|o| o.keys().collect::<Vec<_>>()));
    let Some(Some(first)) = forms.next() else { return false };
    map.len() > 2 && first.len() > 1 && forms.all(|form| form.as_ref() == Some(&first))
}

/// Names of fields that count.
const COUNTED: [&str; 10] =
    ["complaints", "cases", "messages", "communications", "tickets", "customers", "contacts", "total", "count", "n"];

/// Field names are one word for a program; what has spaces in it was named by people: "CITIBANK, N.A.", "Late fee".
fn is_given(key: &str) -> bool {
    let total = || field::words(key).first().is_some_and(|w| w == "total");
    key.contains(' ') && !total()
}

/// True for a name that says what is measured, and is none of a group.
fn is_quantity(key: &str) -> bool {
    const MEASURED: [&str; 14] = [
        "loss", "losses", "amount", "revenue", "sales", "income", "volume", "turnover", "exposure", "balance",
        "orders", "units", "hours", "days",
    ];
    !is_given(key) && (MEASURED.contains(&key) || field::read(key).kind != field::Kind::Count)
}

/// True when the keys of an object are names (`{"open": 12, "closed": 40}`), not fields.
pub fn is_map(map: &Object<String, Value>) -> bool {
    let even = map.values().all(Value::is_number) || map.values().all(Value::is_object);
    // `{"budget_kusd": 600, "spent_kusd": 512.3}`: names of several words that say what they count in are fields.
    let unit = |k: &&String| !is_given(k) && field::words(k).len() > 1 && field::read(k).kind != field::Kind::Count;
    let fields = map.values().all(Value::is_number) && 2 * map.keys().filter(unit).count() >= map.len();
    // `{"cases": 1904, "loss": 2871500.0}` are two fields of one thing.
    let measured = map.len() <= 3 && map.values().all(Value::is_number) && map.keys().any(|k| is_quantity(k));
    // `{"incidents": 136, "sla_met": 0.331}` are two as well.
    let part = |v: &Value| v.as_f64().is_some_and(|v| v > 0.0 && v < 1.0);
    let counted = |v: &Value| v.as_f64().is_some_and(|v| v >= 2.0 && v.fract() == 0.0);
    let mixed = map.values().any(part) && map.values().any(counted);
    // `{"messages": 20, "negative": 13, "escalations": 4}`: what has messages in it is no map of names.
    const UNITS: [&str; 6] = ["messages", "communications", "cases", "contacts", "tickets", "interactions"];
    let units = map.values().all(Value::is_number) && map.keys().any(|k| UNITS.contains(&k.as_str()));
    even && !fields
        && !units
        && !mixed
        && !measured
        && map.len() > 1
        && !map.keys().any(|k| !is_given(k) && field::words(k).iter().any(|w| STATISTICS.contains(&w.as_str())))
}
