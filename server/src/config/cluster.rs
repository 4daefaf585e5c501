//! Settings of a search cluster beside the database: where it is, and who this program is there.

use std::path::PathBuf;

use anyhow::Result;

use super::{Entry, Secret, Setting, Sources, entry, maybe};

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
            password: from.optional("PLUMBLINE_SEARCH_PASSWORD", None, "a text")?,
            api_key: from.optional("PLUMBLINE_SEARCH_API_KEY", None, "a text")?,
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

    pub(super) fn entries(&self) -> Vec<Entry> {
        let hidden = |secret: &Option<Secret>| if secret.is_some() { "(hidden)".into() } else { "(not set)".into() };
        vec![
            entry(&self.url, |url| crate::store::redact(&maybe(url))),
            entry(&self.user, maybe),
            entry(&self.password, hidden),
            entry(&self.api_key, hidden),
            entry(&self.ca_file, maybe),
            entry(&self.index, String::clone),
            entry(&self.shards, u32::to_string),
        ]
    }
}
