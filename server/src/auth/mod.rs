//! Who asks: the caller, and their permissions. How the caller is authenticated is in `http/caller`, how accounts are
//! stored in `store/accounts`.

mod browser;
pub mod oidc;
pub mod password;
pub mod sign_in;
pub mod token;

use model::account::{Account, Actor, DataAccess, Role, TokenUse};
use model::error::AppError;
use model::locale::Locale;

/// The name of callers with `ADMIN_TOKEN`.
const ADMIN_TOKEN: &str = "admin-token";

/// How a caller is authenticated. Restrictions to people, the scope of a token and the entries of the audit log all
/// depend on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// None: the user of this machine, while there are no accounts.
    Machine,
    /// The cookie of a sign-in, by its hash.
    Session(String),
    /// An API token, by its id and its hash.
    Token { id: String, hash: String, may: TokenUse },
    /// An access token of the firm's identity provider.
    Provider,
    /// `ADMIN_TOKEN`.
    AdminToken,
}

/// The caller of a request. Determined by the server from the request's credentials, never from its claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The name recorded with their actions: an account's, or "local".
    pub name: String,
    pub role: Role,
    pub sees: DataAccess,
    /// The account, if any: there is none on a machine without accounts, nor with `ADMIN_TOKEN`.
    pub account: Option<String>,
    pub proof: Proof,
    /// The account's chosen language for pages, if any.
    pub language: Option<Locale>,
    /// The client's address.
    pub address: Option<String>,
}

impl Caller {
    /// The user of this machine, while there are no accounts.
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

    /// An account, as represented by the user of the machine.
    pub fn from_account(account: Account) -> Self {
        let Account { id, name, role, sees, language, .. } = account;
        Self { name, role, sees, language, account: Some(id), ..Self::local(role) }
    }

    /// The account that is signed in; `hash` is the hash of the cookie.
    pub fn by_session(account: Account, hash: String) -> Self {
        Self { proof: Proof::Session(hash), ..Self::from_account(account) }
    }

    /// The account of an API token: limited to what both may do.
    pub fn by_token(account: Account, id: String, hash: String, may: TokenUse) -> Self {
        let role = account.role.min(may.role());
        Self { role, proof: Proof::Token { id, hash, may }, ..Self::from_account(account) }
    }

    /// The account of an access token of the firm's provider, with the permissions of a token for asking.
    pub fn by_provider(account: Account) -> Self {
        let role = account.role.min(TokenUse::Ask.role());
        Self { role, proof: Proof::Provider, ..Self::from_account(account) }
    }

    /// A caller with `ADMIN_TOKEN`.
    pub fn by_admin_token() -> Self {
        Self { name: ADMIN_TOKEN.into(), proof: Proof::AdminToken, ..Self::local(Role::Admin) }
    }

    /// The permitted use of the caller's token, if it has one.
    pub const fn token_use(&self) -> Option<TokenUse> {
        match &self.proof {
            Proof::Token { may, .. } => Some(*may),
            _ => None,
        }
    }

    /// Requires a person: signed in in a browser, or the user of the machine while there are no accounts.
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

    /// The hash of the sign-in cookie; empty without one.
    pub fn session(&self) -> &str {
        match &self.proof {
            Proof::Session(hash) => hash,
            _ => "",
        }
    }

    /// The token's name in the audit log.
    pub fn token(&self) -> Option<&str> {
        match &self.proof {
            Proof::Machine | Proof::Session(_) => None,
            Proof::Token { id, .. } => Some(id),
            Proof::Provider => Some("of the provider"),
            Proof::AdminToken => Some(ADMIN_TOKEN),
        }
    }

    /// The caller's entry in the audit log, for a call by `channel`.
    pub fn actor(&self, channel: &str) -> Actor {
        Actor {
            who: self.name.clone(),
            address: self.address.clone(),
            channel: Some(channel.to_owned()),
            token: self.token().map(str::to_owned),
        }
    }

    /// The user of the machine while there are no accounts: they own everything.
    pub fn is_machine(&self) -> bool {
        self.proof == Proof::Machine && self.account.is_none()
    }

    /// Whether they may not read others' conversations.
    pub fn keeps_to_own(&self) -> bool {
        self.account.is_some() && self.role < Role::Reviewer
    }

    /// # Errors
    /// `Forbidden` for a lower role than `role`.
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
