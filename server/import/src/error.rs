//! Errors of a file as a whole. A problem of one row is a `BadRow`, which stops nothing.

use std::io;

use store::StoreError;

/// Why a file could not be imported completely. Each message says what to do.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error("There is no file {0}. Check its name and folder.")]
    Missing(String),
    #[error("{0} is a folder. Name the files in it, for example {0}/complaints.csv.gz.")]
    Folder(String),
    #[error("{0} is empty: there is nothing to import. Fetch the file again.")]
    Empty(String),
    #[error("{file} cannot be read ({cause}). Check that you may read it.")]
    Unreadable { file: String, cause: io::Error },
    /// The first bytes show that it is not delimited text.
    #[error("{file} is {what}, which cannot be imported as it is. {advice}")]
    Foreign { file: String, what: &'static str, advice: &'static str },
    /// The file ends or breaks in the middle; earlier rows are stored.
    #[error(
        "{file} ends unexpectedly after line {line}: {cause}. {stored} Fetch the file again, then import it again."
    )]
    Broken { file: String, line: u64, cause: String, stored: &'static str },
    /// No mapping could be guessed from the first lines, or the mapping does not match the file.
    #[error("{file}: {what}")]
    Mapping { file: String, what: String },
    #[error("{0} is not a folder. Name the folder that holds customers.csv, addresses.csv and the others.")]
    NoFolder(String),
    /// A bug, not a fault of the file.
    #[error("The texts could not be enriched ({0}). What was stored before stays; import the file again.")]
    Enriching(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The start of a cell, on one line and without control characters, for a terminal.
pub(crate) fn short(text: &str) -> String {
    let mut out: String = text.chars().take(30).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(30).is_some() {
        out.push('…');
    }
    out
}
