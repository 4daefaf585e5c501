//! Every URL, requested with every role: each admits the role declared in the route table, and none below it.

use std::collections::{BTreeMap, BTreeSet};

use model::account::{DataAccess, Role, TokenUse};
use regex::Regex;
use server::auth::sign_in::issue_token;

use super::{Web, Who, account, signed_in};
use crate::app::TestApp;

/// Calls that need no caller.
const PUBLIC: [&str; 7] = [
    "get /health", "get /openapi.json", "get /docs/api", "post /sign-in", "post /sign-out", "post /join/{token}",
    "post /language",
];

/// POST requests that only read.
const READING: [&str; 3] = ["post /knowledge/search", "post /api/communications/", "post /api/analysis/"];

/// The expected results of a call, in this order: without a caller, as a manager, a reviewer, an admin, and with a
/// read-only token of the admin. `n` must sign in, `f` is forbidden, `o` is admitted, whatever the result.
fn wanted(call: &str, role: Role) -> String {
    let is_public = PUBLIC.contains(&call);
    let reads = call.starts_with("get ") || READING.iter().any(|begin| call.starts_with(begin));
    // A list of sign-ins would tell whoever holds the token when nobody is there.
    let by_token = reads && role == Role::Manager && call != "get /api/sign-ins";
    let let_in = |allowed: bool| if allowed { 'o' } else { 'f' };
    let roles = [Role::Manager, Role::Reviewer, Role::Admin].map(|own| let_in(own >= role));
    std::iter::once(if is_public { 'o' } else { 'n' }).chain(roles).chain([let_in(by_token)]).collect()
}

/// Bodies for calls that check permissions only after reading the body.
const BODIES: [(&str, &str); 22] = [
    ("post /api/outside/{server}", r#"{"tool": "none", "hash": "none"}"#),
    ("post /settings/privacy/erase/{id}", "confirm=none"),
    ("post /admin/sessions/{id}/rating", r#"{"rating": "good"}"#),
    ("post /api/words", r#"{"word": "Zork", "meaning": "nothing at all"}"#),
    ("post /review/{id}/rate", "rating=good"),
    ("post /quality", "run=recorded"),
    ("post /admin/cases", r#"{"runId": "none"}"#),
    ("post /settings/words/teach", "word=Zork&meaning=nothing"),
    ("post /api/accounts", r#"{"role": "manager"}"#),
    ("patch /api/accounts/{id}", "{}"),
    ("patch /api/support/settings", "{}"),
    ("post /api/embed", r#"{"person": "nobody", "customer": "none"}"#),
    ("post /knowledge/ingest", r#"{"documents": []}"#),
    ("post /accounts", "role=manager"),
    ("post /api/tools", r#"{"kind": "mcp", "name": "none"}"#),
    ("patch /api/tools/{kind}/{name}", "{}"),
    ("post /api/chats", r#"{"name": "", "kind": "slack", "url": ""}"#),
    ("post /desk/chats", "name=&kind=slack&url="),
    ("patch /api/settings/{group}", "{}"),
    ("post /api/settings/{group}/try", "{}"),
    ("post /api/sources", r#"{"address": "none"}"#),
    ("patch /api/sources/{source}", "{}"),
];

#[tokio::test]
async fn every_address_lets_in_whom_it_says() {
    let app = TestApp::start().await;
    let (web, services) = (Web::of(&app), &app.services);
    let described = calls(&app.get("/openapi.json").await.1);
    let admin = account(services, "ada", Role::Admin, DataAccess::All).await;
    let manager = account(services, "max", Role::Manager, DataAccess::All).await;
    let reviewer = account(services, "rea", Role::Reviewer, DataAccess::All).await;
    let (_, token) = issue_token(services, &admin.id, "reads", TokenUse::Read, 1).await.unwrap();
    assert!(PUBLIC.iter().chain(BODIES.iter().map(|(call, _)| call)).all(|call| described.contains_key(*call)));
    assert!(described.values().filter(|role| **role > Role::Manager).count() > 30, "{described:?}");
    let mut wrong = Vec::new();
    for (call, role) in &described {
        let (method, path) = call.split_once(' ').unwrap();
        let body = BODIES.iter().find(|(of, _)| of == call).map_or("", |(_, body)| *body);
        let mut got = String::new();
        // Signing out is one of the calls: each time they are signed in anew.
        let who = [
            Who::Nobody,
            signed_in(services, &manager).await,
            signed_in(services, &reviewer).await,
            signed_in(services, &admin).await,
            Who::Token(token.clone()),
        ];
        for who in &who {
            got.push(class(&web.send(who, method, &filled(path), "application/json", body).await));
        }
        let wanted = wanted(call, *role);
        if got != wanted {
            wrong.push(format!("{call}: {got}, not {wanted}"));
        }
    }
    assert!(wrong.is_empty(), "nobody, manager, reviewer, admin, reading token:\n{}", wrong.join("\n"));
}

#[tokio::test]
async fn every_page_needs_somebody() {
    let app = TestApp::start().await;
    let (web, services) = (Web::of(&app), &app.services);
    let admin = account(services, "ada", Role::Admin, DataAccess::All).await;
    let ada = signed_in(services, &admin).await;
    let pages: BTreeSet<String> =
        leptos_axum::generate_route_list(::app::App).iter().map(|route| filled(route.path())).collect();
    assert!(pages.len() > 10, "{pages:?}");
    for page in pages {
        let public = ["/sign-in", "/join", "/oidc"].iter().any(|begin| page.starts_with(begin));
        let nobody = web.send(&Who::Nobody, "get", &page, "text/html", "").await;
        assert_eq!(class(&nobody), if public { 'o' } else { 'n' }, "{page}");
        assert_eq!(class(&web.send(&ada, "get", &page, "text/html", "").await), 'o', "{page}");
    }
    // What serves pages and programs beside the table.
    for (method, path) in [("post", "/rpc/desk"), ("post", "/rpc/nothing"), ("post", "/mcp"), ("get", "/nothing")] {
        assert_eq!(class(&web.send(&Who::Nobody, method, path, "application/json", "{}").await), 'n', "{path}");
    }
}

/// Whether a sign-in is required (`n`), the call is forbidden (`f`), or admitted (`o`).
fn class(reply: &reqwest::Response) -> char {
    let to = reply.headers().get("location").map(|to| to.to_str().unwrap()).unwrap_or_default();
    match reply.status().as_u16() {
        401 => 'n',
        303 if to.starts_with("/sign-in?to=") && !to.contains("failed=") => 'n',
        403 => 'f',
        500.. => 'x',
        _ => 'o',
    }
}

fn filled(path: &str) -> String {
    Regex::new(r"\{\*?\w+\}|:\w+").unwrap().replace_all(path, "none").into_owned()
}

/// Every described call, with the role that it needs.
fn calls(document: &serde_json::Value) -> BTreeMap<String, Role> {
    let methods = ["get", "post", "put", "patch", "delete"];
    let paths = document["paths"].as_object().unwrap().iter();
    let of = |(path, item): (&String, &serde_json::Value)| -> Vec<(String, Role)> {
        let known = item.as_object().unwrap().iter().filter(|(method, _)| methods.contains(&method.as_str()));
        let role =
            |call: &serde_json::Value| call["x-role"].as_str().map_or(Role::Manager, |role| role.parse().unwrap());
        known.map(|(method, call)| (format!("{method} {path}"), role(call))).collect()
    };
    paths.flat_map(of).collect()
}
