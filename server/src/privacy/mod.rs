//! Personal data: deleting expired data (`sweep`), and erasing a customer everywhere (`erase`). Pseudonyms for models
//! are in `agent::talk`, requests that left the machine in `store::sent`.
//!
//! Deliberately not here: the audit log. It is append-only, names things by id, quotes nobody, and is kept for good.

pub mod erase;
pub mod sweep;
