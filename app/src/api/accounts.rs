//! Who is using the page, accounts and tokens; and what the pages show before anybody is signed in.

use std::sync::Arc;

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::account::forms::{BookValues, Invited, IssuedToken, NewAccount, NewToken, SignInWays};
use crate::model::account::{Account, ApiToken, Me, SignIn};
use crate::wire::Wire;

#[async_trait]
pub trait Accounts {
    async fn me(&self) -> Result<Me, AppError>;
    /// By name. For admins.
    async fn accounts(&self) -> Result<Vec<Account>, AppError>;
    /// The path of a link that makes the account, once; with the name of an account it gives this one a new password. For
    /// admins.
    async fn invite(&self, new: NewAccount) -> Result<String, AppError>;
    /// The caller's own; for an admin everybody's. The newest first.
    async fn tokens(&self) -> Result<Vec<ApiToken>, AppError>;
    /// The browsers in which the caller is signed in, the one that was used last first.
    async fn sign_ins(&self) -> Result<Vec<SignIn>, AppError>;
    /// # Errors
    /// `Conflict` where there is no account that it could belong to; `Forbidden` for one that may more than the caller.
    async fn issue_token(&self, new: NewToken) -> Result<IssuedToken, AppError>;
    /// What an account's view can be chosen from. For admins.
    async fn book_values(&self) -> Result<BookValues, AppError>;
}

/// What pages show before anybody is signed in, while they are rendered: there need not be a [`Backend`](super::Backend) yet.
#[async_trait]
pub trait Doors: Send + Sync {
    async fn ways(&self) -> Result<SignInWays, AppError>;
    /// What a link gives; `None` where it gives nothing any more.
    async fn invited(&self, token: &str) -> Result<Option<Invited>, AppError>;
}

/// # Errors
/// `Internal` where the server renders without them.
pub fn doors() -> Result<Arc<dyn Doors>, AppError> {
    use_context::<Arc<dyn Doors>>().ok_or_else(AppError::internal)
}

#[server(prefix = "/rpc", endpoint = "sign-in-ways", output = Wire)]
pub async fn get_ways() -> Result<SignInWays, AppError> {
    doors()?.ways().await
}

#[server(prefix = "/rpc", endpoint = "invited", input = server_fn::codec::Json, output = Wire)]
pub async fn get_invited(token: String) -> Result<Option<Invited>, AppError> {
    doors()?.invited(&token).await
}

#[server(prefix = "/rpc", endpoint = "me", output = Wire)]
pub async fn get_me() -> Result<Me, AppError> {
    super::backend()?.me().await
}

#[server(prefix = "/rpc", endpoint = "accounts", output = Wire)]
pub async fn list_accounts() -> Result<Vec<Account>, AppError> {
    super::backend()?.accounts().await
}

#[server(prefix = "/rpc", endpoint = "invite", input = server_fn::codec::Json, output = Wire)]
pub async fn invite(new: NewAccount) -> Result<String, AppError> {
    super::backend()?.invite(new).await
}

#[server(prefix = "/rpc", endpoint = "tokens", output = Wire)]
pub async fn list_tokens() -> Result<Vec<ApiToken>, AppError> {
    super::backend()?.tokens().await
}

#[server(prefix = "/rpc", endpoint = "sign-ins", output = Wire)]
pub async fn list_sign_ins() -> Result<Vec<SignIn>, AppError> {
    super::backend()?.sign_ins().await
}

#[server(prefix = "/rpc", endpoint = "issue-token", input = server_fn::codec::Json, output = Wire)]
pub async fn issue_token(new: NewToken) -> Result<IssuedToken, AppError> {
    super::backend()?.issue_token(new).await
}

#[server(prefix = "/rpc", endpoint = "book-values", output = Wire)]
pub async fn get_book_values() -> Result<BookValues, AppError> {
    super::backend()?.book_values().await
}
