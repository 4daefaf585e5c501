//! Settings of the server towards clients: names, TLS, proxies, limits, rates, budgets, and shutdown.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use axum::http::Uri;
use ipnet::IpNet;

use super::{Setting, Sources, names};

#[derive(Clone, Debug)]
pub struct ServerSettings {
    tls_cert: Setting<Option<String>>,
    tls_key: Setting<Option<String>>,
    trusted_proxies: Setting<Option<String>>,
    public_url: Setting<Option<String>>,
    hosts: Setting<Option<String>>,
    embed_origins: Setting<Option<String>>,
    /// Maximum simultaneous connections; further ones wait to be accepted.
    pub max_connections: Setting<u32>,
    per_address: Setting<u32>,
    header_timeout_s: Setting<u64>,
    body_timeout_s: Setting<u64>,
    reply_timeout_s: Setting<u64>,
    shutdown_s: Setting<u64>,
    /// Per minute: sign-in attempts from one address, questions and calls of one caller; 0 is unlimited.
    pub rate_sign_in: Setting<u32>,
    pub rate_ask: Setting<u32>,
    pub rate_calls: Setting<u32>,
    /// Tokens per user and UTC day; 0 is unlimited.
    pub day_tokens: Setting<u64>,
    /// US dollars per user and UTC day; 0 is unlimited.
    pub day_cost_usd: Setting<f64>,
    sign_in_idle_min: Setting<u32>,
    runs_at_once: Setting<u32>,
    runs_queued: Setting<u32>,
    /// The trusted proxies, parsed.
    pub proxies: Vec<IpNet>,
    /// The names of `PLUMBLINE_HOSTS`, in lower case.
    pub names: Vec<String>,
    /// The origins in `PLUMBLINE_EMBED_ORIGINS`.
    pub embedders: Vec<String>,
    /// The origin of `PLUMBLINE_PUBLIC_URL`.
    pub origin: Option<String>,
}

impl ServerSettings {
    pub(super) fn gather(from: &Sources<'_>) -> Result<Self> {
        let (seconds, per_minute) = ("a number of seconds", "a number in a minute, 0 for none");
        let mut all = Self {
            tls_cert: from.optional("PLUMBLINE_TLS_CERT", None, "a PEM file")?,
            tls_key: from.optional("PLUMBLINE_TLS_KEY", None, "a PEM file")?,
            trusted_proxies: from.optional("PLUMBLINE_TRUSTED_PROXIES", None, "addresses")?,
            public_url: from.optional("PLUMBLINE_PUBLIC_URL", None, "an address")?,
            hosts: from.optional("PLUMBLINE_HOSTS", None, "names")?,
            embed_origins: from.optional("PLUMBLINE_EMBED_ORIGINS", None, "addresses of sites")?,
            max_connections: from.get("PLUMBLINE_MAX_CONNECTIONS", None, "10000", "a number of connections")?,
            per_address: from.get(
                "PLUMBLINE_MAX_CONNECTIONS_PER_ADDRESS",
                None,
                "0",
                "a number of connections, 0 for a quarter",
            )?,
            header_timeout_s: from.get("PLUMBLINE_HEADER_TIMEOUT_S", None, "10", seconds)?,
            body_timeout_s: from.get("PLUMBLINE_BODY_TIMEOUT_S", None, "30", seconds)?,
            reply_timeout_s: from.get("PLUMBLINE_REPLY_TIMEOUT_S", None, "60", seconds)?,
            shutdown_s: from.get("PLUMBLINE_SHUTDOWN_S", None, "10", seconds)?,
            rate_sign_in: from.get("PLUMBLINE_RATE_SIGN_IN", None, "10", per_minute)?,
            rate_ask: from.get("PLUMBLINE_RATE_ASK", None, "30", per_minute)?,
            rate_calls: from.get("PLUMBLINE_RATE_CALLS", None, "600", per_minute)?,
            day_tokens: from.get("PLUMBLINE_DAY_TOKENS", None, "0", "a number of tokens, 0 for no limit")?,
            day_cost_usd: from.get("PLUMBLINE_DAY_COST_USD", None, "0", "an amount in US dollars, 0 for no limit")?,
            sign_in_idle_min: from.get("PLUMBLINE_SIGN_IN_IDLE_MIN", None, "120", "a number of minutes, 0 for none")?,
            runs_at_once: from.get("PLUMBLINE_RUNS_AT_ONCE", None, "0", "a number of runs, 0 for 16 a core")?,
            runs_queued: from.get("PLUMBLINE_RUNS_QUEUED", None, "1000", "a number of runs")?,
            proxies: Vec::new(),
            names: Vec::new(),
            embedders: Vec::new(),
            origin: None,
        };
        let listed = |setting: &Setting<Option<String>>| setting.value.clone().unwrap_or_default();
        all.proxies = names(&listed(&all.trusted_proxies)).map(net).collect::<Result<_>>()?;
        all.names = names(&listed(&all.hosts)).map(|name| host_name(name).to_lowercase()).collect();
        all.embedders = names(&listed(&all.embed_origins)).map(site).collect::<Result<_>>()?;
        all.origin = all.public_url.value.as_deref().map(public_origin).transpose()?;
        if all.tls_cert.value.is_some() != all.tls_key.value.is_some() {
            bail!("PLUMBLINE_TLS_CERT and PLUMBLINE_TLS_KEY belong together: set both, or neither.");
        }
        for set in [&all.header_timeout_s, &all.body_timeout_s, &all.reply_timeout_s] {
            if set.value == 0 {
                bail!("{} must be at least 1.", set.name);
            }
        }
        if all.max_connections.value == 0 {
            bail!("PLUMBLINE_MAX_CONNECTIONS must be at least 1.");
        }
        if !all.day_cost_usd.value.is_finite() || all.day_cost_usd.value < 0.0 {
            bail!("PLUMBLINE_DAY_COST_USD is {}; it must be 0 or more.", all.day_cost_usd.value);
        }
        Ok(all)
    }

    /// The files of certificate and key, if it terminates TLS itself.
    pub fn tls(&self) -> Option<(PathBuf, PathBuf)> {
        Some((self.tls_cert.value.as_ref()?.into(), self.tls_key.value.as_ref()?.into()))
    }

    /// Maximum connections per address; `None` for a trusted proxy, which represents many clients.
    pub fn places(&self, address: IpAddr) -> Option<usize> {
        if self.proxies.iter().any(|net| net.contains(&address)) {
            return None;
        }
        Some(match self.per_address.value {
            0 => (self.max_connections.value as usize).div_ceil(4),
            set => set as usize,
        })
    }

    /// For how many milliseconds a sign-in holds that is not used.
    pub fn idle(&self) -> i64 {
        match self.sign_in_idle_min.value {
            0 => i64::MAX / 2,
            minutes => i64::from(minutes) * 60_000,
        }
    }

    /// How long the head of a request may take, and a connection without one stays open.
    pub fn header_timeout(&self) -> Duration {
        Duration::from_secs(self.header_timeout_s.value)
    }

    /// Time limit for a request's body, or for each chunk of an upload.
    pub fn body_timeout(&self) -> Duration {
        Duration::from_secs(self.body_timeout_s.value)
    }

    /// Time limit for calls that neither wait for an answer nor receive an upload.
    pub fn reply_timeout(&self) -> Duration {
        Duration::from_secs(self.reply_timeout_s.value)
    }

    /// How long open requests may take at shutdown.
    pub fn shutdown(&self) -> Duration {
        Duration::from_secs(self.shutdown_s.value)
    }

    /// Runs driven at once. As configured, or 16 per core and at least 64: a run by rules takes milliseconds, and one
    /// with a model mostly waits for it.
    pub fn runs_at_once(&self) -> usize {
        match self.runs_at_once.value {
            0 => std::thread::available_parallelism().map_or(1, usize::from).saturating_mul(16).max(64),
            set => set as usize,
        }
    }

    /// Further runs that may wait in the queue.
    pub fn runs_queued(&self) -> usize {
        self.runs_queued.value as usize
    }
}

fn net(text: &str) -> Result<IpNet> {
    if let Ok(net) = text.parse() {
        return Ok(net);
    }
    match text.parse::<IpAddr>() {
        Ok(one) => Ok(one.into()),
        Err(_) => {
            bail!("PLUMBLINE_TRUSTED_PROXIES holds \"{text}\"; it must be addresses such as 10.0.0.0/8, 192.0.2.7.")
        }
    }
}

fn public_origin(url: &str) -> Result<String> {
    of_address("PLUMBLINE_PUBLIC_URL", url)
}

fn site(url: &str) -> Result<String> {
    of_address("PLUMBLINE_EMBED_ORIGINS", url)
}

fn of_address(name: &str, url: &str) -> Result<String> {
    let uri: Uri = url.trim().parse().unwrap_or_default();
    match (uri.scheme_str(), uri.authority()) {
        (Some(scheme @ ("http" | "https")), Some(at)) => Ok(origin(scheme, at.as_str())),
        _ => bail!("{name} is \"{url}\"; it must be an address such as https://desk.example.com."),
    }
}

/// An origin in browsers' form: lower case, without the scheme's default port.
pub fn origin(scheme: &str, authority: &str) -> String {
    let usual = if scheme == "https" { ":443" } else { ":80" };
    format!("{scheme}://{}", authority.strip_suffix(usual).unwrap_or(authority)).to_lowercase()
}

/// A host without its port: `[::1]` of `[::1]:3000`.
pub fn host_name(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => name,
        _ => authority,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn gather(set: &[(&str, &str)]) -> Result<ServerSettings> {
        let look_up = |name: &str| set.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned());
        ServerSettings::gather(&Sources::new(&look_up, &BTreeMap::new()))
    }

    #[test]
    fn names_and_nets_are_read() {
        let set = gather(&[
            ("PLUMBLINE_TRUSTED_PROXIES", "10.0.0.0/8, ::1"),
            ("PLUMBLINE_HOSTS", "Desk.example, other.example:8443"),
            ("PLUMBLINE_PUBLIC_URL", "https://Desk.example:443/start"),
        ])
        .unwrap();
        assert_eq!(set.proxies.iter().map(ToString::to_string).collect::<Vec<_>>(), ["10.0.0.0/8", "::1/128"]);
        assert_eq!(set.names, ["desk.example", "other.example"]);
        assert_eq!(set.origin.as_deref(), Some("https://desk.example"));
        assert_eq!(host_name("[::1]:3000"), "[::1]");
        assert_eq!(host_name("[::1]"), "[::1]");
        assert!(set.runs_at_once() >= 64);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let says = |name: &str, value: &str| gather(&[(name, value)]).unwrap_err().to_string();
        assert!(says("PLUMBLINE_TRUSTED_PROXIES", "proxy").contains("\"proxy\""));
        assert!(says("PLUMBLINE_PUBLIC_URL", "desk.example").contains("https://"));
        assert!(says("PLUMBLINE_TLS_CERT", "cert.pem").contains("PLUMBLINE_TLS_KEY"));
        assert!(says("PLUMBLINE_BODY_TIMEOUT_S", "0").contains("at least 1"));
        assert!(says("PLUMBLINE_MAX_CONNECTIONS", "0").contains("at least 1"));
        assert!(says("PLUMBLINE_DAY_COST_USD", "-1").contains("0 or more"));
    }
}
