//! Search by meaning: a vector per passage, as int8 codes in memory for a full scan, and more precise on disk for the
//! final order. Derived from the store and never the only copy: the folder has a change number, catches up, and is
//! rebuilt if missing, damaged, or of another model.
//!
//! `segment` is the disk format, `set` and `codes` the memory, `follow` the synchronisation with the store.

mod codes;
mod follow;
pub(super) mod segment;
mod set;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use serde::Serialize;

use super::embed::{Embedder, Models, Tier};
use segment::{Held, Segment};
use set::Set;
pub use set::{Keep, Near};

/// Maximum number of texts whose vectors are remembered.
const MAX_CACHED_TEXTS: usize = 4_096;

/// The vectors of this process.
pub struct Vectors {
    models: Arc<Models>,
    /// `None` keeps everything in memory.
    folder: Option<PathBuf>,
    now: RwLock<Arc<State>>,
    /// One catch-up at a time in this process.
    catching: tokio::sync::Mutex<()>,
    /// Whether the folder was read and compared with the store since opening.
    checked: AtomicBool,
    /// Vectors of texts compared before, by the hash of model and text: a question is compared several times, and so are
    /// names of topics and sentences of documents.
    remembered: Mutex<HashMap<u64, Arc<[f32]>>>,
}

/// The searchable state.
#[derive(Default)]
struct State {
    tier: Option<Tier>,
    set: RwLock<Set>,
}

/// Progress of embedding, for people and for `/health`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// The embedder in use; `None` if search is by keywords only.
    pub model: Option<String>,
    /// Communications and document parts with vectors.
    pub embedded: u64,
    /// Why search by meaning is unavailable, as a sentence for people.
    pub keyword_only: Option<String>,
}

impl Vectors {
    /// Initially empty: the first catch-up loads it.
    pub fn new(models: Models, folder: Option<&Path>) -> Self {
        let folder = folder.map(|f| f.join("vectors"));
        let (now, catching, checked) = (RwLock::default(), tokio::sync::Mutex::default(), AtomicBool::new(false));
        Self { models: Arc::new(models), folder, now, catching, checked, remembered: Mutex::default() }
    }

    pub fn models(&self) -> &Arc<Models> {
        &self.models
    }

    pub fn status(&self) -> Status {
        let state = self.state();
        let embedded = state.read().len() as u64;
        let waiting = || "Search is by keywords only: no text is embedded yet.".to_owned();
        let keyword_only = match self.models.missing() {
            Some(missing) => Some(missing),
            None if embedded == 0 => Some(waiting()),
            None => None,
        };
        let model = state.tier.filter(|_| keyword_only.is_none()).map(|tier| tier.id().to_owned());
        Status { model, embedded, keyword_only }
    }

    /// The embedder of the searchable vectors; loads it on first use.
    fn embedder(&self) -> Option<(Arc<State>, Arc<dyn Embedder>)> {
        let state = self.state();
        if self.models.missing().is_some() || state.read().is_empty() {
            return None;
        }
        match self.models.get(state.tier?) {
            Ok(embedder) => Some((state, embedder)),
            Err(error) => {
                tracing::error!(%error, "the embedding model cannot be used; search is by keywords only");
                None
            }
        }
    }

    /// A query from a text; `None` while search is by keywords only. Blocking.
    pub fn ask(&self, text: &str) -> Option<VectorQuery> {
        let (state, embedder) = self.embedder()?;
        let vector = self.vectors_of(&*embedder, &[text]).pop()?.to_vec();
        Some(VectorQuery { state, vector })
    }

    /// A query from a record, by its name ("communication:ID") and its part's id; `None` if it has no vector.
    pub fn like(&self, record: &str, id: &str) -> Option<VectorQuery> {
        let state = self.state();
        let vector = state.read().centre(record, id)?;
        Some(VectorQuery { state, vector })
    }

    /// Whether a part of a record is embedded.
    pub fn holds(&self, record: &str, id: &str) -> bool {
        self.state().read().part(record, id).is_some()
    }

    /// The similarity of each text to a question, -1 to 1; `None` while search is by keywords only. Blocking.
    pub fn likeness(&self, question: &str, texts: &[&str]) -> Option<Vec<f32>> {
        let asked = self.meanings(&[question])?.pop()?;
        Some(self.meanings(texts)?.iter().map(|vector| ::embed::dot(&asked, vector)).collect())
    }

    /// A unit vector per text; `None` while search is by keywords only. Blocking.
    pub fn meanings(&self, texts: &[&str]) -> Option<Vec<Arc<[f32]>>> {
        let (_, embedder) = self.embedder()?;
        Some(self.vectors_of(&*embedder, texts))
    }

    /// The vectors of texts; those not remembered are computed.
    fn vectors_of(&self, embedder: &dyn Embedder, texts: &[&str]) -> Vec<Arc<[f32]>> {
        let keys: Vec<u64> = texts.iter().map(|text| follow::text_hash(embedder.id(), text)).collect();
        let remembered = || self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        let mut found: HashMap<u64, Arc<[f32]>> = {
            let all = remembered();
            keys.iter().filter_map(|key| Some((*key, all.get(key)?.clone()))).collect()
        };
        let (new, missing): (Vec<u64>, Vec<&str>) =
            keys.iter().zip(texts).filter(|(key, _)| !found.contains_key(key)).map(|(key, text)| (*key, *text)).unzip();
        if !missing.is_empty() {
            let computed: Vec<(u64, Arc<[f32]>)> =
                new.into_iter().zip(embedder.embed(&missing).into_iter().map(Arc::from)).collect();
            found.extend(computed.iter().cloned());
            let mut all = remembered();
            if all.len() + computed.len() > MAX_CACHED_TEXTS {
                all.clear();
            }
            all.extend(computed.into_iter().take(MAX_CACHED_TEXTS));
        }
        keys.iter().filter_map(|key| found.get(key).cloned()).collect()
    }

    fn state(&self) -> Arc<State> {
        self.now.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn put(&self, state: State) -> Arc<State> {
        let state = Arc::new(state);
        *self.now.write().unwrap_or_else(PoisonError::into_inner) = state.clone();
        state
    }
}

/// A query vector with the vectors to compare.
pub struct VectorQuery {
    state: Arc<State>,
    vector: Vec<f32>,
}

impl VectorQuery {
    /// The `k` nearest parts among those that `keep` allows, best first. Blocking.
    pub fn nearest(&self, k: usize, keep: &Keep) -> Vec<Near> {
        self.state.read().nearest(&self.vector, k, keep)
    }

    /// See [`Set::topics`]. Blocking.
    pub fn topics(&self, k: usize, each: usize, keep: &Keep) -> Vec<(String, f32)> {
        self.state.read().topics(&self.vector, k, each, keep)
    }

    /// The cosine of one part, by its record's name; `None` if it has no vector yet.
    pub fn cosine(&self, record: &str, id: &str) -> Option<Near> {
        self.state.read().cosine(&self.vector, record, id)
    }

    /// The embedder of the query.
    pub fn tier(&self) -> Option<Tier> {
        self.state.tier
    }
}

impl State {
    fn read(&self) -> std::sync::RwLockReadGuard<'_, Set> {
        self.set.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Loads a folder's vectors of a model; damaged ones are recreated.
    fn open(folder: Option<&Path>, tier: Tier, dim: usize) -> Self {
        let fresh = || Self { tier: Some(tier), set: RwLock::new(Set::new(Held::new(tier.id(), dim))) };
        let Some(folder) = folder else { return fresh() };
        let Some(held) = Held::read(folder, tier.id(), dim) else { return fresh() };
        let mut set = Set::new(held.clone());
        for name in &held.segments {
            let file = folder.join(name);
            let loaded = Segment::read(&file).and_then(|(segment, start)| Ok((segment, File::open(&file)?, start)));
            let added = loaded.and_then(|(segment, file, start)| set.add(&segment, Some((file, start))));
            if let Err(error) = added {
                tracing::warn!(%error, file = name, "vectors are damaged and are rebuilt");
                return fresh();
            }
        }
        Self { tier: Some(tier), set: RwLock::new(set) }
    }
}
