//! A JSON schema that keeps its own text: schemas of tools are long and go with every request to a model, so they are
//! written once.

use std::ops::Deref;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::Value;

/// A JSON schema. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Schema(Arc<(Value, String)>);

impl Schema {
    /// The schema as JSON text.
    pub fn text(&self) -> &str {
        &self.0.1
    }
}

impl From<Value> for Schema {
    fn from(value: Value) -> Self {
        let text = value.to_string();
        Self(Arc::new((value, text)))
    }
}

impl Deref for Schema {
    type Target = Value;
    fn deref(&self) -> &Value {
        &self.0.0
    }
}

impl PartialEq for Schema {
    fn eq(&self, other: &Self) -> bool {
        self.0.0 == other.0.0
    }
}

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.0.serialize(serializer)
    }
}
