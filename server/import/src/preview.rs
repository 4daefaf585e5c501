//! Records as shown before storing: non-empty fields by name.

use model::record::Attributes;
use serde::Serialize;

use store::write::Batch;

/// The fields of one record.
pub type Fields = Vec<(String, String)>;

/// The records of the rows' own kind, without derived customers and products.
pub fn records(batch: &Batch) -> Vec<Fields> {
    let mut all: Vec<Fields> = batch.communications.iter().map(fields).collect();
    all.extend(batch.cases.iter().map(fields));
    all.extend(batch.customers.iter().map(fields));
    all.extend(batch.documents.iter().map(fields));
    all
}

fn fields(record: &impl Serialize) -> Fields {
    let Ok(serde_json::Value::Object(fields)) = serde_json::to_value(record) else { return Fields::new() };
    let mut out = Fields::new();
    for (name, value) in fields {
        if let Ok(attributes) = serde_json::from_value::<Attributes>(value.clone()) {
            out.extend(attributes.into_iter().map(|(name, text)| (format!("attributes.{name}"), text)));
            continue;
        }
        let text = match value {
            serde_json::Value::Null => continue,
            serde_json::Value::String(text) if text.is_empty() => continue,
            serde_json::Value::String(text) => text,
            serde_json::Value::Number(ms) if name == "at" || name.ends_with("At") || name.ends_with("Deadline") => {
                ms.as_i64().map(model::time::full_time).unwrap_or_default()
            }
            other => other.to_string(),
        };
        out.push((name, text));
    }
    out
}
