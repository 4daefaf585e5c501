//! How values come over the wire: plain JSON, read in the browser by one reader instead of two.
//!
//! Tagged and flattened values are read from an intermediate form of serde's, everything else would be read from the
//! text itself, and the module would hold the code of nearly every type twice. Here the browser reads all of it from
//! the intermediate form, and the module is 8% smaller for it. The server, which does not mind, reads the text.

use codee::{Decoder, Encoder};
use serde::Serialize;
use serde::de::DeserializeOwned;
use server_fn::codec::Post;
use server_fn::{Bytes, ContentType, Decodes, Encodes, Format, FormatType};

/// The codec of server functions' results and of what a page brings along.
#[derive(Clone, Copy, Debug)]
pub struct Json;

/// `output` of a server function.
pub type Wire = Post<Json>;

/// Reads JSON.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    #[cfg(feature = "ssr")]
    return serde_json::from_str(text);
    #[cfg(not(feature = "ssr"))]
    return lean::read(text);
}

/// The browser's way, which is also tested on the server's side.
#[cfg(any(test, not(feature = "ssr")))]
mod lean {
    use serde::Deserialize;
    use serde::de::DeserializeOwned;

    #[derive(Deserialize)]
    struct Whole<T> {
        // Flattening is what makes serde read the value into its intermediate form first.
        #[serde(flatten)]
        part: Part<T>,
    }

    #[derive(Deserialize)]
    struct Part<T> {
        value: T,
    }

    pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
        let whole: Whole<T> = serde_json::from_str(&["{\"value\":", text, "}"].concat())?;
        Ok(whole.part.value)
    }
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
        // What is no UTF-8 is no JSON either: the reader of an empty text says so.
        read(std::str::from_utf8(&bytes).unwrap_or_default())
    }
}

impl<T: Serialize> Encoder<T> for Json {
    type Error = serde_json::Error;
    type Encoded = String;

    fn encode(value: &T) -> Result<String, Self::Error> {
        serde_json::to_string(value)
    }
}

impl<T: DeserializeOwned> Decoder<T> for Json {
    type Error = serde_json::Error;
    type Encoded = str;

    fn decode(text: &str) -> Result<T, Self::Error> {
        read(text)
    }
}

#[cfg(test)]
mod tests;
