//! The scripted model: it implements OpenAI's chat completions and answers at once. Two steps of two tool calls each,
//! an answer, and three follow-up questions: 4 model calls and 4 tool calls per run. HTTP is written by hand, so that
//! the model takes little CPU from the server on the same machine.

use std::io::Read;
use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::server::{LOOK_UP, figure};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// How long it thinks before each reply, in milliseconds
    #[arg(long, default_value_t = 0)]
    think_ms: u64,
}

/// Serves until standard input closes; the first line of standard output is the address.
pub async fn serve(args: Args) -> Result<()> {
    let think = Duration::from_millis(args.think_ms);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(0);
    });
    let replies = Rc::new(Replies::new());
    let tasks = tokio::task::LocalSet::new();
    tasks
        .run_until(async move {
            loop {
                let (stream, _) = listener.accept().await?;
                stream.set_nodelay(true)?;
                let replies = replies.clone();
                tokio::task::spawn_local(async move { converse(stream, &replies, think).await });
            }
        })
        .await
}

/// Answers the requests of one connection.
async fn converse(mut stream: TcpStream, replies: &Replies, think: Duration) -> Result<()> {
    let mut buffer = Vec::with_capacity(64 * 1024);
    loop {
        let (head, length) = loop {
            if let Some(end) = find(&buffer, b"\r\n\r\n") {
                break (end + 4, content_length(&buffer[..end])?);
            }
            if stream.read_buf(&mut buffer).await? == 0 {
                return Ok(());
            }
        };
        while buffer.len() < head + length {
            if stream.read_buf(&mut buffer).await? == 0 {
                return Ok(());
            }
        }
        if !think.is_zero() {
            tokio::time::sleep(think).await;
        }
        stream.write_all(replies.to(std::str::from_utf8(&buffer[head..head + length])?)).await?;
        buffer.drain(..head + length);
    }
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|w| w == what)
}

fn content_length(head: &[u8]) -> Result<usize> {
    let head = std::str::from_utf8(head)?.to_ascii_lowercase();
    let value = head.lines().find_map(|line| line.strip_prefix("content-length:")).context("no content-length")?;
    Ok(value.trim().parse()?)
}

/// The prepared replies.
struct Replies {
    steps: [Vec<u8>; 3],
    follow_ups: Vec<u8>,
}

impl Replies {
    fn new() -> Self {
        let calls = |months: [&str; 2]| {
            let mut chunks = vec![delta(json!({"role": "assistant", "content": null}))];
            chunks.extend(["I look at ", "two months."].map(|text| delta(json!({"content": text}))));
            for (index, month) in months.iter().enumerate() {
                let function = json!({"name": LOOK_UP, "arguments": ""});
                let call =
                    json!({"index": index, "id": format!("call_{month}"), "type": "function", "function": function});
                chunks.push(delta(json!({"tool_calls": [call]})));
                for piece in ["{\"month\":", &format!(" \"{month}\"}}")] {
                    let piece = json!({"index": index, "function": {"arguments": piece}});
                    chunks.push(delta(json!({"tool_calls": [piece]})));
                }
            }
            streamed(chunks, "tool_calls")
        };
        let answer = format!(
            "In October 2025 there were {} complaints [1], in November {}, in December {} and in January 2026 {}.",
            figure("2025-10"),
            figure("2025-11"),
            figure("2025-12"),
            figure("2026-01")
        );
        let words = answer.split_inclusive(' ').map(|word| delta(json!({"content": word})));
        let questions = "1. Which products are the complaints about?\n2. How do customers feel about it?\n\
                         3. Which customers complain most often?";
        Self {
            steps: [calls(["2025-10", "2025-11"]), calls(["2025-12", "2026-01"]), streamed(words.collect(), "stop")],
            follow_ups: whole(questions),
        }
    }

    /// The reply to a request, by its content: only steps have tools, and results show how far the run is.
    fn to(&self, body: &str) -> &[u8] {
        if !body.contains("\"tools\":[") {
            return &self.follow_ups;
        }
        match body.matches("\"role\":\"tool\"").count() {
            0 => &self.steps[0],
            2 => &self.steps[1],
            _ => &self.steps[2],
        }
    }
}

fn delta(delta: Value) -> Value {
    json!({"model": "scripted", "choices": [{"index": 0, "delta": delta, "finish_reason": null}]})
}

fn usage() -> Value {
    json!({"prompt_tokens": 3000, "completion_tokens": 60, "total_tokens": 3060})
}

/// A stream of chunks as from a provider, except that all of it is sent at once.
fn streamed(mut chunks: Vec<Value>, finish: &str) -> Vec<u8> {
    chunks.push(json!({"model": "scripted", "choices": [{"index": 0, "delta": {}, "finish_reason": finish}]}));
    chunks.push(json!({"model": "scripted", "choices": [], "usage": usage()}));
    let mut reply =
        String::from("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n");
    for event in chunks.iter().map(Value::to_string).chain(["[DONE]".to_owned()]) {
        let data = format!("data: {event}\n\n");
        reply.push_str(&format!("{:x}\r\n{data}\r\n", data.len()));
    }
    reply.push_str("0\r\n\r\n");
    reply.into_bytes()
}

fn whole(text: &str) -> Vec<u8> {
    let choice = json!({"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"});
    let (id, object) = ("chatcmpl-1", "chat.completion");
    let body = json!({
        "id": id, "object": object, "created": 0, "model": "scripted", "choices": [choice], "usage": usage(),
    });
    let body = body.to_string();
    let length = body.len();
    format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}").into_bytes()
}
