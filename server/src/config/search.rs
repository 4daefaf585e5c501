//! Settings of search: the embedding model's folder, its form, and the weights of scores.

use std::path::PathBuf;

use anyhow::{Result, anyhow};

use super::setting::settings;
use super::{Secret, Setting, Sources};
use crate::search::Weights;
use crate::search::embed::{Choice, EmbedSettings};

/// How weights are written.
const WEIGHT: &str = "a number from 0 to 1";

settings! {
    pub struct SearchSettings reads from {
        /// The weight of meaning in search, 0 to 1; 0.7 if neither weight is set.
        pub dense_weight: Setting<Option<f64>> = from.optional("RAG_DENSE_WEIGHT", WEIGHT)?,
        /// The weight of words in search, 0 to 1; 0.3 if neither weight is set.
        pub sparse_weight: Setting<Option<f64>> = from.optional("RAG_SPARSE_WEIGHT", WEIGHT)?,
        /// The folder of the embedding model.
        pub model_dir: Setting<String> = from.get("PLUMBLINE_MODEL_DIR", "{models}", "a folder")?,
        /// full (best), static (hundreds of times faster) or none; auto means full up to 50,000 messages.
        pub embedder: Setting<Choice> = from.get("PLUMBLINE_EMBEDDER", "auto", "auto, full, static or none")?,
        /// The number of cores that compute embeddings.
        pub embed_threads: Setting<usize> =
            from.get("PLUMBLINE_EMBED_THREADS", "0", "a number of threads, 0 for all but one")?,
        weights: Weights = Weights::default(),
    }
}

impl SearchSettings {
    pub(super) fn gather(from: &Sources<'_>) -> Result<Self> {
        let mut settings = Self::read(from)?;
        settings.weights = Weights::new(settings.dense_weight.value, settings.sparse_weight.value)
            .map_err(|why| anyhow!("RAG_DENSE_WEIGHT and RAG_SPARSE_WEIGHT: {why}"))?
            .unwrap_or_default();
        Ok(settings)
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

settings! {
    /// A search cluster beside the database: its address and credentials.
    pub struct ClusterSettings reads from {
        /// The address of an OpenSearch cluster (2.15 or later) that counts and searches in place of this process.
        pub url: Setting<Option<String>> = from.optional("PLUMBLINE_SEARCH_URL", "an address")?,
        /// The user name for the cluster.
        pub user: Setting<Option<String>> = from.optional("PLUMBLINE_SEARCH_USER", "a name")?,
        /// The password of that user.
        pub password: Setting<Option<Secret>> = from.secret("PLUMBLINE_SEARCH_PASSWORD")?,
        /// An API key for the cluster, instead of user name and password.
        pub api_key: Setting<Option<Secret>> = from.secret("PLUMBLINE_SEARCH_API_KEY")?,
        /// A PEM file of certificate authorities to trust in addition to the system's.
        pub ca_file: Setting<Option<String>> = from.optional("PLUMBLINE_SEARCH_CA_FILE", "a file")?,
        /// The prefix of the index names, so that several desks can share a cluster.
        pub index: Setting<String> = from.get("PLUMBLINE_SEARCH_INDEX", "plumbline", "a name of small letters")?,
        /// The number of shards of each new index.
        pub shards: Setting<u32> = from.get("PLUMBLINE_SEARCH_SHARDS", "1", "a number of parts")?,
    }
}

impl ClusterSettings {
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
