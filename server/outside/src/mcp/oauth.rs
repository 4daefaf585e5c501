//! Signing in to an MCP server by OAuth 2.1: as a program with a client's own credentials, or as a person who has signed in once
//! in a browser (authorization code with PKCE; the client registers itself where the provider takes that, RFC 7591). The
//! server says which provider gives its tokens (RFC 9728), the token is made for it alone (RFC 8707), and is renewed
//! before it ends.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rmcp::transport::auth::{
    AuthClient, AuthError, AuthorizationManager, AuthorizationRequest, AuthorizationSession, ClientCredentialsConfig,
    CredentialStore, OAuthTokenResponse, StoredCredentials,
};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::super::settings::{McpSettings, OauthSettings};
use base::http_client::causes;
use base::secret::write_private;

/// How long a token is used whose end nobody says.
const UNSAID: Duration = Duration::from_secs(300);

/// A token that is held, and how it is renewed.
pub struct Grant {
    manager: Arc<Mutex<AuthorizationManager>>,
    config: ClientCredentialsConfig,
    renew_at: Instant,
}

fn said(error: AuthError) -> String {
    format!("It cannot be signed in to: {}", causes(&error))
}

/// A manager that knows the provider of a server.
async fn discovered(url: &str) -> Result<AuthorizationManager, String> {
    // The firm's provider may well stand at a private address.
    let mut manager = AuthorizationManager::new_allowing_private_addresses(url).await.map_err(said)?;
    let found = manager.resolve_metadata().await.map_err(said)?;
    if !found.source.is_discovered() {
        return Err("It names no provider that gives its tokens. Use token instead.".into());
    }
    manager.set_metadata(found.metadata);
    Ok(manager)
}

/// Signs in; the client sends the token with each request.
///
/// # Errors
/// In words, when the server names no provider, or the provider refuses.
pub async fn sign_in(
    url: &str,
    http: reqwest::Client,
    oauth: &OauthSettings,
) -> Result<(AuthClient<reqwest::Client>, Grant), String> {
    let mut manager = discovered(url).await?;
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
    /// Done when the token has been renewed, well before it ends.
    ///
    /// # Errors
    /// In words, when the provider does not give another.
    pub async fn renewed(&mut self) -> Result<(), String> {
        tokio::time::sleep_until(self.renew_at).await;
        let manager = self.manager.lock().await;
        let token = manager.exchange_client_credentials(&self.config).await;
        let token = token.map_err(|error| format!("It cannot be signed in to again: {}", causes(&error)))?;
        self.renew_at = renew_at(&token);
        Ok(())
    }
}

/// Well before it ends.
fn renew_at(token: &OAuthTokenResponse) -> Instant {
    let told = serde_json::to_value(token).ok().and_then(|token| token["expires_in"].as_u64());
    let lasts = told.map_or(UNSAID, |seconds| Duration::from_secs(seconds.max(2)));
    Instant::now() + lasts.mul_f32(0.7)
}

/// The sign-in of a person, in a file that only the owner of this program may read.
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

/// A client that acts as the person who has signed in; it renews the token by itself.
pub async fn as_person(
    name: &str,
    url: &str,
    http: reqwest::Client,
    kept: &Path,
) -> Result<AuthClient<reqwest::Client>, String> {
    let mut manager = discovered(url).await?;
    manager.set_credential_store(Kept(kept.to_owned()));
    if !manager.initialize_from_store().await.map_err(said)? {
        return Err(format!("Nobody has signed in to it. Run `plumbline mcp login {name}`."));
    }
    Ok(AuthClient::new(http, manager))
}

/// How long a person may take to sign in.
const PATIENCE: Duration = Duration::from_secs(600);

/// Signs a person in. `tell` is given the address that they open in a browser on this machine.
///
/// # Errors
/// In words, when the server names no provider, the provider refuses, or nobody signs in within ten minutes.
pub async fn login(settings: &McpSettings, tell: impl FnOnce(&str)) -> Result<(), String> {
    let (Some(url), true) = (&settings.url, settings.sign_in) else {
        return Err("Its settings do not say sign_in = true, so nobody signs in to it.".into());
    };
    let mut manager = discovered(url).await?;
    manager.set_credential_store(Kept(settings.kept.clone()));
    let unheard = |error: std::io::Error| format!("The provider's reply cannot be received: {error}.");
    let listener = TcpListener::bind("127.0.0.1:0").await.map_err(unheard)?;
    let place = format!("http://{}", listener.local_addr().map_err(unheard)?);
    let request = AuthorizationRequest::new(format!("{place}/callback")).with_client_name("Plumbline");
    let session = AuthorizationSession::new(manager, request.with_initial_scope_selection()).await;
    let session = session.map_err(|(_, error)| said(error))?;
    tell(session.get_authorization_url());
    let returned = async {
        loop {
            let (stream, _) = listener.accept().await.map_err(unheard)?;
            // A browser also asks for an icon.
            if let Some(path) = asked_for(stream).await.filter(|path| path.starts_with("/callback?")) {
                return Ok::<_, String>(path);
            }
        }
    };
    let path =
        tokio::time::timeout(PATIENCE, returned).await.map_err(|_| "Nobody has signed in within ten minutes.")??;
    session.handle_callback_url(&format!("{place}{path}")).await.map_err(said)?;
    Ok(())
}

/// The path of one request of a browser, which is told to go on in the terminal.
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
