//! Questions with known figures: read from a file, asked, and their answers marked. A line of the file is a JSON
//! object:
//!
//! `{"id": "c001", "database": "cfpb", "kind": "count", "split": "develop", "question": "…", "turns": ["…"], "sql":
//! ["SELECT …"], "expected": [{"value": 12, "tolerance": 0.5, "text": "…"}], "declined": false}`
//!
//! `question` is asked after `turns`, in one conversation. `expected` are figures (or texts, ignoring case) that the
//! answer must state; `tolerance` is absolute; by default, anything that rounds to the figure (5.37 for 5.4). `sql`
//! gives one value each, for `--verify`. `declined` marks questions not to be answered with a figure. Review cases have
//! this form, with more fields.

use std::path::Path;

use anyhow::{Context, Result};
pub use model::review::case::{Case as Line, Expected, Recording};
use model::run::Run;
use model::session::Ask;
use serde::Serialize;
use sha2::{Digest, Sha256};

use server::agent::{Agent, recorded};
use server::cases::check;
use server::store::{Db, sessions};

/// The mark of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Mark {
    Right,
    /// It asked back, or said that it cannot answer.
    Declined,
    /// Wrong, but the answer says what it is unsure of.
    Flagged,
    Wrong,
}

/// The lines of a file.
pub fn read(file: &Path) -> Result<Vec<Line>> {
    let text = std::fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let lines = text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty());
    lines
        .map(|(n, line)| serde_json::from_str(line).with_context(|| format!("{}, line {}", file.display(), n + 1)))
        .collect()
}

/// This many of the lines, always the same and proportional by database: those whose ids have the smallest hashes, so
/// that nobody picks them.
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

/// Asks it in a new conversation, after its turns.
///
/// # Errors
/// If it cannot be asked; a failure of the run is in the run.
pub async fn ask(db: &Db, agent: &Agent, line: &Line) -> Result<Run> {
    let run = ask_in_conversation(agent, line).await?;
    sessions::delete(db, &run.session_id).await?;
    Ok(run)
}

/// The same, with the record of the conversation; `None` if its last run awaits a person.
///
/// # Errors
/// As [`ask`].
pub async fn ask_recorded(db: &Db, agent: &Agent, line: &Line) -> Result<(Run, Option<Recording>)> {
    let run = ask_in_conversation(agent, line).await?;
    let recording = recorded::read(db, &run.session_id, None).await.ok();
    sessions::delete(db, &run.session_id).await?;
    Ok((run, recording))
}

async fn ask_in_conversation(agent: &Agent, line: &Line) -> Result<Run> {
    let (mut session_id, mut last) = (None, None);
    for query in line.turns.iter().chain([&line.question]) {
        let ask = Ask { query: query.clone(), session_id, ..Ask::default() };
        let asked = agent.ask(ask, "local", "evaluation").await?;
        last = Some(agent.finish(&asked.run_id).await?);
        session_id = Some(asked.session_id);
    }
    last.context("no question")
}

/// Whether one of the questions offered instead of an answer has the expected figures.
pub async fn offered(db: &Db, agent: &Agent, line: &Line, run: &Run) -> Result<bool> {
    for question in &run.follow_ups {
        let instead = Line { question: question.clone(), turns: Vec::new(), ..line.clone() };
        if mark(&instead, &ask(db, agent, &instead).await?) == Mark::Right {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Marks the answer.
pub fn mark(line: &Line, run: &Run) -> Mark {
    let Some(answer) = &run.answer else { return Mark::Declined };
    let declined = check::declines(run);
    if line.declined || declined {
        return match (line.declined, declined) {
            (true, true) => Mark::Right,
            (false, _) => Mark::Declined,
            _ if answer.caveats().next().is_some() => Mark::Flagged,
            _ => Mark::Wrong,
        };
    }
    let right = check::failures(line, run).is_empty();
    let text = check::answer_text(run);
    // The reading, or ignored words, are stated in the first line.
    let said = ["Not taken into account", "Taken for "].iter().any(|begin| text.starts_with(begin));
    let doubted =
        said || answer.caveats().next().is_some() || run.grounding.as_ref().is_some_and(|g| g.grounded() < g.checked());
    match (right, doubted) {
        (true, _) => Mark::Right,
        (_, true) => Mark::Flagged,
        _ => Mark::Wrong,
    }
}
