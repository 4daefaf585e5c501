//! `plumbline eval questions FILE`: asks every question of a file and compares the figures of the answers with those
//! expected. A line of the file is a JSON object:
//!
//! `{"id": "c001", "database": "cfpb", "kind": "count", "split": "develop", "question": "…", "turns": ["…"], "sql": ["SELECT …"],
//! "expected": [{"value": 12, "tolerance": 0.5, "text": "…"}], "declined": false}`
//!
//! `question` is asked after `turns`, in one conversation. `expected` are figures (or texts, whatever their case) that the
//! answer must state; `tolerance` is absolute; if not given, what rounds to the figure will do (5.37 for 5.4). `sql` gives one value for each of them, for `--verify`.
//! `declined` marks questions that must not be answered with a figure. Lines of another `database` than the one asked are
//! left out.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use app::model::answer::Grade;
use app::model::run::Run;
use app::model::session::Ask;
use serde::{Deserialize, Serialize};
use tokio_util::sync::CancellationToken;

use crate::agent::Agent;
use crate::agent::cite::settle;
use crate::config::Config;
use crate::store::analytics::evaluate;
use crate::store::{Db, sessions};

/// Ask the questions of a file, and compare the answers with the figures expected
#[derive(Debug, clap::Args)]
pub struct Args {
    /// JSON lines; the form is described in the README
    file: PathBuf,
    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
    /// Work the expected figures out again from the SQL in each line, and ask nothing
    #[arg(long)]
    verify: bool,
    /// Only the lines of this database ("cfpb", "demo"); what the data came from if not given
    #[arg(long)]
    only: Option<String>,
    /// Only the lines of this split ("develop", "held_out")
    #[arg(long)]
    split: Option<String>,
    /// Print every question that was not answered right
    #[arg(long)]
    list: bool,
}

#[derive(Clone, Debug, Deserialize)]
struct Line {
    id: String,
    database: String,
    kind: String,
    #[serde(default)]
    split: String,
    question: String,
    #[serde(default)]
    turns: Vec<String>,
    #[serde(default)]
    sql: Vec<String>,
    #[serde(default)]
    expected: Vec<Expected>,
    #[serde(default)]
    declined: bool,
}

#[derive(Clone, Debug, Deserialize)]
struct Expected {
    value: Option<f64>,
    tolerance: Option<f64>,
    text: Option<String>,
}

impl Expected {
    /// How far a figure may be from `value`: without a tolerance of its own half of the last decimal that it is given
    /// to, and nothing for a whole number.
    fn tolerance(&self, value: f64) -> f64 {
        let written = value.to_string();
        let decimals = written.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let rounding = if decimals == 0 { 0.0 } else { 0.5 * 0.1_f64.powi(decimals as i32) };
        self.tolerance.unwrap_or(rounding) + 1e-9
    }
}

/// How an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
enum Mark {
    Right,
    /// It asked, or said that it cannot answer.
    Declined,
    /// Wrong, and the answer says of what it is not sure.
    Flagged,
    Wrong,
}

#[derive(Clone, Debug, Default, Serialize)]
struct Count {
    questions: usize,
    right: usize,
    declined: usize,
    flagged: usize,
    wrong: usize,
}

pub async fn run(args: Args, config: Config) -> Result<()> {
    let text =
        std::fs::read_to_string(&args.file).with_context(|| format!("{} cannot be read", args.file.display()))?;
    let mut lines = Vec::new();
    for (n, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
        lines.push(
            serde_json::from_str::<Line>(line).with_context(|| format!("{}, line {}", args.file.display(), n + 1))?,
        );
    }
    let services = crate::cmd::open(config).await?;
    let database = match &args.only {
        Some(name) => name.clone(),
        None => evaluate::source(&services.db).await?.unwrap_or_default(),
    };
    lines.retain(|l| l.database == database && args.split.as_ref().is_none_or(|s| l.split == *s));
    if lines.is_empty() {
        bail!("No line of {} is about the data of this database ({database}).", args.file.display());
    }
    if args.verify {
        return verify(&services.db, &lines).await;
    }
    services.search.catch_up(&services.db, |_, _| {}).await?;
    let stop = CancellationToken::new();
    let keeper = {
        let (agent, stop) = (services.agent.clone(), stop.clone());
        tokio::spawn(async move { agent.keep(stop).await })
    };
    let mut marks: Vec<(Line, Mark, Run)> = Vec::new();
    for line in lines {
        let run = ask(&services.db, &services.agent, &line).await?;
        let mark = mark(&line, &run);
        marks.push((line, mark, run));
    }
    stop.cancel();
    let _ = keeper.await;
    services.db.close().await;
    report(&args, &database, &marks)
}

async fn ask(db: &Db, agent: &Agent, line: &Line) -> Result<Run> {
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

fn mark(line: &Line, run: &Run) -> Mark {
    let Some(answer) = &run.answer else { return Mark::Declined };
    // How it was understood repeats the question; only what is said of the data counts.
    let text: String =
        answer.text.split("\n\n").filter(|p| !p.starts_with("Understood as:")).collect::<Vec<_>>().join("\n");
    let found = run.calls().any(|c| c.outcome.as_ref().is_some_and(|o| o.output().is_some()));
    let nothing = text.starts_with("Nothing in the documents or messages answers that");
    let declined = !found || text.starts_with("I cannot answer") || nothing;
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
    let doubted =
        answer.caveats().next().is_some() || run.grounding.as_ref().is_some_and(|g| g.grounded() < g.checked());
    match (right, doubted) {
        (true, _) => Mark::Right,
        (_, true) => Mark::Flagged,
        _ => Mark::Wrong,
    }
}

async fn verify(db: &Db, lines: &[Line]) -> Result<()> {
    let mut wrong = 0;
    let mut checked = 0;
    for line in lines {
        let wanted: Vec<&Expected> = line.expected.iter().collect();
        if !line.sql.is_empty() && line.sql.len() != wanted.len() {
            bail!("{}: {} statements for {} expected figures.", line.id, line.sql.len(), wanted.len());
        }
        for (sql, expected) in line.sql.iter().zip(wanted) {
            checked += 1;
            let found = evaluate::value(db, sql).await.with_context(|| line.id.clone())?;
            let same = match (expected.value, &expected.text) {
                (Some(value), _) => {
                    let near = expected.tolerance(value).max(0.005);
                    found.parse::<f64>().is_ok_and(|f| (f - value).abs() <= near)
                }
                (None, Some(text)) => {
                    found.eq_ignore_ascii_case(text) || found.to_lowercase().contains(&text.to_lowercase())
                }
                _ => false,
            };
            if !same {
                wrong += 1;
                println!("{}: expected {:?} {:?}, the records give {found}", line.id, expected.value, expected.text);
            }
        }
    }
    println!("{checked} figures of {} questions worked out again, {wrong} differ.", lines.len());
    if wrong > 0 {
        bail!("{wrong} expected figures do not agree with the records.");
    }
    Ok(())
}

fn report(args: &Args, database: &str, marks: &[(Line, Mark, Run)]) -> Result<()> {
    let mut table: BTreeMap<(String, String), Count> = BTreeMap::new();
    for (line, mark, _) in marks {
        for key in
            [(line.split.clone(), line.kind.clone()), (line.split.clone(), "all".into()), ("all".into(), "all".into())]
        {
            let count = table.entry(key).or_default();
            count.questions += 1;
            match mark {
                Mark::Right => count.right += 1,
                Mark::Declined => count.declined += 1,
                Mark::Flagged => count.flagged += 1,
                Mark::Wrong => count.wrong += 1,
            }
        }
    }
    let graded =
        |grade| -> usize { marks.iter().filter_map(|(_, _, r)| r.grounding.as_ref()).map(|g| g.graded(grade)).sum() };
    let [cited, matched, not] = [Grade::Cited, Grade::Matched, Grade::Unverified].map(graded);
    if args.json {
        let rows: Vec<_> = table
            .iter()
            .map(|((split, kind), c)| serde_json::json!({"split": split, "kind": kind, "counts": c}))
            .collect();
        let each: Vec<_> = marks
            .iter()
            .map(|(l, m, r)| serde_json::json!({"id": l.id, "mark": m, "answer": r.answer.as_ref().map(|a| &a.text)}))
            .collect();
        println!(
            "{}",
            serde_json::json!({"database": database, "table": rows, "cited": cited, "matched": matched, "notVerified": not, "answers": each})
        );
        return Ok(());
    }
    println!(
        "{:<10} {:<14} {:>9} {:>6} {:>9} {:>8} {:>6}",
        "split", "kind", "questions", "right", "declined", "flagged", "wrong"
    );
    for ((split, kind), c) in &table {
        println!(
            "{split:<10} {kind:<14} {:>9} {:>6} {:>9} {:>8} {:>6}",
            c.questions, c.right, c.declined, c.flagged, c.wrong
        );
    }
    println!("Claims of the answers: {cited} cited, {matched} matched, {not} not verified.");
    if args.list {
        for (line, _, run) in marks {
            let open = run.grounding.iter().flat_map(|g| &g.claims).filter(|c| c.grade() != Grade::Cited);
            let answer = run.answer.as_ref().map_or("", |a| a.text.as_str());
            for claim in open {
                let from =
                    answer.char_indices().map(|(i, _)| i).rfind(|i| *i + 60 <= claim.start || *i == 0).unwrap_or(0);
                println!(
                    "{}, {}: {:?} in {:?} {}",
                    claim.grade(),
                    line.id,
                    claim.text,
                    answer.get(from..claim.end).unwrap_or_default(),
                    claim.problem.as_deref().unwrap_or_default()
                );
            }
        }
        for (line, mark, run) in marks.iter().filter(|(_, m, _)| *m != Mark::Right) {
            let answer = run.answer.as_ref().map_or("", |a| a.text.as_str());
            let turns: String = line.turns.iter().map(|t| format!("{t} → ")).collect();
            let want: Vec<String> = line
                .expected
                .iter()
                .map(|e| e.value.map_or_else(|| e.text.clone().unwrap_or_default(), |v| v.to_string()))
                .collect();
            println!(
                "\n{:?} {} {turns}{}\n  expected {}\n  {}",
                mark,
                line.id,
                line.question,
                want.join(", "),
                answer.chars().take(500).collect::<String>().replace('\n', "\n  ")
            );
        }
    }
    Ok(())
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
