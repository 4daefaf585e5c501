//! Keyword search (tantivy, BM25). Derived from the store and never the only copy: the index knows the number of the last
//! change it holds, catches up, and is rebuilt when it is missing or damaged.

/// The search index of this process.
pub struct Search {}
