//! What is said to a model and what is heard from it: prompts, the conversation so far, the
//! side questions (where does this belong, what to ask next), and the asking itself, with its account.
//!
//! Deliberately not here: who decides what to do next (`reasoner`), and providers (`llm`).

mod fit;
pub mod follow_ups;
pub mod history;
pub mod injection_scan;
pub mod json;
mod model_session;
pub mod prompt;
mod pseudonyms;
pub mod router;

pub use model_session::{DeltaSink, ModelSession, Purpose};
pub use pseudonyms::Pseudonyms;
