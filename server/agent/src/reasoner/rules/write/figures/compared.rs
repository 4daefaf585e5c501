//! Two sources compared: how well they agree, both totals, and the largest differences with their causes.

use model::number::exact;
use model::text::capital;
use serde_json::Value;

use super::super::CitationIndex;

/// The sentences about a comparison.
pub(super) fn paragraphs(data: &Value, cites: &CitationIndex<'_>) -> Vec<String> {
    let text = |name: &str| data[name].as_str().unwrap_or_default();
    let unit = if text("unit").is_empty() { String::new() } else { format!(" {}", text("unit")) };
    let summary = &data["summary"];
    let number = |of: &Value| exact(of.as_f64().unwrap_or(0.0));
    let cited = cites.rows([summary]);
    let rows = number(&summary["totalRows"]);
    let mut told = vec![format!("{}.{}", text("interpretation"), cites.rows([data]))];
    let percent = summary["totalDiffPercent"].as_f64().map(|p| format!(" ({}%)", exact(p))).unwrap_or_default();
    told.push(format!(
        "The {} of {} is {}{unit}, that of {} {}{unit}: a difference of {}{unit}{percent}. {rows} rows were held against each \
         other; {} match, {} differ a little, {} differ much.{cited}",
        text("measure").replace('_', " "),
        text("sourceA"),
        number(&summary["totalSourceA"]),
        text("sourceB"),
        number(&summary["totalSourceB"]),
        exact(summary["totalDiff"].as_f64().unwrap_or(0.0).abs()),
        number(&summary["matches"]),
        number(&summary["minorDifferences"]),
        number(&summary["majorDifferences"]),
    ));
    let by: Vec<&str> = data["alignOn"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let top = data["topDifferences"].as_array().map(Vec::as_slice).unwrap_or_default();
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
        format!(
            "- {}: {} against {}, {} apart{percent}: {status}{because}{missing}{}",
            capital(&key.join(", ")),
            number(&row["sourceAValue"]),
            number(&row["sourceBValue"]),
            number(&row["absoluteDiff"]),
            cites.rows([row])
        )
    };
    if !top.is_empty() {
        told.push("The largest differences:".to_owned());
        told.push(top.iter().map(line).collect::<Vec<_>>().join("\n"));
        told.push(
            "What may be behind them: loads at different times, postings that are missing or stand twice, rounding, or another \
             currency. The figures do not say which source is right."
                .to_owned(),
        );
    }
    told
}
