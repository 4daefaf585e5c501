//! The calls of queries.

use std::collections::BTreeMap;

use model::run::PlannedCall;
use reader::Order;
use serde_json::{Value, json};

use query::ast::Dataset;
use query::frame::{AnswerKind, QueryIntent};

pub const TOOL: &str = "query_data";

/// The one of the seven intents (D-037).
pub fn intent(all: &[QueryIntent]) -> &'static str {
    if all.first().is_some_and(|intent| intent.against.is_some()) {
        return "COMPARISON";
    }
    match all.first().map(|intent| intent.kind) {
        Some(AnswerKind::Change | AnswerKind::Versus) => "COMPARISON",
        Some(AnswerKind::Groups | AnswerKind::Extreme | AnswerKind::GroupCount | AnswerKind::List) => "LISTING",
        _ => "AGGREGATION",
    }
}

/// The thought before the calls.
pub fn thought(all: &[QueryIntent]) -> String {
    match all.len() {
        1 if all[0].against.is_some() => "These are two sources to compare: one comparison.".to_owned(),
        1 if is_list(&all[0]) => "These are records to list: one query.".to_owned(),
        1 => "This is a figure that the records give exactly: one query.".to_owned(),
        n => format!("These are {n} questions: a query for each."),
    }
}

/// The call for an intent.
pub fn planned(intent: &QueryIntent) -> PlannedCall {
    PlannedCall { tool: tool(intent).into(), args: arguments(intent) }
}

/// Whether it lists the records themselves instead of counting them.
pub fn is_list(intent: &QueryIntent) -> bool {
    let records = matches!(intent.query.dataset, Dataset::Communications | Dataset::Cases);
    intent.frame.act == reader::Act::List && intent.query.group_by.is_empty() && records && intent.against.is_none()
}

/// The tool that counts or lists.
pub fn tool(intent: &QueryIntent) -> &'static str {
    match intent.query.dataset {
        _ if intent.against.is_some() => "compare_sources",
        Dataset::Cases if is_list(intent) => "list_cases",
        _ if is_list(intent) => "list_communications",
        _ => TOOL,
    }
}

fn arguments(intent: &QueryIntent) -> Value {
    if let Some(other) = intent.against {
        return compared(intent, other);
    }
    if !is_list(intent) {
        return json!({ "typed": intent.query });
    }
    let mut args = json!({ "typed": intent.query });
    if let Some(sort) = sort(intent) {
        args["sort"] = json!(sort);
    }
    if let Some(most) = intent.frame.limit.or(intent.frame.one.then_some(1)) {
        args["top"] = json!(most.min(50));
    }
    args
}

/// Two sources compared by their grouping, if given.
fn compared(intent: &QueryIntent, other: Dataset) -> Value {
    let by = intent.frame.groups.iter().map(|group| group.name());
    let mut filters: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for slot in intent.frame.filters.iter().filter(|slot| !slot.negated) {
        filters.entry(&slot.column).or_default().extend(slot.values.iter().map(String::as_str));
    }
    json!({
        "sourceA": intent.query.dataset,
        "sourceB": other,
        "measure": intent.frame.measure,
        "alignOn": by.collect::<Vec<_>>(),
        "filters": filters,
    })
}

/// The sort key of a list: the order asked for, else by deadline where that is a condition. The newest come first by
/// themselves.
pub fn sort(intent: &QueryIntent) -> Option<&'static str> {
    let frame = &intent.frame;
    let by_deadline = frame.late() || frame.filter("due_on").is_some();
    match (intent.query.dataset, frame.order) {
        (Dataset::Cases, Some(Order::Soonest)) => Some("deadline"),
        (Dataset::Cases, Some(Order::Longest | Order::Worst)) => Some("longest"),
        (_, Some(Order::Oldest)) => Some("oldest"),
        (Dataset::Cases, _) => by_deadline.then_some("deadline"),
        (_, Some(Order::Worst | Order::Least)) => Some("most_negative"),
        _ => None,
    }
}
