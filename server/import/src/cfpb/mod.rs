//! The public complaint export of the US Consumer Financial Protection Bureau (CFPB), in both of its forms: the full one,
//! which names the company of each complaint, and the short one about a single company.
//!
//! Deliberately not here: how an import goes on, stores and stops (`import::engine`), and what a person sees of it
//! (`cmd::import`).

mod columns;
mod fault;
mod reader;
mod row;
mod seen;

use std::path::Path;

use chrono::Duration;
use model::record::{Communication, slug};
use model::time::day_of;

pub use fault::Fault;
pub(super) use fault::short;
pub use row::{SOURCE, communication_id, customer_id};

use super::engine::{Job, Opened};
use super::error::ImportError;
use super::source;
use reader::Reader;

/// Who complaints are about when neither the file nor the person says.
pub const UNNAMED: &str = "Unnamed company";

/// An export that can be read.
pub struct Export {
    pub opened: Opened,
    /// The file does not say which company it is about, and nobody else did.
    pub unnamed: bool,
}

/// Opens an export. `company` is whom complaints are about where the file does not say; `now` is UTC milliseconds: no
/// complaint can have been received later than the day after it.
///
/// Fails when the file cannot be read or is no such export.
pub fn open(path: &Path, company: Option<&str>, now: i64) -> Result<Export, ImportError> {
    let source = source::open(path)?;
    let name = company.unwrap_or(UNNAMED).to_owned();
    // Other words about the company make other records, so they make another import.
    let id = format!("{SOURCE}-{}-{}", source.identity, slug(&name));
    let (taken, bytes, file) = (source.taken.clone(), source.size, source.name.clone());
    let reader = Reader::new(source, name, day_of(now) + Duration::days(1))?;
    let names_companies = reader.names_companies();
    // A file that does not name the company must not take it away, nor the narrative.
    let keep = (!names_companies).then_some(from_full_form as fn(&Communication) -> bool);
    let job = Job { id, format: SOURCE, file, bytes, taken, keep, prioritise: true };
    Ok(Export { opened: Opened { rows: Box::new(reader), job }, unnamed: !names_companies && company.is_none() })
}

/// Whether a stored complaint has something that only the full form gives.
fn from_full_form(stored: &Communication) -> bool {
    !stored.body.is_empty() || [columns::DATE_SENT, "zip_code"].iter().any(|name| stored.attributes.contains_key(*name))
}
