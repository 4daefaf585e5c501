//! The desk: where one asks, and what comes of a question.

pub mod about;
pub mod composer;
pub mod delete;
pub mod ending;
pub mod follow_ups;
pub mod receipt;
pub mod teach;
pub mod turn;

/// The field's id, for the key that goes to it.
pub const FIELD: &str = "ask";
