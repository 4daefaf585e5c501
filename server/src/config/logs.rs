//! Settings of the log: its format, and whether personal data is masked.

use std::fmt;
use std::str::FromStr;

use anyhow::Result;

use super::{Setting, Sources};

/// The format of a log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object per line.
    Json,
}

impl FromStr for LogFormat {
    type Err = ();

    fn from_str(text: &str) -> std::result::Result<Self, ()> {
        match text {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            _ => Err(()),
        }
    }
}

impl fmt::Display for LogFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::Json => "json",
        })
    }
}

#[derive(Clone, Debug)]
pub struct LogSettings {
    pub format: Setting<LogFormat>,
    /// Whether e-mail addresses, phone numbers, IBANs, card and account numbers are masked in every line (B-051).
    pub mask: Setting<bool>,
}

impl LogSettings {
    pub(super) fn gather(from: &Sources<'_>) -> Result<Self> {
        Ok(Self {
            format: from.get("PLUMBLINE_LOG_FORMAT", None, "text", "text or json")?,
            mask: from.get("PLUMBLINE_LOG_MASK", None, "true", "true or false")?,
        })
    }
}
