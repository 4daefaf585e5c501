//! From settings to a model, with errors that name the setting to change (C-042).
//!
//! Deliberately not here: reading files, flags and the environment; `crate::config` does that.

use std::sync::Arc;
use std::time::Duration;

use super::choose::Choose;
use super::client::{self, Client};
use super::fallback::{Fallback, REST};
use super::pace::Pace;
use super::price::Prices;
use super::provider;
use super::retry::{Jitter, Policy, Retry};
use super::{ChatModel, Secret};
use base::http_client::{http_client, is_loopback};

/// The name that means "no model at all".
pub const RULES: &str = "rules";

/// Longest wait between two attempts.
const RETRY_CAP: Duration = Duration::from_secs(30);

/// The window in which calls are counted.
const PACE_WINDOW: Duration = Duration::from_secs(60);

/// The model to use. `Debug` hides the key.
#[derive(Clone, Debug)]
pub struct LlmConfig {
    /// `PLUMBLINE_LLM_PROVIDER`: a name of [`provider::PROVIDERS`], or "rules".
    pub provider: String,
    /// `PLUMBLINE_LLM_BASE_URL`: empty for the provider's own.
    pub base_url: String,
    /// `PLUMBLINE_LLM_API_KEY`
    pub api_key: Option<Secret>,
    /// `PLUMBLINE_LLM_MODEL`: empty for the provider's default.
    pub model: String,
    /// A cheaper model of the same provider for side tasks (D-049); empty for `model`.
    pub light_model: String,
    /// `PLUMBLINE_LLM_TIMEOUT_S`: for a whole call, and for a stream's first chunk, in seconds; 60.
    pub timeout_s: f64,
    /// `PLUMBLINE_LLM_IDLE_S`: longest pause within a stream, in seconds; 30.
    pub idle_s: f64,
    /// `PLUMBLINE_LLM_RETRIES`: attempts after the first; 3.
    pub retries: u32,
    /// `PLUMBLINE_LLM_RETRY_BASE_MS`: wait before the first retry, in milliseconds; 1000.
    pub retry_base_ms: u64,
    /// Calls in 60 s; 100. 0 means no limit.
    pub calls_per_minute: u32,
    /// The model to ask if this one fails; its own `fallback` comes next.
    pub fallback: Option<Box<LlmConfig>>,
    pub prices: Prices,
    pub jitter: Jitter,
}

impl Default for LlmConfig {
    fn default() -> Self {
        Self {
            provider: RULES.into(),
            base_url: String::new(),
            api_key: None,
            model: String::new(),
            light_model: String::new(),
            timeout_s: 60.0,
            idle_s: 30.0,
            retries: 3,
            retry_base_ms: 1000,
            calls_per_minute: 100,
            fallback: None,
            prices: Prices::built_in(),
            jitter: Jitter::default(),
        }
    }
}

/// Why no model can be set up. `variables` is the prefix of the settings concerned: `PLUMBLINE_LLM`, or
/// `PLUMBLINE_LLM_FALLBACK` for the second model.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ConfigError {
    #[error("{variables}_PROVIDER: there is no provider `{name}`; did you mean `{closest}`? Known are {known}.")]
    UnknownProvider { variables: &'static str, name: String, closest: &'static str, known: String },
    #[error("{title} needs a key: set {variables}_API_KEY, or set {variables}_PROVIDER=rules to work without a model.")]
    MissingKey { variables: &'static str, title: &'static str },
    #[error("{variables}_API_KEY has a character that no key has: copy the key again, all of it and nothing else.")]
    BadKey { variables: &'static str },
    #[error("{title} has no default model: set {variables}_MODEL.")]
    MissingModel { variables: &'static str, title: &'static str },
    #[error("{title} has no address of its own: set {variables}_BASE_URL.")]
    MissingBaseUrl { variables: &'static str, title: &'static str },
    #[error("{variables}_BASE_URL is not an address: {detail}.")]
    BadBaseUrl { variables: &'static str, detail: String },
    #[error("{variables}_TIMEOUT_S must be more than 0 and at most 86400 seconds.")]
    BadTimeout { variables: &'static str },
    #[error("{variables}_IDLE_S must be more than 0 and at most 86400 seconds.")]
    BadIdle { variables: &'static str },
    #[error("HTTP cannot be set up: {detail}.")]
    Http { detail: String },
}

/// The configured model with all its layers; `None` for "rules".
pub fn build(config: &LlmConfig) -> Result<Option<Arc<dyn ChatModel>>, ConfigError> {
    let mut models = Vec::new();
    let mut next = Some(config);
    while let Some(config) = next {
        let variables = if models.is_empty() { "PLUMBLINE_LLM" } else { "PLUMBLINE_LLM_FALLBACK" };
        if config.provider.trim().eq_ignore_ascii_case(RULES) {
            break;
        }
        models.push(layered(config, variables)?);
        next = config.fallback.as_deref();
    }
    let mut models = models.into_iter();
    let Some(first) = models.next() else { return Ok(None) };
    let others: Vec<_> = models.collect();
    Ok(Some(if others.is_empty() { first } else { Arc::new(Fallback::new(first, others, REST)) }))
}

/// The first model without layers, for probing its abilities. `None` for "rules".
pub fn bare(config: &LlmConfig) -> Result<Option<Client>, ConfigError> {
    let rules = config.provider.trim().eq_ignore_ascii_case(RULES);
    (!rules).then(|| client(config, "PLUMBLINE_LLM")).transpose()
}

fn layered(config: &LlmConfig, variables: &'static str) -> Result<Arc<dyn ChatModel>, ConfigError> {
    let mut model: Arc<dyn ChatModel> = Arc::new(client(config, variables)?);
    if config.calls_per_minute > 0 {
        model = Arc::new(Pace::new(model, config.calls_per_minute as usize, PACE_WINDOW));
    }
    let base = Duration::from_millis(config.retry_base_ms);
    let policy = Policy { retries: config.retries, base, cap: RETRY_CAP, jitter: config.jitter.clone() };
    Ok(Arc::new(Choose::new(Arc::new(Retry::new(model, policy)))))
}

fn client(config: &LlmConfig, variables: &'static str) -> Result<Client, ConfigError> {
    let provider = provider::find(&config.provider).map_err(|closest| {
        let names: Vec<&str> = provider::PROVIDERS.iter().map(|p| p.name).chain([RULES]).collect();
        ConfigError::UnknownProvider { variables, name: config.provider.clone(), closest, known: names.join(", ") }
    })?;
    let title = provider.title;
    let base = [config.base_url.trim(), provider.base_url].into_iter().find(|b| !b.is_empty());
    let base = base.ok_or(ConfigError::MissingBaseUrl { variables, title })?;
    let url =
        provider::endpoint(base, provider.path).map_err(|detail| ConfigError::BadBaseUrl { variables, detail })?;
    let key = config.api_key.clone().unwrap_or_else(|| Secret::new(""));
    // A hosted service on a loopback address is a stand-in, which needs no key.
    if key.is_empty() && provider.needs_key && !is_loopback(&url) {
        return Err(ConfigError::MissingKey { variables, title });
    }
    if !client::fits_header(&key) {
        return Err(ConfigError::BadKey { variables });
    }
    let model = [config.model.trim(), provider.default_model].into_iter().find(|m| !m.is_empty());
    let model = model.ok_or(ConfigError::MissingModel { variables, title })?;
    let light_model = [config.light_model.trim(), model].into_iter().find(|m| !m.is_empty()).unwrap_or(model);
    let timeout = seconds(config.timeout_s).ok_or(ConfigError::BadTimeout { variables })?;
    let idle = seconds(config.idle_s).ok_or(ConfigError::BadIdle { variables })?.min(timeout);
    Ok(Client {
        http: http_client(&url).map_err(|detail| ConfigError::Http { detail })?,
        provider,
        url,
        key,
        name: format!("{}/{model}", provider.name),
        model: model.to_owned(),
        light_model: light_model.to_owned(),
        timeout,
        idle,
        prices: config.prices.clone(),
    })
}

fn seconds(value: f64) -> Option<Duration> {
    (value > 0.0 && value <= 86_400.0).then(|| Duration::from_secs_f64(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(provider: &str) -> LlmConfig {
        LlmConfig { provider: provider.into(), ..LlmConfig::default() }
    }

    fn error(config: &LlmConfig) -> String {
        build(config).err().map(|e| e.to_string()).unwrap_or_default()
    }

    #[test]
    fn rules_need_nothing() {
        assert!(build(&LlmConfig::default()).unwrap().is_none());
        assert!(build(&config(" Rules ")).unwrap().is_none());
    }

    #[test]
    fn errors_name_the_setting() {
        let unknown = error(&config("opnai"));
        assert!(unknown.contains("PLUMBLINE_LLM_PROVIDER") && unknown.contains("did you mean `openai`"), "{unknown}");
        assert!(error(&config("openai")).contains("set PLUMBLINE_LLM_API_KEY"));
        assert!(error(&config("vllm")).contains("set PLUMBLINE_LLM_MODEL"));
        assert!(error(&config("azure")).contains("set PLUMBLINE_LLM_BASE_URL"));
        let bad = LlmConfig { base_url: "localhost:80".into(), ..config("ollama") };
        assert!(error(&bad).contains("PLUMBLINE_LLM_BASE_URL is not an address"));
        let slow = LlmConfig { timeout_s: 0.0, ..config("ollama") };
        assert!(error(&slow).contains("PLUMBLINE_LLM_TIMEOUT_S"));
        let silent = LlmConfig { idle_s: -1.0, ..config("ollama") };
        assert!(error(&silent).contains("PLUMBLINE_LLM_IDLE_S"));
        let second = LlmConfig { fallback: Some(Box::new(config("groq"))), ..config("ollama") };
        assert!(error(&second).contains("set PLUMBLINE_LLM_FALLBACK_API_KEY"));
        let odd = LlmConfig { api_key: Some(Secret::new("sk-odd\nkey-of-two-lines")), ..config("openai") };
        assert!(error(&odd).contains("PLUMBLINE_LLM_API_KEY has a character") && !error(&odd).contains("sk-odd"));
    }

    #[test]
    fn names_say_provider_and_model() {
        let name = |c: &LlmConfig| build(c).unwrap().map(|m| (m.name().to_owned(), m.native_tools()));
        assert_eq!(name(&config("Ollama")), Some(("ollama/llama3.1".into(), false)));
        let near = LlmConfig { base_url: "http://127.0.0.1:9/v1".into(), ..config("openai") };
        let hosted = LlmConfig { api_key: Some(Secret::new("k-123")), model: "gpt-4.1".into(), ..near };
        assert_eq!(name(&hosted), Some(("openai/gpt-4.1".into(), true)));
        assert!(!format!("{hosted:?}").contains("k-123"));
    }
}
