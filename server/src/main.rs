//! The program `plumbline`: parse the command line, dispatch. Exit codes: 0, 1 failure, 2 usage.

use std::process::ExitCode;

use clap::Parser;

/// A run makes many small allocations on many threads, for which the system's allocator is slow.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    server::small_pages();
    server::private();
    server::cmd::main(server::cmd::Cli::parse())
}
