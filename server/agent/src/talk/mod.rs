//! What is said to a model and what is heard from it: prompts, the conversation so far, the
//! side questions (where does this belong, what to ask next), and the asking itself, with its account.
//!
//! Deliberately not here: who decides what to do next (`reasoner`), and providers (`llm`).

mod asker;
mod fit;
pub mod follow_ups;
pub mod history;
pub mod json;
pub mod prompt;
mod pseudonyms;
pub mod router;
pub mod suspicion;

pub use asker::{Asker, Purpose, Teller};
pub use pseudonyms::Pseudonyms;
