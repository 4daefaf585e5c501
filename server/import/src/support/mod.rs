//! The data of the support agent: files of a provider's own (`folder`).

mod cells;
pub mod folder;
