//! The data of the support agent: the demo's town (`demo`) and files of a provider's own (`folder`).

mod cells;
pub mod demo;
pub mod folder;
