//! Words of people that the data does not use: those that somebody taught, and those that messages explain.

pub mod taught;
pub mod topics;
