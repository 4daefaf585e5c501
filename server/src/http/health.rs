//! Whether the server lives, and with what.

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
use crate::outside::Standing;
use crate::search::vectors::Status;
use crate::store::{Db, changes, records};

/// How the server is.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    /// healthy, or degraded while the database does not answer.
    status: &'static str,
    /// Told to admins alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<&'static str>,
    /// development, staging or production, as PLUMBLINE_ENVIRONMENT says.
    environment: String,
    /// sqlite or postgres.
    database: &'static str,
    /// healthy or unreachable.
    database_health: &'static str,
    provider: String,
    model: String,
    strategy: String,
    /// Skills by name.
    skills: Vec<String>,
    /// How many.
    tools: usize,
    as_of: Option<chrono::NaiveDate>,
    communications: Option<i64>,
    cases: Option<i64>,
    search: Status,
    documents: Option<i64>,
    live_runs: usize,
    /// Servers and APIs whose tools are used, and how each stands.
    outside: Vec<Standing>,
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
        vec![of(200, "It lives."), of(503, "The database does not answer.")]
    }
}

const HEALTHY: &str = "healthy";

/// `GET /health`: 200 while the database answers, 503 otherwise.
pub async fn health(State(web): State<Web>, api: Option<Extension<Api>>) -> Health {
    let services = &web.services;
    let is_admin = api.is_some_and(|Extension(api)| api.must_be_admin().is_ok());
    let model = services.agent.model();
    let totals = records::totals(&services.db).await.ok();
    let answers = totals.is_some();
    let tools = services.agent.tools();
    Health {
        status: if answers { HEALTHY } else { "degraded" },
        version: is_admin.then_some(env!("CARGO_PKG_VERSION")),
        environment: services.config.environment.value.clone(),
        database: match services.db {
            Db::Sqlite { .. } => "sqlite",
            Db::Postgres(_) => "postgres",
        },
        database_health: if answers { HEALTHY } else { "unreachable" },
        provider: model.split('/').next().unwrap_or(model).to_owned(),
        model: model.to_owned(),
        strategy: services.config.models.strategy.value.to_string(),
        skills: tools.skills().iter().map(|(skill, _)| skill.name.to_string()).collect(),
        tools: tools.all().len(),
        as_of: changes::last_day(&services.db).await.ok().flatten(),
        communications: totals.as_ref().map(|t| t.communications),
        cases: totals.as_ref().map(|t| t.cases),
        search: services.search.vectors().status(),
        documents: totals.as_ref().map(|t| t.documents),
        live_runs: services.agent.live().len(),
        outside: services.outside.standing(),
    }
}
