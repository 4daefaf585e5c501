//! Imports an uploaded file in the background.

use std::fs::File;
use std::io::BufWriter;
use std::sync::{Arc, PoisonError};

use model::error::AppError;
use model::import::{Progress, Stage};
use tokio::sync::OwnedSemaphorePermit;
use tokio_util::sync::CancellationToken;

use super::view::refused;
use super::{DEMO, SHOWN, StoredUpload, Target, Uploads, in_words};
use crate::engine::{Ending, Import, News, Options, Summary};
use crate::error::ImportError;
use crate::mapped::{self, Choice};
use crate::prepare;
use base::tabular::cell;
use store::{changes, imports};

impl Uploads {
    /// Starts the import and returns; see [`StoredUpload::view`] for progress. `demo` is what to do with an existing
    /// demo bank: "replace" or "add".
    ///
    /// # Errors
    /// `Conflict` while another import runs, `Invalid` for an incomplete mapping.
    pub async fn start(&self, kept: &Arc<StoredUpload>, into: Target, demo: Option<&str>) -> Result<(), AppError> {
        let holds_demo = imports::holds(&into.db, DEMO).await?;
        kept.ready(holds_demo, demo)?;
        let source = kept.lock().mapping.source.clone().unwrap_or_default();
        let fresh = !imports::holds(&into.db, &source).await?;
        let Ok(turn) = self.turn.clone().try_acquire_owned() else {
            let running = self.lock().iter().find(|k| k.stage() == Stage::Running).map(|k| k.file.clone());
            let running = running.unwrap_or_else(|| "Another file".to_owned());
            let detail = format!("{running} is being imported. Wait until that is done, then start this one.");
            return Err(AppError::Conflict { detail });
        };
        {
            let mut state = kept.lock();
            if state.stage == Stage::Done {
                return Err(AppError::Conflict { detail: "This file is imported already.".into() });
            }
            // A resumed import still counts as one.
            state.fresh = fresh || state.fresh && state.stage != Stage::Mapping;
            state.stage = Stage::Running;
            state.progress = Progress::default();
            state.stop = CancellationToken::new();
        }
        let replace = holds_demo && demo == Some("replace");
        tokio::spawn(import(kept.clone(), into, replace, turn));
        Ok(())
    }
}

impl StoredUpload {
    /// Undoes an import: deletes the data set it created, and allows mapping again.
    ///
    /// # Errors
    /// `Conflict` if nothing was imported, or if the data set existed before.
    pub async fn undo(&self, into: &Target) -> Result<(), AppError> {
        let (source, job) = {
            let state = self.lock();
            if !matches!(state.stage, Stage::Done | Stage::Stopped | Stage::Failed) {
                return Err(AppError::Conflict { detail: "There is nothing to undo: nothing was imported.".into() });
            }
            if !state.fresh {
                let detail = "The rows were added to an existing data set, so they cannot be undone alone.";
                return Err(AppError::Conflict { detail: detail.into() });
            }
            (state.mapping.source.clone().unwrap_or_default(), state.job.clone())
        };
        changes::remove_source(&into.db, &source).await?;
        imports::forget(&into.db, &job).await?;
        let mut state = self.lock();
        (state.stage, state.progress, state.fresh) = (Stage::Mapping, Progress::default(), false);
        Ok(())
    }
}

async fn import(kept: Arc<StoredUpload>, into: Target, replace: bool, turn: OwnedSemaphorePermit) {
    let done = store(&kept, &into, replace).await;
    let ending = match done {
        Ok(summary) => kept.end(summary),
        Err(error) => (Stage::Failed, Some(error)),
    };
    // Whoever sees that this import is over may start the next one.
    drop(turn);
    let mut state = kept.lock();
    (state.stage, state.progress.problem) = ending;
}

async fn store(kept: &Arc<StoredUpload>, into: &Target, replace: bool) -> Result<Summary, String> {
    let words = |error: ImportError| in_words(&error, &kept.path(), &kept.file);
    if replace {
        changes::remove_source(&into.db, DEMO).await.map_err(|e| words(e.into()))?;
    }
    let (mapping, stop) = {
        let state = kept.lock();
        (state.mapping.clone(), state.stop.clone())
    };
    let choice = prepare::choice(&into.db, Some(mapping), None).await.map_err(|e| words(e.into()))?;
    let choice = Choice { survey: Some(kept.survey.clone()), ..choice };
    let (file, vectors, now) = (kept.clone(), into.vectors.clone(), into.now);
    let opened = tokio::task::spawn_blocking(move || {
        let refused = File::create(file.refused())
            .map_err(|cause| ImportError::Unreadable { file: "The list of refused rows".to_owned(), cause })?;
        let table = mapped::open(&file.path(), file.form, choice, now)?;
        Ok((table.opened(), prepare::enricher(&vectors, file.bytes), refused))
    });
    let opened = opened.await.map_err(|e| words(ImportError::Enriching(e.to_string())))?;
    let (mut opened, enricher, list) = opened.map_err(words)?;
    opened.job.file.clone_from(&kept.file);
    kept.lock().job.clone_from(&opened.job.id);
    let mut list = csv::Writer::from_writer(BufWriter::new(list));
    let _ = list.write_record(["line", "kind", "fault"]);
    let import = Import { db: &into.db, options: Options::default(), enricher, now, stop: &stop };
    let summary = import.file(opened, |news| kept.tell(&news, &mut list)).await.map_err(words)?;
    let _ = list.flush();
    Ok(summary)
}

impl StoredUpload {
    fn tell(&self, news: &News<'_>, list: &mut csv::Writer<BufWriter<File>>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let progress = &mut state.progress;
        match news {
            News::Opened { .. } => {}
            News::Resumed { rows } => progress.resumed_at = *rows,
            News::Bad(bad) => {
                progress.refused += 1;
                if progress.first_refused.len() < SHOWN {
                    progress.first_refused.push(refused(bad));
                }
                // The import continues even if the list of refused rows cannot be written; the count shows that rows
                // are missing.
                let _ = list.write_record([&bad.line.to_string(), bad.kind, &cell(bad.fault.clone())]);
            }
            News::Stored { rows, bytes } => (progress.rows, progress.bytes) = (*rows, *bytes),
        }
    }

    /// Stores the figures; returns the stage, and the error if it is not the last.
    fn end(&self, summary: Summary) -> (Stage, Option<String>) {
        let mut state = self.lock();
        let progress = &mut state.progress;
        progress.resumed_at = summary.resumed_at;
        progress.rows = summary.rows;
        (progress.new, progress.changed) = (summary.new, summary.changed);
        progress.unchanged = summary.unchanged + summary.kept;
        progress.kinds = summary.bad.iter().map(|(kind, rows)| ((*kind).to_owned(), *rows)).collect();
        progress.last_day = summary.last_day;
        match summary.ending {
            Ending::Complete => (Stage::Done, None),
            Ending::Stopped => (Stage::Stopped, None),
            Ending::Broken(error) => (Stage::Failed, Some(in_words(&error, &self.path(), &self.file))),
        }
    }
}
