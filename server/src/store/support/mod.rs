//! What an internet provider knows of its customers and its network.

pub mod calls;
