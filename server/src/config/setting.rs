//! One setting: its origin, parsing and display. Reading a setting also declares it, so that the list of settings is
//! always complete.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, Result, bail};

use super::Secret;
use crate::world::World;

/// The origin of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Flag,
    Environment,
    File,
    Default,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Flag => "flag",
            Self::Environment => "environment",
            Self::File => "file",
            Self::Default => "default",
        })
    }
}

/// A value with its origin.
#[derive(Clone, Debug)]
pub struct Setting<T> {
    pub name: &'static str,
    pub value: T,
    pub origin: Origin,
}

/// A setting for the list.
#[derive(Clone, Debug)]
pub struct Declared {
    pub name: &'static str,
    /// The valid values.
    pub wants: &'static str,
    /// `None` if there is no default.
    pub default: Option<String>,
    /// Its value, with passwords hidden.
    pub shown: String,
    pub origin: Origin,
    /// Whether its value may come from a file, named by `NAME_FILE`.
    pub secret: bool,
}

/// Minimum length of this server's own secrets in characters.
const LEAST: usize = 32;

/// The suffix of a setting that names a secret's file.
pub const IN_FILE: &str = "_FILE";

pub(super) struct Sources<'a> {
    pub environment: &'a dyn Fn(&str) -> Option<String>,
    file: &'a BTreeMap<String, String>,
    declared: RefCell<Vec<Declared>>,
}

impl<'a> Sources<'a> {
    pub fn new(environment: &'a dyn Fn(&str) -> Option<String>, file: &'a BTreeMap<String, String>) -> Self {
        Self { environment, file, declared: RefCell::default() }
    }

    /// All settings read so far.
    pub fn declared(&self) -> Vec<Declared> {
        self.declared.borrow().clone()
    }

    /// A setting with a default.
    pub fn get<T: FromStr>(
        &self,
        name: &'static str,
        flag: Option<&str>,
        default: &str,
        wants: &'static str,
    ) -> Result<Setting<T>> {
        let found = self.text(name, flag).unwrap_or_else(|| (default.to_owned(), Origin::Default));
        self.declare(name, wants, Some(default), Some(&found), false);
        let (text, origin) = found;
        Ok(Setting { name, value: parse(name, &text, origin, wants)?, origin })
    }

    /// An optional setting.
    pub fn optional<T: FromStr>(
        &self,
        name: &'static str,
        flag: Option<&str>,
        wants: &'static str,
    ) -> Result<Setting<Option<T>>> {
        let found = self.text(name, flag);
        self.declare(name, wants, None, found.as_ref(), false);
        match found {
            Some((text, origin)) => Ok(Setting { name, value: Some(parse(name, &text, origin, wants)?), origin }),
            None => Ok(Setting { name, value: None, origin: Origin::Default }),
        }
    }

    /// A hidden setting. Its value may come from a file, as service managers and clusters provide secrets.
    pub fn secret(&self, name: &'static str) -> Result<Setting<Option<Secret>>> {
        let found = self.text_or_file(name, None)?;
        let hidden = found.as_ref().map(|(_, origin)| ("(hidden)".to_owned(), *origin));
        self.declare(name, "a text", None, hidden.as_ref(), true);
        let origin = found.as_ref().map_or(Origin::Default, |(_, origin)| *origin);
        Ok(Setting { name, value: found.map(|(text, _)| Secret::new(text.trim())), origin })
    }

    /// A secret that this server itself verifies. A short one could be guessed.
    ///
    /// # Errors
    /// For one of fewer than 32 characters, suggesting another.
    pub fn own_secret(&self, name: &'static str) -> Result<Setting<Option<Secret>>> {
        let setting = self.secret(name)?;
        let length = setting.value.as_ref().map(|secret| secret.reveal().chars().count());
        if let Some(length) = length.filter(|length| *length < LEAST) {
            let origin = setting.origin;
            let offered = World::real().secret();
            bail!(
                "{name} ({origin}) has {length} characters; a secret needs at least {LEAST}. Take it out, or set one \
                 that nobody can guess, for example:\n{name}=\"{offered}\""
            );
        }
        Ok(setting)
    }

    /// An address that may contain a password, and may therefore come from a file.
    pub fn address(&self, name: &'static str, flag: Option<&str>, default: &str) -> Result<Setting<String>> {
        let found = self.text_or_file(name, flag)?.unwrap_or_else(|| (default.to_owned(), Origin::Default));
        self.declare(name, "a URL", Some(default), Some(&found), true);
        Ok(Setting { name, value: found.0.trim().to_owned(), origin: found.1 })
    }

    fn text(&self, name: &str, flag: Option<&str>) -> Option<(String, Origin)> {
        let flag = flag.map(|v| (v.to_owned(), Origin::Flag));
        let environment = || (self.environment)(name).filter(|v| !v.is_empty()).map(|v| (v, Origin::Environment));
        flag.or_else(environment).or_else(|| self.file.get(name).map(|v| (v.clone(), Origin::File)))
    }

    fn text_or_file(&self, name: &str, flag: Option<&str>) -> Result<Option<(String, Origin)>> {
        let by_file = format!("{name}{IN_FILE}");
        match (self.text(name, flag), self.text(&by_file, None)) {
            (Some((_, Origin::Flag)), Some(_)) | (_, None) => Ok(self.text(name, flag)),
            (Some(_), Some(_)) => bail!("{name} and {by_file} are both set: keep one of them."),
            (None, Some((path, origin))) => {
                let text = std::fs::read_to_string(path.trim())
                    .with_context(|| format!("{by_file} ({origin}) is {path}, which cannot be read"))?;
                if text.trim().is_empty() {
                    bail!("{by_file} ({origin}) is {path}, and that file is empty.");
                }
                Ok(Some((text, origin)))
            }
        }
    }

    fn declare(
        &self,
        name: &'static str,
        wants: &'static str,
        default: Option<&str>,
        found: Option<&(String, Origin)>,
        secret: bool,
    ) {
        let (shown, origin) = match found {
            Some((text, origin)) => (crate::store::redact(text.trim()), *origin),
            None => ("(not set)".to_owned(), Origin::Default),
        };
        let default = default.map(ToOwned::to_owned);
        self.declared.borrow_mut().push(Declared { name, wants, default, shown, origin, secret });
    }
}

fn parse<T: FromStr>(name: &str, text: &str, origin: Origin, wants: &str) -> Result<T> {
    text.trim().parse().map_err(|_| anyhow::anyhow!("{name} ({origin}) is \"{text}\"; it must be {wants}."))
}

/// The names in a comma-separated list.
pub fn names(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').map(str::trim).filter(|name| !name.is_empty())
}

/// The file's plain values, and its sections on external tools.
pub(super) fn read_file(path: &Path) -> Result<(BTreeMap<String, String>, toml::Table)> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Default::default()),
        Err(e) => return Err(e).with_context(|| format!("{} cannot be read", path.display())),
    };
    let mut table: toml::Table = text.parse().with_context(|| format!("{} is not valid TOML", path.display()))?;
    let plain = |value: toml::Value| match value {
        toml::Value::String(text) => text,
        other => other.to_string(),
    };
    let outside = ["mcp", "api"].into_iter().filter_map(|name| table.remove_entry(name)).collect();
    Ok((table.into_iter().map(|(name, value)| (name, plain(value))).collect(), outside))
}
