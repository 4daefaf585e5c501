//! The bank's own texts: help articles, release notes, policies and notices, as its people would find them.
//!
//! What they say agrees with what happens in the demo's year: cut-off times, fees, deadlines, the outage, the update.

use app::model::record::{Chunk, Document, DocumentKind};

use super::calendar::day;

mod digital;
mod duties;
mod lending;
mod money;
mod releases;

/// A document as it is written down here.
#[derive(Debug)]
struct Text {
    kind: DocumentKind,
    title: &'static str,
    /// Slug of the product; empty when it is about the bank as a whole.
    product: &'static str,
    date: (i32, u32, u32),
    /// Heading and text of each part.
    parts: &'static [(&'static str, &'static str)],
}

/// All documents. Release notes are numbered apart, as `note-…`.
pub fn all() -> Vec<Document> {
    let (mut notes, mut others) = (0, 0);
    let lists = [digital::TEXTS, releases::TEXTS, money::TEXTS, duties::TEXTS, lending::TEXTS];
    lists
        .into_iter()
        .flatten()
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

fn document(id: String, text: &Text) -> Document {
    let part = |(i, (heading, body)): (usize, &(&str, &str))| Chunk {
        id: format!("{id}#{}", i + 1),
        position: i as u32 + 1,
        heading: Some((*heading).to_owned()),
        text: (*body).to_owned(),
    };
    Document {
        kind: text.kind,
        title: text.title.to_owned(),
        product: (!text.product.is_empty()).then(|| text.product.to_owned()),
        day: day(text.date.0, text.date.1, text.date.2),
        source: "demo".to_owned(),
        chunks: text.parts.iter().enumerate().map(part).collect(),
        id,
    }
}
