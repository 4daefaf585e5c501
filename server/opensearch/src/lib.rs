//! An OpenSearch cluster as an engine beside the store: it counts and searches a copy of the records that follows the
//! store. The store stays authoritative; the cluster may lag (it is not used then) and may be lost.
//!
//! `client` speaks HTTP, `shape` defines the stored form of records, `feed` follows the store. Queries are translated
//! where they belong: in `query::dsl` and `search`. `indices` reads foreign indices, as sources.

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
use store::engine::{Engine, IndexedTable};

use client::Client;

/// The address and credentials of the cluster.
#[derive(Clone, Debug)]
pub struct Settings {
    pub url: String,
    pub user: Option<String>,
    pub password: Option<Secret>,
    /// Instead of user and password.
    pub api_key: Option<Secret>,
    /// PEM certificates of authorities trusted besides the system's.
    pub ca_file: Option<PathBuf>,
    /// The prefix of index names, so that several desks can share a cluster.
    pub prefix: String,
    /// Shards per index.
    pub shards: u32,
}

/// Errors of the cluster.
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
        "The search cluster does not accept the credentials ({status}: {reason}). Check PLUMBLINE_SEARCH_USER and \
         PLUMBLINE_SEARCH_PASSWORD, or PLUMBLINE_SEARCH_API_KEY."
    )]
    Denied { status: u16, reason: String },
    /// It responded with an error.
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
    /// The models for embedding texts on their way there.
    models: Option<Arc<Models>>,
    /// Whether it has the k-NN plug-in, once known: a node's plug-ins change only with a restart.
    knn: tokio::sync::OnceCell<bool>,
    /// When it became unreachable; it is not asked for a while then.
    silent: Mutex<Option<Instant>>,
}

/// How long an unreachable cluster is not asked: a question has many figures, and none should wait for it.
const UNREACHABLE_COOLDOWN: Duration = Duration::from_secs(10);

/// The first version with the `wildcard` type, needed to find parts of texts.
const MIN_VERSION: (u64, u64) = (2, 15);

impl Cluster {
    /// The cluster at an address, without contacting it.
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

    /// Embeds texts if the cluster has the k-NN plug-in. Clusters use the static table unless configured otherwise: the
    /// full model would take weeks for the amounts a cluster is needed for.
    pub fn with_models(self, models: Arc<Models>) -> Self {
        Self { models: Some(models), ..self }
    }

    /// The form of the model for embedding; `None` without a model or the plug-in.
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

    /// The product and version: "OpenSearch 2.19.1".
    pub async fn check(&self) -> Result<String, ClusterError> {
        let told = self.client.call(Method::GET, "", None, Duration::from_secs(10)).await?;
        let version = told["version"]["number"].as_str().unwrap_or_default();
        if told["version"]["distribution"] != "opensearch" {
            let what = "Plumbline keeps its records in OpenSearch 2.15 or later; what answers at PLUMBLINE_SEARCH_URL is \
                not OpenSearch. Elasticsearch differs in what this needs and was not tried.";
            return Err(ClusterError::Setting(what.into()));
        }
        let mut parts = version.split('.').map(|part| part.parse().unwrap_or(0));
        if (parts.next().unwrap_or(0), parts.next().unwrap_or(0)) < MIN_VERSION {
            let what = format!("OpenSearch {version} is too old: Plumbline needs 2.15 or later.");
            return Err(ClusterError::Setting(what));
        }
        Ok(format!("OpenSearch {version}"))
    }

    /// Records whether it was reachable.
    fn heard(&self, error: Option<&ClusterError>) {
        let mut silent = self.silent.lock().unwrap_or_else(PoisonError::into_inner);
        let unreachable = matches!(error, Some(ClusterError::Unreachable(_) | ClusterError::Untrusted(_)));
        *silent = unreachable.then(Instant::now);
    }

    fn is_silent(&self) -> bool {
        let silent = self.silent.lock().unwrap_or_else(PoisonError::into_inner);
        silent.is_some_and(|since| since.elapsed() < UNREACHABLE_COOLDOWN)
    }

    /// The alias for queries of a kind of records.
    fn alias(&self, kept: IndexedTable) -> String {
        format!("{}-{}", self.prefix, kept.as_str())
    }

    /// Disk space of this desk's indices in bytes, including replicas.
    pub async fn disk(&self) -> Result<u64, ClusterError> {
        let path = format!("{}-*/_stats/store", self.prefix);
        let told = self.client.call(Method::GET, &path, None, client::LONG).await?;
        Ok(told["_all"]["total"]["store"]["size_in_bytes"].as_u64().unwrap_or(0))
    }

    /// Removes all of this desk's indices.
    pub async fn clear(&self) -> Result<(), ClusterError> {
        let names: Vec<String> = IndexedTable::ALL.iter().map(|kept| format!("{}-*", self.alias(*kept))).collect();
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

    async fn ask(&self, of: &[IndexedTable], body: &Value, limit: Duration) -> Option<Value> {
        let names: Vec<String> = of.iter().map(|kept| self.alias(*kept)).collect();
        // Word statistics cover all records, however they are distributed; a partial response is no answer.
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
