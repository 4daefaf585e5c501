//! The public complaint export of the US Consumer Financial Protection Bureau (CFPB), in both of its forms: the full
//! one, which names the company of each complaint, and the short one about a single company. The mapping of its columns
//! is `cfpb.toml`.

use std::path::Path;

use model::record::Communication;

use super::engine::Opened;
use super::error::ImportError;
use super::mapped::{self, Choice, Columns, Form, Mapping};

const MAPPING: &str = include_str!("cfpb.toml");

/// The company if neither the file nor the user names it.
pub const UNNAMED: &str = "Unnamed company";

/// A readable export.
pub struct Export {
    pub opened: Opened,
    /// Neither the file nor the user names the company.
    pub unnamed: bool,
}

/// Opens an export. `company` is the default for files that name none; `now` is UTC milliseconds: complaints must be
/// received at most a day later.
///
/// # Errors
/// If the file cannot be read or is not such an export.
pub fn open(path: &Path, company: Option<&str>, now: i64) -> Result<Export, ImportError> {
    let wrong = |what| ImportError::Mapping { file: "cfpb.toml".to_owned(), what };
    let mut mapping = Mapping::read(MAPPING).map_err(wrong)?;
    mapping.defaults.insert("customer".into(), company.unwrap_or(UNNAMED).to_owned());
    let table = mapped::open(path, Form::Csv, Choice { mapping: Some(mapping), ..Choice::default() }, now)?;
    let named = table.mapping().columns.get("customer").is_some_and(|c: &Columns| !c.names().is_empty());
    let mut opened = table.opened();
    opened.job.format = "cfpb";
    // A row without a company or a narrative must not erase a stored one.
    opened.job.keep = (!named).then_some(from_full_form as fn(&Communication) -> bool);
    Ok(Export { opened, unnamed: !named && company.is_none() })
}

/// Whether a stored complaint has data that only the full form contains.
fn from_full_form(stored: &Communication) -> bool {
    !stored.body.is_empty() || ["date_sent", "zip_code"].iter().any(|name| stored.attributes.contains_key(*name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn export(text: &str) -> Result<Export, ImportError> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("complaints.csv");
        std::fs::write(&path, text).unwrap();
        open(&path, None, 1_795_348_800_000)
    }

    #[test]
    fn columns_are_found_in_any_case_and_order() {
        let text = "\u{feff}ISSUE,product , complaint id,Date  Received,timely response,Company Response\n\
            Fees,Loan,7,11/03/2014,No,Closed with explanation\nFees,,8,2019-09-01T12:00:00-05:00,,Untimely response\n";
        let mut export = export(text).unwrap();
        assert!(export.unnamed);
        let batch = export.opened.rows.piece(9).batch;
        let days: Vec<String> = batch.cases.iter().map(|case| case.day.to_string()).collect();
        assert_eq!(days, ["2014-11-03", "2019-09-01"]);
        let (case, message) = (&batch.cases[0], &batch.communications[0]);
        assert_eq!((case.id.as_str(), message.id.as_str(), case.title.as_str()), ("case-cfpb-7", "cfpb-7", "Fees"));
        assert_eq!(message.case_id.as_ref(), Some(&case.id));
        assert_eq!(case.attributes["company_response"], "Closed with explanation");
        assert_eq!((case.sla_breached, case.sla_told, batch.cases[1].sla_told), (true, true, false));
        assert_eq!(case.resolution.as_deref(), Some("Closed with explanation"));
        assert_eq!((batch.cases[1].status.as_str(), batch.cases[1].resolution.as_deref()), ("open", None));
    }

    #[test]
    fn what_is_missing_is_named() {
        let error = export("Product,Consumer complaint narrative\na,b\n").err().unwrap().to_string();
        assert!(error.contains("at") && error.contains("Product, Consumer complaint narrative"), "{error}");
    }
}
