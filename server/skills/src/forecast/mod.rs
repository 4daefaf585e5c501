//! Deals and their assessment: pure functions over one [`Deal`], and the `tools` that read deals from the declared
//! source [`SOURCE`] and call them.

pub mod alignment;
pub mod answer;
pub mod credibility;
pub mod deal;
pub mod health;
pub mod momentum;
pub mod request;
pub mod signals;
pub mod stakeholders;
pub mod tools;

pub use deal::Deal;

/// The name of this skill.
pub const SKILL: &str = "forecast";

/// The declared source that its tools read, and the one of quotas.
pub const SOURCE: &str = "opportunities";
pub const QUOTAS: &str = "quotas";

/// When to use which tool, for a reasoner.
pub const INSTRUCTIONS: &str = include_str!("instructions.md");
