//! Search: by keywords (tantivy, BM25) at once, and by meaning (vectors) as texts get embedded. Derived from the store
//! and never the only copy: index and vectors have a change number, catch up, and are rebuilt when missing, damaged or
//! incompatible.
//!
//! Several processes (a server and a command line) may share a folder: the holder of tantivy's writer lock writes, the
//! others read its commits. There is no query syntax: what people type is words.

pub mod articles;
mod cluster;
pub mod embed;
mod feed;
mod find;
mod fuse;
pub mod memory_index;
pub mod passages;
mod rerank;
mod row_access;
mod schema;
#[cfg(test)]
mod tests;
pub mod vectors;
mod weights;
pub mod words;

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};

use tantivy::directory::MmapDirectory;
use tantivy::schema::Schema;
use tantivy::{Index, IndexReader, ReloadPolicy, TantivyError};

pub use find::{Hit, HitKind, Only, SearchQuery, SearchResult};
pub use rerank::RERANKED;
pub use weights::Weights;

use embed::{EmbedSettings, Models};
use model::session::SearchMode;
use schema::Fields;
use store::StoreError;
use store::engine::Engine;
use vectors::Vectors;

/// Errors of the index. All can be fixed by rebuilding it from the store.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("The search index failed: {0}")]
    Index(#[from] TantivyError),
    #[error("The folder of the search index cannot be used: {0}")]
    Folder(#[from] std::io::Error),
    #[error("The search cluster does not answer. Look at it, then try again.")]
    Cluster,
    #[error("The embedding model cannot be used: {0}")]
    Model(#[from] ::embed::EmbedError),
}

/// Search for one caller: the index of this process, and which customers' messages can be found.
pub struct Search {
    shared: Arc<Shared>,
    /// `None` for everything.
    seen: Option<row_access::Seen>,
}

impl std::ops::Deref for Search {
    type Target = Shared;
    fn deref(&self) -> &Shared {
        &self.shared
    }
}

/// The search index of this process.
pub struct Shared {
    index: Index,
    reader: IndexReader,
    fields: Fields,
    /// The change number shown by the reader.
    shown: AtomicI64,
    /// Whether the number of records was compared with the store since opening.
    checked: AtomicBool,
    /// One catch-up at a time in this process.
    catching: tokio::sync::Mutex<()>,
    vectors: Arc<Vectors>,
    weights: Weights,
    /// The cluster searched instead of the index.
    engine: OnceLock<Arc<dyn Engine>>,
}

impl Search {
    /// Opens the index in a folder, or an empty one in memory. A missing, damaged or incompatible index is recreated;
    /// [`Search::catch_up`] fills it. By keywords only.
    pub fn open(folder: Option<&Path>) -> Result<Self, SearchError> {
        Self::open_with(folder, EmbedSettings::none(), Weights::default())
    }

    /// Likewise with vectors, once [`Vectors::catch_up`] has filled them.
    pub fn open_with(folder: Option<&Path>, models: EmbedSettings, weights: Weights) -> Result<Self, SearchError> {
        Self::open_models(folder, Models::new(models), weights)
    }

    /// Likewise with models already loaded.
    pub fn open_models(folder: Option<&Path>, models: Models, weights: Weights) -> Result<Self, SearchError> {
        let (schema, fields) = schema::schema();
        let index = match folder {
            None => Index::create_in_ram(schema),
            Some(folder) => {
                std::fs::create_dir_all(folder)?;
                open_folder(folder, &schema)?
            }
        };
        index.tokenizers().register(words::NAME, words::analyser());
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let shared = Shared {
            index,
            reader,
            fields,
            shown: AtomicI64::new(-1),
            checked: AtomicBool::new(false),
            catching: tokio::sync::Mutex::new(()),
            vectors: Arc::new(Vectors::new(models, folder)),
            weights,
            engine: OnceLock::new(),
        };
        let search = Self { shared: Arc::new(shared), seen: None };
        search.show()?;
        Ok(search)
    }

    /// The change number up to which records are searchable.
    pub fn change(&self) -> i64 {
        self.shown.load(Ordering::Acquire).max(0)
    }

    /// How many communications and document parts are searchable.
    pub fn len(&self) -> u64 {
        self.reader.searcher().num_docs()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Search by meaning, and its progress.
    pub fn vectors(&self) -> &Arc<Vectors> {
        &self.vectors
    }

    /// Whether the search method will change soon: the model is being fetched, or texts are being embedded.
    pub fn is_changing(&self) -> bool {
        if self.is_in_cluster() {
            return false;
        }
        let status = self.vectors.status();
        self.vectors.models().is_coming() || self.vectors.models().missing().is_none() && status.embedded < self.len()
    }

    /// The current search method, here or in the cluster.
    pub async fn mode(&self) -> SearchMode {
        if let Some(fetching) = self.vectors.models().fetching() {
            return fetching;
        }
        if let Some(engine) = self.engine.get() {
            let by_meaning = engine.embedding_model().await.is_some();
            return if by_meaning { SearchMode::KeywordsAndMeaning } else { SearchMode::Keywords };
        }
        let (status, all) = (self.vectors.status(), self.len());
        match status.model {
            None => SearchMode::Keywords,
            Some(_) if status.embedded >= all => SearchMode::KeywordsAndMeaning,
            Some(_) => SearchMode::SoFarMeaning { percent: 100 * status.embedded / all.max(1) },
        }
    }

    /// Shows the last commit by any process.
    fn show(&self) -> Result<(), SearchError> {
        let held = feed::Watermark::read(&self.index)?;
        if held.change != self.shown.load(Ordering::Acquire) || !held.last.is_empty() {
            self.reader.reload()?;
            self.shown.store(held.change, Ordering::Release);
        }
        Ok(())
    }
}

/// Runs blocking or long work on a blocking thread.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, SearchError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| TantivyError::ErrorInThread(error.to_string()).into())
}

/// The index in a folder if complete and compatible; else a new one replaces it.
fn open_folder(folder: &Path, schema: &Schema) -> Result<Index, SearchError> {
    match whole(folder, schema) {
        Ok(Some(index)) => return Ok(index),
        Ok(None) => {}
        Err(error) => tracing::warn!(%error, folder = %folder.display(), "search index is damaged and is rebuilt"),
    }
    let directory = MmapDirectory::open(folder).map_err(TantivyError::from)?;
    // Another process may be repairing it: the second one finds it complete.
    let lock = tantivy::directory::Directory::acquire_lock(&directory, &tantivy::directory::INDEX_WRITER_LOCK)
        .map_err(|error| TantivyError::LockFailure(error, Some("another process is rebuilding the index".into())))?;
    if let Ok(Some(index)) = whole(folder, schema) {
        return Ok(index);
    }
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if entry.file_type()?.is_file() && !name.to_string_lossy().ends_with(".lock") {
            std::fs::remove_file(entry.path())?;
        }
    }
    let index = Index::create_in_dir(folder, schema.clone())?;
    drop(lock);
    Ok(index)
}

/// `None` if there is no index, or an incompatible one.
fn whole(folder: &Path, schema: &Schema) -> Result<Option<Index>, SearchError> {
    let directory = MmapDirectory::open(folder).map_err(TantivyError::from)?;
    if !Index::exists(&directory).map_err(TantivyError::from)? {
        return Ok(None);
    }
    let index = Index::open(directory)?;
    if index.schema() != *schema || !feed::Watermark::read(&index)?.is_current() {
        return Ok(None);
    }
    let damaged = index.validate_checksum()?;
    if let Some(file) = damaged.iter().next() {
        let text = format!("{} files fail their checksum, among them {}", damaged.len(), file.display());
        return Err(SearchError::Folder(std::io::Error::other(text)));
    }
    index.tokenizers().register(words::NAME, words::analyser());
    // Missing or truncated files only show on opening.
    let reader: IndexReader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
    drop(reader);
    Ok(Some(index))
}
