//! Signs in to an MCP server by OAuth 2.1: with client credentials, or as a person who signed in once in a browser
//! (authorization code with PKCE; the client registers itself if the provider allows it, RFC 7591). The settings name
//! the provider: the server's own metadata (RFC 9728) is compared with them before anything is sent. The token is bound
//! to the server (RFC 8707), and renewed before it expires.

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use reqwest::Url;
use rmcp::transport::auth::{
    AuthClient, AuthError, AuthorizationManager, AuthorizationRequest, AuthorizationSession, ClientCredentialsConfig,
    CredentialStore, OAuthHttpClient, OAuthHttpClientFuture, OAuthHttpRedirectPolicy, OAuthHttpRequest,
    OAuthTokenResponse, StoredCredentials, default_oauth_http_client,
};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::super::settings::{McpSettings, OauthSettings};
use base::http_client::causes;
use base::secret::write_private;

/// The assumed lifetime of a token that does not state its own.
const DEFAULT_TOKEN_LIFETIME: Duration = Duration::from_secs(300);

/// A token with its renewal.
pub struct Grant {
    manager: Arc<Mutex<AuthorizationManager>>,
    config: ClientCredentialsConfig,
    renew_at: Instant,
}

fn said(error: AuthError) -> String {
    format!("It cannot be signed in to: {}", causes(&error))
}

/// Restricts sign-in requests to addresses named by the settings or by the configured provider.
struct Bound {
    inner: Box<dyn OAuthHttpClient>,
    allowed: RwLock<Vec<String>>,
    /// A request to another address was refused.
    refused: AtomicBool,
}

impl Bound {
    /// Allows an address named by the provider: only over TLS, and no private address unless configured.
    async fn allow(&self, address: &str) -> Result<(), String> {
        let url = Url::parse(address).map_err(|_| format!("Its provider names {address}, which is not an address."))?;
        if self.allowed.read().unwrap_or_else(PoisonError::into_inner).contains(&origin(&url)) {
            return Ok(());
        }
        let (host, port) = (url.host_str().unwrap_or_default().to_owned(), url.port_or_known_default().unwrap_or(443));
        let found = tokio::net::lookup_host((host.trim_matches(['[', ']']), port)).await;
        let found: Vec<_> = found.map_err(|e| format!("The address {host} was not found: {e}."))?.collect();
        if url.scheme() != "https" || found.iter().any(|at| is_private(at.ip())) {
            let why = "which is not public and over TLS. Only issuer and url of the settings may be elsewhere";
            return Err(format!("Its provider names {address}, {why}."));
        }
        self.allowed.write().unwrap_or_else(PoisonError::into_inner).push(origin(&url));
        Ok(())
    }
}

fn origin(url: &Url) -> String {
    url.origin().ascii_serialization()
}

/// On this machine or a private network.
fn is_private(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => {
            let shared = ip.octets()[0] == 100 && ip.octets()[1] & 0xc0 == 64;
            shared
                || ip.is_private()
                || ip.is_loopback()
                || ip.is_link_local()
                || ip.is_unspecified()
                || ip.is_broadcast()
        }
        IpAddr::V6(ip) => ip.is_loopback() || ip.is_unspecified() || ip.is_unique_local() || ip.is_unicast_link_local(),
    }
}

impl OAuthHttpClient for Bound {
    fn execute(&self, mut request: OAuthHttpRequest) -> OAuthHttpClientFuture<'_> {
        // A redirect would lead to an unchecked address.
        request.redirect_policy = OAuthHttpRedirectPolicy::Stop;
        let url = Url::parse(&request.request.uri().to_string());
        let allowed = self.allowed.read().unwrap_or_else(PoisonError::into_inner);
        if url.is_ok_and(|url| allowed.contains(&origin(&url))) {
            return self.inner.execute(request);
        }
        self.refused.store(true, Ordering::Relaxed);
        Box::pin(async { Err("the settings do not name this address".into()) })
    }
}

/// A manager that knows the server's provider.
async fn discovered(settings: &McpSettings, url: &str) -> Result<AuthorizationManager, String> {
    let issuer = settings.issuer.as_deref().ok_or("Its settings name no issuer.")?;
    let named =
        |text: &str| Url::parse(text).map(|url| origin(&url)).map_err(|e| format!("{text} is not an address: {e}."));
    let client = Arc::new(Bound {
        inner: Box::new(default_oauth_http_client().map_err(said)?),
        allowed: vec![named(url)?, named(issuer)?].into(),
        refused: AtomicBool::default(),
    });
    let managing = async |url: &str| AuthorizationManager::new_with_oauth_http_client(url, client.clone()).await;
    let mut manager = managing(url).await.map_err(said)?;
    // Only the scopes are taken from the server's metadata.
    let by_server = manager.resolve_metadata().await.ok().filter(|found| found.source.is_discovered());
    let other = by_server.and_then(|found| found.metadata.issuer).is_some_and(|named| !is_same(&named, issuer));
    if other || client.refused.load(Ordering::Relaxed) {
        return Err("It names another provider than the issuer of its settings. Nothing was sent to either.".into());
    }
    let found = managing(issuer).await.map_err(said)?.resolve_metadata().await.map_err(said)?;
    if !found.source.is_discovered() || !found.metadata.issuer.as_deref().is_some_and(|named| is_same(named, issuer)) {
        return Err(format!("The provider {issuer} does not describe itself under this name (RFC 8414)."));
    }
    let metadata = found.metadata;
    for endpoint in std::iter::once(&metadata.token_endpoint).chain(&metadata.registration_endpoint) {
        client.allow(endpoint).await?;
    }
    manager.set_metadata(metadata);
    Ok(manager)
}

fn is_same(named: &str, issuer: &str) -> bool {
    named.trim_end_matches('/') == issuer.trim_end_matches('/')
}

/// Signs in; the client then sends the token with each request.
///
/// # Errors
/// In words, if the server names no provider, or the provider refuses.
pub async fn sign_in(
    settings: &McpSettings,
    url: &str,
    http: reqwest::Client,
    oauth: &OauthSettings,
) -> Result<(AuthClient<reqwest::Client>, Grant), String> {
    let mut manager = discovered(settings, url).await?;
    let mut scopes = oauth.scopes.clone();
    if scopes.is_empty() {
        scopes = manager.select_scopes(None, &[]);
        // A program signs in again by itself.
        scopes.retain(|scope| scope != "offline_access");
    }
    let config = ClientCredentialsConfig::ClientSecret {
        client_id: oauth.client_id.clone(),
        client_secret: oauth.client_secret.reveal().to_owned(),
        scopes,
        resource: Some(url.to_owned()),
    };
    manager.validate_client_credentials_metadata(&config).map_err(said)?;
    manager.configure_client_credentials(&config).map_err(said)?;
    let renew_at = renew_at(&manager.exchange_client_credentials(&config).await.map_err(said)?);
    let client = AuthClient::new(http, manager);
    let grant = Grant { manager: client.auth_manager.clone(), config, renew_at };
    Ok((client, grant))
}

impl Grant {
    /// Returns after renewing the token, well before it expires.
    ///
    /// # Errors
    /// In words, if the provider issues no new one.
    pub async fn renewed(&mut self) -> Result<(), String> {
        tokio::time::sleep_until(self.renew_at).await;
        let manager = self.manager.lock().await;
        let token = manager.exchange_client_credentials(&self.config).await;
        let token = token.map_err(|error| format!("It cannot be signed in to again: {}", causes(&error)))?;
        self.renew_at = renew_at(&token);
        Ok(())
    }
}

/// Well before it expires.
fn renew_at(token: &OAuthTokenResponse) -> Instant {
    let told = serde_json::to_value(token).ok().and_then(|token| token["expires_in"].as_u64());
    let lasts = told.map_or(DEFAULT_TOKEN_LIFETIME, |seconds| Duration::from_secs(seconds.max(2)));
    Instant::now() + lasts.mul_f32(0.7)
}

/// A person's sign-in, in a file readable only by this program's user.
struct Kept(PathBuf);

#[async_trait::async_trait]
impl CredentialStore for Kept {
    async fn load(&self) -> Result<Option<StoredCredentials>, AuthError> {
        let text = match tokio::fs::read_to_string(&self.0).await {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(unkept(&error)),
        };
        serde_json::from_str(&text).map(Some).map_err(|error| unkept(&error))
    }

    async fn save(&self, credentials: StoredCredentials) -> Result<(), AuthError> {
        if let Some(folder) = self.0.parent() {
            tokio::fs::create_dir_all(folder).await.map_err(|error| unkept(&error))?;
        }
        let text = serde_json::to_string(&credentials).map_err(|error| unkept(&error))?;
        write_private(&self.0, &text).map_err(|error| unkept(&error))
    }

    async fn clear(&self) -> Result<(), AuthError> {
        match tokio::fs::remove_file(&self.0).await {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(unkept(&error)),
            _ => Ok(()),
        }
    }
}

fn unkept(error: &dyn std::fmt::Display) -> AuthError {
    AuthError::CredentialStoreError(error.to_string())
}

/// A client that acts as the signed-in person and renews the token by itself.
pub async fn as_person(
    name: &str,
    settings: &McpSettings,
    url: &str,
    http: reqwest::Client,
) -> Result<AuthClient<reqwest::Client>, String> {
    let mut manager = discovered(settings, url).await?;
    manager.set_credential_store(Kept(settings.kept.clone()));
    if !manager.initialize_from_store().await.map_err(said)? {
        return Err(format!("Nobody has signed in to it. Run `plumbline mcp login {name}`."));
    }
    Ok(AuthClient::new(http, manager))
}

/// How long a person may take to sign in.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// A sign-in while the person is at the provider.
pub struct SignIn(AuthorizationSession);

impl SignIn {
    /// Begins a sign-in to an MCP server. The provider sends the browser back to the address `back`.
    ///
    /// # Errors
    /// In words, if the settings do not say that a person signs in, or the provider refuses.
    pub async fn begin(settings: &McpSettings, back: &str) -> Result<Self, String> {
        let (Some(url), true) = (&settings.url, settings.sign_in) else {
            return Err("Its settings do not say sign_in = true, so nobody signs in to it.".into());
        };
        let mut manager = discovered(settings, url).await?;
        manager.set_credential_store(Kept(settings.kept.clone()));
        let request = AuthorizationRequest::new(back.to_owned()).with_client_name("Plumbline");
        let session = AuthorizationSession::new(manager, request.with_initial_scope_selection()).await;
        session.map(Self).map_err(|(_, error)| said(error))
    }

    /// The URL to open in the person's browser.
    pub fn address(&self) -> &str {
        self.0.get_authorization_url()
    }

    /// Keeps the sign-in. `came` is the URL to which the browser was sent back.
    ///
    /// # Errors
    /// In words, if the provider refused, or the URL belongs to no sign-in or another one.
    pub async fn finish(self, came: &str) -> Result<(), String> {
        self.0.handle_callback_url(came).await.map(drop).map_err(said)
    }
}

/// Signs a person in. `tell` gets the URL to open in a browser on this machine.
///
/// # Errors
/// In words, if the server names no provider, the provider refuses, or nobody signs in within ten minutes.
pub async fn login(settings: &McpSettings, tell: impl FnOnce(&str)) -> Result<(), String> {
    let unheard = |error: std::io::Error| format!("The provider's reply cannot be received: {error}.");
    let listener = TcpListener::bind("127.0.0.1:0").await.map_err(unheard)?;
    let place = format!("http://{}", listener.local_addr().map_err(unheard)?);
    let begun = SignIn::begin(settings, &format!("{place}/callback")).await?;
    tell(begun.address());
    let returned = async {
        loop {
            let (stream, _) = listener.accept().await.map_err(unheard)?;
            // Browsers also request an icon.
            if let Some(path) = asked_for(stream).await.filter(|path| path.starts_with("/callback?")) {
                return Ok::<_, String>(path);
            }
        }
    };
    let path =
        tokio::time::timeout(PATIENCE, returned).await.map_err(|_| "Nobody has signed in within ten minutes.")??;
    begun.finish(&format!("{place}{path}")).await
}

/// The path of a browser's request; the response says to continue in the terminal.
async fn asked_for(mut stream: TcpStream) -> Option<String> {
    let mut line = String::new();
    BufReader::new(&mut stream).read_line(&mut line).await.ok()?;
    let body = "You can close this page: the terminal says how the sign-in went.";
    let reply = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(reply.as_bytes()).await.ok()?;
    line.split_whitespace().nth(1).map(str::to_owned)
}
