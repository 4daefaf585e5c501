//! Accounts: their roles and data access. Each kind of credential has its own file: sign-ins, API tokens, invitations,
//! and password attempts with the devices they may come from. Secrets arrive as hashes.

use model::account::{Account, DataAccess, Role, message_text};
use model::locale::Locale;
use sqlx::FromRow;

pub mod devices;
pub mod invitations;
pub mod provider;
pub mod sign_ins;
pub mod tokens;
pub mod tries;

use super::{Db, Result, StoreError, reading, writing};

/// The columns an account is read from; `a` is its table.
macro_rules! account_columns {
    () => {
        "a.id, a.name, a.role, a.sees, a.disabled, a.password IS NOT NULL AS has_password, a.created_at, a.signed_in_at, a.language"
    };
}
use account_columns;

/// An account to create.
#[derive(Clone, Debug)]
pub struct New {
    pub id: String,
    /// In stored form: see [`model::account::Account::name_of`].
    pub name: String,
    pub role: Role,
    pub sees: DataAccess,
    /// A PHC string; `None` if the account uses the firm's single sign-on.
    pub password: Option<String>,
    /// Issuer and subject at the firm's single sign-on.
    pub subject: Option<String>,
    /// UTC milliseconds.
    pub now: i64,
}

/// A change to an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    Role(Role),
    Sees(DataAccess),
    Disabled(bool),
}

/// The form in which names are stored and compared.
fn kept(name: &str) -> String {
    name.trim().to_lowercase()
}

/// All accounts, by name.
pub async fn all(db: &Db) -> Result<Vec<Account>> {
    let sql = concat!("SELECT ", account_columns!(), " FROM accounts a ORDER BY a.name");
    let rows: Vec<Row> = reading!(db, pool => sqlx::query_as(sql).fetch_all(pool).await?);
    Ok(rows.into_iter().filter_map(Row::account).collect())
}

/// The account with this id.
///
/// # Errors
/// `NotFound` for an unknown one.
pub async fn get(db: &Db, id: &str) -> Result<Account> {
    let sql = concat!("SELECT ", account_columns!(), " FROM accounts a WHERE a.id = $1");
    let row: Option<Row> = reading!(db, pool => sqlx::query_as(sql).bind(id).fetch_optional(pool).await?);
    row.and_then(Row::account).ok_or_else(|| none(id))
}

/// The account with this name, case-insensitively.
pub async fn by_name(db: &Db, name: &str) -> Result<Option<Account>> {
    let sql = concat!("SELECT ", account_columns!(), " FROM accounts a WHERE a.name = $1");
    let row: Option<Row> = reading!(db, pool => sqlx::query_as(sql).bind(kept(name)).fetch_optional(pool).await?);
    Ok(row.and_then(Row::account))
}

/// The account whose single sign-on identity is `subject`.
pub async fn by_subject(db: &Db, subject: &str) -> Result<Option<Account>> {
    let sql = concat!("SELECT ", account_columns!(), " FROM accounts a WHERE a.subject = $1");
    let row: Option<Row> = reading!(db, pool => sqlx::query_as(sql).bind(subject).fetch_optional(pool).await?);
    Ok(row.and_then(Row::account))
}

/// Whether any account exists; once one does, everybody must sign in.
pub async fn any(db: &Db) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM accounts)";
    db.known().accounts.get(async { Ok(reading!(db, pool => sqlx::query_scalar(sql).fetch_one(pool).await?)) }).await
}

/// How many there are.
pub async fn count(db: &Db) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM accounts";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).fetch_one(pool).await?))
}

/// Current role and data access of a named account; `None` if unknown or disabled.
pub async fn seen_by(db: &Db, name: &str) -> Result<Option<(Role, DataAccess)>> {
    Ok(by_name(db, name).await?.filter(|account| !account.disabled).map(|account| (account.role, account.sees)))
}

/// The hash of an account's password as a PHC string; `None` if it has no password or is unknown.
pub async fn password_hash(db: &Db, id: &str) -> Result<Option<String>> {
    let sql = "SELECT password FROM accounts WHERE id = $1";
    let password: Option<Option<String>> =
        reading!(db, pool => sqlx::query_scalar(sql).bind(id).fetch_optional(pool).await?);
    Ok(password.flatten())
}

/// Creates an account.
///
/// # Errors
/// `Conflict` if the name or subject is taken.
pub async fn put(db: &Db, new: &New) -> Result<()> {
    let sql = "INSERT INTO accounts (id, name, role, sees, password, subject, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
    let made = writing!(db, pool => sqlx::query(sql)
        .bind(&new.id).bind(kept(&new.name)).bind(new.role.as_str()).bind(json(&new.sees)).bind(&new.password)
        .bind(&new.subject).bind(new.now).execute(pool).await?.rows_affected());
    db.known().accounts.changed();
    if made == 0 { Err(StoreError::Conflict(message_text("taken"))) } else { Ok(()) }
}

/// Changes an account. If its rights shrink, its sign-ins end; disabling also forgets its devices.
///
/// # Errors
/// `NotFound` for an unknown one; `Conflict` if no admin would be left.
pub async fn change(db: &Db, id: &str, change: Change) -> Result<()> {
    let before = get(db, id).await?;
    let (lessens, ends) = match &change {
        Change::Role(role) => (*role < Role::Admin, *role < before.role),
        Change::Sees(sees) => (false, *sees != DataAccess::All && *sees != before.sees),
        Change::Disabled(disabled) => (*disabled, *disabled),
    };
    // Locks the admins, so that of two concurrent demotions the second waits and sees the first.
    let lock = "UPDATE accounts SET failures = failures WHERE role = 'admin'";
    let left = "SELECT EXISTS (SELECT 1 FROM accounts WHERE role = 'admin' AND NOT disabled AND id <> $1)";
    let is_one = "SELECT EXISTS (SELECT 1 FROM accounts WHERE role = 'admin' AND NOT disabled AND id = $1)";
    let set = match &change {
        Change::Role(_) => "UPDATE accounts SET role = $2 WHERE id = $1",
        Change::Sees(_) => "UPDATE accounts SET sees = $2 WHERE id = $1",
        Change::Disabled(_) => "UPDATE accounts SET disabled = $2 WHERE id = $1",
    };
    let end = "DELETE FROM sign_ins WHERE account_id = $1";
    let forget = "DELETE FROM devices WHERE account_id = $1";
    writing!(db, pool => {
        let mut tx = pool.begin().await?;
        if lessens {
            let _ = sqlx::query(lock).execute(&mut *tx).await?.rows_affected();
            let is_one: bool = sqlx::query_scalar(is_one).bind(id).fetch_one(&mut *tx).await?;
            let left: bool = sqlx::query_scalar(left).bind(id).fetch_one(&mut *tx).await?;
            if is_one && !left {
                return Err(StoreError::Conflict(message_text("last-admin")));
            }
        }
        let query = sqlx::query(set).bind(id);
        let query = match &change {
            Change::Role(role) => query.bind(role.as_str()),
            Change::Sees(sees) => query.bind(json(sees)),
            Change::Disabled(disabled) => query.bind(*disabled),
        };
        let _ = query.execute(&mut *tx).await?.rows_affected();
        if ends {
            let _ = sqlx::query(end).bind(id).execute(&mut *tx).await?.rows_affected();
        }
        if change == Change::Disabled(true) {
            let _ = sqlx::query(forget).bind(id).execute(&mut *tx).await?.rows_affected();
        }
        tx.commit().await?;
    });
    Ok(())
}

/// Sets an account's password and resets its failed attempts.
pub async fn set_password(db: &Db, id: &str, phc: &str) -> Result<()> {
    let sql = "UPDATE accounts SET password = $2, failures = 0, locked_until = 0 WHERE id = $1";
    let set = writing!(db, pool => sqlx::query(sql).bind(id).bind(phc).execute(pool).await?.rows_affected());
    if set == 0 { Err(none(id)) } else { Ok(()) }
}

/// Sets the language of an account's pages.
pub async fn set_language(db: &Db, id: &str, language: Locale) -> Result<()> {
    let sql = "UPDATE accounts SET language = $2 WHERE id = $1";
    let set =
        writing!(db, pool => sqlx::query(sql).bind(id).bind(language.as_str()).execute(pool).await?.rows_affected());
    if set == 0 { Err(none(id)) } else { Ok(()) }
}

fn none(id: &str) -> StoreError {
    StoreError::NotFound(format!("There is no account {id}."))
}

/// Data access as stored.
pub(super) fn json(sees: &DataAccess) -> String {
    // Serialization cannot fail; an unreadable value would grant nothing.
    serde_json::to_string(sees).unwrap_or_default()
}

/// Stored role and access; `None` if unreadable, which grants nothing.
fn rights(role: &str, sees: &str) -> Option<(Role, DataAccess)> {
    let role: Role = role.parse().ok()?;
    let sees = serde_json::from_str(sees).ok()?;
    // Reviewers read everybody's conversations, so they see every customer.
    Some((role, if role >= Role::Reviewer { DataAccess::All } else { sees }))
}

#[derive(FromRow)]
struct Row {
    id: String,
    name: String,
    role: String,
    sees: String,
    disabled: bool,
    has_password: bool,
    created_at: i64,
    signed_in_at: Option<i64>,
    language: Option<String>,
}

impl Row {
    fn account(self) -> Option<Account> {
        let Self { id, name, role, sees, disabled, has_password, created_at, signed_in_at, language } = self;
        let language = language.and_then(|code| code.parse().ok());
        let (role, sees) = rights(&role, &sees)?;
        Some(Account { id, name, role, sees, disabled, has_password, created_at, signed_in_at, language })
    }
}
