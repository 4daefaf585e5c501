//! One file per command of the command line: its arguments and what it does.

pub mod demo;
pub mod import;
