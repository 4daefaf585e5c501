//! The desk: asking questions, and their results.

pub mod about;
pub mod actions;
pub mod composer;
pub mod ending;
pub mod feedback;
pub mod follow_ups;
pub mod home;
pub mod keep;
pub mod question;
pub mod receipt;
pub mod setup;
pub mod teach;
pub mod turn;
pub mod understood;

/// The field's id, for the key that focuses it.
pub const FIELD: &str = "ask";

/// Provided as context around a replayed turn. Nothing drives its run, so there is nothing to stop or to approve.
#[derive(Clone, Copy, Debug)]
pub struct Replayed;
