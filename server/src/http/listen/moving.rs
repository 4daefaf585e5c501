//! A connection whose client must take what it is sent: clients that request much and read nothing are disconnected.

use std::io::{Error, ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// A stream on which no write waits longer than `limit`.
#[derive(Debug)]
pub struct Moving<S> {
    stream: S,
    limit: Duration,
    waits: Pin<Box<Sleep>>,
    is_waiting: bool,
}

impl<S> Moving<S> {
    pub fn new(stream: S, limit: Duration) -> Self {
        Self { stream, limit, waits: Box::pin(sleep(limit)), is_waiting: false }
    }

    /// The result of a write, or an error once it has waited too long.
    fn within<T>(&mut self, cx: &mut Context<'_>, written: Poll<Result<T>>) -> Poll<Result<T>> {
        if written.is_ready() {
            self.is_waiting = false;
            return written;
        }
        if !self.is_waiting {
            self.is_waiting = true;
            self.waits.as_mut().reset(Instant::now() + self.limit);
        }
        ready!(self.waits.as_mut().poll(cx));
        Poll::Ready(Err(Error::new(ErrorKind::TimedOut, "the client stopped reading")))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Moving<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Moving<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.within(cx, written)
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, cx: &mut Context<'_>, all: &[IoSlice<'_>]) -> Poll<Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, all);
        self.within(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(cx);
        self.within(cx, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    #[tokio::test]
    async fn a_write_that_nobody_takes_ends() {
        let (mut far, near) = duplex(8);
        let limit = Duration::from_millis(200);
        let mut near = Moving::new(near, limit);
        near.write_all(b"12345678").await.unwrap();
        let began = Instant::now();
        let stuck = near.write_all(b"9").await.unwrap_err();
        assert!(stuck.kind() == ErrorKind::TimedOut && began.elapsed() >= limit, "{stuck}");
        // Each read by the client restarts the wait.
        far.read_exact(&mut [0; 8]).await.unwrap();
        near.write_all(b"90123456").await.unwrap();
    }
}
