//! Accounts over HTTP on both databases: signing in and out, joining, tokens, the last admin, and ownership of
//! conversations.

mod ask_on;
mod belonging;
mod devices;
mod narrowed;
mod routes;
mod sign_ins;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use model::account::{Account, CustomerBook, DataAccess, Role, TokenUse};
use model::error::AppError;
use reqwest::{Method, Response};
use serde_json::{Value, json};
use server::auth::sign_in::{self, Browser, begin_session, create, issue_token};
use server::services::Services;
use server::store::accounts::{self, Change};
use server::world::World;

use crate::app::{TestApp, json as read};
use crate::postgres::on_both;

const PASSWORD: &str = "correct horse battery";

/// A browser that does not identify itself.
static UNKNOWN: Browser<'static> = Browser { address: None, device: None, agent: None };

/// The credentials of a request.
#[derive(Clone, Debug)]
pub enum Who {
    Nobody,
    Cookie(String),
    Token(String),
}

/// A client that follows redirects only when the test does.
pub struct Web<'a> {
    app: &'a TestApp,
    client: reqwest::Client,
}

impl<'a> Web<'a> {
    pub fn of(app: &'a TestApp) -> Self {
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        Self { app, client }
    }

    /// Sends a request with a body as given.
    pub async fn send(&self, who: &Who, method: &str, path: &str, accept: &str, body: &str) -> Response {
        let method: Method = method.to_uppercase().parse().unwrap();
        let request = self.client.request(method, format!("{}{path}", self.app.url)).header("accept", accept);
        let programs = ["/api/", "/v1/", "/rpc/", "/chat", "/sessions", "/knowledge/", "/admin/", "/mcp"];
        let is_json = programs.iter().any(|begin| path.starts_with(begin));
        let kind = match path {
            "/desk/import" | "/desk/sources" | "/desk/documents" | "/knowledge/files" | "/settings/tools/api" => {
                "multipart/form-data; boundary=x"
            }
            _ if is_json => "application/json",
            _ => "application/x-www-form-urlencoded",
        };
        let request = request.header("content-type", kind).header("origin", &self.app.url);
        let request = match who {
            Who::Nobody => request,
            Who::Cookie(value) => request.header("cookie", format!("plumbline-session={value}")),
            Who::Token(token) => request.header("authorization", format!("Bearer {token}")),
        };
        request.body(body.to_owned()).send().await.unwrap()
    }

    pub async fn get(&self, who: &Who, path: &str) -> (u16, Value) {
        read(self.send(who, "get", path, "application/json", "").await).await
    }

    pub async fn json(&self, who: &Who, method: &str, path: &str, body: Value) -> (u16, Value) {
        read(self.send(who, method, path, "application/json", &body.to_string()).await).await
    }

    /// The redirect target of a form, and the cookie that it sets.
    pub async fn form(&self, who: &Who, path: &str, fields: &str) -> (u16, String, Option<String>) {
        let reply = self.send(who, "post", path, "text/html", fields).await;
        let header = |name: &str| reply.headers().get(name).map(|v| v.to_str().unwrap().to_owned());
        (reply.status().as_u16(), header("location").unwrap_or_default(), header("set-cookie"))
    }
}

/// The value of the cookie set by a header.
fn value(cookie: &str) -> String {
    cookie.split(';').next().unwrap().strip_prefix("plumbline-session=").unwrap().to_owned()
}

async fn account(services: &Services, name: &str, role: Role, sees: DataAccess) -> Account {
    create(services, name, role, sees, None).await.unwrap()
}

/// A sign-in without a password, whose check takes time.
pub async fn signed_in(services: &Services, account: &Account) -> Who {
    Who::Cookie(begin_session(services, account, None).await.unwrap())
}

on_both!(tell);

async fn tell(database: &str) {
    let app = TestApp::over(database, tempfile::tempdir().unwrap(), &[]).await;
    the_first_admin_joins_once(&app).await;
    one_signs_in_and_out(&app).await;
    devices::strangers_lock_out_strangers(&app).await;
    devices::a_browser_is_known_by_its_cookie(&app).await;
    let boss = accounts::by_name(&app.services.db, "boss").await.unwrap().unwrap();
    let boss = signed_in(&app.services, &boss).await;
    wrong_passwords_lock(&app).await;
    a_password_is_changed(&app).await;
    sign_ins::each_is_listed_and_ended_by_its_owner(&app, &boss).await;
    tokens_may_what_both_may(&app, &boss).await;
    the_last_admin_stays(&app, &boss).await;
    belonging::conversations_are_their_owners(&app).await;
    who_is_disabled_is_out_at_once(&app).await;
    sign_ins::one_that_nobody_uses_ends(&app).await;
}

async fn the_first_admin_joins_once(app: &TestApp) {
    let (web, services) = (Web::of(app), &app.services);
    assert_eq!(web.get(&Who::Nobody, "/api/me").await.1["name"], "local", "no accounts: whoever comes");
    for proxied in ["x-forwarded-for", "forwarded", "via"] {
        let reply = app.client.get(format!("{}/api/me", app.url)).header(proxied, "203.0.113.9").send().await.unwrap();
        assert_eq!(reply.status(), 401, "by a proxy on the machine: {proxied}");
    }
    assert!(sign_in::invite(services, None, Role::Manager, DataAccess::All).await.is_err(), "the first is an admin");
    let before = sign_in::invite_first(services).await.unwrap();
    let path = sign_in::invite_first(services).await.unwrap();
    let (_, to, cookie) = web.form(&Who::Nobody, &before, &format!("name=Eve&password={PASSWORD}")).await;
    assert!(to.ends_with("?failed=link") && cookie.is_none(), "a new link takes the one before back: {to}");
    let (_, to, _) = web.form(&Who::Nobody, &path, "name=Boss&password=short").await;
    assert!(to.ends_with("?failed=short"), "a wrong password does not use the link up: {to}");
    let (status, to, cookie) = web.form(&Who::Nobody, &path, &format!("name=Boss&password={PASSWORD}")).await;
    assert_eq!((status, to.as_str()), (303, "/"));
    let cookie = cookie.unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && !cookie.contains("Secure"), "{cookie}");
    let boss = Who::Cookie(value(&cookie));
    let (status, me) = web.get(&boss, "/api/me").await;
    assert_eq!(
        (status, &me["name"], &me["role"], &me["signedIn"]),
        (200, &json!("boss"), &json!("admin"), &json!(true))
    );
    let (_, to, cookie) = web.form(&Who::Nobody, &path, &format!("name=eve&password={PASSWORD}")).await;
    assert!(to.ends_with("?failed=link") && cookie.is_none(), "it works once: {to}");
}

async fn one_signs_in_and_out(app: &TestApp) {
    let web = Web::of(app);
    // Nobody gets nowhere.
    let reply = web.send(&Who::Nobody, "get", "/api/research/conversations", "application/json", "").await;
    assert_eq!((reply.status().as_u16(), &reply.headers()["www-authenticate"]), (401, &"Bearer".parse().unwrap()));
    let (status, refused) = web.json(&Who::Nobody, "post", "/rpc/desk", json!({})).await;
    assert_eq!((status, &refused["kind"]), (401, &json!("unauthenticated")));
    let reply = web.send(&Who::Nobody, "get", "/analysis?days=7", "text/html", "").await;
    assert_eq!(
        (reply.status().as_u16(), &reply.headers()["location"]),
        (303, &"/sign-in?to=%2Fanalysis%3Fdays%3D7".parse().unwrap())
    );
    assert_eq!(web.get(&Who::Nobody, "/health").await.0, 200);
    assert_eq!(web.get(&Who::Cookie("0".repeat(64)), "/api/me").await.0, 401);
    // Wrong and unknown read alike.
    let form = |name: &str, password: &str, to: &str| format!("name={name}&password={password}&to={to}");
    let wrong = web.form(&Who::Nobody, "/sign-in", &form("boss", "wrong password 1", "/analysis")).await;
    let unknown = web.form(&Who::Nobody, "/sign-in", &form("nobody-here", PASSWORD, "/analysis")).await;
    assert_eq!(wrong, unknown);
    assert_eq!((wrong.1.as_str(), wrong.2), ("/sign-in?to=%2Fanalysis&failed=wrong", None));
    let (status, to, cookie) = web.form(&Who::Nobody, "/sign-in", &form("BOSS", PASSWORD, "/analysis")).await;
    assert_eq!((status, to.as_str()), (303, "/analysis"));
    let here = Who::Cookie(value(&cookie.unwrap()));
    let (_, to, cookie) = web.form(&Who::Nobody, "/sign-in", &form("boss", PASSWORD, "//evil.example")).await;
    assert_eq!(to, "/", "no other site is gone on to");
    let there = Who::Cookie(value(&cookie.unwrap()));
    assert_eq!(web.get(&here, "/api/me").await.0, 200);
    let (_, to, cookie) = web.form(&here, "/sign-out", "").await;
    assert!(to.ends_with("said=signed-out") && cookie.unwrap().contains("Max-Age=0"), "{to}");
    assert_eq!([web.get(&here, "/api/me").await.0, web.get(&there, "/api/me").await.0], [401, 200]);
    let again = web.form(&Who::Nobody, "/sign-in", &form("boss", PASSWORD, "/")).await.2;
    web.form(&Who::Cookie(value(&again.unwrap())), "/sign-out", "everywhere=on").await;
    assert_eq!(web.get(&there, "/api/me").await.0, 401, "everywhere");
}

/// The services with a clock set by the test.
fn at(services: &Services, clock: &Arc<AtomicI64>) -> Services {
    let (clock, real) = (clock.clone(), World::real());
    Services { world: World::new(move || clock.load(Ordering::SeqCst), move || real.id()), ..services.clone() }
}

async fn wrong_passwords_lock(app: &TestApp) {
    let clock = Arc::new(AtomicI64::new(app.services.world.now()));
    let services = at(&app.services, &clock);
    create(&services, "lock", Role::Manager, DataAccess::All, Some(PASSWORD)).await.unwrap();
    let tries = |password: &'static str| sign_in::sign_in(&services, "lock", password, &UNKNOWN);
    for _ in 0..5 {
        let refused = tries("wrong password 1").await.unwrap_err();
        assert!(matches!(refused, AppError::Forbidden { .. }), "{refused:?}");
    }
    assert!(tries(PASSWORD).await.is_err(), "locked for 30 seconds, also for the right one");
    clock.fetch_add(29_999, Ordering::SeqCst);
    assert!(tries(PASSWORD).await.is_err());
    clock.fetch_add(1, Ordering::SeqCst);
    assert!(tries("wrong password 1").await.is_err());
    clock.fetch_add(59_999, Ordering::SeqCst);
    assert!(tries(PASSWORD).await.is_err(), "twice as long after the sixth");
    clock.fetch_add(1, Ordering::SeqCst);
    let cookie = tries(PASSWORD).await.unwrap().session;
    assert!(tries("wrong password 1").await.is_err() && tries(PASSWORD).await.is_ok(), "the right one is a new start");
    // A sign-in that is used lasts twelve hours.
    let holds = |at: i64| accounts::sign_ins::account(&services.db, hash(&cookie), at, i64::MAX / 2);
    let now = clock.load(Ordering::SeqCst);
    assert!(holds(now + 12 * 3_600_000 - 1).await.unwrap().is_some());
    assert!(holds(now + 12 * 3_600_000).await.unwrap().is_none());
}

/// The hash of a token, kept for the duration of the test.
fn hash(token: &str) -> &'static str {
    server::auth::token::hash(token).leak()
}

async fn a_password_is_changed(app: &TestApp) {
    let (web, services) = (Web::of(app), &app.services);
    let ann = create(services, "ann", Role::Manager, DataAccess::All, Some(PASSWORD)).await.unwrap();
    let (here, there) = (signed_in(services, &ann).await, signed_in(services, &ann).await);
    let form = |old: &str, new: &str| format!("old={old}&new={new}");
    let (_, to, _) = web.form(&here, "/account/password", &form("wrong password 1", "another horse battery")).await;
    assert_eq!(to, "/account?failed=old");
    let (_, to, _) = web.form(&here, "/account/password", &form(PASSWORD, "another horse battery")).await;
    assert_eq!(to, "/account?said=password");
    assert_eq!([web.get(&here, "/api/me").await.0, web.get(&there, "/api/me").await.0], [200, 401]);
    assert!(sign_in::sign_in(services, "ann", PASSWORD, &UNKNOWN).await.is_err());
    assert!(sign_in::sign_in(services, "ann", "another horse battery", &UNKNOWN).await.is_ok());
    // By a link, where it was forgotten.
    let path = sign_in::invite(services, Some("Ann"), Role::Admin, DataAccess::All).await.unwrap();
    let (_, _, cookie) = web.form(&Who::Nobody, &path, &format!("password={PASSWORD}")).await;
    assert_eq!(web.get(&here, "/api/me").await.0, 401, "who had the old one is out");
    let (_, me) = web.get(&Who::Cookie(value(&cookie.unwrap())), "/api/me").await;
    assert_eq!((&me["name"], &me["role"]), (&json!("ann"), &json!("manager")), "the role stays");
}

async fn tokens_may_what_both_may(app: &TestApp, boss: &Who) {
    let (web, services) = (Web::of(app), &app.services);
    let account = accounts::by_name(&services.db, "boss").await.unwrap().unwrap();
    let token = async |may| issue_token(services, &account.id, "a program", may, 30).await.unwrap();
    let (read, ask, admin) = (token(TokenUse::Read).await, token(TokenUse::Ask).await, token(TokenUse::Admin).await);
    let of = |(_, secret): &(_, String)| Who::Token(secret.clone());
    let question = json!({"query": "How many cases breached SLA?"});
    assert_eq!(web.get(&of(&read), "/api/words").await.0, 200);
    assert_eq!(web.json(&of(&read), "post", "/api/research", question.clone()).await.0, 403);
    assert_eq!(web.json(&of(&read), "post", "/knowledge/search", json!({"query": "sign-in"})).await.0, 200);
    assert_eq!(web.json(&of(&ask), "post", "/api/research", question).await.0, 200);
    assert_eq!(
        [web.get(&of(&ask), "/api/accounts").await.0, web.get(&of(&admin), "/api/accounts").await.0],
        [403, 200]
    );
    let (status, _) = web.json(&of(&ask), "post", "/api/tokens", json!({"name": "more", "may": "admin"})).await;
    assert_eq!(status, 403, "a token makes none that may more");
    // A program and the page give and get the same.
    let new = json!({"name": "made", "may": "read"});
    let (status, made) = web.json(boss, "post", "/api/tokens", new.clone()).await;
    assert_eq!((status, &made["name"], &made["may"]), (201, &json!("made"), &json!("read")), "{made}");
    let lasts = made["expiresAt"].as_i64().unwrap() - made["createdAt"].as_i64().unwrap();
    assert_eq!(lasts, 30 * 86_400_000, "without a word of it, thirty days: {made}");
    let (status, by_page) = web.json(boss, "post", "/rpc/issue-token", json!({ "new": new })).await;
    let fields = |of: &Value| of.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!((status, fields(&by_page)), (200, fields(&made)));
    for made in [&made, &by_page] {
        let who = Who::Token(made["secret"].as_str().unwrap().to_owned());
        assert_eq!(web.get(&who, "/api/me").await.0, 200);
    }
    // It ends.
    let hash = server::auth::token::hash(&read.1);
    let known = async |at| accounts::tokens::by_hash(&services.db, &hash, at, i64::MAX / 2).await.unwrap().is_some();
    assert!(known(read.0.expires_at - 1).await && !known(read.0.expires_at).await);
    let id = read.0.id.clone();
    assert_eq!(web.json(boss, "delete", &format!("/api/tokens/{id}"), json!({})).await.0, 204);
    assert_eq!(web.json(boss, "delete", &format!("/api/tokens/{id}"), json!({})).await.0, 404);
    assert_eq!(web.get(&of(&read), "/api/words").await.0, 401);
    let (_, list) = web.get(boss, "/api/tokens").await;
    let kept = list["items"].as_array().unwrap().iter().find(|t| t["id"] == id.as_str()).unwrap();
    assert!(kept["revokedAt"].is_i64() && kept["usedAt"].is_i64() && !list.to_string().contains("plb_"), "{list}");
    // Of a lesser account it is lesser.
    let ann = accounts::by_name(&services.db, "ann").await.unwrap().unwrap();
    let (_, secret) = issue_token(services, &ann.id, "too much", TokenUse::Admin, 1).await.unwrap();
    assert_eq!(web.get(&Who::Token(secret), "/api/accounts").await.0, 403);
    for (name, days) in [("", 1), ("x", 0), ("x", 366)] {
        assert!(issue_token(services, &ann.id, name, TokenUse::Read, days).await.is_err(), "{name} {days}");
    }
}

async fn the_last_admin_stays(app: &TestApp, boss: &Who) {
    let (web, services) = (Web::of(app), &app.services);
    let db = &services.db;
    let id = accounts::by_name(db, "boss").await.unwrap().unwrap().id;
    let path = format!("/api/accounts/{id}");
    for change in [json!({"role": "reviewer"}), json!({"disabled": true})] {
        let (status, refused) = web.json(boss, "patch", &path, change).await;
        assert!(status == 409 && refused["detail"].as_str().unwrap().contains("last admin"), "{refused}");
    }
    let other = account(services, "second", Role::Admin, DataAccess::All).await;
    // Both lessen each other at the same time: one of them stays.
    let (a, b) = tokio::join!(
        accounts::change(db, &id, Change::Role(Role::Manager)),
        accounts::change(db, &other.id, Change::Disabled(true))
    );
    assert!(a.is_ok() != b.is_ok(), "{a:?} {b:?}");
    let left = accounts::all(db).await.unwrap().into_iter().filter(|a| a.role == Role::Admin && !a.disabled).count();
    assert_eq!(left, 1);
    accounts::change(db, &other.id, Change::Disabled(false)).await.unwrap();
    accounts::change(db, &id, Change::Role(Role::Admin)).await.unwrap();
    let taken = create(services, "Second", Role::Manager, DataAccess::All, None).await;
    assert!(matches!(taken, Err(AppError::Conflict { .. })), "a name is one account's, in any case");
}

async fn who_is_disabled_is_out_at_once(app: &TestApp) {
    let (web, services) = (Web::of(app), &app.services);
    let boss = accounts::by_name(&services.db, "boss").await.unwrap().unwrap();
    let boss = signed_in(services, &boss).await;
    let gone = create(services, "gone", Role::Manager, DataAccess::All, Some(PASSWORD)).await.unwrap();
    let (_, secret) = issue_token(services, &gone.id, "t", TokenUse::Ask, 1).await.unwrap();
    let (here, token) = (signed_in(services, &gone).await, Who::Token(secret));
    let (_, to, _) = web.form(&boss, &format!("/accounts/{}", gone.id), "disabled=yes").await;
    assert_eq!(to, "/accounts?said=changed");
    assert_eq!([web.get(&here, "/api/me").await.0, web.get(&token, "/api/me").await.0], [401, 401]);
    let (_, to, _) = web.form(&Who::Nobody, "/sign-in", &format!("name=gone&password={PASSWORD}")).await;
    assert!(to.ends_with("failed=wrong"), "{to}");
    assert_eq!(accounts::seen_by(&services.db, "gone").await.unwrap(), None);
    let (_, to, _) = web.form(&boss, &format!("/accounts/{}", gone.id), "disabled=no&managers=A.+Okafor").await;
    assert_eq!(to, "/accounts?said=changed");
    let book = CustomerBook { managers: vec!["A. Okafor".into()], ..CustomerBook::default() };
    let seen = accounts::seen_by(&services.db, "GONE").await.unwrap();
    assert_eq!(seen, Some((Role::Manager, DataAccess::Some(book))));
    // What was done is written down.
    let filter = server::store::audit::Filter { what: Some("account:gone".into()), ..Default::default() };
    let (lines, _) = server::store::audit::list(&services.db, &filter, 100, 0).await.unwrap();
    let told: Vec<&str> = lines.iter().map(|line| line.detail.as_str()).collect();
    assert!(told.contains(&"Disabled") && told.contains(&"Enabled"), "{told:?}");
    assert!(lines.iter().any(|line| line.who == "boss" && line.address.as_deref() == Some("127.0.0.1")), "{lines:?}");
}
