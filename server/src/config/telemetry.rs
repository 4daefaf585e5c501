//! Settings of telemetry: who may read metrics, and where spans are sent. The latter have OpenTelemetry's names.

use std::collections::HashMap;

use anyhow::Result;
use percent_encoding::percent_decode_str;

use super::setting::settings;
use super::{Secret, Setting, Sources};
use crate::observe::traces::Destination;

settings! {
    pub struct TelemetrySettings reads from {
        /// A bearer token that may read /metrics and nothing else. At least 32 characters.
        pub metrics_token: Setting<Option<Secret>> = from.own_secret("PLUMBLINE_METRICS_TOKEN")?,
        /// Where spans are sent, by OTLP over HTTP; nowhere if not set.
        pub endpoint: Setting<Option<String>> = from.optional("OTEL_EXPORTER_OTLP_ENDPOINT", "an address")?,
        /// HTTP headers for the collector, as name=value,name=value with percent-encoded values.
        pub headers: Setting<Option<Secret>> = from.secret("OTEL_EXPORTER_OTLP_HEADERS")?,
        /// The service name that spans report.
        pub service: Setting<String> = from.get("OTEL_SERVICE_NAME", "plumbline", "a name")?,
        /// The fraction of traces that are sent.
        pub share: Setting<f64> = from.get("OTEL_TRACES_SAMPLER_ARG", "1", "a number from 0 to 1")?.within(0.0..=1.0)?,
        /// Set to true to include questions, answers, arguments and results in spans.
        pub content: Setting<bool> = from.switch("PLUMBLINE_OTEL_CONTENT", "false")?,
    }
}

impl TelemetrySettings {
    /// The destination of spans, if configured.
    pub fn destination(&self) -> Option<Destination> {
        let endpoint = self.endpoint.value.clone()?;
        let headers = self.headers.value.as_ref().map(|list| pairs(list.reveal())).unwrap_or_default();
        let (service, share, content) = (self.service.value.clone(), self.share.value, self.content.value);
        Some(Destination { endpoint, headers, service, share, content })
    }
}

fn pairs(list: &str) -> HashMap<String, String> {
    let pair = |pair: &str| {
        let (name, value) = pair.split_once('=')?;
        Some((name.trim().to_owned(), percent_decode_str(value.trim()).decode_utf8_lossy().into_owned()))
    };
    list.split(',').filter_map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_as_opentelemetry_writes_them() {
        let all = pairs("authorization=Basic%20abc=, x-scope = plumb , broken");
        assert_eq!(all.len(), 2);
        assert_eq!((all["authorization"].as_str(), all["x-scope"].as_str()), ("Basic abc=", "plumb"));
    }
}
