//! Two sources compared: how well they agree, both totals, and the largest differences with their causes.

use model::number::exact;
use model::text::capital;
use serde_json::Value;

use super::super::CitationIndex;
use super::super::rows::{list, number, text};

/// The sentences about a comparison.
pub(super) fn paragraphs(data: &Value, cites: &CitationIndex<'_>) -> Vec<String> {
    let text = |name| text(data, name);
    let unit = if text("unit").is_empty() { String::new() } else { format!(" {}", text("unit")) };
    let summary = &data["summary"];
    let figure = |row: &Value, field: &str| exact(number(row, field));
    let cited = cites.rows([summary]);
    let rows = figure(summary, "totalRows");
    let mut told = vec![format!("{}.{}", text("interpretation"), cites.rows([data]))];
    let percent = summary["totalDiffPercent"].as_f64().map(|p| format!(" ({}%)", exact(p))).unwrap_or_default();
    told.push(format!(
        "The {} of {} is {}{unit}, that of {} {}{unit}: a difference of {}{unit}{percent}. {rows} rows were held against each \
         other; {} match, {} differ a little, {} differ much.{cited}",
        text("measure").replace('_', " "),
        text("sourceA"),
        figure(summary, "totalSourceA"),
        text("sourceB"),
        figure(summary, "totalSourceB"),
        exact(number(summary, "totalDiff").abs()),
        figure(summary, "matches"),
        figure(summary, "minorDifferences"),
        figure(summary, "majorDifferences"),
    ));
    let by: Vec<&str> = list(data, "alignOn").iter().filter_map(Value::as_str).collect();
    let top = list(data, "topDifferences");
    let line = |row: &Value| {
        let key: Vec<String> = by
            .iter()
            .map(|name| format!("{} {}", name.replace('_', " "), row[*name].as_str().unwrap_or("none")))
            .collect();
        let percent = row["percentageDiff"].as_f64().map(|p| format!(", {}%", exact(p))).unwrap_or_default();
        let because = row["because"].as_str().map(|b| format!("; {b}")).unwrap_or_default();
        let missing = match row["missing"].as_str() {
            Some("missing_in_a") => format!("; {} has no such row", text("sourceA")),
            Some(_) => format!("; {} has no such row", text("sourceB")),
            None => String::new(),
        };
        let status = row["status"].as_str().unwrap_or_default().replace("_diff", " difference");
        Some(format!(
            "{}: {} against {}, {} apart{percent}: {status}{because}{missing}",
            capital(&key.join(", ")),
            figure(row, "sourceAValue"),
            figure(row, "sourceBValue"),
            figure(row, "absoluteDiff"),
        ))
    };
    if !top.is_empty() {
        told.push("The largest differences:".to_owned());
        told.push(cites.lines(top, line));
        told.push(
            "What may be behind them: loads at different times, postings that are missing or stand twice, rounding, or another \
             currency. The figures do not say which source is right."
                .to_owned(),
        );
    }
    told
}
