//! Declarations made on a page: YAML like that of files, whose `${NAME}` are secrets stored beside it, never variables of
//! the server.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use model::sources::declared::DeclarationState;

/// A stored declaration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct StoredDeclaration {
    pub text: String,
    /// As it was drafted, from which a form offers what was left out.
    pub draft: String,
    /// Passwords and keys by name.
    pub secrets: BTreeMap<String, String>,
    pub state: DeclarationState,
    /// Questions to try.
    pub questions: Vec<String>,
    /// The name of the uploaded file, if it is over one.
    pub upload: Option<String>,
}

/// The values of `${NAME}` in a declaration.
#[derive(Clone, Debug, Default)]
pub enum Variables {
    /// Environment variables of the server.
    #[default]
    Environment,
    /// Secrets stored with the declaration.
    Own(BTreeMap<String, String>),
}

impl Variables {
    fn get(&self, name: &str) -> Result<String, String> {
        match self {
            Self::Environment => {
                std::env::var(name).map_err(|_| format!("The environment variable {name} is not set."))
            }
            Self::Own(all) => all.get(name).cloned().ok_or_else(|| {
                format!(
                    "No secret {name} is stored with this address. Write the password into the address in place of ${{{name}}} and \
                     save; variables of the server are only read by declarations in files."
                )
            }),
        }
    }

    /// Replaces `${NAME}`.
    ///
    /// # Errors
    /// For an unknown name, and for an unclosed `${`.
    pub fn fill(&self, text: &str) -> Result<String, String> {
        let mut out = String::new();
        let mut rest = text;
        while let Some((lead, tail)) = rest.split_once("${") {
            let (name, tail) = tail.split_once('}').ok_or("A ${ is not closed.")?;
            out.push_str(lead);
            out.push_str(&self.get(name)?);
            rest = tail;
        }
        Ok(out + rest)
    }
}

/// The names of the secrets of an address.
pub const PASSWORD: &str = "PASSWORD";
const ADDRESS: &str = "ADDRESS";

/// An address with its password as `${PASSWORD}`, and the password. An address with a secret elsewhere is one as a whole.
pub fn hidden(url: &str) -> (String, BTreeMap<String, String>) {
    let one = |name: &str, value: &str| BTreeMap::from([(name.to_owned(), value.to_owned())]);
    let Some((scheme, rest)) = url.split_once("://") else { return (url.to_owned(), BTreeMap::new()) };
    let (before, query) = rest.split_once('?').unwrap_or((rest, ""));
    if query.to_lowercase().contains("password") {
        return (format!("${{{ADDRESS}}}"), one(ADDRESS, url));
    }
    // The host begins after the last "@" before the path.
    let (user, host) = before.rsplit_once('@').unwrap_or(("", before));
    match user.split_once(':') {
        Some((user, password)) if !password.is_empty() => {
            let query = if query.is_empty() { String::new() } else { format!("?{query}") };
            (format!("{scheme}://{user}:${{{PASSWORD}}}@{host}{query}"), one(PASSWORD, password))
        }
        _ => (url.to_owned(), BTreeMap::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_stored_without_its_password() {
        for (url, want, secret) in [
            (
                "postgres://reader:p%40ss@db.example:5432/shop?sslmode=verify-full",
                "postgres://reader:${PASSWORD}@db.example:5432/shop?sslmode=verify-full",
                "p%40ss",
            ),
            ("mysql://reader:a@b@host/shop", "mysql://reader:${PASSWORD}@host/shop", "a@b"),
            ("postgres://host/shop?user=a&password=b", "${ADDRESS}", "postgres://host/shop?user=a&password=b"),
        ] {
            let (text, secrets) = hidden(url);
            assert_eq!((text.as_str(), secrets.values().next().map(String::as_str)), (want, Some(secret)));
            assert_eq!(Variables::Own(secrets).fill(&text).as_deref(), Ok(url));
        }
        assert_eq!(hidden("postgres://reader@host/shop"), ("postgres://reader@host/shop".into(), BTreeMap::new()));
    }

    #[test]
    fn a_declaration_of_a_page_reads_no_variables_of_the_server() {
        assert!(std::env::var("PATH").is_ok());
        assert!(Variables::Environment.fill("${PATH}").is_ok());
        assert!(Variables::Own(BTreeMap::new()).fill("${PATH}").unwrap_err().contains("No secret PATH"));
    }
}
