//! Turns error responses of servers, in any of the known shapes, into an [`LlmError`].
//!
//! Deliberately not here: whether to retry. Servers disagree about status codes, so the wording counts too.

use std::time::Duration;

use chrono::DateTime;
use serde_json::Value;

use crate::LlmError;

/// Longest detail kept of a server's message, in characters.
const MAX_DETAIL: usize = 300;

/// Hints besides the body.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hints<'a> {
    pub retry_after: Option<&'a str>,
    /// Milliseconds, sent by OpenAI and Azure besides `Retry-After`.
    pub retry_after_ms: Option<&'a str>,
    /// The server's clock, to interpret a date in `Retry-After`.
    pub date: Option<&'a str>,
}

/// The error for a response with this status and body.
pub fn from_response(status: u16, hints: Hints<'_>, body: &str) -> LlmError {
    let json: Option<Value> = serde_json::from_str(body).ok();
    let detail = json.as_ref().map_or_else(|| page_text(body), message);
    classify(status, wait(hints), json.as_ref().unwrap_or(&Value::Null), detail)
}

/// The error inside a 200 response or a stream, if `value` is one.
pub fn in_payload(value: &Value) -> Option<LlmError> {
    let error = value.get("error").filter(|e| !e.is_null())?;
    let code = [&error["code"], &error["status"], &error["status_code"]].into_iter().find_map(number);
    let kind = error["type"].as_str().unwrap_or_default();
    let status = match (code.and_then(|c| u16::try_from(c).ok()).filter(|c| (400..600).contains(c)), kind) {
        (Some(code), _) => code,
        (None, "rate_limit_error" | "rate_limit_exceeded") => 429,
        (None, "authentication_error" | "permission_error") => 401,
        (None, "invalid_request_error" | "not_found_error") => 400,
        (None, "overloaded_error") => 529,
        (None, _) => 500,
    };
    Some(classify(status, None, value, message(value)))
}

/// Truncates a server's message and removes unprintable characters.
pub fn clip(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let clean: String = words.chars().filter(|c| !c.is_control()).collect();
    match clean.char_indices().nth(MAX_DETAIL) {
        Some((end, _)) => format!("{}…", &clean[..end]),
        None => clean,
    }
}

fn classify(status: u16, retry_after: Option<Duration>, body: &Value, detail: String) -> LlmError {
    let error = &body["error"];
    let words = [&error["code"], &error["type"], &body["code"], &body["type"]];
    let named = |name: &str| words.iter().any(|w| w.as_str() == Some(name));
    let lower = detail.to_lowercase();
    let says = |parts: &[&str]| parts.iter().any(|part| lower.contains(part));
    let too_long = named("exceed_context_size_error")
        || named("context_length_exceeded")
        || says(&["maximum context length", "context window", "prompt is too long", "exceeds the available context"]);
    match status {
        // A request above the limit of tokens per minute never fits, however long one waits.
        400 | 413 | 422 | 429 | 500 if too_long || status == 413 || lower.starts_with("request too large") => {
            LlmError::TooLong { prompt: number(&error["n_prompt_tokens"]), window: number(&error["n_ctx"]), detail }
        }
        402 => LlmError::Quota { detail },
        400 | 429 if named("insufficient_quota") || says(&["credit balance", "billing", "insufficient balance"]) => {
            LlmError::Quota { detail }
        }
        429 => LlmError::RateLimited { retry_after, detail },
        401 | 403 => LlmError::Auth { status, detail },
        408 | 409 | 425 | 500..=599 => LlmError::Unavailable { status, retry_after, detail },
        300..=399 => LlmError::Refused { status, detail: "it points to another address; use that one directly".into() },
        _ => LlmError::Refused { status, detail },
    }
}

/// The message in an error body: OpenAI's and Anthropic's `error.message`, Ollama's `error`, `message`, FastAPI's
/// `detail`.
fn message(body: &Value) -> String {
    let candidates = [&body["error"]["message"], &body["error"], &body["message"], &body["detail"]];
    let text = candidates.into_iter().find_map(|v| v.as_str().map(str::to_owned)).unwrap_or_else(|| {
        let rest = if body["detail"].is_null() { body } else { &body["detail"] };
        rest.to_string()
    });
    // OpenRouter's own message is generic ("Provider returned error"); the cause is beside it.
    match body["error"]["metadata"]["raw"].as_str() {
        Some(raw) => clip(&format!("{text}: {raw}")),
        None => clip(&text),
    }
}

/// A body that is not JSON is a proxy's page; its markup is useless.
fn page_text(body: &str) -> String {
    if body.trim_start().starts_with('<') { String::new() } else { clip(body) }
}

fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

/// The wait that the server asks for: milliseconds, seconds or a date.
fn wait(hints: Hints<'_>) -> Option<Duration> {
    let seconds = |text: &str| text.trim().parse::<f64>().ok().filter(|s| s.is_finite() && *s >= 0.0);
    if let Some(ms) = hints.retry_after_ms.and_then(seconds) {
        return Duration::try_from_secs_f64(ms / 1000.0).ok();
    }
    let text = hints.retry_after?;
    if let Some(seconds) = seconds(text) {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let then = DateTime::parse_from_rfc2822(text.trim()).ok()?;
    let now = DateTime::parse_from_rfc2822(hints.date?.trim()).ok()?;
    Some((then - now).to_std().unwrap_or(Duration::ZERO))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(status: u16, body: &str) -> LlmError {
        from_response(status, Hints::default(), body)
    }

    #[test]
    fn kinds_follow_status_and_words() {
        let cases = [
            (401, r#"{"error":{"message":"Incorrect API key"}}"#, "auth", "Incorrect API key"),
            (403, r#"{"error":{"type":"permission_error","message":"no"}}"#, "auth", "no"),
            (429, r#"{"error":{"message":"slow down","type":"requests"}}"#, "rate_limited", "slow down"),
            (429, r#"{"error":{"message":"quota","code":"insufficient_quota"}}"#, "quota", "quota"),
            (429, r#"{"error":{"message":"Request too large for m (TPM)"}}"#, "too_long", "Request too large"),
            (402, r#"{"error":{"message":"Insufficient Balance"}}"#, "quota", "Insufficient"),
            (400, r#"{"error":{"message":"Your credit balance is too low"}}"#, "quota", "credit"),
            (400, r#"{"error":{"message":"bad field","type":"invalid_request_error"}}"#, "refused", "bad field"),
            (400, r#"{"error":{"message":"x","code":"context_length_exceeded"}}"#, "too_long", "x"),
            (400, r#"{"type":"error","error":{"message":"prompt is too long: 9 > 8"}}"#, "too_long", "prompt"),
            (404, r#"{"error":"model \"x\" not found"}"#, "refused", "not found"),
            (422, r#"{"detail":[{"loc":["body"],"msg":"extra"}]}"#, "refused", "extra"),
            (400, r#"{"object":"error","message":"This model's maximum context length is 8"}"#, "too_long", "maximum"),
            (503, r#"{"error":{"code":503,"message":"Loading model"}}"#, "unavailable", "Loading"),
            (529, r#"{"type":"error","error":{"type":"overloaded_error","message":"Over"}}"#, "unavailable", "Over"),
            (502, "<html><body>Bad gateway</body></html>", "unavailable", ""),
            (301, "", "refused", "another address"),
        ];
        for (status, body, kind, part) in cases {
            let error = of(status, body);
            assert_eq!(error.kind(), kind, "{status} {body}");
            assert!(error.detail().contains(part), "{error:?}");
        }
        let long = r#"{"error":{"code":400,"message":"m","type":"exceed_context_size_error","n_prompt_tokens":5000,"n_ctx":4096}}"#;
        let TooLong { prompt, window, .. } = of(400, long) else { panic!() };
        assert_eq!((prompt, window), (Some(5000), Some(4096)));
    }
    use LlmError::TooLong;

    #[test]
    fn waits_are_read_in_every_form() {
        let date = Some("Wed, 21 Oct 2015 07:28:00 GMT");
        let at = |retry_after, retry_after_ms, date| wait(Hints { retry_after, retry_after_ms, date });
        assert_eq!(at(Some("7"), None, None), Some(Duration::from_secs(7)));
        assert_eq!(at(Some("0.5"), None, None), Some(Duration::from_millis(500)));
        assert_eq!(at(Some("7"), Some("250"), None), Some(Duration::from_millis(250)));
        assert_eq!(at(Some("Wed, 21 Oct 2015 07:28:05 GMT"), None, date), Some(Duration::from_secs(5)));
        assert_eq!(at(Some("Wed, 21 Oct 2015 07:27:00 GMT"), None, date), Some(Duration::ZERO));
        for nonsense in ["soon", "-3", "NaN", "1e300", "Wed, 21 Oct 2015 07:28:05 GMT"] {
            assert_eq!(at(Some(nonsense), None, None), None, "{nonsense}");
        }
    }

    #[test]
    fn errors_in_a_200_are_seen() {
        let kind = |text: &str| in_payload(&serde_json::from_str(text).unwrap()).map(|e| e.kind());
        assert_eq!(kind(r#"{"error":{"code":429,"message":"upstream"}}"#), Some("rate_limited"));
        assert_eq!(kind(r#"{"type":"error","error":{"type":"overloaded_error","message":"o"}}"#), Some("unavailable"));
        assert_eq!(kind(r#"{"error":"boom"}"#), Some("unavailable"));
        assert_eq!(kind(r#"{"choices":[],"error":null}"#), None);
    }

    #[test]
    fn details_are_short_and_printable() {
        let text = format!("a\u{0}b\n  c {}", "ä".repeat(500));
        let clipped = clip(&text);
        assert!(clipped.starts_with("ab c ä") && clipped.chars().count() == MAX_DETAIL + 1);
    }
}
