//! The demo: an invented bank, and a town with its internet provider, from the archive that is part of the program. Its
//! records are imported by the regular imports.
//!
//! Deliberately not here: how the archive is made (`server/demo`).

pub mod load;

use std::borrow::Cow;
use std::io;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use model::support::KnownCaller;
use tokio_util::sync::CancellationToken;

use crate::import::engine::{Import, Options, Summary};
use crate::import::enrich::Enricher;
use crate::import::mapped::{self, Form, Mapping};
use crate::import::mood::Judge;
use crate::import::prepare;
use crate::import::support::folder;
use crate::store::support::{self, customers, tables};
use crate::store::{self, Db, imports};

/// The archive's files; a debug program reads them from the disk.
#[derive(rust_embed::Embed)]
#[folder = "demo/archive"]
struct Archive;

/// The name of the bank's data set.
pub const SOURCE: &str = "demo";

/// How the sentiment of its messages was determined, as a sentence for people.
const SENTIMENT_METHOD: &str =
    "Sentiment is given: each message of the demo bank carries the sentiment that it was written with.";

/// The bank's files, each after those that it refers to.
const BANK: [&str; 4] = ["customers", "documents", "cases", "communications"];

/// A file of the archive, as text.
///
/// # Errors
/// If there is none with this path, or it is not text.
pub fn text(path: &str) -> Result<String> {
    let file = Archive::get(path).with_context(|| format!("The demo's archive has no file {path}"))?;
    String::from_utf8(file.data.into_owned()).with_context(|| format!("{path} in the demo's archive is not text"))
}

/// The files below a folder of the archive with their paths, in order.
fn below(folder: &str) -> Vec<(String, Cow<'static, [u8]>)> {
    let mut paths: Vec<Cow<'static, str>> = Archive::iter().collect();
    paths.sort();
    let own = |path: &Cow<'static, str>| {
        let name = path.strip_prefix(folder)?.strip_prefix('/')?.to_owned();
        Some((name, Archive::get(path)?.data))
    };
    paths.iter().filter_map(own).collect()
}

/// Writes a folder of the archive, such as `sources/finance`, unless it exists. Returns whether it was written.
///
/// # Errors
/// If it cannot be written.
pub fn write(part: &str, folder: &Path) -> io::Result<bool> {
    if folder.exists() {
        return Ok(false);
    }
    for (name, bytes) in below(part) {
        let file = folder.join(name);
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(file, bytes)?;
    }
    Ok(true)
}

/// Writes those of the demo's skills that do not exist yet. Returns whether there were any.
///
/// # Errors
/// If a folder cannot be written.
pub fn write_skills(skills: &Path) -> io::Result<bool> {
    let mut any = false;
    for name in ["erp", "crm", "it_ops"] {
        any |= write(&format!("skills/{name}"), &skills.join(name))?;
    }
    Ok(any)
}

/// Imports the bank. A second import changes nothing.
///
/// # Errors
/// If the store fails, or a row is refused.
pub async fn bank(db: &Db) -> Result<Summary> {
    let unpacked = tempfile::tempdir().context("The demo's archive cannot be unpacked")?;
    let files = unpacked.path().join("bank");
    write("desk", &files).context("The demo's archive cannot be unpacked")?;
    let stop = CancellationToken::new();
    // Each message comes with its sentiment; what it announces is found.
    let enricher = Arc::new(Enricher::new(Judge::default(), true));
    let now = chrono::Utc::now().timestamp_millis();
    let import = Import { db, options: Options::default(), enricher, now, stop: &stop };
    let mut last = Summary::default();
    for name in BANK {
        let mapping = Mapping::read(&text(&format!("desk/{name}.toml"))?).map_err(anyhow::Error::msg)?;
        let choice = prepare::choice(db, Some(mapping), None).await?;
        let table = mapped::open(&files.join(format!("{name}.jsonl.gz")), Form::JsonLines, choice, now)?;
        last = import.file(table.opened(), |_| {}).await?;
        ensure!(last.bad.is_empty(), "Rows of the demo's {name} are left out: {:?}", last.bad);
    }
    imports::only_judged_by(db, SOURCE, SENTIMENT_METHOD).await?;
    Ok(last)
}

/// Imports the town, unless the database already has a provider's customers; returns the number of rows.
///
/// # Errors
/// If the store fails, or a row is refused.
pub async fn town(db: &Db) -> Result<Option<u64>> {
    if support::holds(db, &tables::CUSTOMERS).await? {
        return Ok(None);
    }
    let unpacked = tempfile::tempdir().context("The demo's archive cannot be unpacked")?;
    let files = unpacked.path().join("town");
    write("support", &files).context("The demo's archive cannot be unpacked")?;
    let read = folder::import(db, folder::open(&files, &folder::Maps::new())?, false, |_, _| {}).await?;
    ensure!(read.iter().all(|table| table.bad == 0), "Rows of the demo's town are left out: {read:?}");
    Ok(Some(read.iter().map(|table| table.rows).sum()))
}

/// Phone numbers of the town to call from, each with its problem; empty if the town is not stored.
///
/// # Errors
/// If the store fails.
pub async fn callers(db: &Db) -> store::Result<Vec<KnownCaller>> {
    let all: Vec<KnownCaller> =
        text("callers.json").ok().and_then(|all| serde_json::from_str(&all).ok()).unwrap_or_default();
    let stored = match all.first() {
        Some(first) => !customers::by_phone(db, &first.phone).await?.is_empty(),
        None => false,
    };
    Ok(if stored { all } else { Vec::new() })
}

/// Recorded conversations with a model about the bank, in the form that [`crate::agent::recorded`] reads, compressed
/// with gzip.
pub fn conversations() -> Vec<Cow<'static, [u8]>> {
    below("conversations").into_iter().map(|(_, bytes)| bytes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_written_once_and_a_changed_one_is_left() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write_skills(folder.path()).unwrap());
        let (skill, orders) = (folder.path().join("erp/SKILL.md"), folder.path().join("erp/data/purchase_orders.csv"));
        assert!(orders.is_file() && folder.path().join("it_ops/data/logs.csv").is_file());
        std::fs::write(&skill, "mine").unwrap();
        std::fs::remove_dir_all(folder.path().join("crm")).unwrap();
        assert!(write_skills(folder.path()).unwrap(), "the one that is missing comes back");
        assert!(!write_skills(folder.path()).unwrap());
        assert_eq!(std::fs::read_to_string(skill).unwrap(), "mine");
    }
}
