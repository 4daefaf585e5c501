//! A JSON schema with its cached text: tool schemas are long and sent with every model request, so they are serialised
//! once.

use std::ops::Deref;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

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

/// Marks a property that is accepted and checked but not shown to models.
const HIDDEN: &str = "x-hidden";
/// The values to give an argument, shown to models as its enumeration. Not checked: the tool accepts other spellings,
/// and its own error names the nearest value.
const VALUES: &str = "x-values";
/// How deep references are resolved: recursive types are cut off.
const MAX_REF_DEPTH: usize = 8;

/// A schema as shown to models: references resolved, without null alternatives.
pub fn shown(whole: &Value) -> Schema {
    let mut schema = light(whole, whole, MAX_REF_DEPTH);
    if let Some(root) = schema.as_object_mut() {
        // The tool's own description is enough.
        root.remove("description");
    }
    schema.into()
}

/// Removes the descriptions of a type's properties, which are given once for all tools.
pub fn undescribed(schema: &mut schemars::Schema) {
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    for property in properties.into_iter().flat_map(Map::values_mut).filter_map(Value::as_object_mut) {
        property.remove("description");
    }
}

fn light(schema: &Value, root: &Value, deep: usize) -> Value {
    let Value::Object(map) = schema else { return schema.clone() };
    let mut out = Map::new();
    let target = map.get("$ref").and_then(Value::as_str).and_then(|at| root.pointer(at.trim_start_matches('#')));
    if let Some(Value::Object(held)) = target.filter(|_| deep > 0).map(|target| light(target, root, deep - 1)) {
        out.extend(held);
        // The type's general description is less specific than the property's.
        out.remove("description");
    }
    let choices = ["anyOf", "oneOf"].iter().find_map(|key| map.get(*key)?.as_array());
    let choices: Vec<Value> =
        choices.into_iter().flatten().filter(|c| c["type"] != "null").map(|c| light(c, root, deep)).collect();
    match (choices.as_slice(), named(&choices)) {
        ([], _) => {}
        (_, Some(names)) => out.extend([("type".into(), "string".into()), ("enum".into(), names.into())]),
        ([Value::Object(only)], _) => {
            out.extend(only.clone());
            out.remove("description");
        }
        _ => drop(out.insert("anyOf".into(), choices.into())),
    }
    for (key, value) in map {
        let value = match key.as_str() {
            "$schema" | "$defs" | "$ref" | "title" | "format" | "anyOf" | "oneOf" => continue,
            "default" if is_empty(value) => continue,
            "properties" => {
                let own = value.as_object().into_iter().flatten().filter(|(_, property)| property[HIDDEN] != true);
                own.map(|(name, property)| (name.clone(), light(property, root, deep))).collect()
            }
            "minimum" if value.as_f64() == Some(0.0) => continue,
            // Its default is to allow them, and refusing them is said by the tool.
            "additionalProperties" if value.is_boolean() => continue,
            // The bound of its type in the program.
            "maximum" if map.get("format").is_some_and(|format| format == "uint8") && *value == 255 => continue,
            "description" => value.as_str().unwrap_or_default().replace('\n', " ").into(),
            "items" => light(value, root, deep),
            "type" => match value.as_array().map(|all| all.iter().filter(|t| *t != "null").collect::<Vec<_>>()) {
                Some(all) if all.len() == 1 => all[0].clone(),
                _ => value.clone(),
            },
            "enum" => value.as_array().into_iter().flatten().filter(|v| !v.is_null()).cloned().collect(),
            _ => value.clone(),
        };
        let key = if key == VALUES { "enum" } else { key };
        out.insert(key.to_owned(), value);
    }
    Value::Object(out)
}

/// Whether a default says nothing that leaving the argument out does not.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        _ => false,
    }
}

/// The values, if all choices are constants.
fn named(choices: &[Value]) -> Option<Vec<Value>> {
    let of = |choice: &Value| match (&choice["const"], &choice["enum"]) {
        (one @ Value::String(_), _) => Some(vec![one.clone()]),
        (_, Value::Array(list)) => Some(list.clone()),
        _ => None,
    };
    choices.iter().map(of).collect::<Option<Vec<_>>>().map(|all| all.concat())
}

/// Accepts properties under hidden aliases: pairs of alias and property.
pub fn also(schema: &mut schemars::Schema, names: &[(&str, &str)]) {
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for (alias, name) in names {
        let Some(Value::Object(mut own)) = properties.get(*name).cloned() else { continue };
        own.insert("x-hidden".into(), true.into());
        own.insert("x-alias".into(), (*name).into());
        properties.insert((*alias).to_owned(), Value::Object(own));
    }
}

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;
    use serde_json::json;

    use super::*;

    /// Said of the whole.
    #[derive(JsonSchema)]
    #[serde(rename_all = "camelCase")]
    #[allow(dead_code)]
    struct Args {
        /// Words.
        query: String,
        top_k: Option<u32>,
        /// Which.
        side: Option<Side>,
        sides: Vec<Side>,
        #[schemars(extend("x-values" = ["sour", "sweet"]))]
        taste: Option<String>,
        #[schemars(extend("x-hidden" = true))]
        tree: Option<Tree>,
        #[serde(flatten)]
        shared: Shared,
    }

    #[derive(JsonSchema)]
    #[serde(rename_all = "lowercase")]
    #[allow(dead_code)]
    enum Side {
        /// Long words.
        Left,
        Right,
    }

    #[derive(JsonSchema)]
    #[allow(dead_code)]
    struct Tree {
        branches: Vec<Tree>,
    }

    #[derive(JsonSchema)]
    #[schemars(transform = undescribed)]
    #[allow(dead_code)]
    struct Shared {
        /// Said elsewhere.
        day: Option<String>,
    }

    #[test]
    fn models_are_shown_names_types_and_a_few_words() {
        let whole = schemars::schema_for!(Args).to_value();
        assert!(whole["properties"]["tree"].is_object());
        assert!(whole["properties"]["taste"].get("enum").is_none(), "what is shown is no bound of what is accepted");
        let sides = json!({"type": "string", "enum": ["right", "left"]});
        assert_eq!(
            *shown(&whole),
            json!({
                "type": "object",
                "properties": {
                    "query": {"type": "string", "description": "Words."},
                    "topK": {"type": "integer"},
                    "side": {"type": "string", "enum": ["right", "left"], "description": "Which."},
                    "sides": {"type": "array", "items": sides},
                    "taste": {"type": "string", "enum": ["sour", "sweet"]},
                    "day": {"type": "string"},
                },
                "required": ["query", "sides"],
            })
        );
    }
}
