//! Settings of models, and limits of runs.
//!
//! Deliberately not here: providers (`crate::llm::provider`), and the loop's defaults that need no model.

use anyhow::{Context, Result, bail};
use model::run::Strategy;
use model::support::CallSettings;

use super::{Secret, Setting, Sources};
use crate::llm::config::{LlmConfig, RULES};
use crate::llm::price::Prices;

/// A model: the first, or its fallback.
#[derive(Clone, Debug)]
pub struct ModelSettings {
    pub provider: Setting<String>,
    pub base_url: Setting<Option<String>>,
    pub api_key: Setting<Option<Secret>>,
    pub model: Setting<Option<String>>,
}

/// Everything about models.
#[derive(Clone, Debug)]
pub struct ModelsSettings {
    pub first: ModelSettings,
    pub second: ModelSettings,
    pub light_model: Setting<Option<String>>,
    pub timeout_s: Setting<f64>,
    pub idle_s: Setting<f64>,
    pub retries: Setting<u32>,
    pub retry_base_ms: Setting<u64>,
    pub calls_per_minute: Setting<u32>,
    /// A file with prices that override the built-in ones.
    pub prices: Setting<Option<String>>,
    table: Prices,
    pub temperature: Setting<f32>,
    pub reply_tokens: Setting<u32>,
    pub strategy: Setting<Strategy>,
    pub run_tokens: Setting<u64>,
    pub run_cost_usd: Setting<f64>,
    pub context_tokens: Setting<u64>,
    pub context_keep: Setting<u32>,
    pub observation_chars: Setting<u32>,
    /// Size of the model's context in tokens.
    pub model_context: Setting<u64>,
    pub pseudonyms: Setting<bool>,
}

impl ModelsSettings {
    pub(super) fn gather(from: &Sources<'_>) -> Result<Self> {
        let number = "a whole number";
        let prices = from.optional("PLUMBLINE_LLM_PRICES", None, "a file")?;
        let table = read_prices(&prices)?;
        let settings = Self {
            first: ModelSettings {
                provider: from.get("PLUMBLINE_LLM_PROVIDER", None, RULES, "a provider's name, or rules")?,
                base_url: from.optional("PLUMBLINE_LLM_BASE_URL", None, "an address")?,
                api_key: from.secret("PLUMBLINE_LLM_API_KEY")?,
                model: from.optional("PLUMBLINE_LLM_MODEL", None, "a model's name")?,
            },
            second: ModelSettings {
                provider: from.get("PLUMBLINE_LLM_FALLBACK_PROVIDER", None, RULES, "a provider's name, or rules")?,
                base_url: from.optional("PLUMBLINE_LLM_FALLBACK_BASE_URL", None, "an address")?,
                api_key: from.secret("PLUMBLINE_LLM_FALLBACK_API_KEY")?,
                model: from.optional("PLUMBLINE_LLM_FALLBACK_MODEL", None, "a model's name")?,
            },
            light_model: from.optional("PLUMBLINE_LLM_LIGHT_MODEL", None, "a model's name")?,
            timeout_s: from.get("PLUMBLINE_LLM_TIMEOUT_S", None, "60", "a number of seconds")?,
            idle_s: from.get("PLUMBLINE_LLM_IDLE_S", None, "30", "a number of seconds")?,
            retries: from.get("PLUMBLINE_LLM_RETRIES", None, "3", number)?,
            retry_base_ms: from.get("PLUMBLINE_LLM_RETRY_BASE_MS", None, "1000", "a number of milliseconds")?,
            calls_per_minute: from.get("PLUMBLINE_LLM_CALLS_PER_MINUTE", None, "100", number)?,
            prices,
            table,
            temperature: from.get("PLUMBLINE_LLM_TEMPERATURE", None, "0.3", "a number from 0 to 2")?,
            reply_tokens: from.get("PLUMBLINE_LLM_MAX_TOKENS", None, "2000", number)?,
            strategy: from.get("PLUMBLINE_STRATEGY", None, "auto", "auto, rules, react, tools or plan")?,
            run_tokens: from.get("PLUMBLINE_RUN_MAX_TOKENS", None, "0", "a number of tokens, 0 for no limit")?,
            run_cost_usd: from.get("PLUMBLINE_RUN_MAX_COST_USD", None, "0", "US dollars, 0 for no limit")?,
            context_tokens: from.get("CONTEXT_TOKEN_BUDGET", None, "6000", "a number of tokens")?,
            context_keep: from.get("CONTEXT_KEEP_RECENT", None, "4", "a number of messages")?,
            observation_chars: from.get("PLUMBLINE_OBSERVATION_CHARS", None, "6000", "a number of characters")?,
            model_context: from.get("PLUMBLINE_LLM_CONTEXT", None, "32768", "a number of tokens")?,
            pseudonyms: from.get("PLUMBLINE_LLM_PSEUDONYMS", None, "false", "true or false")?,
        };
        settings.check()?;
        Ok(settings)
    }

    fn check(&self) -> Result<()> {
        let first = &self.first;
        if first.provider.value.eq_ignore_ascii_case(RULES) && first.api_key.value.is_some() {
            bail!(
                "PLUMBLINE_LLM_API_KEY is set, but no provider: set PLUMBLINE_LLM_PROVIDER too, or take the key out."
            );
        }
        if !(0.0..=2.0).contains(&self.temperature.value) {
            bail!("PLUMBLINE_LLM_TEMPERATURE is {}; it must be from 0 to 2.", self.temperature.value);
        }
        if self.observation_chars.value < 400 {
            bail!("PLUMBLINE_OBSERVATION_CHARS is {}; it must be at least 400.", self.observation_chars.value);
        }
        if self.model_context.value < 4_096 {
            bail!("PLUMBLINE_LLM_CONTEXT is {}; it must be at least 4096.", self.model_context.value);
        }
        let needs_model = !matches!(self.strategy.value, Strategy::Auto | Strategy::Rules);
        if needs_model && first.provider.value.eq_ignore_ascii_case(RULES) {
            bail!("PLUMBLINE_STRATEGY={} needs a model: set PLUMBLINE_LLM_PROVIDER.", self.strategy.value);
        }
        Ok(())
    }

    /// The settings of calls that concern the model, with replies limited to a call's default length.
    pub fn calls(&self) -> CallSettings {
        let calls = CallSettings::default();
        let max_tokens = calls.max_tokens.min(self.reply_tokens.value).max(1);
        CallSettings { temperature: self.temperature.value, max_tokens, ..calls }
    }

    /// The configuration for [`crate::llm::build`].
    pub fn llm(&self) -> LlmConfig {
        let one = |settings: &ModelSettings, light_model: String| LlmConfig {
            provider: settings.provider.value.clone(),
            base_url: settings.base_url.value.clone().unwrap_or_default(),
            api_key: settings.api_key.value.clone(),
            model: settings.model.value.clone().unwrap_or_default(),
            light_model,
            timeout_s: self.timeout_s.value,
            idle_s: self.idle_s.value,
            retries: self.retries.value,
            retry_base_ms: self.retry_base_ms.value,
            calls_per_minute: self.calls_per_minute.value,
            prices: self.table.clone(),
            ..LlmConfig::default()
        };
        let second = one(&self.second, String::new());
        let there = !second.provider.eq_ignore_ascii_case(RULES);
        let first = one(&self.first, self.light_model.value.clone().unwrap_or_default());
        LlmConfig { fallback: there.then(|| Box::new(second)), ..first }
    }
}

/// The built-in price table, overridden by the given file.
fn read_prices(file: &Setting<Option<String>>) -> Result<Prices> {
    let Some(path) = &file.value else { return Ok(Prices::built_in()) };
    let text = std::fs::read_to_string(path).with_context(|| format!("{}: {path} cannot be read", file.name))?;
    let own = Prices::from_toml(&text)
        .map_err(|why| anyhow::anyhow!("{}: {path} is no table of prices: {why}", file.name))?;
    Ok(Prices::built_in().with(&own))
}
