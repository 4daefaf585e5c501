//! The vocabulary (values.rs) is being written on main right now and will be copied here within minutes:
//! please do not write it; go on with store/analytics and the tools. API: `Vocabulary::{product, category, subcategory,
//! customer}(text) -> Option<…>`, `find_in(question) -> Vec<Mention>`, `VocabularyCache::get(&db)`.
