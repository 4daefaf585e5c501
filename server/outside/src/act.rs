//! What every tool from outside has in common: who it may be called for, and what people are shown of one that acts.

use model::approval::{FieldChange, Proposal};
use serde_json::Value;

use super::text;
use tools::{ToolContext, ToolError};

/// Characters of a value: with more, nobody could see what they agree to.
const SHOWN: usize = 20_000;

/// A support call is about one caller, and a tool from outside cannot be held to that.
///
/// # Errors
/// In a support call.
pub fn at_the_desk(context: &ToolContext) -> Result<(), ToolError> {
    match context.call {
        Some(_) => Err(ToolError::new("Tools from outside are not used in support calls.")),
        None => Ok(()),
    }
}

/// Whether a part of it is not seen: orders to the program behind the tool could stand there.
fn hides(text: &str) -> bool {
    text.chars().any(|c| text::hidden(c) && !matches!(c, '\n' | '\t'))
}

/// What a person is asked to agree to: the call, argument by argument.
///
/// # Errors
/// For an argument that is too long to be shown, or holds what is not seen.
pub fn proposal(title: String, args: &Value) -> Result<Proposal, ToolError> {
    let change = |(name, value): (&String, &Value)| {
        let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        if hides(name) || hides(&shown) {
            let detail = format!("{name} holds characters that nobody sees. Write it without them.");
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
            assert!(refused.message.contains("nobody sees"), "{args}: {}", refused.message);
        }
    }
}
