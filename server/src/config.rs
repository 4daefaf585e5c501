//! Settings. A flag goes over the environment, that over the file (`plumbline.toml`), that over the default; each value
//! knows where it came from, so that `serve --print-config` can say it. Secrets are never printed.

mod about;
mod data;
mod datasphere;
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
pub use logs::{LogFormat, LogSettings};
pub use model::{ModelSettings, ModelsSettings};
pub use oidc::{OidcSettings, Unclaimed};
pub use outward::OutwardSettings;
pub use privacy::PrivacySettings;
pub use search::{ClusterSettings, SearchSettings};
pub use server::ServerSettings;
pub use setting::{Declared, IN_FILE, Origin, Setting, names};
use setting::{Sources, read_file};
pub use sources::SourcesSettings;
pub use support::{SpeechSettings, SupportSettings};
pub use telemetry::TelemetrySettings;

/// What a server can be for.
const ENVIRONMENTS: [&str; 3] = ["development", "staging", "production"];

/// All settings that have an effect.
#[derive(Clone, Debug)]
pub struct Config {
    pub data: DataSettings,
    pub addr: Setting<SocketAddr>,
    pub database: Setting<String>,
    pub search_dir: Setting<Option<String>>,
    pub site: Setting<Option<String>>,
    pub admin_token: Setting<Option<Secret>>,
    /// Who decides on proposals besides whoever asked: accounts, or `role:reviewer` and the like.
    pub deciders: Setting<String>,
    /// Hosts that may be sent plain text.
    pub plain_hosts: Setting<String>,
    pub max_iterations: Setting<u32>,
    pub tool_timeout_s: Setting<u64>,
    pub run_timeout_s: Setting<u64>,
    pub lease_s: Setting<u64>,
    pub pace_ms: Setting<u64>,
    pub approval_s: Setting<u64>,
    pub as_of: Setting<Option<NaiveDate>>,
    pub max_tool_calls: Setting<u32>,
    pub max_passes: Setting<u32>,
    pub tools_at_once: Setting<u32>,
    /// Whether those who ask see how an answer was scored; reviewers always do.
    pub show_scores: Setting<bool>,
    /// Whether `POST /chat/react` answers (E-030).
    pub react_enabled: Setting<bool>,
    /// What this server is for, as `/health` tells it: development, staging or production (C-042).
    pub environment: Setting<String>,
    /// The largest file that may be uploaded, in MiB.
    pub import_max_mib: Setting<u64>,
    pub oidc: OidcSettings,
    pub models: ModelsSettings,
    pub search: SearchSettings,
    pub sources: SourcesSettings,
    pub support: SupportSettings,
    pub speech: SpeechSettings,
    pub cluster: ClusterSettings,
    pub datasphere: DatasphereSettings,
    pub telemetry: TelemetrySettings,
    pub server: ServerSettings,
    pub privacy: PrivacySettings,
    /// What goes out by itself.
    pub outward: OutwardSettings,
    /// Tools from outside; the file alone names them.
    pub outside: OutsideSettings,
    pub log: Setting<String>,
    pub logs: LogSettings,
    /// All of the above, in the order in which they are read.
    pub declared: Vec<Declared>,
    /// What somebody should know of the settings, in sentences.
    pub warnings: Vec<String>,
}

/// What the command line says.
#[derive(Clone, Debug, Default)]
pub struct Flags {
    pub addr: Option<String>,
    pub database: Option<String>,
    pub as_of: Option<String>,
}

/// The file that is read when it is there.
pub const FILE: &str = "plumbline.toml";

impl Config {
    /// Refuses a variable of the environment that is nearly the name of a setting: ignored, it would leave the default in
    /// place without a word. Others that begin alike may be named by declarations.
    ///
    /// # Errors
    /// The first, and the setting that is meant.
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

    /// Every name that means something, in the environment and in the file.
    fn names(&self) -> Vec<String> {
        let in_file = |d: &&Declared| d.secret;
        let files = self.declared.iter().filter(in_file).map(|d| format!("{}{IN_FILE}", d.name));
        self.declared.iter().map(|d| d.name.to_owned()).chain(files).collect()
    }

    /// Gathers the settings. `environment` looks a variable up; `file` is read if it exists.
    ///
    /// # Errors
    /// A value that does not parse, or an unknown name in the file: the error says which, from where, and what fits.
    pub fn gather(flags: &Flags, environment: impl Fn(&str) -> Option<String>, file: &Path) -> Result<Self> {
        Self::gather_with(flags, &environment, file, Path::is_dir)
    }

    fn gather_with(
        flags: &Flags,
        environment: &dyn Fn(&str) -> Option<String>,
        path: &Path,
        is_there: impl Fn(&Path) -> bool,
    ) -> Result<Self> {
        let (file, sections) = read_file(path)?;
        let from = Sources::new(environment, &file);
        let data = DataSettings::gather(&from, is_there)?;
        let plain_hosts: Setting<String> = from.get(plain::SETTING, None, "", "names of hosts, commas between")?;
        // Other settings are held against it as they are read.
        plain::allow(names(&plain_hosts.value));
        let server = ServerSettings::gather(&from)?;
        let mut config = Self {
            addr: from.get(
                "PLUMBLINE_ADDR",
                flags.addr.as_deref(),
                "127.0.0.1:3000",
                "an address such as 127.0.0.1:3000",
            )?,
            database: from.address(
                "PLUMBLINE_DATABASE",
                flags.database.as_deref(),
                &format!("sqlite://{}", data.at("plumbline.db")),
            )?,
            search_dir: from.optional("PLUMBLINE_SEARCH_DIR", None, "a folder")?,
            site: from.optional("LEPTOS_SITE_ROOT", None, "a folder")?,
            admin_token: from.own_secret("ADMIN_TOKEN")?,
            deciders: from.get(
                "PLUMBLINE_DECIDERS",
                None,
                "",
                "names of accounts, or role:reviewer, commas between",
            )?,
            plain_hosts,
            max_iterations: from.get("REACT_MAX_ITERATIONS", None, "10", "a number from 1 to 20")?,
            tool_timeout_s: from.get("PLUMBLINE_TOOL_TIMEOUT_S", None, "15", "a number of seconds")?,
            run_timeout_s: from.get("PLUMBLINE_RUN_TIMEOUT_S", None, "120", "a number of seconds")?,
            lease_s: from.get("PLUMBLINE_LEASE_S", None, "10", "a number of seconds")?,
            pace_ms: from.get("PLUMBLINE_PACE_MS", None, "0", "a number of milliseconds")?,
            approval_s: from.get("PLUMBLINE_APPROVAL_S", None, "86400", "a number of seconds")?,
            as_of: from.optional("PLUMBLINE_AS_OF", flags.as_of.as_deref(), "a day such as 2026-01-31")?,
            max_tool_calls: from.get("PLUMBLINE_MAX_TOOL_CALLS", None, "20", "a number of calls")?,
            max_passes: from.get("PLUMBLINE_PLAN_PASSES", None, "3", "a number from 1 to 10")?,
            tools_at_once: from.get("PLUMBLINE_TOOLS_AT_ONCE", None, "4", "a number from 1 to 32")?,
            show_scores: from.get("PLUMBLINE_SHOW_SCORES", None, "true", "true or false")?,
            react_enabled: from.get("REACT_ENABLED", None, "true", "true or false")?,
            environment: from.get("PLUMBLINE_ENVIRONMENT", None, ENVIRONMENTS[2], "the name of an environment")?,
            import_max_mib: from.get("PLUMBLINE_IMPORT_MAX_MIB", None, "500", "a number of MiB")?,
            oidc: OidcSettings::gather(&from, server.origin.clone())?,
            models: ModelsSettings::gather(&from)?,
            search: SearchSettings::gather(&from, &data)?,
            sources: SourcesSettings::gather(&from, &data)?,
            support: SupportSettings::gather(&from)?,
            speech: SpeechSettings::gather(&from)?,
            cluster: ClusterSettings::gather(&from)?,
            datasphere: DatasphereSettings::gather(&from)?,
            telemetry: TelemetrySettings::gather(&from)?,
            server,
            privacy: PrivacySettings::gather(&from)?,
            outward: OutwardSettings::gather(&from)?,
            outside: OutsideSettings::read(sections, environment, Path::new(&data.at("mcp")))
                .map_err(|e| anyhow::anyhow!("{}: {e}", path.display()))?,
            log: from.get("PLUMBLINE_LOG", None, "info,tantivy=warn,sqlx=warn", "a filter such as info or debug")?,
            logs: LogSettings::gather(&from)?,
            data,
            declared: Vec::new(),
            warnings: Vec::new(),
        };
        config.declared = from.declared();
        let in_file = |d: &&Declared| d.secret && d.origin == Origin::File && file.contains_key(d.name);
        if readable_by_all(path) && config.declared.iter().any(|d| in_file(&d)) {
            let at = path.display();
            config
                .warnings
                .push(format!("{at} holds secrets, and every user of this machine may read it: chmod 600 {at}"));
        }
        for host in names(&config.plain_hosts.value) {
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
        if !(1..=20).contains(&config.max_iterations.value) {
            bail!("REACT_MAX_ITERATIONS is {}; it must be from 1 to 20.", config.max_iterations.value);
        }
        if !(1..=10).contains(&config.max_passes.value) {
            bail!("PLUMBLINE_PLAN_PASSES is {}; it must be from 1 to 10.", config.max_passes.value);
        }
        if !(1..=32).contains(&config.tools_at_once.value) {
            bail!("PLUMBLINE_TOOLS_AT_ONCE is {}; it must be from 1 to 32.", config.tools_at_once.value);
        }
        if !(1..=1 << 20).contains(&config.import_max_mib.value) {
            bail!("PLUMBLINE_IMPORT_MAX_MIB is {}; it must be from 1 to 1048576.", config.import_max_mib.value);
        }
        if config.lease_s.value == 0 {
            bail!("PLUMBLINE_LEASE_S must be at least 1.");
        }
        Ok(config)
    }

    /// What no program reads that this one starts: the data, the file of settings, and files that hold secrets.
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

    /// Where the index lies: as set; else beside the SQLite file; else, over Postgres, in the data folder under a name made
    /// from the URL. In memory where the database is in memory.
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

    /// Where people open it, as far as the settings say.
    pub fn origin(&self) -> String {
        let scheme = if self.server.tls().is_some() { "https" } else { "http" };
        self.server.origin.clone().unwrap_or_else(|| format!("{scheme}://{}", self.addr.value))
    }

    /// The settings of the agent's loop.
    pub fn agent(&self) -> Settings {
        Settings {
            max_iterations: self.max_iterations.value,
            tool_timeout: Duration::from_secs(self.tool_timeout_s.value),
            run_timeout: Duration::from_secs(self.run_timeout_s.value),
            lease: Duration::from_secs(self.lease_s.value),
            pace: Duration::from_millis(self.pace_ms.value),
            approval: Duration::from_secs(self.approval_s.value),
            as_of: self.as_of.value,
            max_tool_calls: self.max_tool_calls.value,
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
            model_context: self.models.model_context.value,
            support: self.support.agent(self.models.calls()),
            runs_at_once: self.server.runs_at_once(),
            runs_queued: self.server.runs_queued(),
        }
    }

    /// What holds and where it came from, as `serve --print-config` shows it.
    pub fn describe(&self) -> String {
        let line = |name: &str, value: &str, origin| format!("{name:32} {value:40} {origin}\n");
        let outside = self.outside.describe().into_iter().map(|(name, value)| line(&name, &value, Origin::File));
        self.declared.iter().map(|d| line(d.name, &d.shown, d.origin)).chain(outside).collect()
    }

    /// A file of settings in which each stands with its default, as a comment.
    pub fn example() -> Result<String> {
        let home = |name: &str| (name == "HOME").then(|| "~".to_owned());
        let config = Self::gather_with(&Flags::default(), &home, Path::new(""), |_| false)?;
        let mut out = format!(
            "# Settings of Plumbline. Each stands here with its default; take the # away to set another.\n\
             # A flag goes over the environment, which goes over this file. Every name may be a variable of the\n\
             # environment as well. This file is {FILE} where the program is started, or what --config names.\n"
        );
        for declared in &config.declared {
            let Declared { name, wants, default, secret, .. } = declared;
            let about = about::describe(name).unwrap_or(wants);
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

/// Whether a file may be read by users who are neither its owner nor of its group.
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

/// The names of our own alone: other programs have settings that end alike.
fn is_ours(name: &str) -> bool {
    name.starts_with("PLUMBLINE_")
}

#[cfg(test)]
mod tests;
