//! The seal of an evidence pack: SHA-256 of each part and of the surrounding page, signed with Ed25519 (RFC 8032), and
//! its verification, which needs only the file. Pure, except [`Signer::open`].

use std::fmt;
use std::io;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::secret::{private_secret, write_private};
use crate::world::World;

/// The file of the key in the data folder: its seed in hexadecimal.
const FILE: &str = "signing.key";
/// The file of earlier public keys, one per line.
const EARLIER: &str = "signing.known";
/// The markers around a part.
const BEGIN: &str = "<!--part ";
const BEGUN: &str = "-->";
const END: &str = "<!--/part-->";
const LIST: &str = "<script type=\"application/json\" id=\"manifest\">";
const SIGNATURE: &str = "<script type=\"text/plain\" id=\"signature\">";
const CLOSED: &str = "</script>";
const LAST: &str = "</body></html>\n";
/// The name for everything outside the parts.
pub const PAGE: &str = "page";
/// The format version of the list. The first one lacked date, origin and runs.
const FORM: &str = "plumbline-pack/2";
const FIRST_FORM: &str = "plumbline-pack/1";
/// The prefix of a 32-byte Ed25519 key in a SubjectPublicKeyInfo (RFC 8410).
const SPKI_PREFIX: [u8; 12] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];

/// A public key. As text it is the base64 of its SubjectPublicKeyInfo, as in a PEM file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey([u8; 32]);

impl PublicKey {
    /// Parses a key, or a PEM file.
    pub fn read(text: &str) -> Option<Self> {
        let body: String = text.lines().filter(|line| !line.starts_with("-----")).map(str::trim).collect();
        STANDARD.decode(body).ok()?.strip_prefix(SPKI_PREFIX.as_slice())?.try_into().ok().map(Self)
    }

    /// All keys in a text: one per line, or one in PEM.
    pub fn all(text: &str) -> Vec<Self> {
        let lines: Vec<Self> = text.lines().filter_map(Self::read).collect();
        if lines.is_empty() { Self::read(text).into_iter().collect() } else { lines }
    }

    /// Whether it signed this text.
    pub fn has_signed(&self, text: &str, signature: &str) -> bool {
        let signature = STANDARD.decode(signature).unwrap_or_default();
        UnparsedPublicKey::new(&ED25519, self.0).verify(text.as_bytes(), &signature).is_ok()
    }

    /// Its SHA-256 in SSH's form, for visual comparison: `SHA256:…`.
    pub fn fingerprint(&self) -> String {
        format!("SHA256:{}", STANDARD_NO_PAD.encode(Sha256::digest([&SPKI_PREFIX[..], &self.0].concat())))
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&STANDARD.encode([&SPKI_PREFIX[..], &self.0].concat()))
    }
}

/// The signing key, and when it was opened: UTC milliseconds.
pub struct Signer {
    pair: Ed25519KeyPair,
    at: i64,
}

impl Signer {
    /// The key of a data folder; created if missing, readable only by its owner.
    pub fn open(folder: &Path, world: &World) -> io::Result<Self> {
        let path = folder.join(FILE);
        let text = private_secret(&path, world)?;
        let byte = |at: usize| text.get(at..at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
        let seed: Option<Vec<u8>> = (0..32).map(|n| byte(n * 2)).collect();
        let pair = seed.and_then(|seed| Ed25519KeyPair::from_seed_unchecked(&seed).ok()).ok_or_else(|| {
            let what = format!("{} has no key. Delete it, and a new one is made.", path.display());
            io::Error::new(io::ErrorKind::InvalidData, what)
        })?;
        Ok(Self { pair, at: world.now() })
    }

    /// Replaces the key; the old one stays known, since packs it signed are still this publisher's.
    pub fn renewed(self, folder: &Path, world: &World) -> io::Result<Self> {
        let known = folder.join(EARLIER);
        let text = match std::fs::read_to_string(&known) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            text => text.unwrap_or_default(),
        };
        write_private(&known, &format!("{text}{}\n", self.public()))?;
        std::fs::remove_file(folder.join(FILE))?;
        Self::open(folder, world)
    }

    /// A base64 signature of a text that is not a pack.
    pub fn sign(&self, text: &str) -> String {
        STANDARD.encode(self.pair.sign(text.as_bytes()))
    }

    /// Earlier keys, oldest first.
    pub fn earlier(folder: &Path) -> Vec<PublicKey> {
        PublicKey::all(&std::fs::read_to_string(folder.join(EARLIER)).unwrap_or_default())
    }

    pub fn public(&self) -> PublicKey {
        let mut key = [0; 32];
        key.copy_from_slice(self.pair.public_key().as_ref());
        PublicKey(key)
    }
}

/// The signed data, as JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    form: String,
    key: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    made: Option<Made>,
    parts: Vec<Hashed>,
}

/// When, where and from which runs a pack was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// UTC, in ISO 8601.
    pub at: String,
    /// The address of the instance.
    pub by: String,
    pub runs: Vec<String>,
}

#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hashed {
    id: String,
    sha256: String,
}

/// A part with its markers, and the SHA-256 of the content between them.
pub fn part(id: &str, content: &str) -> (String, String) {
    (format!("{BEGIN}{id}{BEGUN}{content}{END}\n"), hash(content.as_bytes()))
}

/// The whole file: the given page up to the end of its body, followed by the signed list.
pub fn seal(page: &str, by: &str, runs: Vec<String>, signer: &Signer) -> String {
    let file =
        |list: &str, signature: &str| format!("{page}{LIST}{list}{CLOSED}\n{SIGNATURE}{signature}{CLOSED}\n{LAST}");
    let parts = split(file("", "").as_bytes()).parts;
    let at = chrono::DateTime::from_timestamp_millis(signer.at).unwrap_or_default();
    let made = Made { at: at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true), by: by.to_owned(), runs };
    let list = Manifest { form: FORM.into(), key: signer.public().to_string(), made: Some(made), parts };
    let list = serde_json::to_string(&list).unwrap_or_default();
    file(&list, &STANDARD.encode(signer.pair.sign(list.as_bytes())))
}

/// A part compared with the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Holds,
    Changed,
    Missing,
    /// In the file, but not on the list.
    Added,
}

/// The result of checking a pack.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The key named in its list, if readable.
    pub key: PublicKey,
    /// Whether that key signed the list.
    pub signed: bool,
    /// When and where it was made; absent in packs of the first format.
    pub made: Option<Made>,
    pub parts: Vec<(String, State)>,
}

/// Checks a pack, byte by byte.
///
/// # Errors
/// If there is no readable list of parts.
pub fn check(file: &[u8]) -> Result<Checked, &'static str> {
    const UNREADABLE: &str = "The list of parts cannot be read: it was changed, or this is not an evidence pack.";
    let found = split(file);
    let list: Manifest = serde_json::from_slice(found.list).map_err(|_| UNREADABLE)?;
    if ![FORM, FIRST_FORM].contains(&list.form.as_str()) {
        return Err(
            "This pack has another form than this program knows. Use the version that made it, or a newer one.",
        );
    }
    let key = PublicKey::read(&list.key).ok_or(UNREADABLE)?;
    let signature = STANDARD.decode(found.signature).unwrap_or_default();
    let signed = UnparsedPublicKey::new(&ED25519, key.0).verify(found.list, &signature).is_ok();
    let of = |wanted: &Hashed| match found.parts.iter().find(|part| part.id == wanted.id) {
        None => State::Missing,
        Some(part) if part == wanted => State::Holds,
        Some(_) => State::Changed,
    };
    let mut parts: Vec<_> = list.parts.iter().map(|wanted| (wanted.id.clone(), of(wanted))).collect();
    let unknown = found.parts.into_iter().filter(|part| list.parts.iter().all(|known| known.id != part.id));
    parts.extend(unknown.map(|part| (part.id, State::Added)));
    Ok(Checked { key, signed, made: list.made, parts })
}

struct Split<'f> {
    /// The last is [`PAGE`]: the file without the other parts, the list and the signature.
    parts: Vec<Hashed>,
    list: &'f [u8],
    signature: &'f [u8],
}

fn split(file: &[u8]) -> Split<'_> {
    let (mut parts, mut page, mut rest) = (Vec::new(), Vec::new(), file);
    // Text up to and including a marker belongs to the page, then text up to the next marker to a part.
    while let Some((before, after)) = cut(rest, BEGIN) {
        let Some((id, after)) = cut(after, BEGUN) else { break };
        let Some((content, behind)) = cut(after, END) else { break };
        page.extend_from_slice(&[before, BEGIN.as_bytes(), id, END.as_bytes()].concat());
        parts.push(Hashed { id: String::from_utf8_lossy(id).into_owned(), sha256: hash(content) });
        rest = behind;
    }
    let mut inside = |mark: &str| {
        let Some((before, after)) = cut(rest, mark) else { return &[][..] };
        let Some((content, behind)) = cut(after, CLOSED) else { return &[][..] };
        page.extend_from_slice(&[before, mark.as_bytes()].concat());
        rest = behind;
        content
    };
    let (list, signature) = (inside(LIST), inside(SIGNATURE));
    page.extend_from_slice(rest);
    parts.push(Hashed { id: PAGE.into(), sha256: hash(&page) });
    Split { parts, list, signature }
}

/// The text before and after a marker.
fn cut<'f>(text: &'f [u8], mark: &str) -> Option<(&'f [u8], &'f [u8])> {
    let at = text.windows(mark.len()).position(|window| window == mark.as_bytes())?;
    Some((&text[..at], &text[at + mark.len()..]))
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(signer: &Signer) -> String {
        let parts = ["question-1", "answer-1"].map(|id| part(id, &format!("<p>{id}</p>")).0).concat();
        seal(&format!("<html><body><h1>Ü</h1>\n{parts}"), "http://desk.example", vec!["r-1".into()], signer)
    }

    fn of(file: &[u8]) -> (bool, Vec<String>) {
        let Ok(checked) = check(file) else { return (false, vec!["list".into()]) };
        let bad = checked.parts.iter().filter(|(_, state)| *state != State::Holds);
        (checked.signed, bad.map(|(id, state)| format!("{id} {state:?}")).collect())
    }

    #[test]
    fn one_key_is_made_and_kept_for_its_owner() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Signer::open(&folder.path().join("data"), &World::real()).unwrap();
        let key = open().public();
        assert_eq!(open().public(), key);
        assert_eq!(PublicKey::read(&key.to_string()), Some(key.clone()));
        let pem = format!("-----BEGIN PUBLIC KEY-----\n{key}\n-----END PUBLIC KEY-----\n");
        assert_eq!(PublicKey::read(&pem), Some(key));
        let file = folder.path().join("data").join(FILE);
        assert_eq!(std::fs::read_dir(folder.path().join("data")).unwrap().count(), 1);
        #[cfg(unix)]
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&file.metadata().unwrap().permissions()) & 0o777, 0o600);
        std::fs::write(&file, "none").unwrap();
        assert!(Signer::open(&folder.path().join("data"), &World::real()).is_err());
    }

    #[test]
    fn a_key_that_was_replaced_stays_known() {
        let folder = tempfile::tempdir().unwrap();
        let (folder, world) = (folder.path(), World::real());
        let first = Signer::open(folder, &world).unwrap();
        let (old, file) = (first.public(), pack(&first));
        let new = first.renewed(folder, &world).unwrap().public();
        assert_ne!(new, old);
        assert_eq!((Signer::open(folder, &world).unwrap().public(), Signer::earlier(folder)), (new, vec![old.clone()]));
        let checked = check(file.as_bytes()).unwrap();
        assert_eq!((checked.signed, checked.key), (true, old));
        let made = checked.made.unwrap();
        assert_eq!((made.by.as_str(), made.runs, made.at.len()), ("http://desk.example", vec!["r-1".to_owned()], 20));
    }

    #[cfg(unix)]
    #[test]
    fn a_key_that_others_can_read_is_closed() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        Signer::open(folder.path(), &World::real()).unwrap();
        let file = folder.path().join(FILE);
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
        Signer::open(folder.path(), &World::real()).unwrap();
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn any_byte_that_is_changed_or_taken_away_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let file = pack(&Signer::open(folder.path(), &World::real()).unwrap()).into_bytes();
        assert_eq!(of(&file), (true, vec![]));
        for at in 0..file.len() {
            let mut changed = file.clone();
            changed[at] ^= 1;
            let mut shorter = file.clone();
            shorter.remove(at);
            for wrong in [&changed, &shorter] {
                assert_ne!(of(wrong), (true, vec![]), "{}", String::from_utf8_lossy(wrong));
            }
        }
    }

    #[test]
    fn what_was_changed_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = pack(&Signer::open(folder.path(), &World::real()).unwrap());
        let with = |from: &str, to: &str| of(file.replacen(from, to, 1).as_bytes());
        assert_eq!(with("<p>answer-1", "<p>answer-2"), (true, vec!["answer-1 Changed".into()]));
        assert_eq!(with("Ü", "U"), (true, vec!["page Changed".into()]));
        let (gone, _) = part("answer-1", "<p>answer-1</p>");
        assert_eq!(with(&gone, ""), (true, vec!["answer-1 Missing".into(), "page Changed".into()]));
        let more = format!("{gone}{}", part("answer-2", "").0);
        assert_eq!(with(&gone, &more), (true, vec!["page Changed".into(), "answer-2 Added".into()]));
        assert_eq!(with("\"form\"", "\"from\""), (false, vec!["list".into()]));
        let signed_at = file.rfind("id=\"signature\">").unwrap() + 15;
        let mut other = file.clone();
        other.replace_range(signed_at..signed_at + 1, if file[signed_at..].starts_with('A') { "B" } else { "A" });
        assert_eq!(of(other.as_bytes()), (false, vec![]));
    }
}
