//! Everything of Plumbline that touches the world: the agent, its tools, the store, search, models and the web.
//!
//! A library, so that the integration tests can start the real thing; `main.rs` only parses the command line.

pub mod api;
pub mod auth;
pub mod cases;
pub mod cmd;
pub mod config;
pub mod export;
pub mod http;
pub mod limits;
pub mod outbox;
pub mod privacy;
pub mod services;
pub mod speech;

pub use base::{http_client, personal_data, plain, schema, secret, tabular, world};
pub use {agent, import, llm, observe, opensearch, outside, query, search, skills, sources, store, tools};

/// Tells Linux to give this process pages of the usual size. What many small pieces of memory leave free lies scattered,
/// and a huge page goes back only whole: with them a server under load holds half as much again. To be called first.
pub fn small_pages() {
    #[cfg(target_os = "linux")]
    if let Err(error) = nix::sys::prctl::set_thp_disable(true) {
        eprintln!("Huge pages stay on, which costs memory: {error}");
    }
}

/// Lets this process have many files open at once, as far as the system allows: each page that watches is a connection, and
/// the usual limit is 1,024. Not as many as there can be at all: what a program does with each that might be open, takes time.
pub fn many_files() {
    #[cfg(target_os = "linux")]
    {
        use nix::sys::resource::{Resource, getrlimit, setrlimit};
        const MANY: u64 = 65_536;
        let raised = getrlimit(Resource::RLIMIT_NOFILE)
            .and_then(|(soft, hard)| setrlimit(Resource::RLIMIT_NOFILE, soft.max(MANY.min(hard)), hard));
        if let Err(error) = raised {
            eprintln!("The limit of open files stays as it is: {error}");
        }
    }
}
