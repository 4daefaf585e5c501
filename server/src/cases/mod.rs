//! Review cases: created from a turn, stored in the database and in a folder, and run again.

pub mod check;
pub mod refused;
pub mod rows;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use model::error::AppError;
use model::review::case::{Case, CaseOutcome, CaseResult, NewCase};
use model::run::Run;
use model::session::Ask;

use crate::agent::recorded::{self, RecordingError};
use crate::agent::replay::Replayer;
use crate::demo;
use crate::services::Services;
use crate::store::analytics::evaluate;
use crate::store::cases::{self, KeptCase};
use crate::store::{runs, sessions};

/// The author of cases found in the folder.
const FOLDER: &str = "folder";
/// Characters of a case's id taken from its question.
const MAX_SLUG_CHARS: usize = 48;

/// Creates a case from a turn and stores it, also in the folder.
///
/// # Errors
/// `Invalid` if no expectation was chosen, `Conflict` if the turn already has a case or is not finished.
pub async fn make(services: &Services, new: &NewCase, by: &str) -> Result<Case, AppError> {
    let db = &services.db;
    let run = runs::get(db, &new.run_id).await?;
    if run.call.is_some() {
        return Err(AppError::invalid(
            "runId",
            "A support call cannot become a case: it is a conversation, not a question.",
        ));
    }
    let expected = new.expected(&run);
    if expected.is_empty() {
        let detail = "Choose what the answer must satisfy, or enter words that it must or must not contain.";
        return Err(AppError::invalid("parts", detail));
    }
    let recorded = recorded::read(db, &run.session_id, Some(&run.id)).await.map_err(refused)?;
    let name: String = model::record::slug(&run.question).chars().take(MAX_SLUG_CHARS).collect();
    let end: String = run.id.chars().rev().filter(char::is_ascii_alphanumeric).take(8).collect();
    let case = Case {
        id: format!("{}-{}", name.trim_matches('-'), end.chars().rev().collect::<String>()),
        database: evaluate::source(db).await?.unwrap_or_default(),
        kind: "review".into(),
        question: run.question.clone(),
        turns: recorded.runs.iter().rev().skip(1).rev().map(|run| run.ask.query.clone()).collect(),
        expected,
        correct: new.correct.clone().filter(|text| !text.trim().is_empty()),
        recorded: Some(recorded),
        ..Case::default()
    };
    if !cases::keep(db, &case, by, services.world.now()).await? {
        let detail = "This turn already has a case. Delete it to create another.".into();
        return Err(AppError::Conflict { detail });
    }
    sync(services).await?;
    Ok(case)
}

fn refused(error: RecordingError) -> AppError {
    match error {
        RecordingError::Store(error) => error.into(),
        other => AppError::Conflict { detail: other.to_string() },
    }
}

/// Stores the cases that come with the demo. They were created by `evals questions server/eval/questions.jsonl --only
/// demo --cases server/demo/archive/review/cases.jsonl --take 12`.
///
/// # Errors
/// If the store fails or the folder cannot be used.
pub async fn keep_demo(services: &Services) -> Result<(), AppError> {
    let wrong = |error: String| AppError::invalid("cases", error);
    for line in demo::text("review/cases.jsonl").map_err(|error| wrong(error.to_string()))?.lines() {
        let case: Case = serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
        cases::keep(&services.db, &case, "demo", services.world.now()).await?;
    }
    sync(services).await
}

/// Deletes a case and its file.
///
/// # Errors
/// `NotFound` for an unknown one.
pub async fn delete(services: &Services, id: &str) -> Result<(), AppError> {
    cases::delete(&services.db, id).await?;
    let file = file(&folder(services), id);
    let removed = tokio::task::spawn_blocking(move || std::fs::remove_file(file)).await;
    if let Ok(Err(error)) = removed
        && error.kind() != std::io::ErrorKind::NotFound
    {
        tracing::warn!(id, %error, "the file of a case could not be deleted");
    }
    Ok(())
}

fn folder(services: &Services) -> PathBuf {
    services.config.sources.cases_dir.value.clone().into()
}

/// A case's file in the folder.
pub fn file(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{}.jsonl", model::record::slug(id)))
}

/// Imports new cases from the folder, and writes stored cases that it lacks.
///
/// # Errors
/// `Invalid` for a line that is not a case, `Unavailable` for a folder that cannot be used.
pub async fn sync(services: &Services) -> Result<(), AppError> {
    let folder = folder(services);
    let from = folder.clone();
    let found = tokio::task::spawn_blocking(move || read(&from)).await.map_err(|_| AppError::internal())??;
    let now = services.world.now();
    for case in &found {
        cases::keep(&services.db, case, FOLDER, now).await?;
    }
    let there: BTreeSet<&str> = found.iter().map(|case| case.id.as_str()).collect();
    let kept = cases::all(&services.db).await?.into_iter().map(|kept| kept.case);
    let missing: Vec<Case> = kept.filter(|case| !there.contains(case.id.as_str())).collect();
    let written = tokio::task::spawn_blocking(move || write(&folder, &missing)).await;
    written.map_err(|_| AppError::internal())?
}

/// The cases of a folder's files.
fn read(folder: &Path) -> Result<Vec<Case>, AppError> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|e| e == "jsonl")).collect();
    files.sort();
    let mut all = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).map_err(|error| unusable(&path, &error))?;
        for (n, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let case = serde_json::from_str(line)
                .map_err(|error| AppError::invalid("cases", format!("{}, line {}: {error}", path.display(), n + 1)))?;
            all.push(case);
        }
    }
    Ok(all)
}

fn write(folder: &Path, cases: &[Case]) -> Result<(), AppError> {
    if cases.is_empty() {
        return Ok(());
    }
    std::fs::create_dir_all(folder).map_err(|error| unusable(folder, &error))?;
    for case in cases {
        let path = file(folder, &case.id);
        let line = serde_json::to_string(case).unwrap_or_default() + "\n";
        std::fs::write(&path, line).map_err(|error| unusable(&path, &error))?;
    }
    Ok(())
}

fn unusable(path: &Path, error: &std::io::Error) -> AppError {
    let detail = format!("{} cannot be used: {error}. PLUMBLINE_CASES_DIR names the folder of cases.", path.display());
    AppError::Unavailable { detail }
}

/// Runs a case: with its recorded results, or with today's data. A case without a record uses the data.
///
/// # Errors
/// If it cannot be asked; problems of the answer are in the outcome.
pub async fn run(
    services: &Services,
    replayer: &Replayer,
    kept: &KeptCase,
    today: bool,
) -> Result<CaseOutcome, AppError> {
    let case = &kept.case;
    let recording = case.recorded.as_ref().filter(|_| !today);
    let run = match recording {
        Some(recording) => replayer.ask(recording).await.map_err(refused)?,
        None => ask(services, case).await?,
    };
    let failures = check::failures(case, &run);
    let answer =
        run.answer.as_ref().map_or_else(|| format!("No answer: the run is {}.", run.status), |a| a.text.clone());
    let before = before(case);
    let result = match failures.is_empty() {
        false => CaseResult::Failed,
        true if before.is_some_and(|before| before != answer) => CaseResult::Changed,
        true => CaseResult::Passed,
    };
    let (model, recorded, at) = (run.model, recording.is_some(), services.world.now());
    let outcome = CaseOutcome { result, failures, answer, model, recorded, at };
    cases::went(&services.db, &case.id, &outcome).await?;
    Ok(outcome)
}

/// The recorded answer.
pub fn before(case: &Case) -> Option<String> {
    Some(case.recorded.as_ref()?.last()?.answer?.text)
}

/// Asks it in a new conversation, after its earlier turns.
async fn ask(services: &Services, case: &Case) -> Result<Run, AppError> {
    let agent = &services.agent;
    let own = case.recorded.as_ref().and_then(|recorded| recorded.runs.last()).map(|run| run.ask.clone());
    let last = Ask { query: case.question.clone(), change: None, ..own.unwrap_or_default() };
    let turns = case.turns.iter().map(|query| Ask { query: query.clone(), ..Ask::default() });
    let (mut session, mut run) = (None, None);
    for ask in turns.chain([last]) {
        let asked = agent.ask(Ask { session_id: session.clone(), ..ask }, "local", "evaluation").await?;
        run = Some(agent.finish(&asked.run_id).await?);
        session = Some(asked.session_id);
    }
    if let Some(session) = session {
        sessions::delete(&services.db, &session).await?;
    }
    run.ok_or_else(AppError::internal)
}
