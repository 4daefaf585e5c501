//! Connects to an MCP server: a program using its standard streams, or an address.

use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use reqwest::Url;
use rmcp::model::{ClientCapabilities, ClientConfig, Implementation, ProgressNotificationParam};
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, ClientServiceExt, NotificationContext, RoleClient, RunningService,
};
use rmcp::transport::streamable_http_client::{StreamableHttpClient, StreamableHttpClientTransportConfig};
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{ClientHandler, model::ProtocolVersion};
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::process::Command;
use tokio::sync::Notify;

use super::super::result::MOST_BYTES;
use super::super::settings::McpSettings;
use super::super::text;
use super::confine::{self, Held};
use super::oauth::{self, Grant};
use base::http_client::{causes, http_client};
use base::secret::Secret;

/// Environment variables passed to a program. No others, since they contain this program's keys; [`confine`] hides its
/// files.
const SURROUNDINGS: [&str; 10] =
    ["PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "TZ", "TMPDIR", "SSL_CERT_FILE"];

/// Handles a server's notifications. It gets answers from people through [`super::asks`], but neither model completions
/// nor folders.
#[derive(Clone, Default)]
pub struct Ears {
    pub changed: Arc<Notify>,
    /// A running call reported progress.
    pub progress: Arc<Notify>,
    /// Whether the kernel hides the desk's files from the program.
    pub confined: Arc<AtomicBool>,
    /// Whether the kernel hides the desk's port from the program.
    pub apart: Arc<AtomicBool>,
}

impl ClientHandler for Ears {
    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.changed.notify_one();
    }

    async fn on_progress(&self, _: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.progress.notify_waiters();
    }

    fn get_info(&self) -> ClientConfig {
        let this = Implementation::new("plumbline", env!("CARGO_PKG_VERSION"));
        ClientConfig::new(ClientCapabilities::builder().enable_elicitation().build(), this)
    }
}

type Service = RunningService<RoleClient, Ears>;

/// An initialised connection, and the renewal of its token if that expires.
///
/// `port` is the desk's own.
pub async fn open(
    name: &str,
    settings: &McpSettings,
    port: u16,
    ears: Ears,
) -> Result<(Service, Option<Grant>), String> {
    match (&settings.command, &settings.url) {
        (Some(command), _) => {
            let (program, held) = program(name, command, settings, port).await?;
            ears.confined.store(held.files, Ordering::Relaxed);
            ears.apart.store(held.port, Ordering::Relaxed);
            let served = ears.serve_with_lifecycle(program, newest()).await;
            let said = |error| format!("{command} did not answer as an MCP server: {}", causes(&error));
            Ok((served.map_err(said)?, None))
        }
        (None, Some(url)) => {
            let parsed = Url::parse(url).map_err(|error| format!("Its url cannot be read: {error}."))?;
            if !matches!(parsed.scheme(), "http" | "https") {
                return Err("Its url must begin with http:// or https://.".into());
            }
            let client = http_client(&parsed)?;
            match &settings.oauth {
                Some(oauth) => {
                    let (client, grant) =
                        oauth::sign_in(settings, url, client, oauth).await.map_err(|e| clean(settings, &e))?;
                    Ok((greet(ears, client, url, settings).await?, Some(grant)))
                }
                None if settings.sign_in => {
                    let client = oauth::as_person(name, settings, url, client).await;
                    Ok((greet(ears, client.map_err(|e| clean(settings, &e))?, url, settings).await?, None))
                }
                None => Ok((greet(ears, client, url, settings).await?, None)),
            }
        }
        (None, None) => Err("Its settings name neither command nor url.".into()),
    }
}

/// Newer servers are discovered; older ones are initialised.
fn newest() -> ClientLifecycleMode {
    ClientLifecycleMode::Auto { preferred_versions: vec![ProtocolVersion::V_2026_07_28], legacy_version: None }
}

async fn greet<C>(ears: Ears, client: C, url: &str, settings: &McpSettings) -> Result<Service, String>
where
    C: StreamableHttpClient + Sync,
{
    let transport = || {
        let mut config = StreamableHttpClientTransportConfig::with_uri(url).max_json_response_size(2 * MOST_BYTES);
        config = config.max_sse_event_size(2 * MOST_BYTES);
        if let Some(token) = &settings.token {
            config = config.auth_header(token.reveal());
        }
        StreamableHttpClientTransport::with_client(client.clone(), config)
    };
    let mut served = ears.clone().serve_with_lifecycle(transport(), newest()).await;
    if served.is_err() {
        // A server that answers `server/discover` with nothing is initialised the old way.
        let greeted = ears.serve_with_lifecycle(transport(), ClientLifecycleMode::Initialize).await;
        served = greeted.or(served);
    }
    served.map_err(|error| {
        // The transport's own words, without the types that it is made of.
        let why = match &error {
            ClientInitializeError::TransportError { error, .. } => causes(&*error.error),
            error => causes(error),
        };
        format!("It cannot be reached: {}", clean(settings, &why))
    })
}

/// An error without configured keys.
fn clean(settings: &McpSettings, error: &str) -> String {
    let keys = settings.token.iter().chain(settings.oauth.iter().map(|oauth| &oauth.client_secret));
    text::line(&keys.fold(Secret::new("").clean(error), |error, key| key.clean(&error)), text::ERROR)
}

/// Starts the program; also returns what the kernel enforces.
async fn program(
    name: &str,
    command: &str,
    settings: &McpSettings,
    port: u16,
) -> Result<(TokioChildProcess, Held), String> {
    let mut program = Command::new(command);
    program.args(&settings.args).env_clear().kill_on_drop(true);
    program.envs(SURROUNDINGS.iter().filter_map(|name| Some((*name, std::env::var_os(name)?))));
    program.envs(settings.env.iter().map(|(name, value)| (name, value.reveal())));
    let start = move || TokioChildProcess::builder(program).stderr(Stdio::piped()).spawn();
    let (started, held) = confine::confined(settings.hidden.clone(), port, start).await?;
    if !held.files {
        tracing::warn!(server = name, "this kernel has no Landlock: the program can read what the desk can read");
    }
    if !held.port {
        tracing::warn!(
            server = name,
            "this kernel cannot keep a program from a port: it can call this desk like any user of this machine"
        );
    }
    let (program, said) = started.map_err(|error| format!("{command} cannot be started: {error}."))?;
    if let Some(said) = said {
        tokio::spawn(log(name.to_owned(), said));
    }
    Ok((program, held))
}

/// Logs the program's other output line by line.
async fn log(server: String, said: impl AsyncRead + Unpin) {
    let mut lines = BufReader::new(said).split(b'\n');
    while let Ok(Some(line)) = lines.next_segment().await {
        let said = text::line(&String::from_utf8_lossy(&line), 500);
        tracing::debug!(server, said, "an MCP server writes");
    }
}
