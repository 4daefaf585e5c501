//! What can be wrong with one row of an export. Such a row is left out, counted and reported; the rest goes on.

use std::fmt;

use chrono::NaiveDate;

/// Why a row was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// `lines` is how many lines of the file the row takes.
    Fields {
        found: usize,
        expected: usize,
        lines: u64,
    },
    Encoding {
        column: String,
    },
    NoId,
    Id(String),
    Repeated(u32),
    NoDate,
    Date(String),
    Future(NaiveDate),
}

impl Fault {
    /// The kind of fault, as the summary counts it.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Fields { .. } => "wrong number of fields",
            Self::Encoding { .. } => "not UTF-8 text",
            Self::NoId => "no Complaint ID",
            Self::Id(_) => "Complaint ID not a number",
            Self::Repeated(_) => "Complaint ID repeated in the file",
            Self::NoDate => "no date",
            Self::Date(_) => "date not readable",
            Self::Future(_) => "date in the future",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fields { found, expected, lines } => {
                write!(f, "{found} fields where the header has {expected}")?;
                if *lines > 1 {
                    write!(f, " (the row takes {lines} lines: is a quotation mark missing?)")?;
                }
                Ok(())
            }
            Self::Encoding { column } => write!(f, "\"{column}\" holds bytes that are not UTF-8 text"),
            Self::NoId => f.write_str("the Complaint ID is missing"),
            Self::Id(text) => write!(f, "the Complaint ID \"{}\" is not a number", short(text)),
            Self::Repeated(id) => write!(f, "complaint {id} was in the file before; the first one counts"),
            Self::NoDate => f.write_str("\"Date received\" is missing"),
            Self::Date(text) => {
                write!(f, "\"Date received\" is \"{}\", neither YYYY-MM-DD nor MM/DD/YYYY", short(text))
            }
            Self::Future(day) => write!(f, "\"Date received\" is {day}, which lies in the future"),
        }
    }
}

/// The beginning of a cell, on one line and without control characters: it goes to a terminal.
pub(crate) fn short(text: &str) -> String {
    let mut out: String = text.chars().take(30).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(30).is_some() {
        out.push('…');
    }
    out
}
