//! The end of the audit log, noted beside the database: the number and the hash of its last line, signed with this server's key,
//! in a file of the data folder. Who empties or shortens the log, or writes it anew, leaves the note as it was: then they differ.
//!
//! A note only goes forward. One that the log does not hold any more stays, until a person has seen it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use tokio_util::sync::CancellationToken;

use super::Services;
use crate::export::seal::Signer;
use crate::secret::write_private;
use crate::store::{audit, redact};

/// The file, with a line for each database.
const FILE: &str = "audit.heads";
/// What is signed begins so: a signature of something else is none of a note.
const FORM: &str = "plumbline-audit-head/1";
const EVERY: Duration = Duration::from_secs(10);

/// What a note says of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Noted {
    /// There is no note of this database yet.
    Nothing,
    /// The log holds the line that was noted.
    Holds(i64),
    /// The log does not hold it: lines up to this number were there.
    Gone(i64),
    /// The note is not one that this server has signed.
    Forged,
}

impl Services {
    /// Compares the end of the audit log with the signed note in the data folder.
    ///
    /// # Errors
    /// When the database or the file cannot be read.
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

    /// Notes how far the log is; nothing where it does not hold what was noted before.
    ///
    /// # Errors
    /// When the database cannot be read, or the data folder not be written to.
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

    /// Notes how far the log is whatever was noted before: a person has put another database in its place.
    ///
    /// # Errors
    /// As [`Services::note_head`].
    pub async fn note_anew(&self) -> Result<()> {
        let (seq, hash) = audit::last(&self.db).await?;
        let (file, database) = (self.heads(), self.database_mark());
        // What lies in memory is gone with the process.
        if seq == 0 || self.config.database.value.contains(":memory:") {
            return Ok(());
        }
        let signature = self.signer()?.sign(&told(&database, &seq.to_string(), &hash));
        let before = std::fs::read_to_string(&file).unwrap_or_default();
        let others = before.lines().filter(|line| !line.starts_with(&database)).map(|line| format!("{line}\n"));
        let text = others.collect::<String>() + &format!("{database} {seq} {hash} {signature}\n");
        write_private(&file, &text).with_context(|| format!("{} cannot be written", file.display()))
    }

    /// Keeps the note up to date, until `stop` fires.
    pub(super) async fn keep_noted(&self, stop: CancellationToken) {
        loop {
            if let Err(error) = self.note_head().await {
                tracing::warn!(%error, "the end of the audit log is not noted");
            }
            tokio::select! {
                () = stop.cancelled() => break,
                () = tokio::time::sleep(EVERY) => {}
            }
        }
        let _last = self.note_head().await;
    }

    fn heads(&self) -> PathBuf {
        Path::new(&self.config.data.folder.value).join(FILE)
    }

    /// Tells this database from others that the data folder has notes of.
    fn database_mark(&self) -> String {
        let digest = Sha256::digest(redact(&self.config.database.value));
        digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }
}

fn told(database: &str, seq: &str, hash: &str) -> String {
    format!("{FORM} {database} {seq} {hash}")
}
