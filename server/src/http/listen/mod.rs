//! The accept loop: limits connections in total and per address, terminates TLS if configured, and limits size and time
//! of request headers and the time for a client to take a reply. When the server stops, open requests may finish,
//! within a limit.

mod moving;
mod places;
pub mod tls;

use std::convert::Infallible;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use super::guard::peer::OverTls;
use crate::config::ServerSettings;
use moving::Moving;
use places::Places;
use tls::Certificates;

/// Maximum size of a request's headers in bytes; a cookie, a token and a long URL fit many times.
const MAX_HEAD: usize = 64 << 10;

/// Maximum concurrent requests per HTTP/2 connection.
const MAX_STREAMS: u32 = 100;

/// An idle HTTP/2 connection is pinged after this time, and has as long to answer.
const KEEP_ALIVE: Duration = Duration::from_secs(30);

/// Accepts until `stop` fires; then lets open requests finish, for as long as the settings say.
pub async fn serve(
    listener: TcpListener,
    app: Router,
    settings: &ServerSettings,
    certificates: Option<Arc<Certificates>>,
    stop: CancellationToken,
) {
    let all = Arc::new(Semaphore::new(settings.max_connections.value as usize));
    let places = Arc::new(Places::default());
    let under_way = GracefulShutdown::new();
    let limits = Limits { head: settings.header_timeout.value, reply: settings.reply_timeout.value };
    loop {
        let next = async {
            // Beyond the limit, connections wait in the listener's own queue.
            let place = all.clone().acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            next = next => next,
            () = stop.cancelled() => break,
        };
        let (stream, from) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                pause(&error).await;
                continue;
            }
        };
        let address = from.ip().to_canonical();
        let Some(own) = places.take(address, settings.places(address)) else {
            tracing::debug!(%address, "an address has reached its limit of connections");
            continue;
        };
        let (app, watcher, certificates) = (app.clone(), under_way.watcher(), certificates.clone());
        tokio::spawn(async move {
            let _places = (place, own);
            connection(stream, from, app, certificates.as_deref(), watcher, limits).await;
        });
    }
    drop(listener);
    if tokio::time::timeout(settings.shutdown.value, under_way.shutdown()).await.is_err() {
        tracing::info!("some connections were still open");
    }
}

/// After an accept error: a connection that broke at once needs no wait, a lack of file descriptors a short one.
async fn pause(error: &std::io::Error) {
    let broke = [ErrorKind::ConnectionAborted, ErrorKind::ConnectionRefused, ErrorKind::ConnectionReset];
    if !broke.contains(&error.kind()) {
        tracing::error!(%error, "no connection can be accepted for now");
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

async fn connection(
    stream: TcpStream,
    from: SocketAddr,
    app: Router,
    certificates: Option<&Certificates>,
    watcher: Watcher,
    limits: Limits,
) {
    // An event is a small write: it must not wait until the previous one is acknowledged, which takes up to 40 ms.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection waits before it sends");
    }
    let stream = Moving::new(stream, limits.reply);
    let Some(certificates) = certificates else { return http(stream, from, app, None, watcher, limits.head).await };
    match tokio::time::timeout(limits.head, certificates.acceptor().accept(stream)).await {
        Ok(Ok(stream)) => {
            let h2 = stream.get_ref().1.alpn_protocol().is_some_and(|agreed| agreed == b"h2");
            http(stream, from, app, Some(Protocol { h2 }), watcher, limits.head).await;
        }
        Ok(Err(error)) => tracing::debug!(%error, "a TLS handshake failed"),
        Err(_) => tracing::debug!("a TLS handshake timed out"),
    }
}

/// Timeouts for a request's headers, and for the client to take each chunk of a reply.
#[derive(Clone, Copy)]
struct Limits {
    head: Duration,
    reply: Duration,
}

/// The protocol negotiated over TLS.
#[derive(Clone, Copy)]
struct Protocol {
    h2: bool,
}

async fn http<I>(io: I, from: SocketAddr, app: Router, tls: Option<Protocol>, watcher: Watcher, head: Duration)
where
    I: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(from));
        if tls.is_some() {
            request.extensions_mut().insert(OverTls);
        }
        let app = app.clone();
        async move { Ok::<_, Infallible>(app.oneshot(request).await.unwrap_or_else(|never| match never {})) }
    });
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(head).max_buf_size(MAX_HEAD);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(MAX_STREAMS)
        .max_header_list_size(MAX_HEAD as u32)
        .keep_alive_interval(KEEP_ALIVE)
        .keep_alive_timeout(KEEP_ALIVE);
    // Detecting the protocol by the first bytes would have no timeout.
    let builder = if tls.is_some_and(|agreed| agreed.h2) { builder.http2_only() } else { builder.http1_only() };
    let served = watcher.watch(builder.serve_connection(TokioIo::new(io), service)).await;
    if let Err(error) = served {
        tracing::debug!(error = error.to_string(), "a connection ended early");
    }
}
