//! Settings of custom content: locations of sources, skills, drafts and review cases.

use std::path::PathBuf;

use anyhow::Result;

use super::{DataSettings, Setting, Sources};
use crate::sources::Places;

#[derive(Clone, Debug)]
pub struct SourcesSettings {
    pub sources_dir: Setting<String>,
    pub skills_dir: Setting<String>,
    pub drafts_dir: Setting<String>,
    pub cases_dir: Setting<String>,
}

impl SourcesSettings {
    pub(super) fn gather(from: &Sources<'_>, data: &DataSettings) -> Result<Self> {
        Ok(Self {
            sources_dir: from.get("PLUMBLINE_SOURCES_DIR", None, &data.at("sources"), "a folder")?,
            skills_dir: from.get("PLUMBLINE_SKILLS_DIR", None, &data.at("skills"), "a folder")?,
            drafts_dir: from.get("PLUMBLINE_DRAFTS_DIR", None, &data.at("drafts"), "a folder")?,
            cases_dir: from.get("PLUMBLINE_CASES_DIR", None, &data.at("cases"), "a folder")?,
        })
    }

    pub fn places(&self) -> Places {
        let sources = PathBuf::from(&self.sources_dir.value);
        let loaded = sources.join(".loaded");
        Places { declarations: vec![sources, PathBuf::from(&self.skills_dir.value)], loaded }
    }
}
