//! One file per format that records can come in.

pub mod cfpb;
pub mod engine;
pub mod enrich;
pub mod error;
pub mod knowledge;
pub mod mail;
pub mod mapped;
pub mod mood;
pub mod prepare;
pub mod preview;
mod priority;
pub mod sentiment;
pub mod signals;
pub mod source;
pub mod support;
mod topics;
pub mod upload;
