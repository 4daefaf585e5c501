//! What a call asked to count apart: `{"of": "count", "where": {"values": ["negative"]}}` makes `matchingCount` a number of
//! negative ones.
//!
//! Deliberately not here: conditions on all that was counted (`leaf`).

use serde_json::Value;

use super::Index;
use crate::agent::ground::Observation;
use crate::agent::ground::read::stem::{Stem, known, stem};

/// Lets the words of such conditions speak of the fields that count what matches.
pub fn name_matching(index: &mut Index<'_>, observations: &[Observation<'_>]) {
    let mut words: Vec<&str> = Vec::new();
    observations.iter().for_each(|o| conditions(o.args, false, &mut words));
    let stems: Vec<_> = words.into_iter().map(stem).collect();
    const MATCHING: Stem = known("matching");
    for field in index.fields.iter_mut().filter(|f| f.stems.contains(&MATCHING)) {
        field.calls.extend(&stems);
    }
}

fn conditions<'a>(value: &'a Value, within: bool, out: &mut Vec<&'a str>) {
    match value {
        Value::Object(map) => {
            map.iter()
                .for_each(|(key, v)| conditions(v, within && key != "column" && key != "op" || key == "where", out));
        }
        Value::Array(items) => items.iter().for_each(|v| conditions(v, within, out)),
        Value::String(text) if within => out.push(text),
        _ => {}
    }
}
