//! Who asks: the caller, and what they may do. How that is proved stands in `http/caller`, what is kept of accounts in
//! `store/accounts`.

pub mod oidc;
pub mod password;
pub mod sign_in;
pub mod token;

use model::account::{Account, DataAccess, Role, TokenUse};
use model::error::AppError;
use model::locale::Locale;

/// Whoever a request is from. Made by the server from what the request proves, never from what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The name that stands on what they do: an account's, or "local".
    pub name: String,
    pub role: Role,
    pub sees: DataAccess,
    /// The account, where there is one: not on this machine while there are none, and not with `ADMIN_TOKEN`.
    pub account: Option<String>,
    /// May change nothing.
    pub reads_only: bool,
    /// Shows a token of the API: it makes no other token, so that it ends when it ends.
    pub by_token: bool,
    /// Makes tokens for panels, and nothing else.
    pub embeds: bool,
    /// In which their account reads the pages, where it has said so.
    pub language: Option<Locale>,
    /// Where the request came from.
    pub address: Option<String>,
}

impl Caller {
    /// Whoever uses this machine, while there are no accounts.
    pub fn local(role: Role) -> Self {
        Self {
            name: "local".into(),
            role,
            sees: DataAccess::All,
            account: None,
            reads_only: false,
            by_token: false,
            embeds: false,
            language: None,
            address: None,
        }
    }

    /// Whoever has signed in to an account.
    pub fn of(account: Account) -> Self {
        let Account { id, name, role, sees, language, .. } = account;
        Self { name, role, sees, language, account: Some(id), ..Self::local(role) }
    }

    /// Whoever sends a token of an account: at most what both may.
    pub fn by_token(account: Account, may: TokenUse) -> Self {
        let role = account.role.min(may.role());
        let (reads_only, embeds) = (may == TokenUse::Read, may == TokenUse::Embed);
        Self { role, reads_only, embeds, by_token: true, ..Self::of(account) }
    }

    /// Whoever sends `ADMIN_TOKEN`.
    pub fn by_admin_token() -> Self {
        Self { name: "admin-token".into(), ..Self::local(Role::Admin) }
    }

    /// Whether conversations of others are closed to them.
    pub fn keeps_to_own(&self) -> bool {
        self.account.is_some() && self.role < Role::Reviewer
    }

    /// # Errors
    /// `Forbidden` for who may less than `role`.
    pub fn must_be(&self, role: Role) -> Result<(), AppError> {
        if self.role >= role {
            return Ok(());
        }
        let whose = if role == Role::Admin { "admins" } else { "reviewers" };
        if self.account.is_some() {
            let (name, own) = (&self.name, self.role.phrase());
            let detail = format!("This is for {whose}. You are signed in as {name}, {own}.");
            return Err(AppError::Forbidden { detail });
        }
        let detail = match role {
            Role::Admin => "This is for admins. Sign in as one, or send an admin's token as `Authorization: Bearer …`.",
            _ => "This is for reviewers. Sign in as one, or send a reviewer's token as `Authorization: Bearer …`.",
        };
        Err(AppError::Forbidden { detail: detail.into() })
    }
}
