//! API tokens, by their hash. Revoked ones stay on the list.

use model::account::{Account, ApiToken, TokenUse};
use sqlx::FromRow;

use super::{Db, Result, Row, StoreError, account_columns, reading, writing};

/// A token to store.
#[derive(Clone, Debug)]
pub struct New {
    pub id: String,
    pub account_id: String,
    /// The owner's name for it.
    pub name: String,
    pub hash: String,
    pub may: TokenUse,
    /// For a panel's token: the only customer it can read.
    pub customer: Option<String>,
    /// UTC milliseconds, both.
    pub now: i64,
    pub expires_at: i64,
}

/// Tokens, newest first, of one account or of all; without panel tokens, which live for minutes.
pub async fn all(db: &Db, account_id: Option<&str>) -> Result<Vec<ApiToken>> {
    let sql = "SELECT t.id, t.name, a.name AS account, t.may, t.created_at, t.expires_at, t.used_at, t.revoked_at
        FROM api_tokens t JOIN accounts a ON a.id = t.account_id WHERE ($1 IS NULL OR t.account_id = $1)
        AND t.customer IS NULL
        ORDER BY t.created_at DESC, t.id DESC";
    let rows: Vec<TokenRow> = reading!(db, pool => sqlx::query_as(sql).bind(account_id).fetch_all(pool).await?);
    Ok(rows.into_iter().filter_map(TokenRow::token).collect())
}

/// Stores a token, and removes expired panel tokens.
pub async fn put(db: &Db, new: &New) -> Result<()> {
    if new.customer.is_some() {
        let old = "DELETE FROM api_tokens WHERE customer IS NOT NULL AND expires_at < $1";
        let _ = writing!(db, pool => sqlx::query(old).bind(new.now).execute(pool).await?.rows_affected());
    }
    let sql = "INSERT INTO api_tokens (id, account_id, name, token_hash, may, created_at, expires_at, customer)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    let _ = writing!(db, pool => sqlx::query(sql)
        .bind(&new.id).bind(&new.account_id).bind(&new.name).bind(&new.hash).bind(new.may.as_str()).bind(new.now)
        .bind(new.expires_at).bind(&new.customer).execute(pool).await?.rows_affected());
    Ok(())
}

/// Revokes a token, which must belong to `account_id` if given.
///
/// # Errors
/// `NotFound` if it does not exist, belongs to another account, or is already revoked.
pub async fn revoke(db: &Db, id: &str, account_id: Option<&str>, now: i64) -> Result<()> {
    let sql = "UPDATE api_tokens SET revoked_at = $2
        WHERE id = $1 AND revoked_at IS NULL AND ($3 IS NULL OR account_id = $3)";
    let gone =
        writing!(db, pool => sqlx::query(sql).bind(id).bind(now).bind(account_id).execute(pool).await?.rows_affected());
    if gone == 0 { Err(StoreError::NotFound(format!("There is no token {id} in use."))) } else { Ok(()) }
}

/// Revokes all tokens of an account.
pub async fn revoke_all(db: &Db, account_id: &str, now: i64) -> Result<()> {
    let sql = "UPDATE api_tokens SET revoked_at = $2 WHERE account_id = $1 AND revoked_at IS NULL";
    let _ = writing!(db, pool => sqlx::query(sql).bind(account_id).bind(now).execute(pool).await?.rows_affected());
    Ok(())
}

/// The account of a valid token, with the customers it can read, its id and its permissions. A token is invalid if its
/// account is disabled; for an OpenID Connect account also if the owner has not signed in within `rights_hold`
/// milliseconds, or has signed out at the provider since. Records the use, to the minute.
pub async fn by_hash(db: &Db, hash: &str, now: i64, rights_hold: i64) -> Result<Option<(Account, String, TokenUse)>> {
    let sql = concat!(
        "SELECT t.id AS token_id, t.may, t.used_at, t.customer, ",
        account_columns!(),
        " FROM api_tokens t JOIN accounts a ON a.id = t.account_id
        WHERE t.token_hash = $1 AND t.revoked_at IS NULL AND t.expires_at > $2 AND NOT a.disabled
        AND (a.subject IS NULL OR (a.signed_in_at > $3 AND a.signed_in_at > a.signed_out_at))"
    );
    let row: Option<Owned> = reading!(db, pool => sqlx::query_as(sql).bind(hash).bind(now).bind(now - rights_hold)
        .fetch_optional(pool).await?);
    let Some(Owned { token_id, may, used_at, customer, account }) = row else { return Ok(None) };
    if used_at.is_none_or(|at| at + 60_000 <= now) {
        let used = "UPDATE api_tokens SET used_at = $2 WHERE token_hash = $1";
        let _ = writing!(db, pool => sqlx::query(used).bind(hash).bind(now).execute(pool).await?.rows_affected());
    }
    let mut account = account.account();
    if let (Some(account), Some(customer)) = (&mut account, customer) {
        account.sees = std::mem::take(&mut account.sees).narrowed(&customer);
    }
    Ok(account.zip(may.parse().ok()).map(|(account, may)| (account, token_id, may)))
}

#[derive(FromRow)]
struct Owned {
    token_id: String,
    may: String,
    used_at: Option<i64>,
    customer: Option<String>,
    #[sqlx(flatten)]
    account: Row,
}

#[derive(FromRow)]
struct TokenRow {
    id: String,
    name: String,
    account: String,
    may: String,
    created_at: i64,
    expires_at: i64,
    used_at: Option<i64>,
    revoked_at: Option<i64>,
}

impl TokenRow {
    fn token(self) -> Option<ApiToken> {
        let Self { id, name, account, may, created_at, expires_at, used_at, revoked_at } = self;
        Some(ApiToken { id, name, account, may: may.parse().ok()?, created_at, expires_at, used_at, revoked_at })
    }
}
