//! Reviewing: the list of sessions with its filters, the figures of one, and its rating.

pub mod inbox;
pub mod metrics;
pub mod rating;
pub mod toolbar;
