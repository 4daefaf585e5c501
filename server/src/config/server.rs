//! Settings of the server towards clients: names, TLS, proxies, limits, rates, budgets, and shutdown.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use axum::http::Uri;
use ipnet::IpNet;

use super::setting::settings;
use super::{Setting, Sources, names};
use crate::plain;

/// How rates are written.
const PER_MINUTE: &str = "a number in a minute, 0 for none";

settings! {
    pub struct ServerSettings reads from {
        /// Hosts besides this machine that may be reached unencrypted: by http://, or a database without
        /// sslmode=verify-full.
        pub plain_hosts: Setting<String> = from.get(plain::SETTING, "", "names of hosts, commas between")?,
        /// The certificate as a PEM file: the server then terminates TLS itself. SIGHUP reloads it.
        tls_cert: Setting<Option<String>> = from.optional("PLUMBLINE_TLS_CERT", "a PEM file")?,
        /// The certificate's key as a PEM file.
        tls_key: Setting<Option<String>> = from.optional("PLUMBLINE_TLS_KEY", "a PEM file")?,
        /// Addresses and networks of proxies whose X-Forwarded-For, -Proto and -Host are trusted, separated by commas.
        trusted_proxies: Setting<Option<String>> = from.optional("PLUMBLINE_TRUSTED_PROXIES", "addresses")?,
        /// The address that browsers use, if there is a proxy in front of this server.
        public_url: Setting<Option<String>> = from.optional("PLUMBLINE_PUBLIC_URL", "an address")?,
        /// Additional host names that this server answers to, separated by commas.
        hosts: Setting<Option<String>> = from.optional("PLUMBLINE_HOSTS", "names")?,
        /// Sites whose pages may embed the panel, such as https://crm.example, separated by commas; none if not set.
        embed_origins: Setting<Option<String>> = from.optional("PLUMBLINE_EMBED_ORIGINS", "addresses of sites")?,
        /// Simultaneous connections; further ones wait to be accepted.
        pub max_connections: Setting<u32> =
            from.get("PLUMBLINE_MAX_CONNECTIONS", "10000", "a number of connections")?.at_least(1)?,
        /// Connections from one address, except trusted proxies; 0 for a quarter of all. Further ones are closed.
        per_address: Setting<u32> =
            from.get("PLUMBLINE_MAX_CONNECTIONS_PER_ADDRESS", "0", "a number of connections, 0 for a quarter")?,
        /// The time limit for a request's headers, and for an idle HTTP/1 connection.
        pub header_timeout: Setting<Duration> = from.some_seconds("PLUMBLINE_HEADER_TIMEOUT_S", "10")?,
        /// The time limit for a request's body; for an upload, for each chunk.
        pub body_timeout: Setting<Duration> = from.some_seconds("PLUMBLINE_BODY_TIMEOUT_S", "30")?,
        /// The time limit for calls that neither wait for an answer nor receive an upload, and for a client to take
        /// each chunk of a reply.
        pub reply_timeout: Setting<Duration> = from.some_seconds("PLUMBLINE_REPLY_TIMEOUT_S", "60")?,
        /// How long open requests may take to finish at shutdown.
        pub shutdown: Setting<Duration> = from.seconds("PLUMBLINE_SHUTDOWN_S", "10")?,
        /// Sign-in attempts from one address.
        pub rate_sign_in: Setting<u32> = from.get("PLUMBLINE_RATE_SIGN_IN", "10", PER_MINUTE)?,
        /// Questions of one caller.
        pub rate_ask: Setting<u32> = from.get("PLUMBLINE_RATE_ASK", "30", PER_MINUTE)?,
        /// Calls of one caller, or of one address without an account.
        pub rate_calls: Setting<u32> = from.get("PLUMBLINE_RATE_CALLS", "600", PER_MINUTE)?,
        /// Tokens that one user's questions may use per UTC day.
        pub day_tokens: Setting<u64> = from.get("PLUMBLINE_DAY_TOKENS", "0", "a number of tokens, 0 for no limit")?,
        /// What one user's questions may cost per UTC day.
        pub day_cost_usd: Setting<f64> =
            from.get("PLUMBLINE_DAY_COST_USD", "0", "an amount in US dollars, 0 for no limit")?,
        /// Minutes of inactivity after which a sign-in ends. Every sign-in ends after 12 hours.
        sign_in_idle_min: Setting<u32> =
            from.get("PLUMBLINE_SIGN_IN_IDLE_MIN", "120", "a number of minutes, 0 for none")?,
        /// Runs that are driven at the same time.
        runs_at_once: Setting<u32> = from.get("PLUMBLINE_RUNS_AT_ONCE", "0", "a number of runs, 0 for 16 a core")?,
        /// Runs that may wait in the queue; once it is full, questions are refused with status 503.
        pub runs_queued: Setting<u32> = from.get("PLUMBLINE_RUNS_QUEUED", "1000", "a number of runs")?,
        // The trusted proxies, parsed.
        pub proxies: Vec<IpNet> = Vec::new(),
        // The names of `PLUMBLINE_HOSTS`, in lower case.
        pub names: Vec<String> = Vec::new(),
        // The origins in `PLUMBLINE_EMBED_ORIGINS`.
        pub embedders: Vec<String> = Vec::new(),
        // The origin of `PLUMBLINE_PUBLIC_URL`.
        pub origin: Option<String> = None,
    }
}

impl ServerSettings {
    pub(super) fn gather(from: &Sources<'_>) -> Result<Self> {
        let mut all = Self::read(from)?;
        // Other settings are checked against it as they are read.
        plain::allow(names(&all.plain_hosts.value));
        let listed = |setting: &Setting<Option<String>>| setting.value.clone().unwrap_or_default();
        all.proxies = names(&listed(&all.trusted_proxies)).map(net).collect::<Result<_>>()?;
        all.names = names(&listed(&all.hosts)).map(|name| host_name(name).to_lowercase()).collect();
        all.embedders = names(&listed(&all.embed_origins))
            .map(|url| origin_of("PLUMBLINE_EMBED_ORIGINS", url))
            .collect::<Result<_>>()?;
        all.origin = all.public_url.value.as_deref().map(|url| origin_of("PLUMBLINE_PUBLIC_URL", url)).transpose()?;
        if all.tls_cert.value.is_some() != all.tls_key.value.is_some() {
            bail!("PLUMBLINE_TLS_CERT and PLUMBLINE_TLS_KEY belong together: set both, or neither.");
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

    /// The idle time after which a sign-in ends, in milliseconds.
    pub fn idle(&self) -> i64 {
        match self.sign_in_idle_min.value {
            0 => i64::MAX / 2,
            minutes => i64::from(minutes) * 60_000,
        }
    }

    /// Runs driven at once. As configured, or 16 per core and at least 64: a run by rules takes milliseconds, and one
    /// with a model mostly waits for it.
    pub fn runs_at_once(&self) -> usize {
        match self.runs_at_once.value {
            0 => std::thread::available_parallelism().map_or(1, usize::from).saturating_mul(16).max(64),
            set => set as usize,
        }
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

fn origin_of(name: &str, url: &str) -> Result<String> {
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
