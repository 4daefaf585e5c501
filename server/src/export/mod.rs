//! A conversation as a file that needs nothing else: Markdown to read and to pass on, or a pack of evidence in one page of
//! HTML. Pure: the same conversation and key give the same bytes.

mod figures;
mod markdown;
mod pack;
pub mod seal;
pub mod table;

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
    /// Of a file's name, without the dot.
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

/// Writes the file. A pack is signed by what `signer` opens.
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
