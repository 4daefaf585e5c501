//! Hides the desk's files from programs that it starts. They run as the same user, so file permissions do not help: the
//! kernel does it (Landlock, Linux 5.13 and later), for the starting thread and its descendants.
//!
//! Landlock only has allow rules: to hide a path, its siblings and those of its parent folders are allowed instead.
//! Entries of
//! other processes in /proc are left out, too.
//!
//! A desk without accounts treats local callers as admin, so programs must not reach its port either. Landlock does
//! that for TCP (Linux 6.7 and later). MPTCP, which falls back to TCP, and io_uring, which opens sockets without the
//! checked system call, are refused by a system call filter (seccomp).

use std::path::{Path, PathBuf};

/// What the kernel enforces for a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    pub files: bool,
    pub port: bool,
}

/// Runs `work`, which starts a program, unable to open files in `hidden` or to connect to `port` of any host. Also
/// returns which of these the kernel enforces.
///
/// # Errors
/// If there is no thread for it, or the kernel refuses.
pub async fn confined<T: Send + 'static>(
    hidden: Vec<PathBuf>,
    port: u16,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<(T, Held), String> {
    let runtime = tokio::runtime::Handle::current();
    let (done, result) = tokio::sync::oneshot::channel();
    // A separate thread, since it stays confined for its lifetime.
    let thread = std::thread::Builder::new().name("confined".into()).spawn(move || {
        let _entered = runtime.enter();
        let _ = done.send(restrict(&hidden, port).map(|held| (work(), held)));
    });
    thread.map_err(|error| format!("There is no thread to start it on: {error}."))?;
    result.await.map_err(|_| "It could not be confined.".to_owned())?
}

#[cfg(target_os = "linux")]
fn restrict(hidden: &[PathBuf], port: u16) -> Result<Held, String> {
    use landlock::{
        ABI, Access, AccessFs, AccessNet, LandlockStatus, NetPort, Ruleset, RulesetAttr, RulesetCreatedAttr,
        RulesetError, RulesetStatus, path_beneath_rules,
    };
    let all = AccessFs::from_all(ABI::V5);
    let others = (0..=u16::MAX).filter(|other| *other != port).map(|other| NetPort::new(other, AccessNet::ConnectTcp));
    let status = Ruleset::default()
        .handle_access(all)
        .and_then(|rules| rules.handle_access(AccessNet::ConnectTcp))
        .and_then(Ruleset::create)
        .and_then(|rules| rules.add_rules(path_beneath_rules(open_places(hidden), all)))
        .and_then(|rules| rules.add_rules(others.map(Ok::<_, RulesetError>)))
        .and_then(landlock::RulesetCreated::restrict_self);
    let status = status.map_err(|error| format!("It could not be confined: {error}."))?;
    let files = status.ruleset != RulesetStatus::NotEnforced;
    let tcp = matches!(status.landlock, LandlockStatus::Available { effective_abi, .. } if effective_abi >= ABI::V4);
    Ok(Held { files, port: files && tcp && no_other_way() })
}

/// Refuses MPTCP and io_uring to this thread and its descendants; returns whether the kernel enforces it.
#[cfg(target_os = "linux")]
fn no_other_way() -> bool {
    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    };
    const MPTCP: u64 = 262;
    const PROTONOSUPPORT: u32 = 93;
    const URING_SETUP: i64 = 425;
    // System call numbers of the architecture; on x86-64 also those of the x32 ABI.
    const X32_SYSCALL_BIT: i64 = 0x4000_0000;
    let (socket, also): (i64, &[i64]) = match std::env::consts::ARCH {
        "x86_64" => (41, &[X32_SYSCALL_BIT + 41, X32_SYSCALL_BIT + URING_SETUP]),
        "aarch64" | "riscv64" => (198, &[]),
        _ => return false,
    };
    let mptcp = || {
        let protocol = SeccompCondition::new(2, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, MPTCP)?;
        Ok::<_, seccompiler::BackendError>(vec![SeccompRule::new(vec![protocol])?])
    };
    let made = || -> Result<BpfProgram, seccompiler::BackendError> {
        let mut rules = vec![(socket, mptcp()?), (URING_SETUP, Vec::new())];
        for call in also {
            rules.push((*call, if *call == X32_SYSCALL_BIT + socket { mptcp()? } else { Vec::new() }));
        }
        let (others, these) = (SeccompAction::Allow, SeccompAction::Errno(PROTONOSUPPORT));
        SeccompFilter::new(rules.into_iter().collect(), others, these, std::env::consts::ARCH.try_into()?)?.try_into()
    };
    made().is_ok_and(|filter| seccompiler::apply_filter(&filter).is_ok())
}

#[cfg(not(target_os = "linux"))]
fn restrict(_: &[PathBuf], _: u16) -> Result<Held, String> {
    Ok(Held::default())
}

/// All paths that are not hidden and contain nothing hidden.
#[cfg(target_os = "linux")]
fn open_places(hidden: &[PathBuf]) -> Vec<PathBuf> {
    let mut hidden: Vec<PathBuf> = hidden.iter().filter_map(|path| whole(path)).collect();
    // Other processes, and this one.
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
        // A link's target is allowed or not at its own location.
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

/// A path with links resolved, even if the file does not exist yet.
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
        let (read, held) = confined(vec![mine.clone()], 1, cat(&other)).await.unwrap();
        assert_eq!(read, b"s3cret");
        if !held.files {
            println!("SKIPPED: this kernel has no Landlock");
            return;
        }
        for path in [key.as_path(), Path::new(&environment), Path::new("/proc/1/cmdline")] {
            let (read, _) = confined(vec![mine.clone()], 1, cat(path)).await.unwrap();
            assert!(read.is_empty(), "{}", path.display());
        }
        assert_eq!(std::fs::read(key).unwrap(), b"s3cret", "this program itself is not confined");
    }

    #[tokio::test]
    async fn a_program_does_not_reach_the_port_by_any_way() {
        let [own, other] = [(), ()].map(|()| std::net::TcpListener::bind("127.0.0.1:0").unwrap());
        let port = |listener: &std::net::TcpListener| listener.local_addr().unwrap().port();
        let call = |port: u16, protocol: u16| {
            let script = format!(
                "import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_STREAM, {protocol})\n\
                 s.connect(('127.0.0.1', {port}))"
            );
            move || {
                std::process::Command::new("python3").args(["-c", &script]).output().is_ok_and(|o| o.status.success())
            }
        };
        if !call(port(&own), 0)() {
            println!("SKIPPED: there is no Python to call with");
            return;
        }
        let confined_call =
            async |to: u16, protocol| confined(Vec::new(), port(&own), call(to, protocol)).await.unwrap();
        let (reached, held) = confined_call(port(&other), 0).await;
        assert!(reached, "other ports stay open");
        if !held.port {
            println!("SKIPPED: this kernel has no Landlock for ports");
            return;
        }
        for protocol in [0, 6, 262] {
            assert!(!confined_call(port(&own), protocol).await.0, "protocol {protocol}");
        }
        assert!(call(port(&own), 0)(), "this program itself is not confined");
    }
}
