//! Foreign indices as tables of a source: their mappings become columns, and they are only searched.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use store::foreign::index::{ID, IndexReader, Indices};
use store::foreign::{Looked, LookedColumn, Nature};
use store::{Result, StoreError};

use super::client::{Client, missing};
use super::{ClusterError, Settings};

/// Time limit for listing the cluster's contents.
const LIST_TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum nesting of objects.
const MAX_DEPTH: usize = 20;
/// Fields of Plumbline's own indices.
const OURS: [&str; 2] = ["name_stems", "stems"];

/// Reads a foreign cluster.
#[derive(Debug)]
struct Reader(Client);

/// Opens the readable indices and aliases, plus those in `named`: patterns, data streams.
///
/// # Errors
/// If the cluster is unreachable, refuses access, or is not of a supported version.
pub async fn open(settings: &Settings, named: &[String]) -> Result<Indices> {
    let client = Client::new(settings).map_err(of_source)?;
    let get = async |path: &str| client.call(Method::GET, path, None, LIST_TIMEOUT).await;
    known(&get("").await.map_err(of_source)?)?;
    let mut tables: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    let all = get("_mapping").await.map_err(of_source)?;
    let aliases = get("_alias").await.map_err(of_source)?;
    for (index, told) in all.as_object().into_iter().flatten().filter(|(name, _)| is_name(name)) {
        let names = aliases[index.as_str()]["aliases"].as_object().into_iter().flat_map(|all| all.keys());
        for name in names.filter(|name| is_name(name)).chain([index]) {
            tables.entry(name.clone()).or_default().push(told["mappings"].clone());
        }
    }
    for name in named.iter().filter(|name| !tables.contains_key(*name)).collect::<Vec<_>>() {
        if !is_name(name) {
            return Err(StoreError::Index(format!("\"{name}\" is not a name or pattern of indices.")));
        }
        let told = missing(get(&format!("{name}/_mapping")).await).map_err(of_source)?.unwrap_or_default();
        let mappings: Vec<Value> =
            told.as_object().into_iter().flatten().map(|(_, told)| told["mappings"].clone()).collect();
        if !mappings.is_empty() {
            tables.insert(name.clone(), mappings);
        }
    }
    let ours = |mapping: &Value| OURS.iter().all(|field| mapping["properties"].get(field).is_some());
    let tables = tables.into_iter().filter(|(_, mappings)| !mappings.iter().any(ours));
    let tables = tables.map(|(name, mappings)| table(name, &mappings)).collect();
    Ok(Indices { reader: Arc::new(Reader(client)), tables: Arc::new(tables) })
}

/// A name that is valid in a path and refers only to indices.
fn is_name(name: &str) -> bool {
    let good = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '*');
    !name.starts_with(['_', '.', '-', '*']) && name.chars().all(good)
}

/// Refuses unsupported products: OpenSearch, and Elasticsearch from 7.10 to 8, have the same searches.
fn known(told: &Value) -> Result<()> {
    let version = told["version"]["number"].as_str().unwrap_or_default();
    let mut parts = version.split('.').map(|part| part.parse().unwrap_or(0));
    let (major, minor) = (parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    let opensearch = told["version"]["distribution"] == "opensearch";
    match (opensearch, major, minor) {
        (true, 1.., _) | (false, 7, 10..) | (false, 8, _) => Ok(()),
        (false, 0, _) => Err(StoreError::Index("What answers there is neither OpenSearch nor Elasticsearch.".into())),
        _ => {
            let what = "is not supported. OpenSearch 1 and later, and Elasticsearch 7.10 to 8, are.";
            let name = if opensearch { "OpenSearch" } else { "Elasticsearch" };
            Err(StoreError::Index(format!("{name} {version} {what}")))
        }
    }
}

/// A table of the fields that are equal in all indices, or that only some of them have.
fn table(name: String, mappings: &[Value]) -> Looked {
    let mut fields: BTreeMap<String, (String, Nature)> = BTreeMap::new();
    for mapping in mappings {
        let mut found = Vec::new();
        walk(&mapping["properties"], "", 0, &mut found);
        for (path, (type_name, nature)) in found {
            let known = fields.entry(path).or_insert_with(|| (type_name.clone(), nature));
            if known.0 != type_name {
                *known = (format!("{} here and {type_name} there", known.0), Nature::Other);
            }
        }
    }
    let id = LookedColumn { name: ID.into(), type_name: ID.into(), nature: Nature::Text };
    let column = |(name, (type_name, nature))| LookedColumn { name, type_name, nature };
    let columns = [id].into_iter().chain(fields.into_iter().map(column)).collect();
    Looked { name, typed: true, columns, primary: vec![ID.into()], ..Looked::default() }
}

/// The fields below an object, by dotted path.
fn walk(properties: &Value, before: &str, depth: usize, into: &mut Vec<(String, (String, Nature))>) {
    for (name, field) in properties.as_object().into_iter().flatten() {
        let path = format!("{before}{name}");
        let inner = field.get("properties").filter(|_| field["type"].as_str().is_none_or(|kind| kind == "object"));
        match inner {
            Some(_) if field["enabled"] == false => {}
            Some(inner) if depth < MAX_DEPTH => walk(inner, &format!("{path}."), depth + 1, into),
            _ => into.push((path, of_field(field))),
        }
    }
}

/// A field's type; for text, including its subfield with the whole value.
fn of_field(field: &Value) -> (String, Nature) {
    let kept = |field: &Value| field["doc_values"] != false && field["index"] != false;
    let type_name = field["type"].as_str().unwrap_or("object");
    let nature = match type_name {
        "text" => {
            let parts = field["fields"].as_object().into_iter().flatten();
            let whole = parts.into_iter().find(|(_, part)| part["type"] == "keyword" && kept(part));
            let type_name = whole.map_or("text".to_owned(), |(part, _)| format!("text.{part}"));
            let nature = if field["index"] == false { Nature::Other } else { Nature::Text };
            return (type_name, nature);
        }
        _ if !kept(field) => return (format!("{type_name} without an index"), Nature::Other),
        "keyword" | "constant_keyword" => Nature::Text,
        "long" | "integer" | "short" | "byte" => Nature::Whole,
        "double" | "float" | "half_float" | "scaled_float" => Nature::Number,
        "date" => Nature::Date,
        "boolean" => Nature::Flag,
        _ => Nature::Other,
    };
    (type_name.to_owned(), nature)
}

/// A cluster's error as a source's error.
fn of_source(error: ClusterError) -> StoreError {
    StoreError::Index(match error {
        ClusterError::Unreachable(why) => {
            format!("The search cluster cannot be reached: {why}. Check its address, and that it is up.")
        }
        ClusterError::Untrusted(why) => {
            format!("The certificate of the search cluster is not trusted: {why}. Name its authority by ca_file.")
        }
        ClusterError::Denied { status, .. } => format!(
            "The search cluster does not accept the credentials ({status}). Check user and password, \
            or api_key, and that this user may read."
        ),
        other => other.to_string(),
    })
}

#[async_trait::async_trait]
impl IndexReader for Reader {
    async fn search(&self, index: &str, body: &Value, limit: Duration) -> Result<Value> {
        let path = format!("{index}/_search?allow_partial_search_results=false");
        let mut body = body.clone();
        body["timeout"] = json!(format!("{}ms", limit.as_millis()));
        let reply = self.0.call(Method::POST, &path, Some(body.to_string()), limit).await.map_err(of_source)?;
        if reply["timed_out"] != false || reply["_shards"]["failed"] != 0 {
            let what =
                "The search cluster answered only in part, or took too long. Ask for less, or check the cluster.";
            return Err(StoreError::Index(what.into()));
        }
        Ok(reply)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_dialects_are_spoken_to() {
        let told = |number: &str| json!({ "version": { "number": number } });
        let opensearch = json!({ "version": { "number": "2.19.1", "distribution": "opensearch" } });
        assert!(known(&opensearch).is_ok() && known(&told("7.17.3")).is_ok() && known(&told("8.15.0")).is_ok());
        for (version, says) in [("6.8.0", "Elasticsearch 6.8.0"), ("7.9.3", "7.10"), ("9.1.0", "not supported")] {
            let error = known(&told(version)).unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        }
        assert!(known(&json!({})).unwrap_err().to_string().contains("neither"));
    }

    #[test]
    fn mappings_become_columns() {
        let mapping = json!({ "properties": {
            "city": { "type": "text", "fields": { "raw": { "type": "keyword" } } },
            "note": { "type": "text" },
            "who": { "properties": { "age": { "type": "integer" }, "lines": { "type": "nested", "properties": {} } } },
            "price": { "type": "scaled_float" },
            "hidden": { "type": "keyword", "doc_values": false },
        } });
        let other = json!({ "properties": { "price": { "type": "keyword" } } });
        let table = table("orders".into(), &[mapping, other]);
        let column = |name: &str| table.column(name).map(|c| (c.type_name.as_str(), c.exact())).unwrap();
        assert_eq!(column("city"), ("text.raw", Some("city.raw".into())));
        assert_eq!(column("note"), ("text", None));
        assert_eq!(column("who.age"), ("integer", Some("who.age".into())));
        assert_eq!(column("who.lines"), ("nested", None));
        assert_eq!(column("price"), ("scaled_float here and keyword there", None));
        assert_eq!(column("hidden"), ("keyword without an index", None));
        assert!(table.is_index());
    }

    #[test]
    fn what_means_more_than_indices_is_no_name() {
        assert!(is_name("logs-2026.*") && is_name("orders"));
        for name in ["_all", "a/_search", "a?x", "<a-{now}>", "other:logs", "..", "*", "-a", "a,b"] {
            assert!(!is_name(name), "{name}");
        }
    }
}
