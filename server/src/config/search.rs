//! Settings of search: the embedding model's folder, its form, and the weights of scores.

use std::path::PathBuf;

use anyhow::{Result, anyhow};

use super::{DataSettings, Secret, Setting, Sources};
use crate::search::Weights;
use crate::search::embed::{Choice, EmbedSettings};

#[derive(Clone, Debug)]
pub struct SearchSettings {
    pub model_dir: Setting<String>,
    pub embedder: Setting<Choice>,
    pub embed_threads: Setting<usize>,
    pub dense_weight: Setting<Option<f64>>,
    pub sparse_weight: Setting<Option<f64>>,
    weights: Weights,
}

impl SearchSettings {
    pub(super) fn gather(from: &Sources<'_>, data: &DataSettings) -> Result<Self> {
        let weight = "a number from 0 to 1";
        let dense_weight = from.optional("RAG_DENSE_WEIGHT", None, weight)?;
        let sparse_weight = from.optional("RAG_SPARSE_WEIGHT", None, weight)?;
        let weights = Weights::new(dense_weight.value, sparse_weight.value)
            .map_err(|why| anyhow!("RAG_DENSE_WEIGHT and RAG_SPARSE_WEIGHT: {why}"))?
            .unwrap_or_default();
        Ok(Self {
            model_dir: from.get("PLUMBLINE_MODEL_DIR", None, &data.models(), "a folder")?,
            embedder: from.get("PLUMBLINE_EMBEDDER", None, "auto", "auto, full, static or none")?,
            embed_threads: from.get("PLUMBLINE_EMBED_THREADS", None, "0", "a number of threads, 0 for all but one")?,
            dense_weight,
            sparse_weight,
            weights,
        })
    }

    pub fn model_folder(&self) -> PathBuf {
        PathBuf::from(&self.model_dir.value)
    }

    pub fn embed(&self) -> EmbedSettings {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if self.embed_threads.value == 0 { cores - 1 } else { self.embed_threads.value };
        EmbedSettings {
            folder: self.model_folder(),
            choice: self.embedder.value,
            threads: threads.clamp(1, 64),
            cache: None,
        }
    }

    /// The weights of scores. One weight alone implies the other.
    pub fn weights(&self) -> Weights {
        self.weights
    }
}

/// A search cluster beside the database: its address and credentials.
#[derive(Clone, Debug)]
pub struct ClusterSettings {
    pub url: Setting<Option<String>>,
    pub user: Setting<Option<String>>,
    pub password: Setting<Option<Secret>>,
    pub api_key: Setting<Option<Secret>>,
    pub ca_file: Setting<Option<String>>,
    /// The prefix of its indices' names.
    pub index: Setting<String>,
    /// Shards per index.
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

    /// The cluster's settings, if configured.
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
