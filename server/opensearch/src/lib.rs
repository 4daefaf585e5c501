//! An OpenSearch cluster as an engine beside the store: it counts and searches a copy of the records that follows the store's
//! log of changes. The store stays the truth; the cluster is derived, may lag (then it is not asked) and may be lost.
//!
//! `client` speaks HTTP, `shape` is what is kept of each record, `feed` follows the store. What a question becomes stands
//! where questions stand: `query::dsl` and `search`. `indices` reads those that somebody else fills, as sources.

mod bulk;
mod client;
mod feed;
pub mod indices;
mod shape;
mod state;

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use base::secret::Secret;
use reqwest::Method;
use search::embed::{Models, Tier};
use serde_json::{Value, json};
use store::StoreError;
use store::engine::{Engine, Kept};

use client::Client;

/// Where the cluster is, and how it is spoken to.
#[derive(Clone, Debug)]
pub struct Settings {
    pub url: String,
    pub user: Option<String>,
    pub password: Option<Secret>,
    /// Instead of user and password.
    pub api_key: Option<Secret>,
    /// Authorities in PEM that are trusted besides the system's.
    pub ca_file: Option<PathBuf>,
    /// Begins the names of its indices, so that several desks share a cluster.
    pub prefix: String,
    /// Parts of each index.
    pub shards: u32,
}

/// What can go wrong with the cluster.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    #[error("{0}")]
    Setting(String),
    #[error("The search cluster cannot be reached: {0}. Check PLUMBLINE_SEARCH_URL, and that the cluster is up.")]
    Unreachable(String),
    #[error(
        "The certificate of the search cluster is not trusted: {0}. Name the file of its authority in PLUMBLINE_SEARCH_CA_FILE."
    )]
    Untrusted(String),
    #[error(
        "The search cluster does not accept who asks ({status}: {reason}). Check PLUMBLINE_SEARCH_USER and \
         PLUMBLINE_SEARCH_PASSWORD, or PLUMBLINE_SEARCH_API_KEY."
    )]
    Denied { status: u16, reason: String },
    /// It answered with an error.
    #[error("The search cluster refused ({status}): {reason}")]
    Refused { status: u16, reason: String },
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A cluster.
#[derive(Debug)]
pub struct Cluster {
    client: Client,
    prefix: String,
    shards: u32,
    /// One pass at a time in this process.
    feeding: tokio::sync::Mutex<()>,
    /// Whether the number of records was compared with the store since the start.
    checked: AtomicBool,
    /// What texts are embedded with on their way there.
    models: Option<Arc<Models>>,
    /// Whether it has the k-NN plug-in, once it was asked: what a node has changes with its restart alone.
    knn: tokio::sync::OnceCell<bool>,
    /// Since when it is not asked, because it could not be reached.
    silent: Mutex<Option<Instant>>,
}

/// How long a cluster that could not be reached is not asked: a question has many figures, and none should wait for it.
const SILENCE: Duration = Duration::from_secs(10);

/// The first version with the type `wildcard`, by which parts of texts are found.
const OLDEST: (u64, u64) = (2, 15);

impl Cluster {
    /// The cluster at an address; asks nothing of it yet.
    pub fn new(settings: &Settings) -> Result<Self, ClusterError> {
        let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
        let prefix = &settings.prefix;
        if !prefix.starts_with(|c: char| c.is_ascii_lowercase()) || !prefix.chars().all(good) || prefix.len() > 100 {
            let what = format!("\"{prefix}\" cannot begin names of indices: use small letters, digits, - and _.");
            return Err(ClusterError::Setting(what));
        }
        let client = Client::new(settings)?;
        Ok(Self {
            client,
            prefix: prefix.clone(),
            shards: settings.shards.max(1),
            feeding: Default::default(),
            checked: false.into(),
            models: None,
            knn: Default::default(),
            silent: Mutex::default(),
        })
    }

    /// Embeds what it feeds, where the cluster has the k-NN plug-in. In a cluster it is the static table that embeds
    /// unless another form is set: the full model would take weeks for what a cluster is needed for.
    pub fn with_models(self, models: Arc<Models>) -> Self {
        Self { models: Some(models), ..self }
    }

    /// The form of the model that texts are to be embedded with; `None` without a model or the plug-in.
    async fn tier(&self) -> Result<Option<Tier>, ClusterError> {
        let Some(tier) = self.models.as_ref().and_then(|models| models.tier(u64::MAX)) else { return Ok(None) };
        Ok(self.knn.get_or_try_init(|| self.has_knn()).await?.then_some(tier))
    }

    async fn has_knn(&self) -> Result<bool, ClusterError> {
        let plugins = self.client.call(Method::GET, "_cat/plugins?format=json&h=component", None, client::LONG).await;
        match plugins {
            Ok(plugins) => Ok(plugins.to_string().to_lowercase().contains("knn")),
            Err(ClusterError::Denied { reason, .. }) => {
                tracing::warn!(%reason, "the search cluster does not tell whether it has the k-NN plug-in; search is by keywords only");
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    /// What answers there: "OpenSearch 2.19.1".
    pub async fn check(&self) -> Result<String, ClusterError> {
        let told = self.client.call(Method::GET, "", None, Duration::from_secs(10)).await?;
        let version = told["version"]["number"].as_str().unwrap_or_default();
        if told["version"]["distribution"] != "opensearch" {
            let what = "Plumbline keeps its records in OpenSearch 2.15 or later; what answers at PLUMBLINE_SEARCH_URL is \
                not OpenSearch. Elasticsearch differs in what this needs and was not tried.";
            return Err(ClusterError::Setting(what.into()));
        }
        let mut parts = version.split('.').map(|part| part.parse().unwrap_or(0));
        if (parts.next().unwrap_or(0), parts.next().unwrap_or(0)) < OLDEST {
            let what = format!("OpenSearch {version} is too old: Plumbline needs 2.15 or later.");
            return Err(ClusterError::Setting(what));
        }
        Ok(format!("OpenSearch {version}"))
    }

    /// Notes whether it could be reached.
    fn heard(&self, error: Option<&ClusterError>) {
        let mut silent = self.silent.lock().unwrap_or_else(PoisonError::into_inner);
        let unreachable = matches!(error, Some(ClusterError::Unreachable(_) | ClusterError::Untrusted(_)));
        *silent = unreachable.then(Instant::now);
    }

    fn is_silent(&self) -> bool {
        let silent = self.silent.lock().unwrap_or_else(PoisonError::into_inner);
        silent.is_some_and(|since| since.elapsed() < SILENCE)
    }

    /// The name under which a kind of records is asked.
    fn alias(&self, kept: Kept) -> String {
        format!("{}-{}", self.prefix, kept.as_str())
    }

    /// Bytes that it holds of this desk on its disks, copies among them.
    pub async fn disk(&self) -> Result<u64, ClusterError> {
        let path = format!("{}-*/_stats/store", self.prefix);
        let told = self.client.call(Method::GET, &path, None, client::LONG).await?;
        Ok(told["_all"]["total"]["store"]["size_in_bytes"].as_u64().unwrap_or(0))
    }

    /// Removes everything that it holds of this desk.
    pub async fn clear(&self) -> Result<(), ClusterError> {
        let names: Vec<String> = Kept::ALL.iter().map(|kept| format!("{}-*", self.alias(*kept))).collect();
        let path = format!("{},{}?ignore_unavailable=true", names.join(","), self.state_index());
        self.client.call(Method::DELETE, &path, None, client::LONG).await.map(drop)
    }
}

#[async_trait::async_trait]
impl Engine for Cluster {
    async fn holds(&self, change: i64) -> bool {
        if self.is_silent() {
            return false;
        }
        match self.held().await {
            Ok(held) => {
                self.heard(None);
                held.is_some_and(|held| held.is_askable() && held.change >= change)
            }
            Err(error) => {
                self.heard(Some(&error));
                tracing::warn!(%error, "the database answers instead of the search cluster");
                false
            }
        }
    }

    async fn embedding_model(&self) -> Option<String> {
        self.held().await.ok().flatten()?.model
    }

    async fn ask(&self, of: &[Kept], body: &Value, limit: Duration) -> Option<Value> {
        let names: Vec<String> = of.iter().map(|kept| self.alias(*kept)).collect();
        // Statistics of words are those of all records, however they are spread; what is not whole is no answer.
        let path =
            format!("{}/_search?search_type=dfs_query_then_fetch&allow_partial_search_results=false", names.join(","));
        let mut body = body.clone();
        body["timeout"] = json!(format!("{}ms", limit.as_millis()));
        match self.client.call(Method::POST, &path, Some(body.to_string()), limit).await {
            Ok(reply) if reply["timed_out"] == false && reply["_shards"]["failed"] == 0 => Some(reply),
            Ok(_) => {
                tracing::warn!("the search cluster answered in part or too late; its answer is not used");
                None
            }
            Err(error) => {
                self.heard(Some(&error));
                tracing::warn!(%error, "the search cluster did not answer");
                None
            }
        }
    }
}
