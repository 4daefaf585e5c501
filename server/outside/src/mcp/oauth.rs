//! Signing in to an MCP server as a program: OAuth 2.1 with a client's own credentials. The server says which provider gives its
//! tokens (RFC 9728), the token is made for it alone (RFC 8707), and is renewed before it ends.

use std::sync::Arc;
use std::time::Duration;

use rmcp::transport::auth::{AuthClient, AuthError, AuthorizationManager, ClientCredentialsConfig, OAuthTokenResponse};
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::super::settings::OauthSettings;
use base::http_client::causes;

/// How long a token is used whose end nobody says.
const UNSAID: Duration = Duration::from_secs(300);

/// A token that is held, and how it is renewed.
pub struct Grant {
    manager: Arc<Mutex<AuthorizationManager>>,
    config: ClientCredentialsConfig,
    renew_at: Instant,
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
    let said = |error: AuthError| format!("It cannot be signed in to: {}", causes(&error));
    // The firm's provider may well stand at a private address.
    let mut manager = AuthorizationManager::new_allowing_private_addresses(url).await.map_err(said)?;
    let found = manager.resolve_metadata().await.map_err(said)?;
    if !found.source.is_discovered() {
        return Err("It names no provider that gives its tokens. Use token instead of oauth.".into());
    }
    manager.set_metadata(found.metadata);
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
