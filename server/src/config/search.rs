//! Settings of search: where the embedding model lies, which of its two forms is used, and how scores are weighed.

use std::path::PathBuf;

use anyhow::{Result, anyhow};

use super::{DataSettings, Setting, Sources};
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
        let weights = Weights::of(dense_weight.value, sparse_weight.value)
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

    /// How scores are weighed. One weight that is set gives the other.
    pub fn weights(&self) -> Weights {
        self.weights
    }
}
