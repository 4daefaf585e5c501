//! Erasing a customer everywhere.
//!
//! The customer is deleted with their messages, cases and case notes, and so are taught words, drafts and review cases
//! that name them. A conversation that names them anywhere (by name, by id, by the id of one of their records, or by a
//! stored address or phone number; in a question, an answer, a trace, a proposal, a sent request or a note) is emptied
//! completely: its results contain other customers' rows as well and its sentences cover both, so nothing can be cut
//! out cleanly. Its row stays, with the name "Erased" and its counters.
//!
//! Deliberately not here: other customers' messages, notes on their cases, and the firm's documents that contain the
//! name. They belong to others and stay; their number is reported. Files that were exported earlier are out of reach.

use std::path::{Path, PathBuf};

use aho_corasick::AhoCorasick;
use model::error::AppError;
use model::privacy::Erasure;
use serde_json::Value;

use crate::config::Config;
use crate::personal_data;
use crate::search::Search;
use crate::store::privacy::erase::{self as stored, Target};
use crate::store::{Db, cases, taught};

/// Shorter ids and names occur in too many places: they only match whole JSON texts.
const MIN_MATCH_CHARS: usize = 4;

/// Folders with files that may name a customer.
pub struct Folders {
    pub drafts: PathBuf,
    /// Review cases, one file each.
    pub cases: PathBuf,
}

impl Folders {
    pub fn from_config(config: &Config) -> Self {
        Self {
            drafts: config.sources.drafts_dir.value.clone().into(),
            cases: config.sources.cases_dir.value.clone().into(),
        }
    }
}

/// What would be erased.
///
/// # Errors
/// `NotFound` for an unknown customer.
pub async fn look(db: &Db, folders: &Folders, id: &str) -> Result<Erasure, AppError> {
    Ok(find(db, folders, id).await?.target.counts)
}

/// Erases the customer and returns what was erased. Afterwards no byte of it remains in the SQLite file, its log or the
/// search index, if this process writes the index; otherwise the process that does removes it within seconds.
///
/// # Errors
/// `NotFound` for an unknown customer.
pub async fn erase(db: &Db, search: &Search, folders: &Folders, id: &str) -> Result<Erasure, AppError> {
    let Found { target, sessions, words, cases, files } = find(db, folders, id).await?;
    stored::overwrite(db, true).await?;
    let erased = stored::erase(db, &target, &sessions, &words, &cases).await;
    let back = stored::overwrite(db, false).await;
    erased?;
    back?;
    let files = tokio::task::spawn_blocking(move || files.iter().try_for_each(std::fs::remove_file)).await;
    if !matches!(files, Ok(Ok(()))) {
        tracing::error!("a draft that names an erased customer could not be deleted");
        return Err(AppError::internal());
    }
    if !stored::scrub(db).await? {
        tracing::warn!("the database's log is still being read, and is emptied with the next checkpoint");
    }
    if let Err(error) = search.catch_up(db, |_, _| {}).await {
        tracing::warn!(%error, "the search index follows later");
    }
    Ok(target.counts)
}

struct Found {
    target: Target,
    /// Ids of conversations, taught words and cases; drafts and case files.
    sessions: Vec<String>,
    words: Vec<String>,
    cases: Vec<String>,
    files: Vec<PathBuf>,
}

async fn find(db: &Db, folders: &Folders, id: &str) -> Result<Found, AppError> {
    let mut target = stored::target(db, id).await?;
    let names = std::sync::Arc::new(Names::of(&target)?);
    let mut sessions = Vec::new();
    for session in stored::conversations(db).await? {
        let texts = stored::texts(db, &session).await?;
        let names = names.clone();
        // A conversation may hold megabytes.
        let named = tokio::task::spawn_blocking(move || texts.iter().any(|text| names.are_in(text))).await;
        if named.unwrap_or(true) {
            sessions.push(session);
        }
    }
    let words = taught::all(db).await?.into_iter().filter(|w| names.are_in(&w.word) || names.are_in(&w.meaning));
    let own = taught::memory::texts(db).await?.into_iter().filter(|(_, text)| names.are_in(text));
    let words: Vec<String> = words.map(|w| w.id).chain(own.map(|(id, _)| id)).collect();
    let mut cases = Vec::new();
    for case in cases::all(db).await? {
        let names = names.clone();
        let (id, text) = (case.case.id.clone(), serde_json::to_string(&case.case).unwrap_or_default());
        if tokio::task::spawn_blocking(move || names.are_in(&text)).await.unwrap_or(true) {
            cases.push(id);
        }
    }
    let folder = folders.drafts.clone();
    let mut files = tokio::task::spawn_blocking(move || naming(&folder, &names)).await.unwrap_or_default();
    target.counts.answers = stored::answers(db, &sessions).await?;
    target.counts.conversations = sessions.len() as u64;
    (target.counts.words, target.counts.drafts) = (words.len() as u64, files.len() as u64);
    target.counts.review_cases = cases.len() as u64;
    files.extend(cases.iter().map(|id| crate::cases::file(&folders.cases, id)).filter(|file| file.is_file()));
    Ok(Found { target, sessions, words, cases, files })
}

/// Files in a folder and its subfolders that name the customer.
fn naming(folder: &Path, names: &Names) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => files.extend(naming(&path, names)),
            Ok(kind) if kind.is_file() => {
                let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
                let text = std::fs::read(&path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
                if names.are_in(&name) || text.is_ok_and(|text| names.are_in(&text)) {
                    files.push(path);
                }
            }
            _ => {}
        }
    }
    files
}

/// What identifies a customer in texts.
struct Names {
    finder: AhoCorasick,
    /// Whether the pattern is an id: then a hyphen continues it.
    ids: Vec<bool>,
}

impl Names {
    fn of(target: &Target) -> Result<Self, AppError> {
        let mut patterns: Vec<(bool, String)> = Vec::new();
        let mut put = |is_id: bool, text: &str| {
            let quoted = Value::from(text).to_string();
            if text.chars().count() < MIN_MATCH_CHARS {
                patterns.push((is_id, quoted));
                return;
            }
            patterns.push((is_id, text.to_owned()));
            if !text.is_ascii() {
                patterns.extend([(is_id, text.to_lowercase()), (is_id, text.to_uppercase())]);
            }
            let inner = &quoted[1..quoted.len() - 1];
            if inner != text {
                patterns.push((is_id, inner.to_owned()));
            }
        };
        put(false, &target.name);
        put(true, &target.id);
        target.records.iter().for_each(|id| put(true, id));
        personal_data::find(&target.further).into_iter().for_each(|(_, range)| put(false, &target.further[range]));
        let (ids, patterns): (Vec<bool>, Vec<String>) = patterns.into_iter().unzip();
        let finder = AhoCorasick::builder().ascii_case_insensitive(true).build(patterns);
        let finder = finder.map_err(|error| {
            tracing::error!(%error, "a customer's names cannot be looked for");
            AppError::internal()
        })?;
        Ok(Self { finder, ids })
    }

    fn are_in(&self, text: &str) -> bool {
        let mut all = self.finder.try_find_overlapping_iter(text).into_iter().flatten();
        all.any(|m| {
            let goes_on = |c: Option<char>| self.ids[m.pattern().as_usize()] && matches!(c, Some('-' | '_'));
            personal_data::is_word(text, &m.range())
                && !goes_on(text[..m.start()].chars().next_back())
                && !goes_on(text[m.end()..].chars().next())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_customer_is_known_by_name_id_records_and_addresses() {
        let target = Target {
            id: "CUST-7".into(),
            name: "Žalia \"Pieva\" UAB".into(),
            is_provider: false,
            records: vec!["COM-11".into(), "9".into()],
            further: r#"{"email":"info@pieva.example"}"#.into(),
            counts: Erasure::default(),
        };
        let names = Names::of(&target).unwrap();
        for text in [
            "What does Žalia \"Pieva\" UAB want?", "žalia \"pieva\" uab", r#"{"customer":"Žalia \"Pieva\" UAB"}"#,
            r#"{"id":"CUST-7"}"#, "see COM-11.", r#"["9"]"#, "to info@pieva.example",
        ] {
            assert!(names.are_in(text), "{text}");
        }
        for text in ["CUST-71", "CUST-7-2", "COM-110", "9 messages", "Žalia", ""] {
            assert!(!names.are_in(text), "{text}");
        }
    }
}
