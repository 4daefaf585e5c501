//! Single-use links that create an account or set a new password; by the hash of their token.

use model::account::{DataAccess, Role};
use sqlx::FromRow;

use super::{Db, Result, json, kept, reading, rights, writing};

/// What a link grants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// The account's name, unless the invitee chooses it.
    pub name: Option<String>,
    pub role: Role,
    pub sees: DataAccess,
}

/// Stores an invitation until its expiry (UTC milliseconds).
pub async fn put(
    db: &Db,
    hash: &str,
    name: Option<&str>,
    role: Role,
    sees: &DataAccess,
    expires_at: i64,
) -> Result<()> {
    let sql = "INSERT INTO invitations (token_hash, name, role, sees, expires_at) VALUES ($1, $2, $3, $4, $5)";
    let _ = writing!(db, pool => sqlx::query(sql)
        .bind(hash).bind(name.map(kept)).bind(role.as_str()).bind(json(sees)).bind(expires_at)
        .execute(pool).await?.rows_affected());
    Ok(())
}

/// What a link grants, while it is valid.
pub async fn get(db: &Db, hash: &str, now: i64) -> Result<Option<Invitation>> {
    let sql = "SELECT name, role, sees FROM invitations WHERE token_hash = $1 AND expires_at > $2";
    let row: Option<InvitationRow> =
        reading!(db, pool => sqlx::query_as(sql).bind(hash).bind(now).fetch_optional(pool).await?);
    Ok(row.and_then(InvitationRow::invitation))
}

/// Like [`get`], but consumes the link: of concurrent callers, one gets it.
pub async fn take(db: &Db, hash: &str, now: i64) -> Result<Option<Invitation>> {
    let sql = "DELETE FROM invitations WHERE token_hash = $1 AND expires_at > $2 RETURNING name, role, sees";
    let row: Option<InvitationRow> =
        writing!(db, pool => sqlx::query_as(sql).bind(hash).bind(now).fetch_optional(pool).await?);
    Ok(row.and_then(InvitationRow::invitation))
}

/// Revokes invitations that name nobody.
pub async fn clear_unnamed(db: &Db) -> Result<()> {
    let sql = "DELETE FROM invitations WHERE name IS NULL";
    let _ = writing!(db, pool => sqlx::query(sql).execute(pool).await?.rows_affected());
    Ok(())
}

#[derive(FromRow)]
struct InvitationRow {
    name: Option<String>,
    role: String,
    sees: String,
}

impl InvitationRow {
    fn invitation(self) -> Option<Invitation> {
        let (role, sees) = rights(&self.role, &self.sees)?;
        Some(Invitation { name: self.name, role, sees })
    }
}
