//! Questions whose figures are known: read from a file, asked, and their answers marked. A line of the file is a JSON
//! object:
//!
//! `{"id": "c001", "database": "cfpb", "kind": "count", "split": "develop", "question": "…", "turns": ["…"], "sql": ["SELECT …"],
//! "expected": [{"value": 12, "tolerance": 0.5, "text": "…"}], "declined": false}`
//!
//! `question` is asked after `turns`, in one conversation. `expected` are figures (or texts, whatever their case) that the
//! answer must state; `tolerance` is absolute; if not given, what rounds to the figure will do (5.37 for 5.4). `sql` gives one value for each of them, for `--verify`.
//! `declined` marks questions that must not be answered with a figure.

use std::path::Path;

use anyhow::{Context, Result};
use model::run::Run;
use model::session::Ask;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::agent::Agent;
use crate::agent::cite::settle;
use crate::store::{Db, sessions};

#[derive(Clone, Debug, Deserialize)]
pub struct Line {
    pub id: String,
    pub database: String,
    pub kind: String,
    #[serde(default)]
    pub split: String,
    pub question: String,
    #[serde(default)]
    pub turns: Vec<String>,
    #[serde(default)]
    pub sql: Vec<String>,
    #[serde(default)]
    pub expected: Vec<Expected>,
    #[serde(default)]
    pub declined: bool,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Expected {
    pub value: Option<f64>,
    pub tolerance: Option<f64>,
    pub text: Option<String>,
}

impl Expected {
    /// How far a figure may be from `value`: without a tolerance of its own half of the last decimal that it is given
    /// to, and nothing for a whole number.
    pub(super) fn tolerance(&self, value: f64) -> f64 {
        let written = value.to_string();
        let decimals = written.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let rounding = if decimals == 0 { 0.0 } else { 0.5 * 0.1_f64.powi(decimals as i32) };
        self.tolerance.unwrap_or(rounding) + 1e-9
    }
}

/// How an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Mark {
    Right,
    /// It asked, or said that it cannot answer.
    Declined,
    /// Wrong, and the answer says of what it is not sure.
    Flagged,
    Wrong,
}

/// The lines of a file.
///
/// # Errors
/// When it cannot be read, or a line is in another form.
pub fn read(file: &Path) -> Result<Vec<Line>> {
    let text = std::fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let lines = text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty());
    lines
        .map(|(n, line)| serde_json::from_str(line).with_context(|| format!("{}, line {}", file.display(), n + 1)))
        .collect()
}

/// So many of the lines, the same each time and of each database in proportion: those whose ids have the smallest
/// hashes, so that nobody picks them.
pub fn sample(lines: Vec<Line>, count: usize) -> Vec<Line> {
    let hash = |line: &Line| Sha256::digest(&line.id);
    let all = lines.len().max(1);
    let mut groups: Vec<Vec<Line>> = Vec::new();
    for line in lines {
        match groups.iter_mut().find(|group| group[0].database == line.database) {
            Some(group) => group.push(line),
            None => groups.push(vec![line]),
        }
    }
    for group in &mut groups {
        group.sort_by_cached_key(hash);
        group.truncate((group.len() * count + all / 2) / all);
    }
    groups.concat()
}

/// Asks it in a conversation of its own, after its turns.
///
/// # Errors
/// When it cannot be asked; what the run fails on is told by the run.
pub async fn ask(db: &Db, agent: &Agent, line: &Line) -> Result<Run> {
    let mut session = None;
    let mut last = None;
    for query in line.turns.iter().chain([&line.question]) {
        let ask = Ask { query: query.clone(), session_id: session.clone(), ..Ask::default() };
        let asked = agent.ask(ask, "local", "evaluation").await?;
        last = Some(agent.finish(&asked.run_id).await?);
        session = Some(asked.session_id);
    }
    if let Some(session) = session {
        sessions::delete(db, &session).await?;
    }
    last.context("no question")
}

/// Whether one of the questions that were offered instead of an answer has the expected figures.
///
/// # Errors
/// When one cannot be asked.
pub async fn offered(db: &Db, agent: &Agent, line: &Line, run: &Run) -> Result<bool> {
    for question in &run.follow_ups {
        let instead = Line { question: question.clone(), turns: Vec::new(), ..line.clone() };
        if mark(&instead, &ask(db, agent, &instead).await?) == Mark::Right {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The figures that a text states: "1,234", "12.5", "34%". The numbers of citations are none.
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

/// How the answer is.
pub fn mark(line: &Line, run: &Run) -> Mark {
    let Some(answer) = &run.answer else { return Mark::Declined };
    // How it was understood repeats the question; only what is said of the data counts.
    let text: String = answer
        .text
        .split("\n\n")
        .filter(|p| !p.starts_with("Understood as:") && !p.starts_with("Counted:"))
        .collect::<Vec<_>>()
        .join("\n");
    let found = run.calls().any(|c| c.outcome.as_ref().is_some_and(|o| o.output().is_some()));
    let nothing = text.starts_with("Nothing in the documents or messages answers that");
    let declined = !found || answer.declines() || nothing;
    if line.declined || declined {
        return match (line.declined, declined) {
            (true, true) => Mark::Right,
            (false, _) => Mark::Declined,
            _ if answer.caveats().next().is_some() => Mark::Flagged,
            _ => Mark::Wrong,
        };
    }
    let stated = figures(&text);
    let lower = text.to_lowercase();
    let none = lower.contains("there are no ");
    let right = line.expected.iter().all(|e| {
        let value = e
            .value
            .is_none_or(|v| stated.iter().any(|s| (s.abs() - v.abs()).abs() <= e.tolerance(v)) || v == 0.0 && none);
        value && e.text.as_ref().is_none_or(|t| lower.contains(&t.to_lowercase()))
    });
    // What it was taken for, or what it passes over, stands in its first line.
    let said = ["Not taken into account", "Taken for "].iter().any(|begin| text.starts_with(begin));
    let doubted =
        said || answer.caveats().next().is_some() || run.grounding.as_ref().is_some_and(|g| g.grounded() < g.checked());
    match (right, doubted) {
        (true, _) => Mark::Right,
        (_, true) => Mark::Flagged,
        _ => Mark::Wrong,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rounds_to_an_expected_figure_will_do() {
        let tolerance = |line: &str, value: f64| serde_json::from_str::<Expected>(line).unwrap().tolerance(value);
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
