//! Settings made on pages: how they are stored, read over those of flags, environment and file, and put to use while the
//! server runs.

mod changes;
pub mod chats;
pub mod groups;
mod vault;

use std::collections::BTreeMap;

use anyhow::Result;
use model::account::{Action, Actor, AuditEntry};
use model::error::AppError;

use crate::config::{Config, StoredSettings};
use crate::store::settings::{self, StoredSetting};
use crate::store::{self, Db};
use crate::world::World;
pub use changes::Changes;
use vault::Vault;

/// A change of a setting.
#[derive(Clone)]
pub struct Change {
    pub name: String,
    /// `None` takes it back.
    pub value: Option<String>,
}

/// Whether a setting of this name is encrypted: all but those that are declared as no secrets.
fn is_secret(config: &Config, name: &str) -> bool {
    config.declared.iter().find(|declared| declared.name == name).is_none_or(|declared| declared.secret)
}

/// The settings made on pages as of a moment, and why some of them have no effect.
#[derive(Clone, Debug, Default)]
pub struct Applied {
    pub rows: Vec<StoredSetting>,
    pub problems: Vec<String>,
}

/// Reads the settings made on pages over the others. Those that cannot be used are left out: the server starts all the
/// same, so that they can be mended on their page.
///
/// # Errors
/// If the store fails.
pub async fn effective(config: &Config, db: &Db) -> store::Result<(Config, Applied)> {
    let rows = settings::all(db).await?;
    let (stored, mut problems) = decrypted(config, &rows);
    let config = config.with_stored(&chats::joined(&stored)).unwrap_or_else(|error| {
        problems.push(format!("The settings made on pages are not used: {error:#}"));
        config.clone()
    });
    for problem in &problems {
        tracing::error!(problem, "a setting made on a page has no effect");
    }
    Ok((config, Applied { rows, problems }))
}

/// The values of stored settings, and what could not be decrypted.
fn decrypted(config: &Config, rows: &[StoredSetting]) -> (StoredSettings, Vec<String>) {
    let (vault, mut stored, mut problems) = (Vault::new(config), StoredSettings::default(), Vec::new());
    for row in rows {
        match vault.value(row) {
            None => {}
            Some(Ok(text)) if groups::is_on_a_page(&row.name) || chats::is_chat(&row.name) => {
                _ = stored.values.insert(row.name.clone(), text)
            }
            Some(Ok(text)) if groups::is_section(&row.name) => _ = stored.sections.insert(row.name.clone(), text),
            // Sources and the like are read by their own parts.
            Some(Ok(_)) => {}
            Some(Err(why)) => problems.push(why.to_string()),
        }
    }
    (stored, problems)
}

/// The decrypted values of stored rows whose names begin so, by the rest of their names.
pub fn values_below(config: &Config, rows: &[StoredSetting], prefix: &str) -> BTreeMap<String, Result<String>> {
    let vault = Vault::new(config);
    let value = |row: &StoredSetting| Some((row.name.strip_prefix(prefix)?.to_owned(), vault.value(row)?));
    rows.iter().filter_map(value).collect()
}

/// The settings as they would be with these changes.
///
/// # Errors
/// `Invalid` for a setting that is locked, or a value that does not fit.
pub fn tried(config: &Config, rows: &[StoredSetting], changes: &[Change]) -> Result<Config, AppError> {
    let (mut stored, _) = decrypted(config, rows);
    for Change { name, value } in changes {
        check(config, name)?;
        let all = if groups::is_section(name) { &mut stored.sections } else { &mut stored.values };
        match value {
            Some(value) => all.insert(name.clone(), value.clone()),
            None => all.remove(name),
        };
    }
    let config = config.with_stored(&chats::joined(&stored));
    config.map_err(|error| AppError::invalid("settings", format!("{error:#}")))
}

/// # Errors
/// `Invalid` for a name that no page may set, or that something else sets.
fn check(config: &Config, name: &str) -> Result<(), AppError> {
    if !groups::is_on_a_page(name) && !groups::is_section(name) && !chats::is_chat(name) {
        return Err(AppError::invalid("name", format!("{name} cannot be set on a page.")));
    }
    let locking = chats::locked_by(name);
    let declared = config.declared.iter().find(|declared| declared.name == locking);
    match declared.map(|declared| declared.origin) {
        Some(origin) if origin.is_locked() => Err(AppError::invalid(
            "name",
            format!(
                "{locking} is set by the {origin} of the server, which goes over this page. Take it out there first."
            ),
        )),
        _ => Ok(()),
    }
}

/// Stores changes with an audit entry that names them and shows no value.
///
/// # Errors
/// If the store or the key fails.
pub async fn store(
    config: &Config,
    db: &Db,
    world: &World,
    changes: &[Change],
    by: &Actor,
    what: String,
) -> Result<(), AppError> {
    let (vault, now) = (Vault::new(config), world.now());
    let row = |Change { name, value }: &Change| {
        let secret = is_secret(config, name);
        let value = match value {
            Some(text) if secret => Some(vault.lock(name, text, world)?),
            text => text.clone(),
        };
        let (name, changed_by) = (name.clone(), by.who.clone());
        anyhow::Ok(StoredSetting { name, value, secret, changed_by, changed_at: now })
    };
    let rows: Result<Vec<_>> = changes.iter().map(row).collect();
    let rows = rows.map_err(|why| AppError::Unavailable { detail: format!("The setting is not stored: {why:#}.") })?;
    let list = |verb: &str, set: bool| {
        let names: Vec<&str> =
            changes.iter().filter(|change| change.value.is_some() == set).map(|change| change.name.as_str()).collect();
        if names.is_empty() { String::new() } else { format!("{verb} {}. ", names.join(", ")) }
    };
    let detail = list("Set", true) + &list("Took back", false);
    let entry = AuditEntry::new(world.id(), now, by, Action::SettingsChanged, what, detail.trim().to_owned());
    Ok(settings::put(db, &rows, &entry).await?)
}
