//! A browser: one persistent connection, over which it asks, follows a run's events and reads the run. HTTP is written
//! by hand: a thousand of these share one thread, so that they take little CPU from the server.

use std::net::SocketAddr;

use anyhow::{Context, Result, ensure};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

pub struct Browser {
    stream: BufReader<TcpStream>,
    server: SocketAddr,
}

/// The head of a response.
#[derive(Debug)]
pub struct Head {
    pub status: u16,
    /// In seconds.
    pub retry_after: Option<u64>,
    length: usize,
    chunked: bool,
}

impl Browser {
    pub async fn open(server: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(server).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream: BufReader::new(stream), server })
    }

    /// Sends a request and reads the whole response.
    pub async fn call(&mut self, method: &str, path: &str, body: &str) -> Result<(Head, String)> {
        let head = self.send(method, path, body).await?;
        let text = self.body(&head).await?;
        Ok((head, text))
    }

    /// Follows a run from its first event to the end of the stream; `heard` gets each stored event's JSON.
    pub async fn follow(&mut self, run: &str, mut heard: impl FnMut(&str)) -> Result<Head> {
        let head = self.send("GET", &format!("/api/research/runs/{run}/events"), "").await?;
        if head.status != 200 {
            self.body(&head).await?;
            return Ok(head);
        }
        let mut text = Vec::new();
        while let Some(piece) = self.piece().await? {
            text.extend_from_slice(&piece);
            let mut from = 0;
            while let Some(length) = text[from..].windows(2).position(|w| w == b"\n\n") {
                let block = std::str::from_utf8(&text[from..from + length])?;
                // Named events are not stored: the greeting, and chunks of a model's output.
                let named = block.lines().any(|line| line.starts_with("event:"));
                if let Some(data) = block.lines().find_map(|line| line.strip_prefix("data: ")).filter(|_| !named) {
                    heard(data);
                }
                from += length + 2;
            }
            text.drain(..from);
        }
        Ok(head)
    }

    async fn send(&mut self, method: &str, path: &str, body: &str) -> Result<Head> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.server,
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await?;
        let first = self.line().await?;
        let status = first.split(' ').nth(1).context("a reply without a status")?.parse()?;
        let mut head = Head { status, retry_after: None, length: 0, chunked: false };
        loop {
            let line = self.line().await?;
            let Some((name, value)) = line.split_once(':') else { return Ok(head) };
            let value = value.trim();
            match name.to_ascii_lowercase().as_str() {
                "content-length" => head.length = value.parse()?,
                "transfer-encoding" => head.chunked = value.eq_ignore_ascii_case("chunked"),
                "retry-after" => head.retry_after = value.parse().ok(),
                _ => {}
            }
        }
    }

    async fn body(&mut self, head: &Head) -> Result<String> {
        let mut bytes = Vec::new();
        if head.chunked {
            while let Some(piece) = self.piece().await? {
                bytes.extend_from_slice(&piece);
            }
        } else {
            bytes.resize(head.length, 0);
            self.stream.read_exact(&mut bytes).await?;
        }
        Ok(String::from_utf8(bytes)?)
    }

    /// The next chunk of a body; `None` at its end.
    async fn piece(&mut self) -> Result<Option<Vec<u8>>> {
        let line = self.line().await?;
        let length =
            usize::from_str_radix(&line, 16).with_context(|| format!("\"{line}\" is not the size of a chunk"))?;
        let mut piece = vec![0; length + 2];
        self.stream.read_exact(&mut piece).await?;
        piece.truncate(length);
        Ok((length > 0).then_some(piece))
    }

    async fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        self.stream.read_line(&mut line).await?;
        ensure!(line.ends_with('\n'), "the server closed the connection");
        Ok(line.trim_end().to_owned())
    }
}
