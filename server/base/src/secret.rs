//! A key that is never printed.
//!
//! Deliberately not here: where keys come from.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;
use serde::{Deserialize, Serialize, Serializer};
use subtle::ConstantTimeEq;

use crate::world::World;

/// Writes a file that only its owner may read. It is replaced atomically: readers see the old text or the new.
pub fn write_private(file: &Path, text: &str) -> std::io::Result<()> {
    use std::io::Write as _;
    let new = file.with_extension("new");
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(&new)?.write_all(text.as_bytes())?;
    std::fs::rename(new, file)
}

/// The text of a file that only its owner may read. A missing one is created with a new secret; if two programs start at
/// once, both get the first one's.
///
/// # Errors
/// If it cannot be read or written.
pub fn private_secret(file: &Path, world: &World) -> std::io::Result<String> {
    use std::io::Write as _;
    #[cfg(unix)]
    if let Ok(meta) = file.metadata() {
        use std::os::unix::fs::PermissionsExt as _;
        if meta.permissions().mode() & 0o077 != 0 {
            tracing::warn!(file = %file.display(), "a key was readable by others; fixed");
            std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o600))?;
        }
    }
    if !file.exists() {
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let new = file.with_extension(world.id());
        let mut options = std::fs::OpenOptions::new();
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.write(true).create_new(true).open(&new)?.write_all(world.secret().as_bytes())?;
        // Linked atomically.
        let linked = std::fs::hard_link(&new, file);
        std::fs::remove_file(&new)?;
        linked.or_else(|error| if file.exists() { Ok(()) } else { Err(error) })?;
    }
    std::fs::read_to_string(file)
}

/// Replaces a key in texts.
const HIDDEN: &str = "[key hidden]";

/// This many first letters identify a long key even when shortened.
const KEY_PREFIX_CHARS: usize = 8;

/// Minimum length of a long key: shorter ones may begin like an ordinary word.
const MIN_LONG_KEY_CHARS: usize = 12;

/// Positions of keys, whatever they look like: in a query, after `Bearer`, and before the host of a URL. What follows
/// `Bearer` needs a digit or an ellipsis, since servers also write of "Bearer authentication".
static PLACES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let query = r#"(\b(?:api_?|access_)?(?:key|token)=)[^\s&#"'`<>,;()\\]+"#;
    let bearer = r#"(Bearer\s+)[^\s"'`<>,;()\\]*(?:[\d*…]|\.\.)[^\s"'`<>,;()\\]*"#;
    let user = r#"(//)[^\s/@?#"'`<>\\]+(@)"#;
    Regex::new(&format!("(?i){query}|{bearer}|{user}")).ok()
});

/// Host addresses, with or without a path, and e-mail addresses. A bare name needs a known ending or a port, which
/// distinguish it from a field name.
static ADDRESSES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let url = r#"[a-z][a-z0-9+.-]*://[^\s"'`<>]*[^\s"'`<>.,;:)]"#;
    let mail = r"[\w.+-]+@[\w.-]+\w";
    let number = r"\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b|\[[0-9a-f:]*:[0-9a-f:]*\](?::\d+)?";
    let ending =
        "com|org|net|io|ai|dev|app|cloud|local|internal|intranet|lan|corp|test|example|invalid|eu|de|uk|fr|cn|us";
    let host = format!(r"\b(?:[a-z0-9_-]+\.)+(?:{ending})\b(?::\d+)?(?:/[^\s,;)]*)?");
    let port = r"\b[a-z][\w.-]*:\d{2,5}\b";
    Regex::new(&format!("(?i){url}|{mail}|{number}|{host}|{port}")).ok()
});

/// Anybody's key by its look: a known prefix, or twenty or more letters and digits in a row.
static KEYS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\b(?:sk|pk|rk|gsk|xai|hf|ghp|pplx|AIza|key|token)[-_][\w*-]{6,}|\bAIza[\w-]{10,}|\b[A-Za-z0-9]{20,}\b")
        .ok()
});

/// A key. `Debug`, `Display` and `Serialize` hide it; only a request header gets it.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// Trims white space, which comes from copying.
    pub fn new(key: impl AsRef<str>) -> Self {
        Self(key.as_ref().trim().to_owned())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Compares with a presented key in constant time; an empty key matches nothing.
    pub fn is(&self, shown: &str) -> bool {
        !self.0.is_empty() && bool::from(self.0.as_bytes().ct_eq(shown.as_bytes()))
    }

    /// The key itself, for a request header.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// A server's message for the log: without keys, this one or others, and without addresses.
    pub fn clean(&self, text: &str) -> String {
        let text = self.mask(text);
        let text = ADDRESSES.as_ref().map_or(Cow::Borrowed(&*text), |all| all.replace_all(&text, "[address hidden]"));
        KEYS.as_ref().map_or(Cow::Borrowed(&*text), |all| all.replace_all(&text, HIDDEN)).into_owned()
    }

    /// A server's error message without the key: some repeat it, in full or shortened in the middle. Only whole words
    /// are hidden, since a local server's key may be as short as `x`. Not for a model's answer, where a word equal to
    /// the key is the model's own.
    pub fn mask(&self, text: &str) -> String {
        let hidden = format!("$1$2$3{HIDDEN}$4");
        let text = PLACES.as_ref().map_or(Cow::Borrowed(text), |places| places.replace_all(text, hidden));
        let key = self.0.as_str();
        let long = key.chars().nth(MIN_LONG_KEY_CHARS - 1).is_some();
        let head = key.char_indices().nth(KEY_PREFIX_CHARS).filter(|_| long).map_or(key, |(end, _)| &key[..end]);
        let mut clean = String::with_capacity(text.len());
        let mut rest = &*text;
        while let Some(at) = rest.find(head).filter(|_| !key.is_empty()) {
            clean.push_str(&rest[..at]);
            rest = &rest[at..];
            let whole = rest.strip_prefix(key).filter(|after| !after.starts_with(char::is_alphanumeric));
            let shortened = || rest.trim_start_matches(|c: char| !c.is_whitespace() && !"\"'`,;()<>".contains(c));
            let after = whole.or_else(|| long.then(shortened)).filter(|_| begins_a_word(&clean));
            clean.push_str(if after.is_some() { HIDDEN } else { &rest[..letter(rest)] });
            rest = after.unwrap_or(&rest[letter(rest)..]);
        }
        clean.push_str(rest);
        clean
    }
}

/// Whether a word can begin after this text. The letter of an escape such as `\n` belongs to no word: unknown errors
/// are JSON.
fn begins_a_word(before: &str) -> bool {
    let mut letters = before.chars().rev();
    !letters.next().is_some_and(char::is_alphanumeric) || letters.next() == Some('\\')
}

/// Length of the first letter in bytes.
fn letter(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}

impl std::str::FromStr for Secret {
    type Err = std::convert::Infallible;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self::new(text))
    }
}

impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(HIDDEN)
    }
}

/// An address with an account that was given beside it, percent-encoded. An account within the address wins.
///
/// # Errors
/// The address is none, or a password has no user.
pub fn with_account(address: &str, user: Option<&str>, password: Option<&str>) -> Result<String, String> {
    if user.is_none() && password.is_none() {
        return Ok(address.to_owned());
    }
    let wrong = || "The address has no host. Write it as scheme://host/name.".to_owned();
    let mut url = reqwest::Url::parse(address.trim()).map_err(|_| wrong())?;
    if !url.username().is_empty() {
        return Ok(address.to_owned());
    }
    let user = user.ok_or("A password needs a user. Enter both.")?;
    url.set_username(user).and_then(|()| url.set_password(password)).map_err(|()| wrong())?;
    Ok(url.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_gets_neither_keys_nor_addresses() {
        let key = Secret::new("local-key-0123");
        for (said, logged) in [
            ("See https://api.vendor.example/v1/keys?id=7, org", "See [address hidden], org"),
            ("connect to 10.0.3.17:8443 failed", "connect to [address hidden] failed"),
            (
                "gpu-7.cluster.internal is full; mail ops@vendor.example",
                "[address hidden] is full; mail [address hidden]",
            ),
            ("llm-host:8080 of [::1]:99", "[address hidden] of [address hidden]"),
            ("bad key gsk_abcdefGHIJKL of local-key-0123", "bad key [key hidden] of [key hidden]"),
            ("0123456789abcdef0123456789abcdef is not known", "[key hidden] is not known"),
            ("messages.0.content: gpt-4.1-mini takes 8192", "messages.0.content: gpt-4.1-mini takes 8192"),
        ] {
            assert_eq!(key.clean(said), logged);
        }
    }

    #[test]
    fn a_key_never_shows() {
        let key = Secret::new(" sk-test-0123456789abcdef\n");
        assert_eq!(key.reveal(), "sk-test-0123456789abcdef");
        for text in [format!("{key:?}"), format!("{key}"), serde_json::to_string(&key).unwrap()] {
            assert!(!text.contains("sk-test"), "{text}");
        }
    }

    #[test]
    fn an_empty_key_is_nothing_that_is_shown() {
        assert!(!Secret::new("").is("") && !Secret::new(" ").is(""));
        assert!(Secret::new("abc").is("abc") && !Secret::new("abc").is("ab") && !Secret::new("abc").is(""));
    }

    #[test]
    fn errors_show_no_key_whole_or_shortened() {
        let key = Secret::new("sk-test-0123456789abcdef");
        let cases = [
            ("Bearer sk-test-0123456789abcdef is wrong", "Bearer [key hidden] is wrong"),
            ("\"sk-test-0****cdef\", see", "\"[key hidden]\", see"),
            ("twice sk-test-0123456789abcdef sk-test-01", "twice [key hidden] [key hidden]"),
            ("sk-test-0123456789abcdef.", "[key hidden]."),
            (r#"["a\nsk-test-0123456789abcdef"]"#, r#"["a\n[key hidden]"]"#),
            ("task-test-01, nothing to hide, ä", "task-test-01, nothing to hide, ä"),
        ];
        for (text, clean) in cases {
            assert_eq!(key.mask(text), clean);
        }
    }

    #[test]
    fn a_short_key_is_hidden_only_as_a_word() {
        let key = Secret::new("x");
        for text in ["the next of max tokens", "max_tokens=6 xx 0x1F äx xä", ""] {
            assert_eq!(key.mask(text), text);
        }
        assert_eq!(key.mask("x: `x`,x x_y"), "[key hidden]: `[key hidden]`,[key hidden] [key hidden]_y");
        // Shorter than a long key, so it has no shortened form.
        assert_eq!(Secret::new("anthropic-1").mask("anthropic says anthropic-1"), "anthropic says [key hidden]");
    }

    #[test]
    fn what_stands_where_keys_stand_is_hidden() {
        for key in ["", "x", "sk-test-0123456789abcdef"] {
            let key = Secret::new(key);
            for (text, clean) in [
                ("https://a.test/v1?key=next&b=1", "https://a.test/v1?key=[key hidden]&b=1"),
                ("/v1?b=1&api_key=ab%2Fc, token=next", "/v1?b=1&api_key=[key hidden], token=[key hidden]"),
                ("(https://me:next@a.test/b@c)", "(https://[key hidden]@a.test/b@c)"),
                ("'bearer ab12' or Bearer ab...yz", "'bearer [key hidden]' or Bearer [key hidden]"),
                ("use Bearer auth, max_token=5", "use Bearer auth, max_token=5"),
            ] {
                assert_eq!(key.mask(text), clean);
            }
        }
    }

    #[test]
    fn an_account_beside_an_address_is_encoded_into_it() {
        let with = |address: &str, user, password| with_account(address, user, password);
        let full = with("postgres://db.example:5432/shop?sslmode=require", Some("reader"), Some("p@ss/1"));
        assert_eq!(full.as_deref(), Ok("postgres://reader:p%40ss%2F1@db.example:5432/shop?sslmode=require"));
        assert_eq!(with("smtps://a:b@host", Some("c"), Some("d")).as_deref(), Ok("smtps://a:b@host"));
        assert!(with("postgres://host/shop", None, Some("x")).is_err());
        assert!(with("no address", Some("a"), None).is_err());
    }
}
