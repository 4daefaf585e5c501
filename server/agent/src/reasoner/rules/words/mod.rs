//! Words of people that the data does not use: those that somebody taught, and those that messages explain; and
//! words that name several kinds of records.

pub mod asides;
pub mod documents;
pub mod namesakes;
pub mod nearest;
pub mod taught;
pub mod topics;
