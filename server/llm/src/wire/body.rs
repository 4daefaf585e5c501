//! The body of a request: its own fields, and the shared text of its tools.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Frame, SizeHint};
use serde_json::{Map, Value};

/// JSON in up to three parts, sent without joining, with a known length.
#[derive(Clone, Debug)]
pub struct Body {
    pieces: [Bytes; 3],
}

impl Body {
    /// An object of these fields and the array `tools`, if any.
    pub fn new(fields: &Map<String, Value>, tools: Option<Bytes>) -> Self {
        let mut own = serde_json::to_vec(fields).unwrap_or_default();
        let Some(tools) = tools else { return Self { pieces: [own.into(), Bytes::new(), Bytes::new()] } };
        own.truncate(own.len() - 1);
        own.extend_from_slice(b",\"tools\":");
        Self { pieces: [own.into(), tools, Bytes::from_static(b"}")] }
    }

    /// The joined body.
    pub fn to_vec(&self) -> Vec<u8> {
        self.pieces.concat()
    }
}

impl http_body::Body for Body {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let next = self.pieces.iter_mut().find(|piece| !piece.is_empty()).map(std::mem::take);
        Poll::Ready(next.map(|piece| Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.pieces.iter().all(Bytes::is_empty)
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.pieces.iter().map(|piece| piece.len() as u64).sum())
    }
}
