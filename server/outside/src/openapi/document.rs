//! An OpenAPI description. No crate reads both 3.0 and 3.1, and little is needed of either: paths, operations,
//! parameters, bodies, and references between them.

use reqwest::Method;
use serde_json::Value;

/// Maximum size in bytes: large descriptions have some hundred thousand.
const MOST_BYTES: usize = 16 << 20;
/// Maximum chain of references.
const MAX_REF_CHAIN: usize = 8;
const METHODS: [(&str, Method); 6] = [
    ("get", Method::GET),
    ("head", Method::HEAD),
    ("post", Method::POST),
    ("put", Method::PUT),
    ("patch", Method::PATCH),
    ("delete", Method::DELETE),
];

/// A parsed description.
pub struct Document(Value);

/// One operation.
#[derive(Clone, Debug)]
pub struct Operation {
    /// Its `operationId`, or else derived from method and path.
    pub id: String,
    pub method: Method,
    /// With placeholders such as `{id}`.
    pub path: String,
    /// Its summary and description.
    pub words: String,
    /// The parameters of its path, overridden by its own.
    pub parameters: Vec<Value>,
    pub body: Option<Value>,
}

impl Document {
    /// Parses JSON or YAML.
    pub fn read(text: &str) -> Result<Self, String> {
        if text.len() > MOST_BYTES {
            return Err(format!("The description has {} bytes; at most {MOST_BYTES} are read.", text.len()));
        }
        let value: Value = match text.trim_start().starts_with('{') {
            true => serde_json::from_str(text).map_err(|e| format!("The description is not valid JSON: {e}."))?,
            false => serde_saphyr::from_str(text).map_err(|e| format!("The description is not valid YAML: {e}."))?,
        };
        match value["openapi"].as_str() {
            Some(version) if version.starts_with("3.0") || version.starts_with("3.1") => Ok(Self(value)),
            Some(version) => {
                Err(format!("The description uses OpenAPI {version:.12}; only 3.0 and 3.1 are supported."))
            }
            None => Err("This is not an OpenAPI description: it has no field \"openapi\".".into()),
        }
    }

    pub fn root(&self) -> &Value {
        &self.0
    }

    /// The first server address.
    pub fn server(&self) -> Option<&str> {
        self.0["servers"][0]["url"].as_str()
    }

    /// All operations that are not deprecated.
    pub fn operations(&self) -> Vec<Operation> {
        let mut out = Vec::new();
        for (path, item) in self.0["paths"].as_object().into_iter().flatten() {
            let item = self.follow(item);
            for (name, method) in METHODS {
                let operation = self.follow(&item[name]);
                if !operation.is_object() || operation["deprecated"] == true {
                    continue;
                }
                out.push(self.operation(path, method, item, operation));
            }
        }
        out
    }

    fn operation(&self, path: &str, method: Method, item: &Value, operation: &Value) -> Operation {
        let listed = |of: &Value| of["parameters"].as_array().cloned().unwrap_or_default();
        let mut parameters: Vec<Value> = listed(operation).iter().map(|p| self.follow(p).clone()).collect();
        for shared in listed(item).iter().map(|p| self.follow(p)) {
            if !parameters.iter().any(|own| own["name"] == shared["name"] && own["in"] == shared["in"]) {
                parameters.push(shared.clone());
            }
        }
        let said = |field: &str| operation[field].as_str().unwrap_or_default().trim().trim_end_matches('.').to_owned();
        let (summary, description) = (said("summary"), said("description"));
        let words = match (summary.is_empty(), description.is_empty() || description == summary) {
            (true, _) => description,
            (_, true) => summary,
            _ => format!("{summary}. {description}"),
        };
        let words = if words.is_empty() { format!("{method} {path}") } else { words };
        let id = operation["operationId"].as_str().map(str::to_owned);
        let made =
            || format!("{}_{}", method.as_str().to_lowercase(), path.trim_matches('/').replace(['/', '{', '}'], "_"));
        let body = operation.get("requestBody").map(|body| self.follow(body).clone());
        Operation {
            id: id.unwrap_or_else(made),
            method,
            path: path.to_owned(),
            words: format!("{words}."),
            parameters,
            body,
        }
    }

    /// The target of a reference within the description; anything else unchanged.
    pub fn follow<'a>(&'a self, value: &'a Value) -> &'a Value {
        let mut at = value;
        for _ in 0..MAX_REF_CHAIN {
            let Some(target) = at["$ref"].as_str().and_then(|to| to.strip_prefix('#')) else { return at };
            match self.0.pointer(target) {
                Some(found) => at = found,
                None => return &Value::Null,
            }
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_and_yaml_of_both_versions_are_read() {
        let yaml = "openapi: 3.1.0\nservers:\n  - url: https://h/v1\npaths:\n  /a/{id}:\n    parameters:\n      \
                    - $ref: '#/components/parameters/id'\n    get:\n      summary: Gets one.\n    delete:\n      \
                    deprecated: true\ncomponents:\n  parameters:\n    id: {name: id, in: path, required: true}\n";
        let document = Document::read(yaml).unwrap();
        let all = document.operations();
        assert_eq!((all.len(), all[0].id.as_str(), all[0].words.as_str()), (1, "get_a__id_", "Gets one."));
        assert_eq!((all[0].parameters[0]["name"].as_str(), document.server()), (Some("id"), Some("https://h/v1")));
        let json = r#"{"openapi": "3.0.3", "paths": {"/a": {"post": {"operationId": "make", "summary": "Makes", "description": "One."}}}}"#;
        let made = &Document::read(json).unwrap().operations()[0];
        assert_eq!((made.id.as_str(), made.words.as_str(), &made.method), ("make", "Makes. One.", &Method::POST));
    }

    #[test]
    fn what_is_no_description_is_refused() {
        for (text, says) in [
            ("{", "not valid JSON"),
            ("a: [", "not valid YAML"),
            ("a: 1", "no field \"openapi\""),
            ("swagger: '2.0'", "no field \"openapi\""),
            ("openapi: 4.0.0", "OpenAPI 4.0.0"),
        ] {
            assert!(Document::read(text).err().unwrap().contains(says), "{text}");
        }
        let bomb = format!("openapi: 3.1.0\na: &a [x,x,x,x,x,x,x,x,x,x]\n{}", {
            let mut lines = String::new();
            for n in 0..9 {
                let (from, to) = ((b'a' + n) as char, (b'a' + n + 1) as char);
                lines.push_str(&format!("{to}: &{to} [{}]\n", vec![format!("*{from}"); 10].join(",")));
            }
            lines
        });
        assert!(Document::read(&bomb).is_err(), "a billion parts are not unfolded");
    }
}
