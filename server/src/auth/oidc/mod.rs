//! OpenID Connect, the protocol: where a person is sent, and what the provider says of them when they come back. By the
//! authorization code flow with PKCE (RFC 7636); the token is checked as OpenID Connect Core 3.1.3.7 says.
//!
//! Deliberately not here: what an account becomes of that ([`entry`]), cookies and addresses (`http/oidc`).

pub mod entry;

use std::time::Duration;

use chrono::DateTime;
use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreClientAuthMethod, CoreErrorResponseType, CoreGenderClaim, CoreJsonWebKey,
    CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm, CoreProviderMetadata, CoreResponseType,
    CoreRevocableToken, CoreRevocationErrorResponse, CoreTokenIntrospectionResponse, CoreTokenType,
};
use openidconnect::{
    AdditionalClaims, AuthType, AuthenticationFlow, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret,
    CsrfToken, EmptyExtraTokenFields, EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest, HttpResponse,
    IdTokenFields, IssuerUrl, Nonce, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope, StandardErrorResponse,
    StandardTokenResponse, TokenResponse,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tokio::sync::Mutex;

use crate::config::OidcSettings;
use crate::http_client::{causes, http_client};
use crate::outside::reply;

/// How long what a provider says of itself, and its keys, are used before they are asked for again, in milliseconds.
const KEPT: i64 = 10 * 60_000;

/// How old they must be before a token that does not fit them has them asked for again, in milliseconds.
const FRESH: i64 = 10_000;

/// How long one reply of the provider is waited for, and how long it may be.
const WAIT: Duration = Duration::from_secs(15);
const MOST_BYTES: usize = 1 << 20;

/// The claims that OpenID Connect does not name itself, groups among them.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(transparent)]
struct Others(Map<String, Value>);

impl AdditionalClaims for Others {}

type Tokens = StandardTokenResponse<
    IdTokenFields<
        Others,
        EmptyExtraTokenFields,
        CoreGenderClaim,
        CoreJweContentEncryptionAlgorithm,
        CoreJwsSigningAlgorithm,
    >,
    CoreTokenType,
>;

type Client = openidconnect::Client<
    Others,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    Tokens,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// A provider that is set up.
pub struct Provider {
    issuer: IssuerUrl,
    client_id: ClientId,
    client_secret: Option<ClientSecret>,
    callback: RedirectUrl,
    http: reqwest::Client,
    /// What it says of itself with its keys, and when it said so, UTC milliseconds.
    known: Mutex<Option<(CoreProviderMetadata, i64)>>,
}

/// What ties a person who comes back to the one who was sent: kept in their browser, never told to the provider but for
/// `state`, `nonce` and the hash of `verifier`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flow {
    pub state: String,
    pub nonce: String,
    /// 43 to 128 letters and digits.
    pub verifier: String,
}

/// What a provider says of a person, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Claims {
    /// The issuer and the subject: together they stay the same whatever the person is called.
    pub subject: String,
    /// What they are called there, the best of what is told.
    pub name: String,
    others: Map<String, Value>,
}

impl Claims {
    /// The texts of a claim, which may be one or a list. Empty where there is none.
    pub fn texts(&self, claim: &str) -> Vec<&str> {
        match self.others.get(claim) {
            Some(Value::String(text)) => vec![text.as_str()],
            Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        }
    }
}

/// Why a provider's word is not taken.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// It could not be asked, or said something that cannot be read: trying again later makes sense.
    #[error("{0}")]
    Unreachable(String),
    /// It said no, or what it said does not hold.
    #[error("{0}")]
    Untrusted(String),
}

impl Provider {
    /// The provider of the settings, if there is one.
    ///
    /// # Errors
    /// An address that is none.
    pub fn open(settings: &OidcSettings) -> anyhow::Result<Option<Self>> {
        let (Some(issuer), Some(client_id)) = (&settings.issuer.value, &settings.client_id.value) else {
            return Ok(None);
        };
        let http = http_client(&reqwest::Url::parse(issuer)?).map_err(anyhow::Error::msg)?;
        Ok(Some(Self {
            issuer: IssuerUrl::new(issuer.clone())?,
            client_id: ClientId::new(client_id.clone()),
            client_secret: settings.client_secret.value.as_ref().map(|s| ClientSecret::new(s.reveal().to_owned())),
            callback: RedirectUrl::new(settings.callback())?,
            http,
            known: Mutex::new(None),
        }))
    }

    /// Where a person is sent to sign in.
    ///
    /// # Errors
    /// When the provider cannot be asked what it is.
    pub async fn address(&self, flow: &Flow, now: i64) -> Result<String, Refused> {
        let metadata = self.metadata(now, KEPT).await?;
        // A provider may refuse a scope that it does not know, and may tell groups only where they are asked for.
        let wanted = ["profile", "email", "groups"].into_iter().filter(|wanted| match metadata.scopes_supported() {
            Some(known) => known.iter().any(|scope| scope.as_str() == *wanted),
            None => *wanted != "groups",
        });
        let scopes: Vec<Scope> = wanted.map(|scope| Scope::new(scope.to_owned())).collect();
        let verifier = PkceCodeVerifier::new(flow.verifier.clone());
        let (state, nonce) = (flow.state.clone(), flow.nonce.clone());
        let client = self.client(metadata);
        let (url, ..) = client
            .authorize_url(
                AuthenticationFlow::<CoreResponseType>::AuthorizationCode,
                move || CsrfToken::new(state),
                move || Nonce::new(nonce),
            )
            .add_scopes(scopes)
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier))
            .url();
        Ok(url.to_string())
    }

    /// What the provider says of the person who brought a code back.
    ///
    /// # Errors
    /// When it cannot be asked, refuses the code, or its token does not hold: signature, issuer, audience, time, nonce.
    pub async fn claims(&self, code: String, flow: &Flow, now: i64) -> Result<Claims, Refused> {
        let client = self.client(self.metadata(now, KEPT).await?);
        let http = self.http.clone();
        let ask = move |request: HttpRequest| send(http.clone(), request);
        let tokens = client
            .exchange_code(AuthorizationCode::new(code))
            .map_err(|error| Refused::Untrusted(error.to_string()))?
            .set_pkce_verifier(PkceCodeVerifier::new(flow.verifier.clone()))
            .request_async(&ask)
            .await
            .map_err(|error| match error {
                openidconnect::RequestTokenError::Request(error) => Refused::Unreachable(error.to_string()),
                error => Refused::Untrusted(causes(&error)),
            })?;
        match self.checked(&client, &tokens, flow, now) {
            // It may have changed its keys since they were asked for.
            Err(ClaimsVerificationError::SignatureVerification(_)) => {
                let client = self.client(self.metadata(now, FRESH).await?);
                self.checked(&client, &tokens, flow, now)
            }
            checked => checked,
        }
        .map_err(|error| Refused::Untrusted(causes(&error)))
    }

    fn checked(
        &self,
        client: &Client,
        tokens: &Tokens,
        flow: &Flow,
        now: i64,
    ) -> Result<Claims, ClaimsVerificationError> {
        let token = tokens.id_token().ok_or_else(|| {
            ClaimsVerificationError::Other("The provider returned no ID token. Allow the scope openid.".into())
        })?;
        let now = DateTime::from_timestamp_millis(now).unwrap_or_default();
        let verifier = client.id_token_verifier().set_time_fn(move || now);
        let claims = token.claims(&verifier, &Nonce::new(flow.nonce.clone()))?;
        let subject = claims.subject().as_str();
        let name = claims.preferred_username().map(|name| name.as_str());
        let name = name.or_else(|| claims.email().map(|mail| mail.as_str())).unwrap_or(subject);
        Ok(Claims {
            subject: format!("{} {subject}", self.issuer.as_str()),
            name: name.to_owned(),
            others: claims.additional_claims().0.clone(),
        })
    }

    fn client(&self, metadata: CoreProviderMetadata) -> Client {
        let methods = metadata.token_endpoint_auth_methods_supported().cloned().unwrap_or_default();
        let by_body = methods.contains(&CoreClientAuthMethod::ClientSecretPost)
            && !methods.contains(&CoreClientAuthMethod::ClientSecretBasic);
        let client = Client::from_provider_metadata(metadata, self.client_id.clone(), self.client_secret.clone())
            .set_redirect_uri(self.callback.clone());
        if by_body { client.set_auth_type(AuthType::RequestBody) } else { client }
    }

    /// What the provider says of itself, at most so many milliseconds old.
    async fn metadata(&self, now: i64, age: i64) -> Result<CoreProviderMetadata, Refused> {
        let mut known = self.known.lock().await;
        if let Some((metadata, at)) = known.as_ref()
            && now - at < age
        {
            return Ok(metadata.clone());
        }
        let http = self.http.clone();
        let ask = move |request: HttpRequest| send(http.clone(), request);
        let metadata = CoreProviderMetadata::discover_async(self.issuer.clone(), &ask)
            .await
            .map_err(|error| Refused::Unreachable(causes(&error)))?;
        *known = Some((metadata.clone(), now));
        Ok(metadata)
    }
}

/// Sends a request and reads the whole reply.
async fn send(http: reqwest::Client, request: HttpRequest) -> Result<HttpResponse, Refused> {
    let broken = |error: reqwest::Error| Refused::Unreachable(causes(&error.without_url()));
    let mut request = reqwest::Request::try_from(request).map_err(broken)?;
    *request.timeout_mut() = Some(WAIT);
    let reply = http.execute(request).await.map_err(broken)?;
    let (status, headers) = (reply.status(), reply.headers().clone());
    let (body, cut) = reply::read(reply, MOST_BYTES).await.map_err(broken)?;
    if cut {
        return Err(Refused::Unreachable("The provider's reply is larger than 1 MiB.".into()));
    }
    let mut response = HttpResponse::new(body);
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_texts_one_or_many() {
        let others = serde_json::json!({"groups": ["desk", 3, "sales"], "region": "North", "odd": {"a": 1}});
        let Value::Object(others) = others else { panic!() };
        let claims = Claims { subject: "i s".into(), name: "ann".into(), others };
        assert_eq!(claims.texts("groups"), ["desk", "sales"]);
        assert_eq!(claims.texts("region"), ["North"]);
        assert!(claims.texts("odd").is_empty() && claims.texts("none").is_empty());
    }
}
