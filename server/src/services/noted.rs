//! Records the end of the audit log outside the database: number and hash of its last entry, signed with this server's
//! key, in a file of the data folder. If somebody empties, shortens or rewrites the log, it no longer matches this
//! record.
//!
//! The record only moves forward. One that no longer matches the log stays until a person has seen it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use tokio_util::sync::CancellationToken;

use super::Services;
use crate::export::seal::Signer;
use crate::secret::write_private;
use crate::store::{audit, redact};

/// The file, with a line per database.
const FILE: &str = "audit.heads";
/// The prefix of the signed text, so that signatures of other things are not valid here.
const FORM: &str = "plumbline-audit-head/1";
const NOTE_INTERVAL: Duration = Duration::from_secs(10);

/// The result of comparing the record with the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Noted {
    /// There is no record for this database yet.
    Nothing,
    /// The log contains the recorded entry.
    Holds(i64),
    /// The log lacks the recorded entry: it once had entries up to this number.
    Gone(i64),
    /// The record is not signed by this server.
    Forged,
}

impl Services {
    /// Compares the end of the audit log with the signed record in the data folder.
    ///
    /// # Errors
    /// If the database or the file cannot be read.
    pub async fn noted(&self) -> Result<Noted> {
        let (file, database) = (self.heads(), self.database_mark());
        let text = match std::fs::read_to_string(&file) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Noted::Nothing),
            read => read.with_context(|| format!("{} cannot be read", file.display()))?,
        };
        let Some(line) = text.lines().find(|line| line.starts_with(&database)) else { return Ok(Noted::Nothing) };
        let keys = || {
            let own = self.signer().map(|signer| signer.public());
            own.into_iter().chain(Signer::earlier(Path::new(&self.config.data.folder.value)))
        };
        let parts: Vec<&str> = line.split(' ').collect();
        let [_, seq, hash, signature] = parts.as_slice() else { return Ok(Noted::Forged) };
        let (Ok(seq), text) = (seq.parse::<i64>(), told(&database, seq, hash)) else { return Ok(Noted::Forged) };
        if !keys().any(|key| key.has_signed(&text, signature)) {
            return Ok(Noted::Forged);
        }
        let there = seq == 0 || audit::hash_at(&self.db, seq).await?.as_deref() == Some(*hash);
        Ok(if there { Noted::Holds(seq) } else { Noted::Gone(seq) })
    }

    /// Records the end of the log, unless the log no longer contains the recorded entry.
    ///
    /// # Errors
    /// If the database cannot be read, or the data folder cannot be written to.
    pub async fn note_head(&self) -> Result<()> {
        match self.noted().await? {
            Noted::Nothing => self.note_anew().await,
            Noted::Holds(seq) if seq < audit::last(&self.db).await?.0 => self.note_anew().await,
            Noted::Holds(_) => Ok(()),
            Noted::Gone(_) | Noted::Forged => {
                tracing::error!(
                    "the audit log does not hold what was noted of it: `plumbline doctor` says what is missing"
                );
                Ok(())
            }
        }
    }

    /// Records the end of the log whatever was recorded before: for when a person has replaced the database.
    ///
    /// # Errors
    /// As for [`Services::note_head`].
    pub async fn note_anew(&self) -> Result<()> {
        let (seq, hash) = audit::last(&self.db).await?;
        let (file, database) = (self.heads(), self.database_mark());
        // An in-memory database disappears with the process.
        if seq == 0 || self.config.database.value.contains(":memory:") {
            return Ok(());
        }
        let signature = self.signer()?.sign(&told(&database, &seq.to_string(), &hash));
        let before = std::fs::read_to_string(&file).unwrap_or_default();
        let others = before.lines().filter(|line| !line.starts_with(&database)).map(|line| format!("{line}\n"));
        let text = others.collect::<String>() + &format!("{database} {seq} {hash} {signature}\n");
        write_private(&file, &text).with_context(|| format!("{} cannot be written", file.display()))
    }

    /// Keeps the record up to date, until `stop` fires.
    pub(super) async fn keep_noted(&self, stop: CancellationToken) {
        loop {
            if let Err(error) = self.note_head().await {
                tracing::warn!(%error, "the end of the audit log is not noted");
            }
            tokio::select! {
                () = stop.cancelled() => break,
                () = tokio::time::sleep(NOTE_INTERVAL) => {}
            }
        }
        let _last = self.note_head().await;
    }

    fn heads(&self) -> PathBuf {
        Path::new(&self.config.data.folder.value).join(FILE)
    }

    /// Distinguishes this database from others recorded in the data folder.
    fn database_mark(&self) -> String {
        let digest = Sha256::digest(redact(&self.config.database.value));
        digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }
}

fn told(database: &str, seq: &str, hash: &str) -> String {
    format!("{FORM} {database} {seq} {hash}")
}
