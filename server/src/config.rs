//! Settings. A flag overrides the environment, which overrides the file (`plumbline.toml`), which overrides the
//! default; each value has its origin, for `serve --print-config`. Secrets are never printed.

mod data;
mod datasphere;
mod layers;
mod logs;
mod model;
pub mod oidc;
mod outward;
mod privacy;
mod search;
pub mod server;
mod setting;
mod sources;
mod support;
mod telemetry;

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, bail};
use chrono::NaiveDate;

use crate::agent::Settings;
use crate::outside::OutsideSettings;
use crate::plain;
use crate::query::values::pick;
pub use crate::secret::Secret;
pub use data::DataSettings;
pub use datasphere::DatasphereSettings;
use layers::Layers;
pub use layers::StoredSettings;
pub use logs::{LogFormat, LogSettings};
pub use model::{ModelSettings, ModelsSettings};
pub use oidc::{OidcSettings, Unclaimed};
pub use outward::OutwardSettings;
pub use privacy::PrivacySettings;
pub use search::{ClusterSettings, SearchSettings};
pub use server::ServerSettings;
pub use setting::{Declared, IN_FILE, Origin, Setting, names};
use setting::{Sources, settings};
pub use sources::SourcesSettings;
pub use support::{SpeechSettings, SupportSettings};
pub use telemetry::TelemetrySettings;

/// The purposes of a server.
const ENVIRONMENTS: [&str; 3] = ["development", "staging", "production"];

settings! {
    /// All settings that have an effect.
    pub struct Config reads from, data: DataSettings, server: ServerSettings, outside: (toml::Table, &Path) {
        /// The address to listen on. Other addresses than this machine's need accounts.
        pub addr: Setting<SocketAddr> =
            from.get("PLUMBLINE_ADDR", "127.0.0.1:3000", "an address such as 127.0.0.1:3000")?,
        /// sqlite://FILE, or postgres://USER:PASSWORD@HOST/NAME.
        pub database: Setting<String> = from.address("PLUMBLINE_DATABASE", "sqlite://{data}/plumbline.db")?,
        /// The folder of the search index, which can be rebuilt and may be deleted. Next to the database if not set.
        pub search_dir: Setting<Option<String>> = from.optional("PLUMBLINE_SEARCH_DIR", "a folder")?,
        /// A folder of pages to serve instead of those built into the program.
        pub site: Setting<Option<String>> = from.optional("LEPTOS_SITE_ROOT", "a folder")?,
        /// Grants programs the rights of an admin, as a bearer token or in the header admin-token. At least 32
        /// characters.
        pub admin_token: Setting<Option<Secret>> = from.own_secret("ADMIN_TOKEN")?,
        /// Who may decide on proposals besides the person who asked: accounts, or role:reviewer, role:admin,
        /// separated by commas. They also need access to the conversation.
        pub deciders: Setting<String> =
            from.get("PLUMBLINE_DECIDERS", "", "names of accounts, or role:reviewer, commas between")?,
        /// The maximum number of steps of a run, 1 to 20.
        pub max_iterations: Setting<u32> =
            from.get("REACT_MAX_ITERATIONS", "10", "a number from 1 to 20")?.within(1..=20)?,
        /// Seconds for one tool call.
        pub tool_timeout: Setting<Duration> = from.seconds("PLUMBLINE_TOOL_TIMEOUT_S", "15")?,
        /// Seconds for a whole run.
        pub run_timeout: Setting<Duration> = from.seconds("PLUMBLINE_RUN_TIMEOUT_S", "120")?,
        /// Seconds after which another process takes over the runs of one that died.
        pub lease: Setting<Duration> = from.some_seconds("PLUMBLINE_LEASE_S", "10")?,
        /// The minimum time between announcing a tool call and making it, so that people can follow.
        pub pace_ms: Setting<u64> = from.get("PLUMBLINE_PACE_MS", "0", "a number of milliseconds")?,
        /// Seconds for which a proposal can be approved.
        pub approval: Setting<Duration> = from.seconds("PLUMBLINE_APPROVAL_S", "86400")?,
        /// The day that "today" means. The last day of the data if not set.
        pub as_of: Setting<Option<NaiveDate>> = from.optional("PLUMBLINE_AS_OF", "a day such as 2026-01-31")?,
        /// The maximum number of tool calls in one run.
        pub max_tool_calls: Setting<u32> = from.get("PLUMBLINE_MAX_TOOL_CALLS", "20", "a number of calls")?,
        /// The maximum number of tool calls in one run that plans: deep research.
        pub plan_tool_calls: Setting<u32> = from.get("PLUMBLINE_PLAN_TOOL_CALLS", "40", "a number of calls")?,
        /// The maximum number of planning passes of a run with a plan, 1 to 10.
        pub max_passes: Setting<u32> = from.get("PLUMBLINE_PLAN_PASSES", "3", "a number from 1 to 10")?.within(1..=10)?,
        /// The maximum number of concurrent tool calls, 1 to 32.
        pub tools_at_once: Setting<u32> =
            from.get("PLUMBLINE_TOOLS_AT_ONCE", "4", "a number from 1 to 32")?.within(1..=32)?,
        /// Set to false to hide the scores of answers from those who ask; reviewers always see them.
        pub show_scores: Setting<bool> = from.switch("PLUMBLINE_SHOW_SCORES", "true")?,
        /// Whether POST /chat/react answers.
        pub react_enabled: Setting<bool> = from.switch("REACT_ENABLED", "true")?, // E-030
        /// The environment that /health reports: development, staging or production.
        pub environment: Setting<String> =
            from.get("PLUMBLINE_ENVIRONMENT", ENVIRONMENTS[2], "the name of an environment")?, // C-042
        /// The maximum size in MiB of a file uploaded on the import page.
        pub import_max_mib: Setting<u64> =
            from.get("PLUMBLINE_IMPORT_MAX_MIB", "500", "a number of MiB")?.within(1..=1 << 20)?,
        pub oidc: OidcSettings = OidcSettings::gather(from, server.origin.clone())?,
        pub models: ModelsSettings = ModelsSettings::gather(from)?,
        pub search: SearchSettings = SearchSettings::gather(from)?,
        pub sources: SourcesSettings = SourcesSettings::read(from)?,
        pub support: SupportSettings = SupportSettings::read(from)?,
        pub speech: SpeechSettings = SpeechSettings::read(from)?,
        pub cluster: ClusterSettings = ClusterSettings::read(from)?,
        pub datasphere: DatasphereSettings = DatasphereSettings::read(from)?,
        pub telemetry: TelemetrySettings = TelemetrySettings::read(from)?,
        pub server: ServerSettings = server,
        pub privacy: PrivacySettings = PrivacySettings::read(from)?,
        // Outgoing notifications.
        pub outward: OutwardSettings = OutwardSettings::read(from)?,
        // External tools; only the file configures them.
        pub outside: OutsideSettings = {
            let (sections, file) = outside;
            OutsideSettings::read(sections, from.environment, Path::new(&data.at("mcp")))
                .map_err(|e| anyhow::anyhow!("{}: {e}", file.display()))?
        },
        /// The log's filter.
        pub log: Setting<String> =
            from.get("PLUMBLINE_LOG", "info,tantivy=warn,sqlx=warn", "a filter such as info or debug")?,
        pub logs: LogSettings = LogSettings::read(from)?,
        pub data: DataSettings = data,
        /// The key that encrypts the secrets among the settings made on pages. At least 32 characters; the same on all
        /// machines that share a database. A file in the data folder if not set.
        pub secrets_key: Setting<Option<Secret>> = from.own_secret("PLUMBLINE_SECRETS_KEY")?,
        // All of the above, in reading order.
        pub declared: Vec<Declared> = from.declared(),
        // Notes on the settings for the user, as sentences.
        pub warnings: Vec<String> = Vec::new(),
        // What they were read from, so that they can be read again with settings made on pages.
        layers: Layers = Layers::default(),
    }
}

/// Values given on the command line.
#[derive(Clone, Debug, Default)]
pub struct Flags {
    pub addr: Option<String>,
    pub database: Option<String>,
    pub as_of: Option<String>,
}

/// The file that is read if it exists.
pub const FILE: &str = "plumbline.toml";

impl Config {
    /// Refuses an environment variable whose name is nearly that of a setting: it would be ignored silently, leaving
    /// the default in place. Others with the same prefix may be used by declarations.
    ///
    /// # Errors
    /// The first such variable, with the setting that is meant.
    pub fn check_names(&self, environment: impl Iterator<Item = String>) -> Result<()> {
        let known = self.names();
        for name in environment.filter(|name| !known.contains(name)) {
            let near = |known: &&String| {
                let length = known.len();
                let misspelt = length > "PLUMBLINE".len()
                    && length.abs_diff(name.len()) <= 2
                    && strsim::damerau_levenshtein(&name, known) <= 2;
                misspelt || (length > "PLUMBLINE_LLM".len() && is_ours(&name) && name.starts_with(known.as_str()))
            };
            let distance = |known: &&String| strsim::damerau_levenshtein(&name, known);
            if let Some(meant) = known.iter().filter(near).min_by_key(distance) {
                bail!("The environment sets {name}, which is no setting. Did you mean {meant}?");
            }
        }
        Ok(())
    }

    /// All valid names, in the environment and in the file.
    fn names(&self) -> Vec<String> {
        let in_file = |d: &&Declared| d.secret;
        let files = self.declared.iter().filter(in_file).map(|d| format!("{}{IN_FILE}", d.name));
        self.declared.iter().map(|d| d.name.to_owned()).chain(files).collect()
    }

    /// Collects the settings. `environment` looks up a variable; `file` is read if it exists.
    ///
    /// # Errors
    /// A value that does not parse, or an unknown name in the file: the error says which, its origin, and what is
    /// valid.
    pub fn gather(flags: &Flags, environment: impl Fn(&str) -> Option<String>, file: &Path) -> Result<Self> {
        Self::gather_with(flags, &environment, file, Path::is_dir)
    }

    fn gather_with(
        flags: &Flags,
        environment: &dyn Fn(&str) -> Option<String>,
        path: &Path,
        is_there: impl Fn(&Path) -> bool,
    ) -> Result<Self> {
        let layers = Layers::open(flags, path)?;
        let (looked_up, environment) = layers::recording(environment);
        let config = Self::read_all(&layers, &environment, &StoredSettings::default(), is_there)?;
        drop(environment);
        Ok(Self { layers: layers.with_variables(&looked_up), ..config })
    }

    /// The settings together with those made on pages, which flags, the environment and the file override.
    ///
    /// # Errors
    /// As [`Config::gather`], for a value that does not parse or fit the others.
    pub fn with_stored(&self, stored: &StoredSettings) -> Result<Self> {
        let config = Self::read_all(&self.layers, &|name| self.layers.variable(name), stored, Path::is_dir)?;
        Ok(Self { layers: self.layers.clone(), ..config })
    }

    fn read_all(
        layers: &Layers,
        environment: &dyn Fn(&str) -> Option<String>,
        stored: &StoredSettings,
        is_there: impl Fn(&Path) -> bool,
    ) -> Result<Self> {
        let Layers { flags, file, path, sections, .. } = layers;
        let given = [
            ("PLUMBLINE_ADDR", &flags.addr),
            ("PLUMBLINE_DATABASE", &flags.database),
            ("PLUMBLINE_AS_OF", &flags.as_of),
        ];
        let flags = given.map(|(name, value)| (name, value.clone())).into();
        let from = Sources::new(environment, file).with_stored(&stored.values).with_flags(flags);
        let data = DataSettings::gather(&from, is_there)?;
        let from = from.in_folders(data.folder.value.clone(), data.models());
        let server = ServerSettings::gather(&from)?;
        let mut config = Self::read(&from, data, server, (sections.clone(), path))?;
        config.outside.add(stored.outside(&config.data)?);
        let in_file = |d: &&Declared| d.secret && d.origin == Origin::File && file.contains_key(d.name);
        if readable_by_all(path) && config.declared.iter().any(|d| in_file(&d)) {
            let at = path.display();
            config
                .warnings
                .push(format!("{at} holds secrets, and every user of this machine may read it: chmod 600 {at}"));
        }
        for host in names(&config.server.plain_hosts.value) {
            config.warnings.push(format!("{host} is sent plain text, as {} says.", plain::SETTING));
        }
        let places = config.private_places(path, |name| environment(name).or_else(|| file.get(name).cloned()));
        config.outside.hide(&places, config.addr.value.port());
        let known = config.names();
        if let Some(unknown) = file.keys().find(|name| !known.contains(name)) {
            let meant = pick::closest(unknown, known.iter().map(String::as_str));
            let meant = meant.map(|name| format!(" Did you mean {name}?")).unwrap_or_default();
            let at = path.display();
            bail!("{at} names \"{unknown}\", which is no setting.{meant} There is: {}.", known.join(", "));
        }
        let environment = config.environment.value.as_str();
        if !ENVIRONMENTS.contains(&environment) {
            bail!("PLUMBLINE_ENVIRONMENT is \"{environment}\"; it can be {}.", ENVIRONMENTS.join(", "));
        }
        Ok(config)
    }

    /// Files hidden from programs that this one starts: the data, the settings file, and files with secrets.
    fn private_places(&self, file: &Path, text: impl Fn(&str) -> Option<String>) -> Vec<PathBuf> {
        let database = self.database.value.strip_prefix("sqlite://").map(|at| at.split('?').next().unwrap_or(at));
        let database = database.into_iter().flat_map(|at| ["", "-wal", "-shm"].map(|end| format!("{at}{end}")));
        let SourcesSettings { sources_dir, skills_dir, drafts_dir, cases_dir, .. } = &self.sources;
        let folders =
            [&self.data.folder, sources_dir, skills_dir, drafts_dir, cases_dir].map(|place| place.value.clone());
        let secrets = self.declared.iter().filter(|declared| declared.secret);
        let secrets = secrets.filter_map(|declared| text(&format!("{}{IN_FILE}", declared.name)));
        let all = database.chain(folders).chain(secrets).map(PathBuf::from).chain(self.search_folder());
        let tls = self.server.tls().map(|(_, key)| key);
        all.chain(tls).chain([file.to_owned()]).filter(|place| !place.as_os_str().is_empty()).collect()
    }

    /// The folder of the index: as configured; otherwise beside the SQLite file; for Postgres in the data folder, named
    /// after the URL. In memory if the database is in memory.
    pub fn search_folder(&self) -> Option<PathBuf> {
        if let Some(folder) = self.search_dir.value.as_deref().filter(|f| !f.is_empty()) {
            return Some(folder.into());
        }
        let url = &self.database.value;
        if url.contains(":memory:") {
            return None;
        }
        if let Some(file) = url.strip_prefix("sqlite:") {
            let file = file.trim_start_matches("//").split('?').next().unwrap_or_default();
            return Some(Path::new(file).with_extension("search"));
        }
        let name = ::model::record::slug(&crate::store::redact(url));
        Some(Path::new(&self.data.folder.value).join(format!("{name}.search")))
    }

    /// The URL at which people open the desk, as far as the settings determine it.
    pub fn origin(&self) -> String {
        let scheme = if self.server.tls().is_some() { "https" } else { "http" };
        self.server.origin.clone().unwrap_or_else(|| format!("{scheme}://{}", self.addr.value))
    }

    /// The settings of the agent's loop.
    pub fn agent(&self) -> Settings {
        Settings {
            max_iterations: self.max_iterations.value,
            tool_timeout: self.tool_timeout.value,
            run_timeout: self.run_timeout.value,
            lease: self.lease.value,
            pace: Duration::from_millis(self.pace_ms.value),
            approval: self.approval.value,
            as_of: self.as_of.value,
            max_tool_calls: self.max_tool_calls.value,
            plan_tool_calls: self.plan_tool_calls.value,
            max_passes: self.max_passes.value,
            tools_at_once: self.tools_at_once.value as usize,
            strategy: self.models.strategy.value,
            max_tokens: self.models.run_tokens.value,
            max_cost_usd: self.models.run_cost_usd.value,
            temperature: self.models.temperature.value,
            sampling: crate::llm::Sampling::default(),
            calls_per_minute: self.models.calls_per_minute.value,
            reply_tokens: self.models.reply_tokens.value,
            pseudonyms: self.models.pseudonyms.value,
            say_hidden: self.privacy.say_hidden.value,
            keep_sent: self.privacy.keep_sent.value,
            context_tokens: self.models.context_tokens.value,
            context_keep: self.models.context_keep.value as usize,
            observation_chars: self.models.observation_chars.value as usize,
            model_context: self.models.context(),
            support: self.support.agent(self.models.calls()),
            runs_at_once: self.server.runs_at_once(),
            runs_queued: self.server.runs_queued.value as usize,
        }
    }

    /// The effective values and their origins, as shown by `serve --print-config`.
    pub fn describe(&self) -> String {
        let line = |name: &str, value: &str, origin| format!("{name:32} {value:40} {origin}\n");
        let outside = self.outside.describe().into_iter().map(|(name, value)| line(&name, &value, Origin::File));
        self.declared.iter().map(|d| line(d.name, &d.shown, d.origin)).chain(outside).collect()
    }

    /// A settings file with every setting and its default, commented out.
    pub fn example() -> Result<String> {
        let home = |name: &str| (name == "HOME").then(|| "~".to_owned());
        let config = Self::gather_with(&Flags::default(), &home, Path::new(""), |_| false)?;
        let mut out = format!(
            "# Settings of Plumbline. Each stands here with its default; take the # away to set another.\n\
             # A flag goes over the environment, which goes over this file. Every name may be a variable of the\n\
             # environment as well. This file is {FILE} where the program is started, or what --config names.\n"
        );
        for declared in &config.declared {
            let Declared { name, about, wants, default, secret, .. } = declared;
            let _ = write!(out, "\n# {about}\n");
            if *secret {
                let _ = writeln!(out, "# Or {name}{IN_FILE}: a file that holds it.");
            }
            let value = toml::Value::from(default.as_deref().unwrap_or_default());
            let _ = writeln!(out, "#{name} = {value}  # {}", if default.is_some() { wants } else { "not set" });
        }
        Ok(out)
    }
}

/// Whether a file is readable by users who are neither its owner nor in its group.
fn readable_by_all(file: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::metadata(file).is_ok_and(|there| there.permissions().mode() & 0o004 != 0)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        false
    }
}

/// Whether the name is specific to Plumbline: other programs have settings with the same suffix.
fn is_ours(name: &str) -> bool {
    name.starts_with("PLUMBLINE_")
}

#[cfg(test)]
mod tests;
