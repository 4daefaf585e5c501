//! What is given on a page to add a source: an address with credentials, or an uploaded file.

use std::collections::BTreeMap;
use std::path::Path;

use super::folder;
use super::place::{Place, SearchPlace};
use super::stored::{PASSWORD, hidden};
use base::secret::with_account;

const API_KEY: &str = "API_KEY";

/// Credentials given beside an address; an API key is for search clusters alone.
#[derive(Clone, Debug, Default)]
pub struct Credentials {
    pub user: Option<String>,
    pub password: Option<String>,
    pub api_key: Option<String>,
}

impl Place {
    /// An address given on a page, and its secrets by name.
    ///
    /// # Errors
    /// What is accepted.
    pub fn given(text: &str, credentials: Credentials) -> Result<(Self, BTreeMap<String, String>), String> {
        let text = text.trim();
        let mut secrets = BTreeMap::new();
        if text.starts_with("https://") || text.starts_with("http://") {
            let Credentials { user, password, api_key } = credentials;
            let mut named = |name: &str, value: Option<String>| {
                value.map(|value| {
                    secrets.insert(name.to_owned(), value);
                    name.to_owned()
                })
            };
            let (password_env, api_key_env) = (named(PASSWORD, password), named(API_KEY, api_key));
            let place = SearchPlace { url: text.to_owned(), user, password_env, api_key_env, ca_file: None };
            return Ok((Self::Search(place), secrets));
        }
        let is_database =
            ["postgres://", "postgresql://", "mysql://", "mariadb://"].iter().any(|s| text.starts_with(s));
        if is_database {
            let text = with_account(text, credentials.user.as_deref(), credentials.password.as_deref())?;
            secrets = hidden(&text).1;
            return Self::read(&text).map(|place| (place, secrets)).map_err(|error| format!("{error:#}"));
        }
        let file = text.strip_prefix("sqlite:").map(|rest| rest.trim_start_matches("//"));
        match file {
            Some(file) if Path::new(file).is_absolute() => match Self::read(file) {
                Ok(place @ Self::Sqlite(_)) => Ok((place, secrets)),
                Ok(_) => Err(format!("{file} is not a SQLite database. Give the path of one, or upload the file.")),
                Err(error) => Err(format!("{error:#}")),
            },
            Some(_) => Err("Give the whole path of the file on the server: sqlite:///srv/data/shop.db".into()),
            None => Err("The address begins with postgres://, mysql://, https:// (a search cluster) or sqlite:///: \
                         postgres://reader:password@host/shop?sslmode=verify-full"
                .into()),
        }
    }

    /// A file that was uploaded.
    ///
    /// # Errors
    /// What is accepted.
    pub fn uploaded(path: &Path) -> Result<Self, String> {
        Self::read(&path.display().to_string()).map_err(|_| {
            format!("This file is neither a SQLite database nor a {} file. Upload one of these.", folder::ENDINGS)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_what_it_may_be() {
        for text in ["shop", "ftp://host/shop", "sqlite://data/shop.db", "/etc/passwd", "sqlite:///etc/passwd"] {
            assert!(Place::given(text, Credentials::default()).is_err(), "{text}");
        }
        let (place, secrets) =
            Place::given("https://search:9200", Credentials { api_key: Some("k".into()), ..Credentials::default() })
                .unwrap();
        assert!(matches!(place, Place::Search(_)) && secrets["API_KEY"] == "k");
        let account =
            Credentials { user: Some("reader".into()), password: Some("p@ss".into()), ..Credentials::default() };
        let (place, secrets) = Place::given("postgres://db.example/shop", account).unwrap();
        assert!(matches!(place, Place::Postgres(_)) && secrets["PASSWORD"] == "p%40ss");
    }
}
