//! One setting: its origin, parsing and display. Reading a setting also declares it, so that the list of settings is
//! always complete.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;
use std::rc::Rc;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, bail};

pub use model::settings::SettingOrigin as Origin;

use super::Secret;
use crate::world::World;

/// A value with its origin.
#[derive(Clone, Debug)]
pub struct Setting<T> {
    pub name: &'static str,
    pub value: T,
    pub origin: Origin,
}

impl<T: PartialOrd + fmt::Display> Setting<T> {
    /// # Errors
    /// For a value outside of these bounds.
    pub fn within(self, bounds: RangeInclusive<T>) -> Result<Self> {
        let (Self { name, value, .. }, least, most) = (&self, bounds.start(), bounds.end());
        if !bounds.contains(value) {
            bail!("{name} is {value}; it must be from {least} to {most}.");
        }
        Ok(self)
    }

    /// # Errors
    /// For a smaller value.
    pub fn at_least(self, least: T) -> Result<Self> {
        if self.value < least {
            bail!("{} is {}; it must be at least {least}.", self.name, self.value);
        }
        Ok(self)
    }
}

/// A setting for the list.
#[derive(Clone, Debug)]
pub struct Declared {
    pub name: &'static str,
    /// Its purpose, in a sentence.
    pub about: &'static str,
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

/// Declares settings, one field each: its comment is the purpose that the example file prints, its value how it is
/// read.
macro_rules! settings {
    (
        $(#[$meta:meta])*
        pub struct $name:ident reads $from:ident $(, $given:ident: $given_type:ty)* {
            $($(#[doc = $about:literal])* $vis:vis $field:ident: $type:ty = $value:expr,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug)]
        pub struct $name {
            $($(#[doc = $about])* $vis $field: $type,)*
        }

        impl $name {
            /// Reads its settings in the order of their declaration.
            pub(in crate::config) fn read($from: &Sources<'_> $(, $given: $given_type)*) -> Result<Self> {
                Ok(Self {
                    $($field: {
                        #[allow(unused_variables)] // Some fields are derived from others.
                        let $from = &$from.about(concat!($($about),*));
                        $value
                    },)*
                })
            }
        }
    };
}
pub(super) use settings;

/// Where settings are read from.
#[derive(Clone)]
pub(super) struct Sources<'a> {
    pub environment: &'a dyn Fn(&str) -> Option<String>,
    file: &'a BTreeMap<String, String>,
    /// Settings made on a page.
    stored: &'a BTreeMap<String, String>,
    flags: Vec<(&'static str, Option<String>)>,
    /// The folders of data and of models, which defaults name.
    folders: (String, String),
    declared: Rc<RefCell<Vec<Declared>>>,
    /// The purpose of the setting that is read next.
    about: &'static str,
}

impl<'a> Sources<'a> {
    pub fn new(environment: &'a dyn Fn(&str) -> Option<String>, file: &'a BTreeMap<String, String>) -> Self {
        static NONE: BTreeMap<String, String> = BTreeMap::new();
        let (flags, folders, declared) = Default::default();
        Self { environment, file, stored: &NONE, flags, folders, declared, about: "" }
    }

    /// With settings made on a page, which everything else overrides.
    pub fn with_stored(self, stored: &'a BTreeMap<String, String>) -> Self {
        Self { stored, ..self }
    }

    /// With flags of the command line, by the names of their settings.
    pub fn with_flags(self, flags: Vec<(&'static str, Option<String>)>) -> Self {
        Self { flags, ..self }
    }

    /// With the folders that `{data}/` and `{models}` represent in defaults.
    pub fn in_folders(self, data: String, models: String) -> Self {
        Self { folders: (data, models), ..self }
    }

    /// For a setting with this purpose.
    pub fn about(&self, about: &'static str) -> Self {
        Self { about: about.trim_start(), ..self.clone() }
    }

    /// All settings read so far.
    pub fn declared(&self) -> Vec<Declared> {
        self.declared.borrow().clone()
    }

    /// A setting with a default.
    pub fn get<T: FromStr>(&self, name: &'static str, default: &str, wants: &'static str) -> Result<Setting<T>> {
        let default = self.expanded(default);
        let (text, origin) = self.text(name).unwrap_or_else(|| (default.clone(), Origin::Default));
        self.declare(name, wants, Some(default), Some((&text, origin)), false);
        Ok(Setting { name, value: parse(name, &text, origin, wants)?, origin })
    }

    /// A number of seconds.
    pub fn seconds(&self, name: &'static str, default: &str) -> Result<Setting<Duration>> {
        let Setting { value, origin, .. } = self.get(name, default, "a number of seconds")?;
        Ok(Setting { name, value: Duration::from_secs(value), origin })
    }

    /// Likewise, at least one.
    pub fn some_seconds(&self, name: &'static str, default: &str) -> Result<Setting<Duration>> {
        let setting = self.seconds(name, default)?;
        if setting.value.is_zero() {
            bail!("{name} must be at least 1.");
        }
        Ok(setting)
    }

    /// A setting that is on or off.
    pub fn switch(&self, name: &'static str, default: &str) -> Result<Setting<bool>> {
        self.get(name, default, "true or false")
    }

    /// An optional setting.
    pub fn optional<T: FromStr>(&self, name: &'static str, wants: &'static str) -> Result<Setting<Option<T>>> {
        let found = self.text(name);
        self.declare(name, wants, None, found.as_ref().map(|(text, origin)| (text.as_str(), *origin)), false);
        match found {
            Some((text, origin)) => Ok(Setting { name, value: Some(parse(name, &text, origin, wants)?), origin }),
            None => Ok(Setting { name, value: None, origin: Origin::Default }),
        }
    }

    /// A hidden setting. Its value may come from a file, as service managers and clusters provide secrets.
    pub fn secret(&self, name: &'static str) -> Result<Setting<Option<Secret>>> {
        let found = self.text_or_file(name)?;
        let origin = found.as_ref().map_or(Origin::Default, |(_, origin)| *origin);
        self.declare(name, "a text", None, found.as_ref().map(|_| ("(hidden)", origin)), true);
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
    pub fn address(&self, name: &'static str, default: &str) -> Result<Setting<String>> {
        let default = self.expanded(default);
        let (text, origin) = self.text_or_file(name)?.unwrap_or_else(|| (default.clone(), Origin::Default));
        self.declare(name, "a URL", Some(default), Some((&text, origin)), true);
        Ok(Setting { name, value: text.trim().to_owned(), origin })
    }

    /// A default with its folders.
    fn expanded(&self, default: &str) -> String {
        let (data, models) = &self.folders;
        match default.split_once("{data}/") {
            Some((scheme, entry)) => format!("{scheme}{}", Path::new(data).join(entry).display()),
            None => default.replace("{models}", models),
        }
    }

    fn text(&self, name: &str) -> Option<(String, Origin)> {
        let flag = || self.flags.iter().find(|(flag, _)| *flag == name).and_then(|(_, value)| value.clone());
        let environment = || (self.environment)(name).filter(|v| !v.is_empty()).map(|v| (v, Origin::Environment));
        let file = || self.file.get(name).map(|v| (v.clone(), Origin::File));
        let stored = || self.stored.get(name).map(|v| (v.clone(), Origin::Page));
        flag().map(|v| (v, Origin::Flag)).or_else(environment).or_else(file).or_else(stored)
    }

    fn text_or_file(&self, name: &str) -> Result<Option<(String, Origin)>> {
        let by_file = format!("{name}{IN_FILE}");
        match (self.text(name), self.text(&by_file)) {
            (found @ Some((_, Origin::Flag)), _) | (found, None) => Ok(found),
            // A value made on a page yields to a file that the environment names.
            (Some((_, Origin::Page)) | None, Some((path, origin))) => {
                let text = std::fs::read_to_string(path.trim())
                    .with_context(|| format!("{by_file} ({origin}) is {path}, which cannot be read"))?;
                if text.trim().is_empty() {
                    bail!("{by_file} ({origin}) is {path}, and that file is empty.");
                }
                Ok(Some((text, origin)))
            }
            (Some(_), Some(_)) => bail!("{name} and {by_file} are both set: keep one of them."),
        }
    }

    fn declare(
        &self,
        name: &'static str,
        wants: &'static str,
        default: Option<String>,
        found: Option<(&str, Origin)>,
        secret: bool,
    ) {
        let (shown, origin) = match found {
            Some((text, origin)) => (crate::store::redact(text.trim()), origin),
            None => ("(not set)".to_owned(), Origin::Default),
        };
        let about = self.about;
        self.declared.borrow_mut().push(Declared { name, about, wants, default, shown, origin, secret });
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
