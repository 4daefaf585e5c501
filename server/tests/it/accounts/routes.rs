//! Every address, asked by everybody. A call that is not in the table fails the test: whoever adds one says who may.

use std::collections::BTreeSet;

use model::account::{DataAccess, Role, TokenUse};
use regex::Regex;
use server::auth::sign_in::issue_token;

use super::{Web, Who, account, signed_in};
use crate::app::TestApp;

/// Who asks, in this order: nobody, a manager, a reviewer, an admin, a token of the admin that only reads. What they get: `n`
/// must sign in, `f` is forbidden, `o` is let in, whatever comes of it.
const TABLE: &[(&str, &[&str])] = &[
    ("ooooo", &["get /health", "get /openapi.json", "get /docs/api"]),
    ("oooof", &["post /sign-in", "post /sign-out", "post /join/{token}", "post /language"]),
    (
        "noooo",
        &[
            "get /api/research/conversation/{id}",
            "get /api/research/conversation/{id}/export",
            "get /api/research/conversations",
            "get /api/research/approvals",
            "get /api/research/runs/{id}",
            "get /api/research/runs/{id}/events",
            "get /api/research/runs/{id}/records",
            "get /api/research/runs/{id}/records.csv",
            "get /api/research/tools",
            "get /api/research/examples",
            "get /api/shared/{token}",
            "get /api/analysis/timeline",
            "get /api/analysis/journey",
            "get /api/analysis/quadrant",
            "get /api/support/calls",
            "get /api/support/calls/{id}",
            "get /api/support/tasks",
            "get /api/support/settings",
            "get /api/support/calls/{id}/speech/{run}",
            "get /api/words",
            "get /api/words/meanings",
            "get /api/memory",
            "get /api/me",
            "get /api/research/runs/{id}/sent",
            "get /api/tokens",
            "get /skills",
            "get /v1/models",
            "get /v1/models/{id}",
            "get /v1/responses/{id}",
            "get /sessions",
            "post /api/analysis/{what}",
            "post /api/communications/{what}",
            "post /knowledge/search",
        ],
    ),
    (
        "nooof",
        &[
            "get /api/sign-ins",
            "delete /api/sign-ins/{id}",
            "post /account/sign-ins/{id}/end",
            "post /api/research",
            "post /api/research/quick",
            "post /api/research/customer/{id}",
            "post /api/research/insight",
            "post /api/research/conversation",
            "post /api/research/conversation/{id}",
            "patch /api/research/conversation/{id}",
            "delete /api/research/conversation/{id}",
            "post /api/research/conversation/{id}/restore",
            "post /api/research/conversation/{id}/share",
            "delete /api/research/conversation/{id}/share",
            "post /api/research/runs/{id}/feedback",
            "post /api/research/runs/{id}/cancel",
            "post /api/research/runs/{id}/approvals/{approval}",
            "post /api/rrg/{what}",
            "post /api/support/calls",
            "post /api/support/calls/{id}/messages",
            "post /api/support/calls/{id}/end",
            "post /api/support/calls/{id}/take",
            "post /api/support/calls/{id}/write",
            "post /desk/calls/{id}/voice",
            "post /api/support/tasks/{id}/close",
            "post /api/memory",
            "delete /api/memory/{id}",
            "post /settings/memory",
            "post /settings/memory/{id}/forget",
            "post /api/tokens",
            "delete /api/tokens/{id}",
            "post /v1/chat/completions",
            "post /v1/responses",
            "post /ag-ui",
            "post /chat",
            "post /chat/react",
            "post /sessions",
            "delete /sessions/{id}",
            "post /sessions/{id}/chat",
            "post /admin/sign-in",
            "post /account/password",
            "post /account/tokens",
            "post /account/tokens/{id}/revoke",
            "post /desk/ask",
            "post /desk/conversation/{id}",
            "post /desk/feedback/{run}",
            "post /desk/decide/{run}/{approval}",
        ],
    ),
    (
        "nfoof",
        &[
            "get /admin/sessions", "get /admin/sessions/{id}", "post /admin/sessions/{id}/rating",
            "get /admin/metrics", "get /admin/agreement", "get /admin/cases", "get /admin/refused",
            "get /admin/corrections", "get /admin/corrections.jsonl", "post /admin/cases", "post /admin/cases/run",
            "delete /admin/cases/{id}", "post /api/words", "delete /api/words/{id}", "post /review/{id}/rate",
            "post /review/{id}/case", "post /quality", "post /runs/{id}/fork", "post /runs/{id}/correct",
            "post /settings/words/teach", "post /settings/words/{id}/revoke",
        ],
    ),
    (
        "nffof",
        &[
            "get /api/outside", "post /api/outside/{server}", "delete /api/customers/{id}",
            "get /api/customers/{id}/erasure", "post /api/embed", "get /api/audit", "get /api/audit.csv",
            "get /api/privacy", "post /settings/privacy/erase/{id}", "get /api/accounts", "post /api/accounts",
            "patch /api/accounts/{id}", "patch /api/support/settings", "post /knowledge/ingest", "post /accounts",
            "post /accounts/{id}", "post /desk/import", "post /desk/import/{id}", "get /desk/import/{id}/refused.csv",
        ],
    ),
];

/// What is sent where the right is asked for only after the body was read.
const BODIES: [(&str, &str); 14] = [
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
    let table: BTreeSet<String> = TABLE.iter().flat_map(|(_, calls)| calls.iter().map(ToString::to_string)).collect();
    let missing: Vec<_> = described.difference(&table).collect();
    assert!(missing.is_empty(), "say in the table who may: {missing:?}");
    let gone: Vec<_> = table.difference(&described).collect();
    assert!(gone.is_empty(), "in the table, but not served: {gone:?}");
    let mut wrong = Vec::new();
    for (wanted, calls) in TABLE {
        for call in *calls {
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
            if got != *wanted {
                wrong.push(format!("{call}: {got}, not {wanted}"));
            }
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

/// Whether somebody must sign in (`n`), is refused (`f`), or is let in (`o`).
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

fn calls(document: &serde_json::Value) -> BTreeSet<String> {
    let methods = ["get", "post", "put", "patch", "delete"];
    let paths = document["paths"].as_object().unwrap().iter();
    let of = |(path, item): (&String, &serde_json::Value)| -> Vec<String> {
        let known = item.as_object().unwrap().keys().filter(|method| methods.contains(&method.as_str()));
        known.map(|method| format!("{method} {path}")).collect()
    };
    paths.flat_map(of).collect()
}
