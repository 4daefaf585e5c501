//! Texts of people and models in the conventions' form. Only if configured.

use model::run::Outcome;
use serde_json::{Value, json};

/// Maximum length of a text in characters; a result may be megabytes.
const MAX_TEXT_CHARS: usize = 16_000;

/// A message by a person or the desk, for `gen_ai.input.messages` and `gen_ai.output.messages`.
pub fn messages(role: &str, text: &str) -> String {
    let mut message = json!({"role": role, "parts": [{"type": "text", "content": cut(text)}]});
    if role == "assistant" {
        message["finish_reason"] = "stop".into();
    }
    json!([message]).to_string()
}

pub fn arguments(args: &Value) -> String {
    cut(&args.to_string())
}

pub fn result(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Ok { output } => cut(&output.data.to_string()),
        Outcome::Error { error, .. } => cut(error),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_TEXT_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_json_and_no_text_is_endless() {
        let told: Value = serde_json::from_str(&messages("assistant", "\"Twelve\", it says.")).unwrap();
        assert_eq!(told[0]["parts"][0]["content"], "\"Twelve\", it says.");
        assert_eq!(told[0]["finish_reason"], "stop");
        assert_eq!(cut(&"ž".repeat(MAX_TEXT_CHARS + 5)).chars().count(), MAX_TEXT_CHARS + 1);
    }
}
