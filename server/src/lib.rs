//! The parts of Plumbline with side effects: the agent, its tools, the store, search, models and the web server.
//!
//! A library, so that the integration tests can start the real thing; `main.rs` only parses the command line.

pub mod api;
pub mod auth;
pub mod cases;
pub mod cmd;
pub mod config;
pub mod demo;
pub mod export;
pub mod http;
pub mod limits;
pub mod outbox;
pub mod privacy;
pub mod services;
pub mod settings;
pub mod speech;

pub use base::{http_client, personal_data, plain, schema, secret, tabular, world};
pub use {agent, import, llm, observe, opensearch, outside, query, search, skills, sources, store, tools};

/// Makes Linux use normal-sized pages for this process. Memory freed in small pieces is scattered, and a huge page is
/// only returned as a whole: with huge pages a server under load uses half as much memory again. Call this first.
pub fn small_pages() {
    #[cfg(target_os = "linux")]
    if let Err(error) = nix::sys::prctl::set_thp_disable(true) {
        eprintln!("Huge pages stay on, which costs memory: {error}");
    }
}

/// Keeps this process's data private to its user: files that it creates are not readable by others, and no other
/// program of the same user can read its memory and environment. Call this before opening anything.
pub fn private() {
    #[cfg(target_os = "linux")]
    {
        nix::sys::stat::umask(nix::sys::stat::Mode::from_bits_truncate(0o077));
        if let Err(error) = nix::sys::prctl::set_dumpable(false) {
            eprintln!("Other programs of this user can look into this one: {error}");
        }
    }
}

/// Raises the limit of open files, as far as the system allows: each page that watches a run is a connection, and the
/// default limit is 1,024. Not to the maximum: some programs do work for every descriptor that could be open.
pub fn many_files() {
    #[cfg(target_os = "linux")]
    {
        use nix::sys::resource::{Resource, getrlimit, setrlimit};
        const MAX_OPEN_FILES: u64 = 65_536;
        let raised = getrlimit(Resource::RLIMIT_NOFILE)
            .and_then(|(soft, hard)| setrlimit(Resource::RLIMIT_NOFILE, soft.max(MAX_OPEN_FILES.min(hard)), hard));
        if let Err(error) = raised {
            eprintln!("The limit of open files stays as it is: {error}");
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #[test]
    fn what_this_process_holds_and_makes_is_its_owners_alone() {
        use std::os::unix::fs::PermissionsExt as _;
        super::private();
        assert!(!nix::sys::prctl::get_dumpable().unwrap(), "no other program may look into it");
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("made")).unwrap();
        std::fs::write(folder.path().join("made/rows.db"), "Ann").unwrap();
        for (made, wanted) in [("made", 0o700), ("made/rows.db", 0o600)] {
            let mode = folder.path().join(made).metadata().unwrap().permissions().mode() & 0o777;
            assert_eq!(mode, wanted, "{made}");
        }
    }
}
