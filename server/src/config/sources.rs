//! Settings of custom content: locations of sources, skills, drafts and review cases.

use std::path::PathBuf;

use anyhow::Result;

use super::setting::settings;
use super::{Setting, Sources};
use crate::sources::Places;

settings! {
    pub struct SourcesSettings reads from {
        /// The folder of source declarations.
        pub sources_dir: Setting<String> = from.get("PLUMBLINE_SOURCES_DIR", "{data}/sources", "a folder")?,
        /// The folder of your own skills, one subfolder each.
        pub skills_dir: Setting<String> = from.get("PLUMBLINE_SKILLS_DIR", "{data}/skills", "a folder")?,
        /// The folder for approved drafts of e-mails, meetings, documents and quotes.
        pub drafts_dir: Setting<String> = from.get("PLUMBLINE_DRAFTS_DIR", "{data}/drafts", "a folder")?,
        /// The folder of review cases as JSON lines, for version control; cases that others put there are imported.
        pub cases_dir: Setting<String> = from.get("PLUMBLINE_CASES_DIR", "{data}/cases", "a folder")?,
    }
}

impl SourcesSettings {
    pub fn places(&self) -> Places {
        let sources = PathBuf::from(&self.sources_dir.value);
        let loaded = sources.join(".loaded");
        Places { declarations: vec![sources, PathBuf::from(&self.skills_dir.value)], loaded }
    }
}
