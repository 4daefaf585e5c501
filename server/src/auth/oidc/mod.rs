//! The OpenID Connect protocol: where a person is redirected, and the provider's claims about them on return. Uses the
//! authorization code flow with PKCE (RFC 7636). The token is validated according to OpenID Connect Core 3.1.3.7,
//! missing claims are requested from the UserInfo endpoint (5.3), and the issuer of the response is checked according
//! to RFC 9207.
//!
//! Deliberately not here: how claims are mapped to an account ([`entry`]), access tokens ([`bearer`]), logout
//! notifications of the provider ([`logout`]), cookies and addresses (`http/oidc`).

pub mod bearer;
mod discovery;
pub mod entry;
pub mod logout;

use std::time::{Duration, Instant};

use chrono::DateTime;
use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreClaimName, CoreClaimType, CoreClientAuthMethod, CoreErrorResponseType,
    CoreGenderClaim, CoreGrantType, CoreJsonWebKey, CoreJweContentEncryptionAlgorithm, CoreJweKeyManagementAlgorithm,
    CoreJwsSigningAlgorithm, CoreResponseMode, CoreResponseType, CoreRevocableToken, CoreRevocationErrorResponse,
    CoreSubjectIdentifierType, CoreTokenIntrospectionResponse, CoreTokenType,
};
use openidconnect::{
    AdditionalClaims, AdditionalProviderMetadata, AuthType, AuthenticationFlow, AuthorizationCode,
    ClaimsVerificationError, ClientId, ClientSecret, CsrfToken, EmptyExtraTokenFields, EndpointMaybeSet,
    EndpointNotSet, EndpointSet, HttpRequest, IdTokenFields, IssuerUrl, Nonce, OAuth2TokenResponse, PkceCodeChallenge,
    PkceCodeVerifier, ProviderMetadata, RedirectUrl, Scope, StandardErrorResponse, StandardTokenResponse,
    SubjectIdentifier, TokenResponse, UserInfoClaims,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tokio::sync::Mutex;

use crate::config::OidcSettings;
use crate::http_client::{causes, http_client};

/// How long the provider's metadata and keys are used before they are reloaded, in milliseconds.
const KEPT: i64 = 10 * 60_000;

/// Minimum age at which a token that does not match them triggers a reload, in milliseconds.
const FRESH: i64 = 10_000;

/// How far the provider's clock may be ahead, in seconds.
const AHEAD: i64 = 120;

/// Signature algorithms accepted besides those of sign-in tokens: no symmetric ones, with which anybody who knows a
/// public key could sign.
const SIGNED: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// Timeout for one response of the provider, and its maximum size.
const WAIT: Duration = Duration::from_secs(15);
const MOST_BYTES: usize = 1 << 20;

/// How long a failed request is remembered.
const REMEMBERED: Duration = Duration::from_secs(10);

/// Claims that OpenID Connect does not define, including groups.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(transparent)]
struct Others(Map<String, Value>);

impl AdditionalClaims for Others {}

/// Provider metadata beyond OpenID Connect Discovery.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
struct MoreMetadata {
    /// The sign-out endpoint (OpenID Connect RP-Initiated Logout 1.0).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end_session_endpoint: Option<String>,
    /// Whether it identifies itself when it redirects a person back (RFC 9207).
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}

impl AdditionalProviderMetadata for MoreMetadata {}

type Metadata = ProviderMetadata<
    MoreMetadata,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;

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

/// A configured provider.
pub struct Provider {
    issuer: IssuerUrl,
    client_id: ClientId,
    client_secret: Option<ClientSecret>,
    callback: RedirectUrl,
    http: reqwest::Client,
    /// Its metadata with its keys, and when they were loaded, UTC milliseconds.
    known: Mutex<Option<(Metadata, i64)>>,
    /// The last failed request, and when: callers soon after get the same error without waiting as long.
    failed: Mutex<Option<(String, Instant)>>,
}

/// Ties the person who returns to the one who was redirected: stored in their browser, and never sent to the provider
/// except `state`, `nonce` and the hash of `verifier`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flow {
    pub state: String,
    pub nonce: String,
    /// 43 to 128 letters and digits.
    pub verifier: String,
}

/// Verified claims about a person.
#[derive(Clone, Debug, PartialEq)]
pub struct Claims {
    /// Issuer and subject: together they stay the same if the person's name changes.
    pub subject: String,
    /// Their display name, the best one given.
    pub name: String,
    /// No name was given so far; the subject is used instead.
    nameless: bool,
    others: Map<String, Value>,
}

impl Claims {
    /// The texts of a claim, which may be one or a list. Empty without the claim.
    pub fn texts(&self, claim: &str) -> Vec<&str> {
        match self.others.get(claim) {
            Some(Value::String(text)) => vec![text.as_str()],
            Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        }
    }
}

/// Why a provider's response is not accepted.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// It was unreachable, or sent an unreadable response: retrying later makes sense.
    #[error("{0}")]
    Unreachable(String),
    /// It refused, or its response is invalid.
    #[error("{0}")]
    Untrusted(String),
}

impl Provider {
    /// The configured provider, if any.
    ///
    /// # Errors
    /// For an invalid address.
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
            failed: Mutex::new(None),
        }))
    }

    /// The URL to which a person is redirected to sign in.
    pub async fn address(&self, flow: &Flow, now: i64) -> Result<String, Refused> {
        let metadata = self.metadata(now, KEPT).await?;
        // A provider may refuse an unknown scope, and may send groups only if they are requested.
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

    /// The claims about the person who brought a code back; `from` is the issuer in the redirect.
    ///
    /// # Errors
    /// If the provider is unreachable or refuses the code, if the issuer is another one, or if the token is invalid:
    /// signature, issuer, audience, authorized party, time, nonce.
    pub async fn claims(&self, code: String, from: Option<&str>, flow: &Flow, now: i64) -> Result<Claims, Refused> {
        let metadata = self.metadata(now, KEPT).await?;
        match from {
            Some(issuer) if issuer != self.issuer.as_str() => {
                return Err(Refused::Untrusted(format!("The reply is from {issuer}, another provider.")));
            }
            None if metadata.additional_metadata().authorization_response_iss_parameter_supported => {
                return Err(Refused::Untrusted("The reply does not say which provider it is from.".into()));
            }
            _ => {}
        }
        let has_user_info = metadata.userinfo_endpoint().is_some();
        let client = self.client(metadata);
        let http = self.http.clone();
        let ask = move |request: HttpRequest| Self::send(http.clone(), request);
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
        let checked = match self.checked(&client, &tokens, flow, now) {
            // The provider may have changed its keys since they were loaded.
            Err(ClaimsVerificationError::SignatureVerification(_)) => {
                let client = self.client(self.metadata(now, FRESH).await?);
                self.checked(&client, &tokens, flow, now)
            }
            checked => checked,
        };
        let (mut claims, subject) = checked.map_err(|error| Refused::Untrusted(causes(&error)))?;
        if has_user_info {
            // By the standard, groups and the like are there, and in the token only optionally.
            let asked = client
                .user_info(tokens.access_token().clone(), Some(subject))
                .map_err(|error| Refused::Untrusted(error.to_string()))?;
            let told: UserInfoClaims<Others, CoreGenderClaim> =
                asked.request_async(&ask).await.map_err(|error| match error {
                    openidconnect::UserInfoError::Request(error) => Refused::Unreachable(error.to_string()),
                    error => Refused::Untrusted(causes(&error)),
                })?;
            if claims.nameless {
                let name = told.preferred_username().map(|name| name.as_str());
                let name = name.or_else(|| told.email().map(|mail| mail.as_str()));
                claims.name = name.map_or(claims.name, str::to_owned);
            }
            for (claim, value) in &told.additional_claims().0 {
                claims.others.entry(claim.clone()).or_insert_with(|| value.clone());
            }
        }
        Ok(claims)
    }

    /// The provider's end-session URL, where somebody who signs out here is sent next; `None` if the provider has none.
    pub async fn leaving(&self, now: i64) -> Result<Option<String>, Refused> {
        let metadata = self.metadata(now, KEPT).await?;
        let Some(at) = &metadata.additional_metadata().end_session_endpoint else { return Ok(None) };
        let Ok(mut url) = reqwest::Url::parse(at) else { return Ok(None) };
        url.query_pairs_mut().append_pair("client_id", self.client_id.as_str());
        Ok(Some(url.into()))
    }

    fn checked(
        &self,
        client: &Client,
        tokens: &Tokens,
        flow: &Flow,
        now: i64,
    ) -> Result<(Claims, SubjectIdentifier), ClaimsVerificationError> {
        let token = tokens.id_token().ok_or_else(|| {
            ClaimsVerificationError::Other("The provider returned no ID token. Allow the scope openid.".into())
        })?;
        let now = DateTime::from_timestamp_millis(now).unwrap_or_default();
        let verifier = client.id_token_verifier().set_time_fn(move || now);
        let claims = token.claims(&verifier, &Nonce::new(flow.nonce.clone()))?;
        let wrong = |what: &str| Err(ClaimsVerificationError::Other(what.into()));
        // Core 3.1.3.7, 4 and 5: a token issued for another client is not valid here.
        match claims.authorized_party() {
            Some(party) if *party != self.client_id => return wrong("The token was made for another client (azp)."),
            None if claims.audiences().len() > 1 => {
                return wrong("The token is for several clients and names none (azp).");
            }
            _ => {}
        }
        // 10: a token issued in the future is invalid; clocks may differ.
        if claims.issue_time() > now + chrono::Duration::seconds(AHEAD) {
            return wrong("The token was issued in the future (iat).");
        }
        let subject = claims.subject().as_str();
        let name = claims.preferred_username().map(|name| name.as_str());
        let name = name.or_else(|| claims.email().map(|mail| mail.as_str()));
        let told = Claims {
            subject: self.subject(subject),
            nameless: name.is_none(),
            name: name.unwrap_or(subject).to_owned(),
            others: claims.additional_claims().0.clone(),
        };
        Ok((told, claims.subject().clone()))
    }

    /// A person of this provider, in the form stored with accounts.
    fn subject(&self, subject: &str) -> String {
        format!("{} {subject}", self.issuer.as_str())
    }

    fn client(&self, metadata: Metadata) -> Client {
        let methods = metadata.token_endpoint_auth_methods_supported().cloned().unwrap_or_default();
        let by_body = methods.contains(&CoreClientAuthMethod::ClientSecretPost)
            && !methods.contains(&CoreClientAuthMethod::ClientSecretBasic);
        let client = Client::from_provider_metadata(metadata, self.client_id.clone(), self.client_secret.clone())
            .set_redirect_uri(self.callback.clone());
        if by_body { client.set_auth_type(AuthType::RequestBody) } else { client }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_texts_one_or_many() {
        let others = serde_json::json!({"groups": ["desk", 3, "sales"], "region": "North", "odd": {"a": 1}});
        let Value::Object(others) = others else { panic!() };
        let claims = Claims { subject: "i s".into(), name: "ann".into(), nameless: false, others };
        assert_eq!(claims.texts("groups"), ["desk", "sales"]);
        assert_eq!(claims.texts("region"), ["North"]);
        assert!(claims.texts("odd").is_empty() && claims.texts("none").is_empty());
    }
}
