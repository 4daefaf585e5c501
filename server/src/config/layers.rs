//! What settings are read from, so that they can be read again when an admin has changed some on a page.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Result, anyhow, bail};

use super::setting::read_file;
use super::{DataSettings, Flags};
use crate::outside::OutsideSettings;

/// Flags, variables and the file. Its `Debug` shows nothing, as it holds secrets.
#[derive(Clone, Default)]
pub(super) struct Layers {
    pub flags: Flags,
    environment: BTreeMap<String, String>,
    pub path: PathBuf,
    pub file: BTreeMap<String, String>,
    /// The file's sections on external tools.
    pub sections: toml::Table,
}

/// Settings made on pages, decrypted. Its `Debug` shows nothing, as it holds secrets.
#[derive(Clone, Default)]
pub struct StoredSettings {
    /// The values of settings by name.
    pub values: BTreeMap<String, String>,
    /// Sections on external tools by name, such as `mcp.NAME`, each as in the file.
    pub sections: BTreeMap<String, String>,
}

impl fmt::Debug for Layers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Layers")
    }
}

impl fmt::Debug for StoredSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StoredSettings")
    }
}

/// The variables that were looked up, with their values.
type Variables = Rc<RefCell<BTreeMap<String, String>>>;

/// An environment that notes what is looked up in it.
pub(super) fn recording(environment: &dyn Fn(&str) -> Option<String>) -> (Variables, impl Fn(&str) -> Option<String>) {
    let variables = Variables::default();
    let noted = variables.clone();
    let look_up = move |name: &str| {
        let value = environment(name)?;
        noted.borrow_mut().insert(name.to_owned(), value.clone());
        Some(value)
    };
    (variables, look_up)
}

impl Layers {
    /// # Errors
    /// For a file that cannot be read.
    pub fn open(flags: &Flags, path: &Path) -> Result<Self> {
        let (file, sections) = read_file(path)?;
        Ok(Self { flags: flags.clone(), environment: BTreeMap::new(), path: path.to_owned(), file, sections })
    }

    /// With the variables of [`recording`].
    pub fn with_variables(self, variables: &Variables) -> Self {
        Self { environment: variables.borrow().clone(), ..self }
    }

    pub fn variable(&self, name: &str) -> Option<String> {
        self.environment.get(name).cloned()
    }
}

impl StoredSettings {
    /// The external tools among them. A section cannot start a program, and cannot name variables of the environment:
    /// whoever may use the page need not have the rights of whoever started the server.
    ///
    /// # Errors
    /// For an invalid section, naming it.
    pub(super) fn outside(&self, data: &DataSettings) -> Result<OutsideSettings> {
        let mut all = toml::Table::new();
        for (name, section) in &self.sections {
            let (kind, name) = name.split_once('.').unwrap_or((name, ""));
            let section: toml::Table = section.parse().map_err(|e| anyhow!("[{kind}.{name}]: {e}"))?;
            if section.contains_key("command") {
                bail!(
                    "[{kind}.{name}]: a program can only be started by the settings file, as [mcp.{name}] with command."
                );
            }
            let of_kind = all.entry(kind).or_insert_with(|| toml::Value::Table(toml::Table::new()));
            if let toml::Value::Table(of_kind) = of_kind {
                of_kind.insert(name.to_owned(), toml::Value::Table(section));
            }
        }
        OutsideSettings::read(all, &|_| None, Path::new(&data.at("mcp"))).map_err(anyhow::Error::msg)
    }
}
