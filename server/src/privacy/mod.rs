//! Personal data: deleting what was kept long enough (`sweep`), and a customer everywhere (`erase`). Stand-ins in what a model
//! reads are `agent::talk`'s, what left the machine is `store::sent`.
//!
//! Deliberately not here: the audit log. It is only added to, names things by id and quotes nobody, and is kept for good.

pub mod erase;
pub mod sweep;
