//! Keeping the desk's own files from programs that it starts. They run as the same user, so the rights of files do not: the
//! kernel does (Landlock, Linux 5.13 and later), for the thread that starts a program and all that comes of it.
//!
//! Landlock only allows. What is hidden is left out: every place beside it is allowed, and beside the folders above it.
//! Of /proc what tells of other processes is left out, too.

use std::path::{Path, PathBuf};

/// Does `work`, which starts a program, where no file of `hidden` can be opened. The other value tells whether the kernel
/// sees to that.
///
/// # Errors
/// When there is no thread for it, or the kernel refuses.
pub async fn confined<T: Send + 'static>(
    hidden: Vec<PathBuf>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<(T, bool), String> {
    let runtime = tokio::runtime::Handle::current();
    let (done, result) = tokio::sync::oneshot::channel();
    // A thread of its own: it stays confined for as long as it lives.
    let thread = std::thread::Builder::new().name("confined".into()).spawn(move || {
        let _entered = runtime.enter();
        let _ = done.send(restrict(&hidden).map(|held| (work(), held)));
    });
    thread.map_err(|error| format!("There is no thread to start it on: {error}."))?;
    result.await.map_err(|_| "It could not be confined.".to_owned())?
}

#[cfg(target_os = "linux")]
fn restrict(hidden: &[PathBuf]) -> Result<bool, String> {
    use landlock::{
        ABI, Access, AccessFs, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetStatus, path_beneath_rules,
    };
    let all = AccessFs::from_all(ABI::V5);
    let status = Ruleset::default()
        .handle_access(all)
        .and_then(Ruleset::create)
        .and_then(|rules| rules.add_rules(path_beneath_rules(open_places(hidden), all)))
        .and_then(landlock::RulesetCreated::restrict_self);
    let status = status.map_err(|error| format!("It could not be confined: {error}."))?;
    Ok(status.ruleset != RulesetStatus::NotEnforced)
}

#[cfg(not(target_os = "linux"))]
fn restrict(_: &[PathBuf]) -> Result<bool, String> {
    Ok(false)
}

/// Every place that is not hidden and has nothing hidden below.
#[cfg(target_os = "linux")]
fn open_places(hidden: &[PathBuf]) -> Vec<PathBuf> {
    let mut hidden: Vec<PathBuf> = hidden.iter().filter_map(|path| whole(path)).collect();
    // Of other processes, this one among them.
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten().map(|entry| entry.path());
    let is_process =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().parse::<u32>().is_ok());
    hidden.extend(processes.filter(is_process));
    let mut places = Vec::new();
    beside(Path::new("/"), &hidden, &mut places);
    places
}

#[cfg(target_os = "linux")]
fn beside(folder: &Path, hidden: &[PathBuf], places: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        // What a link leads to is allowed or not where it lies.
        let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        if is_link || hidden.contains(&path) {
            continue;
        }
        if hidden.iter().any(|one| one.starts_with(&path)) {
            beside(&path, hidden, places);
        } else {
            places.push(path);
        }
    }
}

/// A path without links in it, also of a file that is not there yet.
#[cfg(target_os = "linux")]
fn whole(path: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(path).ok()?;
    match path.canonicalize() {
        Ok(path) => Some(path),
        Err(_) => Some(whole(path.parent()?)?.join(path.file_name()?)),
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_program_reads_what_lies_beside_and_nothing_hidden() {
        let folder = tempfile::tempdir().unwrap();
        let (mine, theirs) = (folder.path().join("mine"), folder.path().join("theirs"));
        for place in [&mine, &theirs] {
            std::fs::create_dir(place).unwrap();
            std::fs::write(place.join("key"), "s3cret").unwrap();
        }
        let (key, other) = (mine.join("key"), theirs.join("key"));
        let environment = format!("/proc/{}/environ", std::process::id());
        let cat = |path: &Path| {
            let path = path.to_owned();
            move || std::process::Command::new("cat").arg(path).output().unwrap().stdout
        };
        let (read, held) = confined(vec![mine.clone()], cat(&other)).await.unwrap();
        assert_eq!(read, b"s3cret");
        if !held {
            println!("SKIPPED: this kernel has no Landlock");
            return;
        }
        for path in [key.as_path(), Path::new(&environment), Path::new("/proc/1/cmdline")] {
            let (read, _) = confined(vec![mine.clone()], cat(path)).await.unwrap();
            assert!(read.is_empty(), "{}", path.display());
        }
        assert_eq!(std::fs::read(key).unwrap(), b"s3cret", "this program itself is not confined");
    }
}
