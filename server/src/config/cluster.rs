//! Settings of a search cluster beside the database: where it is, and who this program is there.

use std::path::PathBuf;

use anyhow::Result;

use super::{Secret, Setting, Sources};

#[derive(Clone, Debug)]
pub struct ClusterSettings {
    pub url: Setting<Option<String>>,
    pub user: Setting<Option<String>>,
    pub password: Setting<Option<Secret>>,
    pub api_key: Setting<Option<Secret>>,
    pub ca_file: Setting<Option<String>>,
    /// Begins the names of its indices.
    pub index: Setting<String>,
    /// Parts of each index.
    pub shards: Setting<u32>,
}

impl ClusterSettings {
    pub(super) fn gather(from: &Sources<'_>) -> Result<Self> {
        Ok(Self {
            url: from.optional("PLUMBLINE_SEARCH_URL", None, "an address")?,
            user: from.optional("PLUMBLINE_SEARCH_USER", None, "a name")?,
            password: from.secret("PLUMBLINE_SEARCH_PASSWORD")?,
            api_key: from.secret("PLUMBLINE_SEARCH_API_KEY")?,
            ca_file: from.optional("PLUMBLINE_SEARCH_CA_FILE", None, "a file")?,
            index: from.get("PLUMBLINE_SEARCH_INDEX", None, "plumbline", "a name of small letters")?,
            shards: from.get("PLUMBLINE_SEARCH_SHARDS", None, "1", "a number of parts")?,
        })
    }

    /// Where it is and how it is spoken to, if that is set.
    pub fn settings(&self) -> Option<opensearch::Settings> {
        Some(opensearch::Settings {
            url: self.url.value.clone().filter(|url| !url.trim().is_empty())?,
            user: self.user.value.clone(),
            password: self.password.value.clone(),
            api_key: self.api_key.value.clone(),
            ca_file: self.ca_file.value.as_ref().map(PathBuf::from),
            prefix: self.index.value.clone(),
            shards: self.shards.value,
        })
    }
}
