//! Settings of telemetry: who may read metrics, and where spans go. The latter have OpenTelemetry's names.

use std::collections::HashMap;

use anyhow::{Result, bail};
use percent_encoding::percent_decode_str;

use super::{Secret, Setting, Sources};
use crate::observe::traces::Destination;

#[derive(Clone, Debug)]
pub struct TelemetrySettings {
    /// A bearer token only for `/metrics`.
    pub metrics_token: Setting<Option<Secret>>,
    /// Where spans go (OTLP over HTTP); none if not set.
    pub endpoint: Setting<Option<String>>,
    /// As `name=value,name=value`, values percent-encoded.
    pub headers: Setting<Option<Secret>>,
    pub service: Setting<String>,
    /// The share of traces to send, 0 to 1.
    pub share: Setting<f64>,
    /// Whether to include questions, answers, arguments and results.
    pub content: Setting<bool>,
}

impl TelemetrySettings {
    pub(super) fn gather(from: &Sources<'_>) -> Result<Self> {
        let all = Self {
            metrics_token: from.own_secret("PLUMBLINE_METRICS_TOKEN")?,
            endpoint: from.optional("OTEL_EXPORTER_OTLP_ENDPOINT", None, "an address")?,
            headers: from.secret("OTEL_EXPORTER_OTLP_HEADERS")?,
            service: from.get("OTEL_SERVICE_NAME", None, "plumbline", "a name")?,
            share: from.get("OTEL_TRACES_SAMPLER_ARG", None, "1", "a number from 0 to 1")?,
            content: from.get("PLUMBLINE_OTEL_CONTENT", None, "false", "true or false")?,
        };
        if !(0.0..=1.0).contains(&all.share.value) {
            bail!("OTEL_TRACES_SAMPLER_ARG is {}; it must be from 0 to 1.", all.share.value);
        }
        Ok(all)
    }

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
