//! Texts to plant: JSON lines with a `text`, optionally a `source` and a `label`. Those labelled benign are skipped.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use sha2::{Digest, Sha256};

/// A text written to be obeyed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planted {
    /// Its origin: the table row for it.
    pub corpus: String,
    pub text: String,
}

/// Maximum characters planted of a text.
const MAX_PLANTED_CHARS: usize = 4_000;

#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    text: String,
    source: Option<String>,
    label: Option<String>,
}

/// At most `each` texts per source from a folder's files; the same `seed` selects the same.
///
/// # Errors
/// If the folder cannot be read or has no such text, or a line is not a JSON object; the message names it.
pub fn read(folder: &Path, each: usize, seed: u64) -> Result<Vec<Planted>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| {
        let name = file.to_string_lossy();
        name.ends_with(".jsonl") || name.ends_with(".jsonl.gz")
    });
    files.sort();
    // By source, then in an order determined by the seed.
    let mut all: BTreeMap<String, BTreeMap<Vec<u8>, String>> = BTreeMap::new();
    for file in &files {
        for line in crate::lines::<Line>(file)? {
            if line.text.trim().is_empty() || line.label.as_deref() == Some("benign") {
                continue;
            }
            let text: String = line.text.chars().take(MAX_PLANTED_CHARS).collect();
            let place = Sha256::digest(format!("{seed}\n{text}")).to_vec();
            all.entry(line.source.unwrap_or_else(|| "texts".into())).or_default().insert(place, text);
        }
    }
    if all.is_empty() {
        bail!("{} holds no .jsonl or .jsonl.gz with texts to plant.", folder.display());
    }
    let chosen = all.into_iter().flat_map(|(corpus, texts)| {
        texts.into_values().take(each).map(move |text| Planted { corpus: corpus.clone(), text })
    });
    Ok(chosen.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_chooses_and_what_is_benign_stays_out() {
        let folder = tempfile::tempdir().unwrap();
        let line =
            |n: u32, label: &str| format!("{{\"source\": \"a\", \"label\": \"{label}\", \"text\": \"text {n}\"}}\n");
        let text: String = (0..20).map(|n| line(n, if n < 10 { "injection" } else { "benign" })).collect();
        std::fs::write(folder.path().join("some.jsonl"), text).unwrap();
        std::fs::write(folder.path().join("other.txt"), "no JSON").unwrap();
        let one = read(folder.path(), 4, 1).unwrap();
        assert_eq!((one.len(), &one), (4, &read(folder.path(), 4, 1).unwrap()));
        assert!(one.iter().all(|p| p.corpus == "a" && p.text.len() == 6), "{one:?}");
        assert_ne!(one, read(folder.path(), 4, 2).unwrap());
        assert_eq!(read(folder.path(), 50, 1).unwrap().len(), 10);
        assert!(read(&folder.path().join("none"), 1, 1).is_err());
    }
}
