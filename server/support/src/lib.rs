//! Support calls: what a caller's message says (`hearing`), the tools of a call with its articles and fixed sentences
//! (`tools`), and what is done and said next (`flow`).
//!
//! Deliberately not here: the loop that drives a call and its models (`agent`), the state of a call
//! (`model::support::CallState`), and the provider's records (`store::support`).

mod flow;
mod hearing;
mod tools;

pub use self::tools::create_ticket::TELL;
pub use self::tools::verify_caller::{TRIES, account_of};
pub use self::tools::{knowledge, tools};
pub use flow::model_tools::{EMERGENCY, FINISH, OPEN, VERIFY, may_finish, own, own_tools, promised};
pub use flow::{
    Facts, Step, Utterance, at_once, conclude, failed, finished, next, prompt_values, route, summary, taken_over,
    waiting,
};
pub use hearing::danger::danger as danger_by_rules;
pub use hearing::{Alarm, Hearing, IN_ENGLISH, IN_LITHUANIAN};

/// The name of the skill.
pub const SKILL: &str = "support";
