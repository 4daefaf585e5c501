//! What a model has in a call besides the skill's tools: it says that the address is confirmed (B-012), and that the call
//! is over (B-005). The rules need neither: they know what they asked.

use std::sync::LazyLock;

use model::run::{Outcome, Run, ToolOutput};
use model::support::{CallState, Problem};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use llm::ToolSpec;

pub const CONFIRM: &str = "confirm_address";
pub const FINISH: &str = "finish";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "the fields are read where the call's state is folded")]
struct Confirm {
    /// The name that the caller gave; never the one in the records.
    caller_name: Option<String>,
    /// "no_internet", "slow_internet", "intermittent", "tv_no_signal" or "account".
    problem_type: Option<String>,
    /// The problem in the caller's words.
    problem_description: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "read from the call itself")]
struct Finish {
    /// One sentence for colleagues: what was wrong and how it ended.
    summary: String,
    /// What the caller is told last, in their language; a goodbye follows by itself.
    message: Option<String>,
    /// True where a colleague must call back: the caller is told so.
    handed_over: Option<bool>,
}

static SPECS: LazyLock<[ToolSpec; 2]> = LazyLock::new(|| {
    let spec = |name: &str, description: &str, schema: schemars::Schema| ToolSpec {
        name: name.into(),
        description: description.into(),
        schema: base::schema::shown(&schema.to_value()),
    };
    [
        spec(
            CONFIRM,
            "Notes that the caller has confirmed the address, and what their problem is. Nothing is checked before.",
            schemars::schema_for!(Confirm),
        ),
        spec(
            FINISH,
            "Ends the call, when nothing is left to do. The caller is told goodbye.",
            schemars::schema_for!(Finish),
        ),
    ]
});

/// As a model sees them.
pub fn specs() -> [ToolSpec; 2] {
    SPECS.clone()
}

/// What a call of such a tool comes to; `None` for any other.
pub fn own(earlier: &[Run], run: &Run, tool: &str, args: &Value) -> Option<Outcome> {
    if tool != CONFIRM || run.call.is_none() {
        return None;
    }
    let error = |text: String| Some(Outcome::Error { error: text, suggestion: None });
    let confirm: Confirm = match serde_json::from_value(args.clone()) {
        Ok(confirm) => confirm,
        Err(e) => return error(format!("The arguments of {CONFIRM} are not right: {e}.")),
    };
    if let Some(problem) = &confirm.problem_type
        && let Err(wrong) = problem.parse::<Problem>()
    {
        return error(format!("problem_type {wrong}."));
    }
    // Who was not asked has confirmed nothing.
    let before = CallState::of(earlier);
    let Some(address) = before.as_ref().and_then(|state| state.customer_address.as_ref()) else {
        return error("The caller has not been told the address yet: find the customer, and ask first. An address that the caller names is looked up by find_customer, which confirms it.".into());
    };
    let data = json!({ "success": true, "address": address });
    let summary = format!("The caller has confirmed {address}.");
    Some(Outcome::Ok { output: ToolOutput { data, summary, ..ToolOutput::default() } })
}
