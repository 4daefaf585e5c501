//! Event streams end when their caller loses access, and are limited per account; connections whose client reads
//! nothing are closed.

use std::time::Duration;

use futures::StreamExt;
use model::account::{Role, TokenUse};
use serde_json::Value;
use server::auth::sign_in;
use server::store::accounts::{self, Change, tokens};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::Proof;
use crate::app::TestApp;

/// Longer than a stream may continue after its caller lost access, on a busy machine.
const SOON: Duration = Duration::from_secs(30);

async fn follow(app: &TestApp, who: &Proof, run: &str) -> reqwest::Response {
    app.send_as(who, "get", &format!("/api/research/runs/{run}/events")).send().await.unwrap()
}

/// Reads to the end of a stream, which must end by itself.
async fn end(reply: reqwest::Response) -> String {
    let mut told = String::new();
    let mut pieces = reply.bytes_stream();
    let read = async {
        while let Some(Ok(piece)) = pieces.next().await {
            told.push_str(&String::from_utf8_lossy(&piece));
        }
    };
    tokio::time::timeout(SOON, read).await.expect("the stream goes on");
    told
}

#[tokio::test]
async fn a_stream_ends_with_what_let_somebody_in() {
    let app = TestApp::start().await;
    let (services, db) = (&app.services, &app.services.db);
    let _ada = app.account("ada", Role::Admin).await;
    let ann = app.account("ann", Role::Manager).await;
    let (here, (id, token)) = (app.session(&ann).await, app.token(&ann, TokenUse::Ask).await);
    let (asked, _) = app.proposes(&here).await;
    let run = asked["runId"].as_str().unwrap();
    let streams = [follow(&app, &here, run).await, follow(&app, &token, run).await];
    assert!(streams.iter().all(|reply| reply.status() == 200));
    sign_in::sign_out_everywhere(services, &ann.id).await.unwrap();
    tokens::revoke(db, &id, None, services.world.now()).await.unwrap();
    for reply in streams {
        assert!(end(reply).await.ends_with("retry: 1000\n: the server ends this stream\n\n"));
    }
    // The same for who is disabled.
    let again = app.session(&ann).await;
    let reply = follow(&app, &again, run).await;
    accounts::change(db, &ann.id, Change::Disabled(true)).await.unwrap();
    assert!(end(reply).await.contains("ends this stream"));
    assert_eq!(follow(&app, &again, run).await.status(), 401);
}

#[tokio::test]
async fn one_account_follows_so_many_runs_at_once() {
    let app = TestApp::start().await;
    let _ada = app.account("ada", Role::Admin).await;
    let ann = app.session(&app.account("ann", Role::Manager).await).await;
    let (asked, _) = app.proposes(&ann).await;
    let run = asked["runId"].as_str().unwrap();
    let mut open = Vec::new();
    for _ in 0..20 {
        let reply = follow(&app, &ann, run).await;
        assert_eq!(reply.status(), 200);
        open.push(reply);
    }
    let refused = follow(&app, &ann, run).await;
    assert_eq!((refused.status().as_u16(), refused.headers().contains_key("retry-after")), (429, true));
    drop(open);
    crate::app::until("a place for a stream", async || (follow(&app, &ann, run).await.status() == 200).then_some(()))
        .await;
}

#[tokio::test]
async fn a_connection_that_takes_nothing_is_let_go() {
    let app =
        TestApp::with(&[("PLUMBLINE_REPLY_TIMEOUT_S", "1"), ("PLUMBLINE_MAX_CONNECTIONS_PER_ADDRESS", "1")]).await;
    let connect = async || TcpStream::connect(app.url.strip_prefix("http://").unwrap()).await.unwrap();
    // Far more than buffers hold is asked for, and nothing of it is read.
    let mut greedy = connect().await;
    let ask = "GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(1_000);
    let (_kept, mut sends) = greedy.split();
    let _ = tokio::time::timeout(Duration::from_secs(5), sends.write_all(ask.as_bytes())).await;
    // It holds the only place of its address for as long as the time for a reply, and no longer.
    let served = async || {
        let mut stream = connect().await;
        let _ = stream.write_all(b"GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await;
        let mut told = Vec::new();
        let _ = stream.read_to_end(&mut told).await;
        String::from_utf8_lossy(&told).contains("200 OK").then_some(())
    };
    crate::app::until("a place for another connection", served).await;
}

#[tokio::test]
async fn nothing_on_the_way_keeps_what_is_somebodys() {
    let app = TestApp::start().await;
    for path in ["/", "/api/me", "/api/research/conversations", "/records/customer/cust-001", "/api/audit.csv"] {
        let reply = app.client.get(format!("{}{path}", app.url)).send().await.unwrap();
        assert_eq!(reply.headers()["cache-control"], "no-store", "{path}");
    }
    let (status, _) = app.call(&Proof::Nobody, "get", "/api/me", Value::Null).await;
    assert_eq!(status, 200, "and this machine without accounts stays open to itself");
}
