//! From words to typed queries: time ranges, and the values that the data holds. Pure functions and one vocabulary;
//! nothing here reads a clock, and no SQL text stands here.

pub mod range;
pub mod values;
