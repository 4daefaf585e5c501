//! The firm's documents as admins see them: the list, uploaded files, and a test of search.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::DocumentKind;

/// Documents per page.
pub const DOCUMENTS_PAGE: i64 = 50;

/// Filters documents; unset fields match everything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DocumentFilter {
    /// Part of the title or the id, case-insensitive.
    pub text: Option<String>,
    pub kind: Option<DocumentKind>,
    /// The name of a data set; "api" for documents that were added one by one.
    pub source: Option<String>,
    /// Documents to skip; default 0.
    pub offset: Option<i64>,
    /// Documents per page, 1 to 200; default 50.
    pub limit: Option<i64>,
}

/// A page of documents, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentPage {
    pub documents: Vec<DocumentLine>,
    /// Total number of matches.
    pub total: i64,
    /// The data sets that have documents.
    pub sources: Vec<String>,
}

/// A document without its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentLine {
    pub id: String,
    pub title: String,
    pub kind: DocumentKind,
    pub day: NaiveDate,
    /// The slug of its product.
    pub product: Option<String>,
    /// The name of its data set; "api" if it was added by itself.
    pub source: String,
    /// Parts that can be found and cited.
    pub parts: i64,
    pub indexed: Indexed,
}

text_enum! {
    /// How far a document is searchable.
    Indexed {
        Waiting = "waiting",
        /// By keywords.
        Keywords = "keywords",
        /// By keywords and by meaning.
        Meaning = "meaning",
    }
}

/// What became of uploaded files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FilesReport {
    pub id: String,
    pub files: Vec<FileReport>,
}

impl FilesReport {
    /// Whether every file was read.
    pub fn is_done(&self) -> bool {
        self.files.iter().all(|file| !matches!(file.status, FileStatus::Waiting | FileStatus::Reading))
    }
}

/// What became of one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileReport {
    /// The file's name.
    pub file: String,
    pub status: FileStatus,
    /// Why it was refused and what would do; else empty.
    pub reason: String,
    /// The id and the title of the document.
    pub document: Option<(String, String)>,
    /// Parts of the document that can be found and cited.
    pub parts: usize,
}

text_enum! {
    /// The status of an uploaded file.
    FileStatus {
        Waiting = "waiting",
        Reading = "reading",
        Added = "added",
        /// It replaced an earlier version.
        Changed = "changed",
        Unchanged = "unchanged",
        Refused = "refused",
    }
}

/// The passages found for a text, as searches find them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchTest {
    pub query: String,
    /// The content words that were searched for, stemmed.
    pub words: Vec<String>,
    /// The embedding model; `None` if the search was by keywords only.
    pub model: Option<String>,
    /// Best first.
    pub hits: Vec<TestHit>,
}

/// A passage, and why it was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestHit {
    /// The id of the document.
    pub document: String,
    pub title: String,
    /// The number of its part, from 1.
    pub position: u32,
    pub heading: Option<String>,
    /// From the part, word for word.
    pub excerpt: String,
    /// By which hits are ordered: with meaning, both scores combined, 0 to 1; else the keyword score.
    pub score: f64,
    /// BM25.
    pub keywords: f64,
    /// The similarity of its best passage, -1 to 1; `None` without meaning, or while it is not embedded.
    pub meaning: Option<f64>,
    /// Words of the title, heading or text that match, as written.
    pub words: Vec<String>,
}
