//! Model errors by kind, worded for the person who waits.
//!
//! Deliberately not here: how a server's answer becomes one of these (`wire::fault`).

use std::time::Duration;

/// Why there is no reply. The text is ours and is shown to people. `detail` comes from the server or the network and
/// may contain keys, accounts and addresses: it is only logged, masked by [`Secret::mask`](super::Secret::mask).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LlmError {
    #[error("The model did not respond within {} s.", seconds(.after))]
    Timeout { after: Duration },
    /// A stream paused for too long.
    #[error("The model fell silent for {} s in the middle of its answer.", seconds(.after))]
    Silent { after: Duration },
    #[error("The model's provider asks for fewer requests.")]
    RateLimited { retry_after: Option<Duration>, detail: String },
    /// The server is reachable but cannot serve now: 5xx, overloaded, still loading its model.
    #[error("The model server has a problem of its own (status {status}).")]
    Unavailable { status: u16, retry_after: Option<Duration>, detail: String },
    #[error("The account with the model's provider has no credit left.")]
    Quota { detail: String },
    /// The request itself is not accepted; retrying would not help.
    #[error("The model server refused the request (status {status}).")]
    Refused { status: u16, detail: String },
    #[error("The model's provider did not accept the key (status {status}).")]
    Auth { status: u16, detail: String },
    #[error("The model server cannot be reached.")]
    Unreachable { detail: String },
    /// The reply broke off. What had arrived is discarded.
    #[error("The model's answer broke off.")]
    Cut { detail: String },
    #[error("The model server sent something unreadable.")]
    Malformed { detail: String },
    /// The conversation exceeds the context window. Both numbers are tokens, if the server gave them.
    #[error("The conversation is too long for the model{}.", sizes(.prompt, .window))]
    TooLong { prompt: Option<u64>, window: Option<u64>, detail: String },
    /// Structured output cut off at the token limit: an error of its own, not bad JSON.
    #[error("The model reached its limit of tokens before its answer was complete.")]
    Unfinished,
    #[error("The model was asked to choose a tool and chose none.")]
    NoToolCall,
    #[error("Stopped.")]
    Cancelled,
}

/// How the texts above begin, and their kinds.
const KINDS: [(&str, &str); 14] = [
    ("The model did not respond", "timeout"),
    ("The model fell silent", "timeout"),
    ("The model's provider asks for fewer", "rate_limited"),
    ("The model server has a problem", "unavailable"),
    ("The account with the model's provider", "quota"),
    ("The model server refused", "refused"),
    ("The model's provider did not accept", "auth"),
    ("The model server cannot be reached", "unreachable"),
    ("The model's answer broke off", "cut"),
    ("The model server sent something", "malformed"),
    ("The conversation is too long", "too_long"),
    ("The model reached its limit", "unfinished"),
    ("The model was asked to choose", "no_tool_call"),
    ("Stopped.", "cancelled"),
];

/// The detail of an error, borrowed as the error is; `None` for errors without one.
macro_rules! detail {
    ($error:expr) => {
        match $error {
            Self::RateLimited { detail, .. }
            | Self::Unavailable { detail, .. }
            | Self::Quota { detail }
            | Self::Refused { detail, .. }
            | Self::Auth { detail, .. }
            | Self::Unreachable { detail }
            | Self::Cut { detail }
            | Self::Malformed { detail }
            | Self::TooLong { detail, .. } => Some(detail),
            Self::Timeout { .. } | Self::Silent { .. } | Self::Unfinished | Self::NoToolCall | Self::Cancelled => None,
        }
    };
}

impl LlmError {
    /// Whether the same request may succeed a little later.
    pub const fn retryable(&self) -> bool {
        match self {
            Self::Timeout { .. }
            | Self::Silent { .. }
            | Self::RateLimited { .. }
            | Self::Unavailable { .. }
            | Self::Unreachable { .. }
            | Self::Cut { .. }
            | Self::Malformed { .. } => true,
            Self::Quota { .. }
            | Self::Refused { .. }
            | Self::Auth { .. }
            | Self::TooLong { .. }
            | Self::Unfinished
            | Self::NoToolCall
            | Self::Cancelled => false,
        }
    }

    /// Whether the fault is the server's or the account's, so that the next request will fail as well.
    pub const fn outlasts_the_request(&self) -> bool {
        match self {
            Self::Quota { .. } | Self::Auth { .. } => true,
            Self::Refused { .. } | Self::TooLong { .. } | Self::Unfinished | Self::NoToolCall | Self::Cancelled => {
                false
            }
            _ => self.retryable(),
        }
    }

    /// How long the server asks clients to wait.
    pub const fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::RateLimited { retry_after, .. } | Self::Unavailable { retry_after, .. } => *retry_after,
            _ => None,
        }
    }

    /// What a person can do about it, one sentence.
    pub const fn advice(&self) -> &'static str {
        match self {
            Self::Timeout { .. } => "Try again, choose a faster model, or raise PLUMBLINE_LLM_TIMEOUT_S.",
            Self::Silent { .. } => "Try again, choose a faster model, or raise PLUMBLINE_LLM_IDLE_S.",
            Self::RateLimited { .. } => "Wait a minute and try again.",
            Self::Unavailable { .. } | Self::Cut { .. } => "Try again in a while.",
            Self::Quota { .. } => "Check the plan and the billing with the provider.",
            Self::Refused { .. } => "Check the model's name (PLUMBLINE_LLM_MODEL) and the address of the server.",
            Self::Auth { .. } => "Check PLUMBLINE_LLM_API_KEY.",
            Self::Unreachable { .. } => "Check that the server runs, and PLUMBLINE_LLM_BASE_URL.",
            Self::Malformed { .. } => "Check that PLUMBLINE_LLM_BASE_URL points to a model server.",
            Self::TooLong { .. } => "Ask a shorter question, or begin a new conversation.",
            Self::Unfinished | Self::NoToolCall => "Try again, or choose a more capable model.",
            Self::Cancelled => "Ask again when you like.",
        }
    }

    /// A short name for logs and counters.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Timeout { .. } | Self::Silent { .. } => "timeout",
            Self::RateLimited { .. } => "rate_limited",
            Self::Unavailable { .. } => "unavailable",
            Self::Quota { .. } => "quota",
            Self::Refused { .. } => "refused",
            Self::Auth { .. } => "auth",
            Self::Unreachable { .. } => "unreachable",
            Self::Cut { .. } => "cut",
            Self::Malformed { .. } => "malformed",
            Self::TooLong { .. } => "too_long",
            Self::Unfinished => "unfinished",
            Self::NoToolCall => "no_tool_call",
            Self::Cancelled => "cancelled",
        }
    }

    /// The [`kind`](Self::kind) of an error of which only the text was stored, as in events; "other" for unknown model
    /// errors.
    pub fn kind_of(text: &str) -> &'static str {
        KINDS.iter().find(|(begins, _)| text.starts_with(begins)).map_or("other", |(_, kind)| kind)
    }

    /// The server's or network's own message, for the log; may be empty.
    pub fn detail(&self) -> &str {
        detail!(self).map_or("", String::as_str)
    }

    /// The same error with its detail rewritten, e.g. without a key.
    pub fn map_detail(mut self, rewrite: impl FnOnce(&str) -> String) -> Self {
        if let Some(detail) = detail!(&mut self) {
            *detail = rewrite(detail);
        }
        self
    }
}

/// Rounded to tenths.
fn seconds(time: &Duration) -> f64 {
    (time.as_secs_f64() * 10.0).round() / 10.0
}

fn sizes(prompt: &Option<u64>, window: &Option<u64>) -> String {
    match (prompt, window) {
        (Some(prompt), Some(window)) => format!(" ({prompt} tokens of at most {window})"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_read_like_sentences() {
        let cases = [
            (LlmError::Timeout { after: Duration::from_secs(60) }, "The model did not respond within 60 s."),
            (
                LlmError::Auth { status: 401, detail: "no such key.".into() },
                "The model's provider did not accept the key (status 401).",
            ),
            (LlmError::Cut { detail: String::new() }, "The model's answer broke off."),
            (
                LlmError::TooLong { prompt: Some(5000), window: Some(4096), detail: "of org-1".into() },
                "The conversation is too long for the model (5000 tokens of at most 4096).",
            ),
        ];
        for (error, text) in cases {
            assert_eq!(error.to_string(), text);
            assert!(error.advice().ends_with('.'));
        }
    }

    #[test]
    fn a_kind_is_known_by_the_text() {
        let (after, detail) = (Duration::from_secs(2), String::new);
        let all = [
            LlmError::Timeout { after },
            LlmError::Silent { after },
            LlmError::RateLimited { retry_after: None, detail: detail() },
            LlmError::Unavailable { status: 503, retry_after: None, detail: detail() },
            LlmError::Quota { detail: detail() },
            LlmError::Refused { status: 400, detail: detail() },
            LlmError::Auth { status: 401, detail: detail() },
            LlmError::Unreachable { detail: detail() },
            LlmError::Cut { detail: detail() },
            LlmError::Malformed { detail: detail() },
            LlmError::TooLong { prompt: None, window: None, detail: detail() },
            LlmError::Unfinished,
            LlmError::NoToolCall,
            LlmError::Cancelled,
        ];
        assert_eq!(all.len(), KINDS.len());
        for error in all {
            assert_eq!(LlmError::kind_of(&error.to_string()), error.kind());
        }
        assert_eq!(LlmError::kind_of("No model is set up any more."), "other");
    }

    #[test]
    fn a_detail_can_be_rewritten() {
        let error = LlmError::Refused { status: 400, detail: "bad key abc".into() };
        let clean = error.map_detail(|d| d.replace("abc", "***"));
        assert_eq!(clean, LlmError::Refused { status: 400, detail: "bad key ***".into() });
    }
}
