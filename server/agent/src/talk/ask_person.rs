//! `ask_person`: a question back to whoever asked, with choices that the page shows as buttons. It ends the turn: the
//! choice is the next question of the conversation.

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::view::Draft;
use llm::ToolSpec;

pub const ASK_PERSON: &str = "ask_person";

/// Maximum number of choices, and of characters of each.
const MOST: (usize, usize) = (4, 200);

#[derive(Deserialize, JsonSchema)]
struct Args {
    question: String,
    /// Two to four, each a whole question or sentence that the person may send as it is.
    choices: Vec<String>,
}

/// The tool as a model sees it.
pub fn spec() -> ToolSpec {
    SPEC.clone()
}

static SPEC: LazyLock<ToolSpec> = LazyLock::new(|| ToolSpec {
    name: ASK_PERSON.into(),
    description: "Asks the person which of several meanings is meant and ends the turn. Only where the answers would \
        differ and none is likelier; otherwise assume the likelier, say so, and name the other."
        .into(),
    schema: base::schema::shown(&schemars::schema_for!(Args).to_value()),
});

/// The turn that a call of it ends; `None` if it asks nothing.
pub fn draft(args: &Value) -> Option<Draft> {
    let Args { question, choices } = serde_json::from_value(args.clone()).ok()?;
    let text = question.trim().to_owned();
    let fits = |choice: &String| !choice.is_empty() && choice.chars().count() <= MOST.1;
    let choices = choices.into_iter().map(|choice| choice.trim().to_owned()).filter(fits).take(MOST.0).collect();
    let reasons = vec!["The question can be read in more than one way.".to_owned()];
    (!text.is_empty()).then(|| Draft { text, follow_ups: choices, reasons, ..Draft::default() })
}
