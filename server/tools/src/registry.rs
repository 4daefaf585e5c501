//! The registry of tools: lookup, and validation of arguments before anything runs (A-095, C-018, C-019).

use std::sync::Arc;

use serde_json::{Map, Value};

use super::{Skill, Tool, ToolError};
pub use query::values::pick::closest;

/// All tools of all skills at one moment.
pub struct Registry {
    tools: Vec<Arc<Tool>>,
    generation: u64,
}

impl Registry {
    pub fn new<T: Into<Arc<Tool>>>(tools: Vec<T>) -> Self {
        Self::of_generation(0, tools.into_iter().map(Into::into).collect())
    }

    pub(super) fn of_generation(generation: u64, tools: Vec<Arc<Tool>>) -> Self {
        Self { tools, generation }
    }

    /// Incremented with each change of the list, to invalidate caches.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    pub fn all(&self) -> &[Arc<Tool>] {
        &self.tools
    }

    /// The skills of these tools, each with its tools; not origins without a skill.
    pub fn skills(&self) -> Vec<(Arc<Skill>, Vec<&Tool>)> {
        let mut all: Vec<(Arc<Skill>, Vec<&Tool>)> = Vec::new();
        for tool in self.tools.iter().filter(|tool| !tool.skill.description.is_empty()) {
            match all.iter_mut().find(|(skill, _)| skill.name == tool.skill.name) {
                Some((_, tools)) => tools.push(tool),
                None => all.push((tool.skill.clone(), vec![tool])),
            }
        }
        all
    }

    /// The tools, for building another registry.
    pub fn into_tools(self) -> Vec<Arc<Tool>> {
        self.tools
    }

    /// The tool with this name.
    pub fn find(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|t| t.name == name).map(Arc::as_ref)
    }

    /// The tool with this name, or an error with the closest one. Looking for that takes long: see
    /// [`find`](Self::find).
    pub fn get(&self, name: &str) -> Result<&Tool, ToolError> {
        self.find(name).ok_or_else(|| {
            let instead = closest(name, self.tools.iter().map(|t| t.name.as_ref()));
            ToolError::closest(format!("Unknown tool: {name}."), name, instead)
        })
    }

    /// Validates arguments against the tool's schema: an object, required fields present, no unknown field, right
    /// types, enumeration values. The error lists all problems.
    pub fn check(&self, tool: &Tool, args: &Value) -> Result<(), ToolError> {
        let Some(args) = args.as_object() else {
            return Err(ToolError::new(format!("The arguments of {} must be an object.", tool.name)));
        };
        let empty = Map::new();
        let properties = tool.accepts["properties"].as_object().unwrap_or(&empty);
        let required = tool.accepts["required"].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut problems: Vec<String> = required
            .iter()
            .filter_map(Value::as_str)
            .filter(|name| args.get(*name).is_none_or(Value::is_null) && !alias_given(properties, args, name))
            .map(|name| format!("{name} is missing"))
            .collect();
        // Unknown fields are allowed only if the schema says so; most schemas omit it and mean a closed object.
        let open = tool.accepts["additionalProperties"] == true;
        for (name, value) in args {
            match properties.get(name) {
                None if open => {}
                None => {
                    let shown = tool.schema["properties"].as_object().unwrap_or(&empty);
                    let known: Vec<&str> = shown.keys().map(String::as_str).collect();
                    let hint = closest(name, known.iter().copied()).map(|c| format!(", did you mean {c}?"));
                    problems.push(format!(
                        "{name} is not a parameter{}",
                        hint.unwrap_or_else(|| format!(" (there is: {})", known.join(", ")))
                    ));
                }
                Some(_) if value.is_null() => {}
                Some(schema) => problems.extend(mismatch(&tool.accepts, schema, value).map(|p| format!("{name} {p}"))),
            }
        }
        if problems.is_empty() {
            return Ok(());
        }
        Err(ToolError::new(format!("Invalid arguments for {}: {}.", tool.name, problems.join("; "))))
    }
}

/// Whether an argument came under an alias: a property with `x-alias` represents the one it names.
fn alias_given(properties: &Map<String, Value>, args: &Map<String, Value>, name: &str) -> bool {
    properties.iter().any(|(alias, p)| p["x-alias"] == name && args.get(alias).is_some_and(|given| !given.is_null()))
}

const ONE_OF: &str = "must be one of ";

/// Why a value fails a property's schema. Follows `$ref` into the root's definitions and `anyOf` with null.
fn mismatch(root: &Value, schema: &Value, value: &Value) -> Option<String> {
    if let Some(reference) = schema["$ref"].as_str() {
        return mismatch(root, root.pointer(reference.trim_start_matches('#'))?, value);
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(choices) = schema[key].as_array() {
            let problems: Vec<_> = choices
                .iter()
                .filter(|c| c["type"] != "null")
                .map(|choice| mismatch(root, choice, value))
                .collect::<Option<Vec<_>>>()?;
            // Single enumeration values are listed together.
            let named: Option<Vec<&str>> = problems.iter().map(|p| p.strip_prefix(ONE_OF)).collect();
            return match named {
                Some(names) if !names.is_empty() => Some(format!("{ONE_OF}{}", names.join(", "))),
                _ => problems.into_iter().next_back(),
            };
        }
    }
    if let Some(fixed) = schema.get("const") {
        let name = fixed.as_str().map_or_else(|| fixed.to_string(), str::to_owned);
        return (fixed != value).then(|| format!("{ONE_OF}{name}"));
    }
    if let Some(list) = schema["enum"].as_array() {
        let names = list.iter().map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_owned)).collect::<Vec<_>>();
        return (!list.contains(value)).then(|| format!("{ONE_OF}{}", names.join(", ")));
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(t) => vec![t],
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
        _ => return None,
    };
    let fits = types.iter().any(|t| match *t {
        "string" => value.is_string(),
        "integer" => value.as_f64().is_some_and(|n| n.fract() == 0.0),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    });
    if !fits {
        let wanted: Vec<&str> = types.into_iter().filter(|t| *t != "null").collect();
        return Some(format!("must be a {}", wanted.join(" or a ")));
    }
    let number = value.as_f64()?;
    match (schema["minimum"].as_f64(), schema["maximum"].as_f64()) {
        (Some(least), _) if number < least => Some(format!("must be at least {least}")),
        (_, Some(most)) if number > most => Some(format!("must be at most {most}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "camelCase")]
    #[allow(dead_code)]
    struct Args {
        /// Words to look for.
        query: String,
        /// How many.
        #[schemars(range(min = 1, max = 50))]
        top_k: Option<i64>,
        /// What to count.
        data_type: Option<Data>,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    #[allow(dead_code)]
    enum Data {
        /// What customers wrote.
        Communications,
        Cases,
    }

    fn registry() -> Registry {
        Registry::new(vec![Tool::reads("find_things", "Finds.", |_, _: Args| async { Ok(Default::default()) })])
    }

    #[test]
    fn arguments_are_checked_and_all_problems_named() {
        let registry = registry();
        let tool = registry.get("find_things").unwrap();
        assert!(registry.check(tool, &json!({"query": "x", "topK": 3, "dataType": "cases"})).is_ok());
        assert!(registry.check(tool, &json!({"query": "x", "topK": null})).is_ok());
        for (args, wants) in [
            (json!([]), vec!["must be an object"]),
            (json!({}), vec!["query is missing"]),
            (json!({"query": 3, "topK": "many"}), vec!["query must be a string", "topK must be a integer"]),
            (json!({"query": "x", "topK": 0}), vec!["topK must be at least 1"]),
            (json!({"query": "x", "dataType": "emails"}), vec!["dataType must be one of cases, communications"]),
            (json!({"query": "x", "top_k": 3}), vec!["top_k is not a parameter, did you mean topK?"]),
        ] {
            let error = registry.check(tool, &args).unwrap_err().message;
            for want in wants {
                assert!(error.contains(want), "{args}: {error}");
            }
        }
    }

    #[test]
    fn an_unknown_tool_names_the_closest() {
        let error = registry().get("find_thing").err().unwrap();
        assert_eq!(error.message, "Unknown tool: find_thing. Closest: find_things.");
    }

    #[test]
    fn closest_forgives_typos_but_does_not_guess() {
        let names = ["mobile-banking", "mortgage", "credit-card"];
        assert_eq!(closest("mobile app banking", names.into_iter()), Some("mobile-banking"));
        assert_eq!(closest("morgage", names.into_iter()), Some("mortgage"));
        assert_eq!(closest("weather", names.into_iter()), None);
    }
}
