//! Pages: Leptos renders them with the caller's own [`Api`] in context; also the forms that work without scripts.

use std::sync::Arc;

use app::api::Backend;
use app::api::accounts::Doors;
use app::api::research::Research;
use app::components::posted::Posted;
use app::components::timeline::approval_edit;
use app::pages::SetStatus;
use app::{App, NotBuilt, shell};
use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::post;
use leptos::WasmSplitManifest;
use leptos::nonce::use_nonce;
use leptos::prelude::{ArcStoredValue, provide_context, use_context};
use leptos_axum::{
    LeptosRoutes, ResponseOptions, generate_route_list, handle_server_fns_with_context, render_app_async_with_context,
};
use model::approval::{Choice, Decision};
use model::error::AppError;
use model::run::{Change, Scope, StepKind};
use model::session::Ask;

use super::body::{field, filled, parse_form, word};
use super::error::{FormProblem, Problem, say_when, status};
use super::guard::{headers, is_call};
use super::{Web, caller};
use crate::api::Api;
use caller::FromPage;

/// Adds the pages, their server functions and the files of the site.
pub fn add(router: Router<Web>, web: &Web) -> Router<Web> {
    let routes = generate_route_list(App);
    let (live, options) = (web.live.clone(), web.leptos.clone());
    let pkg = &web.leptos.site_pkg_dir;
    let parts = (format!("/{pkg}"), web.site.parts(pkg), "parts.js".to_owned());
    let parts = WasmSplitManifest(ArcStoredValue::new(parts));
    let not_built = web.site.missing();
    let context = move || {
        provide_context(parts.clone());
        not_built.clone().into_iter().for_each(|folder| provide_context(NotBuilt(folder)));
        provide_context::<Arc<dyn Doors>>(live.services());
        // Public pages have no caller and request nothing else from the server.
        let api = use_context::<Parts>().and_then(|p| p.extensions.get::<Api>().cloned());
        if let Some(api) = api {
            provide_context::<Arc<dyn Backend>>(Arc::new(Api { channel: "web", ..api }));
        }
        if let Some(reply) = use_context::<ResponseOptions>() {
            provide_context(SetStatus(Arc::new(move |code| {
                if let Ok(code) = StatusCode::from_u16(code) {
                    reply.set_status(code);
                }
            })));
        }
        if let Some(posted) = use_context::<Parts>().and_then(|p| p.extensions.get::<Arc<Posted>>().cloned()) {
            provide_context(posted);
        }
        provide_language();
        say_policy();
    };
    let functions = context.clone();
    router
        .leptos_routes_with_context(web, routes, context, move || shell(options.clone()))
        .route("/rpc/{*name}", post(move |request: Request| handle_server_fns_with_context(functions.clone(), request)))
        .layer(axum::middleware::from_fn(restate))
        .fallback(file_or_nothing)
}

/// Provides the language of the page.
fn provide_language() {
    if let Some(parts) = use_context::<Parts>() {
        let caller = parts.extensions.get::<Api>().map(|api| &api.caller);
        provide_context(caller::language(caller, parts.extensions.get(), &parts.headers));
    }
}

/// Sets what a page may load, with the nonce of its own scripts. Server functions have no nonce and are not pages.
fn say_policy() {
    if let (Some(nonce), Some(reply)) = (use_nonce(), use_context::<ResponseOptions>())
        && let Some(policy) = headers::page(Some(&nonce))
    {
        reply.insert_header(header::CONTENT_SECURITY_POLICY, policy);
    }
}

/// A file of the site, or the "not found" page.
async fn file_or_nothing(State(web): State<Web>, request: Request) -> Response {
    if matches!(*request.method(), Method::GET | Method::HEAD)
        && let Some(file) = web.site.reply(request.uri().path(), request.headers()).await
    {
        return file;
    }
    // Programs get problem details, not pages.
    if is_call(request.uri().path()) {
        let detail = format!("There is no {}. /openapi.json lists the calls.", request.uri().path());
        return Problem(AppError::not_found(detail)).into_response();
    }
    let context = || {
        provide_language();
        say_policy();
    };
    let page = render_app_async_with_context(context, move || shell(web.leptos.clone()));
    let mut reply = page(request).await;
    if reply.status() == StatusCode::OK {
        *reply.status_mut() = StatusCode::NOT_FOUND;
    }
    reply
}

/// Server functions answer every error with status 500: gives each the status that it has in the API.
async fn restate(request: Request, next: Next) -> Response {
    let is_function = request.uri().path().starts_with("/rpc/");
    let reply = next.run(request).await;
    if !is_function || reply.status() != StatusCode::INTERNAL_SERVER_ERROR {
        return reply;
    }
    let (mut head, body) = reply.into_parts();
    let Ok(body) = axum::body::to_bytes(body, super::MAX_BODY).await else { return head.status.into_response() };
    if let Ok(error) = serde_json::from_slice::<AppError>(&body) {
        head.status = status(&error).0;
        say_when(&error, &mut head.headers);
    }
    (head, body).into_response()
}

/// `POST /desk/demo`: the button of an empty desk.
pub async fn load_demo(FromPage(api): FromPage) -> Result<Response, FormProblem> {
    Research::load_demo(&api).await?;
    Ok(Redirect::to("/").into_response())
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct Question {
    #[serde(default)]
    query: String,
    session_id: Option<String>,
    /// An earlier question, read in another way: see [`Change`].
    change_run: Option<String>,
    change_part: Option<usize>,
    change_to: Option<String>,
}

/// `POST /desk/ask`: the question form without scripts. Redirects to the conversation.
pub async fn ask(State(_): State<Web>, FromPage(api): FromPage, body: bytes::Bytes) -> Result<Response, FormProblem> {
    let form: Question = parse_form(&body)?;
    let session_id = form.session_id.filter(|id| !id.is_empty());
    // The chip beside the question box, which is kept for the next question.
    let context = Scope::from_pairs(|name| field(&body, name));
    let change = form.change_run.zip(form.change_part).map(|(run, part)| Change { run, part, to: form.change_to });
    let ask = Ask { query: form.query, session_id, context: context.clone(), change, ..Ask::default() };
    let asked = api.ask(ask).await?;
    let to = app::components::desk::about::href(&asked.session_id, context.as_ref());
    let mut reply = Redirect::to(&to).into_response();
    reply.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    Ok(reply)
}

/// `POST /desk/decide/{run}/{approval}`: the form of a proposal without scripts. Redirects to the conversation.
pub async fn decide(
    FromPage(api): FromPage,
    Path((run, approval)): Path<(String, String)>,
    body: bytes::Bytes,
) -> Result<Response, FormProblem> {
    let mut decision: Decision = word("decision", &field(&body, "decision").unwrap_or_default())?;
    let known = api.run(&run).await?;
    let proposed = known.steps.iter().find_map(|step| match &step.kind {
        StepKind::Approval { approval: id, args, .. } if *id == approval => Some(args),
        _ => None,
    });
    let written = |name: &str| field(&body, &format!("{}{name}", approval_edit::FIELD));
    // Approving applies to the current values of the fields.
    let args = proposed
        .filter(|_| decision != Decision::Reject)
        .and_then(|args| Some(approval_edit::changed(args, written)).filter(|changed| changed != args));
    if args.is_some() {
        decision = Decision::Edit;
    }
    api.decide(&run, &approval, Choice { decision, args, note: filled(&body, "note") }).await?;
    Ok(Redirect::to(&app::components::desk::about::href(&known.session_id, None)).into_response())
}
