//! Records that were asked for themselves: how many there are, then one a line with what a reader needs to act on it.

use model::time::full_date;
use serde_json::Value;

use super::super::CitationIndex;
use super::super::text::{excerpt, things};
use query::ast::Dataset;
use query::frame::QueryIntent;

/// Records that the answer names; the rest is behind the figure.
const NAMED: usize = 12;

/// The sentence that counts them, and the list.
pub(super) fn paragraphs(
    asked: &QueryIntent,
    data: &Value,
    (one, many): (&str, &str),
    cites: &CitationIndex<'_>,
) -> Vec<String> {
    let cases = asked.query.dataset == Dataset::Cases;
    let which = data["filters"]["which"].as_str().unwrap_or_default();
    let days = data["timeRange"]["label"].as_str().unwrap_or("all dates");
    let Some(total) = data["total"].as_f64() else { return Vec::new() };
    let cited = cites.rows([data]);
    if total == 0.0 {
        return vec![format!("There are no {many}{which}, {days}.{cited}")];
    }
    let list = data[if cases { "cases" } else { "communications" }].as_array().map(Vec::as_slice).unwrap_or_default();
    let shown = list.len().min(NAMED);
    let verb = if total == 1.0 { "is" } else { "are" };
    let first = match (total > shown as f64, asked.frame.late()) {
        (true, true) => " Those that were due first:",
        (true, false) => " The newest:",
        (false, _) => "",
    };
    let row = if cases { case } else { message };
    let lines: Vec<String> = list.iter().take(shown).map(|r| format!("- {}{}", row(r), cites.rows([r]))).collect();
    vec![format!("There {verb} {}{which}, {days}.{cited}{first}", things(total, one, many)), lines.join("\n")]
}

/// "case-0123, Northgate (gold): “Card blocked abroad”, high, open since 3 January 2026, due 7 January 2026, with A. Okafor".
pub fn case(row: &Value) -> String {
    let text = |name: &str| row[name].as_str().unwrap_or_default();
    let mut parts = vec![format!("“{}”", excerpt(text("title")).trim_end_matches(" …"))];
    parts.extend([text("priority").to_owned(), text("status").replace('_', " ")].into_iter().filter(|p| !p.is_empty()));
    parts.extend(day(text("opened")).map(|day| format!("opened {day}")));
    let due = text("deadline");
    if !due.is_empty() {
        parts.push(format!("due {due}"));
    }
    let with = text("assignedTo");
    parts.push(if with.is_empty() { "nobody assigned".to_owned() } else { format!("assigned to {with}") });
    let manager = text("relationshipManager");
    if !manager.is_empty() {
        parts.push(format!("relationship manager {manager}"));
    }
    format!("{}, {}: {}", text("id"), who(row), parts.join(", "))
}

/// "12 January 2026, Northgate (gold), by phone: “I cannot log in …”".
fn message(row: &Value) -> String {
    let text = |name: &str| row[name].as_str().unwrap_or_default();
    let when = day(text("date")).unwrap_or_default();
    format!("{when}, {}, by {}: “{}”", who(row), text("channel"), excerpt(text("excerpt")))
}

fn who(row: &Value) -> String {
    let name = row["customer"].as_str().unwrap_or_default();
    match row["tier"].as_str() {
        Some(tier) => format!("{name} ({tier})"),
        None => name.to_owned(),
    }
}

fn day(text: &str) -> Option<String> {
    text.parse().ok().map(full_date)
}
