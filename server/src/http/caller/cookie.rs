//! Browser cookies: their names, and how they are set, read and removed. With TLS, names begin with `__Host-` and no
//! others are read: a browser then accepts the cookie only from this host, so neither a sibling domain nor an attacker
//! on the network can plant one.

use axum::http::{HeaderMap, HeaderValue, header};
use model::locale::Locale;

use crate::auth::sign_in::{DEVICE_MS, SESSION_MS};

/// Browsers require of cookies with this prefix: `Secure`, `Path=/`, and no domain.
const HOST: &str = "__Host-";

/// The sign-in cookie.
const SESSION: &str = "plumbline-session";
/// The cookie of a browser that has signed in before. It determines where failed passwords are counted, and grants no
/// access.
const DEVICE: &str = "plumbline-device";
/// The cookie with a browser's language for the pages.
const LANGUAGE: &str = "plumbline-language";
/// The cookie of a browser that has presented `ADMIN_TOKEN`.
pub(super) const ADMIN: &str = "plumbline-admin";

/// Whether a cookie with this name authenticates somebody.
pub fn says_who(name: &str) -> bool {
    [SESSION, ADMIN].contains(&name.strip_prefix(HOST).unwrap_or(name))
}

/// The values of a cookie; browsers send one for each path that it was set for.
pub fn cookies<'h>(headers: &'h HeaderMap, name: &'static str, secure: bool) -> impl Iterator<Item = &'h str> {
    let all = headers.get_all(header::COOKIE).into_iter().filter_map(|v| v.to_str().ok());
    let own = move |cookie: &'h str| match secure {
        true => cookie.trim().strip_prefix(HOST)?.strip_prefix(name)?.strip_prefix('='),
        false => cookie.trim().strip_prefix(name)?.strip_prefix('='),
    };
    all.flat_map(|line| line.split(';')).filter_map(own)
}

/// The value of the sign-in cookie.
pub fn session(headers: &HeaderMap, secure: bool) -> Option<&str> {
    cookies(headers, SESSION, secure).find(|value| !value.is_empty())
}

/// The value of the device cookie.
pub fn device(headers: &HeaderMap, secure: bool) -> Option<&str> {
    cookies(headers, DEVICE, secure).find(|value| !value.is_empty())
}

/// The language chosen in the browser.
pub fn language(headers: &HeaderMap, secure: bool) -> Option<Locale> {
    cookies(headers, LANGUAGE, secure).find_map(|code| code.parse().ok())
}

/// The header that sets the sign-in cookie; an empty value removes it. `secure` if the browser uses TLS.
pub fn set_session(value: &str, secure: bool) -> HeaderValue {
    set(SESSION, value, SESSION_MS, secure)
}

/// Likewise for the device cookie.
pub fn set_device(value: &str, secure: bool) -> HeaderValue {
    set(DEVICE, value, DEVICE_MS, secure)
}

/// The header that sets the language of the pages for a year.
pub fn set_language(language: Locale, secure: bool) -> HeaderValue {
    set(LANGUAGE, language.as_str(), 365 * 24 * 3_600_000, secure)
}

/// The header that sets or removes a cookie that is not needed for requests from other sites.
pub fn strict(name: &str, value: &str, lasts_ms: i64, secure: bool) -> HeaderValue {
    let lax = set(name, value, lasts_ms, secure);
    let text = lax.to_str().unwrap_or_default().replace("SameSite=Lax", "SameSite=Strict");
    HeaderValue::try_from(text).unwrap_or(lax)
}

/// `Lax`: a link in an e-mail opens the desk; requests that other sites send are refused by their origin.
pub fn set(name: &str, value: &str, lasts_ms: i64, secure: bool) -> HeaderValue {
    let age = if value.is_empty() { 0 } else { lasts_ms / 1000 };
    let (host, secure) = if secure { (HOST, "; Secure") } else { ("", "") };
    let text = format!("{host}{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}");
    // Values contain only letters, digits and URL punctuation.
    HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_proves_and_is_taken_back() {
        let plain = set_session("ab12", false);
        assert_eq!(plain, "plumbline-session=ab12; Path=/; HttpOnly; SameSite=Lax; Max-Age=43200");
        assert!(set_session("", false).to_str().unwrap().contains("Max-Age=0"));
        let over_tls = set_device("cd34", true);
        assert_eq!(over_tls, "__Host-plumbline-device=cd34; Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000; Secure");
        let sent = HeaderValue::from_static("a=1; plumbline-session=ab12; plumbline-device=cd34");
        let headers = HeaderMap::from_iter([(header::COOKIE, sent)]);
        assert_eq!((session(&headers, false), device(&headers, false)), (Some("ab12"), Some("cd34")));
    }

    #[test]
    fn over_tls_only_this_hosts_own_cookies_are_read() {
        let sent =
            HeaderValue::from_static("plumbline-session=planted; __Host-plumbline-session=own; plumbline-device=x");
        let headers = HeaderMap::from_iter([(header::COOKIE, sent)]);
        assert_eq!((session(&headers, true), device(&headers, true)), (Some("own"), None));
        assert_eq!(session(&headers, false), Some("planted"));
        assert!(says_who("__Host-plumbline-session") && says_who("plumbline-admin") && !says_who("plumbline-device"));
    }
}
