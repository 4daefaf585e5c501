//! The program `plumbline`: parse the command line, dispatch. Exit codes: 0, 1 failure, 2 usage.

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    server::cmd::main(server::cmd::Cli::parse())
}
