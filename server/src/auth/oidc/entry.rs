//! Maps a provider's claims to an account: a person's groups determine the role, their claims which customers a manager
//! sees. Both are set at each sign-in, so that they are managed at the provider.

use model::account::{Account, Action, Actor, CustomerBook, DataAccess, Role};
use model::error::AppError;

use super::Claims;
use crate::auth::sign_in::{self, Browser};
use crate::auth::token;
use crate::config::{OidcSettings, Unclaimed, names};
use crate::services::Services;
use crate::store::accounts::{self, Change, New, tokens};

/// Maximum characters taken from a name; this leaves room for a number.
const MAX_NAME_CHARS: usize = 54;

/// How many accounts may share a name before sign-in with that name is refused.
const SAME_NAME: u32 = 100;

/// Why a person known to the provider is refused.
#[derive(Debug)]
pub enum Out {
    /// In none of the permitted groups.
    NoGroup,
    /// An admin has disabled the account.
    Disabled,
    Failed(AppError),
}

impl<E: Into<AppError>> From<E> for Out {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// Signs a person in, with the role and customers from the provider's claims; creates the account if needed. Returns
/// the value of the sign-in cookie. Sign-ins, refusals and changes are recorded in the audit log.
///
/// # Errors
/// See [`Out`].
pub async fn enter(services: &Services, claims: &Claims, browser: &Browser<'_>) -> Result<String, Out> {
    let (settings, db) = (&services.config.oidc, &services.db);
    let known = accounts::by_subject(db, &claims.subject).await?;
    let name = match &known {
        Some(account) => account.name.clone(),
        None => free(services, &plain(&claims.name)).await?,
    };
    let log = Log { services, name: name.clone(), address: browser.address.clone() };
    let groups = claims.texts(&settings.groups_claim.value);
    let Some(role) = role(settings, &groups) else {
        let claim = &settings.groups_claim.value;
        let note = match groups.len() {
            0 => format!("The provider sent no groups: neither its token nor its user info has the claim {claim}"),
            n => format!("In none of the groups that may sign in; the provider sent {n} as {claim}"),
        };
        log.note(Action::SignInFailed, &note).await?;
        if let Some(account) = &known {
            sign_in::sign_out_everywhere(services, &account.id).await?;
            tokens::revoke_all(db, &account.id, services.world.now()).await?;
        }
        return Err(Out::NoGroup);
    };
    if known.as_ref().is_some_and(|account| account.disabled) {
        log.note(Action::SignInFailed, "The account is disabled").await?;
        return Err(Out::Disabled);
    }
    let sees = sees(settings, role, claims);
    let id = match known {
        Some(account) => {
            if account.role != role {
                log.note(Action::AccountChanged, &format!("Its role is {role}, by the provider's groups")).await?;
                accounts::change(db, &account.id, Change::Role(role)).await?;
            }
            if let Some(sees) = sees.filter(|sees| *sees != account.sees) {
                log.note(Action::AccountChanged, "Sees other customers, by the provider's claims").await?;
                accounts::change(db, &account.id, Change::Sees(sees)).await?;
            }
            account.id
        }
        None => {
            log.note(Action::AccountChanged, &format!("Made at the first sign-in, role {role}")).await?;
            let (id, now) = (services.world.id(), services.world.now());
            let subject = Some(claims.subject.clone());
            let all = settings.sees.value == Unclaimed::All;
            let sees = sees.unwrap_or(if all { DataAccess::All } else { DataAccess::default() });
            accounts::put(db, &New { id: id.clone(), name, role, sees, password: None, subject, now }).await?;
            id
        }
    };
    let cookie = sign_in::begin_session(services, &accounts::get(db, &id).await?, browser.agent).await?;
    // The provider's id of the session, for when it ends there.
    if let [sid] = claims.texts("sid")[..] {
        accounts::provider::note_session(db, &token::hash(&cookie), sid).await?;
    }
    log.note(Action::SignedIn, "With the firm's account").await?;
    Ok(cookie)
}

/// Records in the audit log what happens to one account.
struct Log<'a> {
    services: &'a Services,
    name: String,
    address: Option<String>,
}

impl Log<'_> {
    async fn note(&self, action: Action, detail: &str) -> Result<(), AppError> {
        let what = format!("account:{}", self.name);
        let by = Actor::named(&self.name).at(self.address.clone());
        sign_in::note(self.services, &by, action, what, detail).await
    }
}

/// The highest role granted by one of the groups.
fn role(settings: &OidcSettings, groups: &[&str]) -> Option<Role> {
    let gives = |list: &str| names(list).any(|name| groups.contains(&name));
    [(Role::Admin, &settings.admins), (Role::Reviewer, &settings.reviewers), (Role::Manager, &settings.managers)]
        .into_iter()
        .find_map(|(role, list)| gives(&list.value).then_some(role))
}

/// The customers that somebody sees according to the provider's claims. `None` if no claim is configured: then an
/// admin's choice here remains.
fn sees(settings: &OidcSettings, role: Role, claims: &Claims) -> Option<DataAccess> {
    let by = [&settings.manager_claim.value, &settings.segment_claim.value, &settings.region_claim.value];
    if by.iter().all(|claim| claim.is_none()) {
        return None;
    }
    if role > Role::Manager {
        return Some(DataAccess::All);
    }
    let list = |claim: &Option<String>| -> Vec<String> {
        claim.as_ref().map(|claim| claims.texts(claim)).unwrap_or_default().into_iter().map(str::to_owned).collect()
    };
    let [managers, segments, regions] = by.map(list);
    Some(DataAccess::Some(CustomerBook { managers, segments, regions, only: None }))
}

/// A valid account name; "someone" if nothing of the name can be used.
fn plain(name: &str) -> String {
    let kept = name.chars().filter(|c| c.is_alphanumeric() || "@._-+".contains(*c));
    let kept: String = kept.skip_while(|c| !c.is_alphanumeric()).take(MAX_NAME_CHARS).collect();
    Account::name_of(&kept).unwrap_or_else(|_| "someone".to_owned())
}

/// A name that no account has. Accounts with a password keep their names: the provider must not give access to them.
async fn free(services: &Services, name: &str) -> Result<String, AppError> {
    for n in 1..=SAME_NAME {
        let candidate = if n == 1 { name.to_owned() } else { format!("{name}-{n}") };
        if accounts::by_name(&services.db, &candidate).await?.is_none() {
            return Ok(candidate);
        }
    }
    Err(AppError::Conflict { detail: format!("Too many accounts are called {name}.") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        assert_eq!(plain("Ann.Lee@Firm.Example"), "ann.lee@firm.example");
        assert_eq!(plain("Ann <b>Lee</b>"), "annbleeb");
        assert_eq!((plain("  "), plain("local")), ("someone".to_owned(), "someone".to_owned()));
        assert_eq!(plain(&"x".repeat(200)).len(), MAX_NAME_CHARS);
    }
}
