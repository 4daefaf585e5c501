//! Where unencrypted connections may go: to this machine, and to configured hosts. Everything else requires TLS with a
//! verified certificate. Set once per process, since it applies to all outgoing connections.

use std::sync::{PoisonError, RwLock};

/// The setting that lists the allowed hosts.
pub const SETTING: &str = "PLUMBLINE_PLAIN_HOSTS";

static ALLOWED: RwLock<Vec<String>> = RwLock::new(Vec::new());

/// Allows unencrypted connections to these hosts.
pub fn allow<'a>(hosts: impl IntoIterator<Item = &'a str>) {
    let hosts = hosts.into_iter().map(str::to_lowercase).collect();
    *ALLOWED.write().unwrap_or_else(PoisonError::into_inner) = hosts;
}

/// Whether a host is this machine: by name, address, or path of a socket.
pub fn is_here(host: &str) -> bool {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || host.starts_with('/')
        || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.to_canonical().is_loopback())
}

/// Refuses an unencrypted connection to a host; `instead` says how to use TLS.
///
/// # Errors
/// For a host that is neither this machine nor configured.
pub fn check(host: &str, instead: &str) -> Result<(), String> {
    let allowed = ALLOWED.read().unwrap_or_else(PoisonError::into_inner);
    if is_here(host) || allowed.iter().any(|known| known.eq_ignore_ascii_case(host)) {
        return Ok(());
    }
    Err(format!(
        "{host} would be sent plain text, which anybody on the way reads and changes. Use {instead}, or set \
         {SETTING}={host} where nobody else is on the way."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_stays_on_this_machine() {
        for here in ["localhost", "127.0.0.1", "127.8.0.1", "::1", "[::1]", "::ffff:127.0.0.1", "/run/postgresql"] {
            assert!(check(here, "https").is_ok(), "{here}");
        }
        for far in ["db", "10.0.0.7", "localhost.evil.example", "127.0.0.1.evil.example", ""] {
            let why = check(far, "https").unwrap_err();
            assert!(why.contains("Use https") && why.contains(&format!("{SETTING}={far}")), "{why}");
        }
        allow(["DB"]);
        assert!(check("db", "https").is_ok() && check("db.evil.example", "https").is_err());
    }
}
