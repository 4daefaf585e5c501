//! Accounts by forms that work without scripts: signing in and out, joining, one's own password and tokens, and for
//! admins everybody's account. Each redirects back to its page with a code, which the page turns into a sentence. The
//! REST calls are in `rest`.

pub mod rest;

use app::api::accounts::Accounts;
use app::components::words::segment;
use axum::Extension;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Redirect, Response};
use bytes::Bytes;
use model::account::forms::{IssuedToken, NewAccount, NewToken};
use model::account::{Action, Actor, CustomerBook, DataAccess, Role, code_of, message_text};
use model::error::AppError;
use model::locale::Locale;
use model::text::escape;

use super::Web;
use super::body::{field, parse_form, word};
use super::caller::{FromPage, cookie};
use super::error::{FormProblem, page};
use super::guard::peer::Peer;
use crate::api::Api;
use crate::auth::sign_in::{self as auth, Browser, SignedIn};
use crate::auth::token;
use crate::config;
use crate::store::accounts::{self, Change, sign_ins};

type Reply = Result<Response, FormProblem>;

#[derive(serde::Deserialize)]
struct SignIn {
    name: String,
    password: String,
    /// The page to go back to.
    #[serde(default)]
    to: String,
}

/// `POST /sign-in`: sets the cookies and redirects to the requested page.
pub async fn sign_in(State(web): State<Web>, peer: Peer, headers: HeaderMap, body: Bytes) -> Reply {
    let SignIn { name, password, to } = parse_form(&body)?;
    let to = local(&to);
    let (address, device) = (Some(peer.address.to_string()), cookie::device(&headers, peer.secure));
    match auth::sign_in(&web.services(), &name, &password, &Browser { address, device, agent: agent(&headers) }).await {
        Ok(signed_in) => Ok(inside(to, &signed_in, peer.secure)),
        Err(error) => {
            let to: String = form_urlencoded::byte_serialize(to.as_bytes()).collect();
            failed(&format!("/sign-in?to={to}"), error)
        }
    }
}

/// `POST /sign-out`: ends the sign-in of the cookie; with `everywhere` all of the account, and forgets its devices.
pub async fn sign_out(State(web): State<Web>, peer: Peer, headers: HeaderMap, body: Bytes) -> Reply {
    let everywhere = field(&body, "everywhere").is_some_and(|value| !value.is_empty());
    let services = &web.services();
    let mut by_provider = false;
    if let Some(value) = cookie::session(&headers, peer.secure) {
        let (now, idle) = (services.world.now(), services.config.server.idle());
        let account = sign_ins::account(&services.db, &token::hash(value), now, idle).await?;
        auth::sign_out(services, value).await?;
        if let Some(account) = account {
            by_provider = !account.has_password;
            if everywhere {
                auth::sign_out_everywhere(services, &account.id).await?;
            }
            let detail = if everywhere { "Everywhere" } else { "Here" };
            let by = Actor::named(&account.name).at(Some(peer.address.to_string()));
            auth::note(services, &by, Action::SignedOut, auth::audit_subject(&account), detail).await?;
        }
    }
    let said = if everywhere { "signed-out-everywhere" } else { "signed-out" };
    let mut to = format!("/sign-in?said={said}");
    // People who signed in at the firm's provider sign out there as well; if it is unreachable, they are only signed
    // out here.
    if by_provider && let Some(provider) = &services.oidc {
        match provider.leaving(services.world.now()).await {
            Ok(Some(there)) => to = there,
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "nobody could be signed out at the provider"),
        }
    }
    let device = everywhere.then(|| cookie::set_device("", peer.secure));
    let admin = web.admins.end(&headers, peer.secure);
    let mut reply = with_cookies(&to, [Some(cookie::set_session("", peer.secure)), device, admin]);
    // Clears the pages that the browser has stored, so that its next user cannot go back to them.
    reply.headers_mut().insert("clear-site-data", HeaderValue::from_static("\"cache\", \"storage\""));
    Ok(reply)
}

#[derive(serde::Deserialize)]
struct Join {
    #[serde(default)]
    name: String,
    password: String,
}

/// `POST /join/{token}`: creates the account of an invitation, or sets its new password, and signs in.
pub async fn join(
    State(web): State<Web>,
    peer: Peer,
    Path(token): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Reply {
    let Join { name, password } = parse_form(&body)?;
    let back = format!("/join/{}", segment(&token));
    // The first admin is the user of the machine.
    if !accounts::any(&web.services().db).await? && !peer.address.is_loopback() {
        return failed(&back, AppError::Forbidden { detail: message_text("away") });
    }
    match auth::join(&web.services(), &token, &name, &password, agent(&headers)).await {
        Ok(signed_in) => Ok(inside("/", &signed_in, peer.secure)),
        Err(error) => failed(&back, error),
    }
}

#[derive(serde::Deserialize)]
struct Password {
    old: String,
    new: String,
}

#[derive(serde::Deserialize)]
struct Language {
    language: Locale,
    /// The page to go back to.
    #[serde(default)]
    to: String,
}

/// `POST /language`: the language of the pages in this browser and, if signed in, of the account.
pub async fn language(State(web): State<Web>, api: Option<Extension<Api>>, peer: Peer, body: Bytes) -> Reply {
    let Language { language, to } = parse_form(&body)?;
    if let Some(id) = api.and_then(|Extension(api)| api.caller.account) {
        accounts::set_language(&web.services().db, &id, language).await?;
    }
    Ok(with_cookies(local(&to), [Some(cookie::set_language(language, peer.secure))]))
}

/// `POST /account/password`.
pub async fn password(FromPage(api): FromPage, peer: Peer, headers: HeaderMap, body: Bytes) -> Reply {
    let Password { old, new } = parse_form(&body)?;
    let (keep, device) = (cookie::session(&headers, peer.secure), cookie::device(&headers, peer.secure));
    let done = api.change_own_password(&old, &new, keep, device).await;
    back("/account", "password", done)
}

/// `POST /account/tokens`: a page that shows the token, once.
pub async fn issue(FromPage(api): FromPage, body: Bytes) -> Reply {
    let new: NewToken = parse_form(&body)?;
    match api.issue_token(new).await {
        Ok(IssuedToken { token, secret }) => {
            let says = format!(
                "“{}” is shown only once. Store it where only the program that needs it can read it.",
                token.name
            );
            Ok(once("Your new token", &says, &secret, "/account"))
        }
        Err(error) => failed("/account", error),
    }
}

/// `POST /account/tokens/{id}/revoke`.
pub async fn revoke(FromPage(api): FromPage, Path(id): Path<String>) -> Reply {
    back("/account", "revoked", api.revoke_token(&id).await)
}

/// `POST /account/sign-ins/{id}/end`.
pub async fn end_sign_in(FromPage(api): FromPage, Path(id): Path<String>) -> Reply {
    back("/account", "ended", api.end_sign_in(&id).await)
}

/// `POST /accounts`: a page that shows the invitation link, once.
pub async fn invite(FromPage(api): FromPage, peer: Peer, body: Bytes) -> Reply {
    let name = field(&body, "name").filter(|name| !name.trim().is_empty());
    let role = role(&body)?.unwrap_or(Role::Manager);
    let sees = sees(&body).unwrap_or_default();
    match api.invite(NewAccount { name, role, sees }).await {
        Ok(path) => {
            let says = "The person who opens this link chooses a password. It works once, within a \
                day, and is not shown again.";
            Ok(once("A link to join", says, &format!("{}{path}", peer.origin), "/accounts"))
        }
        Err(error) => failed("/accounts", error),
    }
}

/// `POST /accounts/{id}`: role, data access, and whether it is disabled (`yes` or `no`); omitted fields stay unchanged.
pub async fn change(FromPage(api): FromPage, Path(id): Path<String>, body: Bytes) -> Reply {
    let role = role(&body)?.map(Change::Role);
    let disabled = field(&body, "disabled").map(|value| Change::Disabled(value == "yes"));
    let changes = [role, sees(&body).map(Change::Sees), disabled].into_iter().flatten().collect();
    back("/accounts", "changed", api.change_account(&id, changes).await.map(drop))
}

fn role(body: &[u8]) -> Result<Option<Role>, AppError> {
    field(body, "role").map(|text| word("role", &text)).transpose()
}

/// The customers named in a form: `all`, or names separated by commas. `None` without such a field.
fn sees(body: &[u8]) -> Option<DataAccess> {
    // A form sends a field for each ticked box.
    let names = ["managers", "segments", "regions"].map(|list| {
        let all: Vec<_> =
            form_urlencoded::parse(body).filter(|(name, _)| name == list).map(|(_, value)| value).collect();
        (!all.is_empty()).then(|| all.join(","))
    });
    if field(body, "all").is_some_and(|value| !value.is_empty()) {
        return Some(DataAccess::All);
    }
    if names.iter().all(Option::is_none) {
        return None;
    }
    let [managers, segments, regions] =
        names.map(|list| config::names(&list.unwrap_or_default()).map(str::to_owned).collect());
    Some(DataAccess::Some(CustomerBook { managers, segments, regions, only: None }))
}

/// The browser's user agent.
pub fn agent(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok())
}

/// Redirects only go to pages of this desk. Browsers read a backslash as a slash and ignore line breaks.
pub fn local(to: &str) -> &str {
    let is_local =
        to.starts_with('/') && !to.starts_with("//") && to.chars().all(|c| c.is_ascii_graphic() && c != '\\');
    if is_local { to } else { "/" }
}

/// Redirects to a page, signed in.
fn inside(to: &str, SignedIn { session, device }: &SignedIn, secure: bool) -> Response {
    with_cookies(to, [Some(cookie::set_session(session, secure)), Some(cookie::set_device(device, secure))])
}

fn with_cookies<const N: usize>(to: &str, cookies: [Option<HeaderValue>; N]) -> Response {
    let mut reply = Redirect::to(to).into_response();
    for cookie in cookies.into_iter().flatten() {
        reply.headers_mut().append(header::SET_COOKIE, cookie);
    }
    reply.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    reply
}

/// Redirects to a page, which shows what was done or what is wrong.
fn back(page: &str, said: &str, done: Result<(), AppError>) -> Reply {
    match done {
        Ok(()) => Ok(Redirect::to(&format!("{page}?said={said}")).into_response()),
        Err(error) => failed(page, error),
    }
}

/// Redirects to a page with the code of the error; an error without a code is a page of its own.
fn failed(page: &str, error: AppError) -> Reply {
    match code_of(&error.to_string()) {
        "failed" => Err(error.into()),
        code => {
            let and = if page.contains('?') { '&' } else { '?' };
            Ok(Redirect::to(&format!("{page}{and}failed={code}")).into_response())
        }
    }
}

/// A page that shows a secret once: it is neither stored nor part of a URL.
pub fn once(title: &str, says: &str, secret: &str, back: &str) -> Response {
    let [says, secret] = [says, secret].map(escape);
    let says = format!("<p>{says}</p><p><code>{secret}</code></p><p><a href=\"{back}\">Go back</a></p>");
    let head = [(header::CACHE_CONTROL, "no-store"), (header::REFERRER_POLICY, "no-referrer")];
    (head, page(title, &says)).into_response()
}

#[cfg(test)]
mod tests {
    use model::account::TokenUse;

    use super::*;

    #[test]
    fn only_pages_of_this_desk_are_gone_back_to() {
        for to in ["/", "/c/1?x=2", "/analysis"] {
            assert_eq!(local(to), to);
        }
        for to in
            ["", "//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "/a\r\nb", "/\t/e"]
        {
            assert_eq!(local(to), "/", "{to:?}");
        }
    }

    #[test]
    fn a_form_gives_what_a_program_gives() {
        let new: NewToken = parse_form(b"name=nightly+report&may=read&days=90").unwrap();
        assert_eq!(new, NewToken { name: "nightly report".into(), may: TokenUse::Read, days: 90 });
        for wrong in ["may=read&days=90", "name=x&may=all&days=90", "name=x&may=read&days=soon"] {
            assert!(parse_form::<NewToken>(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_form_says_whose_customers() {
        assert_eq!(sees(b"role=manager"), None);
        assert_eq!(sees(b"all=on&managers=x"), Some(DataAccess::All));
        let book = CustomerBook { managers: vec!["A. Okafor".into(), "B".into()], ..CustomerBook::default() };
        assert_eq!(sees(b"managers=A.+Okafor,+B,&segments=&regions="), Some(DataAccess::Some(book)));
        assert_eq!(sees(b"managers="), Some(DataAccess::Some(CustomerBook::default())), "nobody's, never everybody's");
    }
}
