//! Skills from folders: registers their tools, stores their documents, and reloads them when a file changes.

use std::path::{Path, PathBuf};

use tokio_util::sync::CancellationToken;

use super::Services;
use crate::import::knowledge::{self, Given};
use crate::skills::folder::{self, Folder, Trouble};
use crate::sources::{Problem, Watch};
use crate::tools::Origin;

/// Documents stored at once.
const AT_ONCE: usize = 50;

impl Services {
    /// Loads the skill folders and puts them into use; returns their problems. `known` are those that were in use
    /// before: missing ones are removed.
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
            let refused = self.agent.live_registry().put(Origin::Skill(name.clone()), tools);
            let trouble = |text: String| Trouble { file: path.clone(), problem: Problem::new(0, text) };
            troubles.extend(refused.iter().map(|refused| trouble(refused.to_string())));
            if let Err(error) = self.store_documents(&name, documents).await {
                troubles.push(trouble(format!("Its documents cannot be stored: {error}")));
            }
            names.push(name);
        }
        for gone in known.iter().filter(|name| !names.contains(name)) {
            self.agent.live_registry().put(Origin::Skill(gone.clone()), Vec::new());
        }
        *known = names;
        troubles
    }

    async fn store_documents(&self, skill: &str, documents: Vec<folder::Text>) -> Result<(), model::error::AppError> {
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

    /// Keeps the skill folders loaded, until `stop` fires.
    pub(super) async fn keep_skills(&self, stop: CancellationToken) {
        let root = PathBuf::from(&self.config.sources.skills_dir.value);
        let (mut known, mut watch) = (Vec::new(), Watch::new(move || files(&root)));
        while watch.changed(&stop).await {
            for trouble in self.take_in_skills(&mut known).await {
                match trouble.problem.harmless {
                    true => tracing::info!("{trouble}"),
                    false => tracing::warn!("{trouble}"),
                }
            }
        }
    }
}

/// The skill files below a folder.
fn files(root: &Path) -> Vec<PathBuf> {
    let of = |folder: &Path| -> Vec<PathBuf> {
        let list = std::fs::read_dir(folder).into_iter().flatten().flatten();
        list.map(|entry| entry.path()).filter(|path| path.is_file()).collect()
    };
    folder::folders(root).into_iter().flat_map(|path| [of(&path), of(&path.join("knowledge"))].concat()).collect()
}
