//! Chats that messages may go to, made on a page: each is a stored setting of its own, so that one can be added without
//! entering the others' secret addresses again. Together they are the setting that lists them.

use model::error::AppError;

use super::Change;
use crate::config::{Config, StoredSettings};

/// The prefix of their stored names.
const PREFIX: &str = "chat.";
/// The setting that lists them. Where the server's own settings have it, it goes over those of the page.
const LIST: &str = "PLUMBLINE_WATCH_ADDRESSES";
/// The longest name, in characters.
const MAX_NAME_CHARS: usize = 60;

/// Whether a stored name is a chat's.
pub fn is_chat(name: &str) -> bool {
    name.starts_with(PREFIX)
}

/// The setting whose origin locks a setting of this name.
pub fn locked_by(name: &str) -> &str {
    if is_chat(name) { LIST } else { name }
}

/// The change that adds a chat or removes it: its name, and its kind with its address as in the list.
///
/// # Errors
/// `Invalid` for a name that the list cannot hold.
pub fn change(name: &str, address: Option<String>) -> Result<Change, AppError> {
    let name = name.trim();
    let wrong = |detail: &str| AppError::invalid("name", detail);
    if name.is_empty() || name.chars().count() > MAX_NAME_CHARS || name.contains([',', '=', ':']) {
        return Err(wrong("A name has 1 to 60 characters, without commas, colons and equals signs."));
    }
    if ["mail", "webhook"].contains(&name) {
        return Err(wrong("This name means another way. Choose another one."));
    }
    if address.as_deref().is_some_and(|address| address.contains([',', ' '])) {
        return Err(AppError::invalid("url", "The address has a comma or a space, which no such address has."));
    }
    Ok(Change { name: format!("{PREFIX}{name}"), value: address })
}

/// The settings with the chats among them joined to their list.
pub fn joined(stored: &StoredSettings) -> StoredSettings {
    let mut stored = stored.clone();
    let (chats, values): (Vec<_>, Vec<_>) = stored.values.into_iter().partition(|(name, _)| is_chat(name));
    stored.values = values.into_iter().collect();
    let entries: Vec<String> =
        chats.iter().map(|(name, address)| format!("{}={address}", &name[PREFIX.len()..])).collect();
    if !entries.is_empty() {
        stored.values.insert(LIST.to_owned(), entries.join(", "));
    }
    stored
}

/// Whether the server's own settings list the chats, so that the page cannot.
pub fn are_locked(config: &Config) -> bool {
    config.declared.iter().any(|declared| declared.name == LIST && declared.origin.is_locked())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chats_become_one_list() {
        let mut stored = StoredSettings::default();
        for (name, value) in [("chat.Sales", "slack:https://a"), ("chat.Desk", "teams:https://b"), ("X", "y")] {
            stored.values.insert(name.into(), value.into());
        }
        let all = joined(&stored).values;
        assert_eq!(all.get(LIST).map(String::as_str), Some("Desk=teams:https://b, Sales=slack:https://a"));
        assert_eq!((all.len(), all.get("X").map(String::as_str)), (2, Some("y")));
        assert!(joined(&StoredSettings::default()).values.is_empty());
    }

    #[test]
    fn a_name_that_breaks_the_list_is_refused() {
        for name in ["", "a,b", "a=b", "a:b", "mail"] {
            assert!(change(name, None).is_err(), "{name}");
        }
        assert!(change("Sales", Some("slack:https://a, b".into())).is_err());
        assert_eq!(change(" Sales ", None).unwrap().name, "chat.Sales");
    }
}
