//! The base of all other crates, independent of Plumbline: injected time and randomness, secrets, HTTP clients,
//! schemas, delimited text, and patterns of personal data.

pub mod http_client;
pub mod own_words;
pub mod personal_data;
pub mod plain;
pub mod schema;
pub mod secret;
pub mod tabular;
pub mod unpacked;
pub mod world;
