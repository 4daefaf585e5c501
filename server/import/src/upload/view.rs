//! An uploaded file as the page shows it.

use std::sync::Arc;

use chrono::NaiveDate;
use model::error::AppError;
use model::import::{FieldChoice, Preview, Refused, Stage, Upload};

use super::{DEMO, LOOKED_AT, PREVIEW, SHOWN, StoredUpload, Target, in_words};
use crate::engine::{BadRow, End, Piece};
use crate::mapped::{self, Choice, Mapping, fields_of, noun};
use crate::{prepare, preview};
use store::imports;

/// Maximum cell length in the preview, in characters.
const MAX_CELL_CHARS: usize = 160;

impl StoredUpload {
    /// The file with its mapping and, while that can change, its first rows as they would be stored.
    pub async fn view(self: &Arc<Self>, into: &Target) -> Result<Upload, AppError> {
        let (mapping, stage, progress, fresh) = {
            let state = self.lock();
            (state.mapping.clone(), state.stage, state.progress.clone(), state.fresh)
        };
        let preview = match stage {
            Stage::Running | Stage::Done => Preview::default(),
            Stage::Mapping | Stage::Stopped | Stage::Failed => {
                let choice = prepare::choice(&into.db, Some(mapping.clone()), None).await?;
                let choice = Choice { survey: Some(self.survey.clone()), ..choice };
                let (kept, now) = (self.clone(), into.now);
                let made = tokio::task::spawn_blocking(move || kept.preview(choice, now)).await;
                made.map_err(|_| AppError::internal())?
            }
        };
        Ok(Upload {
            id: self.id.clone(),
            file: self.file.clone(),
            bytes: self.bytes,
            form: self.form.name().to_owned(),
            stage,
            row: noun(mapping.row).to_owned(),
            source: mapping.source.clone().unwrap_or_default(),
            day_first: mapping.dates.day_first,
            date_format: mapping.dates.format.clone().unwrap_or_default(),
            columns: self.survey.columns.clone(),
            samples: self.survey.samples.clone(),
            undo: fresh && matches!(stage, Stage::Done | Stage::Stopped | Stage::Failed),
            fields: fields(&mapping),
            preview,
            demo: imports::holds(&into.db, DEMO).await?,
            progress,
        })
    }

    fn preview(&self, choice: Choice, now: i64) -> Preview {
        let whole = choice.mapping.as_ref().is_some_and(|m| m.missing().is_empty());
        if !whole {
            return Preview::default();
        }
        let path = self.path();
        let mut rows = match mapped::open(&path, self.form, choice, now) {
            Ok(table) => table.opened().rows,
            Err(error) => {
                return Preview { problem: Some(in_words(&error, &path, &self.file)), ..Preview::default() };
            }
        };
        let piece = rows.piece(PREVIEW);
        let mut told = Told::default();
        told.look(&piece);
        while told.rows < LOOKED_AT && piece.rows == PREVIEW {
            let more = rows.piece(LOOKED_AT - told.rows);
            told.look(&more);
            if more.rows == 0 || !matches!(more.end, End::More) {
                break;
            }
        }
        let records = preview::records(&piece.batch);
        let mut head: Vec<String> = Vec::new();
        for (name, _) in records.iter().flatten() {
            if !head.contains(name) {
                head.push(name.clone());
            }
        }
        let cell = |record: &preview::Fields, name: &String| {
            record.iter().find(|(n, _)| n == name).map(|(_, text)| short(text)).unwrap_or_default()
        };
        let rows = records.iter().map(|record| head.iter().map(|name| cell(record, name)).collect()).collect();
        Preview {
            rows,
            head,
            refused: told.bad.iter().map(refused).collect(),
            left_out: told.left_out,
            looked_at: told.rows,
            whole: told.rows == self.survey.rows,
            days: told.days,
            problem: None,
        }
    }
}

/// The records that a file's rows would become.
#[derive(Default)]
struct Told {
    rows: u64,
    left_out: u64,
    bad: Vec<BadRow>,
    days: Option<(NaiveDate, NaiveDate)>,
}

impl Told {
    fn look(&mut self, piece: &Piece) {
        self.rows += piece.rows;
        self.left_out += piece.bad.len() as u64;
        let room = SHOWN.saturating_sub(self.bad.len());
        self.bad.extend(piece.bad.iter().take(room).cloned());
        let days = piece.batch.communications.iter().map(|c| c.day).chain(piece.batch.cases.iter().map(|c| c.day));
        for day in days {
            let (from, to) = self.days.unwrap_or((day, day));
            self.days = Some((from.min(day), to.max(day)));
        }
    }
}

/// A refused row for display.
pub(super) fn refused(bad: &BadRow) -> Refused {
    Refused { line: bad.line, fault: bad.fault.clone() }
}

fn fields(mapping: &Mapping) -> Vec<FieldChoice> {
    let missing = mapping.missing();
    fields_of(mapping.row)
        .iter()
        .map(|field| FieldChoice {
            name: field.name.to_owned(),
            missing: missing.iter().any(|f| f.name == field.name),
            needed: field.needed,
            columns: mapping.columns.get(field.name).map(|c| c.names().to_vec()).unwrap_or_default(),
        })
        .collect()
}

fn short(text: &str) -> String {
    let head = model::text::head(text, MAX_CELL_CHARS);
    if head.len() < text.len() { format!("{head}…") } else { text.to_owned() }
}
