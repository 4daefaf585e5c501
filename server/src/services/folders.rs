//! Skills of folders in use: their tools on the shelf, their documents in the store, read again when a file changes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tokio_util::sync::CancellationToken;

use super::Services;
use crate::import::knowledge::{self, Given};
use crate::skills::folder::{self, Folder, LOOK, Trouble};
use crate::sources::Problem;
use crate::tools::Origin;

/// Documents that are stored at once.
const AT_ONCE: usize = 50;

/// When each file of the folders was last changed.
type Stamps = BTreeMap<PathBuf, Option<SystemTime>>;

impl Services {
    /// Reads the folders of skills and puts them into use; says what is wrong with them. `known` are those that were in use
    /// before: one that is gone is taken away.
    pub async fn take_in_skills(&self, known: &mut Vec<String>) -> Vec<Trouble> {
        let root = PathBuf::from(&self.config.sources.skills_dir.value);
        let read = tokio::task::spawn_blocking(move || {
            folder::folders(&root).iter().map(|path| (path.clone(), folder::read(path))).collect::<Vec<_>>()
        });
        let mut troubles = Vec::new();
        let mut names = Vec::new();
        for (path, (found, wrong)) in read.await.unwrap_or_default() {
            troubles.extend(wrong);
            let Some(Folder { skill, tools, documents, .. }) = found else { continue };
            let name = skill.name.to_string();
            let refused = self.agent.shelf().put(Origin::Skill(name.clone()), tools);
            let trouble = |text: String| Trouble { file: path.clone(), problem: Problem::new(0, text) };
            troubles.extend(refused.iter().map(|refused| trouble(refused.to_string())));
            if let Err(error) = self.store_documents(&name, documents).await {
                troubles.push(trouble(format!("Its documents cannot be stored: {error}")));
            }
            names.push(name);
        }
        for gone in known.iter().filter(|name| !names.contains(name)) {
            self.agent.shelf().put(Origin::Skill(gone.clone()), Vec::new());
        }
        *known = names;
        troubles
    }

    async fn store_documents(&self, skill: &str, documents: Vec<folder::Text>) -> Result<(), app::error::AppError> {
        let today = self.agent.as_of().await?;
        let given = |text: &folder::Text| Given {
            id: Some(format!("{skill}-{}", text.name)),
            title: text.title.clone(),
            text: text.text.clone(),
            kind: None,
            product: None,
            day: None,
        };
        for some in documents.chunks(AT_ONCE) {
            let given = some.iter().map(given).collect();
            knowledge::take_in(&self.db, &self.search, given, today, self.world.now()).await?;
        }
        Ok(())
    }

    /// Keeps the folders of skills in use, until `stop` fires.
    pub(super) async fn keep_skills(&self, stop: CancellationToken) {
        let (mut known, mut seen) = (Vec::new(), None);
        loop {
            let root = PathBuf::from(&self.config.sources.skills_dir.value);
            let now = tokio::task::spawn_blocking(move || stamps(&root)).await.unwrap_or_default();
            if seen.as_ref() != Some(&now) {
                seen = Some(now);
                for trouble in self.take_in_skills(&mut known).await {
                    match trouble.problem.harmless {
                        true => tracing::info!("{trouble}"),
                        false => tracing::warn!("{trouble}"),
                    }
                }
            }
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(LOOK) => {}
            }
        }
    }
}

fn stamps(root: &Path) -> Stamps {
    let files = |folder: &Path| -> Vec<PathBuf> {
        let list = std::fs::read_dir(folder).into_iter().flatten().flatten();
        list.map(|entry| entry.path()).filter(|path| path.is_file()).collect()
    };
    let stamp = |path: PathBuf| {
        let at = path.metadata().and_then(|m| m.modified()).ok();
        (path, at)
    };
    let all =
        folder::folders(root).into_iter().flat_map(|path| [files(&path), files(&path.join("knowledge"))].concat());
    all.map(stamp).collect()
}
