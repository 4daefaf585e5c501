//! Listed records: their number, then a table with what a reader needs to act on them.

use serde_json::Value;

use super::super::super::figures::sort;
use super::super::CitationIndex;
use super::super::rows::{date, list, text};
use super::super::text::{excerpt, table, things};
use query::ast::Dataset;
use query::frame::QueryIntent;

/// Maximum number of records named in the answer; the rest is linked from the figure.
const MAX_NAMED_RECORDS: usize = 12;

/// The sentence with their number, and the list.
pub(super) fn paragraphs(
    asked: &QueryIntent,
    data: &Value,
    ((one, many), when): ((String, String), String),
    cites: &CitationIndex<'_>,
) -> Vec<String> {
    let cases = asked.query.dataset == Dataset::Cases;
    let which = data["filters"]["which"].as_str().unwrap_or_default();
    let Some(total) = data["total"].as_f64() else { return Vec::new() };
    let cited = cites.rows([data]);
    if total == 0.0 {
        return vec![format!("There are no {many}{which}{when}.{cited}")];
    }
    let rows = list(data, if cases { "cases" } else { "communications" });
    let shown = rows.len().min(MAX_NAMED_RECORDS);
    let verb = if total == 1.0 { "is" } else { "are" };
    let first = match sort(asked) {
        _ if total <= shown as f64 => "",
        Some("deadline") => " The first due:",
        Some("oldest") => " The oldest:",
        Some("longest") => " Those that took longest:",
        Some("most_negative") => " The most negative:",
        _ => " The newest:",
    };
    let shown = &rows[..shown];
    let table = if cases { case_table(shown, cites) } else { messages(shown, cites) };
    vec![format!("There {verb} {}{which}{when}.{cited}{first}", things(total, &one, &many)), table]
}

/// A text in a cell.
fn cell(text: &str) -> String {
    excerpt(text).trim_end_matches(" …").to_owned()
}

/// Cases with what is needed to act on them.
pub fn case_table(rows: &[Value], cites: &CitationIndex<'_>) -> String {
    let days = |n: f64| things(n, "day", "days");
    let age = |row: &Value| row["ageDays"].as_f64().map(days).unwrap_or_default();
    let due = |row: &Value| match row["daysLeft"].as_f64() {
        Some(0.0) => "due today".to_owned(),
        Some(left) if left < 0.0 => format!("{} overdue", days(left.abs())),
        Some(left) => format!("{} left", days(left)),
        None => String::new(),
    };
    let row = |row: &Value| {
        let text = |name| text(row, name);
        let with = Some(text("assignedTo")).filter(|name| !name.is_empty()).unwrap_or("nobody");
        vec![
            text("id").to_owned(),
            who(row),
            cell(text("title")),
            text("priority").to_owned(),
            age(row),
            due(row),
            format!("{with}{}", cites.rows([row])),
        ]
    };
    let heads = ["Case", "Customer", "About", "Priority", "Age", "Due", "Assigned to"];
    table(&heads, rows.iter().map(row))
}

fn messages(rows: &[Value], cites: &CitationIndex<'_>) -> String {
    let row = |row: &Value| {
        let text = |name| text(row, name);
        let topic = Some(text("subcategory")).filter(|topic| !topic.is_empty()).unwrap_or(text("category"));
        let words = format!("“{}”{}", excerpt(text("excerpt")), cites.rows([row]));
        let when = date(row).unwrap_or_default();
        vec![when, who(row), text("channel").into(), topic.into(), text("sentiment").into(), words]
    };
    table(&["Date", "Customer", "By", "Topic", "Mood", "Text"], rows.iter().map(row))
}

fn who(row: &Value) -> String {
    let name = text(row, "customer");
    match row["tier"].as_str() {
        Some(tier) => format!("{name} ({tier})"),
        None => name.to_owned(),
    }
}
