//! The description of every call (OpenAPI 3.1), generated from the route table and from the handlers' input and output
//! types, so that it always matches them; and the page that shows it, from files inside the program.

pub mod book;
mod io;
mod reply;

use std::collections::HashSet;

use aide::axum::ApiRouter;
use aide::generate::in_context;
use aide::openapi::{
    Info, License, MediaType, OpenApi, Operation, Parameter, ParameterData, ParameterSchemaOrContent, PathItem,
    PathStyle, ReferenceOr, RequestBody, SecurityScheme, Server, StatusCode,
};
use aide::swagger::Swagger;
use aide::transform::TransformOperation;
use axum::extract::State;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use axum::{Extension, Router};
use bytes::Bytes;
use model::account::Role;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::json_schema;

pub use io::described;
use io::{media, response, schema};
pub use reply::{Accepted, Created, Download, EventStream, OrEvents, OrIds};

use super::Web;

/// The version of the API: the first number is incremented if a call that worked would stop working.
pub const API: &str = "1.0";

/// Groups of calls by URL prefix; the first match counts.
const TAGS: [(&str, &str); 32] = [
    ("/ag-ui", "AG-UI"),
    ("/v1", "OpenAI's form"),
    ("/api/accounts", "Accounts"),
    ("/api/tokens", "Accounts"),
    ("/api/me", "Accounts"),
    ("/api/embed", "Accounts"),
    ("/api/research/conversation", "Conversations"),
    ("/api/research/approvals", "Conversations"),
    ("/api/shared", "Conversations"),
    ("/api/research", "Research"),
    ("/api/analysis", "Analysis"),
    ("/api/communications", "Analysis"),
    ("/api/rrg", "Analysis"),
    ("/api/outside", "Outside tools"),
    ("/api/tools", "Outside tools"),
    ("/api/support", "Support calls"),
    ("/api/watches", "Watches"),
    ("/api/chats", "Watches"),
    ("/api/words", "Words"),
    ("/api/memory", "Words"),
    ("/api/settings", "Settings"),
    ("/api/sources", "Sources"),
    ("/api/audit", "Audit"),
    ("/api/privacy", "Privacy"),
    ("/api/customers", "Privacy"),
    ("/admin/sign-in", FORMS),
    ("/admin", "Review"),
    ("/chat", "Chat"),
    ("/sessions", "Chat"),
    ("/knowledge", "Knowledge"),
    ("/api/document", "Knowledge"),
    ("/desk", FORMS),
];

/// The group of forms that pages submit without scripts: form fields in, a page out.
const FORMS: &str = "Forms of the pages";

/// Descriptions of path parameters, by name.
const FIELDS: [(&str, &str); 10] = [
    ("group", "The group of settings; the error for an unknown one lists them."),
    ("server", "The name of an MCP server in the settings."),
    ("source", "The name of a source that was added on the page."),
    ("id", "The id of the resource."),
    ("run", "The id of a run."),
    ("kind", "`mcp` or `api`."),
    ("approval", "The id of a proposal, from the run."),
    ("token", "The token of a link."),
    ("name", "The name of an outside origin, of a chat, or of a source."),
    ("what", "The name of an analysis; the error for an unknown one lists them."),
];

/// Sets the schema generator to JSON Schema 2020-12, which OpenAPI 3.1 uses. Call this before building the route table.
pub fn begin() {
    let settings = SchemaSettings::draft2020_12().with(|s| {
        s.inline_subschemas = false;
        s.definitions_path = "/components/schemas".into();
        s.meta_schema = None;
    });
    in_context(|ctx| ctx.schema = SchemaGenerator::new(settings));
}

/// The routes, and their description as served.
pub fn finish(table: ApiRouter<Web>) -> (Router<Web>, Bytes) {
    let mut document = OpenApi {
        info: Info {
            title: "Plumbline".into(),
            version: API.into(),
            description: Some(ABOUT.into()),
            license: Some(License { name: "MIT".into(), identifier: Some("MIT".into()), ..License::default() }),
            ..Info::default()
        },
        // The URL of the description.
        servers: vec![Server { url: "/".into(), ..Server::default() }],
        // One of these suffices; none is needed without accounts, and for public calls.
        security: vec![
            [(BEARER.to_owned(), Vec::new())].into_iter().collect(),
            [(HEADER.to_owned(), Vec::new())].into_iter().collect(),
            Default::default(),
        ],
        ..OpenApi::default()
    };
    let routes = table.finish_api(&mut document);
    let components = document.components.get_or_insert_default();
    for (name, scheme) in schemes() {
        components.security_schemes.insert(name.into(), ReferenceOr::Item(scheme));
    }
    for (path, item) in document.paths.get_or_insert_default().paths.iter_mut() {
        if let ReferenceOr::Item(item) = item {
            each(item).for_each(|(method, operation)| complete(method, path, operation));
        }
    }
    drop_unused(&mut document);
    // It contains nothing that JSON cannot express.
    (routes, serde_json::to_vec(&document).unwrap_or_default().into())
}

/// Query schemas become parameters, so nothing refers to them any more.
fn drop_unused(document: &mut OpenApi) {
    loop {
        let text = serde_json::to_string(document).unwrap_or_default();
        let referred = text.split("\"#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next());
        let referred: HashSet<&str> = referred.collect();
        let Some(components) = &mut document.components else { return };
        let before = components.schemas.len();
        components.schemas.retain(|name, _| referred.contains(name.as_str()));
        if components.schemas.len() == before {
            return;
        }
    }
}

/// The introduction above all calls.
const ABOUT: &str = "A research desk over a firm's customer data. `POST /api/research` asks a question and gives the whole \
    answer; with `Accept: text/event-stream` it gives the run's events, with `?wait=false` its ids. Errors are problem \
    details (RFC 9457) whose `detail` is written for people.";

fn schemes() -> [(&'static str, SecurityScheme); 2] {
    let bearer = SecurityScheme::Http {
        scheme: "bearer".into(),
        bearer_format: None,
        description: Some(
            "A token of an account (plb_…), or ADMIN_TOKEN, where the server has one. No token decides a proposal."
                .into(),
        ),
        extensions: Default::default(),
    };
    let header = SecurityScheme::ApiKey {
        location: aide::openapi::ApiKeyLocation::Header,
        name: "admin-token".into(),
        description: Some("ADMIN_TOKEN in a header of its own.".into()),
        extensions: Default::default(),
    };
    [(BEARER, bearer), (HEADER, header)]
}

const BEARER: &str = "bearer";
const HEADER: &str = "adminToken";

fn each(item: &mut PathItem) -> impl Iterator<Item = (&'static str, &mut Operation)> {
    let all = [
        ("get", &mut item.get),
        ("post", &mut item.post),
        ("put", &mut item.put),
        ("patch", &mut item.patch),
        ("delete", &mut item.delete),
    ];
    all.into_iter().filter_map(|(method, operation)| Some((method, operation.as_mut()?)))
}

/// The operation's name in generated clients: `getResearchRunsById` for `GET /api/research/runs/{id}`, `submitAccounts`
/// for the form posted to `/accounts`.
fn operation_id(method: &str, path: &str) -> String {
    let parts = path.trim_start_matches("/api").split(['/', '.', '-', '_']).filter(|part| !part.is_empty());
    let named = parts.map(|part| match part.strip_prefix('{').and_then(|field| field.strip_suffix('}')) {
        Some(field) => format!("By{}", model::text::capital(field)),
        None => model::text::capital(part),
    });
    std::iter::once(method.to_owned()).chain(named).collect()
}

/// Errors that can occur before every call.
const REFUSALS: [(u16, &str); 3] = [
    (401, "Nobody is signed in, or the token no longer works."),
    (403, "Not allowed."),
    (429, "Too many calls a minute; Retry-After says when the next is let through."),
];

/// The forms of an error response. A form may also get a page.
fn refusal(path: &str, form: bool) -> Vec<(String, MediaType)> {
    if path.starts_with(crate::api::openai::ROOT) {
        return vec![media("application/json", json_schema!({"$ref": "#/components/schemas/OpenaiError"}))];
    }
    let problem = media("application/problem+json", json_schema!({"$ref": "#/components/schemas/ProblemDetails"}));
    let page = form.then(|| media("text/html", json_schema!({"type": "string"})));
    [Some(problem), page].into_iter().flatten().collect()
}

/// Adds what follows from the path: the group of the call, and its parameters.
fn complete(method: &str, path: &str, operation: &mut Operation) {
    let tag = TAGS.iter().find(|(begin, _)| path.starts_with(begin)).map_or("Service", |(_, tag)| tag);
    let form = operation.tags.iter().any(|known| known == FORMS);
    operation.operation_id = Some(operation_id(if form { "submit" } else { method }, path));
    if !form {
        operation.tags = vec![tag.into()];
    }
    let responses = operation.responses.get_or_insert_default();
    if !responses.responses.keys().any(|code| matches!(code, StatusCode::Code(200..400))) {
        responses.responses.insert(StatusCode::Code(200), ReferenceOr::Item(response("Sent.")));
    }
    for (code, description) in REFUSALS {
        let content = refusal(path, form).into_iter().collect();
        let refused = aide::openapi::Response { content, ..response(description) };
        responses.responses.entry(StatusCode::Code(code)).or_insert(ReferenceOr::Item(refused));
    }
    for name in path.split('{').skip(1).filter_map(|rest| rest.split('}').next()) {
        let about = FIELDS.iter().find(|(known, _)| *known == name).map(|(_, about)| (*about).to_owned());
        let parameter_data = ParameterData {
            name: name.into(),
            description: about,
            required: true,
            deprecated: None,
            format: ParameterSchemaOrContent::Schema(schema(json_schema!({"type": "string"}))),
            example: None,
            examples: Default::default(),
            explode: None,
            extensions: Default::default(),
        };
        let parameter = Parameter::Path { parameter_data, style: PathStyle::Simple };
        operation.parameters.push(ReferenceOr::Item(parameter));
    }
}

/// Describes a call in one line.
pub fn call(summary: &'static str) -> impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_> {
    move |operation| operation.summary(summary)
}

/// Likewise for a form: it takes fields, and redirects the browser to a page.
pub fn form(summary: &'static str) -> impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_> {
    move |operation| {
        let mut operation = operation.summary(summary).tag(FORMS);
        let inner = operation.inner_mut();
        let is_file = matches!(&inner.request_body, Some(ReferenceOr::Item(body)) if body.content.contains_key("multipart/form-data"));
        let kind = if is_file { "multipart/form-data" } else { "application/x-www-form-urlencoded" };
        let content = [media(kind, json_schema!({"type": "object"}))].into_iter().collect();
        let body = RequestBody { content, ..RequestBody::default() };
        inner.request_body = Some(ReferenceOr::Item(body));
        let responses = inner.responses.get_or_insert_default();
        responses.responses.shift_remove(&StatusCode::Code(200));
        responses.responses.insert(StatusCode::Code(303), ReferenceOr::Item(response("Redirects to a page.")));
        responses.default.get_or_insert(ReferenceOr::Item(response("A page that says what is wrong.")));
        operation
    }
}

/// Likewise for a call or form that only reviewers and admins may use.
pub fn for_reviewers(
    inner: impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_>,
) -> impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_> {
    needs(Role::Reviewer, inner)
}

/// Likewise for admins only.
pub fn for_admins(
    inner: impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_>,
) -> impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_> {
    needs(Role::Admin, inner)
}

/// The role that a call needs; a test compares every call with it.
const ROLE: &str = "x-role";

fn needs(
    role: Role,
    inner: impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_>,
) -> impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_> {
    move |operation| {
        let mut operation = inner(operation);
        let described = operation.inner_mut();
        described.extensions.insert(ROLE.into(), role.as_str().into());
        match described.tags.iter().any(|tag| tag == FORMS) {
            true => operation,
            false => operation.security_requirement(BEARER).security_requirement(HEADER),
        }
    }
}

/// `GET /openapi.json`.
pub async fn document(State(web): State<Web>) -> Response {
    (Extension(AsItIs), [(header::CONTENT_TYPE, "application/json")], web.document).into_response()
}

/// Marks a reply that is sent uncompressed: it is large, public and always the same, and would be compressed again for
/// everybody who asks.
#[derive(Clone, Copy, Debug)]
pub struct AsItIs;

/// What the page may load: itself, and the description. Nothing from another host.
const ONLY: &str = "default-src 'none'; connect-src 'self'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
    img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// `GET /docs/api`: the page, with script and style inside.
pub async fn page() -> Response {
    static PAGE: std::sync::LazyLock<Bytes> = std::sync::LazyLock::new(|| {
        let page = Swagger::new("/openapi.json").with_title("Plumbline: the API").html();
        let narrow = "<head><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">";
        page.replacen("<head>", narrow, 1).into()
    });
    (Extension(AsItIs), [(header::CONTENT_SECURITY_POLICY, ONLY)], Html(PAGE.clone())).into_response()
}
