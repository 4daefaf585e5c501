//! The relevance of each cited record: a record that was not found by search is scored by the same
//! search, for the question's words. Cases and customers are not searched and have none.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use model::answer::{Citation, Source, SourceKind};

use super::RunLoop;
use crate::replay::record;
use search::{Only, SearchQuery};

/// Document parts to score.
const MAX_SCORED_PARTS: usize = 200;

impl RunLoop<'_> {
    /// Fills in missing relevances; if the search fails, they stay missing.
    pub(super) async fn measure_relevance(&self, citations: &mut [Citation]) {
        let wants = |source: &Source, kind| source.kind == kind && source.relevance.is_none();
        let missing = |kind: SourceKind| -> Vec<String> {
            let records =
                citations.iter().filter_map(|c| if let Citation::Record(source) = c { Some(source) } else { None });
            records.filter(|source| wants(source, kind)).map(|source| source.id.clone()).collect()
        };
        let (messages, documents) = (missing(SourceKind::Communication), missing(SourceKind::Document));
        if messages.is_empty() && documents.is_empty() {
            return;
        }
        if let Some(events) = self.inner.replayed.as_deref() {
            return record::relevance(events, citations);
        }
        let query = SearchQuery { text: self.run.question.clone(), meaning: true, ..SearchQuery::default() };
        let search = self.inner.search.clone();
        let measured = tokio::task::spawn_blocking(move || {
            let mut found: HashMap<String, f64> = HashMap::new();
            if !messages.is_empty() {
                let (limit, ids) = (messages.len(), messages.iter().cloned().collect::<HashSet<_>>());
                let hits = search.find(&SearchQuery { limit, ids: Some(Arc::new(ids)), ..query.clone() })?.hits;
                found.extend(hits.into_iter().map(|hit| (hit.id, hit.relevance)));
            }
            if !documents.is_empty() {
                let only = Some(Only::Documents);
                // The best part of a document comes first.
                for hit in search.find(&SearchQuery { limit: MAX_SCORED_PARTS, only, ..query })?.hits {
                    let id = hit.id.split_once('#').map_or(hit.id.as_str(), |(id, _)| id).to_owned();
                    found.entry(id).or_insert(hit.relevance);
                }
            }
            Ok::<_, search::SearchError>(found)
        });
        let Ok(Ok(found)) = measured.await else { return };
        for citation in citations {
            if let Citation::Record(source) = citation
                && (wants(source, SourceKind::Communication) || wants(source, SourceKind::Document))
            {
                let relevance = found.get(&source.id).copied().unwrap_or(0.0);
                source.relevance = Some((relevance * 100.0).round() / 100.0);
            }
        }
    }
}
