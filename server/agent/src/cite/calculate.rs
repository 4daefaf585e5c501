//! `calculate`: worked-out figures as rows of their own, so that an answer can cite them. Every input must appear in a
//! result of the run, or be a small count that anybody can check.

use std::sync::LazyLock;

use model::rows::Cell;
use model::run::{Outcome, Run, ToolOutput};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Numbering, formula};
use llm::ToolSpec;
use tools::ToolError;

pub const NAME: &str = "calculate";

/// Maximum number of formulas per call.
const MOST: usize = 20;

/// Whole numbers up to this need no row: days of a year, parts of a whole, 100 for percent.
const MAX_UNCITED_INTEGER: f64 = 366.0;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// Each as "name = formula", e.g. "share of the three largest = (140 + 115 + 91) / 412 * 100".
    formulas: Vec<String>,
}

/// The tool as a model sees it.
pub fn spec() -> ToolSpec {
    SPEC.clone()
}

static SPEC: LazyLock<ToolSpec> = LazyLock::new(|| ToolSpec {
    name: NAME.into(),
    description: "Works out sums, differences, shares, means from figures of results; each becomes a row to cite."
        .into(),
    schema: base::schema::shown(&schemars::schema_for!(Args).to_value()),
});

/// The figures, each in a row.
pub fn calculate(run: &Run, args: &Value) -> Outcome {
    match rows(run, args) {
        Ok(output) => Outcome::Ok { output },
        Err(error) => error.into(),
    }
}

fn rows(run: &Run, args: &Value) -> Result<ToolOutput, ToolError> {
    let Args { formulas } = serde_json::from_value(args.clone())
        .map_err(|e| ToolError::new(format!("Invalid arguments for {NAME}: {e}.")))?;
    if formulas.is_empty() || formulas.len() > MOST {
        return Err(ToolError::new(format!("Give 1 to {MOST} formulas.")));
    }
    let known = values(run);
    let figures = formulas.iter().map(|text| figure(text, &known)).collect::<Result<Vec<Value>, ToolError>>()?;
    let summary = format!("{} worked out.", if figures.len() == 1 { "One figure" } else { "Figures" });
    Ok(ToolOutput { summary, data: json!({ "figures": figures }), ..ToolOutput::default() })
}

fn figure(text: &str, known: &[f64]) -> Result<Value, ToolError> {
    let (label, formula) = text.rsplit_once('=').unwrap_or(("", text));
    let (label, formula) = (label.trim(), formula.trim());
    let wrong = |why: String| ToolError::new(format!("\"{text}\" cannot be worked out: {why}."));
    let (value, numbers) = formula::value(formula).map_err(wrong)?;
    let stands = |n: &f64| {
        let near = |v: &&f64| (v.abs() - n).abs() < 0.005 || (v.abs() * 100.0 - n).abs() < 0.05;
        n.fract() == 0.0 && *n <= MAX_UNCITED_INTEGER || known.iter().any(|v| near(&v))
    };
    if let Some(n) = numbers.iter().find(|n| !stands(n)) {
        return Err(ToolError::new(format!("{n} is in no result. Use only figures of the results.")));
    }
    let value = (value * 10_000.0).round() / 10_000.0;
    let value = if value.fract() == 0.0 && value.abs() < 1e15 { json!(value as i64) } else { json!(value) };
    Ok(json!({ "label": if label.is_empty() { formula } else { label }, "value": value, "formula": formula }))
}

/// Every number of every row.
fn values(run: &Run) -> Vec<f64> {
    let numbering = Numbering::from_run(run);
    let rows = numbering.calls().iter().flat_map(|c| &c.tables).flat_map(|t| &t.rows);
    let cells = rows.flat_map(|r| &r.cells).filter_map(|c| if let Cell::Value(v) = c { v.as_f64() } else { None });
    cells.collect()
}
