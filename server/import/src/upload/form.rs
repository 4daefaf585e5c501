//! The mapping from the page's form.

use std::collections::BTreeMap;

use model::error::AppError;
use model::import::Stage;
use model::record::slug;

use super::{DEMO, StoredUpload};
use crate::engine::RecordKind;
use crate::mapped::{Columns, Dates, Mapping, fields_of, noun};

const ALL: [RecordKind; 4] = [RecordKind::Communication, RecordKind::Case, RecordKind::Customer, RecordKind::Document];

impl StoredUpload {
    /// Applies a mapping form: `row`, `source`, `dateFormat`, `dayFirst`, `column.FIELD`. Omitted fields have no
    /// column; another kind of row is guessed anew.
    ///
    /// # Errors
    /// `Conflict` once the import has started, `Invalid` for an unknown kind of row.
    pub fn map(&self, form: &str) -> Result<(), AppError> {
        let pairs: Vec<(String, String)> = form_urlencoded::parse(form.as_bytes()).into_owned().collect();
        let value = |name: &str| pairs.iter().find(|(n, v)| n == name && !v.is_empty()).map(|(_, v)| v.as_str());
        let mut state = self.lock();
        if matches!(state.stage, Stage::Running | Stage::Done) {
            return Err(AppError::Conflict { detail: "The import has begun; its columns cannot change now.".into() });
        }
        let row = match value("row") {
            None => state.mapping.row,
            Some(name) => *ALL.iter().find(|what| noun(**what) == name).ok_or_else(|| {
                AppError::invalid("row", format!("A row cannot be \"{name}\"; it can be {}.", ALL.map(noun).join(", ")))
            })?,
        };
        let source = value("source").map(slug).filter(|s| !s.is_empty()).or(state.mapping.source.clone());
        let mut mapping = if row == state.mapping.row {
            let mut columns = BTreeMap::new();
            for field in fields_of(row) {
                let name = format!("column.{}", field.name);
                let of = |(n, v): &&(String, String)| *n == name && self.survey.columns.contains(v);
                let mut named: Vec<String> = pairs.iter().filter(of).map(|(_, v)| v.clone()).collect();
                match named.len() {
                    0 => continue,
                    1 => columns.insert(field.name.to_owned(), Columns::One(named.remove(0))),
                    _ => columns.insert(field.name.to_owned(), Columns::Several(named)),
                };
            }
            Mapping { columns, ..state.mapping.clone() }
        } else {
            Mapping::guess(&self.survey.columns, Some(row))
        };
        mapping.source = source;
        mapping.dates =
            Dates { format: value("dateFormat").map(str::to_owned), day_first: value("dayFirst").map(|v| v == "true") };
        state.mapping = mapping;
        Ok(())
    }

    /// Checks the requirements for storing. `demo` is the form's choice for the demo bank: "replace" or "add".
    pub(super) fn ready(&self, holds_demo: bool, demo: Option<&str>) -> Result<(), AppError> {
        let mapping = self.lock().mapping.clone();
        let missing: Vec<&str> = mapping.missing().iter().map(|f| f.name).collect();
        if !missing.is_empty() {
            let (missing, row) = (missing.join(" and "), noun(mapping.row));
            let detail = format!("Choose a column for {missing}: a {row} cannot be stored without it.");
            return Err(AppError::invalid("columns", detail));
        }
        if mapping.source.as_deref() == Some(DEMO) {
            let detail = "Give the data set another name: \"demo\" is reserved for the demo data.";
            return Err(AppError::invalid("source", detail));
        }
        if holds_demo && !matches!(demo, Some("replace" | "add")) {
            let detail = "Say whether the demo data is to be replaced, or your data added to it.";
            return Err(AppError::invalid("demo", detail));
        }
        Ok(())
    }
}
