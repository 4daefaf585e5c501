//! Training rows for the reader, in the form of `server/reader/data`.

use anyhow::Context;
use model::error::AppError;
use reader::{Act, Keep, Role};
use serde::Deserialize;

/// A training line of the reader: a question with its spans marked, and its reading.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub act: Act,
    pub q: String,
    #[serde(default)]
    pub then: bool,
    #[serde(default)]
    pub agg: Option<reader::Aggregation>,
    #[serde(default)]
    pub order: Option<reader::Order>,
    #[serde(default)]
    pub one: bool,
    #[serde(default)]
    pub keep: Vec<Keep>,
}

/// A question without its marks, and the marked spans: role and words.
///
/// # Errors
/// For a mark without an end or a role.
pub fn unmarked(marked: &str) -> anyhow::Result<(String, Vec<(Role, String)>)> {
    let (mut text, mut spans, mut rest) = (String::new(), Vec::new(), marked);
    while let Some((before, after)) = rest.split_once('[') {
        let (inside, next) = after.split_once(']').context("a mark has no end")?;
        let (words, role) = inside.rsplit_once('|').context("a mark has no role")?;
        let role = Role::ALL.iter().find(|r| r.as_str() == role).with_context(|| format!("no role {role}"))?;
        text.push_str(before);
        text.push_str(words);
        spans.push((*role, words.to_owned()));
        rest = next;
    }
    text.push_str(rest);
    Ok((text, spans))
}

/// Whether these lines state how to read the question: a single line, or the previous turn and a follow-up.
pub fn check(rows: &str, question: &str) -> Result<(), AppError> {
    let wrong = |n: usize, what: String| AppError::invalid("rows", format!("Line {}: {what}.", n + 1));
    let lines: Vec<&str> = rows.lines().filter(|line| !line.trim().is_empty()).collect();
    if !(1..=2).contains(&lines.len()) {
        return Err(AppError::invalid(
            "rows",
            "Write one line, or two if the question follows on from the previous one.",
        ));
    }
    let mut last = String::new();
    for (n, line) in lines.iter().enumerate() {
        let row: Row = serde_json::from_str(line).map_err(|error| wrong(n, error.to_string()))?;
        if row.then != (n > 0) {
            return Err(wrong(n, "\"then\": true belongs only to the second line".into()));
        }
        last = unmarked(&row.q).map_err(|error| wrong(n, error.to_string()))?.0;
    }
    if last != question {
        return Err(wrong(lines.len() - 1, format!("without its marks it must read \u{201c}{question}\u{201d}")));
    }
    Ok(())
}
