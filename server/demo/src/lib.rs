//! Generates the archive that `plumbline demo` imports: a fictional bank, a town with its internet provider, and the
//! data of the demo's sources and skills. All of it is deterministic. Not in the program, which only has the archive.

pub mod archive;
pub mod bank;
mod finance;
mod operations;
mod sales;
pub mod town;
