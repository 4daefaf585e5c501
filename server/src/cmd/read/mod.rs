//! `plumbline read-file`, not for people: the text of a document on standard input. A server runs it for files whose
//! parser may fail in ways that end the process.

use std::io::{Read, Write};

use anyhow::{Context, Result};

use crate::import::knowledge::file;

/// The argument that runs it.
pub const NAME: &str = "read-file";

/// Bytes of memory, and seconds of computation.
#[cfg(target_os = "linux")]
const MAX_MEMORY_BYTES: u64 = 1 << 30;
#[cfg(target_os = "linux")]
const MAX_CPU_SECS: u64 = 60;

pub fn run() -> Result<()> {
    limit();
    let mut bytes = Vec::new();
    std::io::stdin().take(file::LARGEST as u64 + 1).read_to_end(&mut bytes).context("The file cannot be read")?;
    match file::read("", &bytes) {
        Ok(text) => std::io::stdout().write_all(text.as_bytes()).context("The text cannot be written"),
        Err(reason) => {
            eprint!("{reason}");
            std::process::exit(file::REFUSED)
        }
    }
}

/// Bounds this process; where the system has no such limits, the server's time limit remains.
fn limit() {
    #[cfg(target_os = "linux")]
    {
        use nix::sys::resource::{Resource, setrlimit};
        for (what, most) in [(Resource::RLIMIT_DATA, MAX_MEMORY_BYTES), (Resource::RLIMIT_CPU, MAX_CPU_SECS)] {
            let _unlimited = setrlimit(what, most, most);
        }
    }
}
