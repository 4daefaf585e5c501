//! `plumbline serve`: the pages, the API and the work beside them, until it is told to stop.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Context, Result};
use axum::serve::ListenerExt;
use leptos::config::LeptosOptions;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::auth::sign_in;
use crate::config::Config;
use crate::http::{PKG, Site};
use crate::services::Services;
use crate::store::{accounts, records};

/// Serve the research desk in the browser, with its API
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Where to listen [env: PLUMBLINE_ADDR] [default: 127.0.0.1:3000]
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub addr: Option<String>,
    /// Show the settings that hold and where each came from, then stop
    #[arg(long)]
    print_config: bool,
}

pub async fn run(args: Args, config: Config) -> Result<()> {
    if args.print_config {
        say!("{}", config.describe().trim_end());
        return Ok(());
    }
    crate::many_files();
    let addr = config.addr.value;
    let listener = TcpListener::bind(addr).await.map_err(|e| explain(e, addr))?;
    let services = super::open(config).await?;
    let totals = records::totals(&services.db).await?;
    let first = match accounts::any(&services.db).await? {
        true => None,
        false => Some(sign_in::invite_first(&services).await?),
    };
    // A server goes on where nobody reads what it says.
    let _ = greet(listener.local_addr()?, services.agent.model(), totals.communications == 0, first.as_deref());
    let stop = CancellationToken::new();
    let fetching = tokio::spawn({
        let (services, stop) = (services.clone(), stop.clone());
        async move { services.fetch_model(stop).await }
    });
    let served = serve(services, listener, shutdown()).await;
    stop.cancel();
    fetching.await.context("Fetching the search model failed")?;
    served
}

fn greet(addr: SocketAddr, model: &str, empty: bool, first: Option<&str>) -> Result<()> {
    say!("Plumbline is ready: http://{addr}");
    match model {
        "rules" => say!(
            "No model reasons: answers are made by rules. To use one, set PLUMBLINE_LLM_PROVIDER and PLUMBLINE_LLM_API_KEY."
        ),
        model => say!("The model {model} reasons; when it fails, rules go on."),
    }
    if empty {
        say!("There is no data yet. Stop this and run `plumbline demo`, or import your own.");
    }
    let Some(join) = first else { return Ok(()) };
    if addr.ip().is_loopback() {
        say!(
            "There are no accounts: whoever uses this machine is the admin. `plumbline user add` makes the first.\n\
             http://{addr}{join} makes the first admin; it works once, from this machine."
        );
    } else {
        // A server that listens everywhere is reached here, too.
        let here = SocketAddr::new(
            if addr.ip().is_unspecified() { Ipv4Addr::LOCALHOST.into() } else { addr.ip() },
            addr.port(),
        );
        say!(
            "There are no accounts, and other machines reach this address: nothing is answered until there is one. \
             `plumbline user add` makes the first.\n\
             http://{here}{join} makes the first admin; it works once, from this machine."
        );
    }
    Ok(())
}

/// Serves until `stop` is done, then lets open requests finish. Runs under way are let go of; the next start goes on.
pub async fn serve(services: Services, listener: TcpListener, stop: impl Future<Output = ()>) -> Result<()> {
    let stopping = CancellationToken::new();
    let background = {
        let (services, stopping) = (services.clone(), stopping.clone());
        tokio::spawn(async move { services.background(stopping).await })
    };
    let site = Site::of(services.config.site.value.as_deref());
    let leptos = LeptosOptions::builder()
        .output_name(site.output_name())
        .site_pkg_dir(PKG)
        .site_addr(listener.local_addr()?)
        .build();
    let app = crate::http::router(services.clone(), leptos, site);
    let signal = stopping.clone();
    // An event is a small write: it must not wait until the one before is acknowledged, which takes up to 40 ms.
    let listener = listener.tap_io(|connection| {
        if let Err(error) = connection.set_nodelay(true) {
            tracing::debug!(%error, "a connection waits before it sends");
        }
    });
    let server = axum::serve(listener, app.into_make_service_with_connect_info::<SocketAddr>())
        .with_graceful_shutdown(async move { signal.cancelled().await });
    let server = tokio::spawn(async move { server.await });
    stop.await;
    stopping.cancel();
    // Event streams stay open as long as a page watches: they get a moment, not for ever.
    match tokio::time::timeout(std::time::Duration::from_secs(2), server).await {
        Ok(done) => done.context("The server task failed")?.context("The server failed")?,
        Err(_) => tracing::debug!("some connections were still open"),
    }
    background.await.context("The background work failed")?;
    services.db.close().await;
    Ok(())
}

fn explain(error: std::io::Error, addr: SocketAddr) -> anyhow::Error {
    let advice = match error.kind() {
        ErrorKind::AddrInUse => format!(
            "Port {} is in use, perhaps by another Plumbline. Stop that one, or choose another port with --addr {}:{}",
            addr.port(),
            addr.ip(),
            addr.port().wrapping_add(1)
        ),
        ErrorKind::PermissionDenied => {
            format!("Port {} needs more rights. Choose one above 1023 with --addr", addr.port())
        }
        _ => format!("Cannot listen on {addr}"),
    };
    anyhow::Error::new(error).context(advice)
}

/// Done when the process is asked to stop: Ctrl-C, or the signal of a service manager.
async fn shutdown() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        Ok(mut terminate) => {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
        }
        Err(_) => {
            let _ = interrupt.await;
        }
    }
    #[cfg(not(unix))]
    let _ = interrupt.await;
    eprintln!("Stopping. Runs under way go on at the next start.");
}
