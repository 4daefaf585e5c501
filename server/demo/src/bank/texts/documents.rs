//! The bank's own texts: help articles, release notes, policies and notices, as its staff would see them.
//!
//! Their contents agree with the events of the demo's year: cut-off times, fees, deadlines, the outage, the update.

use chrono::NaiveDate;
use model::record::{Chunk, Document, DocumentKind};
use serde::Deserialize;

use super::read;

/// In document order.
const FILES: [&str; 5] = [
    include_str!("documents/digital.toml"),
    include_str!("documents/releases.toml"),
    include_str!("documents/money.toml"),
    include_str!("documents/duties.toml"),
    include_str!("documents/lending.toml"),
];

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    documents: Vec<Text>,
}

/// A document as written here.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    kind: DocumentKind,
    title: String,
    /// Slug of the product; `None` if it is about the whole bank.
    product: Option<String>,
    date: NaiveDate,
    parts: Vec<Part>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    heading: String,
    /// One paragraph; line breaks in the file are only for editing.
    text: String,
}

/// All documents. Release notes are numbered separately, as `note-…`.
pub fn documents() -> Vec<Document> {
    let (mut notes, mut others) = (0, 0);
    let texts = FILES.iter().flat_map(|text| read::<File>(text).documents);
    texts
        .map(|text| {
            let id = if text.kind == DocumentKind::ReleaseNote {
                notes += 1;
                format!("note-{notes:03}")
            } else {
                others += 1;
                format!("doc-{others:03}")
            };
            document(id, text)
        })
        .collect()
}

fn document(id: String, text: Text) -> Document {
    let part = |(i, part): (usize, Part)| Chunk {
        id: format!("{id}#{}", i + 1),
        position: i as u32 + 1,
        heading: Some(part.heading),
        text: part.text.split_whitespace().collect::<Vec<_>>().join(" "),
    };
    Document {
        kind: text.kind,
        title: text.title,
        product: text.product,
        day: text.date,
        source: "demo".to_owned(),
        chunks: text.parts.into_iter().enumerate().map(part).collect(),
        id,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_reads() {
        for text in FILES {
            assert!(!toml::from_str::<File>(text).unwrap().documents.is_empty());
        }
    }
}
