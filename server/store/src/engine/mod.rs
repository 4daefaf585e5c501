//! An engine beside the database: a search cluster with a copy of its records that counts or searches them. `query` and
//! `search` build the requests; this module attaches it and says whose records it may count.

use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use model::account::CustomerBook;
use serde_json::Value;

/// The kinds of records an engine stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IndexedTable {
    Communications,
    Cases,
    /// Chunks of the firm's documents.
    Chunks,
}

impl IndexedTable {
    pub const ALL: [Self; 3] = [Self::Communications, Self::Cases, Self::Chunks];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Communications => "communications",
            Self::Cases => "cases",
            Self::Chunks => "chunks",
        }
    }
}

/// Answers requests in OpenSearch's query language.
#[async_trait]
pub trait Engine: Send + Sync + Debug {
    /// Whether everything up to this change number is searchable in it.
    async fn holds(&self, change: i64) -> bool;

    /// The id of the embedding model of its stored vectors; `None` if it stores none.
    async fn embedding_model(&self) -> Option<String>;

    /// The response to a search over some kinds of records, complete or `None`: if it fails, takes longer than `limit`,
    /// or some shard does not answer. The log says why.
    async fn ask(&self, of: &[IndexedTable], body: &Value, limit: Duration) -> Option<Value>;
}

/// The engine beside a database, with somebody's access.
#[derive(Clone, Debug)]
pub struct SideEngine {
    pub engine: Arc<dyn Engine>,
    /// Customers whose records may be counted; `None` for all.
    pub book: Option<CustomerBook>,
}
