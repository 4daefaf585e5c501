//! Settings. A flag goes over the environment, that over the file (`plumbline.toml`), that over the default; each value
//! knows where it came from, so that `serve --print-config` can say it. Secrets are never printed.

mod cluster;
mod datasphere;
mod logs;
mod model;
pub mod oidc;
mod privacy;
mod search;
pub mod server;
mod setting;
mod sources;
mod support;
mod telemetry;

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use chrono::NaiveDate;

use crate::agent::Settings;
use crate::outside::OutsideSettings;
use crate::query::values::pick;
pub use crate::secret::Secret;
pub use cluster::ClusterSettings;
pub use datasphere::DatasphereSettings;
pub use logs::{LogFormat, LogSettings};
pub use model::{ModelSettings, ModelsSettings};
pub use oidc::OidcSettings;
pub use privacy::PrivacySettings;
pub use search::SearchSettings;
pub use server::ServerSettings;
use setting::{Entry, Sources, entry, maybe, read_file};
pub use setting::{Origin, Setting, names};
pub use sources::SourcesSettings;
pub use support::SupportSettings;
pub use telemetry::TelemetrySettings;

/// What a server can be for.
const ENVIRONMENTS: [&str; 3] = ["development", "staging", "production"];

/// All settings that have an effect.
#[derive(Clone, Debug)]
pub struct Config {
    pub addr: Setting<SocketAddr>,
    pub database: Setting<String>,
    pub search_dir: Setting<Option<String>>,
    pub site: Setting<Option<String>>,
    pub admin_token: Setting<Option<Secret>>,
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
    pub cluster: ClusterSettings,
    pub datasphere: DatasphereSettings,
    pub telemetry: TelemetrySettings,
    pub server: ServerSettings,
    pub privacy: PrivacySettings,
    /// Tools from outside; the file alone names them.
    pub outside: OutsideSettings,
    pub log: Setting<String>,
    pub logs: LogSettings,
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
        let entries = self.entries();
        let known = || entries.iter().map(|(name, ..)| *name);
        for name in environment.filter(|name| name.starts_with("PLUMBLINE_") && !known().any(|known| known == name)) {
            let near = |known: &&str| strsim::damerau_levenshtein(&name, known) <= 2 || name.starts_with(known);
            if let Some(meant) = known().filter(|known| known.len() > "PLUMBLINE_LLM".len()).find(near) {
                bail!("The environment sets {name}, which is no setting. Did you mean {meant}?");
            }
        }
        Ok(())
    }

    /// Gathers the settings. `environment` looks a variable up; `file` is read if it exists.
    ///
    /// # Errors
    /// A value that does not parse, or an unknown name in the file: the error says which, from where, and what fits.
    pub fn gather(flags: &Flags, environment: impl Fn(&str) -> Option<String>, file: &Path) -> Result<Self> {
        let (file, sections) = read_file(file)?;
        let from = Sources { environment: &environment, file: &file };
        let server = ServerSettings::gather(&from)?;
        let config = Self {
            addr: from.get(
                "PLUMBLINE_ADDR",
                flags.addr.as_deref(),
                "127.0.0.1:3000",
                "an address such as 127.0.0.1:3000",
            )?,
            database: from.get(
                "PLUMBLINE_DATABASE",
                flags.database.as_deref(),
                "sqlite://plumbline-data/plumbline.db",
                "a URL",
            )?,
            search_dir: from.optional("PLUMBLINE_SEARCH_DIR", None, "a folder")?,
            site: from.optional("LEPTOS_SITE_ROOT", None, "a folder")?,
            admin_token: from.optional("ADMIN_TOKEN", None, "a text")?,
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
            search: SearchSettings::gather(&from)?,
            sources: SourcesSettings::gather(&from)?,
            support: SupportSettings::gather(&from)?,
            cluster: ClusterSettings::gather(&from)?,
            datasphere: DatasphereSettings::gather(&from)?,
            telemetry: TelemetrySettings::gather(&from)?,
            server,
            privacy: PrivacySettings::gather(&from)?,
            outside: OutsideSettings::read(sections, &environment).map_err(|e| anyhow::anyhow!("{FILE}: {e}"))?,
            log: from.get("PLUMBLINE_LOG", None, "info,tantivy=warn,sqlx=warn", "a filter such as info or debug")?,
            logs: LogSettings::gather(&from)?,
        };
        if let Some(unknown) = file.keys().find(|k| !config.entries().iter().any(|(name, ..)| name == k)) {
            let known: Vec<&str> = config.entries().iter().map(|(name, ..)| *name).collect();
            let meant = pick::closest(unknown, known.iter().copied());
            let meant = meant.map(|name| format!(" Did you mean {name}?")).unwrap_or_default();
            bail!("{FILE} names \"{unknown}\", which is no setting.{meant} There is: {}.", known.join(", "));
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
            calls_per_minute: self.models.calls_per_minute.value,
            reply_tokens: self.models.reply_tokens.value,
            pseudonyms: self.models.pseudonyms.value,
            keep_sent: self.privacy.keep_sent.value,
            context_tokens: self.models.context_tokens.value,
            context_keep: self.models.context_keep.value as usize,
            observation_chars: self.models.observation_chars.value as usize,
            model_context: self.models.model_context.value,
            support: self.support.agent(),
            runs_at_once: self.server.runs_at_once(),
            runs_queued: self.server.runs_queued(),
        }
    }

    /// What holds and where it came from, as `serve --print-config` shows it.
    pub fn describe(&self) -> String {
        let line = |name: &str, value: &str, origin| format!("{name:32} {value:40} {origin}\n");
        let outside = self.outside.describe().into_iter().map(|(name, value)| line(&name, &value, Origin::File));
        self.entries().into_iter().map(|(name, value, origin)| line(name, &value, origin)).chain(outside).collect()
    }

    fn entries(&self) -> Vec<Entry> {
        let mut all = vec![
            entry(&self.addr, SocketAddr::to_string),
            entry(&self.database, |url| crate::store::redact(url)),
            entry(&self.search_dir, maybe),
            entry(&self.site, maybe),
            entry(&self.admin_token, |t| if t.is_some() { "(hidden)".into() } else { "(not set)".into() }),
            entry(&self.max_iterations, u32::to_string),
            entry(&self.tool_timeout_s, u64::to_string),
            entry(&self.run_timeout_s, u64::to_string),
            entry(&self.lease_s, u64::to_string),
            entry(&self.pace_ms, u64::to_string),
            entry(&self.approval_s, u64::to_string),
            entry(&self.as_of, maybe),
            entry(&self.show_scores, bool::to_string),
            entry(&self.max_tool_calls, u32::to_string),
            entry(&self.max_passes, u32::to_string),
            entry(&self.tools_at_once, u32::to_string),
            entry(&self.react_enabled, bool::to_string),
            entry(&self.environment, String::clone),
            entry(&self.import_max_mib, u64::to_string),
            entry(&self.log, String::clone),
        ];
        all.extend(self.oidc.entries());
        all.extend(self.models.entries());
        all.extend(self.search.entries());
        all.extend(self.sources.entries());
        all.extend(self.support.entries());
        all.extend(self.cluster.entries());
        all.extend(self.datasphere.entries());
        all.extend(self.logs.entries());
        all.extend(self.telemetry.entries());
        all.extend(self.server.entries());
        all.extend(self.privacy.entries());
        all
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn gather(flags: &Flags, env: &[(&str, &str)], file: &str) -> Result<Config> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(FILE);
        std::fs::write(&path, file).unwrap();
        let env: BTreeMap<String, String> = env.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
        Config::gather(flags, |name| env.get(name).cloned(), &path)
    }

    #[test]
    fn flag_over_environment_over_file_over_default() {
        let file =
            "PLUMBLINE_DATABASE = \"sqlite://file.db\"\nPLUMBLINE_RUN_TIMEOUT_S = 30\nPLUMBLINE_ADDR = \"127.0.0.1:1\"";
        let flags = Flags { database: Some("sqlite://flag.db".into()), ..Flags::default() };
        let config = gather(&flags, &[("PLUMBLINE_ADDR", "127.0.0.1:2")], file).unwrap();
        assert_eq!((config.database.value.as_str(), config.database.origin), ("sqlite://flag.db", Origin::Flag));
        assert_eq!((config.addr.value.port(), config.addr.origin), (2, Origin::Environment));
        assert_eq!((config.run_timeout_s.value, config.run_timeout_s.origin), (30, Origin::File));
        assert_eq!((config.tool_timeout_s.value, config.tool_timeout_s.origin), (15, Origin::Default));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let says = |env: &[(&str, &str)], file: &str| gather(&Flags::default(), env, file).unwrap_err().to_string();
        assert!(says(&[("PLUMBLINE_ADDR", "here")], "").contains("PLUMBLINE_ADDR (environment) is \"here\""));
        assert!(says(&[("REACT_MAX_ITERATIONS", "50")], "").contains("from 1 to 20"));
        assert!(says(&[("PLUMBLINE_LLM_PRICES", "/nowhere/prices.toml")], "").contains("PLUMBLINE_LLM_PRICES"));
        assert!(says(&[("PLUMBLINE_PLAN_PASSES", "0")], "").contains("from 1 to 10"));
        assert!(says(&[("PLUMBLINE_TOOLS_AT_ONCE", "0")], "").contains("from 1 to 32"));
        assert!(says(&[("PLUMBLINE_STRATEGY", "tools")], "").contains("needs a model"));
        assert!(says(&[("PLUMBLINE_LLM_API_KEY", "k")], "").contains("set PLUMBLINE_LLM_PROVIDER"));
        assert!(says(&[("RAG_DENSE_WEIGHT", "7")], "").contains("from 0 to 1"));
        assert!(says(&[("PLUMBLINE_LOG_FORMAT", "xml")], "").contains("text or json"));
        assert!(says(&[("PLUMBLINE_EMBEDDER", "big")], "").contains("auto, full, static or none"));
        assert!(says(&[], "PLUMBLINE_ADRESS = 3").contains("Did you mean PLUMBLINE_ADDR?"));
        let config = gather(&Flags::default(), &[], "").unwrap();
        let named = |name: &str| config.check_names([name.to_owned()].into_iter()).map_err(|e| e.to_string());
        assert!(named("PLUMBLINE_DATABASE_URL").unwrap_err().contains("Did you mean PLUMBLINE_DATABASE?"));
        assert!(named("PLUMBLINE_LLM_PROVIDRE").unwrap_err().contains("PLUMBLINE_LLM_PROVIDER"));
        for other in ["PLUMBLINE_SHOP_PASSWORD", "PLUMBLINE_LOG", "PLUMBLINE_PAGES_ONLY", "PATH"] {
            assert_eq!(named(other), Ok(()));
        }
    }

    #[test]
    fn secrets_are_not_shown() {
        let config = gather(
            &Flags::default(),
            &[
                ("ADMIN_TOKEN", "s3cret"),
                ("PLUMBLINE_DATABASE", "postgres://u:pw@h/d"),
                ("PLUMBLINE_LLM_PROVIDER", "openai"),
                ("PLUMBLINE_LLM_API_KEY", "sk-s3cret"),
            ],
            "",
        )
        .unwrap();
        for text in [config.describe(), format!("{config:?}")] {
            assert!(!text.contains("s3cret"), "{text}");
        }
        assert!(!config.describe().contains("pw"));
    }
}
