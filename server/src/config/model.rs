//! Settings of models, and limits of runs.
//!
//! Deliberately not here: providers (`crate::llm::provider`), and the loop's defaults that need no model.

use anyhow::{Context, Result, bail};
use model::run::Strategy;
use model::support::CallSettings;

use super::setting::settings;
use super::{Secret, Setting, Sources};
use crate::llm::config::{LlmConfig, RULES};
use crate::llm::price::Prices;
use crate::llm::provider::{self, SMALLEST_CONTEXT};

const MODEL: &str = "a model's name";
const NUMBER: &str = "a whole number";

settings! {
    /// Everything about models.
    pub struct ModelsSettings reads from {
        /// A file of prices that override the built-in ones.
        pub prices: Setting<Option<String>> = from.optional("PLUMBLINE_LLM_PRICES", "a file")?,
        pub first: ModelSettings = ModelSettings::read(from, FIRST)?,
        pub second: ModelSettings = ModelSettings::read(from, SECOND)?,
        /// A lighter model of the first provider, for routing and summaries.
        pub light_model: Setting<Option<String>> = from.optional("PLUMBLINE_LLM_LIGHT_MODEL", MODEL)?,
        /// Seconds for a whole model call, or until a streamed reply begins.
        pub timeout_s: Setting<f64> = from.get("PLUMBLINE_LLM_TIMEOUT_S", "60", "a number of seconds")?,
        /// The longest pause between two chunks of a stream.
        pub idle_s: Setting<f64> = from.get("PLUMBLINE_LLM_IDLE_S", "30", "a number of seconds")?,
        /// How often a failed call is retried.
        pub retries: Setting<u32> = from.get("PLUMBLINE_LLM_RETRIES", "3", NUMBER)?,
        /// The delay before the first retry; it doubles with each further one.
        pub retry_base_ms: Setting<u64> = from.get("PLUMBLINE_LLM_RETRY_BASE_MS", "1000", "a number of milliseconds")?,
        /// Model calls per minute.
        pub calls_per_minute: Setting<u32> = from.get("PLUMBLINE_LLM_CALLS_PER_MINUTE", "100", NUMBER)?,
        /// The sampling temperature, 0 to 2.
        pub temperature: Setting<f32> =
            from.get("PLUMBLINE_LLM_TEMPERATURE", "0.3", "a number from 0 to 2")?.within(0.0..=2.0)?,
        /// The maximum number of tokens in one reply of a model.
        pub reply_tokens: Setting<u32> = from.get("PLUMBLINE_LLM_MAX_TOKENS", "2000", NUMBER)?,
        /// How runs reason: auto, rules, react, tools, plan.
        pub strategy: Setting<Strategy> = from.get("PLUMBLINE_STRATEGY", "auto", "auto, rules, react, tools or plan")?,
        /// The maximum number of tokens per run; 0 for no limit.
        pub run_tokens: Setting<u64> =
            from.get("PLUMBLINE_RUN_MAX_TOKENS", "0", "a number of tokens, 0 for no limit")?,
        /// The maximum cost of a run in US dollars; 0 for no limit.
        pub run_cost_usd: Setting<f64> = from.get("PLUMBLINE_RUN_MAX_COST_USD", "0", "US dollars, 0 for no limit")?,
        /// Tokens of earlier turns above which they are summarised.
        pub context_tokens: Setting<u64> = from.get("CONTEXT_TOKEN_BUDGET", "6000", "a number of tokens")?,
        /// The number of latest messages that are never summarised.
        pub context_keep: Setting<u32> = from.get("CONTEXT_KEEP_RECENT", "4", "a number of messages")?,
        /// The maximum number of characters of a result that a model sees at once.
        pub observation_chars: Setting<u32> =
            from.get("PLUMBLINE_OBSERVATION_CHARS", "6000", "a number of characters")?.at_least(400)?,
        /// The size of the model's context window in tokens, at least 4096; 0 for what the provider's models have.
        pub model_context: Setting<u64> = from.get("PLUMBLINE_LLM_CONTEXT", "0", "a number of tokens")?,
        /// Set to true to replace names, phone numbers, e-mail addresses and account numbers before text goes to a
        /// model.
        pub pseudonyms: Setting<bool> = from.switch("PLUMBLINE_LLM_PSEUDONYMS", "false")?,
        table: Prices = Prices::built_in(),
    }
}

settings! {
    /// A model: the first, or its fallback. `names` are those of its settings.
    pub struct ModelSettings reads from, names: [&'static str; 4] {
        /// Who reasons: rules, openai, anthropic, ollama, llama.cpp, vllm, compatible; the fallback if the first fails.
        pub provider: Setting<String> = from.get(names[0], RULES, "a provider's name, or rules")?,
        /// The provider's address, if it is not the usual one.
        pub base_url: Setting<Option<String>> = from.optional(names[1], "an address")?,
        /// The provider's API key.
        pub api_key: Setting<Option<Secret>> = from.secret(names[2])?,
        /// The name of the model.
        pub model: Setting<Option<String>> = from.optional(names[3], MODEL)?,
    }
}

const FIRST: [&str; 4] =
    ["PLUMBLINE_LLM_PROVIDER", "PLUMBLINE_LLM_BASE_URL", "PLUMBLINE_LLM_API_KEY", "PLUMBLINE_LLM_MODEL"];
const SECOND: [&str; 4] = [
    "PLUMBLINE_LLM_FALLBACK_PROVIDER", "PLUMBLINE_LLM_FALLBACK_BASE_URL", "PLUMBLINE_LLM_FALLBACK_API_KEY",
    "PLUMBLINE_LLM_FALLBACK_MODEL",
];

impl ModelsSettings {
    pub(super) fn gather(from: &Sources<'_>) -> Result<Self> {
        let mut settings = Self::read(from)?;
        settings.table = read_prices(&settings.prices)?;
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
        if (1..4096).contains(&self.model_context.value) {
            bail!("PLUMBLINE_LLM_CONTEXT is {}; it must be at least 4096, or 0.", self.model_context.value);
        }
        let needs_model = !matches!(self.strategy.value, Strategy::Auto | Strategy::Rules);
        if needs_model && first.provider.value.eq_ignore_ascii_case(RULES) {
            bail!("PLUMBLINE_STRATEGY={} needs a model: set PLUMBLINE_LLM_PROVIDER.", self.strategy.value);
        }
        Ok(())
    }

    /// The context window of the model in tokens: as set, or what the provider's models have at least.
    pub fn context(&self) -> u64 {
        let of_provider = || provider::find(&self.first.provider.value).map_or(SMALLEST_CONTEXT, |found| found.context);
        match self.model_context.value {
            0 => of_provider(),
            set => set,
        }
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
