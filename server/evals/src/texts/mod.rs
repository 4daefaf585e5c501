//! What customers write: the signals found in it, and the sentence quoted of it.

pub mod quotes;
pub mod signals;
