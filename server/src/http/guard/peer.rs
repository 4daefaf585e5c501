//! The other end of a request: its address, whether the connection is encrypted, and the origin under which a browser
//! sees this server. Headers of proxies only count if the proxy is trusted.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use aide::OperationInput;
use axum::extract::{ConnectInfo, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Version};
use model::error::AppError;

use crate::config::ServerSettings;
use crate::config::server::{host_name, origin};
use crate::http::error::Problem;

/// Headers that a proxy adds.
const PROXIED: [&str; 6] =
    ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "x-real-ip", "via"];

/// Marks a request that came over this server's own TLS.
#[derive(Clone, Copy, Debug)]
pub struct OverTls;

/// The other end of a request. [`outer`](super::outer) leaves it in the request's extensions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peer {
    /// The client's own address, as far as it is known; an IPv4 address never in IPv6 form.
    pub address: IpAddr,
    /// Whether the browser uses TLS: cookies are `Secure` then.
    pub secure: bool,
    /// Scheme, host and port as the browser sees them, e.g. `https://desk.example.com`.
    pub origin: String,
    /// Whether a proxy forwarded it, as far as can be detected: by its headers, or by HTTP/1.0, which no browser uses
    /// but a bare `proxy_pass` of nginx does.
    pub proxied: bool,
    /// The same according to this request alone; `PLUMBLINE_PUBLIC_URL` may override it.
    pub(super) direct: String,
}

impl OperationInput for Peer {}

impl<S: Send + Sync> FromRequestParts<S> for Peer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        // It is set for every request: see above.
        Ok(parts.extensions.get::<Self>().cloned().ok_or_else(AppError::internal)?)
    }
}

impl Peer {
    pub fn from_request(settings: &ServerSettings, request: &Request) -> Self {
        // Only a test that bypasses the listener has no address: it counts as nobody's.
        let nobody = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        let from = request.extensions().get::<ConnectInfo<SocketAddr>>().map_or(nobody, |at| at.0.ip());
        let tls = request.extensions().get::<OverTls>().is_some();
        let peer = Self::read(settings, request.headers(), request.uri().authority(), from, tls);
        Self { proxied: peer.proxied || request.version() == Version::HTTP_10, ..peer }
    }

    fn read(
        settings: &ServerSettings,
        headers: &HeaderMap,
        authority: Option<&Authority>,
        from: IpAddr,
        tls: bool,
    ) -> Self {
        let from = from.to_canonical();
        let trusts = |address: &IpAddr| settings.proxies.iter().any(|net| net.contains(address));
        let trusted = trusts(&from);
        // The last value was written by the nearest proxy.
        let told = |name: &str| trusted.then(|| values(headers, name).last()).flatten();
        let address = if trusted { client(headers, from, trusts) } else { from };
        let encrypted = match told("x-forwarded-proto") {
            Some(scheme) => scheme.eq_ignore_ascii_case("https"),
            None => tls,
        };
        // In HTTP/2 the host is in the URL instead of a header.
        let host = told("x-forwarded-host").or_else(|| values(headers, "host").last());
        let host = host.or_else(|| authority.map(Authority::as_str)).unwrap_or("localhost");
        let direct = origin(if encrypted { "https" } else { "http" }, host);
        let public = settings.origin.as_deref();
        Self {
            address,
            secure: encrypted || public.is_some_and(|origin| origin.starts_with("https:")),
            origin: public.unwrap_or(&direct).to_owned(),
            proxied: PROXIED.iter().any(|name| headers.contains_key(*name)),
            direct,
        }
    }

    /// The requested host name, in lower case and without a port.
    pub(super) fn host(&self) -> &str {
        host_name(self.direct.split_once("://").map_or(&*self.direct, |(_, host)| host))
    }
}

/// The parts of a header's values, which may be in one line or in several.
fn values<'a>(headers: &'a HeaderMap, name: &str) -> impl Iterator<Item = &'a str> + use<'a> {
    let lines = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim).filter(|part| !part.is_empty())
}

/// Each proxy appends its client's address: from the end, the first one that is no trusted proxy is the client.
fn client(headers: &HeaderMap, from: IpAddr, trusts: impl Fn(&IpAddr) -> bool) -> IpAddr {
    let told: Vec<&str> = values(headers, "x-forwarded-for").collect();
    let mut client = from;
    for text in told.into_iter().rev() {
        // Nothing before an unreadable part can be trusted.
        let Some(address) = address(text) else { break };
        client = address;
        if !trusts(&client) {
            break;
        }
    }
    client
}

/// An address with or without a port.
fn address(text: &str) -> Option<IpAddr> {
    let plain = text.trim_start_matches('[').trim_end_matches(']').parse().ok();
    let address: IpAddr = plain.or_else(|| text.parse::<SocketAddr>().ok().map(|at| at.ip()))?;
    Some(address.to_canonical())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::config::{Config, Flags};

    fn settings(set: &[(&str, &str)]) -> ServerSettings {
        let look_up = |name: &str| set.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned());
        Config::gather(&Flags::default(), look_up, Path::new("/nowhere/plumbline.toml")).unwrap().server
    }

    fn peer(settings: &ServerSettings, from: &str, headers: &[(&'static str, &str)]) -> Peer {
        let headers = headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect();
        Peer::read(settings, &headers, None, from.parse().unwrap(), false)
    }

    #[test]
    fn proxies_are_believed_where_they_are_trusted() {
        let settings = settings(&[("PLUMBLINE_TRUSTED_PROXIES", "10.0.0.0/8")]);
        let told = [
            ("host", "inside:3000"),
            ("x-forwarded-for", "198.51.100.1, 203.0.113.7, 10.0.0.9"),
            ("x-forwarded-proto", "https"),
            ("x-forwarded-host", "Desk.example"),
        ];
        let seen = peer(&settings, "10.1.2.3", &told);
        assert_eq!(seen.address.to_string(), "203.0.113.7", "what the client wrote itself counts for nothing");
        assert_eq!((seen.secure, seen.origin.as_str(), seen.host()), (true, "https://desk.example", "desk.example"));
        let stranger = peer(&settings, "192.0.2.1", &told);
        assert_eq!(stranger.address.to_string(), "192.0.2.1");
        assert_eq!((stranger.secure, stranger.origin.as_str()), (false, "http://inside:3000"));
    }

    #[test]
    fn addresses_are_read_in_every_form() {
        let settings = settings(&[("PLUMBLINE_TRUSTED_PROXIES", "::1, 127.0.0.1")]);
        for (told, want) in [
            ("[2001:db8::1]:443", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("203.0.113.7:5000", "203.0.113.7"),
            ("::ffff:203.0.113.7", "203.0.113.7"),
            ("unknown", "127.0.0.1"),
            ("203.0.113.7, 127.0.0.1", "203.0.113.7"),
        ] {
            assert_eq!(peer(&settings, "::ffff:127.0.0.1", &[("x-forwarded-for", told)]).address.to_string(), want);
        }
    }

    #[test]
    fn a_public_address_is_what_browsers_see() {
        let settings = settings(&[("PLUMBLINE_PUBLIC_URL", "https://desk.example")]);
        let seen = peer(&settings, "127.0.0.1", &[("host", "127.0.0.1:3000")]);
        assert_eq!((seen.secure, seen.origin.as_str()), (true, "https://desk.example"));
        assert_eq!((seen.direct.as_str(), seen.host()), ("http://127.0.0.1:3000", "127.0.0.1"));
    }
}
