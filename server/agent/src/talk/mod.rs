//! Talking to a model: prompts, the conversation so far, the side questions (routing, follow-ups), and the requests
//! themselves, with their cost.
//!
//! Deliberately not here: who decides what to do next (`reasoner`), and providers (`llm`).

pub mod ask_person;
pub mod catalog;
pub mod fit;
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
