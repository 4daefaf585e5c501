//! Accounts and tokens: who may change which, and the line of the audit log for it. Passwords and sign-ins write their own.

use app::api::accounts::{Accounts, Doors};
use app::error::AppError;
use app::model::account::forms::{AccountChange, BookValues, Invited, IssuedToken, NewAccount, NewToken, SignInWays};
use app::model::account::{Account, Action, ApiToken, Me, Sees, told};
use async_trait::async_trait;

use super::Api;
use crate::auth::{Caller, sign_in, token};
use crate::services::Services;
use crate::store::accounts::{self, Change, invitations, tokens};
use crate::store::analytics::values;

impl Api {
    /// The caller's account.
    ///
    /// # Errors
    /// `Conflict` for whoever has none: on this machine while there are none, and with `ADMIN_TOKEN`.
    fn own_account(&self) -> Result<&str, AppError> {
        self.caller.account.as_deref().ok_or_else(|| AppError::Conflict { detail: told("no-account") })
    }

    /// Whose tokens the caller may look at and take back: their own, or everybody's.
    fn whose(&self) -> Result<Option<&str>, AppError> {
        if self.must_be_admin().is_ok() { Ok(None) } else { self.own_account().map(Some) }
    }
}

#[async_trait]
impl Accounts for Api {
    async fn me(&self) -> Result<Me, AppError> {
        let caller = &self.caller;
        let has_password = match &caller.account {
            Some(id) => accounts::get(&self.services.db, id).await?.has_password,
            None => false,
        };
        let (name, role, sees) = (caller.name.clone(), caller.role, caller.sees.clone());
        // `ADMIN_TOKEN` proves somebody without an account.
        let signed_in = caller.account.is_some() || name != Caller::local(role).name;
        Ok(Me { name, role, sees, signed_in, has_password })
    }

    async fn accounts(&self) -> Result<Vec<Account>, AppError> {
        self.must_be_admin()?;
        Ok(accounts::all(&self.services.db).await?)
    }

    async fn invite(&self, new: NewAccount) -> Result<String, AppError> {
        self.must_be_admin()?;
        let name = new.name.as_deref().map(Account::name_of).transpose();
        let name = name.map_err(|code| AppError::invalid("name", told(code)))?;
        if let Some(name) = &name
            && accounts::by_name(&self.services.db, name).await?.is_some()
        {
            return Err(AppError::invalid("name", told("taken")));
        }
        let what = format!("account:{}", name.as_deref().unwrap_or("new"));
        self.audit(Action::AccountChanged, what, format!("Invited as {}, {}.", new.role, view(&new.sees))).await?;
        sign_in::invite(&self.services, name.as_deref(), new.role, new.sees).await
    }

    async fn change_account(&self, id: &str, change: AccountChange) -> Result<Account, AppError> {
        self.must_be_admin()?;
        let db = &self.services.db;
        let before = accounts::get(db, id).await?;
        let AccountChange { role, sees, disabled } = change;
        let (role, sees) = (role.filter(|r| *r != before.role), sees.filter(|s| *s != before.sees));
        let disabled = disabled.filter(|d| *d != before.disabled);
        let own = self.caller.account.as_deref() == Some(id);
        if own && (role.is_some() || sees.is_some() || disabled.is_some()) {
            let detail = "You cannot change your own account. Ask another admin.";
            return Err(AppError::Conflict { detail: detail.into() });
        }
        let what = format!("account:{}", before.name);
        if let Some(role) = role {
            self.audit(Action::AccountChanged, what.clone(), format!("Role: {role}, was {}.", before.role)).await?;
            accounts::change(db, id, Change::Role(role)).await?;
        }
        if let Some(sees) = sees {
            self.audit(Action::AccountChanged, what.clone(), format!("Now {}.", view(&sees))).await?;
            accounts::change(db, id, Change::Sees(sees)).await?;
        }
        if let Some(disabled) = disabled {
            let detail = if disabled { "Disabled." } else { "Enabled." };
            self.audit(Action::AccountChanged, what, detail).await?;
            accounts::change(db, id, Change::Disabled(disabled)).await?;
        }
        Ok(accounts::get(db, id).await?)
    }

    async fn tokens(&self) -> Result<Vec<ApiToken>, AppError> {
        // Whoever has no account has no tokens.
        let Ok(whose) = self.whose() else { return Ok(Vec::new()) };
        Ok(tokens::all(&self.services.db, whose).await?)
    }

    async fn issue_token(&self, new: NewToken) -> Result<IssuedToken, AppError> {
        let account = self.own_account()?;
        self.caller.must_be(new.may.role())?;
        let (services, what) = (&self.services, format!("account:{}", self.caller.name));
        let detail = format!("Made an API token that may {}, for {} days.", new.may, new.days);
        self.audit(Action::TokenChanged, what, detail).await?;
        let (token, secret) = sign_in::issue_token(services, account, new.name.trim(), new.may, new.days).await?;
        Ok(IssuedToken { token, secret })
    }

    async fn revoke_token(&self, id: &str) -> Result<(), AppError> {
        let whose = self.whose()?;
        let db = &self.services.db;
        let known = tokens::all(db, whose).await?.into_iter().find(|token| token.id == id);
        let known = known.ok_or_else(|| AppError::not_found(format!("There is no token {id} in use.")))?;
        let what = format!("account:{}", known.account);
        self.audit(Action::TokenChanged, what, format!("Revoked the API token {id}.")).await?;
        tokens::revoke(db, id, whose, self.services.world.now()).await?;
        Ok(())
    }

    async fn change_password(&self, old: &str, new: &str) -> Result<(), AppError> {
        sign_in::change_password(&self.services, self.own_account()?, Some(old), new, None).await
    }

    async fn sign_out_everywhere(&self) -> Result<(), AppError> {
        sign_in::sign_out_everywhere(&self.services, self.own_account()?).await
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

/// A view, without the names of people.
fn view(sees: &Sees) -> String {
    match sees {
        Sees::All => "sees all customers".to_owned(),
        Sees::Some(book) => format!(
            "sees customers of {} managers, {} segments, {} regions",
            book.managers.len(),
            book.segments.len(),
            book.regions.len()
        ),
    }
}
