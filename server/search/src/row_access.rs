//! Search with access to some customers only: the same index, filtered before ranking and counting.

use std::collections::HashSet;
use std::sync::Arc;

use tantivy::Term;
use tantivy::collector::Count;
use tantivy::query::{BooleanQuery, ConstScoreQuery, Occur, Query, TermSetQuery};

use super::Search;

/// Whose messages can be found.
pub struct Seen {
    /// Their ids.
    pub(super) customers: Arc<HashSet<String>>,
    /// As an index query: documents of the firm, or messages of these customers. Adds nothing to a score.
    pub(super) query: Box<dyn Query>,
}

impl Search {
    /// The same index with access to these customers.
    pub fn seen_by(&self, customers: Arc<HashSet<String>>) -> Self {
        let fields = &self.fields;
        let terms = customers.iter().map(|id| Term::from_field_text(fields.customer, id));
        let theirs: Box<dyn Query> = Box::new(TermSetQuery::new(terms));
        let any = BooleanQuery::new(vec![(Occur::Should, self.exactly(fields.what, "chunk")), (Occur::Should, theirs)]);
        let query = Box::new(ConstScoreQuery::new(Box::new(any), 0.0));
        Self { shared: self.shared.clone(), seen: Some(Seen { customers, query }) }
    }

    /// Whether a message is visible.
    pub(super) fn shows(&self, id: &str) -> bool {
        let Some(seen) = &self.seen else { return true };
        let this = self.exactly(self.fields.id, id);
        let both = BooleanQuery::new(vec![(Occur::Must, this), (Occur::Must, seen.query.box_clone())]);
        self.reader.searcher().search(&both, &Count).is_ok_and(|found| found > 0)
    }
}
