//! A frame in words: as a question with the same reading, and the original question, split by what its words became.

mod heard;
mod question;
mod stretches;

pub use heard::that_matter;
pub use question::{questions, taken_for};
