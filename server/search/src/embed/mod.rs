//! Chooses the embedder: the full model, or the static table distilled from it; loaded on first use. The mathematics
//! are in the crate `embed`.

mod cache;
pub mod fetch;
pub mod files;

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

use ::embed::{EmbedError, MiniLm, StaticTable};
use model::session::SearchMode;

pub use ::embed::Embedder;

/// The full model embeds up to this many texts (about a quarter of an hour on two cores); above, the static table does.
pub const FULL_UP_TO: u64 = 50_000;

/// The configured choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The full model up to [`FULL_UP_TO`] texts, the static table above.
    #[default]
    Auto,
    Only(Tier),
    None,
}

/// The two forms of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    Full,
    Static,
}

impl Tier {
    pub const ALL: [Self; 2] = [Self::Full, Self::Static];

    /// The id of its vectors.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Full => MiniLm::ID,
            Self::Static => StaticTable::ID,
        }
    }

    /// The length of its vectors.
    pub const fn dim(self) -> usize {
        match self {
            Self::Full => MiniLm::DIM,
            Self::Static => StaticTable::DIM,
        }
    }
}

impl FromStr for Choice {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "auto" => Ok(Self::Auto),
            "full" => Ok(Self::Only(Tier::Full)),
            "static" => Ok(Self::Only(Tier::Static)),
            "none" => Ok(Self::None),
            _ => Err(()),
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Only(Tier::Full) => "full",
            Self::Only(Tier::Static) => "static",
            Self::None => "none",
        })
    }
}

#[derive(Clone, Debug)]
pub struct EmbedSettings {
    /// Contains `model.safetensors`, `vocab.txt` and, once distilled, `static.safetensors`.
    pub folder: PathBuf,
    pub choice: Choice,
    /// Number of texts embedded in parallel.
    pub threads: usize,
    /// A cache of vectors by text; not for servers, whose vectors are stored with records.
    pub cache: Option<PathBuf>,
}

impl EmbedSettings {
    /// No model: keyword search only.
    pub fn none() -> Self {
        Self { folder: PathBuf::new(), choice: Choice::None, threads: 1, cache: None }
    }
}

/// The models of this process.
pub struct Models {
    settings: EmbedSettings,
    full: Mutex<Option<Arc<MiniLm>>>,
    loaded: Mutex<Vec<(Tier, Arc<dyn Embedder>)>>,
    /// The embedders were injected, as in tests; no folder is checked.
    given: bool,
    fetch: Mutex<Fetch>,
}

/// The state of fetching the model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Fetch {
    /// Not started, or done.
    #[default]
    None,
    /// Bytes received so far.
    Coming(u64),
    /// It did not work.
    Failed,
}

/// Received and total size of the model's files, in megabytes.
fn megabytes(bytes: u64) -> (u64, u64) {
    let all = files::FILES.iter().map(|f| f.bytes).sum::<u64>();
    (bytes.min(all) / 1_000_000, all / 1_000_000)
}

impl fmt::Debug for Models {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Models").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Models {
    pub fn new(settings: EmbedSettings) -> Self {
        Self { settings, full: Mutex::default(), loaded: Mutex::default(), given: false, fetch: Mutex::default() }
    }

    /// With this embedder instead of the full model.
    pub fn given(embedder: Arc<dyn Embedder>) -> Self {
        let settings = EmbedSettings { choice: Choice::Only(Tier::Full), ..EmbedSettings::none() };
        Self { loaded: Mutex::new(vec![(Tier::Full, embedder)]), given: true, ..Self::new(settings) }
    }

    pub fn settings(&self) -> &EmbedSettings {
        &self.settings
    }

    /// Why search by meaning is unavailable, as a sentence for people; `None` if there is a model.
    pub fn missing(&self) -> Option<String> {
        let why = match self.settings.choice {
            Choice::None => "Search is by keywords only: PLUMBLINE_EMBEDDER is none.".to_owned(),
            _ if self.given || files::is_there(&self.settings.folder) => return None,
            _ => match self.fetch() {
                Fetch::Coming(bytes) => {
                    let (done, all) = megabytes(bytes);
                    format!("Fetching the search model: {done} of {all} MB. Until then, search is by keywords.")
                }
                Fetch::Failed => "The search model could not be fetched, so search is by keywords only.".to_owned(),
                Fetch::None => "Search is by keywords only: there is no embedding model yet; `plumbline serve` fetches it, and so does `plumbline model fetch`.".to_owned(),
            },
        };
        Some(why)
    }

    /// The progress or failure of fetching a missing model.
    pub fn fetching(&self) -> Option<SearchMode> {
        self.missing()?;
        match self.fetch() {
            Fetch::None => None,
            Fetch::Coming(bytes) => {
                let (done_mb, all_mb) = megabytes(bytes);
                Some(SearchMode::Fetching { done_mb, all_mb })
            }
            Fetch::Failed => Some(SearchMode::NotFetched),
        }
    }

    /// Whether the model is being fetched.
    pub fn is_coming(&self) -> bool {
        matches!(self.fetch(), Fetch::Coming(_))
    }

    fn fetch(&self) -> Fetch {
        self.fetch.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Fetches the model if wanted and missing; see [`Self::missing`] for progress. Failures are logged, and search
    /// stays by keywords. Blocking, for minutes.
    pub fn fetch_missing(&self, environment: fetch::Environment<'_>, stop: impl Fn() -> bool) {
        let set = |state| *self.fetch.lock().unwrap_or_else(PoisonError::into_inner) = state;
        if self.settings.choice == Choice::None || self.given || files::is_there(&self.settings.folder) {
            return;
        }
        set(Fetch::Coming(0));
        set(match fetch::bring(&self.settings.folder, environment, |bytes| set(Fetch::Coming(bytes)), stop) {
            Ok(()) | Err(fetch::FetchError::Stopped | fetch::FetchError::Elsewhere) => Fetch::None,
            Err(error) => {
                tracing::warn!(%error, "the search model could not be fetched; `plumbline model fetch` tries again");
                Fetch::Failed
            }
        });
    }

    /// Whether a wanted model is not available (yet).
    pub fn is_awaited(&self) -> bool {
        self.settings.choice != Choice::None && self.missing().is_some()
    }

    /// The form for this number of texts; `None` without a model.
    pub fn tier(&self, texts: u64) -> Option<Tier> {
        if self.missing().is_some() {
            return None;
        }
        match self.settings.choice {
            Choice::None => None,
            Choice::Only(tier) => Some(tier),
            Choice::Auto if texts <= FULL_UP_TO => Some(Tier::Full),
            Choice::Auto => Some(Tier::Static),
        }
    }

    fn loaded(&self, tier: Tier) -> Option<Arc<dyn Embedder>> {
        let loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        loaded.iter().find(|(known, _)| *known == tier).map(|(_, embedder)| embedder.clone())
    }

    /// The id of a form's vectors, without loading it.
    pub fn id(&self, tier: Tier) -> String {
        self.loaded(tier).map_or_else(|| tier.id().to_owned(), |embedder| embedder.id().to_owned())
    }

    /// The length of a form's vectors, likewise.
    pub fn dim(&self, tier: Tier) -> usize {
        self.loaded(tier).map_or(tier.dim(), |embedder| embedder.dim())
    }

    /// The embedder, loaded on first use. Blocking: some tenths of a second; distilling a missing static table takes a
    /// minute.
    pub fn get(&self, tier: Tier) -> Result<Arc<dyn Embedder>, EmbedError> {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, embedder)) = loaded.iter().find(|(t, _)| *t == tier) {
            return Ok(embedder.clone());
        }
        let folder = &self.settings.folder;
        let mut embedder: Arc<dyn Embedder> = match tier {
            Tier::Full => self.full()?,
            Tier::Static => {
                if !folder.join(StaticTable::FILE).exists() {
                    tracing::info!("distilling the static embedder from the full model; this takes a minute, once");
                    self.distil()?;
                }
                Arc::new(StaticTable::open(folder, self.settings.threads)?)
            }
        };
        if let Some(cache) = &self.settings.cache {
            let unreadable = |cause| EmbedError::Unreadable { file: cache.display().to_string(), cause };
            embedder = Arc::new(cache::Cached::open(embedder, cache).map_err(unreadable)?);
        }
        loaded.push((tier, embedder.clone()));
        Ok(embedder)
    }

    /// Distils the static table from the full model and saves it.
    pub fn distil(&self) -> Result<(), EmbedError> {
        let table = StaticTable::distil(&*self.full()?);
        let file = self.settings.folder.join(StaticTable::FILE).display().to_string();
        StaticTable::write(&table, &self.settings.folder).map_err(|cause| EmbedError::Unreadable { file, cause })
    }

    fn full(&self) -> Result<Arc<MiniLm>, EmbedError> {
        let mut full = self.full.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(full) = &*full {
            return Ok(full.clone());
        }
        let loaded = Arc::new(MiniLm::open(&self.settings.folder, self.settings.threads)?);
        *full = Some(loaded.clone());
        Ok(loaded)
    }
}
