//! `make bench`: the cost of a run besides the model's own time (`runs`), and the speed of the tools over many records
//! (`scale`). `make load`: behaviour under sustained load (`load`). Not criterion, because a whole server is measured:
//! it runs in its own process, so that its CPU time and memory are Plumbline's alone; so does the scripted model.

mod client;
mod counters;
mod load;
mod meter;
mod model;
mod questions;
mod runs;
mod scale;
mod server;
mod table;
mod tools;
mod watches;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// As in `main.rs`: the measured server is this program in another role.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Measures Plumbline.
#[derive(Debug, Parser)]
struct Cli {
    #[command(subcommand)]
    what: What,
    /// Passed by `cargo bench` to every benchmark.
    #[arg(long, global = true, hide = true)]
    bench: bool,
}

#[derive(Debug, Subcommand)]
enum What {
    /// A run with 4 model calls and 4 tool calls: CPU, throughput, first event, memory, what is left behind
    Runs(runs::Args),
    /// Every tool and search over many records, and filling the database with them
    Scale(scale::Args),
    /// A hundred watched figures over many records, all due at once, and a person who asks meanwhile
    Watches(watches::Args),
    /// Many browsers that watch many runs at once, for minutes: nothing lost, no error, memory flat
    Load(load::Args),
    /// The scripted model, as a process
    #[command(hide = true)]
    Model(model::Args),
    /// The server, as a process
    #[command(hide = true)]
    Server(server::Args),
    /// The tools, as a process
    #[command(hide = true)]
    Tools(tools::Args),
}

fn main() -> Result<()> {
    match Cli::parse().what {
        What::Runs(args) => single().block_on(runs::run(args)),
        What::Load(args) => {
            ::server::many_files();
            single().block_on(load::run(args))
        }
        What::Model(args) => {
            ::server::many_files();
            single().block_on(model::serve(args))
        }
        What::Server(args) => {
            ::server::small_pages();
            ::server::many_files();
            server::main(args)
        }
        What::Scale(args) => tokio::runtime::Runtime::new()?.block_on(scale::run(args)),
        What::Watches(args) => tokio::runtime::Runtime::new()?.block_on(watches::run(args)),
        What::Tools(args) => {
            ::server::small_pages();
            tools::main(&args)
        }
    }
}

/// One thread, so that everything besides the measured server takes little of the machine.
fn single() -> tokio::runtime::Runtime {
    #[expect(clippy::expect_used, reason = "without a runtime there is nothing to measure")]
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}
