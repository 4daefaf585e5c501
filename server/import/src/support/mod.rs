//! Data of the support agent: a provider's own files (`folder`).

mod cells;
pub mod folder;
