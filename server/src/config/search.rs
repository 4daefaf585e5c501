//! Settings of search: where the embedding model lies, which of its two forms is used, and how scores are weighed.

use std::path::PathBuf;

use anyhow::{Result, anyhow};

use super::{Entry, Setting, Sources, entry, maybe};
use crate::search::Weights;
use crate::search::embed::{Choice, EmbedSettings};

#[derive(Clone, Debug)]
pub struct SearchSettings {
    pub model_dir: Setting<Option<String>>,
    pub embedder: Setting<Choice>,
    pub embed_threads: Setting<usize>,
    pub dense_weight: Setting<Option<f64>>,
    pub sparse_weight: Setting<Option<f64>>,
    weights: Weights,
    /// Where data of the user's programs goes; the default folder of the model.
    home: Option<PathBuf>,
}

impl SearchSettings {
    pub(super) fn gather(from: &Sources<'_>) -> Result<Self> {
        let weight = "a number from 0 to 1";
        let data = || (from.environment)("XDG_DATA_HOME").filter(|v| !v.is_empty()).map(PathBuf::from);
        let home = || (from.environment)("HOME").map(|home| PathBuf::from(home).join(".local/share"));
        let dense_weight = from.optional("RAG_DENSE_WEIGHT", None, weight)?;
        let sparse_weight = from.optional("RAG_SPARSE_WEIGHT", None, weight)?;
        let weights = Weights::of(dense_weight.value, sparse_weight.value)
            .map_err(|why| anyhow!("RAG_DENSE_WEIGHT and RAG_SPARSE_WEIGHT: {why}"))?
            .unwrap_or_default();
        Ok(Self {
            model_dir: from.optional("PLUMBLINE_MODEL_DIR", None, "a folder")?,
            embedder: from.get("PLUMBLINE_EMBEDDER", None, "auto", "auto, full, static or none")?,
            embed_threads: from.get("PLUMBLINE_EMBED_THREADS", None, "0", "a number of threads, 0 for all but one")?,
            dense_weight,
            sparse_weight,
            weights,
            home: data().or_else(home),
        })
    }

    /// Where the model lies: as set; else in the user's data folder; else beside the default database.
    pub fn model_folder(&self) -> PathBuf {
        let usual = || self.home.as_ref().map(|data| data.join("plumbline/models"));
        let set = self.model_dir.value.as_ref().map(PathBuf::from);
        set.or_else(usual).unwrap_or_else(|| PathBuf::from("plumbline-data/models"))
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

    pub(super) fn entries(&self) -> Vec<Entry> {
        vec![
            entry(&self.model_dir, |_| self.model_folder().display().to_string()),
            entry(&self.embedder, Choice::to_string),
            entry(&self.embed_threads, usize::to_string),
            entry(&self.dense_weight, maybe),
            entry(&self.sparse_weight, maybe),
        ]
    }
}
