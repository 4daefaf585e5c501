//! Accounts: one's own password and tokens, and for admins everybody's account; also what a page may show before
//! anybody is signed in.

use app::api::accounts::{Accounts, Doors};
use async_trait::async_trait;
use model::account::forms::{BookValues, Invited, IssuedToken, NewAccount, NewToken, SignInWays};
use model::account::{Account, Action, ApiToken, Me, SignIn, message_text};
use model::error::AppError;

use super::Api;
use crate::auth::{sign_in, token};
use crate::services::Services;
use crate::store::accounts::{self, Change, invitations, sign_ins, tokens};
use crate::store::analytics::values;

#[async_trait]
impl Accounts for Api {
    async fn me(&self) -> Result<Me, AppError> {
        let (caller, db) = (&self.caller, &self.services.db);
        let has_password = match &caller.account {
            Some(id) => accounts::get(db, id).await?.has_password,
            None => false,
        };
        let (name, role, sees) = (caller.name.clone(), caller.role, caller.sees.clone());
        Ok(Me { name, role, sees, signed_in: caller.account.is_some(), has_password })
    }

    async fn accounts(&self) -> Result<Vec<Account>, AppError> {
        self.must_be_admin()?;
        Ok(accounts::all(&self.services.db).await?)
    }

    /// # Errors
    /// `Forbidden` without the admin role, for a token, and for one's own account, whose password can only be changed
    /// with the old one; otherwise the errors of [`sign_in::invite`].
    async fn invite(&self, new: NewAccount) -> Result<String, AppError> {
        self.keeps_accounts()?;
        if new.name.as_deref().is_some_and(|name| name.trim().to_lowercase() == self.caller.name) {
            let detail = "Change your own password on the page of your account, or have another admin make the link.";
            return Err(AppError::Forbidden { detail: detail.into() });
        }
        let (name, role, sees) = (new.name.as_deref(), new.role, &new.sees);
        let path = sign_in::invite(&self.services, name, role, sees.clone()).await?;
        // The link is valid, and shown, even if it could not be mailed: the log has the reason.
        let Services { outbox, world, .. } = &self.services;
        let mailed = outbox.invite(name.unwrap_or_default(), &path, world).await.unwrap_or(false);
        let mailed = if mailed { ", mailed to it" } else { "" };
        let detail = format!("A link to join as {role}, {}{mailed}", sees.in_words());
        self.audit(Action::AccountChanged, format!("account:{}", name.unwrap_or("?").trim().to_lowercase()), detail)
            .await?;
        Ok(path)
    }

    async fn tokens(&self) -> Result<Vec<ApiToken>, AppError> {
        self.api_tokens(self.must_be_admin().is_ok()).await
    }

    /// # Errors
    /// `Forbidden` for a token: its holder would learn when the owner is away.
    async fn sign_ins(&self) -> Result<Vec<SignIn>, AppError> {
        self.caller.must_be_person("Sign-ins are listed")?;
        let Some(id) = &self.caller.account else { return Ok(Vec::new()) };
        let Services { db, world, config, .. } = &self.services;
        Ok(sign_ins::of_account(db, id, self.caller.session(), world.now(), config.server.idle()).await?)
    }

    /// # Errors
    /// `Conflict` without an account; `Forbidden` for a token with more permissions than the caller; `Invalid` for an
    /// invalid name or number of days.
    async fn issue_token(&self, new: NewToken) -> Result<IssuedToken, AppError> {
        let (id, may, days) = (self.account_id()?, new.may, new.days);
        self.caller.must_be(may.role())?;
        self.caller.must_be_person("Tokens are made")?;
        let (token, secret) = sign_in::issue_token(&self.services, id, &new.name, may, days).await?;
        let detail = format!("“{}” may {may} for {days} days", token.name);
        self.audit(Action::TokenChanged, format!("token:{}", token.id), detail).await?;
        Ok(IssuedToken { token, secret })
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

/// Available to anybody who is not signed in.
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

impl Api {
    /// Changes the caller's own password and ends their other sign-ins. `keep` is the cookie of the sign-in that stays,
    /// `device` the cookie of the device in use.
    ///
    /// # Errors
    /// `Invalid` for a wrong old password or an unfit new one; `Conflict` without an account or a password here.
    pub async fn change_own_password(
        &self,
        old: &str,
        new: &str,
        keep: Option<&str>,
        device: Option<&str>,
    ) -> Result<(), AppError> {
        self.caller.must_be_person("Passwords are changed")?;
        let id = self.account_id()?;
        sign_in::change_password(&self.services, id, Some(old), new, keep, device).await?;
        self.audit(Action::PasswordChanged, format!("account:{}", self.caller.name), "By its owner").await
    }

    /// Changes an account and returns its new state.
    ///
    /// # Errors
    /// `Forbidden` without the admin role and for a token; `NotFound`; `Conflict` if no admin would be left: earlier
    /// changes of the call stay.
    pub async fn change_account(&self, id: &str, changes: Vec<Change>) -> Result<Account, AppError> {
        self.keeps_accounts()?;
        let db = &self.services.db;
        let what = sign_in::audit_subject(&accounts::get(db, id).await?);
        for change in changes {
            let detail = match &change {
                Change::Role(role) => format!("Its role is {role}"),
                Change::Sees(sees) => format!("It sees {}", sees.in_words()),
                Change::Disabled(true) => "Disabled".to_owned(),
                Change::Disabled(false) => "Enabled".to_owned(),
            };
            accounts::change(db, id, change).await?;
            self.audit(Action::AccountChanged, what.clone(), detail).await?;
        }
        Ok(accounts::get(db, id).await?)
    }

    /// API tokens, newest first: the caller's own, or everyone's.
    ///
    /// # Errors
    /// `Forbidden` for everyone's without the admin role.
    pub async fn api_tokens(&self, everyone: bool) -> Result<Vec<ApiToken>, AppError> {
        if everyone {
            self.must_be_admin()?;
            return Ok(tokens::all(&self.services.db, None).await?);
        }
        match &self.caller.account {
            Some(id) => Ok(tokens::all(&self.services.db, Some(id)).await?),
            None => Ok(Vec::new()),
        }
    }

    /// Revokes a token: one of the caller's own, or for an admin anyone's.
    ///
    /// # Errors
    /// `NotFound` if it does not exist or belongs to somebody else; `Forbidden` for a token, except on itself.
    pub async fn revoke_token(&self, id: &str) -> Result<(), AppError> {
        if self.caller.token() != Some(id) {
            self.caller.must_be_person("Other people's tokens are revoked")?;
        }
        let of = if self.must_be_admin().is_ok() { None } else { Some(self.account_id()?) };
        tokens::revoke(&self.services.db, id, of, self.services.world.now()).await?;
        self.audit(Action::TokenChanged, format!("token:{id}"), "Revoked").await
    }

    /// Ends one sign-in: that browser has to sign in again.
    ///
    /// # Errors
    /// `NotFound` if it does not exist or belongs to somebody else; `Forbidden` for a token.
    pub async fn end_sign_in(&self, id: &str) -> Result<(), AppError> {
        self.caller.must_be_person("Sign-ins are ended")?;
        sign_ins::end_one(&self.services.db, self.account_id()?, id).await?;
        self.audit(
            Action::SignedOut,
            format!("account:{}", self.caller.name),
            format!("The sign-in {id}, from their list"),
        )
        .await
    }

    /// A token expires, so it must neither create nor change accounts, which would outlive it.
    fn keeps_accounts(&self) -> Result<(), AppError> {
        self.must_be_admin()?;
        self.caller.must_be_person("Accounts are managed")
    }

    fn account_id(&self) -> Result<&str, AppError> {
        self.caller.account.as_deref().ok_or_else(|| AppError::Conflict { detail: message_text("no-account") })
    }
}
