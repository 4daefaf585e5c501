//! The page's user, accounts and tokens; and what pages show before anybody is signed in.

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
    /// The path of a one-time link that creates the account; with the name of an existing account it resets that
    /// account's password. For admins.
    async fn invite(&self, new: NewAccount) -> Result<String, AppError>;
    /// The caller's own tokens; for an admin everybody's. Newest first.
    async fn tokens(&self) -> Result<Vec<ApiToken>, AppError>;
    /// The browsers in which the caller is signed in, most recently used first.
    async fn sign_ins(&self) -> Result<Vec<SignIn>, AppError>;
    /// # Errors
    /// `Conflict` without an account to own it; `Forbidden` for a token with more permissions than the caller.
    async fn issue_token(&self, new: NewToken) -> Result<IssuedToken, AppError>;
    /// The values by which an account's data access can be chosen. For admins.
    async fn book_values(&self) -> Result<BookValues, AppError>;
}

/// What pages show before anybody is signed in. Available while they are rendered, even without a
/// [`Backend`](super::Backend).
#[async_trait]
pub trait Doors: Send + Sync {
    async fn ways(&self) -> Result<SignInWays, AppError>;
    /// What an invitation grants; `None` if it is no longer valid.
    async fn invited(&self, token: &str) -> Result<Option<Invited>, AppError>;
}

/// # Errors
/// `Internal` if the server renders without them.
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
