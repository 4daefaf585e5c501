//! A conversation as a self-contained file: Markdown for reading and sharing, or an evidence pack as one HTML page.
//! Pure: the same conversation and key give the same bytes.

mod figures;
mod markdown;
mod pack;
pub mod seal;
pub mod table;
pub mod workbook;

use std::io;

use model::session::Conversation;
use seal::Signer;
use serde::Deserialize;

/// The form of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    #[default]
    Markdown,
    Html,
}

impl Format {
    /// The file extension, without the dot.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Markdown => "md",
            Self::Html => "html",
        }
    }

    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Markdown => "text/markdown; charset=utf-8",
            Self::Html => "text/html; charset=utf-8",
        }
    }
}

/// Writes the file. `signer` opens the key that signs a pack.
pub fn write(
    conversation: &Conversation,
    format: Format,
    signer: impl FnOnce() -> io::Result<Signer>,
) -> io::Result<String> {
    Ok(match format {
        Format::Markdown => markdown::write(conversation),
        Format::Html => pack::write(conversation, &signer()?),
    })
}
