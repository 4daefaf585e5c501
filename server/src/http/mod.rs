//! The web server: one route table, no decisions. Pages are rendered by Leptos, REST and server-sent events use JSON;
//! all of them go through the same [`Api`](crate::api::Api).

mod access;
mod accounts;
mod admin;
mod ag_ui;
mod analysis;
mod audit;
mod body;
mod caller;
mod conversations;
mod docs;
mod embed;
mod error;
mod events;
pub mod guard;
mod health;
mod import;
mod knowledge;
pub mod listen;
mod mcp;
mod metrics;
mod oidc;
mod openai;
mod pages;
mod posted;
mod privacy;
mod research;
mod response;
mod results;
mod review;
mod sessions;
mod settings;
mod site;
mod skills;
mod sources;
mod sse;
mod support;
mod tools;
mod watches;
mod words;

use std::sync::Arc;

use aide::axum::ApiRouter;
use aide::axum::routing::{delete_with, get_with, patch_with, post_with};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Extensions, HeaderMap, StatusCode, Version};
use axum::routing::{any, get};
use bytes::Bytes;
use leptos::config::LeptosOptions;
use tokio_util::sync::CancellationToken;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use crate::services::Services;
use crate::services::live::LiveServices;
pub use docs::API;
use docs::{call, for_admins, for_reviewers, form};
pub use site::Site;

/// The state for handlers.
#[derive(Clone)]
pub struct Web {
    live: LiveServices,
    pub leptos: LeptosOptions,
    pub site: Site,
    /// The description of every call, as JSON.
    document: Bytes,
    /// Browsers that have presented `ADMIN_TOKEN`.
    admins: Arc<caller::admin::Admins>,
    /// Fires when the server stops: then event streams end.
    stopping: CancellationToken,
}

impl Web {
    /// The services of the moment: a request that asks twice may see settings change in between.
    pub fn services(&self) -> Arc<Services> {
        self.live.services()
    }
}

impl axum::extract::FromRef<Web> for LeptosOptions {
    fn from_ref(web: &Web) -> Self {
        web.leptos.clone()
    }
}

/// Maximum size of a request body in bytes: a question of 10,000 four-byte characters and its context fit many times.
const MAX_BODY: usize = 1 << 20;

/// Every call except those of pages, with its description.
#[rustfmt::skip] // A line is a call.
fn table() -> ApiRouter<Web> {
    let add_source = post_with(sources::add, for_admins(form("Add a source by its address or a file"))).layer(DefaultBodyLimit::disable());
    let upload = post_with(import::upload, for_admins(form("Upload a file to import"))).layer(DefaultBodyLimit::disable());
    ApiRouter::new()
        .api_route("/api/research", post_with(research::ask, call("Ask a question")))
        .api_route("/api/research/quick", post_with(research::quick, call("Ask a question, with at most three iterations")))
        .api_route("/api/research/customer/{id}", post_with(research::customer, call("Ask questions about a customer")))
        .api_route("/api/research/insight", post_with(research::insight, call("Ask about a dashboard selection; cached for ten minutes")))
        .api_route("/api/research/conversation", post_with(research::ask, call("Ask a question")))
        .api_route("/api/research/conversation/{id}",
            post_with(research::follow_up, call("Ask a follow-up question in a conversation"))
                .get_with(conversations::get, call("A conversation with all its runs"))
                .patch_with(conversations::keep, call("Name or pin a conversation"))
                .delete_with(conversations::delete, call("Delete a conversation; for an hour it can be restored")))
        .api_route("/api/research/conversations", get_with(conversations::list, call("Find conversations")))
        .api_route("/api/research/conversation/{id}/restore", post_with(conversations::restore, call("Restore a deleted conversation")))
        .api_route("/api/research/conversation/{id}/share",
            post_with(conversations::share, call("Share a conversation by a link"))
                .delete_with(conversations::unshare, call("Revoke the link")))
        .api_route("/api/research/conversation/{id}/export", get_with(conversations::file, call("Export a conversation")))
        .api_route("/api/shared/{token}", get_with(conversations::shared, call("A shared conversation")))
        .api_route("/api/research/approvals", get_with(conversations::waiting, call("Proposals waiting for a decision")))
        .api_route("/api/research/runs/{id}/feedback", post_with(conversations::feedback, call("Say whether an answer was helpful")))
        .api_route("/api/research/runs/{id}", get_with(research::run, call("A run, folded from its events")))
        .api_route("/api/research/runs/{id}/events", get_with(events::watch, call("A run's events, replayed and then live")))
        .api_route("/api/research/runs/{id}/cancel", post_with(research::cancel, call("Stop a run")))
        .api_route("/api/research/runs/{id}/approvals/{approval}", post_with(research::decide, call("Approve, edit or reject a proposal")))
        .api_route("/api/research/runs/{id}/records", get_with(research::records::page, call("The records that a figure counts")))
        .api_route("/api/research/runs/{id}/records.csv", get_with(research::records::file, call("The records as a CSV file")))
        .api_route("/api/research/runs/{id}/records.xlsx", get_with(research::records::file, call("The records as an Excel file")))
        .api_route("/api/research/runs/{id}/sent", get_with(privacy::sent, call("What left this machine for a run")))
        .api_route("/api/privacy", get_with(privacy::privacy, for_admins(call("Retention periods, and who processes the data"))))
        .api_route("/api/customers/{id}", delete_with(privacy::erase, for_admins(call("Erase a customer everywhere"))))
        .api_route("/api/customers/{id}/erasure", get_with(privacy::erasure, for_admins(call("What erasing a customer would delete"))))
        .api_route("/settings/privacy/erase/{id}", post_with(privacy::erase_form, for_admins(form("Erase a customer"))))
        .api_route("/api/research/tools", get_with(skills::tools, call("Tools, with their arguments")))
        .api_route("/api/outside", get_with(skills::waiting, for_admins(call("New or changed outside tools, waiting to be accepted"))))
        .api_route("/api/outside/{server}", post_with(skills::accept, for_admins(call("Accept an outside tool as it is now"))))
        .api_route("/api/tools",
            get_with(tools::list, for_admins(call("MCP servers and APIs, with their tools")))
                .post_with(tools::add, for_admins(call("Add an MCP server or an API"))))
        .api_route("/api/tools/{kind}/{name}",
            patch_with(tools::change, for_admins(call("Pause an origin of tools, or change how its tools are used")))
                .delete_with(tools::remove, for_admins(call("Remove an MCP server or an API"))))
        .api_route("/api/tools/{kind}/{name}/try", post_with(tools::try_out, for_admins(call("Connect to an origin of tools again"))))
        .api_route("/api/research/examples", get_with(research::examples, call("Suggested first questions")))
        .api_route("/api/analysis/{what}", post_with(analysis::analyze, call("One analysis: sentiment, topics, trends, patterns, risk, issues, customer-health or relationship")))
        .api_route("/api/communications/{what}", post_with(analysis::communications, call("Messages: search, similar, aggregations, stats or get")))
        .api_route("/api/rrg/{what}", post_with(analysis::rrg, call("Execute a query of the query language: execute")))
        .api_route("/api/analysis/timeline", get_with(analysis::timeline, call("Bubbles and events of a range of days")))
        .api_route("/api/analysis/journey", get_with(analysis::journey, call("Sentiment by stage, for the largest products")))
        .api_route("/api/analysis/quadrant", get_with(analysis::quadrant, call("Topics by volume and sentiment, for the largest products")))
        .api_route("/api/support/calls",
            get_with(support::list, call("The last support calls, and what they took"))
                .post_with(support::begin, call("Start a support call; the reply is the greeting")))
        .api_route("/api/support/settings",
            get_with(support::settings, call("The settings of new support calls"))
                .patch_with(support::change, for_admins(call("Change the settings of new support calls"))))
        .api_route("/api/support/calls/{id}", get_with(support::call, call("A support call with its state and its runs")))
        .api_route("/api/support/calls/{id}/messages", post_with(support::say, call("Send a message as the caller")))
        .api_route("/api/support/calls/{id}/speech/{run}", get_with(support::voice::speak, call("A reply of a support call as audio")))
        .api_route("/desk/calls/{id}/voice", post_with(support::voice::hear, form("Send a recording as the caller")).layer(DefaultBodyLimit::max(support::voice::MOST)))
        .api_route("/api/support/calls/{id}/take", post_with(support::take, call("Take a support call over from the agent")))
        .api_route("/api/support/calls/{id}/write", post_with(support::write, call("Send a message in a call that was taken over")))
        .api_route("/api/support/tasks", get_with(support::tasks, call("Open tasks: what callers were promised")))
        .api_route("/api/support/tasks/{id}/close", post_with(support::close_task, call("Close a task with its outcome")))
        .api_route("/api/support/calls/{id}/end", post_with(support::end, call("End a support call")))
        .api_route("/api/watches",
            get_with(watches::list, call("Watched figures"))
                .post_with(watches::begin, call("Watch a figure of an answer")))
        .api_route("/api/watches/choices", get_with(watches::choices, call("The figures of an answer that can be watched, and the ways for messages")))
        .api_route("/api/watches/{id}", delete_with(watches::delete, call("Delete a watch")))
        .api_route("/api/watches/{id}/pause", post_with(watches::pause, call("Pause a watch")))
        .api_route("/api/watches/{id}/resume", post_with(watches::resume, call("Resume a watch")))
        .api_route("/api/watches/{id}/try", post_with(watches::try_now, call("Send a watched figure as it is now, as a trial")))
        .api_route("/api/chats",
            get_with(watches::chats, for_admins(call("Chats that messages about watched figures may go to")))
                .post_with(watches::put_chat, for_admins(call("Add a chat"))))
        .api_route("/api/chats/{name}", delete_with(watches::delete_chat, for_admins(call("Remove a chat"))))
        .api_route("/desk/chats", post_with(watches::chats_form, for_admins(form("Add or remove a chat"))))
        .api_route("/watches", post_with(watches::begin_form, form("Watch a figure of an answer")))
        .api_route("/watches/{id}", post_with(watches::act, form("Pause, resume, try or delete a watch")))
        .api_route("/api/words", get_with(words::list, call("Taught words")).post_with(words::teach, for_reviewers(call("Teach a word"))))
        .api_route("/api/words/meanings", get_with(words::meanings, call("Values of the data that a word may mean")))
        .api_route("/api/memory", get_with(words::memory, call("What is remembered about you")).post_with(words::remember, call("Remember something about yourself")))
        .api_route("/api/memory/{id}", delete_with(words::forget, call("Delete something remembered about you")))
        .api_route("/api/words/{id}", delete_with(words::revoke, for_reviewers(call("Revoke a taught word"))))
        .api_route("/api/settings/{group}",
            get_with(settings::get, for_admins(call("Settings made on a page, and who made them")))
                .patch_with(settings::change, for_admins(call("Change settings; they take effect at once"))))
        .api_route("/api/settings/{group}/try", post_with(settings::try_out, for_admins(call("Try settings without storing them"))))
        .api_route("/desk/settings/{group}", post_with(settings::form, for_admins(form("Change settings"))))
        .api_route("/desk/settings/{group}/try", post_with(settings::try_form, for_admins(form("Try settings without storing them"))))
        .api_route("/api/sources",
            get_with(sources::list, for_admins(call("Declared sources, and how they do")))
                .post_with(sources::draft, for_admins(call("Look at a database and draft its declaration"))))
        .api_route("/api/sources/{source}",
            get_with(sources::get, for_admins(call("A declaration made on the page, without its secrets")))
                .patch_with(sources::change, for_admins(call("Change, use or pause a declaration")))
                .delete_with(sources::remove, for_admins(call("Remove a declaration"))))
        .api_route("/api/sources/{source}/test", post_with(sources::test, for_admins(call("Open a declared source and report on it"))))
        .api_route("/desk/sources", add_source)
        .api_route("/desk/sources/refresh", post_with(sources::refresh, for_admins(form("Open all sources again"))))
        .api_route("/desk/sources/{source}", post_with(sources::act, for_admins(form("Save, use, pause or remove a source"))))
        .api_route("/api/audit", get_with(audit::list, for_admins(call("The audit log, the newest first"))))
        .api_route("/api/audit.csv", get_with(audit::file, for_admins(call("The audit log as a CSV file"))))
        .api_route("/api/audit.xlsx", get_with(audit::file, for_admins(call("The audit log as an Excel file"))))
        .api_route("/skills", get_with(skills::list, call("Skills and their tools")))
        .api_route("/v1/models", get_with(openai::models, call("The models, in OpenAI's format")))
        .api_route("/v1/models/{id}", get_with(openai::model, call("One of the models, in OpenAI's format")))
        .api_route("/v1/chat/completions", post_with(openai::chat, call("Ask a question by OpenAI's chat completions API")))
        .api_route("/v1/responses", post_with(openai::respond, call("Ask a question by OpenAI's responses API")))
        .api_route("/v1/responses/{id}", get_with(openai::response, call("An earlier response of OpenAI's responses API")))
        .api_route("/ag-ui", post_with(ag_ui::run, call("Ask a question over the AG-UI protocol, or resume after an interrupt")))
        .api_route("/chat", post_with(research::chat::direct, call("Send a message and get one direct reply")))
        .api_route("/chat/react", post_with(research::chat::react, call("Send a message and get a reply with its steps")))
        .api_route("/sessions",
            get_with(sessions::list, call("Conversations, the newest first"))
                .post_with(sessions::begin, call("Start an empty conversation")))
        .api_route("/sessions/{id}", delete_with(conversations::delete, call("Delete a conversation; for an hour it can be restored")))
        .api_route("/sessions/{id}/chat", post_with(research::chat::go_on, call("Send a message in a conversation")))
        .api_route("/knowledge/ingest", post_with(knowledge::ingest, for_admins(call("Add documents"))))
        .api_route("/knowledge/search", post_with(knowledge::search, call("Search documents and messages")))
        .api_route("/knowledge/files", post_with(knowledge::files::take, for_admins(call("Add documents from files: Markdown, text, PDF or Word"))).layer(DefaultBodyLimit::max(knowledge::files::MOST)))
        .api_route("/api/documents", get_with(knowledge::files::list, for_admins(call("The firm's documents, the newest first"))))
        .api_route("/api/documents/search", get_with(knowledge::files::test, for_admins(call("The passages found for a text, with their scores"))))
        .api_route("/api/documents/reindex", post_with(knowledge::files::reindex_all, for_admins(call("Make search read all documents again"))))
        .api_route("/api/document-uploads/{id}", get_with(knowledge::files::report, for_admins(call("What became of uploaded files"))))
        .api_route("/api/documents/{id}", delete_with(knowledge::files::delete, for_admins(call("Delete a document"))))
        .api_route("/api/documents/{id}/reindex", post_with(knowledge::files::reindex, for_admins(call("Make search read a document again"))))
        .api_route("/admin/sessions", get_with(admin::sessions, for_reviewers(call("Conversations for review"))))
        .api_route("/admin/sessions/{id}", get_with(admin::session, for_reviewers(call("A conversation with its traces and ratings"))))
        .api_route("/admin/sessions/{id}/rating", post_with(admin::rate, for_reviewers(call("Rate a turn of a conversation"))))
        .api_route("/admin/agreement", get_with(admin::agreement, for_reviewers(call("How far reviewers agree, and where they disagree"))))
        .api_route("/admin/corrections", get_with(admin::corrections, for_reviewers(call("Corrected readings"))))
        .api_route("/admin/corrections.jsonl", get_with(admin::training, for_reviewers(call("Corrected readings that two reviewers agree on, as training rows"))))
        .api_route("/admin/refused", get_with(admin::refused, for_reviewers(call("Unanswered questions, grouped by meaning"))))
        .api_route("/admin/cases",
            get_with(admin::cases, for_reviewers(call("Review cases with their last results")))
                .post_with(admin::make_case, for_reviewers(call("Create a review case from a turn"))))
        .api_route("/admin/cases/run", post_with(admin::run_cases, for_reviewers(call("Run all review cases"))))
        .api_route("/admin/cases/{id}", delete_with(admin::delete_case, for_reviewers(call("Delete a case"))))
        .api_route("/admin/metrics", get_with(admin::metrics, for_reviewers(call("Service metrics of the last days"))))
        .api_route("/api/me", get_with(accounts::rest::me, call("The account that is signed in")))
        .api_route("/api/accounts",
            get_with(accounts::rest::list, for_admins(call("Accounts")))
                .post_with(accounts::rest::invite, for_admins(call("Create an invitation link"))))
        .api_route("/api/accounts/{id}", patch_with(accounts::rest::change, for_admins(call("Change an account"))))
        .api_route("/api/tokens",
            get_with(accounts::rest::tokens, call("API tokens"))
                .post_with(accounts::rest::issue, call("Create a token; it is shown once")))
        .api_route("/api/embed", post_with(embed::issue, for_admins(call("Create a token for a panel on another page"))))
        .api_route("/api/tokens/{id}", delete_with(accounts::rest::revoke, call("Revoke a token")))
        .api_route("/api/sign-ins", get_with(accounts::rest::sign_ins, call("The browsers in which you are signed in")))
        .api_route("/api/sign-ins/{id}", delete_with(accounts::rest::end_sign_in, call("End a sign-in")))
        .api_route("/sign-in", post_with(accounts::sign_in, form("Sign in")))
        .api_route("/sign-out", post_with(accounts::sign_out, form("Sign out")))
        .api_route("/language", post_with(accounts::language, form("Choose the language of the pages")))
        .api_route("/join/{token}", post_with(accounts::join, form("Accept an invitation")))
        .api_route("/account/password", post_with(accounts::password, form("Change your password")))
        .api_route("/account/tokens", post_with(accounts::issue, form("Make a token")))
        .api_route("/account/tokens/{id}/revoke", post_with(accounts::revoke, form("Revoke a token")))
        .api_route("/account/sign-ins/{id}/end", post_with(accounts::end_sign_in, form("End a sign-in")))
        .api_route("/accounts", post_with(accounts::invite, for_admins(form("Create an invitation link"))))
        .api_route("/accounts/{id}", post_with(accounts::change, for_admins(form("Change an account"))))
        .api_route("/health", get_with(health::health, call("The health of the server")))
        .api_route("/openapi.json", get_with(docs::document, call("This description")))
        .api_route("/docs/api", get_with(docs::page, call("This description as a page")))
        .route("/embed", get(embed::page))
        .route("/embed/{file}", get(embed::script))
        .route("/docs", get(docs::book::first))
        .route("/docs/{*path}", get(docs::book::chapter))
        .api_route("/admin/sign-in", post_with(caller::admin::sign_in, form("Sign in as a reviewer")))
        .route("/desk/tools/{name}/sign-in", get(tools::sign_in))
        .route("/desk/tools/{name}/signed-in", get(tools::signed_in))
        .api_route("/desk/ask", post_with(pages::ask, form("Ask")))
        .api_route("/desk/conversation/{id}", post_with(conversations::act, form("Name, pin, share, delete or restore a conversation")))
        .api_route("/desk/demo", post_with(pages::load_demo, for_admins(form("Load the demo into an empty desk"))))
        .api_route("/desk/feedback/{run}", post_with(conversations::say, form("Say whether an answer was helpful")))
        .api_route("/desk/decide/{run}/{approval}", post_with(pages::decide, form("Decide a proposal")))
        .api_route("/desk/import", upload)
        .api_route("/desk/documents", post_with(knowledge::files::take_form, for_admins(form("Upload documents"))).layer(DefaultBodyLimit::max(knowledge::files::MOST)))
        .api_route("/settings/tools/mcp", post_with(tools::add_mcp_form, for_admins(form("Add an MCP server"))))
        .api_route("/settings/tools/api", post_with(tools::add_api_form, for_admins(form("Add an API"))).layer(DefaultBodyLimit::max(tools::MOST)))
        .api_route("/settings/tools/accept", post_with(tools::accept_form, for_admins(form("Accept an outside tool as it is now"))))
        .api_route("/settings/tools/{kind}/{name}", post_with(tools::act, for_admins(form("Change, pause, try or remove an origin of tools"))))
        .api_route("/settings/documents/reindex", post_with(knowledge::files::reindex_all_form, for_admins(form("Make search read all documents again"))))
        .api_route("/settings/documents/{id}/reindex", post_with(knowledge::files::reindex_form, for_admins(form("Make search read a document again"))))
        .api_route("/settings/documents/{id}/delete", post_with(knowledge::files::delete_form, for_admins(form("Delete a document"))))
        .api_route("/desk/import/{id}", post_with(import::act, for_admins(form("Map, preview, start, stop or discard an upload"))))
        .api_route("/desk/import/{id}/refused.csv", get_with(import::refused, for_admins(call("Rows that were left out"))))
        .api_route("/review/{id}/rate", post_with(review::rate, for_reviewers(form("Rate a turn"))))
        .api_route("/review/{id}/case", post_with(review::make, for_reviewers(form("Create a review case from a turn"))))
        .api_route("/runs/{id}/correct", post_with(review::correct, for_reviewers(form("Correct how a question was read"))))
        .api_route("/runs/{id}/fork", post_with(review::fork, for_reviewers(form("Ask a question again from one of the steps"))))
        .api_route("/quality", post_with(review::cases, for_reviewers(form("Run the cases, or delete one"))))
        .api_route("/settings/words/teach", post_with(words::teach_form, for_reviewers(form("Teach a word"))))
        .api_route("/settings/memory", post_with(words::remember_form, form("Remember something about yourself")))
        .api_route("/settings/memory/{id}/forget", post_with(words::forget_form, form("Delete something remembered about you")))
        .api_route("/settings/words/{id}/revoke", post_with(words::revoke_form, for_reviewers(form("Revoke a taught word"))))
}

/// All URLs that the server answers.
pub fn router(live: LiveServices, leptos: LeptosOptions, site: Site, stopping: CancellationToken) -> Router {
    docs::begin();
    let (rest, document) = docs::finish(table());
    let rest = rest
        .route("/mcp", any(mcp::serve))
        .route(mcp::METADATA, get(mcp::metadata))
        .route(&format!("{}/mcp", mcp::METADATA), get(mcp::metadata))
        .route("/metrics", get(metrics::scrape));
    let rest = oidc::add(rest);
    let web = Web { live, leptos, site, document, admins: Arc::default(), stopping };
    // Compression would delay event streams, and is not worth it for small replies. An unoptimised build would spend
    // seconds on its own large module, which never leaves this machine.
    let worth_it = |_: StatusCode, _: Version, headers: &HeaderMap, extensions: &Extensions| {
        let is_public = extensions.get::<docs::AsItIs>().is_some();
        !is_public
            && (!cfg!(debug_assertions) || headers.get(CONTENT_TYPE).is_none_or(|kind| kind != "application/wasm"))
    };
    let compress = SizeAbove::new(1024).and(NotForContentType::SSE).and(NotForContentType::IMAGES).and(worth_it);
    let all = pages::add(rest, &web)
        .route_layer(axum::middleware::from_fn(guard::types))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(CompressionLayer::new().compress_when(compress))
        .layer(axum::middleware::from_fn_with_state(web.clone(), guard::inner))
        .layer(axum::middleware::from_fn_with_state(web.clone(), caller::known))
        .layer(CatchPanicLayer::custom(error::panicked))
        .layer(axum::middleware::from_fn_with_state(web.clone(), access::line))
        .layer(axum::middleware::from_fn_with_state(web.clone(), guard::outer))
        .layer(axum::middleware::from_fn(openai::restate))
        .layer(axum::middleware::from_fn_with_state(web.clone(), metrics::measure))
        .with_state(web);
    // Around all routes: the page of a form is another route than the one that the form is posted to.
    Router::new().fallback_service(all).layer(axum::middleware::from_fn(posted::shown_again))
}
