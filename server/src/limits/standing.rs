//! A caller's remaining quota, and its headers: `RateLimit` and `RateLimit-Policy` by the IETF draft
//! (draft-ietf-httpapi-ratelimit-headers).

use std::sync::{Arc, Mutex};

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::Response;

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const LEFT: HeaderName = HeaderName::from_static("ratelimit");

/// The window of a rate, in seconds.
pub const MINUTE_S: u64 = 60;
const DAY_S: u64 = 24 * 3600;

/// A caller's usage of one limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitUsage {
    policy: &'static str,
    /// The unit, unless it is requests.
    unit: Option<&'static str>,
    quota: u64,
    window_s: u64,
    left: u64,
    /// Seconds until the full quota is available.
    whole_in_s: u64,
}

impl LimitUsage {
    /// For a limit that refills evenly.
    pub fn refilling(policy: &'static str, quota: u64, left: u64, window_s: u64) -> Self {
        let whole_in_s = (quota.saturating_sub(left) * window_s).div_ceil(quota.max(1));
        Self { policy, unit: None, quota, window_s, left, whole_in_s }
    }

    /// For a day's tokens, which all come back at once.
    pub fn of_tokens(quota: u64, used: u64, left_s: i64) -> Self {
        let (left, whole_in_s) = (quota.saturating_sub(used), u64::try_from(left_s).unwrap_or_default() + 1);
        Self { policy: "tokens", unit: Some("tokens"), quota, window_s: DAY_S, left, whole_in_s }
    }
}

tokio::task_local! {
    static NOTED: Arc<Mutex<Vec<LimitUsage>>>;
}

/// Records the caller's usage for the current request, if there is one.
pub(super) fn note(standing: LimitUsage) {
    let _ = NOTED.try_with(|noted| {
        let Ok(mut noted) = noted.lock() else { return };
        noted.retain(|known| known.policy != standing.policy);
        noted.push(standing);
    });
}

/// Handles a request, and adds the recorded usage to the response headers.
pub async fn with_headers(request: impl Future<Output = Response>) -> Response {
    let noted = Arc::<Mutex<Vec<LimitUsage>>>::default();
    let mut reply = NOTED.scope(noted.clone(), request).await;
    let noted = noted.lock().map(|all| all.clone()).unwrap_or_default();
    put(&noted, reply.headers_mut());
    reply
}

fn put(noted: &[LimitUsage], headers: &mut HeaderMap) {
    let list = |one: &dyn Fn(&LimitUsage) -> String| noted.iter().map(one).collect::<Vec<_>>().join(", ");
    let policy = list(&|s| {
        let unit = s.unit.map(|unit| format!(";qu=\"{unit}\"")).unwrap_or_default();
        format!("\"{}\";q={};w={}{unit}", s.policy, s.quota, s.window_s)
    });
    let left = list(&|s| format!("\"{}\";r={};t={}", s.policy, s.left, s.whole_in_s));
    for (name, value) in [(POLICY, policy), (LEFT, left)] {
        if let Some(value) = HeaderValue::try_from(value).ok().filter(|value| !value.is_empty()) {
            headers.insert(name, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_was_noted_last_stands_in_the_headers() {
        let reply = with_headers(async {
            note(LimitUsage::refilling("calls", 600, 599, 60));
            note(LimitUsage::refilling("questions", 30, 29, 60));
            note(LimitUsage::refilling("questions", 30, 0, 60));
            note(LimitUsage::of_tokens(1000, 1200, 59));
            Response::default()
        })
        .await;
        let says = |name: &str| reply.headers()[name].to_str().unwrap().to_owned();
        let policy = "\"calls\";q=600;w=60, \"questions\";q=30;w=60, \"tokens\";q=1000;w=86400;qu=\"tokens\"";
        assert_eq!(says("ratelimit-policy"), policy);
        assert_eq!(says("ratelimit"), "\"calls\";r=599;t=1, \"questions\";r=0;t=60, \"tokens\";r=0;t=60");
        let silent = with_headers(async { Response::default() }).await;
        assert!(silent.headers().is_empty());
    }
}
