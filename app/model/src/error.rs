//! The only error sent to clients: problem details in REST, JSON in server functions.

use serde::{Deserialize, Serialize};
#[cfg(feature = "wire")]
use server_fn::error::{FromServerFnError, ServerFnErrorErr};

/// What went wrong, in words for the person who asked. Never contains internals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(not(target_family = "wasm"), serde(tag = "kind"))]
#[serde(rename_all = "snake_case")]
pub enum AppError {
    /// The request is wrong; `field` says where.
    #[error("{detail}")]
    Invalid { field: String, detail: String },
    #[error("{detail}")]
    NotFound { detail: String },
    #[error("{detail}")]
    Forbidden { detail: String },
    /// Nobody is signed in.
    #[error("{detail}")]
    Unauthenticated { detail: String },
    /// It conflicts with the current state, e.g. cancelling a finished run.
    #[error("{detail}")]
    Conflict { detail: String },
    /// Temporarily unavailable; retrying later makes sense.
    #[error("{detail}")]
    Unavailable { detail: String },
    /// Rate limited; retrying makes sense after this many seconds.
    #[error("{detail}")]
    TooMany { detail: String, retry_after_s: u64 },
    /// An internal error. The log has the details.
    #[error("{detail}")]
    Internal { detail: String },
}

impl AppError {
    pub fn invalid(field: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::Invalid { field: field.into(), detail: detail.into() }
    }

    pub fn not_found(detail: impl Into<String>) -> Self {
        Self::NotFound { detail: detail.into() }
    }

    /// A sign-in is required.
    pub fn unauthenticated() -> Self {
        let detail = "Sign in first. Programs send a token as `Authorization: Bearer …`.";
        Self::Unauthenticated { detail: detail.into() }
    }

    /// For callers that have already logged the cause.
    pub fn internal() -> Self {
        Self::Internal {
            detail:
                "Something failed on the server. Nothing was lost; try again, and see the server's log if it stays."
                    .into(),
        }
    }
}

#[cfg(feature = "wire")]
impl FromServerFnError for AppError {
    type Encoder = crate::wire::Json;

    fn from_server_fn_error(error: ServerFnErrorErr) -> Self {
        match error {
            ServerFnErrorErr::Request(_) => {
                Self::Unavailable { detail: "The server cannot be reached. Check that it runs, then try again.".into() }
            }
            ServerFnErrorErr::Args(detail) | ServerFnErrorErr::MissingArg(detail) => Self::invalid("request", detail),
            _ => Self::internal(),
        }
    }
}
