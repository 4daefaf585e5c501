//! The data folder: database, search index, models, sources, skills, drafts, cases.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::setting::Origin;
use super::{Setting, Sources};

/// Its name in the current folder, if present.
const HERE: &str = "plumbline-data";

/// The purpose of the setting.
const ABOUT: &str = "The folder of the database, the search index, models, sources, skills, drafts, cases and the key that signs \
    evidence packs.";

/// The data folder, and that of models, which one user's programs may share.
#[derive(Clone, Debug)]
pub struct DataSettings {
    pub folder: Setting<String>,
    home: Option<PathBuf>,
}

impl DataSettings {
    /// As configured; else `plumbline-data` in the current folder, if present; else the user's data folder.
    pub(super) fn gather(from: &Sources<'_>, is_there: impl Fn(&Path) -> bool) -> Result<Self> {
        let named = |name: &str| (from.environment)(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let home = named("XDG_DATA_HOME").or_else(|| named("HOME").map(|home| home.join(".local/share")));
        let home = home.map(|data| data.join("plumbline"));
        let usual = home.as_ref().filter(|_| !is_there(Path::new(HERE))).map(|home| home.display().to_string());
        let folder = from.about(ABOUT).get("PLUMBLINE_DATA", usual.as_deref().unwrap_or(HERE), "a folder")?;
        Ok(Self { folder, home })
    }

    /// The path of an entry.
    pub fn at(&self, name: &str) -> String {
        Path::new(&self.folder.value).join(name).display().to_string()
    }

    /// The models' folder: inside a configured folder, else in the user's data folder, since models are shared.
    pub fn models(&self) -> String {
        match &self.home {
            Some(home) if self.folder.origin == Origin::Default => home.join("models").display().to_string(),
            _ => self.at("models"),
        }
    }
}
