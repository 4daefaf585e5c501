//! One setting: where its value comes from, and how it is read and shown.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, Result};

/// Where a value came from.
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

/// A value and where it came from.
#[derive(Clone, Debug)]
pub struct Setting<T> {
    pub name: &'static str,
    pub value: T,
    pub origin: Origin,
}

/// A setting as it is shown: its name, its value, where that came from.
pub(super) type Entry = (&'static str, String, Origin);

pub(super) fn entry<T>(s: &Setting<T>, show: impl Fn(&T) -> String) -> Entry {
    (s.name, show(&s.value), s.origin)
}

pub(super) fn maybe<T: ToString>(value: &Option<T>) -> String {
    value.as_ref().map_or("(not set)".into(), T::to_string)
}

pub(super) struct Sources<'a> {
    pub environment: &'a dyn Fn(&str) -> Option<String>,
    pub file: &'a BTreeMap<String, String>,
}

impl Sources<'_> {
    pub fn text(&self, name: &str, flag: Option<&str>) -> Option<(String, Origin)> {
        let flag = flag.map(|v| (v.to_owned(), Origin::Flag));
        let environment = || (self.environment)(name).filter(|v| !v.is_empty()).map(|v| (v, Origin::Environment));
        flag.or_else(environment).or_else(|| self.file.get(name).map(|v| (v.clone(), Origin::File)))
    }

    pub fn get<T: FromStr>(
        &self,
        name: &'static str,
        flag: Option<&str>,
        default: &str,
        wants: &str,
    ) -> Result<Setting<T>> {
        let (text, origin) = self.text(name, flag).unwrap_or_else(|| (default.to_owned(), Origin::Default));
        Ok(Setting { name, value: parse(name, &text, origin, wants)?, origin })
    }

    pub fn optional<T: FromStr>(
        &self,
        name: &'static str,
        flag: Option<&str>,
        wants: &str,
    ) -> Result<Setting<Option<T>>> {
        match self.text(name, flag) {
            Some((text, origin)) => Ok(Setting { name, value: Some(parse(name, &text, origin, wants)?), origin }),
            None => Ok(Setting { name, value: None, origin: Origin::Default }),
        }
    }
}

fn parse<T: FromStr>(name: &str, text: &str, origin: Origin, wants: &str) -> Result<T> {
    text.trim().parse().map_err(|_| anyhow::anyhow!("{name} ({origin}) is \"{text}\"; it must be {wants}."))
}

/// The names of a list that is separated by commas.
pub fn names(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').map(str::trim).filter(|name| !name.is_empty())
}

/// The file's plain values, and the sections that name tools from outside.
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
