//! From words to typed queries: time ranges so far.
pub mod values;
