//! Accounts and tokens for the pages: what `people` does, and what is said before anybody is signed in.

use app::api::accounts::{Accounts, Doors};
use app::error::AppError;
use app::model::account::forms::{AccountChange, BookValues, Invited, IssuedToken, NewAccount, NewToken, SignInWays};
use app::model::account::{Account, ApiToken, Me};
use async_trait::async_trait;

use super::Api;
use crate::auth::{sign_in, token};
use crate::services::Services;
use crate::store::accounts::{self, Change, invitations};
use crate::store::analytics::values;

#[async_trait]
impl Accounts for Api {
    async fn me(&self) -> Result<Me, AppError> {
        Api::me(self).await
    }

    async fn accounts(&self) -> Result<Vec<Account>, AppError> {
        self.all_accounts().await
    }

    async fn invite(&self, new: NewAccount) -> Result<String, AppError> {
        Api::invite(self, new.name.as_deref(), new.role, new.sees).await
    }

    async fn change_account(&self, id: &str, change: AccountChange) -> Result<Account, AppError> {
        let AccountChange { role, sees, disabled } = change;
        let changes = [role.map(Change::Role), sees.map(Change::Sees), disabled.map(Change::Disabled)];
        Api::change_account(self, id, changes.into_iter().flatten().collect()).await
    }

    async fn tokens(&self) -> Result<Vec<ApiToken>, AppError> {
        self.api_tokens(self.must_be_admin().is_ok()).await
    }

    async fn issue_token(&self, new: NewToken) -> Result<IssuedToken, AppError> {
        let (token, secret) = Api::issue_token(self, &new.name, new.may, new.days).await?;
        Ok(IssuedToken { token, secret })
    }

    async fn revoke_token(&self, id: &str) -> Result<(), AppError> {
        Api::revoke_token(self, id).await
    }

    async fn change_password(&self, old: &str, new: &str) -> Result<(), AppError> {
        self.change_own_password(old, new, None).await
    }

    async fn sign_out_everywhere(&self) -> Result<(), AppError> {
        match &self.caller.account {
            Some(id) => sign_in::sign_out_everywhere(&self.services, id).await,
            None => Ok(()),
        }
    }

    async fn book_values(&self) -> Result<BookValues, AppError> {
        self.must_be_admin()?;
        let mut book = BookValues::default();
        for (column, found) in values::people(&self.services.db).await? {
            match column {
                "relationship_manager" => book.managers = found,
                "segment" => book.segments = found,
                "region" => book.regions = found,
                _ => {}
            }
        }
        Ok(book)
    }
}

/// What is said to anybody at the door.
#[async_trait]
impl Doors for Services {
    async fn ways(&self) -> Result<SignInWays, AppError> {
        let any_account = accounts::any(&self.db).await?;
        Ok(SignInWays { any_account, provider: self.config.oidc.provider().map(ToOwned::to_owned) })
    }

    async fn invited(&self, token: &str) -> Result<Option<Invited>, AppError> {
        let found = invitations::get(&self.db, &token::hash(token), self.world.now()).await?;
        Ok(found.map(|invitation| Invited { name: invitation.name, role: invitation.role }))
    }
}
