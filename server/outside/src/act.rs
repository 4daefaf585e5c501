//! Common to all external tools: who may call them, and how a proposed call is shown.

use model::approval::{FieldChange, Proposal};
use serde_json::Value;

use super::text;
use tools::{ToolContext, ToolError};

/// Maximum length of a value in characters: longer ones cannot be reviewed.
const SHOWN: usize = 20_000;

/// Refuses external tools in support calls, which are about one caller: external tools cannot be restricted to one.
///
/// # Errors
/// In a support call.
pub fn at_the_desk(context: &ToolContext) -> Result<(), ToolError> {
    match context.call {
        Some(_) => Err(ToolError::new("Tools from outside are not used in support calls.")),
        None => Ok(()),
    }
}

/// Whether it contains invisible characters, which could hide instructions for the program behind the tool.
fn hides(text: &str) -> bool {
    text.chars().any(|c| text::hidden(c) && !matches!(c, '\n' | '\t'))
}

/// The proposal to approve: the call, argument by argument.
///
/// # Errors
/// For an argument that is too long to show or has invisible characters.
pub fn proposal(title: String, args: &Value) -> Result<Proposal, ToolError> {
    let change = |(name, value): (&String, &Value)| {
        let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        if hides(name) || hides(&shown) {
            let detail = format!("{name} has invisible characters. Remove them.");
            return Err(ToolError::new(detail));
        }
        if shown.chars().count() > SHOWN {
            return Err(ToolError::new(format!("{name} is longer than {SHOWN} characters. Shorten it.")));
        }
        Ok(FieldChange::new(name, text::lines(&shown, SHOWN)))
    };
    let given = args.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null());
    let changes = given.map(change).collect::<Result<_, _>>()?;
    Ok(Proposal { title: text::line(&title, 200), changes })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::proposal;

    #[test]
    fn what_nobody_sees_is_not_agreed_to() {
        assert!(proposal("Call".into(), &json!({"text": "Please close\nthe account", "n": 1})).is_ok());
        for args in [
            json!({"text": "Please close\u{E0041}\u{E0042}"}),
            json!({"list": ["a", "b\u{202E}c"]}),
            json!({"na\u{200B}me": 1}),
        ] {
            let refused = proposal("Call".into(), &args).unwrap_err();
            assert!(refused.message.contains("invisible characters"), "{args}: {}", refused.message);
        }
    }
}
