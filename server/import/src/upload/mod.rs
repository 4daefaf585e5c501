//! Browser uploads: kept in their own folder until imported, one import at a time. Reading and storing is shared with
//! the command line (`import::mapped`, `import::engine`).
//!
//! Deliberately not here: HTTP and permissions.

mod form;
mod run;
mod view;

use std::collections::VecDeque;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use model::error::AppError;
use model::import::{Entrance, Progress, Stage};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

use super::error::ImportError;
use super::mapped::{self, Form, Mapping, Survey};
use search::vectors::Vectors;
use store::Db;

/// Maximum number of uploads; the oldest is dropped first.
const MAX_UPLOADS: usize = 8;
/// Limit for all uploads together, in maximum-sized files, and for simultaneous ones: the temporary folder may be in
/// memory.
const TOGETHER: u64 = 2;
/// Refused rows shown on the page; the downloadable file has all.
const SHOWN: usize = 20;
/// Rows of the preview, and rows read for its statistics.
const PREVIEW: u64 = 10;
const LOOKED_AT: u64 = 20_000;
/// The demo bank's data set.
pub const DEMO: &str = "demo";

/// The uploads of one server.
pub struct Uploads {
    max_bytes: u64,
    kept: Mutex<VecDeque<Arc<StoredUpload>>>,
    /// Held by the running import.
    turn: Arc<Semaphore>,
    /// Held by each incoming file.
    coming: Arc<Semaphore>,
}

/// An upload with its state.
pub struct StoredUpload {
    pub id: String,
    /// The file's original name.
    pub file: String,
    bytes: u64,
    form: Form,
    survey: Survey,
    state: Mutex<State>,
    folder: tempfile::TempDir,
}

struct State {
    mapping: Mapping,
    stage: Stage,
    progress: Progress,
    stop: CancellationToken,
    /// The import created the data set, so it can be undone.
    fresh: bool,
    /// The import's id in the store.
    job: String,
}

/// An incoming file.
pub struct Incoming {
    folder: tempfile::TempDir,
    file: String,
    written: u64,
    max_bytes: u64,
    to: std::fs::File,
    _coming: OwnedSemaphorePermit,
}

/// The target of an import.
#[derive(Clone)]
pub struct Target {
    pub db: Db,
    pub vectors: Arc<Vectors>,
    /// UTC milliseconds.
    pub now: i64,
}

impl Uploads {
    /// `max_bytes` is the maximum file size.
    pub fn new(max_bytes: u64) -> Self {
        let coming = Arc::new(Semaphore::new(TOGETHER as usize));
        Self { max_bytes, kept: Mutex::default(), turn: Arc::new(Semaphore::new(1)), coming }
    }

    pub fn entrance(&self) -> Entrance {
        let kept = self.lock();
        let open = kept.iter().filter(|k| k.stage() != Stage::Done).map(|k| (k.id.clone(), k.file.clone())).collect();
        Entrance { max_bytes: self.max_bytes, open }
    }

    /// Prepares for an incoming file. `name` is its name in the browser.
    ///
    /// # Errors
    /// `Unavailable` during other uploads, or if the disk is full.
    pub fn begin(&self, name: &str) -> Result<Incoming, AppError> {
        let coming = self.coming.clone().try_acquire_owned().map_err(|_| AppError::Unavailable {
            detail: format!("{TOGETHER} files are being uploaded already. Wait until one of them is done."),
        })?;
        let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
        let mut file: String = name.chars().filter(|c| !c.is_control()).collect();
        // File systems limit the length.
        file.truncate(file.floor_char_boundary(200));
        let file = if file.trim_matches('.').trim().is_empty() { "data.csv".to_owned() } else { file };
        let folder = tempfile::Builder::new().prefix("plumbline-import-").tempdir().map_err(|e| unwritten(&e))?;
        let path = place(&folder, &file);
        path.parent().map_or(Ok(()), std::fs::create_dir).map_err(|e| unwritten(&e))?;
        let to = std::fs::File::create(path).map_err(|e| unwritten(&e))?;
        Ok(Incoming { folder, file, written: 0, max_bytes: self.max_bytes, to, _coming: coming })
    }

    /// Inspects a complete upload and keeps it under `id`. Blocking: it reads the start of the file.
    ///
    /// # Errors
    /// `Invalid` for a file without rows; the message says what to do.
    pub fn keep(&self, incoming: Incoming, id: String) -> Result<Arc<StoredUpload>, AppError> {
        let Incoming { folder, mut file, written, .. } = incoming;
        let mut path = place(&folder, &file);
        if sources::is_workbook(&path) {
            let csv = path.with_extension("csv");
            sources::sheet_as_csv(&path, &csv).map_err(|why| AppError::invalid("file", why))?;
            file = csv.file_name().unwrap_or_default().to_string_lossy().into_owned();
            path = csv;
        }
        let wrong = |e: ImportError| AppError::invalid("file", in_words(&e, &path, &file));
        let form = mapped::form_of(&path).map_err(wrong)?;
        let survey = mapped::survey(&path, form).map_err(wrong)?;
        let mut mapping = Mapping { source: Some(mapped::data_set(&path)), ..Mapping::guess(&survey.columns, None) };
        mapping.refine(&survey);
        let (progress, stop) = (Progress::default(), CancellationToken::new());
        let state =
            Mutex::new(State { mapping, stage: Stage::Mapping, progress, stop, fresh: false, job: String::new() });
        let kept = Arc::new(StoredUpload { id, file, bytes: written, form, survey, state, folder });
        let mut all = self.lock();
        all.push_front(kept.clone());
        let together = |all: &VecDeque<Arc<StoredUpload>>| all.iter().map(|kept| kept.bytes).sum::<u64>();
        while all.len() > MAX_UPLOADS || together(&all) > self.max_bytes.saturating_mul(TOGETHER) {
            let oldest = all.iter().skip(1).rposition(|k| k.stage() != Stage::Running);
            let Some(oldest) = oldest else { break };
            all.remove(oldest + 1);
        }
        Ok(kept)
    }

    /// # Errors
    /// `NotFound` for a file that is no longer kept.
    pub fn get(&self, id: &str) -> Result<Arc<StoredUpload>, AppError> {
        self.lock().iter().find(|k| k.id == id).cloned().ok_or_else(|| {
            AppError::not_found(
                "This upload is gone: uploads are kept only until the server stops. Upload the file \
                again; rows already stored are not changed.",
            )
        })
    }

    /// Removes an upload that is not being imported.
    pub fn discard(&self, id: &str) {
        self.lock().retain(|k| k.id != id || k.stage() == Stage::Running);
    }

    /// On `stop`, lets the running import store its current rows and end.
    pub async fn end_with(&self, stop: CancellationToken) {
        stop.cancelled().await;
        self.lock().iter().for_each(|k| k.stop());
        let _ = self.turn.acquire().await;
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Arc<StoredUpload>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Incoming {
    /// Appends a chunk. Blocks on the disk.
    ///
    /// # Errors
    /// `Invalid` above the maximum size.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), AppError> {
        self.written += bytes.len() as u64;
        if self.written > self.max_bytes {
            let most = self.max_bytes >> 20;
            let detail = format!(
                "The file is larger than {most} MiB. Pack it with gzip, import it with `plumbline import` on the server, \
                 or raise PLUMBLINE_IMPORT_MAX_MIB."
            );
            return Err(AppError::invalid("file", detail));
        }
        self.to.write_all(bytes).map_err(|e| unwritten(&e))
    }

    pub fn is_empty(&self) -> bool {
        self.written == 0
    }

    /// Its name, which is a plain file name.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Moves the complete file to a path, whose folder is made. Blocking.
    ///
    /// # Errors
    /// `Unavailable` if it cannot be written.
    pub fn keep_at(self, path: &std::path::Path) -> Result<(), AppError> {
        path.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(|e| unwritten(&e))?;
        // The temporary folder may be on another disk.
        std::fs::copy(place(&self.folder, &self.file), path).map(drop).map_err(|e| unwritten(&e))
    }
}

/// A file's path in its own folder, so that its name cannot clash with ours.
fn place(folder: &tempfile::TempDir, file: &str) -> PathBuf {
    folder.path().join("file").join(file)
}

impl StoredUpload {
    pub fn stage(&self) -> Stage {
        self.lock().stage
    }

    /// Asks the import to end after the current rows.
    pub fn stop(&self) {
        self.lock().stop.cancel();
    }

    /// The refused rows as CSV: line, kind, fault.
    pub fn refused(&self) -> PathBuf {
        self.folder.path().join("refused.csv")
    }

    fn path(&self) -> PathBuf {
        place(&self.folder, &self.file)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An error with the file's original name instead of its path.
fn in_words(error: &ImportError, path: &std::path::Path, file: &str) -> String {
    error.to_string().replace(&path.display().to_string(), file)
}

fn unwritten(error: &std::io::Error) -> AppError {
    tracing::error!(%error, "an upload could not be written");
    AppError::Unavailable {
        detail: "The server could not keep the file: its disk may be full. Try again later.".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uploads_take_a_bounded_room_and_come_in_two_at_once() {
        let uploads = Uploads::new(1_000);
        let come = || uploads.begin("tickets.csv").unwrap();
        let (first, second) = (come(), come());
        assert!(matches!(uploads.begin("third.csv"), Err(AppError::Unavailable { .. })));
        drop((first, second));
        let row = "1,Acme,2024-11-03,Hello\n";
        let text = format!("id,customer,date,body\n{}", row.repeat(800 / row.len()));
        for name in ["a", "b", "c"] {
            let mut file = come();
            file.write(text.as_bytes()).unwrap();
            uploads.keep(file, name.to_owned()).unwrap();
        }
        let there = ["a", "b", "c"].map(|id| uploads.get(id).is_ok());
        assert_eq!(there, [false, true, true], "no more together than two of the largest");
        assert!(come().write(&[b'x'; 1_001]).is_err());
    }
}
