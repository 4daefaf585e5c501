//! Answers from tools declared by the firm's own skills: their sentences, the rows of their lists, and what the
//! documents say about it.

use std::collections::{BTreeMap, BTreeSet};

use model::number::exact;
use model::run::PlannedCall;
use serde_json::{Map, Value};

use super::super::asked::SEARCH;
use super::super::plan;
use super::text::excerpt;
use super::{CitationIndex, finish, not_counted};
use crate::view::{Draft, View};

/// Rows of a list shown, those that a name and a sentence describe, and rows cited per sentence.
const MAX_ROWS: usize = 6;
const MAX_DESCRIBED_ROWS: usize = 40;
const MAX_CITED_ROWS: usize = 3;

/// The answer, once the calls are made.
pub fn answer(all: &[PlannedCall], view: &View<'_>) -> Draft {
    let cites = CitationIndex::for_view(view);
    let mut draft = Draft::default();
    let mut paragraphs: Vec<String> = Vec::new();
    for planned in all {
        let call = plan::made(view, planned);
        let Some(output) = call.and_then(|c| c.outcome.as_ref()?.output()) else {
            paragraphs.push(not_counted(call));
            continue;
        };
        if planned.tool == SEARCH {
            // The best one: the next best is mostly about something else.
            match output.sources.iter().find(|source| source.excerpt.chars().count() > 20) {
                Some(source) => {
                    let text = excerpt(&source.excerpt);
                    paragraphs.push(format!("{}{}: “{text}”{}", source.title, source.mark(), cites.record(source)));
                }
                None => draft.gaps.push("The documents say nothing of it that was found.".into()),
            }
            continue;
        }
        let parts: Vec<&Value> = output.data.as_object().into_iter().flatten().map(|(_, part)| part).collect();
        let told = parts.iter().flat_map(|part| match part {
            Value::Array(rows) => rows.iter().take(MAX_CITED_ROWS).collect::<Vec<_>>(),
            Value::Object(_) => vec![*part],
            _ => Vec::new(),
        });
        // The result's own values name the data's origin.
        paragraphs.push(format!("{}{}", output.summary, cites.rows(told.chain([&output.data]))));
        for rows in parts.iter().filter_map(|part| part.as_array()).filter(|rows| rows.len() > 1).take(2) {
            let names = names(rows);
            let described = rows.iter().all(|row| row["name"].is_string() && row["description"].is_string());
            let line = |fields: &Map<String, Value>| match described {
                true => described_line(fields),
                false => line(fields, &names),
            };
            let row = |row: &Value| row.as_object().map(|fields| format!("- {}{}", line(fields), cites.rows([row])));
            let most = if described { MAX_DESCRIBED_ROWS } else { MAX_ROWS };
            let mut lines: Vec<String> = rows.iter().take(most).filter_map(row).collect();
            if rows.len() > most {
                lines.push("- and others".to_owned());
            }
            paragraphs.push(lines.join("\n"));
        }
        // Its own skill's suggestions come before those for any desk.
        if let Ok(tool) = view.tools.get(&planned.tool) {
            let others = view.tools.all().iter().filter(|other| other.skill.name == tool.skill.name);
            let asks = tool.asks.iter().chain(others.filter_map(|other| other.asks.as_ref()));
            draft.follow_ups.extend(asks.flat_map(|asks| asks.follow_ups.iter().cloned()));
        }
    }
    draft.text = paragraphs.join("\n\n");
    finish(view, &cites, &mut draft);
    draft
}

/// The text fields, identifying ones first.
fn names(rows: &[Value]) -> Vec<&str> {
    let mut found: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (name, value) in rows.iter().filter_map(Value::as_object).flatten() {
        if let Value::String(text) = value {
            found.entry(name).or_default().insert(text);
        }
    }
    let mut names: Vec<(&str, usize)> = found.into_iter().map(|(name, values)| (name, values.len())).collect();
    names.sort_by_key(|(_, distinct)| std::cmp::Reverse(*distinct));
    names.into_iter().map(|(name, _)| name).collect()
}

/// "fi_invoices: Revenue invoices as they were posted (90 rows)".
fn described_line(fields: &Map<String, Value>) -> String {
    let text = |name: &str| fields.get(name).and_then(Value::as_str).unwrap_or_default();
    let rows = fields.get("rows").and_then(Value::as_f64).map(|rows| format!(" ({} rows)", exact(rows)));
    format!("{}: {}{}", text("name"), text("description").trim_end_matches('.'), rows.unwrap_or_default())
}

/// "Nordwerk, open: spend 890,000, share 47.1".
fn line(fields: &Map<String, Value>, names: &[&str]) -> String {
    let names: Vec<&str> = names.iter().filter_map(|name| fields.get(*name)?.as_str()).collect();
    let figure =
        |(name, value): (&String, &Value)| Some(format!("{} {}", name.replace('_', " "), exact(value.as_f64()?)));
    let figures: Vec<String> = fields.iter().filter_map(figure).collect();
    match figures.is_empty() {
        true => names.join(", "),
        false => format!("{}: {}", names.join(", "), figures.join(", ")),
    }
}
