//! The web: one route table, nothing decided here. Pages are rendered by Leptos, REST and server-sent events speak JSON;
//! all of them go through the same [`Api`](crate::api::Api).

mod admin;
mod analysis;
mod body;
mod caller;
mod conversations;
mod error;
mod events;
mod guard;
mod health;
mod import;
mod mcp;
mod pages;
mod research;
mod response;
mod results;
mod site;
mod support;
mod words;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Extensions, HeaderMap, StatusCode, Version};
use axum::routing::{any, delete, get, post};
use leptos::config::LeptosOptions;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use crate::services::Services;
pub use site::{PKG, Site};

/// What handlers get.
#[derive(Clone)]
pub struct Web {
    pub services: Services,
    pub leptos: LeptosOptions,
    pub site: Site,
}

impl axum::extract::FromRef<Web> for LeptosOptions {
    fn from_ref(web: &Web) -> Self {
        web.leptos.clone()
    }
}

/// The largest request body in bytes: a question of 10,000 four-byte characters and its context fit many times.
const MAX_BODY: usize = 1 << 20;

/// Every address that the server answers.
pub fn router(services: Services, leptos: LeptosOptions, site: Site) -> Router {
    let web = Web { services, leptos, site };
    let rest = Router::new()
        .route("/api/research", post(research::ask))
        .route("/api/research/quick", post(research::quick))
        .route("/api/research/conversation", post(research::ask))
        .route("/api/research/customer/{id}", post(research::customer))
        .route("/api/research/insight", post(research::insight))
        .route(
            "/api/research/conversation/{id}",
            post(research::follow_up).get(conversations::get).patch(conversations::keep).delete(conversations::delete),
        )
        .route("/api/research/conversations", get(conversations::list))
        .route("/api/research/conversation/{id}/restore", post(conversations::restore))
        .route("/api/research/conversation/{id}/share", post(conversations::share).delete(conversations::unshare))
        .route("/api/research/conversation/{id}/export", get(conversations::file))
        .route("/api/shared/{token}", get(conversations::shared))
        .route("/api/research/approvals", get(conversations::waiting))
        .route("/api/research/runs/{id}/feedback", post(conversations::feedback))
        .route("/api/research/runs/{id}", get(research::run))
        .route("/api/research/runs/{id}/events", get(events::watch))
        .route("/api/research/runs/{id}/cancel", post(research::cancel))
        .route("/api/research/runs/{id}/approvals/{approval}", post(research::decide))
        .route("/api/research/runs/{id}/records", get(research::records::page))
        .route("/api/research/runs/{id}/records.csv", get(research::records::file))
        .route("/api/research/tools", get(research::tools))
        .route("/api/research/examples", get(research::examples))
        .route("/api/analysis/{what}", post(analysis::analyze))
        .route("/api/communications/{what}", post(analysis::communications))
        .route("/api/rrg/{what}", post(analysis::rrg))
        .route("/api/analysis/timeline", get(analysis::timeline))
        .route("/api/analysis/journey", get(analysis::journey))
        .route("/api/analysis/quadrant", get(analysis::quadrant))
        .route("/admin/sessions", get(admin::sessions))
        .route("/admin/sessions/{id}", get(admin::session))
        .route("/admin/sessions/{id}/rating", post(admin::rate))
        .route("/admin/sign-in", post(caller::sign_in))
        .route("/desk/ask", post(pages::ask))
        .route("/desk/conversation/{id}", post(conversations::act))
        .route("/desk/feedback/{run}", post(conversations::say))
        .route("/desk/decide/{run}/{approval}", post(pages::decide))
        .route("/desk/import", post(import::upload).layer(DefaultBodyLimit::disable()))
        .route("/desk/import/{id}", post(import::act))
        .route("/desk/import/{id}/refused.csv", get(import::refused))
        .route("/review/{id}/rate", post(pages::rate))
        .route("/chat", post(research::chat::direct))
        .route("/chat/react", post(research::chat::react))
        .route("/api/support/calls", get(support::list).post(support::begin))
        .route("/api/support/calls/{id}", get(support::call))
        .route("/api/support/calls/{id}/messages", post(support::say))
        .route("/api/support/calls/{id}/end", post(support::end))
        .route("/api/words", get(words::list).post(words::teach))
        .route("/api/words/meanings", get(words::meanings))
        .route("/api/words/{id}", delete(words::revoke))
        .route("/settings/words/teach", post(words::teach_form))
        .route("/settings/words/{id}/revoke", post(words::revoke_form))
        .route("/mcp", any(mcp::serve))
        .route("/health", get(health::health));
    // Compressing a stream of events would hold them back; small replies are not worth it.
    // An unoptimised build would spend seconds on its own large module, which goes no farther than this machine.
    let worth_it = |_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions| {
        !cfg!(debug_assertions) || headers.get(CONTENT_TYPE).is_none_or(|kind| kind != "application/wasm")
    };
    let compress = SizeAbove::new(1024).and(NotForContentType::SSE).and(NotForContentType::IMAGES).and(worth_it);
    pages::add(rest, &web)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(CompressionLayer::new().compress_when(compress))
        .layer(axum::middleware::from_fn_with_state(web.clone(), guard::same_site))
        .layer(CatchPanicLayer::custom(error::panicked))
        .with_state(web)
}
