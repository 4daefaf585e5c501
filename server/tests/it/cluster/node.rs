//! A real OpenSearch cluster for the test alone, started by `server/tests/opensearch/node`, stopped and removed with
//! it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use opensearch::{Cluster, Settings};
use server::search::embed::Models;

/// Running nodes; dropping them stops them.
pub struct Nodes {
    folder: tempfile::TempDir,
    pub urls: Vec<String>,
}

impl Nodes {
    /// Starts this many nodes; `None`, with a message, if OpenSearch's jars were not fetched.
    pub fn start(many: usize) -> Option<Self> {
        let kept = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
        if !kept.join("opensearch/ready").exists() {
            println!("SKIPPED: the jars of OpenSearch are not here; `make test-opensearch` fetches them");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().display().to_string();
        // The nodes keep its outputs, so a file, not a pipe.
        let told = folder.path().join("urls");
        let status = Command::new(script())
            .args(["start", &path, &many.to_string()])
            .env("OPENSEARCH_HEAP", "384m")
            .stdout(std::fs::File::create(&told).unwrap())
            .status();
        assert!(status.unwrap().success(), "the nodes do not start; see {path}");
        let urls = std::fs::read_to_string(told).unwrap().lines().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(urls.len(), many);
        Some(Self { folder, urls })
    }

    /// A desk's cluster on it.
    pub fn cluster(&self, prefix: &str, shards: u32) -> Arc<Cluster> {
        self.cluster_at(0, prefix, shards)
    }

    /// Likewise, embedding what it feeds.
    pub fn cluster_with(&self, prefix: &str, models: Arc<Models>) -> Arc<Cluster> {
        Arc::new(Cluster::new(&settings(&self.urls[0], prefix, 1)).unwrap().with_models(models))
    }

    /// Likewise through another node.
    pub fn cluster_at(&self, node: usize, prefix: &str, shards: u32) -> Arc<Cluster> {
        Arc::new(Cluster::new(&settings(&self.urls[node], prefix, shards)).unwrap())
    }

    /// Kills a node as a power cut would.
    pub fn kill(&self, node: usize) {
        let path = self.folder.path().display().to_string();
        let status = Command::new(script()).args(["kill", &path, &(node + 1).to_string()]).status();
        assert!(status.unwrap().success());
    }
}

impl Drop for Nodes {
    fn drop(&mut self) {
        let path = self.folder.path().display().to_string();
        let _ = Command::new(script()).args(["stop", &path]).status();
    }
}

pub fn settings(url: &str, prefix: &str, shards: u32) -> Settings {
    Settings {
        url: url.into(),
        user: None,
        password: None,
        api_key: None,
        ca_file: None,
        prefix: prefix.into(),
        shards,
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn script() -> PathBuf {
    root().join("server/tests/opensearch/node")
}
