//! Lines for training or measuring: JSON objects, one per line.

use std::path::{Path, PathBuf};

use model::support::Act;
use serde::Deserialize;
use thiserror::Error;

/// A message with its labels.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    pub text: String,
    /// "lt", "en" or "mixed".
    pub lang: String,
    /// The previous question, as the classifier knows it (`support::hearing`).
    pub asks: String,
    pub acts: Vec<Act>,
}

/// A message that reports a danger, or only sounds like one.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DangerLine {
    pub text: String,
    pub lang: String,
    pub danger: bool,
}

/// Error for unreadable lines.
#[derive(Debug, Error)]
pub enum LinesError {
    #[error("{0} cannot be read: {1}")]
    Unreadable(PathBuf, #[source] std::io::Error),
    #[error("{0}, line {1}: {2}")]
    Wrong(PathBuf, usize, serde_json::Error),
}

/// All lines of a file, except for empty ones.
pub fn read<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<Vec<T>, LinesError> {
    let text = std::fs::read_to_string(path).map_err(|e| LinesError::Unreadable(path.into(), e))?;
    let full = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    full.map(|(n, line)| serde_json::from_str(line).map_err(|e| LinesError::Wrong(path.into(), n + 1, e))).collect()
}
