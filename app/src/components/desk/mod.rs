//! The desk: where one asks, and what comes of a question.

pub mod about;
pub mod actions;
pub mod composer;
pub mod ending;
pub mod feedback;
pub mod follow_ups;
pub mod keep;
pub mod player;
pub mod receipt;
pub mod teach;
pub mod turn;
pub mod understood;

/// The field's id, for the key that goes to it.
pub const FIELD: &str = "ask";
