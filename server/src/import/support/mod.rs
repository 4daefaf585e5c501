//! The data of the support agent: the demo's town (`demo`).

pub mod demo;
