//! Sanitises another server's argument schema: only known keywords remain, references are resolved, texts are
//! shortened, and the total size is limited. Circular references are cut off.

use serde_json::{Map, Value, json};

use super::text::{self, ARGUMENT};

/// Maximum number of parts of a schema, and its depth.
const MOST_PARTS: usize = 400;
const MAX_DEPTH: usize = 8;
/// Maximum characters of a tool's schema: beyond it the descriptions are dropped, then the tool.
const ROOM: usize = 2_400;
/// Maximum enumeration values.
const MOST_VALUES: usize = 60;

/// Keywords whose value is copied unchanged.
const PLAIN: [&str; 5] = ["minimum", "maximum", "default", "const", "additionalProperties"];

/// A sanitised object schema.
pub fn clean(schema: &Value) -> Result<Value, String> {
    clean_within(schema, schema)
}

/// Likewise, with references into a larger document.
pub fn clean_within(schema: &Value, root: &Value) -> Result<Value, String> {
    let said = Cleaner { root, left: MOST_PARTS, words: true }.whole(schema)?;
    if said.to_string().chars().count() <= ROOM {
        return Ok(said);
    }
    let bare = Cleaner { root, left: MOST_PARTS, words: false }.whole(schema)?;
    let length = bare.to_string().chars().count();
    if length <= ROOM {
        Ok(bare)
    } else {
        Err(format!("its arguments take {length} characters to describe, more than {ROOM}"))
    }
}

struct Cleaner<'a> {
    root: &'a Value,
    left: usize,
    words: bool,
}

impl Cleaner<'_> {
    fn whole(mut self, schema: &Value) -> Result<Value, String> {
        let mut clean = self.part(schema, 0)?;
        if !clean.is_object() {
            clean = json!({});
        }
        clean["type"] = "object".into();
        if !clean["properties"].is_object() {
            clean["properties"] = json!({});
        }
        let kept = clean["properties"].clone();
        let required = clean["required"].as_array().cloned().unwrap_or_default();
        let missing = required.iter().filter_map(Value::as_str).find(|name| kept.get(name).is_none());
        match missing {
            Some(name) => {
                Err(format!("it needs an argument {:?}, a name that models cannot use", text::line(name, 40)))
            }
            None => Ok(clean),
        }
    }

    fn part(&mut self, schema: &Value, deep: usize) -> Result<Value, String> {
        self.left =
            self.left.checked_sub(1).ok_or_else(|| format!("its arguments have more than {MOST_PARTS} parts"))?;
        let Value::Object(map) = schema else { return Ok(json!({})) };
        if deep > MAX_DEPTH {
            return Ok(json!({}));
        }
        let mut out = Map::new();
        if let Some(target) = map.get("$ref").and_then(Value::as_str) {
            let target = target.strip_prefix('#').and_then(|at| self.root.pointer(at));
            let root = self.root;
            if let Some(target) = target.filter(|t| !std::ptr::eq(*t, root)) {
                out = object(self.part(target, deep + 1)?);
            }
        }
        // `allOf`: merge the properties of all parts.
        for part in map.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            merge(&mut out, object(self.part(part, deep + 1)?));
        }
        let choices = ["anyOf", "oneOf"].iter().find_map(|key| map.get(*key)?.as_array());
        if let Some(choices) = choices {
            let mut clean = Vec::new();
            for choice in choices.iter().filter(|c| c["type"] != "null") {
                clean.push(self.part(choice, deep + 1)?);
            }
            match clean.len() {
                0 => {}
                1 => merge(&mut out, object(clean.remove(0))),
                _ => drop(out.insert("anyOf".into(), clean.into())),
            }
        }
        let mut own = Map::new();
        self.own(map, &mut own, deep)?;
        merge(&mut out, own);
        Ok(Value::Object(out))
    }

    /// A schema's own keywords.
    fn own(&mut self, map: &Map<String, Value>, out: &mut Map<String, Value>, deep: usize) -> Result<(), String> {
        if let Some(kind) = map.get("type").and_then(kind) {
            out.insert("type".into(), kind);
        }
        if let Some(words) = map.get("description").and_then(Value::as_str).filter(|_| self.words) {
            let words = text::line(words, ARGUMENT);
            if !words.is_empty() {
                out.insert("description".into(), words.into());
            }
        }
        if let Some(values) = map.get("enum").and_then(Value::as_array).filter(|all| all.len() <= MOST_VALUES) {
            let values = values.iter().filter(|v| !v.is_null());
            out.insert("enum".into(), values.map(plain).collect::<Option<Vec<_>>>().unwrap_or_default().into());
        }
        for key in PLAIN {
            if let Some(value) = map.get(key).filter(|v| !v.is_null()).and_then(plain) {
                out.insert(key.into(), value);
            }
        }
        if let Some(items) = map.get("items") {
            out.insert("items".into(), self.part(items, deep + 1)?);
        }
        if let Some(properties) = map.get("properties").and_then(Value::as_object) {
            let mut clean = Map::new();
            for (name, property) in properties.iter().filter(|(name, _)| text::fits_argument(name)) {
                clean.insert(name.clone(), self.part(property, deep + 1)?);
            }
            out.insert("properties".into(), clean.into());
        }
        if let Some(required) = map.get("required").and_then(Value::as_array) {
            out.insert("required".into(), required.iter().filter(|r| r.is_string()).cloned().collect());
        }
        Ok(())
    }
}

fn object(value: Value) -> Map<String, Value> {
    if let Value::Object(map) = value { map } else { Map::new() }
}

/// JSON types; `null` beside another one only means optional.
fn kind(value: &Value) -> Option<Value> {
    let known = ["string", "integer", "number", "boolean", "array", "object"];
    let is_known = |v: &&Value| v.as_str().is_some_and(|t| known.contains(&t));
    match value {
        Value::Array(list) => {
            let list: Vec<Value> = list.iter().filter(is_known).cloned().collect();
            if list.len() == 1 {
                list.into_iter().next()
            } else {
                Some(list.into()).filter(|l: &Value| l[0].is_string())
            }
        }
        one => is_known(&one).then(|| one.clone()),
    }
}

/// A scalar value; text is truncated.
fn plain(value: &Value) -> Option<Value> {
    match value {
        Value::String(text) => Some(text::line(text, ARGUMENT).into()).filter(|v: &Value| v == text),
        Value::Object(_) | Value::Array(_) => None,
        other => Some(other.clone()),
    }
}

/// Merges a part: properties and required fields are united, for the rest the later one wins.
fn merge(out: &mut Map<String, Value>, part: Map<String, Value>) {
    for (key, value) in part {
        match (key.as_str(), out.get_mut(&key), value) {
            ("properties", Some(Value::Object(have)), Value::Object(more)) => have.extend(more),
            ("required", Some(Value::Array(have)), Value::Array(more)) => {
                more.into_iter().for_each(|one| {
                    if !have.contains(&one) {
                        have.push(one)
                    }
                });
            }
            (_, _, value) => drop(out.insert(key, value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_stays_and_references_are_followed() {
        let schema = json!({
            "$schema": "x", "type": "object", "title": "T",
            "properties": {
                "id": {"type": ["string", "null"], "description": "The\nid.", "pattern": "^a"},
                "kind": {"$ref": "#/$defs/kind"},
                "both": {"allOf": [{"properties": {"a": {"type": "integer"}}}, {"properties": {"b": {}}, "required": ["b"]}]},
                "bad[name]": {"type": "string"},
            },
            "required": ["id"],
            "$defs": {"kind": {"enum": ["x", "y"]}},
        });
        assert_eq!(
            clean(&schema).unwrap(),
            json!({
                "type": "object",
                "properties": {
                    "id": {"type": "string", "description": "The id."},
                    "kind": {"enum": ["x", "y"]},
                    "both": {"properties": {"a": {"type": "integer"}, "b": {}}, "required": ["b"]},
                },
                "required": ["id"],
            })
        );
        assert_eq!(clean(&json!(null)).unwrap(), json!({"type": "object", "properties": {}}));
    }

    #[test]
    fn what_would_never_end_or_be_too_much_ends() {
        let circle = json!({"properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": {"$ref": "#/$defs/a"}}});
        assert!(clean(&circle).is_ok());
        let whole = json!({"properties": {"a": {"$ref": "#"}, "b": {"$ref": "#/properties"}}});
        assert!(clean(&whole).is_ok());
        let wide = |to: &str| (0..30).map(|n| (format!("p{n}"), json!({"$ref": to}))).collect::<Map<_, _>>();
        let bomb = json!({
            "properties": wide("#/$defs/a"),
            "$defs": {"a": {"properties": wide("#/$defs/b")}, "b": {"properties": wide("#/$defs/c")}, "c": {}},
        });
        assert!(clean(&bomb).unwrap_err().contains("more than 400 parts"));
        let long: Map<_, _> =
            (0..20).map(|n| (format!("p{n}"), json!({"type": "string", "description": "x".repeat(150)}))).collect();
        assert!(!clean(&json!({"properties": long})).unwrap().to_string().contains("xxx"), "the words go first");
        let needs = json!({"properties": {"a b": {}}, "required": ["a b"]});
        assert!(clean(&needs).unwrap_err().contains("a b"));
    }
}
