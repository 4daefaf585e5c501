//! Models that could be used but are not set up: keys in the environment under their usual names, and local servers on
//! their usual ports. They are suggested with the line that enables them, never used unasked: a key costs money, and a
//! local server's contents are its owner's business.

use std::time::Duration;

use serde_json::Value;

use super::provider::PROVIDERS;
use base::http_client::http_client;

/// How long to wait for a local server.
const PROBE_TIMEOUT: Duration = Duration::from_millis(400);

/// Keys under their usual names, with their provider.
pub const KEYS: [(&str, &str); 4] = [
    ("OPENAI_API_KEY", "openai"),
    ("ANTHROPIC_API_KEY", "anthropic"),
    ("OPENROUTER_API_KEY", "openrouter"),
    ("MISTRAL_API_KEY", "mistral"),
];

/// A model that could be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Display name: "OpenAI", "Ollama with llama3.1".
    pub title: String,
    /// The settings that enable it, by name, without the key.
    pub values: Vec<(&'static str, String)>,
    /// The variable that holds the key.
    pub key_variable: Option<&'static str>,
}

impl Found {
    /// What to prepend to `plumbline serve`.
    pub fn settings(&self) -> String {
        let values = self.values.iter().map(|(name, value)| format!("{name}={value}"));
        let key = self.key_variable.map(|variable| format!("PLUMBLINE_LLM_API_KEY=${variable}"));
        values.chain(key).collect::<Vec<_>>().join(" ")
    }
}

/// Finds them; `env` reads the environment. Takes as long as the slowest local server, at most half a second.
pub async fn look(env: impl Fn(&str) -> Option<String>) -> Vec<Found> {
    let set = |name: &str| env(name).filter(|value| !value.trim().is_empty());
    let by_key = KEYS.iter().filter(|(variable, _)| set(variable).is_some()).filter_map(|(variable, name)| {
        let provider = PROVIDERS.iter().find(|p| p.name == *name)?;
        let values = vec![("PLUMBLINE_LLM_PROVIDER", (*name).to_owned())];
        Some(Found { title: provider.title.to_owned(), values, key_variable: Some(variable) })
    });
    let mut all: Vec<Found> = by_key.collect();
    let elsewhere = set("OLLAMA_HOST").map(|host| match host.contains("://") {
        true => format!("{}/v1", host.trim_end_matches('/')),
        false => format!("http://{}/v1", host.trim_end_matches('/')),
    });
    let local = PROVIDERS.iter().filter(|p| p.local && !p.base_url.is_empty()).map(|provider| {
        let host = elsewhere.clone().filter(|_| provider.name == "ollama");
        let base = host.clone().unwrap_or_else(|| provider.base_url.to_owned());
        async move {
            let model = first_model(&base).await?;
            let title = format!("{} with {model}", provider.title);
            let values = [
                Some(("PLUMBLINE_LLM_PROVIDER", provider.name.to_owned())),
                host.map(|host| ("PLUMBLINE_LLM_BASE_URL", host)),
                Some(("PLUMBLINE_LLM_MODEL", model)),
            ];
            Some(Found { title, values: values.into_iter().flatten().collect(), key_variable: None })
        }
    });
    all.extend(futures::future::join_all(local).await.into_iter().flatten());
    all
}

/// The first model that a server lists; `None` if it does not answer in time or lists none.
async fn first_model(base: &str) -> Option<String> {
    let url = reqwest::Url::parse(&format!("{base}/models")).ok()?;
    let request = http_client(&url).ok()?.get(url).timeout(PROBE_TIMEOUT).send();
    let told: Value = request.await.ok()?.error_for_status().ok()?.json().await.ok()?;
    let name = told.pointer("/data/0/id")?.as_str()?;
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':' | '/');
    (!name.is_empty() && name.len() < 200 && name.chars().all(plain)).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn keys_are_offered_and_never_shown() {
        let env = |name: &str| (name == "OPENAI_API_KEY").then(|| "sk-secret".to_owned());
        let found = look(env).await;
        let openai = found.iter().find(|f| f.title == "OpenAI");
        assert_eq!(
            openai.map(|f| f.settings()).as_deref(),
            Some("PLUMBLINE_LLM_PROVIDER=openai PLUMBLINE_LLM_API_KEY=$OPENAI_API_KEY")
        );
        assert!(found.iter().all(|f| !f.settings().contains("sk-secret")));
    }
}
