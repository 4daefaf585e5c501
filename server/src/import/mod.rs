//! One file per format that records can come in.

pub mod demo;
