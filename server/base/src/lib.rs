//! The base of all other crates, independent of Plumbline: injected time and randomness, secrets, HTTP clients,
//! schemas, delimited text, and patterns of personal data.

mod compute;
pub mod http_client;
pub mod own_words;
pub mod personal_data;
pub mod plain;
pub mod schema;
pub mod secret;
pub mod tabular;
pub mod unpacked;
pub mod world;

pub use compute::{compute, turn};
use regex::Regex;

/// Compiles a pattern of the program's own; tests make sure that each one compiles.
#[expect(clippy::expect_used, reason = "the text is fixed; no input reaches it")]
pub fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a fixed pattern")
}
