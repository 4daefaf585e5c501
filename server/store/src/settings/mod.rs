//! Settings that an admin made on a page. Secrets arrive here encrypted.

use model::account::AuditEntry;
use sqlx::FromRow;

use super::audit::put_audit;
use super::{Db, Result, reading, writing};

/// A stored setting.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct StoredSetting {
    pub name: String,
    /// `None` if it was taken back.
    pub value: Option<String>,
    /// Whether the value is encrypted.
    pub secret: bool,
    pub changed_by: String,
    /// UTC milliseconds.
    pub changed_at: i64,
}

/// All stored settings by name, with those that were taken back: servers compare them to see whether anything changed.
pub async fn all(db: &Db) -> Result<Vec<StoredSetting>> {
    let sql = "SELECT name, value, secret, changed_by, changed_at FROM settings ORDER BY name";
    Ok(reading!(db, pool => sqlx::query_as(sql).fetch_all(pool).await?))
}

/// Stores settings together with their audit entry, all or none.
///
/// # Errors
/// If the store fails.
pub async fn put(db: &Db, changes: &[StoredSetting], entry: &AuditEntry) -> Result<()> {
    let sql = "INSERT INTO settings (name, value, secret, changed_by, changed_at) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value, secret = excluded.secret,
            changed_by = excluded.changed_by, changed_at = excluded.changed_at";
    writing!(db, pool => {
        let mut tx = pool.begin().await?;
        for StoredSetting { name, value, secret, changed_by, changed_at } in changes {
            sqlx::query(sql).bind(name).bind(value).bind(secret).bind(changed_by).bind(changed_at).execute(&mut *tx)
                .await?;
        }
        put_audit!(&mut *tx, entry);
        tx.commit().await?;
        Ok(())
    })
}
