//! The composition root: settings in, services out. The only place that constructs services.

mod folders;
pub mod live;
pub mod noted;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use model::account::DataAccess;
use model::error::AppError;
use tokio_util::sync::CancellationToken;

use crate::agent::Agent;
use crate::auth::oidc::Provider;
use crate::config::Config;
use crate::export::seal::Signer;
use crate::import::knowledge::intake::Intake;
use crate::import::upload::Uploads;
use crate::limits::Limits;
use crate::llm::retry::Jitter;
use crate::llm::{self, ChatModel, LlmConfig};
use crate::observe::traces::Traces;
use crate::opensearch::Cluster;
use crate::outbox::{Channels, Outbox};
use crate::outside::Outside;
use crate::privacy::sweep;
use crate::search::Search;
use crate::settings::{self, Applied, Changes};
use crate::speech::Speech;
use crate::store::settings::StoredSetting;
use crate::store::{Db, columns};
use crate::tools::{Origin, Registry};
use crate::world::World;
use crate::{skills, sources};
use live::LiveServices;

/// The prefix of settings that hold declarations of sources.
pub const SOURCE: &str = "source.";

/// How long to wait for the first responses of MCP servers.
const FIRST_RESPONSE_TIMEOUT: Duration = Duration::from_secs(3);

/// Everything that a request or a command needs. Built once and passed down; cheap to clone.
#[derive(Clone)]
pub struct Services {
    pub config: Arc<Config>,
    pub db: Db,
    pub search: Arc<Search>,
    /// The cluster that counts and searches, if configured.
    pub cluster: Option<Arc<Cluster>>,
    pub agent: Agent,
    pub uploads: Arc<Uploads>,
    /// Files that become documents.
    pub intake: Arc<Intake>,
    pub limits: Arc<Limits>,
    /// The firm's identity provider, if configured.
    pub oidc: Option<Arc<Provider>>,
    /// Outgoing notifications.
    pub outbox: Arc<Outbox>,
    /// Transcribes recordings and speaks replies, if configured.
    pub speech: Option<Arc<Speech>>,
    /// External tools.
    pub outside: Arc<Outside>,
    pub world: World,
    pub readiness: Arc<Readiness>,
    /// The settings made on pages that these services use.
    pub applied: Arc<Applied>,
    pub changes: Arc<Changes>,
    /// How the declared sources do.
    pub sources: Arc<sources::Status>,
}

/// What settings made on pages can replace while the server runs.
pub struct Parts {
    model: Option<Arc<dyn ChatModel>>,
    channels: Channels,
    oidc: Option<Arc<Provider>>,
}

impl Parts {
    /// # Errors
    /// For a setting that cannot be used, naming it.
    pub fn open(config: &Config, world: &World) -> Result<Self> {
        let seed = u64::try_from(world.now()).unwrap_or_default();
        let models = LlmConfig { jitter: Jitter::seeded(seed), ..config.models.llm() };
        let model = llm::build(&models).context("The model cannot be set up")?;
        let channels = Channels::open(&config.outward, config.origin())?;
        let oidc = Provider::open(&config.oidc)?.map(Arc::new);
        Ok(Self { model, channels, oidc })
    }
}

/// What must be loaded before questions can be answered.
pub struct Readiness {
    names: AtomicBool,
    sources: AtomicBool,
}

impl Default for Readiness {
    fn default() -> Self {
        Self { names: true.into(), sources: true.into() }
    }
}

impl Services {
    /// Opens the database (and migrates it) and the search index, and starts the agent.
    pub async fn open(config: Config, world: World) -> Result<Self> {
        let db = Db::open(&config.database.value).await?;
        let (config, applied) = settings::effective(&config, &db).await?;
        let folder = config.search_folder();
        let search = Search::open_with(folder.as_deref(), config.search.embed(), config.search.weights());
        let search = Arc::new(search.context("The search index cannot be opened")?);
        let models = search.vectors().models();
        let cluster = config.cluster.settings().map(|settings| Cluster::new(&settings)).transpose()?;
        let cluster = cluster.map(|cluster| Arc::new(cluster.with_models(models.clone())));
        if let Some(cluster) = &cluster {
            db.put_engine(cluster.clone());
            search.put_engine(cluster.clone());
        }
        let tools: Arc<Registry> = Arc::new(skills::with_drafts(Path::new(&config.sources.drafts_dir.value)));
        let Parts { model, channels, oidc } = Parts::open(&config, &world)?;
        let agent = Agent::new(db.clone(), tools, search.clone(), world.clone(), config.agent(), model);
        if let Some(to) = config.telemetry.destination() {
            let traces = Traces::open(&to)
                .map_err(|why| anyhow::anyhow!("OTEL_EXPORTER_OTLP_ENDPOINT cannot be used: {why}"))?;
            agent.observer().send_to(traces);
        }
        let uploads = Arc::new(Uploads::new(config.import_max_mib.value << 20));
        let outside = Arc::new(Outside::open(&config.outside, agent.live_registry(), &db));
        if let Some(connection) = config.datasphere.connection() {
            let tools = skills::datasphere::tools(&connection)
                .map_err(|why| anyhow::anyhow!("PLUMBLINE_DATASPHERE_URL cannot be used: {why}"))?;
            agent.live_registry().put(Origin::Api(skills::datasphere::SKILL.into()), tools);
        }
        let limits = Arc::new(Limits::new(&config.server));
        let outbox = Arc::new(Outbox::new(channels));
        let speech = Speech::from_settings(&config.speech)?.map(Arc::new);
        Ok(Self {
            config: Arc::new(config),
            db,
            search,
            cluster,
            agent,
            uploads,
            intake: Arc::default(),
            limits,
            outbox,
            outside,
            speech,
            oidc,
            world,
            readiness: Arc::default(),
            applied: Arc::new(applied),
            changes: Arc::default(),
            sources: Arc::default(),
        })
    }

    /// The services with other settings: of models, limits of runs, notifications, sign-in and external tools. If a
    /// part cannot be set up, that is noted, and the old services stay in use.
    #[must_use]
    pub fn reconfigured(&self, config: Config, mut applied: Applied) -> Self {
        match Parts::open(&config, &self.world) {
            Ok(Parts { model, channels, oidc }) => {
                self.outbox.replace(channels);
                self.outside.reconfigure(&config.outside);
                self.limits.set_budgets(&config.server);
                let agent = self.agent.reconfigured(config.agent(), model);
                Self { config: Arc::new(config), agent, oidc, applied: Arc::new(applied), ..self.clone() }
            }
            Err(error) => {
                applied.problems.push(format!("The settings made on pages are not used: {error:#}"));
                Self { applied: Arc::new(applied), ..self.clone() }
            }
        }
    }

    /// The services with somebody's access: pages, calls and tools that use them read nothing about other customers.
    pub async fn seen_by(&self, sees: &DataAccess) -> Result<Self, AppError> {
        if *sees == DataAccess::All {
            return Ok(self.clone());
        }
        let agent = self.agent.seen_by(sees).await?;
        let (db, search) = (agent.db().clone(), agent.search().clone());
        Ok(Self { db, search, agent, ..self.clone() })
    }

    /// Whether a question asked now is answered with all names and sources loaded. Always true, except while a server
    /// starts.
    pub fn is_ready(&self) -> bool {
        self.readiness.names.load(Ordering::Relaxed) && self.readiness.sources.load(Ordering::Relaxed)
    }

    /// Marks that [`Services::background`] still has to load what questions need.
    pub fn is_starting(&self) {
        self.readiness.names.store(false, Ordering::Relaxed);
        self.readiness.sources.store(false, Ordering::Relaxed);
    }

    /// Loads what the first question would otherwise wait for.
    async fn prepare(&self) {
        let done = async {
            columns::prepare(&self.db).await?;
            self.agent.prepare().await
        };
        if let Err(error) = done.await {
            tracing::warn!(%error, "the first question waits until the data has been looked at");
        }
        self.readiness.names.store(true, Ordering::Relaxed);
    }

    /// Background work until `stop` fires: leases of runs, updating search by keywords and by meaning, and ending a
    /// running import. `live` are these services, replaced when settings change.
    pub async fn background(&self, live: LiveServices, stop: CancellationToken) {
        let vectors = self.search.vectors().clone();
        let (db, stopped) = (self.db.clone(), stop.clone());
        let follow = async {
            match self.cluster.clone() {
                Some(cluster) => cluster.follow(db, stopped).await,
                None => {
                    tokio::join!(self.search.clone().follow(db.clone(), stopped.clone()), vectors.follow(db, stopped));
                }
            }
        };
        let (places, names) = (self.config.sources.places(), self.agent.names());
        // A run left by an earlier process may call an external tool.
        let runs = async {
            self.outside.tried(FIRST_RESPONSE_TIMEOUT).await;
            self.agent.keep_as(|| live.services().agent.clone(), stop.clone()).await;
        };
        tokio::join!(
            sources::keep(
                (places, || live.services().stored_sources()),
                self.db.clone(),
                names,
                self.world.clone(),
                (&self.readiness.sources, &self.sources),
                stop.clone()
            ),
            live.follow(stop.clone()),
            self.keep_skills(stop.clone()),
            self.keep_noted(stop.clone()),
            self.prepare(),
            runs,
            self.outside.follow(stop.clone()),
            self.outbox.keep(self.db.clone(), self.world.clone(), stop.clone()),
            self.keep_watches(stop.clone()),
            follow,
            self.uploads.end_with(stop.clone()),
            self.agent.observer().follow(&self.db, stop.clone()),
            sweep::keep(self.db.clone(), self.world.clone(), self.config.privacy.retention(), stop.clone())
        );
    }
}

impl Services {
    /// Brings the search index up to date with the store, in this process or in a cluster; returns how many records
    /// that were.
    pub async fn index(&self, progress: impl Fn(u64, u64) + Send + Sync) -> Result<u64> {
        match &self.cluster {
            Some(cluster) => {
                cluster.check().await?;
                Ok(cluster.catch_up(&self.db, progress).await?)
            }
            None => self.search.catch_up(&self.db, progress).await.context("The search index could not be updated"),
        }
    }

    /// The signing key of evidence packs; created if missing.
    pub fn signer(&self) -> std::io::Result<Signer> {
        Signer::open(Path::new(&self.config.data.folder.value), &self.world)
    }

    /// The current day.
    pub fn today(&self) -> chrono::NaiveDate {
        model::time::day_of(self.world.now())
    }

    /// Opens the declared sources at once, for a short-lived command; returns their problems.
    pub async fn declare_sources(&self) -> Vec<sources::Report> {
        let (places, stored) = (self.config.sources.places(), self.stored_sources());
        let (opened, reports) = sources::open(&places, &stored, &self.db, self.today()).await;
        self.agent.names().declare(opened);
        self.sources.put(self.world.now(), reports.clone());
        reports
    }

    /// The declarations made on the page of sources.
    pub fn stored_sources(&self) -> sources::StoredDeclarations {
        stored_sources(&self.config, &self.applied.rows)
    }

    /// Fetches the search model if wanted and missing, while the server already answers. Returns when it is done or
    /// `stop` fires; embedding starts by itself once the model exists.
    pub async fn fetch_model(&self, stop: CancellationToken) {
        let models = self.search.vectors().models().clone();
        if let Err(error) = tokio::task::spawn_blocking(move || models.fetch_missing(&[], || stop.is_cancelled())).await
        {
            tracing::error!(%error, "fetching the search model broke off");
        }
    }
}

/// The declarations among stored settings.
pub fn stored_sources(config: &Config, rows: &[StoredSetting]) -> sources::StoredDeclarations {
    let read = |text: Result<String>| {
        let text = text.map_err(|error| format!("{error:#}"))?;
        serde_json::from_str(&text).map_err(|error| format!("What is stored cannot be read: {error}."))
    };
    settings::values_below(config, rows, SOURCE).into_iter().map(|(name, text)| (name, read(text))).collect()
}
