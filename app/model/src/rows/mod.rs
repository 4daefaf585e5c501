//! A tool's result as rows: what answers cite, models read and pages draw. It depends only on the result, so the rows
//! are the same after a restart, on the server and in the browser.
//!
//! Each list of objects becomes a table with a row per item; the plain values of an object become a table with one row;
//! nested values follow under their own names. Deliberately not here: the numbers by which rows are cited
//! (`agent::cite`), since those depend on the whole run.

use serde_json::{Map, Value};

/// Rows with the same columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Table<'a> {
    /// Its field as a path of names: "topTopics", "timeRange.data"; empty for the result's own values.
    pub name: String,
    /// JSON pointer (RFC 6901) to the list or object.
    pub path: String,
    /// False if an object's own values are the only row: then it is shown as names with values.
    pub list: bool,
    pub columns: Vec<Column>,
    pub rows: Vec<Row<'a>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub name: String,
    /// JSON pointer from the row to the cell; empty if the row is the cell.
    pub path: String,
}

/// A row: the target of a citation.
#[derive(Clone, Debug, PartialEq)]
pub struct Row<'a> {
    /// JSON pointer into the result; for an object's own values, to the object.
    pub path: String,
    /// The row's JSON.
    pub of: &'a Value,
    /// One per column.
    pub cells: Vec<Cell<'a>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell<'a> {
    Empty,
    /// The row's key in an object.
    Key(&'a str),
    Value(&'a Value),
}

/// Columns that can name a row, in order of preference.
const NAMES: [&str; 9] = ["label", "name", "topic", "title", "customer", "category", "key", "theme", "issue"];

/// Objects with more plain values of one kind than this become a table of names and values.
const MAX_INLINE_FIELDS: usize = 12;

/// Lists of plain values up to this many characters become one row.
const MAX_INLINE_CHARS: usize = 120;

/// Maximum depth; deeper values are ignored.
const MAX_DEPTH: usize = 12;

/// The tables of a result in citation order: an object's own values before its lists, those by name.
pub fn tables(result: &Value) -> Vec<Table<'_>> {
    let mut out = Vec::new();
    walk(result, "", String::new(), 0, &mut out);
    out
}

impl Table<'_> {
    /// The row's name: its first cell, if that is text.
    pub fn label(&self, row: usize) -> String {
        let first = self.rows.get(row).and_then(|r| r.cells.first());
        match first {
            Some(Cell::Value(Value::String(_)) | Cell::Key(_)) if self.list => {
                first.map(|c| c.text()).unwrap_or_default()
            }
            _ => String::new(),
        }
    }

    /// A row in words, for places without tables: "Login failures: count 140, share 0.3349".
    pub fn row_text(&self, row: usize) -> String {
        let Some(found) = self.rows.get(row) else { return String::new() };
        let label = self.label(row);
        let skip = usize::from(!label.is_empty());
        let cells = self.columns.iter().zip(&found.cells).skip(skip).filter(|(_, cell)| **cell != Cell::Empty);
        let parts: Vec<String> = cells
            .map(|(c, cell)| {
                let name = c.name.as_str();
                if name.is_empty() { cell.text() } else { format!("{name} {}", cell.text()) }
            })
            .collect();
        let name = if label.is_empty() { self.name.clone() } else { label };
        match (name.is_empty(), parts.is_empty()) {
            (true, _) => parts.join(", "),
            (_, true) => name,
            _ => format!("{name}: {}", parts.join(", ")),
        }
    }
}

impl Cell<'_> {
    /// For display: texts as is, fractions with four decimals, lists with commas.
    pub fn text(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Key(key) => (*key).to_owned(),
            Self::Value(value) => value_text(value),
        }
    }
}

fn value_text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(n) => match n.as_f64() {
            Some(float) if n.is_f64() => short(float),
            _ => n.to_string(),
        },
        Value::Array(list) => list.iter().map(value_text).collect::<Vec<_>>().join(", "),
        Value::Bool(_) | Value::Object(_) => value.to_string(),
    }
}

/// A fraction without spurious digits.
pub fn short(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Appends a key to a pointer (RFC 6901).
fn under(path: &str, key: &str) -> String {
    format!("{path}/{}", key.replace('~', "~0").replace('/', "~1"))
}

fn named(name: &str, key: &str) -> String {
    if name.is_empty() { key.to_owned() } else { format!("{name}.{key}") }
}

fn plain(value: &Value) -> bool {
    !matches!(value, Value::Array(_) | Value::Object(_))
}

/// Whether a value fits into one cell: a plain value, or a short list of them.
fn fits(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.iter().all(plain) && value_text(value).chars().count() <= MAX_INLINE_CHARS,
        other => plain(other),
    }
}

fn walk<'a>(value: &'a Value, name: &str, path: String, depth: usize, out: &mut Vec<Table<'a>>) {
    if depth > MAX_DEPTH {
        return;
    }
    match value {
        Value::Null => {}
        Value::Object(map) => object(value, map, name, &path, depth, out),
        Value::Array(list) => array(value, list, name, &path, depth, out),
        _ => out.push(single(value, name, path)),
    }
}

/// A table for a single value.
fn single<'a>(value: &'a Value, name: &str, path: String) -> Table<'a> {
    let column = Column { name: String::new(), path: String::new() };
    let row = Row { path: path.clone(), of: value, cells: vec![Cell::Value(value)] };
    Table { name: name.to_owned(), path, list: false, columns: vec![column], rows: vec![row] }
}

fn object<'a>(
    value: &'a Value,
    map: &'a Map<String, Value>,
    name: &str,
    path: &str,
    depth: usize,
    out: &mut Vec<Table<'a>>,
) {
    let says = |v: &Value| !v.is_null() && !v.as_array().is_some_and(Vec::is_empty);
    let own: Vec<(&String, &Value)> = map.iter().filter(|(_, v)| says(v) && fits(v)).collect();
    // Objects with the same fields become rows under their keys.
    let inner: Vec<(&String, &Value)> = map.iter().filter(|(_, v)| v.is_object()).collect();
    let twins = inner.len() >= 2 && own.is_empty() && alike(&inner);
    if own.len() > MAX_INLINE_FIELDS && own.iter().all(|(_, v)| v.is_number()) {
        let columns = [("key", ""), ("value", "")].map(|(n, p)| Column { name: n.into(), path: p.into() });
        let rows = own.iter().map(|(key, v)| Row {
            path: under(path, key),
            of: v,
            cells: vec![Cell::Key(key), Cell::Value(v)],
        });
        let rows = rows.collect();
        out.push(Table { name: name.to_owned(), path: path.to_owned(), list: true, columns: columns.into(), rows });
    } else if !own.is_empty() {
        let columns = own.iter().map(|(key, _)| Column { name: (*key).clone(), path: under("", key) }).collect();
        let cells = own.iter().map(|(_, v)| Cell::Value(v)).collect();
        let rows = vec![Row { path: path.to_owned(), of: value, cells }];
        out.push(Table { name: name.to_owned(), path: path.to_owned(), list: false, columns, rows });
    }
    if twins {
        let items: Vec<(Option<&str>, String, &Value)> =
            inner.iter().map(|(key, v)| (Some(key.as_str()), under(path, key), *v)).collect();
        list_of(&items, name, path, depth, out);
    }
    for (key, v) in map.iter().filter(|(_, v)| !v.is_null() && !fits(v)) {
        if !(twins && v.is_object()) {
            walk(v, &named(name, key), under(path, key), depth + 1, out);
        }
    }
}

/// Whether these objects share most of their fields with the first.
fn alike(items: &[(&String, &Value)]) -> bool {
    let fields = |v: &Value| v.as_object().map(|o| o.keys().cloned().collect::<Vec<_>>()).unwrap_or_default();
    let first = fields(items[0].1);
    !first.is_empty()
        && items.iter().all(|(_, v)| fields(v).iter().filter(|f| first.contains(f)).count() * 2 > first.len())
}

fn array<'a>(value: &'a Value, list: &'a [Value], name: &str, path: &str, depth: usize, out: &mut Vec<Table<'a>>) {
    if list.is_empty() {
        return;
    }
    if fits(value) {
        out.push(single(value, name, path.to_owned()));
    } else if list.iter().all(plain) {
        let column = Column { name: String::new(), path: String::new() };
        let rows = list.iter().enumerate().map(|(i, v)| Row {
            path: format!("{path}/{i}"),
            of: v,
            cells: vec![Cell::Value(v)],
        });
        let rows = rows.collect();
        out.push(Table { name: name.to_owned(), path: path.to_owned(), list: true, columns: vec![column], rows });
    } else {
        let items: Vec<(Option<&str>, String, &Value)> =
            list.iter().enumerate().map(|(i, v)| (None, format!("{path}/{i}"), v)).collect();
        list_of(&items, name, path, depth, out);
    }
}

/// Items that are objects, or lists of equal length, as one table; nested values follow.
fn list_of<'a>(
    items: &[(Option<&'a str>, String, &'a Value)],
    name: &str,
    path: &str,
    depth: usize,
    out: &mut Vec<Table<'a>>,
) {
    let columns = columns(items);
    let rows: Vec<Row<'a>> = items
        .iter()
        .map(|(key, at, value)| {
            let cell = |column: &Column| match (key, column.path.is_empty() && column.name == "key") {
                (Some(key), true) => Cell::Key(key),
                _ => match value.pointer(&column.path) {
                    None | Some(Value::Null) => Cell::Empty,
                    Some(found) if fits(found) => Cell::Value(found),
                    Some(_) => Cell::Empty,
                },
            };
            Row { path: at.clone(), of: value, cells: columns.iter().map(cell).collect() }
        })
        .collect();
    let labels: Vec<String> = rows.iter().map(|r| r.cells.first().map(Cell::text).unwrap_or_default()).collect();
    if !columns.is_empty() {
        out.push(Table { name: name.to_owned(), path: path.to_owned(), list: true, columns, rows });
    }
    for ((_, at, value), label) in items.iter().zip(labels) {
        deeper(value, &format!("{name}[{label}]"), at, depth, out);
    }
}

/// The parts of an item that do not fit into cells.
fn deeper<'a>(value: &'a Value, name: &str, path: &str, depth: usize, out: &mut Vec<Table<'a>>) {
    let fields: Vec<(String, &Value)> = match value {
        Value::Object(map) => map.iter().map(|(k, v)| (k.clone(), v)).collect(),
        Value::Array(list) => list.iter().enumerate().map(|(i, v)| (i.to_string(), v)).collect(),
        _ => Vec::new(),
    };
    for (key, v) in fields {
        match v {
            _ if fits(v) => {}
            // Plain values one level down are cells.
            Value::Object(inner) => {
                for (k, v) in inner.iter().filter(|(_, v)| !fits(v)) {
                    walk(v, &format!("{name}.{key}.{k}"), under(&under(path, &key), k), depth + 2, out);
                }
            }
            _ => walk(v, &named(name, &key), under(path, &key), depth + 1, out),
        }
    }
}

/// Every field of any item, one level deep; the naming field first, then by name.
fn columns(items: &[(Option<&str>, String, &Value)]) -> Vec<Column> {
    let mut found: Vec<Column> = Vec::new();
    let mut add = |name: String, path: String| {
        if !found.iter().any(|c| c.path == path) {
            found.push(Column { name, path });
        }
    };
    for (_, _, value) in items {
        match value {
            Value::Object(map) => {
                for (key, v) in map.iter().filter(|(_, v)| !v.is_null()) {
                    match v {
                        _ if fits(v) => add(key.clone(), under("", key)),
                        Value::Object(inner) => {
                            for (k, _) in inner.iter().filter(|(_, v)| !v.is_null() && fits(v)) {
                                add(format!("{key}.{k}"), under(&under("", key), k));
                            }
                        }
                        _ => {}
                    }
                }
            }
            Value::Array(list) => {
                let cells = list.iter().enumerate().filter(|(_, v)| !v.is_null() && fits(v));
                cells.for_each(|(i, _)| add((i + 1).to_string(), format!("/{i}")));
            }
            _ => add(String::new(), String::new()),
        }
    }
    // A row's total stands after what it adds up.
    let is_total = |c: &Column| c.name == "total";
    found.sort_by(|a, b| (is_total(a), natural(&a.name)).cmp(&(is_total(b), natural(&b.name))));
    if items.iter().any(|(key, ..)| key.is_some()) {
        found.insert(0, Column { name: "key".into(), path: String::new() });
        return found;
    }
    let texts = |c: &Column| {
        let mut values = items.iter().filter_map(|(_, _, v)| v.pointer(&c.path)).filter(|v| !v.is_null()).peekable();
        values.peek().is_some() && values.all(|v| v.as_str().is_some_and(|t| !date(t) && t.chars().count() <= 80))
    };
    let days = |c: &Column| {
        let mut values = items.iter().filter_map(|(_, _, v)| v.pointer(&c.path)).filter(|v| !v.is_null()).peekable();
        values.peek().is_some() && values.all(|v| v.as_str().is_some_and(date))
    };
    let known = NAMES.iter().find_map(|name| found.iter().position(|c| c.name == *name && texts(c)));
    let by_day = || found.iter().position(|c| matches!(c.name.as_str(), "date" | "day" | "month") && days(c));
    let first = known.or_else(by_day).or_else(|| found.iter().position(|c| c.name != "id" && texts(c)));
    if let Some(at) = first {
        let label = found.remove(at);
        found.insert(0, label);
    }
    found
}

/// Natural order, so that the tenth column of a list of lists comes after the ninth.
fn natural(name: &str) -> (usize, &str) {
    (name.parse().unwrap_or(0), name)
}

fn date(text: &str) -> bool {
    let b = text.as_bytes();
    b.len() >= 7 && b[..4].iter().all(u8::is_ascii_digit) && b[4] == b'-'
}

#[cfg(test)]
mod tests;
