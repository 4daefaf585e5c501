//! The bank's own texts.

use app::model::record::Document;

pub fn all() -> Vec<Document> {
    Vec::new()
}
