//! Support: an internet provider's agent for its customers, in Lithuanian and English.

pub mod say;
