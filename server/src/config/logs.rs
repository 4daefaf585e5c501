//! Settings of the log: its format, and whether personal data is masked.

use std::fmt;
use std::str::FromStr;

use anyhow::Result;

use super::setting::settings;
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

settings! {
    pub struct LogSettings reads from {
        /// The format of log lines: text, or json for one object per line.
        pub format: Setting<LogFormat> = from.get("PLUMBLINE_LOG_FORMAT", "text", "text or json")?,
        /// Set to false to show e-mail addresses, phone numbers, IBANs, card and account numbers in the log.
        pub mask: Setting<bool> = from.switch("PLUMBLINE_LOG_MASK", "true")?, // B-051
    }
}
