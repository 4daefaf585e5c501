//! Whether the server is running, and its components.

use aide::OperationOutput;
use aide::generate::GenContext;
use aide::openapi::{self, Operation};
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;

use super::Web;
use super::docs::described;
use crate::api::Api;
use crate::outside::ServerStatus;
use crate::search::vectors::Status;
use crate::services::Services;
use crate::store::records::Totals;
use crate::store::{Db, changes, records};

/// The health of the server.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    /// healthy, or degraded while the database does not answer.
    status: &'static str,
    /// development, staging or production, as PLUMBLINE_ENVIRONMENT says.
    environment: String,
    /// healthy or unreachable.
    database_health: &'static str,
    /// For admins only.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<&'static str>,
    #[serde(flatten)]
    within: Option<Within>,
}

/// Components of the server, for callers who may ask questions.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Within {
    /// sqlite or postgres.
    database: &'static str,
    provider: String,
    model: String,
    strategy: String,
    /// Skills by name.
    skills: Vec<String>,
    /// The number of tools.
    tools: usize,
    as_of: Option<chrono::NaiveDate>,
    communications: Option<i64>,
    cases: Option<i64>,
    search: Status,
    documents: Option<i64>,
    live_runs: usize,
    /// Servers and APIs whose tools are used, with the status of each. For admins only.
    outside: Vec<ServerStatus>,
}

impl IntoResponse for Health {
    fn into_response(self) -> Response {
        let status = if self.status == HEALTHY { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
        (status, axum::Json(self)).into_response()
    }
}

impl OperationOutput for Health {
    type Inner = Self;

    fn inferred_responses(
        ctx: &mut GenContext,
        _: &mut Operation,
    ) -> Vec<(Option<openapi::StatusCode>, openapi::Response)> {
        let mut of = |code, about| (Some(openapi::StatusCode::Code(code)), described::<Self>(ctx, about));
        vec![
            of(200, "It lives."),
            of(
                503,
                "The database does not answer, or the server is still reading names and sources. Try again shortly.",
            ),
        ]
    }
}

const HEALTHY: &str = "healthy";

/// `GET /health`: 200 while the database answers and all names and sources are loaded; otherwise, and while starting,
/// 503.
pub async fn health(State(web): State<Web>, api: Option<Extension<Api>>) -> Health {
    let api = api.map(|Extension(api)| api);
    let is_admin = api.as_ref().is_some_and(|api| api.must_be_admin().is_ok());
    let current = web.services();
    let services = api.as_ref().map_or(&*current, |api| &api.services);
    let totals = records::totals(&services.db).await.ok();
    let answers = totals.is_some();
    let ready = services.is_ready();
    let within = match &api {
        Some(api) => Some(within(&api.services, totals.as_ref(), is_admin).await),
        None => None,
    };
    Health {
        status: match (answers, ready) {
            (true, true) => HEALTHY,
            (true, false) => "starting",
            (false, _) => "degraded",
        },
        environment: services.config.environment.value.clone(),
        database_health: if answers { HEALTHY } else { "unreachable" },
        version: is_admin.then_some(env!("CARGO_PKG_VERSION")),
        within,
    }
}

async fn within(services: &Services, totals: Option<&Totals>, is_admin: bool) -> Within {
    let (model, tools) = (services.agent.model(), services.agent.tools());
    Within {
        database: match services.db {
            Db::Sqlite { .. } => "sqlite",
            Db::Postgres(_) => "postgres",
        },
        provider: model.split('/').next().unwrap_or(model).to_owned(),
        model: model.to_owned(),
        strategy: services.config.models.strategy.value.to_string(),
        skills: tools.skills().iter().map(|(skill, _)| skill.name.to_string()).collect(),
        tools: tools.all().len(),
        as_of: changes::last_day(&services.db).await.ok().flatten(),
        communications: totals.map(|t| t.communications),
        cases: totals.map(|t| t.cases),
        search: services.search.status().await,
        documents: totals.map(|t| t.documents),
        live_runs: services.agent.live().len(),
        outside: if is_admin { services.outside.standing() } else { Vec::new() },
    }
}
