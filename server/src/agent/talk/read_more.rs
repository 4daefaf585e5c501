//! `read_more`: the rest of a result that was too long for a model. It belongs to the loop, not to a skill: it reads what
//! this run has already found, and nothing else.

use std::sync::LazyLock;

use app::model::run::{Outcome, Run, ToolOutput};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::observe::{self, Numbered};
use crate::llm::ToolSpec;
use crate::tools::ToolError;

/// Its name.
pub const NAME: &str = "read_more";

/// Characters of a page. With what stands around it a page is never cut again.
const PAGE: usize = 1200;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// The call whose result is read on, such as "c3".
    call: String,
    /// The character to begin with, as the cut says it.
    offset: Option<usize>,
}

/// The tool as a model sees it.
pub fn spec() -> ToolSpec {
    SPEC.clone()
}

static SPEC: LazyLock<ToolSpec> = LazyLock::new(|| {
    let mut schema = schemars::schema_for!(Args).to_value();
    if let Some(object) = schema.as_object_mut() {
        object.remove("$schema");
        object.remove("title");
    }
    let description = "Reads on in a result that was cut. Only for results that say so.".into();
    ToolSpec { name: NAME.into(), description, schema: schema.into() }
});

/// A page of an earlier result.
pub fn read(run: &Run, args: &Value) -> Outcome {
    match page(run, args) {
        Ok(output) => Outcome::Ok { output },
        Err(error) => Outcome::Error { error: error.message, suggestion: error.suggestion },
    }
}

fn page(run: &Run, args: &Value) -> Result<ToolOutput, ToolError> {
    let args: Args = serde_json::from_value(args.clone())
        .map_err(|e| ToolError::new(format!("The arguments of {NAME} are not right: {e}.")))?;
    let known: Vec<String> =
        run.calls().filter(|c| c.tool != NAME && c.outcome.is_some()).map(|c| c.id.clone()).collect();
    let call = run.calls().find(|c| c.id == args.call && known.contains(&c.id));
    let call = call.ok_or_else(|| ToolError::unknown("result of call", &args.call, &known))?;
    let whole = observe::text(call, &Numbered::of(run));
    let total = whole.chars().count();
    let offset = args.offset.unwrap_or(0);
    if offset >= total {
        return Err(ToolError::new(format!(
            "The result of {} has {total} characters; offset {offset} is behind its end.",
            call.id
        )));
    }
    let text: String = whole.chars().skip(offset).take(PAGE).collect();
    let end = offset + text.chars().count();
    Ok(ToolOutput {
        summary: format!("Characters {offset} to {end} of {total} of the result of {}.", call.id),
        data: json!({"call": call.id, "text": text, "next": (end < total).then_some(end)}),
        ..ToolOutput::default()
    })
}

#[cfg(test)]
mod tests {
    use app::model::run::{Call, Step, StepKind};

    use super::*;

    #[test]
    fn pages_give_the_whole_result() {
        let data = json!({"list": (0..700).collect::<Vec<u32>>(), "end": "š"});
        let mut run = Run::new("r");
        let call = Call {
            id: "c1".into(),
            iteration: 1,
            tool: "t".into(),
            args: json!({}),
            offset_ms: 0,
            duration_ms: None,
            outcome: Some(Outcome::Ok { output: ToolOutput { data: data.clone(), ..ToolOutput::default() } }),
        };
        run.steps.push(Step { seq: 1, offset_ms: 0, kind: StepKind::Calls { calls: vec![call] }, models: Vec::new() });
        let (mut offset, mut all) = (Some(0), String::new());
        while let Some(at) = offset {
            let outcome = read(&run, &json!({"call": "c1", "offset": at}));
            let output = outcome.output().unwrap();
            all.push_str(output.data["text"].as_str().unwrap());
            offset = output.data["next"].as_u64();
        }
        assert_eq!(all, format!("\nData: {data}"));
        for (args, says) in [
            (json!({"call": "c9"}), "No result of call \"c9\""),
            (json!({"call": "c1", "offset": 99999}), "behind its end"),
            (json!({"call": 3}), "not right"),
        ] {
            let Outcome::Error { error, .. } = read(&run, &args) else { panic!("{args} was read") };
            assert!(error.contains(says), "{error}");
        }
    }
}
