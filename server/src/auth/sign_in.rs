//! Signing in and out, passwords, invitations and API tokens: creates and ends credentials. Callers check beforehand
//! whether the action is permitted.

use model::account::{Account, Action, Actor, ApiToken, AuditEntry, DataAccess, Role, TokenUse, message_text};
use model::error::AppError;

use super::{browser, password, token};
use crate::services::Services;
use crate::store::accounts::{self, New, devices, invitations, sign_ins, tokens, tries};
use crate::store::audit;

/// How long a sign-in lasts, in milliseconds.
pub const SESSION_MS: i64 = 12 * 3_600_000;
/// How long an invitation is valid, in milliseconds.
pub const INVITATION_MS: i64 = 24 * 3_600_000;
/// Milliseconds per day.
const DAY_MS: i64 = 86_400_000;
/// How long a device stays known after its last sign-in, in milliseconds.
pub const DEVICE_MS: i64 = 180 * DAY_MS;
/// Maximum number of known devices per account.
const MAX_DEVICES: i64 = 10;
/// Allowed lifetime of an API token, in days.
const DAYS: std::ops::RangeInclusive<u32> = 1..=365;
/// Maximum length of a token's name, in characters.
const TOKEN_NAME: usize = 60;

/// How many milliseconds password attempts are blocked after this many failures in a row: 30 seconds after five,
/// doubled for each further one, at most an hour.
fn wait(failures: i64) -> i64 {
    let times = u32::try_from((failures - 5).min(10)).map_or(0, |n| 1_i64 << n);
    (times * 30_000).min(3_600_000)
}

/// The cookie values for a browser after a successful sign-in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// Proves the sign-in.
    pub session: String,
    /// Proves that this browser has signed in to the account before, for [`DEVICE_MS`]. It grants no access.
    pub device: String,
}

/// The browser used for a sign-in, as it identifies itself.
#[derive(Clone, Debug, Default)]
pub struct Browser<'a> {
    pub address: Option<String>,
    /// The device cookie, whichever account it belongs to.
    pub device: Option<&'a str>,
    /// Its user agent.
    pub agent: Option<&'a str>,
}

/// Signs in with a password.
///
/// # Errors
/// `Forbidden`, in the same words for an unknown name, a wrong password, and a disabled or locked account.
pub async fn sign_in(
    services: &Services,
    name: &str,
    password: &str,
    browser: &Browser<'_>,
) -> Result<SignedIn, AppError> {
    let Browser { address, device, .. } = browser.clone();
    let account = accounts::by_name(&services.db, name).await?;
    // No account has an empty id. The same query runs for an unknown name, so that it takes as long.
    let id = account.as_ref().map_or("", |account| account.id.as_str());
    let right = is_right(services, id, password, device).await?;
    match account {
        Some(account) if right && !account.disabled => {
            let signed_in = let_in(services, &account, browser).await?;
            let by = Actor::named(&account.name).at(address);
            note(services, &by, Action::SignedIn, audit_subject(&account), "With a password").await?;
            Ok(signed_in)
        }
        // Unknown names are not recorded: some people type their password there.
        account => {
            let (who, what) =
                account.map_or(("nobody".into(), "account:unknown".into()), |a| (a.name.clone(), audit_subject(&a)));
            let by = Actor::named(who).at(address);
            note(services, &by, Action::SignInFailed, what, "Wrong name or password").await?;
            Err(AppError::Forbidden { detail: message_text("wrong") })
        }
    }
}

/// Whether this is the account's password. Failures are counted, and while attempts are blocked no password is
/// accepted: per device if the account knows the cookie's device, otherwise per account, for all unknown browsers.
async fn is_right(
    services: &Services,
    account_id: &str,
    password: &str,
    device: Option<&str>,
) -> Result<bool, AppError> {
    let (db, now) = (&services.db, services.world.now());
    // Queried with or without a cookie, and whichever account it belongs to, so that the response time reveals neither.
    let shown = token::hash(device.unwrap_or_default());
    let device = devices::knows(db, account_id, &shown, now - DEVICE_MS).await?.then_some(shown.as_str());
    let tried = tries::begin(db, account_id, device, now, wait).await?;
    let known = accounts::password_hash(db, account_id).await?;
    // Compared even while blocked, so that the response takes as long.
    let right = password::verify(password, known.as_deref()).await? && tried;
    if right {
        tries::right(db, account_id, device, now).await?;
    }
    Ok(right)
}

/// Begins a sign-in in a browser, which becomes a known device of the account.
async fn let_in(services: &Services, account: &Account, browser: &Browser<'_>) -> Result<SignedIn, AppError> {
    let session = begin_session(services, account, browser.agent).await?;
    let device = remember(services, &account.id, browser.device).await?;
    Ok(SignedIn { session, device })
}

/// The device cookie for a browser: the one that it sent if the account already knows it, otherwise a new one. Never
/// one that only the browser knows, since somebody else may have planted it.
async fn remember(services: &Services, account_id: &str, shown: Option<&str>) -> Result<String, AppError> {
    let (db, now) = (&services.db, services.world.now());
    if let Some(shown) = shown
        && devices::used(db, account_id, &token::hash(shown), now - DEVICE_MS, now).await?
    {
        return Ok(shown.to_owned());
    }
    let device = services.world.secret();
    devices::put(db, account_id, &token::hash(&device), now, MAX_DEVICES).await?;
    Ok(device)
}

/// Begins a sign-in of twelve hours in a browser with this user agent; returns the value of its cookie. The caller
/// records it in the audit log.
///
/// # Errors
/// `Forbidden` for a disabled account.
pub async fn begin_session(services: &Services, account: &Account, agent: Option<&str>) -> Result<String, AppError> {
    if account.disabled {
        return Err(AppError::Forbidden { detail: message_text("disabled") });
    }
    let (cookie, now) = (services.world.secret(), services.world.now());
    sign_ins::sweep(&services.db, now, services.config.server.idle()).await?;
    devices::sweep(&services.db, now - DEVICE_MS).await?;
    let (id, hash, browser) = (services.world.id(), token::hash(&cookie), agent.and_then(browser::in_short));
    let new = sign_ins::New { id, hash, account_id: &account.id, browser, now, expires_at: now + SESSION_MS };
    sign_ins::put(&services.db, &new).await?;
    Ok(cookie)
}

/// Ends the sign-in of a cookie.
pub async fn sign_out(services: &Services, cookie: &str) -> Result<(), AppError> {
    Ok(sign_ins::end(&services.db, &token::hash(cookie)).await?)
}

/// Ends every sign-in of an account, and forgets its devices.
pub async fn sign_out_everywhere(services: &Services, account_id: &str) -> Result<(), AppError> {
    sign_ins::end_all(&services.db, account_id, None).await?;
    Ok(devices::forget_all(&services.db, account_id).await?)
}

/// Changes an account's password and ends its sign-ins, except that of the cookie `keep`. `old` is the old password:
/// required from people, `None` if set by the user of the machine, in which case its devices are forgotten as well.
/// `device` is the browser's device cookie.
///
/// # Errors
/// `Invalid` for a wrong old password or an unfit new one; `Conflict` if the account has no password here.
pub async fn change_password(
    services: &Services,
    account_id: &str,
    old: Option<&str>,
    new: &str,
    keep: Option<&str>,
    device: Option<&str>,
) -> Result<(), AppError> {
    let account = accounts::get(&services.db, account_id).await?;
    if let Some(old) = old {
        if !account.has_password {
            return Err(AppError::Conflict { detail: message_text("no-password") });
        }
        if !is_right(services, account_id, old, device).await? {
            return Err(AppError::invalid("old", message_text("old")));
        }
    }
    set_password(services, &account, new).await?;
    if old.is_none() {
        devices::forget_all(&services.db, account_id).await?;
    }
    Ok(sign_ins::end_all(&services.db, account_id, keep.map(token::hash).as_deref()).await?)
}

async fn set_password(services: &Services, account: &Account, new: &str) -> Result<(), AppError> {
    password::check(&account.name, new)?;
    let phc = password::hash(&services.world, new).await?;
    Ok(accounts::set_password(&services.db, &account.id, &phc).await?)
}

/// A link that creates an account, once within a day. Without a name the invitee chooses it; with the name of an
/// existing account it sets a new password.
///
/// # Errors
/// `Invalid` for an invalid name; `Conflict` for a disabled account, and for a first account that is not an admin.
pub async fn invite(services: &Services, name: Option<&str>, role: Role, sees: DataAccess) -> Result<String, AppError> {
    let name = name.map(named).transpose()?;
    if let Some(name) = &name
        && accounts::by_name(&services.db, name).await?.is_some_and(|account| account.disabled)
    {
        return Err(AppError::Conflict { detail: message_text("disabled") });
    }
    may_be_first(services, role).await?;
    let (token, until) = (services.world.secret(), services.world.now() + INVITATION_MS);
    invitations::put(&services.db, &token::hash(&token), name.as_deref(), role, &sees, until).await?;
    Ok(format!("/join/{token}"))
}

/// The link that creates the first admin; earlier ones become invalid.
pub async fn invite_first(services: &Services) -> Result<String, AppError> {
    invitations::clear_unnamed(&services.db).await?;
    invite(services, None, Role::Admin, DataAccess::All).await
}

/// Creates the account of an invitation, or sets an account's new password, and signs in. The invitation is used up
/// only once everything else is valid.
///
/// # Errors
/// `NotFound` for an invalid link; `Invalid` for an unfit name or password; `Conflict` for a taken name.
pub async fn join(
    services: &Services,
    token: &str,
    name: &str,
    password: &str,
    agent: Option<&str>,
) -> Result<SignedIn, AppError> {
    let (db, hash, now) = (&services.db, token::hash(token), services.world.now());
    let none = || AppError::not_found(message_text("link"));
    let invitation = invitations::get(db, &hash, now).await?.ok_or_else(none)?;
    let name = named(invitation.name.as_deref().unwrap_or(name))?;
    password::check(&name, password)?;
    let there = accounts::by_name(db, &name).await?;
    match &there {
        Some(_) if invitation.name.is_none() => return Err(AppError::Conflict { detail: message_text("taken") }),
        Some(account) if account.disabled => return Err(AppError::Forbidden { detail: message_text("disabled") }),
        _ => may_be_first(services, invitation.role).await?,
    }
    let is_first = !accounts::any(db).await?;
    let invitation = invitations::take(db, &hash, now).await?.ok_or_else(none)?;
    let (account, action, done) = match there {
        Some(account) => {
            set_password(services, &account, password).await?;
            sign_out_everywhere(services, &account.id).await?;
            tokens::revoke_all(db, &account.id, now).await?;
            (account, Action::PasswordChanged, "A new password, by a link; its tokens are revoked")
        }
        None => {
            let made = create(services, &name, invitation.role, invitation.sees, Some(password)).await?;
            (made, Action::AccountChanged, "Joined by a link")
        }
    };
    if is_first {
        // Other links for becoming the first admin become invalid.
        invitations::clear_unnamed(db).await?;
    }
    note(services, &Actor::named(&account.name), action, audit_subject(&account), done).await?;
    // A device cookie may come from whoever was signed in before.
    let_in(services, &account, &Browser { agent, ..Browser::default() }).await
}

/// Creates an account.
///
/// # Errors
/// `Invalid` for an unfit name or password; `Conflict` for a taken name, and for a first account that is not an admin.
pub async fn create(
    services: &Services,
    name: &str,
    role: Role,
    sees: DataAccess,
    password: Option<&str>,
) -> Result<Account, AppError> {
    let name = named(name)?;
    may_be_first(services, role).await?;
    let password = match password {
        Some(password) => {
            password::check(&name, password)?;
            Some(password::hash(&services.world, password).await?)
        }
        None => None,
    };
    let (id, now) = (services.world.id(), services.world.now());
    accounts::put(&services.db, &New { id: id.clone(), name, role, sees, password, subject: None, now }).await?;
    Ok(accounts::get(&services.db, &id).await?)
}

/// Creates an API token: its stored record, and the token itself, which is shown once.
///
/// # Errors
/// `Invalid` for an invalid name or number of days; `NotFound` for an unknown account.
pub async fn issue_token(
    services: &Services,
    account_id: &str,
    name: &str,
    may: TokenUse,
    days: u32,
) -> Result<(ApiToken, String), AppError> {
    let account = accounts::get(&services.db, account_id).await?;
    let name = name.trim().to_owned();
    if name.is_empty() || name.chars().count() > TOKEN_NAME {
        return Err(AppError::invalid("name", message_text("token-name")));
    }
    if may == TokenUse::Panel {
        return Err(AppError::invalid("may", "Tokens of panels are made by POST /api/embed, each for one customer."));
    }
    if !DAYS.contains(&days) {
        return Err(AppError::invalid("days", message_text("days")));
    }
    let (id, secret, now) = (services.world.id(), token::api(&services.world), services.world.now());
    let expires_at = now + i64::from(days) * DAY_MS;
    let hash = token::hash(&secret);
    let account_id = account.id;
    let new =
        tokens::New { id: id.clone(), account_id, name: name.clone(), hash, may, customer: None, now, expires_at };
    tokens::put(&services.db, &new).await?;
    let token =
        ApiToken { id, name, account: account.name, may, created_at: now, expires_at, used_at: None, revoked_at: None };
    Ok((token, secret))
}

/// Records an action in the audit log. `what` is a kind and an id; `detail` describes the action and quotes no
/// customer.
pub async fn note(services: &Services, by: &Actor, action: Action, what: String, detail: &str) -> Result<(), AppError> {
    let (id, at) = (services.world.id(), services.world.now());
    Ok(audit::add(&services.db, &AuditEntry::new(id, at, by, action, what, detail.into())).await?)
}

/// An account's name in the audit log.
pub fn audit_subject(account: &Account) -> String {
    format!("account:{}", account.name)
}

fn named(name: &str) -> Result<String, AppError> {
    Account::name_of(name).map_err(|code| AppError::invalid("name", message_text(code)))
}

/// Without an admin nobody could make further accounts.
async fn may_be_first(services: &Services, role: Role) -> Result<(), AppError> {
    if role == Role::Admin || accounts::any(&services.db).await? {
        return Ok(());
    }
    Err(AppError::Conflict { detail: message_text("first") })
}

#[cfg(test)]
mod tests {
    use super::wait;

    #[test]
    fn a_lock_lasts_longer_each_time() {
        assert_eq!([0, 1, 4].map(wait), [0, 0, 0]);
        assert_eq!([5, 6, 7, 11].map(wait), [30_000, 60_000, 120_000, 1_920_000]);
        assert_eq!([12, 20, i64::MAX].map(wait), [3_600_000; 3]);
    }
}
