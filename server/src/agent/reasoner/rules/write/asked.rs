//! Answers from tools that a skill of the firm's own declares: their own sentences, the rows of their lists, and what the
//! documents say beside them.

use app::model::number::exact;
use app::model::run::PlannedCall;
use serde_json::{Map, Value};

use super::super::asked::SEARCH;
use super::{Cites, excerpt, finish, not_counted};
use crate::agent::view::{Draft, View};

/// Rows of a list that are told, and rows that a sentence cites.
const ROWS: usize = 6;
const CITED: usize = 3;

/// The answer, once the calls are made.
pub fn answer(all: &[PlannedCall], view: &View<'_>) -> Draft {
    let cites = Cites::of(view);
    let mut draft = Draft::default();
    let mut paragraphs: Vec<String> = Vec::new();
    for planned in all {
        let call = view.run.calls().filter(|c| c.tool == planned.tool && c.args == planned.args).last();
        let Some(output) = call.and_then(|c| c.outcome.as_ref()?.output()) else {
            paragraphs.push(not_counted(call));
            continue;
        };
        if planned.tool == SEARCH {
            let quoted = output.sources.iter().filter(|source| source.excerpt.chars().count() > 20).take(2);
            let lines: Vec<String> = quoted
                .map(|source| format!("- {}: “{}”{}", source.title, excerpt(&source.excerpt), cites.record(source)))
                .collect();
            if lines.is_empty() {
                draft.gaps.push("The documents say nothing of it that was found.".into());
            } else {
                paragraphs.push(lines.join("\n"));
            }
            continue;
        }
        let parts: Vec<&Value> = output.data.as_object().into_iter().flatten().map(|(_, part)| part).collect();
        let told = parts.iter().flat_map(|part| match part {
            Value::Array(rows) => rows.iter().take(CITED).collect::<Vec<_>>(),
            Value::Object(_) => vec![*part],
            _ => Vec::new(),
        });
        paragraphs.push(format!("{}{}", output.summary, cites.rows(told)));
        for rows in parts.iter().filter_map(|part| part.as_array()).filter(|rows| rows.len() > 1).take(2) {
            let row = |row: &Value| row.as_object().map(|fields| format!("- {}{}", line(fields), cites.rows([row])));
            let mut lines: Vec<String> = rows.iter().take(ROWS).filter_map(row).collect();
            if rows.len() > ROWS {
                lines.push(format!("- and {} more", rows.len() - ROWS));
            }
            paragraphs.push(lines.join("\n"));
        }
        if let Ok(tool) = view.tools.get(&planned.tool)
            && let Some(asks) = &tool.asks
        {
            draft.follow_ups.extend(asks.follow_ups.iter().cloned());
        }
    }
    draft.text = paragraphs.join("\n\n");
    finish(view, &cites, &mut draft);
    draft
}

/// "Nordwerk, open: spend 890,000, share 47.1".
fn line(fields: &Map<String, Value>) -> String {
    let mut names: Vec<&str> = Vec::new();
    let mut figures: Vec<String> = Vec::new();
    for (name, value) in fields {
        match value {
            Value::String(text) => names.push(text),
            Value::Number(number) => {
                figures.extend(number.as_f64().map(|n| format!("{} {}", name.replace('_', " "), exact(n))));
            }
            _ => {}
        }
    }
    match figures.is_empty() {
        true => names.join(", "),
        false => format!("{}: {}", names.join(", "), figures.join(", ")),
    }
}
