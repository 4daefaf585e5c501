//! Synonyms of values in the data: `synonyms.toml`.

use std::sync::LazyLock;

use serde::Deserialize;

/// A stored value, and its synonyms.
pub type Synonyms = (String, String);

/// The file, which says what each list is for.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    pub products: Vec<Synonyms>,
    pub channels: Vec<Synonyms>,
    pub kinds: Vec<Synonyms>,
    pub sentiments: Vec<Synonyms>,
    pub statuses: Vec<Synonyms>,
    pub states: Vec<Synonyms>,
    pub channel_verbs: Vec<Synonyms>,
    pub sent_via: Vec<(String, String, String)>,
    pub languages: Vec<Synonyms>,
    pub fixed: Vec<(String, String, String)>,
    pub others: Vec<(String, String, String)>,
    pub nearest: Vec<(String, String, String)>,
}

/// The file is part of the program; a test reads it.
pub static TABLES: LazyLock<Tables> =
    LazyLock::new(|| toml::from_str(include_str!("synonyms.toml")).unwrap_or_default());

/// Each synonym, with its value.
pub fn each(table: &'static [Synonyms]) -> impl Iterator<Item = (&'static str, &'static str)> {
    table.iter().flat_map(|(value, names)| names.split('|').map(|name| (name, value.as_str())))
}

/// The US states: postal code, and name.
pub fn states() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLES.states.iter().map(|(code, names)| (code.as_str(), names.split('|').next().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_read() {
        toml::from_str::<Tables>(include_str!("synonyms.toml")).unwrap();
        assert!(states().any(|state| state == ("DC", "District of Columbia")));
    }
}
