//! Numbers and lists as people write them.

use chrono::NaiveDate;
use serde_json::Value;

/// "1,234"; whole numbers without a fraction, others with one decimal.
pub fn count(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    let whole = group(rounded.trunc().abs() as u64);
    let sign = if rounded < 0.0 { "−" } else { "" };
    let tenth = ((rounded.abs() - rounded.abs().trunc()) * 10.0).round() as u64;
    if tenth == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{tenth}") }
}

/// The same for small values: below one with two decimals, so that something never reads as nothing.
pub fn fine(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    match rounded.abs() {
        r if r == 0.0 || r >= 1.0 => count(value),
        r => format!("{}{r}", if rounded < 0.0 { "−" } else { "" }),
    }
}

/// As the result has it, to two decimals: "26.68", "−0.02".
pub fn exact(value: f64) -> String {
    if value.fract() == 0.0 { count(value) } else { format!("{}", (value * 100.0).round() / 100.0).replace('-', "−") }
}

/// "1 day", "2.5 days".
pub fn days_of(value: f64) -> String {
    things(value, "day", "days")
}

/// "34%" of a share of 0 to 1; below one percent with one decimal, so that something never reads as nothing.
pub fn percent(share: f64) -> String {
    let value = share * 100.0;
    if value > 0.0 && value < 1.0 { format!("{value:.1}%") } else { format!("{:.0}%", value) }
}

/// "23.6%" of a share of 0 to 1, "24%" where that is all there is to say.
pub fn finer(share: f64) -> String {
    format!("{}%", (share * 1000.0).round() / 10.0)
}

/// "a, b and c".
pub fn and(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// "1 complaint", "2 complaints".
pub fn things(n: f64, one: &str, many: &str) -> String {
    format!("{} {}", count(n), if n == 1.0 { one } else { many })
}

/// The day of a field such as `{"date": "2026-01-16"}`, in full.
pub fn date(row: &Value) -> Option<String> {
    let day: NaiveDate = row.get("date")?.as_str()?.parse().ok()?;
    Some(app::model::time::full_date(day))
}

/// A quotation on one line, without the marks that would end it early.
pub fn quote(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.replace(['“', '”'], "\"").replace('[', "(").replace(']', ")")
}

/// The same of an excerpt, with "…" where it ends in the middle of a sentence.
pub fn excerpt(text: &str) -> String {
    let line = quote(text);
    let ends = line.trim_end_matches(['"', '\'', '’', ')', '*']).ends_with(['.', '!', '?', '…', ':']);
    if ends || line.is_empty() { line } else { format!("{line} …") }
}

fn group(mut n: u64) -> String {
    let mut parts = Vec::new();
    while n >= 1000 {
        parts.push(format!("{:03}", n % 1000));
        n /= 1000;
    }
    parts.push(n.to_string());
    parts.reverse();
    parts.join(",")
}

/// "states", "companies".
pub fn plural(noun: &str) -> String {
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ if noun.ends_with(['s', 'x', 'h']) => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        for (value, want) in
            [(0.0, "0"), (412.0, "412"), (13.733, "13.7"), (49_995.0, "49,995"), (1_000_000.0, "1,000,000")]
        {
            assert_eq!(count(value), want);
        }
        for (share, want) in [(0.3398, "34%"), (0.0, "0%"), (0.004, "0.4%"), (1.0, "100%")] {
            assert_eq!(percent(share), want);
        }
        for (value, want) in [(0.03, "0.03"), (0.5, "0.5"), (-0.48, "−0.48"), (1.25, "1.3"), (0.001, "0"), (14.0, "14")]
        {
            assert_eq!(fine(value), want);
        }
        for (text, want) in
            [("It closes", "It closes …"), ("It closes.", "It closes."), ("“Why?”", "\"Why?\""), ("", "")]
        {
            assert_eq!(excerpt(text), want);
        }
        assert_eq!([26.68, -0.02, 14.0, 1_200.0].map(exact), ["26.68", "−0.02", "14", "1,200"]);
        assert_eq!(and(&["a".into(), "b".into(), "c".into()]), "a, b and c");
        assert_eq!(things(1.0, "case", "cases"), "1 case");
    }
}
