//! The agent: the loop that drives a run, and what checks its answers.

pub mod ground;
