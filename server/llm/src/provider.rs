//! The providers: one table row each. To add one, add a row.
//!
//! Deliberately not here: how a request is written ([`wire`](super::wire)) and what it costs
//! ([`price`](super::price)).

use reqwest::Url;

use super::wire::{Quirks, Wire};

/// A provider, or a self-hosted server.
#[derive(Debug, PartialEq)]
pub struct Provider {
    /// The value of `PLUMBLINE_LLM_PROVIDER`; matched without case, spaces, dots and dashes.
    pub name: &'static str,
    /// Display name.
    pub title: &'static str,
    pub wire: Wire,
    /// Empty if it has no fixed address and `PLUMBLINE_LLM_BASE_URL` must give it.
    pub base_url: &'static str,
    /// The path for conversations, including the version that `base_url` may repeat.
    pub path: &'static str,
    pub auth: AuthStyle,
    /// Whether it always requires a key.
    pub needs_key: bool,
    /// Empty if none can be assumed: a local server's models are its owner's choice.
    pub default_model: &'static str,
    /// Whether tool calls are reliable; false if it depends on the loaded model.
    pub native_tools: bool,
    /// The context window in tokens that its models have at least, unless the setting says otherwise.
    pub context: u64,
    /// Self-hosted, so calls cost nothing.
    pub local: bool,
    pub quirks: Quirks,
}

/// How the key is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuthStyle {
    /// `Authorization: Bearer …`
    Bearer,
    /// `x-api-key: …`, Anthropic's.
    XApiKey,
    /// `api-key: …`, Azure's.
    ApiKey,
}

const STANDARD: Quirks = Quirks {
    limit_field: "max_tokens",
    stream_options: true,
    json_schema: true,
    required: "required",
    short_ids: false,
};

/// A hosted service with OpenAI's format; the base of the rows below.
const HOSTED: Provider = Provider {
    name: "",
    title: "",
    wire: Wire::OpenAi,
    base_url: "",
    path: "/v1/chat/completions",
    auth: AuthStyle::Bearer,
    needs_key: true,
    default_model: "",
    native_tools: true,
    context: 128_000,
    local: false,
    quirks: STANDARD,
};

/// A self-hosted server.
const LOCAL: Provider =
    Provider { needs_key: false, native_tools: false, context: SMALLEST_CONTEXT, local: true, ..HOSTED };

/// The context window in tokens that a model of an unknown server is taken to have.
pub const SMALLEST_CONTEXT: u64 = 32_768;

/// All providers, in display order.
pub const PROVIDERS: &[Provider] = &[
    Provider {
        name: "openai",
        title: "OpenAI",
        base_url: "https://api.openai.com/v1",
        default_model: "gpt-5-mini",
        // Reasoning models refuse `max_tokens`.
        quirks: Quirks { limit_field: "max_completion_tokens", ..STANDARD },
        ..HOSTED
    },
    // The address is the resource's own (`https://NAME.openai.azure.com`) and the model is the deployment's name. The
    // older form also works: the whole address up to `/chat/completions?api-version=…`.
    Provider {
        name: "azure",
        title: "Azure OpenAI",
        path: "/openai/v1/chat/completions",
        auth: AuthStyle::ApiKey,
        quirks: Quirks { limit_field: "max_completion_tokens", ..STANDARD },
        ..HOSTED
    },
    Provider {
        name: "anthropic",
        title: "Anthropic",
        wire: Wire::Anthropic,
        base_url: "https://api.anthropic.com",
        path: "/v1/messages",
        auth: AuthStyle::XApiKey,
        default_model: "claude-sonnet-4-5",
        ..HOSTED
    },
    Provider {
        name: "ollama",
        title: "Ollama",
        base_url: "http://127.0.0.1:11434/v1",
        default_model: "llama3.1",
        ..LOCAL
    },
    Provider { name: "vllm", title: "vLLM", base_url: "http://127.0.0.1:8000/v1", ..LOCAL },
    // It always answers with its only model, whatever the request names.
    Provider {
        name: "llama.cpp",
        title: "llama.cpp server",
        base_url: "http://127.0.0.1:8080/v1",
        default_model: "default",
        ..LOCAL
    },
    Provider { name: "lmstudio", title: "LM Studio", base_url: "http://127.0.0.1:1234/v1", ..LOCAL },
    Provider {
        name: "openrouter",
        title: "OpenRouter",
        base_url: "https://openrouter.ai/api/v1",
        default_model: "openai/gpt-5-mini",
        ..HOSTED
    },
    Provider {
        name: "mistral",
        title: "Mistral",
        base_url: "https://api.mistral.ai/v1",
        default_model: "mistral-small-latest",
        quirks: Quirks { stream_options: false, required: "any", short_ids: true, ..STANDARD },
        ..HOSTED
    },
    Provider {
        name: "groq",
        title: "Groq",
        base_url: "https://api.groq.com/openai/v1",
        default_model: "llama-3.3-70b-versatile",
        ..HOSTED
    },
    Provider {
        name: "deepseek",
        title: "DeepSeek",
        base_url: "https://api.deepseek.com/v1",
        default_model: "deepseek-chat",
        quirks: Quirks { json_schema: false, ..STANDARD },
        ..HOSTED
    },
    // Any address that speaks OpenAI's format.
    Provider { name: "compatible", title: "OpenAI-compatible", needs_key: false, native_tools: false, ..HOSTED },
];

/// Other names in use.
const ALIASES: &[(&str, &str)] = &[
    ("custom", "compatible"),
    ("openaicompatible", "compatible"),
    ("azureopenai", "azure"),
    ("claude", "anthropic"),
    ("llamacppserver", "llama.cpp"),
    ("llamaserver", "llama.cpp"),
    ("mistralai", "mistral"),
];

/// The provider with this name; otherwise the closest name, "rules" included.
pub fn find(name: &str) -> Result<&'static Provider, &'static str> {
    let wanted = plain(name);
    let wanted = ALIASES.iter().find(|(alias, _)| *alias == wanted).map_or(wanted, |(_, name)| plain(name));
    if let Some(provider) = PROVIDERS.iter().find(|p| plain(p.name) == wanted) {
        return Ok(provider);
    }
    let names = PROVIDERS.iter().map(|p| p.name).chain(["rules"]);
    Err(names.min_by_key(|name| strsim::levenshtein(&plain(name), &wanted)).unwrap_or("rules"))
}

/// The URL for conversations. `base` may be the bare address, end in (part of) the path, e.g. `/v1`, end in another
/// version, e.g. `/api/paas/v4`, or be the complete URL; a query is kept.
pub fn endpoint(base: &str, path: &str) -> Result<Url, String> {
    let mut url = Url::parse(base.trim()).map_err(|e| format!("{e}; it begins with http:// or https://"))?;
    if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
        return Err("it must begin with http:// or https:// and name a host".into());
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("it must hold no user name or password".into());
    }
    let base: Vec<String> = url.path().split('/').filter(|s| !s.is_empty()).map(str::to_owned).collect();
    let path: Vec<&str> = path.split('/').filter(|s| !s.is_empty()).collect();
    let rest = match (1..=base.len().min(path.len())).rev().find(|&n| base[base.len() - n..] == path[..n]) {
        Some(shared) => &path[shared..],
        None if base.last().map(String::as_str) == path.last().copied() => &[],
        None if base.last().is_some_and(|last| is_version(last)) => {
            &path[path.iter().position(|s| is_version(s)).map_or(0, |i| i + 1)..]
        }
        None => &path[..],
    };
    let whole: Vec<&str> = base.iter().map(String::as_str).chain(rest.iter().copied()).collect();
    url.set_path(&whole.join("/"));
    Ok(url)
}

fn is_version(segment: &str) -> bool {
    segment.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_as_people_write_them() {
        for (written, name) in [
            ("OpenAI", "openai"),
            ("llama.cpp", "llama.cpp"),
            ("llama-cpp", "llama.cpp"),
            ("LM Studio", "lmstudio"),
            ("Claude", "anthropic"),
            ("custom", "compatible"),
        ] {
            assert_eq!(find(written).map(|p| p.name), Ok(name), "{written}");
        }
        assert_eq!(find("opnai").map(|p| p.name), Err("openai"));
        assert_eq!(find("rule").map(|p| p.name), Err("rules"));
    }

    #[test]
    fn every_row_is_whole() {
        for provider in PROVIDERS {
            let base = if provider.base_url.is_empty() { "https://example.test" } else { provider.base_url };
            let url = endpoint(base, provider.path).unwrap();
            assert!(url.path().ends_with(provider.path), "{}: {url}", provider.name);
            assert!(!provider.name.is_empty() && !provider.title.is_empty());
            assert!(ALIASES.iter().all(|(alias, _)| *alias != plain(provider.name)));
        }
        assert!(ALIASES.iter().all(|(_, name)| find(name).is_ok()));
    }

    #[test]
    fn addresses_are_completed_not_repeated() {
        let path = "/v1/chat/completions";
        for (base, path, url) in [
            ("http://h:1", path, "http://h:1/v1/chat/completions"),
            ("http://h:1/", path, "http://h:1/v1/chat/completions"),
            ("http://h:1/v1/", path, "http://h:1/v1/chat/completions"),
            ("https://h/api/v1", path, "https://h/api/v1/chat/completions"),
            ("https://h/api/paas/v4", path, "https://h/api/paas/v4/chat/completions"),
            ("https://h/v1/chat/completions", path, "https://h/v1/chat/completions"),
            ("https://h", "/openai/v1/chat/completions", "https://h/openai/v1/chat/completions"),
            ("https://h/openai/v1", "/openai/v1/chat/completions", "https://h/openai/v1/chat/completions"),
            (
                "https://h/openai/deployments/d/chat/completions?api-version=2024-10-21",
                "/openai/v1/chat/completions",
                "https://h/openai/deployments/d/chat/completions?api-version=2024-10-21",
            ),
        ] {
            assert_eq!(endpoint(base, path).unwrap().as_str(), url);
        }
        for bad in ["", "localhost:8080", "ftp://h/v1", "h", "https://me:secret@h/v1"] {
            assert!(endpoint(bad, path).is_err(), "{bad}");
        }
    }
}
