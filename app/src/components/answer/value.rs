//! How names and values of a tool's result are displayed. Pure.

use chrono::NaiveDate;
use serde_json::Value;

use crate::components::words;
use crate::i18n::{self, locale};
use crate::model::rows;
use crate::t;

/// Capitalised wherever they occur in a name.
const ACRONYMS: [&str; 5] = ["id", "sla", "cdd", "nps", "csat"];

/// A field's name as words: `previousCount` is "previous count", `range.from` "range from", `last7Days` "last 7 days".
pub fn field_name(name: &str) -> String {
    let known = |word: &String| match word.as_str() {
        "ids" => "IDs".to_owned(),
        other if ACRONYMS.contains(&other) => other.to_uppercase(),
        other => other.to_owned(),
    };
    split(name).iter().map(known).collect::<Vec<_>>().join(" ")
}

/// A list's name as words, with the items around it unchanged: `topTopics[Crashes].days` is "top topics, Crashes,
/// days".
pub fn list_name(name: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let (part, item, after) = match rest.split_once('[') {
            Some((part, more)) => {
                let (item, after) = more.split_once(']').unwrap_or((more, ""));
                (part, item, after)
            }
            None => (rest, "", ""),
        };
        parts.extend(part.split('.').map(field_name));
        parts.push(item.to_owned());
        rest = after;
    }
    parts.retain(|part| !part.is_empty());
    parts.join(", ")
}

/// The words of a name, in lower case.
fn split(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = ' ';
    for c in name.chars() {
        let starts = c.is_uppercase() && !before.is_uppercase() || c.is_ascii_digit() != before.is_ascii_digit();
        if !c.is_alphanumeric() {
            words.push(String::new());
        } else if let Some(word) = words.last_mut().filter(|_| !starts || before == ' ') {
            word.extend(c.to_lowercase());
        } else {
            words.push(c.to_lowercase().collect());
        }
        before = if c.is_alphanumeric() { c } else { ' ' };
    }
    words.retain(|word| !word.is_empty());
    words
}

/// True for columns with only lists of ids: they mean nothing to a reader, and fill a row.
pub fn lists_ids(name: &str) -> bool {
    split(name).last().is_some_and(|word| word == "ids")
}

/// A value as displayed in its column: shares as percentages, days as dates, other numbers grouped.
pub fn cell_text(column: &str, value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(true) => t!("answer-yes"),
        Value::Bool(false) => t!("answer-no"),
        Value::Number(n) => n.as_f64().map_or_else(|| n.to_string(), |v| number(column, v)),
        Value::String(text) if is_name(text) => words::plain_name(text),
        Value::String(text) => day(text).map_or_else(|| text.trim().to_owned(), i18n::short_date),
        Value::Array(list) => list.iter().map(|v| cell_text(column, v)).collect::<Vec<_>>().join(", "),
        Value::Object(_) => value.to_string(),
    }
}

/// True for `release_note`: a member of a closed set of names, not written text.
fn is_name(text: &str) -> bool {
    text.contains('_') && text.bytes().all(|b| b == b'_' || b.is_ascii_lowercase())
}

/// A single value in brief, texts in quotation marks; `None` for lists and objects.
pub fn brief(column: &str, value: &Value) -> Option<String> {
    match value {
        Value::Null | Value::Array(_) | Value::Object(_) => None,
        Value::String(text) if day(text).is_none() => Some(match words::cut(text, 60) {
            Some((head, _)) => format!("“{head}…”"),
            None => format!("“{text}”"),
        }),
        _ => Some(cell_text(column, value)),
    }
}

/// The day in a text that is nothing but a day.
pub fn day(text: &str) -> Option<NaiveDate> {
    text.parse().ok()
}

fn number(column: &str, value: f64) -> String {
    let words = split(column);
    // "share", "shareOfAll", "negativeShare", "breachRate".
    let part = words.iter().any(|w| w == "share" || w == "rate") && (0.0..=1.0).contains(&value);
    match words.last().map(String::as_str) {
        Some("percent") => t!("answer-percent", value = value),
        _ if part => t!("answer-percent", value = value * 100.0),
        Some("year") => value.to_string(),
        // With two decimals most of a score between 0 and 1 would disappear.
        _ if value.abs() < 1.0 && value != 0.0 => printed(&rows::short(value)),
        _ => locale().exact(value),
    }
}

/// A number with all its digits, with the separators of the page's language.
pub fn printed(digits: &str) -> String {
    digits.replace('-', "−").replace('.', &t!("answer-decimal-mark"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_read_as_words() {
        for (name, want) in [
            ("previousCount", "previous count"),
            ("range.from", "range from"),
            ("last7Days", "last 7 days"),
            ("sla_hours", "SLA hours"),
            ("exampleIds", "example IDs"),
            ("customerID", "customer ID"),
            ("z", "z"),
            ("2", "2"),
            ("", ""),
        ] {
            assert_eq!(field_name(name), want, "{name}");
        }
        assert_eq!(list_name("topTopics[Login failures].byDay"), "top topics, Login failures, by day");
        assert_eq!((list_name("timeRange.data"), list_name("")), ("time range, data".into(), String::new()));
        assert!(lists_ids("exampleIds") && lists_ids("communication_ids") && !lists_ids("customerId"));
    }

    #[test]
    fn values_read_as_their_column_asks() {
        for (column, value, want) in [
            ("share", json!(0.3349), "33.49%"),
            ("breachRate", json!(0), "0%"),
            ("sharePercent", json!(84.2), "84.2%"),
            ("shareOfAll", json!(0.1805), "18.05%"),
            ("share", json!(45.67), "45.67"),
            ("count", json!(1234), "1,234"),
            ("byYear.year", json!(2026), "2026"),
            ("averageScore", json!(-0.28371), "−0.2837"),
            ("z", json!(11.462), "11.46"),
            ("isNew", json!(true), "yes"),
            ("firstDay", json!("2026-01-16"), "16 Jan 2026"),
            ("topic", json!(" Login failures "), "Login failures"),
            ("channel", json!("release_note"), "release note"),
            ("channels", json!(["email", "phone"]), "email, phone"),
            ("none", json!(null), ""),
        ] {
            assert_eq!(cell_text(column, &value), want, "{column}");
        }
    }

    #[test]
    fn values_are_told_in_brief() {
        for (column, value, want) in [
            ("share", json!(0.339_805_825), Some("33.98%")),
            ("count", json!(412), Some("412")),
            ("topic", json!("Crashes"), Some("“Crashes”")),
            ("day", json!("2026-01-16"), Some("16 Jan 2026")),
            ("days", json!([1, 2]), None),
            ("none", json!(null), None),
        ] {
            assert_eq!(brief(column, &value).as_deref(), want, "{value}");
        }
        assert_eq!(brief("excerpt", &json!("a ".repeat(60))).map(|t| t.chars().count()), Some(62));
    }
}
