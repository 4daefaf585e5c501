//! Two sources compared: what is compared, how well they agree, and the rows that differ.

mod choose;
mod rows;

pub use choose::Choose;
pub use rows::{Rows, Summary};
