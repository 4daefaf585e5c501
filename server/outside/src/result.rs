//! Converts another server's response to a tool result: JSON as it is, text containing JSON as that, other text as
//! lines. Its rows are numbered, cited and checked as for any tool.

use model::run::{Scope, ToolOutput};
use serde_json::{Value, json};

use super::text;
use tools::ToolError;

/// Maximum size of a response in bytes.
pub const MOST_BYTES: usize = 2 << 20;
/// Maximum lines of a text, and characters per line.
const MOST_LINES: usize = 2_000;
const LINE_CHARS: usize = 2_000;
/// Maximum depth; rows of a result are no deeper.
const MAX_DEPTH: usize = 16;

/// Text as JSON, if it is, or as lines.
pub fn of_text(text: &str) -> Value {
    match serde_json::from_str::<Value>(text.trim()) {
        Ok(value @ (Value::Object(_) | Value::Array(_))) => value,
        _ => {
            let lines: Vec<String> =
                text.lines().map(str::trim_end).filter(|l| !l.is_empty()).map(|l| text::lines(l, LINE_CHARS)).collect();
            let left_out = lines.len().saturating_sub(MOST_LINES);
            let mut data = json!({"lines": lines.into_iter().take(MOST_LINES).collect::<Vec<_>>()});
            if left_out > 0 {
                data["linesLeftOut"] = left_out.into();
            }
            data
        }
    }
}

/// A tool result. `from` is the responding server, for the summary.
///
/// # Errors
/// For a response that is too large.
pub fn output(data: Value, from: &str, scope: &Scope) -> Result<ToolOutput, ToolError> {
    let data = match clean(data, 0) {
        Value::Object(map) => Value::Object(map),
        Value::Array(items) => json!({"items": items}),
        Value::Null => json!({}),
        plain => json!({"value": plain}),
    };
    let bytes = data.to_string().len();
    if bytes > MOST_BYTES {
        let most = MOST_BYTES >> 20;
        return Err(ToolError::new(format!("The answer of {from} is larger than {most} MiB. Ask for less at once.")));
    }
    let counted = match data.as_object().and_then(|map| map.values().find_map(Value::as_array)) {
        Some(items) => {
            format!("{from} answered with {} {}.", items.len(), if items.len() == 1 { "item" } else { "items" })
        }
        None if data.as_object().is_some_and(serde_json::Map::is_empty) => format!("{from} answered with nothing."),
        None => format!("{from} answered."),
    };
    // Only built-in tools can apply the question's scope.
    let narrowed = if scope.is_empty() { "" } else { " It was not limited to the scope of the question." };
    Ok(ToolOutput { data, summary: format!("{counted}{narrowed}"), ..ToolOutput::default() })
}

/// Removes control characters, and anything deeper than `deep`.
fn clean(value: Value, deep: usize) -> Value {
    match value {
        Value::String(text) => text::lines(&text, usize::MAX - 1).into(),
        Value::Array(_) | Value::Object(_) if deep >= MAX_DEPTH => Value::Null,
        Value::Array(list) => list.into_iter().map(|v| clean(v, deep + 1)).collect(),
        Value::Object(map) => map.into_iter().map(|(name, v)| (text::line(&name, 200), clean(v, deep + 1))).collect(),
        plain => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_as_what_it_is() {
        assert_eq!(of_text(" {\"a\": 1} "), json!({"a": 1}));
        assert_eq!(of_text("one\n\ntwo\r\n"), json!({"lines": ["one", "two"]}));
        assert_eq!(of_text("17"), json!({"lines": ["17"]}));
        assert_eq!(of_text(&"x\n".repeat(2_100))["linesLeftOut"], 100);
    }

    #[test]
    fn an_answer_is_an_object_without_control_characters() {
        let output = output(json!([{"a": "x\u{1b}\u{0}y"}]), "crm", &Scope::default()).unwrap();
        assert_eq!(output.data, json!({"items": [{"a": "xy"}]}));
        assert_eq!(output.summary, "crm answered with 1 item.");
        let scope = Scope { product: Some("mortgage".into()), ..Scope::default() };
        assert!(super::output(json!(3), "crm", &scope).unwrap().summary.contains("not limited"));
    }
}
