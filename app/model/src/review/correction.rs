//! Corrected readings: how a question should have been read, as a training row for the reader. It counts once a second
//! reviewer has agreed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::run::Run;

/// A stored correction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Correction {
    pub id: String,
    pub run_id: String,
    pub question: String,
    /// Lines in the form of `server/reader/data`: the turn, after the one it follows up on.
    pub rows: String,
    pub made_by: String,
    /// UTC milliseconds.
    pub made_at: i64,
    /// The second reviewer.
    pub agreed_by: Option<String>,
}

/// The reading of a run's question as a training row; `before` is the turn it follows up on. `None` if it was not read.
pub fn rows_of(run: &Run, before: Option<&Run>) -> Option<String> {
    let reading = |run: &Run| run.route.as_ref()?.parse.as_ref()?.pointer("/frames/0/reading").cloned();
    let own = reading(run)?;
    let keeps = own["keep"].as_array().is_some_and(|keep| !keep.is_empty());
    let before = before.filter(|_| keeps).and_then(|run| Some(row(&run.question, &reading(run)?, false)));
    let own = row(&run.question, &own, before.is_some());
    Some(before.into_iter().chain([own]).collect::<Vec<_>>().join("\n"))
}

fn row(question: &str, reading: &Value, then: bool) -> String {
    let mut marked = question.to_owned();
    let mut spans: Vec<&Value> = reading["spans"].as_array().into_iter().flatten().collect();
    spans.sort_by_key(|span| std::cmp::Reverse(span["start"].as_u64()));
    for span in spans {
        let (Some(text), Some(role), Some(start)) =
            (span["text"].as_str(), span["role"].as_str(), span["start"].as_u64())
        else {
            continue;
        };
        let range = start as usize..start as usize + text.len();
        if marked.get(range.clone()) == Some(text) {
            marked.replace_range(range, &format!("[{text}|{role}]"));
        }
    }
    let mut fields = Map::new();
    if then {
        fields.insert("then".into(), json!(true));
    }
    fields.insert("act".into(), reading["act"].clone());
    for (name, field) in [("agg", "aggregation"), ("order", "order"), ("one", "one"), ("keep", "keep")] {
        let value = &reading[field];
        if !matches!(value, Value::Null | Value::Bool(false)) && (name != "keep" || then) {
            fields.insert(name.into(), value.clone());
        }
    }
    fields.insert("q".into(), json!(marked));
    Value::Object(fields).to_string()
}
