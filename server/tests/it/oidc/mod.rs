//! Signing in by OpenID Connect, against a faithful double of a provider over HTTP: discovery, keys, the redirect, and
//! a token endpoint that checks PKCE, accepts a code once and signs with ES256.

mod absent;
mod bearer;
mod logout;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use axum::extract::{Form, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Redirect;
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD as B64};
use model::account::{Account, CustomerBook, DataAccess, Role};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use server::store::accounts::{self, Change};
use sha2::{Digest, Sha256};

use crate::app::TestApp;
use absent::account;

const PUBLIC: &str = "http://plumbline.test";

/// The double's fault.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    Nonce,
    NoNonce,
    Signature,
    Audience,
    Issuer,
    Expired,
    Unsigned,
    OtherParty,
    SeveralAudiences,
    Future,
    /// The UserInfo endpoint describes somebody else.
    OtherSubject,
}

struct Double {
    url: String,
    key: EcdsaKeyPair,
    /// A key that is not published.
    other: EcdsaKeyPair,
    now: Mutex<Now>,
}

#[derive(Default)]
struct Now {
    person: Value,
    fault: Option<Fault>,
    /// Code → challenge and nonce.
    codes: HashMap<String, (String, String)>,
    discovered: usize,
    /// Only the UserInfo endpoint returns claims; the provider names itself when it redirects people back.
    user_info: bool,
}

fn key() -> EcdsaKeyPair {
    let random = SystemRandom::new();
    let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
    EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, document.as_ref(), &random).unwrap()
}

impl Double {
    async fn start() -> Arc<Self> {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let double = Arc::new(Self { url, key: key(), other: key(), now: Mutex::default() });
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(configuration))
            .route("/keys", get(keys))
            .route("/authorize", get(authorize))
            .route("/token", post(token))
            .route("/me", get(user_info))
            .with_state(double.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        double
    }

    fn shows(&self, person: Value) {
        self.now.lock().unwrap().person = person;
    }

    fn id_token(&self, nonce: &str) -> String {
        let now = self.now.lock().unwrap();
        let fault = now.fault;
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
        let mut claims = json!({"iss": self.url, "aud": "desk", "iat": seconds, "exp": seconds + 300, "nonce": nonce});
        let fields = claims.as_object_mut().unwrap();
        match now.user_info {
            // By the standard the token need name nobody but the subject.
            true => drop(fields.insert("sub".into(), now.person["sub"].clone())),
            false => fields.extend(now.person.as_object().unwrap().clone()),
        }
        match fault {
            Some(Fault::Nonce) => drop(fields.insert("nonce".into(), json!("another"))),
            Some(Fault::NoNonce) => drop(fields.remove("nonce")),
            Some(Fault::Audience) => drop(fields.insert("aud".into(), json!("another-app"))),
            Some(Fault::Issuer) => drop(fields.insert("iss".into(), json!("https://evil.example"))),
            Some(Fault::Expired) => drop(fields.insert("exp".into(), json!(seconds - 60))),
            Some(Fault::OtherParty) => drop(fields.insert("azp".into(), json!("another-app"))),
            Some(Fault::SeveralAudiences) => drop(fields.insert("aud".into(), json!(["desk", "another-app"]))),
            Some(Fault::Future) => drop(fields.insert("iat".into(), json!(seconds + 600))),
            Some(Fault::Signature | Fault::Unsigned | Fault::OtherSubject) | None => {}
        }
        let algorithm = if fault == Some(Fault::Unsigned) { "none" } else { "ES256" };
        let header = json!({"alg": algorithm, "typ": "JWT", "kid": "k1"});
        let signed = format!("{}.{}", B64.encode(header.to_string()), B64.encode(claims.to_string()));
        let key = if fault == Some(Fault::Signature) { &self.other } else { &self.key };
        let signature = key.sign(&SystemRandom::new(), signed.as_bytes()).unwrap();
        match fault {
            Some(Fault::Unsigned) => format!("{signed}."),
            _ => format!("{signed}.{}", B64.encode(signature.as_ref())),
        }
    }
}

type Shared = State<Arc<Double>>;

async fn configuration(State(double): Shared) -> Json<Value> {
    let by_user_info = {
        let mut now = double.now.lock().unwrap();
        now.discovered += 1;
        now.user_info
    };
    let url = &double.url;
    let mut told = json!({
        "issuer": url, "authorization_endpoint": format!("{url}/authorize"), "token_endpoint": format!("{url}/token"),
        "jwks_uri": format!("{url}/keys"), "response_types_supported": ["code"], "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256"], "scopes_supported": ["openid", "profile", "groups"],
        "token_endpoint_auth_methods_supported": ["client_secret_basic"], "code_challenge_methods_supported": ["S256"],
    });
    if by_user_info {
        told["userinfo_endpoint"] = json!(format!("{url}/me"));
        told["end_session_endpoint"] = json!(format!("{url}/leave"));
        told["authorization_response_iss_parameter_supported"] = json!(true);
    }
    Json(told)
}

async fn user_info(State(double): Shared, headers: HeaderMap) -> (StatusCode, Json<Value>) {
    if headers.get("authorization").is_none_or(|sent| sent != "Bearer opaque") {
        return (StatusCode::UNAUTHORIZED, Json(json!({"error": "invalid_token"})));
    }
    let now = double.now.lock().unwrap();
    let mut person = now.person.clone();
    if now.fault == Some(Fault::OtherSubject) {
        person["sub"] = json!("user-9");
    }
    (StatusCode::OK, Json(person))
}

async fn keys(State(double): Shared) -> Json<Value> {
    // A byte that says "not compressed", then x and y.
    let point = double.key.public_key().as_ref();
    let (x, y) = (B64.encode(&point[1..33]), B64.encode(&point[33..65]));
    Json(json!({"keys": [{"kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": "k1", "x": x, "y": y}]}))
}

async fn authorize(State(double): Shared, Query(asked): Query<HashMap<String, String>>) -> Redirect {
    let get = |name: &str| asked.get(name).unwrap_or_else(|| panic!("{name} is missing: {asked:?}")).as_str();
    assert_eq!((get("response_type"), get("client_id"), get("code_challenge_method")), ("code", "desk", "S256"));
    assert_eq!(get("redirect_uri"), format!("{PUBLIC}/oidc/callback"));
    assert_eq!(get("scope"), "openid profile groups", "those that the provider knows");
    let code = format!("code-{}", &get("state")[..8]);
    let kept = (get("code_challenge").to_owned(), get("nonce").to_owned());
    let mut now = double.now.lock().unwrap();
    now.codes.insert(code.clone(), kept);
    let iss = if now.user_info { format!("&iss={}", double.url) } else { String::new() };
    Redirect::to(&format!("{}?code={code}&state={}{iss}", get("redirect_uri"), get("state")))
}

async fn token(
    State(double): Shared,
    headers: HeaderMap,
    Form(sent): Form<HashMap<String, String>>,
) -> (StatusCode, Json<Value>) {
    let get = |name: &str| sent.get(name).map(String::as_str).unwrap_or_default();
    let refused = |why: &str| (StatusCode::BAD_REQUEST, Json(json!({"error": why})));
    let basic = format!("Basic {}", STANDARD.encode("desk:s3cret"));
    if headers.get("authorization").is_none_or(|sent| sent != basic.as_str()) {
        return refused("invalid_client");
    }
    let known = double.now.lock().unwrap().codes.remove(get("code"));
    let Some((challenge, nonce)) = known else { return refused("invalid_grant") };
    let proof = B64.encode(Sha256::digest(get("code_verifier")));
    if get("grant_type") != "authorization_code" || proof != challenge || get("redirect_uri") != callback(PUBLIC) {
        return refused("invalid_grant");
    }
    let id_token = double.id_token(&nonce);
    let tokens = json!({"access_token": "opaque", "token_type": "Bearer", "expires_in": 300, "id_token": id_token});
    (StatusCode::OK, Json(tokens))
}

fn callback(base: &str) -> String {
    format!("{base}/oidc/callback")
}

async fn desk(double: &Double) -> TestApp {
    desk_with(&double.url, &[("PLUMBLINE_OIDC_REGION_CLAIM", "region")]).await
}

async fn desk_with(issuer: &str, more: &[(&str, &str)]) -> TestApp {
    let set = [
        ("PLUMBLINE_OIDC_ISSUER", issuer),
        ("PLUMBLINE_OIDC_CLIENT_ID", "desk"),
        ("PLUMBLINE_OIDC_CLIENT_SECRET", "s3cret"),
        ("PLUMBLINE_OIDC_NAME", "Example Bank"),
        ("PLUMBLINE_OIDC_ADMINS", "desk-admins"),
        ("PLUMBLINE_OIDC_REVIEWERS", "desk-reviewers, quality"),
        ("PLUMBLINE_OIDC_MANAGERS", "desk"),
        ("PLUMBLINE_PUBLIC_URL", PUBLIC),
        ("PLUMBLINE_PLAIN_HOSTS", "plumbline.test"),
    ];
    TestApp::with(&[&set, more].concat()).await
}

fn ann(groups: &[&str]) -> Value {
    json!({"sub": "user-1", "preferred_username": "Ann.Lee", "groups": groups, "region": ["North"]})
}

/// A redirect: its target, and the cookies it sets.
struct Led {
    to: String,
    cookies: Vec<String>,
}

impl Led {
    /// The session's cookie as a browser sends it back.
    fn session(&self) -> Option<&str> {
        let all = self.cookies.iter().filter(|cookie| !cookie.starts_with("plumbline-oidc="));
        all.filter_map(|cookie| cookie.split(';').next()).find(|cookie| !cookie.ends_with('='))
    }
}

async fn follow(url: &str, cookie: &str) -> Led {
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let reply = client.get(url).header("cookie", cookie).send().await.unwrap();
    let text = |value: &reqwest::header::HeaderValue| value.to_str().unwrap().to_owned();
    let to = reply.headers().get("location").map(text).unwrap_or_default();
    Led { to, cookies: reply.headers().get_all("set-cookie").iter().map(text).collect() }
}

/// To the provider and back to the sign-in: the callback URL, and its cookie.
async fn begun(app: &TestApp) -> (String, String) {
    let started = follow(&format!("{}/oidc/start?to=%2Fanalysis%3Fday%3D2026-01-16", app.url), "").await;
    let set = started.cookies.first().expect("a cookie");
    assert!(set.contains("; Path=/; HttpOnly; SameSite=Lax; Max-Age=600"), "{set}");
    let back = follow(&started.to, "").await.to;
    let back = back.replacen(PUBLIC, &app.url, 1);
    (back, set.split(';').next().unwrap_or_default().to_owned())
}

async fn sign_in(app: &TestApp) -> Led {
    let (back, cookie) = begun(app).await;
    follow(&back, &cookie).await
}

#[tokio::test]
async fn groups_and_claims_make_the_account_anew_each_time() {
    let double = Double::start().await;
    let app = desk(&double).await;
    let page = app.client.get(format!("{}/sign-in", app.url)).send().await.unwrap().text().await.unwrap();
    assert!(page.contains("Sign in with Example Bank") && page.contains("There is no account yet"), "{page}");

    double.shows(ann(&["staff", "desk"]));
    let led = sign_in(&app).await;
    assert_eq!(led.to, "/analysis?day=2026-01-16");
    assert!(led.cookies.iter().any(|c| c.starts_with("plumbline-oidc=;") && c.contains("Max-Age=0")), "its end");
    let cookie = led.session().expect("a session").to_owned();
    let known = account(&app, "ann.lee").await;
    let north = DataAccess::Some(CustomerBook { regions: vec!["North".into()], ..CustomerBook::default() });
    assert_eq!((known.role, &known.sees, known.has_password), (Role::Manager, &north, false));
    assert!(known.signed_in_at.is_some());
    let own = app.client.get(format!("{}/account", app.url)).header("cookie", &cookie).send().await.unwrap();
    assert!(own.text().await.unwrap().contains("You are a manager. You see the customers of: region North."));

    // The highest role of the groups holds, and who reviews sees all.
    double.shows(ann(&["desk", "quality"]));
    assert!(sign_in(&app).await.session().is_some());
    let again = account(&app, "ann.lee").await;
    assert_eq!((&again.id, again.role, &again.sees), (&known.id, Role::Reviewer, &DataAccess::All));
    assert_eq!(double.now.lock().unwrap().discovered, 1, "what the provider says of itself is kept");

    // Another person of the same name is another account.
    double.shows(json!({"sub": "user-2", "preferred_username": "ann.lee", "groups": "desk"}));
    assert!(sign_in(&app).await.session().is_some());
    let other = account(&app, "ann.lee-2").await;
    assert_eq!(other.sees, DataAccess::Some(CustomerBook::default()), "without the claim nothing is seen");

    accounts::change(&app.services.db, &known.id, Change::Disabled(true)).await.unwrap();
    double.shows(ann(&["desk", "quality"]));
    let led = sign_in(&app).await;
    assert_eq!((led.to.as_str(), led.session()), ("/sign-in?failed=disabled", None));
}

#[tokio::test]
async fn what_does_not_hold_lets_nobody_in() {
    let double = Double::start().await;
    let app = desk(&double).await;
    double.shows(ann(&["desk-admins"]));
    for fault in [
        Fault::Nonce,
        Fault::NoNonce,
        Fault::Signature,
        Fault::Audience,
        Fault::Issuer,
        Fault::Expired,
        Fault::Unsigned,
        Fault::OtherParty,
        Fault::SeveralAudiences,
        Fault::Future,
    ] {
        double.now.lock().unwrap().fault = Some(fault);
        let led = sign_in(&app).await;
        assert_eq!((led.to.as_str(), led.session()), ("/sign-in?failed=oidc-untrusted", None), "{fault:?}");
    }
    double.now.lock().unwrap().fault = None;
    for groups in [&["staff", "Desk"][..], &[]] {
        double.shows(ann(groups));
        assert_eq!(sign_in(&app).await.to, "/sign-in?failed=oidc-group", "{groups:?}");
    }
    assert!(!accounts::any(&app.services.db).await.unwrap(), "no account came of it");
}

#[tokio::test]
async fn a_way_back_that_was_not_begun_here_leads_nowhere() {
    let double = Double::start().await;
    let app = desk(&double).await;
    double.shows(ann(&["desk-admins"]));
    let (back, cookie) = begun(&app).await;
    let (_, others) = begun(&app).await;
    let no_state = back.split("&state=").next().unwrap();
    for (address, cookie) in [(back.as_str(), ""), (back.as_str(), others.as_str()), (no_state, cookie.as_str())] {
        assert_eq!(follow(address, cookie).await.to, "/sign-in?failed=oidc-state", "{address} {cookie}");
    }
    // The provider says no.
    let denied = back.replacen("code=", "error=access_denied&was=", 1);
    assert_eq!(follow(&denied, &cookie).await.to, "/sign-in?failed=oidc-denied");
    // A code is good with its own verifier only, and that one try used it up.
    let parts: Vec<&str> = cookie.split('.').collect();
    let forged = format!("{}.{}.{}.{}", parts[0], parts[1], "0".repeat(64), parts[3]);
    assert_eq!(follow(&back, &forged).await.to, "/sign-in?failed=oidc-untrusted");
    assert_eq!(follow(&back, &cookie).await.to, "/sign-in?failed=oidc-untrusted");
    assert!(!accounts::any(&app.services.db).await.unwrap());
}

#[tokio::test]
async fn a_provider_that_is_away_is_said_and_none_is_none() {
    let away = TestApp::with(&[
        ("PLUMBLINE_OIDC_ISSUER", "http://127.0.0.1:9"),
        ("PLUMBLINE_OIDC_CLIENT_ID", "desk"),
        ("PLUMBLINE_OIDC_ADMINS", "admins"),
        ("PLUMBLINE_PUBLIC_URL", PUBLIC),
        ("PLUMBLINE_PLAIN_HOSTS", "plumbline.test"),
    ])
    .await;
    assert_eq!(follow(&format!("{}/oidc/start", away.url), "").await.to, "/sign-in?failed=oidc-unreachable");
    let none = TestApp::start().await;
    assert_eq!(follow(&format!("{}/oidc/start", none.url), "").await.to, "/sign-in?failed=oidc-off");
}

/// A strict provider: the token contains only the subject, everything else has to be requested.
#[tokio::test]
async fn claims_are_asked_of_the_user_info_endpoint() {
    let double = Double::start().await;
    double.now.lock().unwrap().user_info = true;
    let app = desk(&double).await;
    double.shows(ann(&["desk", "quality"]));
    let led = sign_in(&app).await;
    assert_eq!(led.to, "/analysis?day=2026-01-16");
    let known = account(&app, "ann.lee").await;
    assert_eq!(known.role, Role::Reviewer);
    // Signing out leads to where one signs out there.
    let cookie = led.session().unwrap().to_owned();
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let out = client.post(format!("{}/sign-out", app.url)).header("cookie", cookie).header("origin", &app.url);
    let out = out.header("content-type", "application/x-www-form-urlencoded").body("").send().await.unwrap();
    let to = out.headers()["location"].to_str().unwrap().to_owned();
    assert_eq!(to, format!("{}/leave?client_id=desk", double.url));
    // What is said of another person is of no account, and so is another provider's word.
    double.now.lock().unwrap().fault = Some(Fault::OtherSubject);
    assert_eq!(sign_in(&app).await.to, "/sign-in?failed=oidc-untrusted");
    double.now.lock().unwrap().fault = None;
    let (back, cookie) = begun(&app).await;
    let other = back.split("&iss=").next().unwrap().to_owned();
    assert_eq!(follow(&other, &cookie).await.to, "/sign-in?failed=oidc-untrusted");
    let (back, cookie) = begun(&app).await;
    let other = format!("{}&iss=https://evil.example", back.split("&iss=").next().unwrap());
    assert_eq!(follow(&other, &cookie).await.to, "/sign-in?failed=oidc-untrusted");
}
