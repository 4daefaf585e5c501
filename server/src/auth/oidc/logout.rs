//! The provider says that somebody has signed out there, or was put out: OpenID Connect Back-Channel Logout 1.0. Its token is
//! checked as 2.6 says and taken once; then every sign-in of the account ends, and no token of it holds until its person
//! signs in again.

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

/// What makes a token one that says this.
const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";

/// How long a token holds that does not say it, and one that says it at most, in seconds.
const HOLDS: i64 = 120;
const MOST: i64 = 24 * 3600;

/// Characters of a name that the provider gives.
const NAME: usize = 255;

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

/// Who has signed out, as a token says that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logout {
    /// The person, as accounts know them.
    pub subject: Option<String>,
    /// The provider's name of the session.
    pub sid: Option<String>,
    /// The hash of the token's own name, and until when it holds, UTC milliseconds.
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
    /// What a logout token says.
    ///
    /// # Errors
    /// When it does not hold, or the provider cannot be asked for its keys.
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
        // The provider may have changed its keys since they were asked for.
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
        let until = exp.unwrap_or(iat.saturating_add(HOLDS)).min(iat.saturating_add(MOST));
        let fits = |name: &Option<String>| name.as_ref().is_none_or(|name| (1..=NAME).contains(&name.chars().count()));
        let why = match () {
            () if iss != *self.issuer.as_str() => "It is from another provider (iss).",
            () if !is_ours => "It is for another client (aud).",
            () if iat > now + AHEAD => "It was issued in the future (iat).",
            () if until <= now => "It has expired (iat, exp).",
            () if !events.get(EVENT).is_some_and(Value::is_object) => "It has no logout event (events).",
            () if nonce.is_some() => "It has a nonce, so it is an ID token.",
            () if sub.is_none() && sid.is_none() => "It names neither a person nor a session (sub, sid).",
            () if jti.is_empty() || !fits(&sub) || !fits(&sid) || jti.len() > 4 * NAME => {
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

/// Whether one of the provider's keys has signed this.
fn is_signed(metadata: &Metadata, header: &Header, message: &[u8], signature: &[u8]) -> bool {
    let fits = |own: Option<&JsonWebKeyId>| own.zip(header.kid.as_ref()).is_none_or(|(own, named)| own == named);
    let keys = metadata.jwks().keys().iter().filter(|key| fits(key.key_id()));
    keys.into_iter().any(|key| key.verify_signature(&header.alg, message, signature).is_ok())
}

/// Ends what the account is signed in by. Nobody is an account here, or all has ended before: then it is done, too.
///
/// # Errors
/// `Conflict` for a token that was taken before.
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
