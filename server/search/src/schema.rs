//! The schema of the index: one index document per communication or document part.

use chrono::{Datelike, NaiveDate};
use model::record::{Chunk, Communication, Document};
use tantivy::TantivyDocument;
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions,
};

use super::words;

/// The fields of the index.
#[derive(Clone, Copy, Debug)]
pub struct Fields {
    /// Id of a communication, or of a chunk.
    pub id: Field,
    /// "communication:ID" or "document:ID": the unit of replacement and deletion.
    pub record: Field,
    /// "communication" or "chunk".
    pub what: Field,
    pub text: Field,
    pub name: Field,
    pub customer: Field,
    pub product: Field,
    pub channel: Field,
    pub category: Field,
    pub subcategory: Field,
    pub kind: Field,
    /// Days since the start of the common era; sortable.
    pub day: Field,
}

pub fn schema() -> (Schema, Fields) {
    let mut s = Schema::builder();
    let words = TextOptions::default().set_indexing_options(
        TextFieldIndexing::default().set_tokenizer(words::NAME).set_index_option(IndexRecordOption::WithFreqs),
    );
    let fields = Fields {
        id: s.add_text_field("id", STRING | STORED),
        record: s.add_text_field("record", STRING),
        what: s.add_text_field("what", STRING | STORED),
        text: s.add_text_field("text", words.clone()),
        name: s.add_text_field("name", words),
        customer: s.add_text_field("customer", STRING),
        product: s.add_text_field("product", STRING),
        channel: s.add_text_field("channel", STRING),
        category: s.add_text_field("category", STRING),
        subcategory: s.add_text_field("subcategory", STRING),
        kind: s.add_text_field("kind", STRING),
        day: s.add_i64_field("day", FAST | INDEXED),
    };
    (s.build(), fields)
}

/// A day as stored in the index.
pub fn day_number(day: NaiveDate) -> i64 {
    i64::from(day.num_days_from_ce())
}

impl Fields {
    pub fn communication(&self, c: &Communication, customer_name: &str) -> TantivyDocument {
        let mut doc = TantivyDocument::new();
        doc.add_text(self.id, &c.id);
        doc.add_text(self.record, record("communication", &c.id));
        doc.add_text(self.what, "communication");
        doc.add_text(self.text, format!("{}\n{}", c.subject.as_deref().unwrap_or_default(), c.body));
        doc.add_text(self.name, customer_name);
        doc.add_text(self.customer, &c.customer_id);
        doc.add_text(self.channel, c.channel.as_str());
        doc.add_text(self.kind, c.kind.as_str());
        for (field, value) in
            [(self.product, &c.product), (self.category, &c.category), (self.subcategory, &c.subcategory)]
        {
            if let Some(value) = value {
                doc.add_text(field, value);
            }
        }
        doc.add_i64(self.day, day_number(c.day));
        doc
    }

    pub fn chunk(&self, document: &Document, chunk: &Chunk) -> TantivyDocument {
        let mut doc = TantivyDocument::new();
        doc.add_text(self.id, &chunk.id);
        doc.add_text(self.record, record("document", &document.id));
        doc.add_text(self.what, "chunk");
        let heading = chunk.heading.as_deref().unwrap_or_default();
        doc.add_text(self.text, format!("{}\n{heading}\n{}", document.title, chunk.text));
        doc.add_text(self.kind, document.kind.as_str());
        if let Some(product) = &document.product {
            doc.add_text(self.product, product);
        }
        doc.add_i64(self.day, day_number(document.day));
        doc
    }
}

/// The unit of replacement and deletion.
pub fn record(kind: &str, id: &str) -> String {
    format!("{kind}:{id}")
}
