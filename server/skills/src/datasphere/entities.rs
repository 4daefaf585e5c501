//! Names allowed in a request, and the properties of an entity according to `$metadata`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Value, json};

use outside::text;
use tools::ToolError;

const MAX_NAME_BYTES: usize = 128;

/// The name of an entity or a property.
pub fn name<'a>(what: &str, name: &'a str) -> Result<&'a str, ToolError> {
    let name = name.trim();
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    if name.len() > MAX_NAME_BYTES
        || !name.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
        || !name.chars().all(fits)
    {
        return Err(ToolError::new(format!(
            "{what} \"{}\" is not a name: use letters, digits, _ and . only. ds_list_entities and \
            ds_get_metadata list the names.",
            text::line(name, 80)
        )));
    }
    Ok(name)
}

/// "Region, Amount desc", each name checked; `order` allows asc and desc.
pub fn names(what: &str, list: &str, order: bool) -> Result<String, ToolError> {
    let piece = |piece: &str| -> Result<String, ToolError> {
        let words: Vec<&str> = piece.split_whitespace().collect();
        match words.as_slice() {
            [one, way @ ("asc" | "desc")] if order => Ok(format!("{} {way}", name(what, one)?)),
            _ => Ok(name(what, piece)?.to_owned()),
        }
    };
    Ok(list.split(',').map(piece).collect::<Result<Vec<String>, ToolError>>()?.join(","))
}

static TAGS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let tag =
        r#"<!--[\s\S]*?-->|<(?:\w+:)?(EntityType|EntitySet|PropertyRef|Property)\b((?:[^>"']|"[^"]*"|'[^']*')*)>"#;
    Regex::new(tag).ok()
});
static ATTRIBUTES: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"\s([\w:.]+)\s*=\s*(?:"([^"]*)"|'([^']*)')"#).ok());

/// Properties of an entity; `None` if `$metadata` does not have it.
pub fn properties(xml: &str, entity: &str) -> Option<Vec<Value>> {
    let tags: Vec<(&str, BTreeMap<&str, &str>)> = TAGS
        .as_ref()?
        .captures_iter(xml)
        .filter_map(|found| Some((found.get(1)?.as_str(), attributes(found.get(2)?.as_str()))))
        .collect();
    let set = tags.iter().find(|(tag, of)| *tag == "EntitySet" && of.get("Name") == Some(&entity));
    let kind = set.and_then(|(_, of)| of.get("EntityType").copied()).unwrap_or(entity);
    let kind = kind.rsplit('.').next().unwrap_or(kind);
    let at = tags.iter().position(|(tag, of)| *tag == "EntityType" && of.get("Name") == Some(&kind))?;
    let own = || tags.iter().skip(at + 1).take_while(|(tag, _)| matches!(*tag, "Property" | "PropertyRef"));
    let keys: Vec<&str> =
        own().filter(|(tag, _)| *tag == "PropertyRef").filter_map(|(_, of)| of.get("Name").copied()).collect();
    let property = |(_, of): &(&str, BTreeMap<&str, &str>)| {
        let name = of.get("Name").copied().unwrap_or_default();
        json!({ "name": name, "type": of.get("Type").copied().unwrap_or_default(), "key": keys.contains(&name) })
    };
    Some(own().filter(|(tag, _)| *tag == "Property").map(property).collect())
}

fn attributes(text: &str) -> BTreeMap<&str, &str> {
    let Some(all) = ATTRIBUTES.as_ref() else { return BTreeMap::new() };
    let pair = |found: regex::Captures<'_>| -> Option<(usize, usize, usize, usize)> {
        let (name, value) = (found.get(1)?, found.get(2).or_else(|| found.get(3))?);
        Some((name.start(), name.end(), value.start(), value.end()))
    };
    all.captures_iter(text).filter_map(pair).map(|(a, b, c, d)| (&text[a..b], &text[c..d])).collect()
}
