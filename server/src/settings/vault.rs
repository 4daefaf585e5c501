//! Encryption of the secrets among the settings made on pages: XChaCha20-Poly1305, bound to the setting's name. The key
//! is `PLUMBLINE_SECRETS_KEY`, or a file in the data folder that only its owner may read.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};
use ring::rand::{SecureRandom, SystemRandom};
use sha2::{Digest, Sha256};

use crate::config::Config;
use crate::secret::private_secret;
use crate::store::settings::StoredSetting;
use crate::world::World;

/// The file of the key in the data folder.
const FILE: &str = "secrets.key";

/// The prefix of an encrypted text: the version of its format.
const FORM: &str = "v1:";

/// Length of a nonce in bytes.
const NONCE_BYTES: usize = 24;

/// Encrypts and decrypts.
pub struct Vault {
    /// The text of the key, as configured; otherwise in the file.
    key: Option<String>,
    file: PathBuf,
}

impl Vault {
    pub fn new(config: &Config) -> Self {
        let key = config.secrets_key.value.as_ref().map(|key| key.reveal().to_owned());
        Self { key, file: Path::new(&config.data.folder.value).join(FILE) }
    }

    /// Encrypts a text for the setting of this name. Creates the key if there is none yet.
    ///
    /// # Errors
    /// If the key cannot be read or written.
    pub fn lock(&self, name: &str, text: &str, world: &World) -> Result<String> {
        let key = match &self.key {
            Some(key) => key.clone(),
            None => private_secret(&self.file, world)
                .with_context(|| format!("{} cannot be read or written", self.file.display()))?,
        };
        let mut nonce = [0; NONCE_BYTES];
        SystemRandom::new().fill(&mut nonce).map_err(|_| anyhow!("The system gives no random numbers"))?;
        let payload = Payload { msg: text.as_bytes(), aad: name.as_bytes() };
        let sealed = cipher(&key).encrypt(XNonce::from_slice(&nonce), payload);
        let sealed = sealed.map_err(|_| anyhow!("{name} could not be encrypted"))?;
        Ok(format!("{FORM}{}", STANDARD.encode([&nonce[..], &sealed].concat())))
    }

    /// Decrypts the value of the setting of this name.
    ///
    /// # Errors
    /// Without the key that encrypted it: the error says where to get it from.
    pub fn unlock(&self, name: &str, locked: &str) -> Result<String> {
        let foreign = || {
            let file = self.file.display();
            anyhow!(
                "{name} was encrypted with another key. Copy {file} from the machine where it was entered, or set \
                 PLUMBLINE_SECRETS_KEY to that machine's; or enter it again."
            )
        };
        let bytes = locked.strip_prefix(FORM).and_then(|text| STANDARD.decode(text).ok()).ok_or_else(foreign)?;
        let (nonce, sealed) = bytes.split_at_checked(NONCE_BYTES).ok_or_else(foreign)?;
        let payload = Payload { msg: sealed, aad: name.as_bytes() };
        let key = self.key.clone().or_else(|| std::fs::read_to_string(&self.file).ok()).ok_or_else(foreign)?;
        let text = cipher(&key).decrypt(XNonce::from_slice(nonce), payload);
        text.ok().and_then(|text| String::from_utf8(text).ok()).ok_or_else(foreign)
    }

    /// The value of a stored setting in plain text; `None` if it was taken back.
    pub fn value(&self, row: &StoredSetting) -> Option<Result<String>> {
        let text = row.value.as_ref()?;
        Some(if row.secret { self.unlock(&row.name, text) } else { Ok(text.clone()) })
    }
}

fn cipher(key: &str) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(&Sha256::digest(key.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vault(folder: &Path, key: Option<&str>) -> Vault {
        Vault { key: key.map(ToOwned::to_owned), file: folder.join(FILE) }
    }

    #[test]
    fn a_secret_is_read_with_its_key_and_name_only() {
        let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let ours = vault(here.path(), None);
        let locked = ours.lock("KEY", "sk-very-secret", &World::real()).unwrap();
        assert!(!locked.contains("secret"), "{locked}");
        assert_ne!(locked, ours.lock("KEY", "sk-very-secret", &World::real()).unwrap(), "a nonce is used once");
        assert_eq!(ours.unlock("KEY", &locked).unwrap(), "sk-very-secret");
        assert!(ours.unlock("OTHER", &locked).is_err(), "a secret cannot be moved to another setting");
        let why = vault(there.path(), None).unlock("KEY", &locked).unwrap_err().to_string();
        assert!(why.contains("Copy") && why.contains(FILE), "{why}");
        assert!(vault(here.path(), Some("another key of more than 32 characters")).unlock("KEY", &locked).is_err());
        for broken in ["", "v1:", "v1:AAAA", &locked[..locked.len() - 4]] {
            assert!(ours.unlock("KEY", broken).is_err(), "{broken}");
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = here.path().join(FILE).metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }
}
