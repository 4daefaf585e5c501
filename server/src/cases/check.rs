//! Checks whether an answer is as a case expects.

use model::answer::Citation;
use model::review::case::{Case, Expected, label, number};
use model::run::{Outcome, Run};

use crate::agent::cite::settle;
use crate::agent::replay::record::NOT_RECORDED;

/// Failed expectations, in words.
pub fn failures(case: &Case, run: &Run) -> Vec<String> {
    let mut wrong = Vec::new();
    for call in run.calls() {
        if let Some(Outcome::Error { error, .. }) = call.outcome.as_ref()
            && error.starts_with(NOT_RECORDED)
        {
            wrong.push(format!("{}: {error}", call.tool));
        }
    }
    if case.declined {
        let says = (!declines(run)).then(|| "It must not be answered.".to_owned());
        return wrong.into_iter().chain(says).collect();
    }
    let (text, stated) = (answer_text(run), figures(&answer_text(run)));
    let open = case.expected.iter().filter(|expected| !holds(expected, run, &text, &stated));
    wrong.into_iter().chain(open.map(|expected| format!("Expected that the answer {expected}."))).collect()
}

/// Whether it is a clarification or declines the question.
pub fn declines(run: &Run) -> bool {
    let Some(answer) = &run.answer else { return true };
    let found = run.outputs().next().is_some();
    !found || answer.declines() || answer_text(run).starts_with("Nothing in the documents or messages answers that")
}

/// The text about the data: how the question was understood only repeats the question.
pub fn answer_text(run: &Run) -> String {
    let text = run.answer.as_ref().map_or("", |answer| answer.text.as_str());
    let own = |part: &&str| !part.starts_with("Understood as:") && !part.starts_with("Counted:");
    text.split("\n\n").filter(own).collect::<Vec<_>>().join("\n")
}

fn holds(expected: &Expected, run: &Run, text: &str, stated: &[f64]) -> bool {
    let lower = text.to_lowercase();
    let says = |words: &String| lower.contains(&words.to_lowercase());
    let none = lower.contains("there are no ");
    let near = |value: f64, stated: f64| {
        (stated.abs() - value.abs()).abs() <= tolerance(expected, value).max(shown(value, stated))
    };
    let figure = |value: f64| match &expected.row {
        Some(row) => cited(run, |stated| near(value, stated), row),
        None => stated.iter().any(|s| near(value, *s)) || value == 0.0 && none,
    };
    let cites = |id: &String| {
        let citations = run.answer.iter().flat_map(|answer| &answer.citations);
        citations.into_iter().any(|c| matches!(c, Citation::Record(source) if source.id == *id))
    };
    let read = |part: &String| {
        let parts = run.route.iter().flat_map(|route| &route.understood);
        parts.into_iter().any(|p| format!("{}: {}", p.role, p.label) == *part)
    };
    expected.value.is_none_or(figure)
        && expected.text.as_ref().is_none_or(says)
        && expected.absent.as_ref().is_none_or(|words| !says(words))
        && expected.record.as_ref().is_none_or(cites)
        && expected.reading.as_ref().is_none_or(read)
}

/// Whether a matching figure cites the row with this label.
fn cited(run: &Run, is: impl Fn(f64) -> bool, row: &str) -> bool {
    let rows = |call: &str, path: &str| {
        let all = run.answer.iter().flat_map(|answer| answer.rows());
        all.into_iter().any(|(_, r)| r.call == call && path.starts_with(&r.path) && label(&r.text) == row)
    };
    let claims = run.grounding.iter().flat_map(|g| &g.claims);
    claims.into_iter().any(|claim| {
        let found = claim.found.as_ref().filter(|found| found.cited);
        number(&claim.text).is_some_and(&is) && found.is_some_and(|found| rows(&found.call, &found.path))
    })
}

/// Half of the last decimal of a stated figure, if the value is no whole number: 16.26 matches 16.258.
fn shown(value: f64, stated: f64) -> f64 {
    let written = stated.to_string();
    let decimals = written.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    if value.fract() == 0.0 || decimals == 0 { 0.0 } else { 0.5 * 0.1_f64.powi(decimals as i32) + 1e-9 }
}

/// How far a figure may differ from `value`: without its own tolerance, half of its last stated decimal, and nothing
/// for a whole number.
pub fn tolerance(expected: &Expected, value: f64) -> f64 {
    let written = value.to_string();
    let decimals = written.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let rounding = if decimals == 0 { 0.0 } else { 0.5 * 0.1_f64.powi(decimals as i32) };
    expected.tolerance.unwrap_or(rounding) + 1e-9
}

/// The figures stated in a text: "1,234", "12.5", "34%". Citation numbers do not count.
fn figures(text: &str) -> Vec<f64> {
    let text = settle::without(text);
    let mut out = Vec::new();
    let chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        if !chars[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let negative = at > 0 && matches!(chars[at - 1], '-' | '−') && (at < 2 || !chars[at - 2].is_alphanumeric());
        let mut number = String::new();
        while at < chars.len()
            && (chars[at].is_ascii_digit()
                || matches!(chars[at], ',' | '.') && chars.get(at + 1).is_some_and(char::is_ascii_digit))
        {
            if chars[at] != ',' {
                number.push(chars[at]);
            }
            at += 1;
        }
        if let Ok(value) = number.parse::<f64>() {
            out.push(if negative { -value } else { value });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rounds_to_an_expected_figure_will_do() {
        let tolerance = |line: &str, value: f64| tolerance(&serde_json::from_str::<Expected>(line).unwrap(), value);
        assert!((5.37_f64 - 5.4).abs() <= tolerance(r#"{"value": 5.4}"#, 5.4));
        assert!((5.34_f64 - 5.4).abs() > tolerance(r#"{"value": 5.4}"#, 5.4));
        assert!(tolerance(r#"{"value": 441}"#, 441.0) < 0.01);
        assert!(tolerance(r#"{"value": 5.4, "tolerance": 0.5}"#, 5.4) > 0.4);
    }

    #[test]
    fn figures_of_a_text() {
        assert_eq!(
            figures("1,234 of 21,883 (5.64%), [77] case-0012, −3.5. [7-9]"),
            [1234.0, 21883.0, 5.64, 12.0, -3.5]
        );
    }
}
