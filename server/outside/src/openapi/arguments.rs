//! An operation's arguments as one flat list (path, query and JSON body), and the request for given arguments.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value, json};

use super::super::{schema, text};
use super::document::{Document, Operation};
use tools::ToolError;

/// Everything except RFC 3986's unreserved characters.
const VALUE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A request without its host.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// Relative to the API's address, with encoded values.
    pub path: String,
    pub query: Vec<(String, String)>,
    pub body: Option<Value>,
}

#[derive(Clone, Debug, PartialEq)]
enum Place {
    Path,
    /// Lists are repeated, or else joined with commas.
    Query {
        repeated: bool,
    },
    /// A field of the body.
    Field,
    Body,
}

struct Argument {
    /// The name for models.
    name: String,
    /// The API's name.
    theirs: String,
    place: Place,
}

/// The arguments of an operation.
pub struct Arguments {
    pub schema: Value,
    all: Vec<Argument>,
    /// A body is required, even without fields.
    body: bool,
}

impl Arguments {
    /// Reads them from a description.
    pub fn parse(document: &Document, operation: &Operation) -> Result<Self, String> {
        let mut taken = Self { schema: Value::Null, all: Vec::new(), body: false };
        let (mut properties, mut required) = (Map::new(), Vec::new());
        for parameter in &operation.parameters {
            let name = parameter["name"].as_str().unwrap_or_default();
            let must = parameter["required"] == true;
            let place = match parameter["in"].as_str() {
                Some("path") => Place::Path,
                Some("query") => {
                    let joined = parameter["explode"] == false;
                    Place::Query { repeated: !joined }
                }
                Some(other) if must => return Err(format!("it needs {name:?} in the {}", text::line(other, 20))),
                _ => continue,
            };
            let mut schema = match parameter.get("schema") {
                Some(schema) => schema.clone(),
                None => document.follow(&parameter["content"]["application/json"]["schema"]).clone(),
            };
            if !schema.is_object() {
                schema = json!({"type": "string"});
            }
            if let Some(words) = parameter["description"].as_str() {
                schema["description"] = words.into();
            }
            let name = taken.add(name, place.clone());
            if must || place == Place::Path {
                required.push(name.clone());
            }
            properties.insert(name, schema);
        }
        if let Some(body) = &operation.body {
            taken.read_body(document, body, &mut properties, &mut required)?;
        }
        for place in places(&operation.path) {
            if !taken.all.iter().any(|a| a.place == Place::Path && a.theirs == place) {
                required.push(taken.add(place, Place::Path));
                properties.insert(required[required.len() - 1].clone(), json!({"type": "string"}));
            }
        }
        let whole = json!({"type": "object", "properties": properties, "required": required});
        taken.schema = schema::clean_within(&whole, document.root())?;
        Ok(taken)
    }

    fn read_body(
        &mut self,
        document: &Document,
        body: &Value,
        properties: &mut Map<String, Value>,
        required: &mut Vec<String>,
    ) -> Result<(), String> {
        let must = body["required"] == true;
        let json = body["content"].as_object().into_iter().flatten().find(|(kind, _)| is_json(kind));
        let Some((_, content)) = json else {
            return if must { Err("it takes a body that is not JSON".into()) } else { Ok(()) };
        };
        self.body = must;
        let schema = &content["schema"];
        // The cleaned schema has references and combined parts resolved.
        let clean = schema::clean_within(schema, document.root())?;
        let fields = clean["properties"].as_object().filter(|fields| !fields.is_empty());
        let Some(fields) = fields.filter(|_| document.follow(schema)["type"] != "array") else {
            let name = self.add("body", Place::Body);
            properties.insert(name.clone(), schema.clone());
            if must {
                required.push(name);
            }
            return Ok(());
        };
        let needed = clean["required"].as_array().cloned().unwrap_or_default();
        for (field, schema) in fields {
            let name = self.add(field, Place::Field);
            properties.insert(name.clone(), schema.clone());
            if must && needed.iter().any(|n| n == field) {
                required.push(name);
            }
        }
        Ok(())
    }

    /// Adds an argument under a unique name that models can write.
    fn add(&mut self, theirs: &str, place: Place) -> String {
        let safe = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.') { c } else { '_' };
        let plain: String = theirs.chars().map(safe).take(56).collect();
        let mut name = plain.clone();
        let mut n = 1;
        while self.all.iter().any(|a| a.name == name) {
            n += 1;
            name = if place == Place::Field && n == 2 { format!("body_{plain}") } else { format!("{plain}_{n}") };
        }
        self.all.push(Argument { name: name.clone(), theirs: theirs.to_owned(), place });
        name
    }

    /// The request for some arguments.
    ///
    /// # Errors
    /// For a value that is invalid in its place.
    pub fn request(&self, operation: &Operation, args: &Value) -> Result<Asked, ToolError> {
        let mut asked = Asked { path: operation.path.clone(), query: Vec::new(), body: None };
        let mut fields = Map::new();
        for argument in &self.all {
            let Some(value) = args.get(&argument.name).filter(|value| !value.is_null()) else { continue };
            match &argument.place {
                Place::Path => {
                    let text = plain(value);
                    // Some servers take these for the parent folder, encoded or not.
                    if text.is_empty() || text.chars().all(|c| c == '.') || text.contains(['/', '\\']) {
                        let problem = "must be a name without slashes, and not only dots";
                        return Err(ToolError::new(format!("{} {problem}.", argument.name)));
                    }
                    let encoded = utf8_percent_encode(&text, VALUE).to_string();
                    asked.path = asked.path.replace(&format!("{{{}}}", argument.theirs), &encoded);
                }
                Place::Query { repeated } => match value {
                    Value::Array(list) if *repeated => {
                        asked.query.extend(list.iter().map(|v| (argument.theirs.clone(), plain(v))));
                    }
                    Value::Array(list) => {
                        let joined: Vec<String> = list.iter().map(plain).collect();
                        asked.query.push((argument.theirs.clone(), joined.join(",")));
                    }
                    one => asked.query.push((argument.theirs.clone(), plain(one))),
                },
                Place::Field => drop(fields.insert(argument.theirs.clone(), value.clone())),
                Place::Body => asked.body = Some(value.clone()),
            }
        }
        if let Some(place) = places(&asked.path).next() {
            return Err(ToolError::new(format!("{place} is missing.")));
        }
        if asked.body.is_none() && (self.body || !fields.is_empty()) {
            asked.body = Some(fields.into());
        }
        Ok(asked)
    }
}

/// The names of a path's placeholders.
fn places(path: &str) -> impl Iterator<Item = &str> {
    path.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name)
}

fn is_json(kind: &str) -> bool {
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind == "application/json" || kind.ends_with("+json") || kind == "*/*"
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    const YAML: &str = "
openapi: 3.0.3
paths:
  /shops/{shop}/orders:
    post:
      operationId: order
      parameters:
        - {name: shop, in: path, required: true, schema: {type: string}}
        - {name: 'tag[]', in: query, schema: {type: array, items: {type: string}}}
        - {name: ids, in: query, explode: false, schema: {type: array, items: {type: integer}}}
        - {name: X-Trace, in: header, schema: {type: string}}
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: '#/components/schemas/Order'}
components:
  schemas:
    Base: {type: object, properties: {shop: {type: string}}}
    Order:
      allOf:
        - {$ref: '#/components/schemas/Base'}
        - {type: object, required: [count], properties: {count: {type: integer, minimum: 1}}}
";

    #[test]
    fn path_query_and_body_are_one_list() {
        let document = Document::read(YAML).unwrap();
        let operation = &document.operations()[0];
        let arguments = Arguments::parse(&document, operation).unwrap();
        let names: Vec<&String> = arguments.schema["properties"].as_object().unwrap().keys().collect();
        assert_eq!(names.len(), 5, "{names:?}");
        assert_eq!(arguments.schema["required"], json!(["shop", "count"]));
        let args = json!({"shop": "a b?#%", "tag__": ["x", "y"], "ids": [1, 2], "body_shop": "s", "count": 3});
        let asked = arguments.request(operation, &args).unwrap();
        assert_eq!(asked.path, "/shops/a%20b%3F%23%25/orders");
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(asked.query, [pair("tag[]", "x"), pair("tag[]", "y"), pair("ids", "1,2")]);
        assert_eq!(asked.body, Some(json!({"shop": "s", "count": 3})));
        for bad in ["..", ".", "", "a/b", "..\\x"] {
            assert!(arguments.request(operation, &json!({"shop": bad, "count": 1})).is_err(), "{bad}");
        }
        assert!(arguments.request(operation, &json!({"count": 1})).unwrap_err().message.contains("shop is missing"));
    }

    #[test]
    fn what_models_cannot_give_leaves_an_operation_out() {
        let text = "openapi: 3.0.3\npaths:\n  /a:\n    get:\n      parameters:\n        - {name: X-Key, in: header, required: true}\n    \
                    post:\n      requestBody: {required: true, content: {text/csv: {}}}\n";
        let document = Document::read(text).unwrap();
        let all = document.operations();
        assert!(Arguments::parse(&document, &all[0]).err().unwrap().contains("in the header"));
        assert!(Arguments::parse(&document, &all[1]).err().unwrap().contains("not JSON"));
    }
}
