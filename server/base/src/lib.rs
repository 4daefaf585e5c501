//! What all others stand on and what knows nothing of Plumbline: time and chance passed in, secrets, HTTP clients, schemas,
//! delimited text, and how personal data looks.

pub mod http_client;
pub mod own_words;
pub mod personal_data;
pub mod plain;
pub mod schema;
pub mod secret;
pub mod tabular;
pub mod unpacked;
pub mod world;
