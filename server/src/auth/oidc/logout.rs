//! The provider reports that somebody has signed out there, or was signed out: OpenID Connect Back-Channel Logout 1.0.
//! The token is checked according to section 2.6 and accepted once; then every sign-in of the account ends, and its
//! tokens are invalid until its person signs in again.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use model::account::{Action, Actor};
use model::error::AppError;
use openidconnect::core::CoreJwsSigningAlgorithm;
use openidconnect::{JsonWebKey, JsonWebKeyId};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{AHEAD, FRESH, KEPT, Metadata, Provider, Refused, SIGNED};
use crate::auth::{sign_in, token};
use crate::services::Services;
use crate::store::accounts::{self, provider};

/// The event that identifies a logout token.
const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";

/// The lifetime of a token without an expiry, and the maximum lifetime of others, in seconds.
const DEFAULT_LIFETIME_SECS: i64 = 120;
const MAX_LIFETIME_SECS: i64 = 24 * 3600;

/// Maximum characters of a name given by the provider.
const MAX_NAME_CHARS: usize = 255;

#[derive(Deserialize)]
struct Header {
    alg: CoreJwsSigningAlgorithm,
    typ: Option<String>,
    kid: Option<JsonWebKeyId>,
    crit: Option<Value>,
}

#[derive(Deserialize)]
struct Said {
    iss: String,
    aud: Audience,
    iat: i64,
    exp: Option<i64>,
    jti: String,
    events: Map<String, Value>,
    sub: Option<String>,
    sid: Option<String>,
    nonce: Option<Value>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Many(Vec<String>),
}

/// The person or session in a valid logout token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logout {
    /// The person, in the form stored with accounts.
    pub subject: Option<String>,
    /// The provider's id of the session.
    pub sid: Option<String>,
    /// The hash of the token's id, and its expiry in UTC milliseconds.
    id: String,
    until: i64,
}

fn wrong(why: &str) -> Refused {
    Refused::Untrusted(why.to_owned())
}

fn part<T: DeserializeOwned>(text: &str) -> Result<T, Refused> {
    let bytes = URL_SAFE_NO_PAD.decode(text).ok();
    let read = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    read.ok_or_else(|| wrong("It is not a logout token with iss, aud, iat, jti and events."))
}

impl Provider {
    /// The content of a logout token.
    ///
    /// # Errors
    /// If it is invalid, or the provider's keys cannot be loaded.
    pub async fn logout(&self, token: &str, now: i64) -> Result<Logout, Refused> {
        let mut parts = token.splitn(3, '.');
        let (Some(head), Some(body), Some(signature)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(wrong("It is not a JWT."));
        };
        let header: Header = part(head)?;
        let kind = header.typ.as_deref().unwrap_or("JWT").to_ascii_lowercase();
        if !["jwt", "logout+jwt"].contains(&kind.trim_start_matches("application/")) || header.crit.is_some() {
            return Err(wrong("It is a token of another kind (typ, crit)."));
        }
        if !SIGNED.contains(&header.alg) {
            return Err(wrong("It is not signed by a key of the provider (alg)."));
        }
        let signed = format!("{head}.{body}");
        let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| wrong("Its signature cannot be read."))?;
        let holds = |metadata: &Metadata| is_signed(metadata, &header, signed.as_bytes(), &signature);
        // The provider may have changed its keys since they were loaded.
        if !holds(&self.metadata(now, KEPT).await?) && !holds(&self.metadata(now, FRESH).await?) {
            return Err(wrong("It is not signed by a key of the provider."));
        }
        self.check(part(body)?, now.div_euclid(1000))
    }

    /// `now` in seconds.
    fn check(&self, said: Said, now: i64) -> Result<Logout, Refused> {
        let Said { iss, aud, iat, exp, jti, events, sub, sid, nonce } = said;
        let ours = |aud: &String| *aud == *self.client_id.as_str();
        let is_ours = match &aud {
            Audience::One(one) => ours(one),
            Audience::Many(all) => all.iter().any(ours),
        };
        let until = exp.unwrap_or(iat.saturating_add(DEFAULT_LIFETIME_SECS)).min(iat.saturating_add(MAX_LIFETIME_SECS));
        let fits = |name: &Option<String>| {
            name.as_ref().is_none_or(|name| (1..=MAX_NAME_CHARS).contains(&name.chars().count()))
        };
        let why = match () {
            () if iss != *self.issuer.as_str() => "It is from another provider (iss).",
            () if !is_ours => "It is for another client (aud).",
            () if iat > now + AHEAD => "It was issued in the future (iat).",
            () if until <= now => "It has expired (iat, exp).",
            () if !events.get(EVENT).is_some_and(Value::is_object) => "It has no logout event (events).",
            () if nonce.is_some() => "It has a nonce, so it is an ID token.",
            () if sub.is_none() && sid.is_none() => "It names neither a person nor a session (sub, sid).",
            () if jti.is_empty() || !fits(&sub) || !fits(&sid) || jti.len() > 4 * MAX_NAME_CHARS => {
                "A name is missing or too long."
            }
            () => {
                let subject = sub.map(|sub| self.subject(&sub));
                return Ok(Logout { subject, sid, id: token::hash(&jti), until: until.saturating_mul(1000) });
            }
        };
        Err(wrong(why))
    }
}

/// Whether it is signed with one of the provider's keys.
fn is_signed(metadata: &Metadata, header: &Header, message: &[u8], signature: &[u8]) -> bool {
    let fits = |own: Option<&JsonWebKeyId>| own.zip(header.kid.as_ref()).is_none_or(|(own, named)| own == named);
    let keys = metadata.jwks().keys().iter().filter(|key| fits(key.key_id()));
    keys.into_iter().any(|key| key.verify_signature(&header.alg, message, signature).is_ok())
}

/// Ends the account's sign-ins. If there is no such account, or everything has already ended, this succeeds as well.
///
/// # Errors
/// `Conflict` for a token that was already used.
pub async fn end(services: &Services, logout: &Logout, address: Option<String>) -> Result<(), AppError> {
    let (db, now) = (&services.db, services.world.now());
    if !provider::take(db, &logout.id, now, logout.until).await? {
        return Err(AppError::Conflict { detail: "This token was used before (jti).".into() });
    }
    let id = match (&logout.subject, &logout.sid) {
        (Some(subject), _) => accounts::by_subject(db, subject).await?.map(|account| account.id),
        (None, Some(sid)) => provider::of_session(db, sid).await?,
        (None, None) => None,
    };
    let Some(id) = id else { return Ok(()) };
    provider::signed_out(db, &id, now).await?;
    sign_in::sign_out_everywhere(services, &id).await?;
    let account = accounts::get(db, &id).await?;
    let by = Actor { channel: Some("oidc".into()), ..Actor::named(&account.name).at(address) };
    sign_in::note(services, &by, Action::SignedOut, sign_in::audit_subject(&account), "At the firm's provider").await
}
