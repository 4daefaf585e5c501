//! What a dry run shows: the mapping, and the first rows as they would be stored.

use std::path::Path;

use app::model::record::Attributes;
use serde::Serialize;

use crate::import::mapped::{Table, noun};
use crate::store::write::Batch;

/// Longest text shown of a field, in characters.
const WIDTH: usize = 100;

/// The mapping as a file for `--map`, then the first rows.
pub fn text(file: &Path, table: Table, rows: u64) -> String {
    let (mapping, attributes) = (table.mapping().clone(), table.attributes());
    let kept = if attributes.is_empty() { "none".to_owned() } else { attributes.join(", ") };
    let mut out = format!(
        "# How {} is read; save it as a file for --map to change it.\n{}\n# Kept as attributes: {kept}\n",
        file.display(),
        mapping.to_toml()
    );
    let piece = table.first(rows);
    for bad in &piece.bad {
        out.push_str(&format!("\nLine {} would be left out: {}\n", bad.line, bad.fault));
    }
    for (n, record) in records(&piece.batch).iter().enumerate() {
        out.push_str(&format!("\n{} {}\n{record}", noun(mapping.row), n + 1));
    }
    out.push_str("\nNothing was stored.\n");
    out
}

fn records(batch: &Batch) -> Vec<String> {
    let mut all: Vec<String> = batch.communications.iter().map(fields).collect();
    all.extend(batch.cases.iter().map(fields));
    all.extend(batch.customers.iter().map(fields));
    all.extend(batch.documents.iter().map(fields));
    all
}

/// A record's fields, one a line; what is empty is left out.
fn fields(record: &impl Serialize) -> String {
    let Ok(serde_json::Value::Object(fields)) = serde_json::to_value(record) else { return String::new() };
    let mut out = String::new();
    for (name, value) in fields {
        if let Ok(attributes) = serde_json::from_value::<Attributes>(value.clone()) {
            for (name, text) in attributes {
                out.push_str(&line(&format!("attributes.{name}"), &text));
            }
            continue;
        }
        let text = match value {
            serde_json::Value::Null => continue,
            serde_json::Value::String(text) if text.is_empty() => continue,
            serde_json::Value::String(text) => text,
            serde_json::Value::Number(ms) if name == "at" || name.ends_with("At") || name.ends_with("Deadline") => {
                ms.as_i64().map(app::model::time::full_time).unwrap_or_default()
            }
            other => other.to_string(),
        };
        out.push_str(&line(&name, &text));
    }
    out
}

/// On one line, without control characters: it goes to a terminal.
fn line(name: &str, text: &str) -> String {
    let mut shown: String = text.chars().take(WIDTH).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(WIDTH).is_some() {
        shown.push('…');
    }
    format!("  {name:<30}  {shown}\n")
}
