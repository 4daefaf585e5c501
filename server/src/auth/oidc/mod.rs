//! OpenID Connect, the protocol: where a person is sent, and what the provider says of them when they come back. By the
//! authorization code flow with PKCE (RFC 7636); the token is checked as OpenID Connect Core 3.1.3.7 says, claims that it
//! lacks are asked of the UserInfo endpoint (5.3), and who answers is checked by RFC 9207.
//!
//! Deliberately not here: what an account becomes of that ([`entry`]), access tokens ([`bearer`]), what the provider says of who
//! has signed out there ([`logout`]), cookies and addresses (`http/oidc`).

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

/// How long what a provider says of itself, and its keys, are used before they are asked for again, in milliseconds.
const KEPT: i64 = 10 * 60_000;

/// How old they must be before a token that does not fit them has them asked for again, in milliseconds.
const FRESH: i64 = 10_000;

/// How far the provider's clock may be ahead, in seconds.
const AHEAD: i64 = 120;

/// How a token may be signed beside those of people's sign-in: by no secret that anybody who knows a public key could sign with.
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

/// How long one reply of the provider is waited for, and how long it may be.
const WAIT: Duration = Duration::from_secs(15);
const MOST_BYTES: usize = 1 << 20;

/// For how long it is remembered that it could not be asked.
const REMEMBERED: Duration = Duration::from_secs(10);

/// The claims that OpenID Connect does not name itself, groups among them.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(transparent)]
struct Others(Map<String, Value>);

impl AdditionalClaims for Others {}

/// What a provider says of itself beside what OpenID Connect Discovery names.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
struct MoreMetadata {
    /// Where a person signs out (OpenID Connect RP-Initiated Logout 1.0).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end_session_endpoint: Option<String>,
    /// It says who it is when it sends a person back (RFC 9207).
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

/// A provider that is set up.
pub struct Provider {
    issuer: IssuerUrl,
    client_id: ClientId,
    client_secret: Option<ClientSecret>,
    callback: RedirectUrl,
    http: reqwest::Client,
    /// What it says of itself with its keys, and when it said so, UTC milliseconds.
    known: Mutex<Option<(Metadata, i64)>>,
    /// That it could not be asked, and when: whoever comes soon after hears the same and does not wait as long.
    failed: Mutex<Option<(String, Instant)>>,
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
    /// No name was told so far; the subject stands for it.
    nameless: bool,
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
            failed: Mutex::new(None),
        }))
    }

    /// Where a person is sent to sign in.
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

    /// What the provider says of the person who brought a code back, and who it said that it is.
    ///
    /// # Errors
    /// When it cannot be asked, refuses the code, is another than the one that was asked, or its token does not hold:
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
            // It may have changed its keys since they were asked for.
            Err(ClaimsVerificationError::SignatureVerification(_)) => {
                let client = self.client(self.metadata(now, FRESH).await?);
                self.checked(&client, &tokens, flow, now)
            }
            checked => checked,
        };
        let (mut claims, subject) = checked.map_err(|error| Refused::Untrusted(causes(&error)))?;
        if has_user_info {
            // By the standard groups and the like stand there, and only by courtesy in the token.
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

    /// Where a person who signs out here is sent to sign out there, too; none where the provider has no such place.
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
        // Core 3.1.3.7, 4 and 5: a token that was made for another client is not for this one.
        match claims.authorized_party() {
            Some(party) if *party != self.client_id => return wrong("The token was made for another client (azp)."),
            None if claims.audiences().len() > 1 => {
                return wrong("The token is for several clients and names none (azp).");
            }
            _ => {}
        }
        // 10: one that will only be made is none; clocks may differ.
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

    /// A person of this provider, as accounts know them.
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
