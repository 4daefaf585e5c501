//! `plumbline serve`: the pages, the API and background work, until stopped.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use anyhow::{Context, Result};
use leptos::config::LeptosOptions;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::auth::sign_in;
use crate::config::Config;
use crate::http::Site;
use crate::http::listen::{self, tls::Certificates};
use crate::import::knowledge::file::Program;
use crate::llm::config::RULES;
use crate::llm::found::{self, Found};
use crate::services::Services;
use crate::services::live::LiveServices;
use crate::store::{accounts, records};

/// Serve the research desk in the browser, with its API
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Where to listen [env: PLUMBLINE_ADDR] [default: 127.0.0.1:3000]
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub addr: Option<String>,
    /// Show the effective settings and their origin, then exit
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
    match itself() {
        Ok(program) => services.intake.read_by(Program(program, super::read::NAME)),
        Err(error) => tracing::warn!(%error, "PDFs are read in the server's own process"),
    }
    for warning in &services.config.warnings {
        tracing::warn!("{warning}");
    }
    match services.signer() {
        Ok(signer) => tracing::info!(key = signer.public().fingerprint(), "evidence packs are signed"),
        Err(error) => tracing::warn!(%error, "evidence packs cannot be signed: the data folder cannot be used"),
    }
    let totals = records::totals(&services.db).await?;
    let first = match accounts::any(&services.db).await? {
        true => None,
        false => Some(sign_in::invite_first(&services).await?),
    };
    let found = match services.agent.model() {
        RULES => found::look(|name| std::env::var(name).ok()).await,
        _ => Vec::new(),
    };
    found.iter().for_each(|f| tracing::info!(title = f.title, settings = f.settings(), "model.found"));
    let addr = listener.local_addr()?;
    let ready = {
        let services = services.clone();
        move || {
            // A server continues even if nobody reads its output.
            let _ = greet(
                &services.config,
                addr,
                services.agent.model(),
                totals.communications == 0,
                first.as_deref(),
                &found,
            );
        }
    };
    let stop = CancellationToken::new();
    let fetching = tokio::spawn({
        let (services, stop) = (services.clone(), stop.clone());
        async move { services.fetch_model(stop).await }
    });
    let served = serve_saying(services, listener, shutdown(), ready).await;
    stop.cancel();
    fetching.await.context("Fetching the search model failed")?;
    served
}

/// This program. On Linux also after another version has taken the place of its file.
fn itself() -> std::io::Result<OsString> {
    if cfg!(target_os = "linux") {
        return Ok("/proc/self/exe".into());
    }
    std::env::current_exe().map(Into::into)
}

/// Its address for browsers.
pub(super) fn url(config: &Config, addr: SocketAddr) -> String {
    let scheme = if config.server.tls().is_some() { "https" } else { "http" };
    config.server.origin.clone().unwrap_or_else(|| format!("{scheme}://{addr}"))
}

fn greet(
    config: &Config,
    addr: SocketAddr,
    model: &str,
    empty: bool,
    first: Option<&str>,
    found: &[Found],
) -> Result<()> {
    let (url, tls) = (url(config, addr), config.server.tls().is_some());
    say!("Plumbline is ready: {url}");
    if let Some(folder) = Site::new(config.site.value.as_deref()).missing() {
        say!(
            "The pages have no style and no scripts, because {folder} is not built: run `make run`, or set \
             LEPTOS_SITE_ROOT to a folder that is built. The API works meanwhile."
        );
    }
    match model {
        "rules" => say!("No model is configured: answers are made by rules. {url}/settings connects one."),
        model => say!("The model {model} answers; if it fails, the rules take over."),
    }
    for found in found {
        say!("{} is available here: {} plumbline serve", found.title, found.settings());
    }
    if empty {
        say!("There is no data yet: the first page says what comes next.");
    }
    let Some(join) = first else { return Ok(()) };
    if addr.ip().is_loopback() && config.server.origin.is_none() {
        say!(
            "There are no accounts: every user of this machine is the admin. `plumbline user add` makes the first.\n\
             {url}{join} makes the first admin; it works once, from this machine."
        );
    } else {
        let scheme = if tls { "https" } else { "http" };
        // A server listening on all addresses is also reachable locally.
        let here = SocketAddr::new(
            if addr.ip().is_unspecified() { Ipv4Addr::LOCALHOST.into() } else { addr.ip() },
            addr.port(),
        );
        say!(
            "There are no accounts, and other machines can reach this address: nothing is answered until there is one. \
             `plumbline user add` makes the first.\n\
             {scheme}://{here}{join} makes the first admin; it works once, from this machine."
        );
    }
    Ok(())
}

/// Serves until `stop` completes, then lets open requests finish; event streams reconnect elsewhere. Unfinished runs
/// are released and resumed by the next start.
pub async fn serve(services: Services, listener: TcpListener, stop: impl Future<Output = ()>) -> Result<()> {
    serve_saying(services, listener, stop, || {}).await
}

/// Likewise, with a message printed once it is ready.
async fn serve_saying(
    services: Services,
    listener: TcpListener,
    stop: impl Future<Output = ()>,
    ready: impl FnOnce(),
) -> Result<()> {
    let certificates = match services.config.server.tls() {
        Some((chain, key)) => Some(Arc::new(Certificates::open(chain, key)?)),
        None => None,
    };
    let (stopping, resting) = (CancellationToken::new(), CancellationToken::new());
    services.is_starting();
    services.outside.keep_from(listener.local_addr()?.port());
    let live = LiveServices::new(services.clone());
    let background = {
        let (services, live, resting) = (services.clone(), live.clone(), resting.clone());
        tokio::spawn(async move { services.background(live, resting).await })
    };
    let site = Site::new(services.config.site.value.as_deref());
    let leptos = LeptosOptions::builder()
        .output_name(Site::NAME)
        .site_pkg_dir(site.pkg())
        .site_addr(listener.local_addr()?)
        .build();
    let app = crate::http::router(live, leptos, site, stopping.clone());
    let renewing = certificates.clone().map(|certificates| {
        let stopping = stopping.clone();
        tokio::spawn(async move { certificates.follow(stopping).await })
    });
    let server = {
        let (config, stopping) = (services.config.clone(), stopping.clone());
        tokio::spawn(async move { listen::serve(listener, app, &config.server, certificates, stopping).await })
    };
    ready();
    stop.await;
    stopping.cancel();
    server.await.context("The server task failed")?;
    if let Some(renewing) = renewing {
        renewing.await.context("Watching for a new certificate failed")?;
    }
    // Only now: runs that open requests wait for are driven until then.
    resting.cancel();
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

/// Completes when the process is asked to stop: Ctrl-C, or a service manager's signal.
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
    eprintln!("Stopping. Unfinished runs resume at the next start.");
}
