//! Documents added one by one rather than as a data set, as texts or as files: validated, split into parts, stored, and
//! searchable at once.

mod docx;
pub mod file;
pub mod intake;
mod pdf;

use chrono::NaiveDate;
use model::error::AppError;
use model::record::{Chunk, Document, DocumentKind, slug};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use search::Search;
use store::write::{self, Batch};
use store::{Db, StoreError, records};

/// Documents per request, and the maximum lengths of fields in characters.
const MOST: usize = 100;
const LONGEST_ID: usize = 120;
const LONGEST_TITLE: usize = 300;
const LONGEST_TEXT: usize = 200_000;
/// Likewise for the text of a file: some 400 pages.
const LONGEST_FILE: usize = 1_000_000;

/// Maximum size of what a file unpacks to, in bytes, and the refusal above it.
const UNPACKED: u64 = 256 << 20;
const UNFOLDS: &str = "It unpacks to more than 256 MiB. Save it without images, or as plain text.";

/// The `source` of such documents.
pub const SOURCE: &str = "api";

/// A document to add.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Given {
    /// Default: derived from title and text, so that the same text is stored once. No `#`, at most 120 characters.
    pub id: Option<String>,
    /// At most 300 characters.
    pub title: String,
    /// Paragraphs separated by blank lines; a line that begins with `#` is a heading. At most 200,000 characters.
    #[serde(alias = "content")]
    pub text: String,
    /// Default: article.
    pub kind: Option<DocumentKind>,
    /// The name of its product.
    pub product: Option<String>,
    /// Default: the last day of the data.
    pub day: Option<NaiveDate>,
}

/// The result for a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Taken {
    pub id: String,
    pub status: Became,
    /// Parts that can be found and cited.
    pub parts: usize,
}

/// Whether anything was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Became {
    Added,
    Changed,
    Unchanged,
}

/// Stores documents in one transaction and indexes them. `today` is the default day, `now` is UTC milliseconds.
///
/// # Errors
/// `Invalid` with the invalid field.
pub async fn take_in(
    db: &Db,
    search: &Search,
    given: Vec<Given>,
    today: NaiveDate,
    now: i64,
) -> Result<Vec<Taken>, AppError> {
    take_within(db, search, given, (today, now), LONGEST_TEXT).await
}

/// Likewise with another maximum length of a text, in characters.
async fn take_within(
    db: &Db,
    search: &Search,
    given: Vec<Given>,
    (today, now): (NaiveDate, i64),
    longest: usize,
) -> Result<Vec<Taken>, AppError> {
    if !(1..=MOST).contains(&given.len()) {
        let detail = format!("Give 1 to {MOST} documents at once, not {}.", given.len());
        return Err(AppError::invalid("documents", detail));
    }
    let mut taken: Vec<Taken> = Vec::with_capacity(given.len());
    let mut batch = Batch::default();
    for (n, given) in given.into_iter().enumerate() {
        let said = given.day;
        let mut document = document(n, given, today, longest)?;
        if taken.iter().any(|t| t.id == document.id) {
            let detail = format!("documents[{n}]: the id \"{}\" appears twice.", document.id);
            return Err(AppError::invalid(format!("documents[{n}].id"), detail));
        }
        let status = match records::document(db, &document.id).await {
            Ok(known) if known.source != document.source => {
                let detail = format!(
                    "documents[{n}]: the id \"{}\" belongs to a document of the data set \"{}\", \
                    which was not changed. Use another id.",
                    document.id, known.source
                );
                return Err(AppError::invalid(format!("documents[{n}].id"), detail));
            }
            Ok(known) => {
                // Without a day, the document keeps the day of its first upload.
                document.day = said.unwrap_or(known.day);
                if known == document { Became::Unchanged } else { Became::Changed }
            }
            Err(StoreError::NotFound(_)) => Became::Added,
            Err(error) => return Err(error.into()),
        };
        taken.push(Taken { id: document.id.clone(), status, parts: document.chunks.len() });
        if status != Became::Unchanged {
            batch.documents.push(document);
        }
    }
    if !batch.documents.is_empty() {
        write::store(db, &batch, now).await?;
        // It is stored: if indexing fails now, search catches up by itself.
        if let Err(error) = search.catch_up(db, |_, _| {}).await {
            tracing::warn!(%error, "search takes the new documents in later");
        }
    }
    Ok(taken)
}

fn document(n: usize, given: Given, today: NaiveDate, longest: usize) -> Result<Document, AppError> {
    let Given { id, title, text, kind, product, day } = given;
    let wrong = |field: &str, detail: String| {
        let field = format!("documents[{n}].{field}");
        AppError::invalid(field.clone(), format!("{field} {detail}"))
    };
    let (title, text) = (title.trim().to_owned(), text.replace("\r\n", "\n"));
    for (field, value, most) in [("title", title.as_str(), LONGEST_TITLE), ("text", text.trim(), longest)] {
        let length = value.chars().count();
        if length == 0 {
            return Err(wrong(field, "is empty.".into()));
        }
        if length > most {
            return Err(wrong(field, format!("has {length} characters; it may have {most}.")));
        }
    }
    let id = match id.map(|id| id.trim().to_owned()) {
        None => format!("doc-{}", hash(&title, &text)),
        Some(id) if id.is_empty() || id.contains(['#', '/']) || id.chars().count() > LONGEST_ID => {
            return Err(wrong("id", format!("must have 1 to {LONGEST_ID} characters, and neither # nor /.")));
        }
        Some(id) => id,
    };
    let chunks = parts(&id, &text);
    if chunks.is_empty() {
        return Err(wrong("text", "has headings only.".into()));
    }
    let product = product.map(|name| slug(&name)).filter(|slug| !slug.is_empty());
    let kind = kind.unwrap_or(DocumentKind::Article);
    Ok(Document { id, kind, title, product, day: day.unwrap_or(today), source: SOURCE.into(), chunks })
}

/// The first 16 hex digits of the SHA-256 of both.
fn hash(title: &str, text: &str) -> String {
    let hash = Sha256::digest(format!("{title}\n{text}"));
    hash.iter().take(8).map(|b| format!("{b:02x}")).collect()
}

/// Splits a text into parts of whole paragraphs, about 200 words each: enough for an embedding and a reader.
pub fn parts(document: &str, text: &str) -> Vec<Chunk> {
    const MAX_CHUNK_WORDS: usize = 200;
    let mut parts: Vec<(Option<String>, String)> = Vec::new();
    let mut heading = None;
    for paragraph in text.split("\n\n").map(str::trim).filter(|p| !p.is_empty()) {
        if let Some(title) = paragraph.strip_prefix('#').filter(|_| !paragraph.contains('\n')) {
            heading = Some(title.trim_start_matches('#').trim().to_owned());
            continue;
        }
        let words = |text: &str| text.split_whitespace().count();
        for piece in pieces(paragraph, MAX_CHUNK_WORDS) {
            match parts.last_mut() {
                Some((of, last)) if *of == heading && words(last) + words(piece) <= MAX_CHUNK_WORDS => {
                    last.push_str("\n\n");
                    last.push_str(piece);
                }
                _ => parts.push((heading.clone(), piece.to_owned())),
            }
        }
    }
    let chunk = |(i, (heading, text)): (usize, (Option<String>, String))| {
        let position = u32::try_from(i + 1).unwrap_or(u32::MAX);
        Chunk { id: format!("{document}#{position}"), position, heading, text }
    };
    parts.into_iter().enumerate().map(chunk).collect()
}

/// A paragraph in pieces of about this many words, each to the end of a sentence or line: files without blank lines
/// are one paragraph. One up to twice as long stays whole.
fn pieces(paragraph: &str, words: usize) -> Vec<&str> {
    if paragraph.split_whitespace().count() <= 2 * words {
        return vec![paragraph];
    }
    let (mut out, mut start, mut count) = (Vec::new(), 0, 0);
    for word in paragraph.split_whitespace() {
        // Slices of the same text: the distance of their beginnings is the position.
        let end = word.as_ptr() as usize - paragraph.as_ptr() as usize + word.len();
        count += 1;
        let ends = word.ends_with(['.', '!', '?', ':', ';']) || paragraph[end..].starts_with('\n');
        if count >= words && ends || count >= 2 * words {
            out.push(paragraph[start..end].trim());
            (start, count) = (end, 0);
        }
    }
    out.push(paragraph[start..].trim());
    out.retain(|piece| !piece.is_empty());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(id: Option<&str>, title: &str, text: &str) -> Given {
        let (title, text) = (title.to_owned(), text.to_owned());
        Given { id: id.map(str::to_owned), title, text, kind: None, product: Some("Credit card".into()), day: None }
    }

    #[test]
    fn a_text_becomes_parts_under_headings() {
        let today = NaiveDate::default();
        let text = "Before.\r\n\r\n# Fees\n\nTen euros.\n\nPaid at once.\n\n## Refunds\n\nWithin a week.";
        let made = document(0, given(None, " Fees ", text), today, LONGEST_TEXT).unwrap();
        let parts: Vec<_> = made.chunks.iter().map(|c| (c.heading.as_deref(), c.text.as_str())).collect();
        let want =
            [(None, "Before."), (Some("Fees"), "Ten euros.\n\nPaid at once."), (Some("Refunds"), "Within a week.")];
        assert_eq!(parts, want);
        assert_eq!((made.title.as_str(), made.product.as_deref()), ("Fees", Some("credit-card")));
        assert_eq!(
            made.id,
            document(7, given(None, "Fees", text), today, LONGEST_TEXT).unwrap().id,
            "the same text has the same id"
        );
        assert_eq!(made.chunks[2].id, format!("{}#3", made.id));
    }

    #[test]
    fn a_text_without_blank_lines_has_parts_all_the_same() {
        let sentence = format!("{} end.\n", "word ".repeat(29));
        let text = sentence.repeat(20);
        let made = parts("d", &text);
        let sizes: Vec<usize> = made.iter().map(|part| part.text.split_whitespace().count()).collect();
        assert_eq!(sizes, [210, 210, 180]);
        let whole: Vec<&str> = made.iter().flat_map(|part| part.text.split_whitespace()).collect();
        assert_eq!(whole, text.split_whitespace().collect::<Vec<_>>(), "nothing is lost");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let long = "x".repeat(LONGEST_TEXT + 1);
        for (id, title, text, field) in [
            (None, " ", "Text.", "documents[3].title"),
            (None, "Title", "\n\n", "documents[3].text"),
            (None, "Title", "# Only a heading", "documents[3].text"),
            (None, "Title", long.as_str(), "documents[3].text"),
            (Some("a#1"), "Title", "Text.", "documents[3].id"),
            (Some(""), "Title", "Text.", "documents[3].id"),
        ] {
            let error = document(3, given(id, title, text), NaiveDate::default(), LONGEST_TEXT).unwrap_err();
            assert!(matches!(&error, AppError::Invalid { field: f, .. } if f == field), "{error}");
        }
    }
}
