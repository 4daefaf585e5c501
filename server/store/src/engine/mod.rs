//! An engine beside the database: a search cluster that holds a copy of its records and counts or searches them. What it is
//! asked stands where the questions stand (`query`, `search`); here is where it hangs, and whose records it may count.

pub mod read;

use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use model::account::CustomerBook;
use serde_json::Value;

/// What an engine keeps apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kept {
    Communications,
    Cases,
    /// Parts of the firm's own documents.
    Chunks,
}

impl Kept {
    pub const ALL: [Self; 3] = [Self::Communications, Self::Cases, Self::Chunks];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Communications => "communications",
            Self::Cases => "cases",
            Self::Chunks => "chunks",
        }
    }
}

/// Answers what is written in the search language of OpenSearch.
#[async_trait]
pub trait Engine: Send + Sync + Debug {
    /// Whether everything up to this change of the store can be found in it.
    async fn holds(&self, change: i64) -> bool;

    /// The id of the embedding model whose vectors it holds beside the records; `None` where it holds none.
    async fn embedding_model(&self) -> Option<String>;

    /// The reply to a search over some kinds of records, whole or not at all: `None` where it fails, takes longer than
    /// `limit`, or some part of the cluster does not answer. The log says why.
    async fn ask(&self, of: &[Kept], body: &Value, limit: Duration) -> Option<Value>;
}

/// The engine beside a database, as somebody sees it.
#[derive(Clone, Debug)]
pub struct SideEngine {
    pub engine: Arc<dyn Engine>,
    /// Whose customers' records may be counted; `None` for all.
    pub book: Option<CustomerBook>,
}
