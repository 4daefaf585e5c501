//! A few short texts in memory, searched by words and ranked by BM25 like records.

use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, Occur, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions, Value};
use tantivy::{Index, IndexReader, TantivyDocument, Term};

use super::{SearchError, words};

/// The writer's memory, in bytes: the least that tantivy allows.
const WRITER_MEMORY_BYTES: usize = 15_000_000;

/// The texts, found by index.
pub struct MemoryIndex {
    reader: IndexReader,
    text: Field,
    place: Field,
}

impl MemoryIndex {
    /// # Errors
    /// If the index cannot be created.
    pub fn new<'a>(texts: impl Iterator<Item = &'a str>) -> Result<Self, SearchError> {
        let mut schema = Schema::builder();
        let indexing = TextFieldIndexing::default().set_tokenizer(words::NAME);
        let indexing = indexing.set_index_option(IndexRecordOption::WithFreqs);
        let text = schema.add_text_field("text", TextOptions::default().set_indexing_options(indexing));
        let place = schema.add_u64_field("place", STORED);
        let index = Index::create_in_ram(schema.build());
        index.tokenizers().register(words::NAME, words::analyser());
        let mut writer = index.writer_with_num_threads(1, WRITER_MEMORY_BYTES)?;
        for (at, own) in (0_u64..).zip(texts) {
            let mut document = TantivyDocument::new();
            document.add_text(text, own);
            document.add_u64(place, at);
            writer.add_document(document)?;
        }
        writer.commit()?;
        Ok(Self { reader: index.reader()?, text, place })
    }

    /// Indices of the texts that share a word with this one, with scores, best first.
    pub fn nearest(&self, to: &str, most: usize) -> Result<Vec<(usize, f32)>, SearchError> {
        let term = |stem: String| -> (Occur, Box<dyn Query>) {
            let term = Term::from_field_text(self.text, &stem);
            (Occur::Should, Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs)))
        };
        let query = BooleanQuery::new(words::distinct(to).into_iter().map(term).collect());
        let searcher = self.reader.searcher();
        let mut found = Vec::new();
        for (score, address) in searcher.search(&query, &TopDocs::with_limit(most.max(1)).order_by_score())? {
            let document: TantivyDocument = searcher.doc(address)?;
            let place = document.get_first(self.place).and_then(|value| value.as_u64());
            found.extend(place.and_then(|place| usize::try_from(place).ok()).map(|place| (place, score)));
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_by_their_words() {
        let texts = ["how fast cases close", "customers at risk, churn", "cases by product"];
        let shelf = MemoryIndex::new(texts.into_iter()).unwrap();
        let places = |text: &str| shelf.nearest(text, 5).unwrap().into_iter().map(|(at, _)| at).collect::<Vec<_>>();
        assert_eq!(places("who churned?"), [1]);
        assert_eq!(places("case products"), [2, 0]);
        assert!(places("").is_empty() && places("weather").is_empty());
    }
}
