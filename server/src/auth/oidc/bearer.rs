//! Access tokens of the provider, sent by MCP clients: this server is the protected resource of OAuth 2.1. A token is a
//! JWT (RFC 9068) issued for this server (RFC 8707) by the provider with which people sign in. It represents the
//! account of its person and is limited to the access of that account.

use std::str::FromStr;

use chrono::DateTime;
use model::error::AppError;
use openidconnect::core::{
    CoreGenderClaim, CoreIdTokenVerifier, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm,
};
use openidconnect::{ClaimsVerificationError, ClientId, IdToken, JsonWebTokenType, Nonce};
use serde_json::Value;

use super::{AHEAD, FRESH, KEPT, Metadata, Others, Provider, Refused, SIGNED};
use crate::auth::Caller;
use crate::http_client::causes;
use crate::services::Services;
use crate::store::accounts;

/// The scope that a token needs.
pub const SCOPE: &str = "plumbline:ask";

/// Both kinds have the claims that are checked here.
type AccessToken = IdToken<Others, CoreGenderClaim, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm>;

/// Why a token is refused.
#[derive(Debug)]
pub enum Denied {
    /// The token is invalid, with the reason.
    Token(String),
    /// It lacks [`SCOPE`].
    Scope,
    Other(AppError),
}

/// Whether it could be a token of the provider: a JWT begins with a JSON object.
pub fn is_jwt(token: &str) -> bool {
    token.starts_with("eyJ") && token.matches('.').count() == 2
}

/// The caller that a token represents.
///
/// # Errors
/// See [`Denied`].
pub async fn caller(services: &Services, provider: &Provider, token: &str) -> Result<Caller, Denied> {
    let audience = services.config.oidc.audience();
    let Shown { subject, scopes, issued } = match provider.token(token, &audience, services.world.now()).await {
        Ok(told) => told,
        Err(Refused::Untrusted(why)) => return Err(Denied::Token(why)),
        Err(Refused::Unreachable(why)) => {
            tracing::warn!(why, "the OpenID Connect provider cannot be asked for its keys");
            let detail = "The sign-in provider cannot be reached just now. Try again later.".into();
            return Err(Denied::Other(AppError::Unavailable { detail }));
        }
    };
    if !scopes.split(' ').any(|scope| scope == SCOPE) {
        return Err(Denied::Scope);
    }
    let known = accounts::by_subject(&services.db, &subject).await.map_err(|error| Denied::Other(error.into()))?;
    if let Some(account) = known
        && holds(services, &account.id, issued).await.map_err(Denied::Other)?
    {
        return Ok(Caller::by_provider(account));
    }
    let detail = "The person of this token has no account here, has not signed in for a long time, has signed out, or \
        is disabled. Sign in to Plumbline in a browser.";
    Err(Denied::Other(AppError::Forbidden { detail: detail.into() }))
}

/// Whether an account may still be used by a provider token `issued` at this time (UTC milliseconds).
pub async fn holds(services: &Services, account_id: &str, issued: i64) -> Result<bool, AppError> {
    let since = services.world.now() - services.config.oidc.rights_hold();
    Ok(accounts::provider::holds(&services.db, account_id, since, issued).await?)
}

/// The content of an access token.
struct Shown {
    /// In the form stored with accounts.
    subject: String,
    scopes: String,
    /// UTC milliseconds; the token has seconds.
    issued: i64,
}

impl Provider {
    /// The provider's identifier.
    pub fn issuer(&self) -> &str {
        self.issuer.as_str()
    }

    async fn token(&self, token: &str, audience: &str, now: i64) -> Result<Shown, Refused> {
        let wrong = |error: &ClaimsVerificationError| Refused::Untrusted(causes(error));
        let read = AccessToken::from_str(token)
            .map_err(|_| Refused::Untrusted("It is not an access token with iss, sub, aud, exp and iat.".into()))?;
        match self.checked_token(&read, self.metadata(now, KEPT).await?, audience, now) {
            // The provider may have changed its keys since they were loaded.
            Err(ClaimsVerificationError::SignatureVerification(_)) => {
                self.checked_token(&read, self.metadata(now, FRESH).await?, audience, now).map_err(|e| wrong(&e))
            }
            checked => checked.map_err(|e| wrong(&e)),
        }
    }

    fn checked_token(
        &self,
        token: &AccessToken,
        metadata: Metadata,
        audience: &str,
        now: i64,
    ) -> Result<Shown, ClaimsVerificationError> {
        let now = DateTime::from_timestamp_millis(now).unwrap_or_default();
        // Keycloak and others set the type of their access tokens to plain JWT.
        let kinds = ["at+jwt", "JWT"].map(|kind| JsonWebTokenType::new(kind.to_owned()).normalize());
        // Only the provider's keys.
        let verifier = CoreIdTokenVerifier::new_public_client(
            ClientId::new(audience.to_owned()),
            self.issuer.clone(),
            metadata.jwks().clone(),
        )
        .set_allowed_algs(SIGNED)
        .set_allowed_jose_types(kinds.into_iter().flatten())
        .set_other_audience_verifier_fn(|_| true)
        .set_time_fn(move || now);
        let claims = token.claims(&verifier, |_: Option<&Nonce>| Ok(()))?;
        let others = &claims.additional_claims().0;
        let latest = now + chrono::Duration::seconds(AHEAD);
        let not_before = others.get("nbf").and_then(Value::as_i64);
        if claims.issue_time() > latest || not_before.is_some_and(|at| at > latest.timestamp()) {
            return Err(ClaimsVerificationError::Other("It is not valid yet (iat, nbf).".into()));
        }
        let scopes = others.get("scope").or_else(|| others.get("scp")).and_then(Value::as_str).unwrap_or_default();
        let issued = claims.issue_time().timestamp_millis() + 999;
        Ok(Shown { subject: self.subject(claims.subject().as_str()), scopes: scopes.to_owned(), issued })
    }
}
