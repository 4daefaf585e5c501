//! Makes the archive that `plumbline demo` imports: a bank that never was, a town with its internet provider, and the data
//! of the demo's sources and skills. All of it is the same every time. No part of the program, which has the archive alone.

pub mod archive;
pub mod bank;
mod finance;
mod operations;
mod sales;
pub mod town;
