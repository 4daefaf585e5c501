//! The outcome of a tool call: a result or an error.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::drill_through::DrillThrough;
use crate::answer::{Coverage, Source};
use crate::chart::Chart;

/// The result of a tool call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(not(target_family = "wasm"), serde(tag = "status"))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Ok {
        output: ToolOutput,
    },
    /// For the model and for people: what was wrong and what would be accepted.
    Error {
        error: String,
        suggestion: Option<Suggestion>,
        /// The sources that there are, if the one that was named is none of them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        available: Vec<String>,
    },
}

/// The value that a call was refused for, and the existing one that was probably meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Suggestion {
    pub rejected: String,
    pub instead: String,
}

impl Suggestion {
    /// `None` if nothing that exists is close to the rejected value.
    pub fn closest(rejected: &str, instead: Option<&str>) -> Option<Self> {
        instead.map(|instead| Self { rejected: rejected.to_owned(), instead: instead.to_owned() })
    }
}

impl Outcome {
    /// A failure without further help.
    pub fn failed(error: impl Into<String>) -> Self {
        Self::Error { error: error.into(), suggestion: None, available: Vec::new() }
    }

    /// The error of an unknown source with those that there are, as JSON (C-024, X-26); `None` for any other outcome.
    pub fn unknown_source(&self) -> Option<Value> {
        match self {
            Self::Error { error, available, .. } if !available.is_empty() => {
                Some(json!({"error": true, "message": error, "available_sources": available}))
            }
            _ => None,
        }
    }

    pub const fn output(&self) -> Option<&ToolOutput> {
        match self {
            Self::Ok { output } => Some(output),
            Self::Error { .. } => None,
        }
    }

    /// The error, if it failed.
    pub fn error(&self) -> Option<&str> {
        match self {
            Self::Ok { .. } => None,
            Self::Error { error, .. } => Some(error),
        }
    }

    /// The result's summary, or "Error: …".
    pub fn in_words(&self) -> String {
        match self {
            Self::Ok { output } => output.summary.clone(),
            Self::Error { error, .. } => format!("Error: {error}"),
        }
    }
}

/// What a tool returns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ToolOutput {
    /// The complete result, with the fields that the tool documents.
    pub data: Value,
    /// One or two sentences for people.
    pub summary: String,
    pub sources: Vec<Source>,
    pub charts: Vec<Chart>,
    pub coverage: Option<Coverage>,
    /// Which records its figures count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counted: Vec<DrillThrough>,
    /// The draft that it wrote into a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draft: Option<WrittenDraft>,
}

/// A draft in a file, as people read it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct WrittenDraft {
    /// The file's name.
    pub file: String,
    /// What stands beside the text: recipients, a subject, a time.
    pub fields: Vec<(String, String)>,
    pub text: String,
    /// The file, if it is not the text itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
}

impl ToolOutput {
    /// How many records it shows, in its sources and rows together.
    pub fn shown(&self) -> usize {
        fn ids<'a>(value: &'a Value, found: &mut BTreeSet<&'a str>) {
            match value {
                Value::Array(items) => items.iter().for_each(|item| ids(item, found)),
                Value::Object(fields) => {
                    found.extend(fields.get("id").and_then(Value::as_str));
                    fields.values().for_each(|field| ids(field, found));
                }
                _ => {}
            }
        }
        let mut found: BTreeSet<&str> = self.sources.iter().map(|source| source.id.as_str()).collect();
        ids(&self.data, &mut found);
        found.len()
    }

    /// The result with its summary, where the figures of an answer are looked up.
    pub fn with_summary(&self) -> Value {
        let mut all = self.data.clone();
        if let Some(fields) = all.as_object_mut() {
            // A result may already have this field; the sentence then gets another name.
            let name = if fields.get("summary").is_some_and(Value::is_object) { "sentence" } else { "summary" };
            fields.insert(name.into(), self.summary.clone().into());
        }
        all
    }
}
