//! Asks as a browser does: the question by POST, the events as a stream, over a persistent connection.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The duration of one run, seen from the client.
#[derive(Clone, Copy, Debug)]
pub struct Took {
    /// From sending the request to the first event.
    pub first: Duration,
    /// To the end of the stream.
    pub whole: Duration,
}

pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
    request: Vec<u8>,
}

/// The end of a chunked body.
const END: &[u8] = b"0\r\n\r\n";

impl Connection {
    pub async fn open(server: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(server).await?;
        stream.set_nodelay(true)?;
        let body = r#"{"query":"How many complaints were there from October to January?","strategy":"tools","domain":"customer_intelligence"}"#;
        let request = format!(
            "POST /api/research HTTP/1.1\r\nhost: {server}\r\naccept: text/event-stream\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        Ok(Self { stream, buffer: Vec::with_capacity(64 * 1024), request: request.into_bytes() })
    }

    /// One run from question to last event.
    pub async fn run(&mut self) -> Result<Took> {
        let began = Instant::now();
        self.buffer.clear();
        self.stream.write_all(&self.request).await?;
        let mut first = None;
        while !self.buffer.ends_with(END) {
            let read = self.stream.read_buf(&mut self.buffer).await?;
            ensure!(read > 0, "the server closed the connection: {}", self.text());
            if first.is_none() && self.text().contains("\ndata: {") {
                first = Some(began.elapsed());
            }
        }
        let whole = began.elapsed();
        let text = self.text();
        let tools = text.matches(r#""type":"tool_finished""#).count();
        let models = text.matches(r#""type":"model_called""#).count();
        let ended = text.contains(r#""type":"finished","status":"completed""#);
        ensure!(ended && tools == 4 && models == 4, "{tools} tool calls, {models} model calls: {text}");
        Ok(Took { first: first.unwrap_or(whole), whole })
    }

    fn text(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.buffer)
    }
}

/// Whether `/health` says that the server answers.
pub async fn is_healthy(server: SocketAddr) -> Result<bool> {
    let mut stream = TcpStream::connect(server).await?;
    stream.write_all(format!("GET /health HTTP/1.1\r\nhost: {server}\r\nconnection: close\r\n\r\n").as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer.contains(r#""status":"healthy""#))
}
