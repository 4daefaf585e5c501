//! Who asks: the caller, and what they may do. How that is proved stands in `http/caller`, what is kept of accounts in
//! `store/accounts`.

mod browser;
pub mod oidc;
pub mod password;
pub mod sign_in;
pub mod token;

use model::account::{Account, Actor, DataAccess, Role, TokenUse};
use model::error::AppError;
use model::locale::Locale;

/// The name of whoever sends `ADMIN_TOKEN`.
const ADMIN_TOKEN: &str = "admin-token";

/// What a caller proves who they are by. What is for people alone, what a token may reach and what the audit log says of a call
/// all follow from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Nothing: whoever uses this machine itself, while there are no accounts.
    Machine,
    /// The cookie of a sign-in, by its hash.
    Session(String),
    /// A token of the API, by its id and its hash.
    Token { id: String, hash: String, may: TokenUse },
    /// An access token of the firm's provider.
    Provider,
    /// `ADMIN_TOKEN`.
    AdminToken,
}

/// Whoever a request is from. Made by the server from what the request proves, never from what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The name that stands on what they do: an account's, or "local".
    pub name: String,
    pub role: Role,
    pub sees: DataAccess,
    /// The account, where there is one: not on this machine while there are none, and not with `ADMIN_TOKEN`.
    pub account: Option<String>,
    pub proof: Proof,
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
            proof: Proof::Machine,
            language: None,
            address: None,
        }
    }

    /// An account, as whoever sits at the machine acts for it.
    pub fn from_account(account: Account) -> Self {
        let Account { id, name, role, sees, language, .. } = account;
        Self { name, role, sees, language, account: Some(id), ..Self::local(role) }
    }

    /// Whoever has signed in to an account; `hash` is of the cookie.
    pub fn by_session(account: Account, hash: String) -> Self {
        Self { proof: Proof::Session(hash), ..Self::from_account(account) }
    }

    /// Whoever sends a token of an account: at most what both may.
    pub fn by_token(account: Account, id: String, hash: String, may: TokenUse) -> Self {
        let role = account.role.min(may.role());
        Self { role, proof: Proof::Token { id, hash, may }, ..Self::from_account(account) }
    }

    /// Whoever sends an access token of the firm's provider, which may what a token that asks may.
    pub fn by_provider(account: Account) -> Self {
        let role = account.role.min(TokenUse::Ask.role());
        Self { role, proof: Proof::Provider, ..Self::from_account(account) }
    }

    /// Whoever sends `ADMIN_TOKEN`.
    pub fn by_admin_token() -> Self {
        Self { name: ADMIN_TOKEN.into(), proof: Proof::AdminToken, ..Self::local(Role::Admin) }
    }

    /// What a token is for, where one is shown that has a use.
    pub const fn token_use(&self) -> Option<TokenUse> {
        match &self.proof {
            Proof::Token { may, .. } => Some(*may),
            _ => None,
        }
    }

    /// A person and no program: signed in in a browser, or at the machine itself while there are no accounts.
    ///
    /// # Errors
    /// `Forbidden` for a token of any kind, in a sentence that begins with `what`: "Proposals are decided".
    pub fn must_be_person(&self, what: &str) -> Result<(), AppError> {
        if matches!(self.proof, Proof::Machine | Proof::Session(_)) {
            return Ok(());
        }
        let detail =
            format!("{what} only by people signed in with a browser, never with a token. Sign in and do it there.");
        Err(AppError::Forbidden { detail })
    }

    /// The hash of the cookie of their sign-in; empty without one.
    pub fn session(&self) -> &str {
        match &self.proof {
            Proof::Session(hash) => hash,
            _ => "",
        }
    }

    /// How the audit log names the token that was shown.
    pub fn token(&self) -> Option<&str> {
        match &self.proof {
            Proof::Machine | Proof::Session(_) => None,
            Proof::Token { id, .. } => Some(id),
            Proof::Provider => Some("of the provider"),
            Proof::AdminToken => Some(ADMIN_TOKEN),
        }
    }

    /// What the audit log says of whoever calls by `channel`.
    pub fn actor(&self, channel: &str) -> Actor {
        Actor {
            who: self.name.clone(),
            address: self.address.clone(),
            channel: Some(channel.to_owned()),
            token: self.token().map(str::to_owned),
        }
    }

    /// Whoever uses the machine while there are no accounts: all that is there is theirs.
    pub fn is_machine(&self) -> bool {
        self.proof == Proof::Machine && self.account.is_none()
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
