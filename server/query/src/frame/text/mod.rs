//! A frame in words: as a question that is read as what it says, and the question as it was asked, parted by what its words
//! became.

mod question;
mod stretches;

pub use question::{questions, taken_for};
