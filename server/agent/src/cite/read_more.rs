//! `read_more`: rows of a result that were left out because it was long. It belongs to the loop, not to a skill: it
//! reads only what this run has already found. Numbers stay the same.

use std::sync::LazyLock;

use model::run::{Outcome, Run, ToolOutput};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Numbering, READ_MORE, show};
use llm::ToolSpec;
use tools::ToolError;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// Number of the first row to read.
    from: usize,
    /// Characters to skip in long texts.
    #[serde(default)]
    skip: usize,
}

/// The tool as a model sees it.
pub fn spec() -> ToolSpec {
    SPEC.clone()
}

static SPEC: LazyLock<ToolSpec> = LazyLock::new(|| ToolSpec {
    name: READ_MORE.into(),
    description: "Reads on in a result: rows that were left out, and texts with more characters than were shown."
        .into(),
    schema: base::schema::shown(&schemars::schema_for!(Args).to_value()),
});

/// A page of rows, at most `limit` characters.
pub fn read(run: &Run, args: &Value, limit: usize) -> Outcome {
    // The marks around it count towards what a model reads.
    match page(run, args, limit.saturating_sub(100)) {
        Ok(output) => Outcome::Ok { output },
        Err(error) => error.into(),
    }
}

fn page(run: &Run, args: &Value, limit: usize) -> Result<ToolOutput, ToolError> {
    let Args { from, skip } = serde_json::from_value(args.clone())
        .map_err(|e| ToolError::new(format!("Invalid arguments for {READ_MORE}: {e}.")))?;
    let numbering = Numbering::from_run(run);
    let text = show::page(&numbering, (from, skip), limit).ok_or_else(|| {
        ToolError::new(match numbering.len() {
            0 => "No result has rows yet.".to_owned(),
            last => format!("There is no row {from}. Rows have the numbers 1 to {last}."),
        })
    })?;
    let summary = format!("Rows from {from} on.");
    Ok(ToolOutput { summary, data: json!({ "text": text }), ..ToolOutput::default() })
}
