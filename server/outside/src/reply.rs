//! Shared by requests to external APIs: a key hidden from logs, and a limit on response size.

use futures::StreamExt;
use reqwest::header::HeaderValue;

/// A header value hidden from logs.
pub fn hidden(value: &str) -> Result<HeaderValue, String> {
    let mut value = HeaderValue::from_str(value).map_err(|_| "key has characters that a header cannot have.")?;
    value.set_sensitive(true);
    Ok(value)
}

/// The first bytes of a body, and whether there are more.
pub async fn read(reply: reqwest::Response, most: usize) -> Result<(Vec<u8>, bool), reqwest::Error> {
    let (mut body, mut stream) = (Vec::new(), reply.bytes_stream());
    while let Some(piece) = stream.next().await {
        let piece = piece?;
        let room = most - body.len();
        body.extend_from_slice(&piece[..piece.len().min(room)]);
        if piece.len() > room {
            return Ok((body, true));
        }
    }
    Ok((body, false))
}
