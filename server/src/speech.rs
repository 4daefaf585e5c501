//! Speech in support calls (B-052): a caller's audio becomes text, and a reply becomes audio, by a server with OpenAI's
//! `/audio/transcriptions` and `/audio/speech`. Off until its address is configured.

use std::time::Duration;

use anyhow::{Result, bail};
use bytes::Bytes;
use model::error::AppError;
use model::support::Language;
use serde::Deserialize;
use serde_json::json;

use crate::config::SpeechSettings;
use crate::http_client::{causes, http_client};
use crate::secret::Secret;

/// Timeout of one request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(60);
/// Maximum size of a reply, in bytes: minutes of speech.
const MAX_REPLY_BYTES: usize = 32 << 20;

/// A speech server.
pub struct Speech {
    client: reqwest::Client,
    /// Without a trailing slash.
    base: String,
    /// Host and port.
    pub host: String,
    key: Option<Secret>,
    hears: String,
    speaks: String,
    voice: String,
}

#[derive(Deserialize)]
struct Heard {
    text: String,
}

impl Speech {
    /// The configured server, if any.
    ///
    /// # Errors
    /// For an invalid address, and if `models` are not three names.
    pub fn from_settings(settings: &SpeechSettings) -> Result<Option<Self>> {
        let Some(base) = &settings.url.value else { return Ok(None) };
        let url = reqwest::Url::parse(base).map_err(|e| anyhow::anyhow!("PLUMBLINE_SPEECH_URL: {base}: {e}"))?;
        let names: Vec<&str> = settings.models.value.split(',').map(str::trim).collect();
        let [hears, speaks, voice] = names[..] else {
            bail!(
                "PLUMBLINE_SPEECH_MODELS is \"{}\"; it has three names: whisper-1,tts-1,alloy.",
                settings.models.value
            );
        };
        Ok(Some(Self {
            client: http_client(&url).map_err(anyhow::Error::msg)?,
            host: url
                .host_str()
                .map(|h| url.port().map_or(h.to_owned(), |port| format!("{h}:{port}")))
                .unwrap_or_default(),
            base: base.trim_end_matches('/').to_owned(),
            key: settings.key.value.clone(),
            hears: hears.into(),
            speaks: speaks.into(),
            voice: voice.into(),
        }))
    }

    /// The words of a recording; `boundary` is a text that no recording contains.
    ///
    /// # Errors
    /// `Unavailable` if the server does not answer, `Invalid` for a recording without recognisable speech.
    pub async fn hear(&self, audio: &[u8], kind: &str, language: Language, boundary: &str) -> Result<String, AppError> {
        let ending = kind.rsplit('/').next().unwrap_or_default().split(';').next().unwrap_or_default();
        let plain = ending.chars().all(|c| c.is_ascii_alphanumeric()) && !ending.is_empty();
        let ending = if plain { ending } else { "webm" };
        let mut body = Vec::with_capacity(audio.len() + 1024);
        for (name, value) in [("model", &*self.hears), ("language", language.as_str()), ("response_format", "json")] {
            let part = format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
            body.extend_from_slice(part.as_bytes());
        }
        let head = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"audio.{ending}\"\r\n\
             Content-Type: audio/{ending}\r\n\r\n"
        );
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(audio);
        body.extend_from_slice(format!("\r\n--{boundary}--\r\n").as_bytes());
        let request = self.client.post(format!("{}/audio/transcriptions", self.base));
        let request = request.header("content-type", format!("multipart/form-data; boundary={boundary}")).body(body);
        let (_, bytes) = self.send(request).await?;
        let heard: Heard = serde_json::from_slice(&bytes).map_err(|_| unavailable("its answer has no text"))?;
        let text = heard.text.trim();
        if text.is_empty() {
            return Err(AppError::invalid("audio", "Nothing was heard in the recording. Record it again."));
        }
        Ok(text.to_owned())
    }

    /// A reply as audio, with its content type.
    ///
    /// # Errors
    /// `Unavailable` if the server does not return audio.
    pub async fn speak(&self, text: &str) -> Result<(String, Bytes), AppError> {
        let body = json!({ "model": self.speaks, "voice": self.voice, "input": text, "response_format": "mp3" });
        let (kind, bytes) = self.send(self.client.post(format!("{}/audio/speech", self.base)).json(&body)).await?;
        if !kind.starts_with("audio/") {
            return Err(unavailable("its answer is not audio"));
        }
        Ok((kind, bytes))
    }

    async fn send(&self, mut request: reqwest::RequestBuilder) -> Result<(String, Bytes), AppError> {
        if let Some(key) = &self.key {
            request = request.bearer_auth(key.reveal());
        }
        let failed = |error: reqwest::Error| unavailable(&causes(&error));
        let mut reply = request.timeout(REQUEST_TIMEOUT).send().await.map_err(failed)?;
        if !reply.status().is_success() {
            return Err(unavailable(&format!("it answered {}", reply.status())));
        }
        let kind =
            reply.headers().get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default().to_owned();
        let mut bytes = Vec::new();
        while let Some(piece) = reply.chunk().await.map_err(failed)? {
            if bytes.len() + piece.len() > MAX_REPLY_BYTES {
                return Err(unavailable("its answer is too large"));
            }
            bytes.extend_from_slice(&piece);
        }
        Ok((kind, bytes.into()))
    }
}

/// The cause is only logged: it may name hosts.
fn unavailable(why: &str) -> AppError {
    tracing::warn!(why, "the speech server cannot be used");
    AppError::Unavailable { detail: "The speech server cannot be used just now. Write instead, or try again.".into() }
}
