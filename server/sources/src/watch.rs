//! Detects changed files.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use tokio_util::sync::CancellationToken;

/// How often files are checked.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// Files by key, as last seen.
pub struct Watch<F> {
    files: F,
    known: Option<BTreeMap<PathBuf, Option<SystemTime>>>,
}

impl<F: Fn() -> Vec<PathBuf> + Clone + Send + 'static> Watch<F> {
    pub fn new(files: F) -> Self {
        Self { files, known: None }
    }

    /// Returns at once the first time, then when files were added, removed or changed; false when `stop` fires.
    pub async fn changed(&mut self, stop: &CancellationToken) -> bool {
        loop {
            let files = self.files.clone();
            let look = move || {
                let stamp = |path: &PathBuf| path.metadata().and_then(|m| m.modified()).ok();
                files().into_iter().map(|path| (path.clone(), stamp(&path))).collect::<BTreeMap<_, _>>()
            };
            let stamps = tokio::task::spawn_blocking(look).await.unwrap_or_default();
            if self.known.as_ref() != Some(&stamps) {
                self.known = Some(stamps);
                return true;
            }
            tokio::select! {
                () = stop.cancelled() => return false,
                () = tokio::time::sleep(POLL_INTERVAL) => {}
            }
        }
    }
}
