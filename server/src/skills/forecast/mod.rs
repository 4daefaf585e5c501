//! Deals and what to think of them: the parts that need no data source, as pure functions over one [`Deal`].
//!
//! Deliberately not here: where deals come from, and the tools. They read a declared source and call these.

pub mod alignment;
pub mod answer;
pub mod credibility;
pub mod deal;
pub mod health;
pub mod momentum;
pub mod request;
pub mod signals;
pub mod stakeholders;

pub use deal::Deal;
