//! Files that become documents: read and stored one after the other in the background, while the page shows how far
//! that is.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use chrono::NaiveDate;
use model::error::AppError;
use model::record::library::{FileReport, FileStatus, FilesReport};
use model::record::{DocumentKind, slug};
use search::Search;
use store::Db;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::file::{self, Program};
use super::{Became, Given, LONGEST_FILE, LONGEST_ID, LONGEST_TITLE, parts, take_within};

/// Files at once, and their size together in bytes.
pub const MOST_FILES: usize = 20;
pub const TOGETHER: usize = 64 << 20;
/// Uploads in memory at once, and reports that are shown later.
const MAX_CONCURRENT: usize = 2;
const MAX_REPORTS: usize = 16;
/// Ids of documents from files begin with it, so that they never meet those of data sets.
const PREFIX: &str = "file-";

/// The uploaded files of one server.
pub struct Intake {
    reports: Mutex<VecDeque<Arc<Mutex<FilesReport>>>>,
    coming: Arc<Semaphore>,
    program: OnceLock<Program>,
}

/// What a person chose for all files of an upload.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Default: article.
    pub kind: Option<DocumentKind>,
    pub product: Option<String>,
    /// Default: the last day of the data.
    pub day: Option<NaiveDate>,
}

/// Where documents are stored. `today` is the default day, `now` is UTC milliseconds.
pub struct Place {
    pub db: Db,
    pub search: Arc<Search>,
    pub today: NaiveDate,
    pub now: i64,
}

/// A name and the bytes of a file, or why it is refused.
pub type Received = (String, Result<Vec<u8>, String>);

impl Default for Intake {
    fn default() -> Self {
        Self { reports: Mutex::default(), coming: Arc::new(Semaphore::new(MAX_CONCURRENT)), program: OnceLock::new() }
    }
}

impl Intake {
    /// Reads PDFs by this program from now on.
    pub fn read_by(&self, program: Program) {
        let _ = self.program.set(program);
    }

    /// Prepares for incoming files.
    ///
    /// # Errors
    /// `Unavailable` during other uploads.
    pub fn begin(&self) -> Result<OwnedSemaphorePermit, AppError> {
        self.coming.clone().try_acquire_owned().map_err(|_| AppError::Unavailable {
            detail: "Other files are being read just now. Wait until they are done, then upload yours.".into(),
        })
    }

    /// Reads and stores files under an upload's `id`; ends when all are done.
    pub async fn take(
        &self,
        id: String,
        files: Vec<Received>,
        choice: &Choice,
        place: &Place,
        _coming: OwnedSemaphorePermit,
    ) -> FilesReport {
        let waiting = |(file, _): &Received| FileReport {
            file: file.clone(),
            status: FileStatus::Waiting,
            reason: String::new(),
            document: None,
            parts: 0,
        };
        let report = Arc::new(Mutex::new(FilesReport { id, files: files.iter().map(waiting).collect() }));
        {
            let mut all = lock(&self.reports);
            all.push_front(report.clone());
            all.truncate(MAX_REPORTS);
        }
        for (at, (name, received)) in files.into_iter().enumerate() {
            let change = |change: &dyn Fn(&mut FileReport)| lock(&report).files.get_mut(at).map(change);
            change(&|file| file.status = FileStatus::Reading);
            let outcome = match received {
                Ok(bytes) => self.one(name, bytes, choice, place).await,
                Err(reason) => Err(reason),
            };
            change(&|file| match &outcome {
                Err(reason) => (file.status, file.reason) = (FileStatus::Refused, reason.clone()),
                Ok((status, document, parts)) => {
                    (file.status, file.document, file.parts) = (*status, Some(document.clone()), *parts);
                }
            });
        }
        lock(&report).clone()
    }

    /// The status, the id and title, and the number of parts of the document; or why it is refused.
    async fn one(
        &self,
        name: String,
        bytes: Vec<u8>,
        choice: &Choice,
        place: &Place,
    ) -> Result<(FileStatus, (String, String), usize), String> {
        let text = file::text(name.clone(), bytes, self.program.get()).await?;
        let length = text.chars().count();
        if length > LONGEST_FILE {
            return Err(format!(
                "Its text has {length} characters; a document may have {LONGEST_FILE}. Split it into several files."
            ));
        }
        if parts("", &text).is_empty() {
            return Err("It has headings only, and no text below them.".into());
        }
        let title: String = file::title(&name, &text).chars().take(LONGEST_TITLE).collect();
        let Choice { kind, product, day } = choice.clone();
        let given = Given { id: Some(id(&name)), title: title.clone(), text, kind, product, day };
        let mut taken = take_within(&place.db, &place.search, vec![given], (place.today, place.now), LONGEST_FILE)
            .await
            .map_err(|error| {
                tracing::warn!(%error, "a file did not become a document");
                error.to_string()
            })?;
        let taken = taken.pop().ok_or("Nothing was stored.")?;
        let status = match taken.status {
            Became::Added => FileStatus::Added,
            Became::Changed => FileStatus::Changed,
            Became::Unchanged => FileStatus::Unchanged,
        };
        Ok((status, (taken.id, title), taken.parts))
    }

    /// The state of an upload.
    ///
    /// # Errors
    /// `NotFound` for one that is no longer shown.
    pub fn report(&self, id: &str) -> Result<FilesReport, AppError> {
        let found = lock(&self.reports).iter().map(|report| lock(report).clone()).find(|report| report.id == id);
        found.ok_or_else(|| {
            AppError::not_found("This upload is no longer shown. The list of documents has what was stored.")
        })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The id of the document of a file: by its name, so that a later version replaces an earlier one.
fn id(name: &str) -> String {
    let slug: String = slug(name).chars().take(LONGEST_ID - PREFIX.len()).collect();
    format!("{PREFIX}{slug}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_one_id_whatever_its_version() {
        assert_eq!(id("Fee list 2026.pdf"), id("fee list 2026.PDF"));
        assert_ne!(id("fees.pdf"), id("fees.docx"));
        assert!(id(&"x".repeat(500)).chars().count() <= LONGEST_ID);
    }
}
