//! `evals calls`: scripted calls with the fixed flow, and with a scripted model, so that the test knows every figure of
//! the comparison.

use evals::calls::{Line, compare};
use model::support::Outcome;
use server::agent::Settings;
use server::llm::{self, LlmConfig};

use crate::scripted_model::{ScriptedModel, Step};

fn written() -> Vec<Line> {
    let text = include_str!("../../../eval/calls.jsonl");
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
}

/// B-032: the fixed flow with the scripted calls, most of which deviate from its path.
#[tokio::test(flavor = "multi_thread")]
async fn the_fixed_flow_is_measured_on_written_calls() {
    let lines = written();
    assert!(lines.len() >= 20);
    let sides = compare(&lines, &Settings::default(), None).await.unwrap();
    let [rules] = sides.as_slice() else { panic!("without a model only the fixed flow is played") };
    println!("{} of {}: {:?}", rules.right, rules.calls, rules.wrong);
    assert_eq!((rules.who.as_str(), rules.calls, rules.model_calls), ("rules", lines.len(), 0));
    assert!(rules.on_path.0 + 1 >= rules.on_path.1, "{:?}", rules.wrong);
    assert_eq!(rules.in_order, rules.calls, "the checks come in the order of the process");
    assert!(rules.right + 3 >= rules.calls, "at most three wrong: {:?}", rules.wrong);
    assert_eq!(rules.reasoned, rules.tool_calls, "each step has its rule in the trace");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_is_measured_beside_it() {
    // It looks the customer up again and again, tries a ticket too early, and hands over.
    let mut steps = [
        ("find_customer", r#"{"phone": "+37060012345"}"#),
        ("create_ticket", r#"{"customer_id": "CUST001", "problem_type": "network_issue", "problem_description": "x"}"#),
        ("finish", r#"{"summary": "Handed over", "handed_over": true}"#),
    ]
    .into_iter()
    .cycle();
    let model = ScriptedModel::answering(64, move |_| {
        let (tool, args) = steps.next().unwrap();
        Step::text(&format!("Thought: I call {tool}.\nAction: {tool}\nAction Input: {args}"))
    })
    .await;
    let config = LlmConfig {
        provider: "compatible".into(),
        base_url: format!("{}/v1", model.url()),
        model: "scripted".into(),
        ..LlmConfig::default()
    };
    let lines: Vec<Line> = written().into_iter().take(1).collect();
    let asked = llm::build(&config).unwrap();
    let sides = compare(&lines, &Settings::default(), asked).await.unwrap();
    let [rules, react] = sides.as_slice() else { panic!("both are played") };
    assert_eq!((rules.right, react.right), (1, 0));
    assert_eq!(react.wrong[0].1, format!("it ended as {}", Outcome::HandedOver.as_str()));
    assert_eq!((react.model_calls, react.tool_calls, react.failed), (3, 2, 1), "{react:?}");
    assert_eq!((react.reasoned, react.recovered), (2, (0, 1)));
    assert!(react.tokens > 0);
    drop(model);
}
