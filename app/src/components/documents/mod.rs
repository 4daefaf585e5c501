//! The views of the page of documents.

pub mod files;
pub mod list;
pub mod test;
