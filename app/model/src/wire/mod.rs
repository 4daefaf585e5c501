//! The wire format: plain JSON. The server reads it with serde; the browser with [`lean`], which needs much less code.

#[cfg(any(test, target_family = "wasm"))]
mod lean;

use serde::Serialize;
use serde::de::DeserializeOwned;
use server_fn::codec::Post;
use server_fn::{Bytes, ContentType, Decodes, Encodes, Format, FormatType};

/// The codec of server functions' results.
#[derive(Clone, Copy, Debug)]
pub struct Json;

/// `output` of a server function.
pub type Wire = Post<Json>;

/// Reads JSON.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    #[cfg(not(target_family = "wasm"))]
    return serde_json::from_str(text);
    #[cfg(target_family = "wasm")]
    return lean::read(text);
}

impl ContentType for Json {
    const CONTENT_TYPE: &'static str = "application/json";
}

impl FormatType for Json {
    const FORMAT_TYPE: Format = Format::Text;
}

impl<T: Serialize> Encodes<T> for Json {
    type Error = serde_json::Error;

    fn encode(value: &T) -> Result<Bytes, Self::Error> {
        serde_json::to_vec(value).map(Bytes::from)
    }
}

impl<T: DeserializeOwned> Decodes<T> for Json {
    type Error = serde_json::Error;

    fn decode(bytes: Bytes) -> Result<T, Self::Error> {
        // Invalid UTF-8 is read as an empty text, which is an error.
        read(std::str::from_utf8(&bytes).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests;
