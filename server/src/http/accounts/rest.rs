//! Accounts and tokens over REST.

use app::api::accounts::Accounts;
use axum::extract::Path;
use axum::response::NoContent;
use model::account::forms::{IssuedToken, NewAccount, NewToken};
use model::account::{Account, ApiToken, DataAccess, Me, Role, SignIn};
use model::session::Page;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::body::{Json, JsonReply, Query};
use super::super::docs::Created;
use super::super::error::Problem;
use crate::api::Api;
use crate::store::accounts::Change;

/// `GET /api/me`.
pub async fn me(api: Api) -> JsonReply<Me> {
    Ok(axum::Json(api.me().await?))
}

/// `GET /api/accounts`.
pub async fn list(api: Api) -> JsonReply<Page<Account>> {
    Ok(axum::Json(Page::of(api.accounts().await?)))
}

/// A link that works once within a day.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Invited {
    /// The link's path on this server.
    path: String,
}

/// `POST /api/accounts`: an invitation link.
pub async fn invite(api: Api, Json(new): Json<NewAccount>) -> Result<Created<Invited>, Problem> {
    Ok(Created(Invited { path: api.invite(new).await? }))
}

/// Changes to an account; omitted fields stay unchanged.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AccountChange {
    role: Option<Role>,
    sees: Option<DataAccess>,
    disabled: Option<bool>,
}

/// `PATCH /api/accounts/{id}`.
pub async fn change(api: Api, Path(id): Path<String>, Json(change): Json<AccountChange>) -> JsonReply<Account> {
    let AccountChange { role, sees, disabled } = change;
    let changes = [role.map(Change::Role), sees.map(Change::Sees), disabled.map(Change::Disabled)];
    Ok(axum::Json(api.change_account(&id, changes.into_iter().flatten().collect()).await?))
}

/// Whose tokens.
#[derive(Deserialize, JsonSchema)]
pub struct Whose {
    /// True for everyone's tokens; admins only.
    #[serde(default)]
    everyone: bool,
}

/// `GET /api/tokens`: one's own.
pub async fn tokens(api: Api, Query(whose): Query<Whose>) -> JsonReply<Page<ApiToken>> {
    Ok(axum::Json(Page::of(api.api_tokens(whose.everyone).await?)))
}

/// `POST /api/tokens`: a token of one's own account.
pub async fn issue(api: Api, Json(new): Json<NewToken>) -> Result<Created<IssuedToken>, Problem> {
    Ok(Created(api.issue_token(new).await?))
}

/// `DELETE /api/tokens/{id}`.
pub async fn revoke(api: Api, Path(id): Path<String>) -> Result<NoContent, Problem> {
    api.revoke_token(&id).await?;
    Ok(NoContent)
}

/// `GET /api/sign-ins`: one's own open sign-ins.
pub async fn sign_ins(api: Api) -> JsonReply<Page<SignIn>> {
    Ok(axum::Json(Page::of(api.sign_ins().await?)))
}

/// `DELETE /api/sign-ins/{id}`.
pub async fn end_sign_in(api: Api, Path(id): Path<String>) -> Result<NoContent, Problem> {
    api.end_sign_in(&id).await?;
    Ok(NoContent)
}
